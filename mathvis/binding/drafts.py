"""First half of binding: which ink the first key (the contract name) proposes for each entity.

A draft is an entity before its frame and label are known. Where the name is missing and the label
stands on the page exactly once, the ink at the label is proposed instead, with a note.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import shapely
from numpy.typing import NDArray

from mathvis.binding.ink import MARK_FORMS, Ink, Mark, linework, polygon, quad
from mathvis.binding.labels import reach as label_reach
from mathvis.figure.finding import Evidence, Finding, violated
from mathvis.figure.model import Style
from mathvis.goldir.codes import Code
from mathvis.goldir.model import Kind
from mathvis.scene.model import Element, Label, Node, Path, Tip
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapely.geometry.base import BaseGeometry

    from mathvis.scene.polyline import Polyline

Array = NDArray[np.float64]


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
        Indices of printed texts inside it.
    at, radius, filled
        For points and nodes: the place and the mark.
    lines, tips
        For curves and edges.
    outline
        For nodes and regions, shape (n, 2).
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


def by_name(ink: Ink, id_: str, name: str, kind: Kind) -> Draft | None:
    """Propose the ink that carries a name; None if nothing does."""
    if not ink.is_name(name):
        return None
    make = {
        Kind.POINT: _point,
        Kind.NODE: _node,
        Kind.CURVE: _stroked,
        Kind.ARROW: _stroked,
        Kind.EDGE: _stroked,
        Kind.REGION: _region,
        Kind.VALUE: _text,
        Kind.TEXT: _text,
    }[kind]
    return make(ink, id_, name, kind)


def at_text(ink: Ink, id_: str, kind: Kind, text: int, taken: frozenset[int]) -> Draft | None:
    """Propose the ink that a label stands at, where no name tells it; `taken` elements are out."""
    box = ink.texts[text].box
    reach = label_reach(ink.texts[text], ink.diagonal)
    if kind in (Kind.VALUE, Kind.TEXT):
        return _of_texts(ink, id_, "", kind, (text,))
    if kind is Kind.POINT:
        near = [
            (box.distance(shapely.Point(mark.at)) - mark.radius, k)
            for k, mark in enumerate(ink.marks)
            if not taken & set(mark.elements) and ink.texts[text].text.elements[0] not in mark.elements
        ]
        if near and min(near)[0] <= reach:
            return _of_mark(ink, id_, "", ink.marks[min(near)[1]], ())
        return None
    if kind is Kind.NODE:
        return _node_of_text(ink, id_, "", text, taken)
    best: tuple[float, Path] | None = None
    for path in ink.main(ink.scene.elements):
        wrong = path.index in taken or bool(path.names) or path.node is not None
        if wrong or (kind is not Kind.REGION and path.stroke is None) or (kind is Kind.ARROW and not ink.tips([path])):
            continue
        distance = linework(ink.outlines(path)).distance(box)
        if distance <= reach and (best is None or distance < best[0]):
            best = (distance, path)
    if best is None:
        return None
    return _of_paths(ink, id_, "", kind, (best[1],), ())


def unnamed_edges(ink: Ink, taken: frozenset[int]) -> Iterator[Path]:
    """Open visible strokes that carry no claim yet; candidates for edges between nodes."""
    for path in ink.main(ink.scene.elements):
        if path.index in taken or path.stroke is None or path.node is not None:
            continue
        if any(name.startswith("decor") for name in path.names):
            continue
        if all(line.closed for line in ink.outlines(path)):
            continue
        yield path


def of_path(ink: Ink, id_: str, kind: Kind, path: Path) -> Draft:
    """Make the draft of a single path."""
    return _of_paths(ink, id_, "", kind, (path,), ())


def _of_paths(ink: Ink, id_: str, name: str, kind: Kind, paths: Sequence[Path], own: tuple[int, ...]) -> Draft:
    lines = tuple(ink.lines(paths))
    tips = ink.tips(paths)
    elements = [p.index for p in paths] + [i for tip in tips for i in tip.elements]
    elements += [i for k in own for i in ink.texts[k].text.elements]
    shape: BaseGeometry = linework(lines)
    outline = None
    if kind is Kind.REGION:
        shape = shapely.union_all([polygon(line.points) for line in lines])
    return Draft(
        id_,
        name,
        kind,
        tuple(dict.fromkeys(elements)),
        shape,
        ink.style(paths),
        own,
        lines=lines,
        tips=tips,
        outline=outline,
    )


def _stroked(ink: Ink, id_: str, name: str, kind: Kind) -> Draft:
    found = [*ink.named(name)]
    for node in ink.nodes(name):
        if node.border is not None:
            found.append(ink.scene.elements[node.border])
        found += [e for i in node.elements if isinstance(e := ink.scene.elements[i], Label)]
    own = ink.text_indices(found)
    paths = ink.main(dict.fromkeys(found))
    stroked = tuple(p for p in paths if p.stroke is not None)
    if kind is Kind.CURVE and not stroked:
        stroked = paths
    if not stroked:
        return Draft(id_, name, kind, problem=_nothing(name, "is drawn", ink, found))
    return _of_paths(ink, id_, name, kind, stroked, own)


def _region(ink: Ink, id_: str, name: str, kind: Kind) -> Draft:
    found = [*ink.named(name)]
    for node in ink.nodes(name):
        found += [ink.scene.elements[i] for i in node.elements]
    own = ink.text_indices(found)
    paths = ink.main(dict.fromkeys(found))
    if not paths:
        return Draft(id_, name, kind, problem=_nothing(name, "is drawn", ink, found))
    return _of_paths(ink, id_, name, kind, paths, own)


def _text(ink: Ink, id_: str, name: str, kind: Kind) -> Draft:
    found = [*ink.named(name)]
    for node in ink.nodes(name):
        found += [ink.scene.elements[i] for i in node.elements]
    own = tuple(dict.fromkeys(ink.text_indices(found)))
    if not own:
        return Draft(id_, name, kind, problem=_nothing(name, "is printed", ink, found, Code.O2))
    return _of_texts(ink, id_, name, kind, own)


def _of_texts(ink: Ink, id_: str, name: str, kind: Kind, own: tuple[int, ...]) -> Draft:
    items = [ink.texts[k] for k in own]
    boxes = shapely.union_all([item.box for item in items])
    elements = tuple(i for item in items for i in item.text.elements)
    return Draft(id_, name, kind, elements, boxes, Style(fill=items[0].color), own)


def _point(ink: Ink, id_: str, name: str, kind: Kind) -> Draft:
    del kind
    found = [*ink.named(name)]
    for node in ink.nodes(name):
        found += [ink.scene.elements[i] for i in node.elements]
    indices = {e.index for e in found}
    own = tuple(k for k in ink.text_indices(found) if not _is_mark_text(ink, k))
    marks = [mark for mark in ink.marks if indices & set(mark.elements)]
    places: list[Mark] = []
    near = TOLERANCES.same_mark * ink.diagonal
    for mark in marks:
        if all(float(np.hypot(*(mark.at - other.at))) > near for other in places):
            places.append(mark)
    if not places:
        named = ink.places(name)
        if not named:
            return Draft(id_, name, Kind.POINT, own=own, problem=_nothing(name, "is marked", ink, found))
        for place in named:
            spot = _mark_at(ink, place)
            if spot is None:
                where = Evidence((), place)
                message = f"nothing is drawn at the place called {name!r}"
                return Draft(id_, name, Kind.POINT, own=own, problem=violated(Code.O1, message, evidence=(where,)))
            places.append(spot)
    if len(places) > 1:
        spots = tuple(Evidence(m.elements, (float(m.at[0]), float(m.at[1]))) for m in places)
        message = f"{len(places)} places are called {name!r}"
        return Draft(id_, name, Kind.POINT, own=own, problem=violated(Code.U4, message, evidence=spots))
    return _of_mark(ink, id_, name, places[0], own)


def _mark_at(ink: Ink, place: tuple[float, float]) -> Mark | None:
    """Find the mark, or the end, corner or crossing of ink, at a named place."""
    within = TOLERANCES.point_ink * ink.diagonal
    near = [(float(np.hypot(*(mark.at - np.asarray(place)))), k) for k, mark in enumerate(ink.marks)]
    if near and min(near)[0] <= within:
        return ink.marks[min(near)[1]]
    spot = ink.junction(place, within)
    return None if spot is None else Mark(spot, 0.0, filled=True, elements=())


def _of_mark(ink: Ink, id_: str, name: str, mark: Mark, own: tuple[int, ...]) -> Draft:
    paths = [e for i in mark.elements if isinstance(e := ink.scene.elements[i], Path)]
    texts = tuple(i for k in own for i in ink.texts[k].text.elements)
    return Draft(
        id_,
        name,
        Kind.POINT,
        (*mark.elements, *texts),
        shapely.Point(mark.at).buffer(mark.radius) if mark.radius > 0 else shapely.Point(mark.at),
        ink.style(paths),
        own,
        at=mark.at,
        radius=mark.radius,
        filled=mark.filled,
    )


def _is_mark_text(ink: Ink, text: int) -> bool:
    return ink.texts[text].text.form in MARK_FORMS


def _node(ink: Ink, id_: str, name: str, kind: Kind) -> Draft:
    nodes = ink.nodes(name)
    drafts = [_of_node(ink, id_, name, node) for node in nodes]
    drafts = [draft for draft in drafts if draft is not None]
    if not drafts:
        loose = [e for e in ink.named(name) if ink.seen(e.index)]
        drafts = [_loose_node(ink, id_, name, loose)] if loose else []
    if not drafts and ink.places(name):
        point = _point(ink, id_, name, Kind.POINT)
        if point.problem is not None or point.at is None:
            return Draft(id_, name, kind, problem=point.problem)
        ring = shapely.get_coordinates(shapely.Point(point.at).buffer(max(point.radius, 1e-3)))
        drafts = [
            Draft(
                id_,
                name,
                kind,
                point.elements,
                point.geometry,
                point.style,
                point.own,
                point.at,
                point.radius,
                outline=ring,
            )
        ]
    kept: list[Draft] = [draft for draft in drafts if draft is not None]
    if not kept:
        return Draft(id_, name, kind, problem=_nothing(name, "is drawn", ink, list(ink.named(name))))
    first = kept[0]
    for other in kept[1:]:
        apart = float(np.hypot(*(np.asarray(first.at) - np.asarray(other.at))))
        if apart > TOLERANCES.same_mark * ink.diagonal:
            return Draft(id_, name, kind, problem=violated(Code.U4, f"{len(kept)} nodes are called {name!r}"))
    return first


def _of_node(ink: Ink, id_: str, name: str, node: Node) -> Draft | None:
    elements = [ink.scene.elements[i] for i in node.elements]
    visible = [e for e in elements if ink.seen(e.index)]
    if not visible:
        return None
    own = tuple(k for k in ink.text_indices(visible) if not _is_mark_text(ink, k))
    paths = ink.main(visible)
    outline = np.array([*node.box, node.box[0]], float)
    if node.border is not None and ink.seen(node.border):
        border = ink.scene.elements[node.border]
        if isinstance(border, Path) and ink.outlines(border):
            outline = max(ink.outlines(border), key=lambda line: line.length).points
    shape = shapely.MultiPoint(outline).convex_hull
    return Draft(
        id_,
        name,
        Kind.NODE,
        tuple(e.index for e in visible),
        shape,
        ink.style(paths),
        own,
        at=np.array(node.center, float),
        outline=outline,
    )


def _loose_node(ink: Ink, id_: str, name: str, elements: Sequence[Element]) -> Draft | None:
    """Make a node of named elements that no node record holds together: a text, a shape, or both."""
    labels = [e for e in elements if isinstance(e, Label)]
    paths = ink.main([e for e in elements if isinstance(e, Path)])
    own = tuple(k for k in ink.text_indices(labels) if not _is_mark_text(ink, k))
    closed = [line for path in paths for line in ink.outlines(path) if line.closed or path.fill is not None]
    if closed:
        outline = max(closed, key=lambda line: line.length).points
    elif labels:
        if len(own) == 1 and not paths:
            return _node_of_text(ink, id_, name, own[0], frozenset())
        outline = _ring(shapely.union_all([quad(label.box) for label in labels]).envelope)
    else:
        return None
    low, high = outline.min(axis=0), outline.max(axis=0)
    return Draft(
        id_,
        name,
        Kind.NODE,
        tuple(e.index for e in (*labels, *paths)),
        shapely.MultiPoint(outline).convex_hull,
        ink.style(paths),
        own,
        at=(low + high) / 2,
        outline=outline,
    )


def _node_of_text(ink: Ink, id_: str, name: str, text: int, taken: frozenset[int]) -> Draft:
    """Make a node of a text: with the smallest unnamed closed path around it, else the text alone."""
    item = ink.texts[text]
    label = ink.scene.elements[item.text.elements[0]]
    for node in ink.scene.nodes:
        if label.index in node.elements:
            draft = _of_node(ink, id_, name, node)
            if draft is not None:
                return draft
    best: tuple[float, Path, Polyline] | None = None
    for path in ink.main(ink.scene.elements):
        if path.index in taken or path.names:
            continue
        for line in ink.outlines(path):
            if not (line.closed or path.fill is not None) or len(line.points) < 4:
                continue
            shape = polygon(line.points)
            # A shape around several texts is no node of one of them.
            if shape.contains(item.box) and sum(shape.contains(other.box) for other in ink.texts) == 1:
                area = float(shape.area)
                if best is None or area < best[0]:
                    best = (area, path, line)
    elements = item.text.elements
    outline = _ring(item.box.envelope)
    paths: tuple[Path, ...] = ()
    if best is not None and best[0] < 0.1 * ink.diagonal**2:
        elements, outline, paths = (best[1].index, *elements), best[2].points, (best[1],)
    low, high = outline.min(axis=0), outline.max(axis=0)
    return Draft(
        id_,
        name,
        Kind.NODE,
        elements,
        shapely.MultiPoint(outline).convex_hull,
        ink.style(paths),
        (text,),
        at=(low + high) / 2,
        outline=outline,
    )


def _ring(shape: BaseGeometry) -> Array:
    return np.asarray(shapely.get_coordinates(shape))


def _nothing(name: str, what: str, ink: Ink, found: Sequence[Element], code: Code = Code.O1) -> Finding:
    hidden = [e.index for e in found if isinstance(e, Path | Label) and not ink.seen(e.index)]
    if hidden:
        return violated(Code.O1, f"what is called {name!r} is hidden", evidence=(Evidence(tuple(hidden)),))
    return violated(code, f"nothing called {name!r} {what}")
