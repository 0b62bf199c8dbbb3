"""The walk over a document: every element that paints becomes an element of the scene."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
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
    Quad,
    Role,
    Stroke,
    Tip,
    TipEnd,
)
from mathvis.scene.model import (
    Node as SceneNode,
)
from mathvis.scene.readers.svg_clips import ClipPaths, element_contours, inner_transform, to_subpath
from mathvis.scene.readers.svg_colors import Color
from mathvis.scene.readers.svg_document import Node, href, local_name
from mathvis.scene.readers.svg_geometry import (
    Box,
    Length,
    Matrix,
    Viewport,
    bounds,
    curve_bounds,
    parse_length_list,
    parse_view_box,
    rotation,
    union,
    view_box_transform,
)
from mathvis.scene.readers.svg_labels import make_labels
from mathvis.scene.readers.svg_markers import Place, marker_frame, places
from mathvis.scene.readers.svg_paint import ContextPaint, PaintServers
from mathvis.scene.readers.svg_shapes import SHAPES
from mathvis.scene.readers.svg_source import Name, Source, State
from mathvis.scene.readers.svg_style import Style, geometry_length, parse_reference
from mathvis.scene.readers.svg_tips import flatten, read_look

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mathvis.scene.readers.svg_pathdata import Contour

_CONTAINERS = frozenset({"g", "a", "svg", "switch", "use"})
_WITH_MARKERS = frozenset({"path", "line", "polyline", "polygon"})
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
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
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.elements: list[Element] = []
        self.clips: list[Clip] = []
        self._nodes: list[tuple[tuple[Name, ...], SceneNode]] = []
        self._names: list[tuple[Name, ...]] = []
        self._kinds: dict[int, str] = {}
        self._commands = 0
        self._told: set[Node] = set()
        self._clip_paths = ClipPaths(source, self.clips)
        self._paints = PaintServers(source.ids, source.style_in_place, self._pattern_mean, source.note)
        self._patterns: dict[Node, Color | None] = {}

    # --- results

    def _known(self, names: Iterable[Name]) -> tuple[str, ...]:
        """Names that hold: an id inside a ``use`` copy only where it is the one drawing of its element."""
        source = self.source
        return tuple(
            name.text
            for name in names
            if name.template is None
            or (source.instances.get(name.template) == 1 and not source.rendered_in_place(name.template))
        )

    def finished(self) -> tuple[tuple[Element, ...], tuple[SceneNode, ...]]:
        """Elements with their names, and the nodes."""
        elements: list[Element] = [
            replace(element, names=self._known(names))
            for element, names in zip(self.elements, self._names, strict=True)
        ]
        nodes: list[SceneNode] = []
        for names, node in self._nodes:
            known = self._known(names)
            if not known:
                continue
            nodes.append(replace(node, names=known))
            for index in node.elements:
                if elements[index].node is None:
                    elements[index] = replace(elements[index], node=known[0])
        return tuple(elements), tuple(nodes)

    def _add(self, element: Element, names: tuple[Name, ...]) -> int:
        self.elements.append(element)
        self._names.append(names)
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
            self._node(begin, state)

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
        box = union(_user_box(element, back) for element in self.elements[begin:])
        added = self._clip_paths.add(clip, state.matrix, box, state.viewport)
        for i in range(begin, len(self.elements)):
            element = self.elements[i]
            self.elements[i] = replace(element, clips=element.clips + added)

    def _drop_idle_clip(self, index: int, begin: int) -> None:
        """Take a viewport's clip from elements that lie inside it altogether."""
        region = self.clips[index].subpaths[0].points[::3][:4]
        for i in range(begin, len(self.elements)):
            element = self.elements[i]
            if index in element.clips and _inside(element, region):
                self.elements[i] = replace(element, clips=tuple(c for c in element.clips if c != index))

    # --- shapes

    def _paint(self, name: str, state: State, box: Box | None) -> Paint | None:
        alpha = state.alpha * state.style.opacity(f"{name}-opacity")
        return self._paints.resolve(state.style[name], state.style, alpha, box, state.context)

    def _stroke(self, state: State, box: Box | None) -> Stroke | None:
        style, scale = state.style, state.matrix.scale
        width = style.length("stroke-width", state.viewport)
        paint = self._paint("stroke", state, box) if width > 0 else None
        if paint is None:
            return None
        if style.keyword("vector-effect") != "none":
            self.source.ignored("vector-effect")
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
        fill_paint = self._paint("fill", state, box) if kind != "line" and not _flat(contours) else None
        rule = FillRule.EVENODD if style.keyword("fill-rule") == "evenodd" else FillRule.NONZERO
        fill = Fill(fill_paint, rule) if fill_paint is not None else None
        stroke = self._stroke(state, box)
        subpaths = tuple(to_subpath(c, state.matrix) for c in contours if _paints(c, fill, stroke))
        if not math.isfinite(sum(x + y for subpath in subpaths for x, y in subpath.points)):
            source.note("invalid", f"<{kind}>: coordinates beyond all bounds; not read")
            return
        command = self._command(state)
        self._kinds[command] = _SHAPE_NAMES.get(kind, kind)
        order = _paint_order(style.keyword("paint-order"))
        context = ContextPaint(fill_paint, stroke.paint if stroke is not None else None)
        layers = _layers(order, fill, stroke) if subpaths else []
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
        look = read_look([path for path in paths if _shows(path)], along, region)
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

    # --- nodes

    def _node(self, begin: int, state: State) -> None:
        """Make a node of a named group that holds one closed shape and one text."""
        inside = list(range(begin, len(self.elements)))
        shapes = [i for i in inside if isinstance(self.elements[i], Path) and self._role(i) is Role.PATH]
        labels = [i for i in inside if isinstance(self.elements[i], Label)]
        commands = {self.elements[i].command for i in shapes}
        if len(labels) != 1 or len(commands) != 1 or len(shapes) + len(labels) != len(inside):
            return
        group = state.names[-1]
        for place, (names, node) in enumerate(self._nodes):
            if node.elements == tuple(inside):
                self._nodes[place] = ((group, *names), node)
                return
        paths = [element for i in shapes if isinstance(element := self.elements[i], Path)]
        box = union(curve_bounds(subpath.points) for path in paths for subpath in path.subpaths)
        if box is None or not all(subpath.closed for path in paths for subpath in path.subpaths):
            return
        half = max((path.stroke.width / 2 for path in paths if path.stroke is not None), default=0.0)
        outer = Box(box.x0 - half, box.y0 - half, box.x1 + half, box.y1 + half)
        center = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
        shape = self._kinds.get(paths[0].command, "path")
        self._nodes.append(((group,), SceneNode(("",), shape, center, outer.corners, tuple(inside), shapes[-1])))

    def _role(self, index: int) -> Role | None:
        element = self.elements[index]
        return element.role if isinstance(element, Path) else None

    # --- patterns

    def _pattern_mean(self, node: Node) -> Color | None:
        if node not in self._patterns:
            self._patterns[node] = None
            self._patterns[node] = self._tile_mean(node)
        return self._patterns[node]

    def _tile_mean(self, node: Node) -> Color | None:
        """Mean colour of a pattern's ink, with the share of the tile that is inked as its opacity."""
        chain: list[Node] = []
        at: Node | None = node
        while at is not None and local_name(at) == "pattern" and at not in chain and len(chain) < 32:
            chain.append(at)
            target = href(at)
            at = self.source.ids.get(target[1:]) if target and target.startswith("#") else None
        content = next((at for at in chain if any(local_name(child) for child in at)), None)
        if content is None:
            return None
        values = {name: next((v for at in chain if (v := at.get(name))), "0") for name in ("width", "height")}
        lengths = [parse_length_list(value) for value in values.values()]
        sides = [found[0].to_user(Viewport(1.0, 1.0), "o", 1.0) if found else 0.0 for found in lengths]
        box = parse_view_box(next((v for at in chain if (v := at.get("viewBox"))), None))
        area = box.width * box.height if box is not None else sides[0] * sides[1]
        if sides[0] <= 0 or sides[1] <= 0 or area <= 0:
            return None
        style = self.source.style_in_place(content)
        inner = Walker(self.source)
        inner._patterns = self._patterns
        for child in content:
            inner.draw(child, State(Matrix(), Viewport(1.0, 1.0), style, active=(node, content)))
        weights, mean = 0.0, [0.0, 0.0, 0.0]
        for element in inner.elements:
            for weight, paint in _ink(element):
                share = min(1.0, weight / area) * paint.alpha
                weights += share
                mean = [m + share * c for m, c in zip(mean, paint.color, strict=True)]
        if weights <= 0:
            return None
        return Color((mean[0] / weights, mean[1] / weights, mean[2] / weights), min(1.0, weights))


