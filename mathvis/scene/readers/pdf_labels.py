"""What the glyphs and rules of a label say, and where."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from mathvis.mathtext import Glyph, Rule, from_glyphs, oriented, plain_text
from mathvis.scene.model import Piece
from mathvis.scene.readers.pdf_geometry import Box, bounds
from mathvis.scene.readers.pdf_ink import GlyphInk, PathInk
from mathvis.scene.readers.pdf_text_groups import Axes, TextGroup, axes_of, bar_box, corners_of, size_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mathvis.scene.model import XY, Paint, Quad
    from mathvis.scene.readers.pdf_ink import Ink

UNKNOWN = "\N{REPLACEMENT CHARACTER}"
"""Stands for a glyph of which nobody knows what it shows, so that no label equals one with it."""

SAME_PLACE = 0.07
"""Equal glyphs nearer than this share of their size are one that is painted several times."""
_LEVELS = 1000


class LabelShape(NamedTuple):
    """What a group of glyphs and rules says, and where."""

    form: str
    text: str
    box: Quad
    baseline: XY
    size: float
    angle: float
    paint: Paint
    mirrored: bool
    pieces: tuple[Piece, ...]


def label(ink: Sequence[Ink], group: TextGroup) -> LabelShape | None:
    """Return what a group says; None if it leaves no ink.

    Glyphs of which nobody knows what they show are `UNKNOWN` in its form.
    """
    glyphs = _topmost([item for item in (ink[index] for index in group.glyphs) if isinstance(item, GlyphInk)])
    shown = [glyph for glyph in glyphs if glyph.shape.box is not None or not glyph.shape.drawn]
    if not shown:
        return None
    main_size = max(round(size_of(glyph), 2) for glyph in shown)
    axes = axes_of(shown[0])
    paths = [item for item in (ink[index] for index in group.rules) if isinstance(item, PathInk)]
    bars = [bar_box(path, axes) for path in paths]
    given = [_given(glyph, axes) for glyph in glyphs]
    rules = [Rule(*bar) for bar in _level(bars)]
    try:
        form, text = from_glyphs(given, rules), plain_text(given)
    except ValueError:
        form = text = UNKNOWN
    x0, y0, x1, y1 = bounds(
        [axes.local(p) for glyph in shown for p in corners_of(glyph)]
        + [corner for bar in bars for corner in ((bar[0], bar[1]), (bar[2], bar[3]))]
    )
    mains = [glyph for glyph in shown if round(size_of(glyph), 2) == main_size]
    start = _start(mains, axes)
    paints = Counter(glyph.paint for glyph in mains)
    paint = max(paints, key=lambda paint: paints[paint])
    angle = math.degrees(math.atan2(axes.along[1], axes.along[0]))
    mirrored = axes.along[0] * axes.up[1] - axes.along[1] * axes.up[0] < 0
    return LabelShape(
        form=oriented(form, text, angle, mirrored=mirrored),
        text=text,
        box=(axes.page(x0, y0), axes.page(x1, y0), axes.page(x1, y1), axes.page(x0, y1)),
        baseline=(start.matrix[4], start.matrix[5]),
        size=main_size,
        angle=angle,
        paint=paint,
        mirrored=mirrored,
        pieces=_pieces(shown, axes, (x0, y0, x1, y1), paint) if len(shown) > 1 else (),
    )


def _pieces(glyphs: Sequence[GlyphInk], axes: Axes, whole: Box, paint: Paint) -> tuple[Piece, ...]:
    """Return the glyphs that leave ink, with their places in the box of the label."""
    found = []
    for glyph in glyphs:
        if glyph.shape.box is not None:
            own = bounds(axes.local(p) for p in corners_of(glyph))
            found.append(Piece.within(whole, own, None if glyph.paint == paint else glyph.paint))
    return tuple(found)


def _topmost(glyphs: Sequence[GlyphInk]) -> list[GlyphInk]:
    """Leave out glyphs that are painted again in the same place: contours, shadows and poor man's bold."""
    cells: dict[tuple[int, int, int, int], list[GlyphInk]] = defaultdict(list)
    found = []
    for glyph in reversed(glyphs):
        x, y, reach = glyph.matrix[4], glyph.matrix[5], SAME_PLACE * size_of(glyph)
        column, row = (int(x // reach), int(y // reach)) if reach > 0 else (0, 0)
        key = (id(glyph.font), glyph.code)
        around = [cells.get((*key, column + i, row + j), []) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        if any(math.hypot(o.matrix[4] - x, o.matrix[5] - y) <= reach for cell in around for o in cell):
            continue
        cells[(*key, column, row)].append(glyph)
        found.append(glyph)
    return found[::-1]


def _start(mains: Sequence[GlyphInk], axes: Axes) -> GlyphInk:
    """Return the glyph that starts the main baseline: the one on which most of the text stands."""
    extent: Counter[float] = Counter()
    for glyph in mains:
        # radicals and big operators hang from baselines of their own
        extent[_level_of(glyph, axes)] += max(round(glyph.shape.width * _LEVELS), 1)
    level = max(extent, key=lambda at: (extent[at], at))
    return min(
        (glyph for glyph in mains if _level_of(glyph, axes) == level),
        key=lambda glyph: axes.local((glyph.matrix[4], glyph.matrix[5]))[0],
    )


def _level_of(glyph: GlyphInk, axes: Axes) -> float:
    return round(axes.local((glyph.matrix[4], glyph.matrix[5]))[1], 1)


def _given(glyph: GlyphInk, axes: Axes) -> Glyph:
    size = size_of(glyph)
    x, y = axes.local((glyph.matrix[4], glyph.matrix[5]))
    box = glyph.shape.box
    blank = box is None and glyph.shape.drawn
    return Glyph(
        char=glyph.shape.char or (" " if blank else UNKNOWN),
        x=x,
        y=y,
        width=glyph.shape.width * math.hypot(glyph.matrix[0], glyph.matrix[1]),
        size=size,
        height=None if box is None else box[3] * size,
        depth=None if box is None else -box[1] * size,
        name=glyph.shape.name,
        font=glyph.font.name,
    )


def _level(bars: Sequence[Box]) -> list[Box]:
    """Return the bars that mean something in a formula: level ones that are no side of a frame."""
    upright = [bar for bar in bars if bar[3] - bar[1] > bar[2] - bar[0]]
    found = []
    for bar in bars:
        thick = bar[3] - bar[1]
        if thick > bar[2] - bar[0]:
            continue
        framed = any(
            min(abs(side[0] - bar[0]), abs(side[2] - bar[2])) <= 2 * thick
            and side[1] <= bar[3] + thick
            and side[3] >= bar[1] - thick
            for side in upright
        )
        if not framed:
            found.append(bar)
    return found
