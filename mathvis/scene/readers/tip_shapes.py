"""Shapes of tips that do not point: bars, circles, squares."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mathvis.scene.model import XY

_ROUND = 0.93
"""Least isoperimetric quotient of a circle."""
_OVAL = 0.02
"""Farthest the share that an oval fills of its box is from a quarter of pi."""
_EVEN = 0.03
"""Farthest the centroid of an oval is from its middle, in its thickness."""
_SMOOTH = 9
"""Fewest corners of the hull of what is round."""
_FULL = 0.93
"""Least share of its box that a rectangle fills."""
_THIN = 0.25
"""Width over length below which a piece is a bar."""


def hull(points: Iterable[XY]) -> list[XY]:
    """Convex hull, counter-clockwise."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered

    def half(sequence: Iterable[XY]) -> list[XY]:
        chain: list[XY] = []
        for point in sequence:
            while len(chain) >= 2 and _turn(chain[-2], chain[-1], point) <= 0:
                chain.pop()
            chain.append(point)
        return chain[:-1]

    return half(ordered) + half(reversed(ordered))


def _turn(a: XY, b: XY, c: XY) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def unit(vector: XY) -> XY | None:
    """Return a vector of length 1, nothing for one without length."""
    length = math.hypot(*vector)
    return (vector[0] / length, vector[1] / length) if length > 1e-12 else None


def area_centroid(corners: Sequence[XY]) -> tuple[float, XY]:
    """Return the area of a convex polygon, and its centroid."""
    ox, oy = corners[0]
    area = cx = cy = 0.0
    for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True):
        cross = (x0 - ox) * (y1 - oy) - (x1 - ox) * (y0 - oy)
        area += cross
        cx += (x0 + x1 - 2 * ox) * cross
        cy += (y0 + y1 - 2 * oy) * cross
    if abs(area) < 1e-18:
        return 0.0, corners[0]
    return abs(area) / 2, (ox + cx / (3 * area), oy + cy / (3 * area))


def shape_of(corners: list[XY]) -> str:
    """Return the kind of a convex polygon that does not point: any rectangle is a square, any oval a circle."""
    if len(corners) < 3:
        return "bar"
    area, (x, y) = area_centroid(corners)
    edges = list(zip(corners, [*corners[1:], corners[0]], strict=True))
    outline = sum(math.dist(a, b) for a, b in edges)
    thickness, length, lean = math.inf, 0.0, 0.0
    for a, b in edges:
        axis = unit((b[0] - a[0], b[1] - a[1]))
        if axis is None:
            continue
        across = [-axis[1] * (c[0] - x) + axis[0] * (c[1] - y) for c in corners]
        reach = [axis[0] * c[0] + axis[1] * c[1] for c in corners]
        if max(across) - min(across) < thickness:
            thickness, length = max(across) - min(across), max(reach) - min(reach)
            lean = abs(max(across) + min(across)) / 2
    if length == 0 or thickness / length < _THIN:
        return "bar"
    if 4 * math.pi * area / outline**2 > _ROUND:
        return "circle"
    filled = area / (thickness * length)
    if len(corners) >= _SMOOTH and abs(filled - math.pi / 4) < _OVAL and lean < _EVEN * thickness:
        return "circle"
    return "square" if filled > _FULL else "other"
