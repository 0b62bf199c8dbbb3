"""Where a renderer of PDF puts the edges of ink.

Poppler moves both edges of an upright or level stroke, and of a filled rectangle, to whole pixels, at least one
apart, so that it is sharp. Each stroke is moved on its own: a white line inside a black one may take one of its two
rails, or both, and lines a pixel apart may merge. What is left follows from the record alone, so a scene
adjusted in the same way is a second drawing that a picture may agree with.

All other ink it paints by parts of a pixel, 4×4 of them, each that a shape touches: about as much as if every edge
were further out, by up to one part. So a gap closes where its edges come within half a pixel.
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from mathvis.scene.model import Path, Stroke, Subpath

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mathvis.scene.model import XY, Element, Scene

_PART = 0.25
"""Side of the parts of a pixel of which those are painted that are touched, in pixels."""
_EXACT = 1e-6
"""Pixels by which a segment that is adjusted may be out of true."""
_STEPS = 16
"""Chords by which the length of a curve is measured."""
_MOST_SEGMENTS = 20_000
"""Segments of a scene beyond which it is left as it is."""

_Segment = tuple["XY", "XY", "XY", "XY"]


class _Track(NamedTuple):
    """An upright or level segment in its new place.

    Attributes
    ----------
    axis
        The coordinate that is the same all along: 0 for an upright segment, 1 for a level one.
    middle, width
        That coordinate, and the width across, in big points.
    """

    axis: int
    middle: float
    width: float


class _Grid(NamedTuple):
    """The pixels of a picture on the page.

    Attributes
    ----------
    scales
        Pixels per big point across and up.
    height
        Of the page, big points.
    nudge
        Pixels by which edges are moved before they are rounded: which way one goes that lies halfway.
    """

    scales: tuple[float, float]
    height: float
    nudge: float

    def edges(self, axis: int, low: float, high: float) -> tuple[float, float]:
        """Return where two edges of ink come to lie, in big points."""
        scale = self.scales[axis]
        if axis:
            low, high = self.height - high, self.height - low
        first, last = (math.floor(scale * edge + self.nudge + 0.5) for edge in (low, high))
        last = max(last, first + 1)
        return (self.height - last / scale, self.height - first / scale) if axis else (first / scale, last / scale)

    def track(self, segment: _Segment, width: float) -> _Track | None:
        """Return the new place of a segment that is adjusted."""
        for axis in (0, 1):
            along = [point[axis] for point in segment]
            if (max(along) - min(along)) * self.scales[axis] <= _EXACT and segment[0] != segment[3]:
                low, high = self.edges(axis, along[0] - width / 2, along[0] + width / 2)
                return _Track(axis, (low + high) / 2, high - low)
        return None


def snapped(scene: Scene, scales: tuple[float, float], nudge: float = 0.0, *, touched: bool = False) -> Scene:
    """Adjust the upright and level strokes and the filled rectangles of a scene to pixels.

    A path may become several with the same index, drawn one after the other. Without anything to adjust the
    scene itself is returned.

    Parameters
    ----------
    scales
        Pixels per big point across and up.
    nudge
        Pixels by which edges are moved before they are rounded.
    touched
        Whether all edges that are not adjusted are moved out by a part of a pixel.
    """
    paths = [element for element in scene.elements if isinstance(element, Path)]
    if sum(len(piece.points) // 3 for path in paths for piece in path.subpaths) > _MOST_SEGMENTS:
        return scene
    grid = _Grid(scales, scene.canvas.height, nudge)
    wider = 2 * _PART / math.sqrt(scales[0] * scales[1]) if touched else 0.0
    elements: list[Element] = []
    for element in scene.elements:
        elements += _adjusted(element, grid, wider) if isinstance(element, Path) else [element]
    same = len(elements) == len(scene.elements) and all(
        new is old for new, old in zip(elements, scene.elements, strict=True)
    )
    return scene if same else replace(scene, elements=tuple(elements))


def _adjusted(path: Path, grid: _Grid, wider: float) -> list[Path]:
    """Draw a path as it is adjusted, and what is not adjusted wider, in big points."""
    fill = None if path.fill is None else _rectangle(path.subpaths, grid)
    drawn = None if path.stroke is None or path.stroke.width <= 0 else _stroked(path, path.stroke, grid, wider)
    if fill is None and drawn is None and not wider:
        return [path]
    parts = []
    if path.fill is not None:
        parts.append(replace(path, stroke=None, subpaths=path.subpaths if fill is None else (fill,)))
        if fill is None and wider:
            rim = Stroke(path.fill.paint, wider, join=1)
            parts.append(replace(path, fill=None, stroke=rim, subpaths=tuple(map(_closed, path.subpaths))))
    if path.stroke is not None:
        parts += [_wider(replace(path, fill=None), path.stroke, wider)] if drawn is None else drawn
    return parts


def _closed(piece: Subpath) -> Subpath:
    return replace(piece, closed=True)


def _wider(path: Path, stroke: Stroke, wider: float) -> Path:
    return replace(path, stroke=replace(stroke, width=stroke.width + wider)) if stroke.width > 0 else path


def _rectangle(pieces: Sequence[Subpath], grid: _Grid) -> Subpath | None:
    """Adjust a path that is one rectangle."""
    if len(pieces) != 1:
        return None
    segments = _segments(pieces[0], closed=True)
    tracks = [grid.track(segment, 0.0) for segment in segments]
    axes = [None if track is None else track.axis for track in tracks]
    if axes not in ([0, 1, 0, 1], [1, 0, 1, 0]):
        return None
    corners = [segment[0] for segment in segments]
    left, right = grid.edges(0, min(x for x, _ in corners), max(x for x, _ in corners))
    low, high = grid.edges(1, min(y for _, y in corners), max(y for _, y in corners))
    return _polyline([(left, low), (right, low), (right, high), (left, high)], closed=True)


def _stroked(path: Path, stroke: Stroke, grid: _Grid, wider: float) -> list[Path] | None:
    """Draw a stroke segment by segment, those that are adjusted in their new places."""
    parts: list[Path] = []
    adjusted = False
    for piece in path.subpaths:
        segments = _segments(piece, closed=piece.closed)
        tracks = [grid.track(segment, stroke.width) for segment in segments]
        if not any(tracks):
            parts.append(_wider(replace(path, fill=None, subpaths=(piece,)), stroke, wider))
            continue
        adjusted = True
        passed, run = 0.0, list[_Segment]()
        start = 0.0
        for k, (segment, track) in enumerate(zip(segments, tracks, strict=True)):
            if track is None:
                start = start if run else passed
                run.append(segment)
            if run and (track is not None or k + 1 == len(segments)):
                points = (run[0][0], *(point for part in run for point in part[1:]))
                free = replace(stroke, width=stroke.width + wider)
                parts.append(_part(path, free, Subpath(points, closed=False), start))
                run = []
            if track is not None:
                before = tracks[k - 1] if k or piece.closed else None
                after = tracks[(k + 1) % len(tracks)] if k + 1 < len(tracks) or piece.closed else None
                ends = _moved(segment, track, before, after, extend=stroke.cap == 0 and not stroke.dash)
                if len(segments) == 1 and stroke.cap == 0 and not stroke.dash:
                    ends = _capped(ends, track, grid)
                parts.append(_part(path, replace(stroke, width=track.width), _polyline(ends, closed=False), passed))
            passed += _length(segment)
    return parts if adjusted else None


def _part(path: Path, stroke: Stroke, piece: Subpath, passed: float) -> Path:
    """Return a part of a stroke that begins at a distance from the start of the whole, in big points."""
    stroke = replace(stroke, dash_phase=stroke.dash_phase + passed) if stroke.dash else stroke
    return replace(path, fill=None, stroke=stroke, subpaths=(piece,))


def _moved(segment: _Segment, track: _Track, before: _Track | None, after: _Track | None, *, extend: bool) -> list[XY]:
    """Return the ends of an adjusted segment; at a corner with another one it reaches over that one's width."""
    along = 1 - track.axis
    start, stop = segment[0][along], segment[3][along]
    way = 1.0 if stop > start else -1.0
    if before is not None and before.axis == along:
        start = before.middle - way * extend * before.width / 2
    if after is not None and after.axis == along:
        stop = after.middle + way * extend * after.width / 2
    return [(place, track.middle) if track.axis else (track.middle, place) for place in (start, stop)]


