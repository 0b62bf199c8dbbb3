"""Points: a visible mark, or an end, corner or crossing of visible ink, at a named place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

from mathvis.binding.drafts import Draft, Sight, nothing, texts_of
from mathvis.binding.marks import Mark, together
from mathvis.figure.finding import Evidence, violated
from mathvis.goldir.codes import Code
from mathvis.goldir.model import Kind
from mathvis.scene.model import Path

if TYPE_CHECKING:
    from collections.abc import Sequence


def point(sight: Sight, id_: str, name: str) -> Draft:
    """Propose the one place that a name marks."""
    ink = sight.ink
    for inmost in (True, False):
        found = sight.called(name, inmost=inmost)
        marks = ink.marks.of((e.index for e in found), sight.mark)
        if marks:
            break
    own = texts_of(ink, found)
    spots = _apart(marks, sight)
    if not spots:
        places = ink.places(name, sight.at)
        if not places:
            return Draft(id_, name, Kind.POINT, own=own, problem=nothing(name, "is marked", ink, found))
        for place in places:
            spot = at_place(sight, name, place)
            if spot is None:
                where = Evidence((), place)
                message = f"nothing is drawn at the place called {name!r}"
                return Draft(id_, name, Kind.POINT, own=own, problem=violated(Code.O1, message, evidence=(where,)))
            spots.append(spot)
        spots = _apart(spots, sight)
    if len(spots) > 1:
        seen = tuple(Evidence(m.elements, (float(m.at[0]), float(m.at[1]))) for m in spots)
        message = f"{len(spots)} places are called {name!r}"
        return Draft(id_, name, Kind.POINT, own=own, problem=violated(Code.U4, message, evidence=seen))
    return of_mark(sight, id_, name, spots[0], own)


def _apart(marks: Sequence[Mark], sight: Sight) -> list[Mark]:
    """Marks at different places; those at one place are one mark."""
    groups: list[list[Mark]] = []
    for mark in marks[:1000]:
        for group in groups:
            if float(np.hypot(*(mark.at - group[0].at))) <= sight.same:
                group.append(mark)
                break
        else:
            groups.append([mark])
    return [together(group) for group in groups]


def at_place(sight: Sight, name: str, place: tuple[float, float]) -> Mark | None:
    """Find the mark, or the end, corner or crossing of ink, at a named place."""
    ink = sight.ink
    for mark in ink.marks.near(place, sight.at):
        strange = any(ink.stranger(ink.scene.elements[i], name) for i in mark.elements)
        if 2 * mark.radius <= sight.mark and mark.blunt and not strange:
            return mark
    spot = ink.junctions.near(place, sight.at)
    if spot is not None:
        return Mark(spot, 0.0, filled=True, elements=())
    shared = [m for m in ink.marks.near(place, sight.at) if 2 * m.radius <= sight.mark]
    return shared[0] if shared else None


def of_mark(sight: Sight, id_: str, name: str, mark: Mark, own: tuple[int, ...]) -> Draft:
    """Make the draft of a mark; what is drawn over it at the same place without a name is part of it."""
    ink = sight.ink
    if mark.elements:
        others = [
            other
            for other in ink.marks.near(mark.at, sight.same)
            if 2 * other.radius <= sight.mark
            and not any(ink.stranger(ink.scene.elements[i], name) for i in other.elements)
        ]
        whole = together([mark, *others])
        mark = Mark(mark.at, whole.radius, whole.filled, whole.elements, mark.blunt)
    paths = [e for i in mark.elements if isinstance(e := ink.scene.elements[i], Path)]
    texts = tuple(i for k in own for i in ink.texts[k].text.elements)
    shape = shapely.Point(mark.at)
    return Draft(
        id_,
        name,
        Kind.POINT,
        (*mark.elements, *texts),
        shape.buffer(mark.radius) if mark.radius > 0 else shape,
        ink.style(paths),
        own,
        at=mark.at,
        radius=mark.radius,
        filled=mark.filled,
    )
