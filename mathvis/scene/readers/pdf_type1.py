"""Type 1 font programs: encoding, glyph names, outlines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mathvis.scene.readers.pdf_charstring import Charstring
from mathvis.scene.readers.pdf_names import STANDARD_ENCODING
from mathvis.scene.readers.pdf_outline import Outline

if TYPE_CHECKING:
    from mathvis.scene.readers.pdf_geometry import Matrix

_EEXEC_KEY, _CHARSTRING_KEY = 55665, 4330
_ENCODING = re.compile(rb"dup\s+(\d+)\s*/([^\s/\[\]{}()<>%]+)\s+put")
_FONT_MATRIX = re.compile(rb"/FontMatrix\s*\[([^\]]*)\]")
_CHARSTRING = re.compile(rb"/([^\s/\[\]{}()<>%]+)\s+(\d+)\s+(?:RD|-\||\S+)\s")
_SUBROUTINE = re.compile(rb"dup\s+(\d+)\s+(\d+)\s+(?:RD|-\||\S+)\s")
_LEN_IV = re.compile(rb"/lenIV\s+(-?\d+)")


def _decrypt(data: bytes, key: int, skip: int) -> bytes:
    out = bytearray(len(data))
    for index, cipher in enumerate(data):
        out[index] = cipher ^ (key >> 8)
        key = ((cipher + key) * 52845 + 22719) & 0xFFFF
    return bytes(out[skip:])


class Type1Program:
    """A Type 1 font program.

    Attributes
    ----------
    encoding
        Its own encoding, from codes to glyph names.
    matrix
        From glyph units to text units.
    """

    def __init__(self, data: bytes) -> None:
        head, _, tail = data.partition(b"eexec")
        self.encoding: dict[int, str] = {int(m[1]): m[2].decode("latin-1") for m in _ENCODING.finditer(head)}
        if not self.encoding and re.search(rb"/Encoding\s+StandardEncoding", head):
            self.encoding = dict(STANDARD_ENCODING)
        self.matrix: Matrix = _font_matrix(head)
        self._private = _private(tail)
        self._len_iv = int(found[1]) if (found := _LEN_IV.search(self._private)) else 4
        start = self._private.find(b"begin", max(self._private.find(b"/CharStrings"), 0))
        self._glyphs = self._table(_CHARSTRING, start if start >= 0 else len(self._private))
        self._subroutines: dict[int, bytes] | None = None
        self._plain_subroutines: dict[int, bytes] = {}

    def _table(self, pattern: re.Pattern[bytes], start: int) -> dict[str, bytes]:
        found: dict[str, bytes] = {}
        pos = start
        while (match := pattern.search(self._private, pos)) is not None:
            end = match.end() + int(match[2])
            found.setdefault(match[1].decode("latin-1"), self._private[match.end() : end])
            pos = end
        return found

    def names(self) -> frozenset[str]:
        """Return the names of the glyphs it holds."""
        return frozenset(self._glyphs)

    def outline(self, name: str) -> Outline | None:
        """Return a glyph's outline, or None if the program has no such glyph or it cannot be drawn."""
        outline = Outline()
        try:
            drawn = self._draw(name, outline)
        except (IndexError, ValueError, ZeroDivisionError):
            return None
        return outline if drawn else None

    def _draw(self, name: str, outline: Outline) -> bool:
        if name not in self._glyphs:
            return False
        _Type1Charstring(self, outline).run(self._plain(self._glyphs[name]), 0)
        return True

    def _plain(self, code: bytes) -> bytes:
        return code if self._len_iv < 0 else _decrypt(code, _CHARSTRING_KEY, self._len_iv)

    def subroutine(self, index: int) -> bytes:
        """Return a subroutine's charstring; empty if there is none."""
        if self._subroutines is None:
            start = self._private.find(b"/Subrs")
            self._subroutines = {}
            pos = start if start >= 0 else len(self._private)
            while (match := _SUBROUTINE.search(self._private, pos)) is not None:
                pos = match.end() + int(match[2])
                self._subroutines.setdefault(int(match[1]), self._private[match.end() : pos])
        if index not in self._plain_subroutines:
            self._plain_subroutines[index] = self._plain(self._subroutines.get(index, b""))
        return self._plain_subroutines[index]

    def accented(self, outline: Outline, base: int, accent: int, dx: float, dy: float) -> None:
        """Draw a glyph composed of two glyphs of the standard encoding."""
        self._draw(STANDARD_ENCODING.get(base, ""), outline)
        before = len(outline.contours)
        self._draw(STANDARD_ENCODING.get(accent, ""), outline)
        for contour in outline.contours[before:]:
            contour[:] = [(x + dx, y + dy) for x, y in contour]


