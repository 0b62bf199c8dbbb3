"""Junctions: the ends, corners and crossings of visible ink, found where they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely
from numpy.typing import NDArray

from mathvis.scene.model import Path, Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from shapely.geometry.base import BaseGeometry

    from mathvis.binding.ink import Ink
    from mathvis.scene.polyline import Polyline

Array = NDArray[np.float64]

_CORNER = np.radians(10.0)
"""Least turn of a corner."""
_CROSSING = np.sin(np.radians(5.0))
"""Sine of the least angle at which lines cross, so that a line drawn twice crosses nowhere."""
_MOST_LINES = 60
"""Most lines near one place that are looked at."""


class Junctions:
    """Ends, corners and crossings of visible strokes and of the outlines of fills.

    Grids and what is called decoration give no point a place.
    """

    def __init__(self, ink: Ink) -> None:
        self._lines: list[Polyline] = []
        apexes: list[Array] = []
        for element in ink.scene.elements:
            if not isinstance(element, Path) or not ink.is_main(element) or not ink.seen(element.index):
                continue
            if element.role is Role.GRID or ink.is_decor(element):
                continue
            seen = ink.visibility[element.index]
            drawn = seen.parts if element.stroke is not None else ink.outlines(element)
            self._lines += [line for line in drawn if len(line.points) > 1 and line.length > 0]
            apexes += [np.asarray(tip.apex, float) for tip in ink.tips([element])]
        self._shapes = [shapely.LineString(line.points) for line in self._lines]
        self._tree = shapely.STRtree(self._shapes)
        self._apexes = np.array(apexes).reshape(-1, 2)

    def near(self, place: tuple[float, float], within: float) -> Array | None:
        """Nearest end, corner or crossing within a distance of a place, shape (2,); None if there is none."""
        here = shapely.Point(place)
        hits = self._tree.query(here, predicate="dwithin", distance=within)
        found = [self._apexes, *self._ends(hits)]
        best = _nearest(np.vstack(found), place, within)
        if best is not None:
            return best
        disc = here.buffer(within * 1.5)
        pieces = [shapely.intersection(self._shapes[k], disc) for k in hits[:_MOST_LINES]]
        return _nearest(_crossings(pieces), place, within)

    def _ends(self, hits: Iterable[int]) -> Iterable[Array]:
        for k in hits:
            line = self._lines[k]
            if not _joined(line):
                yield line.points[[0, -1]]
            yield line.points[sharp(line)]


def _nearest(points: Array, place: tuple[float, float], within: float) -> Array | None:
    if not len(points):
        return None
    distance = np.hypot(*(points - np.asarray(place)).T)
    k = int(np.argmin(distance))
    return np.asarray(points[k]) if distance[k] <= within else None


def _joined(line: Polyline) -> bool:
    gap = float(np.hypot(*(line.points[0] - line.points[-1])))
    return line.closed or gap <= 1e-3 * line.length


def sharp(line: Polyline) -> list[int]:
    """Indices of the points where a line turns sharply, the joint of a closed line included."""
    points, found = line.points, []
    for k in line.corners:
        if 0 < k < len(points) - 1:
            before, after = points[k] - points[k - 1], points[k + 1] - points[k]
        elif k == 0 and _joined(line):
            before, after = points[-1] - points[-2], points[1] - points[0]
        else:
            continue
        turn = abs(float(np.arctan2(before[0] * after[1] - before[1] * after[0], before @ after)))
        if turn > _CORNER:
            found.append(k)
    return found


def _crossings(pieces: Sequence[BaseGeometry]) -> Array:
    """Places where at least three strokes leave, in different directions; shape (n, 2)."""
    whole = shapely.union_all([piece for piece in pieces if not piece.is_empty]) if pieces else shapely.Point()
    leaving: dict[tuple[float, float], list[Array]] = {}
    for part in getattr(whole, "geoms", [whole]):
        points = shapely.get_coordinates(part)
        if part.geom_type != "LineString" or len(points) < 2:
            continue
        for end, step in ((points[0], points[1] - points[0]), (points[-1], points[-2] - points[-1])):
            size = float(np.hypot(*step))
            if size > 0:
                key = (round(float(end[0]), 6), round(float(end[1]), 6))
                leaving.setdefault(key, []).append(step / size)
    found = []
    for place, directions in leaving.items():
        if len(directions) < 3:
            continue
        u, v = np.array(directions).T
        if float(np.abs(np.outer(u, v) - np.outer(v, u)).max()) >= _CROSSING:
            found.append(place)
    return np.array(found, float).reshape(-1, 2)
