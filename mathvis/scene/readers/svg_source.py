"""What all parts of the SVG reader share: the document with its ids and styles, the budget, the state of the walk."""

from __future__ import annotations

from typing import NamedTuple

from mathvis.errors import SceneError
from mathvis.scene.model import Note, Role
from mathvis.scene.readers.svg_css import StyleSheet
from mathvis.scene.readers.svg_document import Node, local_name
from mathvis.scene.readers.svg_numbers import Viewport
from mathvis.scene.readers.svg_paint import ContextPaint
from mathvis.scene.readers.svg_style import Style, Stylist
from mathvis.scene.readers.svg_transforms import IDENTITY, Matrix

MAX_ELEMENTS = 50_000
MAX_POINTS = 2_000_000
MAX_DEPTH = 200
TEMPLATES = frozenset({"defs", "symbol", "clipPath", "mask", "marker", "pattern", "linearGradient", "radialGradient"})
"""Elements whose content is not rendered where it stands."""


class Name(NamedTuple):
    """An id; `template` is the target of the ``use`` that copied its element, if one did."""

    text: str
    template: Node | None = None


class State(NamedTuple):
    """What an element is drawn under.

    Attributes
    ----------
    matrix
        User space to the page.
    viewport
        What percentages refer to.
    style
        Style to inherit from.
    alpha
        Product of the opacities of the groups around.
    clips
        Indices of clips that apply.
    names
        Ids, outermost first.
    active
        Elements that are being instantiated, against circles.
    template
        Target of the innermost ``use`` around.
    """

    matrix: Matrix
    viewport: Viewport
    style: Style
    alpha: float = 1.0
    clips: tuple[int, ...] = ()
    names: tuple[Name, ...] = ()
    depth: int = 0
    active: tuple[Node, ...] = ()
    template: Node | None = None
    context: ContextPaint = ContextPaint()
    role: Role = Role.PATH
    command: int | None = None

    def below(self, inner: Matrix = IDENTITY) -> State:
        """One level deeper, with a transform that acts first."""
        if self.depth >= MAX_DEPTH:
            raise SceneError(f"elements nested deeper than {MAX_DEPTH} after expanding references")
        return self._replace(matrix=self.matrix.then_inner(inner), depth=self.depth + 1)


class Source:
    """One document on its way to a scene."""

    def __init__(self, root: Node) -> None:
        self.root = root
        self.ids: dict[str, Node] = {}
        sheets = []
        for node in root.iter():
            name = local_name(node)
            if not name:
                continue
            key = node.get("id")
            if key:
                self.ids.setdefault(key, node)
            if name == "style":
                sheets.append("".join(node.itertext()))
        sheet = StyleSheet(sheets)
        self.stylist = Stylist(sheet)
        self.instances: dict[Node, int] = {}
        self._notes: dict[tuple[str, str], list[int]] = {}
        self._elements = self._points = 0
        self._styles: dict[Node, Style] = {}
        self._in_place: dict[Node, bool] = {}
        for name in sorted(sheet.ignored):
            self.note("renderer", f"{name} has no effect in the picture")

    def note(self, code: str, message: str, *elements: int) -> None:
        """Record something a reader must be told; the same message once."""
        key = (code, message)
        if key in self._notes or len(self._notes) < 1_000:
            self._notes.setdefault(key, []).extend(elements)

    def ignored(self, what: str) -> None:
        """Record something that the program that draws the picture passes over."""
        self.note("renderer", f"{what} has no effect in the picture")

    @property
    def notes(self) -> tuple[Note, ...]:
        """Everything recorded."""
        return tuple(Note(code, text, tuple(elements)) for (code, text), elements in self._notes.items())

    def spend(self, points: int = 0) -> None:
        """Count an element drawn, or points of a path."""
        self._points += points
        self._elements += points == 0
        if self._elements > MAX_ELEMENTS:
            raise SceneError(f"more than {MAX_ELEMENTS} elements after expanding references")
        if self._points > MAX_POINTS:
            raise SceneError(f"more than {MAX_POINTS} points after expanding references")

    def style_in_place(self, node: Node) -> Style:
        """Style of an element where it stands in the document."""
        chain: list[Node] = []
        at: Node | None = node
        while at is not None and at not in self._styles:
            chain.append(at)
            at = at.getparent()
        style = self._styles[at] if at is not None else Style()
        for item in reversed(chain):
            style = self.stylist.style(item, style, Viewport(0.0, 0.0))
            self._styles[item] = style
        return style

    def rendered_in_place(self, node: Node) -> bool:
        """Whether an element is drawn where it stands."""
        found = self._in_place.get(node)
        if found is None:
            found = not any(local_name(above) in TEMPLATES for above in (node, *node.iterancestors()))
            self._in_place[node] = found
        return found