def quad(box: Box, matrix: Matrix) -> Quad:
    """Corners of a box of user space on the page: lower left, lower right, upper right, upper left."""
    x0, y0, x1, y1 = box
    return matrix.at((x0, y1)), matrix.at((x1, y1)), matrix.at((x1, y0)), matrix.at((x0, y0))


def _passes(node: Node) -> bool:
    """Whether an element's conditions hold; no language is preferred."""
    if node.get("systemLanguage") is not None or (node.get("requiredExtensions") or "").strip():
        return False
    return all(feature.startswith(_SVG_11_FEATURE) for feature in (node.get("requiredFeatures") or "").split())


def _flat(contours: Sequence[Contour]) -> bool:
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


def _paints(contour: Contour, fill: Fill | None, stroke: Stroke | None) -> bool:
    """Whether a contour can paint anything: a point does only with round or square caps."""
    points = contour.points
    if len(points) < 2 or (fill is None and stroke is None):
        return False
    return any(p != points[0] for p in points) or (stroke is not None and stroke.cap != 0)


def _paint_order(text: str) -> list[str]:
    words = [word for word in text.split() if word in {"fill", "stroke", "markers"}]
    return [*dict.fromkeys([*words, "fill", "stroke", "markers"])]


def _layers(order: list[str], fill: Fill | None, stroke: Stroke | None) -> list[tuple[Fill | None, Stroke | None]]:
    if fill is None or stroke is None:
        return [(fill, stroke)] if fill is not None or stroke is not None else []
    if order.index("fill") < order.index("stroke"):
        return [(fill, stroke)]
    return [(None, stroke), (fill, None)]


