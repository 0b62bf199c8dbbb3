"""Curves as such: closed, simple, straight, from one place to another."""

from __future__ import annotations

import math

import numpy as np
from shapely import Point as Spot
from shapely import Polygon

from mathvis.figure.finding import Finding, holds, undecided, violated
from mathvis.figure.model import Array, Curve, Edge, Node, Point
from mathvis.goldir.codes import Code, Group
from mathvis.predicates.budget import Budget
from mathvis.predicates.measure.frames import no_frame
from mathvis.predicates.measure.polyline import (
    densify,
    double_points,
    end_gap,
    is_closed,
    is_drawn,
    sense,
    straightness,
)
from mathvis.predicates.measure.words import name_of, percent, plural, show
from mathvis.predicates.registry import predicate
from mathvis.predicates.signature import Places
from mathvis.tolerances import TOLERANCES


@predicate(group=Group.RELATION, codes=(Code.R4,))
def closed(curves: tuple[Curve, ...], tolerance: float = TOLERANCES.closed_gap) -> Finding:
    """Each curve is one closed curve.

    Examples
    --------
    ::

        - loop: {closed: {curves: gamma}}
    """
    for curve in curves:
        if not is_closed(curve, tolerance):
            gap = end_gap(curve)
            words = "in pieces" if len(curve.pieces) > 1 else f"open by {percent(gap)}"
            return violated(
                Code.R4, f"{name_of(curve)} is {words}", measured=gap, tolerance=tolerance, evidence=show(curve)
            )
    return holds("closed", evidence=show(*curves))


@predicate(group=Group.RELATION, codes=(Code.R4,))
def simple(paths: tuple[Curve | Edge, ...], budget: Budget) -> Finding:
    """No curve or arrow crosses or touches itself (apart from where a closed curve ends).

    Double points nearer to each other than ``same_mark`` are one.

    Examples
    --------
    ::

        - once: {simple: {paths: [gamma, delta]}}
    """
    for path in paths:
        found = _double_points(path, budget)
        if len(found):
            return violated(
                Code.R4,
                f"{name_of(path)} crosses itself {plural(len(found), 'time')}",
                measured=len(found),
                evidence=show(path, at=found[0]),
            )
    return holds("no path crosses itself", evidence=show(*paths))


@predicate(group=Group.RELATION, codes=(Code.R4, Code.R9))
def self_crossings(curve: Curve, equals: int, budget: Budget) -> Finding:
    """The curve crosses or touches itself in exactly `equals` places.

    Examples
    --------
    ::

        - eight: {self_crossings: {curve: lemniscate, equals: 1}}
    """
    found = _double_points(curve, budget)
    words = f"{name_of(curve)} has {plural(len(found), 'double point')}"
    evidence = show(curve, at=found[0] if len(found) else None)
    if len(found) == equals:
        return holds(words, measured=len(found), evidence=evidence)
    return violated(Code.R9, f"{words}, not {equals}", measured=len(found), evidence=evidence)


def _double_points(path: Curve | Edge, budget: Budget) -> Array:
    merge = TOLERANCES.same_mark * path.frame.diagonal
    pieces = path.pieces if isinstance(path, Curve) else (path.path,)
    found = [np.zeros((0, 2))]
    for piece in pieces:
        if not np.isfinite(piece).all():
            continue
        budget.spend(10 * len(piece))
        shut = len(piece) > 2 and bool(np.hypot(*(piece[-1] - piece[0])) <= TOLERANCES.closed_gap * path.frame.diagonal)
        found.append(double_points(piece, closed=shut, merge=merge))
    return np.vstack(found)


@predicate(group=Group.RELATION, codes=(Code.R7, Code.R3, Code.R4))
def runs(
    path: Curve | Edge,
    start: Point | Node,
    end: Point | Node,
    tolerance: float = TOLERANCES.edge_end,
) -> Finding:
    """The path leads in one piece from one place to the other; a tip, if it has one, points to the end.

    An end belongs to a place when it lies within `tolerance` of it, or of the outline of a node.

    Examples
    --------
    ::

        - connects: {runs: {path: delta, start: kc, end: qa}}
    """
    name = name_of(path)
    if isinstance(path, Curve) and (len(path.pieces) != 1 or not is_drawn(path)):
        return violated(Code.R4, f"{name} is not one continuous path", evidence=show(path))
    points = path.pieces[0] if isinstance(path, Curve) else path.path
    if len(points) < 2 or not np.isfinite(points).all():
        return violated(Code.R4, f"{name} has no length", evidence=show(path))
    way = sense(path).sign if isinstance(path, Curve) else int(path.directed)
    if isinstance(path, Curve) and sense(path).contradicted:
        return violated(Code.R3, f"the arrow tips on {name} contradict each other", evidence=show(path))
    first, last = (points[-1], points[0]) if way < 0 else (points[0], points[-1])
    forward = max(_apart(first, start), _apart(last, end))
    backward = max(_apart(first, end), _apart(last, start))
    words = f"{name} leads from {name_of(start)} to {name_of(end)}"
    if forward <= tolerance or (way == 0 and backward <= tolerance):
        return holds(words, measured=min(forward, backward), tolerance=tolerance, evidence=show(path))
    if backward <= tolerance:
        return violated(
            Code.R3, f"{name} leads from {name_of(end)} to {name_of(start)}", evidence=show(path, start, end)
        )
    place = first if _apart(first, start) > tolerance else last
    return violated(
        Code.R7,
        f"{name} does not lead from {name_of(start)} to {name_of(end)}: an end is {percent(forward)} away",
        measured=forward,
        tolerance=tolerance,
        evidence=show(path, start, end, at=place),
    )


