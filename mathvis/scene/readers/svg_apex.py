"""The foremost painted point of a marker: of its centre lines, with what strokes reach beyond them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from mathvis.scene.readers.tip_shapes import area_centroid, unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mathvis.scene.model import XY, Path


def reach(path: Path, points: Sequence[XY], closed: bool, axis: XY) -> tuple[float, XY]:
    """Foremost painted point of one piece along an axis: value and point."""
    level, apex = max(((p[0] * axis[0] + p[1] * axis[1], p) for p in points), key=lambda item: item[0])
    if path.stroke is None or path.stroke.width <= 0:
        return level, apex
    beyond = _overhang(path, points, closed, apex, axis)
    return level + beyond, (apex[0] + beyond * axis[0], apex[1] + beyond * axis[1])


def _overhang(path: Path, points: Sequence[XY], closed: bool, apex: XY, axis: XY) -> float:
    """How far the stroke reaches beyond the foremost point of its centre line."""
    stroke = path.stroke
    if stroke is None:
        return 0.0
    half = stroke.width / 2
    ring = [p for i, p in enumerate(points) if i == 0 or p != points[i - 1]]
    if closed and len(ring) > 1 and ring[0] == ring[-1]:
        ring.pop()
    place = ring.index(apex)
    inner = closed or 0 < place < len(ring) - 1
    if len(ring) < 2:
        return half if stroke.cap == 1 else 0.0
    if not inner:
        other = ring[1] if place == 0 else ring[-2]
        edge = unit((apex[0] - other[0], apex[1] - other[1])) or axis
        ahead, aside = edge[0] * axis[0] + edge[1] * axis[1], abs(edge[0] * axis[1] - edge[1] * axis[0])
        return half * {0: aside, 1: 1.0, 2: max(0.0, ahead) + aside}.get(stroke.cap, 1.0)
    before, after = ring[place - 1], ring[(place + 1) % len(ring)]
    a, b = unit((apex[0] - before[0], apex[1] - before[1])), unit((apex[0] - after[0], apex[1] - after[1]))
    if a is None or b is None or stroke.join == 1:
        return half
    sine = math.sqrt(max(0.0, (1 - (a[0] * b[0] + a[1] * b[1])) / 2))
    bisector = unit((a[0] + b[0], a[1] + b[1]))
    if bisector is None or sine < 1e-6:
        return half
    if stroke.join == 0 and 1 / sine <= stroke.miter_limit:
        return half / sine * max(0.0, bisector[0] * axis[0] + bisector[1] * axis[1])
    return half * sine


def within(apex: XY, direction: XY, frame: Sequence[XY]) -> XY:
    """Pull an apex back along its direction until it lies in a convex region."""
    _, centre = area_centroid(frame)
    pull = 0.0
    for a, b in zip(frame, [*frame[1:], frame[0]], strict=True):
        normal = (b[1] - a[1], a[0] - b[0])
        if (centre[0] - a[0]) * normal[0] + (centre[1] - a[1]) * normal[1] > 0:
            normal = (-normal[0], -normal[1])
        beyond = (apex[0] - a[0]) * normal[0] + (apex[1] - a[1]) * normal[1]
        speed = direction[0] * normal[0] + direction[1] * normal[1]
        if beyond > 0 and speed > 0:
            pull = max(pull, beyond / speed)
    return apex[0] - pull * direction[0], apex[1] - pull * direction[1]
