"""The roster: every entity and every member of every set, and which draft it has."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import shapely

from mathvis.binding.drafts import Draft, Sight, of_paths, printed, region, stroked
from mathvis.binding.nodes import node
from mathvis.binding.points import point
from mathvis.binding.unnamed import loose_strokes
from mathvis.goldir.codes import Code
from mathvis.goldir.model import EntitySpec, GoldIR, Kind
from mathvis.mathtext import from_latex, reads
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from shapely.geometry.base import BaseGeometry

    from mathvis.binding.ink import Box, Ink
    from mathvis.figure.finding import Finding
    from mathvis.scene.model import Path


_ROUNDS = 4
"""How often a panel's diagonal is measured anew on what was bound with the last one."""
_PROSE = (Kind.VALUE, Kind.TEXT)
"""Kinds whose place on the page says nothing about the size of a panel."""


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

    def __init__(self, gold: GoldIR, ink: Ink, diagonals: Mapping[str, float] | None = None) -> None:
        self._gold, self._ink = gold, ink
        self._diagonals: Mapping[str, float] = diagonals or {}
        self._members: dict[str, list[Member]] = {name: [] for name in gold.entities}
        self._drafts: dict[str, Draft] = {}
        self._problems: dict[str, Finding] = {}
        self._texts: dict[str, tuple[int, ...]] = {}
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

    def misnamed(self) -> Iterator[Member]:
        """Points and curves with a label whose name carries nothing but text."""
        for members in list(self._members.values()):
            for member in members:
                if member.kind in (Kind.POINT, Kind.CURVE) and member.label and self.own_texts(member):
                    yield member

    def own_texts(self, member: Member) -> tuple[int, ...]:
        """Texts that carry the name of a member that has no ink."""
        return self._texts.get(member.id, ()) if member.id in self._problems else ()

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

    def sight(self, panel: str) -> Sight:
        """The ink as it is looked at for a panel."""
        return Sight(self._ink, self._diagonals.get(panel, self._ink.diagonal))

    def box(self, panel: str) -> Box | None:
        """Box of what is seen of a panel's objects, their labels and printed values left out."""
        boxes: list[Box] = []
        prose: list[Box] = []
        for member, draft in self.bound():
            if member.panel != panel:
                continue
            labels = {i for k in draft.own for i in self._ink.texts[k].text.elements}
            seen = self._ink.span(i for i in draft.elements if i not in labels or draft.kind is Kind.NODE)
            if member.kind in _PROSE:
                if not draft.geometry.is_empty:
                    prose.append(draft.geometry.bounds)
                continue
            if seen is not None:
                boxes.append(seen)
            elif draft.at is not None:
                boxes.append((*draft.at.tolist(), *draft.at.tolist()))
        rows = np.array(boxes or prose, float)
        if not len(rows):
            return None
        x0, y0 = rows[:, :2].min(axis=0).tolist()
        x1, y1 = rows[:, 2:].max(axis=0).tolist()
        return x0, y0, x1, y1

    def measured(self, panel: str) -> float:
        """Diagonal of the box of a panel, in big points; the figure's for a panel that is hardly more than a dot."""
        box = self.box(panel)
        size = 0.0 if box is None else float(np.hypot(box[2] - box[0], box[3] - box[1]))
        return size if size > TOLERANCES.mark_size * self._ink.diagonal else self._ink.diagonal

    def diagonal(self, panel: str) -> float:
        """Diagonal of a panel's box as last measured, in big points."""
        return self._diagonals.get(panel, self._ink.diagonal)

    def remeasure(self) -> None:
        """Measure the diagonals of the panels again, after more has been bound."""
        self._diagonals = {panel: self.measured(panel) for panel in self.panels()}

    def extent(self) -> float:
        """Diagonal of the box of all panels, in big points; of all visible ink where nothing is bound."""
        boxes = [box for panel in self.panels() if (box := self.box(panel)) is not None]
        if not boxes:
            return self._ink.diagonal
        rows = np.array(boxes)
        low, high = rows[:, :2].min(axis=0), rows[:, 2:].max(axis=0)
        size = float(np.hypot(*(high - low)))
        return size if size > TOLERANCES.mark_size * self._ink.diagonal else self._ink.diagonal

    def values_but(self, member: Member | None) -> frozenset[int]:
        """Texts of the printed values other than one."""
        return frozenset(k for m, d in self.bound() if m.kind is Kind.VALUE and m != member for k in d.own)

    def statements(self, template: str, but: Member | None = None) -> list[tuple[int, str]]:
        """Printed texts that fit a template, with what they state; each statement once.

        Texts of other printed values than `but` are left out.
        """
        found: dict[str, int] = {}
        others = self.values_but(but)
        for index, item in enumerate(self._ink.texts):
            part = None if index in others else reads(template, item.text.form)
            if part is not None:
                found.setdefault(part, index)
        return [(index, form) for form, index in found.items()]

    # -- filling -------------------------------------------------------------------------------------

    def look_for(self, entity: str, member: Member) -> None:
        """Add a member and bind it by its name if something carries it."""
        self._members[entity].append(member)
        wanted = None if member.label is None else from_latex(member.label)
        draft = self._proposed(member.id, member.name, member.kind, member.panel, wanted)
        if draft is None:
            return
        if draft.problem is not None:
            self._problems[member.id] = draft.problem
            self._texts[member.id] = draft.own
        else:
            self._drafts[member.id] = draft

    def _proposed(self, id_: str, name: str, kind: Kind, panel: str, wanted: str | None = None) -> Draft | None:
        """The ink that carries a name; None if nothing does. `wanted` is its label's normal form."""
        if not self._ink.is_name(name):
            return None
        sight = self.sight(panel)
        if kind is Kind.POINT:
            return point(sight, id_, name)
        if kind is Kind.NODE:
            return node(sight, id_, name)
        if kind is Kind.REGION:
            return region(sight, id_, name, kind)
        return printed(sight, id_, name, kind) if kind in _PROSE else stroked(sight, id_, name, kind, wanted)

    def bind(self, member: Member, draft: Draft) -> None:
        """Give ink to a member."""
        self._drafts[member.id] = draft
        self._problems.pop(member.id, None)

    def add_surplus(self, entity: str, name: str) -> None:
        """Note a drawn name that belongs to a set's pattern only, if a reader sees what it names."""
        spec = self._gold.entities[entity]
        draft = self._proposed(f"{entity}.{name}", name, spec.kind.member, spec.panel)
        if draft is not None and (draft.problem is None or draft.problem.code is Code.U4):
            self._surplus.setdefault(entity, []).append(name)

    def add_unnamed_edges(self) -> None:
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
            sight = self.sight(panel)
            reach = TOLERANCES.edge_end * sight.diagonal
            tree = shapely.STRtree(list(nodes.values()))
            taken = self.taken()
            used: set[int] = set()
            for path in loose_strokes(sight, taken):
                if path.index in used or not self._joins_two(path, tree, reach):
                    continue
                draft = of_paths(sight, "", "", Kind.EDGE, (path,), ())
                if taken & set(draft.elements):
                    draft = replace(draft, elements=tuple(i for i in draft.elements if i not in taken))
                headed = any(tip.kind == "arrow" for tip in draft.tips)
                order = (Kind.ARROW, Kind.EDGE) if headed else (Kind.EDGE, Kind.ARROW)
                kind = next(k for k in order if k in sets)
                member = Member(f"{sets[kind]}.~{path.index}", "", kind, panel, None, set=sets[kind])
                self._members[sets[kind]].append(member)
                self._drafts[member.id] = replace(draft, id=member.id, kind=kind)
                used.update(draft.elements)

    def _joins_two(self, path: Path, tree: shapely.STRtree, reach: float) -> bool:
        """Whether every line of a path starts and ends at different nodes, or runs back to its own."""
        lines = [line for line in self._ink.outlines(path) if not line.closed]
        for line in lines:
            ends = [tree.query(shapely.Point(p), predicate="dwithin", distance=reach) for p in line.points[[0, -1]]]
            if not len(ends[0]) or not len(ends[1]):
                return False
            if line.length < reach and set(ends[0]) == set(ends[1]):
                return False
        return bool(lines)


def roster(gold: GoldIR, ink: Ink) -> Roster:
    """List who is looked for, and bind by names whom names tell.

    Tolerances are shares of a panel's diagonal, and what belongs to a panel is found with tolerances: the
    diagonal starts as the figure's and is measured again on what was bound, until it stands.
    """
    diagonals: dict[str, float] = {}
    for _ in range(_ROUNDS):
        out = _roster(gold, ink, diagonals)
        measured = {panel: out.measured(panel) for panel in gold.panels()}
        known = {panel: diagonals.get(panel, ink.diagonal) for panel in measured}
        if all(abs(measured[panel] - known[panel]) <= 0.01 * known[panel] for panel in measured):
            return out
        diagonals = measured
    return _roster(gold, ink, diagonals)


def _roster(gold: GoldIR, ink: Ink, diagonals: Mapping[str, float]) -> Roster:
    out = Roster(gold, ink, diagonals)
    singles = {spec.name or name for name, spec in gold.entities.items() if not spec.kind.is_set}
    for name, spec in gold.entities.items():
        if not spec.kind.is_set:
            out.look_for(name, Member(name, spec.name or name, spec.kind, spec.panel, spec.label, spec.reads))
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
            out.look_for(name, member)
    return out
