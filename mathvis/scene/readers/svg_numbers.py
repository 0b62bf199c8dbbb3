"""Numbers, lengths and angles as SVG and CSS write them."""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import NamedTuple

NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_NUMBER = re.compile(NUMBER)
_QUANTITY = re.compile(rf"({NUMBER})(%|[a-zA-Z]*)")
_LONGEST = 100
"""Characters of the longest single number."""
_LIST_GAP = re.compile(r"\s*,\s*|\s+")
_SEPARATED = re.compile(rf"\s*({NUMBER})\s*(,?)")

PX_PER_UNIT = {
    "": 1.0,
    "px": 1.0,
    "pt": 96 / 72,
    "pc": 16.0,
    "mm": 96 / 25.4,
    "cm": 96 / 2.54,
    "in": 96.0,
}
"""CSS pixels in one absolute unit."""
PHYSICAL_UNITS = frozenset({"pt", "pc", "mm", "cm", "in"})
MAX_COORDINATE = 1e7
"""Coordinates and lengths beyond this are not drawable; the value counts as invalid."""


class Viewport(NamedTuple):
    """Size that percentages refer to, in user units."""

    width: float
    height: float

    @property
    def diagonal(self) -> float:
        """What percentages of neither direction refer to."""
        return math.hypot(self.width, self.height) / math.sqrt(2)


class Quantity(NamedTuple):
    """A number with its unit (lower case), of whatever kind."""

    value: float
    unit: str


class Length(NamedTuple):
    """A number with its unit (lower case; ``%`` for percentages)."""

    value: float
    unit: str

    def to_user(self, viewport: Viewport, direction: str, font_size: float) -> float:
        """Resolve to user units; `direction` is ``x``, ``y`` or ``o`` (other)."""
        if self.unit == "%":
            reference = {"x": viewport.width, "y": viewport.height}.get(direction, viewport.diagonal)
            return self.value / 100 * reference
        if self.unit == "em":
            return self.value * font_size
        if self.unit in {"ex", "ch"}:
            return self.value * font_size / 2
        return self.value * PX_PER_UNIT[self.unit]


@lru_cache(maxsize=4096)
def parse_number(text: str | None) -> float | None:
    """Read a single finite number, or nothing."""
    if text is None:
        return None
    text = text.strip()
    match = _NUMBER.fullmatch(text) if len(text) <= _LONGEST else None
    if match is None:
        return None
    value = float(match.group())
    return value if abs(value) <= MAX_COORDINATE else None


def parse_quantity(text: str) -> Quantity | None:
    """Read a single number with any unit or none, or nothing where the text is no such thing."""
    text = text.strip()
    match = _QUANTITY.fullmatch(text) if len(text) <= _LONGEST else None
    return None if match is None else Quantity(float(match.group(1)), match.group(2).lower())


@lru_cache(maxsize=4096)
def parse_length(text: str | None) -> Length | None:
    """Read a single length, or nothing where the text is no length."""
    if text is None:
        return None
    quantity = parse_quantity(text)
    if quantity is None:
        return None
    value, unit = quantity
    if abs(value) > MAX_COORDINATE or not (unit in PX_PER_UNIT or unit in {"%", "em", "ex", "ch"}):
        return None
    return Length(value, unit)


def parse_length_list(text: str | None) -> list[Length] | None:
    """Read lengths separated by spaces or single commas; nothing where the text is malformed."""
    if text is None:
        return None
    lengths = [parse_length(part) for part in _LIST_GAP.split(text.strip())]
    good = [length for length in lengths if length is not None]
    return good if len(good) == len(lengths) else None


def parse_numbers(text: str) -> list[float] | None:
    """Read numbers separated by spaces or single commas; nothing where the text is malformed."""
    numbers: list[float] = []
    position, comma = 0, False
    text = text.strip()
    while position < len(text):
        match = _SEPARATED.match(text, position)
        if match is None:
            return None
        value = float(match.group(1))
        if abs(value) > MAX_COORDINATE:
            return None
        numbers.append(value)
        position, comma = match.end(), bool(match.group(2))
    return None if comma else numbers


def parse_angle(text: str) -> float | None:
    """Read an angle (degrees without a unit) and give it in degrees."""
    text = text.strip()
    match = re.fullmatch(rf"({NUMBER})\s*(deg|grad|rad)?", text) if len(text) <= _LONGEST else None
    if match is None:
        return None
    value = float(match.group(1))
    return {"grad": value * 0.9, "rad": math.degrees(value)}.get(match.group(2) or "deg", value)
