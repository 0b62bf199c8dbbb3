"""Colours of CSS and SVG."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from mathvis.scene.readers.svg_color_names import NAMED
from mathvis.scene.readers.svg_numbers import NUMBER

if TYPE_CHECKING:
    from mathvis.scene.model import RGB

_HEX = re.compile(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_FUNCTION = re.compile(r"(rgba?|hsla?)\(\s*([^()]*?)\s*\)")
_ITEM = re.compile(rf"({NUMBER})(%|deg|grad|rad|turn)?")
_DEGREES = {None: 1.0, "deg": 1.0, "grad": 0.9, "rad": 57.29577951308232, "turn": 360.0}


class Color(NamedTuple):
    """An sRGB colour with its opacity, all in [0, 1]."""

    rgb: RGB
    alpha: float


def _share(value: float, unit: str | None, full: float) -> float:
    return min(1.0, max(0.0, value / (100.0 if unit == "%" else full)))


def _hsl(hue: float, saturation: float, lightness: float) -> RGB:
    def channel(n: float) -> float:
        k = (n + hue / 30) % 12
        return lightness - saturation * min(lightness, 1 - lightness) * max(-1.0, min(k - 3, 9 - k, 1.0))

    return channel(0), channel(8), channel(4)


def _from_function(name: str, arguments: str) -> Color | None:
    parts = [part for part in re.split(r"\s*[,/]\s*|\s+", arguments) if part]
    items = [_ITEM.fullmatch(part) for part in parts]
    found = [(float(item.group(1)), item.group(2)) for item in items if item is not None]
    if len(found) != len(parts) or len(found) not in {3, 4}:
        return None
    alpha = _share(*found[3], 1.0) if len(found) == 4 and found[3][1] in {None, "%"} else 1.0
    if name.startswith("rgb"):
        if any(unit not in {None, "%"} for _, unit in found) or len({unit for _, unit in found[:3]}) > 1:
            return None
        r, g, b = (_share(value, unit, 255.0) for value, unit in found[:3])
        return Color((r, g, b), alpha)
    if found[0][1] not in _DEGREES or found[1][1] != "%" or found[2][1] != "%":
        return None
    hue = found[0][0] * _DEGREES[found[0][1]] % 360
    return Color(_hsl(hue, _share(*found[1], 1.0), _share(*found[2], 1.0)), alpha)


@lru_cache(maxsize=4096)
def parse_color(text: str, current: Color | None = None) -> Color | None:
    """Read a colour.

    Parameters
    ----------
    text
        A name, ``#rgb``, ``#rgba``, ``#rrggbb``, ``#rrggbbaa``, ``rgb()``, ``rgba()``, ``hsl()``, ``hsla()``,
        ``transparent`` or ``currentColor``.
    current
        What ``currentColor`` means; black when not given.

    Returns
    -------
    Color or None
        Nothing where the text is no colour.
    """
    text = text.strip().lower()
    if text == "currentcolor":
        return current or Color((0.0, 0.0, 0.0), 1.0)
    if text == "transparent":
        return Color((0.0, 0.0, 0.0), 0.0)
    if text in NAMED:
        text = f"#{NAMED[text]}"
    match = _HEX.fullmatch(text)
    if match is not None:
        digits = match.group(1)
        if len(digits) < 6:
            digits = "".join(digit * 2 for digit in digits)
        r, g, b, a = (int(digits[i : i + 2] or "ff", 16) / 255 for i in (0, 2, 4, 6))
        return Color((r, g, b), a)
    match = _FUNCTION.fullmatch(text)
    return _from_function(match.group(1), match.group(2)) if match is not None else None
