"""What arrows look like whatever painted them: double shafts, and heads that point back into their line."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from mathvis.scene.model import Path, TipEnd
from mathvis.scene.readers.pdf_geometry import polyline
from mathvis.scene.readers.pdf_tips import distance, outward
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mathvis.scene.model import RGB, Canvas, Element, Stroke, Tip

_STEP = 1 / 255
"""A step of an 8-bit channel is not seen."""
_BACK = 8
"""How many strokes before it are looked at for the one that a stroke hollows out."""
_LOOKS = 16
"""Places along a stroke that are compared."""
_OFF = 0.25
"""Farthest a hollowing stroke may be from the middle of the other, in the rails that are left of that."""
_MOST = 0.6
"""Least share of a line's length that is hollow."""
_BACKWARD = 0.3
"""Cosine against its line's end beyond which a head points back."""


def with_shafts(elements: Sequence[Element], canvas: Canvas) -> list[Element]:
    """Mark the strokes that read as two parallel lines.

    Parameters
    ----------
    elements
        The elements of a scene in paint order.
    canvas
        The page, whose colour hollows a line out.
    """
    out = list(elements)
    before: deque[Path] = deque(maxlen=_BACK)
    for element in elements:
        if not isinstance(element, Path):
            continue
        stroke = element.stroke
        if stroke is None:
            continue
        if element.fill is None and not stroke.dash and _is(stroke.paint.color, canvas.background):
            opaque = stroke.paint.alpha >= TOLERANCES.opaque
            line = next((line for line in reversed(before) if opaque and _hollows(element, stroke, line)), None)
            if line is not None:
                out[line.index] = replace(line, double=True)
        elif not _is(stroke.paint.color, canvas.background):
            before.append(element)
    return out


def with_tails(elements: Sequence[Element]) -> list[Element]:
    """Call heads at the end of a line tails that point back into it, as pgf's are; on closed lines there is no end."""
    return [
        replace(element, tips=tuple(_named(element, tip) for tip in element.tips))
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


def _hollows(inner: Path, stroke: Stroke, line: Path) -> bool:
    """Tell whether a stroke runs along the middle of a wider one and leaves a rail of that on either side."""
    if line.stroke is None:
        return False
    rail = (line.stroke.width - stroke.width) / 2
    if rail <= 0 or _length(inner) < _MOST * _length(line):
        return False
    points = [point for piece in inner.subpaths for point in polyline(piece)]
    points += [((x0 + x1) / 2, (y0 + y1) / 2) for (x0, y0), (x1, y1) in pairwise(points)]
    return all(distance(line, point) <= _OFF * rail for point in points[:: len(points) // _LOOKS + 1])


def _length(path: Path) -> float:
    return sum(_way(polyline(piece)) for piece in path.subpaths)


def _way(points: Iterable[tuple[float, float]]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(points))
