"""The scene drawn over its picture, for people: what has which name, what reads as which label, what is hidden."""

from __future__ import annotations

import io
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import cairocffi as cairo
import numpy as np

from mathvis.scene.geometry import SceneGeometry
from mathvis.scene.model import Label, Path, TipEnd
from mathvis.scene.pixels import read_png
from mathvis.scene.polyline import at
from mathvis.scene.visibility import Visibility

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mathvis.scene.model import RGB, XY, Node, Scene, Tip
    from mathvis.scene.polyline import Array, Polyline
    from mathvis.scene.seen import Seen

LONG_SIDE = 1400
"""Pixels of the longer side of the picture in an overlay."""
MARGIN = 90
"""Pixels around the picture."""
MOST_TEXTS = 250
"""Texts beyond this many are left out."""
_FONT = 15.0
_RED: RGB = (0.85, 0.0, 0.05)
_GREY: RGB = (0.45, 0.45, 0.45)
_LABEL: RGB = (0.35, 0.2, 0.6)
_NODE: RGB = (0.5, 0.35, 0.1)
_PALETTE: tuple[RGB, ...] = (
    (0.0, 0.35, 0.75),
    (0.0, 0.5, 0.25),
    (0.75, 0.4, 0.0),
    (0.55, 0.1, 0.6),
    (0.0, 0.5, 0.55),
    (0.6, 0.25, 0.2),
    (0.4, 0.45, 0.0),
    (0.85, 0.2, 0.5),
)


class Annotation(NamedTuple):
    """A remark at a place of the page (big points)."""

    at: XY
    text: str
    color: RGB = _RED


class _Text(NamedTuple):
    """A text that wants to stand near a place (pixels)."""

    at: XY
    text: str
    color: RGB
    bold: bool = False


class _Box(NamedTuple):
    x0: float
    y0: float
    x1: float
    y1: float

    def meets(self, other: _Box) -> bool:
        return self.x0 < other.x1 and other.x0 < self.x1 and self.y0 < other.y1 and other.y0 < self.y1


def overlay(
    scene: Scene,
    picture_png: bytes,
    *,
    visibility: Visibility | None = None,
    annotations: Sequence[Annotation | tuple[XY, str, RGB]] = (),
) -> bytes:
    """Draw a scene over its lightened picture.

    Paths are traced in a colour of their name (grey without one), hidden stretches in red, nodes and labels
    are framed, named places crossed, arrow tips drawn as wedges. Texts get a leader line where it is crowded.

    Parameters
    ----------
    picture_png
        The picture of the whole canvas, at any size.
    visibility
        What is seen of the scene, if it has been computed already.
    annotations
        Remarks, e.g. where a finding was made.

    Returns
    -------
    bytes
        A PNG.

    Raises
    ------
    SceneError
        The picture cannot be decoded.
    """
    visibility = visibility or Visibility(SceneGeometry(scene))
    sheet = _Sheet(scene, read_png(picture_png))
    for element in scene.elements:
        if isinstance(element, Path):
            sheet.path(element, visibility)
        elif isinstance(element, Label):
            sheet.label(element, hidden=visibility.share(element.index) < visibility.geometry.tolerances.visible_share)
        else:
            sheet.frame(element.box, _RED, dashed=True)
            sheet.say(element.box[0], f"image: {element.kind}", _RED)
    for node in scene.nodes:
        sheet.node(node)
    for point in scene.points:
        sheet.point(point.at, point.name)
    for remark in annotations:
        sheet.remark(Annotation(*remark))
    return sheet.png()


def printable(text: str) -> str:
    """Text without control characters, which a hostile name may hold; they come out as ``�``."""
    return "".join(c if c.isprintable() else "�" for c in text)


