"""The tree behind a normal form, and how it is written.

A row is a tuple of nodes read from left to right. Scripts are nodes of their own that belong to what
stands before them, as on paper.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

SPACE = " "
"""The mark of a visible gap; it survives only between digits."""

CELL = "\u241f"
"""The mark of the gap between two cells of a matrix; it survives before a sign, too."""

MAX_FORM = 4000
"""Longest normal form in characters."""

MAX_DEPTH = 40
"""Deepest nesting of groups."""

_MARKS = (
    "bar hat tilde vec dot ddot dddot acute grave check breve mathring underline underbrace overbrace overleftarrow "
    "overleftrightarrow H c k mirrored turned overprinted"
)
MARKS = frozenset(_MARKS.split())
"""Names of accents, and of the ways of drawing a label, or a part of it, that make it another one."""

_ESCAPED = frozenset("\\{}_^$")
_STYLES = frozenset(("mathbb", "mathcal", "mathfrak"))


@dataclass(frozen=True, slots=True)
class Sym:
    """A single symbol: one Unicode character (or `SPACE`), with the alphabet it is drawn from.

    Attributes
    ----------
    char
        The character.
    style
        ``""``, ``mathbb``, ``mathcal`` or ``mathfrak``.
    """

    char: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class Script:
    """Subscript and superscript of what stands before it."""

    sub: Row = ()
    sup: Row = ()


@dataclass(frozen=True, slots=True)
class Frac:
    """A fraction with a bar."""

    num: Row
    den: Row


@dataclass(frozen=True, slots=True)
class Root:
    """A root with its vinculum; an empty index is a square root."""

    body: Row
    index: Row = ()


@dataclass(frozen=True, slots=True)
class Accent:
    """A mark over (or a line under) a body; `name` is one of `MARKS`."""

    name: str
    body: Row


@dataclass(frozen=True, slots=True)
class Stack:
    """Rows set on top of each other without a bar (binomials, columns, matrices row by row)."""

    rows: tuple[Row, ...]


Node: TypeAlias = Sym | Script | Frac | Root | Accent | Stack
Row: TypeAlias = tuple[Node, ...]


def write(row: Row) -> str:
    r"""Write a row as a string of the form's grammar.

    Raises
    ------
    ValueError
        The label is longer than `MAX_FORM` characters.
    """
    text = "".join(_write(node) for node in row)
    if len(text) > MAX_FORM:
        raise ValueError(f"label longer than {MAX_FORM} characters")
    return text


def _write(node: Node) -> str:
    if isinstance(node, Sym):
        char = "\\" + node.char if node.char in _ESCAPED else SPACE if node.char == CELL else node.char
        return f"\\{node.style}{{{char}}}" if node.style else char
    if isinstance(node, Script):
        sub = f"_{{{write(node.sub)}}}" if node.sub else ""
        return sub + (f"^{{{write(node.sup)}}}" if node.sup else "")
    if isinstance(node, Frac):
        return f"\\frac{{{write(node.num)}}}{{{write(node.den)}}}"
    if isinstance(node, Root):
        index = f"[{write(node.index)}]" if node.index else ""
        return f"\\sqrt{index}{{{write(node.body)}}}"
    if isinstance(node, Accent):
        return f"\\{node.name}{{{write(node.body)}}}"
    return "\\stack" + "".join(f"{{{write(row)}}}" for row in node.rows)


def parse(form: str) -> Row:
    """Tree of a normal form; the inverse of `write`.

    Raises
    ------
    ValueError
        The string is not a form: unbalanced braces, an unknown command, too long, nested too deeply.
    """
    if len(form) > MAX_FORM:
        raise ValueError(f"form longer than {MAX_FORM} characters")
    row, at = _parse(form, 0, 0)
    if at != len(form):
        raise ValueError(f"not a normal form: {form[at : at + 20]!r} left over")
    return row


def _parse(form: str, at: int, depth: int, end: str = "}") -> tuple[Row, int]:
    if depth > MAX_DEPTH:
        raise ValueError(f"form nested deeper than {MAX_DEPTH}")
    out: list[Node] = []
    while at < len(form) and form[at] != end:
        char = form[at]
        if char in "_^":
            sub: Row = ()
            sup: Row = ()
            if char == "_":
                sub, at = _group(form, at + 1, depth)
            if at < len(form) and form[at] == "^":
                sup, at = _group(form, at + 1, depth)
            out.append(Script(sub, sup))
        elif char == "\\":
            node, at = _command(form, at + 1, depth)
            out.append(node)
        elif char in "{}$":
            raise ValueError(f"not a normal form: bare {char!r}")
        else:
            out.append(Sym(CELL if char == SPACE and form[at + 1 : at + 2] in ("−", "+", "±") else char))
            at += 1
    return tuple(out), at


def _group(form: str, at: int, depth: int, brackets: str = "{}") -> tuple[Row, int]:
    if at >= len(form) or form[at] != brackets[0]:
        raise ValueError(f"not a normal form: {brackets[0]!r} expected in {form!r}")
    row, at = _parse(form, at + 1, depth + 1, brackets[1])
    if at >= len(form):
        raise ValueError(f"not a normal form: {brackets[1]!r} missing in {form!r}")
    return row, at + 1


def _command(form: str, at: int, depth: int) -> tuple[Node, int]:
    if at < len(form) and form[at] in _ESCAPED:
        return Sym(form[at]), at + 1
    stop = at
    while stop < len(form) and form[stop].isascii() and form[stop].isalpha():
        stop += 1
    name = form[at:stop]
    if name == "sqrt":
        index: Row = ()
        if form[stop : stop + 1] == "[":
            index, stop = _group(form, stop, depth, "[]")
        body, stop = _group(form, stop, depth)
        return Root(body, index), stop
    rows: list[Row] = []
    while form[stop : stop + 1] == "{" and len(rows) < (2 if name == "frac" else MAX_FORM if name == "stack" else 1):
        row, stop = _group(form, stop, depth)
        rows.append(row)
    if name == "frac" and len(rows) == 2:
        return Frac(rows[0], rows[1]), stop
    if name == "stack":
        return Stack(tuple(rows)), stop
    if name in _STYLES and len(rows) == 1 and len(rows[0]) == 1 and isinstance(rows[0][0], Sym):
        return Sym(rows[0][0].char, name), stop
    if name in MARKS and len(rows) == 1:
        return Accent(name, rows[0]), stop
    raise ValueError(f"not a normal form: \\{name}")
