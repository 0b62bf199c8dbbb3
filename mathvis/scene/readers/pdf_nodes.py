"""Named nodes and named places."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mathvis.scene.model import NamedPoint, Node, Path, Role
from mathvis.scene.readers.pdf_geometry import bounds
from mathvis.scene.readers.pdf_marks import places_of, text_of
from mathvis.scene.readers.pdf_roles import strangers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mathvis.scene.model import XY, Element, Quad
    from mathvis.scene.readers.pdf_ink import Frame, PointMark

MAX_NAMES = 20_000
"""Most names that are kept."""
_GENERATED = re.compile(r"^tikz@f@")
_LATE = "not yet positionedPGFINTERNAL"
_AREA_SHAPE = "bounding-box"


@dataclass(slots=True)
class _Place:
    """A node or coordinate while its names are gathered."""

    names: list[str]
    shape: str
    center: XY
    box: Quad | None
    frame: Frame | None = None
    elements: list[int] = field(default_factory=list)


def display_name(name: str) -> str:
    """Return the name under which a node is known; those that TikZ makes up start with a tilde."""
    return "~" + name if _GENERATED.match(name) else name


class Names:
    """The nodes and places of a page, gathered from its marks."""

    def __init__(self, points: Sequence[PointMark]) -> None:
        self._places: list[_Place] = []
        self._by_frame: dict[int, _Place] = {}
        self._by_name: dict[str, list[_Place]] = {}
        self._anonymous = 0
        known = points[:MAX_NAMES]
        for mark in known:
            self._read(mark)
        for mark in known:
            if mark.kind == "alias":
                self._alias(mark)

    def _read(self, mark: PointMark) -> None:
        if mark.kind == "anchors":
            self._anchors(mark)
        elif mark.kind == "at":
            places = places_of(mark.data.get("p"), mark.matrix)
            name = text_of(mark.data.get("n"))
            if len(places) == 1 and name:
                self._add(_Place([display_name(name)], "coordinate", places[0], None), name)
        elif mark.kind == "box":
            corners = places_of(mark.data.get("b"), mark.matrix)
            name = text_of(mark.data.get("n"))
            if len(corners) == 2 and name:
                (x0, y0), (x1, y1) = corners
                box = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
                self._add(_Place([name], _AREA_SHAPE, ((x0 + x1) / 2, (y0 + y1) / 2), box), name)

    def _alias(self, mark: PointMark) -> None:
        """Give a place another name. Of several with the old name, the one where the mark says it is."""
        name, old = text_of(mark.data.get("n")), text_of(mark.data.get("o"))
        at = places_of(mark.data.get("p"), mark.matrix)
        if not name or name.startswith(_LATE) or len(at) != 1:
            return
        (x, y) = at[0]
        same = self._by_name.get(old)
        if not same and old.startswith(_LATE):
            return
        if not same:
            self._add(_Place([display_name(name)], "coordinate", (x, y), None), name)
            return
        place = min(same, key=lambda p: math.hypot(p.center[0] - x, p.center[1] - y))
        if display_name(name) not in place.names:
            place.names.append(display_name(name))
        self._by_name.setdefault(name, []).append(place)

    def _anchors(self, mark: PointMark) -> None:
        frame = mark.frame
        if frame is None or frame.kind != "node":
            return
        places = {key: places_of(mark.data.get(key), mark.matrix) for key in "onsew"}
        if len(places["o"]) != 1:
            return
        center = places["o"][0]
        box: Quad | None = None
        if all(len(places[key]) == 1 for key in "nsew"):
            north, south, east, west = (places[key][0] for key in "nsew")
            box = tuple(
                (v[0] + h[0] - center[0], v[1] + h[1] - center[1])
                for v, h in ((south, west), (south, east), (north, east), (north, west))
            )  # type: ignore[assignment]
        name = text_of(frame.data.get("n"))
        place = _Place([display_name(name)] if name else [], text_of(frame.data.get("s")), center, box, frame)
        self._by_frame[frame.serial] = place
        self._add(place, name)

    def _add(self, place: _Place, name: str) -> None:
        self._places.append(place)
        if name:
            self._by_name.setdefault(name, []).append(place)

    def name_of(self, frame: Frame | None) -> str | None:
        """Return the name of the node that a mark opened; nodes without one are given one."""
        if frame is None:
            return None
        place = self._by_frame.get(frame.serial)
        if place is None:
            name = text_of(frame.data.get("n"))
            return display_name(name) if name else None
        if not place.names:
            self._anonymous += 1
            place.names.append(f"~{self._anonymous}")
        return place.names[0]

    def claim(self, frame: Frame | None, element: int) -> None:
        """Book an element as painted by the node that a mark opened."""
        place = self._by_frame.get(frame.serial) if frame is not None else None
        if place is not None:
            place.elements.append(element)

    def expel(self, elements: Sequence[Element]) -> set[int]:
        """Strike off what nodes claim to have painted and lies outside of them; return its indices."""
        found: set[int] = set()
        for place in self._places:
            if place.elements:
                away = strangers([elements[i] for i in place.elements])
                if away:
                    place.elements = [i for i in place.elements if i not in away]
                    found |= away
        return found

    def nodes(self, elements: Sequence[Element]) -> tuple[Node, ...]:
        """Return the nodes, in the order in which they were made."""
        found = []
        for place in self._places:
            if place.shape == "coordinate" or not place.names:
                continue
            own = place.elements
            paths = [e for e in (elements[i] for i in own) if isinstance(e, Path) and e.role is Role.NODE]
            borders = [e.index for e in paths if e.stroke is not None] or [e.index for e in paths]
            border = borders[0] if borders else None
            box = place.box or _box_of([elements[i] for i in own], place.center)
            found.append(Node(tuple(place.names), place.shape, place.center, box, tuple(own), border))
        return tuple(found)

    def points(self) -> tuple[NamedPoint, ...]:
        """Return the named places."""
        return tuple(
            NamedPoint(name, place.center)
            for place in self._places
            if place.shape == "coordinate"
            for name in place.names
        )


def _box_of(elements: Sequence[Element], center: XY) -> Quad:
    corners: list[XY] = [center]
    for element in elements:
        if isinstance(element, Path):
            corners += [p for subpath in element.subpaths for p in subpath.points]
        else:
            corners += element.box
    x0, y0, x1, y1 = bounds(corners)
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
