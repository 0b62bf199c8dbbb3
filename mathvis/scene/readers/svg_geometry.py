"""Numbers, lengths, transforms and viewports of SVG.

User space is SVG's own (y down); `Matrix` maps it to page coordinates at the very end.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mathvis.scene.model import XY

NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_NUMBER = re.compile(NUMBER)
_LENGTH = re.compile(rf"({NUMBER})(%|[a-zA-Z]*)")
_LONGEST = 100
"""Characters of the longest single number."""
_FUNCTION = re.compile(r" ?,? ?([a-zA-Z]+) ?\(([^()]*)\) ?")
_SPACES = re.compile(r"\s+")
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


class Matrix(NamedTuple):
    """The affine map ``(x, y) -> (a x + c y + e, b x + d y + f)``."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def then_inner(self, inner: Matrix) -> Matrix:
        """Compose with a map that acts first: ``self ∘ inner``."""
        a, b, c, d, e, f = self
        p, q, r, s, t, u = inner
        return Matrix(a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f)

    def at(self, point: XY) -> XY:
        """Image of a point."""
        x, y = point
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def turn(self, vector: XY) -> XY:
        """Image of a vector (no translation)."""
        x, y = vector
        return self.a * x + self.c * y, self.b * x + self.d * y

    def inverse(self) -> Matrix:
        """Map back; only for a map that is `usable`."""
        a, b, c, d, e, f = self
        det = self.det
        return Matrix(d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det)

    @property
    def det(self) -> float:
        """Determinant of the linear part."""
        return self.a * self.d - self.b * self.c

    @property
    def scale(self) -> float:
        """Geometric mean of the two scales."""
        return math.sqrt(abs(self.det))

    @property
    def usable(self) -> bool:
        """Whether the map is finite and not singular."""
        return all(map(math.isfinite, self)) and abs(self.det) > 1e-18


IDENTITY = Matrix()


