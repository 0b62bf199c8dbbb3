"""Crossings: which line passes over which, as a reader sees it.

A line is drawn as passing under another by a gap: a casing of the page's colour under the upper line
(``preaction``, ``double``, the knots library), a clip, or simply two pieces that stop short of it. Whatever made
it, the picture is the same: two ends that face each other, and another line that runs through between them.
Where two lines meet without a gap a reader cannot tell, and the crossing is flat.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import shapely

from mathvis.scene.polyline import at, stations
from mathvis.scene.visible_strands import VisibleStrand, strands

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from numpy.typing import NDArray

    from mathvis.scene.model import XY
    from mathvis.scene.polyline import Array, Polyline
    from mathvis.scene.visibility import Visibility

_geos: Any = shapely
_FACING = 25.0
"""Degrees by which the line between two ends may turn from either."""
_INNER = 0.8
"""Share of a gap, about its middle, where the upper line must pass."""
_STEEP = 12.0
"""Least angle in degrees at which two lines cross."""


class Passage(NamedTuple):
    """How a line runs through a crossing.

    Attributes
    ----------
    element
        Index of the path; of the one before the gap for a line that is broken there.
    way
        Unit vector of its drawing direction there.
    """

    element: int
    way: XY


@dataclass(frozen=True, slots=True)
class Crossing:
    """A place where two lines cross.

    Attributes
    ----------
    at
        Where, in big points.
    first, second
        The lines; `first` is over unless the crossing is flat.
    flat
        Whether nothing tells which is over.
    gap
        Width of the gap in the lower line, big points; 0 where it is flat.
    """

    at: XY
    first: Passage
    second: Passage
    flat: bool
    gap: float = 0.0

    @property
    def over(self) -> int | None:
        """Index of the path that is over; None if nothing tells."""
        return None if self.flat else self.first.element

    @property
    def under(self) -> int | None:
        """Index of the path that is under; None if nothing tells."""
        return None if self.flat else self.second.element


class _End(NamedTuple):
    """An end of a strand: where, which way it points out of the strand, and whether it is the strand's last point."""

    strand: int
    at: Array
    out: Array
    last: bool


def crossings(visibility: Visibility, elements: Collection[int] | None = None) -> tuple[Crossing, ...]:
    """Where the visible lines of a scene cross, and which is over.

    Parameters
    ----------
    elements
        As in `strands`.

    Notes
    -----
    A gap is a pair of ends, not farther apart than ``strand_gap`` of the figure, each pointing at the other, with a
    strand that runs through the middle of the gap at an angle. Two strands that cross without a gap cross flatly.
    Strands that end on, touch or run along another do not cross it.
    """
    found = strands(visibility, elements)
    limit = visibility.geometry.tolerances.strand_gap * visibility.geometry.diagonal
    lines = (
        _geos.linestrings(np.empty((0, 2, 2)))
        if not found
        else np.array([shapely.LineString(strand.line.points) for strand in found], object)
    )
    tree = shapely.STRtree(lines)
    made = list(_at_gaps(found, lines, tree, limit))
    gaps = np.array([crossing.at for crossing in made]).reshape(-1, 2)
    made += [
        crossing
        for crossing in _flat(found, lines, tree)
        if not len(gaps) or np.hypot(*(gaps - crossing.at).T).min() > limit / 4
    ]
    return tuple(made)


def _at_gaps(
    found: tuple[VisibleStrand, ...], lines: NDArray[Any], tree: shapely.STRtree, limit: float
) -> Iterable[Crossing]:
    ends = [end for k, strand in enumerate(found) if not _closes(strand) for end in _ends(k, strand)]
    for one, other in _facing(ends, limit):
        a, b = (one, other) if one.last or not other.last else (other, one)
        bridge = shapely.LineString([a.at, b.at])
        best: tuple[float, Crossing] | None = None
        for k in tree.query(bridge, predicate="intersects").tolist():
            for place in _meetings(lines[k], bridge):
                along = shapely.line_locate_point(bridge, shapely.Point(place), normalized=True)
                way, under = _way(found[k].line, place), _unit(b.at - a.at)
                if (
                    abs(along - 0.5) > _INNER / 2
                    or _angle(way, under) < _STEEP
                    or not _goes_on(found[k], place, bridge.length)
                ):
                    continue
                lower = under if a.last else -under
                crossing = Crossing(
                    place,
                    Passage(found[k].element, _pair(way)),
                    Passage(found[a.strand].element, _pair(lower)),
                    flat=False,
                    gap=float(bridge.length),
                )
                if best is None or abs(along - 0.5) < best[0]:
                    best = abs(along - 0.5), crossing
        if best is not None:
            yield best[1]


