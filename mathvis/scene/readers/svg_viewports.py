"""Nested ``svg`` elements, symbols, and what ``use`` copies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mathvis.scene.readers.svg_boxes import Box
from mathvis.scene.readers.svg_document import Node, href, local_name
from mathvis.scene.readers.svg_numbers import Viewport
from mathvis.scene.readers.svg_source import Name, State
from mathvis.scene.readers.svg_transforms import Matrix
from mathvis.scene.readers.svg_view_box import parse_view_box, valid_aspect, view_box_transform

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
        width = state.viewport.width if width is None or width < 0 else width
        height = state.viewport.height if height is None or height < 0 else height
        if width == 0 or height == 0:
            return
        text, aspect = node.get("viewBox"), node.get("preserveAspectRatio")
        box = parse_view_box(text)
        if text is not None and (box is None or box.width == 0 or box.height == 0):
            walker.source.note("invalid", f"malformed or empty viewBox {text[:40]!r}: nothing inside is drawn")
            return
        if not valid_aspect(aspect):
            walker.source.note("invalid", "malformed preserveAspectRatio of a nested svg: nothing inside is drawn")
            return
        clip = self._overflow(node) not in {"visible", "auto"}
        self._viewport(node, state, Box(x, y, x + width, y + height), box, clip=clip)

    def _viewport(self, node: Node, state: State, place: Box, box: Box | None, *, clip: bool) -> None:
        """Draw the children of ``svg`` or ``symbol`` in a viewport of their own, with a view box or without."""
        walker = self._walker
        begin, index = len(walker.elements), None
        if clip:
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

    def _overflow(self, node: Node) -> str:
        return (self._walker.source.stylist.declared(node, "overflow") or "").strip().lower()

    def _target(self, node: Node) -> Node | None:
        reference = href(node) or ""
        return self._walker.source.ids.get(reference[1:]) if reference.startswith("#") else None

    def copied(self, node: Node, state: State) -> State:
        """Move to the place of a ``use``: clips on it are moved along, except where it copies a symbol."""
        target = self._target(node)
        if target is not None and local_name(target) == "symbol":
            return state
        walker = self._walker
        x, y = walker.length(node, "x", "x", state) or 0.0, walker.length(node, "y", "y", state) or 0.0
        return state._replace(matrix=state.matrix.then_inner(Matrix(e=x, f=y)))

    def use(self, node: Node, state: State) -> None:
        """Draw a copy of another element; the state has been moved to its place."""
        walker = self._walker
        source = walker.source
        reference, target = href(node) or "", self._target(node)
        if target is None:
            source.note("invalid", f"<use> refers to {reference[:40]!r}, which is not there; nothing is drawn")
            return
        if node in state.active:
            source.note("invalid", f"<use> of {reference[:40]!r} refers to itself; it is drawn once")
            return
        source.instances[target] = source.instances.get(target, 0) + 1
        inner = state._replace(active=(*state.active, node), template=target)
        if local_name(target) == "symbol":
            self._symbol(node, target, inner)
        else:
            walker.draw(target, inner)

    def _symbol(self, node: Node, target: Node, state: State) -> None:
        """Draw a symbol; of its own properties only the inherited ones have an effect in the picture."""
        walker = self._walker
        x, y = walker.length(node, "x", "x", state) or 0.0, walker.length(node, "y", "y", state) or 0.0
        width, height = walker.length(node, "width", "x", state), walker.length(node, "height", "y", state)
        own = walker.source.stylist.style(target, state.style, state.viewport)
        key = target.get("id")
        names = (*state.names, Name(key, target)) if key else state.names
        width = state.viewport.width if width is None else width
        height = state.viewport.height if height is None else height
        text = target.get("viewBox")
        box = parse_view_box(text)
        if text is not None and (box is None or box.width == 0 or box.height == 0):
            walker.source.note("invalid", f"malformed or empty viewBox {text[:40]!r} of a symbol")
            box = None
        # the renderer cuts a symbol where it should not, and only there
        clip = box is not None and self._overflow(target) in {"visible", "auto"}
        if box is None or (width > 0 and height > 0):
            place = Box(x, y, x + width, y + height)
            self._viewport(target, state._replace(style=own, names=names), place, box, clip=clip)
