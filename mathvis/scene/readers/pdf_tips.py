"""Arrow tips: where they point, of what kind they are, whose they are."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from mathvis.scene.model import Tip, TipEnd
from mathvis.scene.readers.pdf_geometry import bounds, polyline
from mathvis.scene.readers.pdf_pointing import pointing, sharp
from mathvis.scene.readers.tip_shapes import hull, shape_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mathvis.scene.model import XY, Path, Subpath
    from mathvis.scene.readers.pdf_geometry import Box
    from mathvis.scene.readers.pdf_ink import PathInk

MOST_TIPS = 10_000
"""Most tips of one path that a scene holds."""
_MOST_HEADS = 100
"""Most heads of one tip that are counted."""
_CHUNK = 16
"""Pieces of a line that are passed over together."""
_LEVEL = 0.02
_GLYPH_ENDS: dict[str, tuple[str, int]] = (
    dict.fromkeys("→⇒⇀⇁↦↣↪⤇⇉↝⇛⇝⇢↔⇔", ("arrow", 1))
    | dict.fromkeys("↠⇶", ("arrow", 2))
    | dict.fromkeys("↢", ("tail", 1))
    | dict.fromkeys("↩", ("hook", 1))
    | dict.fromkeys("↤⤆|∣", ("bar", 1))
    | dict.fromkeys("←⇐↼↽⇇↞⇚⇜⇠−=", ("", 0))
)
"""What the right ends of characters draw that serve as tips: only that end of the glyph is shown."""
_KINDS = (
    (re.compile(r"hook"), "hook"),
    (re.compile(r"tee barb|^@?bar$|^\|$|bracket|^[\[\]]$"), "bar"),
    (re.compile(r"circle|^[o*]$|^dot$"), "circle"),
    (re.compile(r"square|^box$"), "square"),
    (re.compile(r"cap|^fast|^space$|rays|diamond|parenthes|arc barb|^[()]$"), "other"),
)

_OWN = re.compile(
    r"^(to|stealth|latex|>|triangle|straight barb|implies|computer modern rightarrow|classical tikz right)"
)
"""Names of pgf's own pointing tips; others may be a program's, and point as they like."""


def kind_of(style: str) -> str:
    """Return the kind of a tip by the name that pgf has for it."""
    name = style.lower()
    for pattern, kind in _KINDS:
        if pattern.search(name):
            return kind
    return "arrow"


def glyph_tip(glyphs: Iterable[tuple[str, str]]) -> tuple[str, int]:
    """Return the kind, and the number of heads, that glyphs with a character and a name draw at their right ends.

    The kind is empty where that end is a bare shaft.
    """
    best = ("", 0)
    for char, name in glyphs:
        if "hook" in name:
            return ("hook", 1)
        if "mapsto" in name and len(char) != 1:
            return ("bar", 1)
        found = _GLYPH_ENDS.get(char, ("other", 1))
        best = found if found[0] else best
    return best


@dataclass(frozen=True, slots=True)
class Head:
    """One painted tip.

    Attributes
    ----------
    axis
        Direction in which pgf's tip is drawn: away from the path.
    turned
        Whether it points against that.
    elements
        Indices of its painted paths.
    glyphs
        Characters and names of the glyphs it is made of, if it is no drawing.
    through
        A painted point of its axis, where one is known.
    width
        Width of the line it belongs to.
    upright
        Whether its glyphs, if it has any, stand along its axis.
    """

    style: str
    end: TipEnd
    axis: XY
    turned: bool
    elements: tuple[int, ...]
    ink: tuple[PathInk, ...]
    glyphs: tuple[tuple[str, str], ...] = ()
    through: XY | None = None
    width: float = 0.0
    upright: bool = True


def tips(heads: Sequence[Head]) -> tuple[list[Tip], list[int]]:
    """Return the tips that heads, in the order of painting, make up; like ones at one end are one tip.

    What a mark says of a head holds as far as the head's ink agrees. The second value lists the elements of
    heads of pgf's own kinds that are painted otherwise.
    """
    found: list[Tip] = []
    lies: list[int] = []
    for head in heads:
        kind, count = glyph_tip(head.glyphs) if head.glyphs else (kind_of(head.style), 1)
        if not kind:
            continue
        turned = kind == "tail" or (head.turned and kind == "arrow")
        direction = (-head.axis[0], -head.axis[1]) if turned else head.axis
        if turned and head.end is not TipEnd.MIDDLE:
            kind = "tail"
        kind, direction, lie = _as_painted(head, kind, direction)
        if lie:
            lies += head.elements
        apex = foremost(head.ink, direction)
        if apex is None:
            continue
        last = found[-1] if found else None
        if last is not None and (last.end, last.kind) == (head.end, kind) and head.end is not TipEnd.MIDDLE:
            ahead = max((last.apex, apex), key=lambda p: p[0] * direction[0] + p[1] * direction[1])
            found[-1] = Tip(
                ahead,
                direction,
                head.end,
                kind,
                last.style,
                (*last.elements, *head.elements),
                min(last.heads + count, _MOST_HEADS),
            )
        else:
            found.append(Tip(apex, direction, head.end, kind, head.style, head.elements, count))
    return found, lies


def _as_painted(head: Head, kind: str, direction: XY) -> tuple[str, XY, bool]:
    """Return a head's kind and direction as its ink has them, and whether the claim about one of pgf's tips is false.

    A head said to point that points the other way does so; one that does not point is of the kind of its shape. What is
    called blunt and is a plain arrow head is one.
    """
    if head.glyphs:
        return (kind, direction, False) if head.upright else ("other", direction, True)
    known = _OWN.search(head.style.lower()) is not None
    back = (-direction[0], -direction[1])
    if kind in ("arrow", "tail"):
        through = head.through or foremost(head.ink, direction)
        said = pointing(head.ink, direction, through) if through is not None else 0
        if said > 0:
            return kind, direction, False
        if said == 0:
            return shape_of(hull(point for path in head.ink for point in _outline(path))), direction, False
        return _turned(kind, head.end), back, known
    said = sharp(head.ink, direction, head.width)
    if said == 0:
        return kind, direction, False
    return ("arrow", direction, kind != "other") if said > 0 else (_turned("arrow", head.end), back, kind != "other")


def _turned(kind: str, end: TipEnd) -> str:
    """Return the kind of a tip that points the other way: at an end, arrows become tails and tails arrows."""
    if end is TipEnd.MIDDLE:
        return "arrow"
    return "tail" if kind == "arrow" else "arrow"


def foremost(ink: Iterable[PathInk], direction: XY) -> XY | None:
    """Return the foremost painted point in a direction; the middle of the front where it is blunt."""
    points = [point for path in ink for point in _outline(path)]
    if not points:
        return None
    along = [x * direction[0] + y * direction[1] for x, y in points]
    front = max(along)
    slack = _LEVEL * (front - min(along))
    across = [
        -x * direction[1] + y * direction[0] for (x, y), at in zip(points, along, strict=True) if at >= front - slack
    ]
    middle = (min(across) + max(across)) / 2
    return (front * direction[0] - middle * direction[1], front * direction[1] + middle * direction[0])


def _outline(path: PathInk) -> Iterator[XY]:
    half = path.stroke.width / 2 if path.stroke is not None else 0.0
    for subpath in path.subpaths:
        points = polyline(subpath)
        if half == 0.0 or path.stroke is None:
            yield from points
            continue
        yield from _stroked(points, subpath.closed, half, path.stroke.join, path.stroke.cap, path.stroke.miter_limit)


def _stroked(points: list[XY], closed: bool, half: float, join: int, cap: int, limit: float) -> Iterator[XY]:
    ring = points[:-1] if closed and len(points) > 2 else points
    count = len(ring)
    for i, (x, y) in enumerate(ring):
        before = ring[i - 1] if i or closed else None
        after = ring[(i + 1) % count] if i < count - 1 or closed else None
        into = _unit(before, (x, y)) if before is not None else None
        out = _unit((x, y), after) if after is not None else None
        for tangent, sign in ((into, 1.0), (out, -1.0)):
            if tangent is None:
                continue
            yield (x - half * tangent[1], y + half * tangent[0])
            yield (x + half * tangent[1], y - half * tangent[0])
            if cap == 2 and (before is None or after is None):
                yield (x + sign * half * tangent[0], y + sign * half * tangent[1])
        at_end = before is None or after is None
        if (cap == 1) if at_end else (join == 1):
            for step in range(16):
                turn = math.pi * step / 8
                yield (x + half * math.cos(turn), y + half * math.sin(turn))
        elif into is not None and out is not None and join == 0:
            bx, by = into[0] - out[0], into[1] - out[1]
            length = math.hypot(bx, by)
            # twice the sine of half the angle between the segments is the length of out + into reversed
            sine = math.hypot(into[0] + out[0], into[1] + out[1]) / 2
            if length > 0 and sine * limit >= 1:
                yield (x + half / sine * bx / length, y + half / sine * by / length)


def _unit(start: XY, end: XY) -> XY | None:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    return (dx / length, dy / length) if length > 0 else None


def outward(subpaths: Sequence[Subpath], end: TipEnd) -> XY | None:
    """Return the direction in which a path leaves itself at its start or end; both are those of its last piece."""
    if not subpaths:
        return None
    points = subpaths[-1].points if end is TipEnd.START else subpaths[-1].points[::-1]
    tip = points[0]
    for point in points[1:]:
        away = _unit(point, tip)
        if away is not None:
            return away
    return None


class Trace:
    """A path's painted centre line, for distances of many points from it."""

    def __init__(self, path: Path) -> None:
        self._chunks: list[tuple[Box, list[XY]]] = []
        self._hit = 0
        for subpath in path.subpaths:
            line = polyline(subpath)
            for at in range(0, len(line) - 1, _CHUNK):
                part = line[at : at + _CHUNK + 1]
                self._chunks.append((bounds(part), part))

    def distance(self, point: XY) -> float:
        """Return how far a point is from the line."""
        x, y = point
        best, hit = math.inf, self._hit
        # tips mostly come in the order of the line, so the piece that was nearest last is tried first
        for k, ((left, low, right, high), part) in enumerate((*self._chunks[hit : hit + 1], *self._chunks)):
            if math.hypot(max(left - x, 0.0, x - right), max(low - y, 0.0, y - high)) >= best:
                continue
            for (x0, y0), (x1, y1) in pairwise(part):
                dx, dy = x1 - x0, y1 - y0
                square = dx * dx + dy * dy
                t = 0.0 if square == 0 else min(max(((x - x0) * dx + (y - y0) * dy) / square, 0.0), 1.0)
                here = math.hypot(x0 + t * dx - x, y0 + t * dy - y)
                if here < best:
                    best, self._hit = here, k - 1 if k else hit
        return best


def distance(path: Path, point: XY) -> float:
    """Return how far a point is from a path's painted centre line."""
    return Trace(path).distance(point)
