r"""Which beginnings of a program may be read once for many figures.

A live engine outlives the figures that are forked from it, so nothing that a model thought up may run in
it: only whole lines of ``\documentclass``, ``\usepackage``, ``\usetikzlibrary`` and their like, with
names from tables (`mathvis.sandbox.inside.known_names`) and values of plain characters, and the
``\begin{document}`` that follows them. Everything from the first other line on runs in the figure's own
process.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from mathvis.sandbox.inside.known_names import CLASSES, DRAWING, PACKAGES, PLOT_LIBRARIES, TIKZ_LIBRARIES

MOST = 1 << 14
"""A longer beginning is not looked at."""

# no two neighbouring parts of these can match the same text, so that no text takes long
_NAMES = r"\{\s*(?P<%s>[A-Za-z0-9.\-]+(?:\s*,\s*[A-Za-z0-9.\-]+)*)\s*(?:,\s*)?\}"
_PLAIN = r"[A-Za-z0-9,=.:*/+\-\s]*"
_OPTIONS = rf"[ \t]*(?:\[{_PLAIN}(?:\{{{_PLAIN}\}}{_PLAIN}){{0,4}}\][ \t]*)?"
_LENGTH = r"-?\d{1,4}(?:\.\d{0,4})?[ \t]*(?:pt|bp|mm|cm|in|ex|em)"
_PLOT_KEY = rf"(?:compat[ \t]*=[ \t]*(?:newest|1\.\d{{1,2}})|(?:width|height)[ \t]*=[ \t]*{_LENGTH})"
_ANGLE = r"\{-?\d{1,3}(?:\.\d{0,4})?\}"
_STATEMENT = re.compile(
    rf"\\documentclass(?P<options>{_OPTIONS}){_NAMES % 'klass'}"
    rf"|\\usepackage{_OPTIONS}{_NAMES % 'package'}"
    rf"|\\usetikzlibrary[ \t]*{_NAMES % 'tikz'}"
    rf"|\\usepgfplotslibrary[ \t]*{_NAMES % 'plot'}"
    rf"|\\pgfplotsset[ \t]*\{{\s*{_PLOT_KEY}(?:\s*,\s*{_PLOT_KEY}){{0,3}}\s*(?:,\s*)?\}}"
    r"|\\PreviewEnvironment[ \t]*\{[A-Za-z]{1,30}\*?\}"
    rf"|\\setlength[ \t]*(?:\{{\\PreviewBorder\}}|\\PreviewBorder)[ \t]*\{{{_LENGTH}\}}"
    r"|\\definecolor[ \t]*\{[A-Za-z][A-Za-z0-9\-]{0,40}\}[ \t]*"
    r"\{(?:rgb|RGB|HTML|gray|Gray|cmyk|hsb)\}[ \t]*\{[0-9A-Fa-f., ]{1,40}\}"
    rf"|\\tdplotsetmaincoords[ \t]*{_ANGLE}{_ANGLE}"
    r"|\\pagestyle[ \t]*\{(?:empty|plain)\}"
)
_KNOWN = {"klass": CLASSES, "package": PACKAGES, "tikz": TIKZ_LIBRARIES, "plot": PLOT_LIBRARIES}
_SPACE = re.compile(r"[ \t]*")
_LINE_END = re.compile(r"[ \t]*(?:%[^\n]*)?\n")
_DRAWING_OPTION = re.compile(r"\btikz\b")
_BEGIN = re.compile(r"[ \t]*\\begin[ \t]*\{document\}[ \t]*(?:%[^\n]*)?\n")
_BEGUN = "\\begin{document}%\n"


class Beginning(NamedTuple):
    """A beginning of a program.

    Attributes
    ----------
    text
        What a live engine reads: comments and empty lines are left out.
    length
        How many characters of the program it stands for.
    lines
        How many line ends are in them.
    begun
        Whether the document has begun in it.
    """

    text: str
    length: int
    lines: int
    begun: bool = False


def beginnings(source: str) -> tuple[Beginning, ...]:
    r"""Return the beginnings that are worth a live engine, longest first.

    They end after any known line from the one on that loads what draws, after the last known line, and after the
    ``\begin{document}`` that follows it.
    """
    found: dict[int, Beginning] = {}
    whole: Beginning | None = None
    at, text, drawing, classed = 0, "", False, False
    source = source[:MOST]
    while at < MOST:
        end = _LINE_END.match(source, at)
        if end is not None:
            at = end.end()
            continue
        line = _statements(source, at)
        if line is None:
            break
        at = line.end
        text += line.text
        classed |= line.classed
        drawing |= line.drawing
        whole = Beginning(text, at, source.count("\n", 0, at))
        if drawing:
            found[at] = whole
    if whole is not None:
        found[whole.length] = whole
        begin = _BEGIN.match(source, at) if classed else None
        if begin is not None:
            text += _BEGUN
            found[begin.end()] = Beginning(text, begin.end(), source.count("\n", 0, begin.end()), begun=True)
    return tuple(found[length] for length in sorted(found, reverse=True))


class _Line(NamedTuple):
    """Statements of a line, where they end, whether one is the class, and whether one loads what draws."""

    end: int
    text: str
    classed: bool
    drawing: bool


def _statements(source: str, at: int) -> _Line | None:
    """Read the statements of a line; some go over several."""
    start = at
    classed = drawing = False
    while True:
        at = _skip(source, at)
        end = _LINE_END.match(source, at)
        if end is not None and at > start:
            return _Line(end.end(), f"{source[start:at].rstrip()}%\n", classed, drawing)
        match = _STATEMENT.match(source, at)
        if match is None or not _known(match):
            return None
        classed |= match["klass"] is not None
        drawing |= (
            bool(_names(match["package"]) & DRAWING) or _DRAWING_OPTION.search(match["options"] or "") is not None
        )
        at = match.end()


def _skip(source: str, at: int) -> int:
    found = _SPACE.match(source, at)
    return at if found is None else found.end()


def _known(match: re.Match[str]) -> bool:
    return all(_names(match[kind]) <= names for kind, names in _KNOWN.items())


def _names(listed: str | None) -> set[str]:
    return {name.strip() for name in listed.split(",")} if listed else set()
