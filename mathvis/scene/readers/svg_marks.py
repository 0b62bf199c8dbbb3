"""Markers drawn on a path, and the tips that they make."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from mathvis.scene.model import XY, Path, Role, Tip, TipEnd
from mathvis.scene.readers.svg_document import Node, local_name
from mathvis.scene.readers.svg_markers import Place, marker_frame, places
from mathvis.scene.readers.svg_painting import shows
from mathvis.scene.readers.svg_properties import parse_reference
from mathvis.scene.readers.svg_tips import read_look

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mathvis.scene.readers.svg_paint import ContextPaint
    from mathvis.scene.readers.svg_pathdata import Contour
    from mathvis.scene.readers.svg_source import State
    from mathvis.scene.readers.svg_walk import Walker

_PROPERTIES = (
    (TipEnd.START, "marker-start"),
    (TipEnd.MIDDLE, "marker-mid"),
    (TipEnd.END, "marker-end"),
)


class Marks:
    """Draws markers into a walker's list."""

    def __init__(self, walker: Walker) -> None:
        self._walker = walker

    def draw(self, contours: Sequence[Contour], state: State, command: int, context: ContextPaint) -> list[Tip]:
        """Draw the markers of a path and give the tips among them."""
        style, source = state.style, self._walker.source
        found: dict[TipEnd, Node] = {}
        for end, name in _PROPERTIES:
            reference = parse_reference(style[name])
            target = source.ids.get(reference.target) if reference is not None else None
            if reference is not None and (target is None or local_name(target) != "marker"):
                source.note("invalid", f"{name} refers to #{reference.target}, which is no marker")
            elif target is not None and target not in state.active:
                found[end] = target
        width = style.length("stroke-width", state.viewport)
        if not found or width <= 0:
            return []
        inner = state._replace(command=command, context=context)
        tips = []
        for place in places(contours):
            target = found.get(place.end)
            tip = self._marker(target, place, width, inner) if target is not None else None
            if tip is not None:
                tips.append(tip)
        return tips

    def _marker(self, node: Node, place: Place, width: float, state: State) -> Tip | None:
        """Draw a marker; the state is that of its path, with the command and the context paints set."""
        walker = self._walker
        source, elements = walker.source, walker.elements
        source.spend()
        style = source.style_in_place(node)
        frame = marker_frame(node, place, width, state.viewport, style.font_size)
        if frame is None:
            return None
        inside = state.below(frame.transform)
        if not inside.matrix.usable:
            return None
        begin, index = len(elements), None
        inside = inside._replace(
            viewport=frame.viewport,
            style=style,
            alpha=state.alpha * style.opacity("opacity"),
            active=(*state.active, node),
            role=Role.TIP,
        )
        region: tuple[XY, ...] | None = None
        declared = (source.stylist.declared(node, "overflow") or "hidden").strip().lower()
        if declared not in {"visible", "auto"}:
            index = walker.clip_paths.add_box(frame.clip, inside.matrix)
            region = walker.clips[index].subpaths[0].points[::3][:4]
            inside = inside._replace(clips=(*state.clips, index))
        for child in node:
            walker.draw(child, inside)
        if index is not None:
            walker.drop_idle_clip(index, begin)
        drawn = range(begin, len(elements))
        step = state.matrix.turn((math.cos(place.angle), math.sin(place.angle)))
        length = math.hypot(*step) * (-1 if place.end is TipEnd.START else 1)
        along = (step[0] / length, step[1] / length)
        paths = [element for element in elements[begin:] if isinstance(element, Path)]
        look = read_look([path for path in paths if shows(path)], along, region)
        if look is None:
            return None
        if place.end is TipEnd.MIDDLE and look.kind != "arrow":
            for i in drawn:
                element = elements[i]
                if isinstance(element, Path):
                    elements[i] = replace(element, role=Role.MARK)
        return Tip(look.apex, look.direction, place.end, look.kind, node.get("id") or "", tuple(drawn), look.heads)
