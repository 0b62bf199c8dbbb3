"""Polylines: length, sampling, direction, winding, double points."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from mathvis.figure.model import Array, Curve
from mathvis.scene.model import XY, Tip
from mathvis.tolerances import TOLERANCES

MAX_SAMPLES = 20_000


def xy(point: Array) -> XY:
    """Return a place as a pair of floats."""
    return float(point[0]), float(point[1])


def arclength(points: Array) -> Array:
    """Return the length from the start to every vertex, shape (n,)."""
    if len(points) < 2:
        return np.zeros(len(points))
    return np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])


def length(points: Array) -> float:
    """Return the length."""
    return float(arclength(points)[-1]) if len(points) else 0.0


def at_length(points: Array, s: NDArray[np.float64]) -> Array:
    """Return the points at given lengths from the start, shape (m, 2)."""
    along = arclength(points)
    return np.column_stack([np.interp(s, along, points[:, 0]), np.interp(s, along, points[:, 1])])


def resample(points: Array, n: int) -> Array:
    """Return `n` points evenly spaced along the polyline, ends included."""
    return at_length(points, np.linspace(0, length(points), max(2, n)))


def densify(points: Array, step: float) -> Array:
    """Return the vertices with more points between them, so that no chord is longer than `step`."""
    if len(points) < 2 or not step > 0:
        return points
    along = arclength(points)
    n = min(MAX_SAMPLES, math.ceil(along[-1] / step) + 1)
    return at_length(points, np.unique(np.concatenate([along, np.linspace(0, along[-1], max(2, n))])))


def box_diagonal(points: Array) -> float:
    """Return the diagonal of the box of the points."""
    if not len(points):
        return 0.0
    return float(np.hypot(*(points.max(axis=0) - points.min(axis=0))))


def signed_area(points: Array) -> float:
    """Return the area that the closed polyline encloses, counter-clockwise positive."""
    if len(points) < 3:
        return 0.0
    x, y = (points - points[0]).T
    return float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) / 2)


def winding(points: Array, about: Array) -> float:
    """Return the turns of the closed polyline about a point: the sum of the argument's increments over 2π."""
    z = (points - about) @ np.array([1, 1j])
    z = np.concatenate([z, z[:1]])
    with np.errstate(all="ignore"):
        steps = np.angle(z[1:] / z[:-1])
    return float(np.nansum(steps) / (2 * math.pi))


def line(points: Array) -> shapely.LineString:
    """Return the polyline as a shapely geometry (a point twice if it has no length)."""
    return shapely.LineString(points if len(points) > 1 else np.vstack([points, points]))


def distances(points: Array, pieces: tuple[Array, ...], step: float) -> NDArray[np.float64]:
    """Return the distance of every point from the nearest of some polylines, shape (n,).

    The nearest of samples every `step` is looked up, and the distance to the chords on both sides of it computed.
    """
    samples = [densify(piece, step) for piece in pieces]
    nodes = np.vstack(samples)
    ends = np.cumsum([len(piece) for piece in samples])
    last = np.zeros(len(nodes), bool)
    last[ends - 1] = True
    first = np.concatenate([[True], last[:-1]])
    _, k = cKDTree(nodes).query(points)
    after = np.where(last[k], k, k + 1)
    before = np.where(first[k], k, k - 1)
    return np.minimum(_to_chords(points, nodes[k], nodes[after]), _to_chords(points, nodes[before], nodes[k]))


def _to_chords(points: Array, start: Array, end: Array) -> NDArray[np.float64]:
    chord = end - start
    square = (chord**2).sum(axis=1)
    share = np.where(square > 0, ((points - start) * chord).sum(axis=1) / np.where(square > 0, square, 1), 0)
    nearest = start + np.clip(share, 0, 1)[:, None] * chord
    return np.asarray(np.hypot(*(points - nearest).T))


def is_closed(curve: Curve, gap: float = TOLERANCES.closed_gap) -> bool:
    """Whether the curve is one piece whose ends meet within `gap` of the panel's diagonal."""
    if len(curve.pieces) != 1 or len(curve.pieces[0]) < 3:
        return False
    return end_gap(curve) <= gap


def end_gap(curve: Curve) -> float:
    """Return the distance between the ends of a curve, as a share of the panel's diagonal."""
    return float(np.hypot(*(curve.ends[1] - curve.ends[0])) / curve.frame.diagonal)


def is_drawn(curve: Curve) -> bool:
    """Whether the curve has any finite length at all."""
    return all(len(piece) > 1 and np.isfinite(piece).all() for piece in curve.pieces) and (
        sum(length(piece) for piece in curve.pieces) > TOLERANCES.point_ink * curve.frame.diagonal
    )


def direction_at(points: Array, s: float, reach: float) -> Array:
    """Return the unit chord from `reach` before to `reach` after the length `s`; wraps round if the ends meet."""
    total = length(points)
    closed = len(points) > 2 and np.hypot(*(points[-1] - points[0])) <= 1e-6 * total
    before, after = s - reach, s + reach
    if closed:
        ends = at_length(points, np.array([before % total, after % total]))
    else:
        ends = at_length(points, np.array([max(0.0, before), min(total, after)]))
    chord = ends[1] - ends[0]
    size = float(np.hypot(*chord))
    return np.asarray(chord / size) if size > 0 else np.zeros(2)


