"""Type 2 charstrings: the glyph programs of compact fonts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mathvis.scene.readers.pdf_charstring import Charstring

if TYPE_CHECKING:
    from mathvis.scene.readers.pdf_outline import Outline

_SHORT = 28
_LOCAL, _GLOBAL = 10, 29
_HINTS = (1, 3, 18, 23)
_MASKS = (19, 20)


class Type2Charstring(Charstring):
    """The interpreter of one glyph's program.

    Parameters
    ----------
    shared, local
        Subroutines of the whole file, and of the glyph's font in it.
    outline
        What to draw on.
    """

    def __init__(self, shared: list[bytes], local: list[bytes], outline: Outline) -> None:
        super().__init__(outline)
        self._shared, self._local = shared, local
        self._hints = 0
        self._width_seen = False

    def _long(self, value: int) -> float:
        return value / 65536

    def _operate(self, byte: int, code: bytes, pos: int, depth: int) -> int:
        if byte == _SHORT:
            self.stack.append(int.from_bytes(code[pos : pos + 2], "big", signed=True))
            return pos + 2
        if byte in (_LOCAL, _GLOBAL):
            table = self._local if byte == _LOCAL else self._shared
            bias = 107 if len(table) < 1240 else 1131 if len(table) < 33900 else 32768
            self.run(table[int(self.stack.pop()) + bias], depth + 1)
        elif byte in _MASKS:
            self._hint()
            return pos + (self._hints + 7) // 8
        elif byte in _HINTS:
            self._hint()
        else:
            self._draw(byte)
            self.stack.clear()
        return pos

    def _hint(self) -> None:
        self._width_seen = True
        self._hints += len(self.stack) // 2
        self.stack.clear()

    def _arguments(self, count: int) -> list[float]:
        """Return the operands of the first stack-clearing operator without the glyph's width."""
        if self._width_seen:
            return self.stack
        self._width_seen = True
        return self.stack[len(self.stack) - count :] if len(self.stack) > count else self.stack

    def _draw(self, byte: int) -> None:
        s, outline = self.stack, self.outline
        if byte == 14:
            self.done = True
        elif byte == 21:
            s = self._arguments(2)
            outline.move(s[0], s[1])
        elif byte == 22:
            outline.move(self._arguments(1)[0], 0.0)
        elif byte == 4:
            outline.move(0.0, self._arguments(1)[0])
        elif byte == 5:
            for i in range(0, len(s) - 1, 2):
                outline.line(s[i], s[i + 1])
        elif byte in (6, 7):
            for i, value in enumerate(s):
                if (byte == 6) == (i % 2 == 0):
                    outline.line(value, 0.0)
                else:
                    outline.line(0.0, value)
        elif byte in (8, 24):
            end = len(s) - (2 if byte == 24 else 0)
            for i in range(0, end - 5, 6):
                outline.curve(*s[i : i + 6])
            if byte == 24:
                outline.line(s[-2], s[-1])
        elif byte == 25:
            for i in range(0, len(s) - 7, 2):
                outline.line(s[i], s[i + 1])
            outline.curve(*s[-6:])
        elif byte in (26, 27):
            self._sheared(s, vertical=byte == 26)
        elif byte in (30, 31):
            self._alternating(s, vertical=byte == 30)

    def _sheared(self, s: list[float], *, vertical: bool) -> None:
        extra = s[0] if len(s) % 4 else 0.0
        at = 1 if len(s) % 4 else 0
        while at + 4 <= len(s):
            a, b, c, d = s[at : at + 4]
            if vertical:
                self.outline.curve(extra, a, b, c, 0.0, d)
            else:
                self.outline.curve(a, extra, b, c, d, 0.0)
            extra = 0.0
            at += 4

    def _alternating(self, s: list[float], *, vertical: bool) -> None:
        at = 0
        while at + 4 <= len(s):
            a, b, c, d = s[at : at + 4]
            last = s[at + 4] if len(s) - at == 5 else 0.0
            if vertical:
                self.outline.curve(0.0, a, b, c, d, last)
            else:
                self.outline.curve(a, 0.0, b, c, last, d)
            vertical = not vertical
            at += 4

    def _escape(self, byte: int) -> None:
        s, curve = self.stack, self.outline.curve
        if byte == 35:
            curve(s[0], s[1], s[2], s[3], s[4], s[5])
            curve(s[6], s[7], s[8], s[9], s[10], s[11])
        elif byte == 34:
            curve(s[0], 0.0, s[1], s[2], s[3], 0.0)
            curve(s[4], 0.0, s[5], -s[2], s[6], 0.0)
        elif byte == 36:
            curve(s[0], s[1], s[2], s[3], s[4], 0.0)
            curve(s[5], 0.0, s[6], s[7], s[8], -(s[1] + s[3] + s[7]))
        elif byte == 37:
            dx = s[0] + s[2] + s[4] + s[6] + s[8]
            dy = s[1] + s[3] + s[5] + s[7] + s[9]
            curve(s[0], s[1], s[2], s[3], s[4], s[5])
            x, y = (s[10], -dy) if abs(dx) > abs(dy) else (-dx, s[10])
            curve(s[6], s[7], s[8], s[9], x, y)
        s.clear()
