"""What the metrics need to know of a rollout, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from mathvis.goldir.codes import Code, Group

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mathvis.gates.verdict import Verdict


class Fault(StrEnum):
    """Why a rollout is missing."""

    PENDING = "pending"
    """Not made yet: the run was stopped before."""
    MODEL = "model"
    """No reply: the model's server, engine or recording failed."""
    SANDBOX = "sandbox"
    """The sandbox failed."""
    OURS = "ours"
    """An exception of mathvis itself."""

    @property
    def is_ours(self) -> bool:
        """Whether it makes a run unpublishable: crashing the verifier must not take a rollout out of the count."""
        return self in (Fault.SANDBOX, Fault.OURS)


@dataclass(frozen=True, slots=True)
class GroupCount:
    """Hard statements of one predicate group in one rollout."""

    held: int
    total: int

    def __post_init__(self) -> None:
        if not 0 <= self.held <= self.total:
            raise ValueError(f"{self.held} of {self.total} statements cannot hold")


@dataclass(frozen=True, slots=True)
class Marks:
    """What a verdict comes to.

    Attributes
    ----------
    T, M, P
        Gates.
    R
        Rubric score in [0, 1].
    codes
        Error codes, each once.
    groups
        Hard statements by predicate group; empty where there was no figure to judge.
    """

    T: bool
    M: bool
    P: bool
    R: float
    codes: frozenset[Code] = frozenset()
    groups: Mapping[Group, GroupCount] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not 0.0 <= self.R <= 1.0:
            raise ValueError(f"a rubric score lies in [0, 1], not at {self.R!r}")

    @property
    def D(self) -> bool:
        """Strict delivery."""
        return self.T and self.M and self.P

    @property
    def failed_gate(self) -> str | None:
        """The first gate that failed, None when delivered."""
        for name, passed in (("T", self.T), ("M", self.M), ("P", self.P)):
            if not passed:
                return name
        return None


@dataclass(frozen=True, slots=True)
class RolloutResult:
    """One rollout of one task: its marks, or why there are none.

    Attributes
    ----------
    task
        ``discipline/family/variant``.
    rollout
        1, 2, …
    """

    task: str
    rollout: int
    marks: Marks | None
    fault: Fault | None = None

    def __post_init__(self) -> None:
        if (self.marks is None) == (self.fault is None):
            raise ValueError("a rollout has either marks or a fault")

    @property
    def discipline(self) -> str:
        """The first part of the task's name."""
        return self.task.partition("/")[0]

    @property
    def missing(self) -> bool:
        """Whether it was lost to infrastructure; a missing rollout is never a zero."""
        return self.marks is None


def marks_of(verdict: Verdict) -> Marks:
    """Reduce a verdict to its marks."""
    held: dict[Group, int] = {}
    total: dict[Group, int] = {}
    for item in verdict.hard:
        total[item.group] = total.get(item.group, 0) + 1
        held[item.group] = held.get(item.group, 0) + item.finding.holds
    groups = {group: GroupCount(held[group], total[group]) for group in Group if group in total}
    return Marks(verdict.T, verdict.M, verdict.P, verdict.R, frozenset(verdict.codes), groups)
