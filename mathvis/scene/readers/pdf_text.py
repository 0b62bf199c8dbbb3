"""Text operators: which glyphs are painted, where, and how large."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mathvis.scene.model import FillRule
from mathvis.scene.readers.pdf_fonts import Font
from mathvis.scene.readers.pdf_geometry import IDENTITY, Matrix, multiply
from mathvis.scene.readers.pdf_glyph_paths import glyph_subpaths
from mathvis.scene.readers.pdf_ink import GlyphInk

if TYPE_CHECKING:
    from collections.abc import Callable

    from mathvis.scene.model import Subpath
    from mathvis.scene.readers.pdf_interpret import Interpreter

_STROKED = (1, 5)
_INVISIBLE = (3, 7)
_CLIPPING = (4, 5, 6, 7)


class TextObject:
    """The text matrices and the operators on them."""

    def __init__(self, interpreter: Interpreter) -> None:
        self._interpreter = interpreter
        self._fonts: dict[tuple[int, int], Font] = {}
        self.state: tuple[Matrix, Matrix] = self.fresh()
        self._clip: list[Subpath] = []
        self._clips = self._lost = False

    @staticmethod
    def fresh() -> tuple[Matrix, Matrix]:
        """Return the text and line matrices of a new text object."""
        return (IDENTITY, IDENTITY)

    def operators(self) -> dict[bytes, Callable[[list[Any]], None]]:
        """Return the text operators."""
        return {
            b"BT": self._begin,
            b"ET": self._end,
            b"Tf": self._font,
            b"Td": lambda a: self._offset(a[-2], a[-1]),
            b"TD": self._offset_leading,
            b"Tm": self._matrix,
            b"T*": lambda _a: self._offset(0.0, -self._interpreter.state.leading),
            b"Tj": lambda a: self._show([a[-1]]),
            b"TJ": lambda a: self._show(a[-1]),
            b"'": self._next_line,
            b'"': self._next_line_spaced,
            b"Tc": lambda a: setattr(self._interpreter.state, "spacing", a[-1] + 0.0),
            b"Tw": lambda a: setattr(self._interpreter.state, "word_spacing", a[-1] + 0.0),
            b"Tz": lambda a: setattr(self._interpreter.state, "stretch", a[-1] / 100),
            b"TL": lambda a: setattr(self._interpreter.state, "leading", a[-1] + 0.0),
            b"Ts": lambda a: setattr(self._interpreter.state, "rise", a[-1] + 0.0),
            b"Tr": lambda a: setattr(self._interpreter.state, "mode", int(a[-1])),
        }

    def set_font(self, source: Any, size: float) -> None:
        """Select a font by its dictionary."""
        key = source.objgen
        font = self._fonts.get(key) if key != (0, 0) else None
        if font is None:
            font = Font(source)
            if key != (0, 0):
                self._fonts[key] = font
        self._interpreter.state.font, self._interpreter.state.size = font, size

    def _begin(self, _operands: list[Any]) -> None:
        self.state = self.fresh()
        self._clip, self._clips, self._lost = [], False, False

    def _end(self, _operands: list[Any]) -> None:
        if not self._clips:
            return
        interpreter, known = self._interpreter, not self._lost
        if known:
            interpreter.clip(tuple(self._clip), FillRule.NONZERO)
        else:
            interpreter.state.punched = True
        how = "follows its outlines" if known else "is not followed"
        interpreter.painted.remark("text-clip", f"text is used to clip what follows; that clip {how}")
        self._clip, self._clips, self._lost = [], False, False

    def _font(self, operands: list[Any]) -> None:
        interpreter = self._interpreter
        interpreter.state.size = operands[-1] + 0.0
        self.set_font(interpreter.resources["/Font"]["/" + operands[-2]], operands[-1] + 0.0)

    def _offset(self, dx: float, dy: float) -> None:
        line = multiply((1.0, 0.0, 0.0, 1.0, dx, dy), self.state[1])
        self.state = (line, line)

    def _offset_leading(self, operands: list[Any]) -> None:
        self._interpreter.state.leading = -operands[-1]
        self._offset(operands[-2], operands[-1])

    def _matrix(self, operands: list[Any]) -> None:
        a, b, c, d, e, f = (v + 0.0 for v in operands[-6:])
        self.state = ((a, b, c, d, e, f), (a, b, c, d, e, f))

    def _next_line(self, operands: list[Any]) -> None:
        self._offset(0.0, -self._interpreter.state.leading)
        self._show([operands[-1]])

    def _next_line_spaced(self, operands: list[Any]) -> None:
        state = self._interpreter.state
        state.word_spacing, state.spacing = operands[-3] + 0.0, operands[-2] + 0.0
        self._next_line(operands)

    def _show(self, pieces: list[Any]) -> None:
        interpreter = self._interpreter
        state = interpreter.state
        font = state.font
        if font is None:
            interpreter.painted.remark("malformed-content", "text is shown without a font")
            return
        size, stretch = state.size, state.stretch
        scale: Matrix = (size * stretch, 0.0, 0.0, size, 0.0, state.rise)
        matrix, line = self.state
        for piece in pieces:
            if isinstance(piece, float):
                matrix = multiply((1.0, 0.0, 0.0, 1.0, -piece / 1000 * size * stretch, 0.0), matrix)
                continue
            for code in font.codes(piece):
                shape = font.shape(code)
                self._glyph(font, code, multiply(multiply(scale, matrix), state.ctm))
                step = shape.width * size + state.spacing
                if code == 32 and not font.wide:
                    step += state.word_spacing
                matrix = multiply((1.0, 0.0, 0.0, 1.0, step * stretch, 0.0), matrix)
        self.state = (matrix, line)

    def _glyph(self, font: Font, code: int, matrix: Matrix) -> None:
        interpreter = self._interpreter
        state, painted = interpreter.state, interpreter.painted
        shape = font.shape(code)
        if state.mode in _CLIPPING:
            outline = glyph_subpaths(font, code, matrix)
            self._clips, self._lost = True, self._lost or outline is None
            self._clip += outline or ()
        if state.mode in _INVISIBLE:
            painted.remark("invisible-text", "text is shown in a mode that paints nothing")
            return
        if font.type3 is not None:
            painted.remark("type3-text", "text is set in a font of drawings or bitmaps", ink=not interpreter.hidden)
        elif not shape.drawn:
            painted.remark("unread-font", f"the font {font.name} has no outline to be read", ink=not interpreter.hidden)
        if code in font.claimed:
            message = f"what {font.name} shows is known only from a map or a font that can be written at will"
            painted.remark("claimed-text", message, ink=not interpreter.hidden)
        paint = state.stroke_paint() if state.mode in _STROKED else state.fill_paint()
        interpreter.add(GlyphInk(shape, font, code, matrix, paint, state.clips, interpreter.frame))
