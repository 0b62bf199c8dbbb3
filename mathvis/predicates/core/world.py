"""The closed world: nothing is drawn that nothing accounts for."""

from __future__ import annotations

from typing import Literal

from mathvis.figure.finding import Evidence, Finding, holds, violated
from mathvis.figure.model import Figure
from mathvis.goldir.codes import Code, Group
from mathvis.predicates.measure.words import plural
from mathvis.predicates.registry import predicate

InkKind = Literal["curve", "mark", "fill", "arrow", "text", "image"]
_ALL: tuple[InkKind, ...] = ("curve", "mark", "fill", "arrow", "text", "image")


@predicate(group=Group.VERIFICATION, codes=(Code.X1,))
def no_extras(
    figure: Figure,
    kinds: tuple[InkKind, ...] = _ALL,
    construction: tuple[InkKind, ...] = (),
    panel: str | None = None,
) -> Finding:
    """No visible ink of these kinds is left that neither an entity nor recognised decoration accounts for.

    Of the kinds under `construction`, not even light construction lines with a name of their own are allowed;
    axes, ticks, grids and frames are. With `panel`, ink of other panels does not count; ink of no panel always does.

    Examples
    --------
    ::

        - nothing-else: {no_extras: {kinds: [curve, arrow, mark]}}
        - no-guides:    {no_extras: {kinds: [curve, arrow], construction: [arrow]}}
    """
    found = [ink for ink in figure.extras if ink.kind in kinds]
    found += [ink for ink in figure.construction if ink.kind in construction]
    found = [ink for ink in found if panel is None or ink.panel in (panel, None)]
    if not found:
        return holds("nothing else is drawn", measured=0)
    first = found[0]
    place = tuple(float(v) for v in first.geometry.mean(axis=0)) if len(first.geometry) else None
    counts = [
        plural(sum(ink.kind == kind for ink in found), kind) for kind in _ALL if any(i.kind == kind for i in found)
    ]
    return violated(
        Code.X1,
        f"{', '.join(counts)} that nothing accounts for",
        measured=len(found),
        evidence=tuple(
            Evidence(ink.elements, (place[0], place[1]) if ink is first and place else None) for ink in found
        ),
    )
