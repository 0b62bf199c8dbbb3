"""Dashes so far apart that a reader sees no line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mathvis.scene.model import Path
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mathvis.binding.ink import Ink


def widest_gap(ink: Ink, elements: Iterable[int]) -> float:
    """Widest gap between dashes among strokes, in printed points; 0 for solid lines."""
    widest = 0.0
    for index in elements:
        element = ink.scene.elements[index]
        if not isinstance(element, Path) or element.stroke is None or not element.stroke.dash:
            continue
        dash = element.stroke.dash
        gaps = (dash * 2 if len(dash) % 2 else dash)[1::2]
        capped = element.stroke.width if element.stroke.cap else 0.0
        widest = max(widest, max(gaps) - capped)
    return widest * ink.printed


def sparse(ink: Ink, elements: Iterable[int]) -> float | None:
    """The widest gap if it is wider than `Tolerances.dash_gap`, else None."""
    gap = widest_gap(ink, elements)
    return gap if gap > TOLERANCES.dash_gap else None
