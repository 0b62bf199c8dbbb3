"""Glyphs on top of each other that make one symbol: negations, long arrows, accents."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from mathvis.mathtext.boxes import (
    ASIDE,
    LINE,
    MIDDLE,
    NEAR,
    SCRIPT,
    SLACK,
    SMALL,
    STRETCHED,
    STRUCK,
    THICK,
    TOUCHING,
    WIDE,
    Box,
    Reader,
    accented,
    contiguous,
    is_letter,
    swap,
)
from mathvis.mathtext.glyphnames import UNKNOWN
from mathvis.mathtext.symbols import NEGATION, struck
from mathvis.mathtext.tree import Row, Sym, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mathvis.mathtext.boxes import Bar


_NARROW: Final = frozenset({"grave", "acute", "dot", "ddot", "dddot", "mathring", "H", "c", "k"})
"""Accents that are set over one letter, however wide the box they come in (the ring of Computer Modern: .75 em)."""


def compounds(items: list[Box]) -> list[Box]:
    """Compound symbols: a stroke through a relation, two symbols stacked to make one."""
    out = _struck(items)
    out = _columns_of_dots(_long_arrows(_turnstiles(out)))
    for lower in list(out):
        if not lower.shows("="):
            continue
        for upper in out:
            rise = upper.y - lower.y
            if (
                upper.shows("~.·")
                and abs(upper.center - lower.center) < 0.12 * lower.size
                and 0 < rise < 0.7 * lower.size
            ):
                char = "≅" if upper.shows("~") else "≐"
                out = swap(out, [upper, lower], replace(lower, nodes=(Sym(char),)))
                break
    return out


def angles(items: list[Box], bars: Sequence[Bar]) -> tuple[list[Box], list[Bar]]:
    """LaTeX's own sign for an angle: a negation in script type that stands on a rule."""
    out, left = items, list(bars)
    for stroke in [item for item in items if item.shows(NEGATION)]:
        size = stroke.size
        for bar in left:
            beneath = -SLACK < (stroke.bottom - bar.y) / size < NEAR
            if (
                beneath
                and NEAR - TOUCHING < (bar.x1 - bar.x0) / size < 2 * NEAR
                and abs(bar.x0 - stroke.x0) < NEAR * size
            ):
                text = size / SCRIPT
                sign = replace(stroke, nodes=(Sym("∠"),), x0=bar.x0, x1=bar.x1, y=bar.y, size=text, bottom=bar.y)
                out, left = swap(out, [stroke], sign), [other for other in left if other is not bar]
                break
    return out, left


def _struck(items: list[Box]) -> list[Box]:
    """Put strokes through the relation, or else the type, that they go through; a stroke through nothing is a slash."""
    out = items
    for stroke in [item for item in items if item.shows(NEGATION + "/")]:
        negates = stroke.shows(NEGATION)
        hosts = [item for item in items if not item.shows(NEGATION + "/") and any(item is other for other in out)]
        chosen = [item for item in hosts if _is_relation(item) and _goes_through(stroke, item)]
        chosen = chosen or [item for item in hosts if _is_struck_out(stroke, item)]
        if chosen:
            host = min(chosen, key=lambda item: abs(item.center - stroke.center))
            out = swap(out, [stroke, host], replace(host, nodes=negated(host.nodes)))
        elif negates:
            out = swap(out, [stroke], replace(stroke, nodes=(Sym("/"),)))
    return out


def _goes_through(stroke: Box, item: Box) -> bool:
    """Whether a stroke goes through a relation: its middle lies on it, or it starts where a relation does."""
    if abs(item.y - stroke.y) >= 0.3 * item.size:
        return False
    if stroke.x1 - stroke.x0 > SLACK * item.size:
        return item.x0 - 0.1 * item.size < stroke.center < item.x1
    return abs(item.x0 - stroke.x0) < 0.1 * item.size


