"""Binding: scene and Gold IR in, figure out.

Order of work: names propose ink (`drafts`), labels that stand alone propose ink where names are missing,
strokes between nodes become edges (`edges`), labels must agree (`labels`), frames are fitted (`frames`),
and what is left is decoration or unaccounted (`decoration`).
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

import shapely

from mathvis.binding import drafts as propose
from mathvis.binding.decoration import Audit, Panel, audit
from mathvis.binding.framing import PanelFrames, fit_frames
from mathvis.binding.ink import Ink
from mathvis.binding.labels import Claim, Settled, settle
from mathvis.binding.members import Member, Roster, roster
from mathvis.binding.records import Maker
from mathvis.figure.finding import Evidence, Finding, holds, violated
from mathvis.figure.model import BoundSet, Entity, Figure
from mathvis.goldir.codes import Code
from mathvis.goldir.model import GoldIR, Kind
from mathvis.mathtext import from_latex, reads
from mathvis.scene.polyline import cut
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapely.geometry.base import BaseGeometry

    from mathvis.binding.drafts import Draft
    from mathvis.scene.geometry import SceneGeometry
    from mathvis.scene.model import Scene
    from mathvis.scene.visibility import Visibility

_RIVALS = {
    Kind.POINT: "point",
    Kind.NODE: "node",
    Kind.CURVE: "curve",
    Kind.REGION: "region",
    Kind.ARROW: "edge",
    Kind.EDGE: "edge",
}


def bind(scene: Scene, geometry: SceneGeometry, visibility: Visibility, gold: GoldIR) -> Figure:
    """Bind the ink of a scene to the entities of a Gold IR.

    Parameters
    ----------
    scene, geometry, visibility
        What was drawn, and what was derived from it.
    gold
        What must be true.

    Returns
    -------
    Figure
        Bound entities, frames, one finding per entity, and what is unaccounted for. It never fails on a
        bad drawing: what cannot be bound is absent and says why.
    """
    ink = Ink(scene, geometry, visibility)
    people = roster(gold, ink)
    notes = _by_labels(people, ink)
    people.add_unnamed_edges(ink)
    claims, settled = _labels(people, ink)
    frames = fit_frames(gold, people, ink)
    maker = Maker(people, frames, ink, settled)
    entities = _entities(gold, people, maker)
    bindings = {
        name: _finding(gold, name, people, settled, ink) for name, spec in gold.entities.items() if not spec.union
    }
    bindings |= {f"frame-{panel}": finding for panel, finding in frames.findings.items()}
    audited = _audit(ink, people, settled, claims, frames, maker.edge_texts)
    return Figure(
        scene=scene,
        entities=MappingProxyType(entities),
        frames=MappingProxyType(dict(frames.frames)),
        bindings=MappingProxyType(bindings),
        extras=audited.extras,
        decoration=audited.decoration,
        diagonal=ink.diagonal,
        printed=ink.printed,
        notes=tuple(notes),
    )


def _by_labels(people: Roster, ink: Ink) -> list[str]:
    """Bind by their label alone what no name tells, where the label stands on the page exactly once."""
    notes = []
    for member in people.unbound():
        if member.label is None:
            continue
        wanted = from_latex(member.label)
        hits = [k for k, item in enumerate(ink.texts) if item.text.form == wanted]
        if len(hits) != 1:
            continue
        draft = propose.at_text(ink, member.id, member.kind, hits[0], people.taken())
        if draft is not None:
            people.bind(member, draft)
            notes.append(f"{member.id} carries no name; it was found by its label {member.label}")
    for member in people.unbound():
        if member.kind is Kind.VALUE and member.reads is not None:
            hits = people.texts_reading(member.reads, ink)
            if len(hits) == 1:
                draft = propose.at_text(ink, member.id, member.kind, hits[0], people.taken())
                if draft is not None:
                    people.bind(member, draft)
                    notes.append(f"{member.id} carries no name; it was found by what it reads")
    return notes


def _labels(people: Roster, ink: Ink) -> tuple[list[Claim], dict[str, Settled]]:
    """Let the second key agree or disagree, panel by panel."""
    claims: list[Claim] = []
    settled: dict[str, Settled] = {}
    for panel in people.panels():
        here = [
            Claim(
                member.id,
                _RIVALS[member.kind],
                None if member.label is None else from_latex(member.label),
                member.label or "",
                draft.geometry,
                draft.own,
                draft.style.stroke or draft.style.fill,
            )
            for member, draft in people.bound()
            if member.panel == panel and member.kind in _RIVALS
        ]
        claims += here
        shapes = [claim.geometry for claim in here]
        if shapes:
            settled |= settle(here, ink.texts, _diagonal(shapes, ink))
    return claims, settled


def _diagonal(shapes: Sequence[shapely.Geometry], ink: Ink) -> float:
    x0, y0, x1, y1 = shapely.total_bounds(shapes)
    size = float(((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5)
    return size if size > TOLERANCES.mark_size * ink.diagonal else ink.diagonal


def _entities(gold: GoldIR, people: Roster, maker: Maker) -> dict[str, Entity | BoundSet]:
    out: dict[str, Entity | BoundSet] = {}
    for name, spec in gold.entities.items():
        if spec.union:
            continue
        made = [entity for member in people.members(name) for entity in maker.make(member)]
        if spec.kind.is_set:
            out[name] = tuple(made)
            out.update({entity.id: entity for entity in made if entity.id.startswith(f"{name}.")})
        elif len(made) == 1:
            out[name] = made[0]
    for name, spec in gold.entities.items():
        parts: list[Entity] = []
        for part in spec.union or ():
            value = out.get(part)
            parts += value if isinstance(value, tuple) else [] if value is None else [value]
        if spec.union:
            out[name] = tuple(parts)
    return out


def _finding(gold: GoldIR, name: str, people: Roster, settled: Mapping[str, Settled], ink: Ink) -> Finding:
    """Say whether an entity is there, visible, and labelled."""
    spec = gold.entities[name]
    members = people.members(name)
    if not spec.kind.is_set:
        return _member_finding(members[0], people, settled, ink, optional=spec.optional)
    problems: list[tuple[Member, Finding]] = []
    for member in members:
        finding = _member_finding(member, people, settled, ink, optional=False)
        if not finding.holds:
            problems.append((member, finding))
    absent = [m for m, f in problems if f.code in (Code.O1, Code.O2) and people.draft(m) is None]
    surplus = people.surplus(name)
    if absent:
        code = Code.O4 if len(absent) < len(members) else Code.O1
        listed = ", ".join(m.short for m in absent)
        return violated(code, f"{len(absent)} of {len(members)} missing: {listed}")
    if surplus:
        return violated(Code.X1, f"no such object belongs to the figure: {', '.join(surplus)}")
    if problems:
        order = [Code.B2, Code.B1, Code.O1, Code.O2, Code.U4]
        problems.sort(key=lambda item: order.index(item[1].code) if item[1].code in order else len(order))
        member, finding = problems[0]
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        return violated(finding.code or Code.O2, f"{member.short}: {finding.message}{more}", evidence=finding.evidence)
    if not members and not spec.optional and spec.members is None:
        return violated(Code.O1, f"nothing called {spec.names} is drawn")
    return holds(f"{len(members)} drawn")


def _member_finding(
    member: Member, people: Roster, settled: Mapping[str, Settled], ink: Ink, *, optional: bool
) -> Finding:
    draft = people.draft(member)
    if draft is None:
        problem = people.problem(member)
        if problem is None and optional:
            return holds("not drawn, which is allowed")
        code = Code.O2 if member.kind in (Kind.VALUE, Kind.TEXT) else Code.O1
        return problem or violated(code, f"there is no {member.kind.value} called {member.name!r}")
    covers = people.nodes(member.panel) if member.kind in (Kind.ARROW, Kind.EDGE) else {}
    seen = _visible(draft, ink, list(covers.values()))
    if seen < TOLERANCES.visible_share:
        return violated(Code.U1, f"only {seen:.0%} of it is visible", measured=seen, tolerance=TOLERANCES.visible_share)
    if member.kind is Kind.TEXT and member.label is not None:
        wanted = from_latex(member.label)
        if not any(ink.texts[k].text.form == wanted for k in draft.own):
            return violated(Code.O2, f"it reads {ink.texts[draft.own[0]].text.text!r}, not {member.label}")
    if member.kind is Kind.VALUE and member.reads is not None:
        return _value_finding(member, draft, people, ink)
    label = settled.get(member.id)
    if label is not None:
        return label.finding
    return holds()


def _value_finding(member: Member, draft: Draft, people: Roster, ink: Ink) -> Finding:
    """Check that a value is printed in the demanded form, and that no other text states another."""
    template = member.reads or ""
    shown = template.replace("{...}", "…")
    if not any(reads(template, ink.texts[k].text.form) is not None for k in draft.own):
        return violated(Code.O2, f"it reads {ink.texts[draft.own[0]].text.text!r}, not {shown}")
    forms = {ink.texts[k].text.form for k in people.texts_reading(template, ink)}
    if len(forms) > 1:
        where = tuple(Evidence(ink.texts[k].text.elements) for k in people.texts_reading(template, ink))
        return violated(Code.X2, f"{shown} is stated in {len(forms)} different ways", evidence=where)
    return holds()


def _visible(draft: Draft, ink: Ink, nodes: Sequence[BaseGeometry]) -> float:
    """Share of a draft's ink that a reader sees; what of an edge lies under `nodes` does not count."""
    total = hidden = 0.0
    cover = shapely.union_all(nodes) if nodes else None
    for index in draft.elements:
        share = ink.visibility.share(index)
        if cover is not None and share < 1:
            lines = ink.geometry.polylines(index)
            outside = shapely.MultiLineString([line.points for line in lines if len(line.points) > 1]).difference(cover)
            gaps = [cut(lines[g.piece], g.start, g.stop).points for g in ink.visibility[index].gaps if not g.bridged]
            total += outside.length
            hidden += shapely.MultiLineString(gaps).difference(cover).length if gaps else 0.0
            continue
        weight = max(ink.geometry.length(index), 1e-9)
        total += weight
        hidden += weight * (1 - share)
    return 1 - hidden / total if total else 1.0


def _audit(
    ink: Ink,
    people: Roster,
    settled: Mapping[str, Settled],
    claims: list[Claim],
    frames: PanelFrames,
    edge_texts: frozenset[int],
) -> Audit:
    claimed: set[int] = set(edge_texts)
    for _, draft in people.bound():
        claimed.update(draft.elements)
    for claim in claims:
        text = settled[claim.id].text if claim.id in settled else None
        if text is not None:
            claimed.update(ink.texts[text].text.elements)
    panels = [
        Panel(panel, frames.frames[panel], frames.boxes[panel]) for panel in frames.frames if panel in frames.boxes
    ]
    return audit(ink, frozenset(claimed), panels)
