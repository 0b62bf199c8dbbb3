"""Places on polylines, near one of which only some pieces lie: distances, feet, directions."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from mathvis.scene.model import TipEnd

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mathvis.scene.model import XY


class Line(NamedTuple):
    """A polyline of an element, and the length of everything it is drawn together with."""

    element: int
    points: list[XY]
    closed: bool
    whole: float


def distance_to(line: Line, pieces: Sequence[int], point: XY) -> float:
    """Return how far a point is from the nearest of some pieces of a line."""
    return min((_foot(line.points[k], line.points[k + 1], point)[0] for k in pieces), default=math.inf)


def _foot(a: XY, b: XY, point: XY) -> tuple[float, float]:
    """Return the distance of a point from a segment, and the share of the segment at its foot."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = 0.0 if square == 0 else min(max(((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square, 0.0), 1.0)
    return math.hypot(a[0] + t * dx - point[0], a[1] + t * dy - point[1]), t


def direction_at(line: Line, pieces: Sequence[int], apex: XY, size: float, end: TipEnd) -> XY | None:
    """Return the direction of a line around a place on it: from one size of the head before it to one behind it."""
    points = line.points
    last = len(points) - 1
    if end is TipEnd.MIDDLE:
        (_, t), k = min((_foot(points[k], points[k + 1], apex), k) for k in pieces)
        (x0, y0), (x1, y1) = points[k], points[k + 1]
        here = (x0 + t * (x1 - x0), y0 + t * (y1 - y0))
        before, after = _walk(points, range(k, -1, -1), here, size), _walk(points, range(k + 1, last + 1), here, size)
    elif end is TipEnd.END:
        before, after = _walk(points, range(last - 1, -1, -1), points[last], size), points[last]
    else:
        before, after = points[0], _walk(points, range(1, last + 1), points[0], size)
    length = math.dist(before, after)
    return ((after[0] - before[0]) / length, (after[1] - before[1]) / length) if length > 0 else None


def _walk(points: Sequence[XY], order: range, start: XY, far: float) -> XY:
    """Return the place a given way from a start along points in an order; the last one where that is less far."""
    here, left = start, far
    for k in order:
        point = points[k]
        step = math.dist(here, point)
        if step >= left > 0:
            share = left / step
            return here[0] + share * (point[0] - here[0]), here[1] + share * (point[1] - here[1])
        here, left = point, left - step
    return here
