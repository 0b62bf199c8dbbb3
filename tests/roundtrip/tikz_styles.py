"""A drawing as TikZ in many styles: the same picture for a reader, another program for a compiler."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import replace

from drawings import (
    COLORS,
    HEIGHT,
    LABELS,
    WIDTH,
    XY,
    Arc,
    Circle,
    Clipped,
    Curve,
    Drawing,
    Drawn,
    Ink,
    Line,
    Place,
    Text,
)
from frames import Frame, some_frame

PREAMBLE = r"\usepackage{amsmath,amssymb,tikz}\usetikzlibrary{intersections,calc,arrows.meta}" + "".join(
    rf"\definecolor{{{name}}}{{rgb}}{{{r:g},{g:g},{b:g}}}" for name, (r, g, b) in COLORS.items()
)
Pen = Callable[[XY], str]


def n(value: float) -> str:
    return f"{value:.5f}".rstrip("0").rstrip(".") if abs(value) > 5e-6 else "0"


def absolute(point: XY) -> str:
    return f"({n(point[0])},{n(point[1])})"


def options(ink: Ink, tips: tuple[bool, bool], name: str | None, scale: float = 1.0) -> str:
    """Keys of a path; `scale` is what a transformed canvas does to its lengths."""
    keys = [f"line width={n(ink.width / scale)}bp"]
    keys += [f"draw={ink.stroke}"] if ink.stroke else []
    keys += [f"fill={ink.fill}"] if ink.fill else []
    if ink.dash:
        parts = [f"{'off' if i % 2 else 'on'} {n(length / scale)}bp" for i, length in enumerate(ink.dash)]
        keys.append(f"dash pattern={' '.join(parts)}")
    if any(tips):
        keys.append(f"{'Stealth' if tips[0] else ''}-{'Stealth' if tips[1] else ''}")
    if name:
        keys.append(f"name path={name}")
    return ",".join(keys)


def outline(shape: Curve | Circle | Arc, pen: Pen = absolute) -> str:
    """Path operations of a shape."""
    if isinstance(shape, Circle):
        return f"{pen(shape.center)} circle[radius={n(shape.radius)}]"
    if isinstance(shape, Arc):
        arc = f"start angle={n(shape.begin)},delta angle={n(shape.sweep)},radius={n(shape.radius)}"
        return f"{pen(shape.start)} arc[{arc}]"
    text = pen(shape.start)
    for segment in shape.segments:
        if isinstance(segment, Line):
            text += f" -- {pen(segment.end)}"
        else:
            text += f" .. controls {pen(segment.first)} and {pen(segment.second)} .. {pen(segment.end)}"
    return text + (" -- cycle" if shape.closed else "")


def node(item: Text, pen: Pen = absolute) -> str:
    keys = f"anchor=base west,inner sep=0pt,outer sep=0pt,rotate={item.angle}"
    name = f" ({item.name})" if item.name else ""
    return rf"\node[{keys}]{name} at {pen(item.at)} {{{LABELS[item.label][0]}}};"


class Style:
    """Absolute coordinates; other styles change what they do otherwise."""

    named = True
    """Whether paths can have names."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311 - a varied style, no secret

    def write(self, drawing: Drawing) -> str:
        return "\n".join(self.item(item) for item in drawing)

    def item(self, item) -> str:
        if isinstance(item, Clipped):
            return rf"\begin{{scope}}\clip {self.outline(item.region)};" + self.write(item.items) + r"\end{scope}"
        if isinstance(item, Place):
            return rf"\coordinate ({item.name}) at {self.pen(item.at)};"
        if isinstance(item, Text):
            return node(item, self.pen)
        return self.path(item)

    def path(self, item: Drawn) -> str:
        return rf"\path[{options(item.ink, item.tips, item.name)}] {self.outline(item.shape)};"

    def pen(self, point: XY) -> str:
        return absolute(point)

    def outline(self, shape) -> str:
        return outline(shape, self.pen)


class Relative(Style):
    """Every point from the one before."""

    def outline(self, shape) -> str:
        if not isinstance(shape, Curve):
            at = shape.center if isinstance(shape, Circle) else shape.start
            before = f"{absolute((at[0] - 1, at[1] + 2))} ++(1,-2)"
            return before + outline(shape, lambda _p: "")
        at, text = shape.start, absolute(shape.start)
        for segment in shape.segments:
            step = self._step(at, segment.end)
            if isinstance(segment, Line):
                text += f" -- ++{step}"
            else:
                first, second = self._step(at, segment.first), self._step(segment.end, segment.second)
                text += f" .. controls +{first} and +{second} .. ++{step}"
            at = segment.end
        return text + (" -- cycle" if shape.closed else "")

    @staticmethod
    def _step(a: XY, b: XY) -> str:
        return absolute((b[0] - a[0], b[1] - a[1]))


