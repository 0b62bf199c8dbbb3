"""Ink without a name: what a lone label stands at, and strokes that could be edges."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

from mathvis.binding.drafts import Draft, Sight, of_area, of_paths, of_texts
from mathvis.binding.labels import reach
from mathvis.binding.nodes import of_text
from mathvis.binding.points import of_mark
from mathvis.goldir.model import Kind
from mathvis.scene.model import Path
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOUCHING = 0.5
"""Big points below which a text touches an object."""


def at_text(sight: Sight, id_: str, kind: Kind, text: int, taken: frozenset[int]) -> Draft | None:
    """Propose the ink that a label stands at, where no name tells it; `taken` elements are out.

    None where there is nothing, or where two objects are about equally near.
    """
    ink = sight.ink
    item = ink.texts[text]
    if kind in (Kind.VALUE, Kind.TEXT):
        return of_texts(ink, id_, "", kind, (text,))
    if kind is Kind.NODE:
        return of_text(sight, id_, "", text, taken)
    far = reach(item, sight.diagonal)
    if kind is Kind.POINT:
        around = (item.box.bounds[2] - item.box.bounds[0] + item.box.bounds[3] - item.box.bounds[1]) / 2
        marks = [
            mark
            for mark in ink.marks.near(item.text.center, far + around + sight.mark)
            if not taken.intersection(mark.elements)
            and item.text.elements[0] not in mark.elements
            and 2 * mark.radius <= sight.mark
            and mark.blunt
            and not any(ink.stranger(ink.scene.elements[i], "") for i in mark.elements)
        ]
        ranked = sorted((item.box.distance(shapely.Point(m.at).buffer(m.radius)), k) for k, m in enumerate(marks))
        ranked = [
            row
            for place, row in enumerate(ranked)
            if place == 0 or float(np.hypot(*(marks[row[1]].at - marks[ranked[0][1]].at))) > sight.same
        ]
        if not _clear([distance for distance, _ in ranked], far):
            return None
        return of_mark(sight, id_, "", marks[ranked[0][1]], ())
    found: list[tuple[float, int]] = []
    near = ink.geometry.tree.query(item.box, predicate="dwithin", distance=far * TOLERANCES.label_lead)
    for path in ink.main(ink.scene.elements[k] for k in sorted(near.tolist())):
        if path.index in taken or path.names or path.node is not None or ink.is_decor(path):
            continue
        if (kind is not Kind.REGION and path.stroke is None) or (kind is Kind.ARROW and not ink.tips([path])):
            continue
        shape = shapely.MultiLineString([line.points for line in ink.outlines(path)])
        found.append((float(shape.distance(item.box)), path.index))
    found.sort()
    if not _clear([distance for distance, _ in found], far):
        return None
    best = ink.scene.elements[found[0][1]]
    if not isinstance(best, Path):
        return None
    if kind is Kind.REGION:
        draft = of_area(sight, id_, "", (best,), ())
        return None if draft.problem is not None else draft
    return of_paths(sight, id_, "", kind, (best,), ())


def _clear(distances: list[float], far: float) -> bool:
    """Whether the first of sorted distances is near enough, and clearly nearer than the second."""
    if not distances or distances[0] > far:
        return False
    return len(distances) == 1 or max(distances[0], _TOUCHING) * TOLERANCES.label_lead <= distances[1]


def loose_strokes(sight: Sight, taken: frozenset[int]) -> Iterator[Path]:
    """Open visible strokes that carry no claim yet; candidates for edges between nodes."""
    ink = sight.ink
    for path in ink.strokes:
        if path.index in taken or path.stroke is None or path.node is not None or ink.is_decor(path):
            continue
        if not all(line.closed for line in ink.outlines(path)):
            yield path
