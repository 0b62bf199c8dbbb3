"""The second key: the text that the Gold IR demands stands at the object, and only there.

A text inside an object (a node's text, a text in the object's SVG group) labels it. Any other text labels
what it stands nearest to among the objects of like kind, within `Tolerances.label_distance`, and
`Tolerances.label_lead` times nearer than the next; where two are about equally near, colour and then
elimination decide (the other object has its own label, clearly).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import shapely

from mathvis.figure.finding import Evidence, Finding, holds, undecided, violated
from mathvis.goldir.codes import Code
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapely.geometry.base import BaseGeometry

    from mathvis.figure.model import Text
    from mathvis.scene.model import RGB

_TOUCHING = 0.5
"""Big points below which a text touches an object; texts that touch two are equally near to both."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A visible text: its record, its colour, its box as a polygon, its type size in page units."""

    text: Text
    color: RGB
    box: BaseGeometry
    height: float


@dataclass(frozen=True, slots=True)
class Claim:
    """An object that competes for labels.

    Attributes
    ----------
    id
        The entity or member.
    rival
        Objects with the same word compete with each other (``point``, ``curve``, ``edge`` …).
    wanted
        Normal form that must stand at it; None if it needs no label.
    shown
        The label as the Gold IR writes it, for messages.
    geometry
        Its ink on the page.
    own
        Indices of printed texts that are part of it.
    color
        Its stroke or fill colour.
    """

    id: str
    rival: str
    wanted: str | None
    shown: str
    geometry: BaseGeometry
    own: tuple[int, ...] = ()
    color: RGB | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """Which printed text labels a claim (index), the finding, and where a misplaced label stands."""

    text: int | None
    finding: Finding
    stands_at: str | None = None


def settle(claims: Sequence[Claim], texts: Sequence[Printed], diagonal: float) -> dict[str, Settled]:
    """Decide for every claim with a wanted label whether it carries it.

    Parameters
    ----------
    claims
        All objects that could be labelled.
    texts
        All visible texts.
    diagonal
        Diagonal that distances are shares of, in big points.
    """
    owner = {index: claim.id for claim in claims for index in claim.own}
    distances = {
        claim.id: np.array([float(shapely.distance(claim.geometry, item.box)) for item in texts]) for claim in claims
    }
    out: dict[str, Settled] = {}
    clear: dict[str, int] = {}
    open_: list[Claim] = []
    for claim in claims:
        if claim.wanted is None:
            continue
        own = [i for i in claim.own if texts[i].text.form == claim.wanted]
        if own:
            clear[claim.id] = own[0]
        else:
            open_.append(claim)
    nearest = {claim.id: _candidate(claim, texts, distances, owner, diagonal) for claim in open_}
    for claim in open_:
        index = nearest[claim.id]
        if index is not None and not _rivals(claim, index, claims, distances, texts, TOLERANCES.label_lead):
            clear[claim.id] = index
    # Elimination: a rival that is clearly labelled by another text does not contest this one.
    settled = True
    while settled:
        settled = False
        for claim in open_:
            index = nearest[claim.id]
            if claim.id in clear or index is None:
                continue
            contest = _rivals(claim, index, claims, distances, texts, TOLERANCES.label_lead)
            beaten = _rivals(claim, index, claims, distances, texts, 1 / TOLERANCES.label_lead)
            if not beaten and all(clear.get(rival, index) != index for rival in contest):
                clear[claim.id] = index
                settled = True
    for claim in claims:
        if claim.wanted is None:
            continue
        if claim.id in clear:
            index = clear[claim.id]
            out[claim.id] = Settled(index, holds(f"{claim.shown} stands at it", evidence=_at(texts[index])))
        else:
            out[claim.id] = _failure(claim, nearest[claim.id], claims, texts, distances, owner, diagonal)
    return _permuted(out)


def _candidate(
    claim: Claim,
    texts: Sequence[Printed],
    distances: Mapping[str, np.ndarray],
    owner: Mapping[int, str],
    diagonal: float,
) -> int | None:
    """Nearest free text that reads as wanted and is near enough."""
    near = [
        (float(distances[claim.id][i]), i)
        for i, item in enumerate(texts)
        if item.text.form == claim.wanted and owner.get(i, claim.id) == claim.id
    ]
    if not near:
        return None
    distance, index = min(near)
    return index if distance <= reach(texts[index], diagonal) else None


