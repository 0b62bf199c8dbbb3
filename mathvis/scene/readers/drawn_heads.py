"""Shapes that could be arrow heads drawn by hand: small triangles, kites and darts, chevrons, pairs of strokes.

Whether one is a head is decided by the lines near it (`mathvis.scene.readers.drawn_tips`).
"""

from __future__ import annotations

import math
from collections import defaultdict
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from mathvis.scene.model import Path, Role
from mathvis.scene.readers.pdf_geometry import path_bounds
from mathvis.scene.readers.tip_shapes import unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mathvis.scene.model import XY, Element, Subpath

SIDES = 0.2
"""Relative difference of the two equal sides of a head."""
_OPENING = math.cos(math.radians(130.0))
"""Cosine of the widest angle at an apex."""
_CLOSED = 0.985
"""Cosine of the narrowest."""
_BROAD = 1.6
"""Widest base of a triangle, in its sides."""
_BENT = 0.15
"""Farthest the side of a head bends away from its chord, as a share of that."""
_MEET = 0.15
"""How far the ends of two strokes may be apart that meet, in their lengths."""
MOST = 2000
"""Most heads that are looked at; a scene of more is no figure."""
_MOST_STROKES = 5_000
"""Most short strokes that are paired."""
_MOST_LEGS = 12
"""Most strokes near the end of another that are tried as the other half of a chevron."""
_MOST_PIECES = 16
"""Most pieces of a path that are looked at one by one: of more they are a hatching or a grid."""
_STUB = 3.0
"""How many times longer than wide a head with a shaft may be that is no longer than itself."""


class Pointing(NamedTuple):
    """A way in which a shape could point."""

    apex: XY
    direction: XY


class DrawnHead(NamedTuple):
    """A shape that could be an arrow head.

    Attributes
    ----------
    elements
        The elements that draw it; none if it is a piece of a longer path.
    source
        The first element it is drawn by.
    pointings
        The ways it could point: one for a slender triangle, three for an equilateral one.
    center, size
        Its middle and its largest extent.
    free
        The ends of its strokes away from the apex, if it is open.
    names, command
        Those of the elements that draw it.
    """

    elements: tuple[int, ...]
    source: int
    pointings: tuple[Pointing, ...]
    center: XY
    size: float
    free: tuple[XY, ...]
    names: frozenset[str]
    command: int


class _Leg(NamedTuple):
    path: Path
    ends: tuple[XY, XY]
    whole: bool


def drawn_heads(elements: Sequence[Element], limit: float) -> list[DrawnHead]:
    """Return the shapes of a scene that could be heads, at most `limit` big points large."""
    found: list[DrawnHead] = []
    legs: list[_Leg] = []
    for element in elements:
        if not isinstance(element, Path) or not element.subpaths:
            continue
        if element.tips:
            found += _stub(element, elements, limit)
        elif element.role in (Role.PATH, Role.AXIS) and element.node is None:
            _look(element, limit, found, legs)
        if len(found) >= MOST:
            return found[:MOST]
    found += islice(_chevrons(legs[:_MOST_STROKES]), MOST)
    return found[:MOST]


def _look(path: Path, limit: float, found: list[DrawnHead], legs: list[_Leg]) -> None:
    pieces = path.subpaths
    if len(pieces) > _MOST_PIECES:
        return
    for piece in pieces:
        if len(piece.points) > 16 or not _small(piece, limit):
            continue
        corners = _corners(piece)
        if corners is None:
            continue
        whole = len(pieces) == 1
        ring = piece.closed or (len(corners) > 2 and math.dist(corners[0], corners[-1]) < 1e-3)
        if whole and (ring or path.fill is not None):
            found += _solid(path, corners[:-1] if ring else corners)
        elif path.stroke is None or path.fill is not None or ring:
            continue
        elif len(corners) == 2:
            legs.append(_Leg(path, (corners[0], corners[1]), whole))
        elif len(corners) == 3:
            tip = _chevron(corners[1], corners[0], corners[2])
            if tip is not None:
                found.append(_open(path, (path.index,) if whole else (), tip, (corners[0], corners[2])))


def _small(piece: Subpath, limit: float) -> bool:
    x0, y0, x1, y1 = path_bounds((piece,))
    return max(x1 - x0, y1 - y0) <= limit


def _corners(piece: Subpath) -> list[XY] | None:
    """Return the ends of a piece's nearly straight sides, None if one is bent."""
    points = piece.points
    corners = [points[0]]
    for k in range(0, len(points) - 1, 3):
        a, b, c, d = points[k : k + 4]
        chord = unit((d[0] - a[0], d[1] - a[1]))
        length = math.dist(a, d)
        if chord is None or length < 1e-6:
            continue
        bend = max(abs(chord[0] * (p[1] - a[1]) - chord[1] * (p[0] - a[0])) for p in (b, c))
        if bend > _BENT * length:
            return None
        corners.append(d)
    return corners if len(corners) > 1 else None


def _chevron(apex: XY, left: XY, right: XY) -> Pointing | None:
    """Return where two strokes of about equal length that meet in an apex point, if they make an angle."""
    a, b = (left[0] - apex[0], left[1] - apex[1]), (right[0] - apex[0], right[1] - apex[1])
    size_a, size_b = math.hypot(*a), math.hypot(*b)
    if min(size_a, size_b) <= 0 or abs(size_a - size_b) > SIDES * max(size_a, size_b):
        return None
    cosine = (a[0] * b[0] + a[1] * b[1]) / (size_a * size_b)
    direction = unit((-(a[0] + b[0]), -(a[1] + b[1])))
    if direction is None or not _OPENING < cosine < _CLOSED:
        return None
    return Pointing(apex, direction)


