r"""From a program to the document that is compiled: bare pictures get the standard preamble."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from mathvis.extract.display import in_line
from mathvis.extract.model import Form, Format, Program

STANDARD_PREAMBLE_VERSION = "1"
"""Goes up whenever `STANDARD_PREAMBLE` changes: it decides what a bare picture looks like."""

STANDARD_PACKAGES = ("amsmath", "amssymb", "tikz", "pgfplots", "tikz-cd")
"""Packages that a bare picture may rely on."""

STANDARD_LIBRARIES = (
    "arrows.meta",
    "calc",
    "decorations.markings",
    "decorations.pathmorphing",
    "decorations.pathreplacing",
    "intersections",
    "positioning",
    "angles",
    "quotes",
    "shapes.geometric",
    "patterns",
    "backgrounds",
    "fit",
    "matrix",
    "3d",
)
"""TikZ libraries that a bare picture may rely on."""

STANDARD_PREAMBLE = (
    "\\documentclass[border=2pt]{standalone}\n"
    "\\usepackage{amsmath,amssymb}\n"
    "\\usepackage{tikz}\n"
    "\\usepackage{pgfplots}\n"
    "\\pgfplotsset{compat=1.18}\n"
    "\\usepackage{tikz-cd}\n"
    f"\\usetikzlibrary{{{','.join(STANDARD_LIBRARIES)}}}\n"
)
r"""Everything before ``\begin{document}`` for a bare picture.

The class has no ``tikz`` option: with it every picture becomes a page, and two panels must be one page.
"""

_MAGIC = re.compile(r"^[ \t]*%+[ \t]*![ \t]*T[eE]X[ \t]+(?:TS-)?program[ \t]*=[ \t]*([A-Za-z]+)", re.MULTILINE)
_LUA = re.compile(
    r"\\(?:usepackage|RequirePackage)[ \t]*(?:\[[^\]\n]*\])?[ \t]*\{[^{}]*"
    r"\b(?:fontspec|unicode-math|luacode|luatextra|luamplib|polyglossia|luatexja)\b[^{}]*\}"
    r"|\\directlua(?![A-Za-z])|\\set(?:main|sans|mono|math)font(?![A-Za-z])"
    r"|\\usetikzlibrary[ \t]*\{[^{}]*\bgraphdrawing\b|\\usegdlibrary(?![A-Za-z])"
)
_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_OPTIONS = re.compile(r"\\usepackage[ \t]*\[([^\[\]{}]*)\][ \t]*\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Document:
    """What is handed to the sandbox.

    Attributes
    ----------
    source
        A LaTeX or SVG document.
    offset
        Lines before the program's own first line.
    engine_hint
        The TeX engine that the program asks for or cannot do without; None: any.
    """

    source: str
    offset: int = 0
    engine_hint: Literal["lualatex", "pdflatex"] | None = None


def wrap(program: Program) -> Document:
    r"""Make a document of a program.

    A whole document and an SVG pass through. A bare picture is put into the standard preamble, followed by
    the preamble lines of its own; options for packages that are already in the standard preamble are passed to
    them beforehand, since LaTeX refuses to load a package twice with other options. Displayed formulas around
    pictures are set in line, in display style: the page is a single box, in which LaTeX has no displays.
    """
    if program.format is Format.SVG:
        return Document(program.source)
    hint = _engine(program)
    if program.form is Form.DOCUMENT:
        return Document(program.source, engine_hint=hint)
    own = f"{program.preamble.rstrip()}\n" if program.preamble.strip() else ""
    head = f"{_passed_options(own)}{STANDARD_PREAMBLE}{own}\\begin{{document}}%\n"
    return Document(f"{head}{in_line(program.source)}%\n\\end{{document}}\n", head.count("\n"), hint)


def _engine(program: Program) -> Literal["lualatex", "pdflatex"] | None:
    for text in (program.preamble, program.source):
        magic = _MAGIC.search(text)
        if magic:
            name = magic[1].lower()
            if name.startswith(("lua", "xe")):
                return "lualatex"
            if name in ("pdflatex", "pdftex", "latex"):
                return "pdflatex"
    code = _COMMENT.sub("", f"{program.preamble}\n{program.source}")
    return "lualatex" if _LUA.search(code) else None


def _passed_options(preamble: str) -> str:
    r"""Write the options of ``\usepackage[…]{…}`` lines as ``\PassOptionsToPackage`` lines."""
    found = _OPTIONS.findall(_COMMENT.sub("", preamble))
    return "".join(
        f"\\PassOptionsToPackage{{{' '.join(options.split())}}}{{{name.strip()}}}\n"
        for options, names in found
        for name in names.split(",")
        if options.strip() and name.strip()
    )
