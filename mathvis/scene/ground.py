"""Layers of paint: which lie over a place, and what colour is seen there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely
from numpy.typing import NDArray

from mathvis.scene.color import lab
from mathvis.scene.model import Image, Paint, PaintKind, Path
from mathvis.scene.regions import EMPTY, Area, common

if TYPE_CHECKING:
    from collections.abc import Iterable

    from shapely.geometry.base import BaseGeometry

    from mathvis.scene.color import Colors
    from mathvis.scene.geometry import SceneGeometry
    from mathvis.scene.model import RGB
    from mathvis.scene.polyline import Array

Places = NDArray[np.int_]
"""Places of layers in `Ground.layers`, in paint order."""

_geos: Any = shapely
MOST_NEIGHBOURS = 200_000
"""With more pairs of overlapping boxes than this a scene is looked at coarsely."""
_AT_ONCE = 2_000
"""Elements whose neighbours are looked up at once."""
_NO_PARTS = np.empty(0, object)
_UNKNOWN = Paint((0.5, 0.5, 0.5), 1.0, PaintKind.SHADING)
"""What an image is taken to look like."""


class Coat(StrEnum):
    """Which of an element's two coats of paint."""

    FILL = "fill"
    STROKE = "stroke"


@dataclass(frozen=True, slots=True)
class Layer:
    """One coat of paint.

    `width` is the line's width for a stroke and infinite for a fill.
    """

    index: int
    coat: Coat
    paint: Paint
    width: float


