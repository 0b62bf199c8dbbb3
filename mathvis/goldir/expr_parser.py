"""The parser of expressions: a small whitelisted grammar, bounded in length, depth, size and exponents.

::

    condition  = comparison { "and" comparison }
    comparison = sum ( "<" | "<=" | ">" | ">=" | "=" | "==" | "!=" ) sum
    sum        = [ "+" | "-" ] product { ( "+" | "-" ) product }
    product    = power { [ "*" | "/" ] power }            a missing sign is a product: 2z, 3(z+1)
    power      = "-" power | atom [ ( "^" | "**" ) power ]
    atom       = number | constant | variable | function "(" sum { "," sum } ")"
               | "(" sum ")" { ".subs(" variable "," sum ")" } | "|" sum "|"
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction

from mathvis.goldir.expr_tree import (
    CONSTANTS,
    FUNCTIONS,
    Call,
    Const,
    Neg,
    Node,
    Num,
    Op,
    Var,
    refuse_large,
    refuse_unbounded,
    substitute,
)

MAX_LENGTH = 2000
MAX_DIGITS = 40
MAX_NESTING = 60

_TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"
    r"|(?P<name>[A-Za-z_][A-Za-z_0-9]*)"
    r"|(?P<sign>\*\*|<=|>=|==|!=|≤|≥|≠|[-+*/^(),.|<>=−·×]))"
)
_SAME = {"**": "^", "==": "=", "≤": "<=", "≥": ">=", "≠": "!=", "−": "-", "·": "*", "×": "*"}
COMPARISONS = ("<", "<=", ">", ">=", "=", "!=")
_CONSTANT_NAMES = {"i": "i", "I": "i", "e": "e", "E": "e", "pi": "pi", "π": "pi"}
RESERVED = frozenset((*_CONSTANT_NAMES, *FUNCTIONS, "and", "subs"))


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the text with its 1-based column."""

    kind: str
    text: str
    column: int


def tokenize(text: str) -> list[Token]:
    """Cut a text into tokens; the last is an empty one of kind ``end``.

    Raises
    ------
    ValueError
        The text is too long or holds a character that the grammar does not know.
    """
    if len(text) > MAX_LENGTH:
        raise ValueError(f"the expression has {len(text)} characters; at most {MAX_LENGTH} are allowed")
    text = text.replace("π", "pi")
    tokens, place = [], 0
    while text[place:].strip():
        match = _TOKEN.match(text, place)
        if match is None:
            column = place + len(text[place:]) - len(text[place:].lstrip()) + 1
            raise ValueError(
                f"column {column}: unexpected {text[column - 1]!r}; allowed are numbers, names, + - * / ^ ( ) | , "
                "and comparisons"
            )
        kind = match.lastgroup or ""
        piece = match.group(kind)
        tokens.append(Token(kind, _SAME.get(piece, piece), match.start(kind) + 1))
        place = match.end()
    tokens.append(Token("end", "", len(text) + 1))
    return tokens


