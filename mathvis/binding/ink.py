"""What is drawn, indexed the way binding asks for it: by name, by kind, by place."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, MultiLineString, Point, Polygon

from mathvis.binding.labels import Printed
from mathvis.figure.model import Style, Text
from mathvis.scene.model import Element, Label, Node, Path, Quad, Role, Scene, Tip
from mathvis.scene.polyline import Polyline, merge
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from shapely.geometry.base import BaseGeometry

    from mathvis.scene.geometry import SceneGeometry
    from mathvis.scene.visibility import Visibility

Array = NDArray[np.float64]

SEEN = 0.05
"""Ink of which less than this share is visible is not there for a reader."""
MARK_FORMS = frozenset("×+•∙·∘◦○●⋅∗*⊕⊗✕✗■□▪")
"""Texts that are read as a mark at their centre."""
_MAIN = (Role.PATH, Role.NODE, Role.AXIS, Role.GRID, Role.MARK)


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """A small blob of ink that marks a place."""

    at: Array
    radius: float
    filled: bool
    elements: tuple[int, ...]


class Ink:
    """The visible ink of a scene.

    Parameters
    ----------
    scene, geometry, visibility
        The scene and what was derived from it.
    """

    def __init__(self, scene: Scene, geometry: SceneGeometry, visibility: Visibility) -> None:
        self.scene, self.geometry, self.visibility, self.printed = scene, geometry, visibility, geometry.printed
        self.diagonal = self._visible_diagonal()
        self.texts: tuple[Printed, ...] = tuple(
            self._printed(element)
            for element in scene.elements
            if isinstance(element, Label) and self.seen(element.index)
        )
        self.text_of = {i: k for k, item in enumerate(self.texts) for i in item.text.elements[:1]}
        self._names: dict[str, list[Element]] = {}
        for element in scene.elements:
            for name in dict.fromkeys(element.names):
                self._names.setdefault(name, []).append(element)
        self._nodes: dict[str, list[Node]] = {}
        for node in scene.nodes:
            for name in node.names:
                self._nodes.setdefault(name, []).append(node)
        self._points: dict[str, list[tuple[float, float]]] = {}
        for point in scene.points:
            self._points.setdefault(point.name, []).append(point.at)
        self.marks: tuple[Mark, ...] = tuple(self._marks())
        self._junctions: shapely.STRtree | None = None
        self._junction_points: Array = np.empty((0, 2))

    # -- by visibility -------------------------------------------------------------------------------

    def seen(self, index: int) -> bool:
        """Whether a reader sees anything of an element."""
        return self.visibility.share(index) >= SEEN

    # -- by name -------------------------------------------------------------------------------------

    def named(self, name: str) -> tuple[Element, ...]:
        """Elements that carry a name themselves or through a group."""
        return tuple(self._names.get(name, ()))

    def nodes(self, name: str) -> tuple[Node, ...]:
        """Nodes of a name, coordinates left out."""
        return tuple(node for node in self._nodes.get(name, ()) if node.shape != "coordinate")

    def places(self, name: str) -> tuple[tuple[float, float], ...]:
        """Different places that were given a name."""
        found = [*self._points.get(name, ()), *(node.center for node in self._nodes.get(name, ()))]
        kept: list[tuple[float, float]] = []
        for place in found:
            if all(np.hypot(place[0] - p[0], place[1] - p[1]) > TOLERANCES.point_ink * self.diagonal for p in kept):
                kept.append(place)
        return tuple(kept)

    def is_name(self, name: str) -> bool:
        """Whether anything is called so."""
        return name in self._names or name in self._nodes or name in self._points

    def matching(self, pattern: str) -> tuple[str, ...]:
        """Names that match a pattern, in paint order, then in order of creation."""
        found = dict.fromkeys(
            name
            for name in (*self._names, *self._nodes, *self._points)
            if not name.startswith("~") and fnmatchcase(name, pattern)
        )
        return tuple(found)

    # -- geometry ------------------------------------------------------------------------------------

    def outlines(self, path: Path) -> list[Polyline]:
        """Flattened subpaths of a path; arrow tips do not lengthen them."""
        return [line for line in self.geometry.polylines(path.index) if len(line.points) > 1 and line.length > 0]

    def main(self, elements: Iterable[Element]) -> tuple[Path, ...]:
        """The visible paths that make up an object: no tips, casings, or parts of labels."""
        return tuple(
            e for e in elements if isinstance(e, Path) and e.role in _MAIN and self.seen(e.index) and self.outlines(e)
        )

    def lines(self, paths: Iterable[Path]) -> list[Polyline]:
        """Polylines of several paths, joined where their ends meet."""
        return merge([line for path in paths for line in self.outlines(path)], TOLERANCES.closed_gap * self.diagonal)

    def tips(self, paths: Iterable[Path]) -> tuple[Tip, ...]:
        """Visible arrow tips of paths."""
        return tuple(
            tip
            for path in paths
            for tip in path.tips
            if not tip.elements or any(self.visibility.share(index) >= 0.5 for index in tip.elements)
        )

    def style(self, paths: Sequence[Path]) -> Style:
        """Look of the first stroked path, with the fill of the first filled one."""
        stroke = next((p.stroke for p in paths if p.stroke is not None), None)
        fill = next((p.fill for p in paths if p.fill is not None), None)
        return Style(
            stroke=None if stroke is None else stroke.paint.color,
            width=0.0 if stroke is None else stroke.width,
            dashed=bool(stroke is not None and stroke.dash),
            fill=None if fill is None else fill.paint.color,
            alpha=(stroke or fill).paint.alpha if (stroke or fill) is not None else 1.0,  # type: ignore[union-attr]
        )

    def box_of(self, points: Array) -> float:
        """Diagonal of a box."""
        return float(np.hypot(*np.ptp(points, axis=0)))

    def text_indices(self, elements: Iterable[Element]) -> tuple[int, ...]:
        """Indices into `texts` of the labels among elements."""
        return tuple(self.text_of[e.index] for e in elements if isinstance(e, Label) and e.index in self.text_of)

    def junction(self, place: tuple[float, float], within: float) -> Array | None:
        """Nearest end, corner or crossing of visible ink within a distance, shape (2,)."""
        if self._junctions is None:
            self._junction_points = self._find_junctions()
            self._junctions = shapely.STRtree([shapely.Point(place) for place in self._junction_points])
        if not len(self._junction_points):
            return None
        here = shapely.Point(place)
        hits = self._junctions.query(here, predicate="dwithin", distance=within)
        if not len(hits):
            return None
        distance = np.hypot(*(self._junction_points[hits] - np.asarray(place)).T)
        return np.asarray(self._junction_points[hits[int(np.argmin(distance))]])

    # -- private -------------------------------------------------------------------------------------

    def _visible_diagonal(self) -> float:
        """Diagonal of the box of what is visible: hidden ink must not stretch tolerances."""
        boxes = self.geometry.boxes[[e.index for e in self.scene.elements if self.seen(e.index)]]
        if not len(boxes):
            return 1e-9
        low, high = np.maximum(boxes[:, :2].min(axis=0), 0.0), boxes[:, 2:].max(axis=0)
        high = np.minimum(high, [self.scene.canvas.width, self.scene.canvas.height])
        return max(float(np.hypot(*(high - low))), 1e-9)

    def _printed(self, label: Label) -> Printed:
        text = Text(
            id="",
            form=label.form,
            text=label.text,
            box=np.array(label.box, float),
            size=label.size * self.printed,
            elements=(label.index, *label.elements),
        )
        return Printed(text, label.paint.color, quad(label.box), label.size)

    def _marks(self) -> Iterable[Mark]:
        limit = max(TOLERANCES.mark_size * self.diagonal, TOLERANCES.mark_points / self.printed)
        for element in self.scene.elements:
            if isinstance(element, Label):
                if element.form in MARK_FORMS and self.seen(element.index):
                    corners = np.array(element.box)
                    yield Mark(corners.mean(axis=0), 0.5 * self.box_of(corners), filled=True, elements=(element.index,))
                continue
            if not isinstance(element, Path) or element.role not in _MAIN or element.tips:
                continue
            lines = self.outlines(element)
            if not lines or not self.seen(element.index):
                continue
            points = np.vstack([line.points for line in lines])
            size = np.ptp(points, axis=0)
            if size.max() > limit or size.min() < 0.2 * size.max():
                continue
            solid = element.fill is not None or any(_closed(line) for line in lines)
            if solid or _is_cross(lines):
                low, high = points.min(axis=0), points.max(axis=0)
                yield Mark((low + high) / 2, float(size.max()) / 2, element.fill is not None, (element.index,))

    def _find_junctions(self) -> Array:
        """Ends, corners and crossings of all visible strokes."""
        strokes = [
            line
            for e in self.scene.elements
            if isinstance(e, Path) and e.stroke is not None and e.role in _MAIN and self.seen(e.index)
            for line in self.outlines(e)
        ]
        if not strokes or len(strokes) > 4000:
            strokes = strokes[:4000]
        found: list[Array] = []
        for line in strokes:
            if not line.closed:
                found += [line.points[:1], line.points[-1:]]
            found.append(line.points[list(_sharp(line))])
        for path in self.scene.elements:
            if isinstance(path, Path) and self.seen(path.index):
                found += [np.array([tip.apex]) for tip in self.tips([path])]
        shapes = [LineString(line.points) for line in strokes]
        tree = shapely.STRtree(shapes)
        pairs = tree.query(shapes, predicate="intersects")
        for i, j in pairs.T[:200_000]:
            if i < j:
                found.append(_points_of(shapes[i].intersection(shapes[j])))
        return np.vstack(found) if found else np.empty((0, 2))


def quad(box: Quad) -> BaseGeometry:
    """A box as a geometry; degenerate boxes become lines or points."""
    return shapely.MultiPoint(np.array(box)).convex_hull


def linework(lines: Sequence[Polyline]) -> BaseGeometry:
    """Polylines as one geometry."""
    return MultiLineString([line.points for line in lines])


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
    return isinstance(at, Point) and all(0.3 < s.project(at) / s.length < 0.7 for s in (a, b))


def _sharp(line: Polyline) -> Iterable[int]:
    """Corner points where the direction turns by more than ten degrees."""
    points = line.points
    for k in line.corners:
        if 0 < k < len(points) - 1:
            before, after = points[k] - points[k - 1], points[k + 1] - points[k]
        elif _closed(line):
            before, after = points[-1] - points[-2], points[1] - points[0]
        else:
            continue
        turn = abs(float(np.arctan2(before[0] * after[1] - before[1] * after[0], before @ after)))
        if turn > np.radians(10):
            yield k


def _points_of(geometry: BaseGeometry) -> Array:
    """The points among an intersection, overlaps by their ends; shape (n, 2)."""
    parts = getattr(geometry, "geoms", [geometry])
    rows = [shapely.get_coordinates(part)[[0, -1]] for part in parts if not part.is_empty]
    return np.vstack(rows) if rows else np.empty((0, 2))


def polygon(points: Array) -> BaseGeometry:
    """A polygon with valid rings out of an outline."""
    shape: BaseGeometry = Polygon(points) if len(points) >= 4 else shapely.MultiPoint(points).convex_hull.buffer(1e-6)
    if not shape.is_valid:
        shape = shapely.make_valid(shape)
    return shape
