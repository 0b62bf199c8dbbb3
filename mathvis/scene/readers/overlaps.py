"""Which painted paths of a group may overlap, by their boxes."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mathvis.scene.model import Fill, Stroke, Subpath

GROUP_MESSAGE = "a group has one opacity; its parts are read one by one, and look otherwise where they overlap"
_MOST = 300
"""Parts of the largest group that is looked at pair by pair."""


def overlapping(parts: Mapping[int, tuple[Iterable[Subpath], Stroke | None, Fill | None]]) -> list[int]:
    """Return the keys of paths that overlap others or, filled and stroked, themselves; all where there are many."""
    boxes = []
    found = set()
    for key, (subpaths, stroke, fill) in parts.items():
        points = [p for subpath in subpaths for p in subpath.points]
        if not points:
            continue
        half = stroke.width / 2 if stroke is not None else 0.0
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        boxes.append((key, min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half))
        if stroke is not None and fill is not None:
            found.add(key)
    if len(boxes) > _MOST:
        return sorted(parts)
    boxes.sort(key=lambda box: box[1])
    for at, (key, x0, y0, x1, y1) in enumerate(boxes):
        for other, a0, b0, _, b1 in islice(boxes, at + 1, None):
            if a0 >= x1:
                break
            if y0 < b1 and b0 < y1 and x0 < x1:
                found.add(key)
                found.add(other)
        if len(found) == len(boxes):
            break
    return sorted(found)
