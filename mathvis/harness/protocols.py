"""What the harness needs of a task and of a judge; nothing more is known of them here.

`mathvis.packages.Task` and `mathvis.verifier.Verifier` are what stands behind these in a real run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mathvis.extract.model import Extraction
    from mathvis.gates.verdict import Verdict
    from mathvis.sandbox.model import Artifact


class DrawingLike(Protocol):
    """One program of a task package: a reference, an accepted or a wrong drawing."""

    @property
    def name(self) -> str:
        """File name."""
        ...

    @property
    def source(self) -> str:
        """The program."""
        ...

    @property
    def format(self) -> str:
        """``tikz`` or ``svg``."""
        ...

    def unexpected(self, failures: tuple[tuple[str, str | None], ...]) -> tuple[str, ...]:
        """Say in which way failures differ from what the package declares; empty when they do not."""
        ...


class TaskLike(Protocol):
    """One task: its public text, and its own programs."""

    @property
    def name(self) -> str:
        """``discipline/family/variant``."""
        ...

    @property
    def prompt(self) -> str:
        """The public text of the problem."""
        ...

    @property
    def contract(self) -> str:
        """The public output contract."""
        ...

    @property
    def digest(self) -> str:
        """Hash of everything in the package."""
        ...

    @property
    def references(self) -> Sequence[DrawingLike]:
        """Gold drawings."""
        ...

    @property
    def negatives(self) -> Sequence[DrawingLike]:
        """Wrong drawings."""
        ...

    @property
    def accepted(self) -> Sequence[DrawingLike]:
        """Right drawings that look different."""
        ...


class JudgementLike(Protocol):
    """A verdict with what it was made from."""

    @property
    def verdict(self) -> Verdict:
        """The verdict."""
        ...

    @property
    def extraction(self) -> Extraction:
        """What was found in the reply."""
        ...

    @property
    def artifact(self) -> Artifact | None:
        """What the sandbox gave back; None when nothing was compiled."""
        ...


class Judge(Protocol):
    """Turns a reply into a judgement.

    >>> class Harsh:
    ...     def judge(self, task, reply, *, finished=None):
    ...         return judgement_of(task, reply)         # doctest: +SKIP
    """

    def judge(self, task: Any, reply: str, *, finished: bool | None = None) -> JudgementLike:
        """Judge one reply. Called from several threads at once.

        `finished` says whether the model ended the reply by itself, if that is known.

        Raises
        ------
        InfrastructureFault
            A fault of ours; nothing may be said of the reply.
        """
        ...