class Scopes(Style):
    """Every item in a coordinate system of its own, groups in nested ones."""

    def __init__(self, seed: int, outer: tuple[Frame, ...] = ()) -> None:
        super().__init__(seed)
        self.frames = outer

    def item(self, item) -> str:
        frame = some_frame(self.chance)
        inner = type(self)(self.chance.randint(0, 10**6), (*self.frames, frame))
        return rf"\begin{{scope}}[{self.keys(frame)}]{Style.item(inner, item)}\end{{scope}}"

    def pen(self, point: XY) -> str:
        for frame in self.frames:
            point = frame.inside(point)
        return absolute(point)

    def outline(self, shape) -> str:
        for frame in self.frames:
            shape = frame.shape_inside(shape)
        return outline(shape)

    @staticmethod
    def keys(frame: Frame) -> str:
        keys = f"shift={{{absolute(frame.shift)}}},rotate={n(frame.turn)},scale={n(frame.scale)}"
        return keys + (",xscale=-1" if frame.mirrored else "")


class Canvas(Scopes):
    """Every path on a canvas that is transformed as a whole, lines and tips too."""

    def item(self, item) -> str:
        if not isinstance(item, Drawn):
            return Style.item(self, item)
        frame = replace(some_frame(self.chance), mirrored=False)
        keys = options(item.ink, item.tips, item.name, frame.scale)
        path = outline(frame.shape_inside(item.shape))
        return rf"\begin{{scope}}[transform canvas={{{self.keys(frame)}}}]\path[{keys}] {path};\end{{scope}}"


class Foreach(Style):
    """Loops: over the corners of a line, the places of circles, the texts of nodes."""

    def path(self, item: Drawn) -> str:
        shape, keys = item.shape, options(item.ink, item.tips, item.name)
        if isinstance(shape, Circle):
            (x, y), r = shape.center, shape.radius
            return rf"\foreach \x/\y/\r in {{{n(x)}/{n(y)}/{n(r)}}} {{\path[{keys}] (\x,\y) circle[radius=\r];}}"
        if isinstance(shape, Arc) or not all(isinstance(segment, Line) for segment in shape.segments):
            return rf"\foreach \dummy in {{1}} {{\path[{keys}] {outline(shape)};}}"
        ends = ",".join(f"{n(s.end[0])}/{n(s.end[1])}" for s in shape.segments)
        shut = " -- cycle" if shape.closed else ""
        return rf"\path[{keys}] {absolute(shape.start)} \foreach \x/\y in {{{ends}}} {{ -- (\x,\y)}}{shut};"

    def item(self, item) -> str:
        if isinstance(item, Text):
            x, y = item.at
            name = f" ({item.name})" if item.name else ""
            keys = f"anchor=base west,inner sep=0pt,outer sep=0pt,rotate={item.angle}"
            label = LABELS[item.label][0]
            return rf"\foreach \x/\y/\t in {{{n(x)}/{n(y)}/{{{label}}}}} {{\node[{keys}]{name} at (\x,\y) {{\t}};}}"
        return super().item(item)


class Calculated(Style):
    """Points by polar coordinates, sums, and shares of lines."""

    def pen(self, point: XY) -> str:
        x, y = point
        kind = self.chance.randint(0, 3)
        angle = self.chance.randint(-180, 180)
        if kind == 0:
            return f"({n(math.degrees(math.atan2(y, x)))}:{n(math.hypot(x, y))})"
        if kind == 1:
            dx, dy = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            return f"($({n(x - 2 * dx)},{n(y - 2 * dy)})+({angle}:2)$)"
        if kind == 2:
            return f"($({n(x - 1)},{n(y + 0.5)})!0.25!({n(x + 3)},{n(y - 1.5)})$)"
        return f"({n(x)},0 |- 0,{n(y)})"

    def outline(self, shape) -> str:
        if isinstance(shape, Arc):
            arc = f"({n(shape.begin)}:{n(shape.begin + shape.sweep)}:{n(shape.radius)})"
            return f"{self.pen(shape.center)} +({n(shape.begin)}:{n(shape.radius)}) arc {arc}"
        return super().outline(shape)


