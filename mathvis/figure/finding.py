"""The outcome of one statement about a figure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from mathvis.goldir.codes import Code
from mathvis.scene.model import XY


class Outcome(StrEnum):
    """Three values; undecided never passes."""

    HOLDS = "holds"
    VIOLATED = "violated"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Evidence:
    """Which ink, and where: indices of scene elements and a place on the page (big points)."""

    elements: tuple[int, ...] = ()
    at: XY | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a predicate found.

    Attributes
    ----------
    outcome
        Holds, violated or undecided.
    message
        One clause in words, e.g. ``p(C) winds 2 times about 0, not 3``.
    code
        Why it is wrong; for an undecided finding why it could not be decided. None when it holds.
    measured, tolerance
        The deciding quantity and what is allowed, dimensionless where geometric (share of the panel's
        diagonal); `unit` names it otherwise.
    blocked_by
        Entity whose absence kept the statement from being decided.
    score
        For soft criteria: 0, ½ or 1. None for hard statements.
    """

    outcome: Outcome
    message: str = ""
    code: Code | None = None
    measured: float | int | str | None = None
    tolerance: float | None = None
    unit: str = ""
    evidence: tuple[Evidence, ...] = ()
    blocked_by: str | None = None
    score: float | None = None

    @property
    def holds(self) -> bool:
        """Whether the statement passed."""
        return self.outcome is Outcome.HOLDS

    def with_code(self, code: Code) -> Finding:
        """Return the same finding with another code."""
        return replace(self, code=code)


def holds(
    message: str = "",
    *,
    measured: float | str | None = None,
    tolerance: float | None = None,
    unit: str = "",
    evidence: tuple[Evidence, ...] = (),
) -> Finding:
    """Return a finding that the statement holds."""
    return Finding(Outcome.HOLDS, message, None, measured, tolerance, unit, evidence)


def violated(
    code: Code,
    message: str,
    *,
    measured: float | str | None = None,
    tolerance: float | None = None,
    unit: str = "",
    evidence: tuple[Evidence, ...] = (),
) -> Finding:
    """Return a finding that the statement is violated, and why."""
    return Finding(Outcome.VIOLATED, message, code, measured, tolerance, unit, evidence)


def undecided(
    message: str,
    *,
    code: Code | None = None,
    measured: float | str | None = None,
    tolerance: float | None = None,
    unit: str = "",
    evidence: tuple[Evidence, ...] = (),
    blocked_by: str | None = None,
) -> Finding:
    """Return a finding that the statement could not be decided; it does not pass."""
    return Finding(Outcome.UNDECIDED, message, code, measured, tolerance, unit, evidence, blocked_by)


def scored(
    score: float,
    message: str = "",
    *,
    code: Code | None = None,
    measured: float | str | None = None,
    tolerance: float | None = None,
    unit: str = "",
    evidence: tuple[Evidence, ...] = (),
) -> Finding:
    """Return the finding of a soft criterion; `score` is 0, ½ or 1."""
    if score not in (0.0, 0.5, 1.0):
        raise ValueError(f"a soft criterion scores 0, 0.5 or 1, not {score!r}")
    outcome = Outcome.HOLDS if score == 1.0 else Outcome.VIOLATED
    return Finding(outcome, message, None if score == 1.0 else code, measured, tolerance, unit, evidence, None, score)
