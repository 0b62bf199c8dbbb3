"""Circles: centre, radius and roundness; families of circles; which of them touch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import numpy as np

from mathvis.figure.finding import Finding, holds, undecided, violated
from mathvis.figure.model import Curve, Node, Point, Region
from mathvis.goldir.codes import Code, Group
from mathvis.goldir.expressions import Expr
from mathvis.predicates.measure.circles import Circle, allowance, drawn_circle, fit_circle, is_whole
from mathvis.predicates.measure.frames import no_frame
from mathvis.predicates.measure.names import check_names, numbers_of, trace_at
from mathvis.predicates.measure.words import listed, member_name, name_of, percent, plain, plural, show
from mathvis.predicates.registry import predicate
from mathvis.predicates.signature import AtLeast, Place
from mathvis.tolerances import TOLERANCES

_Round = Curve | Region


def data_diagonal(entity: Curve | Region) -> float:
    """Return the diagonal of an entity's panel in data units."""
    return entity.frame.diagonal / entity.frame.scale


def roundness(entity: _Round, circle: Circle | None, tolerance: float) -> Finding | None:
    """Return why an entity is no circle, or None."""
    name = name_of(entity)
    if circle is None:
        return violated(Code.R8, f"{name} is no circle", measured="no circle fits", evidence=show(entity))
    diagonal = data_diagonal(entity)
    allowed = allowance(circle.radius, diagonal, tolerance)
    if circle.defect > allowed:
        return violated(
            Code.R8,
            f"{name} is not round: off by {percent(circle.defect / diagonal)}",
            measured=circle.defect / diagonal,
            tolerance=allowed / diagonal,
            evidence=show(entity),
        )
    if not is_whole(circle, diagonal):
        return violated(
            Code.R4,
            f"{name} is no whole circle: {np.degrees(circle.gap):.0f}° of it are missing",
            measured=circle.gap,
            unit="radians",
            evidence=show(entity),
        )
    return None


@predicate(group=Group.RELATION, codes=(Code.R2, Code.R5, Code.R8, Code.R4))
def circle(
    curve: Curve | Region,
    center: Point | Node | Place | None = None,
    radius: float | None = None,
    tolerance: float = TOLERANCES.circle,
) -> Finding:
    """The drawn curve is a whole circle; with `center` and `radius`, about that place and of that radius.

    A circle is fitted by least squares in data coordinates; centre, radius and roundness may each be off by
    `tolerance` of the panel's diagonal, in proportion less for a circle smaller than ``small_circle`` of it.

    Parameters
    ----------
    center
        A drawn point, or a place in data coordinates.

    Examples
    --------
    ::

        - contour: {circle: {curve: C, center: 0, radius: 1}}
        - round:   {circle: {curve: K, center: E}}
    """
    if not curve.frame.fitted and (radius is not None or (center is not None and not isinstance(center, Point | Node))):
        return no_frame(curve.frame)
    found = drawn_circle(curve)
    wrong = roundness(curve, found, tolerance)
    if wrong is not None or found is None:
        return wrong or undecided("no circle fits")
    diagonal = data_diagonal(curve)
    wanted = None
    if center is not None:
        wanted = (
            curve.frame.to_data(center.at[None])[0] if isinstance(center, Point | Node) else np.array(center, float)
        )
    return _compare(curve, found, wanted, radius, diagonal, tolerance)


def _compare(
    curve: _Round, found: Circle, center: Any, radius: float | None, diagonal: float, tolerance: float
) -> Finding:
    name = name_of(curve)
    allowed = allowance(radius if radius is not None else found.radius, diagonal, tolerance)
    measured = found.defect
    if radius is not None:
        measured = max(measured, abs(found.radius - radius))
        if abs(found.radius - radius) > allowed:
            return violated(
                Code.R2,
                f"{name} has radius {plain(found.radius)}, not {plain(radius)}",
                measured=abs(found.radius - radius) / diagonal,
                tolerance=allowed / diagonal,
                evidence=show(curve),
            )
    if center is not None:
        off = float(np.hypot(*(found.center - center)))
        measured = max(measured, off)
        if off > allowed:
            x, y = found.center
            return violated(
                Code.R5,
                f"{name} is centred at ({plain(x)}, {plain(y)}), not at ({plain(center[0])}, {plain(center[1])})",
                measured=off / diagonal,
                tolerance=allowed / diagonal,
                evidence=show(curve),
            )
    about = f" about ({plain(found.center[0])}, {plain(found.center[1])})" if curve.frame.fitted else ""
    words = (
        f"{name} is the circle of radius {plain(found.radius)}{about}" if curve.frame.fitted else f"{name} is a circle"
    )
    return holds(words, measured=measured / diagonal, tolerance=allowed / diagonal, evidence=show(curve))


