"""What a marker looks like: arrow, circle, square or bar; where it points; its foremost painted point.

Everything is judged from the painted pieces on the page, so it does not matter how the marker was drawn
or turned: a head drawn backwards points backwards.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from mathvis.scene.readers.tip_shapes import area_centroid, hull, shape_of, unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mathvis.scene.model import XY, Path, Subpath

_SAMPLES = 12
"""Straight pieces that one cubic is flattened into."""
_LEAN = 0.035
"""Least distance of the hull's centroid behind its middle, as a share of its length, of what points."""
_SHARP = 0.45
"""Largest width near the front, as a share of the largest width, of what points."""
_TAPER = 0.55
"""Largest width near the front, as a share of that a little behind, of what points: a round front does not."""
_SHAFT = 0.5
"""Largest width of a shaft, as a share of its head's."""
_PIECES = 16
"""Pieces of a marker that are looked at one by one."""
_BEND, _CORNER = 2.0, 0.6
"""Least total turn in radians of a hook, and more than its largest turn at one place."""
_MIRROR = 0.12
"""Largest asymmetry about the axis, as a share of the width, of what points along it."""


class Look(NamedTuple):
    """How a marker reads.

    Attributes
    ----------
    kind
        As in `mathvis.scene.model.Tip`.
    direction
        Unit vector it points along.
    apex
        Foremost painted point in that direction.
    heads
        Number of arrow heads.
    """

    kind: str
    direction: XY
    apex: XY
    heads: int


def flatten(subpath: Subpath, samples: int = _SAMPLES) -> list[XY]:
    """Points along a subpath; straight cubics give their ends only."""
    points = subpath.points
    result = [points[0]]
    for i in range(0, len(points) - 1, 3):
        p, q, r, s = points[i : i + 4]
        if _straight(p, q, r, s):
            result.append(s)
            continue
        for k in range(1, samples + 1):
            t = k / samples
            u = 1 - t
            a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
            result.append((a * p[0] + b * q[0] + c * r[0] + d * s[0], a * p[1] + b * q[1] + c * r[1] + d * s[1]))
    return result


def _straight(p: XY, q: XY, r: XY, s: XY) -> bool:
    dx, dy = s[0] - p[0], s[1] - p[1]
    reach = abs(dx) + abs(dy)
    return all(abs(dx * (z[1] - p[1]) - dy * (z[0] - p[0])) <= 1e-9 * reach * reach for z in (q, r)) and reach > 0


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


def _pointing(points: Iterable[XY], along: XY) -> tuple[XY, float] | None:
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


def _reach(path: Path, points: Sequence[XY], closed: bool, axis: XY) -> tuple[float, XY]:
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


def read_look(paths: Sequence[Path], along: XY, frame: Sequence[XY] | None) -> Look | None:
    """Read the painted pieces of one marker.

    Parameters
    ----------
    paths
        What the marker painted.
    along
        Unit vector from the path's inside out through its end.
    frame
        Corners of the convex region that the marker is clipped to, if it is.

    Returns
    -------
    Look or None
        Nothing where nothing is painted.
    """
    pieces = []
    for path in paths:
        for subpath in path.subpaths:
            points = flatten(subpath)
            if len(points) > 1:
                pieces.append((path, points, subpath.closed))
    if not pieces:
        return None
    everything = [p for _, points, _ in pieces for p in points]
    pointed = [points for path, points, closed in pieces[:_PIECES] if not _hooked(path, points, closed)]
    arrows = [found for points in pointed if (found := _pointing(points, along)) is not None]
    union = _pointing(everything, along) if not arrows and pointed else None
    heads, direction, kind = 1, along, "arrow"
    if arrows:
        direction = max(arrows, key=lambda found: found[1])[0]
        heads = sum(1 for axis, _ in arrows if axis[0] * direction[0] + axis[1] * direction[1] > 0.9)
    elif union is not None:
        direction = union[0]
    else:
        kind = _plain_kind(pieces, everything)
    reaches = [_reach(path, points, closed, direction) for path, points, closed in pieces]
    apex = max(reaches, key=lambda item: item[0])[1]
    if kind != "arrow":
        box = hull(everything)
        _, centre = area_centroid(box) if len(box) > 2 else (0.0, _middle(box))
        ahead = (apex[0] - centre[0]) * direction[0] + (apex[1] - centre[1]) * direction[1]
        apex = (centre[0] + ahead * direction[0], centre[1] + ahead * direction[1])
    if frame is not None:
        apex = _within(apex, direction, frame)
    return Look(kind, direction, apex, max(1, heads))


def _middle(points: Sequence[XY]) -> XY:
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def _plain_kind(pieces: Sequence[tuple[Path, list[XY], bool]], everything: Sequence[XY]) -> str:
    """Kind of a marker that does not point."""
    if all(_hooked(*piece) for piece in pieces):
        return "hook"
    if len(pieces) > 1 and all(shape_of(hull(points)) == "bar" for _, points, _ in pieces):
        kind = shape_of(hull(everything))
        return kind if kind == "bar" else "other"
    return shape_of(hull(everything))


def _hooked(path: Path, points: Sequence[XY], closed: bool) -> bool:
    """Whether a piece is an open line that bends far, and nowhere sharply."""
    if path.fill is not None or closed:
        return False
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points) if a != b]
    turns = [abs(math.atan2(u[0] * v[1] - u[1] * v[0], u[0] * v[0] + u[1] * v[1])) for u, v in pairwise(steps)]
    return sum(turns) > _BEND and max(turns) < _CORNER


def _within(apex: XY, direction: XY, frame: Sequence[XY]) -> XY:
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
