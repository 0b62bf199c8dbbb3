"""Normal form of positioned glyphs and of Unicode text runs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from mathvis.mathtext.boxes import AXIS, Box, bars_of
from mathvis.mathtext.canonical import form_of
from mathvis.mathtext.glyphnames import hangs as hangs_down
from mathvis.mathtext.glyphnames import is_open_mathematics
from mathvis.mathtext.ink import Glyph, Rule, TextRun
from mathvis.mathtext.layout import read
from mathvis.mathtext.symbols import ACCENTS, NEGATION, symbols
from mathvis.mathtext.tree import Node, Sym

if TYPE_CHECKING:
    from collections.abc import Sequence

JOINT: Final = 0.05
"""Pieces whose edges differ by less than this share of the type size are set as one."""

MAX_GLYPHS: Final = 1000
"""Most glyphs that are read as one label."""
MAX_RULES: Final = 100
"""Most rules in one label."""

_DEPTHS: Final = {"bigg": 2.4, "Bigg": 3.0, "big": 1.2, "Big": 1.8, "display": 1.4, "text": 1.0}
"""Height of the glyphs of TeX's extension font, by the end of their names, in type sizes."""
_OWN_DEPTHS: Final = {
    "integraldisplay": 2.22, "contintegraldisplay": 2.22, "integraltext": 1.11, "contintegraltext": 1.11,
    "vextendsingle": 0.6, "vextenddouble": 0.6, "arrowvertex": 0.6, "arrowvertexdbl": 0.6, "braceex": 0.3,
    "parenleftex": 0.6, "parenrightex": 0.6, "bracketleftex": 0.6, "bracketrightex": 0.6, "parenlefttp": 1.8,
    "parenleftbt": 1.8, "parenrighttp": 1.8, "parenrightbt": 1.8, "bracketlefttp": 1.8, "bracketleftbt": 1.8,
    "bracketrighttp": 1.8, "bracketrightbt": 1.8, "bracelefttp": 0.9, "braceleftbt": 0.9, "bracerighttp": 0.9,
    "bracerightbt": 0.9, "braceleftmid": 1.8, "bracerightmid": 1.8, "radicalbt": 1.8, "radicalvertex": 0.6,
    "radicaltp": 0.6,
}  # fmt: skip
_PIECES: Final = {
    **dict.fromkeys("⎛⎜⎝", "("), **dict.fromkeys("⎞⎟⎠", ")"), **dict.fromkeys("⎡⎢⎣", "["), **dict.fromkeys("⎤⎥⎦", "]"),
    **dict.fromkeys("⎧⎨⎩", "{"), **dict.fromkeys("⎫⎬⎭", "}"), "⎷": "√",
}  # fmt: skip
_EXTENSIONS: Final = "⎪⏐"
_STRETCHED: Final = 1.15
"""A delimiter or operator taller than this is one that was made to grow."""
_OPERATORS: Final = frozenset("ΣΠ∫∮∯∪∩⊔⊎∧∨⊕⊗⊙⨿")
_NARY: Final = frozenset("∑∏∐∫∬∭∮∯⋂⋃⋀⋁⨀⨁⨂⨄⨆")
_STRETCHABLE: Final = frozenset(Sym(char) for char in "()[]{}|‖⟨⟩⌊⌋⌈⌉√" + "".join(_OPERATORS))
_DEEP: Final = frozenset("gjpqy()[]{}|‖∫√/βγζηµμξρφϕχψ,;Q⟨⟩")
_LOW: Final = frozenset("acegmnopqrsuvwxyzαγεικμνοπρστυωχη−+=·~.,:;<>→←∞∼×−")


def from_glyphs(glyphs: Sequence[Glyph], rules: Sequence[Rule] = ()) -> str:
    """Normal form of one label's glyphs and rules.

    Parameters
    ----------
    glyphs
        In any order; several lines are read top to bottom.
    rules
        Horizontal bars among them.

    Raises
    ------
    ValueError
        More than `MAX_GLYPHS` glyphs or `MAX_RULES` rules, or too deep a nesting.
    """
    if len(glyphs) > MAX_GLYPHS or len(rules) > MAX_RULES:
        raise ValueError(f"more than {MAX_GLYPHS} glyphs or {MAX_RULES} rules in one label")
    boxes = _joined([box for glyph in _scaled(glyphs) if (box := _box(glyph)) is not None])
    try:
        row = read(boxes, bars_of(rules))
    except RecursionError:
        raise ValueError("label nested too deeply") from None
    return form_of(row)


