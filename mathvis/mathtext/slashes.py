"""Slashes between simple terms are fractions."""

from __future__ import annotations

from typing import Final

from mathvis.mathtext.terms import BOUNDARY, CLOSERS, OPENERS, SEPARATORS, closing, ends, is_number, opening
from mathvis.mathtext.tree import Accent, Frac, Node, Root, Row, Script, Sym

_LONGEST_TERM: Final = 64
"""Nodes to look at for a term beside a slash; no simple term is longer."""


def slashes(nodes: list[Node]) -> list[Node]:
    """``a/b`` between simple terms is the fraction with numerator a and denominator b."""
    out: list[Node] = []
    at = 0
    while at < len(nodes):
        node = nodes[at]
        if node in (Sym("/"), Sym("⁄")):
            if (slanted := _slanted(out[-1:], nodes[at + 1 : at + 2])) is not None:
                out[-1:] = [slanted]
                at += 2
                continue
            top = _numerator(out)
            stop = _denominator(nodes, at + 1)
            if top is not None and stop is not None:
                num, den = _bare(out[top:]), _bare(nodes[at + 1 : stop])
                out[top:] = [Frac(num, den)]
                at = stop
                continue
            node = Sym("/")
        out.append(node)
        at += 1
    return out


def _slanted(before: list[Node], after: list[Node]) -> Frac | None:
    """Raised figures before a slash and lowered ones after it are a fraction."""
    over, under = next(iter(before), None), next(iter(after), None)
    if isinstance(over, Script) and isinstance(under, Script) and not over.sub and not under.sup:
        return Frac(over.sup, under.sub)
    return None


def _bare(nodes: list[Node]) -> Row:
    """A term without the parentheses around all of it."""
    whole = nodes[0] == Sym("(") and closing(nodes, 0) == len(nodes) - 1
    return tuple(nodes[1:-1]) if whole else tuple(nodes)


def _numerator(before: list[Node]) -> int | None:
    """Start of the simple term that ends the list, or None."""
    start, group = len(before), False
    while start and len(before) - start <= _LONGEST_TERM and not ends(before[start - 1], BOUNDARY | OPENERS):
        if before[start - 1] == Sym(")"):
            begin = opening(before, start - 1)
            if begin is None or group or start != len(before):
                return None
            start, group = begin, True
        else:
            start -= 1
    if len(before) - start > _LONGEST_TERM and not group:
        return None
    if group:
        begin = opening(before, len(before) - 1) or 0
        if begin == start:
            return start if _is_single(before[start:]) else None
        return start if _is_simple(before[start:begin], factors=3) else None
    return start if _is_simple(before[start:], factors=2) else None


def _denominator(nodes: list[Node], start: int) -> int | None:
    """End of the simple term that starts there, or None."""
    if start < len(nodes) and nodes[start] == Sym("("):
        close = closing(nodes, start)
        if close is None or not _is_single(nodes[start : close + 1]):
            return None
        return close + 1 if ends(nodes[close + 1] if close + 1 < len(nodes) else None, BOUNDARY | CLOSERS) else None
    stop = start
    while stop < len(nodes) and stop - start <= _LONGEST_TERM and not ends(nodes[stop], BOUNDARY | CLOSERS):
        stop += 1
    term = nodes[start:stop]
    if not term or len(term) > _LONGEST_TERM:
        return None
    if is_number(term[0]):
        return stop if _is_simple(term, factors=0) else None
    differential = term[0] in (Sym("d"), Sym("∂"))
    return stop if _is_simple(term, factors=2 if differential else 1) else None


def _is_single(group: list[Node]) -> bool:
    """Whether a parenthesised group holds one thing: no comma, and not nothing."""
    return len(group) > 2 and not any(isinstance(node, Sym) and node.char in SEPARATORS | {" "} for node in group)


def _is_simple(term: list[Node], *, factors: int) -> bool:
    """Whether a term is a number and at most so many other factors, scripts allowed on those."""
    at = 0
    while at < len(term) and is_number(term[at], point=0 < at < len(term) - 1):
        at += 1
    digits, found = at, 0
    while at < len(term):
        node = term[at]
        letter = isinstance(node, Sym) and (node.char.isalpha() or bool(node.style) or node.char in "∞∂")
        if not (letter or isinstance(node, Root | Accent)):
            return False
        found += 1
        at += 1
        if at < len(term) and isinstance(term[at], Script):
            at += 1
    return found <= factors and digits + found > 0
