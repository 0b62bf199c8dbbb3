"""Comparing a drawn curve with a stated one: Hausdorff distance, and Fréchet distance along closed curves."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from shapely import MultiPolygon

from mathvis.figure.model import Array, Curve, Edge, Region
from mathvis.predicates.budget import Budget
from mathvis.predicates.measure.polyline import (
    MAX_SAMPLES,
    arclength,
    at_length,
    densify,
    distances,
    length,
    resample,
)

MAX_PERIODS = 64
_COMPLEX = np.array([1, 1j])
_STARTS_PER_PASSAGE = 6


class Deviation(NamedTuple):
    """How far apart, and where on the page."""

    value: float
    at: Array


def farthest(pieces: tuple[Array, ...], from_: tuple[Array, ...], step: float) -> Deviation:
    """Return how far a point of `pieces` can be from all of `from_`, sampled every `step`."""
    points = np.vstack([densify(piece, step) for piece in pieces])
    off = distances(points, from_, step)
    worst = int(np.argmax(off))
    return Deviation(float(off[worst]), points[worst])


def hausdorff(first: tuple[Array, ...], second: tuple[Array, ...], step: float) -> Deviation:
    """Return the symmetric Hausdorff distance of two sets of polylines, sampled every `step`."""
    return max(farthest(first, second, step), farthest(second, first, step), key=lambda d: d.value)


def outlines(entity: Curve | Region | Edge) -> tuple[Array, ...]:
    """Return what an entity draws on the page as polylines of finite length."""
    if isinstance(entity, Curve):
        pieces = entity.pieces
    elif isinstance(entity, Edge):
        pieces = (entity.path,)
    else:
        shapes = entity.shape.geoms if isinstance(entity.shape, MultiPolygon) else (entity.shape,)
        rings = [ring for shape in shapes if not shape.is_empty for ring in (shape.exterior, *shape.interiors)]
        pieces = tuple(np.asarray(ring.coords)[:, :2] for ring in rings)
    return tuple(piece for piece in pieces if len(piece) > 1 and np.isfinite(piece).all())


def same_line(first: tuple[Array, ...], second: tuple[Array, ...], within: float) -> bool:
    """Whether two sets of polylines are the same line drawn twice: Hausdorff distance at most `within`."""
    if not first or not second or not within > 0:
        return False
    boxes = [np.concatenate([np.vstack(p).min(axis=0), np.vstack(p).max(axis=0)]) for p in (first, second)]
    return bool(np.abs(boxes[0] - boxes[1]).max() <= within) and hausdorff(first, second, within).value <= within


def runs_along(drawn: Array, stated: Array, within: float, budget: Budget) -> bool:
    """Whether two open polylines are at Fréchet distance at most `within`, up to half of it.

    Both are sampled every half of `within` and the discrete distance may exceed it by as much.
    """
    a, b = (resample(points, _count(points, within / 2)) for points in (drawn, stated))
    return _matched(a, b, _limit(a, b, within), budget)


def runs_round(drawn: Array, stated: Array, within: float, budget: Budget) -> bool:
    """Whether two closed polylines, over all starting points, are at Fréchet distance at most `within`.

    As accurate as `runs_along`.
    """
    a, b = (resample(points, _count(points, within / 2)) for points in (drawn, stated))
    limit = _limit(a, b, within)
    return any(
        _matched(np.vstack([a[start:-1], a[: start + 1]]), b, limit, budget) for start in _starts(a[:-1], b[0], limit)
    )


def _limit(a: Array, b: Array, within: float) -> float:
    return within + max(length(a) / (len(a) - 1), length(b) / (len(b) - 1))


def _matched(a: Array, b: Array, limit: float, budget: Budget) -> bool:
    """Whether the discrete Fréchet distance is at most `limit`, by the reachable cells of the free-space diagram."""
    z, w = a @ _COMPLEX, b @ _COMPLEX
    n = len(w)
    if abs(z[0] - w[0]) > limit or abs(z[-1] - w[-1]) > limit:
        return False
    low, reached = 0, np.zeros(1, bool)
    for i, point in enumerate(z):
        width = len(reached) + 8
        free = np.abs(w[low : low + width] - point) <= limit
        while free[-1] and low + width < n:
            width *= 2
            free = np.abs(w[low : low + width] - point) <= limit
        budget.spend(len(free))
        seeds = np.zeros(len(free), bool)
        if i == 0:
            seeds[0] = True
        else:
            k = min(len(reached), len(free))
            seeds[:k] = reached[:k]
            k = min(k, len(free) - 1)
            seeds[1 : k + 1] |= reached[:k]
            seeds &= free
        if not free.all():
            column = np.arange(len(free))
            blocked = np.maximum.accumulate(np.where(free, -1, column))
            seeded = np.maximum.accumulate(np.where(seeds, column, -1))
            seeds = seeded > blocked
        else:
            seeds[np.argmax(seeds) :] = seeds.any()
        first = int(np.argmax(seeds))
        if not seeds[first]:
            return False
        reached = seeds[first : len(seeds) - int(np.argmax(seeds[::-1]))]
        low += first
    return low + len(reached) == n


def _count(points: Array, step: float) -> int:
    return int(min(MAX_SAMPLES // 4, max(16, math.ceil(length(points) / step)))) + 1


def _starts(points: Array, at: Array, within: float) -> tuple[int, ...]:
    """Return indices where a closed polyline passes near `at`: the nearest of each passage and some on both sides."""
    d = np.hypot(*(points - at).T)
    near = np.flatnonzero(d <= within)
    if not len(near):
        return ()
    groups = np.split(near, np.flatnonzero(np.diff(near) > 1) + 1)
    out: list[int] = []
    for group in groups:
        out.append(int(group[np.argmin(d[group])]))
        out += [int(k) for k in group[:: max(1, math.ceil(len(group) / _STARTS_PER_PASSAGE))]]
    return tuple(dict.fromkeys(out))


def periods(closed: Array, tolerance: float) -> int:
    """Return how often a closed polyline runs round its own trace: the largest m with period 1/m of its length."""
    total = length(closed)
    s = np.linspace(0, total, 1009)[:-1]
    here = at_length(closed, s)
    for m in range(MAX_PERIODS, 1, -1):
        shifted = at_length(closed, (s + total / m) % total)
        if np.hypot(*(here - shifted).T).max() <= tolerance:
            return m
    return 1


def first_period(closed: Array, m: int) -> Array:
    """Return the first of `m` equal rounds of a closed polyline."""
    along = arclength(closed)
    end = along[-1] / m
    inner = closed[along < end]
    return np.vstack([inner, at_length(closed, np.array([end]))])


def repeated(period: Array, times: int) -> Array:
    """Return a closed polyline run round `times` times."""
    return np.vstack([period] + [period[1:]] * (times - 1))
