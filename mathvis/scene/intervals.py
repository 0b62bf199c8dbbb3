"""Sets of disjoint intervals on a line, as sorted arrays of shape (k, 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Iterable

Intervals = NDArray[np.float64]

NONE: Intervals = np.empty((0, 2))
NONE.setflags(write=False)


def union(sets: Iterable[Intervals], *, slack: float = 0.0) -> Intervals:
    """Points in any of the sets; intervals nearer than `slack` are joined."""
    given = [item for item in sets if len(item)]
    if not given:
        return NONE
    rows = np.concatenate(given) if len(given) > 1 else given[0]
    if len(rows) == 1:
        return rows
    rows = rows[np.argsort(rows[:, 0], kind="stable")]
    reach = np.maximum.accumulate(rows[:, 1])
    breaks = np.flatnonzero(rows[1:, 0] > reach[:-1] + slack)
    starts = np.concatenate(([0], breaks + 1))
    stops = np.concatenate((breaks, [len(rows) - 1]))
    return np.column_stack((rows[starts, 0], reach[stops]))


def complement(items: Intervals, start: float, stop: float) -> Intervals:
    """Points of [start, stop] outside the set."""
    if stop <= start:
        return NONE
    if not len(items):
        return np.array([[start, stop]], float)
    lows = np.concatenate(([start], np.clip(items[:, 1], start, stop)))
    highs = np.concatenate((np.clip(items[:, 0], start, stop), [stop]))
    rows = np.column_stack((lows, highs))
    return rows[rows[:, 1] > rows[:, 0]]


def intersect(a: Intervals, b: Intervals) -> Intervals:
    """Points in both sets."""
    if not len(a) or not len(b):
        return NONE
    if len(a) == len(b) == 1:
        low, high = max(a[0, 0], b[0, 0]), min(a[0, 1], b[0, 1])
        return np.array([[low, high]]) if high > low else NONE
    start, stop = min(a[0, 0], b[0, 0]), max(a[-1, 1], b[-1, 1])
    return complement(union([complement(a, start, stop), complement(b, start, stop)]), start, stop)


def subtract(a: Intervals, b: Intervals) -> Intervals:
    """Points of `a` outside `b`."""
    return intersect(a, complement(b, a[0, 0], a[-1, 1])) if len(a) and len(b) else a


def measure(items: Intervals) -> float:
    """Total length."""
    return float((items[:, 1] - items[:, 0]).sum())
