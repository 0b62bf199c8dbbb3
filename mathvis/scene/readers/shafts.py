"""What arrows look like whatever painted them: double shafts, and heads that point back into their line."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from mathvis.scene.model import Path, Role, TipEnd
from mathvis.scene.readers.pdf_geometry import bounds, polyline
from mathvis.scene.readers.pdf_tips import MOST_TIPS, Trace, outward
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mathvis.scene.model import RGB, XY, Canvas, Element, Stroke, Tip
    from mathvis.scene.readers.pdf_geometry import Box

_STEP = 1 / 255
"""A step of an 8-bit channel is not seen."""
_BACK = 8
"""How many strokes before it are looked at for the one that a stroke hollows out."""
_LOOKS = 16
"""Places along a stroke that are compared."""
_TRIES = 20_000
"""Most points of strokes that are looked at as hollowing out others."""
_OFF = 0.25
"""Farthest a hollowing stroke may be from the middle of the other, in the rails that are left of that."""
_MOST = 0.6
"""Least share of a line's length that is hollow."""
_BACKWARD = 0.3
"""Cosine against its line's end beyond which a head points back."""


def with_shafts(elements: Sequence[Element], canvas: Canvas) -> list[Element]:
    """Mark the strokes that read as two parallel lines; what hollows them out, and has no other name, is their casing.

    Parameters
    ----------
    elements
        The elements of a scene in paint order.
    canvas
        The page, whose colour hollows a line out.
    """
    out = list(elements)
    if not any(
        isinstance(e, Path) and e.stroke is not None and _is(e.stroke.paint.color, canvas.background) for e in out
    ):
        return out
    before: deque[_Drawn] = deque(maxlen=_BACK)
    tried = 0
    for element in elements:
        if not isinstance(element, Path):
            continue
        stroke = element.stroke
        if stroke is None or not element.subpaths:
            continue
        if not _is(stroke.paint.color, canvas.background):
            before.append(_drawn(element, stroke))
        elif element.fill is None and not stroke.dash and stroke.paint.alpha >= TOLERANCES.opaque and tried < _TRIES:
            inner = _drawn(element, stroke)
            tried += len(inner.points)
            line = next((line for line in reversed(before) if _hollows(inner, line)), None)
            if line is not None:
                out[line.path.index] = replace(line.path, double=True)
                if element.role is Role.PATH and set(element.names).issubset(line.path.names):
                    out[element.index] = replace(element, role=Role.CASING, command=line.path.command)
    return out


def with_tails(elements: Sequence[Element]) -> list[Element]:
    """Call heads at the end of a line tails that point back into it, as pgf's are; on closed lines there is no end.

    Of very many tips on one line only the first are kept.
    """
    return [
        replace(element, tips=tuple(_named(element, tip) for tip in element.tips[:MOST_TIPS]))
        if isinstance(element, Path) and element.tips
        else element
        for element in elements
    ]


def _named(path: Path, tip: Tip) -> Tip:
    if tip.end is TipEnd.MIDDLE or tip.kind != "arrow" or not path.subpaths or path.subpaths[-1].closed:
        return tip
    away = outward(path.subpaths, tip.end)
    if away is None or away[0] * tip.direction[0] + away[1] * tip.direction[1] >= -_BACKWARD:
        return tip
    return replace(tip, kind="tail")


def _is(color: RGB, other: RGB) -> bool:
    return all(abs(a - b) <= _STEP for a, b in zip(color, other, strict=True))


class _Drawn(NamedTuple):
    """A stroked path, its points, and their box."""

    path: Path
    stroke: Stroke
    points: list[XY]
    box: Box


def _drawn(path: Path, stroke: Stroke) -> _Drawn:
    points = [point for piece in path.subpaths for point in polyline(piece)]
    return _Drawn(path, stroke, points, bounds(points))


def _hollows(inner: _Drawn, line: _Drawn) -> bool:
    """Tell whether a stroke runs along the middle of a wider one and leaves a rail of that on either side."""
    rail = (line.stroke.width - inner.stroke.width) / 2
    if rail <= 0:
        return False
    (a, b, c, d), (x0, y0, x1, y1) = inner.box, line.box
    if a < x0 - rail or b < y0 - rail or c > x1 + rail or d > y1 + rail or _way(inner) < _MOST * _way(line):
        return False
    points = [*inner.points, *(((p[0] + q[0]) / 2, (p[1] + q[1]) / 2) for p, q in pairwise(inner.points))]
    trace = Trace(line.path)
    return all(trace.distance(point) <= _OFF * rail for point in points[:: len(points) // _LOOKS + 1])


def _way(drawn: _Drawn) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(drawn.points))
