"""Dashes, whether a dash array makes them or many short strokes that follow each other with gaps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely
from numpy.typing import NDArray

from mathvis.scene.geometry import SceneGeometry
from mathvis.scene.model import Path
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mathvis.scene.model import Scene, Stroke
    from mathvis.scene.polyline import Polyline

Array = NDArray[np.float64]

_FEWEST = 4
"""Fewest strokes that read as the dashes of one line."""
_ONWARD = np.cos(np.radians(30.0))
"""How well a gap, and the stroke after it, must go on in the direction of the stroke before it."""
_GAPS = (0.1, 4.0)
"""Least and largest gap as a share of the strokes' median length."""
_LINKED = 0.8
"""Least share of strokes that have a neighbour on the same line."""
_MOST = 20_000
"""Most strokes that are looked at."""


def has_gaps(stroke: Stroke) -> bool:
    """Tell whether a stroke's dash array leaves gaps that its caps do not close, wide enough to be seen."""
    gaps = (stroke.dash * 2 if len(stroke.dash) % 2 else stroke.dash)[1::2]
    capped = stroke.width if stroke.cap else 0.0
    return bool(gaps) and max(gaps) - capped > TOLERANCES.hairline


def in_dashes(lines: Sequence[Polyline]) -> bool:
    """Tell whether open lines follow each other, with gaps, like the dashes of one line."""
    if not _FEWEST <= len(lines) <= _MOST or any(line.closed for line in lines):
        return False
    usual = float(np.median([line.length for line in lines]))
    ends = np.array([line.points[k] for line in lines for k in (0, -1)])
    away = np.array([_away(line.points[order]) for line in lines for order in (slice(None), slice(None, None, -1))])
    low, high = _GAPS[0] * usual, _GAPS[1] * usual
    spots = np.array(shapely.points(ends), object)
    first, second = shapely.STRtree(spots).query(spots, predicate="dwithin", distance=high)
    step = ends[second] - ends[first]
    size = np.hypot(*step.T)
    kept = (first // 2 != second // 2) & (size >= low)
    first, second, step, size = first[kept], second[kept], step[kept], size[kept]
    ahead = (step * away[first]).sum(axis=1) >= _ONWARD * size
    facing = -(away[first] * away[second]).sum(axis=1) >= _ONWARD
    linked = np.unique(first[ahead & facing] // 2)
    return len(linked) >= max(_FEWEST, _LINKED * len(lines))


def _away(points: Array) -> Array:
    """Unit vector out of a line at its first point."""
    step = points[0] - points[1]
    size = float(np.hypot(*step))
    return step / size if size > 0 else np.zeros(2)


def reads_dashed(scene: Scene, elements: Iterable[int], geometry: SceneGeometry | None = None) -> bool:
    """Tell whether the strokes of one object read as dashed: by the dash array of the first, or all together by gaps.

    Parameters
    ----------
    elements
        Indices of its paths.
    geometry
        What is computed from the scene, if it is at hand.
    """
    paths = [e for i in elements if isinstance(e := scene.elements[i], Path) and e.stroke is not None]
    if paths and paths[0].stroke is not None and has_gaps(paths[0].stroke):
        return True
    geometry = geometry or SceneGeometry(scene)
    lines = [line for path in paths for line in geometry.polylines(path.index) if line.length > 0]
    return in_dashes(lines)
