"""Regions: what fills, strokes and clips cover on the page, as polygons.

Everything here is bounded: a path whose pieces cross one another too often to be resolved is replaced by
its bounding box, and the caller is told.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import shapely
from shapely.geometry import MultiPolygon, Point, Polygon

from mathvis.scene.model import FillRule
from mathvis.scene.polyline import Polyline, dashes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapely.geometry.base import BaseGeometry

    from mathvis.scene.model import Stroke
    from mathvis.scene.polyline import Array

MOST_CROSSINGS = 100_000
"""A fill whose outline crosses itself more often (as estimated) is replaced by its box."""
CHUNK = 400
"""Longer polylines are thickened piece by piece."""

_GRID = 1e-4
"""Grid in big points on which overlays are tried again: the rounding of a scene's coordinates."""
EMPTY = MultiPolygon()
_geos: Any = shapely
"""Shapely's vectorised functions, whose stubs cannot tell an array from a scalar."""
_CAPS: tuple[Any, ...] = ("flat", "round", "square")
_JOINS = ("mitre", "round", "bevel")


@dataclass(frozen=True, slots=True, eq=False)
class Area:
    """A region of the page.

    Attributes
    ----------
    shape
        A polygon, a multipolygon, or a collection of overlapping polygons (see `union`).
    exact
        False where the bounding box stands for something too intricate.
    """

    shape: BaseGeometry
    exact: bool = True


def box_of(lines: Sequence[Polyline], margin: float = 0.0) -> tuple[float, float, float, float]:
    """Bounding box (x0, y0, x1, y1) of polylines, widened by `margin`."""
    points = np.concatenate([line.points for line in lines])
    low, high = points.min(axis=0) - margin, points.max(axis=0) + margin
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def fill_area(lines: Sequence[Polyline], rule: FillRule) -> Area:
    """Return the interior of a path; open subpaths are closed by a chord, as PDF and SVG do."""
    rings = [ring for ring in (_ring(line) for line in lines) if ring is not None]
    if not rings:
        return Area(EMPTY)
    if len(rings) == 1:
        polygon = Polygon(rings[0])
        if polygon.is_valid:
            return Area(polygon)
    if _crossings(rings) > MOST_CROSSINGS:
        return Area(shapely.box(*box_of(lines)), exact=False)
    noded = _geos.unary_union([_geos.linestrings(ring) for ring in rings])
    faces = shapely.get_parts(shapely.polygonize([noded]))
    if not len(faces):
        return Area(EMPTY)
    places = shapely.get_coordinates(shapely.point_on_surface(faces))
    turns = sum(winding(ring, places) for ring in rings)
    crossings = sum(np.abs(winding(ring, places, parity=True)) for ring in rings)
    inside = np.asarray(turns) != 0 if rule is FillRule.NONZERO else np.asarray(crossings) % 2 == 1
    return Area(_geos.unary_union(faces[inside]) if inside.any() else EMPTY)