class _Sheet:
    """The picture that is drawn on; texts are placed at the end, when all ink is known."""

    def __init__(self, scene: Scene, picture: Any) -> None:
        rows, columns = picture.shape[:2]
        self.scene = scene
        self.scale = min(LONG_SIDE / max(scene.canvas.width, scene.canvas.height), 40.0)
        size = [max(round(v * self.scale), 1) + 2 * MARGIN for v in (scene.canvas.width, scene.canvas.height)]
        self.size = (size[0], size[1])
        self.surface = cairo.ImageSurface(cairo.FORMAT_RGB24, *size)
        self.context = cairo.Context(self.surface)
        self.context.set_source_rgb(0.94, 0.94, 0.94)
        self.context.paint()
        self._paste(picture, columns, rows)
        self.texts: list[_Text] = []
        self.kept_free: list[_Box] = []
        self.colors: dict[str, RGB] = {}
        self.context.set_line_cap(cairo.LINE_CAP_ROUND)
        self.context.set_line_join(cairo.LINE_JOIN_ROUND)

    def _paste(self, picture: Any, columns: int, rows: int) -> None:
        """Put the picture, lightened, where the canvas is."""
        pixels = np.zeros((rows, columns, 4), np.uint8)
        pixels[..., 2::-1] = 255 - ((255 - picture.astype(np.uint16)) * 2 // 5).astype(np.uint8)
        data = bytearray(pixels.tobytes())
        image = cairo.ImageSurface(cairo.FORMAT_RGB24, columns, rows, data=data, stride=4 * columns)
        context = self.context
        context.save()
        context.translate(MARGIN, MARGIN)
        context.scale((self.size[0] - 2 * MARGIN) / columns, (self.size[1] - 2 * MARGIN) / rows)
        context.set_source_surface(image)
        context.paint()
        context.restore()

    def pixel(self, point: XY | Array) -> XY:
        """Map a place of the page to pixels, kept within reach of the sheet."""
        x = MARGIN + float(point[0]) * self.scale
        y = MARGIN + (self.scene.canvas.height - float(point[1])) * self.scale
        return min(max(x, -9e3), 9e3), min(max(y, -9e3), 9e3)

    def color_of(self, name: str) -> RGB:
        """Return the colour of a name: the next of the palette when it is new."""
        return self.colors.setdefault(name, _PALETTE[len(self.colors) % len(_PALETTE)])

    def say(self, place: XY | Array, text: str, color: RGB, *, bold: bool = False) -> None:
        """Ask for a text near a place of the page."""
        if text:
            self.texts.append(_Text(self.pixel(place), printable(text)[:60], color, bold))

    def path(self, path: Path, visibility: Visibility) -> None:
        """Trace a path: seen stretches, hidden stretches, tips, name."""
        seen = visibility[path.index]
        color = self.color_of(path.names[-1]) if path.names else _GREY
        wide = 2.2 if path.names else 1.2
        if path.stroke is not None:
            for part in seen.parts:
                self.trace(part.points, color, wide)
        elif seen.share > 0:
            for line in visibility.geometry.polylines(path.index):
                self.trace(line.points, color, wide, dash=(6.0, 4.0))
        self.hidden(path, seen, visibility.geometry.polylines(path.index))
        for tip in path.tips:
            self.tip(tip, color)
        if path.names and path.subpaths:
            self.say(self._middle(seen, visibility.geometry.polylines(path.index)), " ⊃ ".join(path.names), color)

    def hidden(self, path: Path, seen: Seen, lines: tuple[Polyline, ...]) -> None:
        """Trace what is not seen, in red."""
        for gap in seen.gaps:
            if not gap.bridged:
                places = np.linspace(gap.start, gap.stop, 64)
                self.trace(at(lines[gap.piece].points, places), _RED, 2.0, dash=(3.0, 4.0))
        if path.stroke is None and seen.share <= 0:
            for line in lines:
                self.trace(line.points, _RED, 1.0, dash=(3.0, 4.0))

    @staticmethod
    def _middle(seen: Seen, lines: tuple[Polyline, ...]) -> Array:
        """Return the place of a path's name: halfway along its longest seen stretch."""
        line = max(seen.parts or lines, key=lambda item: item.length)
        return np.asarray(at(line.points, [0.5 * line.length])[0])

    def trace(self, points: Array, color: RGB, width: float, *, dash: tuple[float, ...] = ()) -> None:
        """Draw a polyline in page coordinates."""
        self.context.set_source_rgb(*color)
        self.context.set_line_width(width)
        self.context.set_dash(list(dash))
        self.context.new_path()
        for point in points:
            self.context.line_to(*self.pixel(point))
        self.context.stroke()

    def tip(self, tip: Tip, color: RGB) -> None:
        """Draw a wedge at an arrow tip, pointing where the tip points."""
        x, y = self.pixel(tip.apex)
        dx, dy = tip.direction[0], -tip.direction[1]
        context = self.context
        context.new_path()
        context.move_to(x, y)
        context.line_to(x - 16 * dx + 6 * dy, y - 16 * dy - 6 * dx)
        context.line_to(x - 16 * dx - 6 * dy, y - 16 * dy + 6 * dx)
        context.close_path()
        context.set_source_rgba(*color, 0.75)
        context.fill_preserve()
        context.set_source_rgb(1, 1, 1)
        context.set_line_width(1.0)
        context.set_dash([])
        context.stroke()
        if tip.kind != "arrow" or tip.end is TipEnd.MIDDLE or tip.heads != 1:
            self.say(tip.apex, f"{tip.kind}{'' if tip.heads == 1 else f' ×{tip.heads}'} ({tip.end})", color)

    def frame(self, quad: Sequence[XY], color: RGB, *, dashed: bool = False) -> None:
        """Outline a quadrilateral."""
        self.trace(np.array([*quad, quad[0]]), color, 1.0, dash=(2.0, 3.0) if dashed else ())

    def label(self, label: Label, *, hidden: bool) -> None:
        """Frame a label and say its normal form."""
        color = _RED if hidden else _LABEL
        self.frame(label.box, color)
        xs, ys = zip(*map(self.pixel, label.box), strict=True)
        self.kept_free.append(_Box(min(xs), min(ys), max(xs), max(ys)))
        self.say(
            max(label.box, key=lambda corner: corner[0] + corner[1]),
            f"“{label.form}”" + (" hidden" if hidden else ""),
            color,
        )

    def node(self, node: Node) -> None:
        """Frame a node and say its names."""
        self.frame(node.box, _NODE, dashed=True)
        shown = [name for name in node.names if not name.startswith("~")]
        self.say(node.box[3], " = ".join(shown), _NODE)

    def point(self, place: XY, name: str) -> None:
        """Cross a named place and say its name."""
        x, y = self.pixel(place)
        color = self.color_of(name)
        for side in (1, -1):
            self.context.move_to(x - 5, y - 5 * side)
            self.context.line_to(x + 5, y + 5 * side)
        self.context.set_source_rgb(*color)
        self.context.set_line_width(1.6)
        self.context.set_dash([])
        self.context.stroke()
        self.say(place, name, color)

    def remark(self, remark: Annotation) -> None:
        """Ring a place and say what is wrong there."""
        x, y = self.pixel(remark.at)
        self.context.new_path()
        self.context.arc(x, y, 13, 0, 7)
        self.context.set_source_rgb(*remark.color)
        self.context.set_line_width(3.0)
        self.context.set_dash([])
        self.context.stroke()
        self.say(remark.at, remark.text, remark.color, bold=True)

    def png(self) -> bytes:
        """Place the texts and return the PNG."""
        taken = self.kept_free[:MOST_TEXTS]
        for item in sorted(self.texts, key=lambda text: not text.bold)[:MOST_TEXTS]:
            taken.append(self._write(item, taken))
        out = io.BytesIO()
        self.surface.write_to_png(out)
        return out.getvalue()

    def _write(self, item: _Text, taken: list[_Box]) -> _Box:
        """Write a text with a halo at the nearest free place, with a leader if that is not close."""
        context = self.context
        weight = cairo.FONT_WEIGHT_BOLD if item.bold else cairo.FONT_WEIGHT_NORMAL
        context.select_font_face("sans-serif", cairo.FONT_SLANT_NORMAL, weight)
        context.set_font_size(_FONT)
        _, _, width, _, advance, _ = context.text_extents(item.text)
        width, height = max(width, advance) + 6, _FONT + 5
        box = next((box for box in self._spots(item.at, width, height) if not any(map(box.meets, taken))), None)
        if box is None:
            box = next(self._spots(item.at, width, height))
        near = (min(max(item.at[0], box.x0), box.x1), min(max(item.at[1], box.y0), box.y1))
        if np.hypot(near[0] - item.at[0], near[1] - item.at[1]) > 14:
            context.set_source_rgba(*item.color, 0.7)
            context.set_line_width(0.8)
            context.set_dash([])
            context.move_to(*item.at)
            context.line_to(*near)
            context.stroke()
        context.move_to(box.x0 + 3, box.y1 - 5)
        context.text_path(item.text)
        context.set_dash([])
        context.set_source_rgba(1, 1, 1, 0.9)
        context.set_line_width(4.0)
        context.stroke_preserve()
        context.set_source_rgb(*item.color)
        context.fill()
        return box

    def _spots(self, place: XY, width: float, height: float) -> Iterator[_Box]:
        """Boxes around a place, nearest first, all on the sheet."""
        for distance in (5, 9, 22, 38, 60, 90, 130, 180, 240):
            for dx, dy in sorted(product((1, 0, -1), (-1, 0, 1)), key=lambda side: (side[1] == 0, side[0] == 0)):
                if dx == dy == 0:
                    continue
                x = place[0] + dx * distance - (width / 2 if dx == 0 else width if dx < 0 else 0)
                y = place[1] + dy * distance - (height / 2 if dy == 0 else height if dy < 0 else 0)
                x = min(max(x, 0.0), max(self.size[0] - width, 0.0))
                y = min(max(y, 0.0), max(self.size[1] - height, 0.0))
                yield _Box(x, y, x + width, y + height)
