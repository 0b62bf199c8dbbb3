"""Nodes: a text, a mark, or a shape with a text, that edges attach to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely
from numpy.typing import NDArray

from mathvis.binding.drafts import Draft, Sight, nothing, texts_of
from mathvis.binding.ink import polygon, quad
from mathvis.binding.points import point
from mathvis.figure.finding import violated
from mathvis.goldir.codes import Code
from mathvis.goldir.model import Kind
from mathvis.scene.model import Element, Label, Node, Path

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapely.geometry.base import BaseGeometry

    from mathvis.scene.polyline import Polyline

Array = NDArray[np.float64]

_LARGEST = 0.1
"""A shape around a text that takes a larger share of the panel than this is no node of the text."""


def node(sight: Sight, id_: str, name: str) -> Draft:
    """Propose the one node that carries a name."""
    ink = sight.ink
    drafts = [draft for record in ink.nodes(name) if (draft := of_node(sight, id_, name, record)) is not None]
    for inmost in (True, False):
        if drafts:
            break
        loose = [e for e in (ink.inmost(name) if inmost else ink.named(name)) if ink.seen(e.index)]
        draft = _loose(sight, id_, name, loose) if loose else None
        if draft is not None and draft.problem is not None:
            return draft
        drafts = [draft] if draft is not None else []
    if not drafts and ink.is_name(name):
        marked = point(sight, id_, name)
        if marked.problem is not None or marked.at is None:
            return Draft(id_, name, Kind.NODE, problem=marked.problem)
        ring = shapely.get_coordinates(shapely.Point(marked.at).buffer(max(marked.radius, 1e-3)))
        return Draft(
            id_,
            name,
            Kind.NODE,
            marked.elements,
            marked.geometry,
            marked.style,
            marked.own,
            marked.at,
            marked.radius,
            outline=ring,
        )
    if not drafts:
        return Draft(id_, name, Kind.NODE, problem=nothing(name, "is drawn", ink, ink.named(name)))
    first = drafts[0]
    for other in drafts[1:]:
        if float(np.hypot(*(np.asarray(first.at) - np.asarray(other.at)))) > sight.same:
            return Draft(id_, name, Kind.NODE, problem=violated(Code.U4, f"{len(drafts)} nodes are called {name!r}"))
    return first


def of_node(sight: Sight, id_: str, name: str, record: Node) -> Draft | None:
    """Make a node of a scene's record; its anchors are a claim and hold only as far as its ink goes."""
    ink = sight.ink
    visible: list[Element] = [ink.scene.elements[i] for i in record.elements if ink.seen(i)]
    if not visible:
        return None
    own = texts_of(ink, visible)
    paths = ink.main(visible)
    at = np.array(record.center, float)
    if record.border is not None and ink.seen(record.border):
        border = ink.scene.elements[record.border]
        if isinstance(border, Path) and ink.outlines(border):
            outline = max(ink.outlines(border), key=lambda line: line.length).points
            return _made(sight, id_, name, [e.index for e in visible], outline, paths, own, at)
    labels = [e for e in visible if isinstance(e, Label)]
    shapes = [quad(label.box) for label in labels] + [
        shapely.MultiPoint(line.points) for path in paths for line in ink.outlines(path)
    ]
    height = max((label.size for label in labels), default=0.0)
    if not shapes:
        return None  # An image alone is nothing that can be read.
    hull = shapely.union_all(shapes).envelope
    roomy = shapely.intersection(quad(record.box), hull.buffer(height, join_style="mitre"))
    outline = _ring(roomy if roomy.area > 0 else hull)
    if len(outline) < 3:
        outline = _ring(hull.buffer(1e-3))
    return _made(sight, id_, name, [e.index for e in visible], outline, paths, own, at)


def _loose(sight: Sight, id_: str, name: str, elements: Sequence[Element]) -> Draft | None:
    """Make a node of named elements that no node record holds together: a text, a shape, or both."""
    ink = sight.ink
    labels = [e for e in elements if isinstance(e, Label)]
    paths = ink.main(elements)
    own = texts_of(ink, labels)
    closed = [line for path in paths for line in ink.outlines(path) if line.closed or path.fill is not None]
    if closed:
        main = max(closed, key=lambda line: line.length)
        around = polygon(main.points).buffer(sight.same)
        outline = main.points
        lines = [shapely.LineString(line.points) for line in closed]
        apart = not all(around.intersects(shape) for shape in lines)
    elif own:
        if len(own) == 1 and not paths:
            return of_text(sight, id_, name, own[0], frozenset())
        boxes = [ink.texts[k].box for k in own]
        outline = _ring(shapely.union_all(boxes).envelope)
        height = max(ink.texts[k].height for k in own)
        joined = shapely.union_all([box.buffer(0.75 * height) for box in boxes])
        apart = joined.geom_type != "Polygon"
    else:
        return None
    if apart:
        return Draft(id_, name, Kind.NODE, problem=violated(Code.U4, f"several places are called {name!r}"))
    indices = [label.index for label in labels] + [path.index for path in paths]
    return _made(sight, id_, name, indices, outline, paths, own, None)


def of_text(sight: Sight, id_: str, name: str, text: int, taken: frozenset[int]) -> Draft:
    """Make a node of a text: with the smallest unnamed closed path around it, else the text alone."""
    ink = sight.ink
    item = ink.texts[text]
    record = ink.node_of.get(item.text.elements[0])
    if record is not None and not (taken & set(record.elements)):
        draft = of_node(sight, id_, name, record)
        if draft is not None:
            return draft
    best: tuple[float, Path, Polyline] | None = None
    found = ink.geometry.tree.query(item.box, predicate="intersects")
    for path in ink.main(ink.scene.elements[k] for k in sorted(found.tolist())):
        if path.index in taken or any(ink.means(n) and n != name for n in path.names):
            continue
        for line in ink.outlines(path):
            if not (line.closed or path.fill is not None) or len(line.points) < 4:
                continue
            shape = polygon(line.points)
            # A shape around several texts is no node of one of them.
            if shape.contains(item.box) and len(ink.text_tree.query(shape, predicate="contains")) == 1:
                area = float(shape.area)
                if best is None or area < best[0]:
                    best = (area, path, line)
    if best is not None and best[0] < _LARGEST * sight.diagonal**2:
        elements = [best[1].index, *item.text.elements]
        return _made(sight, id_, name, elements, best[2].points, (best[1],), (text,), None)
    return _made(sight, id_, name, list(item.text.elements), _ring(item.box.envelope), (), (text,), None)


def _made(
    sight: Sight,
    id_: str,
    name: str,
    elements: Sequence[int],
    outline: Array,
    paths: Sequence[Path],
    own: tuple[int, ...],
    at: Array | None,
) -> Draft:
    low, high = outline.min(axis=0), outline.max(axis=0)
    inside = at is not None and bool(np.all(at >= low) and np.all(at <= high))
    size = float((high - low).max())
    return Draft(
        id_,
        name,
        Kind.NODE,
        tuple(dict.fromkeys(elements)),
        shapely.MultiPoint(outline).convex_hull,
        sight.ink.style(paths),
        own,
        at=at if at is not None and inside else (low + high) / 2,
        radius=size / 2,
        outline=np.asarray(outline),
    )


def _ring(shape: BaseGeometry) -> Array:
    return np.asarray(shapely.get_coordinates(shape))
