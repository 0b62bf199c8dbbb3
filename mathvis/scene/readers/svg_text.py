"""Text layout: from a ``text`` element to positioned spans.

The layout is the one of the program that draws the picture: chunks begin where a ``text`` or ``tspan``
gives ``x`` or ``y``; only the first value of a list of positions counts; spans follow one another by their
advance widths; ``text-anchor`` shifts a whole chunk.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from mathvis.scene.readers.svg_boxes import Box
from mathvis.scene.readers.svg_document import Node, local_name
from mathvis.scene.readers.svg_font_choice import FontRequest
from mathvis.scene.readers.svg_measuring import measure
from mathvis.scene.readers.svg_numbers import Viewport, parse_length, parse_length_list
from mathvis.scene.readers.svg_properties import STRETCHES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mathvis.scene.model import XY
    from mathvis.scene.readers.svg_style import Style

_SUB, _SUPER = -0.2, 0.4
_UNSUPPORTED = ("dominant-baseline", "alignment-baseline")
_NEUTRAL = {"auto", "baseline", "alphabetic", "inherit", "no-change", "use-script"}


class Span(NamedTuple):
    """A run of text in one style, placed in user space (y down).

    Attributes
    ----------
    text, style
        Characters, space-normalised, and their style.
    start
        Start of its baseline, shifts included.
    advance, ascent
        Advance width along the baseline; the font's ascent, where an overline would be.
    ink
        Ink's box, if it has any.
    ids
        Ids of the ``tspan`` and ``a`` elements around it, outermost first.
    glyphs
        Boxes of the ink of its characters.
    """

    text: str
    style: Style
    start: XY
    advance: float
    ascent: float
    ink: Box | None
    ids: tuple[str, ...]
    glyphs: tuple[Box, ...] = ()


class _Piece(NamedTuple):
    text: str
    style: Style
    dx: float
    dy: float
    shift: float
    ids: tuple[str, ...]


class _Lead(NamedTuple):
    """What the content of an element starts with: offsets for its first span, baseline shift, ids, depth."""

    dx: float
    dy: float
    shift: float
    ids: tuple[str, ...]
    depth: int


class _Chunk(NamedTuple):
    style: Style
    x: float | None
    y: float | None
    pieces: list[_Piece]


class _Laid(NamedTuple):
    """A piece placed relative to the start of its chunk."""

    piece: _Piece
    start: float
    base: float
    advance: float
    ascent: float
    box: Box | None
    glyphs: tuple[Box, ...]


class Layout(NamedTuple):
    """Spans of a text element, and what the renderer passes over in it."""

    spans: list[Span]
    ignored: set[str]
    exact: bool


def normalise(text: str, *, preserve: bool, before: bool, after: bool) -> str:
    """Normalise white space as ``xml:space`` says.

    Parameters
    ----------
    text
        Character data.
    preserve
        Whether ``xml:space`` is ``preserve``.
    before, after
        Whether an element stands before or after the text inside its parent.
    """
    if preserve:
        return re.sub(r"\r\n|[\r\n\t]", " ", text)
    text = re.sub(r"[\r\n]", "", text).replace("\t", " ")
    if not before:
        text = text.lstrip(" ")
    if not after:
        text = text.rstrip(" ")
    return re.sub(r" +", " ", text)


def _children(node: Node) -> Iterator[str | Node]:
    """Character data and elements in order; comments do not part the text around them."""
    text = node.text or ""
    for child in node:
        if isinstance(child.tag, str):
            if text:
                yield text
            yield child
            text = child.tail or ""
        else:
            text += child.tail or ""
    if text:
        yield text


def font_request(style: Style) -> FontRequest:
    """Font that a style asks for."""
    families = [part.strip().strip("\"'").strip() for part in style["font-family"].split(",")]
    slant = style.keyword("font-style")
    return FontRequest(
        tuple(family for family in families if family)[:16],
        style.weight,
        slant if slant in {"italic", "oblique"} else "normal",
        STRETCHES[style.keyword("font-stretch")],
    )


class TextLayout:
    """Lays out one ``text`` element.

    Parameters
    ----------
    restyle
        Style of a child element under its parent's style.
    viewport
        What percentages refer to.
    """

    def __init__(self, restyle: Callable[[Node, Style], Style], viewport: Viewport) -> None:
        self._restyle, self._viewport = restyle, viewport
        self._chunks: list[_Chunk] = []
        self.ignored: set[str] = set()
        self.exact = True

    def _first(self, node: Node, name: str, style: Style) -> float | None:
        text = node.get(name)
        lengths = parse_length_list(text)
        if text is None or lengths is None:
            return None
        if len(lengths) > 1:
            self.ignored.add(f"lists of positions ({name})")
        direction = "x" if name.endswith("x") else "y"
        return lengths[0].to_user(self._viewport, direction, style.font_size)

    def _remark(self, node: Node, style: Style) -> None:
        for name in _UNSUPPORTED:
            if style.keyword(name) not in _NEUTRAL:
                self.ignored.add(name)
        for name in ("textLength", "rotate"):
            if node.get(name) is not None and node.get(name) != "0":
                self.ignored.add(name)
        if style.keyword("word-spacing") not in {"normal", "0"}:
            self.ignored.add("word-spacing")

    def run(self, node: Node, style: Style) -> Layout:
        """Lay the element out; the first chunk starts at its ``x`` and ``y``."""
        x, y = self._first(node, "x", style) or 0.0, self._first(node, "y", style) or 0.0
        self._chunks = [_Chunk(style, x, y, [])]
        dx, dy = self._first(node, "dx", style) or 0.0, self._first(node, "dy", style) or 0.0
        self._remark(node, style)
        self._collect(node, style, _Lead(dx, dy, self._shift(style, 0.0), (), 0))
        spans: list[Span] = []
        for chunk in self._chunks:
            x, y, placed = self._place(chunk, x if chunk.x is None else chunk.x, y if chunk.y is None else chunk.y)
            spans += placed
        return Layout(spans, self.ignored, self.exact)

    def _shift(self, style: Style, above: float) -> float:
        """Baseline shift, upwards; nested shifts add up."""
        value = style.keyword("baseline-shift")
        if value in {"sub", "super"}:
            return above + style.font_size * (_SUB if value == "sub" else _SUPER)
        length = parse_length(value)
        if length is None:
            return above
        if length.unit == "%":
            return above + style.font_size * length.value / 100
        return above + length.to_user(self._viewport, "y", style.font_size)

    def _collect(self, node: Node, style: Style, lead: _Lead) -> None:
        dx, dy, shift, ids, depth = lead
        children = list(_children(node))
        for i, child in enumerate(children):
            if isinstance(child, str):
                text = normalise(child, preserve=style.preserve_space, before=i > 0, after=i + 1 < len(children))
                self._chunks[-1].pieces.append(_Piece(text, style, dx, dy, shift, ids))
            elif local_name(child) in {"tspan", "a"} and depth < 64:
                self._span(child, style, _Lead(dx, dy, shift, ids, depth))
            elif local_name(child) in {"textPath", "tref"}:
                self.ignored.add(local_name(child))
            dx = dy = 0.0

    def _span(self, node: Node, above: Style, lead: _Lead) -> None:
        dx, dy, shift, ids, depth = lead
        style = self._restyle(node, above)
        if not style.displayed:
            return
        own = node.get("id")
        inner = (*ids, own) if own else ids
        if local_name(node) == "tspan":
            self._remark(node, style)
            x, y = self._first(node, "x", style), self._first(node, "y", style)
            dx += self._first(node, "dx", style) or 0.0
            dy += self._first(node, "dy", style) or 0.0
            if x is not None or y is not None:
                self._chunks.append(_Chunk(style, x, y, []))
        self._collect(node, style, _Lead(dx, dy, self._shift(style, shift), inner, depth + 1))

    def _place(self, chunk: _Chunk, x: float, y: float) -> tuple[float, float, list[Span]]:
        """Place a chunk; gives where the next one goes on, and the spans."""
        pieces = list(chunk.pieces)
        lead_x = lead_y = 0.0
        if pieces:
            lead_x, lead_y = pieces[0].dx, pieces[0].dy
            pieces[0] = pieces[0]._replace(dx=0.0, dy=0.0)
        backwards = chunk.style.keyword("direction") == "rtl"
        at, down = 0.0, 0.0
        left, right = float("inf"), float("-inf")
        laid: list[_Laid] = []
        for piece in pieces:
            size = piece.style.font_size
            spacing = piece.style.length("letter-spacing", self._viewport) / size if size else 0.0
            measured = measure(piece.text, font_request(piece.style), spacing)
            self.exact = self.exact and measured.exact
            advance = measured.advance * size
            start = at + piece.dx - (advance if backwards else 0.0)
            base = down + piece.dy
            left, right = min(left, start), max(right, start + advance)
            box = _down(measured.ink, size) if measured.ink is not None else None
            glyphs = tuple(_down(ink, size) for ink in measured.glyphs)
            laid.append(_Laid(piece, start, base, advance, measured.ascent * size, box, glyphs))
            at += piece.dx + (-advance if backwards else advance)
            down += piece.dy
        if not laid:
            return x, y, []
        anchor = chunk.style.keyword("text-anchor")
        if anchor == "middle":
            offset = -(left + right) / 2
        elif (anchor == "end") != backwards:
            offset = -right
        else:
            offset = -left
        ox, oy = x + offset + lead_x, y + lead_y
        spans = []
        for piece, start, base, advance, ascent, box, glyphs in laid:
            px, py = ox + start, oy + base - piece.shift
            moved = _moved(box, px, py) if box is not None else None
            shifted = tuple(_moved(glyph, px, py) for glyph in glyphs)
            spans.append(Span(piece.text, piece.style, (px, py), advance, ascent, moved, piece.ids, shifted))
        return ox + at, oy + down, spans


def _down(ink: tuple[float, float, float, float], size: float) -> Box:
    """A box of ems, y up, in user units, y down."""
    return Box(ink[0] * size, -ink[3] * size, ink[2] * size, -ink[1] * size)


def _moved(box: Box, x: float, y: float) -> Box:
    return Box(box.x0 + x, box.y0 + y, box.x1 + x, box.y1 + y)
