"""Hypothesis strategies for scenes: small, valid, and as varied as the model allows."""

from __future__ import annotations

import math
from itertools import pairwise

from hypothesis import strategies as st

from mathvis.scene.model import (
    Canvas,
    Clip,
    Fill,
    FillRule,
    Image,
    Label,
    NamedPoint,
    Node,
    Note,
    Paint,
    PaintKind,
    Path,
    Piece,
    Role,
    Scene,
    Stroke,
    Subpath,
    Tip,
    TipEnd,
)

WIDTH, HEIGHT = 200.0, 150.0


def numbers(low: float, high: float) -> st.SearchStrategy[float]:
    return st.floats(low, high, allow_nan=False, allow_infinity=False, allow_subnormal=False)


def points(margin: float = 60.0) -> st.SearchStrategy[tuple[float, float]]:
    """Points on the canvas and a little around it."""
    return st.tuples(numbers(-margin, WIDTH + margin), numbers(-margin, HEIGHT + margin))


def polyline(corners: list[tuple[float, float]], *, closed: bool = False) -> Subpath:
    """A polyline as cubics with their handles on the chords."""
    if closed:
        corners = [*corners, corners[0]]
    controls = [corners[0]]
    for (x0, y0), (x1, y1) in pairwise(corners):
        controls += [((2 * x0 + x1) / 3, (2 * y0 + y1) / 3), ((x0 + 2 * x1) / 3, (y0 + 2 * y1) / 3), (x1, y1)]
    return Subpath(tuple(controls), closed)


def circle(x: float, y: float, r: float) -> Subpath:
    """A counter-clockwise circle of four cubics."""
    k = r * 0.5522847498
    return Subpath(
        (
            (x + r, y), (x + r, y + k), (x + k, y + r), (x, y + r), (x - k, y + r), (x - r, y + k),
            (x - r, y), (x - r, y - k), (x - k, y - r), (x, y - r), (x + k, y - r), (x + r, y - k), (x + r, y),
        ),
        closed=True,
    )  # fmt: skip


def box(x0: float, y0: float, x1: float, y1: float) -> tuple[tuple[float, float], ...]:
    """The corners of an upright box, in the order of a `Quad`."""
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


BLACK, WHITE, RED = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0), (0.8, 0.0, 0.0)

texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
colors = st.tuples(*[numbers(0, 1)] * 3) | st.sampled_from([BLACK, WHITE, RED])
solids = st.builds(Paint, colors, st.just(1.0) | numbers(0, 1))
paints = st.builds(Paint, colors, st.just(1.0) | numbers(0, 1), st.sampled_from(PaintKind))
strokes = st.builds(
    Stroke,
    solids,
    st.just(0.0) | numbers(0.05, 12),
    st.just(()) | st.lists(numbers(0.5, 9), min_size=1, max_size=4).map(tuple),
    numbers(0, 9),
    st.integers(0, 2),
    st.integers(0, 2),
    numbers(1, 20),
)
fills = st.builds(Fill, solids, st.sampled_from(FillRule))


@st.composite
def subpaths(draw: st.DrawFn) -> Subpath:
    """Polylines, circles, and free cubics."""
    kind = draw(st.integers(0, 2))
    if kind == 0:
        corners = draw(st.lists(points(), min_size=2, max_size=6))
        return polyline(corners, closed=draw(st.booleans()))
    if kind == 1:
        return circle(*draw(points()), draw(numbers(0.5, 90)))
    count = draw(st.integers(0, 3))
    return Subpath(tuple(draw(st.lists(points(), min_size=3 * count + 1, max_size=3 * count + 1))), closed=False)


@st.composite
def tips(draw: st.DrawFn, count: int) -> Tip:
    turn = draw(numbers(0, 2 * math.pi))
    return Tip(
        draw(points()),
        (math.cos(turn), math.sin(turn)),
        draw(st.sampled_from(TipEnd)),
        draw(st.sampled_from(("arrow", "hook", "bar", "tail", "circle", "square", "other"))),
        draw(texts),
        draw(indices(count)),
        draw(st.integers(1, 3)),
    )


def indices(count: int) -> st.SearchStrategy[tuple[int, ...]]:
    if not count:
        return st.just(())
    return st.lists(st.integers(0, count - 1), max_size=3, unique=True).map(tuple)


@st.composite
def elements(draw: st.DrawFn, index: int, count: int, clips: int) -> Path | Label | Image:
    kind = draw(st.sampled_from(("path", "path", "path", "label", "image")))
    common = {
        "clips": draw(indices(clips)),
        "names": draw(st.lists(texts, max_size=2).map(tuple)),
        "node": draw(st.none() | texts),
        "line": draw(st.none() | st.integers(1, 99)),
        "command": draw(st.integers(-1, 9)),
    }
    if kind == "path":
        stroke, fill = draw(st.none() | strokes), draw(st.none() | fills)
        return Path(
            index,
            tuple(draw(st.lists(subpaths(), max_size=3))),
            stroke if stroke or fill else draw(strokes),
            fill,
            tuple(draw(st.lists(subpaths(), max_size=1))),
            tuple(draw(st.lists(tips(count), max_size=2))),
            role=draw(st.sampled_from(Role)),
            **common,
        )
    x, y = draw(points())
    quad = box(x, y, x + draw(numbers(0, 50)), y + draw(numbers(0, 20)))
    if kind == "image":
        return Image(index, quad, draw(texts), **common)
    size, angle = draw(numbers(0, 30)), draw(numbers(-180, 180))
    paint, refers = draw(solids), draw(indices(count))
    shares = st.tuples(*[st.integers(0, 1000).map(lambda part: part / 1000)] * 4)
    pieces = tuple(draw(st.lists(st.builds(Piece, shares, st.none() | solids), max_size=3)))
    return Label(
        index, draw(texts), draw(texts), quad, (x, y), size, paint, angle, elements=refers, pieces=pieces, **common
    )


@st.composite
def scenes(draw: st.DrawFn, most: int = 6) -> Scene:
    """Whole scenes of up to `most` elements."""
    count, clip_count = draw(st.integers(0, most)), draw(st.integers(0, 2))
    shapes = st.lists(subpaths(), max_size=2).map(tuple)
    drawn = tuple(draw(elements(i, count, clip_count)) for i in range(count))
    borders = [element.index for element in drawn if isinstance(element, Path)]
    nodes = st.builds(
        Node,
        st.lists(texts, min_size=1, max_size=2).map(tuple),
        texts,
        points(),
        st.just(box(0, 0, 10, 10)),
        indices(count),
        st.none() | st.sampled_from(borders) if borders else st.none(),
    )
    return Scene(
        draw(st.sampled_from(("pdf", "svg"))),
        Canvas(WIDTH, HEIGHT, draw(st.just(WHITE) | colors), draw(st.booleans())),
        drawn,
        tuple(draw(st.builds(Clip, shapes, st.sampled_from(FillRule))) for _ in range(clip_count)),
        tuple(draw(st.lists(nodes, max_size=2))),
        tuple(draw(st.lists(st.builds(NamedPoint, texts, points()), max_size=2))),
        draw(st.integers(1, 3)),
        tuple(draw(st.lists(st.builds(Note, texts, texts, indices(count)), max_size=2))),
    )
