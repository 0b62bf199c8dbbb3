"""The walk over a document: every element that paints becomes an element of the scene."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from mathvis.scene.model import (
    XY,
    Clip,
    Element,
    Fill,
    FillRule,
    Image,
    Label,
    Paint,
    Path,
    Role,
    Tip,
    TipEnd,
)
from mathvis.scene.model import (
    Node as SceneNode,
)
from mathvis.scene.readers.svg_clips import ClipPaths, element_contours, inner_transform, to_subpath
from mathvis.scene.readers.svg_document import Node, href, local_name
from mathvis.scene.readers.svg_extent import lies_inside, quad, user_box
from mathvis.scene.readers.svg_geometry import (
    Box,
    Length,
    Matrix,
    Viewport,
    curve_bounds,
    parse_length_list,
    parse_view_box,
    rotation,
    union,
    view_box_transform,
)
from mathvis.scene.readers.svg_labels import make_labels
from mathvis.scene.readers.svg_markers import Place, marker_frame, places
from mathvis.scene.readers.svg_naming import Naming
from mathvis.scene.readers.svg_paint import ContextPaint, PaintServers
from mathvis.scene.readers.svg_painting import can_paint, is_flat, layered, make_stroke, paint_order, shows
from mathvis.scene.readers.svg_patterns import Patterns
from mathvis.scene.readers.svg_shapes import SHAPES
from mathvis.scene.readers.svg_source import Name, Source, State
from mathvis.scene.readers.svg_style import Style, geometry_length, parse_reference
from mathvis.scene.readers.svg_tips import read_look

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mathvis.scene.readers.svg_pathdata import Contour

_CONTAINERS = frozenset({"g", "a", "svg", "switch", "use"})
_WITH_MARKERS = frozenset({"path", "line", "polyline", "polygon"})
_SHAPE_NAMES = {"rect": "rectangle"}
_VERTICAL_MIDDLE = 0.346
"""How far the baseline lies from the middle of the line, in ems; vertical text is centred on its place."""
_SVG_11_FEATURE = "http://www.w3.org/TR/SVG11/feature#"


class Walker:
    """Draws elements into a list.

    Parameters
    ----------
    source
        The document.
    patterns
        Those of a walker that this one draws a tile for.
    """

    def __init__(self, source: Source, patterns: Patterns | None = None) -> None:
        self.source = source
        self.elements: list[Element] = []
        self.clips: list[Clip] = []
        self._naming = Naming(source)
        self._kinds: dict[int, str] = {}
        self._commands = 0
        self._told: set[Node] = set()
        self._clip_paths = ClipPaths(source, self.clips)
        self._patterns = patterns or Patterns(source, self._aside)
        self._paints = PaintServers(source.ids, source.style_in_place, self._patterns.mean, source.note)

    def finished(self) -> tuple[tuple[Element, ...], tuple[SceneNode, ...]]:
        """Elements with their names, and the nodes."""
        return self._naming.settle(self.elements)

    def _add(self, element: Element, names: tuple[Name, ...]) -> int:
        self.elements.append(element)
        self._naming.add(names)
        return len(self.elements) - 1

    # --- structure

    def draw(self, node: Node, state: State) -> None:
        """Draw an element and what is inside it."""
        name = local_name(node)
        if name not in SHAPES and name not in _CONTAINERS and name not in {"text", "image"}:
            return
        source = self.source
        source.spend()
        style = source.stylist.style(node, state.style, state.viewport)
        if not style.displayed:
            self._hidden(node, "display is none")
            return
        state = state.below(inner_transform(source, node))
        if not state.matrix.usable:
            self._hidden(node, "its transform is singular")
            return
        key = node.get("id")
        names = (*state.names, Name(key, state.template)) if key else state.names
        own = style.opacity("opacity")
        state = state._replace(style=style, names=names, alpha=state.alpha * own)
        begin = len(self.elements)
        pending: Node | None = None
        clip = self._clip_paths.find(style["clip-path"])
        if clip is not None:
            if (clip.get("clipPathUnits") or "").strip() == "objectBoundingBox":
                pending = clip
            else:
                added = self._clip_paths.add(clip, state.matrix, None, state.viewport)
                state = state._replace(clips=state.clips + added)
        if name in SHAPES:
            self._shape(node, name, state)
        elif name == "text":
            self._text(node, state)
        elif name == "image":
            self._image(node, state)
        else:
            self._container(node, name, state)
        if pending is not None:
            self._clip_to_box(pending, state, begin)
        self._effects(style, begin)
        if key and name in {"g", "use", "a", "svg"}:
            self._naming.add_group(names[-1], self.elements[begin:], self._kinds)

    def draw_root(self, root: Node, state: State) -> None:
        """Draw the content of the outermost ``svg`` with its clip path and effects."""
        begin = len(self.elements)
        clip = self._clip_paths.find(state.style["clip-path"])
        if clip is not None:
            box = Box(0.0, 0.0, state.viewport.width, state.viewport.height)
            state = state._replace(clips=self._clip_paths.add(clip, state.matrix, box, state.viewport))
        for child in root:
            self.draw(child, state)
        self._effects(state.style, begin)

    def _hidden(self, node: Node, why: str) -> None:
        """Tell of a named element or a text that is not rendered."""
        if node in self._told:
            return
        self._told.add(node)
        for at in node.iter():
            if isinstance(at.tag, str) and (at.get("id") or local_name(at) == "text"):
                what = f"#{at.get('id')}" if at.get("id") else f"text {''.join(at.itertext()).strip()[:40]!r}"
                self.source.note("hidden", f"{what} is not rendered: {why}")

    def _effects(self, style: Style, begin: int) -> None:
        for name in ("mask", "filter"):
            value = style.keyword(name)
            if value != "none" and len(self.elements) > begin:
                message = f"{name} {value[:60]} changes the look of what it covers; it is not read"
                self.source.note(name, message, *range(begin, len(self.elements)))

    def _container(self, node: Node, name: str, state: State) -> None:
        if name == "use":
            self._use(node, state)
        elif name == "svg":
            self._nested(node, state)
        elif name == "switch":
            chosen = next((child for child in node if isinstance(child.tag, str) and _passes(child)), None)
            if chosen is not None:
                self.draw(chosen, state)
        else:
            for child in node:
                self.draw(child, state)

    def _length(self, node: Node, name: str, direction: str, state: State) -> float | None:
        length = geometry_length(self.source.stylist, node, name)
        return length.to_user(state.viewport, direction, state.style.font_size) if isinstance(length, Length) else None

    def _nested(self, node: Node, state: State) -> None:
        """Draw a nested ``svg``; the size that a ``use`` gives has no effect in the picture."""
        x, y = self._length(node, "x", "x", state) or 0.0, self._length(node, "y", "y", state) or 0.0
        width, height = self._length(node, "width", "x", state), self._length(node, "height", "y", state)
        width = state.viewport.width if width is None else width
        height = state.viewport.height if height is None else height
        self._viewport(node, state, Box(x, y, x + width, y + height), clip=True)

    def _viewport(self, node: Node, state: State, place: Box, *, clip: bool) -> None:
        """Draw the children of ``svg`` or ``symbol`` in a viewport of their own."""
        if place.width <= 0 or place.height <= 0:
            return
        text = node.get("viewBox")
        box = parse_view_box(text)
        if text is not None and (box is None or box.width == 0 or box.height == 0):
            self.source.note("invalid", f"malformed or empty viewBox {text[:40]!r}: nothing inside is drawn")
            return
        begin, index = len(self.elements), None
        declared = (self.source.stylist.declared(node, "overflow") or "hidden").strip().lower()
        if clip and declared not in {"visible", "auto"}:
            index = self._clip_paths.add_box(place, state.matrix)
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
            self.draw(child, inside)
        if index is not None:
            self._drop_idle_clip(index, begin)

    def _use(self, node: Node, state: State) -> None:
        reference = href(node) or ""
        target = self.source.ids.get(reference[1:]) if reference.startswith("#") else None
        if target is None:
            self.source.note("invalid", f"<use> refers to {reference[:40]!r}, which is not there; nothing is drawn")
            return
        if target in state.active or target is node or target in list(node.iterancestors()):
            self.source.note("invalid", f"<use> of {reference[:40]!r} refers to itself; nothing is drawn")
            return
        self.source.instances[target] = self.source.instances.get(target, 0) + 1
        x, y = self._length(node, "x", "x", state) or 0.0, self._length(node, "y", "y", state) or 0.0
        width, height = self._length(node, "width", "x", state), self._length(node, "height", "y", state)
        inner = state.below(Matrix(e=x, f=y))._replace(active=(*state.active, target), template=target)
        kind = local_name(target)
        if kind not in {"symbol", "svg"}:
            self.draw(target, inner)
            return
        style = self.source.stylist.style(target, inner.style, inner.viewport)
        if not style.displayed:
            return
        key = target.get("id")
        names = (*inner.names, Name(key, target)) if key else inner.names
        inner = inner._replace(style=style, names=names, alpha=inner.alpha * style.opacity("opacity"))
        if kind == "svg":
            self._nested(target, inner)
            return
        place = Box(
            0.0,
            0.0,
            state.viewport.width if width is None else width,
            state.viewport.height if height is None else height,
        )
        self._viewport(target, inner, place, clip=False)

    # --- clips

    def _clip_to_box(self, clip: Node, state: State, begin: int) -> None:
        """Apply a clip path in units of the bounding box of what has just been drawn."""
        back = state.matrix.inverse()
        box = union(user_box(element, back) for element in self.elements[begin:])
        added = self._clip_paths.add(clip, state.matrix, box, state.viewport)
        for i in range(begin, len(self.elements)):
            element = self.elements[i]
            self.elements[i] = replace(element, clips=element.clips + added)

    def _drop_idle_clip(self, index: int, begin: int) -> None:
        """Take a viewport's clip from elements that lie inside it altogether."""
        region = self.clips[index].subpaths[0].points[::3][:4]
        for i in range(begin, len(self.elements)):
            element = self.elements[i]
            if index in element.clips and lies_inside(element, region):
                self.elements[i] = replace(element, clips=tuple(c for c in element.clips if c != index))

    # --- shapes

    def _paint(self, name: str, state: State, box: Box | None) -> Paint | None:
        alpha = state.alpha * state.style.opacity(f"{name}-opacity")
        return self._paints.resolve(state.style[name], state.style, alpha, box, state.context)

    def _shape(self, node: Node, kind: str, state: State) -> None:
        source, style = self.source, state.style
        contours, sound = element_contours(source, node, style, state.viewport)
        if not sound:
            what = f"#{node.get('id')}" if node.get("id") else f"line {node.sourceline}"
            source.note("invalid", f"<{kind}> {what}: malformed data, drawn up to the error")
        if not contours:
            return
        if not style.visible:
            self._hidden(node, "visibility is hidden")
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
        command = self._command(state)
        self._kinds[command] = _SHAPE_NAMES.get(kind, kind)
        order = paint_order(style.keyword("paint-order"))
        context = ContextPaint(fill_paint, stroke.paint if stroke is not None else None)
        layers = layered(order, fill, stroke) if subpaths else []
        tips: list[Tip] = []
        if kind in _WITH_MARKERS and order.index("markers") == 0:
            tips = self._markers(contours, state, command, context)
        drawn = -1
        for layer_fill, layer_stroke in layers:
            drawn = self._add(
                Path(
                    len(self.elements),
                    subpaths,
                    layer_stroke,
                    layer_fill,
                    clips=state.clips,
                    line=node.sourceline,
                    role=state.role,
                    command=command,
                ),
                state.names,
            )
        if kind in _WITH_MARKERS and order.index("markers") > 0:
            tips = self._markers(contours, state, command, context)
        if tips and drawn >= 0:
            element = self.elements[drawn]
            if isinstance(element, Path):
                self.elements[drawn] = replace(element, tips=tuple(tips))

    def _command(self, state: State) -> int:
        if state.command is not None:
            return state.command
        self._commands += 1
        return self._commands - 1

    # --- markers

    def _markers(self, contours: Sequence[Contour], state: State, command: int, context: ContextPaint) -> list[Tip]:
        style, ids = state.style, self.source.ids
        found: dict[TipEnd, Node] = {}
        for end, name in ((TipEnd.START, "marker-start"), (TipEnd.MIDDLE, "marker-mid"), (TipEnd.END, "marker-end")):
            reference = parse_reference(style[name])
            target = ids.get(reference.target) if reference is not None else None
            if reference is not None and (target is None or local_name(target) != "marker"):
                self.source.note("invalid", f"{name} refers to #{reference.target}, which is no marker")
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
        self.source.spend()
        style = self.source.style_in_place(node)
        frame = marker_frame(node, place, width, state.viewport, style.font_size)
        if frame is None or not style.displayed:
            return None
        inside = state.below(frame.transform)
        if not inside.matrix.usable:
            return None
        begin, index = len(self.elements), None
        inside = inside._replace(
            viewport=frame.viewport,
            style=style,
            alpha=state.alpha * style.opacity("opacity"),
            active=(*state.active, node),
            role=Role.TIP,
        )
        region: tuple[XY, ...] | None = None
        declared = (self.source.stylist.declared(node, "overflow") or "hidden").strip().lower()
        if declared not in {"visible", "auto"}:
            index = self._clip_paths.add_box(frame.clip, inside.matrix)
            region = self.clips[index].subpaths[0].points[::3][:4]
            inside = inside._replace(clips=(*state.clips, index))
        for child in node:
            self.draw(child, inside)
        if index is not None:
            self._drop_idle_clip(index, begin)
        drawn = range(begin, len(self.elements))
        step = state.matrix.turn((math.cos(place.angle), math.sin(place.angle)))
        length = math.hypot(*step) * (-1 if place.end is TipEnd.START else 1)
        along = (step[0] / length, step[1] / length)
        paths = [element for element in self.elements[begin:] if isinstance(element, Path)]
        look = read_look([path for path in paths if shows(path)], along, region)
        if look is None:
            return None
        if place.end is TipEnd.MIDDLE and look.kind != "arrow":
            for i in drawn:
                element = self.elements[i]
                if isinstance(element, Path):
                    self.elements[i] = replace(element, role=Role.MARK)
        return Tip(look.apex, look.direction, place.end, look.kind, node.get("id") or "", tuple(drawn), look.heads)

    # --- text and images

    def _text(self, node: Node, state: State) -> None:
        def paint_of(name: str, style: Style, box: Box | None) -> Paint | None:
            return self._paint(name, state._replace(style=style), box)

        if state.style.keyword("writing-mode") in {"tb", "tb-rl", "vertical-rl", "vertical-lr"}:
            x, y = self._first(node, "x", state), self._first(node, "y", state)
            middle = _VERTICAL_MIDDLE * state.style.font_size
            turned = Matrix(e=x, f=y).then_inner(rotation(90.0)).then_inner(Matrix(e=-x, f=middle - y))
            state = state._replace(matrix=state.matrix.then_inner(turned))
        made = make_labels(self.source, node, state, paint_of)
        command = self._command(state)
        for label, ids in made:
            names = (*state.names, *(Name(key, state.template) for key in ids))
            placed: Label = replace(label, index=len(self.elements), command=command)
            index = self._add(placed, names)
            if placed.paint.alpha <= 0:
                self.source.note("invisible-text", f"text {placed.text[:40]!r} is not painted", index)

    def _first(self, node: Node, name: str, state: State) -> float:
        lengths = parse_length_list(node.get(name))
        return lengths[0].to_user(state.viewport, name, state.style.font_size) if lengths else 0.0

    def _image(self, node: Node, state: State) -> None:
        x, y = self._length(node, "x", "x", state) or 0.0, self._length(node, "y", "y", state) or 0.0
        width, height = self._length(node, "width", "x", state) or 0.0, self._length(node, "height", "y", state) or 0.0
        if not state.style.visible or not href(node):
            return
        box = quad(Box(x, y, x + width, y + height), state.matrix)
        image = Image(
            len(self.elements), box, "raster", state.clips, line=node.sourceline, command=self._command(state)
        )
        index = self._add(image, state.names)
        self.source.note("image", "an embedded image cannot be read", index)

    def _aside(self, nodes: Sequence[Node], state: State) -> Sequence[Element]:
        """Draw nodes into a list of their own."""
        inner = Walker(self.source, self._patterns)
        for node in nodes:
            inner.draw(node, state)
        return inner.elements


def _passes(node: Node) -> bool:
    """Whether an element's conditions hold; no language is preferred."""
    if node.get("systemLanguage") is not None or (node.get("requiredExtensions") or "").strip():
        return False
    return all(feature.startswith(_SVG_11_FEATURE) for feature in (node.get("requiredFeatures") or "").split())
