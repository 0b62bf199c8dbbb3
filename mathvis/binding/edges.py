"""Edges: strokes between nodes, cut where they pass through one, with their direction.

A stroke is cut at a corner inside a node, and where it runs through the middle of a node on its way: a
reader sees two edges there. One that only grazes a node stays whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import shapely
from numpy.typing import NDArray

from mathvis.scene.polyline import Polyline, cut, stations
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapely.geometry.base import BaseGeometry

    from mathvis.binding.drafts import Draft
    from mathvis.scene.model import Tip

Array = NDArray[np.float64]

_MIDDLE = 1 / 3
"""A stroke nearer to a node's centre than this share of the node's half width runs through it."""
_BACKWARD = 0.3
"""Cosine against its end beyond which a head at an end points back along the line."""


@dataclass(frozen=True, slots=True, eq=False)
class Link:
    """One edge before its frame is known.

    Attributes
    ----------
    path
        Shape (n, 2), run towards the head if it is directed.
    source, target
        Node ids, None where an end meets no node or more than one.
    directed
        Exactly one end, or the marks along it, carry a head, and no mark along it points the other way.
    """

    path: Array
    source: str | None
    target: str | None
    directed: bool
    tips: tuple[Tip, ...]


class Docks:
    """The outlines (filled) of the nodes that edges of a panel may attach to, indexed by place."""

    def __init__(self, nodes: Mapping[str, BaseGeometry]) -> None:
        self.nodes = nodes
        self.ids = list(nodes)
        shapes = np.array(list(nodes.values()), object)
        self.tree = shapely.STRtree(shapes)
        self.middles = shapely.centroid(shapes)
        x0, y0, x1, y1 = shapely.bounds(shapes).reshape(-1, 4).T
        self.halves: Array = np.minimum(x1 - x0, y1 - y0) / 2


def links(draft: Draft, docks: Docks, diagonal: float) -> tuple[Link, ...]:
    """Cut a draft's lines into edges.

    Parameters
    ----------
    draft
        An edge or arrow.
    docks
        The nodes that edges may attach to.
    diagonal
        Diagonal that tolerances are shares of.
    """
    tree, ids, nodes = docks.tree, docks.ids, docks.nodes
    found = []
    for line in draft.lines:
        for part in _cut_at_nodes(line, docks, diagonal):
            tips = tuple(tip for tip in draft.tips if _belongs(tip, part, draft.lines))
            found.append(_link(part, tips, tree, ids, nodes, diagonal))
    return tuple(found)


def _cut_at_nodes(line: Polyline, docks: Docks, diagonal: float) -> list[Polyline]:
    """Cut a polyline at inner corners that lie inside a node, and in the middle of nodes it runs through."""
    tree, ids, nodes = docks.tree, docks.ids, docks.nodes
    if not ids or line.closed:
        return [line]
    along = stations(line.points)
    margin = 0.01 * diagonal
    total = float(along[-1])
    places: list[float] = []
    shape = shapely.LineString(line.points)
    ends = [shapely.Point(point) for point in line.points[[0, -1]]]
    met = np.sort(tree.query(shape, predicate="intersects"))
    corners = [k for k in line.corners[1:-1] if margin < along[k] < total - margin]
    inside = tree.query(shapely.points(line.points[corners]), predicate="intersects") if corners else ((), ())
    places += sorted({float(along[corners[row]]) for row in inside[0]})
    taken = set(inside[1])
    middles, halves = docks.middles[met], docks.halves[met]
    through = shapely.distance(shape, middles) <= _MIDDLE * halves
    for k, middle in zip(met[through].tolist(), middles[through].tolist(), strict=True):
        at = float(shape.project(middle))
        if k in taken or any(nodes[ids[k]].distance(end) <= margin for end in ends):
            continue
        if margin < at < total - margin:
            places.append(at)
    stops = [0.0, *sorted(places), total]
    return [cut(line, low, high) for low, high in pairwise(stops)] if places else [line]


def _belongs(tip: Tip, part: Polyline, lines: tuple[Polyline, ...]) -> bool:
    """Whether a tip sits on this part rather than on another line of the draft."""
    here = _distance(tip, part)
    return here <= min(_distance(tip, line) for line in lines) + 1e-9


def _distance(tip: Tip, line: Polyline) -> float:
    return float(shapely.distance(shapely.LineString(line.points), shapely.Point(tip.apex)))


def _link(
    part: Polyline,
    tips: tuple[Tip, ...],
    tree: shapely.STRtree,
    ids: list[str],
    nodes: Mapping[str, BaseGeometry],
    diagonal: float,
) -> Link:
    points = part.points
    heads_end, heads_start = False, False
    forward = backward = 0
    for tip in tips:
        if tip.kind != "arrow":
            continue
        apex, direction = np.asarray(tip.apex), np.asarray(tip.direction)
        to_start, to_end = float(np.hypot(*(points[0] - apex))), float(np.hypot(*(points[-1] - apex)))
        reach = 0.25 * part.length
        if min(to_start, to_end) <= reach and tip.end != "middle":
            at_end = to_end <= to_start
            if _points_back(points if at_end else points[::-1], direction):
                continue
            heads_end |= at_end
            heads_start |= not at_end
            continue
        k = int(np.argmin(np.hypot(*(points - apex).T)))
        tangent = points[min(k + 1, len(points) - 1)] - points[max(k - 1, 0)]
        forward += int(float(tangent @ direction) > 0)
        backward += int(float(tangent @ direction) <= 0)
    if heads_end == heads_start:
        directed = not heads_end and (forward > 0) != (backward > 0)
        heads_end, heads_start = heads_end or forward > 0, heads_start or backward > 0
    else:
        directed = not (backward if heads_end else forward)
    points = _to_apexes(points, tips)
    if heads_start and not heads_end:
        points = points[::-1]
    source = _node_at(points[0], points, tree, ids, nodes, diagonal)
    target = _node_at(points[-1], points, tree, ids, nodes, diagonal)
    return Link(points, source, target, directed, tips)


def _points_back(points: Array, direction: Array) -> bool:
    """Whether a head at the end of a line points back along it; such a head is a tail and says nothing."""
    step = points[-1] - points[-2]
    size = float(np.hypot(*step))
    return size > 0 and float(step @ direction) < -_BACKWARD * size


def _to_apexes(points: Array, tips: tuple[Tip, ...]) -> Array:
    """Lead the ends of a shortened line on to the apexes of its tips."""
    out = points
    for tip in tips:
        if tip.end == "middle":
            continue
        apex = np.asarray(tip.apex, float)
        gaps = np.hypot(*(out[[0, -1]] - apex).T)
        if gaps.min() < 1e-6:
            continue
        out = np.vstack([apex, out]) if gaps[0] < gaps[1] else np.vstack([out, apex])
    return out


def _node_at(
    end: Array,
    points: Array,
    tree: shapely.STRtree,
    ids: list[str],
    nodes: Mapping[str, BaseGeometry],
    diagonal: float,
) -> str | None:
    """The one node that an end attaches to.

    The nearest outline within `Tolerances.edge_end` wins if the end lies in it, or if the next is clearly
    farther; in between, the node that the line, led on, runs into decides.
    """
    if not ids:
        return None
    here = shapely.Point(end)
    reach = TOLERANCES.edge_end * diagonal
    near: list[tuple[float, str]] = sorted(
        (float(nodes[ids[k]].distance(here)), str(ids[k])) for k in tree.query(here.buffer(reach))
    )
    near = [item for item in near if item[0] <= reach]
    if not near:
        return None
    if len(near) == 1:
        return near[0][1]
    inside = [item for item in near if item[0] == 0.0]
    if len(inside) == 1:
        return inside[0][1]
    if not inside and near[0][0] * TOLERANCES.label_lead < near[1][0]:
        return near[0][1]
    inner = points[-min(3, len(points))] if np.array_equal(end, points[-1]) else points[min(2, len(points) - 1)]
    direction = end - inner
    size = float(np.hypot(*direction))
    if size == 0.0:
        return None
    ray = shapely.LineString([end, end + direction / size * 2 * reach])
    hit: list[tuple[float, str]] = sorted(
        (float(here.distance(nodes[name].intersection(ray))), name) for _, name in near if nodes[name].intersects(ray)
    )
    if hit and (len(hit) == 1 or hit[0][0] < hit[1][0]):
        return hit[0][1]
    return None