class Plotted(Style):
    """Lines as plots, curves by ``let``, arrows by ``to``."""

    def outline(self, shape) -> str:
        if not isinstance(shape, Curve):
            return rf"let \n1={{{n(shape.radius)}}} in " + outline(shape).replace(
                f"radius={n(shape.radius)}", r"radius=\n1"
            )
        if all(isinstance(segment, Line) for segment in shape.segments):
            corners = [shape.start, *(segment.end for segment in shape.segments)]
            if not shape.closed and len(corners) == 2:
                return f"{absolute(corners[0])} to {absolute(corners[1])}"
            return f"plot coordinates {{{' '.join(map(absolute, corners))}}}" + (" -- cycle" if shape.closed else "")
        return rf"let \p1={absolute(shape.start)} in " + outline(shape).replace(absolute(shape.start), r"(\p1)", 1)


class LowLevel(Style):
    """The basic layer of pgf; its paths have no names."""

    named = False

    def item(self, item) -> str:
        if isinstance(item, Clipped):
            region = self.commands(item.region)
            return rf"\begin{{pgfscope}}{region}\pgfusepath{{clip}}{self.write(item.items)}\end{{pgfscope}}"
        if isinstance(item, Place):
            return rf"\pgfcoordinate{{{item.name}}}{{{self.point(item.at)}}}"
        if isinstance(item, Text):
            return rf"\pgftext[base,left,at={{{self.point(item.at)}}},rotate={item.angle}]{{{LABELS[item.label][0]}}}"
        ink = item.ink
        state = rf"\pgfsetlinewidth{{{n(ink.width)}bp}}"
        state += rf"\pgfsetstrokecolor{{{ink.stroke}}}" if ink.stroke else ""
        state += rf"\pgfsetfillcolor{{{ink.fill or ink.stroke}}}"
        if ink.dash:
            state += rf"\pgfsetdash{{{''.join(f'{{{n(d)}bp}}' for d in ink.dash)}}}{{0pt}}"
        state += r"\pgfsetarrowsstart{Stealth}" if item.tips[0] else ""
        state += r"\pgfsetarrowsend{Stealth}" if item.tips[1] else ""
        use = ",".join(what for what, color in (("fill", ink.fill), ("stroke", ink.stroke)) if color)
        return rf"\begin{{pgfscope}}{state}{self.commands(item.shape)}\pgfusepath{{{use}}}\end{{pgfscope}}"

    @staticmethod
    def point(p: XY) -> str:
        return rf"\pgfpoint{{{n(p[0])}cm}}{{{n(p[1])}cm}}"

    def commands(self, shape) -> str:
        if isinstance(shape, Circle):
            return rf"\pgfpathcircle{{{self.point(shape.center)}}}{{{n(shape.radius)}cm}}"
        if isinstance(shape, Arc):
            end = shape.begin + shape.sweep
            arc = rf"\pgfpatharc{{{n(shape.begin)}}}{{{n(end)}}}{{{n(shape.radius)}cm}}"
            return rf"\pgfpathmoveto{{{self.point(shape.start)}}}{arc}"
        text = rf"\pgfpathmoveto{{{self.point(shape.start)}}}"
        for segment in shape.segments:
            if isinstance(segment, Line):
                text += rf"\pgfpathlineto{{{self.point(segment.end)}}}"
            else:
                text += r"\pgfpathcurveto" + "".join(f"{{{self.point(p)}}}" for p in segment)
        return text + (r"\pgfpathclose" if shape.closed else "")


STYLES: dict[str, type[Style]] = {
    "absolute": Style,
    "relative": Relative,
    "scopes": Scopes,
    "canvas": Canvas,
    "foreach": Foreach,
    "calc": Calculated,
    "plots": Plotted,
    "basic layer": LowLevel,
}


def picture(drawing: Drawing, style: str, seed: int = 0) -> str:
    """A whole picture with the sheet as its bounding box and ``O`` at its lower left corner."""
    sheet = rf"\useasboundingbox (0,0) rectangle ({WIDTH:g},{HEIGHT:g}); \coordinate (O) at (0,0);"
    body = STYLES[style](seed).write(drawing)
    return rf"\begin{{tikzpicture}}{sheet}{body}\end{{tikzpicture}}"
