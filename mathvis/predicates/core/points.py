"""Points: where they are, on what they lie, how many there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

import numpy as np
from scipy.optimize import linear_sum_assignment
from shapely import Point as Spot

from mathvis.figure.finding import Finding, holds, undecided, violated
from mathvis.figure.model import Array, Curve, Edge, Entity, Node, Point, Region, Text
from mathvis.goldir.codes import Code, Group
from mathvis.goldir.expressions import Expr
from mathvis.predicates.measure.areas import area_of
from mathvis.predicates.measure.compare import outlines, same_line
from mathvis.predicates.measure.frames import no_frame
from mathvis.predicates.measure.names import check_names, numbers_of, trace_at
from mathvis.predicates.measure.polyline import distances, is_drawn
from mathvis.predicates.measure.words import listed, member_name, name_of, percent, place_text, plural, show
from mathvis.predicates.registry import predicate
from mathvis.predicates.signature import AtLeast, Places
from mathvis.tolerances import TOLERANCES


def place_of(item: Point | Node | Text) -> Array:
    """Return where an entity is on the page: a mark, a node's centre, the middle of a text."""
    return item.center if isinstance(item, Text) else item.at


def distinct_marks(points: tuple[Point | Node, ...]) -> tuple[Point | Node, ...]:
    """Return the marks with those that coincide with an earlier one (``same_mark``) left out."""
    kept: list[Point | Node] = []
    for point in points:
        within = TOLERANCES.same_mark * point.frame.diagonal
        if all(np.hypot(*(point.at - other.at)) > within for other in kept):
            kept.append(point)
    return tuple(kept)


def distinct_things(things: tuple[Entity, ...]) -> tuple[Entity, ...]:
    """Return the things with marks that coincide and lines drawn twice left out but for the first."""
    marks = {id(mark) for mark in distinct_marks(tuple(thing for thing in things if isinstance(thing, Point)))}
    kept: list[Entity] = []
    lines: list[tuple[Array, ...]] = []
    for thing in things:
        if isinstance(thing, Curve | Region | Edge):
            pieces = outlines(thing)
            within = TOLERANCES.same_curve * thing.frame.diagonal
            if pieces and any(same_line(pieces, other, within) for other in lines):
                continue
            lines.append(pieces)
        elif isinstance(thing, Point) and id(thing) not in marks:
            continue
        kept.append(thing)
    return tuple(kept)


@predicate(group=Group.RELATION, codes=(Code.R5, Code.O4, Code.X1))
def at(
    points: Annotated[tuple[Point | Node, ...], AtLeast(0)],
    equals: Places,
    matching: Literal["any", "in-order"] = "any",
    tolerance: float = TOLERANCES.position,
) -> Finding:
    """The marks stand at the stated places, one at each.

    With matching ``any`` the best bijection between marks and places is taken (marks that coincide count once);
    ``in-order`` means the first mark at the first place and so on.

    Examples
    --------
    ::

        - zeros: {at: {points: zeros, equals: {roots_of: "z^5 + 6z^3 + 2z - 1", where: "|z| < 1"}}}
        - base:  {at: {points: [A, B], equals: [[0, 0], [1, 0]], matching: in-order}}
    """
    for point in points:
        if not point.frame.fitted:
            return no_frame(point.frame)
    marks = distinct_marks(points) if matching == "any" else points
    if len(marks) != len(equals):
        words = f"{plural(len(marks), 'mark')}, not {len(equals)}"
        return violated(
            Code.O4 if len(marks) < len(equals) else Code.X1, words, measured=len(marks), evidence=show(*marks)
        )
    if not marks:
        return holds("no mark, as stated")
    frame = marks[0].frame
    drawn, wanted = np.array([mark.at for mark in marks]), frame.to_page(equals)
    off = np.hypot(*(drawn[:, None] - wanted[None]).transpose(2, 0, 1)) / frame.diagonal
    if not np.isfinite(off).all():
        return undecided("a mark has no finite place")
    rows, columns = linear_sum_assignment(off) if matching == "any" else (np.arange(len(marks)),) * 2
    gaps = off[rows, columns]
    worst = int(np.argmax(gaps))
    mark = marks[int(rows[worst])]
    measured = float(gaps[worst])
    if measured <= tolerance:
        words = (
            f"{plural(len(marks), 'mark')}, each within {percent(measured)}"
            if len(marks) > 1
            else (f"{name_of(mark)} is where it should be")
        )
        return holds(words, measured=measured, tolerance=tolerance, evidence=show(*marks))
    return violated(
        Code.R5,
        f"{name_of(mark)} at {place_text(mark.at, frame)} is {percent(measured)} from "
        f"{place_text(wanted[int(columns[worst])], frame)}",
        measured=measured,
        tolerance=tolerance,
        evidence=show(mark, at=mark.at),
    )


