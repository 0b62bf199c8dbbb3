"""Marks: small blobs and crosses of visible ink that mark a place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy.spatial import cKDTree
from shapely.geometry import LineString, Point

from mathvis.scene.model import Label, Path
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mathvis.binding.ink import Ink
    from mathvis.scene.model import RGB
    from mathvis.scene.polyline import Polyline

Array = NDArray[np.float64]

MARK_FORMS = frozenset("×+•∙·∘◦○●⋅∗*⊕⊗✕✗■□▪")
"""Texts that are read as a mark at their centre."""
_HOLLOW_FORMS = frozenset("∘◦○□")
_SLENDER = 0.2
"""A blob this much narrower than long is a dash, no mark."""
_ARMS = (0.3, 0.7)
"""Where along both arms the strokes of a cross meet."""


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """A small blob of ink that marks a place.

    `at` has shape (2,); `radius` is half the larger side of its box, in big points; `blunt` says that it
    is round, square or a cross, not a triangle that could be an arrow head.
    """

    at: Array
    radius: float
    filled: bool
    elements: tuple[int, ...]
    blunt: bool = True


class Marks:
    """All marks of a scene, by element and by place.

    Parameters
    ----------
    ink
        The visible ink.
    limit
        Largest side of a mark in big points.
    """

    def __init__(self, ink: Ink, limit: float) -> None:
        self.all: tuple[Mark, ...] = (*_blobs(ink, limit), *_crosses(ink, limit))
        self._of: dict[int, list[int]] = {}
        for k, mark in enumerate(self.all):
            for index in mark.elements:
                self._of.setdefault(index, []).append(k)
        self._tree = cKDTree(np.array([mark.at for mark in self.all])) if self.all else None

    def of(self, elements: Iterable[int], limit: float) -> list[Mark]:
        """Marks that consist of some of the elements alone and are no larger than `limit` big points."""
        wanted = set(elements)
        found = dict.fromkeys(k for index in sorted(wanted) for k in self._of.get(index, ()))
        return [
            mark for k in found if wanted.issuperset((mark := self.all[k]).elements) and 2 * mark.radius <= limit + 1e-9
        ]

    def near(self, place: Array | tuple[float, float], within: float) -> list[Mark]:
        """Marks whose middle is within a distance of a place, nearest first."""
        if self._tree is None:
            return []
        at = np.asarray(place, float)
        found = [self.all[k] for k in self._tree.query_ball_point(at, within)]
        return sorted(found, key=lambda mark: float(np.hypot(*(mark.at - at))))


def together(marks: Sequence[Mark]) -> Mark:
    """One mark out of several at one place (a ring and a dot, a mark drawn twice); the smallest gives the place."""
    first = min(marks, key=lambda mark: mark.radius)
    elements = tuple(dict.fromkeys(index for mark in marks for index in mark.elements))
    return Mark(first.at, max(mark.radius for mark in marks), any(mark.filled for mark in marks), elements, first.blunt)


def _blobs(ink: Ink, limit: float) -> Iterable[Mark]:
    for element in ink.scene.elements:
        if isinstance(element, Label):
            if element.form in MARK_FORMS and ink.seen(element.index):
                corners = np.array(element.box)
                radius = min(float(np.ptp(corners, axis=0).max()), limit) / 2
                yield Mark(corners.mean(axis=0), radius, element.form not in _HOLLOW_FORMS, (element.index,))
            continue
        if not isinstance(element, Path) or not ink.is_main(element) or element.tips:
            continue
        box = ink.geometry.boxes[element.index]
        if max(box[2] - box[0], box[3] - box[1]) > limit + 2 * ink.geometry.width(element.index):
            continue
        lines = ink.outlines(element)
        if not lines or not ink.seen(element.index):
            continue
        points = np.vstack([line.points for line in lines])
        size = np.ptp(points, axis=0)
        if size.max() > limit or size.min() < _SLENDER * size.max():
            continue
        cross = _is_cross(lines)
        if element.fill is not None or cross or all(_closed(line) for line in lines):
            low, high = points.min(axis=0), points.max(axis=0)
            area = shapely.MultiPoint(points).convex_hull.area
            blunt = cross or area >= 0.7 * float(size[0] * size[1])
            yield Mark((low + high) / 2, float(size.max()) / 2, _filled(element, ink), (element.index,), blunt)


def _filled(path: Path, ink: Ink) -> bool:
    """Whether a mark reads as full: filled, and not with the ground's colour inside an outline."""
    if path.fill is None or path.fill.paint.alpha <= 0:
        return False
    if path.stroke is None:
        return True
    return not _alike(path.fill.paint.color, ink.scene.canvas.background) or _alike(
        path.fill.paint.color, path.stroke.paint.color
    )


def _alike(a: RGB, b: RGB) -> bool:
    return max(abs(x - y) for x, y in zip(a, b, strict=True)) < 0.02


def _crosses(ink: Ink, limit: float) -> Iterable[Mark]:
    """Crosses drawn as two straight strokes that are elements of their own."""
    arms: list[int] = []
    shapes: list[LineString] = []
    for element in ink.scene.elements:
        if not isinstance(element, Path) or element.stroke is None or not ink.is_main(element) or element.tips:
            continue
        if not 0 < ink.geometry.length(element.index) <= 1.5 * limit or not ink.seen(element.index):
            continue
        lines = ink.outlines(element)
        if len(lines) == 1 and len(lines[0].points) == 2:
            arms.append(element.index)
            shapes.append(LineString(lines[0].points))
    if len(shapes) < 2:
        return
    pairs = shapely.STRtree(shapes).query(shapes, predicate="crosses")
    for i, j in pairs.T.tolist()[: 20 * len(shapes)]:
        if i >= j:
            continue
        at = shapes[i].intersection(shapes[j])
        if isinstance(at, Point) and _middling(at, shapes[i]) and _middling(at, shapes[j]):
            size = max(shapes[i].length, shapes[j].length)
            x0, y0, x1, y1 = shapely.total_bounds([shapes[i], shapes[j]]).tolist()
            if min(shapes[i].length, shapes[j].length) >= 0.7 * size and max(x1 - x0, y1 - y0) <= limit:
                yield Mark(np.array([at.x, at.y]), max(x1 - x0, y1 - y0) / 2, filled=True, elements=(arms[i], arms[j]))


def _middling(at: Point, shape: LineString) -> bool:
    return bool(_ARMS[0] < shape.project(at) / shape.length < _ARMS[1])


def _closed(line: Polyline) -> bool:
    gap = float(np.hypot(*(line.points[0] - line.points[-1])))
    return line.closed or gap <= 0.02 * max(line.length, 1e-9)


def _is_cross(lines: Sequence[Polyline]) -> bool:
    """Two straight strokes that cross near their middles."""
    if len(lines) != 2 or any(len(line.points) != 2 for line in lines):
        return False
    a, b = (LineString(line.points) for line in lines)
    if not a.crosses(b):
        return False
    at = a.intersection(b)
    return isinstance(at, Point) and _middling(at, a) and _middling(at, b)


def mark_limit(diagonal: float, printed: float) -> float:
    """Largest side of a mark in big points, in a panel of the given diagonal."""
    return max(TOLERANCES.mark_size * diagonal, TOLERANCES.mark_points / printed)
