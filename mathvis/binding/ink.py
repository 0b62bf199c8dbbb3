"""What is drawn, indexed the way binding asks for it: by name, by kind, by place."""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import MultiLineString, Polygon

from mathvis.binding.blots import overprinted
from mathvis.binding.junctions import Junctions
from mathvis.binding.labels import Printed
from mathvis.binding.marks import Marks, mark_limit
from mathvis.figure.model import Style, Text
from mathvis.scene.dashes import reads_dashed
from mathvis.scene.model import Element, Image, Label, Node, Path, Quad, Role, Scene, Tip
from mathvis.scene.polyline import Polyline, merge
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from shapely.geometry.base import BaseGeometry

    from mathvis.goldir.model import GoldIR
    from mathvis.scene.geometry import SceneGeometry
    from mathvis.scene.visibility import Visibility

Array = NDArray[np.float64]
Box = tuple[float, float, float, float]

SEEN = 0.05
"""Ink of which less than this share is visible is not there for a reader."""
_TIP_SEEN = 0.5
"""A tip of which less than this share is visible is not there for a reader."""
DECOR = "decor"
"""How names of construction lines start."""
_MAIN = (Role.PATH, Role.NODE, Role.AXIS, Role.GRID, Role.MARK)


class Ink:
    """The visible ink of a scene.

    Parameters
    ----------
    scene, geometry, visibility
        The scene and what was derived from it.
    gold
        Which names mean something.
    """

    def __init__(self, scene: Scene, geometry: SceneGeometry, visibility: Visibility, gold: GoldIR) -> None:
        self.scene, self.geometry, self.visibility, self.printed = scene, geometry, visibility, geometry.printed
        box = visibility.ink_box()
        self.diagonal = 1e-9 if box is None else max(float(np.hypot(box[2] - box[0], box[3] - box[1])), 1e-9)
        labels = [e for e in scene.elements if isinstance(e, Label) and self.seen(e.index)]
        blotted = overprinted(labels)
        self.texts: tuple[Printed, ...] = tuple(self._printed(label, blot=label.index in blotted) for label in labels)
        self._text_of = {item.text.elements[0]: k for k, item in enumerate(self.texts)}
        self._names: dict[str, list[Element]] = {}
        for element in scene.elements:
            for name in dict.fromkeys(element.names):
                self._names.setdefault(name, []).append(element)
        self._nodes: dict[str, list[Node]] = {}
        self.node_of: dict[int, Node] = {}
        for node in scene.nodes:
            for name in node.names:
                self._nodes.setdefault(name, []).append(node)
            self.node_of.update(dict.fromkeys(node.elements, node))
        self._points: dict[str, list[tuple[float, float]]] = {}
        for point in scene.points:
            self._points.setdefault(point.name, []).append(point.at)
        self._exact = {spec.name or name for name, spec in gold.entities.items() if not spec.kind.is_set}
        self._exact |= {member for spec in gold.entities.values() for member in spec.members or ()}
        self._patterns = tuple({spec.names for spec in gold.entities.values() if spec.names is not None})
        self._meant: dict[str, bool] = {}
        self._outlines: dict[int, tuple[Polyline, ...]] = {}

    @cached_property
    def marks(self) -> Marks:
        """Blobs and crosses that may be marks in a panel as large as the figure."""
        return Marks(self, mark_limit(self.diagonal, self.printed))

    @cached_property
    def junctions(self) -> Junctions:
        """Ends, corners and crossings."""
        return Junctions(self)

    # -- by visibility -------------------------------------------------------------------------------

    def seen(self, index: int) -> bool:
        """Whether a reader sees anything of an element, or its line drawn again on the same course."""
        return self.visibility.drawn(index) >= SEEN

    def span(self, elements: Iterable[int]) -> Box | None:
        """Box of what is seen of elements on the page; None if nothing is."""
        boxes = []
        for index in elements:
            seen = self.visibility[index]
            boxes += [(*line.points.min(axis=0), *line.points.max(axis=0)) for line in seen.parts]
            if not seen.region.is_empty:
                boxes.append(seen.region.bounds)
        if not boxes:
            return None
        rows, canvas = np.array(boxes, float), self.scene.canvas
        low, high = np.maximum(rows[:, :2].min(axis=0), 0.0), rows[:, 2:].max(axis=0)
        high = np.minimum(high, [canvas.width, canvas.height])
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    # -- by name -------------------------------------------------------------------------------------

    def means(self, name: str) -> bool:
        """Whether the Gold IR knows a name."""
        if name not in self._meant:
            self._meant[name] = name in self._exact or any(fnmatchcase(name, p) for p in self._patterns)
        return self._meant[name]

    def is_decor(self, element: Element) -> bool:
        """Whether an element is called a construction line."""
        return any(name.startswith(DECOR) for name in element.names) or (element.node or "").startswith(DECOR)

    def named(self, name: str) -> tuple[Element, ...]:
        """Elements that carry a name themselves or through a group, decoration inside the group left out."""
        found = self._names.get(name, ())
        return tuple(e for e in found if name.startswith(DECOR) or not self.is_decor(e))

    def inmost(self, name: str) -> tuple[Element, ...]:
        """Elements of a name that carry no other name of the Gold IR further inside."""
        return tuple(e for e in self.named(name) if not any(self.means(n) and n != name for n in _after(e.names, name)))

    def stranger(self, element: Element, name: str) -> bool:
        """Whether an element belongs to another name of the Gold IR."""
        names = (*element.names, *(self.node_of[element.index].names if element.index in self.node_of else ()))
        return name not in names and any(self.means(n) for n in names)

    def nodes(self, name: str) -> tuple[Node, ...]:
        """Nodes of a name, coordinates left out."""
        return tuple(node for node in self._nodes.get(name, ()) if node.shape != "coordinate")

    def places(self, name: str, apart: float) -> tuple[tuple[float, float], ...]:
        """Places that were given a name and lie more than `apart` big points from each other."""
        found = [*self._points.get(name, ()), *(node.center for node in self._nodes.get(name, ()))]
        kept: list[tuple[float, float]] = []
        for place in found[:1000]:
            if all(np.hypot(place[0] - p[0], place[1] - p[1]) > apart for p in kept):
                kept.append(place)
        return tuple(kept)

    def is_name(self, name: str) -> bool:
        """Whether anything is called so."""
        return name in self._names or name in self._nodes or name in self._points

    def matching(self, pattern: str) -> tuple[str, ...]:
        """Names that match a pattern, in paint order, then in order of creation.

        A group all of whose elements carry a matching name of their own is no object but their container.
        """
        found = dict.fromkeys(
            name
            for name in (*self._names, *self._nodes, *self._points)
            if not name.startswith("~") and fnmatchcase(name, pattern)
        )
        return tuple(name for name in found if not self._is_container(name, found))

    def _is_container(self, name: str, others: dict[str, None]) -> bool:
        elements = self._names.get(name, ())
        if not elements or name in self._points:
            return False
        inner = [next((n for n in _after(e.names, name) if n in others and n != name), None) for e in elements]
        return None not in inner and len(set(inner)) > 1

    # -- geometry ------------------------------------------------------------------------------------

    def outlines(self, path: Path) -> list[Polyline]:
        """Flattened subpaths of a path; arrow tips do not lengthen them."""
        if path.index not in self._outlines:
            lines = self.geometry.polylines(path.index)
            self._outlines[path.index] = tuple(line for line in lines if len(line.points) > 1 and line.length > 0)
        return list(self._outlines[path.index])

    def is_main(self, path: Path) -> bool:
        """Whether a path is no tip, casing, or part of a label."""
        return path.role in _MAIN

    def main(self, elements: Iterable[Element]) -> tuple[Path, ...]:
        """The visible paths that make up an object: no tips, casings, or parts of labels."""
        return tuple(
            e for e in elements if isinstance(e, Path) and self.is_main(e) and self.seen(e.index) and self.outlines(e)
        )

    @cached_property
    def strokes(self) -> tuple[Path, ...]:
        """All visible paths of the scene that make up objects."""
        return self.main(self.scene.elements)

    def lines(self, paths: Iterable[Path], gap: float) -> list[Polyline]:
        """Polylines of several paths, joined where their ends meet within `gap` big points."""
        return merge([line for path in paths for line in self.outlines(path)], gap)

    def tips(self, paths: Iterable[Path]) -> tuple[Tip, ...]:
        """Arrow tips of paths that a reader sees, those left out that are drawn by what has another name."""
        return tuple(tip for path in paths for tip in path.tips if self._counts(path, tip))

    def _counts(self, path: Path, tip: Tip) -> bool:
        if not tip.elements:
            return True
        ink = [self.scene.elements[index] for index in tip.elements]
        if any(self.means(name) and name not in path.names for element in ink for name in element.names):
            return False
        boxes = [self.geometry.boxes[index] for index in tip.elements]
        extent = max(max(box[2] - box[0], box[3] - box[1]) for box in boxes)
        seen = any(self.visibility.share(index) >= _TIP_SEEN for index in tip.elements)
        return seen and extent * self.printed >= TOLERANCES.tip_seen

    def style(self, paths: Sequence[Path]) -> Style:
        """Look of the first stroked path as a reader sees it, with the fill of the first filled one."""
        shown = [self._on_top(p) for p in paths]
        stroke = next((p.stroke for p in shown if p.stroke is not None), None)
        fill = next((p.fill for p in paths if p.fill is not None), None)
        return Style(
            stroke=None if stroke is None else stroke.paint.color,
            width=0.0 if stroke is None else stroke.width,
            dashed=reads_dashed(self.scene, [path.index for path in shown], self.geometry),
            double=any(path.double for path in paths),
            fill=None if fill is None else fill.paint.color,
            alpha=(stroke or fill).paint.alpha if (stroke or fill) is not None else 1.0,  # type: ignore[union-attr]
        )

    def _on_top(self, path: Path) -> Path:
        """Return a path, or the one that was drawn over all but a rest of it on the same course."""
        again = self.visibility.retraced(path.index)
        covered = sum(gap.stop - gap.start for gap in again)
        if not again or covered < TOLERANCES.visible_share * self.geometry.length(path.index):
            return path
        upper = self.scene.elements[max(again, key=lambda gap: gap.stop - gap.start).by[-1]]
        return upper if isinstance(upper, Path) else path

    def text_indices(self, elements: Iterable[Element]) -> tuple[int, ...]:
        """Indices into `texts` of the labels among elements."""
        return tuple(self._text_of[e.index] for e in elements if isinstance(e, Label) and e.index in self._text_of)

    @cached_property
    def text_tree(self) -> shapely.STRtree:
        """Index of the boxes of `texts`."""
        return shapely.STRtree([item.box for item in self.texts])

    def _printed(self, label: Label, *, blot: bool) -> Printed:
        text = Text(
            id="",
            form=rf"\overprinted{{{label.form}}}" if blot else label.form,
            text=f"{label.text} (printed over)" if blot else label.text,
            box=np.array(label.box, float),
            size=label.size * self.printed,
            elements=(label.index, *(k for k in label.elements if k != label.index)),
        )
        return Printed(text, label.paint.color, quad(label.box), label.size)


def _after(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    """Names further inside than a name; all if it is not among them."""
    return names[names.index(name) + 1 :] if name in names else names


def outline_of(element: Label | Image) -> Array:
    """Corners of a box, shape (4, 2)."""
    return np.array(element.box, float)


def quad(box: Quad) -> BaseGeometry:
    """A box as a geometry; degenerate boxes become lines or points."""
    return shapely.MultiPoint(np.array(box)).convex_hull


def linework(lines: Sequence[Polyline]) -> BaseGeometry:
    """Polylines as one geometry."""
    return MultiLineString([line.points for line in lines])


def polygon(points: Array) -> BaseGeometry:
    """A polygon with valid rings out of an outline."""
    shape: BaseGeometry = Polygon(points) if len(points) >= 4 else shapely.MultiPoint(points).convex_hull.buffer(1e-6)
    if not shape.is_valid:
        shape = shapely.make_valid(shape)
    return shape
