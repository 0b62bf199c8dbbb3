"""Lines that were drawn again: where a hidden line is still there for a reader, in another colour.

A stroke that another one covers along its own course (a side of a triangle drawn once more in red, a path redrawn
thicker) is not gone: a reader sees a line there. It counts only where the upper stroke follows the lower one,
is itself seen there with enough contrast, and is no broad band. What a reader sees is then the upper stroke's look.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from mathvis.scene.model import Path, Role
from mathvis.scene.polyline import at
from mathvis.scene.seen import Cause, Gap

if TYPE_CHECKING:
    from mathvis.scene.visibility import Visibility

_geos: Any = shapely
_BROADEST = 4.0
"""Widths of the lower line up to which the upper one is a line rather than a band."""
_SAMPLES = 33


def retraced(visibility: Visibility, index: int) -> tuple[Gap, ...]:
    """Gaps of an element's line that other strokes run along in full sight; `by` are those strokes alone.

    Parameters
    ----------
    index
        A path with a stroke; anything else has no such gaps.
    """
    geometry, seen = visibility.geometry, visibility[index]
    width, found = geometry.width(index), []
    for gap in seen.gaps:
        if gap.cause is not Cause.PAINT:
            continue
        line = geometry.polylines(index)[gap.piece]
        places = _geos.points(at(line.points, np.linspace(gap.start, gap.stop, _SAMPLES)[1:-1]))
        left, by = np.ones(len(places), bool), []
        for other in gap.by:
            upper = geometry.scene.elements[other]
            if not (isinstance(upper, Path) and upper.stroke is not None and upper.role is not Role.CASING):
                continue
            broad = geometry.width(other)
            # Along it, not across it: a gap no longer than the upper line is wide is a crossing.
            if broad > _BROADEST * width or gap.stop - gap.start <= 2 * broad:
                continue
            if visibility.contrast(other) < geometry.tolerances.contrast or not visibility.parts(other):
                continue
            course = shapely.MultiLineString([part.points for part in visibility.parts(other)])
            near = _geos.distance(places, course) <= max(broad, width) / 2
            if (near & left).any():
                left &= ~near
                by.append(other)
        if by and not left.any():
            found.append(Gap(gap.piece, gap.start, gap.stop, gap.cause, tuple(by), gap.bridged))
    return tuple(found)
