"""The layer of a page that lies over the picture: one group for each thing, texts, hidden ink, findings."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import cairocffi as cairo
import numpy as np

from mathvis.inspect.markup import Markup, joined, number, tag
from mathvis.scene.captions import GREY, LABEL, NODE, Colors, Layer, captions, is_backing
from mathvis.scene.model import Path
from mathvis.scene.placing import Box, Ground
from mathvis.scene.polyline import at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from mathvis.inspect.records import Record
    from mathvis.inspect.view import View
    from mathvis.scene.captions import Caption
    from mathvis.scene.model import RGB, XY, Subpath, Tip
    from mathvis.scene.seen import Seen

LONG_SIDE = 900.0
"""Longer side of the picture in units of the layer."""
MARGIN = 48.0
MOST_POINTS = 150_000
"""Control points that are drawn; paths beyond are drawn as their boxes."""
MOST_TEXTS = 400
_FONT = 12.0
_WEDGE = 11.0


class Sheet:
    """The coordinates of the layer: y down, a margin around the picture.

    Parameters
    ----------
    view
        What is shown.
    """

    def __init__(self, view: View) -> None:
        canvas = view.scene.canvas
        self.view = view
        self.scale = LONG_SIDE / max(canvas.width, canvas.height, 1e-6)
        self.picture = (canvas.width * self.scale, canvas.height * self.scale)
        self.size = (self.picture[0] + 2 * MARGIN, self.picture[1] + 2 * MARGIN)
        self.colors = Colors()
        self._points = 0

    def pixel(self, place: XY) -> XY:
        """Map a place of the page, kept within reach."""
        x = MARGIN + float(place[0]) * self.scale
        y = MARGIN + (self.view.scene.canvas.height - float(place[1])) * self.scale
        return min(max(x, -1e5), 1e5), min(max(y, -1e5), 1e5)

    # -- things ------------------------------------------------------------------------------------

    def items(self, records: Iterable[Record]) -> Iterator[Markup]:
        """Yield a group for each thing, those that lie under others first, so that each can be pointed at."""
        known = {record.key: record for record in records}
        elements = [element for element in self.view.scene.elements if f"e{element.index}" in known]
        boxes = self.view.visibility.geometry.boxes
        area = {k: float(np.prod(boxes[k, 2:] - boxes[k, :2])) for k in range(len(boxes))}
        filled = {e.index for e in elements if isinstance(e, Path) and e.fill is not None}
        for node, item in enumerate(self.view.scene.nodes):
            if f"n{node}" in known:
                shape = tag("path", d=self.quad(item.box), class_="hit area trace", stroke=paint(NODE))
                yield self.item(known[f"n{node}"], [shape], "node")
        order = sorted(elements, key=lambda e: (not isinstance(e, Path), e.index not in filled, -area[e.index]))
        for element in order:
            record = known[f"e{element.index}"]
            if isinstance(element, Path):
                yield self.item(record, self.path(element), "path")
            else:
                shape = tag("path", d=self.quad(element.box), class_="hit area trace", stroke=paint(LABEL))
                gone = tag("path", d=self.quad(element.box), class_="gap") if record.hidden else Markup()
                yield self.item(record, [shape, gone], "label")
        for index, point in enumerate(self.view.scene.points):
            if f"p{index}" in known:
                x, y = self.pixel(point.at)
                cross = f"M{number(x - 4)} {number(y - 4)}l8 8m0-8l-8 8"
                color = paint(self.colors[point.name])
                shapes = [
                    tag("circle", cx=x, cy=y, r=6.0, class_="hit area"),
                    tag("path", d=cross, class_="cross trace", stroke=color),
                ]
                yield self.item(known[f"p{index}"], shapes, "place")

    @staticmethod
    def item(record: Record, shapes: Iterable[Markup], kind: str) -> Markup:
        """Make the group of one thing."""
        return tag(
            "g",
            *shapes,
            id=f"i-{record.key}",
            class_=f"item {kind}{' bound' if record.entities else ''}",
            data_of=record.key,
            tabindex="-1",
            role="button",
            aria_label=f"{record.title}, {record.kind}{', ' if record.hidden else ''}{record.hidden}",
        )

    def path(self, path: Path) -> Iterator[Markup]:
        """Draw what is pointed at, the trace that lights up, what is hidden, and the tips."""
        color = paint(self.colors[path.names[-1]] if path.names else GREY)
        drawn = self.subpaths(path.subpaths, path.index)
        yield tag("path", d=drawn, class_="hit area" if path.fill is not None else "hit")
        yield tag("path", d=drawn, class_="trace", stroke=color)
        seen = self.view.visibility[path.index]
        if gaps := self.gaps(path, seen):
            yield tag("path", d=gaps, class_="gap")
        for tip in path.tips:
            yield tag("path", d=self.wedge(tip), class_="tip", fill=color)

    def subpaths(self, pieces: Sequence[Subpath], index: int) -> str:
        """Write Béziers as path data; the box where there are too many."""
        self._points += sum(len(piece.points) for piece in pieces)
        if self._points > MOST_POINTS:
            x0, y0, x1, y1 = self.view.visibility.geometry.box(index)
            return self.quad(((x0, y0), (x1, y0), (x1, y1), (x0, y1)))
        out = []
        for piece in pieces:
            points = [self.pixel(point) for point in piece.points]
            out.append("M" + pair(points[0]))
            out += ["C" + " ".join(map(pair, points[k : k + 3])) for k in range(1, len(points) - 2, 3)]
            out.append("Z" if piece.closed else "")
        return "".join(out)

    def gaps(self, path: Path, seen: Seen) -> str:
        """Write what is not seen of a path as path data."""
        lines = self.view.visibility.geometry.polylines(path.index)
        out = []
        for gap in seen.gaps:
            if not gap.bridged:
                places = at(lines[gap.piece].points, np.linspace(gap.start, gap.stop, 32))
                out.append("M" + "L".join(pair(self.pixel((x, y))) for x, y in places))
        if path.stroke is None and seen.share <= 0 and not is_backing(path, seen):
            out.append(self.subpaths(path.subpaths, path.index))
        return "".join(out)

    def wedge(self, tip: Tip) -> str:
        """Write a wedge that points where a tip points."""
        x, y = self.pixel(tip.apex)
        dx, dy = tip.direction[0] * _WEDGE, -tip.direction[1] * _WEDGE
        one, two = (x - dx + 0.42 * dy, y - dy - 0.42 * dx), (x - dx - 0.42 * dy, y - dy + 0.42 * dx)
        return f"M{pair((x, y))}L{pair(one)}L{pair(two)}Z"

    def quad(self, box: Sequence[XY]) -> str:
        """Write a quadrilateral as path data."""
        return "M" + "L".join(pair(self.pixel(corner)) for corner in box) + "Z"

    # -- texts -------------------------------------------------------------------------------------

    def texts(self, known: Mapping[str, Record]) -> Iterator[Markup]:
        """Yield the texts, each on free ground near what it speaks of."""
        view, judged = self.view, self.view.judged
        ground = Ground(self.size)
        geometry = view.visibility.geometry
        for element in view.scene.elements:
            if f"e{element.index}" not in known:
                break
            if isinstance(element, Path):
                for line in geometry.polylines(element.index):
                    ground.trace(np.array([self.pixel((x, y)) for x, y in line.points[:5000]]))
            else:
                corners = list(map(self.pixel, element.box))
                xs, ys = zip(*corners, strict=True)
                ground.keep(Box(min(xs), min(ys), max(xs), max(ys)))
        said = captions(view.scene, view.visibility, self.colors, bound=judged.by_element if judged else None)
        pen = cairo.Context(cairo.ImageSurface(cairo.FORMAT_A8, 1, 1))
        pen.select_font_face("sans-serif")
        pen.set_font_size(_FONT)
        for caption in islice((caption for caption in said if caption.of in known), MOST_TEXTS):
            width = 1.06 * float(pen.text_extents(caption.text)[4]) + 4
            spot = ground.place([self.pixel(place) for place in caption.anchors], width, _FONT + 4)
            if spot is not None:
                leader = Markup()
                if spot.leader is not None:
                    (x1, y1), (x2, y2) = spot.leader
                    leader = tag("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=paint(caption.color), class_="leader")
                yield self.caption(caption, spot.box, leader)

    @staticmethod
    def caption(caption: Caption, box: Box, leader: Markup) -> Markup:
        """Make a text with its leader line."""
        text = tag("text", caption.text, x=box.x0 + 2, y=box.y1 - 4, fill=paint(caption.color))
        return tag("g", leader, text, class_=f"caption {caption.layer.value}", data_for=caption.of)

    def marks(self) -> Iterator[Markup]:
        """Yield rings at the places of findings."""
        for index, found in enumerate(self.view.judged.findings if self.view.judged else ()):
            for place in found.places[:5]:
                x, y = self.pixel(place)
                ring = tag("circle", cx=x, cy=y, r=11.0)
                text = tag("text", found.code or found.id, x=x + 13, y=y - 8)
                failed = "" if found.well else " failed"
                yield tag("g", ring, text, class_=f"mark {Layer.FINDINGS.value}{failed}", data_finding=f"f{index}")


def paint(color: RGB) -> str:
    """A colour as ``#rrggbb``."""
    return "#" + "".join(f"{round(255 * part):02x}" for part in color)


def pair(place: XY) -> str:
    """A place as path data."""
    return f"{number(place[0])} {number(place[1])}"


def layer(sheet: Sheet, records: Sequence[Record], picture: str | None) -> Markup:
    """Make the picture with the layer over it.

    Parameters
    ----------
    picture
        The picture as a data URI; None without one.
    """
    known = {record.key: record for record in records}
    width, height = sheet.size
    ground = tag("rect", x=MARGIN, y=MARGIN, width=sheet.picture[0], height=sheet.picture[1], class_="page")
    image = Markup()
    if picture is not None:
        image = tag(
            "image",
            href=picture,
            x=MARGIN,
            y=MARGIN,
            width=sheet.picture[0],
            height=sheet.picture[1],
            preserveAspectRatio="none",
        )
    return tag(
        "svg",
        ground,
        image,
        tag("g", joined(sheet.items(records)), id="items"),
        tag("g", joined(sheet.marks()), id="marks"),
        tag("g", joined(sheet.texts(known)), id="captions"),
        viewBox=f"0 0 {number(width)} {number(height)}",
        id="layer",
        role="group",
        aria_label="the drawing",
    )