def _check_family(args: Mapping[str, Any]) -> Iterable[str]:
    return check_names(args, single=("center", "radius"))


@predicate(group=Group.RELATION, codes=(Code.R2, Code.R5, Code.R8, Code.R4), check=_check_family)
def circles_at(
    circles: tuple[Curve | Region, ...],
    names: str,
    center: Expr | tuple[Expr, Expr],
    radius: Expr,
    tolerance: float = TOLERANCES.circle,
) -> Finding:
    """Every circle of a set has the centre and radius that the numbers in its name give.

    `names` is a template such as ``circ-{p}-{q}``; `center` (a complex expression or a pair) and `radius` are
    expressions in its letters. Allowances are those of `circle`.

    Examples
    --------
    ::

        - ford: {circles_at: {circles: circles, names: "circ-{p}-{q}",
                              center: ["p/q", "1/(2*q^2)"], radius: "1/(2*q^2)"}}
    """
    worst = 0.0
    for item in circles:
        if not item.frame.fitted:
            return no_frame(item.frame)
        values = numbers_of(names, item)
        if values is None:
            return undecided(f"the name {member_name(item)!r} does not fit {names!r}", evidence=show(item))
        wanted_radius = float(radius.real(**values))
        wanted = trace_at(center, values)
        if not (np.isfinite(wanted).all() and wanted_radius > 0):
            return undecided(f"no circle is stated for {member_name(item)}", evidence=show(item))
        found = drawn_circle(item)
        wrong = roundness(item, found, tolerance)
        if wrong is not None or found is None:
            return wrong or undecided("no circle fits")
        finding = _compare(item, found, wanted, wanted_radius, data_diagonal(item), tolerance)
        if not finding.holds:
            return finding
        worst = max(worst, float(finding.measured or 0))
    return holds(
        f"{plural(len(circles), 'circle')} where they should be",
        measured=worst,
        tolerance=tolerance,
        evidence=show(*circles),
    )


@predicate(group=Group.RELATION, codes=(Code.R1, Code.R2))
def concyclic(
    points: Annotated[tuple[Point | Node, ...], AtLeast(3)],
    center: Point | Node | None = None,
    tolerance: float = TOLERANCES.circle,
) -> Finding:
    """The points lie on one circle, about `center` if it is named.

    Undecided when they are too close together or too nearly on a line to fix a circle.

    Examples
    --------
    ::

        - equal: {concyclic: {points: [F, C, B, D], center: E}}
    """
    places = np.array([p.at for p in points])
    diagonal = points[0].frame.diagonal
    if not np.isfinite(places).all():
        return undecided("a point has no finite place")
    if center is not None:
        apart = np.hypot(*(places - center.at).T)
        spread = float(apart.max() - apart.min()) / diagonal
        if apart.min() < TOLERANCES.short_base * diagonal:
            return undecided(f"a point is too near {name_of(center)}", measured=spread, evidence=show(center))
        words = f"{listed(name_of(p) for p in points)}"
        if spread <= 2 * tolerance:
            return holds(
                f"{words} at equal distance from {name_of(center)}",
                measured=spread / 2,
                tolerance=tolerance,
                evidence=show(*points),
            )
        return violated(
            Code.R1,
            f"{words} are not equally far from {name_of(center)}: {percent(spread)} apart",
            measured=spread / 2,
            tolerance=tolerance,
            evidence=show(*points),
        )
    if len(points) == 3:
        return undecided("three points always lie on a circle")
    found = fit_circle(places)
    if found is None or found.radius > 10 * diagonal or np.ptp(places, axis=0).max() < TOLERANCES.short_leg * diagonal:
        return undecided("the points are too nearly on a line to fix a circle", evidence=show(*points))
    off = found.defect / diagonal
    if off <= tolerance:
        return holds("on one circle", measured=off, tolerance=tolerance, evidence=show(*points))
    return violated(
        Code.R1, f"not on one circle: off by {percent(off)}", measured=off, tolerance=tolerance, evidence=show(*points)
    )
