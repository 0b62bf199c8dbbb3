"""Confidence intervals by resampling tasks.

Rollouts of one task are not independent, so the task is the unit that is drawn. A rate is a ratio of two sums over
tasks; every resample draws as many tasks as there are, with repetition, and forms the ratio anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

CONFIDENCE = 0.95
RESAMPLES = 4000
_BLOCK = 2**22


class Interval(NamedTuple):
    """Bounds of a confidence interval."""

    low: float
    high: float


def interval(
    numerators: NDArray[np.float64],
    denominators: NDArray[np.float64],
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
    confidence: float = CONFIDENCE,
) -> Interval | None:
    """Return the percentile bootstrap interval of Σ numerators / Σ denominators over tasks.

    Parameters
    ----------
    numerators, denominators
        One value a task, shape (tasks,); a task that does not count has denominator 0 and is left out.
    seed, resamples, confidence
        The same seed gives the same interval.

    Returns
    -------
    None with fewer than two tasks that count: one task says nothing of the spread. Where all tasks agree, the interval
    has no width; that is what resampling can say, not a certainty.
    """
    counts = denominators > 0
    top, bottom = numerators[counts], denominators[counts]
    n = len(top)
    if n < 2:
        return None
    rng = np.random.default_rng(seed)
    ratios = np.empty(resamples)
    step = max(1, _BLOCK // n)
    for start in range(0, resamples, step):
        size = min(step, resamples - start)
        drawn = rng.integers(0, n, size=(size, n))
        ratios[start : start + size] = top[drawn].sum(axis=1) / bottom[drawn].sum(axis=1)
    tail = (1.0 - confidence) / 2.0
    low, high = np.quantile(ratios, [tail, 1.0 - tail])
    return Interval(float(low), float(high))
