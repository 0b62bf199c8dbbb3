"""The scene drawn over its picture, for people: what has which name, what reads as which label, what is hidden."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import cairocffi as cairo
import numpy as np

from mathvis.scene.captions import (
    GREY,
    LABEL,
    NODE,
    RED,
    Annotation,
    Caption,
    Colors,
    Layer,
    captions,
    is_backing,
    shown_names,
)
from mathvis.scene.geometry import SceneGeometry
from mathvis.scene.model import Label, Path
from mathvis.scene.pixels import read_png
from mathvis.scene.placing import Box, Ground, Placed
from mathvis.scene.polyline import at
from mathvis.scene.visibility import Visibility

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mathvis.scene.model import RGB, XY, Node, Scene, Tip
    from mathvis.scene.polyline import Array, Polyline
    from mathvis.scene.seen import Seen

LONG_SIDE = 1400
"""Pixels of the longer side of the picture in an overlay; a crowded one is larger."""
LARGEST_SIDE = 2600
"""Pixels of the longer side of the picture in the most crowded overlay."""
MARGIN = 90
"""Pixels around the picture; more where it is crowded."""
MOST_TEXTS = 250
"""Texts beyond this many are left out, which is said."""
_ROOMY = 40
"""So many texts have room on a sheet of the usual size."""
_FONT = 15.0
_WEDGE = 17.0


def overlay(
    scene: Scene,
    picture_png: bytes,
    *,
    visibility: Visibility | None = None,
    annotations: Sequence[Annotation | tuple[XY, str, RGB]] = (),
    bound: Mapping[int, Sequence[str]] | None = None,
) -> bytes:
    """Draw a scene over its lightened picture.

    Paths are traced in a colour of their name (grey without one), hidden stretches in red, nodes and labels
    are framed, named places crossed, arrow tips drawn as wedges that point where the tips point. Texts stand on
    free ground, with a leader line where it is crowded.

    Parameters
    ----------
    picture_png
        The picture of the whole canvas, at any size.
    visibility
        What is seen of the scene, if it has been computed already.
    annotations
        Remarks, e.g. where a finding was made.
    bound
        Ids of the entities that elements are bound to, by element.

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
    picture = read_png(picture_png)
    remarks = [Annotation(*remark) for remark in annotations]
    colors = Colors()
    texts = list(captions(scene, visibility, colors, bound=bound, annotations=remarks))
    sheet = _Sheet(scene, picture, colors, len(texts))
    for element in scene.elements:
        if isinstance(element, Path):
            sheet.path(element, visibility)
        elif isinstance(element, Label):
            sheet.label(element, hidden=visibility.share(element.index) < visibility.geometry.tolerances.visible_share)
        else:
            sheet.frame(element.box, RED, dashed=True)
    for path in (element for element in scene.elements if isinstance(element, Path)):
        for tip in path.tips:
            sheet.tip(tip, colors[path.names[-1]] if path.names else GREY)
    for node in scene.nodes:
        sheet.node(node)
    for point in scene.points:
        sheet.point(point.at, colors[point.name])
    for remark in remarks:
        sheet.ring(remark)
    sheet.write(texts)
    return sheet.png()