def _capped(ends: list[XY], track: _Track, grid: _Grid) -> list[XY]:
    """Move the ends of a line without caps, which are adjusted as its sides are."""
    along = 1 - track.axis
    places = sorted(point[along] for point in ends)
    return [(place, track.middle) if track.axis else (track.middle, place) for place in grid.edges(along, *places)]


def _segments(piece: Subpath, *, closed: bool) -> list[_Segment]:
    """Cut a piece into its cubic segments, with the one that closes it."""
    points = piece.points
    segments = [(points[k], points[k + 1], points[k + 2], points[k + 3]) for k in range(0, len(points) - 3, 3)]
    if closed and points[0] != points[-1]:
        segments.append((points[-1], points[-1], points[0], points[0]))
    return segments


def _polyline(corners: Sequence[XY], *, closed: bool) -> Subpath:
    points = [corners[0]]
    for before, corner in pairwise(corners):
        points += [before, corner, corner]
    return Subpath(tuple(points), closed)


def _length(segment: _Segment) -> float:
    places = []
    for step in range(_STEPS + 1):
        t = step / _STEPS
        shares = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        places.append([sum(s * point[axis] for s, point in zip(shares, segment, strict=True)) for axis in (0, 1)])
    return sum(math.dist(a, b) for a, b in pairwise(places))
