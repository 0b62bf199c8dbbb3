"""From laid-out text to labels of the scene."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from mathvis.mathtext import TextRun, from_runs, oriented
from mathvis.scene.model import Label, Paint, Piece
from mathvis.scene.readers.svg_boxes import Box, union
from mathvis.scene.readers.svg_style import Style
from mathvis.scene.readers.svg_text import Span, TextLayout
from mathvis.scene.readers.svg_text_groups import group

if TYPE_CHECKING:
    from mathvis.scene.readers.svg_document import Node
    from mathvis.scene.readers.svg_numbers import Viewport
    from mathvis.scene.readers.svg_source import Source, State

_UNDERLINE_DEPTH = 0.18
"""How far an underline reaches below the baseline, in ems."""

PaintOf = Callable[[str, Style, Box | None], Paint | None]
"""Paint of ``fill`` or ``stroke`` under a style, with the bounding box of the text."""


def make_labels(source: Source, node: Node, state: State, paint_of: PaintOf) -> Iterator[tuple[Label, tuple[str, ...]]]:
    """Labels of a ``text`` element with the ids of the ``tspan`` elements around them.

    Parameters
    ----------
    source
        The document.
    node, state
        The element, and what it is drawn under (its own style and transform included).
    paint_of
        Resolves paints.
    """
    layout = TextLayout(lambda child, style: source.stylist.style(child, style, state.viewport), state.viewport)
    result = layout.run(node, state.style)
    for what in sorted(result.ignored):
        source.ignored(what)
    if not result.exact:
        source.note("font-metrics", "no font could be read; widths of text are rough")
    source.spend(8 * len(result.spans) or 1)
    whole = union(span.ink for span in result.spans)
    shown: list[Span] = []
    for span in result.spans:
        if span.style.visible:
            shown.append(span)
        elif span.text.strip():
            source.note("hidden", f"text {span.text.strip()[:40]!r} is not rendered: visibility is hidden")

    def look(span: Span) -> tuple[Paint | None, float]:
        return _look(span, state, paint_of, whole)

    for spans in group(shown):
        label = _label(source, node, state, spans, look)
        if label is not None:
            yield label, _common(spans)


def _common(spans: list[Span]) -> tuple[str, ...]:
    """Ids that are around every inked span."""
    inked = [span.ids for span in spans if span.text.strip()]
    shared = []
    for level in zip(*inked, strict=False):
        if len(set(level)) > 1:
            break
        shared.append(level[0])
    return tuple(shared)


def _look(span: Span, state: State, paint_of: PaintOf, whole: Box | None) -> tuple[Paint | None, float]:
    """Paint of a span (its fill, or its stroke where it is not filled) and half its outline's width."""
    fill, stroke = paint_of("fill", span.style, whole), paint_of("stroke", span.style, whole)
    width = span.style.length("stroke-width", state.viewport)
    outlined = stroke is not None and stroke.alpha > 0 and width > 0
    paint = stroke if outlined and (fill is None or fill.alpha <= 0) else fill
    return paint, width / 2 if outlined else 0.0


def _ink(span: Span, margin: float) -> Box | None:
    box = span.ink
    if box is None:
        return None
    x, y = span.start
    decoration = span.style.keyword("text-decoration")
    if "underline" in decoration:
        box = union((box, Box(x, y, x + span.advance, y + _UNDERLINE_DEPTH * span.style.font_size))) or box
    if "overline" in decoration:
        box = union((box, Box(x, y - span.ascent, x + span.advance, y))) or box
    return Box(box.x0 - margin, box.y0 - margin, box.x1 + margin, box.y1 + margin)


def _label(
    source: Source, node: Node, state: State, spans: list[Span], paint: Callable[[Span], tuple[Paint | None, float]]
) -> Label | None:
    painted = [(span, paint(span)[0]) for span in spans]
    visible = [(span, color) for span, color in painted if color is not None and color.alpha > 0]
    if visible:
        for span, color in painted:
            if span.text.strip() and (color is None or color.alpha <= 0):
                source.note("invisible-text", f"text {span.text.strip()[:40]!r} is not painted")
    else:
        visible = [(span, color or Paint((0.0, 0.0, 0.0), 0.0)) for span, color in painted]
    used = [span for span, _ in visible]
    box = union(_ink(span, paint(span)[1]) for span in used)
    if box is None:
        return None
    inked = [span for span in used if span.text.strip()]
    size = max(span.style.font_size for span in inked)
    main = next(span for span in inked if span.style.font_size == size)
    widths: dict[Paint, float] = {}
    for span, color in visible:
        if span.text.strip():
            widths[color] = widths.get(color, 0.0) + span.advance
    matrix = state.matrix
    x0, y0, x1, y1 = box
    along = matrix.turn((1.0, 0.0))
    up = matrix.turn((0.0, -1.0))
    mirrored = along[0] * up[1] - along[1] * up[0] < 0
    if mirrored:
        source.note("mirrored-text", "text is shown mirrored")
    text = "".join(span.text for span in used).strip()
    angle = math.degrees(math.atan2(along[1], along[0]))
    color = max(widths, key=lambda color: widths[color])
    return Label(
        0,
        oriented(_form(source, used, text, state.viewport), text, angle, mirrored=mirrored),
        text,
        (matrix.at((x0, y1)), matrix.at((x1, y1)), matrix.at((x1, y0)), matrix.at((x0, y0))),
        matrix.at((inked[0].start[0], main.start[1])),
        size * matrix.scale,
        color,
        angle,
        state.clips,
        line=node.sourceline,
        pieces=_pieces(visible, box, color),
    )


def _pieces(visible: list[tuple[Span, Paint]], box: Box, color: Paint) -> tuple[Piece, ...]:
    """Characters that leave ink, with their places in the box of the label; none for a single one."""
    found = [(glyph, paint) for span, paint in visible for glyph in span.glyphs]
    whole = (box.x0, -box.y1, box.x1, -box.y0)
    return tuple(
        Piece.within(whole, (glyph.x0, -glyph.y1, glyph.x1, -glyph.y0), None if paint == color else paint)
        for glyph, paint in (found if len(found) > 1 else ())
    )


def _form(source: Source, spans: list[Span], text: str, viewport: Viewport) -> str:
    runs = []
    for span in spans:
        spacing = span.style.length("letter-spacing", viewport)
        decoration = span.style.keyword("text-decoration")
        x, y = span.start
        runs.append(
            TextRun(
                span.text,
                x,
                -y,
                span.style.font_size,
                span.advance,
                overline="overline" in decoration,
                underline="underline" in decoration,
                spacing=spacing,
                struck="line-through" in decoration,
            )
        )
    try:
        return from_runs(runs)
    except ValueError as error:
        source.note("label", f"text {text[:40]!r} has no normal form: {error}")
        return text
