r"""Type printed over other type: it is not the label that the two would be side by side.

``\rlap{1}2`` leaves one blot on the paper, though its glyphs come one after the other in the stream: its form is
``\overprinted{12}``, which is no label that an author writes. Much is set over other things on purpose and read as
meant: signs made of signs (a bar and an equals sign, dashes and arrow heads), letters doubled for blackboard type
(``I\!R``, ``1\!\!1``), the same glyph again for bold type, a ring or box around something, the slant of an integral
over its integrand; accents and negations are gone before (`mathvis.mathtext.overlays`).
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from mathvis.mathtext.boxes import SLACK
from mathvis.mathtext.tree import SPACE, Accent, Sym

if TYPE_CHECKING:
    from mathvis.mathtext.boxes import Box

OVER: Final = 0.65
"""Share of the narrower of two glyphs on one baseline from which on they print over each other: one thin space back
(1/6 em) is at most .6 of a letter or digit, two (1/3 em) are .67 of a digit."""
DOUBLED: Final = 0.75
"""The same for one glyph twice: two thin spaces back double it on purpose."""
ACROSS: Final = 0.85
"""The same for type on another baseline, which lies over the other …"""
COMMON: Final = 0.6
"""… when they share so much of the lower one's height: scripts keep clear of what they stand by."""
BESIDE: Final = 0.95
"""A stem that shares more than this with a letter stands within it, and doubles no stem of it."""
BOLD: Final = 0.12
"""Equal glyphs nearer than this share of the type size are one glyph, made bold."""

_RINGS: Final = frozenset("○◯□◻◇△▽")
_PLAIN_SIGNS: Final = "+−×÷±<>≤≥"
"""Signs that nobody builds others of by printing them over each other in one place."""
_STEMS: Final = frozenset("I|")
_STEMS_OF_ONE: Final = frozenset("1Il")


def printed_over(item: Box, main: list[Box]) -> bool:
    """Whether something off a line's baseline lies over type of the line instead of beside or above it."""
    if not _is_type(item):
        return False
    return any(
        _is_type(part) and _width_share(item, part) >= ACROSS and _height_share(item, part) >= COMMON for part in main
    )


def overprinted(main: list[Box]) -> list[Box]:
    r"""Boxes of a line, from left to right, with those that print over each other made one: ``\overprinted{…}``."""
    if all(before.x1 <= after.x0 for before, after in pairwise(main)):
        return main
    out: list[Box] = []
    run: list[Box] = []
    right = -math.inf
    for item in main:
        meets = item.x0 < right
        if meets and any(_is_again(other, item) for other in run):
            continue
        if meets and any(_blots(other, item) for other in run):
            run.append(item)
        else:
            out += _blot(run)
            run = [item]
        right = max(item.x1 for item in run)
    return out + _blot(run)


def _blot(run: list[Box]) -> list[Box]:
    if len(run) < 2:
        return run
    nodes = tuple(node for item in run for node in item.nodes)
    return [
        replace(
            run[0],
            nodes=(Accent("overprinted", nodes),),
            x1=max(item.x1 for item in run),
            top=max(item.top for item in run),
            bottom=min(item.bottom for item in run),
        )
    ]


def _is_again(one: Box, other: Box) -> bool:
    """Whether a glyph is painted again in its own place, as bold type and shadows are made."""
    near = BOLD * one.size
    same = one.nodes == other.nodes and abs(one.size - other.size) < 0.01 * one.size
    return same and abs(one.x0 - other.x0) < near and abs(one.y - other.y) < near


def _blots(one: Box, other: Box) -> bool:
    """Whether two boxes of a line print over each other so that neither can be read."""
    share = _width_share(one, other)
    if one.shows(_PLAIN_SIGNS) and other.shows(_PLAIN_SIGNS):
        return share > ACROSS and one.nodes != other.nodes
    if not (_is_type(one) or _is_type(other)) or _is_sign_of_its_own(one) or _is_sign_of_its_own(other):
        return False
    if one.nodes == other.nodes:
        return share > DOUBLED
    return share > OVER and not _is_ring(one, other) and not _is_ring(other, one) and not _is_blackboard(one, other)


def _is_type(item: Box) -> bool:
    """Whether a box holds letters, digits or a construction of them, no bare sign."""
    first = item.nodes[0]
    return first.char.isalnum() if isinstance(first, Sym) else True


def _is_sign_of_its_own(item: Box) -> bool:
    """Spaces, and tall signs: delimiters, integrals, roots."""
    first = item.nodes[0]
    return isinstance(first, Sym) and (item.hangs or item.operator or first.char == SPACE)


def _is_ring(ring: Box, inner: Box) -> bool:
    first = ring.nodes[0]
    return isinstance(first, Sym) and first.char in _RINGS and ring.x0 <= inner.center <= ring.x1


def _is_blackboard(one: Box, other: Box) -> bool:
    """A stem beside the stem of a capital, or of a one."""
    first, second = (_char(item) for item in (one, other))
    if first in _STEMS_OF_ONE and second in _STEMS_OF_ONE:
        return abs(one.x0 - other.x0) > SLACK * one.size
    beside = _width_share(one, other) < BESIDE
    return beside and ((first in _STEMS and second.isupper()) or (second in _STEMS and first.isupper()))


def _char(item: Box) -> str:
    first = item.nodes[0]
    return first.char if len(item.nodes) == 1 and isinstance(first, Sym) else ""


def _width_share(one: Box, other: Box) -> float:
    """Common width as a share of the narrower of two boxes; nothing for boxes without width."""
    narrower = min(one.x1 - one.x0, other.x1 - other.x0)
    if narrower <= 0:
        return 0.0
    return (min(one.x1, other.x1) - max(one.x0, other.x0)) / narrower


def _height_share(one: Box, other: Box) -> float:
    lower = min(one.top - one.bottom, other.top - other.bottom)
    if lower <= 0:
        return 0.0
    return (min(one.top, other.top) - max(one.bottom, other.bottom)) / lower
