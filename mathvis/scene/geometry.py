"""Everything that is computed from a scene alone, computed once.

`SceneGeometry` is the explicit home of what is derived and cached: polylines, lengths, boxes, regions,
an index of elements by place. It is made for one scene and holds no other state.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from mathvis.scene.model import Image, Label, Path
from mathvis.scene.polyline import Polyline, flatten, frozen
from mathvis.scene.regions import EMPTY, Area, common, fill_area, stroke_area, union
from mathvis.tolerances import TOLERANCES, Tolerances

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from shapely.geometry import Polygon
    from shapely.geometry.base import BaseGeometry

    from mathvis.scene.model import Element, Scene, Subpath
    from mathvis.scene.polyline import Array

    T = TypeVar("T")

PRINTED_WIDTH = 16 / 2.54 * 72
"""Width in points to which a figure without a physical size is scaled down for print (16 cm)."""


def printed_scale(scene: Scene) -> float:
    """Return the printed points of a page unit: 1, but an SVG without physical units is at most 16 cm wide in print."""
    if scene.canvas.physical or scene.canvas.width <= PRINTED_WIDTH:
        return 1.0
    return PRINTED_WIDTH / scene.canvas.width


class SceneGeometry:
    """What is computed from a scene.

    Parameters
    ----------
    scene
        The scene; never changed.
    tolerances
        `flatness` bounds the distance of chords from curves, `hairline` is the width of the thinnest line.

    Notes
    -----
    All methods take the index of an element. Results are computed when first asked for and kept.
    """

    def __init__(self, scene: Scene, tolerances: Tolerances = TOLERANCES) -> None:
        self.scene = scene
        self.tolerances = tolerances
        self._kept: dict[tuple[str, int], object] = {}

    # -- the page -----------------------------------------------------------------------------------

    @cached_property
    def page(self) -> Polygon:
        """The canvas as a polygon."""
        return shapely.box(0.0, 0.0, self.scene.canvas.width, self.scene.canvas.height)

    @cached_property
    def flatness(self) -> float:
        """Farthest a chord may be from its curve, in big points."""
        canvas = self.scene.canvas
        spread = np.array([canvas.width, canvas.height])
        if self._controls.size:
            low, high = self._controls.min(axis=0), self._controls.max(axis=0)
            clipped = np.minimum(high, spread) - np.maximum(low, 0.0)
            if (clipped > 0).all():
                spread = clipped
        return max(self.tolerances.flatness * float(np.hypot(*spread)), 1e-6)

    @cached_property
    def _controls(self) -> Array:
        points = [
            point
            for element in self.scene.elements
            for piece in (element.subpaths if isinstance(element, Path) else ())
            for point in piece.points
        ]
        return np.array(points, float).reshape(-1, 2)

    @cached_property
    def ink_box(self) -> tuple[float, float, float, float]:
        """Box (x0, y0, x1, y1) of everything painted on the page, visible or not; the page if there is nothing."""
        page = np.array(self.page.bounds)
        boxes = self.boxes
        on_page = boxes[(boxes[:, :2] <= page[2:]).all(axis=1) & (boxes[:, 2:] >= page[:2]).all(axis=1)]
        if not len(on_page):
            return self.page.bounds
        low = np.maximum(on_page[:, :2].min(axis=0), page[:2])
        high = np.minimum(on_page[:, 2:].max(axis=0), page[2:])
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    @cached_property
    def diagonal(self) -> float:
        """Diagonal of `ink_box`, in big points."""
        x0, y0, x1, y1 = self.ink_box
        return max(float(np.hypot(x1 - x0, y1 - y0)), 1e-6)

    @cached_property
    def printed(self) -> float:
        """See `printed_scale`."""
        return printed_scale(self.scene)

    # -- lines --------------------------------------------------------------------------------------

    @cached_property
    def _polylines(self) -> tuple[tuple[Polyline, ...], ...]:
        pieces: list[Subpath] = []
        counts = []
        for element in self.scene.elements:
            own = element.subpaths if isinstance(element, Path) else ()
            pieces += own
            counts.append(len(own))
        lines, place, result = flatten(pieces, self.flatness), 0, []
        for element, count in zip(self.scene.elements, counts, strict=True):
            if isinstance(element, Path):
                result.append(tuple(lines[place : place + count]))
                place += count
            else:
                corners = frozen(np.array([*element.box, element.box[0]], float))
                result.append((Polyline(corners, (0, 1, 2, 3, 4), closed=True),))
        return tuple(result)

    def polylines(self, index: int) -> tuple[Polyline, ...]:
        """Flattened subpaths in drawing order; the box's outline for a label or an image."""
        return self._polylines[index]

    def declared(self, index: int) -> tuple[Polyline, ...]:
        """Flattened declared path of an element; empty where none is known."""
        element = self.scene.elements[index]
        pieces = element.declared if isinstance(element, Path) else ()
        return self._keep("declared", index, lambda: tuple(flatten(pieces, self.flatness)))

    def length(self, index: int) -> float:
        """Length of all subpaths together, in big points."""
        return self._keep("length", index, lambda: sum(line.length for line in self.polylines(index)))

    def width(self, index: int) -> float:
        """Width of an element's line in big points: 0 for no line, at least a hairline for one.

        A width of 0 is the thinnest line a device can draw in PDF, and no line in SVG.
        """
        element = self.scene.elements[index]
        if not isinstance(element, Path) or element.stroke is None:
            return 0.0
        if element.stroke.width <= 0 and self.scene.source == "svg":
            return 0.0
        return max(element.stroke.width, self.tolerances.hairline)

    @cached_property
    def boxes(self) -> Array:
        """Boxes (x0, y0, x1, y1) of all elements, line widths included (not the spikes of miters), shape (n, 4)."""
        result = np.zeros((len(self.scene.elements), 4))
        for index, lines in enumerate(self._polylines):
            if lines:
                points = lines[0].points if len(lines) == 1 else np.concatenate([line.points for line in lines])
                half = self.width(index) / 2
                result[index, :2], result[index, 2:] = points.min(axis=0) - half, points.max(axis=0) + half
        return frozen(result)

    def box(self, index: int) -> tuple[float, float, float, float]:
        """Box of one element; see `boxes`."""
        x0, y0, x1, y1 = self.boxes[index].tolist()
        return x0, y0, x1, y1

    # -- regions ------------------------------------------------------------------------------------

    def stroke_region(self, index: int) -> Area:
        """Return what an element's stroke covers, clips apart."""
        element = self.scene.elements[index]
        width = self.width(index)
        if not isinstance(element, Path) or element.stroke is None or width <= 0:
            return Area(EMPTY)
        stroke = element.stroke
        return self._keep("stroke", index, lambda: stroke_area(self.polylines(index), stroke, width))

    def fill_region(self, index: int) -> Area:
        """Return what an element's fill covers, clips apart; the box of a label or an image."""
        element = self.scene.elements[index]
        if isinstance(element, Path):
            if element.fill is None:
                return Area(EMPTY)
            rule = element.fill.rule
            return self._keep("fill", index, lambda: fill_area(self.polylines(index), rule))
        return self._keep("fill", index, lambda: Area(shapely.make_valid(shapely.Polygon(element.box))))

    def clip_region(self, clips: tuple[int, ...]) -> Area | None:
        """Intersection of clips; None where nothing is clipped. The page's edge is not in it."""
        if not clips:
            return None
        key = clips if len(clips) == 1 else tuple(dict.fromkeys(clips))
        return self._keep("clip" + ",".join(map(str, key)), -1, lambda: self._clip(key))

    def _clip(self, clips: tuple[int, ...]) -> Area:
        if len(clips) > 1:
            outer, last = self.clip_region(clips[:-1]), self.clip_region(clips[-1:])
            if outer is None or last is None:  # pragma: no cover - clips is not empty
                return Area(self.page)
            return Area(common(outer.shape, last.shape), outer.exact and last.exact)
        clip = self.scene.clips[clips[0]]
        return fill_area(flatten(clip.subpaths, self.flatness), clip.rule)

    def ink(self, index: int) -> BaseGeometry:
        """Return what an element paints on the page: stroke, fill or box, cut by its clips and the page's edge."""
        return self._keep("ink", index, lambda: self._ink(self.scene.elements[index], index))

    def _ink(self, element: Element, index: int) -> BaseGeometry:
        pieces = [area.shape for area in (self.fill_region(index), self.stroke_region(index))]
        shape = shapely.unary_union(union([piece for piece in pieces if not piece.is_empty]))
        clip = self.clip_region(element.clips)
        shape = common(shape, self.page)
        return shape if clip is None else common(shape, clip.shape)

    # -- neighbours ---------------------------------------------------------------------------------

    @cached_property
    def tree(self) -> shapely.STRtree:
        """Index of the elements' boxes."""
        boxes: Any = shapely.box(*self.boxes.T)
        return shapely.STRtree(boxes)

    def near(self, x: float, y: float, distance: float) -> tuple[int, ...]:
        """Elements whose box is within a distance of a place, in paint order."""
        found = self.tree.query(shapely.Point(x, y), predicate="dwithin", distance=distance)
        return tuple(sorted(int(k) for k in found))

    @cached_property
    def labels(self) -> tuple[int, ...]:
        """Indices of the labels."""
        return tuple(k for k, element in enumerate(self.scene.elements) if isinstance(element, Label))

    @cached_property
    def images(self) -> tuple[int, ...]:
        """Indices of the images."""
        return tuple(k for k, element in enumerate(self.scene.elements) if isinstance(element, Image))

    def _keep(self, what: str, index: int, make: Callable[[], T]) -> T:
        key = (what, index)
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]  # type: ignore[return-value]
