r"""Fonts of a PDF: what each code shows, how wide it is, and where its ink lies.

What a glyph shows comes from the font program and the encoding that selects in it, if the installed font of
that name has the same glyph. ``ToUnicode`` maps can be set by the program (``\pdfglyphtounicode``), and so can a
font program that the program itself brings; they are used only where nothing else knows, and such fonts say so
(`Font.claimed`).
"""

from __future__ import annotations

import re
import struct
from typing import TYPE_CHECKING, Any, NamedTuple

import pikepdf

from mathvis.mathtext import char_for_glyph
from mathvis.mathtext.glyphnames import UNKNOWN
from mathvis.scene.readers.pdf_cff import CffProgram
from mathvis.scene.readers.pdf_font_tables import (
    cid_to_gid,
    missing_width,
    simple_encoding,
    simple_widths,
    text_of,
    to_unicode,
    wide_widths,
)
from mathvis.scene.readers.pdf_reference import reference, type1_reference
from mathvis.scene.readers.pdf_truetype import TrueTypeProgram
from mathvis.scene.readers.pdf_type1 import Type1Program

if TYPE_CHECKING:
    from mathvis.scene.readers.pdf_geometry import Box, Matrix
    from mathvis.scene.readers.pdf_outline import Outline

_SUBSET = re.compile(r"^[A-Z]{6}\+")
_MAX_PROGRAM = 16_000_000
_THOUSANDTH: Matrix = (0.001, 0.0, 0.0, 0.001, 0.0, 0.0)


class GlyphShape(NamedTuple):
    """A glyph of a font, in text units (1 is the type size).

    Attributes
    ----------
    char
        What it shows; empty, or U+FFFD, where nobody knows.
    name
        Its name in the font program, if it has one.
    width
        Advance width.
    box
        Its ink; None for a blank glyph, and where the outline cannot be read.
    drawn
        Whether its outline could be read.
    """

    char: str
    name: str | None
    width: float
    box: Box | None
    drawn: bool


