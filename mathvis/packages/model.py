"""A task with everything that belongs to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mathvis.extract.model import Format
    from mathvis.goldir.model import GoldIR


@dataclass(frozen=True, slots=True)
class Expected:
    """An expected failure: a statement (or check) and, if it matters, the code."""

    statement: str
    code: str | None = None

    def matches(self, statement: str, code: str | None) -> bool:
        """Whether a failure is this one."""
        return self.statement == statement and (self.code is None or self.code == code)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A program that belongs to a task: a reference, a negative, or an accepted drawing.

    Attributes
    ----------
    name
        File name without folder.
    format, source
        The program.
    error
        For a negative: what is wrong, in words.
    must_fail, may_fail
        For a negative: its failures contain the first and lie within both.
    """

    name: str
    format: Format
    source: str
    error: str = ""
    must_fail: tuple[Expected, ...] = ()
    may_fail: tuple[Expected, ...] = ()

    def unexpected(self, failures: tuple[tuple[str, str | None], ...]) -> tuple[str, ...]:
        """Say in which way the failures differ from what is declared; empty when they are as declared."""
        problems = [
            f"{item.statement} should fail" + (f" with {item.code}" if item.code else "")
            for item in self.must_fail
            if not any(item.matches(*failure) for failure in failures)
        ]
        problems += [
            f"{statement} fails with {code}, which is not declared"
            for statement, code in failures
            if not any(item.matches(statement, code) for item in (*self.must_fail, *self.may_fail))
        ]
        return tuple(problems)


@dataclass(frozen=True, slots=True)
class Task:
    """One drawing problem.

    Attributes
    ----------
    name
        ``discipline/family/variant``.
    title, object
        What it is about.
    prompt, contract
        Public: the text of the problem, and the output contract generated from the Gold IR.
    formats
        The demanded languages.
    gold
        Hidden: what must be true.
    references, negatives, accepted
        Hidden drawings.
    digest
        sha256 over the package's files and the variant's parameters.
    """

    name: str
    title: str
    object: str
    prompt: str
    contract: str
    formats: frozenset[Format]
    gold: GoldIR
    references: tuple[Drawing, ...]
    negatives: tuple[Drawing, ...]
    accepted: tuple[Drawing, ...]
    digest: str

    @property
    def discipline(self) -> str:
        """First part of the name."""
        return self.name.split("/")[0]
