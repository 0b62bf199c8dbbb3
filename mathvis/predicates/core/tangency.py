"""Families of circles: which of them touch, each other or a line, and that none overlap."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Annotated, Any, Literal

import numpy as np

from mathvis.figure.finding import Finding, holds, undecided, violated
from mathvis.figure.model import Curve, Region
from mathvis.goldir.codes import Code, Group
from mathvis.goldir.expressions import Condition
from mathvis.predicates.arcs import Arc
from mathvis.predicates.core.circles import data_diagonal, roundness
from mathvis.predicates.measure.areas import area_of
from mathvis.predicates.measure.circles import Circle, allowance, drawn_circle, separation
from mathvis.predicates.measure.names import check_names, numbers_of, paired
from mathvis.predicates.measure.polyline import densify
from mathvis.predicates.measure.words import listed, member_name, name_of, percent, plural, show
from mathvis.predicates.registry import predicate
from mathvis.predicates.signature import AtLeast
from mathvis.tolerances import TOLERANCES

_Round = Curve | Region


def _check_pairs(args: Mapping[str, Any]) -> Iterable[str]:
    if ("when" in args) == ("pairs" in args):
        yield "give either 'when' (a condition with 'names') or 'pairs' (a list of arcs)"
    yield from check_names(args, pairs=("when",))


@predicate(group=Group.RELATION, codes=(Code.R1, Code.R8, Code.R4), check=_check_pairs)
def tangent_pairs(
    circles: Annotated[tuple[Curve | Region, ...], AtLeast(2)],
    when: Condition | None = None,
    names: str | None = None,
    pairs: tuple[Arc, ...] | None = None,
    tolerance: float = TOLERANCES.tangency,
) -> Finding:
    """Exactly the stated pairs of circles touch from outside.

    The pairs are those for which a condition on the numbers in both names is true (letters with 1 and 2 behind
    them), or a list. A stated pair must touch within `tolerance` of the panel's diagonal (for small circles in
    proportion less), and no other pair may.

    Examples
    --------
    ::

        - farey: {tangent_pairs: {circles: circles, names: "circ-{p}-{q}", when: "abs(p1*q2 - p2*q1) = 1"}}
        - three: {tangent_pairs: {circles: [A, B, C], pairs: ["A -- B", "B -- C"]}}
    """
    fitted: list[tuple[_Round, Circle]] = []
    for item in circles:
        found = drawn_circle(item)
        wrong = roundness(item, found, TOLERANCES.circle)
        if wrong is not None or found is None:
            return wrong or undecided("no circle fits")
        fitted.append((item, found))
    listed_pairs = None if pairs is None else {frozenset((arc.source, arc.target)) for arc in pairs}
    drawn = {member_name(item) for item in circles}
    for pair in listed_pairs or ():
        if not pair <= drawn:
            missing = listed(sorted(pair - drawn))
            return undecided(f"{missing} is not drawn", blocked_by=missing)
    worst, touching = 0.0, 0
    for (first, a), (second, b) in combinations(fitted, 2):
        stated = _is_stated(first, second, when, names, listed_pairs)
        if isinstance(stated, Finding):
            return stated
        diagonal = data_diagonal(first)
        allowed = allowance(min(a.radius, b.radius), diagonal, tolerance)
        gap = separation(a, b)
        touch = abs(gap) <= allowed
        who = f"{name_of(first)} and {name_of(second)}"
        if stated and not touch:
            words = "do not touch" if gap > 0 else "overlap"
            return violated(
                Code.R1,
                f"{who} {words}: {'gap' if gap > 0 else 'depth'} {percent(abs(gap) / diagonal)}",
                measured=abs(gap) / diagonal,
                tolerance=allowed / diagonal,
                evidence=show(first, second),
            )
        if touch and not stated:
            return violated(
                Code.R1,
                f"{who} touch and should not",
                measured=abs(gap) / diagonal,
                tolerance=allowed / diagonal,
                evidence=show(first, second),
            )
        if stated:
            touching += 1
            worst = max(worst, abs(gap) / diagonal)
    return holds(
        f"exactly the {plural(touching, 'stated pair')} touch",
        measured=worst,
        tolerance=tolerance,
        evidence=show(*circles),
    )


def _is_stated(
    first: _Round, second: _Round, when: Condition | None, names: str | None, pairs: set[frozenset[str]] | None
) -> bool | Finding:
    if pairs is not None:
        return frozenset((member_name(first), member_name(second))) in pairs
    if when is None or names is None:
        return undecided("no pairs are stated")
    a, b = numbers_of(names, first), numbers_of(names, second)
    if a is None or b is None:
        stranger = first if a is None else second
        return undecided(f"the name {member_name(stranger)!r} does not fit {names!r}", evidence=show(stranger))
    values = paired(a, b)
    if not when.variables <= values.keys():
        return undecided("the condition uses letters that are not in the names")
    return bool(when.holds(**values))


@predicate(group=Group.RELATION, codes=(Code.R1, Code.R8, Code.R4, Code.R6))
def tangent_to(
    circles: tuple[Curve | Region, ...],
    line: Curve,
    side: Literal["either", "left", "right"] = "either",
    tolerance: float = TOLERANCES.tangency,
) -> Finding:
    """Every circle touches a drawn curve without crossing it, all from the side named.

    The distance of the curve from the centre equals the radius within `tolerance` of the panel's diagonal (for small
    circles in proportion less). Left and right are meant in the drawing order of the line from its first to its
    last point.

    Examples
    --------
    ::

        - axis: {tangent_to: {circles: circles, line: axis}}
    """
    worst = 0.0
    for item in circles:
        found = drawn_circle(item)
        wrong = roundness(item, found, TOLERANCES.circle)
        if wrong is not None or found is None:
            return wrong or undecided("no circle fits")
        diagonal = data_diagonal(item)
        dense = np.vstack([densify(piece, found.radius * item.frame.scale / 50) for piece in line.pieces])
        if not len(dense) or not np.isfinite(dense).all():
            return undecided(f"{name_of(line)} has no length", evidence=show(line))
        data = item.frame.to_data(dense)
        apart = np.hypot(*(data - found.center).T)
        nearest = int(np.argmin(apart))
        gap = float(apart[nearest]) - found.radius
        allowed = allowance(found.radius, diagonal, tolerance)
        if abs(gap) > allowed:
            words = "does not touch" if gap > 0 else "crosses"
            return violated(
                Code.R1,
                f"{name_of(item)} {words} {name_of(line)}: off by {percent(abs(gap) / diagonal)}",
                measured=abs(gap) / diagonal,
                tolerance=allowed / diagonal,
                evidence=show(item, line, at=dense[nearest]),
            )
        if side != "either":
            chord = data[-1] - data[0]
            arm = found.center - data[nearest]
            left = chord[0] * arm[1] - chord[1] * arm[0] > 0
            if left != (side == "left"):
                return violated(
                    Code.R6, f"{name_of(item)} touches {name_of(line)} from the other side", evidence=show(item, line)
                )
        worst = max(worst, abs(gap) / diagonal)
    return holds(f"all touch {name_of(line)}", measured=worst, tolerance=tolerance, evidence=show(*circles, line))


@predicate(group=Group.RELATION, codes=(Code.R4, Code.R8))
def disjoint_interiors(
    regions: Annotated[tuple[Curve | Region, ...], AtLeast(2)], tolerance: float = TOLERANCES.tangency
) -> Finding:
    """No two of the regions overlap; they may touch.

    Circles may overlap by `tolerance` of the panel's diagonal (small ones in proportion less); other regions are
    drawn in by as much and must then be apart.

    Examples
    --------
    ::

        - apart: {disjoint_interiors: {regions: circles}}
    """
    prepared = []
    for item in regions:
        shape = area_of(item)
        if shape is None:
            return violated(Code.R4, f"{name_of(item)} encloses nothing", evidence=show(item))
        found = drawn_circle(item)
        round_one = found if found is not None and roundness(item, found, TOLERANCES.circle) is None else None
        prepared.append((item, shape, round_one))
    worst = 0.0
    for (first, a, a_circle), (second, b, b_circle) in combinations(prepared, 2):
        diagonal = first.frame.diagonal
        if a_circle is not None and b_circle is not None and first.frame is second.frame:
            unit = data_diagonal(first)
            depth = max(0.0, -separation(a_circle, b_circle)) / unit
            allowed = allowance(min(a_circle.radius, b_circle.radius), unit, tolerance) / unit
            apart = depth <= allowed
        else:
            inset = [min(tolerance * diagonal, 0.1 * float(np.sqrt(shape.area))) for shape in (a, b)]
            apart = not a.buffer(-inset[0]).intersects(b.buffer(-inset[1]))
            depth, allowed = (
                (0.0, tolerance) if apart else (float(np.sqrt(a.intersection(b).area)) / diagonal, tolerance)
            )
        if not apart:
            return violated(
                Code.R4,
                f"{name_of(first)} and {name_of(second)} overlap",
                measured=depth,
                tolerance=allowed,
                evidence=show(first, second),
            )
        worst = max(worst, depth)
    return holds("no two overlap", measured=worst, tolerance=tolerance, evidence=show(*regions))
