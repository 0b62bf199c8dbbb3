"""Polylines: flattened Béziers, and what is measured along them.

Arrays of points are read-only ``float64`` of shape (n, 2) in big points.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mathvis.scene.model import Subpath

Array = NDArray[np.float64]

MOST_CHORDS = 2_000
"""Most chords of one cubic, however small the tolerance."""
MOST_POINTS = 4_000_000
"""Most points of one batch; beyond it all curves are flattened more coarsely."""
MOST_DASHES = 5_000
"""A polyline with more dashes than this is taken as solid."""


@dataclass(frozen=True, slots=True, eq=False)
class Polyline:
    """A flattened subpath.

    Attributes
    ----------
    points
        Shape (n, 2), in drawing order; the closing point is included.
    corners
        Indices of the points that are ends of Bézier segments, first and last included.
    closed
        Whether the path was closed explicitly, or its pieces join into a closed curve.
    """

    points: Array
    corners: tuple[int, ...]
    closed: bool

    @property
    def length(self) -> float:
        """Length in big points."""
        return length(self.points)


def frozen(points: Array) -> Array:
    """Make an array read-only and return it."""
    points.setflags(write=False)
    return points


def flatten(subpaths: Sequence[Subpath], tolerance: float) -> list[Polyline]:
    """Replace cubics by chords that stay within `tolerance` of them.

    The number of chords of a cubic follows from its second differences (Wang's bound); a cubic whose
    handles lie on its chord, in order, is one chord.

    Parameters
    ----------
    tolerance
        Big points, positive.
    """
    if not subpaths:
        return []
    counts = np.array([len(piece.points) for piece in subpaths])
    flat = np.fromiter(chain.from_iterable(chain.from_iterable(piece.points for piece in subpaths)), float)
    controls = flat.reshape(-1, 2)
    starts = np.concatenate(([0], np.cumsum(counts)[:-1]))
    per_piece = (counts - 1) // 3
    first = np.repeat(starts, per_piece) + 3 * _ramp(per_piece)
    cubics = controls[first[:, None] + np.arange(4)]
    chords = _chords(cubics, tolerance)
    which = np.repeat(np.arange(len(cubics)), chords)
    t = ((_ramp(chords) + 1) / chords[which])[:, None]
    p = cubics[which]
    q0, q1, q2 = (p[:, k] + t * (p[:, k + 1] - p[:, k]) for k in range(3))
    r0, r1 = q0 + t * (q1 - q0), q1 + t * (q2 - q1)
    inner = r0 + t * (r1 - r0)
    ends = np.cumsum(chords)
    inner[ends - 1] = cubics[:, 3]
    result, cubic = [], 0
    for piece, start, count in zip(subpaths, starts, per_piece, strict=True):
        low = ends[cubic - 1] if cubic else 0
        stops = ends[cubic : cubic + count]
        high = stops[-1] if count else low
        points = frozen(np.concatenate((controls[start : start + 1], inner[low:high])))
        result.append(Polyline(points, (0, *(stops - low).tolist()), piece.closed))
        cubic += count
    return result


def _ramp(counts: NDArray[np.int_]) -> NDArray[np.int_]:
    """``0 … c-1`` for each count c, one after another."""
    total = int(counts.sum())
    return np.arange(total) - np.repeat(np.cumsum(counts) - counts, counts)


def _chords(cubics: Array, tolerance: float) -> NDArray[np.int_]:
    """Count the chords that each cubic needs, shape (m,); `cubics` has shape (m, 4, 2)."""
    bend = np.abs(np.diff(cubics, n=2, axis=1))
    bend = np.hypot(bend[..., 0], bend[..., 1]).max(axis=1, initial=0.0)
    wanted = np.sqrt(0.75 * bend / tolerance)
    wanted[_straight(cubics)] = 1
    excess = float(np.minimum(wanted, MOST_CHORDS).sum()) / MOST_POINTS
    return np.asarray(np.clip(np.ceil(wanted / max(excess, 1.0)), 1, MOST_CHORDS), int)


def _straight(cubics: Array) -> NDArray[np.bool_]:
    """Whether the handles lie on the chord, in order."""
    chord = cubics[:, 3] - cubics[:, 0]
    size = np.maximum((chord**2).sum(axis=1), 1e-300)
    handles = cubics[:, 1:3] - cubics[:, :1]
    along = (handles * chord[:, None]).sum(axis=2) / size[:, None]
    off = handles - along[..., None] * chord[:, None]
    near = (off**2).sum(axis=2).max(axis=1) <= 1e-12 * size
    ordered = (along[:, 0] >= -1e-9) & (along[:, 1] >= along[:, 0] - 1e-9) & (along[:, 1] <= 1 + 1e-9)
    return np.asarray(near & ordered)


def length(points: Array) -> float:
    """Length of a polyline in big points."""
    if len(points) < 2:
        return 0.0
    steps = points[1:] - points[:-1]
    return float(np.sqrt((steps * steps).sum(axis=1)).sum()) if len(points) > 2 else math.hypot(*steps[0].tolist())


def stations(points: Array) -> Array:
    """Arc length at each point, shape (n,), starting at 0."""
    steps = np.hypot(*np.diff(points, axis=0).T) if len(points) > 1 else np.empty(0)
    return np.concatenate(([0.0], np.cumsum(steps)))


def at(points: Array, places: Array | Sequence[float]) -> Array:
    """Points at the given arc lengths, shape (k, 2)."""
    s = stations(points)
    return np.column_stack((np.interp(places, s, points[:, 0]), np.interp(places, s, points[:, 1])))


def resample(points: Array, count: int) -> Array:
    """Return `count` points, evenly spaced by arc length, ends included."""
    return frozen(at(points, np.linspace(0.0, length(points), count)))


def cut(line: Polyline, start: float, stop: float) -> Polyline:
    """Return the part between two arc lengths; corners inside it stay corners."""
    s = stations(line.points)
    if start <= 0 and stop >= s[-1]:
        return line
    inside = np.flatnonzero((s > start) & (s < stop))
    ends = at(line.points, [max(start, 0.0), min(stop, s[-1])])
    points = frozen(np.concatenate((ends[:1], line.points[inside], ends[1:])))
    kept = set(line.corners)
    corners = [k + 1 for k, index in enumerate(inside.tolist()) if index in kept]
    return Polyline(points, (0, *corners, len(points) - 1), closed=False)


def signed_area(points: Array) -> float:
    """Area enclosed by a closed polyline (closed by its chord if it is open), counter-clockwise positive."""
    x, y = (points - points[0]).T
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum()) / 2


def orientation(points: Array) -> int:
    """1 for a counter-clockwise closed polyline, -1 for a clockwise one, 0 if it encloses no area."""
    area = signed_area(points)
    size = float(np.ptp(points, axis=0).max()) ** 2
    return 0 if abs(area) <= 1e-9 * size else (1 if area > 0 else -1)


def reverse(line: Polyline) -> Polyline:
    """Return the polyline run backwards."""
    last = len(line.points) - 1
    return Polyline(frozen(line.points[::-1].copy()), tuple(last - k for k in reversed(line.corners)), line.closed)


def merge(lines: Iterable[Polyline], gap: float, *, turn: bool = True) -> list[Polyline]:
    """Join pieces that meet end to end.

    Two ends are joined where they, and no third end, lie within `gap` of each other, so that a junction of
    three stays a junction. The earlier piece keeps its direction. A piece whose own ends meet becomes closed.

    Parameters
    ----------
    gap
        Big points.
    turn
        Whether a piece may be run backwards to fit; otherwise an end joins to a start only.
    """
    pieces = [line for line in lines if len(line.points) > 1]
    free = [k for k, line in enumerate(pieces) if not line.closed]
    if not free:
        return pieces
    ends = np.array([pieces[k].points[side] for k in free for side in (0, -1)])
    partner = _partners(ends, gap)
    done: set[int] = set()
    result: dict[int, Polyline] = {k: line for k, line in enumerate(pieces) if line.closed}
    for place, k in enumerate(free):
        if place in done:
            continue
        done.add(place)
        chain_ = [(place, False)]
        closed = _follow(chain_, partner, done, turn=turn, forward=True)
        if not closed:
            _follow(chain_, partner, done, turn=turn, forward=False)
        oriented = [reverse(pieces[free[p]]) if turned else pieces[free[p]] for p, turned in chain_]
        result[k] = _concatenate(oriented, closed=closed)
    return [result[k] for k in sorted(result)]


def _partners(ends: Array, gap: float) -> dict[int, int]:
    """Pairs of ends that meet, and meet no third."""
    from scipy.spatial import cKDTree

    found: Any = cKDTree(ends).query_ball_point(ends, gap)
    near: list[list[int]] = [list(group) for group in found]
    return {
        k: next(other for other in group if other != k)
        for k, group in enumerate(near)
        if len(group) == 2 and len(near[group[0]]) == 2 and len(near[group[1]]) == 2
    }


def _follow(
    chain_: list[tuple[int, bool]], partner: dict[int, int], done: set[int], *, turn: bool, forward: bool
) -> bool:
    """Extend a chain of (piece, turned) at one end; return whether it closed on itself."""
    while True:
        place, turned = chain_[-1] if forward else chain_[0]
        tail = 2 * place + (int(not turned) if forward else int(turned))
        other = partner.get(tail)
        if other is None:
            return False
        piece, side = divmod(other, 2)
        head_place, head_turned = chain_[0]
        if forward and other == 2 * head_place + int(head_turned):
            return True
        flipped = bool(side) if forward else not side
        if piece in done or (flipped and not turn):
            return False
        done.add(piece)
        chain_.insert(len(chain_) if forward else 0, (piece, flipped))


def _concatenate(lines: Sequence[Polyline], *, closed: bool) -> Polyline:
    """One polyline of pieces that follow one another; the joint takes the earlier piece's end."""
    if len(lines) == 1 and not closed:
        return lines[0]
    points, corners, offset = [lines[0].points], list(lines[0].corners), len(lines[0].points) - 1
    for line in lines[1:]:
        points.append(line.points[1:])
        corners += [offset + k for k in line.corners[1:]]
        offset += len(line.points) - 1
    joined = np.concatenate(points)
    if closed:
        joined[-1] = joined[0]
    return Polyline(frozen(joined), tuple(corners), closed)


def dashes(line: Polyline, pattern: Sequence[float], phase: float) -> list[Polyline]:
    """Return the dashes of a dashed polyline; a pattern of odd length is repeated, as in PDF and SVG.

    A polyline with more than `MOST_DASHES` dashes, or a pattern without gaps, comes back whole.
    """
    lengths = np.array([*pattern, *pattern] if len(pattern) % 2 else pattern, float)
    period, total = float(lengths.sum()), line.length
    if period <= 0 or not lengths[1::2].any() or total / period * (len(lengths) / 2) > MOST_DASHES:
        return [line]
    turns = np.arange(int(total / period) + 2) * period - phase % period
    marks = np.concatenate(([0.0], np.cumsum(lengths)))
    rows = (turns[:, None, None] + np.stack((marks[0:-1:2], marks[1::2]), axis=1)).reshape(-1, 2)
    rows = rows[(rows[:, 1] >= 0) & (rows[:, 0] <= total)].clip(0.0, total)
    s = stations(line.points)
    ends = at(line.points, rows.ravel()).reshape(-1, 2, 2)
    first, last = np.searchsorted(s, rows[:, 0], side="right"), np.searchsorted(s, rows[:, 1], side="left")
    result = []
    for pair, low, high in zip(ends, first.tolist(), last.tolist(), strict=True):
        points = np.concatenate((pair[:1], line.points[low:high], pair[1:])) if high > low else pair
        result.append(Polyline(frozen(points), (0, len(points) - 1), closed=False))
    return result
