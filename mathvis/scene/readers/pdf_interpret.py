"""The interpreter of content streams: from operators to ink in page coordinates."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pikepdf

from mathvis.errors import SceneError
from mathvis.scene.model import Clip, Fill, FillRule, PaintKind, Subpath
from mathvis.scene.readers.pdf_color import (
    CMYK,
    GRAY,
    MID_GREY,
    PATTERN,
    RGB_SPACE,
    ColorSpace,
    read_space,
    shading_mean,
)
from mathvis.scene.readers.pdf_geometry import IDENTITY, Matrix, apply, multiply, quad
from mathvis.scene.readers.pdf_ink import Frame, GlyphInk, ImageInk, Painted, PathInk, PointMark
from mathvis.scene.readers.pdf_lex import Name, operations
from mathvis.scene.readers.pdf_state import State
from mathvis.scene.readers.pdf_text import TextObject

if TYPE_CHECKING:
    from collections.abc import Callable

    from mathvis.scene.model import XY, Paint
    from mathvis.scene.readers.pdf_ink import Ink
    from mathvis.scene.readers.pdf_layers import Layers

MAX_INK = 200_000
"""Most painted things on a page."""
MAX_OPERATORS = 5_000_000
"""Most operators, forms counted as often as they are used."""
MAX_STREAM = 256 * 1024 * 1024
"""Longest content stream in bytes."""
MAX_DEPTH = 16
"""Deepest nesting of forms."""
MAX_SAVED = 4096
"""Deepest nesting of ``q``."""

_PAINT: dict[bytes, tuple[bool, FillRule | None, bool]] = {
    b"S": (True, None, False),
    b"s": (True, None, True),
    b"f": (False, FillRule.NONZERO, False),
    b"F": (False, FillRule.NONZERO, False),
    b"f*": (False, FillRule.EVENODD, False),
    b"B": (True, FillRule.NONZERO, False),
    b"B*": (True, FillRule.EVENODD, False),
    b"b": (True, FillRule.NONZERO, True),
    b"b*": (True, FillRule.EVENODD, True),
    b"n": (False, None, False),
}
_BROKEN = (TypeError, ValueError, IndexError, KeyError, AttributeError, ArithmeticError)
_PAINTING = re.compile(rb"(?:^|[\s\]>)])(?:[sSfF]|[bB]\*?|f\*|sh|Do|EI|T[jJ]|['\"])(?=\s|$)")
_SNAP = 1e-3  # pgf writes coordinates to 1e-5; a closing line shorter than this is rounding


def _counts(ink: Ink) -> bool:
    """Tell whether ink is a line, a text, or has a name."""
    if isinstance(ink, GlyphInk) or (isinstance(ink, PathInk) and ink.stroke is not None):
        return True
    command = ink.frame.nearest("cmd") if ink.frame is not None else None
    return command is not None and bool(command.data.get("n"))


def _is_blank(ink: Ink, state: State) -> bool:
    """Tell whether ink is painted with a pattern that leaves none."""
    if isinstance(ink, PathInk):
        return (ink.fill is not None and state.blank_fill) or (ink.stroke is not None and state.blank_stroke)
    return isinstance(ink, GlyphInk) and state.blank_fill


def _is_mottled(ink: Ink) -> bool:
    """Tell whether a line or a text is painted with a pattern or a shading."""
    paint = (
        ink.paint
        if isinstance(ink, GlyphInk)
        else ink.stroke.paint
        if isinstance(ink, PathInk) and ink.stroke
        else None
    )
    return paint is not None and paint.kind is not PaintKind.SOLID


class _Builder:
    """The path under construction: control points in page coordinates."""

    __slots__ = ("done", "points")

    def __init__(self) -> None:
        self.done: list[tuple[list[XY], bool]] = []
        self.points: list[XY] = []

    def flush(self) -> None:
        if self.points:
            self.done.append((self.points, False))
            self.points = []

    def close(self) -> None:
        points = self.points
        if not points:
            return
        x0, y0 = points[0]
        x1, y1 = points[-1]
        if len(points) == 1 or abs(x1 - x0) > _SNAP or abs(y1 - y0) > _SNAP:
            points += (((2 * x1 + x0) / 3, (2 * y1 + y0) / 3), ((x1 + 2 * x0) / 3, (y1 + 2 * y0) / 3), (x0, y0))
        else:
            points[-1] = (x0, y0)
        self.done.append((points, True))
        # what follows without a moveto starts where the closed piece did
        self.points = [(x0, y0)]

    def subpaths(self, *, lone: bool) -> tuple[Subpath, ...]:
        """Return the pieces; a lone moveto is none, a closed lone point only if `lone` (it leaves a dot)."""
        self.flush()
        found = []
        for points, closed in self.done:
            if len(points) == 1 or (not lone and len(points) == 4 and len(set(points)) == 1):
                continue
            found.append(Subpath(tuple(points), closed))
        return tuple(found)


class Interpreter:
    """Runs content streams and collects what they paint.

    Parameters
    ----------
    base
        From the page's default user space to scene coordinates.
    layers
        Which optional content is shown.
    """

    def __init__(self, base: Matrix, layers: Layers) -> None:
        self.painted = Painted()
        self.layers = layers
        self.state = State(base)
        self.saved: list[State] = []
        self.frame: Frame | None = None
        self.hidden = 0
        self.text = TextObject(self)
        self.depth = 0
        self.running: set[tuple[int, int]] = set()
        self.left = MAX_OPERATORS
        self.resources: Any = {}
        self._pending_clip: FillRule | None = None
        self._operators: dict[bytes, Callable[[list[Any]], None]] = {
            b"q": self._save,
            b"Q": self._restore,
            b"cm": self._transform,
            b"w": self._width,
            b"J": self._cap,
            b"j": self._join,
            b"M": self._miter,
            b"d": self._dash,
            b"gs": self._external_state,
            b"g": lambda a: self._color(GRAY, a, stroke=False),
            b"G": lambda a: self._color(GRAY, a, stroke=True),
            b"rg": lambda a: self._color(RGB_SPACE, a, stroke=False),
            b"RG": lambda a: self._color(RGB_SPACE, a, stroke=True),
            b"k": lambda a: self._color(CMYK, a, stroke=False),
            b"K": lambda a: self._color(CMYK, a, stroke=True),
            b"cs": lambda a: self._space(a, stroke=False),
            b"CS": lambda a: self._space(a, stroke=True),
            b"sc": lambda a: self._components(a, stroke=False),
            b"scn": lambda a: self._components(a, stroke=False),
            b"SC": lambda a: self._components(a, stroke=True),
            b"SCN": lambda a: self._components(a, stroke=True),
            b"sh": self._shade,
            b"Do": self._object,
            b"BI": self._inline_image,
            b"BDC": self._begin_marked,
            b"BMC": self._begin_marked,
            b"EMC": self._end_marked,
            b"DP": self._point,
            **self.text.operators(),
        }

    # ------------------------------------------------------------ running

    def run(self, data: bytes, resources: Any) -> None:
        """Run a content stream.

        Raises
        ------
        SceneError
            It does or paints more than any figure needs.
        """
        if len(data) > MAX_STREAM:
            raise SceneError("the content stream is longer than any figure needs")
        outer_resources, self.resources = self.resources, resources
        path = _Builder()
        matrix = self.state.ctm
        handlers = self._operators
        for operator, operands in operations(data):
            self.left -= 1
            if self.left < 0:
                raise SceneError("the page has more operators than any figure needs")
            try:
                if operator == b"l" or operator == b"m":  # noqa: PLR1714 - two comparisons are faster
                    x, y = operands if len(operands) == 2 else operands[-2:]
                    a, b, c, d, e, f = matrix
                    x, y = a * x + c * y + e, b * x + d * y + f
                    if operator == b"m":
                        path.flush()
                        path.points = [(x, y)]
                    elif path.points:
                        x0, y0 = path.points[-1]
                        path.points += (
                            ((2 * x0 + x) / 3, (2 * y0 + y) / 3), ((x0 + 2 * x) / 3, (y0 + 2 * y) / 3), (x, y)
                        )  # fmt: skip
                elif operator == b"c":
                    xa, ya, xb, yb, x, y = operands if len(operands) == 6 else operands[-6:]
                    a, b, c, d, e, f = matrix
                    if path.points:
                        path.points += (
                            (a * xa + c * ya + e, b * xa + d * ya + f),
                            (a * xb + c * yb + e, b * xb + d * yb + f),
                            (a * x + c * y + e, b * x + d * y + f),
                        )
                elif operator in _PAINT:
                    self._paint(path, *_PAINT[operator])
                    path = _Builder()
                elif operator == b"h":
                    path.close()
                elif operator == b"re":
                    self._rectangle(path, matrix, operands[-4:])
                elif operator == b"v" or operator == b"y":  # noqa: PLR1714
                    self._short_curve(path, matrix, operands[-4:], first=operator == b"v")
                elif operator == b"W" or operator == b"W*":  # noqa: PLR1714
                    self._pending_clip = FillRule.NONZERO if operator == b"W" else FillRule.EVENODD
                else:
                    handler = handlers.get(operator)
                    if handler is not None:
                        handler(operands)
                        matrix = self.state.ctm
            except _BROKEN:
                self.painted.remark("malformed-content", f"operator {operator[:20]!r} has operands that make no sense")
                matrix = self.state.ctm
        self.resources = outer_resources

    def add(self, ink: Ink) -> None:
        """Record painted ink unless its layer is hidden."""
        if self.hidden:
            return
        if len(self.painted.ink) >= MAX_INK:
            raise SceneError("the page paints more than any figure needs")
        if self.state.mask:
            self.painted.remark("mask", "something is painted through a soft mask", ink=True)
        if self.state.blend:
            self.painted.remark("blend", "something is painted with a blend mode", ink=True)
        state = self.state
        if state.punched or _is_blank(ink, state) or ((state.mask or state.blend) and _counts(ink)) or _is_mottled(ink):
            message = (
                "a line or text is painted so that nobody can tell whether it is seen: with a mask, blend or pattern"
            )
            self.painted.remark("masked-ink", message, ink=True)
        self.painted.ink.append(ink)

    # ------------------------------------------------------------ paths

    @staticmethod
    def _rectangle(path: _Builder, matrix: Matrix, operands: list[Any]) -> None:
        x, y, w, h = operands
        corners = [apply(matrix, *p) for p in ((x, y), (x + w, y), (x + w, y + h), (x, y + h))]
        path.flush()
        points = [corners[0]]
        for x1, y1 in (*corners[1:], corners[0]):
            x0, y0 = points[-1]
            points += (((2 * x0 + x1) / 3, (2 * y0 + y1) / 3), ((x0 + 2 * x1) / 3, (y0 + 2 * y1) / 3), (x1, y1))
        path.done.append((points, True))
        path.points = [corners[0]]

    @staticmethod
    def _short_curve(path: _Builder, matrix: Matrix, operands: list[Any], *, first: bool) -> None:
        xa, ya, x, y = operands
        if not path.points:
            return
        control, end = apply(matrix, xa, ya), apply(matrix, x, y)
        path.points += (path.points[-1], control, end) if first else (control, end, end)

    def _paint(self, path: _Builder, stroked: bool, rule: FillRule | None, close: bool) -> None:
        if close:
            path.close()
        state = self.state
        subpaths = path.subpaths(lone=stroked and state.cap == 1)
        if subpaths and (stroked or rule is not None):
            fill = None if rule is None else Fill(state.fill_paint(), rule)
            self.add(PathInk(subpaths, state.stroke() if stroked else None, fill, state.clips, self.frame))
        if self._pending_clip is not None:
            self.clip(subpaths, self._pending_clip)
            self._pending_clip = None

    def clip(self, subpaths: tuple[Subpath, ...], rule: FillRule) -> None:
        """Let a path clip what follows; an empty path clips everything away."""
        clip = Clip(subpaths, rule)
        clips = self.painted.clips
        index = len(clips) - 1 if clips and clips[-1] == clip else len(clips)
        if index == len(clips):
            clips.append(clip)
        if index not in self.state.clips:
            self.state.clips = (*self.state.clips, index)

    # ------------------------------------------------------------ graphics state

    def _save(self, _operands: list[Any]) -> None:
        if len(self.saved) >= MAX_SAVED:
            raise SceneError("graphics states are nested deeper than any figure needs")
        self.saved.append(self.state)
        self.state = self.state.copy()

    def _restore(self, _operands: list[Any]) -> None:
        if self.saved:
            self.state = self.saved.pop()

    def _transform(self, operands: list[Any]) -> None:
        a, b, c, d, e, f = operands[-6:]
        self.state.ctm = multiply((a, b, c, d, e, f), self.state.ctm)

    def _width(self, operands: list[Any]) -> None:
        self.state.width = abs(operands[-1] + 0.0)

    def _cap(self, operands: list[Any]) -> None:
        self.state.cap = min(max(int(operands[-1]), 0), 2)

    def _join(self, operands: list[Any]) -> None:
        self.state.join = min(max(int(operands[-1]), 0), 2)

    def _miter(self, operands: list[Any]) -> None:
        self.state.miter = operands[-1] + 0.0

    def _dash(self, operands: list[Any]) -> None:
        self.state.dash = tuple(abs(v + 0.0) for v in operands[-2])
        self.state.phase = operands[-1] + 0.0

    def _external_state(self, operands: list[Any]) -> None:
        entry = self.resources["/ExtGState"]["/" + operands[-1]]
        state = self.state
        if "/CA" in entry:
            state.stroke_alpha = min(max(float(entry["/CA"]), 0.0), 1.0)
        if "/ca" in entry:
            state.fill_alpha = min(max(float(entry["/ca"]), 0.0), 1.0)
        if "/LW" in entry:
            state.width = abs(float(entry["/LW"]))
        if "/LC" in entry:
            self._cap([entry["/LC"]])
        if "/LJ" in entry:
            self._join([entry["/LJ"]])
        if "/ML" in entry:
            state.miter = float(entry["/ML"])
        if "/D" in entry:
            self._dash([[float(v) for v in entry["/D"][0]], float(entry["/D"][1])])
        if "/SMask" in entry:
            state.mask = entry["/SMask"] != pikepdf.Name("/None")
        if "/BM" in entry:
            mode = entry["/BM"]
            modes = list(mode) if isinstance(mode, pikepdf.Array) else [mode]
            state.blend = not any(str(m) in ("/Normal", "/Compatible") for m in modes[:1])
        if "/Font" in entry:
            self.text.set_font(entry["/Font"][0], float(entry["/Font"][1]))

    # ------------------------------------------------------------ colour

    def _color(self, space: ColorSpace, operands: list[Any], *, stroke: bool) -> None:
        values = operands[-space.components :]
        if len(values) != space.components:
            raise ValueError("too few colour components")
        self._set_color(space, space.convert(values), PaintKind.SOLID, stroke=stroke)

    def _set_color(self, space: ColorSpace, color: Any, kind: PaintKind, *, stroke: bool) -> None:
        state = self.state
        if stroke:
            state.blank_stroke = False
            state.stroke_space, state.stroke_color, state.stroke_kind = space, color, kind
        else:
            state.blank_fill = False
            state.fill_space, state.fill_color, state.fill_kind = space, color, kind

    def _space(self, operands: list[Any], *, stroke: bool) -> None:
        space = read_space(operands[-1], self.resources)
        color = MID_GREY if space.pattern else space.convert(space.initial)
        self._set_color(space, color, PaintKind.PATTERN if space.pattern else PaintKind.SOLID, stroke=stroke)

    def _components(self, operands: list[Any], *, stroke: bool) -> None:
        space = self.state.stroke_space if stroke else self.state.fill_space
        if not operands or not isinstance(operands[-1], Name):
            self._color(space, operands, stroke=stroke)
            return
        pattern = self.resources["/Pattern"]["/" + operands[-1]]
        if int(pattern.get("/PatternType", 1)) == 2:
            color = shading_mean(pattern["/Shading"], self.resources)
            self._set_color(space, color, PaintKind.SHADING, stroke=stroke)
        else:
            values = operands[:-1]
            uncolored = int(pattern.get("/PaintType", 1)) == 2 and len(values) == space.components > 0
            color = space.convert(values) if uncolored else MID_GREY
            self._set_color(space if space.pattern else PATTERN, color, PaintKind.PATTERN, stroke=stroke)
            blank = _PAINTING.search(pattern.read_bytes()) is None
            setattr(self.state, "blank_stroke" if stroke else "blank_fill", blank)

    def _shade(self, operands: list[Any]) -> None:
        shading = self.resources["/Shading"]["/" + operands[-1]]
        state = self.state
        color = shading_mean(shading, self.resources)
        paint: Paint = type(state.fill_paint())(color, state.fill_alpha * state.group_alpha, PaintKind.SHADING)
        if not state.clips:
            self.painted.remark("unbounded-shading", "a shading fills the whole page", ink=True)
            return
        # the shaded path is the first clip set inside our mark; without a mark, the last one set
        frame = self.frame.nearest("shade") if self.frame is not None else None
        at = frame.clips if frame is not None and frame.clips < len(state.clips) else len(state.clips) - 1
        region = self.painted.clips[state.clips[at]]
        others = state.clips[:at] + state.clips[at + 1 :]
        if region.subpaths:
            self.add(PathInk(region.subpaths, None, Fill(paint, region.rule), others, self.frame))

    # ------------------------------------------------------------ objects

    def _object(self, operands: list[Any]) -> None:
        target = self.resources["/XObject"]["/" + operands[-1]]
        hidden = "/OC" in target and not self._shown(target["/OC"])
        self.hidden += hidden
        try:
            kind = str(target.get("/Subtype"))
            if kind == "/Form":
                self.form(target)
            elif kind == "/Image":
                self._image("mask" if bool(target.get("/ImageMask", False)) else "image")
        finally:
            self.hidden -= hidden

    def _inline_image(self, operands: list[Any]) -> None:
        entries = operands[0]
        masked = bool(entries.get("IM", entries.get("ImageMask", False)))
        self._image("inline-mask" if masked else "inline-image")

    def _image(self, kind: str) -> None:
        self.painted.remark("image", "a raster image is painted", ink=not self.hidden)
        self.add(ImageInk(quad(self.state.ctm, (0.0, 0.0, 1.0, 1.0)), kind, self.state.clips, self.frame))

    def form(self, target: Any) -> None:
        """Run a form in a graphics state of its own, clipped to its box."""
        key = target.objgen
        if self.depth >= MAX_DEPTH or (key != (0, 0) and key in self.running):
            self.painted.remark("form-nesting", "a form contains itself, or forms are nested too deeply")
            return
        outer, saved, frame = self.state, self.saved, self.frame
        text, self.text.state = self.text.state, self.text.fresh()
        inner = outer.copy()
        matrix = [float(v) for v in target.get("/Matrix", IDENTITY)]
        inner.ctm = multiply((matrix[0], matrix[1], matrix[2], matrix[3], matrix[4], matrix[5]), outer.ctm)
        if "/Group" in target:
            inner.group_alpha = outer.group_alpha * outer.fill_alpha
            inner.fill_alpha = inner.stroke_alpha = 1.0
        self.state, self.saved = inner, []
        if "/BBox" in target:
            x0, y0, x1, y1 = (float(v) for v in target["/BBox"])
            corners = _Builder()
            self._rectangle(corners, inner.ctm, [x0, y0, x1 - x0, y1 - y0])
            self.clip(corners.subpaths(lone=False), FillRule.NONZERO)
        self.depth += 1
        self.running.add(key)
        try:
            self.run(target.read_bytes(), target.get("/Resources", self.resources))
        except pikepdf.PdfError:
            self.painted.remark("malformed-content", "a form's stream cannot be decoded")
        finally:
            self.running.discard(key)
            self.depth -= 1
            if self.frame is not frame:
                self._unbalanced()
            while self.frame is not frame and self.frame is not None:
                self._pop()
            self.frame = frame
            self.state, self.saved, self.text.state = outer, saved, text

    # ------------------------------------------------------------ marked content

    def _begin_marked(self, operands: list[Any]) -> None:
        tag = operands[0] if operands else ""
        properties = operands[1] if len(operands) > 1 else None
        hidden = False
        kind, data = "", {}
        if tag == "MV" and isinstance(properties, dict):
            kind, data = str(properties.get("k", "")), properties
        elif tag == "OC" and isinstance(properties, Name):
            hidden = not self._shown(self._property(properties))
        frames = self.painted.frames
        self.frame = Frame(kind, data, self.frame, self.state.ctm, len(frames), len(self.state.clips), hidden)
        frames.append(self.frame)
        self.hidden += hidden

    def _property(self, name: str) -> Any:
        try:
            return self.resources["/Properties"]["/" + name]
        except (KeyError, TypeError):
            return None

    def _shown(self, content: Any) -> bool:
        shown = self.layers.shown(content)
        state = "shown" if shown else "hidden"
        self.painted.remark(
            "optional-content", f"the page has layers that can be switched; the first one met is {state}"
        )
        return shown

    def _end_marked(self, _operands: list[Any]) -> None:
        if self.frame is None:
            self._unbalanced()
        else:
            self._pop()

    def _pop(self) -> None:
        if self.frame is not None:
            self.frame.closed = True
            self.hidden -= self.frame.hidden
            self.frame = self.frame.parent

    def _point(self, operands: list[Any]) -> None:
        if len(operands) > 1 and operands[0] == "MV" and isinstance(operands[1], dict):
            data = operands[1]
            self.painted.points.append(PointMark(str(data.get("k", "")), data, self.state.ctm, self.frame))

    def _unbalanced(self) -> None:
        self.painted.remark("forged-mark", "marked content does not close where it was opened")

    def finish(self) -> Painted:
        """Return what was painted, after the page's last stream."""
        if self.frame is not None:
            self._unbalanced()
        return self.painted
