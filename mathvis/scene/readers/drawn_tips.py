"""Heads drawn by hand become tips of the lines they sit on.

A head sits on a line if it is small beside it, at its end or with its middle on it, and points along it. What looks
like a head but marks a place does not: copies of one mark that stand along a line at all angles, and corners whose
legs end on other lines.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from mathvis.scene.model import Path, Role, Tip, TipEnd
from mathvis.scene.readers.drawn_heads import DrawnHead, Pointing, drawn_heads
from mathvis.scene.readers.line_places import Line, direction_at, distance_to
from mathvis.scene.readers.pdf_geometry import polyline
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mathvis.scene.model import XY, Canvas, Element

STYLE = "drawn"
"""Style of the tips that are drawn by hand."""
_ALONG = math.cos(math.radians(20.0))
"""How well a head must point along its line."""
_BEST = 5.0
"""Degrees by which a head may fit a line worse than the one it fits best."""
_REACH = 1.5
"""Farthest, in sizes of a head, that its centre may be from the line it sits on the end of."""
_SHARE = 0.5
"""Largest head of a line, as a share of its length."""
_ON = 0.25
"""Farthest the centre of a head is from the line it sits on, in its sizes."""
_TOUCH = 0.04
"""Farthest the leg of a corner is from the line it ends on, in its sizes."""
_COPY = 0.05
"""Relative difference in size, and in direction, of two copies of one mark."""
_STEPS = 400_000
"""Most places on lines, and heads near them, that are looked at: where more crowd together nobody sees arrows."""
_FITS = 50_000
"""Most pairs of a head and a line near it."""
_NEAR = 512
"""Most pieces of one line near a head that are looked at."""


def with_drawn_tips(elements: Sequence[Element], canvas: Canvas) -> list[Element]:
    """Give the lines of a scene the tips that are drawn by hand.

    What draws a head of a line and carries no name of its own gets the role of a tip.

    Parameters
    ----------
    elements
        The elements of a scene; `Path.tips` are those that its format knows.
    canvas
        The page.

    Returns
    -------
    list of Element
        The elements, some with more tips.
    """
    out = list(elements)
    heads = drawn_heads(elements, _limit(elements, canvas))
    if not heads:
        return out
    fits = _Fits(elements, heads).found()
    added: dict[int, list[Tip]] = defaultdict(list)
    for fit in fits:
        head = fit.head
        if _spoken_for(out[fit.line], fit):
            continue
        tip = Tip(fit.pointing.apex, fit.pointing.direction, fit.end, fit.kind, STYLE, head.elements)
        added[fit.line].append(tip)
        for index in head.elements:
            part, line = out[index], out[fit.line]
            if isinstance(part, Path) and head.names.issubset(line.names) and part.role is Role.PATH:
                out[index] = replace(part, role=Role.TIP)
    for index, tips in added.items():
        path = out[index]
        if isinstance(path, Path):
            out[index] = replace(path, tips=(*path.tips, *tips))
    return out


def _limit(elements: Sequence[Element], canvas: Canvas) -> float:
    """Return the largest extent of a head: a share of what is drawn, but some points in small figures."""
    x0, y0, x1, y1 = math.inf, math.inf, -math.inf, -math.inf
    for element in elements:
        points = [p for s in element.subpaths for p in s.points] if isinstance(element, Path) else list(element.box)
        for x, y in points:
            x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x), max(y1, y)
    width, height = min(x1, canvas.width) - max(x0, 0.0), min(y1, canvas.height) - max(y0, 0.0)
    share = TOLERANCES.drawn_head * math.hypot(max(width, 0.0), max(height, 0.0)) if elements else 0.0
    return max(share, TOLERANCES.drawn_head_points)


def _spoken_for(line: Element, fit: _Fit) -> bool:
    """Whether the end of a line has a tip of its own already, so that another is no head of it."""
    return isinstance(line, Path) and fit.end is not TipEnd.MIDDLE and any(tip.end is fit.end for tip in line.tips)


class _Fit(NamedTuple):
    """A head on a line: how it points there, and by how many degrees it misses the line's direction."""

    head: DrawnHead
    line: int
    pointing: Pointing
    end: TipEnd
    kind: str
    off: float


