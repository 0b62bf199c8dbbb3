"""Nested ``svg`` elements, symbols, and what ``use`` copies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mathvis.scene.readers.svg_document import Node, href, local_name
from mathvis.scene.readers.svg_geometry import Box, Matrix, Viewport, parse_view_box, view_box_transform
from mathvis.scene.readers.svg_source import Name, State

if TYPE_CHECKING:
    from mathvis.scene.readers.svg_walk import Walker


class Viewports:
    """Draws what stands in a viewport of its own into a walker's list."""

    def __init__(self, walker: Walker) -> None:
        self._walker = walker

    def nested(self, node: Node, state: State) -> None:
        """Draw a nested ``svg``; the size that a ``use`` gives has no effect in the picture."""
        walker = self._walker
        x, y = walker.length(node, "x", "x", state) or 0.0, walker.length(node, "y", "y", state) or 0.0
        width, height = walker.length(node, "width", "x", state), walker.length(node, "height", "y", state)
        width = state.viewport.width if width is None else width
        height = state.viewport.height if height is None else height
        self._viewport(node, state, Box(x, y, x + width, y + height), clip=True)

    def _viewport(self, node: Node, state: State, place: Box, *, clip: bool) -> None:
        """Draw the children of ``svg`` or ``symbol`` in a viewport of their own."""
        walker = self._walker
        if place.width <= 0 or place.height <= 0:
            return
        text = node.get("viewBox")
        box = parse_view_box(text)
        if text is not None and (box is None or box.width == 0 or box.height == 0):
            walker.source.note("invalid", f"malformed or empty viewBox {text[:40]!r}: nothing inside is drawn")
            return
        begin, index = len(walker.elements), None
        declared = (walker.source.stylist.declared(node, "overflow") or "hidden").strip().lower()
        if clip and declared not in {"visible", "auto"}:
            index = walker.clip_paths.add_box(place, state.matrix)
        if box is None:
            inner, viewport = Matrix(e=place.x0, f=place.y0), Viewport(place.width, place.height)
        else:
            inner = view_box_transform(box, place, node.get("preserveAspectRatio"))
            viewport = Viewport(box.width, box.height)
        inside = state.below(inner)._replace(viewport=viewport)
        if not inside.matrix.usable:
            return
        if index is not None:
            inside = inside._replace(clips=(*state.clips, index))
        for child in node:
            walker.draw(child, inside)
        if index is not None:
            walker.drop_idle_clip(index, begin)

    def use(self, node: Node, state: State) -> None:
        """Draw a copy of another element."""
        walker = self._walker
        source = walker.source
        reference = href(node) or ""
        target = source.ids.get(reference[1:]) if reference.startswith("#") else None
        if target is None:
            source.note("invalid", f"<use> refers to {reference[:40]!r}, which is not there; nothing is drawn")
            return
        if target in state.active or target is node or target in list(node.iterancestors()):
            source.note("invalid", f"<use> of {reference[:40]!r} refers to itself; nothing is drawn")
            return
        source.instances[target] = source.instances.get(target, 0) + 1
        x, y = walker.length(node, "x", "x", state) or 0.0, walker.length(node, "y", "y", state) or 0.0
        width, height = walker.length(node, "width", "x", state), walker.length(node, "height", "y", state)
        inner = state.below(Matrix(e=x, f=y))._replace(active=(*state.active, target), template=target)
        kind = local_name(target)
        if kind not in {"symbol", "svg"}:
            walker.draw(target, inner)
            return
        style = source.stylist.style(target, inner.style, inner.viewport)
        if not style.displayed:
            return
        key = target.get("id")
        names = (*inner.names, Name(key, target)) if key else inner.names
        inner = inner._replace(style=style, names=names, alpha=inner.alpha * style.opacity("opacity"))
        if kind == "svg":
            self.nested(target, inner)
            return
        place = Box(
            0.0,
            0.0,
            state.viewport.width if width is None else width,
            state.viewport.height if height is None else height,
        )
        self._viewport(target, inner, place, clip=False)
