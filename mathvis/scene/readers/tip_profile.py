"""Which way a piece of a tip points, from the widths of its hull along an axis."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from mathvis.scene.readers.tip_shapes import area_centroid, hull, unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mathvis.scene.model import XY

_LEAN = 0.035
"""Least distance of the hull's centroid behind its middle, as a share of its length, of what points."""
_SHARP = 0.45
"""Largest width near the front, as a share of the largest width, of what points."""
_TAPER = 0.55
"""Largest width near the front, as a share of that a little behind, of what points: a round front does not."""
_SHAFT = 0.5
"""Largest width of a shaft, as a share of its head's."""
_MIRROR = 0.12
"""Largest asymmetry about the axis, as a share of the width, of what points along it."""


def _span(corners: Sequence[XY], axis: XY, level: float) -> tuple[float, float] | None:
    """Extent across an axis of a convex polygon's section at a level along it."""
    low, high = math.inf, -math.inf
    for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
        s, t = a[0] * axis[0] + a[1] * axis[1], b[0] * axis[0] + b[1] * axis[1]
        if (s - level) * (t - level) > 0:
            continue
        share = 0.0 if s == t else (level - s) / (t - s)
        for weight in (share,) if s != t else (0.0, 1.0):
            x, y = a[0] + weight * (b[0] - a[0]), a[1] + weight * (b[1] - a[1])
            across = -axis[1] * x + axis[0] * y
            low, high = min(low, across), max(high, across)
    return (low, high) if high >= low else None


class _Profile(NamedTuple):
    """A convex polygon seen along an axis.

    Attributes
    ----------
    lean
        Distance of its centroid behind its middle, as a share of its length.
    sharp
        Width near the front, as a share of the largest width.
    taper
        Width near the front, as a share of the width a little behind.
    crooked
        Largest distance of a section's middle from the axis, as a share of the largest width.
    """

    lean: float
    sharp: float
    taper: float
    crooked: float

    @property
    def points(self) -> bool:
        """Whether it narrows to a point, symmetric or not."""
        return self.lean >= _LEAN and self.sharp <= _SHARP and self.taper <= _TAPER


def _profile(corners: Sequence[XY], axis: XY) -> _Profile | None:
    area, centre = area_centroid(corners)
    levels = [c[0] * axis[0] + c[1] * axis[1] for c in corners]
    back, front = min(levels), max(levels)
    length = front - back
    spans = [_span(corners, axis, back + share * length) for share in (0.001, 0.2, 0.4, 0.6, 0.8, 0.93)]
    good = [span for span in spans if span is not None]
    widest = max((high - low for low, high in good), default=0.0)
    if area == 0 or len(good) < len(spans) or widest <= 0:
        return None
    middle = axis[0] * centre[0] + axis[1] * centre[1]
    axle = -axis[1] * centre[0] + axis[0] * centre[1]
    nose, neck = good[-1][1] - good[-1][0], good[-2][1] - good[-2][0]
    return _Profile(
        (0.5 * (front + back) - middle) / length,
        nose / widest,
        nose / neck if neck > 0 else 1.0,
        max(abs((low + high) / 2 - axle) for low, high in good) / widest,
    )


def pointing(points: Iterable[XY], along: XY) -> tuple[XY, float] | None:
    """Direction in which a piece points, with how clearly; nothing where it does not point.

    First along any axis of symmetry, then as a head on a shaft, then as half a head along the path.
    """
    corners = hull(points)
    if len(corners) < 3:
        return None
    _, centre = area_centroid(corners)
    step = max(1, len(corners) // 24)
    back = (-along[0], -along[1])
    candidates = [along, back, (-along[1], along[0]), (along[1], back[0])]
    candidates += [u for c in corners[::step] if (u := unit((c[0] - centre[0], c[1] - centre[1]))) is not None]
    best: tuple[XY, float] | None = None
    for axis in candidates:
        profile = _profile(corners, axis)
        if profile is None or not profile.points or profile.crooked > _MIRROR:
            continue
        aligned = abs(axis[0] * along[0] + axis[1] * along[1])
        score = profile.lean - 0.5 * profile.crooked + 0.02 * aligned
        if best is None or score > best[1]:
            best = axis, score
    if best is not None:
        return best
    for axis in (along, back):
        head = _head(corners, axis)
        profile = _profile(head, axis) if len(head) >= 3 else None
        if profile is not None and profile.points and profile.crooked <= _MIRROR:
            return axis, profile.lean
    for axis in (along, back):
        profile = _profile(corners, axis)
        if profile is not None and profile.points:
            return axis, profile.lean / 2
    return None


def _head(corners: Sequence[XY], axis: XY) -> list[XY]:
    """Corners from the widest place on, where what is behind is a much narrower shaft; else nothing."""
    placed = [(c[0] * axis[0] + c[1] * axis[1], -axis[1] * c[0] + axis[0] * c[1], c) for c in corners]
    low, high = min(placed, key=lambda p: p[1]), max(placed, key=lambda p: p[1])
    length = max(p[0] for p in placed) - min(p[0] for p in placed)
    edge = min(low[0], high[0]) - 0.02 * length
    behind = [p[1] for p in placed if p[0] < edge]
    if len(behind) < 2 or max(behind) - min(behind) > _SHAFT * (high[1] - low[1]):
        return []
    return hull(p[2] for p in placed if p[0] >= edge)
