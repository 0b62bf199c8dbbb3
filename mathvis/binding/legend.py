"""Samples in a legend that carry the name of the curve they stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

from mathvis.binding.ink import linework, quad

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mathvis.binding.drafts import Sight
    from mathvis.binding.labels import Printed
    from mathvis.binding.marks import Array
    from mathvis.scene.model import Path

_LENGTHS = (0.8, 5.0)
"""Length of a sample in type sizes of its text."""
_GAP = 2.0
"""Widest gap between a sample and its text in type sizes."""
_REST = 3.0
"""How much longer than the sample the curve itself is at least; dashes drawn one by one are no samples."""
_BEND = 0.01
"""Farthest that a straight sample departs from its chord, as a share of its length."""


def without_samples(sight: Sight, paths: Sequence[Path], wanted: str | None) -> tuple[Path, ...]:
    """Leave out of the strokes of a curve the samples that a legend draws under the curve's name.

    A sample is a short straight level stroke of its own, apart from the much longer rest, directly beside a text
    that reads as the curve's label, or beside any text in a node called a legend.

    Parameters
    ----------
    sight
        The ink, looked at for the curve's panel.
    paths
        Strokes that carry the curve's name.
    wanted
        Normal form of the curve's label; None if it needs none.
    """
    if len(paths) < 2:
        return tuple(paths)
    ink = sight.ink
    samples = [path for path in paths if _is_sample(sight, path, wanted)]
    rest = [path for path in paths if path not in samples]
    if not samples or not rest:
        return tuple(paths)
    shape = linework([line for path in rest for line in ink.outlines(path)])
    longest = max(line.length for line in ink.lines(rest, sight.gap))
    out = {
        path.index
        for path in samples
        if _REST * ink.outlines(path)[0].length <= longest
        and shape.distance(linework(ink.outlines(path))) > max(sight.gap, ink.geometry.width(path.index))
    }
    return tuple(path for path in paths if path.index not in out)


def _is_sample(sight: Sight, path: Path, wanted: str | None) -> bool:
    ink = sight.ink
    lines = ink.outlines(path)
    if len(lines) != 1 or lines[0].closed or path.tips or path.fill is not None:
        return False
    points = lines[0].points
    shape = shapely.LineString(points)
    if shape.length > (1 + _BEND) * float(np.hypot(*(points[-1] - points[0]))):
        return False
    legends = [node for node in ink.scene.nodes if any("legend" in name.lower() for name in node.names)]
    called = any("legend" in name.lower() for name in path.names) or any(
        quad(node.box).covers(shape) for node in legends
    )
    for k in ink.text_tree.query(shape, predicate="dwithin", distance=_GAP * _largest(ink.texts)).tolist():
        item = ink.texts[k]
        if (item.text.form == wanted or called) and stands_beside(points, item):
            return True
    return False


def _largest(texts: Sequence[Printed]) -> float:
    return max((item.height for item in texts), default=0.0)


def stands_beside(points: Array, item: Printed) -> bool:
    """Whether a stroke, shape (n, 2), stands beside a text as a sample stands in a row of a legend."""
    low, high = points.min(axis=0), points.max(axis=0)
    length, height = float(high[0] - low[0]), item.height
    x0, y0, x1, y1 = item.box.bounds
    if not _LENGTHS[0] * height <= length <= _LENGTHS[1] * height or high[1] - low[1] > min(
        0.02 * length, 0.1 * height
    ):
        return False
    gap = max(x0 - high[0], low[0] - x1)
    return bool(-0.1 * height <= gap <= _GAP * height and y0 <= (low[1] + high[1]) / 2 <= y1)
