"""Glyphs as the paths that they draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mathvis.scene.model import Fill, Subpath
from mathvis.scene.readers.pdf_geometry import Matrix, apply, multiply
from mathvis.scene.readers.pdf_ink import GlyphInk, PathInk
from mathvis.scene.readers.pdf_marks import TIP_FRAMES

if TYPE_CHECKING:
    from mathvis.scene.readers.pdf_fonts import Font
    from mathvis.scene.readers.pdf_ink import Ink


def glyph_subpaths(font: Font, code: int, matrix: Matrix) -> tuple[Subpath, ...] | None:
    """Return the outline of a glyph on the page; None where the font has none that can be read.

    Parameters
    ----------
    font, code
        The glyph.
    matrix
        From text units at the glyph's origin to page coordinates.
    """
    outline = font.outline(code)
    if outline is None:
        return None
    drawn, units = outline
    onto = multiply(units, matrix)
    subpaths = []
    for contour in drawn.contours:
        points = [apply(onto, x, y) for x, y in contour]
        if len(points) > 1:
            if points[0] != points[-1]:
                points += (points[-1], points[0], points[0])
            subpaths.append(Subpath(tuple(points), closed=True))
    return tuple(subpaths)


def drawn_glyph(item: Ink) -> Ink:
    """Turn a glyph that serves as an arrow tip into the path it draws; other ink stays as it is."""
    if not isinstance(item, GlyphInk) or item.frame is None:
        return item
    frame = item.frame.nearest(*TIP_FRAMES)
    if frame is None or frame.kind not in ("head", "tip"):
        return item
    subpaths = glyph_subpaths(item.font, item.code, item.matrix)
    return PathInk(subpaths, None, Fill(item.paint), item.clips, item.frame) if subpaths else item
