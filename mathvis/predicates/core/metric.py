"""Lengths, ratios, distances and angles."""

from __future__ import annotations

import math
from typing import Annotated, NamedTuple

import numpy as np

from mathvis.figure.finding import Finding, holds, undecided, violated
from mathvis.figure.model import Array, Curve, Edge, Node, Point
from mathvis.goldir.codes import Code, Group
from mathvis.predicates.measure.frames import no_frame
from mathvis.predicates.measure.polyline import length, straightness
from mathvis.predicates.measure.words import name_of, percent, plain, show
from mathvis.predicates.registry import predicate
from mathvis.predicates.signature import AtLeast, Unit
from mathvis.tolerances import TOLERANCES

Segment = Curve | Edge | tuple[Point | Node, Point | Node]
"""A drawn straight piece, or the pair of points at its ends."""


class Piece(NamedTuple):
    """A segment with what is needed to speak of it.

    Attributes
    ----------
    start, end
        On the page.
    size
        Length along the drawn ink, or between the two points, in big points.
    name
        What to call it.
    items
        The entities it comes from.
    """

    start: Array
    end: Array
    size: float
    name: str
    items: tuple[Point | Node | Curve | Edge, ...]

    @property
    def vector(self) -> Array:
        """From start to end."""
        return self.end - self.start

    @property
    def diagonal(self) -> float:
        """Diagonal of its panel."""
        return self.items[0].frame.diagonal


def piece_of(segment: Segment) -> Piece:
    """Return a segment in a common form."""
    if isinstance(segment, tuple):
        first, second = segment
        size = float(np.hypot(*(second.at - first.at)))
        return Piece(first.at, second.at, size, name_of(first) + name_of(second), (first, second))
    points = segment.path if isinstance(segment, Edge) else segment.polyline
    if len(points) < 2:
        points = np.vstack([points, points])[:2] if len(points) else np.zeros((2, 2))
    return Piece(points[0], points[-1], length(points), name_of(segment), (segment,))


def _is_bent(piece: Piece, tolerance: float) -> bool:
    item = piece.items[0]
    if len(piece.items) == 2 or isinstance(item, Point | Node):
        return False
    points = item.path if isinstance(item, Edge) else item.polyline
    return len(points) < 2 or not straightness(points) <= tolerance


@predicate(group=Group.RELATION, codes=(Code.R2,))
def length_ratio(first: Segment, second: Segment, equals: float, tolerance: float = TOLERANCES.length) -> Finding:
    """The first length is `equals` times the second, within a relative `tolerance`.

    Undecided when the second is shorter than ``short_base`` of the panel's diagonal.

    Examples
    --------
    ::

        - ratio: {length_ratio: {first: [A, C], second: [E, B], equals: "9/8"}}
    """
    a, b = piece_of(first), piece_of(second)
    if not b.size >= TOLERANCES.short_base * b.diagonal:
        return undecided(
            f"{b.name} is too short to compare with", measured=b.size / b.diagonal, evidence=show(*b.items)
        )
    return _ratio(f"{a.name} : {b.name}", a.size / b.size, equals, tolerance, (*a.items, *b.items))


def _ratio(
    name: str, value: float, equals: float, tolerance: float, items: tuple[Point | Node | Curve | Edge, ...]
) -> Finding:
    if not equals > 0:
        return undecided(f"a ratio of {plain(equals)} cannot be drawn")
    error = abs(value / equals - 1)
    words = f"{name} = {plain(value)}"
    if error <= tolerance:
        return holds(words, measured=error, tolerance=tolerance, unit="relative", evidence=show(*items))
    return violated(
        Code.R2,
        f"{words}, not {plain(equals)}",
        measured=error,
        tolerance=tolerance,
        unit="relative",
        evidence=show(*items),
    )


@predicate(group=Group.RELATION, codes=(Code.R2,))
def equal_lengths(
    segments: Annotated[tuple[Curve | Edge, ...], AtLeast(2)], tolerance: float = TOLERANCES.length
) -> Finding:
    """All segments are equally long, within a relative `tolerance` of the longest.

    Examples
    --------
    ::

        - sides: {equal_lengths: {segments: [a, b, c]}}
    """
    pieces = [piece_of(segment) for segment in segments]
    sizes = np.array([piece.size for piece in pieces])
    if not sizes.max() >= TOLERANCES.short_base * pieces[0].diagonal:
        return undecided("the segments are too short to compare", evidence=show(*segments))
    error = float(1 - sizes.min() / sizes.max())
    short, long = pieces[int(np.argmin(sizes))].name, pieces[int(np.argmax(sizes))].name
    if error <= tolerance:
        return holds("equally long", measured=error, tolerance=tolerance, unit="relative", evidence=show(*segments))
    return violated(
        Code.R2,
        f"{short} is {percent(error)} shorter than {long}",
        measured=error,
        tolerance=tolerance,
        unit="relative",
        evidence=show(*segments),
    )