class Font:
    """A font as a content stream uses it.

    Attributes
    ----------
    name
        BaseFont without the subset prefix.
    wide
        Whether codes have two bytes.
    type3
        The font's dictionary if its glyphs are content streams, else None.
    claimed
        Codes of which only a map or a font that the program could have written says what they show.
    matrix
        From glyph units to text units (Type 3).
    """

    def __init__(self, source: Any) -> None:
        self._source = source
        kind = text_of(source.get("/Subtype"))
        base = text_of(source.get("/BaseFont")) or text_of(source.get("/Name"))
        self.name = _SUBSET.sub("", base)
        self.wide = kind == "Type0"
        self.type3: Any = source if kind == "Type3" else None
        self.matrix: Matrix = _THOUSANDTH
        self.claimed: set[int] = set()
        self._shapes: dict[int, GlyphShape] = {}
        self._descendant = source["/DescendantFonts"][0] if self.wide else source
        self._program: Type1Program | CffProgram | TrueTypeProgram | None = None
        if self.type3 is not None:
            values = [float(v) for v in source.get("/FontMatrix", [0.001, 0, 0, 0.001, 0, 0])]
            self.matrix = (values[0], values[1], values[2], values[3], values[4], values[5])
        else:
            self._program = _program(self._descendant.get("/FontDescriptor"))
        self._widths = wide_widths(self._descendant) if self.wide else simple_widths(source)
        self._default_width = float(self._descendant.get("/DW", 1000)) if self.wide else missing_width(source)
        self._encoding = {} if self.wide else simple_encoding(source, self._program)
        self._unicode: dict[int, str] | None = None
        self._gids = cid_to_gid(self._descendant) if self.wide else None

    def codes(self, text: bytes) -> list[int]:
        """Split a string into character codes."""
        if self.wide:
            return list(struct.unpack(f">{len(text) // 2}H", text[: len(text) // 2 * 2]))
        return list(text)

    def shape(self, code: int) -> GlyphShape:
        """Return the glyph that a code shows."""
        found = self._shapes.get(code)
        if found is None:
            found = self._shapes[code] = self._read(code)
        return found

    def name_of(self, code: int) -> str | None:
        """Return the name that the encoding gives a code (simple fonts)."""
        return self._encoding.get(code)

    def outline(self, code: int) -> tuple[Outline, Matrix] | None:
        """Return a glyph's outline and the matrix to text units, or None if there is none to be had."""
        program = self._program
        if program is None:
            return None
        outline: Outline | None
        if self.wide:
            gid = self._gid(code)
            outline = None if isinstance(program, Type1Program) else program.outline_of_gid(gid)
        elif isinstance(program, TrueTypeProgram):
            outline = program.outline_of_gid(self._simple_gid(program, code))
        else:
            name = self._encoding.get(code)
            outline = None if name is None else program.outline(name)
        return None if outline is None else (outline, program.matrix)

    def _read(self, code: int) -> GlyphShape:
        width = self._widths.get(code, self._default_width) * (self.matrix[0] if self.type3 is not None else 0.001)
        found = self.outline(code)
        name, proven = self._name(code, found)
        # what a Type 3 font draws under a name is the program's own affair
        char = char_for_glyph(name, self.name) if name and self.type3 is None else ""
        if not char and self.wide:
            char = self._mapped(code)
        if not proven and found is not None and not char.isspace() and (char or found[0].contours):
            self.claimed.add(code)
            if not self.wide and type1_reference(self.name) is not None:
                char = UNKNOWN
        if found is None:
            return GlyphShape(char, name, width, None, drawn=False)
        outline, matrix = found
        box = outline.box()
        if box is not None:
            box = (box[0] * matrix[0], box[1] * matrix[3], box[2] * matrix[0], box[3] * matrix[3])
        return GlyphShape(char, name, width, box, drawn=True)

    def _name(self, code: int, found: tuple[Outline, Matrix] | None) -> tuple[str | None, bool]:
        """Name of a glyph, and whether the installed font proves it."""
        program = self._program
        if not self.wide:
            name = self._encoding.get(code)
            if isinstance(program, TrueTypeProgram):
                gid = self._simple_gid(program, code)
                name = _program_name(program, gid) if name is None else name
                own = self._installed_name(gid, found)
                return name, own is not None and _same(own, name, self.name)
            return name, name is not None and self._is_installed(name, found)
        own = self._installed_name(code, found)
        if own is not None:
            return own, True
        return (None if program is None else _program_name(program, self._gid(code))), False

    def _is_installed(self, name: str, found: tuple[Outline, Matrix] | None) -> bool:
        """Tell whether the installed Type 1 font of this name has the same glyph."""
        installed = type1_reference(self.name) if found is not None else None
        return installed is not None and found is not None and installed.has(name, *found)

    def _installed_name(self, gid: int, found: tuple[Outline, Matrix] | None) -> str | None:
        installed = reference(self.name) if found is not None else None
        return None if installed is None or found is None else installed.name_of(gid, found[0])

    def _gid(self, cid: int) -> int:
        program = self._program
        if isinstance(program, CffProgram):
            return program.gids.get(cid, 0) if program.is_cid else cid
        return self._gids.get(cid, 0) if self._gids is not None else cid

    def _simple_gid(self, program: TrueTypeProgram, code: int) -> int:
        name = self._encoding.get(code)
        char = char_for_glyph(name, "") if name else ""
        if len(char) == 1 and (gid := program.glyph_of(ord(char))):
            return gid
        return program.glyph_of(code, symbol=True)

    def _mapped(self, code: int) -> str:
        if self._unicode is None:
            self._unicode = to_unicode(self._source)
        char = self._unicode.get(code, "")
        if char:
            self.claimed.add(code)
        return char


def _program(descriptor: Any) -> Type1Program | CffProgram | TrueTypeProgram | None:
    """Read the font program that a descriptor embeds; None if there is none or it is broken."""
    if descriptor is None:
        return None
    try:
        if "/FontFile" in descriptor:
            return Type1Program(_bytes(descriptor["/FontFile"]))
        if "/FontFile2" in descriptor:
            return TrueTypeProgram(_bytes(descriptor["/FontFile2"]))
        if "/FontFile3" in descriptor:
            data = _bytes(descriptor["/FontFile3"])
            if data[:4] in (b"OTTO", b"\x00\x01\x00\x00", b"true"):
                outer = TrueTypeProgram(data)
                inner = outer.cff()
                return outer if inner is None else CffProgram(inner)
            return CffProgram(data)
    except (KeyError, IndexError, ValueError, TypeError, struct.error, pikepdf.PdfError):
        return None
    return None


def _bytes(stream: Any) -> bytes:
    data: bytes = stream.read_bytes()
    if len(data) > _MAX_PROGRAM:
        raise ValueError("font program is too large")
    return data


def _same(own: str, name: str | None, font: str) -> bool:
    return name is not None and char_for_glyph(own, font) == char_for_glyph(name, font)


def _program_name(program: Type1Program | CffProgram | TrueTypeProgram, gid: int) -> str | None:
    if isinstance(program, Type1Program):
        return None
    try:
        name = program.name_of_gid(gid)
        if name is None and isinstance(program, TrueTypeProgram):
            code = program.characters().get(gid)
            name = None if code is None else f"uni{code:04X}" if code < 0x10000 else f"u{code:X}"
    except (KeyError, IndexError, struct.error):
        return None
    return None if name == ".notdef" else name
