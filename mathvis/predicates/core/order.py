"""Order and incidence of points and lines: collinear, concurrent, in order, on which side."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np

from mathvis.figure.finding import Finding, holds, undecided, violated
from mathvis.figure.model import Array, Curve, Edge, Node, Point
from mathvis.goldir.codes import Code, Group
from mathvis.predicates.core.metric import Segment, piece_of
from mathvis.predicates.measure.polyline import densify, is_closed, is_drawn, length
from mathvis.predicates.measure.words import listed, name_of, percent, show
from mathvis.predicates.registry import predicate
from mathvis.predicates.signature import AtLeast
from mathvis.tolerances import TOLERANCES


@predicate(group=Group.RELATION, codes=(Code.R1,))
def collinear(
    points: Annotated[tuple[Point | Node, ...], AtLeast(3)], tolerance: float = TOLERANCES.collinear
) -> Finding:
    """The points lie on one straight line: the second over the first singular value of the centred points.

    Undecided when two of them are nearer than ``short_base`` of the panel's diagonal, so that any line would do.

    Examples
    --------
    ::

        - diameter: {collinear: {points: [F, A, E, B]}}
    """
    places = np.array([p.at for p in points])
    if not np.isfinite(places).all():
        return undecided("a point has no finite place")
    close = _too_close(points)
    if close is not None:
        return close
    values = np.linalg.svd(places - places.mean(axis=0), compute_uv=False)
    measured = float(values[1] / values[0])
    words = ", ".join(name_of(p) for p in points)
    if measured <= tolerance:
        return holds(f"{words} on one line", measured=measured, tolerance=tolerance, evidence=show(*points))
    return violated(
        Code.R1,
        f"{words} are not on one line: off by {percent(measured)} of their spread",
        measured=measured,
        tolerance=tolerance,
        evidence=show(*points),
    )


def _too_close(points: tuple[Point | Node, ...]) -> Finding | None:
    for i, first in enumerate(points):
        for second in points[:i]:
            if np.hypot(*(first.at - second.at)) < TOLERANCES.short_base * first.frame.diagonal:
                return undecided(
                    f"{name_of(first)} and {name_of(second)} are too close to each other", evidence=show(first, second)
                )
    return None


@predicate(group=Group.RELATION, codes=(Code.R1,))
def concurrent(
    lines: Annotated[tuple[Curve | Edge, ...], AtLeast(3)],
    at: Point | None = None,
    tolerance: float = TOLERANCES.on,
) -> Finding:
    """The straight lines through the segments meet in one point, or in the point named.

    The point is that of least squared distance. Undecided when the lines are nearly parallel.

    Examples
    --------
    ::

        - medians: {concurrent: {lines: [ma, mb, mc], at: S}}
    """
    pieces = [piece_of(line) for line in lines]
    diagonal = pieces[0].diagonal
    if any(not np.hypot(*piece.vector) >= TOLERANCES.short_leg * diagonal for piece in pieces):
        return undecided("a line is too short to be extended", evidence=show(*lines))
    normals = np.array([[-p.vector[1], p.vector[0]] / np.hypot(*p.vector) for p in pieces])
    offsets = np.array([n @ p.start for n, p in zip(normals, pieces, strict=True)])
    if at is None:
        meeting, _, _, values = np.linalg.lstsq(normals, offsets, rcond=None)
        if values[1] < np.sin(np.radians(TOLERANCES.tangent_angle)):
            return undecided("the lines are nearly parallel", evidence=show(*lines))
    else:
        meeting = at.at
    off = np.abs(normals @ meeting - offsets) / diagonal
    worst = int(np.argmax(off))
    measured = float(off[worst])
    if measured <= tolerance:
        return holds(
            "the lines meet in one point", measured=measured, tolerance=tolerance, evidence=show(*lines, at=meeting)
        )
    return violated(
        Code.R1,
        f"{pieces[worst].name} misses the common point by {percent(measured)}",
        measured=measured,
        tolerance=tolerance,
        evidence=show(*lines, at=meeting),
    )


@predicate(group=Group.RELATION, codes=(Code.R5, Code.R1))
def in_order(
    points: Annotated[tuple[Point | Node, ...], AtLeast(2)],
    along: Curve | None = None,
    cyclic: bool = False,
    reversal: bool = True,
    tolerance: float = TOLERANCES.order_gap,
) -> Finding:
    """The points follow one another in this order along a curve, or along the line through the first and the last.

    Neighbours must be at least `tolerance` of the carrier apart. With `cyclic` the order is up to the starting
    point on a closed curve; with `reversal` the opposite order is right as well (along a line that says nothing:
    betweenness).

    Examples
    --------
    ::

        - between: {in_order: {points: [F, A, E, B]}}
        - round:   {in_order: {points: [A, B, C, D], along: circle, cyclic: true}}
    """
    places = np.array([p.at for p in points])
    if not np.isfinite(places).all():
        return undecided("a point has no finite place")
    words = ", ".join(name_of(p) for p in points)
    if along is None:
        chord = places[-1] - places[0]
        size = float(np.hypot(*chord))
        if not size >= TOLERANCES.short_base * points[0].frame.diagonal:
            return undecided("the first and the last point are too close", evidence=show(*points))
        share = (places - places[0]) @ chord / size**2
        steps = np.diff(share)
    else:
        carrier = _stations(places, along)
        if isinstance(carrier, Finding):
            return carrier
        share, whole = carrier
        steps = np.diff(share)
        if cyclic and whole:
            steps = np.diff(np.concatenate([share, share[:1]])) % 1.0
            turns = steps.sum()
            backward = (-np.diff(np.concatenate([share, share[:1]]))) % 1.0
            if reversal and backward.sum() < turns:
                steps, turns = backward, backward.sum()
            if turns > 1.5:
                return violated(Code.R5, f"{words} do not follow in this order", evidence=show(*points, along))
        elif reversal and steps.sum() < 0:
            steps = -steps
    least = float(steps.min())
    if least >= tolerance:
        return holds(f"{words} in this order", measured=least, tolerance=tolerance, evidence=show(*points))
    k = int(np.argmin(steps))
    return violated(
        Code.R5,
        f"{name_of(points[(k + 1) % len(points)])} does not come after {name_of(points[k])}",
        measured=least,
        tolerance=tolerance,
        evidence=show(points[k], points[(k + 1) % len(points)]),
    )


def _stations(places: Array, along: Curve) -> tuple[Array, bool] | Finding:
    """Return where the points project on the curve, as shares of its length, and whether it is closed."""
    if len(along.pieces) != 1 or not is_drawn(along):
        return undecided(f"{name_of(along)} is not one curve", evidence=show(along))
    piece = along.pieces[0]
    dense = densify(piece, TOLERANCES.flatness * along.frame.diagonal * 20)
    s = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(dense, axis=0).T))]) / length(dense)
    apart = np.hypot(*(places[:, None] - dense[None]).transpose(2, 0, 1))
    nearest = apart.argmin(axis=1)
    off = float(apart.min(axis=1).max()) / along.frame.diagonal
    if off > TOLERANCES.edge_end:
        return violated(
            Code.R1,
            f"a point is {percent(off)} off {name_of(along)}",
            measured=off,
            tolerance=TOLERANCES.edge_end,
            evidence=show(along),
        )
    return s[nearest], is_closed(along)


@predicate(group=Group.RELATION, codes=(Code.R5,))
def sides(
    line: Segment,
    first: tuple[Point | Node, ...],
    second: tuple[Point | Node, ...] | None = None,
    tolerance: float = TOLERANCES.on,
) -> Finding:
    """All of `first` lie on one side of a straight line, and all of `second`, if given, on the other.

    A point nearer to the line than `tolerance` of the panel's diagonal is on neither side.

    Examples
    --------
    ::

        - apart: {sides: {line: [A, B], first: [C], second: [D]}}
    """
    piece = piece_of(line)
    size = float(np.hypot(*piece.vector))
    if not size >= TOLERANCES.short_leg * piece.diagonal:
        return undecided(f"{piece.name} is too short to have sides", evidence=show(*piece.items))
    normal = np.array([-piece.vector[1], piece.vector[0]]) / size
    groups = [first, second or ()]
    signs = []
    for group in groups:
        for point in group:
            off = float((point.at - piece.start) @ normal) / piece.diagonal
            if not abs(off) >= tolerance:
                return violated(
                    Code.R5,
                    f"{name_of(point)} is on {piece.name}, not beside it",
                    measured=abs(off),
                    tolerance=tolerance,
                    evidence=show(point),
                )
            signs.append(np.sign(off) * (1 if group is first else -1))
    if len(set(signs)) == 1:
        return holds(f"{listed(name_of(p) for p in first)} on one side of {piece.name}", evidence=show(*first))
    words = " and ".join(listed(name_of(p) for p in group) for group in groups if group)
    return violated(Code.R5, f"{words} do not lie on the stated sides of {piece.name}", evidence=show(*first))


@predicate(group=Group.RELATION, codes=(Code.R5,))
def placed(
    points: Annotated[tuple[Point | Node, ...], AtLeast(2)],
    direction: Literal["right", "left", "up", "down"],
    tolerance: float = TOLERANCES.order_gap,
) -> Finding:
    """Each point lies farther in a direction of the page than the one before it.

    Examples
    --------
    ::

        - upward: {placed: {points: [a, b, c], direction: up}}
    """
    way = {"right": (1, 0), "left": (-1, 0), "up": (0, 1), "down": (0, -1)}[direction]
    along = np.array([p.at for p in points]) @ np.array(way, float) / points[0].frame.diagonal
    steps = np.diff(along)
    if not np.isfinite(steps).all():
        return undecided("a point has no finite place")
    k = int(np.argmin(steps))
    if steps[k] >= tolerance:
        return holds(f"{listed(name_of(p) for p in points)}: each farther {direction}", evidence=show(*points))
    return violated(
        Code.R5,
        f"{name_of(points[k + 1])} is not {direction} of {name_of(points[k])}",
        measured=float(steps[k]),
        tolerance=tolerance,
        evidence=show(points[k], points[k + 1]),
    )