def _apart(at: Array, place: Point | Node) -> float:
    """Return the distance of a place from a mark or from a node's outline, as a share of the panel's diagonal."""
    if isinstance(place, Point):
        off = max(0.0, float(np.hypot(*(at - place.at))) - place.radius)
    else:
        shape = Polygon(place.outline) if len(place.outline) > 3 else None
        off = float(np.hypot(*(at - place.at))) if shape is None or shape.is_empty else shape.distance(Spot(at))
    return off / place.frame.diagonal


@predicate(group=Group.RELATION, codes=(Code.R8, Code.R2))
def straight(paths: tuple[Curve | Edge, ...], tolerance: float = TOLERANCES.collinear) -> Finding:
    """Each curve or arrow is a straight segment: nothing is farther from its chord than `tolerance` of its length.

    Examples
    --------
    ::

        - vectors: {straight: {paths: roots}}
    """
    worst, bent = 0.0, paths[0]
    for path in paths:
        pieces = path.pieces if isinstance(path, Curve) else (path.path,)
        off = math.inf if len(pieces) != 1 or len(pieces[0]) < 2 else straightness(pieces[0])
        if not off <= worst:
            worst, bent = off, path
    if worst <= tolerance:
        return holds("all are straight", measured=worst, tolerance=tolerance, evidence=show(*paths))
    return violated(
        Code.R8,
        f"{name_of(bent)} is not straight",
        measured=worst if math.isfinite(worst) else "no segment",
        tolerance=tolerance,
        evidence=show(bent),
    )


@predicate(group=Group.RELATION, codes=(Code.R8, Code.R4))
def lies_on_line(curve: Curve, through: Places, covers: bool = True, tolerance: float = TOLERANCES.on) -> Finding:
    """The curve lies on the straight line through two places; with `covers`, it reaches from one to the other.

    Examples
    --------
    ::

        - axis: {lies_on_line: {curve: axis, through: [[0, 0], [1, 0]]}}
    """
    if not curve.frame.fitted:
        return no_frame(curve.frame)
    if len(through) != 2 or np.hypot(*(through[1] - through[0])) == 0:
        return undecided("a line needs two different places")
    name = name_of(curve)
    if not is_drawn(curve):
        return violated(Code.R8, f"{name} has no length", evidence=show(curve))
    a, b = curve.frame.to_page(through)
    chord = (b - a) / np.hypot(*(b - a))
    step = tolerance * curve.frame.diagonal
    dense = np.vstack([densify(piece, step) for piece in curve.pieces])
    off = np.abs((dense - a) @ np.array([-chord[1], chord[0]])) / curve.frame.diagonal
    worst = int(np.argmax(off))
    if off[worst] > tolerance:
        return violated(
            Code.R8,
            f"{name} leaves the line by {percent(float(off[worst]))}",
            measured=float(off[worst]),
            tolerance=tolerance,
            evidence=show(curve, at=dense[worst]),
        )
    along = np.sort((dense - a) @ chord)
    size = float(np.hypot(*(b - a)))
    inner = np.concatenate([[0.0], along[(along > 0) & (along < size)], [size]])
    gap = max(float(np.diff(inner).max()) - step, 0.0) / curve.frame.diagonal
    if along[0] <= 0 <= size <= along[-1]:
        gap = 0.0 if len(curve.pieces) == 1 else gap
    if covers and gap > tolerance:
        return violated(
            Code.R4,
            f"{name} does not reach from one place to the other: {percent(gap)} is missing",
            measured=gap,
            tolerance=tolerance,
            evidence=show(curve),
        )
    return holds(f"{name} lies on the line", measured=float(off[worst]), tolerance=tolerance, evidence=show(curve))
