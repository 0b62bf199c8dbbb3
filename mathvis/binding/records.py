"""Second half of binding: drafts, frames and settled labels become the records that predicates see."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import MultiPolygon, Polygon

from mathvis.binding.edges import Docks, Link, links
from mathvis.binding.labels import reach
from mathvis.binding.statement import reading
from mathvis.figure.model import Curve, Edge, Entity, Frame, Node, Point, Region, Text, Value
from mathvis.goldir.model import Kind
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mathvis.binding.drafts import Draft
    from mathvis.binding.framing import PanelFrames
    from mathvis.binding.ink import Ink
    from mathvis.binding.labels import Settled
    from mathvis.binding.members import Member, Roster

Array = NDArray[np.float64]
_Key = tuple[str, int]
"""A member's id and the number of one of its edges."""

_TOUCHING = 0.5
"""Big points below which a text touches an edge."""


class Maker:
    """Makes the bound records of members."""

    def __init__(self, people: Roster, frames: PanelFrames, ink: Ink, settled: Mapping[str, Settled]) -> None:
        self._people, self._frames, self._ink, self._settled = people, frames, ink, settled
        self._docks = {panel: Docks(people.nodes(panel)) for panel in people.panels()}
        self._found: dict[str, tuple[Link, ...]] = {}
        self._edge_labels = self._label_edges()

    @property
    def edge_texts(self) -> frozenset[int]:
        """Elements of the texts that label edges."""
        return frozenset(i for text in self._edge_labels.values() for i in text.elements)

    def make(self, member: Member) -> Iterator[Entity]:
        """Yield the records of a member: one, but an edge's path may hold several edges."""
        draft = self._people.draft(member)
        if draft is None:
            return
        frame = self._frames.frames[member.panel]
        if member.kind in (Kind.ARROW, Kind.EDGE):
            yield from self._edges(member, draft, frame)
            return
        label = self._label(member, draft)
        if member.kind is Kind.POINT and draft.at is not None:
            yield Point(
                id=member.id,
                name=draft.name,
                frame=frame,
                elements=draft.elements,
                style=draft.style,
                label=label,
                at=_frozen(draft.at),
                radius=draft.radius,
                filled=draft.filled,
            )
        elif member.kind is Kind.NODE and draft.at is not None and draft.outline is not None:
            yield Node(
                id=member.id,
                name=draft.name,
                frame=frame,
                elements=draft.elements,
                style=draft.style,
                label=label,
                at=_frozen(draft.at),
                outline=_frozen(draft.outline),
            )
        elif member.kind is Kind.CURVE:
            yield Curve(
                id=member.id,
                name=draft.name,
                frame=frame,
                elements=draft.elements,
                style=draft.style,
                label=label,
                pieces=tuple(_frozen(line.points) for line in draft.lines),
                closed=len(draft.lines) == 1 and draft.lines[0].closed,
                corners=tuple(line.corners for line in draft.lines),
                tips=draft.tips,
            )
        elif member.kind is Kind.REGION:
            shape = draft.geometry
            if not isinstance(shape, Polygon | MultiPolygon):
                shape = MultiPolygon([part for part in getattr(shape, "geoms", []) if isinstance(part, Polygon)])
            yield Region(
                id=member.id,
                name=draft.name,
                frame=frame,
                elements=draft.elements,
                style=draft.style,
                label=label,
                shape=shape,
            )
        elif member.kind is Kind.VALUE and draft.own:
            yield self._value(member, draft, frame)
        elif member.kind is Kind.TEXT and draft.own:
            yield replace(self._ink.texts[draft.own[0]].text, id=member.id)

    def _value(self, member: Member, draft: Draft, frame: Frame) -> Value:
        chosen, part = reading(member.reads or "{...}", draft.own, self._ink) or (draft.own[0], "")
        return Value(
            id=member.id,
            name=draft.name,
            frame=frame,
            elements=draft.elements,
            style=draft.style,
            text=replace(self._ink.texts[chosen].text, id=member.id),
            reads=part,
        )

    def _edges(self, member: Member, draft: Draft, frame: Frame) -> Iterator[Edge]:
        found = self._links(member)
        for number, link in enumerate(found):
            text = self._label(member, draft) if number == 0 else None
            yield Edge(
                id=member.id if len(found) == 1 else f"{member.id}#{number + 1}",
                name=draft.name,
                frame=frame,
                elements=draft.elements,
                style=draft.style,
                label=text or self._edge_labels.get((member.id, number)),
                path=_frozen(link.path),
                source=link.source,
                target=link.target,
                directed=link.directed,
                tips=link.tips,
            )

    def _links(self, member: Member) -> tuple[Link, ...]:
        if member.id not in self._found:
            draft = self._people.draft(member)
            diagonal = self._people.diagonal(member.panel)
            self._found[member.id] = () if draft is None else links(draft, self._docks[member.panel], diagonal)
        return self._found[member.id]

    def _label(self, member: Member, draft: Draft) -> Text | None:
        """The text that labels a member: settled, or its own."""
        settled = self._settled.get(member.id)
        if settled is not None:
            return None if settled.text is None else replace(self._ink.texts[settled.text].text, id=member.id)
        if draft.own:
            return replace(self._ink.texts[draft.own[0]].text, id=member.id)
        return None

    def _label_edges(self) -> dict[tuple[str, int], Text]:
        """Give every free text that stands clearly nearest to one edge to that edge.

        An edge that clearly carries another label does not take a text that may well belong to its neighbour.
        """
        claimed = {k for _, draft in self._people.bound() for k in draft.own}
        claimed |= {s.text for s in self._settled.values() if s.text is not None}
        out: dict[tuple[str, int], Text] = {}
        for panel in self._people.panels():
            edges = [
                ((member.id, number), shapely.LineString(link.path))
                for member, _ in self._people.bound()
                if member.panel == panel and member.kind in (Kind.ARROW, Kind.EDGE)
                for number, link in enumerate(self._links(member))
                if len(link.path) > 1
            ]
            for key, index in self._shared_out(edges, claimed, self._people.diagonal(panel)).items():
                out[key] = replace(self._ink.texts[index].text, id=key[0])
        return out

    def _shared_out(
        self, edges: list[tuple[_Key, shapely.LineString]], claimed: set[int], diagonal: float
    ) -> dict[_Key, int]:
        """Text (index) by edge: what is clearly nearest first, then by elimination."""
        rows = self._rows(edges, claimed, diagonal)
        forms = {k: self._ink.texts[k].text.form for k in rows}
        carried = {
            key: self._ink.texts[settled.text].text.form
            for key, _ in edges
            if (settled := self._settled.get(key[0])) is not None and settled.text is not None and settled.finding.holds
        }
        out: dict[_Key, int] = {}
        for distance, key, index in sorted(_clear(rows, TOLERANCES.label_lead)):
            if distance <= reach(self._ink.texts[index], diagonal) and key not in out and key not in carried:
                out[key] = index
        while True:
            used = set(out.values())
            carried |= {key: forms[k] for key, k in out.items()}
            # A text of another reading than the label of an edge is not that edge's.
            free = {
                index: kept
                for index, near in rows.items()
                if index not in used and (kept := _without(near, carried, forms[index])) is not None
            }
            found = sorted(_clear(free, TOLERANCES.label_lead))
            found = [row for row in found if row[0] <= reach(self._ink.texts[row[2]], diagonal)]
            if not found:
                return out
            for _, key, index in found:
                out.setdefault(key, index)

    def _rows(
        self, edges: list[tuple[_Key, shapely.LineString]], claimed: set[int], diagonal: float
    ) -> dict[int, list[tuple[float, _Key]]]:
        """Distances of free texts to the edges near them, nearest first."""
        out: dict[int, list[tuple[float, _Key]]] = {}
        tree = shapely.STRtree([shape for _, shape in edges])
        for index, item in enumerate(self._ink.texts):
            if index in claimed or not edges:
                continue
            found = tree.query(item.box, predicate="dwithin", distance=reach(item, diagonal) * TOLERANCES.label_lead)
            near = sorted((float(edges[k][1].distance(item.box)), edges[k][0]) for k in found.tolist())
            if near:
                out[index] = near
        return out


def _clear(rows: Mapping[int, list[tuple[float, _Key]]], lead: float) -> Iterator[tuple[float, _Key, int]]:
    """The nearest edge of every text that is clearly nearest."""
    for index, near in rows.items():
        distance, key = near[0]
        if len(near) == 1 or max(distance, _TOUCHING) * lead <= near[1][0]:
            yield distance, key, index


def _without(near: list[tuple[float, _Key]], carried: Mapping[_Key, str], form: str) -> list[tuple[float, _Key]] | None:
    """The edges near a text that carry no label yet; None if one that does may still have this one."""
    kept = [row for row in near if row[1] not in carried]
    if not kept or len(kept) == len(near):
        return None
    least = max(kept[0][0], _TOUCHING)
    for distance, key in near:
        if key in carried and distance <= least and carried[key] == form:
            return None
        if key in carried and max(distance, _TOUCHING) * TOLERANCES.label_alone <= least:
            return None
    return kept


def _frozen(points: Array) -> Array:
    array = np.array(points, float)
    array.setflags(write=False)
    return array
