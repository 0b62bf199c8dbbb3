"""A drawing as SVG in several styles: the same picture for a reader, another document."""

from __future__ import annotations

import random

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

UNIT = 30.0
"""Pixels in a unit of the sheet."""
BP = 0.75
"""Big points in a pixel."""
TIP = (
    '<marker id="head" viewBox="0 0 10 10" refX="10" refY="5" markerWidth="6" markerHeight="6" '
    'orient="auto-start-reverse"><path d="M0 0L10 5L0 10z" fill="context-stroke"/></marker>'
)


def n(value: float) -> str:
    return f"{value:.5f}".rstrip("0").rstrip(".") if abs(value) > 5e-6 else "0"


def color(name: str | None) -> str:
    return "none" if name is None else f"rgb({','.join(n(100 * v) + '%' for v in COLORS[name])})"


def down(point: XY) -> XY:
    """The sheet to user space: y down, in pixels."""
    return UNIT * point[0], UNIT * (HEIGHT - point[1])


def lower(shape: Curve | Circle | Arc) -> Curve | Circle | Arc:
    """A shape in user space; angles run the other way there."""
    if isinstance(shape, Circle):
        return Circle(down(shape.center), UNIT * shape.radius)
    if isinstance(shape, Arc):
        return Arc(down(shape.center), UNIT * shape.radius, -shape.begin, -shape.sweep)
    segments = tuple(type(s)(*(down(p) for p in s)) for s in shape.segments)
    return Curve(down(shape.start), segments, shape.closed)


def arc_flags(arc: Arc) -> tuple[int, int]:
    return int(abs(arc.sweep) > 180), int(arc.sweep > 0)


def data(shape: Curve | Arc) -> str:
    """Path data with absolute coordinates."""
    if isinstance(shape, Arc):
        large, sweep = arc_flags(shape)
        r = n(shape.radius)
        (x0, y0), (x1, y1) = shape.start, shape.end
        return f"M {n(x0)} {n(y0)} A {r} {r} 0 {large} {sweep} {n(x1)} {n(y1)}"
    text = f"M {n(shape.start[0])} {n(shape.start[1])}"
    for segment in shape.segments:
        letter = "L" if isinstance(segment, Line) else "C"
        text += f" {letter} " + ", ".join(f"{n(x)} {n(y)}" for x, y in segment)
    return text + (" Z" if shape.closed else "")


def minified(shape: Curve | Circle | Arc) -> str:
    """Path data as short as it gets: relative, letters and separators left out, flags run together."""
    if isinstance(shape, Circle):
        (x, y), r = shape.center, n(shape.radius)
        d = n(2 * shape.radius)
        return f"M{n(x - shape.radius)} {n(y)}a{r} {r} 0 11{d} 0 {r} {r} 0 11-{d} 0z"
    if isinstance(shape, Arc):
        large, sweep = arc_flags(shape)
        (x0, y0), (x1, y1), r = shape.start, shape.end, n(shape.radius)
        return _tight(f"M{n(x0)} {n(y0)}a{r} {r} 0 {large}{sweep}{n(x1 - x0)} {n(y1 - y0)}")
    at, text, last = shape.start, f"M{n(shape.start[0])} {n(shape.start[1])}", "m"
    for segment in shape.segments:
        dx, dy = segment.end[0] - at[0], segment.end[1] - at[1]
        if not isinstance(segment, Line):
            numbers = " ".join(f"{n(x - at[0])} {n(y - at[1])}" for x, y in segment)
            letter = "c"
        elif dy == 0:
            numbers, letter = n(dx), "h"
        elif dx == 0:
            numbers, letter = n(dy), "v"
        else:
            numbers, letter = f"{n(dx)} {n(dy)}", "l"
        text += (" " if letter == last else letter) + numbers
        last, at = letter, segment.end
    return _tight(text + ("z" if shape.closed else ""))


def _tight(text: str) -> str:
    return text.replace(" -", "-").replace(" 0.", " .").replace("-0.", "-.")


