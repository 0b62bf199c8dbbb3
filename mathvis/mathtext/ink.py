"""Positioned ink of one label, as the scene readers hand it over.

Coordinates are the label's own: unrotated, y up, any unit as long as it is one and the same.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Glyph:
    """A glyph.

    Attributes
    ----------
    char
        What it shows (mathematical alphanumerics allowed; combining marks may follow their base). Pieces of tall
        delimiters are the Unicode pieces; see `mathvis.mathtext.char_for_glyph`.
    x, y
        Origin: left end of its stretch of baseline.
    width
        Advance width.
    size
        Type size in effect (font size times the scale of the text matrix).
    height, depth
        Ink above and below the baseline, where known.
    name, font
        Glyph name and BaseFont without subset prefix, where known: glyphs of TeX's extension fonts hang from
        their baseline, and only font or name tell.
    """

    char: str
    x: float
    y: float
    width: float
    size: float
    height: float | None = None
    depth: float | None = None
    name: str | None = None
    font: str | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """A horizontal bar: fraction bar, vinculum, overline or underline (corners in any order)."""

    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class TextRun:
    """A run of Unicode text on one baseline.

    Attributes
    ----------
    text
        The characters, in visual order.
    x, y
        Start of the run's baseline; shifts (``dy``, ``baseline-shift``) are already in `y`.
    size
        Type size.
    width
        Advance width where it was measured; estimated otherwise.
    overline, underline, struck
        Whether the run carries such a line (``text-decoration``; ``struck`` is its ``line-through``).
    spacing
        What is added between its characters, in the unit of the coordinates; only where they are drawn together
        (negative) is the difference to wider characters read.
    """

    text: str
    x: float
    y: float
    size: float
    width: float | None = None
    overline: bool = False
    underline: bool = False
    spacing: float = 0.0
    struck: bool = False
