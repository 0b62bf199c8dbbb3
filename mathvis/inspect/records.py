"""What the page tells of each thing in a drawing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mathvis.inspect import words
from mathvis.inspect.judged import in_frame
from mathvis.scene.captions import is_backing, shortened, shown_names
from mathvis.scene.model import Label, Path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mathvis.inspect.view import View
    from mathvis.scene.model import XY, Element, Stroke

_LONGEST = 300
"""Characters of a text on the page."""
_MOST_TIPS = 20


@dataclass(frozen=True, slots=True)
class Record:
    """What is told of one thing.

    Attributes
    ----------
    key
        ``e12`` an element, ``n3`` a node, ``p0`` a named place.
    title, kind
        What it is called and what it is.
    rows
        What is told: pairs of a word and a text.
    hidden
        ``hidden`` or ``partly hidden`` where a reader does not see it, or not enough of it; else empty.
    entities
        Entities that it is bound to.
    """

    key: str
    title: str
    kind: str
    rows: tuple[tuple[str, str], ...]
    hidden: str = ""
    entities: tuple[str, ...] = ()

    @property
    def search(self) -> str:
        """What a search looks through, in small letters."""
        said = (self.key, self.title, self.kind, *(f"{word} {text}" for word, text in self.rows))
        return " ".join((*said, self.hidden)).lower()


def records(view: View, most: int) -> Iterator[Record]:
    """Yield the records of elements, nodes and named places, of each at most so many."""
    bound = view.judged.by_element if view.judged else {}
    for element in view.scene.elements[:most]:
        yield _element(view, element, bound.get(element.index, ()))
    for number, node in enumerate(view.scene.nodes[:most]):
        names = shown_names(node)
        if names:
            rows = [
                ("names", _short(" = ".join(names))),
                ("shape", _short(node.shape)),
                ("centre", words.place(node.center)),
                ("box", f"{words.place(node.box[0])} … {words.place(node.box[2])}"),
                ("drawn by", ", ".join(f"element {index}" for index in node.elements[:20])),
            ]
            yield Record(f"n{number}", _short(names[0]) or "(no name)", "node", _told(rows))
    for number, point in enumerate(view.scene.points[:most]):
        rows = [("at", words.place(point.at)), *_data(view, None, [point.at])]
        yield Record(f"p{number}", _short(point.name) or "(no name)", "named place", _told(rows))


def _element(view: View, element: Element, entities: tuple[str, ...]) -> Record:
    index = element.index
    rows = [("name", _short(" ⊃ ".join(element.names)))]
    if isinstance(element, Path):
        rows += _path(view, element)
        title = element.names[-1] if element.names else words.kind(element)
    elif isinstance(element, Label):
        rows += _label(view, element)
        title = element.form or element.text
    else:
        rows += [("box", f"{words.place(element.box[0])} … {words.place(element.box[2])}")]
        title = words.kind(element)
    seen = view.visibility[index]
    rows.append(("visible", words.seen_words(seen)))
    if seen.share > 0:
        rows.append(("contrast", f"{seen.contrast:.1f} : 1"))
    if element.clips:
        rows.append(("clipped by", f"{len(element.clips)} region{'s' if len(element.clips) > 1 else ''}"))
    if element.node and not element.node.startswith("~"):
        rows.append(("in node", _short(element.node)))
    rows.append(("bound to", _short(", ".join(entities))))
    if element.line is not None:
        rows.append(("source", f"line {element.line}: {_short(view.source.quoted(element.line).strip())}"))
    rows.append(("element", f"{index} in paint order"))
    hidden = "" if is_backing(element, seen) else words.hidden(seen, view.visibility.geometry.tolerances)
    return Record(f"e{index}", _short(title) or "(no text)", words.kind(element), _told(rows), hidden, entities)


def _path(view: View, path: Path) -> Iterator[tuple[str, str]]:
    geometry = view.visibility.geometry
    yield "role", path.role.value
    ends = _ends(path)
    if ends:
        yield "from", words.place(ends[0])
        yield "to", words.place(ends[1])
    x0, y0, x1, y1 = geometry.box(path.index)
    yield "within", f"{words.place((x0, y0))} … {words.place((x1, y1))}"
    yield from _data(view, path.index, list(ends or ((x0, y0), (x1, y1))))
    yield "length", f"{geometry.length(path.index):.1f} bp"
    if path.stroke is not None:
        yield "line", _stroke(path.stroke)
    if path.fill is not None:
        yield "fill", words.color(path.fill.paint)
    for tip in path.tips[:_MOST_TIPS]:
        style = f" ({_short(tip.style)})" if tip.style else ""
        yield "tip", f"{words.tip_words(tip)}{style}, apex {words.place(tip.apex)}, points {words.direction(tip)}"


def _label(view: View, label: Label) -> Iterator[tuple[str, str]]:
    yield "form", _short(label.form)
    yield "text", _short(label.text)
    middle = (label.box[0][0] + label.box[2][0]) / 2, (label.box[0][1] + label.box[2][1]) / 2
    yield "middle", words.place(middle)
    yield from _data(view, label.index, [middle])
    yield "box", f"{words.place(label.box[0])} … {words.place(label.box[2])}"
    yield "size", f"{view.visibility.text_size(label.index):.1f} pt"
    yield "colour", words.color(label.paint)
    if abs(label.angle) > 0.05:
        yield "turned by", f"{label.angle:.1f}°"


def _data(view: View, index: int | None, places: list[XY]) -> Iterator[tuple[str, str]]:
    """Say places in the coordinates of the figure's panel, where a task gives it some."""
    if view.judged is None:
        return
    frame = view.judged.frame_of(-1 if index is None else index)
    if frame is not None:
        yield f"in {_short(frame.panel)}", " … ".join(in_frame(frame, np.asarray([at])) for at in places)


def _ends(path: Path) -> tuple[XY, XY] | None:
    if path.stroke is None or len(path.subpaths) != 1 or path.subpaths[0].closed:
        return None
    return path.subpaths[0].points[0], path.subpaths[0].points[-1]


def _stroke(stroke: Stroke) -> str:
    dash = f", dashes {' '.join(f'{part:.3g}' for part in stroke.dash[:8])}" if stroke.dash else ""
    return f"{words.color(stroke.paint)}, {stroke.width:.2f} bp wide{dash}"


def _told(rows: list[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple((word, text) for word, text in rows if text)


def _short(text: str) -> str:
    return shortened(text, _LONGEST)