class Style:
    """Absolute coordinates, presentation attributes, nothing nested."""

    named = True

    def __init__(self, seed: int = 0) -> None:
        self.chance = random.Random(seed)  # noqa: S311 - a varied style, no secret
        self.definitions: list[str] = []
        self.clips = 0

    def write(self, drawing: Drawing) -> str:
        return "".join(self.item(item) for item in drawing)

    def item(self, item) -> str:
        if isinstance(item, Clipped):
            self.clips += 1
            key = f"clip{self.clips}"
            self.definitions.append(f'<clipPath id="{key}">{self.bare(lower(item.region))}</clipPath>')
            return f'<g clip-path="url(#{key})">{self.write(item.items)}</g>'
        if isinstance(item, Place):
            return ""
        return self.text(item) if isinstance(item, Text) else self.shape(item)

    @staticmethod
    def bare(shape, more: str = "") -> str:
        if isinstance(shape, Circle):
            (x, y), r = shape.center, shape.radius
            return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(r)}"{more}/>'
        return f'<path d="{data(shape)}"{more}/>'

    @staticmethod
    def paint(ink: Ink, tips: tuple[bool, bool], scale: float = 1.0) -> str:
        text = f' fill="{color(ink.fill)}" stroke="{color(ink.stroke)}" stroke-width="{n(ink.width / BP / scale)}"'
        if ink.dash:
            text += f' stroke-dasharray="{" ".join(n(d / BP / scale) for d in ink.dash)}"'
        text += ' marker-start="url(#head)"' if tips[0] else ""
        return text + (' marker-end="url(#head)"' if tips[1] else "")

    def shape(self, item: Drawn) -> str:
        key = f' id="{item.name}"' if item.name else ""
        return self.bare(lower(item.shape), self.paint(item.ink, item.tips) + key)

    def text(self, item: Text, around: str = "") -> str:
        x, y = (n(v) for v in down(item.at))
        key = f' id="{item.name}"' if item.name else ""
        turn = f"{around} rotate({-item.angle} {x} {y})" if item.angle or around else ""
        turn = f' transform="{turn.strip()}"' if turn else ""
        return (
            f'<text x="{x}" y="{y}" font-size="14" font-family="DejaVu Sans"{turn}{key}>{LABELS[item.label][1]}</text>'
        )


class Groups(Style):
    """Every item in nested groups with transforms, paints inherited from them."""

    def item(self, item) -> str:
        frame = some_frame(self.chance)
        frame = Frame((frame.shift[0] * UNIT, frame.shift[1] * UNIT), frame.turn, frame.scale, frame.mirrored)
        if isinstance(item, Drawn):
            shape = frame.shape_inside(lower(item.shape))
            key = f' id="{item.name}"' if item.name else ""
            paint = self.paint(item.ink, item.tips, frame.scale)
            return f"<g{paint}>{self.open(frame)}{self.bare(shape, key)}</g></g></g>"
        if isinstance(item, Text):
            back = f"scale({n(1 / frame.scale)}) rotate({n(-frame.turn)}) translate({n(-frame.shift[0])} {n(-frame.shift[1])})"
            flip = "scale(-1 1) " if frame.mirrored else ""
            return f"{self.open(frame)}{self.text(item, flip + back)}</g></g>"
        if isinstance(item, Clipped):
            self.clips += 1
            key = f"clip{self.clips}"
            region = self.bare(frame.shape_inside(lower(item.region)))
            self.definitions.append(f'<clipPath id="{key}">{region}</clipPath>')
            flip = "scale(-1,1) " if frame.mirrored else ""
            back = f"{flip}scale({n(1 / frame.scale)}) rotate({n(-frame.turn)}) translate({n(-frame.shift[0])},{n(-frame.shift[1])})"
            inside = f'<g clip-path="url(#{key})"><g transform="{back}">{self.write(item.items)}</g></g>'
            return f"{self.open(frame)}{inside}</g></g>"
        return ""

    @staticmethod
    def open(frame: Frame) -> str:
        outer = f'<g transform="translate({n(frame.shift[0])},{n(frame.shift[1])})rotate({n(frame.turn)})">'
        c = frame.scale
        return outer + f'<g transform="matrix({n(-c if frame.mirrored else c)} 0 0 {n(c)} 0 0)">'


