"""Sections of a segment."""

from __future__ import annotations

import math

import numpy as np

from mathvis.figure.finding import Evidence, Finding, holds, undecided, violated
from mathvis.figure.model import Point  # noqa: TC001 - the registry reads annotations at run time
from mathvis.goldir.codes import Code, Group
from mathvis.predicates.registry import predicate
from mathvis.tolerances import TOLERANCES

GOLDEN = (1 + math.sqrt(5)) / 2


@predicate(group=Group.RELATION, codes=(Code.R1, Code.R2))
def golden_section(start: Point, cut: Point, end: Point, tolerance: float = TOLERANCES.length) -> Finding:
    """The point `cut` divides the segment from `start` to `end` in the golden ratio.

    It lies on the segment, and the whole is to the longer part as the longer part to the shorter, within a relative
    `tolerance`; either part may be the longer one. Undecided when the segment is shorter than ``short_base`` of the
    panel's diagonal.

    Examples
    --------
    ::

        - golden: {golden_section: {start: A, cut: S, end: B}}
    """
    seen = tuple(Evidence(point.elements, (float(point.at[0]), float(point.at[1]))) for point in (start, cut, end))
    whole = end.at - start.at
    length = float(np.hypot(*whole))
    if length < TOLERANCES.short_base * start.frame.diagonal:
        return undecided("the segment is too short to divide", evidence=seen)
    arm = cut.at - start.at
    along = float(arm @ whole) / length**2
    aside = abs(float(whole[0] * arm[1] - whole[1] * arm[0])) / (length * start.frame.diagonal)
    if aside > TOLERANCES.on or not 0 < along < 1:
        return violated(
            Code.R1, "the cut is not on the segment", measured=aside, tolerance=TOLERANCES.on, evidence=seen
        )
    ratio = 1 / max(along, 1 - along)
    error = abs(ratio / GOLDEN - 1)
    words = f"the whole is {ratio:.4g} times the longer part"
    if error <= tolerance:
        return holds(words, measured=error, tolerance=tolerance, unit="relative", evidence=seen)
    return violated(
        Code.R2, f"{words}, not {GOLDEN:.4g}", measured=error, tolerance=tolerance, unit="relative", evidence=seen
    )
