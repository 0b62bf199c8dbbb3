"""How a shape is painted: its stroke, its layers, what of it can paint at all."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from mathvis.scene.model import Fill, Paint, Path, Stroke
from mathvis.scene.readers.svg_boxes import bounds
from mathvis.scene.readers.svg_numbers import parse_length_list

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mathvis.scene.readers.svg_pathdata import Contour
    from mathvis.scene.readers.svg_source import Source, State

_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


def make_stroke(source: Source, state: State, paint_of: Callable[[str], Paint | None]) -> Stroke | None:
    """Give the stroke of a shape in page units; nothing where it has none.

    `paint_of` resolves the paint of ``stroke``.
    """
    style, scale = state.style, state.matrix.scale
    width = style.length("stroke-width", state.viewport)
    paint = paint_of("stroke") if width > 0 else None
    if paint is None:
        return None
    if style.keyword("vector-effect") != "none":
        source.ignored("vector-effect")
    lengths = parse_length_list(style["stroke-dasharray"]) or []
    dash = [length.to_user(state.viewport, "o", style.font_size) * scale for length in lengths]
    if sum(dash) <= 0:
        dash = []
    if len(dash) % 2:
        dash *= 2
    limit = float(style["stroke-miterlimit"])
    return Stroke(
        paint,
        width * scale,
        tuple(dash),
        style.length("stroke-dashoffset", state.viewport) * scale if dash else 0.0,
        _CAPS[style.keyword("stroke-linecap")],
        _JOINS.get(style.keyword("stroke-linejoin"), 0),
        limit if limit >= 1 else 1.0,
    )


def is_flat(contours: Sequence[Contour]) -> bool:
    """Whether every contour lies on a line, so that filling paints nothing."""
    for contour in contours:
        points = contour.points
        box = bounds(points)
        if box is None:
            continue
        reach = max(box.width, box.height)
        x, y = points[0]
        dx, dy = max(((px - x, py - y) for px, py in points), key=lambda v: math.hypot(*v))
        if any(abs(dx * (py - y) - dy * (px - x)) > 1e-9 * reach * reach for px, py in points):
            return False
    return True


def can_paint(contour: Contour, fill: Fill | None, stroke: Stroke | None) -> bool:
    """Whether a contour can paint anything: a point does only with round or square caps."""
    points = contour.points
    if len(points) < 2 or (fill is None and stroke is None):
        return False
    return any(p != points[0] for p in points) or (stroke is not None and stroke.cap != 0)


def paint_order(text: str) -> list[str]:
    """Give fill, stroke and markers in the order in which they are painted."""
    words = [word for word in text.split() if word in {"fill", "stroke", "markers"}]
    return [*dict.fromkeys([*words, "fill", "stroke", "markers"])]


def layered(order: list[str], fill: Fill | None, stroke: Stroke | None) -> list[tuple[Fill | None, Stroke | None]]:
    """Give what is painted one after the other: together where the fill lies under the stroke."""
    if fill is None or stroke is None:
        return [(fill, stroke)] if fill is not None or stroke is not None else []
    if order.index("fill") < order.index("stroke"):
        return [(fill, stroke)]
    return [(None, stroke), (fill, None)]


def shows(path: Path) -> bool:
    """Whether anything of a path can be seen."""
    return any(part is not None and part.paint.alpha > 0 for part in (path.fill, path.stroke))
