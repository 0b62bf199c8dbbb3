"""Draw a scene from its record alone.

This is the other half of the *conforming* check: a reader of the record and a reader of the picture must
see the same. Text is not drawn (its glyphs are not in the record), patterns and shadings are flat.
"""

from __future__ import annotations

import math
from enum import Enum
from typing import TYPE_CHECKING, Any

import cairocffi as cairo
import numpy as np
import shapely
from numpy.typing import NDArray

from mathvis.errors import SceneError
from mathvis.scene.model import FillRule, Path
from mathvis.scene.polyline import MOST_DASHES, flatten

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from mathvis.scene.model import RGB, Element, Scene, Stroke, Subpath

Pixels = NDArray[np.uint8]
"""Shape (rows, columns, 3), RGB, first row on top."""

LARGEST_SIDE = 8192
"""Longest side of a redrawn picture in pixels."""
_FAR = 100_000.0
"""Device coordinates beyond this are cut off before they reach cairo, whose numbers are 24.8 fixed point."""

_RULES = {FillRule.NONZERO: cairo.FILL_RULE_WINDING, FillRule.EVENODD: cairo.FILL_RULE_EVEN_ODD}


class Edges(Enum):
    """How the edges of ink are drawn."""

    SMOOTH = "smooth"
    """Anti-aliased, lines as thin as they are."""
    FULL = "full"
    """Every pixel that is touched has the full colour, and lines are at least one pixel wide."""


def redraw(
    scene: Scene,
    scale: float | tuple[float, float],
    *,
    size: tuple[int, int] | None = None,
    edges: Edges = Edges.SMOOTH,
    only: Collection[int] | None = None,
    recolor: Callable[[Element], RGB | None] | None = None,
) -> Pixels:
    """Draw a scene.

    Parameters
    ----------
    scale
        Pixels per big point, or those across and those up.
    size
        Columns and rows; by default those that hold the canvas. The canvas' upper left corner is the picture's.
    edges
        Whether edges are smooth.
    only
        Indices of the elements to draw; by default all.
    recolor
        Gives the colour to draw an element with, opaque, or None to leave it out; by default its own paint.

    Raises
    ------
    SceneError
        The picture would be larger than allowed.
    """
    across, up = scale if isinstance(scale, tuple) else (scale, scale)
    columns, rows = size or (math.ceil(scene.canvas.width * across), math.ceil(scene.canvas.height * up))
    if not (0 < columns <= LARGEST_SIDE and 0 < rows <= LARGEST_SIDE):
        raise SceneError(f"a picture of {columns}×{rows} pixels cannot be drawn")
    surface = cairo.ImageSurface(cairo.FORMAT_RGB24, columns, rows)
    brush = _Brush(scene, surface, (across, up), edges)
    wanted = None if only is None else frozenset(only)
    for element in scene.elements:
        if isinstance(element, Path) and (wanted is None or element.index in wanted):
            color = None if recolor is None else recolor(element)
            if recolor is None or color is not None:
                brush.paint(element, color)
    return pixels_of(surface)


def pixels_of(surface: Any) -> Pixels:
    """Copy a cairo surface of 32-bit pixels."""
    surface.flush()
    columns, rows, stride = surface.get_width(), surface.get_height(), surface.get_stride()
    data = np.frombuffer(surface.get_data(), np.uint8).reshape(rows, stride)[:, : 4 * columns]
    return np.ascontiguousarray(data.reshape(rows, columns, 4)[:, :, 2::-1])