@predicate(group=Group.RELATION, codes=(Code.R2,))
def has_length(segment: Segment, equals: float, tolerance: float = TOLERANCES.length) -> Finding:
    """The length in data units is `equals`, within a relative `tolerance`.

    Examples
    --------
    ::

        - radius: {has_length: {segment: [O, P], equals: 1}}
    """
    piece = piece_of(segment)
    frame = piece.items[0].frame
    if not frame.fitted:
        return no_frame(frame)
    item = piece.items[0]
    points = np.vstack([piece.start, piece.end])
    if not isinstance(segment, tuple):
        points = item.path if isinstance(item, Edge) else item.polyline if isinstance(item, Curve) else points
    return _ratio(f"the length of {piece.name}", length(frame.to_data(points)), equals, tolerance, piece.items)


@predicate(group=Group.RELATION, codes=(Code.R2,))
def angle(
    points: tuple[Point | Node, Point | Node, Point | Node],
    equals: Annotated[float, Unit("degrees")],
    tolerance: Annotated[float, Unit("degrees")] = TOLERANCES.angle,
) -> Finding:
    """The angle at the second of three points, between 0° and 180°.

    Undecided when a leg is shorter than ``short_leg`` of the panel's diagonal.

    Examples
    --------
    ::

        - right: {angle: {points: [A, C, B], equals: 90}}
    """
    first, corner, second = points
    name = "∠" + "".join(name_of(p) for p in points)
    arms = [Piece(corner.at, p.at, float(np.hypot(*(p.at - corner.at))), name, (corner, p)) for p in (first, second)]
    return _angle(name, arms[0], arms[1], equals, tolerance)


@predicate(group=Group.RELATION, codes=(Code.R2, Code.R8))
def angle_between(
    first: Segment,
    second: Segment,
    equals: Annotated[float, Unit("degrees")],
    lines: bool = False,
    tolerance: Annotated[float, Unit("degrees")] = TOLERANCES.angle,
) -> Finding:
    """The angle between two directed segments, from 0° to 180°; with `lines`, between the lines, from 0° to 90°.

    A drawn segment is directed from the start to the end of its path, a pair of points from the first to the second.

    Examples
    --------
    ::

        - base: {angle_between: {first: alpha, second: beta, equals: 150}}
    """
    a, b = piece_of(first), piece_of(second)
    for piece in (a, b):
        if _is_bent(piece, TOLERANCES.collinear):
            return violated(Code.R8, f"{piece.name} is not straight", evidence=show(*piece.items))
    return _angle(f"the angle between {a.name} and {b.name}", a, b, equals, tolerance, lines=lines)


@predicate(group=Group.RELATION, codes=(Code.R2, Code.R8))
def parallel(
    first: Segment, second: Segment, tolerance: Annotated[float, Unit("degrees")] = TOLERANCES.angle
) -> Finding:
    """The two segments are parallel, whichever way they run.

    Examples
    --------
    ::

        - sides: {parallel: {first: [A, B], second: [C, D]}}
    """
    a, b = piece_of(first), piece_of(second)
    return _angle(f"the angle between {a.name} and {b.name}", a, b, 0, tolerance, lines=True)


@predicate(group=Group.RELATION, codes=(Code.R2, Code.R8))
def perpendicular(
    first: Segment, second: Segment, tolerance: Annotated[float, Unit("degrees")] = TOLERANCES.angle
) -> Finding:
    """The two segments are perpendicular.

    Examples
    --------
    ::

        - height: {perpendicular: {first: [A, H], second: [B, C]}}
    """
    a, b = piece_of(first), piece_of(second)
    return _angle(f"the angle between {a.name} and {b.name}", a, b, 90, tolerance, lines=True)


def _angle(name: str, a: Piece, b: Piece, equals: float, tolerance: float, *, lines: bool = False) -> Finding:
    items = (*a.items, *b.items)
    u, v = (piece.vector @ np.array([1, 1j]) for piece in (a, b))
    if not min(abs(u) / a.diagonal, abs(v) / b.diagonal) >= TOLERANCES.short_leg:
        return undecided(f"{name} cannot be measured: a leg is too short", evidence=show(*items))
    value = abs(math.degrees(np.angle(v / u)))
    if lines:
        value = min(value, 180 - value)
    error = abs(value - equals)
    words = f"{name} is {value:.1f}°"
    if error <= tolerance:
        return holds(words, measured=error, tolerance=tolerance, unit="degrees", evidence=show(*items))
    return violated(
        Code.R2,
        f"{words}, not {plain(equals)}°",
        measured=error,
        tolerance=tolerance,
        unit="degrees",
        evidence=show(*items),
    )
