r"""Which beginnings of a program may be read once for many figures.

A live engine outlives the figures that are forked from it, so nothing that a model thought up may run in
it: only whole lines of ``\documentclass``, ``\usepackage``, ``\usetikzlibrary`` and their like, with
names from the tables below and options of plain characters. Everything from the first other line on
runs in the figure's own process.
"""

from __future__ import annotations

import re
from typing import NamedTuple

CLASSES = frozenset({"standalone", "article", "minimal", "report", "book", "scrartcl", "extarticle", "amsart"})
PACKAGES = frozenset(
    [
        "amsmath",
        "amssymb",
        "amsfonts",
        "amsthm",
        "mathtools",
        "mathrsfs",
        "bm",
        "dsfont",
        "bbm",
        "stmaryrd",
        "esint",
        "cancel",
        "mathdots",
        "tikz",
        "pgf",
        "pgffor",
        "pgfplots",
        "pgfplotstable",
        "pgfmath",
        "tikz-cd",
        "tikz-3dplot",
        "tkz-euclide",
        "tkz-base",
        "circuitikz",
        "xcolor",
        "color",
        "graphicx",
        "fontenc",
        "inputenc",
        "textcomp",
        "lmodern",
        "mathptmx",
        "helvet",
        "courier",
        "times",
        "txfonts",
        "newtxtext",
        "newtxmath",
        "newpxtext",
        "newpxmath",
        "fourier",
        "fontspec",
        "unicode-math",
        "geometry",
        "array",
        "booktabs",
        "multirow",
        "enumitem",
        "siunitx",
        "etoolbox",
        "xparse",
        "ifthen",
        "calc",
        "preview",
        "microtype",
        "relsize",
        "anyfontsize",
        "wasysym",
        "pifont",
        "sansmath",
        "cmbright",
        "nicefrac",
        "xfrac",
        "gensymb",
    ]
)
TIKZ_LIBRARIES = frozenset(
    [
        "3d",
        "angles",
        "arrows",
        "arrows.meta",
        "arrows.spaced",
        "automata",
        "backgrounds",
        "babel",
        "bending",
        "calc",
        "calendar",
        "cd",
        "chains",
        "circuits.logic.US",
        "decorations",
        "decorations.fractals",
        "decorations.footprints",
        "decorations.markings",
        "decorations.pathmorphing",
        "decorations.pathreplacing",
        "decorations.shapes",
        "decorations.text",
        "er",
        "fadings",
        "fit",
        "fixedpointarithmetic",
        "fpu",
        "graphs",
        "hobby",
        "intersections",
        "knots",
        "lindenmayersystems",
        "math",
        "matrix",
        "mindmap",
        "patterns",
        "patterns.meta",
        "perspective",
        "petri",
        "plothandlers",
        "plotmarks",
        "positioning",
        "quotes",
        "rdf",
        "scopes",
        "shadings",
        "shadows",
        "shapes",
        "shapes.arrows",
        "shapes.callouts",
        "shapes.gates.logic.US",
        "shapes.geometric",
        "shapes.misc",
        "shapes.multipart",
        "shapes.symbols",
        "snakes",
        "spath3",
        "spy",
        "svg.path",
        "through",
        "topaths",
        "trees",
        "turtle",
        "views",
    ]
)
PLOT_LIBRARIES = frozenset(
    ["colormaps", "dateplot", "fillbetween", "groupplots", "patchplots", "polar", "statistics", "ternary", "units"]
)

MOST = 1 << 14
"""A longer beginning is not looked at."""

# no two neighbouring parts of these can match the same text, so that no text takes long
_NAMES = r"\{\s*(?P<%s>[A-Za-z0-9.\-]+(?:\s*,\s*[A-Za-z0-9.\-]+)*)\s*(?:,\s*)?\}"
_PLAIN = r"[A-Za-z0-9,=.:*/+\-\s]*"
_OPTIONS = rf"[ \t]*(?:\[{_PLAIN}(?:\{{{_PLAIN}\}}{_PLAIN}){{0,4}}\][ \t]*)?"
_STATEMENT = re.compile(
    rf"\\documentclass{_OPTIONS}{_NAMES % 'klass'}"
    rf"|\\usepackage{_OPTIONS}{_NAMES % 'package'}"
    rf"|\\usetikzlibrary[ \t]*{_NAMES % 'tikz'}"
    rf"|\\usepgfplotslibrary[ \t]*{_NAMES % 'plot'}"
    r"|\\pgfplotsset[ \t]*\{[ \t]*compat[ \t]*=[ \t]*(?:newest|1\.\d{1,2})[ \t]*\}"
)
_KNOWN = {"klass": CLASSES, "package": PACKAGES, "tikz": TIKZ_LIBRARIES, "plot": PLOT_LIBRARIES}
_SPACE = re.compile(r"[ \t]*")
_LINE_END = re.compile(r"[ \t]*(?:%[^\n]*)?\n")
_DRAWS = frozenset({"tikz", "pgfplots", "tikz-cd", "pgf", "circuitikz", "tkz-euclide"})


class Beginning(NamedTuple):
    """A beginning of a program.

    Attributes
    ----------
    text
        What a live engine reads, with comments left out.
    length
        How many characters of the program it stands for.
    lines
        How many line ends are in them.
    """

    text: str
    length: int
    lines: int


def beginnings(source: str) -> tuple[Beginning, ...]:
    """Return the beginnings that are worth a live engine, longest first.

    They are all known lines, and those up to the line that loads what draws.
    """
    found: dict[int, Beginning] = {}
    whole: Beginning | None = None
    at, text, loaded = 0, "", False
    source = source[:MOST]
    while at < MOST:
        end = _LINE_END.match(source, at)
        if end is not None:
            at = end.end()
            text += "%\n"
            continue
        taken = _statements(source, at)
        if taken is None:
            break
        names, at, line = taken
        text += line
        whole = Beginning(text, at, text.count("\n"))
        if not loaded and names & _DRAWS:
            loaded = True
            found[at] = whole
    if whole is not None:
        found[whole.length] = whole
    return tuple(found[length] for length in sorted(found, reverse=True))


def _statements(source: str, at: int) -> tuple[set[str], int, str] | None:
    """Read the statements of a line (some go over several): the packages they load, where they end, their text."""
    start = at
    packages: set[str] = set()
    while True:
        at = _skip(source, at)
        end = _LINE_END.match(source, at)
        if end is not None and at > start:
            return packages, end.end(), f"{source[start:at].rstrip()}%\n"
        match = _STATEMENT.match(source, at)
        if match is None or not _known(match):
            return None
        packages |= _names(match["package"])
        at = match.end()


def _skip(source: str, at: int) -> int:
    found = _SPACE.match(source, at)
    return at if found is None else found.end()


def _known(match: re.Match[str]) -> bool:
    return all(_names(match[kind]) <= names for kind, names in _KNOWN.items())


def _names(listed: str | None) -> set[str]:
    return {name.strip() for name in listed.split(",")} if listed else set()
