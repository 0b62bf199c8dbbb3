"""A line looked at across its width: which stretches of it lie in or outside a region."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from mathvis.scene import intervals as sets
from mathvis.scene.polyline import at, stations

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from mathvis.scene.intervals import Intervals
    from mathvis.scene.polyline import Array, Polyline

_geos: Any = shapely

_RAILS = (0.0, 0.45, -0.45)
"""Where across its width a line is looked at, in widths from its middle."""

NOWHERE: tuple[Intervals, Intervals, Intervals] = (sets.NONE, sets.NONE, sets.NONE)
"""No stretch of any rail."""


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
        one, two, three = (sets.complement(self._within(shape, rail), 0.0, self.length) for rail in _RAILS)
        return one, two, three

    def inside(self, shape: BaseGeometry) -> tuple[Intervals, Intervals, Intervals]:
        """Arc lengths inside a region, along each rail; the outer rails only where the middle is inside."""
        middle = self._within(shape, 0.0)
        if not len(middle):
            return NOWHERE
        left, right = (sets.intersect(self._within(shape, rail), middle) for rail in _RAILS[1:])
        return middle, left, right

    def _within(self, shape: BaseGeometry, rail: float) -> Intervals:
        if isinstance(shape, shapely.GeometryCollection):
            return sets.union([self._within(part, rail) for part in shape.geoms])
        if shape.is_empty:
            return sets.NONE
        edges = self._edges(rail)
        x0, y0, x1, y1 = shape.bounds
        low, high = edges.min(axis=1), edges.max(axis=1)
        near = np.flatnonzero((low[:, 0] <= x1) & (high[:, 0] >= x0) & (low[:, 1] <= y1) & (high[:, 1] >= y0))
        if not len(near):
            return sets.NONE
        shapely.prepare(shape)
        lines = _geos.linestrings(edges[near])
        whole = _geos.covers(shape, lines)
        split = np.flatnonzero(~whole & _geos.intersects(shape, lines))
        start, stop = self.stations[self.kept[near]], self.stations[self.kept[near] + 1]
        rows = [np.column_stack((start[whole], stop[whole]))]
        if len(split):
            cuts, which = _geos.get_parts(_geos.intersection(lines[split], shape), return_index=True)
            linear = _geos.get_type_id(cuts) == 1
            cuts, which = cuts[linear], split[which[linear]]
            ends = np.stack([_geos.get_coordinates(_geos.get_point(cuts, k)).reshape(-1, 2) for k in (0, -1)], axis=1)
            origin, edge = edges[near[which]][:, 0], np.diff(edges[near[which]], axis=1)[:, 0]
            along = ((ends - origin[:, None]) * edge[:, None]).sum(axis=2) / (edge**2).sum(axis=1)[:, None]
            along = np.sort(np.clip(along, 0.0, 1.0), axis=1)
            rows.append(start[which, None] + along * (stop - start)[which, None])
        return sets.union(rows, slack=1e-9 * max(self.length, 1.0))


def all_rails(hidden: list[list[Intervals]]) -> Intervals:
    """Arc lengths hidden on every rail."""
    one, two, three = (sets.union(rail) for rail in hidden)
    if not len(one):
        return sets.NONE
    return sets.intersect(sets.intersect(one, two), three)
