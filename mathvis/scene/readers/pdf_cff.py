"""Compact font programs (CFF): glyph names or CIDs, encoding, outlines."""

from __future__ import annotations

import struct
from itertools import pairwise
from typing import TYPE_CHECKING

from mathvis.scene.readers.pdf_charstring import small_number
from mathvis.scene.readers.pdf_names import CFF_STRINGS, STANDARD_ENCODING
from mathvis.scene.readers.pdf_outline import Outline
from mathvis.scene.readers.pdf_type2 import Type2Charstring

if TYPE_CHECKING:
    from mathvis.scene.readers.pdf_geometry import Matrix

_CHARSET, _ENCODING, _CHARSTRINGS, _PRIVATE, _SUBRS = 15, 16, 17, 18, 19
_MATRIX, _ROS, _FD_ARRAY, _FD_SELECT = 0x0C07, 0x0C1E, 0x0C24, 0x0C25
_NIBBLES = "0123456789.EE -"


class CffProgram:
    """A CFF font program.

    Attributes
    ----------
    encoding
        Its own encoding, from codes to glyph names (name-keyed fonts only).
    matrix
        From glyph units to text units.
    is_cid
        Whether glyphs have CIDs in place of names.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        pos = data[2]
        _, pos = _index(data, pos)
        tops, pos = _index(data, pos)
        strings, pos = _index(data, pos)
        self._global, _ = _index(data, pos)
        top = _dictionary(tops[0])
        self.is_cid = _ROS in top
        values = top.get(_MATRIX, [0.001, 0, 0, 0.001, 0, 0])
        self.matrix: Matrix = (values[0], values[1], values[2], values[3], values[4], values[5])
        self._glyphs, _ = _index(data, int(top[_CHARSTRINGS][0]))
        numbers = _charset(data, int(top.get(_CHARSET, [0])[0]), len(self._glyphs))
        self._fonts = [top]
        self._select = None
        if self.is_cid:
            fonts, _ = _index(data, int(top[_FD_ARRAY][0]))
            self._fonts = [_dictionary(font) for font in fonts]
            self._select = _fd_select(data, int(top[_FD_SELECT][0]), len(self._glyphs))
            if _MATRIX not in top and self._fonts and _MATRIX in self._fonts[0]:
                inner = self._fonts[0][_MATRIX]
                self.matrix = (inner[0], inner[1], inner[2], inner[3], inner[4], inner[5])
            self.gids = {cid: gid for gid, cid in reversed(list(enumerate(numbers)))}
            self._names: list[str] = []
            self.encoding: dict[int, str] = {}
        else:
            self._names = [_string(number, strings) for number in numbers]
            self.gids = {}
            self.encoding = _encoding(data, int(top.get(_ENCODING, [0])[0]), self._names)
        self._by_name = {name: gid for gid, name in reversed(list(enumerate(self._names)))}
        self._local: dict[int, list[bytes]] = {}

    def names(self) -> frozenset[str]:
        """Return the names of the glyphs it holds (none if they have CIDs)."""
        return frozenset(self._names)

    def name_of_gid(self, gid: int) -> str | None:
        """Return the name of a glyph by its index."""
        return self._names[gid] if 0 <= gid < len(self._names) else None

    def charstring(self, gid: int) -> bytes:
        """Return the program of a glyph, as it stands in the file."""
        return self._glyphs[gid] if 0 <= gid < len(self._glyphs) else b""

    def outline(self, name: str) -> Outline | None:
        """Return a glyph's outline by name, or None if it cannot be drawn."""
        gid = self._by_name.get(name)
        return None if gid is None else self.outline_of_gid(gid)

    def outline_of_gid(self, gid: int) -> Outline | None:
        """Return a glyph's outline by its index, or None if it cannot be drawn."""
        if not 0 <= gid < len(self._glyphs):
            return None
        outline = Outline()
        try:
            Type2Charstring(self._global, self._subrs(gid), outline).run(self._glyphs[gid], 0)
        except (IndexError, ValueError, struct.error):
            return None
        return outline

    def _subrs(self, gid: int) -> list[bytes]:
        which = self._select[gid] if self._select is not None else 0
        if which not in self._local:
            size, offset = (int(v) for v in self._fonts[which].get(_PRIVATE, [0, 0]))
            private = _dictionary(self._data[offset : offset + size])
            start = int(private[_SUBRS][0]) if _SUBRS in private else 0
            self._local[which] = _index(self._data, offset + start)[0] if start else []
        return self._local[which]