class _Fits:
    """Finds the lines on which heads sit."""

    def __init__(self, elements: Sequence[Element], heads: Sequence[DrawnHead]) -> None:
        self._elements, self._heads = elements, heads
        self._cell = 2 * _REACH * max(head.size for head in heads)
        self._cells: dict[tuple[int, int], list[int]] = defaultdict(list)
        self._surroundings = [(*head.center, _REACH * head.size, head.size) for head in heads]
        for k, head in enumerate(heads):
            i, j = self._at(head.center)
            for di in (-1, 0, 1):
                for dj in (-1, 0, 1):
                    self._cells[i + di, j + dj].append(k)
        self._lines = self._measured()

    def _at(self, point: XY) -> tuple[int, int]:
        return math.floor(point[0] / self._cell), math.floor(point[1] / self._cell)

    def _measured(self) -> list[Line]:
        lines = []
        together: dict[tuple[object, ...], float] = defaultdict(float)
        for element in self._elements:
            if not isinstance(element, Path) or element.stroke is None:
                continue
            if element.role not in (Role.PATH, Role.NODE, Role.AXIS):
                continue
            for piece in element.subpaths:
                points = polyline(piece)
                length = sum(math.dist(a, b) for a, b in pairwise(points))
                if length > 0 and math.isfinite(length):
                    lines.append((element, points, piece.closed or points[0] == points[-1], length))
                    together[_group(element)] += length
        return [Line(e.index, points, closed, max(length, together[_group(e)])) for e, points, closed, length in lines]

    def found(self) -> list[_Fit]:
        """Return the fits, those of each head together."""
        near: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
        steps = 0
        for at, line in enumerate(self._lines):
            most = _SHARE * line.whole
            for k, (a, b) in enumerate(pairwise(line.points)):
                left, right = (a[0], b[0]) if a[0] < b[0] else (b[0], a[0])
                low, high = (a[1], b[1]) if a[1] < b[1] else (b[1], a[1])
                for touched in self._touched(a, b):
                    steps += 1
                    x, y, reach, size = self._surroundings[touched]
                    beside = left - reach <= x <= right + reach and low - reach <= y <= high + reach
                    if beside and size <= most:
                        pieces = near[touched][at]
                        if len(pieces) < _NEAR and (not pieces or pieces[-1] != k):
                            pieces.append(k)
                steps += 1 + int(math.dist(a, b) / self._cell)
                if steps > _STEPS:
                    return []
        if sum(map(len, near.values())) > _FITS:
            return []
        out: list[_Fit] = []
        strays: dict[int, list[tuple[float, Pointing]]] = defaultdict(list)
        for k, head in enumerate(self._heads):
            here: list[_Fit] = []
            for at, pieces in near.get(k, {}).items():
                line = self._lines[at]
                fit = self._fit(head, line, pieces)
                if fit is not None:
                    here.append(fit)
                elif line.element != head.source and distance_to(line, pieces, head.center) <= _ON * head.size:
                    strays[line.element] += [(head.size, pointing) for pointing in head.pointings]
            out += self._chosen(head, here, near.get(k, {}))
        return [fit for fit in out if not any(_copies(fit, *stray) for stray in strays.get(fit.line, ()))]

    def _touched(self, a: XY, b: XY) -> Iterator[int]:
        """Yield the heads whose surroundings a segment passes."""
        steps = 1 + int(math.dist(a, b) / self._cell)
        if steps > _STEPS:
            return
        last: tuple[int, int] | None = None
        for step in range(steps + 1):
            t = step / steps
            cell = self._at((a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))
            if cell != last:
                yield from self._cells.get(cell, ())
                last = cell

    def _chosen(self, head: DrawnHead, fits: list[_Fit], near: dict[int, list[int]]) -> list[_Fit]:
        """Of the lines that a head sits on, those it is drawn for: by name, by its sense, by how well it fits."""
        if not fits or (head.free and self._is_corner(head, near)):
            return []
        own = [fit for fit in fits if self._elements[fit.line].command == head.command >= 0]
        named = [fit for fit in fits if head.names.intersection(self._elements[fit.line].names)]
        fits = own or named or fits
        fits = [fit for fit in fits if fit.kind == "arrow"] or fits
        best = min(fit.off for fit in fits)
        kept: dict[int, _Fit] = {}
        for fit in sorted(fits, key=lambda fit: fit.off):
            if fit.off <= best + _BEST:
                kept.setdefault(fit.line, fit)
        return list(kept.values())

    def _is_corner(self, head: DrawnHead, near: dict[int, list[int]]) -> bool:
        """Whether every leg ends on some other line, as those of the mark of a right angle do."""
        own = {head.source, *head.elements}
        return all(
            any(
                self._lines[at].element not in own and distance_to(self._lines[at], pieces, end) <= _TOUCH * head.size
                for at, pieces in near.items()
            )
            for end in head.free
        )

    def _fit(self, head: DrawnHead, line: Line, pieces: Sequence[int]) -> _Fit | None:
        """Return how a head sits on a line and points along it."""
        if head.size > _SHARE * line.whole or line.element in head.elements or _is_own(head, line):
            return None
        first, last = line.points[0], line.points[-1]
        for pointing in head.pointings:
            apex, (x, y) = pointing
            base = (apex[0] - x * head.size, apex[1] - y * head.size)
            at_end = min(math.dist(last, place) for place in (apex, head.center, base))
            at_start = min(math.dist(first, place) for place in (apex, head.center, base))
            end = TipEnd.MIDDLE
            if not line.closed and min(at_end, at_start) <= _SHARE * head.size:
                end = TipEnd.END if at_end <= at_start else TipEnd.START
            elif distance_to(line, pieces, head.center) > _ON * head.size:
                continue
            step = direction_at(line, pieces, apex, head.size, end)
            if step is None:
                continue
            cosine = step[0] * x + step[1] * y
            if abs(cosine) < _ALONG:
                continue
            inward = (cosine < 0) if end is TipEnd.END else (cosine > 0) if end is TipEnd.START else False
            kind = "tail" if inward else "arrow"
            return _Fit(head, line.element, pointing, end, kind, math.degrees(math.acos(min(abs(cosine), 1.0))))
        return None


def _group(path: Path) -> tuple[object, ...]:
    """What pieces of one line share."""
    return ("name", path.names[-1]) if path.names else ("element", path.index)


def _is_own(head: DrawnHead, line: Line) -> bool:
    """Whether a line is a piece that draws the head itself."""
    return line.element == head.source and any(
        math.dist(free, end) < 1e-6 for free in head.free for end in (line.points[0], line.points[-1])
    )


def _copies(fit: _Fit, size: float, stray: Pointing) -> bool:
    """Whether two marks are alike and stand alike: then they do not follow the line."""
    alike = abs(fit.head.size - size) <= _COPY * size
    return alike and math.dist(fit.pointing.direction, stray.direction) <= _COPY
