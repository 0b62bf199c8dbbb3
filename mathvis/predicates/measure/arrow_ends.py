"""What stands at the two ends of an arrow, whether tips that its format knows or ink put there by hand."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from mathvis.figure.model import Array, Edge, Entity, Figure
from mathvis.predicates.measure.polyline import at_length, length
from mathvis.predicates.measure.shafts import tip_size
from mathvis.scene.model import Path, Role, Tip, TipEnd
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Iterator

_LARGEST = 1.5
"""Largest extent of a bar, and longest hook, in those of the largest head drawn by hand in a small figure."""
_CURLED = math.radians(120.0)
"""Least turn of the first piece of a line that is a hook."""
_CALM = math.radians(60.0)
"""Largest turn of what follows a hook."""
_SHARE = 0.25
"""Longest hook, as a share of its line."""
_BAR = 0.2
"""Largest cosine between a bar and the line it stands at."""
_OFF = 0.25
"""Farthest the middle of a bar is from the end of its line, in its lengths."""
_JOINED = 0.05
"""Farthest the end of a hook is from the end of its line, in its lengths."""
_STEPS = 65
_TOGETHER = 1.5
"""Farthest that two heads of one arrow are apart, in sizes of a head."""
_UNSIZED = 8.0
"""Size in big points at printed size that is taken for a head that is part of its line."""


class ArrowEnds:
    """The ends of a figure's edges.

    Parameters
    ----------
    figure
        The figure that the edges are of.
    """

    def __init__(self, figure: Figure) -> None:
        self._scene, self._geometry, self._printed = figure.scene, figure.seen().geometry, figure.printed
        self._limit = _LARGEST * TOLERANCES.drawn_head_points / figure.printed
        self._loose = {index for ink in figure.extras for index in ink.elements}
        members = (one for item in figure.entities.values() for one in (item if isinstance(item, tuple) else (item,)))
        self._others = {index for one in members if not _may_be_part(one) for index in one.elements}

    def kinds(self, edge: Edge, *, at_end: bool = False) -> frozenset[str]:
        """Return what stands at the start of an edge (or at its end), pointing heads apart.

        Returns
        -------
        frozenset of str
            Kinds of tips: ``tail``, ``hook``, ``bar``, ``circle``, ``square``; ``other`` for ink that cannot be told.
            Empty for a plain end.
        """
        path = edge.path[::-1] if at_end else edge.path
        if not np.isfinite(path).all() or length(path) <= 0:
            return frozenset({"other"})
        tips = list(_tips(edge, at_end=at_end))
        kinds = {tip.kind for tip in tips if tip.kind != "arrow"}
        led_on = any(np.hypot(*(path[0] - np.asarray(tip.apex))) < 1e-6 for tip in tips)
        if _curled(path[1:] if led_on else path, self._limit):
            kinds.add("hook")
        return frozenset(kinds | set(self._by_hand(path, edge)))

    def heads(self, edge: Edge, *, at_end: bool = True) -> int:
        """Return how many heads point away from an edge at its end (or at its start)."""
        heads = [tip for tip in _tips(edge, at_end=at_end) if tip.kind == "arrow"]
        if not heads:
            return 0
        apex, away = np.asarray(heads[0].apex), np.asarray(heads[0].direction)
        for tip in _apart(edge.tips):
            if tip.kind != "arrow" or tip.end is not TipEnd.MIDDLE or float(np.asarray(tip.direction) @ away) <= 0:
                continue
            size = tip_size(tip, self._geometry) or _UNSIZED / self._printed
            if float(np.hypot(*(np.asarray(tip.apex) - apex))) <= _TOGETHER * size:
                heads.append(tip)
        return sum(tip.heads for tip in heads)

    def _by_hand(self, path: Array, edge: Edge) -> Iterator[str]:
        """Yield what ink that is no part of the edge makes of its start."""
        start = path[0]
        step = path[np.argmax(np.hypot(*(path - start).T) > 0)] - start
        along = step / np.hypot(*step)
        known = {index for tip in edge.tips for index in tip.elements} | set(edge.elements) | self._others
        touch = TOLERANCES.on * edge.frame.diagonal
        for index in self._geometry.near(float(start[0]), float(start[1]), touch):
            element = self._scene.elements[index]
            if index in known or not isinstance(element, Path) or element.role is Role.CASING:
                continue
            lines = self._geometry.polylines(index)
            if not lines or max(float(np.ptp(line.points, axis=0).max()) for line in lines) > self._limit:
                continue
            single = len(lines) == 1 and len(lines[0].points) > 1 and not element.tips
            shape = _shape(lines[0].points, start, along) if single else None
            if shape is not None:
                yield shape
            elif index in self._loose:
                yield "other"


def _may_be_part(one: Entity) -> bool:
    """Whether what draws an entity may be an arrow's end instead: an edge from a node to itself without a head."""
    return isinstance(one, Edge) and not one.tips and (one.source == one.target or None in (one.source, one.target))


def middle_heads(edge: Edge) -> int:
    """Return how many heads stand along an edge and at neither end."""
    return sum(tip.heads for tip in _apart(edge.tips) if tip.kind == "arrow" and tip.end is TipEnd.MIDDLE)


def _apart(tips: tuple[Tip, ...]) -> Iterator[Tip]:
    """Yield the tips, those that two lines of one arrow share once."""
    seen: set[tuple[object, ...]] = set()
    for tip in tips:
        key = (tip.elements or tip.apex, tip.kind, tip.end is TipEnd.MIDDLE)
        if key not in seen:
            seen.add(key)
            yield tip


def _tips(edge: Edge, *, at_end: bool) -> Iterator[Tip]:
    for tip in _apart(edge.tips):
        to_start, to_end = np.hypot(*(edge.path[[0, -1]] - np.asarray(tip.apex)).T)
        if tip.end is not TipEnd.MIDDLE and (to_end < to_start) == at_end:
            yield tip


def _curled(path: Array, longest: float) -> bool:
    """Whether a line begins with a small hook and runs on calmly from there."""
    total = length(path)
    if total <= 0:
        return False
    turns = _turns(at_length(path, np.linspace(0, 2 * min(_SHARE * total, longest), _STEPS)))
    first, rest = turns[: _STEPS // 2], turns[_STEPS // 2 :]
    return abs(float(first.sum())) >= _CURLED and float(np.abs(np.cumsum(rest)).max(initial=0.0)) <= _CALM


def _turns(points: Array) -> Array:
    """Return the signed turns of a polyline at its inner points, in radians."""
    steps = np.diff(points, axis=0)
    angles = np.arctan2(steps[:, 1], steps[:, 0])
    return np.asarray((np.diff(angles) + math.pi) % (2 * math.pi) - math.pi)


def _shape(points: Array, start: Array, along: Array) -> str | None:
    """Return ``bar`` for a small straight stroke across the start of a line, ``hook`` for one that curls from it."""
    chord = points[-1] - points[0]
    long, total = float(np.hypot(*chord)), length(points)
    if long >= 0.99 * total > 0:
        middle = (points[0] + points[-1]) / 2
        across = abs(float(chord @ along)) <= _BAR * long
        return "bar" if across and float(np.hypot(*(middle - start))) <= _OFF * long else None
    ends = np.hypot(*(points[[0, -1]] - start).T)
    turned = abs(float(_turns(at_length(points, np.linspace(0, total, 33))).sum()))
    return "hook" if ends.min() <= _JOINED * total and turned >= _CURLED and long > _OFF * total else None
