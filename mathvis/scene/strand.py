"""A line looked at across its width: which stretches of it lie in or outside a region."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import shapely

from mathvis.scene import intervals as sets
from mathvis.scene.polyline import at, stations

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    from mathvis.scene.intervals import Intervals
    from mathvis.scene.polyline import Array, Polyline

_geos: Any = shapely

RAILS = (0.0, 0.45, -0.45)
"""Where across its width a line is looked at, in widths from its middle; the middle first."""

NOWHERE: tuple[Intervals, Intervals, Intervals] = (sets.NONE, sets.NONE, sets.NONE)
"""No stretch of any rail."""


class Covered(NamedTuple):
    """Stretches of a rail (overlapping, in any order), shape (k, 2), and which region covers each, shape (k,)."""

    spans: Intervals
    owner: NDArray[np.int_]


class Strand:
    """A polyline looked at along three rails: its middle and close to either edge of its line."""

    def __init__(self, line: Polyline, width: float) -> None:
        self.points, self.width = line.points, width
        self.stations = stations(line.points)
        self.length = float(self.stations[-1])
        steps = np.diff(line.points, axis=0)
        size = np.hypot(steps[:, 0], steps[:, 1])
        self.kept = np.flatnonzero(size > 0)
        unit = steps[self.kept] / size[self.kept, None]
        self.normals = np.column_stack((-unit[:, 1], unit[:, 0]))
        self.low, self.high = line.points.min(axis=0) - width / 2, line.points.max(axis=0) + width / 2

    def _edges(self, rail: float) -> Array:
        """Edges along a rail, shape (m, 2, 2)."""
        edges = np.stack((self.points[self.kept], self.points[self.kept + 1]), axis=1)
        return edges + (rail * self.width * self.normals)[:, None]

    def at(self, places: Array, off: float) -> Array:
        """Points at arc lengths, `off` to the left, shape (k, 2)."""
        edge = np.searchsorted(self.stations[self.kept], places, side="right") - 1
        points = at(self.points, places)
        return points + off * self.normals[np.clip(edge, 0, len(self.kept) - 1)]

    def cells(self, open_: Intervals, step: float) -> Intervals:
        """Divide open stretches into 4 to 64 cells per stretch, about `step` long."""
        rows = []
        for start, stop in open_.tolist():
            count = int(np.clip((stop - start) / step, 4, 64))
            marks = np.linspace(start, stop, count + 1)
            rows.append(np.column_stack((marks[:-1], marks[1:])))
        return np.concatenate(rows) if rows else sets.NONE

    def outside(self, shape: BaseGeometry) -> tuple[Intervals, Intervals, Intervals]:
        """Arc lengths outside a region, along each rail."""
        x0, y0, x1, y1 = shape.bounds if not shape.is_empty else (np.inf, np.inf, -np.inf, -np.inf)
        if shape.geom_type == "Polygon" and (self.low >= (x0, y0)).all() and (self.high <= (x1, y1)).all():
            upright = shape.area >= (x1 - x0) * (y1 - y0) * (1 - 1e-12)
            if upright:
                return NOWHERE
        one, two, three = (sets.complement(self._within(shape, rail), 0.0, self.length) for rail in RAILS)
        return one, two, three

    def _within(self, shape: BaseGeometry, rail: float) -> Intervals:
        return sets.union([self._inside([shape], rail).spans], slack=1e-9 * max(self.length, 1.0))

    def _inside(self, shapes: Iterable[BaseGeometry], rail: float) -> Covered:
        """Cut every edge with every region that its box meets."""
        parts, owner = parts_of_all(shapes)
        edges = self._edges(rail)
        if not len(parts) or not len(edges):
            return Covered(sets.NONE, np.empty(0, int))
        x0, y0, x1, y1 = _geos.bounds(parts).T[:, :, None]
        (ax, ay), (bx, by) = edges.min(axis=1).T, edges.max(axis=1).T
        which, edge = np.nonzero((ax <= x1) & (bx >= x0) & (ay <= y1) & (by >= y0))
        _geos.prepare(parts)
        marks = np.column_stack((self.stations[self.kept], self.stations[self.kept + 1]))
        spans, _, by_part, _ = cut_edges(edges, marks, edge, which, parts)
        return Covered(spans, owner[by_part])


class Cuts(NamedTuple):
    """Stretches of edges inside polygons.

    Attributes
    ----------
    spans
        Arc lengths, shape (k, 2).
    edge, part
        Which edge each is a stretch of, and which polygon it lies in.
    met
        Which of the given pairs meet, shape (m,).
    """

    spans: Intervals
    edge: NDArray[np.int_]
    part: NDArray[np.int_]
    met: NDArray[np.bool_]


def cut_edges(edges: Array, marks: Array, edge: NDArray[np.int_], part: NDArray[np.int_], parts: NDArray[Any]) -> Cuts:
    """Cut edges with polygons.

    Parameters
    ----------
    edges
        Shape (n, 2, 2).
    marks
        Arc lengths of their ends, shape (n, 2).
    edge, part
        Which edge to cut with which polygon, shape (m,) each.
    parts
        Polygons, prepared.
    """
    lines, shape = _geos.linestrings(edges)[edge], parts[part]
    meets = np.asarray(_geos.intersects(shape, lines), bool)
    whole = meets.copy()
    whole[meets] = _geos.covers(shape[meets], lines[meets])
    split = np.flatnonzero(meets & ~whole)
    rows, pairs = [marks[edge[whole]]], [np.flatnonzero(whole)]
    if len(split):
        cuts, pair = _geos.get_parts(_geos.intersection(lines[split], shape[split]), return_index=True)
        linear = (_geos.get_type_id(cuts) == 1) & ~_geos.is_empty(cuts)
        cuts, pair = cuts[linear], split[pair[linear]]
        ends = np.stack([_geos.get_coordinates(_geos.get_point(cuts, k)).reshape(-1, 2) for k in (0, -1)], axis=1)
        own = edges[edge[pair]]
        origin, along = own[:, 0], own[:, 1] - own[:, 0]
        t = ((ends - origin[:, None]) * along[:, None]).sum(axis=2) / (along**2).sum(axis=1)[:, None]
        t = np.sort(np.clip(t, 0.0, 1.0), axis=1)
        start, stop = marks[edge[pair]].T
        rows.append(start[:, None] + t * (stop - start)[:, None])
        pairs.append(pair)
    found = np.concatenate(pairs)
    return Cuts(np.concatenate(rows), edge[found], part[found], meets)


def parts_of_all(shapes: Iterable[BaseGeometry]) -> tuple[Any, NDArray[np.int_]]:
    """Polygons of many regions, and which region each belongs to."""
    parts: list[BaseGeometry] = []
    owner: list[int] = []
    for number, shape in enumerate(shapes):
        own = shape.geoms if isinstance(shape, shapely.GeometryCollection) else [shape]
        kept = [part for part in own if not part.is_empty]
        parts += kept
        owner += [number] * len(kept)
    array = np.empty(len(parts), object)
    array[:] = parts
    return array, np.array(owner, int)


def all_rails(hidden: Sequence[Sequence[Intervals]]) -> Intervals:
    """Arc lengths hidden on every rail."""
    one, two, three = (sets.union(rail) for rail in hidden)
    if not len(one):
        return sets.NONE
    return sets.intersect(sets.intersect(one, two), three)
