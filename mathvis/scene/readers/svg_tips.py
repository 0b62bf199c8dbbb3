"""What a marker looks like: arrow, circle, square or bar; where it points; its foremost painted point.

Everything is judged from the painted pieces on the page, so it does not matter how the marker was drawn
or turned: a head drawn backwards points backwards.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from mathvis.scene.readers.svg_apex import reach, within
from mathvis.scene.readers.svg_flattening import flatten
from mathvis.scene.readers.tip_profile import pointing
from mathvis.scene.readers.tip_shapes import area_centroid, hull, shape_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mathvis.scene.model import XY, Path

_PIECES = 16
"""Pieces of a marker that are looked at one by one."""
_BEND, _CORNER = 2.0, 0.6
"""Least total turn in radians of a hook, and more than its largest turn at one place."""


class Look(NamedTuple):
    """How a marker reads.

    Attributes
    ----------
    kind
        As in `mathvis.scene.model.Tip`.
    direction
        Unit vector it points along.
    apex
        Foremost painted point in that direction.
    heads
        Number of arrow heads.
    """

    kind: str
    direction: XY
    apex: XY
    heads: int


def read_look(paths: Sequence[Path], along: XY, frame: Sequence[XY] | None) -> Look | None:
    """Read the painted pieces of one marker.

    Parameters
    ----------
    paths
        What the marker painted.
    along
        Unit vector from the path's inside out through its end.
    frame
        Corners of the convex region that the marker is clipped to, if it is.

    Returns
    -------
    Look or None
        Nothing where nothing is painted.
    """
    pieces = []
    for path in paths:
        for subpath in path.subpaths:
            points = flatten(subpath)
            if len(points) > 1:
                pieces.append((path, points, subpath.closed))
    if not pieces:
        return None
    everything = [p for _, points, _ in pieces for p in points]
    pointed = [points for path, points, closed in pieces[:_PIECES] if not _hooked(path, points, closed)]
    arrows = [found for points in pointed if (found := pointing(points, along)) is not None]
    union = pointing(everything, along) if not arrows and pointed else None
    heads, direction, kind = 1, along, "arrow"
    if arrows:
        direction = max(arrows, key=lambda found: found[1])[0]
        heads = sum(1 for axis, _ in arrows if axis[0] * direction[0] + axis[1] * direction[1] > 0.9)
    elif union is not None:
        direction = union[0]
    else:
        kind = _plain_kind(pieces, everything)
    reaches = [reach(path, points, closed, direction) for path, points, closed in pieces]
    apex = max(reaches, key=lambda item: item[0])[1]
    if kind != "arrow":
        box = hull(everything)
        _, centre = area_centroid(box) if len(box) > 2 else (0.0, _middle(box))
        ahead = (apex[0] - centre[0]) * direction[0] + (apex[1] - centre[1]) * direction[1]
        apex = (centre[0] + ahead * direction[0], centre[1] + ahead * direction[1])
    if frame is not None:
        apex = within(apex, direction, frame)
    return Look(kind, direction, apex, max(1, heads))


def _middle(points: Sequence[XY]) -> XY:
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def _plain_kind(pieces: Sequence[tuple[Path, list[XY], bool]], everything: Sequence[XY]) -> str:
    """Kind of a marker that does not point."""
    if all(_hooked(*piece) for piece in pieces):
        return "hook"
    if len(pieces) > 1 and all(shape_of(hull(points)) == "bar" for _, points, _ in pieces):
        kind = shape_of(hull(everything))
        return kind if kind == "bar" else "other"
    return shape_of(hull(everything))


def _hooked(path: Path, points: Sequence[XY], closed: bool) -> bool:
    """Whether a piece is an open line that bends far, and nowhere sharply."""
    if path.fill is not None or closed:
        return False
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points) if a != b]
    turns = [abs(math.atan2(u[0] * v[1] - u[1] * v[0], u[0] * v[0] + u[1] * v[1])) for u, v in pairwise(steps)]
    return sum(turns) > _BEND and max(turns) < _CORNER
