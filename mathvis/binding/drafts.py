"""First half of binding: which ink the first key (the contract name) proposes for each entity.

A draft is an entity before its frame and label are known. This module holds the record and the drafts of
what is stroked, filled or printed; `points` and `nodes` hold theirs, `unnamed` proposes ink without a name.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import shapely

from mathvis.binding.ink import Ink, linework, polygon
from mathvis.binding.legend import without_samples
from mathvis.binding.marks import MARK_FORMS, mark_limit
from mathvis.figure.finding import Evidence, Finding, violated
from mathvis.figure.model import Style
from mathvis.goldir.codes import Code
from mathvis.goldir.model import Kind
from mathvis.scene.model import Element, Label, Path, Tip
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from shapely.geometry.base import BaseGeometry

    from mathvis.binding.marks import Array
    from mathvis.scene.polyline import Polyline


@dataclass(frozen=True, slots=True, eq=False)
class Draft:
    """An entity's ink.

    Attributes
    ----------
    id, name, kind
        Entity or member id, the drawn name (empty if bound by its label), the kind of one object.
    elements
        Its visible elements, labels of its own included.
    geometry
        Its ink as a shapely geometry, for distances.
    own
        Indices of printed texts that carry its name or belong to its node.
    at, radius, filled
        For points and nodes: the place and the mark.
    lines, tips
        For curves and edges.
    outline
        For nodes, shape (n, 2).
    problem
        Why what carries the name does not count; a draft with a problem is not bound.
    """

    id: str
    name: str
    kind: Kind
    elements: tuple[int, ...] = ()
    geometry: BaseGeometry = field(default_factory=shapely.Point)
    style: Style = field(default_factory=Style)
    own: tuple[int, ...] = ()
    at: Array | None = None
    radius: float = 0.0
    filled: bool = True
    lines: tuple[Polyline, ...] = ()
    tips: tuple[Tip, ...] = ()
    outline: Array | None = None
    problem: Finding | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """The ink as it is looked at for one panel: lengths are shares of the panel's diagonal (big points)."""

    ink: Ink
    diagonal: float

    @property
    def gap(self) -> float:
        """Ends closer than this meet."""
        return TOLERANCES.closed_gap * self.diagonal

    @property
    def same(self) -> float:
        """Marks closer than this are one."""
        return TOLERANCES.same_mark * self.diagonal

    @property
    def at(self) -> float:
        """Ink closer than this is at a place."""
        return TOLERANCES.point_ink * self.diagonal

    @property
    def mark(self) -> float:
        """Largest side of a mark."""
        return mark_limit(self.diagonal, self.ink.printed)

    def called(self, name: str, *, inmost: bool = True) -> list[Element]:
        """Elements of a name: its own, and those of nodes of that name."""
        ink = self.ink
        found = [*(ink.inmost(name) if inmost else ink.named(name))]
        for node in ink.nodes(name):
            found += [ink.scene.elements[i] for i in node.elements]
        return list(dict.fromkeys(found))


def stroked(sight: Sight, id_: str, name: str, kind: Kind, wanted: str | None = None) -> Draft:
    """Propose a curve, arrow or edge: every stroke that carries the name, a curve's samples in a legend left out.

    `wanted` is the normal form of its label.
    """
    ink = sight.ink
    for inmost in (True, False):
        found = sight.called(name, inmost=inmost)
        own = texts_of(ink, found)
        paths = ink.main(found)
        drawn = tuple(p for p in paths if p.stroke is not None)
        if kind is Kind.CURVE and not drawn:
            drawn = paths
        if kind is Kind.CURVE:
            samples = set(drawn) - set(drawn := without_samples(sight, drawn, wanted))
            paths = tuple(p for p in paths if p not in samples)
        if drawn:
            return of_paths(sight, id_, name, kind, drawn, own, beside=[p for p in paths if p not in drawn])
    return Draft(id_, name, kind, problem=nothing(name, "is drawn", ink, found))


def of_paths(
    sight: Sight,
    id_: str,
    name: str,
    kind: Kind,
    paths: Sequence[Path],
    own: tuple[int, ...],
    beside: Sequence[Path] = (),
) -> Draft:
    """Make a draft of stroked paths; what among them draws the heads of others is no line of it.

    `beside` are fills of the same name: they belong to it where they fill what the strokes enclose.
    """
    ink = sight.ink
    tips = ink.tips(paths)
    taken = {i for tip in tips for i in tip.elements}
    kept = [p for p in paths if p.index not in taken] or list(paths)
    lines = tuple(ink.lines(kept, sight.gap))
    shape: BaseGeometry = linework(lines)
    elements = [p.index for p in kept] + [i for tip in tips for i in tip.elements]
    if beside:
        inside = shapely.union_all([polygon(line.points) for line in lines if line.closed]).buffer(sight.at)
        elements += [p.index for p in beside if inside.covers(linework(ink.outlines(p)))]
    elements += [i for k in own for i in ink.texts[k].text.elements]
    return Draft(id_, name, kind, tuple(dict.fromkeys(elements)), shape, ink.style(kept), own, lines=lines, tips=tips)


