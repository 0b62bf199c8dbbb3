"""What a loop gets to play a rollout with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mathvis.gates.verdict import Verdict
    from mathvis.harness.models.base import Message, Reply
    from mathvis.harness.prompting import Prompt


class Episode(Protocol):
    """One rollout: its prompt, and the two things a loop may do.

    Rounds count from 1. What was stored before a restart comes back without a call or a compile, so a loop is written
    as if it always ran from the start.
    """

    @property
    def prompt(self) -> Prompt:
        """The rendered prompt of the task."""
        ...

    async def ask(self, messages: Sequence[Message], *, round_: int = 1) -> Reply:
        """Ask the model; the reply is on the disk when this returns."""
        ...

    async def judge(self, reply: Reply, *, round_: int = 1) -> Verdict:
        """Judge a reply; the verdict is on the disk when this returns. A loop never shows it to the model as it is."""
        ...


class Loop(Protocol):
    """A way to play rollouts.

    Attributes
    ----------
    name
        What ``--harness`` says.
    rounds
        The most calls a rollout may take; preregistered in the manifest.
    """

    name: str
    rounds: int

    async def play(self, episode: Episode) -> None:
        """Play one rollout to its end."""
        ...
