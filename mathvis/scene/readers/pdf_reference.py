"""The fonts installed beside TeX, to tell what a glyph shows.

A program can bring a font of its own under any name, with any outline under any glyph name, and LuaTeX embeds
OpenType fonts without glyph names. So the installed font of the same name is asked, and the embedded outline
proves that it is the same glyph.
"""

from __future__ import annotations

import os
import re
import struct
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from mathvis.scene.readers.pdf_cff import CffProgram
from mathvis.scene.readers.pdf_truetype import TrueTypeProgram
from mathvis.scene.readers.pdf_type1 import Type1Program

if TYPE_CHECKING:
    from mathvis.scene.readers.pdf_geometry import Matrix
    from mathvis.scene.readers.pdf_outline import Outline

    Program: TypeAlias = CffProgram | TrueTypeProgram

FOLDERS = (
    "/usr/share/texmf/fonts/opentype/public",
    "/usr/share/texlive/texmf-dist/fonts/opentype/public",
    "/usr/share/texlive/texmf-dist/fonts/truetype/public",
    "/usr/share/fonts/truetype",
    "/usr/share/fonts/opentype",
    "/usr/share/texmf/fonts/type1",
    "/usr/share/texlive/texmf-dist/fonts/type1",
)
"""Where TeX and the system keep outline fonts."""
MAPS = ("/var/lib/texmf/fonts/map/pdftex/updmap/pdftex.map",)
"""Which file holds the Type 1 font of a name."""
_FILES = {"latinmodernmath-regular": "latinmodern-math"}
_COMMON = ("CMR10", "CMMI10", "CMR7", "CMMI7", "CMSY10")
_MAX_FILE = 16_000_000
_MAX_FILES = 50_000
_CHANGED = re.compile(r"(?:-Slant_(-?\d+))?(?:-Extend_(\d+))?$")
"""What is added to the name of a font that is slanted or stretched as a whole, in thousandths."""
_MOST_SLANT, _LEAST_STRETCH, _MOST_STRETCH = 0.5, 0.5, 2.0
_EXACT = 1e-6
_PFB, _ASCII, _BINARY = 0x80, 1, 2


class Reference:
    """An installed OpenType or TrueType font, compared with an embedded one glyph by glyph."""

    def __init__(self, program: Program, outer: TrueTypeProgram) -> None:
        self._program, self._outer = program, outer

    def name_of(self, gid: int, embedded: Outline) -> str | None:
        """Return the name of a glyph if its outline is the embedded one, else None."""
        try:
            own = self._program.outline_of_gid(gid)
            if own is None or own.contours != embedded.contours:
                return None
            name = self._program.name_of_gid(gid)
            if name is None or name == ".notdef":
                code = self._outer.characters().get(gid)
                name = None if code is None else f"u{code:04X}"
        except (KeyError, IndexError, ValueError, struct.error):
            return None
        return name


class Type1Reference:
    """An installed Type 1 font, slanted and stretched or not, compared with an embedded one glyph by glyph."""

    def __init__(self, program: Type1Program, slant: float = 0.0, stretch: float = 1.0) -> None:
        self._program = program
        a, b, c, d, e, f = program.matrix
        self._matrix: Matrix = (a * stretch, b, c + a * slant, d, e, f)

    def has(self, name: str, embedded: Outline, matrix: Matrix) -> bool:
        """Tell whether its glyph of a name has the embedded outline."""
        like = all(abs(one - other) < _EXACT for one, other in zip(matrix, self._matrix, strict=True))
        own = self._program.outline(name) if like else None
        return own is not None and own.contours == embedded.contours


@cache
def reference(name: str) -> Reference | None:
    """Return the installed OpenType or TrueType font with a PostScript name, or None if none can be read."""
    stem = name.lower()
    for candidate in (stem, _FILES.get(stem, stem), stem.removesuffix("-regular")):
        for suffix in (".otf", ".ttf"):
            data = _read(candidate + suffix)
            try:
                if data is not None:
                    outer = TrueTypeProgram(data)
                    inner = outer.cff()
                    return Reference(outer if inner is None else CffProgram(inner), outer)
            except (KeyError, IndexError, ValueError, struct.error):
                continue
    return None


@cache
def type1_reference(name: str) -> Type1Reference | None:
    """Return the installed Type 1 font with a PostScript name, or None if none can be read.

    Parameters
    ----------
    name
        BaseFont without subset prefix; the end of it may tell of a slant or stretch of the whole font.
    """
    changed = _CHANGED.search(name)
    plain = name if changed is None else name[: changed.start()]
    slant, stretch = (0.0, 1.0) if changed is None else (int(changed[1] or 0) / 1000, int(changed[2] or 1000) / 1000)
    if abs(slant) > _MOST_SLANT or not _LEAST_STRETCH <= stretch <= _MOST_STRETCH:
        return None
    line = re.search(rf"^\S+ {re.escape(plain)} [^\n]*<<?(\S+\.pf[ab])\b", _map(), re.MULTILINE)
    data = _read(line[1].lower() if line is not None else f"{plain.lower()}.pfb")
    if data is None:
        return None
    try:
        return Type1Reference(Type1Program(segments(data)), slant, stretch)
    except (IndexError, ValueError):
        return None


def segments(data: bytes) -> bytes:
    """Return the program in a font file, without the headers of a PFB file's segments."""
    parts: list[bytes] = []
    at = 0
    while data[at : at + 1] == bytes([_PFB]) and data[at + 1] in (_ASCII, _BINARY):
        size = int.from_bytes(data[at + 2 : at + 6], "little")
        parts.append(data[at + 6 : at + 6 + size])
        at += 6 + size
    return b"".join(parts) if parts else data


def prepare() -> None:
    """Look up where the fonts are and read the commonest, so that the first page need not wait for it."""
    _map()
    for name in _COMMON:
        type1_reference(name)


def _read(file: str) -> bytes | None:
    path = _files().get(file)
    try:
        if path is None or path.stat().st_size > _MAX_FILE:
            return None
        return path.read_bytes()
    except OSError:
        return None


@cache
def _files() -> dict[str, Path]:
    """Return the installed font files by their lower-case names; the first folder wins."""
    found: dict[str, Path] = {}
    for folder in FOLDERS:
        for root, _, names in os.walk(folder):
            for name in names:
                if name[-4:].lower() in (".otf", ".ttf", ".pfb", ".pfa"):
                    found.setdefault(name.lower(), Path(root, name))
            if len(found) > _MAX_FILES:
                return found
    return found


@cache
def _map() -> str:
    for place in MAPS:
        try:
            return Path(place).read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
    return ""