def with_tips(draft: Draft, ink: Ink) -> BaseGeometry:
    """The ink of a draft with the ink, or the apex, of its arrow tips: labels stand at those too."""
    if not draft.tips:
        return draft.geometry
    paths = [e for tip in draft.tips for i in tip.elements if isinstance(e := ink.scene.elements[i], Path)]
    shapes = [linework(ink.outlines(path)) for path in paths]
    return shapely.union_all([draft.geometry, *shapes, shapely.MultiPoint([tip.apex for tip in draft.tips])])


def region(sight: Sight, id_: str, name: str, kind: Kind) -> Draft:
    """Propose a region: what the name's paths fill or enclose, holes kept."""
    ink = sight.ink
    for inmost in (True, False):
        found = sight.called(name, inmost=inmost)
        paths = ink.main(found)
        if paths:
            break
    else:
        return Draft(id_, name, kind, problem=nothing(name, "is drawn", ink, found))
    return of_area(sight, id_, name, paths, texts_of(ink, found))


def of_area(sight: Sight, id_: str, name: str, paths: Sequence[Path], own: tuple[int, ...]) -> Draft:
    """Make the draft of a region."""
    ink = sight.ink
    areas = [ink.geometry.fill_region(p.index).shape for p in paths if p.fill is not None]
    outlines = ink.lines([p for p in paths if p.fill is None], sight.gap)
    areas += [polygon(line.points) for line in outlines if line.closed or _ends_meet(line, sight.gap)]
    shape = shapely.union_all(areas)
    if shape.area <= 0:
        return Draft(id_, name, Kind.REGION, problem=violated(Code.O1, f"what is called {name!r} encloses nothing"))
    elements = [p.index for p in paths] + [i for k in own for i in ink.texts[k].text.elements]
    style = ink.style(paths)
    return Draft(id_, name, Kind.REGION, tuple(dict.fromkeys(elements)), shape, style, own)


def _ends_meet(line: Polyline, gap: float) -> bool:
    first, last = line.points[0], line.points[-1]
    return bool(((first - last) ** 2).sum() <= gap**2)


def printed(sight: Sight, id_: str, name: str, kind: Kind) -> Draft:
    """Propose the texts that carry a name."""
    for inmost in (True, False):
        found = sight.called(name, inmost=inmost)
        own = tuple(dict.fromkeys(sight.ink.text_indices(found)))
        if own:
            draft = of_texts(sight.ink, id_, name, kind, own)
            boxes = [p.index for p in sight.ink.main(found) if _around(sight.ink, p, draft.geometry)]
            return replace(draft, elements=(*draft.elements, *boxes))
    return Draft(id_, name, kind, problem=nothing(name, "is printed", sight.ink, found, Code.O2))


def _around(ink: Ink, path: Path, texts: BaseGeometry) -> bool:
    """Whether a path is a box, an underline or a ground of texts: no larger than they need."""
    low_x, low_y, high_x, high_y = texts.bounds
    room = 2 * (high_y - low_y)
    frame = shapely.box(low_x - room, low_y - room, high_x + room, high_y + room)
    return bool(frame.covers(linework(ink.outlines(path))))


def of_texts(ink: Ink, id_: str, name: str, kind: Kind, own: tuple[int, ...]) -> Draft:
    """Make a draft of printed texts."""
    items = [ink.texts[k] for k in own]
    boxes = shapely.union_all([item.box for item in items])
    elements = tuple(i for item in items for i in item.text.elements)
    return Draft(id_, name, kind, elements, boxes, Style(fill=items[0].color), own)


def texts_of(ink: Ink, elements: Iterable[Element]) -> tuple[int, ...]:
    """Printed texts among elements that are no marks."""
    return tuple(k for k in ink.text_indices(elements) if ink.texts[k].text.form not in MARK_FORMS)


def nothing(name: str, what: str, ink: Ink, found: Iterable[Element], code: Code = Code.O1) -> Finding:
    """Say that a name carries nothing that a reader sees."""
    hidden = [e.index for e in found if isinstance(e, Path | Label) and not ink.seen(e.index)]
    if hidden:
        return violated(Code.O1, f"what is called {name!r} is hidden", evidence=(Evidence(tuple(hidden)),))
    return violated(code, f"nothing called {name!r} {what}")


def renamed(draft: Draft, id_: str) -> Draft:
    """Return the same ink for another id."""
    return replace(draft, id=id_)
