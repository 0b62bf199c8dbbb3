"""Where elements of the scene lie and how much they ink."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

from mathvis.scene.model import XY, Element, Paint, Path, Quad
from mathvis.scene.readers.svg_flattening import flatten

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mathvis.scene.readers.svg_boxes import Box
    from mathvis.scene.readers.svg_transforms import Matrix


def quad(box: Box, matrix: Matrix) -> Quad:
    """Corners of a box of user space on the page: lower left, lower right, upper right, upper left."""
    x0, y0, x1, y1 = box
    return matrix.at((x0, y1)), matrix.at((x1, y1)), matrix.at((x1, y0)), matrix.at((x0, y0))


def lies_inside(element: Element, region: Sequence[XY]) -> bool:
    """Whether an element with its stroke lies in a convex region."""
    points: list[XY] = []
    margin = 0.0
    if isinstance(element, Path):
        points = [p for subpath in element.subpaths for p in subpath.points]
        if element.stroke is not None:
            sharp = element.stroke.join == 0 and any(len(subpath.points) > 4 for subpath in element.subpaths)
            square = element.stroke.cap == 2
            factor = element.stroke.miter_limit if sharp else math.sqrt(2) if square else 1.0
            margin = element.stroke.width / 2 * factor
    else:
        points = list(element.box)
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*region, region[0]]))
    sign = 1 if area > 0 else -1
    for a, b in pairwise([*region, region[0]]):
        edge = math.dist(a, b)
        slack = 1e-6 * edge * edge
        for p in points:
            across = sign * ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]))
            if across < margin * edge - slack:
                return False
    return True


def inked(element: Element) -> Iterable[tuple[float, Paint]]:
    """Inked areas of an element with their paints."""
    if not isinstance(element, Path):
        return
    for subpath in element.subpaths:
        points = flatten(subpath)
        if element.fill is not None:
            area = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*points, points[0]])) / 2
            yield abs(area), element.fill.paint
        if element.stroke is not None:
            yield sum(math.dist(a, b) for a, b in pairwise(points)) * element.stroke.width, element.stroke.paint
