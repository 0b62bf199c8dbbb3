"""How a scene lies on a picture of it: which pixels belong to which place of the page."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from mathvis.scene.redraw import Edges, redraw
from mathvis.scene.snapping import snapped

if TYPE_CHECKING:
    from mathvis.scene.model import Image, Label, Scene
    from mathvis.scene.pixels import Indices, Mask
    from mathvis.scene.redraw import Pixels

OVERHANG = 0.1
"""How far glyphs may reach out of their label's box, in type sizes."""


class View:
    """A scene and the size of its picture, whose upper left corner is the canvas'.

    A PDF's page keeps its scale; an SVG is stretched to whole pixels.

    Parameters
    ----------
    scale
        Pixels per big point.
    columns, rows
        Size of the picture in pixels.
    """

    def __init__(self, scene: Scene, scale: float, columns: int, rows: int) -> None:
        self.scene, self.size, self.height = scene, (columns, rows), scene.canvas.height
        stretched = scene.source == "svg"
        self.across = columns / scene.canvas.width if stretched else scale
        self.up = rows / scene.canvas.height if stretched else scale
        self.ground: Pixels = np.round(255 * np.array(scene.canvas.background)).astype(np.uint8)

    def draw(self, edges: Edges, **options: Any) -> Pixels:
        """Redraw the scene in this view; options are those of `redraw`."""
        return redraw(self.scene, (self.across, self.up), size=self.size, edges=edges, **options)

    def snapped(self, nudge: float, *, touched: bool = False) -> Pixels | None:
        """Redraw the scene with its edges as PDFs are drawn, as `snapped` tells; None where nothing is to adjust."""
        scales = self.across, self.up
        scene = snapped(self.scene, scales, nudge, touched=touched) if self.scene.source == "pdf" else self.scene
        return None if scene is self.scene else redraw(scene, scales, size=self.size)

    def box(self, element: Label | Image, pixels: float, margin: float = 0.0) -> tuple[slice, slice]:
        """Rows and columns of the upright box around an element's, widened by pixels and big points."""
        xs, ys = zip(*element.box, strict=True)
        left, right = (min(xs) - margin) * self.across - pixels, (max(xs) + margin) * self.across + pixels
        top, bottom = (
            (self.height - max(ys) - margin) * self.up - pixels,
            (self.height - min(ys) + margin) * self.up + pixels,
        )
        rows = np.clip([math.floor(top), math.ceil(bottom)], 0, self.size[1]).tolist()
        columns = np.clip([math.floor(left), math.ceil(right)], 0, self.size[0]).tolist()
        return slice(*rows), slice(*columns)

    def inside(self, label: Label, rows: Indices, columns: Indices) -> Mask:
        """Which pixels lie in a label's box or close to it."""
        tall, wide = self.box(label, 1, OVERHANG * label.size)
        upright = (rows >= tall.start) & (rows < tall.stop)
        return np.asarray(upright & (columns >= wide.start) & (columns < wide.stop))