def _is_struck_out(stroke: Box, item: Box) -> bool:
    """Whether a stroke lies over type, so that it is no slash beside it."""
    if item.mark or item.hangs or abs(item.y - stroke.y) >= 0.3 * item.size:
        return False
    if stroke.x1 - stroke.x0 <= SLACK * item.size:
        # TeX sets the space of a relation between its negation, whose ink lies to the right, and a letter
        return -0.1 * item.size < item.x0 - stroke.x0 < THICK * item.size
    width = min(stroke.x1 - stroke.x0, item.x1 - item.x0)
    return min(stroke.x1, item.x1) - max(stroke.x0, item.x0) > STRUCK * width and item.x0 < stroke.center < item.x1


def negated(nodes: Row) -> Row:
    """A row whose last symbol is struck through."""
    last = nodes[-1]
    joined = struck(last.char) if isinstance(last, Sym) and not last.style else ""
    return (*nodes[:-1], Sym(joined)) if joined else (*nodes, Sym(NEGATION))


def _turnstiles(items: list[Box]) -> list[Box]:
    """A bar that runs into an equals sign is a double turnstile."""
    out = items
    for bar in [item for item in items if item.shows("|") and not item.hangs]:
        for equals in out:
            level = equals.shows("=") and abs(equals.y - bar.y) < SLACK * bar.size
            if level and -0.3 * bar.size < equals.x0 - bar.x1 < -0.1 * bar.size:
                out = swap(out, [bar, equals], replace(equals, nodes=(Sym("⊨"),), x0=bar.x0))
                break
    return out


def _columns_of_dots(items: list[Box]) -> list[Box]:
    """Three dots on top of each other, evenly, are a vertical ellipsis."""
    out = items
    dots = sorted((item for item in items if item.shows(".")), key=lambda item: (round(item.x0 / item.size, 1), item.y))
    for low, mid, high in zip(dots, dots[1:], dots[2:], strict=False):
        same = abs(low.x0 - mid.x0) < SLACK * mid.size and abs(high.x0 - mid.x0) < SLACK * mid.size
        even = abs((high.y - mid.y) - (mid.y - low.y)) < SLACK * mid.size
        if same and even and 0 < mid.y - low.y < NEAR * mid.size:
            out = swap(out, [low, mid, high], replace(mid, nodes=(Sym("⋮"),), y=low.y))
    return out


def _long_arrows(items: list[Box]) -> list[Box]:
    """Dashes that touch an arrow are its shaft."""
    out = items
    for heads, shaft in (("→←", "−"), ("⇒⇐", "=")):
        for head in [item for item in items if item.shows(heads)]:
            dashes = [item for item in out if item.shows(shaft) and abs(item.y - head.y) < SLACK * head.size]
            used = contiguous([item for item in dashes if item is not head], head, SLACK)
            if used:
                left, right = min(item.x0 for item in used), max(item.x1 for item in used)
                out = swap(out, [head, *used], replace(head, x0=min(left, head.x0), x1=max(right, head.x1)))
    return out


def _is_relation(item: Box) -> bool:
    if len(item.nodes) != 1 or not isinstance(item.nodes[0], Sym):
        return False
    return unicodedata.category(item.nodes[0].char) in ("Sm", "So", "Pd", "Po")


