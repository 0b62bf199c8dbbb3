r"""Displayed formulas around pictures: a page that is a single box has none."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from mathvis.extract.latex import scan
from mathvis.extract.statements import Item, Kind, statements

if TYPE_CHECKING:
    from collections.abc import Iterable

_OPENS = re.compile(r"(?:\\\[|\$\$|\\begin\{(equation\*?|displaymath)\})\s*(?=\\begin\{(?:tikzpicture|tikzcd)\})")
_CLOSES = {"\\[": re.compile(r"\s*\\\]\s*[.,]?\s*"), "$$": re.compile(r"\s*\$\$\s*[.,]?\s*")}
_SPACING = re.compile(r"\\[\\,;:! ]|\w*(?:quad|space|skip|fill|par|break|kern|phantom|line)")
_TYPESET = frozenset({Kind.MATH, Kind.DISPLAY, Kind.WRAPPER, Kind.DEFINITION, Kind.WORDS})
"""Items that do not stand inside a formula that goes on around them."""


def without_display(source: str) -> str:
    """Take the delimiters of a displayed formula off when pictures are all it holds."""
    opening = _OPENS.match(source)
    if opening is None:
        return source
    inner = source[opening.end() :]
    spans = scan(inner, prose=False).spans
    if not spans or not all(span.closed for span in spans):
        return source
    name = opening[1]
    closing = re.compile(rf"\s*\\end\{{{re.escape(name)}\}}\s*") if name else _CLOSES[opening[0].strip()[:2]]
    between = (inner[one.end : two.start] for one, two in pairwise(spans))
    if not closing.fullmatch(inner, spans[-1].end) or any(map(_holds_symbols, between)):
        return source
    return inner[: spans[-1].end]


def _holds_symbols(gap: str) -> bool:
    return any(_is_symbol(item) or item.kind in _TYPESET for item in statements(gap))


def is_formula(items: Iterable[Item]) -> bool:
    """Whether what stands between two pictures needs mathematics around it: symbols, and no delimiters of its own."""
    symbols = False
    for item in items:
        if item.kind in _TYPESET:
            return False
        symbols = symbols or _is_symbol(item)
    return symbols


def _is_symbol(item: Item) -> bool:
    if item.kind is Kind.COMMAND:
        return _SPACING.fullmatch(item.name) is None
    return item.kind is Kind.SIGNS


def in_line(source: str) -> str:
    r"""Replace ``\[ … \]`` and ``$$ … $$`` outside pictures by ``\(\displaystyle … \)``, line for line."""
    pieces: list[str] = []
    cursor = 0
    inside = False
    for span in (*scan(source, prose=False).spans, None):
        outside = source[cursor : span.start if span else len(source)]
        for item in statements(outside):
            opens = item.name == "\\[" or (item.name == "$$" and not inside)
            if item.kind is Kind.DISPLAY and opens != inside:
                inside = opens
                pieces.append("\\(\\displaystyle " if opens else "\\)")
            else:
                pieces.append(outside[item.start : item.end])
        if span:
            pieces.append(source[span.start : span.end])
            cursor = span.end
    return source if inside else "".join(pieces)