class Sense(NamedTuple):
    """Which way the arrow tips say that a curve runs.

    Attributes
    ----------
    sign
        1 along the drawing order, -1 against it, 0 if no tip says so.
    contradicted
        Whether two tips disagree.
    at
        Apex of the first tip that was read, or of the one that disagrees.
    """

    sign: int
    contradicted: bool = False
    at: XY | None = None


def pointing(tips: tuple[Tip, ...]) -> tuple[Tip, ...]:
    """Return the tips that point somewhere."""
    return tuple(tip for tip in tips if tip.kind == "arrow" and np.isfinite([*tip.apex, *tip.direction]).all())


def tip_sign(points: Array, tip: Tip, diagonal: float) -> int:
    """Return whether a tip points along (1) or against (-1) a polyline where it sits, or cannot be told (0).

    Where the polyline passes the tip several times the passage that the tip is best aligned with is taken; two
    passages with opposite answers give 0.
    """
    apex, pointed = np.asarray(tip.apex, float), np.asarray(tip.direction, float)
    total = length(points)
    if total <= 0 or not np.isfinite(pointed).all() or np.hypot(*pointed) == 0:
        return 0
    n = int(min(MAX_SAMPLES, max(50, total / (0.002 * diagonal)))) + 1
    s = np.linspace(0, total, n)
    d = np.hypot(*(at_length(points, s) - apex).T)
    near = np.flatnonzero(d <= d.min() + TOLERANCES.on * diagonal)
    groups = np.split(near, np.flatnonzero(np.diff(near) > 3) + 1)
    reach = min(TOLERANCES.on * diagonal, total / 8)
    found = []
    for group in groups:
        best = group[np.argmin(d[group])]
        cosine = float(direction_at(points, float(s[best]), reach) @ pointed / np.hypot(*pointed))
        found.append(cosine)
    limit = math.cos(math.radians(TOLERANCES.direction))
    clear = [c for c in found if abs(c) >= limit]
    if not clear:
        return 0
    best_cosine = max(clear, key=abs)
    rivals = [c for c in clear if c * best_cosine < 0 and abs(c) > abs(best_cosine) - 0.1]
    return 0 if rivals else int(math.copysign(1, best_cosine))


def sense(curve: Curve) -> Sense:
    """Return which way a curve of one piece runs by its arrow tips."""
    return senses(curve)[0] if len(curve.pieces) == 1 else Sense(0)


def senses(curve: Curve) -> tuple[Sense, ...]:
    """Return for every piece of a curve which way it runs by the arrow tips that are nearest to it."""
    own: list[list[Tip]] = [[] for _ in curve.pieces]
    for tip in pointing(curve.tips):
        apex = np.asarray(tip.apex, float)[None]
        apart = [float(distances(apex, (piece,), curve.frame.diagonal)[0]) for piece in curve.pieces]
        own[int(np.argmin(apart)) if len(own) > 1 else 0].append(tip)
    return tuple(_sense(piece, tips, curve.frame.diagonal) for piece, tips in zip(curve.pieces, own, strict=True))


def _sense(piece: Array, tips: list[Tip], diagonal: float) -> Sense:
    signs = [(tip_sign(piece, tip, diagonal), tip) for tip in tips]
    clear = [(sign, tip) for sign, tip in signs if sign]
    if not clear:
        return Sense(0)
    first, tip = clear[0]
    for sign, other in clear:
        if sign != first:
            return Sense(0, contradicted=True, at=other.apex)
    return Sense(first, at=tip.apex)


def double_points(points: Array, *, closed: bool, merge: float) -> Array:
    """Return where a polyline crosses or touches itself, shape (m, 2); places nearer than `merge` count once.

    Neighbouring segments, and the joint of a closed polyline, do not count. A stretch that runs over itself counts
    as its ends.
    """
    points = _distinct(points)
    n = len(points) - 1
    if n < 3:
        return np.zeros((0, 2))
    segments: Any = shapely.linestrings(np.stack([points[:-1], points[1:]], axis=1))
    tree = shapely.STRtree(segments)
    i, j = tree.query(segments, predicate="intersects")
    keep = j > i + 1
    if closed:
        keep &= ~((i == 0) & (j == n - 1))
    i, j = i[keep], j[keep]
    along = arclength(points)
    # A sharp turn makes segments meet near their common neighbour: that is no double point.
    gap = along[j] - along[i + 1]
    around = along[-1] - along[j + 1] + along[i]
    far = (gap > merge) & ((around > merge) | (not closed))
    hits = shapely.intersection(segments[i[far]], segments[j[far]])
    places = shapely.get_coordinates(hits)
    return merge_places(places, merge)


def merge_places(places: Array, merge: float) -> Array:
    """Return the places with those nearer than `merge` to an earlier one left out."""
    kept: list[Array] = []
    for place in places:
        if not kept or np.hypot(*(np.array(kept) - place).T).min() > merge:
            kept.append(place)
    return np.array(kept).reshape(-1, 2)


def _distinct(points: Array) -> Array:
    if len(points) < 2:
        return points
    step = np.hypot(*np.diff(points, axis=0).T)
    return np.asarray(points[np.concatenate([[True], step > 0])])


def straightness(points: Array) -> float:
    """Return the largest distance from the chord between the ends over that chord's length (infinite for a point)."""
    chord = points[-1] - points[0]
    size = float(np.hypot(*chord))
    if size <= 0:
        return math.inf
    offset = (points - points[0]) @ np.array([-chord[1], chord[0]]) / size
    along = (points - points[0]) @ chord / size
    over = np.maximum(np.maximum(-along, along - size), 0)
    return float(np.max(np.hypot(offset, over)) / size)