def from_runs(runs: Sequence[TextRun], rules: Sequence[Rule] = ()) -> str:
    """Normal form of one label's text runs.

    Dollars, backslashes and braces are text like any other: a reader sees them.

    Raises
    ------
    ValueError
        As `from_glyphs`.
    """
    glyphs: list[Glyph] = []
    bars = list(rules)
    for run in runs:
        exploded = explode(run)
        glyphs += exploded
        if exploded and (run.overline or run.underline or run.struck):
            left, right = exploded[0].x, exploded[-1].x + exploded[-1].width
            top = run.y + run.size * (0.1 + max(_heights(glyph.char)[0] for glyph in exploded))
            bottom = run.y - run.size * (0.1 + max(_heights(glyph.char)[1] for glyph in exploded))
            if run.overline:
                bars.append(Rule(left, top, right, top))
            if run.underline:
                bars.append(Rule(left, bottom, right, bottom))
            if run.struck:
                middle = run.y + AXIS * run.size
                bars.append(Rule(left, middle, right, middle))
    return from_glyphs(glyphs, bars)


def explode(run: TextRun) -> list[Glyph]:
    """Glyphs of a run, combining marks kept with their base; widths are estimated and scaled to the run's."""
    clusters: list[str] = []
    for char in run.text:
        if clusters and (char in ACCENTS or char == NEGATION or char in "\ufe0e\ufe0f\u200d"):
            clusters[-1] += char
        else:
            clusters.append(char)
    widths = [_width(cluster[0]) for cluster in clusters]
    total = sum(widths)
    spacing = min(run.spacing, 0.0)
    natural = None if run.width is None else run.width - spacing * (len(run.text) - 1)
    scale = run.size if natural is None or not total else natural / total
    out: list[Glyph] = []
    x = run.x
    for cluster, width in zip(clusters, widths, strict=True):
        out.append(Glyph(cluster, x, run.y, width * scale, run.size))
        x += width * scale + spacing * len(cluster)
    return out


def plain_text(glyphs: Sequence[Glyph]) -> str:
    """Readable text of a label: its characters line by line, a space at every wider gap."""
    lines: list[list[Glyph]] = []
    size = max((glyph.size for glyph in glyphs), default=0.0)
    for glyph in sorted(glyphs, key=lambda glyph: -glyph.y):
        if lines and lines[-1][0].y - glyph.y < 0.75 * size:
            lines[-1].append(glyph)
        else:
            lines.append([glyph])
    words: list[str] = []
    for line in lines:
        text, end = "", None
        for glyph in sorted(line, key=lambda glyph: glyph.x):
            if end is not None and glyph.x - end > 0.2 * size and not text.endswith(" "):
                text += " "
            text += glyph.char
            end = glyph.x + glyph.width
        words.append(text.strip())
    return " ".join(words)


def _width(char: str) -> float:
    """Rough advance of a character in type sizes."""
    if char in ACCENTS or char in "\u200b\u200d":
        return 0.0
    if char in "\u2009\u200a\u202f\u2006":
        return 0.17
    if char.isspace():
        return 0.3
    if char in "iljtfI.,:;'|!′()[]":
        return 0.32
    if char in "mwMW—→⇒↦∞…":
        return 0.85
    return 0.6 if char.isupper() else 0.52


