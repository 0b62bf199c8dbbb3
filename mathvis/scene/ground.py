"""Layers of paint: which lie over a place, and what colour is seen there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from mathvis.scene.model import Image, Paint, PaintKind, Path
from mathvis.scene.regions import EMPTY, Area

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    from mathvis.scene.color import Colors
    from mathvis.scene.geometry import SceneGeometry
    from mathvis.scene.polyline import Array

_geos: Any = shapely
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

    Text is no layer: its ink is thin and does not cover its box.
    """

    def __init__(self, geometry: SceneGeometry) -> None:
        self.geometry = geometry
        self._layers = tuple(tuple(self._of(index)) for index in range(len(geometry.scene.elements)))
        self._regions: dict[tuple[int, Coat], Area] = {}
        self.background = np.array(geometry.scene.canvas.background, float)

    def _of(self, index: int) -> Iterable[Layer]:
        element = self.geometry.scene.elements[index]
        if isinstance(element, Path):
            if element.fill is not None:
                yield Layer(index, Coat.FILL, element.fill.paint, np.inf)
            width = self.geometry.width(index)
            if element.stroke is not None and width > 0:
                yield Layer(index, Coat.STROKE, element.stroke.paint, width)
        elif isinstance(element, Image):
            yield Layer(index, Coat.FILL, _UNKNOWN, np.inf)

    def layers(self, index: int) -> tuple[Layer, ...]:
        """Coats of one element, the lower first."""
        return self._layers[index]

    def neighbours(self, index: int) -> list[int]:
        """Other elements whose box meets this one's, in paint order."""
        found = self.geometry.tree.query(_geos.box(*self.geometry.boxes[index]))
        found.sort()
        return [int(k) for k in found if k != index]

    def region(self, layer: Layer) -> Area:
        """Return what a layer covers, clips included; prepared for many questions."""
        key = (layer.index, layer.coat)
        if key not in self._regions:
            stroke = layer.coat is Coat.STROKE
            own = self.geometry.stroke_region(layer.index) if stroke else self.geometry.fill_region(layer.index)
            clip = self.geometry.clip_region(self.geometry.scene.elements[layer.index].clips)
            shape, exact = own.shape, own.exact
            if clip is not None:
                shape, exact = cut(shape, clip.shape), exact and clip.exact
            shapely.prepare(shape)
            self._regions[key] = Area(shape, exact)
        return self._regions[key]

    def colors(self, places: Array, layers: Sequence[Layer]) -> Colors:
        """Colours seen at places, shape (k, 3), when these layers are painted, in order, on the background."""
        result = np.tile(self.background, (len(places), 1))
        if not len(places):
            return result
        low, high = places.min(axis=0), places.max(axis=0)
        boxes = self.geometry.boxes
        for layer in layers:
            x0, y0, x1, y1 = boxes[layer.index]
            if x0 > high[0] or x1 < low[0] or y0 > high[1] or y1 < low[1]:
                continue
            inside: NDArray[np.bool_] = covers(self.region(layer).shape, places)
            alpha = layer.paint.alpha
            result[inside] = alpha * np.array(layer.paint.color) + (1 - alpha) * result[inside]
        return result


def covers(shape: BaseGeometry, places: Array) -> NDArray[np.bool_]:
    """Which places lie in a region."""
    if isinstance(shape, shapely.GeometryCollection):
        result = np.zeros(len(places), bool)
        for part in shape.geoms:
            result |= covers(part, places)
        return result
    return np.asarray(_geos.contains_xy(shape, places[:, 0], places[:, 1]), bool)


def cut(shape: BaseGeometry, by: BaseGeometry) -> BaseGeometry:
    """Return the part of a region inside another; overlapping pieces stay side by side."""
    if isinstance(shape, shapely.GeometryCollection):
        pieces = [
            piece
            for piece in (_polygonal(shapely.intersection(part, by)) for part in shape.geoms)
            if not piece.is_empty
        ]
        return shapely.GeometryCollection(pieces) if pieces else EMPTY
    return _polygonal(shapely.intersection(shape, by))


def _polygonal(shape: BaseGeometry) -> BaseGeometry:
    """Drop the points and lines that an intersection of touching polygons leaves."""
    if shape.geom_type in ("Polygon", "MultiPolygon"):
        return shape
    polygons = [part for part in _geos.get_parts(shape) if part.geom_type in ("Polygon", "MultiPolygon")]
    return shapely.unary_union(polygons) if polygons else EMPTY
