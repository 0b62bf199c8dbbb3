"""Arrow heads drawn by hand: a small filled triangle or kite, or a chevron, at the end of a line or on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import shapely
from numpy.typing import NDArray

from mathvis.scene.model import Path, Tip, TipEnd
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mathvis.binding.ink import Ink
    from mathvis.scene.polyline import Polyline

Array = NDArray[np.float64]

_ALONG = np.cos(np.radians(20.0))
"""How well a head must point along its line."""
_SIDES = 0.2
"""Relative difference of the two equal sides of a head."""
_REACH = 1.5
"""Farthest, in sizes of a head, that its centre may be from the line it sits on the end of."""
_MOST = 2000
"""Most heads that are looked at; a scene of more is no figure."""
_MOST_LEGS = 12
"""Most ends near the end of a stroke that are tried as the other half of a chevron."""
_OPENING = np.cos(np.radians(130.0))
"""Cosine of the widest angle at an apex."""
_CLOSED = 0.985
"""Cosine of the narrowest."""


@dataclass(frozen=True, slots=True, eq=False)
class Head:
    """A shape that could be an arrow head.

    `pointings` are the ways it could point: pairs (apex, unit vector), one for a slender triangle, three for
    an equilateral one. `size` is its largest extent in big points.
    """

    elements: tuple[int, ...]
    pointings: tuple[tuple[Array, Array], ...]
    center: Array
    size: float


class Heads:
    """Shapes of a scene that could be arrow heads.

    Parameters
    ----------
    ink
        The visible ink.
    """

    def __init__(self, ink: Ink) -> None:
        limit = TOLERANCES.mark_size * ink.diagonal
        legs: list[tuple[int, Array]] = []
        found: list[Head] = []
        for element in ink.scene.elements:
            if not isinstance(element, Path) or element.tips or not ink.is_main(element):
                continue
            box = ink.geometry.boxes[element.index]
            if max(box[2] - box[0], box[3] - box[1]) > limit or not ink.seen(element.index):
                continue
            lines = ink.outlines(element)
            if len(lines) == 2 and all(len(line.points) == 2 for line in lines) and element.fill is None:
                found += _chevrons([((element.index,), line.points) for line in lines])
                continue
            if len(lines) != 1:
                continue
            corners = _distinct(lines[0].points)
            if len(lines[0].points) == 2:
                legs.append((element.index, lines[0].points))
            elif element.fill is not None or lines[0].closed:
                found += _solid(element.index, corners)
            elif len(corners) == 3:
                found += _chevrons([((element.index,), corners[[1, 0]]), ((element.index,), corners[[1, 2]])])
        found += _chevrons([((index,), points) for index, points in legs])
        self.all = tuple(found[:_MOST])
        centers = np.array([head.center for head in self.all]).reshape(-1, 2)
        self._sizes = np.array([head.size for head in self.all])
        self._centers = np.array(shapely.points(centers), object)
        low, high = centers - _REACH * self._sizes[:, None], centers + _REACH * self._sizes[:, None]
        self._tree = shapely.STRtree(shapely.box(low[:, 0], low[:, 1], high[:, 0], high[:, 1]))

    def on(self, lines: Sequence[Polyline], usable: Iterable[int] | None = None) -> tuple[Tip, ...]:
        """Tips that heads give to lines.

        Parameters
        ----------
        lines
            The lines of one object.
        usable
            Elements that may be heads of it; all if None.
        """
        if not self.all:
            return ()
        allowed = None if usable is None else set(usable)
        tips: dict[tuple[int, ...], Tip] = {}
        for line in lines:
            shape = shapely.LineString(line.points)
            near = self._tree.query(shape)
            near = np.sort(near[self._sizes[near] <= 0.5 * shape.length])
            near = near[shapely.distance(shape, self._centers[near]) <= _REACH * self._sizes[near]]
            for k in near.tolist():
                head = self.all[k]
                if head.elements in tips or (allowed is not None and not allowed.issuperset(head.elements)):
                    continue
                tip = _fits(head, line, shape)
                if tip is not None:
                    tips[head.elements] = tip
        return tuple(tips.values())


def _fits(head: Head, line: Polyline, shape: shapely.LineString) -> Tip | None:
    """Make a tip of a head that sits on a line and points along it."""
    tail, end = line.points[0], line.points[-1]
    for apex, direction in head.pointings:
        base = apex - direction * head.size
        at_end = min(np.hypot(*(end - apex)), np.hypot(*(end - head.center)), np.hypot(*(end - base)))
        at_tail = min(np.hypot(*(tail - apex)), np.hypot(*(tail - head.center)), np.hypot(*(tail - base)))
        place = TipEnd.MIDDLE
        if not line.closed and min(at_end, at_tail) <= 0.5 * head.size:
            place = TipEnd.END if at_end <= at_tail else TipEnd.START
        elif shape.distance(shapely.Point(head.center)) > 0.25 * head.size:
            continue
        along = shape.project(shapely.Point(apex if place is TipEnd.MIDDLE else (end if place is TipEnd.END else tail)))
        back = np.array(shape.interpolate(max(along - head.size, 0.0)).coords[0])
        front = np.array(shape.interpolate(min(along + head.size, shape.length)).coords[0])
        step = front - back
        size = float(np.hypot(*step))
        if size > 0 and abs(float(step @ direction)) >= _ALONG * size:
            x, y = float(direction[0]), float(direction[1])
            return Tip((float(apex[0]), float(apex[1])), (x, y), place, "arrow", "drawn", head.elements)
    return None


def _distinct(points: Array) -> Array:
    """Corner points of a polyline without repeats and points in between, shape (n, 2)."""
    kept: list[Array] = []
    size = float(np.ptp(points, axis=0).max())
    for point in points:
        if all(float(np.hypot(*(point - other))) > 0.01 * size for other in kept):
            kept.append(point)
        if len(kept) > 6:
            break
    return np.array(kept)


def _solid(index: int, corners: Array) -> Iterable[Head]:
    """A triangle, or a kite or dart, with an axis of symmetry."""
    count = len(corners)
    if count not in (3, 4):
        return
    pointings, size = [], float(max(np.hypot(*(a - b)) for a in corners for b in corners))
    center = corners.mean(axis=0)
    for k in range(count):
        apex, left, right = corners[k], corners[(k + 1) % count], corners[k - 1]
        if not _leads(apex, left, right):
            continue
        if count == 4:
            # In a kite the apex is where the longer sides meet, or opposite of the dent of a dart.
            tail = corners[(k + 2) % count]
            if np.hypot(*(left - tail)) >= 0.95 * np.hypot(*(left - apex)) or abs(
                np.hypot(*(left - tail)) - np.hypot(*(right - tail))
            ) > _SIDES * np.hypot(*(left - tail)):
                continue
        elif np.hypot(*(left - right)) > 1.6 * np.hypot(*(left - apex)):
            continue
        pointings.append((apex, _unit(apex - (left + right) / 2)))
    if pointings:
        yield Head((index,), tuple(pointings), center, size)


def _chevrons(legs: Sequence[tuple[tuple[int, ...], Array]]) -> Iterable[Head]:
    """Pairs of equal strokes that meet in one end, at an angle."""
    if len(legs) < 2:
        return
    ends = np.array([end for _, points in legs for end in (points[0], points[-1])])
    spots = np.array(shapely.points(ends), object)
    sizes = np.hypot(*(ends[1::2] - ends[::2]).T)
    first, second = _meeting(spots, np.repeat(sizes, 2))
    j, k = second // 2, first // 2
    alike = (j > k) & (np.abs(sizes[j] - sizes[k]) <= _SIDES * sizes[k])
    first, second = first[alike], second[alike]
    here = ends[first]
    a, b = ends[first ^ 1] - here, ends[second ^ 1] - here
    for n in np.flatnonzero(_spread(a, b))[:_MOST].tolist():
        apex, far, far_other = here[n], ends[first[n] ^ 1], ends[second[n] ^ 1]
        together = tuple(dict.fromkeys((*legs[first[n] // 2][0], *legs[second[n] // 2][0])))
        center = (apex + (far + far_other) / 2) / 2
        pointing = (apex, _unit(apex - (far + far_other) / 2))
        yield Head(together, (pointing,), center, float(sizes[first[n] // 2]))


def _meeting(spots: NDArray[np.object_], sizes: Array) -> tuple[NDArray[np.int_], NDArray[np.int_]]:
    """Pairs of ends that lie close together for strokes of their sizes; of a crowd only some, in order."""
    firsts: list[NDArray[np.int_]] = []
    seconds: list[NDArray[np.int_]] = []
    tree = shapely.STRtree(spots)
    for start in range(0, len(spots), 1000):
        some = slice(start, start + 1000)
        first, second = tree.query(spots[some], predicate="dwithin", distance=0.15 * sizes[some])
        order = np.lexsort((second, first))
        first, second = first[order], second[order]
        rank = np.arange(len(first)) - np.searchsorted(first, first)
        kept = rank < _MOST_LEGS
        firsts.append(first[kept] + start)
        seconds.append(second[kept])
    return np.concatenate(firsts), np.concatenate(seconds)


def _leads(apex: Array, left: Array, right: Array) -> bool:
    """Whether two sides of about equal length meet in an apex that is no flat angle."""
    return bool(_spread((left - apex)[None], (right - apex)[None])[0])


def _spread(a: Array, b: Array) -> NDArray[np.bool_]:
    """The same of the sides as vectors from the apex, shape (n, 2) each."""
    size_a, size_b = np.hypot(*a.T), np.hypot(*b.T)
    equal = (np.minimum(size_a, size_b) > 0) & (np.abs(size_a - size_b) <= _SIDES * np.maximum(size_a, size_b))
    cosine = (a * b).sum(axis=1) / np.where(equal, size_a * size_b, 1.0)
    return np.asarray(equal & (cosine > _OPENING) & (cosine < _CLOSED))


def _unit(vector: Array) -> Array:
    size = float(np.hypot(*vector))
    return vector / size if size > 0 else np.array([1.0, 0.0])