def _shows(path: Path) -> bool:
    return any(part is not None and part.paint.alpha > 0 for part in (path.fill, path.stroke))


def painted_box(element: Element) -> Box | None:
    """Box of what an element paints, half the stroke width around it."""
    if not isinstance(element, Path):
        return bounds(element.box)
    half = element.stroke.width / 2 if element.stroke is not None else 0.0
    box = union(curve_bounds(subpath.points) for subpath in element.subpaths)
    return None if box is None else Box(box.x0 - half, box.y0 - half, box.x1 + half, box.y1 + half)


def _user_box(element: Element, back: Matrix) -> Box | None:
    """Bounding box as the renderer takes it: the page's box around the element, mapped back, boxed again."""
    if isinstance(element, Path):
        if element.role is not Role.PATH:
            return None
        box = union(curve_bounds(subpath.points) for subpath in element.subpaths)
    else:
        box = bounds(element.box)
    return None if box is None else bounds(back.at(corner) for corner in box.corners)


def _inside(element: Element, region: Sequence[XY]) -> bool:
    """Whether an element with its stroke lies in a convex region."""
    points: list[XY] = []
    margin = 0.0
    if isinstance(element, Path):
        points = [p for subpath in element.subpaths for p in subpath.points]
        if element.stroke is not None:
            sharp = element.stroke.join == 0 and any(len(subpath.points) > 4 for subpath in element.subpaths)
            square = element.stroke.cap == 2
            factor = element.stroke.miter_limit if sharp else math.sqrt(2) if square else 1.0
            margin = element.stroke.width / 2 * factor
    else:
        points = list(element.box)
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*region, region[0]]))
    sign = 1 if area > 0 else -1
    for a, b in pairwise([*region, region[0]]):
        edge = math.dist(a, b)
        slack = 1e-6 * edge * edge
        for p in points:
            across = sign * ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]))
            if across < margin * edge - slack:
                return False
    return True


def _ink(element: Element) -> Iterable[tuple[float, Paint]]:
    """Inked areas of an element with their paints."""
    if not isinstance(element, Path):
        return
    for subpath in element.subpaths:
        points = flatten(subpath)
        if element.fill is not None:
            area = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*points, points[0]])) / 2
            yield abs(area), element.fill.paint
        if element.stroke is not None:
            yield sum(math.dist(a, b) for a, b in pairwise(points)) * element.stroke.width, element.stroke.paint