def _facing(ends: list[_End], limit: float) -> Iterable[tuple[_End, _End]]:
    """Pairs of ends that point at each other, the nearest first; every end is in one pair at most."""
    if not ends:
        return
    places = np.array([end.at for end in ends])
    outs = np.array([end.out for end in ends])
    points = _geos.points(places)
    first, second = _geos.STRtree(points).query(points, predicate="dwithin", distance=limit)
    keep = first < second
    first, second = first[keep], second[keep]
    step = places[second] - places[first]
    size = np.hypot(step[:, 0], step[:, 1])
    ahead = np.cos(np.radians(_FACING))
    keep = (
        (size > 0)
        & ((outs[first] * step).sum(axis=1) >= ahead * size)
        & ((outs[second] * -step).sum(axis=1) >= ahead * size)
    )
    taken: set[int] = set()
    for k in np.flatnonzero(keep)[np.argsort(size[keep], kind="stable")].tolist():
        pair = {int(first[k]), int(second[k])}
        if not pair & taken:
            taken |= pair
            yield ends[first[k]], ends[second[k]]


def _flat(found: tuple[VisibleStrand, ...], lines: NDArray[Any], tree: shapely.STRtree) -> Iterable[Crossing]:
    first, second = tree.query(lines, predicate="intersects")
    for i, j in zip(first[first < second].tolist(), second[first < second].tolist(), strict=True):
        for place in _meetings(lines[i], lines[j]):
            one, two = _way(found[i].line, place), _way(found[j].line, place)
            room = max(found[i].width, found[j].width)
            if _angle(one, two) >= _STEEP and _goes_on(found[i], place, room) and _goes_on(found[j], place, room):
                yield Crossing(
                    place, Passage(found[i].element, _pair(one)), Passage(found[j].element, _pair(two)), flat=True
                )
    for strand in found:
        for s, t in _own_meetings(strand.line):
            place = at(strand.line.points, [s])[0]
            one, two = (_way_at(strand.line, value) for value in (s, t))
            if _angle(one, two) >= _STEEP:
                yield Crossing(
                    _pair(place), Passage(strand.element, _pair(one)), Passage(strand.element, _pair(two)), flat=True
                )


def _own_meetings(line: Polyline) -> list[tuple[float, float]]:
    """Pairs of arc lengths at which a line meets itself, neighbouring edges apart."""
    points, s = line.points, stations(line.points)
    edges = _geos.linestrings(np.stack((points[:-1], points[1:]), axis=1))
    if len(edges) < 3:
        return []
    first, second = _geos.STRtree(edges).query(edges, predicate="crosses")
    keep = second > first + 1
    result = []
    for i, j in zip(first[keep].tolist(), second[keep].tolist(), strict=True):
        place = shapely.intersection(edges[i], edges[j])
        if place.geom_type == "Point":
            own = [float(s[k] + shapely.line_locate_point(edges[k], place)) for k in (i, j)]
            result.append((own[0], own[1]))
    return result


def _meetings(a: Any, b: Any) -> list[XY]:
    """Places where two lines meet; where they run along each other they do not."""
    shared = shapely.get_parts(shapely.intersection(a, b))
    return [(float(part.x), float(part.y)) for part in shared if part.geom_type == "Point"]


def _closes(strand: VisibleStrand) -> bool:
    points = strand.line.points
    return strand.line.closed or bool(np.hypot(*(points[0] - points[-1])) <= 1e-6 * strand.line.length)


def _ends(number: int, strand: VisibleStrand) -> Iterable[_End]:
    points, size = strand.line.points, strand.line.length
    back = min(max(strand.width, 0.02 * size), size)
    before, after = at(points, [size - back, back])
    yield _End(number, points[0], _unit(points[0] - after), last=False)
    yield _End(number, points[-1], _unit(points[-1] - before), last=True)


def _goes_on(strand: VisibleStrand, place: XY, room: float) -> bool:
    """Whether a strand runs on for some way beyond a place on it, both ways."""
    if _closes(strand):
        return True
    s = float(shapely.line_locate_point(shapely.LineString(strand.line.points), shapely.Point(place)))
    return s > room / 2 and strand.line.length - s > room / 2


def _way(line: Polyline, place: XY) -> Array:
    return _way_at(line, float(shapely.line_locate_point(shapely.LineString(line.points), shapely.Point(place))))


def _way_at(line: Polyline, s: float) -> Array:
    """Unit tangent at an arc length, from a little before to a little after."""
    size = line.length
    step = min(0.005 * size, 0.5)
    before, after = at(line.points, [max(s - step, 0.0), min(s + step, size)])
    return _unit(after - before)


def _unit(step: Array) -> Array:
    return np.asarray(step / max(float(np.hypot(*step)), 1e-12))


def _angle(a: Array, b: Array) -> float:
    """Degrees between two lines, at most 90."""
    return float(np.degrees(np.arcsin(min(abs(float(a[0] * b[1] - a[1] * b[0])), 1.0))))


def _pair(vector: Any) -> XY:
    return float(vector[0]), float(vector[1])
