"""Computed style of an element: presentation attributes, cascade, inheritance, validity."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import NamedTuple

from mathvis.scene.readers.svg_colors import Color, parse_color
from mathvis.scene.readers.svg_css import Declaration, StyleSheet, expand
from mathvis.scene.readers.svg_document import XML, Node
from mathvis.scene.readers.svg_geometry import (
    Length,
    Viewport,
    parse_css_transform,
    parse_length,
    parse_length_list,
    parse_number,
)

DEFAULT_FONT_SIZE = 12.0
"""Initial font size in px, as the renderer has it."""
_MEDIUM = 16.0
"""What the keyword ``medium`` means in px; every step is a factor of 1.2."""

INITIAL = MappingProxyType(
    {
        "alignment-baseline": "auto",
        "baseline-shift": "baseline",
        "clip-path": "none",
        "clip-rule": "nonzero",
        "color": "black",
        "direction": "ltr",
        "display": "inline",
        "dominant-baseline": "auto",
        "fill": "black",
        "fill-opacity": "1",
        "fill-rule": "nonzero",
        "filter": "none",
        "font-family": "Times New Roman",
        "font-size": "",
        "font-stretch": "normal",
        "font-style": "normal",
        "font-variant": "normal",
        "font-weight": "normal",
        "letter-spacing": "normal",
        "marker-end": "none",
        "marker-mid": "none",
        "marker-start": "none",
        "mask": "none",
        "opacity": "1",
        "overflow": "auto",
        "paint-order": "normal",
        "stop-color": "black",
        "stop-opacity": "1",
        "stroke": "none",
        "stroke-dasharray": "none",
        "stroke-dashoffset": "0",
        "stroke-linecap": "butt",
        "stroke-linejoin": "miter",
        "stroke-miterlimit": "4",
        "stroke-opacity": "1",
        "stroke-width": "1",
        "text-anchor": "start",
        "text-decoration": "none",
        "transform": "",
        "vector-effect": "none",
        "visibility": "visible",
        "word-spacing": "normal",
        "writing-mode": "lr-tb",
        "x": "",
        "y": "",
        "width": "",
        "height": "",
        "cx": "",
        "cy": "",
        "r": "",
        "rx": "",
        "ry": "",
    }
)
_NOT_INHERITED = frozenset(
    {
        "alignment-baseline",
        "baseline-shift",
        "clip-path",
        "display",
        "dominant-baseline",
        "filter",
        "mask",
        "opacity",
        "overflow",
        "stop-color",
        "stop-opacity",
        "text-decoration",
        "transform",
        "vector-effect",
        "x",
        "y",
        "width",
        "height",
        "cx",
        "cy",
        "r",
        "rx",
        "ry",
    }
)
_GEOMETRY = frozenset({"x", "y", "width", "height", "cx", "cy", "r", "rx", "ry"})
_NOT_ATTRIBUTES = _GEOMETRY | {"transform"}

STRETCHES = {
    "ultra-condensed": 50,
    "extra-condensed": 63,
    "condensed": 75,
    "semi-condensed": 87,
    "normal": 100,
    "semi-expanded": 113,
    "expanded": 125,
    "extra-expanded": 150,
    "ultra-expanded": 200,
}
"""Widths of fonts in percent."""
_KEYWORDS = {
    "alignment-baseline": None,
    "dominant-baseline": None,
    "clip-rule": {"nonzero", "evenodd"},
    "fill-rule": {"nonzero", "evenodd"},
    "direction": {"ltr", "rtl"},
    "font-style": {"normal", "italic", "oblique"},
    "font-stretch": set(STRETCHES),
    "font-variant": {"normal", "small-caps"},
    "overflow": {"visible", "hidden", "scroll", "auto"},
    "stroke-linecap": {"butt", "round", "square"},
    "stroke-linejoin": {"miter", "round", "bevel", "arcs", "miter-clip"},
    "text-anchor": {"start", "middle", "end"},
    "visibility": {"visible", "hidden", "collapse"},
    "vector-effect": {"none", "non-scaling-stroke"},
    "writing-mode": {"lr-tb", "rl-tb", "tb-rl", "lr", "rl", "tb", "horizontal-tb", "vertical-rl", "vertical-lr"},
}
_FONT_SIZES = ("xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large")
_WEIGHTS = {"normal", "bold", "bolder", "lighter"} | {str(n) for n in range(100, 1000, 100)}
_REFERENCE = re.compile(r"""url\(\s*["']?\s*#([^"')\s]*)\s*["']?\s*\)\s*(.*)""", re.DOTALL | re.IGNORECASE)
_SPACE = f"{{{XML}}}space"
_LONGEST = 4_000
"""Characters of the longest value of a property."""
_FONT = re.compile(
    r"(?P<head>(?:(?:normal|italic|oblique|small-caps|bold|bolder|lighter|[1-9]00)\s+)*)"
    r"(?P<size>[^\s/]+)(?:\s*/\s*[^\s]+)?\s+(?P<family>.+)",
    re.DOTALL | re.IGNORECASE,
)


class Reference(NamedTuple):
    """A ``url(#target)`` with what follows it."""

    target: str
    fallback: str


def parse_reference(text: str) -> Reference | None:
    """Read ``url(#id)``; nothing where the text is something else."""
    match = _REFERENCE.fullmatch(text.strip())
    return Reference(match.group(1), match.group(2).strip()) if match else None


def _valid_paint(value: str) -> bool:
    reference = parse_reference(value)
    if reference is not None:
        return reference.fallback == "" or _valid_paint(reference.fallback)
    return value.lower() in {"none", "context-fill", "context-stroke"} or parse_color(value) is not None


def _valid_opacity(value: str) -> bool:
    return parse_number(value.removesuffix("%")) is not None


def valid(name: str, value: str) -> bool:
    """Whether a value may stand for a property; what may not is passed over."""
    if name not in INITIAL or len(value) > _LONGEST:
        return False
    lower = value.strip().lower()
    if lower == "inherit":
        return True
    if name in {"fill", "stroke"}:
        return _valid_paint(value)
    if name in {"color", "stop-color"}:
        return parse_color(value) is not None
    if name.endswith("opacity"):
        return _valid_opacity(value)
    if name in _KEYWORDS:
        allowed = _KEYWORDS[name]
        return allowed is None or lower in allowed
    if name in {"clip-path", "mask", "marker-start", "marker-mid", "marker-end"}:
        return lower == "none" or parse_reference(value) is not None
    if name == "stroke-dasharray":
        lengths = parse_length_list(value)
        return lower == "none" or (lengths is not None and all(length.value >= 0 for length in lengths))
    if name == "stroke-miterlimit":
        number = parse_number(value)
        return number is not None
    if name in {"stroke-width", "stroke-dashoffset"}:
        return parse_length(value) is not None
    if name in {"letter-spacing", "word-spacing"}:
        return lower == "normal" or parse_length(value) is not None
    if name == "baseline-shift":
        return lower in {"baseline", "sub", "super"} or parse_length(value) is not None
    if name == "font-size":
        length = parse_length(value)
        return lower in {*_FONT_SIZES, "larger", "smaller"} or (length is not None and length.value >= 0)
    if name == "font-weight":
        return lower in _WEIGHTS or (value.isdigit() and 1 <= int(value) <= 1000)
    if name == "transform":
        return parse_css_transform(value) is not None
    if name in _GEOMETRY:
        length = parse_length(value)
        return (lower == "auto" and name not in {"x", "y", "cx", "cy", "r"}) or (
            length is not None and (name in {"x", "y", "cx", "cy"} or length.value >= 0)
        )
    return True


def _expand_shorthands(declarations: list[Declaration]) -> list[Declaration]:
    result: list[Declaration] = []
    for declaration in declarations:
        name, value, important = declaration
        if name == "marker":
            result += [Declaration(f"marker-{end}", value, important) for end in ("start", "mid", "end")]
        elif name == "font":
            match = _FONT.fullmatch(value.strip())
            if match is None or not valid("font-size", match.group("size")):
                continue
            longhands = {"font-style": "normal", "font-variant": "normal", "font-weight": "normal"}
            for word in match.group("head").lower().split():
                kind = next((k for k in longhands if word != "normal" and valid(k, word)), None)
                if kind is not None:
                    longhands[kind] = word
            longhands |= {"font-size": match.group("size"), "font-family": match.group("family")}
            result += [Declaration(key, text, important) for key, text in longhands.items()]
        else:
            result.append(declaration)
    return result


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
    if lower in _FONT_SIZES:
        return _MEDIUM * float(1.2 ** (_FONT_SIZES.index(lower) - 3))
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
            if key in INITIAL and key not in _NOT_ATTRIBUTES:
                if valid(key, value):
                    own[key] = value
                elif "var(" in value:
                    self.unknown.add("var()")
        declarations = _expand_shorthands(self._sheet.declarations(node))
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
            values = {name: value for name, value in parent.values.items() if name not in _NOT_INHERITED}
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
    text = stylist.declared(node, name) if name in _GEOMETRY else None
    text = node.get(name) if text is None else text
    if text is None or text.strip().lower() == "auto":
        return None
    return parse_length(text) or "invalid"
