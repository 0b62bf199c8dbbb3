"""Circles: fitting them to curves, and how two of them lie to each other."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from mathvis.figure.model import Array, Curve, Region
from mathvis.predicates.measure.compare import outlines
from mathvis.predicates.measure.polyline import densify
from mathvis.tolerances import TOLERANCES


class Circle(NamedTuple):
    """A fitted circle.

    Attributes
    ----------
    center, radius
        In the coordinates of the points.
    defect
        Largest distance of a point from the circle.
    gap
        Largest angle, in radians, that no point covers.
    """

    center: Array
    radius: float
    defect: float
    gap: float


def fit_circle(points: Array) -> Circle | None:
    """Fit a circle by algebraic least squares; None for fewer than three points or points on a line."""
    if len(points) < 3 or not np.isfinite(points).all():
        return None
    middle = points.mean(axis=0)
    size = float(np.abs(points - middle).max())
    if size <= 0:
        return None
    unit = (points - middle) / size
    design = np.column_stack([2 * unit, np.ones(len(unit))])
    solution, _, rank, _ = np.linalg.lstsq(design, (unit**2).sum(axis=1), rcond=1e-12)
    square = solution[2] + solution[:2] @ solution[:2]
    if rank < 3 or not square > 0:
        return None
    center, radius = solution[:2], math.sqrt(square)
    offset = unit - center
    defect = float(np.abs(np.hypot(*offset.T) - radius).max())
    angle = np.sort(np.arctan2(offset[:, 1], offset[:, 0]))
    gap = float(np.diff(np.concatenate([angle, angle[:1] + 2 * math.pi])).max())
    return Circle(center * size + middle, radius * size, defect * size, gap)


def drawn_circle(entity: Curve | Region) -> Circle | None:
    """Fit a circle to the whole outline of an entity, in data coordinates; None if there is nothing to fit."""
    pieces = outlines(entity)
    if not pieces:
        return None
    step = 0.01 * max(float(np.ptp(piece, axis=0).max(initial=0)) for piece in pieces)
    dense = np.vstack([densify(piece, step) for piece in pieces])
    return fit_circle(entity.frame.to_data(dense))


def allowance(radius: float, diagonal: float, tolerance: float = TOLERANCES.circle) -> float:
    """Return what a circle may be off by, in the units of `radius` and `diagonal`.

    It is `tolerance` of the diagonal, and shrinks in proportion for a radius below ``small_circle`` of the diagonal.
    """
    return tolerance * diagonal * min(1.0, radius / (TOLERANCES.small_circle * diagonal)) if diagonal > 0 else 0.0


def is_whole(circle: Circle, diagonal: float) -> bool:
    """Whether the points leave no visible gap in the circle."""
    return circle.gap * circle.radius <= max(TOLERANCES.closed_gap * diagonal, 0.05 * circle.radius)


def separation(first: Circle, second: Circle) -> float:
    """Return the distance between two discs: 0 when they touch from outside, negative when they overlap."""
    return float(np.hypot(*(first.center - second.center))) - first.radius - second.radius