def accents(items: list[Box], read: Reader) -> list[Box]:
    """Put accent glyphs onto what stands beneath them."""
    out = [_lifted(item, items) for item in items]
    for mark in sorted((item for item in out if item.mark), key=lambda item: item.y):
        rest = [item for item in out if not item.mark]
        slack = 0.1 * mark.size
        wide = mark.mark not in _NARROW and mark.x1 - mark.x0 > WIDE * mark.size
        below = [
            item
            for item in rest
            if item.bottom < mark.top
            and (
                mark.x0 - slack <= item.center <= mark.x1 + slack
                if wide
                else item.x0 - slack <= mark.center <= item.x1 + slack
            )
        ]
        if not below:
            below = [item for item in rest if item.x0 < mark.x1 + slack and item.x1 > mark.x0 - slack]
        if not below:
            out = swap(out, [mark], replace(mark, nodes=(Sym(UNKNOWN),), mark=""))
            continue
        nearest = min(below, key=lambda item: abs(item.center - mark.center) + abs(mark.y - item.y))
        level = [item for item in rest if abs(item.y - nearest.y) < SLACK * nearest.size and item.size == nearest.size]
        body = [item for item in below if abs(item.y - nearest.y) < LINE * nearest.size] if wide else [nearest]
        body = body if wide else _pair(nearest, mark, level) or body
        if mark.mark == "bar" and nearest.shows("h") and abs(mark.y - nearest.y) < SLACK * mark.size:
            # TeX's own sign for Planck's constant: a bar at the height of x, through the stem
            out = swap(out, [mark, nearest], replace(nearest, nodes=(Sym("ℏ"),)))
            continue
        out = swap(out, [mark, *body], accented(mark.mark, body, read(body, ()), mark.top))
    return out


def _pair(nearest: Box, mark: Box, level: list[Box]) -> list[Box]:
    r"""Two letters side by side with a mark over the middle of them; else nothing.

    A short mark is over two capitals at most (``\vec{AB}``): over others it is one letter's, set aside for its slant.
    """
    grows = mark.mark not in _NARROW and mark.x1 - mark.x0 > STRETCHED * mark.size
    fits = is_letter if grows else _is_capital
    if abs(mark.center - nearest.center) < ASIDE * mark.size or not fits(nearest):
        return []
    for other in level:
        first, second = sorted((nearest, other), key=lambda item: item.x0)
        side_by_side = other is not nearest and fits(other) and abs(second.x0 - first.x1) < TOUCHING * mark.size
        middle = MIDDLE if _is_capital(first) and _is_capital(second) else SLACK
        if side_by_side and abs((first.x0 + second.x1) / 2 - mark.center) < middle * mark.size:
            return [first, second]
    return []


def _is_capital(item: Box) -> bool:
    return is_letter(item) and write(item.nodes).isupper()


def _lifted(item: Box, items: list[Box]) -> Box:
    """A circumflex or tilde character whose ink stands on a letter is its hat or tilde."""
    name = {"^": "hat", "~": "tilde"}.get(getattr(item.nodes[0], "char", "")) if len(item.nodes) == 1 else None
    if name is None or item.mark:
        return item
    carries = any(
        other is not item
        and abs(other.center - item.center) < 0.2 * item.size
        and -SLACK * item.size < item.bottom - other.top < NEAR * item.size
        for other in items
    )
    return replace(item, mark=name) if carries else item


def arrows_over(items: list[Box], read: Reader) -> list[Box]:
    """Arrows of text size that lie over a body of text size and cover it are accents."""
    out = items
    for head in [item for item in items if item.shows("→←")]:
        beneath = [item for item in out if 0.3 * head.size < head.y - item.y < 1.1 * head.size]
        if not beneath or not any(head is item for item in out):
            continue
        level = [
            item
            for item in out
            if item.shows("−→←") and abs(item.y - head.y) < SLACK * head.size and item.size == head.size
        ]
        arrow = contiguous(level, head)
        left, right = min(item.x0 for item in arrow), max(item.x1 for item in arrow)
        body = [item for item in beneath if left - SLACK * head.size <= item.center <= right + SLACK * head.size]
        own = {id(item) for item in (*arrow, *body)}
        beside = any(
            id(item) not in own
            and abs(item.y - head.y) < 0.2 * head.size
            and max(left - item.x1, item.x0 - right) < NEAR * head.size
            for item in out
        )
        if not body or beside or max(item.size for item in body) < SMALL * head.size:
            continue
        heads = {item.nodes for item in arrow if item.shows("→←")}
        name = "overleftrightarrow" if len(heads) == 2 else "vec" if head.shows("→") else "overleftarrow"
        out = swap(out, [*arrow, *body], accented(name, body, read(body, ()), head.y + 0.4 * head.size))
    return out
