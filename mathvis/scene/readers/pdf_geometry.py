"""Matrices, boxes and subpaths, as the PDF reader needs them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mathvis.scene.model import XY, Quad, Subpath

Matrix: TypeAlias = tuple[float, float, float, float, float, float]
Box: TypeAlias = tuple[float, float, float, float]
"""x0, y0, x1, y1 with x0 <= x1 and y0 <= y1."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
TEX_POINT = 72.0 / 72.27
"""A TeX point in big points."""
_STEPS = 12


def multiply(first: Matrix, then: Matrix) -> Matrix:
    """Return the matrix that applies `first` and `then` the other (row vectors, as in PDF)."""
    a, b, c, d, e, f = first
    g, h, i, j, k, l = then
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + l,
    )


def apply(matrix: Matrix, x: float, y: float) -> XY:
    """Transform a point."""
    a, b, c, d, e, f = matrix
    return (a * x + c * y + e, b * x + d * y + f)


def scale_of(matrix: Matrix) -> float:
    """Return the geometric mean of a matrix's two scales."""
    return math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))


def is_singular(matrix: Matrix) -> bool:
    """Tell whether a matrix maps the plane to a line or a point, where nothing is painted."""
    a, b, c, d = matrix[:4]
    return abs(a * d - b * c) <= 1e-12 * max(abs(a), abs(b), abs(c), abs(d)) ** 2


def inverse(matrix: Matrix) -> Matrix | None:
    """Return the matrix that undoes another; None where there is none."""
    if is_singular(matrix):
        return None
    a, b, c, d, e, f = matrix
    det = a * d - b * c
    return (d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det)


def quad(matrix: Matrix, box: Box) -> Quad:
    """Return the image of a box: lower left, lower right, upper right, upper left."""
    x0, y0, x1, y1 = box
    return (apply(matrix, x0, y0), apply(matrix, x1, y0), apply(matrix, x1, y1), apply(matrix, x0, y1))


def bounds(points: Iterable[XY]) -> Box:
    """Return the smallest box around points.

    Raises
    ------
    ValueError
        There are no points.
    """
    listed = list(points)
    xs = [p[0] for p in listed]
    ys = [p[1] for p in listed]
    return (min(xs), min(ys), max(xs), max(ys))


def path_bounds(subpaths: Iterable[Subpath]) -> Box:
    """Return the box of all control points."""
    return bounds(point for subpath in subpaths for point in subpath.points)


def rectangle(subpath: Subpath) -> Box | None:
    """Return the box that a subpath draws if it is an axis-parallel rectangle, else None."""
    points = subpath.points
    corners = points[0::3]
    if len(corners) not in (4, 5):
        return None
    x0, y0, x1, y1 = bounds(corners)
    slack = 1e-6 * (1.0 + abs(x0) + abs(y0) + abs(x1) + abs(y1))
    for x, y in points:
        if min(abs(x - x0), abs(x - x1)) > slack and min(abs(y - y0), abs(y - y1)) > slack:
            return None
    previous = corners[0]
    for corner in corners[1:]:
        if abs(corner[0] - previous[0]) > slack and abs(corner[1] - previous[1]) > slack:
            return None
        previous = corner
    return (x0, y0, x1, y1)


def polyline(subpath: Subpath) -> list[XY]:
    """Return points along a subpath; straight pieces give their ends alone."""
    points = subpath.points
    found = [points[0]]
    for at in range(0, len(points) - 1, 3):
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = points[at : at + 4]
        bend = abs((x1 - x0) * (y3 - y0) - (y1 - y0) * (x3 - x0)) + abs((x2 - x0) * (y3 - y0) - (y2 - y0) * (x3 - x0))
        steps = 1 if bend <= 1e-6 * (abs(x3 - x0) + abs(y3 - y0)) else _STEPS
        for step in range(1, steps + 1):
            t = step / steps
            s = 1 - t
            a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
            found.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return found
