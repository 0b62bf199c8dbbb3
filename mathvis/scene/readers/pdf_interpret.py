"""The interpreter of content streams: from operators to ink in page coordinates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mathvis.errors import SceneError
from mathvis.scene.model import Clip, Fill, FillRule, PaintKind, Subpath
from mathvis.scene.readers.pdf_geometry import is_singular
from mathvis.scene.readers.pdf_graphics import GraphicsOperators
from mathvis.scene.readers.pdf_ink import Frame, GlyphInk, Painted, PathInk
from mathvis.scene.readers.pdf_lex import operations
from mathvis.scene.readers.pdf_marked import MarkedContent
from mathvis.scene.readers.pdf_objects import ObjectOperators
from mathvis.scene.readers.pdf_paint import PaintOperators
from mathvis.scene.readers.pdf_path import PathBuilder
from mathvis.scene.readers.pdf_state import State
from mathvis.scene.readers.pdf_text import TextObject

if TYPE_CHECKING:
    from collections.abc import Callable

    from mathvis.scene.readers.pdf_geometry import Matrix
    from mathvis.scene.readers.pdf_ink import Ink
    from mathvis.scene.readers.pdf_layers import Layers

MAX_INK = 200_000
"""Most painted things on a page."""
MAX_OPERATORS = 5_000_000
"""Most operators, forms counted as often as they are used."""
MAX_STREAM = 256 * 1024 * 1024
"""Longest content stream in bytes."""

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
        self.state = State(base)
        self.saved: list[State] = []
        self.frame: Frame | None = None
        self.hidden = 0
        self.lost = False
        """Whether a state was restored that nobody saved: nothing that follows is painted."""
        self.resources: Any = {}
        self.text = TextObject(self)
        self.marked = MarkedContent(self, layers)
        self._left = MAX_OPERATORS
        self._pending_clip: FillRule | None = None
        self._operators: dict[bytes, Callable[[list[Any]], None]] = {
            **GraphicsOperators(self).operators(),
            **PaintOperators(self).operators(),
            **ObjectOperators(self).operators(),
            **self.marked.operators(),
            **self.text.operators(),
        }

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
        path = PathBuilder()
        matrix = self.state.ctm
        handlers = self._operators
        for operator, operands in operations(data):
            self._left -= 1
            if self._left < 0:
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
                    path = PathBuilder()
                elif operator == b"h":
                    path.close()
                elif operator == b"re":
                    path.rectangle(matrix, operands[-4:])
                elif operator == b"v" or operator == b"y":  # noqa: PLR1714
                    path.short_curve(matrix, operands[-4:], first=operator == b"v")
                elif operator == b"W" or operator == b"W*":  # noqa: PLR1714
                    self._pending_clip = FillRule.NONZERO if operator == b"W" else FillRule.EVENODD
                else:
                    handler = handlers.get(operator)
                    if handler is not None:
                        handler(operands)
                        if self.state.ctm != matrix and path.started:
                            self.painted.remark("malformed-content", "the transform changes within a path")
                            path.move(matrix, self.state.ctm)
                        matrix = self.state.ctm
            except _BROKEN:
                self.painted.remark("malformed-content", f"operator {operator[:20]!r} has operands that make no sense")
                matrix = self.state.ctm
        self.resources = outer_resources

    def add(self, ink: Ink) -> None:
        """Record painted ink unless its layer is hidden."""
        if self.hidden or self.lost:
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

    def _paint(self, path: PathBuilder, stroked: bool, rule: FillRule | None, close: bool) -> None:
        if close:
            path.close()
        state = self.state
        subpaths = path.subpaths(lone=stroked and state.cap == 1)
        stroke = state.stroke() if stroked and not (state.dash and not any(state.dash)) else None
        if subpaths and (stroke is not None or rule is not None) and not is_singular(state.ctm):
            fill = None if rule is None else Fill(state.fill_paint(), rule)
            self.add(PathInk(subpaths, stroke, fill, state.clips, self.frame))
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

    def finish(self) -> Painted:
        """Return what was painted, after the page's last stream."""
        self.marked.finish()
        return self.painted