class _Sheet:
    """The picture that is drawn on; texts are placed at the end, when all ink is known."""

    def __init__(self, scene: Scene, picture: Any, colors: Colors, texts: int) -> None:
        rows, columns = picture.shape[:2]
        crowd = max(min(texts, MOST_TEXTS) - _ROOMY, 0)
        self.scene = scene
        self.colors = colors
        self.margin = MARGIN + crowd
        side = min(LONG_SIDE + 12 * crowd, LARGEST_SIDE)
        self.scale = min(side / max(scene.canvas.width, scene.canvas.height), 40.0)
        size = [max(round(v * self.scale), 1) + 2 * self.margin for v in (scene.canvas.width, scene.canvas.height)]
        self.size = (size[0], size[1])
        self.surface = cairo.ImageSurface(cairo.FORMAT_RGB24, *size)
        self.context = cairo.Context(self.surface)
        self.context.set_source_rgb(0.94, 0.94, 0.94)
        self.context.paint()
        self._paste(picture, columns, rows)
        self.ground = Ground(self.size)
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
        context.translate(self.margin, self.margin)
        context.scale((self.size[0] - 2 * self.margin) / columns, (self.size[1] - 2 * self.margin) / rows)
        context.set_source_surface(image)
        context.paint()
        context.restore()

    def pixel(self, point: XY | Array) -> XY:
        """Map a place of the page to pixels, kept within reach of the sheet."""
        x = self.margin + float(point[0]) * self.scale
        y = self.margin + (self.scene.canvas.height - float(point[1])) * self.scale
        return min(max(x, -9e3), 9e3), min(max(y, -9e3), 9e3)

    # -- what is drawn ------------------------------------------------------------------------------

    def path(self, path: Path, visibility: Visibility) -> None:
        """Trace a path: seen stretches, hidden stretches."""
        seen = visibility[path.index]
        color = self.colors[path.names[-1]] if path.names else GREY
        wide = 2.2 if path.names else 1.2
        if path.stroke is not None:
            for part in seen.parts:
                self.trace(part.points, color, wide)
        elif seen.share > 0:
            for line in visibility.geometry.polylines(path.index):
                self.trace(line.points, color, wide, dash=(6.0, 4.0))
        self.hidden(path, seen, visibility.geometry.polylines(path.index))

    def hidden(self, path: Path, seen: Seen, lines: tuple[Polyline, ...]) -> None:
        """Trace what is not seen, in red."""
        for gap in seen.gaps:
            if not gap.bridged:
                places = np.linspace(gap.start, gap.stop, 64)
                self.trace(at(lines[gap.piece].points, places), RED, 2.0, dash=(3.0, 4.0))
        if path.stroke is None and seen.share <= 0 and not is_backing(path, seen):
            for line in lines:
                self.trace(line.points, RED, 1.0, dash=(3.0, 4.0))

    def trace(self, points: Array, color: RGB, width: float, *, dash: tuple[float, ...] = ()) -> None:
        """Draw a polyline in page coordinates."""
        self.context.new_path()
        for point in points:
            self.context.line_to(*self.pixel(point))
        self._stroke(color, width, dash)

    def _stroke(self, color: RGB, width: float, dash: tuple[float, ...] = ()) -> None:
        """Draw the current path."""
        self.context.set_source_rgb(*color)
        self.context.set_line_width(width)
        self.context.set_dash(list(dash))
        self.context.stroke()

    def tip(self, tip: Tip, color: RGB) -> None:
        """Draw a wedge at an arrow tip, pointing where the tip points."""
        x, y = self.pixel(tip.apex)
        dx, dy = tip.direction[0], -tip.direction[1]
        context = self.context
        for head in range(min(tip.heads, 3)):
            x0, y0 = x - 0.6 * _WEDGE * head * dx, y - 0.6 * _WEDGE * head * dy
            context.new_path()
            context.move_to(x0, y0)
            context.line_to(x0 - _WEDGE * dx + 0.4 * _WEDGE * dy, y0 - _WEDGE * dy - 0.4 * _WEDGE * dx)
            context.line_to(x0 - _WEDGE * dx - 0.4 * _WEDGE * dy, y0 - _WEDGE * dy + 0.4 * _WEDGE * dx)
            context.close_path()
            context.set_source_rgba(*color, 0.8)
            context.fill_preserve()
            self._stroke((1.0, 1.0, 1.0), 1.0)

    def frame(self, quad: Sequence[XY], color: RGB, *, dashed: bool = False) -> None:
        """Outline a quadrilateral."""
        self.trace(np.array([*quad, quad[0]]), color, 1.0, dash=(2.0, 3.0) if dashed else ())

    def label(self, label: Label, *, hidden: bool) -> None:
        """Frame a label; no other text stands on it."""
        self.frame(label.box, RED if hidden else LABEL)
        xs, ys = zip(*map(self.pixel, label.box), strict=True)
        self.ground.keep(Box(min(xs), min(ys), max(xs), max(ys)))

    def node(self, node: Node) -> None:
        """Frame a node that the program named."""
        if shown_names(node):
            self.frame(node.box, NODE, dashed=True)

    def point(self, place: XY, color: RGB) -> None:
        """Cross a named place."""
        x, y = self.pixel(place)
        self.context.new_path()
        for dx, dy in ((5, 5), (5, -5)):
            self.context.move_to(x - dx, y - dy)
            self.context.line_to(x + dx, y + dy)
        self._stroke(color, 1.6)

    def ring(self, remark: Annotation) -> None:
        """Ring a place of which something is said."""
        x, y = self.pixel(remark.at)
        self.context.new_path()
        self.context.arc(x, y, 13, 0, 7)
        self._stroke(remark.color, 3.0)

    # -- what is written ----------------------------------------------------------------------------

    def write(self, texts: Sequence[Caption]) -> None:
        """Place the texts, then draw the leader lines and the texts over them."""
        self.ground.ink(self._inked())
        placed: list[tuple[Caption, Placed]] = []
        for text in texts[:MOST_TEXTS]:
            width = self._select(text) + 6
            spot = self.ground.place([self.pixel(place) for place in text.anchors], width, _FONT + 5)
            if spot is not None:
                placed.append((text, spot))
        for text, spot in placed:
            if spot.leader is not None:
                self.context.set_source_rgba(*text.color, 0.7)
                self.context.set_line_width(0.9)
                self.context.set_dash([])
                self.context.move_to(*spot.leader[0])
                self.context.line_to(*spot.leader[1])
                self.context.stroke()
        for text, spot in placed:
            self._write(text, spot.box)
        if len(placed) < len(texts):
            rest = Caption(f"{len(texts) - len(placed)} more texts have no room here", ((0, 0),), RED, Layer.FINDINGS)
            self._write(rest, Box(8.0, 6.0, 0.0, 6.0 + _FONT + 5))

    def _select(self, text: Caption) -> float:
        """Choose a text's font and return the width of the text."""
        bold = text.layer in (Layer.FINDINGS, Layer.BINDINGS)
        weight = cairo.FONT_WEIGHT_BOLD if bold else cairo.FONT_WEIGHT_NORMAL
        self.context.select_font_face("sans-serif", cairo.FONT_SLANT_NORMAL, weight)
        self.context.set_font_size(_FONT)
        _, _, width, _, advance, _ = self.context.text_extents(text.text)
        return float(max(width, advance))

    def _write(self, text: Caption, box: Box) -> None:
        """Write a text with a halo."""
        context = self.context
        self._select(text)
        context.move_to(box.x0 + 3, box.y1 - 5)
        context.text_path(text.text)
        context.set_dash([])
        context.set_source_rgba(1, 1, 1, 0.9)
        context.set_line_width(4.0)
        context.stroke_preserve()
        context.set_source_rgb(*text.color)
        context.fill()

    def _inked(self) -> Any:
        """Which pixels are darker or more colourful than paper, shape (height, width)."""
        self.surface.flush()
        stride = self.surface.get_stride()
        data = np.frombuffer(bytes(self.surface.get_data()), np.uint8).reshape(self.size[1], stride)
        pixels = data[:, : 4 * self.size[0]].reshape(self.size[1], self.size[0], 4)[..., :3].astype(np.int16)
        return (pixels.min(axis=2) < 190) | (pixels.max(axis=2) - pixels.min(axis=2) > 30)

    def png(self) -> bytes:
        """Return the PNG."""
        out = io.BytesIO()
        self.surface.write_to_png(out)
        return out.getvalue()
