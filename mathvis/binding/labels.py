"""The second key: the text that the Gold IR demands stands at the object, and only there.

A text labels what it stands nearest to among the objects of like kind, within `Tolerances.label_distance`, and
`Tolerances.label_lead` times nearer than the next; where two are about equally near, colour and then
elimination decide (the other object has its own label, clearly). Where everything else is `Tolerances.label_alone`
times farther, or the text has the object's colour, it may stand `Tolerances.label_far` times as far. A text that
carries an object's name cannot label another; it need not be clearly nearest, but it must stand there. A leader or
a legend pins a text to an object wherever it stands. One printed text labels one object; a second copy at another
object is ambiguous.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

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
_MOST_RIVALS = 64
"""Most objects near one text, or texts near one object, that are compared."""
_NUMERIC = frozenset("0123456789.,-−+/")


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


class _Table:
    """Distances between claims and the texts that some claim wants, near ones only."""

    def __init__(
        self,
        claims: Sequence[Claim],
        texts: Sequence[Printed],
        diagonal: float,
        pins: Mapping[int, str],
        elsewhere: Sequence[Claim],
        loose: Sequence[BaseGeometry],
    ) -> None:
        self.claims, self.texts, self.diagonal, self.pins = claims, texts, diagonal, pins
        self._everyone = (*claims, *elsewhere)
        self._tree = shapely.STRtree([claim.geometry for claim in self._everyone])
        self._loose = shapely.STRtree(loose)
        self._text_tree = shapely.STRtree([item.box for item in texts])
        # A text of another reading in an object's group may belong to what else is in the group.
        self.owner = {
            index: claim.id
            for claim in claims
            for index in claim.own
            if claim.rival == "node" or texts[index].text.form == claim.wanted
        }
        wanted = {claim.wanted for claim in claims if claim.wanted is not None}
        self.reading: dict[str, list[int]] = {}
        for k, item in enumerate(texts):
            if item.text.form in wanted:
                self.reading.setdefault(item.text.form, []).append(k)
        self.near: dict[int, list[tuple[float, Claim]]] = {k: [] for found in self.reading.values() for k in found}
        self._measure()

    def _measure(self) -> None:
        interesting = sorted(self.near)
        if not interesting:
            return
        factor = TOLERANCES.label_far * TOLERANCES.label_lead**2
        reaches = [factor * reach(self.texts[k], self.diagonal) for k in interesting]
        boxes = [self.texts[k].box for k in interesting]
        by_class: dict[str, list[Claim]] = {}
        for claim in self.claims:
            by_class.setdefault(claim.rival, []).append(claim)
        for rival, group in by_class.items():
            tree = shapely.STRtree([claim.geometry for claim in group])
            for k, box, far in zip(interesting, boxes, reaches, strict=True):
                found = tree.query(box, predicate="dwithin", distance=far)
                if len(found) > _MOST_RIVALS:
                    gaps = shapely.distance(tree.geometries[found], box)
                    found = found[gaps.argsort()[:_MOST_RIVALS]]
                rows = [(float(group[j].geometry.distance(box)), group[j]) for j in found.tolist()]
                self.near[k] += _inmost(rows) if rival == "region" else rows
        for k, ident in self.pins.items():
            if k in self.near:
                self.near[k] = [(0.0, claim) for claim in self.claims if claim.id == ident]
        for rows in self.near.values():
            rows.sort(key=lambda row: (row[0], row[1].id))

    def distance(self, claim: Claim, text: int) -> float:
        """Distance of a text from a claim; infinite where it is pinned to another or out of sight."""
        return next((far for far, other in self.near[text] if other.id == claim.id), float("inf"))

    def candidates(self, claim: Claim) -> list[tuple[float, int]]:
        """Texts that read as wanted, are near enough and belong to no other, nearest first."""
        found = []
        for k in self.reading.get(claim.wanted or "", ()):
            if self.owner.get(k, claim.id) == claim.id:
                far = self.distance(claim, k)
                near = reach(self.texts[k], self.diagonal)
                if far <= near or (far <= TOLERANCES.label_far * near and self._beyond_doubt(claim, k, far)):
                    found.append((far, k))
        return sorted(found)

    def _beyond_doubt(self, claim: Claim, text: int, far: float) -> bool:
        """Whether a text that stands farther than usual can belong to nothing else: it is alone, or its colour tells.

        Whatever could carry a label counts, of any kind and in any panel; nothing at all may be nearer.
        """
        box, color = self.texts[text].box, self.texts[text].color
        if len(self._text_tree.query(box, predicate="dwithin", distance=far)) > 1:
            return False
        if len(self._loose.query(box, predicate="dwithin", distance=far)):
            return False
        room = TOLERANCES.label_alone * far
        found = self._tree.query(box, predicate="dwithin", distance=room).tolist()
        others = [other for k in found if (other := self._everyone[k]).id != claim.id and other.rival != "region"]
        if not others:
            return True
        return all(
            other.geometry.distance(box) * TOLERANCES.label_lead > far and _colour_says(color, claim.color, other.color)
            for other in others
            if other.rival == claim.rival
        )

    def carriers(self, used: frozenset[int]) -> dict[str, int]:
        """Edges that need no label and clearly carry one of their own: a text that nothing else wants."""
        edges = [claim for claim in self.claims if claim.rival == "edge"]
        held = {index for claim in self._everyone for index in claim.own} | used | set(self.near)
        tree = shapely.STRtree([claim.geometry for claim in edges])
        out: dict[str, int] = {}
        for k, item in enumerate(self.texts if edges else ()):
            if k in held:
                continue
            far = reach(item, self.diagonal)
            found = tree.query(item.box, predicate="dwithin", distance=far * TOLERANCES.label_lead).tolist()
            rows = sorted((float(edges[j].geometry.distance(item.box)), j) for j in found)
            if not rows or rows[0][0] > far or edges[rows[0][1]].wanted is not None:
                continue
            if len(rows) == 1 or max(rows[0][0], _TOUCHING) * TOLERANCES.label_lead <= rows[1][0]:
                out[edges[rows[0][1]].id] = k
        return out

    def rivals(self, claim: Claim, text: int, lead: float) -> list[str]:
        """Objects of like kind that the text is not `lead` times farther from than from the claim."""
        floor = max(self.distance(claim, text), _TOUCHING)
        return [
            other.id
            for far, other in self.near[text]
            if other.id != claim.id
            and other.rival == claim.rival
            and not (other.wanted == claim.wanted is not None)
            and far < lead * floor
            and not _colour_says(self.texts[text].color, claim.color, other.color)
        ]


def _inmost(rows: list[tuple[float, Claim]]) -> list[tuple[float, Claim]]:
    """Of the regions around a text only the smallest."""
    around = [row for row in rows if row[0] == 0.0]
    if len(around) < 2:
        return rows
    least = min(around, key=lambda row: float(row[1].geometry.area))
    return [row for row in rows if row[0] > 0.0 or row is least]


def settle(
    claims: Sequence[Claim],
    texts: Sequence[Printed],
    diagonal: float,
    pins: Mapping[int, str] | None = None,
    elsewhere: Sequence[Claim] = (),
    loose: Sequence[BaseGeometry] = (),
) -> dict[str, Settled]:
    """Decide for every claim with a wanted label whether it carries it.

    Parameters
    ----------
    claims
        All objects that could be labelled.
    texts
        All visible texts.
    diagonal
        Diagonal that distances are shares of, in big points.
    pins
        Texts that a leader or a legend ties to a claim, whatever they stand at.
    elsewhere
        Objects of other panels.
    loose
        Strokes that belong to no object.
    """
    table = _Table(claims, texts, diagonal, pins or {}, elsewhere, loose)
    open_ = [claim for claim in claims if claim.wanted is not None]
    nearest = _assigned(open_, table)
    clear: dict[str, int] = {}
    for claim in open_:
        index = nearest.get(claim.id)
        if index is None:
            continue
        lead = 1 / TOLERANCES.label_lead if index in claim.own else TOLERANCES.label_lead
        if not table.rivals(claim, index, lead):
            clear[claim.id] = index
    # Elimination: a rival that is clearly labelled by another text does not contest this one.
    labelled = table.carriers(frozenset(nearest.values()))
    settled = True
    while settled:
        settled = False
        for claim in open_:
            index = nearest.get(claim.id)
            if claim.id in clear or index is None:
                continue
            contest = table.rivals(claim, index, TOLERANCES.label_lead)
            beaten = table.rivals(claim, index, 1 / TOLERANCES.label_alone)
            if not beaten and all({**labelled, **clear}.get(rival, index) != index for rival in contest):
                clear[claim.id] = index
                settled = True
    out: dict[str, Settled] = {}
    for claim in open_:
        if claim.id not in clear:
            out[claim.id] = _failure(claim, nearest.get(claim.id), table)
            continue
        index = clear[claim.id]
        second = _copy_elsewhere(claim, clear, table)
        if second is None:
            out[claim.id] = Settled(index, holds(f"{claim.shown} stands at it", evidence=_at(texts[index])))
        else:
            copy, other = second
            message = f"{claim.shown} stands at it and a second time at {_called(other)}"
            out[claim.id] = Settled(index, undecided(message, code=Code.U4, evidence=_at(texts[copy])))
    return _permuted(out)


def _assigned(open_: Sequence[Claim], table: _Table) -> dict[str, int]:
    """Give every text to one claim, nearest pairs first, uncontested pairs before contested ones."""
    pairs = []
    for claim in open_:
        for far, index in table.candidates(claim)[:_MOST_RIVALS]:
            contested = index not in claim.own and bool(table.rivals(claim, index, TOLERANCES.label_lead))
            pairs.append((contested, far, claim.id, index))
    out: dict[str, int] = {}
    used: set[int] = set()
    for _, _, ident, index in sorted(pairs):
        if ident not in out and index not in used:
            out[ident] = index
            used.add(index)
    return out


def _copy_elsewhere(claim: Claim, clear: Mapping[str, int], table: _Table) -> tuple[int, Claim] | None:
    """Another print of a claim's label that clearly stands at an object of another label.

    Numbers are excepted: ticks of an axis repeat them.
    """
    used = set(clear.values())
    for k in table.reading.get(claim.wanted or "", ()):
        if k in used or _NUMERIC.issuperset(table.texts[k].text.form):
            continue
        rows = [row for row in table.near[k] if row[1].rival == claim.rival]
        if not rows or rows[0][0] > reach(table.texts[k], table.diagonal) or rows[0][1].wanted == claim.wanted:
            continue
        mine = max(table.distance(claim, k), _TOUCHING)
        if max(rows[0][0], _TOUCHING) * TOLERANCES.label_lead <= mine:
            return k, rows[0][1]
    return None


def _called(claim: Claim) -> str:
    return "an object without a name" if claim.id.startswith("~") else claim.id


def reach(item: Printed, diagonal: float) -> float:
    """Farthest, in big points, that a text may stand from what it labels."""
    return max(TOLERANCES.label_distance * diagonal, TOLERANCES.label_lines * item.height)


def _colour_says(text: RGB, mine: RGB | None, other: RGB | None) -> bool:
    """Whether the text's colour is the claim's, and is not the other's."""
    if mine is None or other is None or max(text) - min(text) < 0.15:
        return False
    return max(abs(a - b) for a, b in zip(text, mine, strict=True)) < 0.05 and (
        max(abs(a - b) for a, b in zip(text, other, strict=True)) > 0.2
    )


