r"""LaTeX outside of pictures, cut into commands with their arguments: preamble lines, definitions, wrappers, words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from mathvis.extract.seek import Seeker

if TYPE_CHECKING:
    from collections.abc import Iterator


class Kind(Enum):
    """What an item is."""

    SPACE = auto()
    COMMENT = auto()
    PREAMBLE = auto()
    r"""A command that belongs before ``\begin{document}``: packages and libraries."""
    CLASS = auto()
    r"""``\documentclass``."""
    DEFINITION = auto()
    """A command that sets or defines something and draws nothing."""
    WRAPPER = auto()
    """What puts a figure into an article: floats, captions, centring."""
    DISPLAY = auto()
    """A delimiter of displayed mathematics."""
    MATH = auto()
    """Inline mathematics."""
    COMMAND = auto()
    """Any other command, with its arguments."""
    BRACE = auto()
    WORDS = auto()
    """Text with a letter or digit in it."""
    SIGNS = auto()
    """Text without, but with some sign."""


SILENT = frozenset({Kind.SPACE, Kind.COMMENT})
LEADING = SILENT | {Kind.PREAMBLE, Kind.CLASS, Kind.DEFINITION}


@dataclass(frozen=True, slots=True)
class Item:
    """A stretch ``text[start:end]``."""

    kind: Kind
    start: int
    end: int
    name: str = ""


_PREAMBLE = frozenset(
    {
        "geometry",
        "PassOptionsToClass",
        "usegdlibrary",
        "usepgflibrary",
        "setsansfont",
        "usepgfplotslibrary",
        "usepgfmodule",
        "pagestyle",
        "DeclareMathSymbol",
        "usepackage",
        "setmonofont",
        "setmathfont",
        "usetikzlibrary",
        "setmainfont",
        "DeclareMathOperator",
        "DeclareMathAlphabet",
        "RequirePackage",
        "PassOptionsToPackage",
    }
)
_DEFINITION = re.compile(
    r"tikzset|tikzstyle|tikzcdset|tikzmath|tikzexternalize|pgf\w+|tdplot\w+|tkz(?:Setup|Init)\w*|sisetup|ctikzset"
    r"|(?:re)?newcommand|providecommand|(?:re)?newenvironment|new(?:if|length|counter|dimen|count|savebox|box)"
    r"|(?:set|addto)(?:length|counter)|[egx]?def|let|global|long|protected|(?:define|provide)color(?:set)?|colorlet"
    r"|Declare\w+|(?:New|Renew|Provide|Declare)\w*Command|makeatletter|makeatother|ExplSyntaxO(?:n|ff)|forestset"
)
_TAKES_NAME = re.compile(r"[egx]?def|let|\w*(?:command|Command|Operator)|new\w+|\w*length|pgfmath\w+|Declare\w+")
_WRAPPERS = {
    "centering": 0,
    "caption": 1,
    "captionof": 2,
    "label": 1,
    "noindent": 0,
    "maketitle": 0,
    "thispagestyle": 1,
    "section": 1,
    "subsection": 1,
    "subsubsection": 1,
    "paragraph": 1,
}
"""Wrapping commands and their number of arguments in braces."""
_ENVIRONMENTS = {
    "document": 0, "figure": 0, "figure*": 0, "center": 0, "subfigure": 1, "wrapfigure": 2, "table": 0, "flushleft": 0,
}  # fmt: skip
"""Wrapping environments and their number of arguments in braces."""
_DISPLAYS = frozenset({"equation", "equation*", "displaymath", "math"})

_EDGE = re.compile(r"\\(begin|end)[ \t]*\{[ \t]*([A-Za-z]+\*?)[ \t]*\}")
_COMMAND = re.compile(r"\\([A-Za-z@]+)(\*?)")
_PAIR = re.compile(r"\\[\s\S]|%[^\n]*|[{}\[\]]")
_SPACE = re.compile(r"\s+")
_PLAIN = re.compile(r"[^\\%${}]+")
_LETTER = re.compile(r"[^\W_]")
_TIES = re.compile(r"[~\s]+")
_GAP = re.compile(r"[ \t]*\n?[ \t]*")
_NAME = re.compile(r"\\(?:[A-Za-z@]+|[^A-Za-z@\s])")
_PARAMETERS = re.compile(r"(?:\[?#[1-9]\]?)+")
_VALUE = re.compile(r"=?[ \t]*-?[0-9.]+[a-z]*")


def statements(text: str) -> Iterator[Item]:
    """Cut a text into items that cover it, in order. Any text will do; time and memory grow with its length."""
    return _Cutter(text).run()


class _Cutter:
    def __init__(self, text: str) -> None:
        self.text = text
        self.pairs = _pairs(text)
        self.dollars = Seeker(text, re.compile(r"(?<!\\)\$|\n[ \t]*\n"))

    def run(self) -> Iterator[Item]:
        place = 0
        while place < len(self.text):
            item = self._next(place)
            yield item
            place = item.end

    def _next(self, place: int) -> Item:
        text = self.text
        character = text[place]
        if character == "\\":
            return self._command(place)
        if character == "%":
            end = text.find("\n", place)
            return Item(Kind.COMMENT, place, len(text) if end < 0 else end + 1)
        if character == "$":
            return self._math(place)
        if character in "{}":
            return Item(Kind.BRACE, place, place + 1)
        space = _SPACE.match(text, place)
        if space:
            return Item(Kind.SPACE, place, space.end())
        plain = _PLAIN.match(text, place)
        end = plain.end() if plain else place + 1
        if _TIES.fullmatch(text, place, end):
            return Item(Kind.SPACE, place, end)
        words = _LETTER.search(text, place, end) is not None
        return Item(Kind.WORDS if words else Kind.SIGNS, place, end)

    def _math(self, place: int) -> Item:
        if self.text.startswith("$$", place):
            return Item(Kind.DISPLAY, place, place + 2, "$$")
        closing = self.dollars.after(place + 1)
        if closing is None or closing[0] != "$":
            return Item(Kind.SIGNS, place, place + 1)
        return Item(Kind.MATH, place, closing.end())

    def _command(self, place: int) -> Item:
        edge = _EDGE.match(self.text, place)
        if edge:
            name = edge[2]
            if name in _DISPLAYS:
                return Item(Kind.DISPLAY, place, edge.end(), "\\[" if edge[1] == "begin" else "\\]")
            if name in _ENVIRONMENTS:
                groups = _ENVIRONMENTS[name] if edge[1] == "begin" else 0
                return Item(Kind.WRAPPER, place, self._groups(edge.end(), groups), name)
            return Item(Kind.COMMAND, place, edge.end(), name)
        command = _COMMAND.match(self.text, place)
        if command is None:
            symbol = self.text[place : place + 2]
            kind = Kind.DISPLAY if symbol in ("\\[", "\\]") else Kind.COMMAND
            return Item(kind, place, place + max(1, len(symbol)), symbol)
        name = command[1]
        if name == "documentclass":
            return Item(Kind.CLASS, place, self._arguments(command.end(), name), name)
        if name in _PREAMBLE:
            return Item(Kind.PREAMBLE, place, self._arguments(command.end(), name), name)
        if _DEFINITION.fullmatch(name):
            return Item(Kind.DEFINITION, place, self._arguments(command.end(), name), name)
        if name in _WRAPPERS:
            return Item(Kind.WRAPPER, place, self._groups(command.end(), _WRAPPERS[name]), name)
        return Item(Kind.COMMAND, place, self._groups(command.end(), 9), name)

    def _groups(self, place: int, braces: int) -> int:
        """Pass over the groups that follow directly: any in brackets, at most `braces` in braces."""
        while place < len(self.text) and (self.text[place] == "[" or (self.text[place] == "{" and braces)):
            if place not in self.pairs:
                break
            braces -= self.text[place] == "{"
            place = self.pairs[place] + 1
        return place

    def _arguments(self, place: int, name: str) -> int:
        """Pass over the arguments of a definition: groups, a command's name, parameters, an equals sign."""
        text = self.text
        names = (2 if name == "let" else 1) if _TAKES_NAME.fullmatch(name) else 0
        if name in ("global", "long", "protected", "makeatletter", "makeatother"):
            return place
        while True:
            gap = _GAP.match(text, place)
            ahead = gap.end() if gap else place
            following = text[ahead : ahead + 1]
            if following in ("{", "["):
                if ahead not in self.pairs:
                    return place
                place = self.pairs[ahead] + 1
                names = 0 if following == "{" and name != "let" else names
                continue
            match: re.Match[str] | None = None
            if following == "\\" and names:
                match = _NAME.match(text, ahead)
                names -= 1
            elif following == "#":
                match = _PARAMETERS.match(text, ahead)
            elif following == "=" and name in ("let", "tikzstyle"):
                match = re.compile("=").match(text, ahead)
            elif name.endswith("length"):
                match = _VALUE.match(text, ahead)
            if match is None:
                return place
            place = match.end()


def _pairs(text: str) -> dict[int, int]:
    """Map each opening brace or bracket that is closed to where it is closed."""
    pairs: dict[int, int] = {}
    braces: list[int] = []
    brackets: list[tuple[int, int]] = []
    for token in _PAIR.finditer(text):
        symbol = token[0]
        if symbol == "{":
            braces.append(token.start())
        elif symbol == "}" and braces:
            opening = braces.pop()
            pairs[opening] = token.start()
            while brackets and brackets[-1][0] > opening:
                brackets.pop()
        elif symbol == "[":
            brackets.append((token.start(), len(braces)))
        elif symbol == "]" and brackets and brackets[-1][1] == len(braces):
            pairs[brackets.pop()[0]] = token.start()
    return pairs
