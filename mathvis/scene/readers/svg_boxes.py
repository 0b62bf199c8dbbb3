"""Boxes, and those around points, boxes and curves."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mathvis.scene.model import XY


class Box(NamedTuple):
    """An axis-parallel rectangle by its corners."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        """Extent in x."""
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        """Extent in y."""
        return self.y1 - self.y0

    @property
    def corners(self) -> tuple[XY, XY, XY, XY]:
        """The corners in order around the box."""
        return (self.x0, self.y0), (self.x1, self.y0), (self.x1, self.y1), (self.x0, self.y1)


def bounds(points: Iterable[XY]) -> Box | None:
    """Box around points; nothing where there are none."""
    listed = list(points)
    if not listed:
        return None
    xs, ys = [x for x, _ in listed], [y for _, y in listed]
    return Box(min(xs), min(ys), max(xs), max(ys))


def union(boxes: Iterable[Box | None]) -> Box | None:
    """Smallest box around boxes; nothing where there are none."""
    listed = [box for box in boxes if box is not None]
    if not listed:
        return None
    return Box(
        min(b.x0 for b in listed), min(b.y0 for b in listed), max(b.x1 for b in listed), max(b.y1 for b in listed)
    )


def _extremes(p: float, q: float, r: float, s: float) -> list[float]:
    """Values of a cubic polynomial in Bernstein form where it is extreme on [0, 1], the ends included."""
    values = [p, s]
    low, high = (p, s) if p <= s else (s, p)
    if low <= q <= high and low <= r <= high:
        return values
    a, b, c = -p + 3 * q - 3 * r + s, 2 * (p - 2 * q + r), q - p
    if abs(a) < 1e-12 * (abs(b) + abs(c)):
        roots = [-c / b] if b else []
    else:
        root = b * b - 4 * a * c
        roots = [(-b + sign * math.sqrt(root)) / (2 * a) for sign in (1, -1)] if root >= 0 else []
    for t in roots:
        if 0 < t < 1:
            u = 1 - t
            values.append(u * u * u * p + 3 * u * u * t * q + 3 * u * t * t * r + t * t * t * s)
    return values


def curve_bounds(points: Sequence[XY]) -> Box | None:
    """Exact box of a chain of cubics with ``3n + 1`` control points."""
    if not points:
        return None
    xs, ys = [points[0][0]], [points[0][1]]
    for i in range(0, len(points) - 1, 3):
        piece = points[i : i + 4]
        xs += _extremes(*(p[0] for p in piece))
        ys += _extremes(*(p[1] for p in piece))
    return Box(min(xs), min(ys), max(xs), max(ys))
