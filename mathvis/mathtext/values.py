r"""Read a normal form as a value: exact numbers, tuples, sets, intervals, words.

Nothing is evaluated by Python's own parser and nothing grows without bound: numbers have at most `MAX_DIGITS`
digits, exponents at most `MAX_EXPONENT`, and every intermediate result must be a finite float.

What could be read in two ways is refused, not guessed: ``1\frac{1}{2}`` (mixed number or product), ``12,345``
(a thousand's comma or a pair).
"""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from mathvis.mathtext.tree import Accent, Frac, Node, Root, Row, Script, Sym, parse, write

MAX_DIGITS: Final = 40
"""Most digits of a printed number."""
MAX_EXPONENT: Final = 1000
"""Largest absolute value of an exponent."""
MAX_VALUE_FORM: Final = 400
"""Longest form that is read as a value."""


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

_FUNCTIONS: Final = {"ln": cmath.log, "exp": cmath.exp, "sin": cmath.sin, "cos": cmath.cos, "tan": cmath.tan}
_CONSTANTS: Final[dict[str, complex]] = {
    "π": math.pi, "e": math.e, "i": 1j, "∞": math.inf, "°": math.pi / 180, "%": 0.01,
}  # fmt: skip
_NUMBER_LETTERS: Final = frozenset("πei")
_ONE: Final = Number(Fraction(1))
_MINUS_ONE: Final = Number(Fraction(-1))


class Equation(NamedTuple):
    """The two sides of an equation, as forms."""

    lhs: str
    rhs: str


def split_equation(form: str) -> Equation:
    """Split a form at its first ``=`` (or, without one, its first ``≈``) outside all groups.

    Raises
    ------
    ValueError
        There is no such sign, or a side is empty.
    """
    row = parse(form)
    for sign in ("=", "≈"):
        if Sym(sign) in row:
            at = row.index(Sym(sign))
            if 0 < at < len(row) - 1:
                return Equation(write(row[:at]), write(row[at + 1 :]))
            raise ValueError(f"an equation with an empty side: {form}")
    raise ValueError(f"not an equation: {form}")


def parse_value(form: str) -> Value:
    r"""Value that a form shows.

    Parameters
    ----------
    form
        A normal form: ``2\sqrt{7}``, ``−\frac{3}{4}``, ``(0,1)``, ``\{1,2\}``, ``[0,1)``, ``3.14``, ``saddle``.

    Raises
    ------
    ValueError
        The form is no value, can be read in two ways, or is beyond the bounds.
    """
    if len(form) > MAX_VALUE_FORM:
        raise ValueError(f"a value longer than {MAX_VALUE_FORM} characters")
    row = parse(form)
    if not row:
        raise ValueError("an empty label has no value")
    try:
        if Sym("±") in row or Sym("∓") in row:
            plus, minus = (tuple(_signed(node, upper=upper) for node in row) for upper in (True, False))
            value: Value = SetOf((_value(plus), _value(minus)))
        else:
            value = _value(row)
        _check(value)
    except RecursionError:
        raise ValueError("a value nested too deeply") from None
    return value


def _signed(node: Node, *, upper: bool) -> Node:
    if node == Sym("±"):
        return Sym("+" if upper else "−")
    return Sym("−" if upper else "+") if node == Sym("∓") else node


def _check(value: Value) -> None:
    """Refuse what evaluates beyond the bounds."""
    if isinstance(value, Tuple | SetOf):
        for item in value.items:
            _check(item)
    elif isinstance(value, Interval):
        _check(value.low)
        _check(value.high)
    elif not isinstance(value, Word):
        evaluate(value)


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
        return complex(_CONSTANTS[value.name])
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
        return complex(_FUNCTIONS[value.name](_evaluate(value.argument)))
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


def _value(row: Row) -> Value:
    word = _word(row)
    if word is not None:
        return word
    return _Reader(row).whole()


