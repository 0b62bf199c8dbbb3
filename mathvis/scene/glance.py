"""A coarse look at immense scenes: whose paint is on top, read off a small picture of the elements' numbers.

Time is bounded by the number of elements and the pixels of that picture, however much they overlap.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

from mathvis.scene.color import contrast, distance
from mathvis.scene.model import Label, Path
from mathvis.scene.polyline import resample
from mathvis.scene.redraw import Edges, redraw
from mathvis.scene.regions import EMPTY, winding
from mathvis.scene.seen import Cause, Seen

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mathvis.scene.geometry import SceneGeometry
    from mathvis.scene.model import RGB, Element
    from mathvis.scene.polyline import Array

_PIXELS = 500_000
_SAMPLES = 32


class Glance:
    """The picture of numbers of one scene."""

    def __init__(self, geometry: SceneGeometry) -> None:
        self.geometry = geometry
        canvas = geometry.scene.canvas
        self.scale = float(np.sqrt(_PIXELS / max(canvas.width * canvas.height, 1e-6)))
        self.scale = min(self.scale, 2_000 / max(canvas.width, canvas.height, 1e-6))
        opaque = geometry.tolerances.opaque
        # An element's number plus one, as a colour; white would be a number no scene reaches.
        picture = redraw(geometry.scene, self.scale, edges=Edges.FULL, recolor=lambda element: _number(element, opaque))
        wide = picture.astype(np.int64)
        self.top: NDArray[np.int64] = (wide[..., 0] << 16) + (wide[..., 1] << 8) + wide[..., 2] - 1

    def look(self, index: int) -> Seen:
        """Return roughly what is seen of an element."""
        geometry = self.geometry
        element = geometry.scene.elements[index]
        places = self._places(index)
        if not len(places):
            return Seen(index, 0.0, lost={Cause.NOTHING: 1.0}, exact=False)
        columns = np.floor(places[:, 0] * self.scale).astype(int)
        rows = np.floor((geometry.scene.canvas.height - places[:, 1]) * self.scale).astype(int)
        height, width = self.top.shape
        inside = (columns >= 0) & (columns < width) & (rows >= 0) & (rows < height)
        seen = np.zeros(len(places), bool)
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                r, c = np.clip(rows + dy, 0, height - 1), np.clip(columns + dx, 0, width - 1)
                seen |= self.top[r, c] == index
        if not isinstance(element, Path) or _number(element, geometry.tolerances.opaque) is None:
            seen[:] = True
        seen &= inside
        share = float(seen.mean())
        lost = {Cause.PAGE: float(1 - inside.mean()), Cause.PAINT: float((inside & ~seen).mean())}
        ratio = self._contrast(element)
        if ratio is None:
            lost, share, ratio = {Cause.FAINT: 1.0}, 0.0, 1.0
        whole = share >= geometry.tolerances.visible_share
        line = isinstance(element, Path) and element.stroke is not None
        return Seen(
            index,
            share,
            ratio if share > 0 else 1.0,
            {cause: value for cause, value in lost.items() if value > 0},
            parts=geometry.polylines(index) if whole and line else (),
            region=shapely.box(*geometry.boxes[index]) if whole and not line else EMPTY,
            continued=share,
            stroke_share=share if line else None,
            fill_share=None if line else share,
            exact=False,
        )

    def _places(self, index: int) -> Array:
        """Return places on an element: along its lines, or all over its box inside the fill."""
        element = self.geometry.scene.elements[index]
        if isinstance(element, Path) and element.stroke is not None:
            lines = self.geometry.polylines(index)[:_SAMPLES]
            return np.concatenate([resample(line.points, max(2, _SAMPLES // len(lines))) for line in lines] or [_NO])
        x0, y0, x1, y1 = self.geometry.boxes[index]
        x, y = np.meshgrid(np.linspace(x0, x1, 10)[1:-1], np.linspace(y0, y1, 10)[1:-1])
        grid = np.column_stack((x.ravel(), y.ravel()))
        if isinstance(element, Label) or element.index in self.geometry.images:
            return grid
        rings = [line.points for line in self.geometry.polylines(index) if len(line.points) > 3]
        if not rings or sum(map(len, rings)) > 2_000:
            return grid
        turns = np.sum([winding(np.concatenate((ring, ring[:1])), grid) for ring in rings], axis=0)
        return np.asarray(grid[turns != 0])

    def _contrast(self, element: Element) -> float | None:
        """Contrast to the bare background; None where it cannot be told from it."""
        if isinstance(element, Path):
            coat = element.stroke or element.fill
            paint = coat.paint if coat is not None else None
        else:
            paint = element.paint if isinstance(element, Label) else None
        if paint is None:
            return 21.0
        ground = np.array(self.geometry.scene.canvas.background)
        color = paint.alpha * np.array(paint.color) + (1 - paint.alpha) * ground
        if distance(color, ground) < self.geometry.tolerances.unseen:
            return None
        return float(contrast(color, ground))


_NO = np.empty((0, 2))


def _number(element: Element, opaque: float) -> RGB | None:
    """Colour that stands for an element's number; None for what hides nothing."""
    if not isinstance(element, Path):
        return None
    coats = [coat for coat in (element.fill, element.stroke) if coat is not None]
    if all(coat.paint.alpha < opaque for coat in coats):
        return None
    number = element.index + 1
    return (number >> 16) / 255, (number >> 8 & 255) / 255, (number & 255) / 255