class Uses(Style):
    """What has a name is defined elsewhere and copied into place."""

    def shape(self, item: Drawn) -> str:
        if not item.name:
            return super().shape(item)
        x, y = self.chance.randint(-90, 90), self.chance.randint(-90, 90)
        shape = Frame((x, y)).shape_inside(lower(item.shape))
        kind = self.chance.randint(0, 2)
        if kind == 0:
            self.definitions.append(self.bare(shape, f' id="{item.name}"' + self.paint(item.ink, item.tips)))
            return f'<use href="#{item.name}" x="{x}" y="{y}"/>'
        paint = self.paint(item.ink, item.tips)
        if kind == 1:
            self.definitions.append(f'<g id="{item.name}">{self.bare(shape)}</g>')
            return f'<use xlink:href="#{item.name}" transform="translate({x} {y})"{paint}/>'
        box = f"{n(UNIT * -WIDTH)} {n(UNIT * -HEIGHT)} {n(3 * UNIT * WIDTH)} {n(3 * UNIT * HEIGHT)}"
        symbol = f'<symbol id="{item.name}" viewBox="{box}" overflow="visible">{self.bare(shape)}</symbol>'
        self.definitions.append(symbol)
        x, y = x - UNIT * WIDTH, y - UNIT * HEIGHT
        size = f'width="{n(3 * UNIT * WIDTH)}" height="{n(3 * UNIT * HEIGHT)}"'
        return f'<use href="#{item.name}" x="{n(x)}" y="{n(y)}" {size}{paint}/>'


class Sheets(Style):
    """Paints from a style sheet, path data minified."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.rules: list[str] = ["path,circle{fill:none;stroke:lime}", "*{stroke-linejoin:miter}"]

    def shape(self, item: Drawn) -> str:
        ink, place = item.ink, len(self.rules)
        rule = f"fill:{color(ink.fill)};stroke:{color(ink.stroke)};stroke-width:{n(ink.width / BP)}px"
        rule += f";stroke-dasharray:{','.join(n(d / BP) for d in ink.dash)}" if ink.dash else ""
        rule += ";marker-start:url(#head)" if item.tips[0] else ""
        rule += ";marker-end:url(#head)" if item.tips[1] else ""
        kind = self.chance.randint(0, 3)
        wrong = "fill:yellow;stroke:yellow"
        if kind == 0:
            self.rules += [f"g .k{place}{{{rule}}}", f"path{{{wrong}}}"]
        elif kind == 1:
            self.rules += [f".k{place}{{{rule.replace('stroke:', 'stroke: ', 1)}}}", f"*{{{wrong}}}"]
        elif kind == 2:
            marked = ";".join(part + "!important" for part in rule.split(";"))
            self.rules += [f"path.k{place}, [class=k{place}] {{{marked}}}", f"g path.k{place}.k{place}{{{wrong}}}"]
        else:
            self.rules += [f"/* {place} */ g>*.k{place}:not(.other){{{rule}}}", f"path{{{wrong}}}"]
        key = f' id="{item.name}"' if item.name else ""
        return f'<g><path class="k{place}" d="{minified(lower(item.shape))}"{key}/></g>'


STYLES: dict[str, type[Style]] = {"plain": Style, "groups": Groups, "uses": Uses, "style sheets": Sheets}


def document(drawing: Drawing, style: str, seed: int = 0) -> bytes:
    """A whole document, a pixel to a user unit."""
    writer = STYLES[style](seed)
    body = writer.write(drawing)
    rules = "".join(getattr(writer, "rules", ()))
    sheet = f"<style>{rules.replace('>', '&gt;')}</style>" if rules else ""
    size = f'width="{n(UNIT * WIDTH)}" height="{n(UNIT * HEIGHT)}"'
    space = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f"<svg {space} {size}>{sheet}<defs>{TIP}{''.join(writer.definitions)}</defs>{body}</svg>".encode()