def _font_matrix(head: bytes) -> Matrix:
    default: Matrix = (0.001, 0.0, 0.0, 0.001, 0.0, 0.0)
    match = _FONT_MATRIX.search(head)
    if match is None:
        return default
    try:
        values = [float(v) for v in match[1].split()]
    except ValueError:
        return default
    return (values[0], values[1], values[2], values[3], values[4], values[5]) if len(values) == 6 else default


def _private(tail: bytes) -> bytes:
    body = tail.lstrip(b" \t\r\n") if tail[:1] in b" \t" else tail[2:] if tail[:2] == b"\r\n" else tail[1:]
    if re.match(rb"[0-9A-Fa-f\s]{8}", body):
        digits = re.sub(rb"[^0-9A-Fa-f]", b"", body)
        body = bytes.fromhex(digits[: len(digits) // 2 * 2].decode())
    return _decrypt(body, _EEXEC_KEY, 4)


class _Type1Charstring(Charstring):
    """The interpreter of one glyph's program."""

    def __init__(self, font: Type1Program, outline: Outline) -> None:
        super().__init__(outline)
        self.font = font
        self.passed: list[float] = []
        self.flex: list[tuple[float, float]] | None = None
        self.bearing = (0.0, 0.0)

    def _long(self, value: int) -> float:
        return value

    def _operate(self, byte: int, code: bytes, pos: int, depth: int) -> int:  # noqa: ARG002 - no bytes follow its operators
        if byte == 10:
            self.run(self.font.subroutine(int(self.stack.pop())), depth + 1)
        else:
            self._draw(byte)
        return pos

    def _move(self, dx: float, dy: float) -> None:
        if self.flex is None:
            self.outline.move(dx, dy)
        else:
            self.outline.x += dx
            self.outline.y += dy

    def _draw(self, byte: int) -> None:
        stack, outline = self.stack, self.outline
        if byte == 13:
            self.bearing = (stack[0], 0.0)
            outline.x, outline.y = self.bearing
        elif byte == 14:
            self.done = True
        elif byte == 21:
            self._move(stack[-2], stack[-1])
        elif byte == 22:
            self._move(stack[-1], 0.0)
        elif byte == 4:
            self._move(0.0, stack[-1])
        elif byte == 5:
            outline.line(stack[0], stack[1])
        elif byte == 6:
            outline.line(stack[0], 0.0)
        elif byte == 7:
            outline.line(0.0, stack[0])
        elif byte == 8:
            outline.curve(*stack[:6])
        elif byte == 30:
            outline.curve(0.0, stack[0], stack[1], stack[2], stack[3], 0.0)
        elif byte == 31:
            outline.curve(stack[0], 0.0, stack[1], stack[2], 0.0, stack[3])
        stack.clear()

    def _escape(self, byte: int) -> None:
        stack = self.stack
        if byte == 12:
            b, a = stack.pop(), stack.pop()
            stack.append(a / b)
        elif byte == 16:
            self._other(int(stack.pop()), int(stack.pop()))
        elif byte == 17:
            stack.append(self.passed.pop() if self.passed else 0.0)
        else:
            if byte == 6:
                dx = stack[1] - stack[0] + self.bearing[0]
                dy = stack[2]
                base, accent = int(stack[3]), int(stack[4])
                self.done = True
                self.font.accented(self.outline, base, accent, dx, dy)
            elif byte == 7:
                self.bearing = (stack[0], stack[1])
                self.outline.x, self.outline.y = self.bearing
            elif byte == 33 and len(stack) >= 2:
                self.outline.x, self.outline.y = stack[-2], stack[-1]
            stack.clear()

    def _other(self, number: int, count: int) -> None:
        arguments = [self.stack.pop() for _ in range(count)][::-1]
        if number == 1:
            self.flex = []
        elif number == 2 and self.flex is not None:
            self.flex.append((self.outline.x, self.outline.y))
        elif number == 0 and self.flex is not None:
            points, self.flex = self.flex, None
            if len(points) == 7 and self.outline.contours:
                self.outline.contours[-1] += points[1:]
                self.outline.x, self.outline.y = points[6]
            self.passed = arguments[:0:-1]
        elif number == 3:
            self.passed = [3.0]
        else:
            self.passed = arguments[::-1]
