"""Computed style of an element: presentation attributes, cascade, inheritance."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from mathvis.scene.readers.svg_colors import Color, parse_color
from mathvis.scene.readers.svg_css import StyleSheet, expand
from mathvis.scene.readers.svg_document import XML, Node
from mathvis.scene.readers.svg_numbers import Length, Viewport, parse_length, parse_number
from mathvis.scene.readers.svg_properties import (
    FONT_SIZES,
    GEOMETRY,
    INITIAL,
    NOT_ATTRIBUTES,
    NOT_INHERITED,
    expand_shorthands,
    valid,
)

DEFAULT_FONT_SIZE = 12.0
"""Initial font size in px, as the renderer has it."""
_MEDIUM = 16.0
"""What the keyword ``medium`` means in px; every step is a factor of 1.2."""

_SPACE = f"{{{XML}}}space"


@dataclass(frozen=True, slots=True)
class Style:
    """Computed values of an element; `values` holds what differs from the initial ones."""

    values: dict[str, str] = field(default_factory=dict)
    font_size: float = DEFAULT_FONT_SIZE
    weight: int = 400
    preserve_space: bool = False

    def __getitem__(self, name: str) -> str:
        return self.values.get(name, INITIAL[name])

    def keyword(self, name: str) -> str:
        """Value in lower case."""
        return self[name].strip().lower()

    def opacity(self, name: str) -> float:
        """Give an opacity in [0, 1]."""
        if name not in self.values:
            return 1.0
        text = self[name].strip()
        number = parse_number(text.removesuffix("%"))
        value = 1.0 if number is None else number / 100 if text.endswith("%") else number
        return min(1.0, max(0.0, value))

    def length(self, name: str, viewport: Viewport, direction: str = "o") -> float:
        """Give a length in user units; 0 for keywords."""
        length = parse_length(self[name])
        return 0.0 if length is None else length.to_user(viewport, direction, self.font_size)

    def color(self, name: str) -> Color:
        """Give a colour, with ``currentColor`` resolved."""
        return self.parse(self[name]) or Color((0.0, 0.0, 0.0), 1.0)

    def parse(self, text: str) -> Color | None:
        """Read a colour where ``currentColor`` is this element's."""
        return parse_color(text, parse_color(self["color"]))

    @property
    def displayed(self) -> bool:
        """Whether the element and its content are rendered at all."""
        return self.keyword("display") != "none"

    @property
    def visible(self) -> bool:
        """Whether the element itself is painted."""
        return self.keyword("visibility") == "visible"


def _font_size(value: str, parent: float, viewport: Viewport) -> float:
    lower = value.strip().lower()
    if lower in FONT_SIZES:
        return _MEDIUM * float(1.2 ** (FONT_SIZES.index(lower) - 3))
    if lower in {"larger", "smaller"}:
        return parent * 1.2 if lower == "larger" else parent / 1.2
    length = parse_length(value)
    if length is None:
        return parent
    if length.unit == "%":
        return parent * length.value / 100
    return length.to_user(viewport, "o", parent)


def _weight(value: str, parent: int) -> int:
    lower = value.strip().lower()
    if lower == "bolder":
        return 400 if parent < 350 else 700 if parent < 550 else 900
    if lower == "lighter":
        return 100 if parent < 550 else 400 if parent < 750 else 700
    return {"normal": 400, "bold": 700}.get(lower) or int(lower)


class Stylist:
    """Computes styles against the style sheets of one document."""

    def __init__(self, sheet: StyleSheet) -> None:
        self._sheet = sheet
        self._declared: dict[Node, dict[str, str]] = {}
        self._plain_children: dict[int, tuple[Style, Style]] = {}
        self.unknown: set[str] = set()
        """Values of CSS that have no effect here, such as ``var()``."""

    def _own(self, node: Node) -> dict[str, str]:
        own = self._declared.get(node)
        if own is not None:
            return own
        own = {}
        for key, value in node.attrib.items():
            if key in INITIAL and key not in NOT_ATTRIBUTES:
                if valid(key, value):
                    own[key] = value
                elif "var(" in value:
                    self.unknown.add("var()")
        declarations = expand_shorthands(self._sheet.declarations(node))
        if any("var(" in declaration.value for declaration in declarations):
            self.unknown.add("var()")
        if any(declaration.name in {"transform-origin", "transform-box"} for declaration in declarations):
            self.unknown.add("transform-origin")
        own |= expand(declarations, valid)
        self._declared[node] = own
        return own

    def style(self, node: Node, parent: Style, viewport: Viewport) -> Style:
        """Compute the style of an element under a parent's.

        Parameters
        ----------
        node
            The element.
        parent
            Style that it inherits from.
        viewport
            What percentages of a font size in viewport units would refer to.
        """
        own = self._own(node)
        known = self._plain_children.get(id(parent))
        if known is None:
            values = {name: value for name, value in parent.values.items() if name not in NOT_INHERITED}
            known = (parent, replace(parent, values=values))
            self._plain_children[id(parent)] = known
        if not own and node.get(_SPACE) is None:
            return known[1]
        values = dict(known[1].values)
        for name, value in own.items():
            if value.strip().lower() == "inherit":
                inherited = parent[name]
                values[name] = inherited
            else:
                values[name] = value
        size = parent.font_size
        if "font-size" in own and own["font-size"].strip().lower() != "inherit":
            size = _font_size(own["font-size"], size, viewport)
        weight = parent.weight
        if "font-weight" in own and own["font-weight"].strip().lower() != "inherit":
            weight = _weight(own["font-weight"], weight)
        space = node.get(_SPACE)
        preserve = parent.preserve_space if space is None else space.strip() == "preserve"
        return Style(values, size, weight, preserve)

    def declared(self, node: Node, name: str) -> str | None:
        """Value that the element's own attributes or rules give to a property."""
        return self._own(node).get(name)


def geometry_length(stylist: Stylist, node: Node, name: str) -> Length | str | None:
    """Read a geometry property: from CSS, else the attribute.

    Returns
    -------
    Length, str or None
        The length; ``"invalid"`` where the attribute is no length; nothing where it is absent or ``auto``.
    """
    text = stylist.declared(node, name) if name in GEOMETRY else None
    text = node.get(name) if text is None else text
    if text is None or text.strip().lower() == "auto":
        return None
    return parse_length(text) or "invalid"