def reach(item: Printed, diagonal: float) -> float:
    """Farthest, in big points, that a text may stand from what it labels."""
    return max(TOLERANCES.label_distance * diagonal, TOLERANCES.label_lines * item.height)


def _rivals(
    claim: Claim,
    index: int,
    claims: Sequence[Claim],
    distances: Mapping[str, np.ndarray],
    texts: Sequence[Printed],
    lead: float,
) -> list[str]:
    """Objects of like kind that the text is not `lead` times farther from than from the claim."""
    mine = float(distances[claim.id][index])
    floor = max(mine, _TOUCHING)
    found = []
    for other in claims:
        if other.id == claim.id or other.rival != claim.rival or other.wanted == claim.wanted is not None:
            continue
        if float(distances[other.id][index]) >= lead * floor:
            continue
        if _colour_says(texts[index].color, claim.color, other.color):
            continue
        found.append(other.id)
    return found


def _colour_says(text: RGB, mine: RGB | None, other: RGB | None) -> bool:
    """Whether the text's colour is the claim's, and is not the other's."""
    if mine is None or other is None or max(text) - min(text) < 0.15:
        return False
    return max(abs(a - b) for a, b in zip(text, mine, strict=True)) < 0.05 and (
        max(abs(a - b) for a, b in zip(text, other, strict=True)) > 0.2
    )


def _failure(
    claim: Claim,
    near: int | None,
    claims: Sequence[Claim],
    texts: Sequence[Printed],
    distances: Mapping[str, np.ndarray],
    owner: Mapping[int, str],
    diagonal: float,
) -> Settled:
    matching = [i for i, item in enumerate(texts) if item.text.form == claim.wanted]
    reading = f"it reads {texts[claim.own[0]].text.text!r}, not {claim.shown}" if claim.own else ""
    if not matching:
        return Settled(None, violated(Code.O2, reading or f"{claim.shown} is not there as text"))
    index = near if near is not None else min(matching, key=lambda i: float(distances[claim.id][i]))
    mine = float(distances[claim.id][index])
    held = next((owner[i] for i in matching if owner.get(i, claim.id) != claim.id), None)
    if near is None and held is not None:
        message = f"{claim.shown} stands at {held}" + (f", and {reading}" if reading else "")
        return Settled(None, violated(Code.B1, message, evidence=_at(texts[index])), held)
    rivals = [o for o in claims if o.id != claim.id and o.rival == claim.rival and o.wanted != claim.wanted]
    closest = min(rivals, key=lambda o: float(distances[o.id][index]), default=None)
    if closest is not None:
        theirs = float(distances[closest.id][index])
        if theirs <= reach(texts[index], diagonal) and theirs * TOLERANCES.label_lead <= max(mine, _TOUCHING):
            finding = violated(Code.B1, f"{claim.shown} stands at {closest.id}", evidence=_at(texts[index]))
            return Settled(None, finding, closest.id)
        if near is not None:
            message = f"{claim.shown} stands about as near to {closest.id}"
            return Settled(None, undecided(message, code=Code.U4, evidence=_at(texts[index])))
    finding = violated(
        Code.O2,
        f"{claim.shown} is not at it",
        measured=mine / diagonal,
        tolerance=TOLERANCES.label_distance,
        evidence=_at(texts[index]),
    )
    return Settled(None, finding)


def _permuted(found: dict[str, Settled]) -> dict[str, Settled]:
    """Turn wrong objects into swapped labels where each label stands at the next object of a cycle."""
    out = dict(found)
    for start, item in found.items():
        here, steps = item.stands_at, 0
        while here is not None and here != start and here in found and steps <= len(found):
            here, steps = found[here].stands_at, steps + 1
        if here == start:
            out[start] = replace(item, finding=item.finding.with_code(Code.B2))
    return out


def _at(item: Printed) -> tuple[Evidence, ...]:
    center = item.text.center
    return (Evidence(item.text.elements, (float(center[0]), float(center[1])), item.text.text),)
