"""The fonts installed beside TeX, to tell what a glyph without a name shows.

LuaTeX embeds OpenType fonts without glyph names; only a map that the program could have written says what
they show. But it keeps each glyph's number, so the installed font of the same name knows, and the embedded
outline proves that it is the same glyph.
"""

from __future__ import annotations

import struct
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from mathvis.scene.readers.pdf_cff import CffProgram
from mathvis.scene.readers.pdf_truetype import TrueTypeProgram

if TYPE_CHECKING:
    from mathvis.scene.readers.pdf_outline import Outline

    Program: TypeAlias = CffProgram | TrueTypeProgram

FOLDERS = (
    "/usr/share/texmf/fonts/opentype/public",
    "/usr/share/texlive/texmf-dist/fonts/opentype/public",
    "/usr/share/texlive/texmf-dist/fonts/truetype/public",
    "/usr/share/fonts/truetype",
    "/usr/share/fonts/opentype",
)
"""Where TeX and the system keep outline fonts, one folder a family."""
_FILES = {"latinmodernmath-regular": "latinmodern-math"}
_MAX_FILE = 16_000_000


class Reference:
    """An installed font, compared with an embedded one glyph by glyph."""

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


@cache
def reference(name: str) -> Reference | None:
    """Return the installed font with a PostScript name, or None if there is none that can be read."""
    stem = name.lower()
    for folder in FOLDERS:
        for found in _candidates(Path(folder), {stem, _FILES.get(stem, stem), stem.removesuffix("-regular")}):
            try:
                if found.stat().st_size > _MAX_FILE:
                    continue
                outer = TrueTypeProgram(found.read_bytes())
                inner = outer.cff()
                return Reference(outer if inner is None else CffProgram(inner), outer)
            except (OSError, KeyError, IndexError, ValueError, struct.error):
                continue
    return None


def _candidates(folder: Path, stems: set[str]) -> list[Path]:
    try:
        files = [file for family in folder.iterdir() if family.is_dir() for file in family.iterdir()]
    except OSError:
        return []
    return [file for file in files if file.suffix in (".otf", ".ttf") and file.stem.lower() in stems]
