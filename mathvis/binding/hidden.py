"""How much of an entity a reader sees, where what may lie on it does not count as hiding it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely

from mathvis.goldir.model import Kind
from mathvis.scene.model import Path
from mathvis.scene.polyline import cut
from mathvis.scene.seen import Cause
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from shapely.geometry.base import BaseGeometry

    from mathvis.binding.drafts import Draft
    from mathvis.binding.ink import Ink
    from mathvis.binding.members import Member, Roster
    from mathvis.scene.polyline import Polyline
    from mathvis.scene.seen import Gap

_EDGES = (Kind.ARROW, Kind.EDGE)
_COVERABLE = 0.5
"""Share of a line that labels, marks and crossing lines may cover; where more is covered, all of it is hidden."""


class Shown:
    """Shares of entities that are seen.

    Parameters
    ----------
    people
        Who was found.
    ink
        The visible ink.
    """

    def __init__(self, people: Roster, ink: Ink) -> None:
        self._people, self._ink = people, ink
        self._docks: dict[str, shapely.STRtree] = {}
        self._marks: dict[str, dict[int, BaseGeometry]] = {}

    def share(self, member: Member, draft: Draft) -> float:
        """Share of a draft's ink that a reader sees.

        What a node paints under itself, as a shadow does, is no part of what it shows.
        What of an edge lies under its panel's nodes is no part of it. What of a line lies under the background of
        a text, under the mark of a point that was found, or for a short way under other ink, is as good as seen
        unless it is most of the line.
        """
        ink = self._ink
        edge = member.kind in _EDGES
        total = hidden = 0.0
        for index in draft.elements:
            if member.kind is Kind.NODE and self._is_shadow(draft, index):
                continue
            seen = ink.visibility[index]
            weight = max(ink.geometry.length(index), 1e-9)
            if seen.share < 1 and (edge or seen.gaps):
                outside, lost = self._line(member.panel, index, edge=edge)
                total += outside if edge else weight
                hidden += lost if edge else min(lost, weight * (1 - ink.visibility.drawn(index)))
                continue
            total += weight
            hidden += weight * (1 - seen.share)
        if total <= 0:
            return 0.0 if edge else 1.0
        return 1 - hidden / total

    def _is_shadow(self, draft: Draft, index: int) -> bool:
        """Whether paint of a node lies under nothing but later paint of that node that is seen itself."""
        if not isinstance(self._ink.scene.elements[index], Path):
            return False
        seen = self._ink.visibility[index]
        covers = set(seen.hidden_by)
        if not covers or seen.lost.keys() & {Cause.PAGE, Cause.CLIP}:
            return False
        return covers <= set(draft.elements) and all(map(self._ink.seen, covers))

    def _line(self, panel: str, index: int, *, edge: bool) -> tuple[float, float]:
        """Length of an element's lines outside of nodes, and how much of it is hidden."""
        ink = self._ink
        lines = ink.geometry.polylines(index)
        whole: BaseGeometry = shapely.MultiLineString([line.points for line in lines if len(line.points) > 1])
        again = {(gap.piece, gap.start) for gap in ink.visibility.retraced(index)}
        gaps = [gap for gap in ink.visibility[index].gaps if (gap.piece, gap.start) not in again]
        parted = [gap for gap in gaps if not gap.bridged and not self._crossed(lines, gap)]
        lost, open_ = _stretches(lines, gaps), _stretches(lines, parted)
        if edge:
            nodes = self._nodes(panel, whole)
            whole, lost, open_ = whole.difference(nodes), open_.difference(nodes), open_.difference(nodes)
        if lost.length > 0:
            open_ = open_.difference(self._allowed(panel, gaps))
            if lost.length - open_.length <= _COVERABLE * whole.length:
                lost = open_
        return float(whole.length), float(lost.length)

    def _crossed(self, lines: Sequence[Polyline], gap: Gap) -> bool:
        """Whether a gap is the short one at which a line passes under another that a casing sets off."""
        line = lines[gap.piece]
        short = gap.stop - gap.start <= TOLERANCES.bridge * self._ink.geometry.diagonal
        inner = line.closed or (gap.start > 0 and gap.stop < line.length)
        if not (short and inner and gap.by):
            return False
        course = shapely.LineString(cut(line, gap.start, gap.stop).points)
        return all(self._sets_off(index, course) for index in gap.by)

    def _sets_off(self, index: int, course: BaseGeometry) -> bool:
        """Whether an element is a stroke that crosses a course, and it or a narrower one over it is seen there."""
        ink = self._ink
        casing = ink.scene.elements[index]
        if not isinstance(casing, Path) or casing.stroke is None or casing.fill is not None:
            return False
        x0, y0, x1, y1 = course.bounds
        boxes = ink.geometry.boxes[index:]
        meeting = (boxes[:, 0] <= x1) & (boxes[:, 2] >= x0) & (boxes[:, 1] <= y1) & (boxes[:, 3] >= y0)
        for later in (index + np.flatnonzero(meeting)).tolist():
            path = ink.scene.elements[later]
            if not isinstance(path, Path) or path.stroke is None or path.stroke.width > casing.stroke.width:
                continue
            if ink.is_main(path) and ink.visibility.contrast(later) >= TOLERANCES.contrast:
                parts = [part.points for part in ink.visibility.parts(later) if len(part.points) > 1]
                if parts and shapely.MultiLineString(parts).intersects(course):
                    return True
        return False

    def _nodes(self, panel: str, shape: BaseGeometry) -> BaseGeometry:
        """The nodes of a panel that a shape meets."""
        if panel not in self._docks:
            self._docks[panel] = shapely.STRtree(list(self._people.nodes(panel).values()))
        tree = self._docks[panel]
        return shapely.union_all(tree.geometries[tree.query(shape, predicate="intersects")])

    def _allowed(self, panel: str, gaps: Iterable[Gap]) -> BaseGeometry:
        """Backgrounds of texts and marks of points among what makes gaps."""
        if panel not in self._marks:
            self._marks[panel] = {
                index: draft.geometry.buffer(self._ink.geometry.width(index))
                for member, draft in self._people.bound()
                if member.panel == panel and member.kind is Kind.POINT and draft.radius > 0
                for index in draft.elements
            }
        shapes = []
        for index in sorted({index for gap in gaps for index in gap.by}):
            shape = self._marks[panel].get(index) or self._background(index)
            if shape is not None:
                shapes.append(shape)
        return shapely.union_all(shapes)

    def _background(self, index: int) -> BaseGeometry | None:
        """The area of a fill right behind a text, not much larger than the text; None if it is no such fill."""
        ink = self._ink
        path = ink.scene.elements[index]
        if not isinstance(path, Path) or path.fill is None:
            return None
        shape = ink.geometry.fill_region(index).shape
        for k in ink.text_tree.query(shape, predicate="intersects").tolist():
            item = ink.texts[k]
            room = item.box.buffer(TOLERANCES.backing * item.height)
            if item.text.elements[0] > index and shape.covers(item.box) and room.covers(shape):
                area: BaseGeometry = shape.buffer(ink.geometry.width(index))
                return area
        return None


def _stretches(lines: Sequence[Polyline], gaps: Iterable[Gap]) -> BaseGeometry:
    parts = [cut(lines[gap.piece], gap.start, gap.stop).points for gap in gaps]
    return shapely.MultiLineString([points for points in parts if len(points) > 1])