class Parser:
    """Recursive descent over the tokens of one text.

    Parameters
    ----------
    text
        What to read.
    names
        Variables that may occur.
    """

    def __init__(self, text: str, names: Collection[str]) -> None:
        self._tokens = tokenize(text)
        self._names = names
        self._at = 0
        self._level = 0

    def expression(self) -> Node:
        """Read the whole text as one expression."""
        node = self._sum()
        self._end("an operator or the end")
        return self._bounded(node)

    def condition(self) -> tuple[tuple[str, Node, Node], ...]:
        """Read the whole text as comparisons joined by ``and``."""
        found = [self._comparison()]
        while self._peek().text == "and":
            self._next()
            found.append(self._comparison())
        self._end("'and' or the end")
        return tuple(found)

    def _comparison(self) -> tuple[str, Node, Node]:
        left = self._bounded(self._sum())
        token = self._next()
        if token.text not in COMPARISONS:
            raise self._error(token, f"one of {' '.join(COMPARISONS)}")
        return token.text, left, self._bounded(self._sum())

    def _bounded(self, node: Node) -> Node:
        refuse_large(node)
        refuse_unbounded(node)
        return node

    def _peek(self) -> Token:
        return self._tokens[self._at]

    def _next(self) -> Token:
        token = self._tokens[self._at]
        if token.kind != "end":
            self._at += 1
        return token

    def _take(self, text: str, what: str | None = None) -> Token:
        token = self._next()
        if token.text != text:
            raise self._error(token, what or repr(text))
        return token

    def _end(self, what: str) -> None:
        if self._peek().kind != "end":
            raise self._error(self._peek(), what)

    def _error(self, token: Token, wanted: str) -> ValueError:
        got = repr(token.text) if token.text else "the end"
        return ValueError(f"column {token.column}: expected {wanted}, got {got}")

    def _sum(self) -> Node:
        self._level += 1
        if self._level > MAX_NESTING:
            raise ValueError(f"column {self._peek().column}: nested more than {MAX_NESTING} deep")
        node = self._product()
        while self._peek().text in ("+", "-"):
            node = Op(self._next().text, node, self._product())
        self._level -= 1
        return node

    def _product(self) -> Node:
        node = self._power()
        while True:
            token = self._peek()
            if token.text in ("*", "/"):
                self._next()
                node = Op(token.text, node, self._power())
            elif token.text == "(" or (token.kind == "name" and token.text != "and"):
                node = Op("*", node, self._power())
            else:
                return node

    def _power(self) -> Node:
        self._level += 1
        if self._level > MAX_NESTING:
            raise ValueError(f"column {self._peek().column}: nested more than {MAX_NESTING} deep")
        token = self._peek()
        if token.text in ("-", "+"):
            self._next()
            node = self._power()
            if token.text == "-":
                node = Num(-node.value) if isinstance(node, Num) else Neg(node)
        else:
            node = self._atom()
            if self._peek().text == "^":
                self._next()
                node = Op("^", node, self._power())
                try:
                    refuse_large(node)
                    refuse_unbounded(node)
                except ValueError as error:
                    raise ValueError(f"column {token.column}: {error}") from None
        self._level -= 1
        return node

    def _atom(self) -> Node:
        token = self._next()
        if token.kind == "number":
            return self._number(token)
        if token.kind == "name":
            return self._named(token)
        if token.text == "|":
            inner = self._sum()
            self._take("|", "'|' (the end of the absolute value)")
            return Call("abs", (inner,))
        if token.text != "(":
            raise self._error(token, "a number, a name, '(' or '|'")
        inner = self._sum()
        self._take(")")
        while self._peek().text == ".":
            inner = self._substitution(inner)
        return inner

    def _number(self, token: Token) -> Node:
        mantissa, _, exponent = token.text.lower().partition("e")
        if len(mantissa) > MAX_DIGITS or abs(int(exponent or 0)) > 100:
            raise ValueError(f"column {token.column}: the number has too many digits (at most {MAX_DIGITS})")
        return Num(Fraction(token.text))

    def _named(self, token: Token) -> Node:
        name = token.text
        if name in FUNCTIONS:
            self._take("(", f"'(' after the function {name}")
            args = [self._sum()]
            while self._peek().text == ",":
                self._next()
                args.append(self._sum())
            self._take(")", "',' or ')'")
            arity = FUNCTIONS[name].arity
            if len(args) != arity:
                raise ValueError(f"column {token.column}: {name} takes {arity} argument(s), got {len(args)}")
            return Call(name, tuple(args))
        if name in self._names:
            if self._peek().text == "(":
                raise ValueError(f"column {token.column}: {name} is no function; write {name}*( for a product")
            return Var(name)
        if name in _CONSTANT_NAMES:
            return Const(_CONSTANT_NAMES[name])
        known = [*sorted(self._names), *CONSTANTS, *FUNCTIONS]
        near = get_close_matches(name, known, 1)
        raise ValueError(
            f"column {token.column}: unknown name {name!r}"
            + (f" (did you mean {near[0]!r}?)" if near else "")
            + f"; variables here: {', '.join(sorted(self._names)) or 'none'}; constants: {', '.join(CONSTANTS)}; "
            f"functions: {', '.join(FUNCTIONS)}"
        )

    def _substitution(self, inner: Node) -> Node:
        self._take(".")
        self._take("subs", "'subs'")
        self._take("(")
        name = self._next()
        if name.kind != "name" or name.text not in self._names:
            raise self._error(name, "a variable to substitute")
        self._take(",")
        by = self._sum()
        self._take(")")
        try:
            refuse_large(inner)
            refuse_large(by)
            return substitute(inner, name.text, by)
        except ValueError as error:
            raise ValueError(f"column {name.column}: {error}") from None