def _word(row: Row) -> Word | None:
    """A row that starts with letters and holds nothing but letters, digits, dashes and scripts."""
    first = row[0]
    if not isinstance(first, Sym | Accent):
        return None
    chars = [node.char for node in row if isinstance(node, Sym)]
    plain = all(isinstance(node, Sym | Script | Accent) for node in row)
    if not plain or not all(char.isalpha() or char.isdecimal() or char in "−.?!∅" for char in chars):
        return None
    if isinstance(first, Sym) and not (first.char.isalpha() or first.char == "∅"):
        return None
    letters = [char for char in chars if char.isalpha()]
    numeric = all(char in _NUMBER_LETTERS for char in letters) and not any(isinstance(node, Accent) for node in row)
    function = any("".join(letters).startswith(name) for name in _FUNCTIONS) and any(
        char.isdecimal() or char == "π" for char in chars
    )
    return None if (numeric and letters and "∅" not in chars) or function else Word(write(row))


class _Reader:
    """Recursive descent over the nodes of a row."""

    def __init__(self, row: Row) -> None:
        self.row = row
        self.at = 0

    def whole(self) -> Value:
        items = self.list_until(None)
        if len(items) == 1:
            return items[0]
        if any(self.thousands(at) for at in range(len(self.row))):
            raise ValueError(f"a comma that may part thousands: {write(self.row)}")
        return Tuple(items)

    def thousands(self, at: int) -> bool:
        """Whether the comma here is followed by exactly three digits and preceded by one."""
        if self.row[at] != Sym(",") or at == 0 or not _is_digit(self.row[at - 1]):
            return False
        after = self.row[at + 1 : at + 5]
        return (
            all(_is_digit(node) for node in after[:3])
            and len(after) >= 3
            and not (len(after) > 3 and _is_digit(after[3]))
        )

    def peek(self) -> Node | None:
        return self.row[self.at] if self.at < len(self.row) else None

    def char(self) -> str:
        node = self.peek()
        return node.char if isinstance(node, Sym) and not node.style else ""

    def list_until(self, closers: str | None) -> tuple[Value, ...]:
        items = [self.sum()]
        while self.char() in (",", ";"):
            self.at += 1
            items.append(self.sum())
        if closers is None:
            if self.peek() is not None:
                raise ValueError(f"not a value: {write(self.row)}")
        elif not self.char() or self.char() not in closers:
            raise ValueError(f"a bracket is not closed: {write(self.row)}")
        return tuple(items)

    def sum(self) -> Value:
        terms = [self.term(first=True)]
        while self.char() in ("+", "−"):
            terms.append(self.term(first=False))
        return terms[0] if len(terms) == 1 else Sum(tuple(terms))

    def term(self, *, first: bool) -> Value:
        sign = self.char()
        if sign in ("+", "−"):
            self.at += 1
        elif not first:
            raise ValueError(f"not a value: {write(self.row)}")
        product = self.product()
        if sign != "−":
            return product
        if isinstance(product, Number):
            return Number(-product.value, product.decimals, product.truncated)
        return Product((_MINUS_ONE, product))

    def product(self) -> Value:
        factors: list[Value] = [self.factor()]
        while True:
            node = self.peek()
            if node in (Sym("·"), Sym("×"), Sym("∗")):
                self.at += 1
                factors.append(self.factor())
            elif node in (Sym("/"), Sym("÷")):
                self.at += 1
                before: Value = factors[0] if len(factors) == 1 else Product(tuple(factors))
                factors = [Quotient(before, self.factor())]
                if self.starts_factor():
                    raise ValueError(f"a slash that may divide by one factor or more: {write(self.row)}")
            elif self.starts_factor():
                self.refuse_mixed(factors[-1])
                factors.append(self.factor())
            else:
                return factors[0] if len(factors) == 1 else Product(tuple(factors))

    def refuse_mixed(self, before: Value) -> None:
        node = self.peek()
        digits_only = isinstance(node, Frac) and all(_is_digit(part) for part in (*node.num, *node.den))
        if isinstance(before, Number) and (digits_only or _is_digit(node)):
            raise ValueError(f"a mixed number or a product: {write(self.row)}")

    def starts_factor(self) -> bool:
        node = self.peek()
        if isinstance(node, Frac | Root):
            return True
        return isinstance(node, Sym) and not node.style and (node.char.isalnum() or node.char in "(.∞%")

    def factor(self) -> Value:
        base = self.atom()
        node = self.peek()
        if not isinstance(node, Script):
            return base
        self.at += 1
        if node.sub:
            raise ValueError(f"a subscript in a value: {write(self.row)}")
        if node.sup == (Sym("∘"),):
            return Product((base, Constant("°")))
        return Power(base, _Reader(node.sup).single())

    def single(self) -> Value:
        items = self.list_until(None)
        if len(items) > 1:
            raise ValueError(f"a list where a number belongs: {write(self.row)}")
        return items[0]

    def atom(self) -> Value:
        node = self.peek()
        if isinstance(node, Frac):
            self.at += 1
            return Quotient(_Reader(node.num).single(), _Reader(node.den).single())
        if isinstance(node, Root):
            self.at += 1
            index = _Reader(node.index).single() if node.index else Number(Fraction(2))
            return Power(_Reader(node.body).single(), Quotient(_ONE, index))
        char = self.char()
        if char and (char.isdecimal() or char == "."):
            return self.number()
        if char in ("(", "[", "{"):
            return self.bracketed()
        for name in _FUNCTIONS:
            if tuple(self.row[self.at : self.at + len(name)]) == tuple(Sym(letter) for letter in name):
                self.at += len(name)
                return Function(name, self.factor())
        if char and char in _CONSTANTS:
            self.at += 1
            return Constant(char)
        raise ValueError(f"not a value: {write(self.row)}")

    def bracketed(self) -> Value:
        opening = self.char()
        self.at += 1
        if opening == "{" and self.char() == "}":
            self.at += 1
            return SetOf(())
        items = self.list_until({"{": "}", "(": ")]", "[": ")]"}[opening])
        closing = self.char()
        self.at += 1
        if opening == "{":
            return SetOf(items)
        if "[" in opening or "]" in closing:
            if len(items) != 2:
                raise ValueError(f"an interval has two ends: {write(self.row)}")
            return Interval(items[0], items[1], opening == "[", closing == "]")
        return items[0] if len(items) == 1 else Tuple(items)

    def number(self) -> Number:
        whole, grouped = self.digit_run(), False
        while self.char() == " " and len(following := self.digits_after()) == 3 and (grouped or 0 < len(whole) <= 3):
            self.at += 4
            whole, grouped = whole + following, True
        part, repeat, decimals = "", "", None
        if self.char() == ".":
            self.at += 1
            part = self.digit_run()
            decimals = len(part)
            node = self.peek()
            if (
                isinstance(node, Accent)
                and node.name in ("bar", "dot")
                and all(_is_digit(inner) for inner in node.body)
            ):
                self.at += 1
                repeat, decimals = "".join(inner.char for inner in node.body if isinstance(inner, Sym)), None
            if not part and not repeat:
                raise ValueError(f"a point without digits: {write(self.row)}")
        if len(whole + part + repeat) > MAX_DIGITS:
            raise ValueError(f"a number of more than {MAX_DIGITS} digits")
        if len(whole) > 1 and whole[0] == "0":
            raise ValueError(f"a number with leading zeros: {write(self.row)}")
        truncated = decimals is not None and self.char() == "…"
        self.at += truncated
        value = Fraction(int(whole or "0"))
        if part:
            value += Fraction(int(part), 10 ** len(part))
        if repeat:
            value += Fraction(int(repeat), (10 ** len(repeat) - 1) * 10 ** len(part))
        return Number(value, decimals, truncated)

    def digits_after(self) -> str:
        """The run of digits after the gap here."""
        stop = self.at + 1
        while stop < len(self.row) and _is_digit(self.row[stop]):
            stop += 1
        return "".join(node.char for node in self.row[self.at + 1 : stop] if isinstance(node, Sym))

    def digit_run(self) -> str:
        start = self.at
        while _is_digit(self.peek()):
            self.at += 1
        return "".join(node.char for node in self.row[start : self.at] if isinstance(node, Sym))


def _is_digit(node: Node | None) -> bool:
    return isinstance(node, Sym) and node.char.isascii() and node.char.isdecimal()
