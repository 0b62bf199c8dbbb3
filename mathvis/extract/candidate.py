"""What one stretch of a reply offers: programs, beginnings of programs, preamble lines."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mathvis.extract.model import Form, Format


class State(Enum):
    """How much of a program a candidate is."""

    COMPLETE = auto()
    UNFINISHED = auto()
    PLACEHOLDER = auto()
    """Only the changed lines, the rest left out."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A program or the beginning of one.

    Attributes
    ----------
    at
        Where it starts; only the order counts.
    source, preamble
        The code; for an unfinished one, the fragment.
    remark
        What was done to it or what it lacks, in words ("" for nothing).
    """

    at: int
    format: Format
    form: Form
    source: str
    state: State
    preamble: str = ""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Preamble:
    """Preamble lines that a reply gives apart from any picture."""

    at: int
    lines: str


@dataclass(frozen=True, slots=True)
class Findings:
    """Everything in a stretch of a reply, in order."""

    candidates: tuple[Candidate, ...] = ()
    preambles: tuple[Preamble, ...] = ()
    code: bool = False
    """Whether there is a code block with anything in it."""
    unfinished_thought: bool = False

    def moved(self, at: int) -> Findings:
        """Return the same found at one place, such as inside a string that starts at `at`."""
        return Findings(
            tuple(Candidate(at, c.format, c.form, c.source, c.state, c.preamble, c.remark) for c in self.candidates),
            tuple(Preamble(at, p.lines) for p in self.preambles),
            self.code,
            self.unfinished_thought,
        )
