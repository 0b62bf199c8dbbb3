"""Casings: strokes that only set off or hollow out another stroke.

``double`` paints a line wide and then its inside in another colour; ``preaction`` and the knots library put
a wide white stroke under a line, and so do authors who draw a crossing by hand.
"""

from __future__ import annotations

import math
from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from mathvis.scene.readers.pdf_geometry import polyline
from mathvis.scene.readers.pdf_tips import distance

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mathvis.scene.model import Path, Stroke

WHITE = 1 - 1 / 255
"""A colour whose components all reach this is that of the page: a step of an 8-bit channel is not seen."""
_GRID = 100.0  # strokes are the same line if their control points agree to a hundredth of a big point

_ENDS = 9.0
"""How far a casing may go on beyond the painted end of its line, where a tip is, in its line widths."""
_LOOKS = 32


class Stroked(NamedTuple):
    """A stroked path and how it was painted.

    Attributes
    ----------
    inner
        Whether it is the second stroke of a double line.
    use
        Number of the use of a path that painted it.
    part
        ``pre`` or ``post`` for the strokes of an action, else empty.
    """

    path: Path
    stroke: Stroke
    inner: bool
    use: int
    part: str


def casings(strokes: Sequence[Stroked]) -> set[int]:
    """Return the indices of the strokes that are casings."""
    return _hollows(strokes) | _actions(strokes) | _underlays(strokes)


def _white(item: Stroked) -> bool:
    return min(item.stroke.paint.color) >= WHITE


def _hollows(strokes: Iterable[Stroked]) -> set[int]:
    """Of the two strokes of a double line, take the inner one; the outer one where only that is white."""
    outer: dict[int, Stroked] = {}
    found = set()
    for item in strokes:
        if not item.inner:
            outer[item.use] = item
        elif (
            (around := outer.get(item.use)) is not None
            and item.stroke.width < around.stroke.width
            and _place(item) == _place(around)
        ):
            found.add(around.path.index if _white(around) and not _white(item) else item.path.index)
    return found


def _actions(strokes: Iterable[Stroked]) -> set[int]:
    """Take preactions wider than the line itself, and white postactions narrower than it."""
    commands: dict[tuple[int, str | None], list[Stroked]] = defaultdict(list)
    for item in strokes:
        commands[item.path.command, item.path.node].append(item)
    found = set()
    for members in commands.values():
        mains = [item for item in members if not item.part]
        widths = [item.stroke.width for item in mains]
        for item in members:
            if not item.part or not widths or item.path.fill is not None:
                continue
            wider = item.part == "pre" and item.stroke.width > max(widths)
            hollow = item.part == "post" and item.stroke.width < min(widths) and _white(item)
            if (wider or hollow) and _runs_along(item, mains):
                found.add(item.path.index)
    return found


def _underlays(strokes: Iterable[Stroked]) -> set[int]:
    """Take white strokes over which a narrower stroke of another colour runs along the very same line."""
    waiting: dict[tuple[object, ...], list[Stroked]] = defaultdict(list)
    found = set()
    for item in strokes:
        key = _place(item)
        if _white(item):
            if item.path.fill is None:
                waiting[key].append(item)
        else:
            found |= {under.path.index for under in waiting.get(key, ()) if under.stroke.width > item.stroke.width}
    return found


def _place(item: Stroked) -> tuple[object, ...]:
    return tuple((round(x * _GRID), round(y * _GRID)) for subpath in item.path.subpaths for x, y in subpath.points)


def _runs_along(item: Stroked, mains: Sequence[Stroked]) -> bool:
    """Tell whether a stroke stays on the line it belongs to, but for the ends, where that may give way to a tip."""
    if any(_place(item) == _place(main) for main in mains):
        return True
    half, ends = max(item.stroke.width, *(main.stroke.width for main in mains)) / 2, _ENDS * item.stroke.width
    tips = [subpath.points[k] for main in mains for subpath in main.path.subpaths for k in (0, -1)]
    points = [point for subpath in item.path.subpaths for point in polyline(subpath)]
    points += [((x0 + x1) / 2, (y0 + y1) / 2) for (x0, y0), (x1, y1) in pairwise(points)]
    step = len(points) // _LOOKS + 1
    return all(
        any(math.hypot(point[0] - x, point[1] - y) <= ends for x, y in tips)
        or any(distance(main.path, point) <= half for main in mains)
        for point in points[::step]
    )
