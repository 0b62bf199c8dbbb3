"""Where markers stand on a path, how they are turned, and their coordinate system."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from mathvis.scene.model import XY, TipEnd
from mathvis.scene.readers.svg_boxes import Box
from mathvis.scene.readers.svg_numbers import Length, Viewport, parse_angle, parse_length
from mathvis.scene.readers.svg_transforms import Matrix, rotation
from mathvis.scene.readers.svg_view_box import parse_view_box, valid_aspect, view_box_transform

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mathvis.scene.readers.svg_document import Node
    from mathvis.scene.readers.svg_pathdata import Contour


class Place(NamedTuple):
    """A place for a marker: which end, where, and the path's direction there in radians (user space)."""

    end: TipEnd
    at: XY
    angle: float


class _Segment(NamedTuple):
    start: XY
    end: XY
    leaving: XY | None
    arriving: XY | None
    lone: bool


def _segments(contours: Sequence[Contour]) -> tuple[list[_Segment], bool]:
    """Segments of a path, and whether its last command is a closing one."""
    segments: list[_Segment] = []
    for contour in contours:
        if len(contour.vertices) < 2:
            at = contour.points[0]
            segments.append(_Segment(at, at, None, None, lone=True))
            continue
        for i, j in zip(contour.vertices, contour.vertices[1:], strict=False):
            controls = contour.points[i : j + 1]
            first, last = controls[0], controls[-1]
            leaving = next((_minus(p, first) for p in controls[1:] if not _same(p, first)), None)
            arriving = next((_minus(last, p) for p in reversed(controls[:-1]) if not _same(p, last)), None)
            segments.append(_Segment(first, last, leaving, arriving, lone=False))
    return segments, bool(contours) and contours[-1].closed


def _minus(a: XY, b: XY) -> XY:
    return a[0] - b[0], a[1] - b[1]


def _same(a: XY, b: XY) -> bool:
    return abs(a[0] - b[0]) < 1 / 256 and abs(a[1] - b[1]) < 1 / 256 and math.dist(a, b) < 1 / 256


def _heading(vector: XY) -> float:
    """Direction in [0, 2π): which of two opposite bisectors counts depends on that range."""
    return math.atan2(vector[1], vector[0]) % (2 * math.pi)


def _incoming(segments: Sequence[_Segment], index: int) -> float | None:
    for segment in reversed(segments[: index + 1]):
        if segment.lone:
            return None
        if segment.arriving is not None:
            return _heading(segment.arriving)
    return None


def _outgoing(segments: Sequence[_Segment], index: int) -> float | None:
    for segment in segments[index:]:
        if segment.lone:
            return None
        if segment.leaving is not None:
            return _heading(segment.leaving)
    return None


def bisect(incoming: float | None, outgoing: float | None) -> float:
    """Direction half way between the one a path arrives with and the one it leaves with."""
    if incoming is None or outgoing is None:
        return incoming if incoming is not None else outgoing if outgoing is not None else 0.0
    half = (outgoing - incoming) / 2
    middle = incoming + half
    return middle - math.pi if abs(half) > math.pi / 2 else middle


def places(contours: Sequence[Contour]) -> Iterator[Place]:
    """Every place where the path asks for a marker, in the order in which they are painted."""
    segments, closed = _segments(contours)
    inside = False
    for i, segment in enumerate(segments):
        if segment.lone:
            if inside:
                yield Place(TipEnd.END, segments[i - 1].end, _incoming(segments, i - 1) or 0.0)
            yield Place(TipEnd.MIDDLE, segment.start, 0.0)
            inside = False
        elif not inside:
            yield Place(TipEnd.START, segment.start, _outgoing(segments, i) or 0.0)
            inside = True
        else:
            angle = bisect(_incoming(segments, i - 1), _outgoing(segments, i))
            yield Place(TipEnd.MIDDLE, segment.start, angle)
    if segments and not segments[-1].lone:
        incoming = _incoming(segments, len(segments) - 1)
        whole = closed and len(contours) == 1
        angle = bisect(incoming, _outgoing(segments, 0)) if whole else incoming or 0.0
        yield Place(TipEnd.END, segments[-1].end, angle)


class MarkerFrame(NamedTuple):
    """Coordinate system of a marker: content to the path's user space, clip box and viewport in content units."""

    transform: Matrix
    clip: Box
    viewport: Viewport


def _read_attributes(node: Node) -> dict[str, str]:
    """Attributes up to the first malformed one in document order: the renderer reads no further."""
    found: dict[str, str] = {}
    for key, text in node.attrib.items():
        name = str(key)
        length = parse_length(text)
        sound = {
            "refX": length is not None,
            "refY": length is not None,
            "markerWidth": length is not None and length.value >= 0,
            "markerHeight": length is not None and length.value >= 0,
            "viewBox": parse_view_box(text) is not None,
            "preserveAspectRatio": valid_aspect(text),
            "orient": text.strip() in {"auto", "auto-start-reverse"} or parse_angle(text) is not None,
            "markerUnits": text.strip() in {"strokeWidth", "userSpaceOnUse"},
        }.get(name)
        if sound is False:
            break
        if sound:
            found[name] = str(text)
    return found


def marker_frame(
    node: Node, place: Place, stroke_width: float, viewport: Viewport, font_size: float
) -> MarkerFrame | None:
    """Coordinate system of a marker at a place; nothing where it is not rendered.

    Parameters
    ----------
    node
        The ``marker`` element.
    place
        Where it stands.
    stroke_width
        Stroke width of the path in user units.
    viewport, font_size
        What relative lengths refer to.
    """
    said = _read_attributes(node)

    def side(name: str, default: float, direction: str, view: Viewport) -> float:
        length: Length | None = parse_length(said.get(name))
        return default if length is None else length.to_user(view, direction, font_size)

    width, height = side("markerWidth", 3.0, "x", viewport), side("markerHeight", 3.0, "y", viewport)
    if width <= 0 or height <= 0:
        return None
    orient = said.get("orient", "0").strip()
    turned = math.degrees(place.angle)
    if orient == "auto-start-reverse":
        turned += 180.0 if place.end is TipEnd.START else 0.0
    elif orient != "auto":
        turned = parse_angle(orient) or 0.0
    transform = Matrix(e=place.at[0], f=place.at[1]).then_inner(rotation(turned))
    if said.get("markerUnits", "strokeWidth").strip() != "userSpaceOnUse":
        transform = transform.then_inner(Matrix(a=stroke_width, d=stroke_width))
    box = parse_view_box(said.get("viewBox"))
    if box is None:
        clip, inner = Box(0.0, 0.0, width, height), Viewport(width, height)
    else:
        if box.width <= 0 or box.height <= 0:
            return None
        fitted = view_box_transform(box, Box(0.0, 0.0, width, height), said.get("preserveAspectRatio"))
        transform = transform.then_inner(Matrix(a=fitted.a, d=fitted.d))
        clip, inner = box, Viewport(box.width, box.height)
    x, y = side("refX", 0.0, "x", inner), side("refY", 0.0, "y", inner)
    return MarkerFrame(transform.then_inner(Matrix(e=-x, f=-y)), clip, inner)
