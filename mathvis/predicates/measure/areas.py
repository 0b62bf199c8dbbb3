"""Areas: what regions and closed curves enclose, as valid shapely geometries."""

from __future__ import annotations

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from mathvis.figure.model import Array, Curve, Region
from mathvis.predicates.measure.polyline import is_closed
from mathvis.tolerances import TOLERANCES

_LEAST_EDGE = 1e-9


def area_of(entity: Region | Curve) -> BaseGeometry | None:
    """Return what an entity encloses on the page, or None for a curve that is open or encloses nothing."""
    if isinstance(entity, Curve):
        if not is_closed(entity) or not np.isfinite(entity.pieces[0]).all():
            return None
        shape: BaseGeometry = shapely.Polygon(entity.pieces[0])
    else:
        shape = entity.shape
    if shape.is_empty or not np.isfinite(shapely.get_coordinates(shape)).all():
        return None
    valid = shapely.make_valid(shape)
    polygons = [part for part in shapely.get_parts(valid) if part.geom_type in ("Polygon", "MultiPolygon")]
    whole = shapely.union_all(polygons)
    return whole if whole.area > 0 else None


def overlap(first: BaseGeometry, second: BaseGeometry) -> float:
    """Return the common area, on a grid that keeps nearly coincident edges from spoiling it."""
    size = max(first.bounds[2] - first.bounds[0], second.bounds[2] - second.bounds[0], 1e-6)
    return float(shapely.intersection(first, second, grid_size=1e-9 * size).area)


def corners_of(entity: Region | Curve) -> Array | None:
    """Return the corners of a polygon on the page in order, without the closing one; None if it is none.

    Vertices where the outline turns by less than ``corner`` degrees are no corners.
    """
    if isinstance(entity, Curve):
        if not is_closed(entity):
            return None
        ring = entity.pieces[0]
    else:
        if entity.shape.geom_type != "Polygon" or entity.shape.is_empty or len(entity.shape.interiors):
            return None
        ring = np.asarray(entity.shape.exterior.coords)[:, :2]
    if not np.isfinite(ring).all():
        return None
    ring = _distinct(ring[:-1] if len(ring) > 1 else ring, TOLERANCES.flatness * entity.frame.diagonal)
    if len(ring) < 3:
        return None
    back, ahead = ring - np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0) - ring
    turn = np.abs(np.angle((ahead @ [1, 1j]) / (back @ [1, 1j])))
    corners = ring[turn > np.radians(TOLERANCES.corner)]
    return corners if len(corners) >= 3 else None


def _distinct(ring: Array, least: float) -> Array:
    kept = [ring[0]]
    for point in ring[1:]:
        if np.hypot(*(point - kept[-1])) > max(least, _LEAST_EDGE):
            kept.append(point)
    if len(kept) > 1 and np.hypot(*(kept[0] - kept[-1])) <= max(least, _LEAST_EDGE):
        kept.pop()
    return np.array(kept)
