"""The scorecard of a run: every rate with its denominator, what is missing, and a confidence interval.

Definitions, over rollouts that are there:

- ``T``, ``M-PSR`` (T and M), ``S-PSR`` (T and P), ``D-PSR`` (T, M and P): shares of rollouts;
- ``R``: rubric coverage, mean rubric score.

Over tasks:

- ``pass@1``: share of tasks whose first rollout delivers;
- ``pass@k``, ``pass^k`` for k ≥ 2: means of the unbiased estimators; a task with fewer than k rollouts is left out.

By predicate group, over rollouts in which the group has statements and a figure was judged: ``held``, share of its hard
statements that hold, and ``whole``, share of rollouts in which all of them hold. By error code: share of rollouts that
show it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from mathvis.goldir.codes import Code, Group
from mathvis.metrics.bootstrap import CONFIDENCE, RESAMPLES, Interval, interval
from mathvis.metrics.estimators import pass_at, pass_hat
from mathvis.metrics.records import Fault, Marks, RolloutResult

SCORECARD_SCHEMA = "mathvis/scorecard@1"


@dataclass(frozen=True, slots=True)
class Rate:
    """A ratio with what it is made of.

    Attributes
    ----------
    name
        ``D-PSR``, ``pass@3`` …
    numerator, denominator
        Counts; the numerator of a mean of scores or estimators is their sum.
    unit
        What the denominator counts: ``rollouts``, ``tasks`` or ``statements``.
    missing
        How many units are not in the denominator because rollouts are missing.
    interval
        Bootstrap over tasks; None with fewer than two.
    """

    name: str
    numerator: float
    denominator: int
    unit: str
    missing: int = 0
    interval: Interval | None = None

    @property
    def value(self) -> float | None:
        """The ratio; None over nothing."""
        return self.numerator / self.denominator if self.denominator else None


@dataclass(frozen=True, slots=True)
class Section:
    """The rates of one discipline, group or code (`key`), or of all (empty key)."""

    key: str
    rates: tuple[Rate, ...]

    def __getitem__(self, name: str) -> Rate:
        for rate in self.rates:
            if rate.name == name:
                return rate
        raise KeyError(name)


@dataclass(frozen=True, slots=True)
class Scorecard:
    """All rates of a run.

    Attributes
    ----------
    tasks, rollouts
        How many were planned.
    missing
        Rollouts lost to infrastructure, by reason; none of them is in any denominator.
    unpublishable
        Whether a fault of ours took a rollout out.
    """

    tasks: int
    rollouts: int
    missing: Mapping[Fault, int]
    overall: Section
    disciplines: tuple[Section, ...]
    groups: tuple[Section, ...]
    codes: tuple[Section, ...]
    failed: Mapping[str, int] = field(default_factory=dict)
    confidence: float = CONFIDENCE
    resamples: int = RESAMPLES
    seed: int = 0

    @property
    def missing_count(self) -> int:
        """How many rollouts are missing."""
        return sum(self.missing.values())

    @property
    def complete(self) -> bool:
        """Whether every planned rollout is there."""
        return self.missing_count == 0

    @property
    def unpublishable(self) -> bool:
        """Whether a repeated fault of ours took a rollout out of the denominators."""
        return any(count and fault.is_ours for fault, count in self.missing.items())


def scorecard(
    results: Iterable[RolloutResult],
    *,
    ks: Sequence[int] = (3,),
    seed: int = 0,
    resamples: int = RESAMPLES,
    confidence: float = CONFIDENCE,
) -> Scorecard:
    """Compute the scorecard of a run.

    Parameters
    ----------
    results
        One record for each planned rollout, missing ones included; their order does not matter.
    ks
        Numbers of rollouts k ≥ 2 for pass@k and pass^k.

    Raises
    ------
    ValueError
        One rollout is given twice, or a k is below 2.
    """
    ordered = sorted(results, key=lambda item: (item.task, item.rollout))
    seen = Counter((item.task, item.rollout) for item in ordered)
    if twice := [key for key, count in seen.items() if count > 1]:
        raise ValueError(f"rollout {twice[0][1]} of {twice[0][0]} is given twice")
    if any(k < 2 for k in ks):
        raise ValueError("pass@k and pass^k take k ≥ 2; pass@1 is the first rollout's")
    maker = _Maker(tuple(sorted(set(ks))), seed, resamples, confidence)
    by_task = _by_task(ordered)
    disciplines = sorted({item.discipline for item in ordered})
    judged = [item.marks for item in ordered if item.marks is not None]
    faults = Counter(item.fault for item in ordered if item.fault is not None)
    gates = Counter(marks.failed_gate for marks in judged if marks.failed_gate is not None)
    return Scorecard(
        tasks=len(by_task),
        rollouts=len(ordered),
        missing={fault: faults[fault] for fault in Fault if faults[fault]},
        overall=maker.section("", by_task),
        disciplines=tuple(
            maker.section(name, {task: items for task, items in by_task.items() if items[0].discipline == name})
            for name in disciplines
        ),
        groups=tuple(maker.group(group, by_task) for group in Group if any(group in marks.groups for marks in judged)),
        codes=tuple(maker.code(code, by_task) for code in Code if any(code in marks.codes for marks in judged)),
        failed={gate: gates[gate] for gate in ("T", "M", "P")},
        confidence=confidence,
        resamples=resamples,
        seed=seed,
    )


ByTask = Mapping[str, Sequence[RolloutResult]]


def _by_task(ordered: Iterable[RolloutResult]) -> dict[str, list[RolloutResult]]:
    out: dict[str, list[RolloutResult]] = {}
    for item in ordered:
        out.setdefault(item.task, []).append(item)
    return out


_ROLLOUT_RATES: tuple[tuple[str, Callable[[Marks], float]], ...] = (
    ("D-PSR", lambda marks: marks.D),
    ("T", lambda marks: marks.T),
    ("M-PSR", lambda marks: marks.T and marks.M),
    ("S-PSR", lambda marks: marks.T and marks.P),
    ("R", lambda marks: marks.R),
)


@dataclass(frozen=True, slots=True)
class _Maker:
    ks: tuple[int, ...]
    seed: int
    resamples: int
    confidence: float

    def section(self, key: str, by_task: ByTask) -> Section:
        rates = [self._rollout_rate(name, by_task, value) for name, value in _ROLLOUT_RATES]
        rates.append(self._first(by_task))
        for k in self.ks:
            rates.append(self._estimate(f"pass@{k}", by_task, k, pass_at))
            rates.append(self._estimate(f"pass^{k}", by_task, k, pass_hat))
        return Section(key, tuple(rates))

    def group(self, group: Group, by_task: ByTask) -> Section:
        held: list[tuple[float, int, int]] = []
        whole: list[tuple[float, int, int]] = []
        for items in by_task.values():
            counts = [item.marks.groups[group] for item in items if item.marks and group in item.marks.groups]
            missing = sum(item.missing for item in items)
            held.append((sum(c.held for c in counts), sum(c.total for c in counts), 0))
            whole.append((sum(c.held == c.total for c in counts), len(counts), missing))
        return Section(group.value, (self._rate("held", "statements", held), self._rate("whole", "rollouts", whole)))

    def code(self, code: Code, by_task: ByTask) -> Section:
        return Section(code.value, (self._rollout_rate("shown", by_task, lambda marks: code in marks.codes),))

    def _rollout_rate(self, name: str, by_task: ByTask, value: Callable[[Marks], float]) -> Rate:
        rows = []
        for items in by_task.values():
            marks = [item.marks for item in items if item.marks is not None]
            rows.append((float(sum(value(mark) for mark in marks)), len(marks), len(items) - len(marks)))
        return self._rate(name, "rollouts", rows)

    def _first(self, by_task: ByTask) -> Rate:
        rows = []
        for items in by_task.values():
            first = next((item.marks for item in items if item.rollout == 1), None)
            rows.append((0.0, 0, 1) if first is None else (float(first.D), 1, 0))
        return self._rate("pass@1", "tasks", rows)

    def _estimate(self, name: str, by_task: ByTask, k: int, estimator: Callable[[int, int, int], float]) -> Rate:
        rows = []
        for items in by_task.values():
            marks = [item.marks for item in items if item.marks is not None]
            n = len(marks)
            rows.append((estimator(n, sum(mark.D for mark in marks), k), 1, 0) if n >= k else (0.0, 0, 1))
        return self._rate(name, "tasks", rows)

    def _rate(self, name: str, unit: str, rows: Sequence[tuple[float, int, int]]) -> Rate:
        tops = np.array([row[0] for row in rows], dtype=np.float64)
        bottoms = np.array([row[1] for row in rows], dtype=np.float64)
        return Rate(
            name=name,
            numerator=float(tops.sum()),
            denominator=int(bottoms.sum()),
            unit=unit,
            missing=sum(row[2] for row in rows),
            interval=interval(tops, bottoms, seed=self.seed, resamples=self.resamples, confidence=self.confidence),
        )