class Ground:
    """The layers of a scene in paint order, and the colours they make.

    Text is no layer: its ink is thin and does not cover its box. Layers are spoken of by their place in
    `layers`; `index`, `width`, `opaque`, `color` and `lab` say the same as the records, as arrays.
    """

    def __init__(self, geometry: SceneGeometry) -> None:
        self.geometry = geometry
        self.layers = tuple(
            layer for index in range(len(geometry.scene.elements)) for layer in _layers_of(geometry, index)
        )
        self.index = np.array([layer.index for layer in self.layers], int)
        self.width = np.array([layer.width for layer in self.layers], float)
        self.color = np.array([layer.paint.color for layer in self.layers], float).reshape(-1, 3)
        self.lab = lab(self.color)
        self.opaque = np.array(
            [
                layer.paint.alpha >= geometry.tolerances.opaque and layer.paint.kind is not PaintKind.PATTERN
                for layer in self.layers
            ],
            bool,
        )
        self.solid = np.array([layer.paint.kind is PaintKind.SOLID for layer in self.layers], bool)
        self.alpha = np.array([layer.paint.alpha for layer in self.layers], float)
        self.background = np.array(geometry.scene.canvas.background, float)
        self._first = np.searchsorted(self.index, np.arange(len(geometry.scene.elements) + 1))
        self._regions: dict[int, Area] = {}
        self._parts: dict[int, NDArray[Any]] = {}

    @cached_property
    def whole(self) -> NDArray[np.bool_]:
        """Elements whose box lies on the page and inside all their clips."""
        geometry, boxes = self.geometry, self.geometry.boxes
        width, height = geometry.page.bounds[2:]
        result = (boxes >= 0).all(axis=1) & (boxes[:, 2] <= width) & (boxes[:, 3] <= height)
        clipped: dict[tuple[int, ...], list[int]] = {}
        for element in geometry.scene.elements:
            if element.clips:
                clipped.setdefault(element.clips, []).append(element.index)
        for clips, members in clipped.items():
            clip = geometry.clip_region(clips)
            if clip is not None:
                _geos.prepare(clip.shape)
                result[members] &= _geos.covers(clip.shape, _geos.box(*boxes[members].T)) & clip.exact
        return np.asarray(result)

    def of(self, index: int) -> range:
        """Places of the layers of an element, the lower first."""
        return range(int(self._first[index]), int(self._first[index + 1]))

    @cached_property
    def crowded(self) -> bool:
        """Whether more than `MOST_NEIGHBOURS` pairs of elements have boxes that meet."""
        return self._neighbours is None

    @cached_property
    def _neighbours(self) -> tuple[NDArray[np.int_], NDArray[np.int_]] | None:
        """Layers of other elements whose boxes meet: where each element's begin, and their places; None if crowded."""
        boxes, count = _geos.box(*self.geometry.boxes.T), len(self.geometry.scene.elements)
        found, total = [], 0
        for start in range(0, count, _AT_ONCE):
            own, other = self.geometry.tree.query(boxes[start : start + _AT_ONCE])
            own = own + start
            keep = own != other
            found.append(np.stack((own[keep], other[keep])))
            total += int(keep.sum())
            if total > MOST_NEIGHBOURS:
                return None
        own, other = np.concatenate(found, axis=1) if found else np.empty((2, 0), int)
        layers = np.diff(self._first)[other]
        places = np.repeat(self._first[other], layers) + _ramp(layers)
        own = np.repeat(own, layers)
        order = np.lexsort((places, own))
        return np.searchsorted(own[order], np.arange(count + 1)), places[order]

    def around(self, index: int) -> Places:
        """Places of the layers of other elements whose box meets this one's, in paint order."""
        if self._neighbours is None:
            found = self.geometry.tree.query(_geos.box(*self.geometry.boxes[index]))
            chosen = np.zeros(len(self.geometry.scene.elements), bool)
            chosen[found] = True
            chosen[index] = False
            return np.flatnonzero(chosen[self.index])
        starts, places = self._neighbours
        return places[starts[index] : starts[index + 1]]

    def pairs(self) -> tuple[Places, Places]:
        """Every layer with every layer of other elements whose box meets its element's, in paint order.

        Raises
        ------
        ValueError
            The scene is `crowded`.
        """
        if self._neighbours is None:
            raise ValueError("there are too many neighbours to list")
        starts, places = self._neighbours
        counts = np.diff(starts)[self.index]
        return np.repeat(np.arange(len(self.layers)), counts), places[
            np.repeat(starts[self.index], counts) + _ramp(counts)
        ]

    def looks_like(self, color: RGB, places: Places) -> NDArray[np.bool_]:
        """Which layers have a colour that cannot be told from the given one."""
        return self._near(lab(np.array(color)), places)

    def like(self, place: int, places: Places) -> NDArray[np.bool_]:
        """Which layers have a colour that cannot be told from that of another layer."""
        return self._near(self.lab[place], places)

    def _near(self, own: Colors, places: Places) -> NDArray[np.bool_]:
        gap = self.lab[places] - own
        return np.asarray((gap * gap).sum(axis=1) < self.geometry.tolerances.unseen**2)

    def region(self, place: int) -> Area:
        """Return what a layer covers, clips included; prepared for many questions."""
        if place not in self._regions:
            layer = self.layers[place]
            stroke = layer.coat is Coat.STROKE
            own = self.geometry.stroke_region(layer.index) if stroke else self.geometry.fill_region(layer.index)
            clip = self.geometry.clip_region(self.geometry.scene.elements[layer.index].clips)
            shape, exact = own.shape, own.exact
            if clip is not None and not (shape.is_empty or clip.shape.covers(shapely.box(*shape.bounds))):
                shape, exact = cut(shape, clip.shape), exact and clip.exact
            shapely.prepare(shape)
            self._regions[place] = Area(shape, exact)
        return self._regions[place]

    def colors(self, points: Array, places: Places, start: Colors | None = None) -> Colors:
        """Colours seen at points, shape (k, 3), when these layers are painted, in order, on `start`.

        `start` is the background by default; it has shape (3,) or (k, 3).
        """
        result = np.empty((len(points), 3))
        result[:] = self.background if start is None else start
        if not len(points) or not len(places):
            return result
        hit = self._hits(points, places)
        alpha = self.alpha[places]
        whole = np.flatnonzero(alpha >= 1)
        lowest = np.full(len(points), -1)
        if len(whole):
            # Nothing under the last opaque layer at a point matters.
            solid = hit[whole]
            found = solid.any(axis=0)
            lowest[found] = whole[len(whole) - 1 - solid[::-1].argmax(axis=0)][found]
            result[found] = self.color[places[lowest[found]]]
        for row in np.flatnonzero((alpha < 1) & hit.any(axis=1)):
            at = hit[row] & (row > lowest)
            result[at] = alpha[row] * self.color[places[row]] + (1 - alpha[row]) * result[at]
        return result

    def _hits(self, points: Array, places: Places) -> NDArray[np.bool_]:
        """Which layers cover which points, shape (layers, points)."""
        x, y = points.T
        x0, y0, x1, y1 = self.geometry.boxes[self.index[places]].T[:, :, None]
        hit: NDArray[np.bool_] = np.asarray((x >= x0) & (x <= x1) & (y >= y0) & (y <= y1), bool)
        row, column = np.nonzero(hit)
        if not len(row):
            return hit
        needed = set(row.tolist())
        own = [self._polygons(place) if k in needed else _NO_PARTS for k, place in enumerate(places.tolist())]
        counts = np.array([len(parts) for parts in own])
        parts, first = np.concatenate(own), np.cumsum(counts) - counts
        pair = np.repeat(np.arange(len(row)), counts[row])
        part = first[row[pair]] + _ramp(counts[row])
        inside = _geos.contains_xy(parts[part], x[column[pair]], y[column[pair]])
        hit[:] = False
        hit[row[pair[inside]], column[pair[inside]]] = True
        return hit

    def _polygons(self, place: int) -> NDArray[Any]:
        """Polygons of a layer's region, prepared, shape (k,)."""
        if place not in self._parts:
            shape = self.region(place).shape
            own = list(shape.geoms) if isinstance(shape, shapely.GeometryCollection) else [shape]
            parts = np.empty(len(own), object)
            parts[:] = own
            _geos.prepare(parts)
            self._parts[place] = parts
        return self._parts[place]

    def grounds(self, points: Array, places: Places) -> list[Colors]:
        """`colors`, and the same without patterns and shadings: nobody knows what those look like at a place."""
        solid = self.solid[places]
        found = [self.colors(points, places)]
        return found if solid.all() else [*found, self.colors(points, places[solid])]

    def veils(self, near: Places, index: int) -> Places:
        """Later layers among `near` that let a part of what lies under them through."""
        chosen = (self.index[near] > index) & ~self.opaque[near] & self.solid[near]
        return np.asarray(near[chosen], int)


