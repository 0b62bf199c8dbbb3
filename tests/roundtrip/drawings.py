"""Random drawings that know where everything of theirs is: what is written in many styles and read back."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from hypothesis import strategies as st

WIDTH, HEIGHT = 12.0, 9.0
"""Size of the sheet; coordinates are in its units, y up."""
XY = tuple[float, float]
COLORS = {"ca": (0.0, 0.0, 0.0), "cb": (1.0, 0.0, 0.0), "cc": (0.2, 0.4, 0.6), "cd": (0.0, 0.6, 0.2)}
LABELS = [
    ("$A$", "A"),
    ("$x$", "x"),
    ("$x_1$", 'x<tspan baseline-shift="sub" font-size="70%">1</tspan>'),
    ("$\\pi$", "π"),
    ("$f(x)$", "f(x)"),
    ("$z^2$", 'z<tspan baseline-shift="super" font-size="70%">2</tspan>'),
    ("$A'$", "A′"),
    ("$\\mathbb{R}$", "ℝ"),
    ("$\\alpha+\\beta$", "α+β"),
    ("$a<b$", "a&lt;b"),
    ("$12$", "12"),
]
"""LaTeX and SVG text of the same labels."""


class Line(NamedTuple):
    """A straight segment to `end`."""

    end: XY


class Bend(NamedTuple):
    """A cubic to `end`."""

    first: XY
    second: XY
    end: XY


@dataclass(frozen=True)
class Curve:
    """Segments one after the other; a closed one goes back to its start by a line."""

    start: XY
    segments: tuple[Line | Bend, ...]
    closed: bool = False


@dataclass(frozen=True)
class Circle:
    """A circle; which way it runs is left open."""

    center: XY
    radius: float


@dataclass(frozen=True)
class Arc:
    """A part of a circle from an angle on, in degrees, counter-clockwise where `sweep` is positive."""

    center: XY
    radius: float
    begin: float
    sweep: float

    def at(self, degrees: float) -> XY:
        angle = math.radians(degrees)
        return self.center[0] + self.radius * math.cos(angle), self.center[1] + self.radius * math.sin(angle)

    @property
    def start(self) -> XY:
        return self.at(self.begin)

    @property
    def end(self) -> XY:
        return self.at(self.begin + self.sweep)


Shape = Curve | Circle | Arc


@dataclass(frozen=True)
class Ink:
    """Colours by name, line width and dashes in big points."""

    stroke: str | None
    fill: str | None
    width: float
    dash: tuple[float, ...]


@dataclass(frozen=True)
class Drawn:
    """A painted shape."""

    shape: Shape
    ink: Ink
    name: str | None
    tips: tuple[bool, bool] = (False, False)


@dataclass(frozen=True)
class Text:
    """A label by its place in `LABELS`; `at` is where its baseline starts."""

    label: int
    at: XY
    angle: int
    name: str | None


@dataclass(frozen=True)
class Place:
    """A named place without ink."""

    name: str
    at: XY


@dataclass(frozen=True)
class Clipped:
    """Items that a region cuts."""

    region: Curve | Circle
    items: tuple[Drawn | Text | Place, ...]


Item = Drawn | Text | Place | Clipped
Drawing = tuple[Item, ...]


class Leaf(NamedTuple):
    """An item that paints, and the regions that cut it, outermost first."""

    item: Drawn | Text
    regions: tuple[Curve | Circle, ...]


def leaves(drawing: Drawing, regions: tuple[Curve | Circle, ...] = ()) -> list[Leaf]:
    """What paints, in paint order."""
    found = []
    for item in drawing:
        if isinstance(item, Clipped):
            found += leaves(item.items, (*regions, item.region))
        elif not isinstance(item, Place):
            found.append(Leaf(item, regions))
    return found


def places(drawing: Drawing) -> dict[str, XY]:
    """Named places."""
    found = {}
    for item in drawing:
        if isinstance(item, Place):
            found[item.name] = item.at
        elif isinstance(item, Clipped):
            found |= places(item.items)
    return found


def trace(shape: Shape, steps: int = 48) -> list[XY]:
    """Points along a shape, close enough for straight lines between them."""
    if isinstance(shape, Circle):
        shape = Arc(shape.center, shape.radius, 0.0, 360.0)
    if isinstance(shape, Arc):
        many = 4 * steps
        return [shape.at(shape.begin + shape.sweep * i / many) for i in range(many + 1)]
    points = [shape.start]
    for segment in shape.segments:
        p, end = points[-1], segment.end
        if isinstance(segment, Line):
            points.append(end)
            continue
        (ax, ay), (bx, by) = segment.first, segment.second
        for i in range(1, steps + 1):
            t = i / steps
            u = 1 - t
            a, b, c, d = u**3, 3 * u * u * t, 3 * u * t * t, t**3
            points.append((a * p[0] + b * ax + c * bx + d * end[0], a * p[1] + b * ay + c * by + d * end[1]))
    if shape.closed:
        points.append(shape.start)
    return points


# ---------------------------------------------------------------- strategies

_x = st.integers(50, 100 * 12 - 50).map(lambda v: v / 100)
_y = st.integers(50, 100 * 9 - 50).map(lambda v: v / 100)
_points = st.tuples(_x, _y)
_names = st.one_of(st.none(), st.sampled_from("abcdefghk"))


def _apart(points: list[XY], least: float) -> bool:
    return all(math.dist(a, b) >= least for a, b in pairwise(points))


@st.composite
def _curves(draw, *, straight: bool = False, closed: bool | None = None) -> Curve:
    corners = draw(st.lists(_points, min_size=2, max_size=5).filter(lambda found: _apart(found, 1.0)))
    shut = draw(st.booleans()) if closed is None else closed
    if shut and (len(corners) < 3 or not _apart([corners[-1], corners[0]], 1.0)):
        shut = False
    segments: list[Line | Bend] = []
    for b in corners[1:]:
        if straight or draw(st.integers(0, 2)):
            segments.append(Line(b))
        else:
            segments.append(Bend(draw(_points), draw(_points), b))
    return Curve(corners[0], tuple(segments), shut)


_radii = st.integers(30, 250).map(lambda v: v / 100)
_circles = st.builds(Circle, _points, _radii)
_arcs = st.builds(
    Arc,
    _points,
    _radii,
    st.integers(-180, 180).map(float),
    st.one_of(st.integers(20, 340), st.integers(-340, -20)).map(float),
)


@st.composite
def _boxes(draw) -> Curve:
    (x0, y0), (x1, y1) = draw(_points), draw(_points)
    x1, y1 = x1 + (1.0 if x1 >= x0 else -1.0), y1 + (1.0 if y1 >= y0 else -1.0)
    return Curve((x0, y0), (Line((x1, y0)), Line((x1, y1)), Line((x0, y1))), closed=True)


@st.composite
def _drawn(draw) -> Drawn:
    shape = draw(st.one_of(_curves(), _curves(straight=True), _circles, _arcs))
    dash = draw(st.sampled_from([(), (), (3.0, 2.0), (6.0, 2.0, 1.0, 2.0)]))
    width = draw(st.sampled_from([0.4, 0.8, 1.5, 3.0]))
    color = st.sampled_from(sorted(COLORS))
    stroke, fill = draw(color), None
    tips = (False, False)
    if isinstance(shape, Circle) or (isinstance(shape, Curve) and shape.closed):
        fill = draw(st.one_of(st.none(), color))
        if fill is not None and draw(st.booleans()):
            stroke = None
    elif isinstance(shape, Curve) and all(isinstance(s, Line) for s in (shape.segments[0], shape.segments[-1])):
        tips = draw(st.sampled_from([(False, False), (False, True), (True, False), (True, True)]))
        dash = () if any(tips) else dash
    return Drawn(shape, Ink(stroke, fill, width, dash), draw(_names), tips)


@st.composite
def drawings(draw) -> Drawing:
    """Paths, circles, arcs, arrows, labels, named places and clips, with unique names."""
    cells = [(i, j) for i in range(5) for j in range(6)]
    taken = draw(st.lists(st.sampled_from(cells), max_size=4, unique=True))
    texts = [
        Text(
            draw(st.integers(0, len(LABELS) - 1)),
            (0.6 + 2.2 * i + draw(st.integers(0, 40)) / 100, 0.7 + 1.4 * j + draw(st.integers(0, 30)) / 100),
            draw(st.sampled_from([0, 0, 0, 30, 90, -45])),
            draw(_names),
        )
        for i, j in taken
    ]
    rest = draw(st.lists(st.one_of(_drawn(), st.builds(Place, st.just("p"), _points)), min_size=1, max_size=6))
    items = list(draw(st.permutations([*texts, *rest])))
    if len(items) > 2 and draw(st.booleans()):
        begin = draw(st.integers(0, len(items) - 2))
        end = draw(st.integers(begin + 1, len(items)))
        region = draw(st.one_of(_boxes(), st.builds(Circle, _points, st.just(3.0))))
        items[begin:end] = [Clipped(region, tuple(items[begin:end]))]
    return _numbered(tuple(items), iter(range(1, 100)))


def _numbered(drawing: Drawing, numbers) -> Drawing:
    """The same with names of their own."""
    found: list[Item] = []
    for item in drawing:
        if isinstance(item, Clipped):
            found.append(Clipped(item.region, _numbered(item.items, numbers)))
        elif isinstance(item, Place):
            found.append(Place(f"p{next(numbers)}", item.at))
        else:
            name = None if item.name is None else f"{item.name}{next(numbers)}"
            found.append(
                Text(item.label, item.at, item.angle, name)
                if isinstance(item, Text)
                else Drawn(item.shape, item.ink, name, item.tips)
            )
    return tuple(found)
