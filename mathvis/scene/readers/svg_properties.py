"""The properties of SVG: their initial values, which are inherited, and which values are valid."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import NamedTuple

from mathvis.scene.readers.svg_colors import parse_color
from mathvis.scene.readers.svg_css import Declaration
from mathvis.scene.readers.svg_numbers import parse_length, parse_length_list, parse_number
from mathvis.scene.readers.svg_transforms import parse_css_transform

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
NOT_INHERITED = frozenset(
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
GEOMETRY = frozenset({"x", "y", "width", "height", "cx", "cy", "r", "rx", "ry"})
NOT_ATTRIBUTES = GEOMETRY | {"transform"}

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
FONT_SIZES = ("xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large")
_WEIGHTS = {"normal", "bold", "bolder", "lighter"} | {str(n) for n in range(100, 1000, 100)}
_REFERENCE = re.compile(r"""url\(\s*["']?\s*#([^"')\s]*)\s*["']?\s*\)\s*(.*)""", re.DOTALL | re.IGNORECASE)
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
        return lower in {*FONT_SIZES, "larger", "smaller"} or (length is not None and length.value >= 0)
    if name == "font-weight":
        return lower in _WEIGHTS or (value.isdigit() and 1 <= int(value) <= 1000)
    if name == "transform":
        return parse_css_transform(value) is not None
    if name in GEOMETRY:
        length = parse_length(value)
        return (lower == "auto" and name not in {"x", "y", "cx", "cy", "r"}) or (
            length is not None and (name in {"x", "y", "cx", "cy"} or length.value >= 0)
        )
    return True


def expand_shorthands(declarations: list[Declaration]) -> list[Declaration]:
    """Replace shorthands by the properties that they set."""
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
