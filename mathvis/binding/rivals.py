"""Objects without a name that compete for labels: a label at an unnamed dot labels the dot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

from mathvis.binding.ink import linework
from mathvis.binding.labels import Claim
from mathvis.scene.model import Path
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mathvis.binding.drafts import Sight

_MOST = 2000
"""Most nameless objects that are looked at."""


def strangers(sight: Sight, taken: frozenset[int], claims: Sequence[Claim]) -> list[Claim]:
    """Nameless marks where points, and nameless bent strokes where curves, wait for labels.

    Straight strokes do not compete: axes and ticks stand next to many labels.
    """
    ink = sight.ink
    kinds = {claim.rival for claim in claims if claim.wanted is not None}
    out: list[Claim] = []
    if "point" in kinds:
        for mark in ink.marks.all:
            if not mark.blunt or 2 * mark.radius > sight.mark or taken.intersection(mark.elements):
                continue
            if any(not isinstance(ink.scene.elements[i], Path) for i in mark.elements) or mark.radius <= 0:
                continue
            style = ink.style([e for i in mark.elements if isinstance(e := ink.scene.elements[i], Path)])
            shape = shapely.Point(mark.at).buffer(mark.radius)
            name = f"~mark{mark.elements[0]}"
            out.append(Claim(name, "point", None, "", shape, color=style.fill or style.stroke))
    if "curve" in kinds:
        for path in ink.strokes:
            if path.stroke is None or path.index in taken or path.node is not None or ink.is_decor(path):
                continue
            lines = [line for line in ink.outlines(path) if _bent(line.points)]
            if lines and ink.geometry.length(path.index) > TOLERANCES.mark_size * sight.diagonal * 2:
                out.append(
                    Claim(f"~curve{path.index}", "curve", None, "", linework(lines), color=path.stroke.paint.color)
                )
    return out[:_MOST]


def _bent(points: np.ndarray) -> bool:
    """Whether a line departs from its chord."""
    chord = points[-1] - points[0]
    size = float(np.hypot(*chord))
    if size <= 0:
        return True
    off = np.abs((points - points[0]) @ np.array([-chord[1], chord[0]])) / size
    return bool(off.max() > 0.01 * size)