def _failure(claim: Claim, near: int | None, table: _Table) -> Settled:
    texts = table.texts
    matching = table.reading.get(claim.wanted or "", [])
    reading = f"it reads {texts[claim.own[0]].text.text!r}, not {claim.shown}" if claim.own else ""
    if not matching:
        return Settled(None, violated(Code.O2, reading or f"{claim.shown} is not there as text"))
    away = {k: float(claim.geometry.distance(texts[k].box)) for k in matching[:_MOST_RIVALS]}
    index = near if near is not None else min(away, key=lambda k: away[k])
    held = next((table.owner[k] for k in matching if table.owner.get(k, claim.id) != claim.id), None)
    if near is None and held is not None:
        message = f"{claim.shown} stands at {held}" + (f", and {reading}" if reading else "")
        return Settled(None, violated(Code.B1, message, evidence=_at(texts[index])), held)
    mine = table.distance(claim, index)
    rows = [(far, o) for far, o in table.near[index] if o.id != claim.id and o.rival == claim.rival]
    rows = [(far, o) for far, o in rows if o.wanted != claim.wanted]
    if rows:
        theirs, closest = rows[0]
        if theirs <= reach(texts[index], table.diagonal) and max(theirs, _TOUCHING) * TOLERANCES.label_lead <= max(
            mine, _TOUCHING
        ):
            finding = violated(Code.B1, f"{claim.shown} stands at {_called(closest)}", evidence=_at(texts[index]))
            return Settled(None, finding, closest.id)
        if near is not None:
            message = f"{claim.shown} stands about as near to {_called(closest)}"
            return Settled(None, undecided(message, code=Code.U4, evidence=_at(texts[index])))
    finding = violated(
        Code.O2,
        f"{claim.shown} is not at it",
        measured=away.get(index, mine) / table.diagonal,
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