def _layers_of(geometry: SceneGeometry, index: int) -> Iterable[Layer]:
    element = geometry.scene.elements[index]
    if isinstance(element, Path):
        if element.fill is not None:
            yield Layer(index, Coat.FILL, element.fill.paint, np.inf)
        width = geometry.width(index)
        if element.stroke is not None and width > 0:
            yield Layer(index, Coat.STROKE, element.stroke.paint, width)
    elif isinstance(element, Image):
        yield Layer(index, Coat.FILL, _UNKNOWN, np.inf)


def _ramp(counts: NDArray[np.int_]) -> NDArray[np.int_]:
    """``0 … c-1`` for each count c, one after another."""
    return np.asarray(np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts))


def covers(shape: BaseGeometry, points: Array) -> NDArray[np.bool_]:
    """Which points lie in a region."""
    if isinstance(shape, shapely.GeometryCollection):
        result = np.zeros(len(points), bool)
        for part in shape.geoms:
            result |= covers(part, points)
        return result
    return np.asarray(_geos.contains_xy(shape, points[:, 0], points[:, 1]), bool)


def cut(shape: BaseGeometry, by: BaseGeometry) -> BaseGeometry:
    """Return the part of a region inside another; overlapping pieces stay side by side."""
    if isinstance(shape, shapely.GeometryCollection):
        pieces = [piece for piece in (_polygonal(common(part, by)) for part in shape.geoms) if not piece.is_empty]
        return shapely.GeometryCollection(pieces) if pieces else EMPTY
    return _polygonal(common(shape, by))


def _polygonal(shape: BaseGeometry) -> BaseGeometry:
    """Drop the points and lines that an intersection of touching polygons leaves."""
    if shape.geom_type in ("Polygon", "MultiPolygon"):
        return shape
    polygons = [part for part in _geos.get_parts(shape) if part.geom_type in ("Polygon", "MultiPolygon")]
    return shapely.unary_union(polygons) if polygons else EMPTY
