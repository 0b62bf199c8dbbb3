"""The tree behind a normal form, and how it is written.

A row is a tuple of nodes read from left to right. Scripts are nodes of their own that belong to what
stands before them, as on paper.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

SPACE = " "
"""The mark of a visible gap; it survives only between digits."""

MAX_FORM = 4000
"""Longest normal form in characters."""

MAX_DEPTH = 40
"""Deepest nesting of groups."""

_ESCAPED = frozenset("\\{}_^$")


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
    """A mark over (or a line under) a body; `name` is ``bar``, ``hat``, ``vec`` …"""

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
        char = "\\" + node.char if node.char in _ESCAPED else node.char
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
