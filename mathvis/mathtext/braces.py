"""Lying braces: one glyph, or four quarters with rules between them, over or under a body."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from mathvis.mathtext.bars import chain, within, without
from mathvis.mathtext.boxes import SLACK, Bar, Box, Reader, accented, swap
from mathvis.mathtext.glyphlists import BRACE_STEM, BRACE_TIPS

if TYPE_CHECKING:
    from collections.abc import Sequence

_DOWN_LEFT, _DOWN_RIGHT, _UP_LEFT, _UP_RIGHT = BRACE_TIPS
_ORDERS: Final = {
    "underbrace": (_UP_LEFT, _DOWN_RIGHT, _DOWN_LEFT, _UP_RIGHT),
    "overbrace": (_DOWN_LEFT, _UP_RIGHT, _UP_LEFT, _DOWN_RIGHT),
}
_WHOLE: Final = {"⏟": "underbrace", "⏞": "overbrace"}


class _Brace(NamedTuple):
    name: str
    pieces: list[Box]
    span: Bar
    top: float
    bottom: float


def braces(items: list[Box], bars: Sequence[Bar], read: Reader) -> tuple[list[Box], list[Bar]]:
    """Replace every lying brace and its body by one box that takes a limit; also gives the bars left over."""
    out, left = list(items), list(bars)
    for brace in sorted((*_wholes(items), *_quarters(items)), key=lambda brace: brace.span.x1 - brace.span.x0):
        size, up = brace.pieces[0].size, brace.name == "underbrace"
        shafts = [
            bar
            for bar in left
            if brace.span.x0 < bar.x0
            and bar.x1 < brace.span.x1
            and brace.bottom - SLACK * size < bar.y < brace.top + SLACK * size
        ]
        left = without(left, shafts)
        out = swap(out, brace.pieces, None)
        inner = [bar for bar in left if brace.span.x0 <= (bar.x0 + bar.x1) / 2 <= brace.span.x1]
        body, used = chain(within(out, brace.span), inner, brace.top if up else brace.bottom, up=up)
        if not body:
            out += brace.pieces
            continue
        box = accented(brace.name, body, read(body, used), brace.bottom if up else brace.top)
        out = swap(out, body, replace(box, operator=True))
        left = without(left, used)
    return out, left


def _brace(name: str, pieces: list[Box]) -> _Brace:
    x0, x1 = min(piece.x0 for piece in pieces), max(piece.x1 for piece in pieces)
    top, bottom = max(piece.top for piece in pieces), min(piece.bottom for piece in pieces)
    return _Brace(name, pieces, Bar(x0, x1, (top + bottom) / 2), top, bottom)


def _wholes(items: list[Box]) -> list[_Brace]:
    """Braces of one glyph, or of several that show the whole and touch."""
    found: list[list[Box]] = []
    for box in sorted((item for item in items if item.shows("".join(_WHOLE))), key=lambda item: item.x0):
        home = next(
            (
                run
                for run in found
                if run[0].nodes == box.nodes
                and abs(run[0].y - box.y) < SLACK * box.size
                and box.x0 - run[-1].x1 < SLACK * box.size
            ),
            None,
        )
        found.append([box]) if home is None else home.append(box)
    names = [next(name for char, name in _WHOLE.items() if run[0].shows(char)) for run in found]
    return [_brace(name, run) for name, run in zip(names, found, strict=True)]


def _quarters(items: list[Box]) -> list[_Brace]:
    """Braces of four quarters, in the order in which they make an upper or a lower one."""
    rest = sorted((item for item in items if item.shows(BRACE_TIPS)), key=lambda item: (item.x0, item.x1))
    found: list[_Brace] = []
    while rest:
        first = rest[0]
        level = [item for item in rest if item.bottom < first.top and item.top > first.bottom][:4]
        name = next((name for name, tips in _ORDERS.items() if _is(level, tips)), None)
        if name is not None:
            span = _brace(name, level).span
            stems = [
                item
                for item in items
                if item.shows(BRACE_STEM) and span.x0 < item.center < span.x1 and first.bottom < item.middle < first.top
            ]
            found.append(_brace(name, [*level, *stems]))
            rest = swap(rest, level, None)
        else:
            rest = rest[1:]
    return found


def _is(level: list[Box], tips: tuple[str, ...]) -> bool:
    ordered = all(item.shows(tip) for item, tip in zip(level, tips, strict=False))
    return len(level) == len(tips) and ordered and all(b.x0 > a.center for a, b in pairwise(level))
