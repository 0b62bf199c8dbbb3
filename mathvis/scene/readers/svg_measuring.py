"""Metrics of text that another program will draw.

They are those of the font files that serve its style; without any font a rough table of widths stands in.
"""

from __future__ import annotations

import struct
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from mathvis.scene.readers.svg_font_choice import font_files
from mathvis.scene.readers.svg_font_files import Face, GlyphBox

if TYPE_CHECKING:
    from mathvis.scene.readers.svg_font_choice import FontRequest


@lru_cache(maxsize=256)
def _face(path: str, index: int) -> Face | None:
    try:
        return Face(path, index)
    except (OSError, ValueError, struct.error):
        return None


_ROUGH = {**dict.fromkeys("ijl|!.,:;'`", 0.3), **dict.fromkeys(" tfr()[]{}-/I", 0.38), **dict.fromkeys("mMW@%", 0.95)}


def _glyph(face: Face, char: str) -> GlyphBox | None:
    """Metrics of a character; a font whose tables are broken lacks it."""
    try:
        return face.glyph(char)
    except (struct.error, ValueError, LookupError, AssertionError, TypeError):
        return None


class Measured(NamedTuple):
    """A laid-out piece of text in ems of its size; y up, origin at the start of the baseline.

    `exact` is False where no font file could be read; `glyphs` are the boxes of the ink of its characters.
    """

    advance: float
    ink: tuple[float, float, float, float] | None
    ascent: float
    exact: bool
    glyphs: tuple[tuple[float, float, float, float], ...] = ()


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
    glyphs: list[tuple[float, float, float, float]] = []
    files = font_files(request)
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
            glyphs.append((x + glyph.ink[0], glyph.ink[1], x + glyph.ink[2], glyph.ink[3]))
        x += glyph.advance + spacing
    ink = (left, bottom, right, top) if right > left else None
    return Measured(x - spacing if text else 0.0, ink, ascent or 0.93, exact, tuple(glyphs))


def _invisible(char: str) -> bool:
    """Recognise marks, joiners and direction controls that a font need not have."""
    return char in "\u200b\u200c\u200d\u200e\u200f\u2060\ufe0e\ufe0f" or "\u202a" <= char <= "\u202e"
