"""Dashes so far apart that a reader sees no line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mathvis.scene.model import Path
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mathvis.binding.ink import Ink


def widest_gap(ink: Ink, elements: Iterable[int]) -> float:
    """Widest gap between dashes among strokes, in printed points; 0 for solid lines.

    Dashes too short to be seen count as parts of the gap; a line of nothing else is one gap.
    """
    widest = 0.0
    for index in elements:
        element = ink.scene.elements[index]
        if not isinstance(element, Path) or element.stroke is None or not element.stroke.dash:
            continue
        dash = element.stroke.dash
        capped = element.stroke.width if element.stroke.cap else 0.0
        gap = _between_seen(dash * 2 if len(dash) % 2 else dash, capped, TOLERANCES.hairline / ink.printed)
        widest = max(widest, ink.geometry.length(index) if gap is None else gap)
    return widest * ink.printed


def _between_seen(dash: Sequence[float], capped: float, least: float) -> float | None:
    """Widest gap between dashes of at least a length, across the shorter ones; None if there are none."""
    pairs = list(zip(dash[::2], dash[1::2], strict=True))
    seen = [k for k, (on, _) in enumerate(pairs) if on + capped >= least]
    if not seen:
        return None
    widest = gap = 0.0
    for on, off in pairs[seen[0] :] + pairs[: seen[0]]:
        gap = off - capped if on + capped >= least else gap + on + off
        widest = max(widest, gap)
    return widest


def sparse(ink: Ink, elements: Iterable[int]) -> float | None:
    """The widest gap if it is wider than `Tolerances.dash_gap`, else None."""
    gap = widest_gap(ink, elements)
    return gap if gap > TOLERANCES.dash_gap else None
