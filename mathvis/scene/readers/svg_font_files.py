"""Font files: character maps, advances, ink boxes and kerning, straight from the tables of the font."""

from __future__ import annotations

import mmap
import struct
from pathlib import Path
from typing import NamedTuple

from mathvis.scene.readers.pdf_cff import CffProgram
from mathvis.scene.readers.svg_boxes import curve_bounds, union


class GlyphBox(NamedTuple):
    """Advance and ink of a glyph in ems, y up; an empty glyph has no ink."""

    advance: float
    ink: tuple[float, float, float, float] | None


class Face:
    """One font file: character map, advances, ink boxes, kerning pairs.

    Parameters
    ----------
    path, index
        File and number of the font in a collection.

    Raises
    ------
    OSError, ValueError, struct.error
        The file cannot be read as a font.
    """

    def __init__(self, path: str, index: int = 0) -> None:
        self.path, self.index = path, index
        with Path(path).open("rb") as file:
            self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        offset = 0
        if self._data[:4] == b"ttcf":
            (offset,) = struct.unpack_from(">I", self._data, 12 + 4 * index)
        (count,) = struct.unpack_from(">H", self._data, offset + 4)
        self._tables: dict[str, int] = {}
        for i in range(count):
            tag, _, at, _ = struct.unpack_from(">4sIII", self._data, offset + 12 + 16 * i)
            self._tables[tag.decode("latin-1")] = at
        head, hhea = self._table("head"), self._table("hhea")
        (self.em,) = struct.unpack_from(">H", self._data, head + 18)
        (self._long_loca,) = struct.unpack_from(">h", self._data, head + 50)
        ascent, descent = struct.unpack_from(">hh", self._data, hhea + 4)
        self.ascent, self.descent = ascent / self.em, -descent / self.em
        (self._metrics,) = struct.unpack_from(">H", self._data, hhea + 34)
        self._glyphs: dict[str, GlyphBox | None] = {}
        self._subtables = self._character_maps()
        self._kerning: dict[tuple[int, int], int] | None = None
        self._outlines: CffProgram | None = None

    def _table(self, tag: str) -> int:
        if tag not in self._tables:
            raise ValueError(f"font {self.path} has no {tag} table")
        return self._tables[tag]

    def _character_maps(self) -> list[tuple[int, int]]:
        """Offsets of usable Unicode subtables with their formats, widest first."""
        cmap = self._table("cmap")
        (count,) = struct.unpack_from(">H", self._data, cmap + 2)
        found = []
        for i in range(count):
            platform, encoding, at = struct.unpack_from(">HHI", self._data, cmap + 4 + 8 * i)
            (kind,) = struct.unpack_from(">H", self._data, cmap + at)
            unicode = platform == 0 or (platform == 3 and encoding in {1, 10})
            if unicode and kind in {4, 12}:
                found.append((kind, cmap + at))
        return sorted(found, reverse=True)

    def glyph_index(self, code: int) -> int:
        """Glyph of a code point, 0 where the font has none."""
        data = self._data
        for kind, at in self._subtables:
            if kind == 12:
                (groups,) = struct.unpack_from(">I", data, at + 12)
                low, high = 0, groups
                while low < high:
                    middle = (low + high) // 2
                    start, end, glyph = struct.unpack_from(">III", data, at + 16 + 12 * middle)
                    if code < start:
                        high = middle
                    elif code > end:
                        low = middle + 1
                    else:
                        return int(glyph + code - start)
            elif code <= 0xFFFF:
                glyph = self._format4(at, code)
                if glyph:
                    return glyph
        return 0

    def _format4(self, at: int, code: int) -> int:
        data = self._data
        (double,) = struct.unpack_from(">H", data, at + 6)
        low, high = 0, double // 2
        while low < high:
            middle = (low + high) // 2
            (end,) = struct.unpack_from(">H", data, at + 14 + 2 * middle)
            if end < code:
                low = middle + 1
            else:
                high = middle
        if low >= double // 2:
            return 0
        (start,) = struct.unpack_from(">H", data, at + 16 + double + 2 * low)
        if code < start:
            return 0
        (delta,) = struct.unpack_from(">H", data, at + 16 + 2 * double + 2 * low)
        place = at + 16 + 3 * double + 2 * low
        (reach,) = struct.unpack_from(">H", data, place)
        if reach == 0:
            return int((code + delta) & 0xFFFF)
        (glyph,) = struct.unpack_from(">H", data, place + reach + 2 * (code - start))
        return int((glyph + delta) & 0xFFFF) if glyph else 0

    def glyph(self, char: str) -> GlyphBox | None:
        """Metrics of a character; nothing where the font lacks it."""
        if char not in self._glyphs:
            index = self.glyph_index(ord(char))
            self._glyphs[char] = GlyphBox(self._advance(index), self._ink(index)) if index else None
        return self._glyphs[char]

    def _advance(self, index: int) -> float:
        (advance,) = struct.unpack_from(">H", self._data, self._table("hmtx") + 4 * min(index, self._metrics - 1))
        return float(advance / self.em)

    def _ink(self, index: int) -> tuple[float, float, float, float] | None:
        if "glyf" not in self._tables:
            return self._cff_ink(index)
        loca, data = self._table("loca"), self._data
        if self._long_loca:
            start, end = struct.unpack_from(">II", data, loca + 4 * index)
        else:
            start, end = (2 * v for v in struct.unpack_from(">HH", data, loca + 2 * index))
        if end <= start:
            return None
        x0, y0, x1, y1 = struct.unpack_from(">hhhh", data, self._table("glyf") + start + 2)
        return (x0 / self.em, y0 / self.em, x1 / self.em, y1 / self.em)

    def _cff_ink(self, index: int) -> tuple[float, float, float, float] | None:
        """Ink of a PostScript outline."""
        if self._outlines is None:
            self._outlines = CffProgram(self._data[self._table("CFF ") :])
        outline = self._outlines.outline_of_gid(index)
        box = None if outline is None else union(curve_bounds(contour) for contour in outline.contours)
        return None if box is None else (box.x0 / self.em, box.y0 / self.em, box.x1 / self.em, box.y1 / self.em)

    def kern(self, left: str, right: str) -> float:
        """Kerning between two characters in ems, from the ``kern`` table."""
        if self._kerning is None:
            self._kerning = self._kerning_pairs()
        if not self._kerning:
            return 0.0
        pair = (self.glyph_index(ord(left)), self.glyph_index(ord(right)))
        return float(self._kerning.get(pair, 0) / self.em)

    def _kerning_pairs(self) -> dict[tuple[int, int], int]:
        if "kern" not in self._tables:
            return {}
        at = self._tables["kern"]
        version, count = struct.unpack_from(">HH", self._data, at)
        pairs: dict[tuple[int, int], int] = {}
        if version != 0:
            return pairs
        at += 4
        for _ in range(count):
            _, length, coverage = struct.unpack_from(">HHH", self._data, at)
            if coverage & 0xFF07 == 1:
                (n,) = struct.unpack_from(">H", self._data, at + 6)
                for left, right, value in struct.iter_unpack(">HHh", self._data[at + 14 : at + 14 + 6 * n]):
                    pairs[left, right] = value
                length = max(length, 14 + 6 * n)
            at += length
        return pairs
