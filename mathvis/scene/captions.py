"""What an overlay says, and where: names, label forms, arrow tips, bindings, remarks.

Everything is in page coordinates; who draws places the texts (`mathvis.scene.placing`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mathvis.scene.model import Label, Path, Role, TipEnd
from mathvis.scene.polyline import at

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mathvis.scene.model import RGB, XY, Element, Node, Scene, Tip
    from mathvis.scene.polyline import Polyline
    from mathvis.scene.seen import Seen
    from mathvis.scene.visibility import Visibility

RED: RGB = (0.85, 0.0, 0.05)
"""Hidden ink and findings."""
GREY: RGB = (0.4, 0.4, 0.4)
"""Ink without a name."""
LABEL: RGB = (0.35, 0.2, 0.6)
NODE: RGB = (0.5, 0.35, 0.1)
BOUND: RGB = (0.0, 0.42, 0.42)
_PALETTE: tuple[RGB, ...] = (
    (0.0, 0.35, 0.75),
    (0.0, 0.5, 0.25),
    (0.75, 0.4, 0.0),
    (0.55, 0.1, 0.6),
    (0.0, 0.5, 0.55),
    (0.6, 0.25, 0.2),
    (0.4, 0.45, 0.0),
    (0.85, 0.2, 0.5),
)
_LONGEST = 60
_ALONG = (0.5, 0.35, 0.65, 0.2, 0.8)
"""Where along a path its name may stand, best first."""
_FEW = 20
"""Lines of at most so many points are polygons rather than curves."""


class Annotation(NamedTuple):
    """A remark at a place of the page (big points)."""

    at: XY
    text: str
    color: RGB = RED


class Layer(StrEnum):
    """What a text speaks of."""

    NAMES = "names"
    LABELS = "labels"
    DIRECTIONS = "directions"
    BINDINGS = "bindings"
    FINDINGS = "findings"


@dataclass(frozen=True, slots=True)
class Caption:
    """A text that wants to stand at one of a few places.

    Attributes
    ----------
    anchors
        Places in big points, best first.
    of
        Key of what it speaks of: ``e12`` an element, ``n3`` a node, ``p0`` a named place; empty for a remark.
    """

    text: str
    anchors: tuple[XY, ...]
    color: RGB
    layer: Layer
    of: str = ""


class Colors:
    """Colours of names: the same name has the same colour."""

    def __init__(self) -> None:
        self._known: dict[str, RGB] = {}

    def __getitem__(self, name: str) -> RGB:
        """Return the colour of a name: the next of the palette when it is new."""
        return self._known.setdefault(name, _PALETTE[len(self._known) % len(_PALETTE)])


def printable(text: str) -> str:
    """Text without control characters, which a hostile name may hold; they come out as ``�``."""
    return "".join(c if c.isprintable() else "�" for c in text)


def shortened(text: str, longest: int = _LONGEST) -> str:
    """Printable text of bounded length."""
    shown = printable(text[: longest + 1])
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def shown_names(node: Node) -> tuple[str, ...]:
    """Names of a node that the program gave it."""
    return tuple(name for name in node.names if not name.startswith("~"))


def captions(
    scene: Scene,
    visibility: Visibility,
    colors: Colors,
    *,
    bound: Mapping[int, Sequence[str]] | None = None,
    annotations: Sequence[Annotation] = (),
) -> Iterator[Caption]:
    """Yield the texts of an overlay, the most important first.

    Parameters
    ----------
    bound
        Ids of the entities that each element is bound to. A name under which its ink is
        bound is followed by ``≙``, and by the set that it is a member of.
    """
    every = _captions(scene, visibility, colors, bound or {}, annotations)
    return (caption for caption in every if caption.text)


def _captions(
    scene: Scene,
    visibility: Visibility,
    colors: Colors,
    bound: Mapping[int, Sequence[str]],
    annotations: Sequence[Annotation],
) -> Iterator[Caption]:
    same = _bound_by_name(scene, bound)

    def named(*names: str) -> str:
        text = shortened(" ⊃ ".join(names))
        return f"{text} ≙ {shortened(same[names[-1]])}".rstrip() if names[-1] in same else text

    for remark in annotations:
        yield Caption(shortened(remark.text), (remark.at,), remark.color, Layer.FINDINGS)
    owner = _owners(scene)
    for number, place in enumerate(scene.points):
        yield Caption(named(place.name), (place.at,), colors[place.name], Layer.NAMES, f"p{number}")
    told: set[tuple[str, ...]] = set()
    for element in scene.elements:
        anchors = _anchors(element.index, visibility)
        if isinstance(element, Path) and element.names and element.role is not Role.TIP and anchors:
            color = colors[element.names[-1]]
            yield Caption(named(*element.names), anchors, color, Layer.NAMES, f"e{element.index}")
        unnamed = tuple(name for name in bound.get(element.index, ()) if _member(name) not in same)
        if unnamed and unnamed not in told and anchors:
            told.add(unnamed)
            text = ", ".join(dict.fromkeys(map(_without_number, unnamed)))
            yield Caption(shortened(f"≙ {text}"), anchors, BOUND, Layer.BINDINGS, f"e{element.index}")
    for number, node in enumerate(scene.nodes):
        if shown_names(node):
            around = (node.box[3], node.box[2], node.box[0], node.box[1])
            text = " = ".join(map(named, shown_names(node)))
            yield Caption(shortened(text), around, NODE, Layer.NAMES, f"n{number}")
    for element in scene.elements:
        if isinstance(element, Label):
            hidden = visibility.share(element.index) < visibility.geometry.tolerances.visible_share
            corners = tuple(sorted(element.box, key=lambda corner: -corner[0] - corner[1]))
            text = f"“{shortened(element.form)}”" + (" hidden" if hidden else "")
            yield Caption(text, corners, RED if hidden else LABEL, Layer.LABELS, f"e{element.index}")
        elif isinstance(element, Path):
            for tip in element.tips:
                if said := words(tip):
                    color = colors[element.names[-1]] if element.names else GREY
                    yield Caption(
                        said, (tip.apex,), color, Layer.DIRECTIONS, f"e{owner.get(element.index, element.index)}"
                    )


def words(tip: Tip) -> str:
    """Say what a wedge alone does not tell of a tip; empty for an ordinary head."""
    kind = tip.kind + ("" if tip.heads == 1 else f" ×{tip.heads}")
    if kind == "arrow":
        return ""
    return kind if tip.end is not TipEnd.MIDDLE else f"{kind} (middle)"


def _bound_by_name(scene: Scene, bound: Mapping[int, Sequence[str]]) -> dict[str, str]:
    """Names of ink, nodes and places that are the ids of what they are bound to, each with its set, if any."""
    places = {point.name for point in scene.points} | {name for node in scene.nodes for name in node.names}
    return {
        _member(entity): entity.rpartition(".")[0]
        for index, entities in bound.items()
        for entity in entities
        if _member(entity) in places or _member(entity) in scene.elements[index].names
    }


def _member(entity: str) -> str:
    """Return the id of an entity within its set; members of a set are ``set.member``."""
    return entity.rpartition(".")[2]


def _without_number(entity: str) -> str:
    """Return the id of an entity, of a member without a name that of its set."""
    return entity.partition(".~")[0]


def is_backing(element: Element, seen: Seen) -> bool:
    """Whether unseen ink is a patch of its ground's colour, such as the background of a text: nobody misses it."""
    return isinstance(element, Path) and element.stroke is None and not element.names and not seen.hidden_by


