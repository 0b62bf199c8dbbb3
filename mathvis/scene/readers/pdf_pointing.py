"""What the ink of an arrow tip says about the way it points, whatever its mark claims."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

from mathvis.scene.readers.pdf_geometry import bounds, polyline

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mathvis.scene.model import XY, Subpath
    from mathvis.scene.readers.pdf_ink import PathInk

CLEAR = 0.9
"""A tip points somewhere if its front is narrower than this share of its back."""
SHARP = 0.45
"""What is called a bar, a dot or a hook is an arrow head if its front is narrower than this share of its back."""
_FLAT = 1e-6
"""Big points; what reaches no farther along a direction is a bar across it, and rounding decides nothing."""
_SAMPLES = 8
_PART = 1 / 3


def pointing(ink: Iterable[PathInk], direction: XY, through: XY) -> int:
    """Tell which way a tip points along a direction.

    An arrow head is narrow in front and wide behind; a bar, a dot or a square is as wide on both sides.

    Parameters
    ----------
    through
        A point of the tip's axis, for heads with one barb only.

    Returns
    -------
    int
        1 if it points in that direction, -1 if it points against it, 0 if its ink does not say.
    """
    parts = _parts(ink, direction)
    if parts is None:
        return 0
    front, back = parts
    widths = _compared(max(front) - min(front), max(back) - min(back), CLEAR)
    if widths:
        return widths
    axis = through[1] * direction[0] - through[0] * direction[1]
    return _compared(max(abs(v - axis) for v in front), max(abs(v - axis) for v in back), CLEAR)


def sharp(ink: Sequence[PathInk], direction: XY, width: float) -> int:
    """Tell which way a tip points that is said to be blunt, as `pointing` does; 0 unless it is a plain arrow head.

    Parameters
    ----------
    width
        Width of the line it belongs to; what is hardly wider is the end of a line.
    """
    parts = _parts(ink, direction)
    if parts is None:
        return 0
    front, back = (max(part) - min(part) for part in parts)
    wide = max(front, back)
    if wide < 1.5 * width or 4 * length_along(ink, direction) < wide:
        return 0
    return _compared(front, back, SHARP)


def length_along(ink: Iterable[PathInk], direction: XY) -> float:
    """Return how far paths reach along a direction, line widths left out."""
    along = [
        x * direction[0] + y * direction[1] for path in ink for subpath in path.subpaths for x, y in polyline(subpath)
    ]
    return max(along) - min(along) if along else 0.0


def _parts(ink: Iterable[PathInk], direction: XY) -> tuple[list[float], list[float]] | None:
    """Return where the front and the back third of a tip lie across a direction."""
    points = [point for path in ink for subpath in path.subpaths for point in _samples(polyline(subpath))]
    if not points:
        return None
    dx, dy = direction
    along = [x * dx + y * dy for x, y in points]
    low, high = min(along), max(along)
    reach = (high - low) * _PART
    if reach <= _FLAT:
        return None
    across = [y * dx - x * dy for x, y in points]
    front = [v for u, v in zip(along, across, strict=True) if u >= high - reach]
    back = [v for u, v in zip(along, across, strict=True) if u <= low + reach]
    return front, back


def _compared(front: float, back: float, share: float) -> int:
    if front < share * back:
        return 1
    return -1 if back < share * front else 0


def _samples(points: Sequence[XY]) -> Iterable[XY]:
    yield points[0]
    for (x0, y0), (x1, y1) in pairwise(points):
        for step in range(1, _SAMPLES + 1):
            yield (x0 + (x1 - x0) * step / _SAMPLES, y0 + (y1 - y0) * step / _SAMPLES)


def extent(subpaths: Iterable[Subpath]) -> float:
    """Return the diagonal of the box of all control points; 0 without any."""
    points = [point for subpath in subpaths for point in subpath.points]
    if not points:
        return 0.0
    x0, y0, x1, y1 = bounds(points)
    return math.hypot(x1 - x0, y1 - y0)
