"""The walk over a document: every element that paints becomes an element of the scene."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from mathvis.scene.model import Path
from mathvis.scene.readers.overlaps import GROUP_MESSAGE, overlapping
from mathvis.scene.readers.svg_boxes import Box, bounds, curve_bounds, union
from mathvis.scene.readers.svg_clips import ClipPaths, inner_transform, sound_use
from mathvis.scene.readers.svg_document import Node, local_name
from mathvis.scene.readers.svg_extent import lies_inside
from mathvis.scene.readers.svg_figures import Figures
from mathvis.scene.readers.svg_naming import Naming
from mathvis.scene.readers.svg_numbers import Length
from mathvis.scene.readers.svg_paint import PaintServers
from mathvis.scene.readers.svg_patterns import Patterns
from mathvis.scene.readers.svg_shapes import SHAPES
from mathvis.scene.readers.svg_source import Name, Source, State
from mathvis.scene.readers.svg_style import Style, geometry_length
from mathvis.scene.readers.svg_viewports import Viewports

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mathvis.scene.model import Clip, Element
    from mathvis.scene.model import Node as SceneNode
    from mathvis.scene.readers.svg_pathdata import Contour
    from mathvis.scene.readers.svg_transforms import Matrix

_CONTAINERS = frozenset({"g", "a", "svg", "switch", "use"})
_SHAPE_NAMES = {"rect": "rectangle"}
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
        self.outlined: list[Box] = []
        """Boxes on the page of all shapes met so far, painted or not."""
        self._naming = Naming(source)
        self._kinds: dict[int, str] = {}
        self._commands = 0
        self._told: set[Node] = set()
        self.clip_paths = ClipPaths(source, self.clips)
        self._patterns = patterns or Patterns(source, self._aside)
        self.paints = PaintServers(source.ids, source.style_in_place, self._patterns.mean, source.note)
        self._figures, self._viewports = Figures(self), Viewports(self)

    def finished(self) -> tuple[tuple[Element, ...], tuple[SceneNode, ...]]:
        """Elements with their names, and the nodes."""
        return self._naming.settle(self.elements)

    def add(self, element: Element, names: tuple[Name, ...]) -> int:
        """Append an element with its ids and give its index."""
        self.elements.append(element)
        self._naming.add(names)
        return len(self.elements) - 1

    def draw(self, node: Node, state: State) -> None:
        """Draw an element and what is inside it."""
        name = local_name(node)
        if name not in SHAPES and name not in _CONTAINERS and name not in {"text", "image"}:
            return
        source = self.source
        source.spend()
        style = source.stylist.style(node, state.style, state.viewport)
        if not style.displayed:
            self.hidden(node, "display is none")
            return
        state = state.below(inner_transform(source, node))
        if name == "use":
            if not sound_use(source, node):
                return
            state = self._viewports.copied(node, state)
        if not state.matrix.usable:
            self.hidden(node, "its transform is singular")
            return
        key = node.get("id")
        names = (*state.names, Name(key, state.template)) if key else state.names
        own = style.opacity("opacity")
        state = state._replace(style=style, names=names, alpha=state.alpha * own)
        begin, outlined = len(self.elements), len(self.outlined)
        pending: Node | None = None
        clip = self.clip_paths.find(style["clip-path"])
        if clip is not None:
            if (clip.get("clipPathUnits") or "").strip() == "objectBoundingBox":
                pending = clip
            else:
                added = self.clip_paths.add(clip, state.matrix, None, state.viewport)
                state = state._replace(clips=state.clips + added)
        if name in SHAPES:
            self._figures.shape(node, name, state)
        elif name == "text":
            self._figures.text(node, state)
        elif name == "image":
            self._figures.image(node, state)
        else:
            self._container(node, name, state)
        if pending is not None:
            self._clip_to_box(pending, state, begin, outlined)
        self._effects(style, begin)
        if own < 1.0 and state.alpha == own:  # the outermost such group has the parts of those inside it
            self._grouped(begin)
        if key and name in {"g", "use", "a", "svg"}:
            self._naming.add_group(names[-1], self.elements[begin:], self._kinds)

    def draw_root(self, root: Node, state: State) -> None:
        """Draw the content of the outermost ``svg`` with its clip path and effects."""
        begin = len(self.elements)
        clip = self.clip_paths.find(state.style["clip-path"])
        if clip is not None:
            box = Box(0.0, 0.0, state.viewport.width, state.viewport.height)
            state = state._replace(clips=self.clip_paths.add(clip, state.matrix, box, state.viewport))
        for child in root:
            self.draw(child, state)
        self._effects(state.style, begin)
        if state.alpha < 1.0:
            self._grouped(begin)

    def hidden(self, node: Node, why: str) -> None:
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

    def _grouped(self, begin: int) -> None:
        """Tell of parts of a group with an opacity that overlap."""
        parts = {
            element.index: (element.subpaths, element.stroke, element.fill)
            for element in self.elements[begin:]
            if isinstance(element, Path)
        }
        about = overlapping(parts)
        if about:
            self.source.note("group", GROUP_MESSAGE, *about)

    def _container(self, node: Node, name: str, state: State) -> None:
        if name == "use":
            self._viewports.use(node, state)
        elif name == "svg":
            self._viewports.nested(node, state)
        elif name == "switch":
            chosen = next((child for child in node if isinstance(child.tag, str) and _passes(child)), None)
            if chosen is not None:
                self.draw(chosen, state)
        else:
            for child in node:
                self.draw(child, state)

    def length(self, node: Node, name: str, direction: str, state: State) -> float | None:
        """Give a geometry property in user units; nothing where it is absent or no length."""
        length = geometry_length(self.source.stylist, node, name)
        return length.to_user(state.viewport, direction, state.style.font_size) if isinstance(length, Length) else None

    def _clip_to_box(self, clip: Node, state: State, begin: int, outlined: int) -> None:
        """Apply a clip path in units of the bounding box of what has just been drawn."""
        back = state.matrix.inverse()
        boxes: list[Box | None] = [*self.outlined[outlined:]]
        boxes += [bounds(element.box) for element in self.elements[begin:] if not isinstance(element, Path)]
        box = union(bounds(back.at(corner) for corner in box.corners) for box in boxes if box is not None)
        added = self.clip_paths.add(clip, state.matrix, box, state.viewport)
        for i in range(begin, len(self.elements)):
            element = self.elements[i]
            self.elements[i] = replace(element, clips=element.clips + added)

    def drop_idle_clip(self, index: int, begin: int) -> None:
        """Take a viewport's clip from elements that lie inside it altogether."""
        region = self.clips[index].subpaths[0].points[::3][:4]
        for i in range(begin, len(self.elements)):
            element = self.elements[i]
            if index in element.clips and lies_inside(element, region):
                self.elements[i] = replace(element, clips=tuple(c for c in element.clips if c != index))

    def outline(self, contours: Sequence[Contour], matrix: Matrix) -> None:
        """Take a shape into the bounding boxes of what is around it."""
        drawn = (contour.points for contour in contours if len(contour.points) > 1)
        box = union(curve_bounds([matrix.at(p) for p in points]) for points in drawn)
        if box is not None:
            self.outlined.append(box)

    def command(self, state: State, kind: str | None = None) -> int:
        """Give the number of the drawing command; a shape's kind is remembered with it."""
        if state.command is None:
            number = self._commands
            self._commands += 1
        else:
            number = state.command
        if kind is not None:
            self._kinds[number] = _SHAPE_NAMES.get(kind, kind)
        return number

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