def _check_points_at(args: Mapping[str, Any]) -> Iterable[str]:
    return check_names(args, single=("at",))


@predicate(group=Group.RELATION, codes=(Code.R5, Code.B2), check=_check_points_at)
def points_at(
    points: tuple[Point | Node, ...],
    names: str,
    at: Expr | tuple[Expr, Expr],
    tolerance: float = TOLERANCES.position,
) -> Finding:
    """Every mark of a set stands at the place that the numbers in its name give.

    `names` is a template such as ``pt-{p}-{q}``; `at` is an expression in its letters, complex or a pair. When two
    marks stand at each other's places the code is B2.

    Examples
    --------
    ::

        - contacts: {points_at: {points: contacts, names: "pt-{p}-{q}", at: "p/q"}}
    """
    wanted = []
    for point in points:
        if not point.frame.fitted:
            return no_frame(point.frame)
        values = numbers_of(names, point)
        if values is None:
            return undecided(f"the name {member_name(point)!r} does not fit {names!r}", evidence=show(point))
        place = trace_at(at, values)
        if not np.isfinite(place).all():
            return undecided(f"no place is stated for {member_name(point)}", evidence=show(point))
        wanted.append(point.frame.to_page(place[None])[0])
    drawn, stated = np.array([point.at for point in points]), np.array(wanted)
    off = np.hypot(*(drawn[:, None] - stated[None]).transpose(2, 0, 1)) / points[0].frame.diagonal
    own = np.diag(off)
    if not np.isfinite(own).all():
        return undecided("a mark has no finite place")
    worst = int(np.argmax(own))
    measured = float(own[worst])
    point = points[worst]
    if measured <= tolerance:
        words = f"{plural(len(points), 'mark')}, each within {percent(measured)}"
        return holds(words, measured=measured, tolerance=tolerance, evidence=show(*points))
    rivals = [k for k in range(len(points)) if k != worst and off[worst, k] <= tolerance and off[k, worst] <= tolerance]
    words = f"{name_of(point)} at {place_text(point.at, point.frame)} is {percent(measured)} off"
    if rivals:
        words = f"{name_of(point)} and {name_of(points[rivals[0]])} are exchanged"
    return violated(
        Code.B2 if rivals else Code.R5, words, measured=measured, tolerance=tolerance, evidence=show(point, at=point.at)
    )


@predicate(group=Group.RELATION, codes=(Code.R1,))
def on(points: tuple[Point | Node, ...], curve: Curve, tolerance: float = TOLERANCES.on) -> Finding:
    """Every point lies on the drawn curve.

    Examples
    --------
    ::

        - chord: {on: {points: [A, B], curve: circle}}
    """
    if not is_drawn(curve):
        return violated(Code.R1, f"{name_of(curve)} has no length", evidence=show(curve))
    diagonal = curve.frame.diagonal
    off = distances(np.array([p.at for p in points]), curve.pieces, tolerance * diagonal) / diagonal
    if not np.isfinite(off).all():
        return undecided("a point has no finite place")
    worst = int(np.argmax(off))
    measured, point = float(off[worst]), points[worst]
    if measured <= tolerance:
        return holds(
            f"{listed(name_of(p) for p in points)} on {name_of(curve)}",
            measured=measured,
            tolerance=tolerance,
            evidence=show(*points),
        )
    return violated(
        Code.R1,
        f"{name_of(point)} is off {name_of(curve)} by {percent(measured)}",
        measured=measured,
        tolerance=tolerance,
        evidence=show(point, curve, at=point.at),
    )


