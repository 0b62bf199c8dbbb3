"""Points along a subpath."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mathvis.scene.model import XY, Subpath

_SAMPLES = 12
"""Straight pieces that one cubic is flattened into."""


def flatten(subpath: Subpath, samples: int = _SAMPLES) -> list[XY]:
    """Points along a subpath; straight cubics give their ends only."""
    points = subpath.points
    result = [points[0]]
    for i in range(0, len(points) - 1, 3):
        p, q, r, s = points[i : i + 4]
        if _straight(p, q, r, s):
            result.append(s)
            continue
        for k in range(1, samples + 1):
            t = k / samples
            u = 1 - t
            a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
            result.append((a * p[0] + b * q[0] + c * r[0] + d * s[0], a * p[1] + b * q[1] + c * r[1] + d * s[1]))
    return result


def _straight(p: XY, q: XY, r: XY, s: XY) -> bool:
    dx, dy = s[0] - p[0], s[1] - p[1]
    reach = abs(dx) + abs(dy)
    return all(abs(dx * (z[1] - p[1]) - dy * (z[0] - p[0])) <= 1e-9 * reach * reach for z in (q, r)) and reach > 0