def _solid(path: Path, corners: Sequence[XY]) -> Iterator[DrawnHead]:
    """A triangle, or a kite or dart, with an axis of symmetry."""
    count = len(corners)
    if count not in (3, 4):
        return
    pointings = []
    for k in range(count):
        apex, left, right = corners[k], corners[(k + 1) % count], corners[k - 1]
        tip = _chevron(apex, left, right)
        if tip is None:
            continue
        side = math.dist(left, apex)
        if count == 4:
            # in a kite the apex is where the longer sides meet, or opposite of the dent of a dart
            tail = corners[(k + 2) % count]
            short, other = math.dist(left, tail), math.dist(right, tail)
            if short >= 0.95 * side or abs(short - other) > SIDES * short:
                continue
        elif math.dist(left, right) > _BROAD * side:
            continue
        pointings.append(tip)
    if pointings:
        size = max(math.dist(a, b) for a in corners for b in corners)
        yield DrawnHead(
            (path.index,), path.index, tuple(pointings), _mean(corners), size, (), frozenset(path.names), path.command
        )


def _open(path: Path, elements: tuple[int, ...], tip: Pointing, free: tuple[XY, XY]) -> DrawnHead:
    base = _mean(free)
    size = max(math.dist(tip.apex, free[0]), math.dist(tip.apex, free[1]), math.dist(*free))
    return DrawnHead(
        elements, path.index, (tip,), _mean((tip.apex, base)), size, free, frozenset(path.names), path.command
    )


def _mean(points: Sequence[XY]) -> XY:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _stub(path: Path, elements: Sequence[Element], limit: float) -> Iterator[DrawnHead]:
    """An arrow whose line is no longer than its only head: it is there for the head."""
    if len(path.tips) != 1 or path.tips[0].kind != "arrow" or len(path.subpaths) != 1 or not path.tips[0].elements:
        return
    tip = path.tips[0]
    ink = [e for i in tip.elements if isinstance(e := elements[i], Path)]
    points = [point for drawn in ink for piece in drawn.subpaths for point in piece.points]
    if not points or len(path.subpaths[0].points) > 16:
        return
    along = [x * tip.direction[0] + y * tip.direction[1] for x, y in points]
    across = [y * tip.direction[0] - x * tip.direction[1] for x, y in points]
    size = max(max(along) - min(along), max(across) - min(across))
    shaft = path.subpaths[0].points
    if not 0 < size <= limit or math.dist(shaft[0], shaft[-1]) > size or not _small(path.subpaths[0], _STUB * size):
        return
    center = (tip.apex[0] - size / 2 * tip.direction[0], tip.apex[1] - size / 2 * tip.direction[1])
    pointing = Pointing(tip.apex, tip.direction)
    yield DrawnHead(tip.elements, path.index, (pointing,), center, size, (), frozenset(path.names), path.command)


def _chevrons(legs: Sequence[_Leg]) -> Iterable[DrawnHead]:
    """Pairs of equal strokes that meet in one end, at an angle."""
    cells: dict[tuple[int, int, int], list[tuple[int, int]]] = defaultdict(list)
    for k, leg in enumerate(legs):
        level, width = _level(leg)
        for end, (x, y) in enumerate(leg.ends):
            cells[level, math.floor(x / width), math.floor(y / width)].append((k, end))
    for k, leg in enumerate(legs):
        for end in (0, 1):
            for j, other in _met(cells, legs, k, end):
                yield from _pair(leg, end, legs[j], other)


def _level(leg: _Leg) -> tuple[int, float]:
    """Return the size class of a stroke, and the width of the cells its ends lie in."""
    level = math.floor(math.log2(max(math.dist(*leg.ends), 1e-6)))
    return level, 2.0 ** (level + 1) * _MEET


def _met(
    cells: dict[tuple[int, int, int], list[tuple[int, int]]], legs: Sequence[_Leg], k: int, end: int
) -> Iterator[tuple[int, int]]:
    """Later strokes of about the same length with an end near one of stroke `k`; of a crowd only some."""
    level, _ = _level(legs[k])
    x, y = legs[k].ends[end]
    tried = 0
    for size in (level - 1, level, level + 1):
        width = 2.0 ** (size + 1) * _MEET
        i0, j0 = math.floor(x / width), math.floor(y / width)
        for i in (i0 - 1, i0, i0 + 1):
            for j in (j0 - 1, j0, j0 + 1):
                for other, at in islice(cells.get((size, i, j), ()), 4 * _MOST_LEGS):
                    if other > k and tried < _MOST_LEGS:
                        tried += 1
                        yield other, at


def _pair(leg: _Leg, end: int, other: _Leg, at: int) -> Iterator[DrawnHead]:
    apex, near = leg.ends[end], other.ends[at]
    if math.dist(apex, near) > _MEET * math.dist(*leg.ends):
        return
    free = (leg.ends[1 - end], other.ends[1 - at])
    tip = _chevron(apex, *free)
    if tip is not None:
        elements = tuple(dict.fromkeys(part.path.index for part in (leg, other) if _alone(part, (leg, other))))
        head = _open(leg.path, elements, tip, free)
        yield head._replace(names=frozenset((*leg.path.names, *other.path.names)))


def _alone(leg: _Leg, pair: tuple[_Leg, _Leg]) -> bool:
    """Whether a stroke's path draws nothing but the head."""
    both = pair[0].path.index == pair[1].path.index
    return leg.whole or (both and len(leg.path.subpaths) == 2)
