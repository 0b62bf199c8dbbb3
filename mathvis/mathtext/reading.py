r"""Read a normal form as a value: exact numbers, tuples, sets, intervals, words.

Nothing is evaluated by Python's own parser and nothing grows without bound: numbers have at most `MAX_DIGITS`
digits, exponents at most `MAX_EXPONENT`, and every intermediate result must be a finite float.

What could be read in two ways is refused, not guessed: ``1\frac{1}{2}`` (mixed number or product), ``12,345``
(a thousand's comma or a pair).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from mathvis.mathtext.tree import Accent, Frac, Node, Root, Row, Script, Sym, parse, write
from mathvis.mathtext.values import (
    CONSTANTS,
    FUNCTIONS,
    Constant,
    Function,
    Interval,
    Number,
    Power,
    Product,
    Quotient,
    SetOf,
    Sum,
    Tuple,
    Value,
    Word,
    evaluate,
)

MAX_DIGITS: Final = 40
"""Most digits of a printed number."""
MAX_VALUE_FORM: Final = 400
"""Longest form that is read as a value."""

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
    function = any("".join(letters).startswith(name) for name in FUNCTIONS) and any(
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
        for name in FUNCTIONS:
            if tuple(self.row[self.at : self.at + len(name)]) == tuple(Sym(letter) for letter in name):
                self.at += len(name)
                return Function(name, self.factor())
        if char and char in CONSTANTS:
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