def _owners(scene: Scene) -> dict[int, int]:
    """Elements that draw a tip, by the path that the tip sits on."""
    return {
        drawn: element.index
        for element in scene.elements
        if isinstance(element, Path)
        for tip in element.tips
        for drawn in tip.elements
    }


def _anchors(index: int, visibility: Visibility) -> tuple[XY, ...]:
    """Places along a path's longest seen stretch, or the corners of a box."""
    element = visibility.geometry.scene.elements[index]
    if not isinstance(element, Path):
        return (element.box[2], element.box[3], element.box[1], element.box[0])
    lines: Sequence[Polyline] = visibility[index].parts or visibility.geometry.polylines(index)
    if not lines:
        return ()
    line = max(lines, key=lambda item: item.length)
    if len(line.points) < 2:
        return ((float(line.points[0, 0]), float(line.points[0, 1])),)
    if len(line.points) <= _FEW:  # the middles of its sides: corners belong to more than one line
        sides = np.linalg.norm(np.diff(line.points, axis=0), axis=1)
        order = np.argsort(-sides, kind="stable")[: len(_ALONG)]
        places = (line.points[order] + line.points[order + 1]) / 2
    else:
        places = np.asarray(at(line.points, [share * line.length for share in _ALONG]))
    return tuple((float(x), float(y)) for x, y in places)
