"""How curves meet: crossings, contact, crossings of a whole drawing."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Annotated

import numpy as np
import shapely

from mathvis.figure.finding import Finding, holds, undecided, violated
from mathvis.figure.model import Array, Curve, Edge, Node, Point
from mathvis.goldir.codes import Code, Group
from mathvis.predicates.budget import Budget
from mathvis.predicates.measure.polyline import densify, direction_at, distances, is_drawn, merge_places
from mathvis.predicates.measure.words import listed, name_of, percent, plural, show
from mathvis.predicates.registry import predicate
from mathvis.predicates.signature import AtLeast
from mathvis.tolerances import TOLERANCES

_Path = Curve | Edge


def pieces_of(path: _Path) -> tuple[Array, ...]:
    """Return the polylines of a curve or edge that have a length."""
    pieces = path.pieces if isinstance(path, Curve) else (path.path,)
    return tuple(piece for piece in pieces if len(piece) > 1 and np.isfinite(piece).all())


def meeting_places(first: _Path, second: _Path, budget: Budget) -> Array | None:
    """Return where two paths meet on the page, places nearer than ``same_mark`` once; None if they share a stretch."""
    a, b = pieces_of(first), pieces_of(second)
    budget.spend(sum(map(len, a)) + sum(map(len, b)))
    if not a or not b:
        return np.zeros((0, 2))
    hits = shapely.intersection(shapely.MultiLineString(a), shapely.MultiLineString(b))
    parts = shapely.get_parts(hits)
    merge = TOLERANCES.same_mark * first.frame.diagonal
    if any(part.length > merge for part in parts):
        return None
    return merge_places(shapely.get_coordinates(hits), merge)


@predicate(group=Group.RELATION, codes=(Code.R9, Code.R4, Code.R1))
def meet(
    first: Curve | Edge,
    second: Curve | Edge,
    budget: Budget,
    equals: int | None = None,
    at: tuple[Point, ...] | None = None,
    tolerance: float = TOLERANCES.on,
) -> Finding:
    """Two curves meet in so many points, or in exactly the drawn points named.

    Meeting points nearer than ``same_mark`` are one. Curves with a stretch in common are violated.

    Examples
    --------
    ::

        - twice: {meet: {first: line, second: circle, equals: 2}}
        - there: {meet: {first: f, second: g, at: [P, Q]}}
    """
    names = f"{name_of(first)} and {name_of(second)}"
    found = meeting_places(first, second, budget)
    evidence = show(first, second, at=found[0] if found is not None and len(found) else None)
    if found is None:
        return violated(Code.R4, f"{names} have a stretch in common", evidence=evidence)
    words = f"{names} meet {plural(len(found), 'time')}"
    wanted = equals if equals is not None else len(at) if at is not None else None
    if wanted is not None and len(found) != wanted:
        return violated(Code.R9, f"{words}, not {wanted}", measured=len(found), evidence=evidence)
    for point in at or ():
        off = float(np.hypot(*(found - point.at).T).min(initial=np.inf)) / first.frame.diagonal
        if not off <= tolerance:
            return violated(
                Code.R1,
                f"{names} do not meet at {name_of(point)}: {percent(off)} off",
                measured=min(off, 1e9),
                tolerance=tolerance,
                evidence=show(point, first, second),
            )
    return holds(words, measured=len(found), evidence=evidence)


@predicate(group=Group.RELATION, codes=(Code.R4, Code.R1))
def disjoint(paths: Annotated[tuple[Curve | Edge, ...], AtLeast(2)], budget: Budget) -> Finding:
    """No two of the curves meet.

    Examples
    --------
    ::

        - apart: {disjoint: {paths: leaves}}
    """
    for first, second in combinations(paths, 2):
        found = meeting_places(first, second, budget)
        if found is None or len(found):
            place = found[0] if found is not None else None
            return violated(
                Code.R4, f"{name_of(first)} and {name_of(second)} meet", evidence=show(first, second, at=place)
            )
    return holds("no two meet", evidence=show(*paths))


@predicate(group=Group.RELATION, codes=(Code.R1, Code.R4))
def tangent(
    first: Curve,
    second: Curve,
    budget: Budget,
    tolerance: float = TOLERANCES.tangency,
) -> Finding:
    """Two curves touch in one place: they come within `tolerance`, with a common tangent, and do not cross.

    The gap, or the depth to which one reaches over the other, is at most `tolerance` of the panel's diagonal; the
    tangents differ by at most ``tangent_angle`` degrees. An end of a curve touches nothing.

    Examples
    --------
    ::

        - touch: {tangent: {first: line, second: circle}}
    """
    names = f"{name_of(first)} and {name_of(second)}"
    if not (is_drawn(first) and is_drawn(second)):
        return violated(Code.R1, f"{names}: one has no length", evidence=show(first, second))
    diagonal = first.frame.diagonal
    found = meeting_places(first, second, budget)
    if found is None:
        return undecided(f"{names} have a stretch in common", evidence=show(first, second))
    step = TOLERANCES.on * diagonal / 4
    best: tuple[float, Array, Array, float] | None = None
    for piece in first.pieces:
        dense = densify(piece, step)
        apart = distances(dense, second.pieces, step)
        k = int(np.argmin(apart))
        if best is None or apart[k] < best[0]:
            along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(dense, axis=0).T))])
            best = (float(apart[k]), dense[k], piece, float(along[k]))
    if best is None:
        return undecided(f"{names} cannot be compared")
    gap = best[0] / diagonal
    if len(found) > 1:
        depth = _depth(first, second, found, step) / diagonal
        if depth > tolerance:
            return violated(
                Code.R1,
                f"{names} cross instead of touching: {percent(depth)} deep",
                measured=depth,
                tolerance=tolerance,
                evidence=show(first, second, at=found[0]),
            )
        gap = depth
    elif gap > tolerance:
        return violated(
            Code.R1,
            f"{names} do not touch: {percent(gap)} apart",
            measured=gap,
            tolerance=tolerance,
            evidence=show(first, second, at=best[1]),
        )
    place = found.mean(axis=0) if len(found) else best[1]
    turn = _tangent_angle(first, second, place, TOLERANCES.same_mark * diagonal)
    if turn > TOLERANCES.tangent_angle:
        return violated(
            Code.R1,
            f"{names} meet at {turn:.0f}° instead of touching",
            measured=turn,
            tolerance=TOLERANCES.tangent_angle,
            unit="degrees",
            evidence=show(first, second, at=place),
        )
    return holds(f"{names} touch", measured=gap, tolerance=tolerance, evidence=show(first, second, at=place))


def _depth(first: Curve, second: Curve, found: Array, step: float) -> float:
    """Return how far the first reaches over the second between their meeting places."""
    depth = 0.0
    for piece in first.pieces:
        dense = densify(piece, step)
        marks = sorted(int(np.argmin(np.hypot(*(dense - place).T))) for place in found)
        for start, stop in pairwise(marks):
            if stop > start + 1:
                part = distances(dense[start : stop + 1], second.pieces, step)
                depth = max(depth, min(float(part.max()), _rest(dense, second, start, stop, step)))
    return depth


def _rest(dense: Array, second: Curve, start: int, stop: int, step: float) -> float:
    """On a closed curve the short way between two meeting places may be the other one."""
    if np.hypot(*(dense[0] - dense[-1])) > step:
        return float("inf")
    other = np.vstack([dense[stop:], dense[: start + 1]])
    return float(distances(other, second.pieces, step).max())


def _tangent_angle(first: Curve, second: Curve, place: Array, reach: float) -> float:
    """Return the angle in degrees between the tangents of two curves next to a place."""
    chords = []
    for curve in (first, second):
        best = min(curve.pieces, key=lambda piece: float(np.hypot(*(densify(piece, reach) - place).T).min()))
        dense = densify(best, reach / 4)
        along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(dense, axis=0).T))])
        k = int(np.argmin(np.hypot(*(dense - place).T)))
        chords.append(direction_at(dense, float(along[k]), reach))
    cosine = abs(float(chords[0] @ chords[1]))
    return float(np.degrees(np.arccos(np.clip(cosine, 0, 1))))


def crossing_pairs(edges: tuple[_Path, ...], budget: Budget) -> list[tuple[_Path, _Path, Array]]:
    """Return the pairs of edges that cross or overlap away from a common node, each with a place.

    Meeting within ``position`` of ends that both edges have is no crossing.
    """
    out = []
    boxes = [_box(edge) for edge in edges]
    for (i, first), (j, second) in combinations(enumerate(edges), 2):
        budget.spend()
        if not _overlap(boxes[i], boxes[j]):
            continue
        found = meeting_places(first, second, budget)
        if found is None:
            out.append((first, second, pieces_of(first)[0].mean(axis=0)))
            continue
        ends = [_ends(first), _ends(second)]
        reach = TOLERANCES.edge_end * first.frame.diagonal
        shared = _shared_nodes(first, second)
        for place in found:
            near = [bool((np.hypot(*(e - place).T) <= reach).any()) for e in ends]
            if not (all(near) and (shared or not isinstance(first, Edge) or not isinstance(second, Edge))):
                out.append((first, second, place))
                break
    return out


def _shared_nodes(first: _Path, second: _Path) -> bool:
    if not isinstance(first, Edge) or not isinstance(second, Edge):
        return False
    own = {first.source, first.target} & {second.source, second.target}
    return bool(own - {None})


def _ends(path: _Path) -> Array:
    return np.array([end for piece in pieces_of(path) for end in (piece[0], piece[-1])]).reshape(-1, 2)


def _box(path: _Path) -> Array:
    pieces = pieces_of(path)
    if not pieces:
        return np.full((2, 2), np.nan)
    points = np.vstack(pieces)
    return np.array([points.min(axis=0), points.max(axis=0)])


def _overlap(a: Array, b: Array) -> bool:
    return bool((a[0] <= b[1]).all() and (b[0] <= a[1]).all())


@predicate(group=Group.RELATION, codes=(Code.R4,))
def no_crossings(edges: tuple[Curve | Edge, ...], budget: Budget) -> Finding:
    """No two of the edges cross; they may meet at a common end.

    Examples
    --------
    ::

        - planar: {no_crossings: {edges: edges}}
    """
    found = crossing_pairs(edges, budget)
    if not found:
        return holds("no two edges cross", evidence=show(*edges))
    first, second, place = found[0]
    return violated(
        Code.R4,
        f"{plural(len(found), 'pair')} of edges cross, first {name_of(first)} and {name_of(second)}",
        measured=len(found),
        evidence=show(first, second, at=place),
    )


@predicate(group=Group.RELATION, codes=(Code.R4, Code.R1))
def clear_of_nodes(edges: tuple[Curve | Edge, ...], nodes: tuple[Node | Point, ...], budget: Budget) -> Finding:
    """No edge passes through a node that is not one of its ends.

    An edge passes through a node when it comes nearer to its centre than half its smaller side, or than ``on`` of
    the panel's diagonal.

    Examples
    --------
    ::

        - free: {clear_of_nodes: {edges: covers, nodes: divisors}}
    """
    for edge in edges:
        pieces = pieces_of(edge)
        if not pieces:
            continue
        own = {edge.source, edge.target} if isinstance(edge, Edge) else set()
        others = [node for node in nodes if node.id not in own]
        if not others:
            continue
        budget.spend(len(others) + sum(map(len, pieces)))
        centers = np.array([node.at for node in others])
        apart = distances(centers, pieces, TOLERANCES.on * edge.frame.diagonal)
        ends = np.hypot(*(centers[:, None] - _ends(edge)[None]).transpose(2, 0, 1)).min(axis=1)
        for node, gap, end in zip(others, apart, ends, strict=True):
            reach = max(_half_size(node), TOLERANCES.on * edge.frame.diagonal)
            if gap < reach and (isinstance(edge, Edge) or end > 2 * reach):
                return violated(
                    Code.R4,
                    f"{name_of(edge)} passes through {name_of(node)}",
                    measured=float(gap) / edge.frame.diagonal,
                    tolerance=reach / edge.frame.diagonal,
                    evidence=show(edge, node, at=node.at),
                )
    return holds(f"no edge passes through another node ({listed(name_of(n) for n in nodes)})", evidence=show(*edges))


def _half_size(node: Node | Point) -> float:
    if isinstance(node, Point):
        return node.radius
    return float(np.ptp(node.outline, axis=0).min()) / 2 if len(node.outline) else 0.0