class _Brush:
    """A cairo context in page coordinates."""

    def __init__(self, scene: Scene, surface: Any, scales: tuple[float, float], edges: Edges) -> None:
        scale = math.sqrt(scales[0] * scales[1])
        self.scene, self.scale, self.full = scene, scale, edges is Edges.FULL
        self.context = cairo.Context(surface)
        self.context.set_source_rgb(*scene.canvas.background)
        self.context.paint()
        self.context.scale(scales[0], -scales[1])
        self.context.translate(0.0, -scene.canvas.height)
        if self.full:
            self.context.set_antialias(cairo.ANTIALIAS_NONE)
        else:
            self.context.set_tolerance(0.05 / scale if scale > 1 else 0.05)
        self.reach = _FAR / scale
        self.clips: tuple[int, ...] = ()
        self.context.save()

    def paint(self, path: Path, color: RGB | None) -> None:
        """Paint the fill, then the stroke."""
        if path.clips != self.clips:
            self._clip(path.clips)
        context = self.context
        if path.fill is not None:
            self._trace(path.subpaths, filled=True)
            context.set_fill_rule(_RULES[path.fill.rule])
            self._source(path.fill.paint.color, path.fill.paint.alpha, color)
            if self.full:
                # Renderers of PDF paint every pixel that a fill touches, even one of no area.
                context.fill_preserve()
                context.set_dash([])
                context.set_line_width(1.0 / self.scale)
                context.stroke()
            else:
                context.fill()
        if path.stroke is not None and (path.stroke.width > 0 or self.scene.source == "pdf"):
            self._trace(path.subpaths, filled=False)
            self._pen(path.stroke, path.subpaths)
            self._source(path.stroke.paint.color, path.stroke.paint.alpha, color)
            context.stroke()

    def _source(self, own: RGB, alpha: float, color: RGB | None) -> None:
        if color is None:
            self.context.set_source_rgba(*own, alpha)
        else:
            self.context.set_source_rgb(*color)

    def _pen(self, stroke: Stroke, subpaths: Sequence[Subpath]) -> None:
        context = self.context
        thinnest = 1.0 / self.scale
        width = stroke.width or thinnest
        # A line of exactly one pixel can slip between the middles of two columns.
        context.set_line_width(max(width, 1.5 * thinnest) if self.full else width)
        context.set_line_cap(stroke.cap)
        context.set_line_join(stroke.join)
        context.set_miter_limit(max(stroke.miter_limit, 1.0))
        period = sum(stroke.dash)
        dashed = period > 0 and _reach_along(subpaths, self.reach) / period * len(stroke.dash) < MOST_DASHES
        if not dashed:
            context.set_dash([])
        elif self.full:
            context.set_dash(*_longer(stroke.dash, stroke.dash_phase, 1.5 * thinnest))
        else:
            context.set_dash(list(stroke.dash), stroke.dash_phase)

    def _clip(self, clips: tuple[int, ...]) -> None:
        self.context.restore()
        self.context.save()
        self.clips = clips
        for number in clips:
            clip = self.scene.clips[number]
            self._trace(clip.subpaths, filled=True)
            self.context.set_fill_rule(_RULES[clip.rule])
            self.context.clip()

    def _trace(self, subpaths: Sequence[Subpath], *, filled: bool) -> None:
        context = self.context
        context.new_path()
        far = [
            piece
            for piece in subpaths
            if max(map(max, piece.points)) > self.reach or min(map(min, piece.points)) < -self.reach
        ]
        if far:
            self._trace_far(subpaths, filled=filled)
            return
        for piece in subpaths:
            points = piece.points
            context.move_to(*points[0])
            for k in range(1, len(points), 3):
                context.curve_to(*points[k], *points[k + 1], *points[k + 2])
            if piece.closed:
                context.close_path()

    def _trace_far(self, subpaths: Sequence[Subpath], *, filled: bool) -> None:
        """Trace what lies near the page, as polylines."""
        r = self.reach / 2
        window = shapely.box(-r, -r, r, r)
        for line in flatten(subpaths, 0.1 / self.scale):
            if len(line.points) < 2:
                continue
            if filled:
                # Moving far points onto the window's edge keeps the interior near the page only for convex
                # shapes, so the polygon itself is cut.
                shape = shapely.make_valid(shapely.Polygon(line.points)) if len(line.points) > 3 else None
                rings = [] if shape is None else _rings(shapely.intersection(shape, window))
                for ring in rings:
                    self._polyline(ring, closed=True)
            else:
                for part in shapely.get_parts(shapely.intersection(shapely.LineString(line.points), window)):
                    self._polyline(shapely.get_coordinates(part), closed=False)

    def _polyline(self, points: NDArray[np.float64], *, closed: bool) -> None:
        if not len(points):
            return
        self.context.move_to(*points[0])
        for point in points[1:]:
            self.context.line_to(*point)
        if closed:
            self.context.close_path()


def _rings(shape: Any) -> list[NDArray[np.float64]]:
    rings = []
    for part in shapely.get_parts(shape):
        if part.geom_type == "Polygon":
            rings += [
                shapely.get_coordinates(part.exterior),
                *(shapely.get_coordinates(hole) for hole in part.interiors),
            ]
        elif part.geom_type == "MultiPolygon":
            rings += _rings(part)
    return rings


def _longer(dash: Sequence[float], phase: float, shortest: float) -> tuple[list[float], float]:
    """Lengthen short dashes at both ends, at the cost of the gaps."""
    pattern = [*dash, *dash] if len(dash) % 2 else list(dash)
    grown = [max(shortest - on, 0.0) / 2 for on in pattern[::2]]
    after = grown[1:] + grown[:1]
    for k, (own, following) in enumerate(zip(grown, after, strict=True)):
        pattern[2 * k] += 2 * own
        pattern[2 * k + 1] = max(pattern[2 * k + 1] - own - following, 0.0)
    return pattern, phase + grown[0]


def _reach_along(subpaths: Sequence[Subpath], reach: float) -> float:
    """Upper bound of the length of a path inside the window that is drawn."""
    total = 0.0
    for piece in subpaths:
        for (x0, y0), (x1, y1) in zip(piece.points, piece.points[1:], strict=False):
            total += min(math.hypot(x1 - x0, y1 - y0), 4 * reach)
    return total
