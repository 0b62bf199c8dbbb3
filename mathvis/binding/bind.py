"""Binding: scene and Gold IR in, figure out.

Order of work: names propose ink (`members`), labels that stand alone propose ink where names are missing
(`unnamed`), strokes between nodes become edges (`edges`), labels must agree (`labels`), frames are fitted
(`framing`), and what is left is decoration or unaccounted (`decoration`).
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from mathvis.binding.axes import Panel
from mathvis.binding.decoration import Audit, audit
from mathvis.binding.drafts import with_tips
from mathvis.binding.findings import Findings
from mathvis.binding.framing import PanelFrames, fit_frames
from mathvis.binding.ink import Ink, linework
from mathvis.binding.labels import Claim, Settled, settle
from mathvis.binding.members import Member, Roster, roster
from mathvis.binding.pins import pins
from mathvis.binding.records import Maker
from mathvis.binding.rivals import strangers
from mathvis.binding.unnamed import at_text
from mathvis.figure.model import BoundSet, Entity, Figure
from mathvis.goldir.model import GoldIR, Kind
from mathvis.mathtext import from_latex

if TYPE_CHECKING:
    from mathvis.binding.pins import Pins
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
    ink = Ink(scene, geometry, visibility, gold)
    people = roster(gold, ink)
    notes = _by_labels(people, ink)
    people.remeasure()
    people.add_unnamed_edges()
    people.remeasure()
    claims, settled, pinned = _labels(people, ink)
    frames = fit_frames(gold, people)
    maker = Maker(people, frames, ink, settled)
    entities = _entities(gold, people, maker)
    findings = Findings(gold, people, settled, ink)
    bindings = {name: findings.of(name) for name, spec in gold.entities.items() if not spec.union}
    bindings |= {f"frame-{panel}": finding for panel, finding in frames.findings.items()}
    audited = _audit(ink, people, settled, claims, frames, maker.edge_texts, pinned)
    return Figure(
        scene=scene,
        entities=MappingProxyType(entities),
        frames=MappingProxyType(dict(frames.frames)),
        bindings=MappingProxyType(bindings),
        extras=audited.extras,
        decoration=audited.decoration,
        diagonal=people.extent(),
        printed=ink.printed,
        notes=tuple(notes),
        construction=audited.construction,
        visibility=visibility,
    )


def _by_labels(people: Roster, ink: Ink) -> list[str]:
    """Bind by their label alone what no name tells, where the label stands on the page exactly once."""
    notes = []
    reading: dict[str, list[int]] = {}
    for k, item in enumerate(ink.texts):
        reading.setdefault(item.text.form, []).append(k)
    taken = set(people.taken())

    def take(member: Member, text: int, how: str) -> None:
        draft = at_text(people.sight(member.panel), member.id, member.kind, text, frozenset(taken))
        if draft is not None:
            people.bind(member, draft)
            taken.update(draft.elements)
            notes.append(f"{member.id} carries no name; it was found by {how}")

    for member in people.unbound():
        if member.label is not None:
            hits = reading.get(from_latex(member.label), [])
            if len(hits) == 1:
                take(member, hits[0], f"its label {member.label}")
    for member in people.misnamed():
        # The name was given to the label instead of to what it labels.
        hits = reading.get(from_latex(member.label or ""), [])
        if len(hits) == 1 and hits[0] in people.own_texts(member):
            take(member, hits[0], f"its label {member.label}, which has the name")
    for member in people.unbound():
        if member.kind is Kind.VALUE and member.reads is not None:
            stated = people.statements(member.reads)
            if len(stated) == 1:
                take(member, stated[0][0], "what it reads")
    return notes


def _labels(people: Roster, ink: Ink) -> tuple[list[Claim], dict[str, Settled], dict[str, Pins]]:
    """Let the second key agree or disagree, panel by panel."""
    claims: list[Claim] = []
    settled: dict[str, Settled] = {}
    pinned: dict[str, Pins] = {}
    taken = people.taken()
    by_panel = {
        panel: [(m, d) for m, d in people.bound() if m.panel == panel and m.kind in _RIVALS]
        for panel in people.panels()
    }
    here = {
        panel: [
            Claim(
                member.id,
                _RIVALS[member.kind],
                None if member.label is None else from_latex(member.label),
                member.label or "",
                with_tips(draft, ink),
                draft.own,
                draft.style.stroke or draft.style.fill,
            )
            for member, draft in members
        ]
        for panel, members in by_panel.items()
    }
    loose = [linework(ink.outlines(path)) for path in ink.strokes if path.index not in taken]
    for panel, own in here.items():
        claims += own
        if not any(claim.wanted is not None for claim in own):
            continue
        styles = {m.id: d.style for m, d in by_panel[panel] if m.kind is Kind.CURVE}
        diagonal = people.diagonal(panel)
        pinned[panel] = pins(ink, own, styles, taken, diagonal)
        others = strangers(people.sight(panel), taken | pinned[panel].strokes, own)
        elsewhere = [claim for name, there in here.items() if name != panel for claim in there]
        settled |= settle([*own, *others], ink.texts, diagonal, pinned[panel].to, elsewhere, loose)
    return claims, settled, pinned


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


def _audit(
    ink: Ink,
    people: Roster,
    settled: dict[str, Settled],
    claims: list[Claim],
    frames: PanelFrames,
    edge_texts: frozenset[int],
    pinned: dict[str, Pins],
) -> Audit:
    claimed: set[int] = set(edge_texts)
    for _, draft in people.bound():
        claimed.update(draft.elements)
    for claim in claims:
        text = settled[claim.id].text if claim.id in settled else None
        if text is not None:
            claimed.update(ink.texts[text].text.elements)
    guides = frozenset(index for item in pinned.values() for index in item.strokes)
    panels = [
        Panel(panel, frames.frames[panel], frames.boxes[panel]) for panel in frames.frames if panel in frames.boxes
    ]
    return audit(ink, frozenset(claimed), panels, people.extent(), guides)
