"""The roster: every entity and every member of every set, and which draft it has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import shapely

from mathvis.binding import drafts as propose
from mathvis.goldir.model import EntitySpec, GoldIR, Kind
from mathvis.mathtext import reads
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapely.geometry.base import BaseGeometry

    from mathvis.binding.drafts import Draft
    from mathvis.binding.ink import Ink
    from mathvis.figure.finding import Finding
    from mathvis.scene.model import Path


@dataclass(frozen=True, slots=True)
class Member:
    """An object that is looked for: an entity that is no set, or one member of a set.

    `short` is what messages call it, `set` the id of the set it belongs to, if any.
    """

    id: str
    name: str
    kind: Kind
    panel: str
    label: str | None
    reads: str | None = None
    set: str | None = None

    @property
    def short(self) -> str:
        """Name for people."""
        return self.name or self.id


class Roster:
    """Who is looked for and who was found; filled in the order of `mathvis.binding.bind`."""

    def __init__(self, gold: GoldIR) -> None:
        self._gold = gold
        self._members: dict[str, list[Member]] = {name: [] for name in gold.entities}
        self._drafts: dict[str, Draft] = {}
        self._problems: dict[str, Finding] = {}
        self._surplus: dict[str, list[str]] = {}

    # -- questions -----------------------------------------------------------------------------------

    def members(self, entity: str) -> list[Member]:
        """Members of a set, or the one of an entity."""
        return self._members[entity]

    def draft(self, member: Member) -> Draft | None:
        """The ink proposed for a member."""
        return self._drafts.get(member.id)

    def find(self, reference: str) -> Draft | None:
        """The ink of an entity or of a set's member, by its id."""
        return self._drafts.get(reference)

    def problem(self, member: Member) -> Finding | None:
        """Why what carries a member's name does not count."""
        return self._problems.get(member.id)

    def surplus(self, entity: str) -> list[str]:
        """Drawn names that match a set's pattern and are none of its members."""
        return self._surplus.get(entity, [])

    def bound(self) -> Iterator[tuple[Member, Draft]]:
        """Members that have ink."""
        for members in self._members.values():
            for member in members:
                draft = self._drafts.get(member.id)
                if draft is not None:
                    yield member, draft

    def unbound(self) -> Iterator[Member]:
        """Members that no name told."""
        for members in list(self._members.values()):
            for member in members:
                if member.id not in self._drafts and member.id not in self._problems:
                    yield member

    def taken(self) -> frozenset[int]:
        """Elements that are spoken for."""
        return frozenset(i for draft in self._drafts.values() for i in draft.elements)

    def panels(self) -> tuple[str, ...]:
        """Panels of the Gold IR."""
        return self._gold.panels()

    def spec(self, entity: str) -> EntitySpec:
        """Specification of an entity."""
        return self._gold.entities[entity]

    def nodes(self, panel: str) -> dict[str, BaseGeometry]:
        """Filled outlines of what edges of a panel may attach to: nodes, else points."""
        nodes = {m.id: d.geometry for m, d in self.bound() if m.panel == panel and m.kind is Kind.NODE}
        if nodes:
            return nodes
        return {m.id: d.geometry for m, d in self.bound() if m.panel == panel and m.kind is Kind.POINT}

    def diagonal(self, panel: str, ink: Ink) -> float:
        """Diagonal of the box of a panel's bound ink."""
        shapes = [d.geometry for m, d in self.bound() if m.panel == panel and not d.geometry.is_empty]
        if not shapes:
            return ink.diagonal
        x0, y0, x1, y1 = shapely.total_bounds(shapes)
        return max(float(np.hypot(x1 - x0, y1 - y0)), TOLERANCES.mark_size * ink.diagonal)

    def texts_reading(self, template: str, ink: Ink) -> list[int]:
        """Indices of printed texts that fit a template, the same text at most once."""
        found: dict[str, int] = {}
        for index, item in enumerate(ink.texts):
            if reads(template, item.text.form) is not None:
                found.setdefault(item.text.form, index)
        return list(found.values())

    # -- filling -------------------------------------------------------------------------------------

    def look_for(self, entity: str, member: Member, ink: Ink) -> None:
        """Add a member and bind it by its name if something carries it."""
        self._members[entity].append(member)
        draft = propose.by_name(ink, member.id, member.name, member.kind)
        if draft is None:
            return
        if draft.problem is not None:
            self._problems[member.id] = draft.problem
        else:
            self._drafts[member.id] = draft

    def bind(self, member: Member, draft: Draft) -> None:
        """Give ink to a member."""
        self._drafts[member.id] = draft

    def add_surplus(self, entity: str, name: str) -> None:
        """Note a drawn name that belongs to a set's pattern only."""
        self._surplus.setdefault(entity, []).append(name)

    def add_unnamed_edges(self, ink: Ink) -> None:
        """Let strokes between two nodes join the set of edges or arrows of their panel.

        Diagram arrows have no natural name, and a stroke between two nodes reads as an edge whatever it
        is called. Where a panel has both sets, a stroke with a head is an arrow.
        """
        for panel in self.panels():
            nodes = self.nodes(panel)
            sets = {
                spec.kind.member: name
                for name, spec in self._gold.entities.items()
                if spec.panel == panel and spec.kind in (Kind.ARROWS, Kind.EDGES) and spec.names and not spec.members
            }
            if not nodes or not sets:
                continue
            reach = TOLERANCES.edge_end * self.diagonal(panel, ink)
            tree = shapely.STRtree(list(nodes.values()))
            for path in propose.unnamed_edges(ink, self.taken()):
                if self._joins_two(path, tree, reach, ink):
                    kind = (
                        Kind.ARROW
                        if ink.tips([path]) and Kind.ARROW in sets
                        else next((k for k in (Kind.EDGE, Kind.ARROW) if k in sets), Kind.EDGE)
                    )
                    entity = sets[kind]
                    member = Member(f"{entity}.~{path.index}", "", kind, panel, None, set=entity)
                    self._members[entity].append(member)
                    self._drafts[member.id] = propose.of_path(ink, member.id, kind, path)

    @staticmethod
    def _joins_two(path: Path, tree: shapely.STRtree, reach: float, ink: Ink) -> bool:
        """Whether every line of a path starts and ends at different nodes, or runs back to its own."""
        lines = [line for line in ink.outlines(path) if not line.closed]
        for line in lines:
            ends = [tree.query(shapely.Point(p), predicate="dwithin", distance=reach) for p in line.points[[0, -1]]]
            if not len(ends[0]) or not len(ends[1]):
                return False
            if line.length < reach and set(ends[0]) == set(ends[1]):
                return False
        return bool(lines)


def roster(gold: GoldIR, ink: Ink) -> Roster:
    """List who is looked for, and bind by names whom names tell."""
    out = Roster(gold)
    singles = {spec.name or name for name, spec in gold.entities.items() if not spec.kind.is_set}
    for name, spec in gold.entities.items():
        if not spec.kind.is_set:
            member = Member(name, spec.name or name, spec.kind, spec.panel, spec.label, spec.reads)
            out.look_for(name, member, ink)
    for name, spec in gold.entities.items():
        if not spec.kind.is_set or spec.union is not None:
            continue
        drawn = [found for found in ink.matching(spec.names) if found not in singles] if spec.names else []
        if spec.members is not None:
            for drawn_name in drawn:
                if drawn_name not in spec.members:
                    out.add_surplus(name, drawn_name)
        wanted = spec.members if spec.members is not None else dict.fromkeys(drawn)
        for member_name, label in wanted.items():
            member = Member(f"{name}.{member_name}", member_name, spec.kind.member, spec.panel, label, set=name)
            out.look_for(name, member, ink)
    return out