def winding(ring: Array, places: Array, *, parity: bool = False) -> Array:
    """How often a closed polyline turns counter-clockwise about each place, shape (k,).

    With `parity`, the number of edges a ray to the right crosses, whatever their direction.
    """
    result = np.zeros(len(places))
    x0, y0 = ring[:-1].T
    x1, y1 = ring[1:].T
    for part in np.array_split(np.arange(len(places)), max(1, len(places) * len(ring) // 4_000_000)):
        x, y = places[part].T[:, :, None]
        up, down = (y0 <= y) & (y1 > y), (y0 > y) & (y1 <= y)
        left = (x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)
        rises, falls = (up & (left > 0)).sum(axis=1), (down & (left < 0)).sum(axis=1)
        result[part] = rises + falls if parity else rises - falls
    return result


def stroke_area(lines: Sequence[Polyline], stroke: Stroke, width: float) -> Area:
    """Return what a stroke covers when its line is `width` wide: dashes, caps and joins included."""
    pieces: list[BaseGeometry] = []
    for line in lines:
        parts = dashes(line, stroke.dash, stroke.dash_phase) if stroke.dash else [line]
        for part in parts:
            pieces += _thickened(part, stroke, width)
    return Area(union(pieces))


def union(pieces: Sequence[BaseGeometry]) -> BaseGeometry:
    """Return the union of a few polygons; many are returned side by side, which covers the same points."""
    if not pieces:
        return EMPTY
    if len(pieces) == 1:
        return pieces[0]
    if len(pieces) > 50:
        return shapely.GeometryCollection(list(pieces))
    return cast("BaseGeometry", _geos.unary_union(pieces))


def common(a: BaseGeometry, b: BaseGeometry) -> BaseGeometry:
    """Return the part of a region inside another."""
    return _overlaid(shapely.intersection, a, b)


def without(a: BaseGeometry, b: BaseGeometry) -> BaseGeometry:
    """Return the part of a region outside another."""
    return _overlaid(shapely.difference, a, b)


def _overlaid(operation: Any, a: BaseGeometry, b: BaseGeometry) -> BaseGeometry:
    try:
        return cast("BaseGeometry", operation(a, b))
    except shapely.GEOSException:
        # Nearly coincident edges of an invalid outline: on a grid the overlay always succeeds.
        return cast("BaseGeometry", operation(shapely.make_valid(a), shapely.make_valid(b), grid_size=_GRID))


def parts_of(shape: BaseGeometry) -> list[Polygon]:
    """Return the polygons of a region."""
    if isinstance(shape, Polygon):
        return [shape]
    return [polygon for part in getattr(shape, "geoms", ()) for polygon in parts_of(part)]


def _thickened(line: Polyline, stroke: Stroke, width: float) -> list[BaseGeometry]:
    points = line.points
    steps = np.abs(np.diff(points, axis=0)).max(axis=1, initial=0.0)
    if not (steps > 0).any():
        # A point: round and square caps paint a dot, a butt cap nothing.
        if stroke.cap == 0:
            return []
        return [Point(points[0]).buffer(width / 2, quad_segs=4, cap_style=_CAPS[stroke.cap])]
    style = {"join_style": _JOINS[stroke.join], "mitre_limit": max(stroke.miter_limit, 1.0), "quad_segs": 4}
    if line.closed and len(points) > 3:
        ring = _geos.linearrings(points)
        if len(points) <= CHUNK:
            return [_geos.buffer(ring, width / 2, **style)]
    if len(points) <= CHUNK:
        # There and back again: both turns are joins.
        cap = _CAPS[int(stroke.join == 1)] if line.closed else _CAPS[stroke.cap]
        return [_geos.buffer(_geos.linestrings(points), width / 2, cap_style=cap, **style)]
    starts = range(0, len(points) - 1, CHUNK)
    chunks = [_geos.linestrings(points[start : start + CHUNK + 1]) for start in starts]
    return list(_geos.buffer(np.array(chunks), width / 2, cap_style="round", join_style="round", quad_segs=4))


def _ring(line: Polyline) -> Array | None:
    """Return the closed outline, shape (n, 2), first point repeated; None if it encloses nothing."""
    points = line.points
    if len(points) < 3:
        return None
    if (points[0] != points[-1]).any():
        points = np.concatenate((points, points[:1]))
    return points if len(points) > 3 else None


def _crossings(rings: Sequence[Array]) -> float:
    """Estimate how many pairs of edges cross, from a sample of the edges."""
    edges = np.concatenate([np.stack((ring[:-1], ring[1:]), axis=1) for ring in rings])
    if len(edges) <= 400:
        return 0.0
    lines = _geos.linestrings(edges)
    sample = np.linspace(0, len(edges) - 1, max(10, min(200, 10_000_000 // len(edges)))).astype(int)
    pairs = _geos.STRtree(lines).query(lines[sample], predicate="crosses").shape[1]
    return float(pairs / len(sample) * len(edges) / 2)
