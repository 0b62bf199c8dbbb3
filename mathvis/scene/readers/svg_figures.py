"""Shapes, texts and images as elements of the scene."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from mathvis.scene.model import Fill, FillRule, Image, Label, Paint, Path, Role, Tip
from mathvis.scene.readers.svg_boxes import Box, curve_bounds, union
from mathvis.scene.readers.svg_clips import element_contours, to_subpath
from mathvis.scene.readers.svg_document import Node, href
from mathvis.scene.readers.svg_extent import quad
from mathvis.scene.readers.svg_labels import make_labels
from mathvis.scene.readers.svg_marks import Marks
from mathvis.scene.readers.svg_numbers import parse_length_list
from mathvis.scene.readers.svg_paint import ContextPaint
from mathvis.scene.readers.svg_painting import can_paint, is_flat, layered, make_stroke, paint_order
from mathvis.scene.readers.svg_source import Name
from mathvis.scene.readers.svg_transforms import Matrix, rotation

if TYPE_CHECKING:
    from mathvis.scene.readers.svg_source import State
    from mathvis.scene.readers.svg_style import Style
    from mathvis.scene.readers.svg_walk import Walker

_WITH_MARKERS = frozenset({"path", "line", "polyline", "polygon"})
_VERTICAL_MIDDLE = 0.346
"""How far the baseline lies from the middle of the line, in ems; vertical text is centred on its place."""


class Figures:
    """Draws what paints of itself into a walker's list."""

    def __init__(self, walker: Walker) -> None:
        self._walker = walker
        self._marks = Marks(walker)

    def _paint(self, name: str, state: State, box: Box | None) -> Paint | None:
        alpha = state.alpha * state.style.opacity(f"{name}-opacity")
        return self._walker.paints.resolve(state.style[name], state.style, alpha, box, state.context)

    def shape(self, node: Node, kind: str, state: State) -> None:
        """Draw a shape with its markers."""
        walker, style = self._walker, state.style
        source = walker.source
        contours, sound = element_contours(source, node, style, state.viewport)
        if not sound:
            what = f"#{node.get('id')}" if node.get("id") else f"line {node.sourceline}"
            source.note("invalid", f"<{kind}> {what}: malformed data, drawn up to the error")
        if not contours:
            return
        if state.role is Role.PATH:
            walker.outline(contours, state.matrix)
        if not style.visible:
            walker.hidden(node, "visibility is hidden")
            return
        box = union(curve_bounds(contour.points) for contour in contours if len(contour.points) > 1)
        fill_paint = self._paint("fill", state, box) if kind != "line" and not is_flat(contours) else None
        rule = FillRule.EVENODD if style.keyword("fill-rule") == "evenodd" else FillRule.NONZERO
        fill = Fill(fill_paint, rule) if fill_paint is not None else None
        stroke = make_stroke(source, state, lambda name: self._paint(name, state, box))
        subpaths = tuple(to_subpath(c, state.matrix) for c in contours if can_paint(c, fill, stroke))
        if not math.isfinite(sum(x + y for subpath in subpaths for x, y in subpath.points)):
            source.note("invalid", f"<{kind}>: coordinates beyond all bounds; not read")
            return
        command = walker.command(state, kind)
        order = paint_order(style.keyword("paint-order"))
        context = ContextPaint(fill_paint, stroke.paint if stroke is not None else None)
        layers = layered(order, fill, stroke) if subpaths else []
        tips: list[Tip] = []
        if kind in _WITH_MARKERS and order.index("markers") == 0:
            tips = self._marks.draw(contours, state, command, context)
        drawn = -1
        for layer_fill, layer_stroke in layers:
            path = Path(
                len(walker.elements),
                subpaths,
                layer_stroke,
                layer_fill,
                clips=state.clips,
                line=node.sourceline,
                role=state.role,
                command=command,
            )
            drawn = walker.add(path, state.names)
        if kind in _WITH_MARKERS and order.index("markers") > 0:
            tips = self._marks.draw(contours, state, command, context)
        if tips and drawn >= 0:
            element = walker.elements[drawn]
            if isinstance(element, Path):
                walker.elements[drawn] = replace(element, tips=tuple(tips))

    def text(self, node: Node, state: State) -> None:
        """Draw a text, one label for each of its pieces."""

        def paint_of(name: str, style: Style, box: Box | None) -> Paint | None:
            return self._paint(name, state._replace(style=style), box)

        walker = self._walker
        if state.style.keyword("writing-mode") in {"tb", "tb-rl", "vertical-rl", "vertical-lr"}:
            x, y = self._first(node, "x", state), self._first(node, "y", state)
            middle = _VERTICAL_MIDDLE * state.style.font_size
            turned = Matrix(e=x, f=y).then_inner(rotation(90.0)).then_inner(Matrix(e=-x, f=middle - y))
            state = state._replace(matrix=state.matrix.then_inner(turned))
        made = make_labels(walker.source, node, state, paint_of)
        command = walker.command(state)
        for label, ids in made:
            names = (*state.names, *(Name(key, state.template) for key in ids))
            placed: Label = replace(label, index=len(walker.elements), command=command)
            index = walker.add(placed, names)
            if placed.paint.alpha <= 0:
                walker.source.note("invisible-text", f"text {placed.text[:40]!r} is not painted", index)

    @staticmethod
    def _first(node: Node, name: str, state: State) -> float:
        lengths = parse_length_list(node.get(name))
        return lengths[0].to_user(state.viewport, name, state.style.font_size) if lengths else 0.0

    def image(self, node: Node, state: State) -> None:
        """Record the place of an image."""
        walker = self._walker
        sides = (("x", "x"), ("y", "y"), ("width", "x"), ("height", "y"))
        x, y, width, height = (walker.length(node, name, direction, state) or 0.0 for name, direction in sides)
        if not state.style.visible or not href(node):
            return
        box = quad(Box(x, y, x + width, y + height), state.matrix)
        command = walker.command(state)
        image = Image(len(walker.elements), box, "raster", state.clips, line=node.sourceline, command=command)
        index = walker.add(image, state.names)
        walker.source.note("image", "an embedded image cannot be read", index)
