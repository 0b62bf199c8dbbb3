"""What a task makes of a drawing, for people: which ink is which entity, and what was found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mathvis.figure.finding import Outcome
from mathvis.figure.model import Curve, Edge, Node, Point, Region, Text, Value
from mathvis.scene.captions import RED, Annotation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mathvis.figure.finding import Evidence, Finding
    from mathvis.figure.model import Array, Entity, Figure, Frame
    from mathvis.scene.model import XY
    from mathvis.verifier import Judgement

_KINDS: tuple[tuple[type, str], ...] = (
    (Point, "point"),
    (Curve, "curve"),
    (Region, "region"),
    (Node, "node"),
    (Edge, "edge"),
    (Value, "value"),
    (Text, "label"),
)
_MOST_PLACES = 3
"""Places of evidence shown of one finding."""


@dataclass(frozen=True, slots=True)
class Binding:
    """An entity and its ink.

    Attributes
    ----------
    id, kind
        The Gold IR's id and what it is.
    name
        What the program calls it; empty if it was bound without its name.
    elements
        Its ink.
    where
        Where it is: data coordinates of its panel, or big points where the panel has none; may be empty.
    reads
        The text that labels it, or that it is.
    panel
        The panel that it belongs to.
    """

    id: str
    kind: str
    name: str
    elements: tuple[int, ...]
    where: str
    reads: str
    panel: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """A statement, criterion or technical check and its finding.

    Attributes
    ----------
    group
        ``T``, ``M`` or ``P``.
    sign
        ``✓``, ``✗``, ``?`` (undecided), ``–`` (not made), or the score of a criterion.
    text, code
        What was found, and the error code.
    elements, places
        The ink and the places (big points) that show it.
    """

    group: str
    id: str
    sign: str
    text: str
    code: str = ""
    elements: tuple[int, ...] = ()
    places: tuple[XY, ...] = ()

    @property
    def well(self) -> bool:
        """Whether it passed."""
        return self.sign in ("✓", "1")


@dataclass(frozen=True, slots=True)
class Judged:
    """What a task makes of a drawing.

    Attributes
    ----------
    task, delivered
        Full name of the task; whether the drawing is delivered.
    bindings, findings
        Entities that were bound, in the figure's order; all that was found.
    frames
        Frames of the panels that have data coordinates.
    """

    task: str
    delivered: bool
    bindings: tuple[Binding, ...] = ()
    findings: tuple[Found, ...] = ()
    frames: tuple[Frame, ...] = ()

    @property
    def by_element(self) -> Mapping[int, tuple[str, ...]]:
        """Ids of the entities that an element belongs to."""
        found: dict[int, list[str]] = {}
        for binding in self.bindings:
            for index in binding.elements:
                found.setdefault(index, []).append(binding.id)
        return {index: tuple(dict.fromkeys(ids)) for index, ids in found.items()}

    def frame_of(self, index: int) -> Frame | None:
        """Return the frame that an element's data coordinates are in: of what it is bound to, or the only one."""
        panels = {binding.panel for binding in self.bindings if index in binding.elements}
        found = [frame for frame in self.frames if frame.panel in panels] if panels else list(self.frames)
        return found[0] if len(found) == 1 else None

    @property
    def annotations(self) -> tuple[Annotation, ...]:
        """Remarks at the places of what failed."""
        return tuple(
            Annotation(place, item.code or item.id, RED)
            for item in self.findings
            if not item.well
            for place in item.places[:_MOST_PLACES]
        )


def judged(judgement: Judgement) -> Judged:
    """Put what a judgement says into words."""
    verdict, figure = judgement.verdict, judgement.figure
    bindings = tuple(_bindings(figure)) if figure is not None else ()
    frames = tuple(frame for frame in figure.frames.values() if frame.fitted) if figure is not None else ()
    return Judged(verdict.task, verdict.D, bindings, tuple(_findings(judgement)), frames)


def _findings(judgement: Judgement) -> Iterator[Found]:
    verdict = judgement.verdict
    for check in verdict.technical:
        sign = "–" if check.passed is None else "✓" if check.passed else "✗"
        yield Found("T", check.name.value, sign, check.message, check.code or "")
    for item in verdict.hard:
        finding = item.finding
        sign = "✓" if finding.holds else "?" if finding.outcome is Outcome.UNDECIDED else "✗"
        yield _found("M", item.id, sign, item.says, finding)
    for criterion in verdict.soft:
        sign = {0.0: "0", 0.5: "½"}.get(criterion.score, "1")
        yield _found("P", criterion.id, sign, criterion.says, criterion.finding)


def _found(group: str, name: str, sign: str, says: str, finding: Finding) -> Found:
    text = (says or finding.message) if finding.holds else finding.message or says
    elements = tuple(dict.fromkeys(index for item in finding.evidence for index in item.elements))
    return Found(group, name, sign, text, finding.code or "", elements, tuple(_places(finding.evidence)))


def _places(evidence: tuple[Evidence, ...]) -> Iterator[XY]:
    for item in evidence:
        if item.at is not None:
            yield float(item.at[0]), float(item.at[1])


def _bindings(figure: Figure) -> Iterator[Binding]:
    entities = [item for each in figure.entities.values() for item in (each if isinstance(each, tuple) else (each,))]
    # Members of a set are there under the set's name and under their own.
    yield from dict.fromkeys(map(_binding, entities))


def _binding(entity: Entity) -> Binding:
    kind = next(word for cls, word in _KINDS if isinstance(entity, cls))
    if isinstance(entity, Text):
        return Binding(entity.id, kind, "", entity.elements, "", entity.form)
    reads = entity.text.form if isinstance(entity, Value) else entity.label.form if entity.label else ""
    return Binding(entity.id, kind, entity.name, entity.elements, _where(entity), reads, entity.frame.panel)


def _where(entity: Point | Curve | Region | Node | Edge | Value) -> str:
    if isinstance(entity, Point | Node):
        return in_frame(entity.frame, np.asarray(entity.at))
    if isinstance(entity, Edge):
        return f"from {entity.source or 'nowhere'} to {entity.target or 'nowhere'}"
    if isinstance(entity, Curve):
        start, stop = in_frame(entity.frame, entity.ends[:1]), in_frame(entity.frame, entity.ends[1:])
        return "closed" if entity.closed else f"from {start} to {stop}"
    return ""


def in_frame(frame: Frame, place: Array) -> str:
    """A place of the page in the data coordinates of a panel, or in big points where it has none."""
    x, y = frame.to_data(place)[0] if frame.fitted else np.asarray(place, float).reshape(2)
    return f"({x + 0.0:.3g}, {y + 0.0:.3g})" + ("" if frame.fitted else " bp")