@predicate(group=Group.RELATION, codes=(Code.R9, Code.O4, Code.X1))
def count(
    things: Annotated[tuple[Entity, ...], AtLeast(0)],
    equals: int | None = None,
    at_least: int | None = None,
    at_most: int | None = None,
    inside: Region | Curve | None = None,
) -> Finding:
    """There are so many of a kind; with `inside`, only those whose place lies in a region or closed curve count.

    Marks that coincide (``same_mark``) count once, and so do lines and regions drawn twice (``same_curve``). Too few
    is O4, too many X1.

    Examples
    --------
    ::

        - twelve: {count: {things: roots, equals: 12}}
        - some:   {count: {things: trajectories, at_least: 6}}
    """
    if equals is None and at_least is None and at_most is None:
        return undecided("nothing is said of the number")
    kept = list(distinct_things(things))
    if inside is not None:
        decided = [_is_inside(thing, inside) for thing in kept]
        if None in decided:
            return undecided(f"it cannot be told what lies inside {name_of(inside)}", evidence=show(inside))
        kept = [thing for thing, yes in zip(kept, decided, strict=True) if yes]
    n = len(kept)
    low = equals if equals is not None else at_least
    high = equals if equals is not None else at_most
    words = f"{n} drawn"
    if (low is None or n >= low) and (high is None or n <= high):
        return holds(words, measured=n, evidence=show(*kept))
    wanted = f"{low}" if low == high else f"at least {low}" if low is not None and n < low else f"at most {high}"
    code = Code.O4 if low is not None and n < low else Code.X1
    return violated(code, f"{words}, not {wanted}", measured=n, evidence=show(*kept))


def _is_inside(thing: Entity, area: Region | Curve) -> bool | None:
    """Whether the place of a thing lies inside; None where it cannot be told."""
    shape = area_of(area)
    if shape is None or shape.is_empty:
        return None
    if isinstance(thing, Point | Node | Text):
        place = place_of(thing)
    else:
        inner = area_of(thing) if isinstance(thing, Region | Curve) else None
        if inner is None or inner.is_empty:
            return None
        place = np.array(inner.representative_point().coords[0])
    if not np.isfinite(place).all():
        return None
    spot = Spot(place)
    edge = shape.boundary.distance(spot) / area.frame.diagonal
    return None if edge < TOLERANCES.on else bool(shape.contains(spot))


@predicate(group=Group.RELATION, codes=(Code.R9, Code.U4))
def distinct(points: tuple[Point | Node, ...], tolerance: float = TOLERANCES.same_mark) -> Finding:
    """No two of the points coincide.

    Examples
    --------
    ::

        - apart: {distinct: {points: [A, B, C]}}
    """
    least = np.inf
    for i, first in enumerate(points):
        for second in points[:i]:
            gap = float(np.hypot(*(first.at - second.at))) / first.frame.diagonal
            if gap <= tolerance:
                return violated(
                    Code.R9,
                    f"{name_of(first)} and {name_of(second)} coincide",
                    measured=gap,
                    tolerance=tolerance,
                    evidence=show(first, second, at=first.at),
                )
            least = min(least, gap)
    if len(points) > 1 and not np.isfinite(least):
        return undecided("a point has no finite place")
    return holds("all apart", tolerance=tolerance, evidence=show(*points))
