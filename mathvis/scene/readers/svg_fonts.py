"""Font choice and glyph metrics for text that another program will draw.

The fonts are asked for through fontconfig, as the renderer does, so both take the same files; metrics come
straight from the tables of the font. Without fontconfig the usual folders are searched for DejaVu, and
without any font a rough table of widths stands in.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import mmap
import struct
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from mathvis.scene.readers.pdf_cff import CffProgram
from mathvis.scene.readers.svg_boxes import curve_bounds, union

_FC_MATCH_PATTERN = 0
_FC_RESULT_MATCH = 0
_FC_SLANT = {"normal": 0, "italic": 100, "oblique": 110}
_MAX_FALLBACKS = 40


class GlyphBox(NamedTuple):
    """Advance and ink of a glyph in ems, y up; an empty glyph has no ink."""

    advance: float
    ink: tuple[float, float, float, float] | None


class FontRequest(NamedTuple):
    """What a style asks for: family list as in CSS, numeric weight, style, width in percent."""

    families: tuple[str, ...]
    weight: int = 400
    slant: str = "normal"
    width: int = 100


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


class _Fontconfig:
    """The few calls of fontconfig that are needed."""

    def __init__(self) -> None:
        library = ctypes.CDLL("libfontconfig.so.1")
        pointer, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
        for name, result, arguments in (
            ("FcInit", number, []),
            ("FcPatternCreate", pointer, []),
            ("FcPatternAddString", number, [pointer, text, text]),
            ("FcPatternAddInteger", number, [pointer, text, number]),
            ("FcConfigSubstitute", number, [pointer, pointer, number]),
            ("FcDefaultSubstitute", None, [pointer]),
            ("FcFontSort", pointer, [pointer, pointer, number, pointer, ctypes.POINTER(number)]),
            ("FcFontSetDestroy", None, [pointer]),
            ("FcPatternDestroy", None, [pointer]),
            ("FcPatternGetString", number, [pointer, text, number, ctypes.POINTER(text)]),
            ("FcPatternGetInteger", number, [pointer, text, number, ctypes.POINTER(number)]),
            ("FcWeightFromOpenType", number, [number]),
        ):
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
        if not library.FcInit():
            raise OSError("fontconfig cannot be initialised")
        self._library = library

    def sort(self, request: FontRequest) -> list[tuple[str, int]]:
        """Font files that serve a request, best first."""
        library = self._library
        pattern = library.FcPatternCreate()
        for family in request.families:
            library.FcPatternAddString(pattern, b"family", family.encode())
        library.FcPatternAddInteger(pattern, b"weight", library.FcWeightFromOpenType(request.weight))
        library.FcPatternAddInteger(pattern, b"slant", _FC_SLANT[request.slant])
        library.FcPatternAddInteger(pattern, b"width", request.width)
        library.FcConfigSubstitute(None, pattern, _FC_MATCH_PATTERN)
        library.FcDefaultSubstitute(pattern)
        result = ctypes.c_int()
        fonts = library.FcFontSort(None, pattern, 1, None, ctypes.byref(result))
        library.FcPatternDestroy(pattern)
        if not fonts:
            return []
        count = ctypes.c_int.from_address(fonts).value
        patterns = ctypes.c_void_p.from_address(fonts + ctypes.sizeof(ctypes.c_void_p)).value or 0
        found = []
        for i in range(min(count, _MAX_FALLBACKS)):
            font = ctypes.c_void_p.from_address(patterns + i * ctypes.sizeof(ctypes.c_void_p)).value
            file, index = ctypes.c_char_p(), ctypes.c_int()
            if library.FcPatternGetString(font, b"file", 0, ctypes.byref(file)) != _FC_RESULT_MATCH or not file.value:
                continue
            library.FcPatternGetInteger(font, b"index", 0, ctypes.byref(index))
            found.append((file.value.decode(), index.value & 0xFFFF))
        library.FcFontSetDestroy(fonts)
        return found


@lru_cache(maxsize=1)
def _fontconfig() -> _Fontconfig | None:
    try:
        return _Fontconfig()
    except (OSError, AttributeError):
        return None


_DEJAVU = (
    Path("/usr/share/fonts/truetype/dejavu"),
    Path("/usr/share/fonts/dejavu"),
    Path("/usr/share/fonts/TTF"),
    Path("/usr/local/share/fonts"),
)


def _known_file(request: FontRequest) -> list[tuple[str, int]]:
    wanted = " ".join(request.families).lower()
    mono = "mono" in wanted or "courier" in wanted
    serif = not mono and "serif" in wanted.replace("sans-serif", "").replace("sans serif", "")
    stem = "DejaVuSansMono" if mono else "DejaVuSerif" if serif or "times" in wanted else "DejaVuSans"
    stems = [f"{stem}-Bold", stem] if request.weight >= 600 else [stem]
    files = [folder / f"{name}.ttf" for folder in _DEJAVU for name in [*stems, "DejaVuSans"]]
    return [(str(file), 0) for file in files if file.is_file()]


@lru_cache(maxsize=256)
def _face(path: str, index: int) -> Face | None:
    try:
        return Face(path, index)
    except (OSError, ValueError, struct.error):
        return None


@lru_cache(maxsize=256)
def _files(request: FontRequest) -> tuple[tuple[str, int], ...]:
    config = _fontconfig()
    return tuple((config.sort(request) if config is not None else []) or _known_file(request))


_ROUGH = {**dict.fromkeys("ijl|!.,:;'`", 0.3), **dict.fromkeys(" tfr()[]{}-/I", 0.38), **dict.fromkeys("mMW@%", 0.95)}


def _glyph(face: Face, char: str) -> GlyphBox | None:
    """Metrics of a character; a font whose tables are broken lacks it."""
    try:
        return face.glyph(char)
    except (struct.error, ValueError, LookupError, AssertionError, TypeError):
        return None


class Measured(NamedTuple):
    """A laid-out piece of text in ems of its size; y up, origin at the start of the baseline.

    `exact` is False where no font file could be read.
    """

    advance: float
    ink: tuple[float, float, float, float] | None
    ascent: float
    exact: bool


@lru_cache(maxsize=4096)
def _rough(char: str) -> GlyphBox:
    width = _ROUGH.get(char, 0.62)
    top = 0.73 if char.isupper() or char.isdigit() or char in "bdfhklt" else 0.55
    return GlyphBox(width, None if char.isspace() else (0.05, -0.24 if char in "gjpqy" else 0.0, width - 0.05, top))


def measure(text: str, request: FontRequest, spacing: float = 0.0) -> Measured:
    """Lay out one line of text.

    Parameters
    ----------
    text
        Unicode text, already space-normalised.
    request
        The font wanted; every character takes the first font of the sorted list that has it.
    spacing
        Letter spacing in ems, added between characters.
    """
    x, ascent, exact = 0.0, 0.0, True
    left = bottom = float("inf")
    right = top = float("-inf")
    files = _files(request)
    previous: tuple[Face, str] | None = None
    for char in text:
        face, glyph = None, None
        for file in files:
            face = _face(*file)
            glyph = _glyph(face, char) if face is not None else None
            if glyph is not None:
                break
        if glyph is None:
            if _invisible(char):
                continue
            glyph, face = _rough(char), None
            exact = exact and bool(files)
        if face is not None:
            ascent = max(ascent, face.ascent)
            if previous is not None and previous[0] is face and not spacing:
                x += face.kern(previous[1], char)
        previous = None if face is None else (face, char)
        if glyph.ink is not None:
            left, right = min(left, x + glyph.ink[0]), max(right, x + glyph.ink[2])
            bottom, top = min(bottom, glyph.ink[1]), max(top, glyph.ink[3])
        x += glyph.advance + spacing
    ink = (left, bottom, right, top) if right > left else None
    return Measured(x - spacing if text else 0.0, ink, ascent or 0.93, exact)


def _invisible(char: str) -> bool:
    """Recognise marks, joiners and direction controls that a font need not have."""
    return char in "\u200b\u200c\u200d\u200e\u200f\u2060\ufe0e\ufe0f" or "\u202a" <= char <= "\u202e"