class Box(NamedTuple):
    """An axis-parallel rectangle by its corners."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        """Extent in x."""
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        """Extent in y."""
        return self.y1 - self.y0

    @property
    def corners(self) -> tuple[XY, XY, XY, XY]:
        """The corners in order around the box."""
        return (self.x0, self.y0), (self.x1, self.y0), (self.x1, self.y1), (self.x0, self.y1)


class Viewport(NamedTuple):
    """Size that percentages refer to, in user units."""

    width: float
    height: float

    @property
    def diagonal(self) -> float:
        """What percentages of neither direction refer to."""
        return math.hypot(self.width, self.height) / math.sqrt(2)


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


@lru_cache(maxsize=4096)
def parse_length(text: str | None) -> Length | None:
    """Read a single length, or nothing where the text is no length."""
    if text is None:
        return None
    text = text.strip()
    match = _LENGTH.fullmatch(text) if len(text) <= _LONGEST else None
    if match is None:
        return None
    unit = match.group(2).lower()
    value = float(match.group(1))
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


def rotation(degrees: float) -> Matrix:
    """Rotation in user space (clockwise on the screen)."""
    angle = math.radians(degrees)
    cos, sin = math.cos(angle), math.sin(angle)
    return Matrix(cos, sin, -sin, cos, 0.0, 0.0)


def _function(name: str, v: list[float]) -> Matrix | None:
    n = len(v)
    if name == "matrix" and n == 6:
        return Matrix(*v)
    if name == "translate" and n in {1, 2}:
        return Matrix(e=v[0], f=v[1] if n == 2 else 0.0)
    if name == "scale" and n in {1, 2}:
        return Matrix(a=v[0], d=v[-1])
    if name == "rotate" and n in {1, 3}:
        if n == 1:
            return rotation(v[0])
        there, back = Matrix(e=v[1], f=v[2]), Matrix(e=-v[1], f=-v[2])
        return there.then_inner(rotation(v[0])).then_inner(back)
    if name == "skewX" and n == 1:
        return Matrix(c=math.tan(math.radians(v[0])))
    if name == "skewY" and n == 1:
        return Matrix(b=math.tan(math.radians(v[0])))
    return None


def parse_transform(text: str | None) -> Matrix | None:
    """Read a ``transform`` attribute; nothing where it is malformed."""
    if text is None or not text.strip() or text.strip() == "none":
        return IDENTITY
    result, position, text = IDENTITY, 0, _SPACES.sub(" ", text)
    while position < len(text):
        match = _FUNCTION.match(text, position)
        if match is None:
            return None
        numbers = parse_numbers(match.group(2))
        step = _function(match.group(1), numbers) if numbers else None
        if step is None:
            return None
        result = result.then_inner(step)
        position = match.end()
    return result


_CSS_ANGLE = {"deg": 1.0, "": 1.0, "grad": 0.9, "rad": 180 / math.pi, "turn": 360.0}


def _css_argument(name: str, text: str) -> float | None:
    """Read one argument of a CSS transform function as a plain number (px, degrees)."""
    text = text.strip()
    match = _LENGTH.fullmatch(text) if len(text) <= _LONGEST else None
    if match is None:
        return None
    value, unit = float(match.group(1)), match.group(2).lower()
    angular = name in {"rotate", "skew", "skewX", "skewY"}
    table = _CSS_ANGLE if angular else PX_PER_UNIT if name.startswith("translate") else {"": 1.0}
    if unit not in table:
        return None
    return value * table[unit]


def parse_css_transform(text: str) -> Matrix | None:
    """Read the ``transform`` property of CSS (units may be left out); nothing where it is malformed."""
    if text.strip() == "none":
        return IDENTITY
    result, position, text = IDENTITY, 0, _SPACES.sub(" ", text)
    while position < len(text):
        match = _FUNCTION.match(text, position)
        if match is None:
            return None
        name = match.group(1)
        values = [_css_argument(name, part) for part in match.group(2).split(",")]
        numbers = [value for value in values if value is not None]
        if len(numbers) != len(values):
            return None
        step = _css_function(name, numbers)
        if step is None:
            return None
        result = result.then_inner(step)
        position = match.end()
    return result


def _css_function(name: str, v: list[float]) -> Matrix | None:
    if name in {"translateX", "translateY", "scaleX", "scaleY"}:
        if len(v) != 1:
            return None
        return {
            "translateX": Matrix(e=v[0]),
            "translateY": Matrix(f=v[0]),
            "scaleX": Matrix(a=v[0]),
            "scaleY": Matrix(d=v[0]),
        }[name]
    if name == "skew" and len(v) in {1, 2}:
        return Matrix(c=math.tan(math.radians(v[0])), b=math.tan(math.radians(v[1])) if len(v) == 2 else 0.0)
    if name == "rotate" and len(v) != 1:
        return None
    return _function(name, v)


def parse_view_box(text: str | None) -> Box | None:
    """Read a ``viewBox``; nothing where it is malformed or has a negative side."""
    numbers = parse_numbers(text) if text is not None else None
    if numbers is None or len(numbers) != 4 or numbers[2] < 0 or numbers[3] < 0:
        return None
    x, y, w, h = numbers
    return Box(x, y, x + w, y + h)


_ASPECT = re.compile(
    r"\s*(?:defer\s+)?(none|x(min|mid|max)y(min|mid|max))(?![\w-])(?:\s+(meet|slice)(?![\w-]))?", re.IGNORECASE
)


def valid_aspect(aspect: str | None) -> bool:
    """Whether ``preserveAspectRatio`` is absent or starts with an alignment; the renderer ignores what follows it."""
    return aspect is None or _ASPECT.match(aspect) is not None


def view_box_transform(box: Box, viewport: Box, aspect: str | None) -> Matrix:
    """Map a view box into a viewport as ``preserveAspectRatio`` says.

    The caller makes sure that `box` has a positive width and height.
    """
    match = _ASPECT.match(aspect or "")
    words = [word.lower() if word else "" for word in match.groups()] if match else ["", "mid", "mid", ""]
    sx, sy = viewport.width / box.width, viewport.height / box.height
    if words[0] == "none":
        return Matrix(sx, 0, 0, sy, viewport.x0 - box.x0 * sx, viewport.y0 - box.y0 * sy)
    s = max(sx, sy) if words[3] == "slice" else min(sx, sy)
    share = {"min": 0.0, "mid": 0.5, "max": 1.0}
    left = share[words[1]] * (viewport.width - s * box.width)
    top = share[words[2]] * (viewport.height - s * box.height)
    return Matrix(s, 0, 0, s, viewport.x0 + left - s * box.x0, viewport.y0 + top - s * box.y0)


def bounds(points: Iterable[XY]) -> Box | None:
    """Box around points; nothing where there are none."""
    listed = list(points)
    if not listed:
        return None
    xs, ys = [x for x, _ in listed], [y for _, y in listed]
    return Box(min(xs), min(ys), max(xs), max(ys))


def union(boxes: Iterable[Box | None]) -> Box | None:
    """Smallest box around boxes; nothing where there are none."""
    listed = [box for box in boxes if box is not None]
    if not listed:
        return None
    return Box(
        min(b.x0 for b in listed), min(b.y0 for b in listed), max(b.x1 for b in listed), max(b.y1 for b in listed)
    )


def _extremes(p: float, q: float, r: float, s: float) -> list[float]:
    """Values of a cubic polynomial in Bernstein form where it is extreme on [0, 1], the ends included."""
    values = [p, s]
    low, high = (p, s) if p <= s else (s, p)
    if low <= q <= high and low <= r <= high:
        return values
    a, b, c = -p + 3 * q - 3 * r + s, 2 * (p - 2 * q + r), q - p
    if abs(a) < 1e-12 * (abs(b) + abs(c)):
        roots = [-c / b] if b else []
    else:
        root = b * b - 4 * a * c
        roots = [(-b + sign * math.sqrt(root)) / (2 * a) for sign in (1, -1)] if root >= 0 else []
    for t in roots:
        if 0 < t < 1:
            u = 1 - t
            values.append(u * u * u * p + 3 * u * u * t * q + 3 * u * t * t * r + t * t * t * s)
    return values


def curve_bounds(points: Sequence[XY]) -> Box | None:
    """Exact box of a chain of cubics with ``3n + 1`` control points."""
    if not points:
        return None
    xs, ys = [points[0][0]], [points[0][1]]
    for i in range(0, len(points) - 1, 3):
        piece = points[i : i + 4]
        xs += _extremes(*(p[0] for p in piece))
        ys += _extremes(*(p[1] for p in piece))
    return Box(min(xs), min(ys), max(xs), max(ys))
