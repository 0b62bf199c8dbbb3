"""Affine maps of SVG, and the transforms that are written for them.

User space is SVG's own (y down); `Matrix` maps it to page coordinates at the very end.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, NamedTuple

from mathvis.scene.readers.svg_numbers import PX_PER_UNIT, parse_numbers, parse_quantity

if TYPE_CHECKING:
    from collections.abc import Callable

    from mathvis.scene.model import XY

_FUNCTION = re.compile(r" ?,? ?([a-zA-Z]+) ?\(([^()]*)\) ?")
_SPACES = re.compile(r"\s+")


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


def _composed(text: str, step: Callable[[str, str], Matrix | None]) -> Matrix | None:
    """Compose functions that follow one another; nothing where one of them, or what is between them, is malformed."""
    result, position, text = IDENTITY, 0, _SPACES.sub(" ", text)
    while position < len(text):
        match = _FUNCTION.match(text, position)
        inner = step(match.group(1), match.group(2)) if match is not None else None
        if match is None or inner is None:
            return None
        result = result.then_inner(inner)
        position = match.end()
    return result


def parse_transform(text: str | None) -> Matrix | None:
    """Read a ``transform`` attribute; nothing where it is malformed."""
    if text is None or not text.strip() or text.strip() == "none":
        return IDENTITY
    return _composed(text, _step)


def _step(name: str, arguments: str) -> Matrix | None:
    numbers = parse_numbers(arguments)
    return _function(name, numbers) if numbers else None


_CSS_ANGLE = {"deg": 1.0, "": 1.0, "grad": 0.9, "rad": 180 / math.pi, "turn": 360.0}


def _css_argument(name: str, text: str) -> float | None:
    """Read one argument of a CSS transform function as a plain number (px, degrees)."""
    quantity = parse_quantity(text)
    if quantity is None:
        return None
    angular = name in {"rotate", "skew", "skewX", "skewY"}
    table = _CSS_ANGLE if angular else PX_PER_UNIT if name.startswith("translate") else {"": 1.0}
    return quantity.value * table[quantity.unit] if quantity.unit in table else None


def parse_css_transform(text: str) -> Matrix | None:
    """Read the ``transform`` property of CSS (units may be left out); nothing where it is malformed."""
    return IDENTITY if text.strip() == "none" else _composed(text, _css_step)


def _css_step(name: str, arguments: str) -> Matrix | None:
    values = [_css_argument(name, part) for part in arguments.split(",")]
    numbers = [value for value in values if value is not None]
    return _css_function(name, numbers) if len(numbers) == len(values) else None


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