def _box(glyph: Glyph) -> Box | None:
    mark = ""
    nodes: tuple[Node, ...] = tuple(node for char in glyph.char for node in symbols(char))
    if not nodes:
        return None
    if len(glyph.char) == 1 and glyph.char in ACCENTS:
        mark, nodes = ACCENTS[glyph.char], (Sym(glyph.char),)
        mark = "bar" if mark == "overline" else mark
    x0, x1, size, name = glyph.x, glyph.x + glyph.width, glyph.size, glyph.name or ""
    combining = mark or (glyph.char == NEGATION and is_open_mathematics(glyph.font))
    if combining and not glyph.width:
        # OpenType's combining marks have no advance and their ink left of the origin
        x0, x1 = x0 - 0.55 * size, x1 - 0.05 * size
    known = None if glyph.height is None or glyph.depth is None else glyph.height + glyph.depth
    stretched = known is not None and known > _STRETCHED * size and nodes[0] in _STRETCHABLE
    hangs = hangs_down(glyph.char, glyph.name, glyph.font) or stretched
    if hangs and not mark:
        depth = glyph.depth if glyph.depth is not None else size * _depth(name)
        top = glyph.y + (glyph.height if glyph.height is not None else 0.04 * size)
        bottom = glyph.y - depth
        operator = len(nodes) == 1 and isinstance(nodes[0], Sym) and nodes[0].char in _OPERATORS
        return Box(nodes, x0, x1, (top + bottom) / 2 - AXIS * size, size, top, bottom, hangs=True, operator=operator)
    up, down = _heights(glyph.char)
    height = glyph.height if glyph.height is not None else size * up
    depth = glyph.depth if glyph.depth is not None else size * down
    elastic = known is None and nodes[0] in _STRETCHABLE and is_open_mathematics(glyph.font)
    return Box(
        nodes,
        x0,
        x1,
        glyph.y,
        size,
        glyph.y + height,
        glyph.y - depth,
        mark=mark,
        operator=glyph.char in _NARY,
        elastic=elastic,
    )


def _scaled(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """Big operators that are small ones of a larger type size get the size and the place of the others."""
    sizes = [glyph.size for glyph in glyphs if not _is_symbol_font(glyph)]
    size = max(sizes, default=0.0)
    out: list[Glyph] = []
    for glyph in glyphs:
        big = glyph.char in _NARY and _is_symbol_font(glyph) and 1.4 * size <= glyph.size <= 1.6 * size
        if big and glyph.height is not None and glyph.depth is not None:
            out.append(replace(glyph, size=size, font="CMEX10"))
        else:
            out.append(glyph)
    return out


def _is_symbol_font(glyph: Glyph) -> bool:
    return bool(glyph.font and glyph.font.startswith(("StandardSym", "Symbol")))


def _heights(char: str) -> tuple[float, float]:
    """Rough ink above and below the baseline, in type sizes."""
    node = next(iter(symbols(char[0])), None)
    first = node.char if isinstance(node, Sym) and not node.style else ""
    return (0.45 if first and first in _LOW else 0.7), (0.22 if first and first in _DEEP else 0.0)


def _depth(name: str) -> float:
    if name in _OWN_DEPTHS:
        return _OWN_DEPTHS[name]
    return next((depth for end, depth in _DEPTHS.items() if name.endswith(end)), 1.0)


def _joined(boxes: list[Box]) -> list[Box]:
    """Pieces of tall delimiters become one delimiter each, pieces of a long accent one accent."""
    out: list[Box] = []
    columns: list[list[Box]] = []
    marks: list[list[Box]] = []
    for box in sorted(boxes, key=lambda box: box.x0):
        if box.shows("".join(_PIECES) + _EXTENSIONS) or (box.hangs and box.shows("‖")):
            home = next((column for column in columns if abs(column[0].x0 - box.x0) < JOINT * box.size), None)
            columns.append([box]) if home is None else home.append(box)
        elif box.mark and box.x1 > box.x0:
            home = next(
                (
                    run
                    for run in marks
                    if run[0].mark == box.mark
                    and abs(run[0].y - box.y) < JOINT * box.size
                    and abs(run[-1].x1 - box.x0) < 4 * JOINT * box.size
                ),
                None,
            )
            marks.append([box]) if home is None else home.append(box)
        else:
            out.append(box)
    out += [replace(run[0], x1=run[-1].x1) for run in marks]
    for column in columns:
        named = next((box for box in column if not box.shows(_EXTENSIONS)), None)
        sym = named.nodes[0] if named else Sym("|")
        char = _PIECES.get(sym.char, sym.char) if isinstance(sym, Sym) else "|"
        top, bottom = max(box.top for box in column), min(box.bottom for box in column)
        size, right = column[0].size, max(box.x1 for box in column)
        out.append(
            replace(
                column[0],
                nodes=(Sym(char),),
                x1=right,
                y=(top + bottom) / 2 - AXIS * size,
                top=top,
                bottom=bottom,
                hangs=True,
            )
        )
    return out
