"""Values: exact numbers, tuples, sets, intervals, words, and what is computed from them.

Nothing grows without bound: exponents are at most `MAX_EXPONENT` and every intermediate result is a float.
"""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeAlias

MAX_EXPONENT: Final = 1000
"""Largest absolute value of an exponent."""


@dataclass(frozen=True, slots=True)
class Number:
    """A printed number.

    Attributes
    ----------
    value
        Its exact value.
    decimals
        Digits after the point as printed; None for an integer.
    truncated
        Whether an ellipsis follows (``3.14…``).
    """

    value: Fraction
    decimals: int | None = None
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class Constant:
    """π, e, i, ∞, or the unit ° (π/180) or % (1/100)."""

    name: str


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum."""

    terms: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Product:
    """A product."""

    factors: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Quotient:
    """A quotient."""

    num: Value
    den: Value


@dataclass(frozen=True, slots=True)
class Power:
    """A power; roots are powers with an exponent of one over the index."""

    base: Value
    exponent: Value


@dataclass(frozen=True, slots=True)
class Function:
    """An elementary function of a value: ``ln``, ``exp``, ``sin``, ``cos``, ``tan``."""

    name: str
    argument: Value


@dataclass(frozen=True, slots=True)
class Tuple:
    """An ordered list, in parentheses or bare."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class SetOf:
    """A set in braces, or the two values of a plus-minus sign."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval with at least one square bracket; ``(a,b)`` is read as a `Tuple`."""

    low: Value
    high: Value
    low_closed: bool
    high_closed: bool


@dataclass(frozen=True, slots=True)
class Word:
    """Letters that are no number: a name or a word."""

    text: str


Value: TypeAlias = Number | Constant | Sum | Product | Quotient | Power | Function | Tuple | SetOf | Interval | Word

FUNCTIONS: Final = {"ln": cmath.log, "exp": cmath.exp, "sin": cmath.sin, "cos": cmath.cos, "tan": cmath.tan}
CONSTANTS: Final[dict[str, complex]] = {
    "π": math.pi, "e": math.e, "i": 1j, "∞": math.inf, "°": math.pi / 180, "%": 0.01,
}  # fmt: skip


def evaluate(value: Value) -> complex:
    """Numerical value.

    Raises
    ------
    ValueError
        A tuple, set, interval or word has no single value; the result is undefined or beyond the bounds.
    """
    try:
        result = _evaluate(value)
    except (OverflowError, ZeroDivisionError) as error:
        raise ValueError(f"a value out of bounds: {error}") from error
    if cmath.isnan(result):
        raise ValueError("a value that is undefined")
    return result


def _evaluate(value: Value) -> complex:
    if isinstance(value, Number):
        return complex(float(value.value))
    if isinstance(value, Constant):
        return complex(CONSTANTS[value.name])
    if isinstance(value, Sum):
        return sum((_evaluate(term) for term in value.terms), 0j)
    if isinstance(value, Product):
        factors = [_evaluate(factor) for factor in value.factors]
        if any(cmath.isinf(factor) for factor in factors):
            return complex(math.prod(factor.real for factor in factors))
        return math.prod(factors, start=1 + 0j)
    if isinstance(value, Quotient):
        return _evaluate(value.num) / _evaluate(value.den)
    if isinstance(value, Power):
        return _power(_evaluate(value.base), _evaluate(value.exponent))
    if isinstance(value, Function):
        return complex(FUNCTIONS[value.name](_evaluate(value.argument)))
    raise ValueError(f"{type(value).__name__.lower()} has no single value")


def _power(base: complex, exponent: complex) -> complex:
    if abs(exponent) > MAX_EXPONENT:
        raise ValueError(f"an exponent beyond {MAX_EXPONENT}")
    if base.imag == 0 and exponent.imag == 0 and base.real >= 0:
        return complex(base.real**exponent.real)
    return complex(base**exponent)


def rational(value: Value) -> Fraction | None:
    """Exact value where it is a rational number built from printed numbers, signs, sums, products and quotients."""
    if isinstance(value, Number):
        return None if value.truncated else value.value
    if isinstance(value, Sum | Product):
        parts = [rational(part) for part in (value.terms if isinstance(value, Sum) else value.factors)]
        known = [part for part in parts if part is not None]
        if len(known) < len(parts):
            return None
        return sum(known, Fraction(0)) if isinstance(value, Sum) else math.prod(known, start=Fraction(1))
    if isinstance(value, Quotient):
        num, den = rational(value.num), rational(value.den)
        return num / den if num is not None and den else None
    return None


def resolution(value: Value) -> float | None:
    """Size of one unit in the last printed digit, carried through to the whole value (first order).

    Returns
    -------
    float or None
        ``0.01`` for ``3.14``, ``0.0001`` for ``1.5·10^{−3}``; None when no decimal is printed: the value is meant
        exactly.

    Raises
    ------
    ValueError
        As `evaluate`.
    """
    spread = _spread(value)
    return spread or None


def digits(value: Value) -> int | None:
    """Decimals to which a value is printed (2 for ``3.14``, 4 for ``1.5·10^{−3}``); None when it is meant exactly.

    Raises
    ------
    ValueError
        As `evaluate`.
    """
    unit = resolution(value)
    return None if unit is None else math.floor(-math.log10(unit) + 1e-9)


def _spread(value: Value) -> float:
    if isinstance(value, Number):
        return 0.0 if value.decimals is None else 10.0**-value.decimals
    if isinstance(value, Sum):
        return max(_spread(term) for term in value.terms)
    if isinstance(value, Product):
        total = 0.0
        for at, factor in enumerate(value.factors):
            if spread := _spread(factor):
                rest = value.factors[:at] + value.factors[at + 1 :]
                total += spread * abs(evaluate(Product(rest)))
        return total
    if isinstance(value, Quotient):
        num, den = evaluate(value.num), evaluate(value.den)
        return _spread(value.num) / abs(den) + abs(num) * _spread(value.den) / abs(den) ** 2
    if isinstance(value, Power):
        base, exponent = evaluate(value.base), evaluate(value.exponent)
        if not base:
            return _spread(value.base)
        relative = abs(exponent) * _spread(value.base) / abs(base) + abs(cmath.log(base)) * _spread(value.exponent)
        return abs(evaluate(value)) * relative
    if isinstance(value, Function):
        step = _spread(value.argument)
        moved = Sum((value.argument, Number(Fraction(step))))
        return abs(evaluate(Function(value.name, moved)) - evaluate(value)) if step else 0.0
    if isinstance(value, Constant):
        return 0.0
    raise ValueError(f"{type(value).__name__.lower()} has no single value")