def _index(data: bytes, pos: int) -> tuple[list[bytes], int]:
    count = int.from_bytes(data[pos : pos + 2], "big")
    if count == 0:
        return [], pos + 2
    size = data[pos + 2]
    table = pos + 3
    base = table + (count + 1) * size - 1
    offsets = [int.from_bytes(data[table + i * size : table + (i + 1) * size], "big") for i in range(count + 1)]
    return [data[base + a : base + b] for a, b in pairwise(offsets)], base + offsets[-1]


def _dictionary(data: bytes) -> dict[int, list[float]]:
    found: dict[int, list[float]] = {}
    operands: list[float] = []
    pos = 0
    while pos < len(data):
        byte = data[pos]
        pos += 1
        if byte <= 21:
            key = byte
            if byte == 12:
                key = 0x0C00 | data[pos]
                pos += 1
            found[key] = operands
            operands = []
        elif byte == 28:
            operands.append(int.from_bytes(data[pos : pos + 2], "big", signed=True))
            pos += 2
        elif byte == 29:
            operands.append(int.from_bytes(data[pos : pos + 4], "big", signed=True))
            pos += 4
        elif byte == 30:
            value, pos = _real(data, pos)
            operands.append(value)
        else:
            value, pos = small_number(byte, data, pos)
            operands.append(value)
    return found


def _real(data: bytes, pos: int) -> tuple[float, int]:
    text = ""
    while pos < len(data):
        byte = data[pos]
        pos += 1
        for nibble in (byte >> 4, byte & 15):
            if nibble == 15:
                return float(text or "0"), pos
            text += "E-" if nibble == 12 else _NIBBLES[nibble]
    return 0.0, pos


def _string(number: int, strings: list[bytes]) -> str:
    if number < len(CFF_STRINGS):
        return CFF_STRINGS[number]
    at = number - len(CFF_STRINGS)
    return strings[at].decode("latin-1") if at < len(strings) else ".notdef"


def _charset(data: bytes, pos: int, count: int) -> list[int]:
    if pos <= 2:
        return list(range(count))
    kind = data[pos]
    pos += 1
    numbers = [0]
    if kind == 0:
        numbers += struct.unpack_from(f">{count - 1}H", data, pos)
        return numbers
    size = 1 if kind == 1 else 2
    while len(numbers) < count:
        first = int.from_bytes(data[pos : pos + 2], "big")
        left = int.from_bytes(data[pos + 2 : pos + 2 + size], "big")
        if pos >= len(data):
            raise ValueError("charset ends too early")
        numbers += range(first, first + min(left + 1, count - len(numbers)))
        pos += 2 + size
    return numbers


def _encoding(data: bytes, pos: int, names: list[str]) -> dict[int, str]:
    if pos <= 1:
        held = set(names)
        return {code: name for code, name in STANDARD_ENCODING.items() if name in held}
    kind, count = data[pos] & 127, data[pos + 1]
    pos += 2
    codes: list[int] = []
    if kind == 0:
        codes = list(data[pos : pos + count])
    else:
        for _ in range(count):
            codes += range(data[pos], data[pos] + data[pos + 1] + 1)
            pos += 2
    return dict(zip(codes, names[1:], strict=False))


def _fd_select(data: bytes, pos: int, count: int) -> list[int]:
    if data[pos] == 0:
        return list(data[pos + 1 : pos + 1 + count])
    ranges = int.from_bytes(data[pos + 1 : pos + 3], "big")
    found = [0] * count
    pos += 3
    for _ in range(ranges):
        first, which, after = struct.unpack_from(">HBH", data, pos)
        pos += 3
        for gid in range(first, min(after, count)):
            found[gid] = which
    return found
