r"""Where documents and pictures begin and end in LaTeX code, or in prose with LaTeX code in it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

PICTURES = frozenset({"tikzpicture", "tikzcd", "circuitikz", "forest"})
"""The environments that are a picture by themselves."""

_OPAQUE = frozenset({"verbatim", "verbatim*", "filecontents", "filecontents*", "lstlisting", "comment", "luacode"})
_TOKEN = re.compile(
    r"\\(?P<edge>begin|end)[ \t]*\{[ \t]*(?P<name>[A-Za-z]+\*?)[ \t]*\}"
    r"|\\(?P<command>documentclass|tikz)(?![A-Za-z@])"
    r"|\\[\s\S]|[%{}]"
)
_BRACE = re.compile(r"\\[\s\S]|%[^\n]*|[{}]")
_MENTION = re.compile(r"(?:\[[^\]\n`]{0,200}\])?`")
_LOOK = 200


@dataclass(frozen=True, slots=True)
class Span:
    r"""A document or picture.

    Attributes
    ----------
    start, end
        From ``\documentclass`` or ``\begin`` up to the end of the closing command, or of the text.
    document
        Whether it is a document.
    closed
        Whether its closing command is there.
    balanced
        For a document: whether it has pictures and all of them are closed.
    body
        For a document: where its body starts, just after ``\begin{document}``; -1 without one.
    """

    start: int
    end: int
    document: bool
    closed: bool
    balanced: bool = False
    body: int = -1


@dataclass(frozen=True, slots=True)
class Scan:
    r"""What a text holds: `spans` in order, none inside another; `inline`: a ``\tikz`` command outside them."""

    spans: tuple[Span, ...]
    inline: bool


def scan(text: str, *, prose: bool) -> Scan:
    r"""Find the outermost documents and pictures of a text.

    Parameters
    ----------
    text
        LaTeX code; with `prose`, words of any kind around it.
    prose
        Outside code a ``%`` in the middle of a line is a percent sign, ``\documentclass`` counts only at the
        start of a line, commands quoted as inline code are mentions, and a picture that is begun anew after an
        unfinished one is a picture of its own. In code an unfinished picture takes the rest of the text.
    """
    return _Scanner(text, prose=prose).run()


def balanced(text: str) -> bool:
    """Whether all braces of LaTeX code are closed, those in comments aside."""
    depth = 0
    for token in _BRACE.finditer(text):
        depth += {"{": 1, "}": -1}.get(token[0], 0)
        if depth < 0:
            return False
    return depth == 0


def pictures(text: str) -> str:
    """Return code from its first picture to the end of its last one; all of it when it has none."""
    spans = scan(text, prose=False).spans
    return text[spans[0].start : spans[-1].end] if spans else text


@dataclass(slots=True)
class _Open:
    """A picture that has begun; `inner` has the closed pictures directly in it that may be a new beginning."""

    name: str
    start: int
    depth: int
    inner: list[Span] = field(default_factory=list)


@dataclass(slots=True)
class _Document:
    start: int
    body: int = -1
    pictures: int = 0


class _Scanner:
    def __init__(self, text: str, *, prose: bool) -> None:
        self.text, self.prose = text, prose
        self.spans: list[Span] = []
        self.stack: list[_Open] = []
        self.document: _Document | None = None
        self.depth = 0
        self.inline = False
        self.open: Counter[str] = Counter()
        """How many pictures of each name are on the stack."""
        self.unclosed: set[str] = set()

    def run(self) -> Scan:
        place = 0
        while (token := _TOKEN.search(self.text, place)) is not None:
            place = self._take(token)
        self._finish(len(self.text))
        return Scan(tuple(sorted(self.spans, key=lambda span: span.start)), self.inline)

    def _take(self, token: re.Match[str]) -> int:
        """Take one token in; return where to go on."""
        symbol = token[0]
        if symbol == "%":
            comment = not self.prose or self._inside() or self._starts_line(token.start())
            end = self.text.find("\n", token.end()) if comment else token.end()
            return len(self.text) if end < 0 else end
        if symbol in "{}":
            self.depth += 1 if symbol == "{" else -1
        elif token["edge"] == "begin":
            return self._begin(token, token["name"])
        elif token["edge"] == "end":
            self._end(token, token["name"])
        elif token["command"] == "tikz":
            self._inline()
        elif token["command"] == "documentclass" and (not self.prose or self._starts_line(token.start())):
            self._finish(token.start())
            self.document = _Document(token.start())
        return token.end()

    def _inline(self) -> None:
        if self.document is not None:
            self.document.pictures += 1
        elif not self.stack:
            self.inline = True

    def _begin(self, token: re.Match[str], name: str) -> int:
        if name in _OPAQUE and name not in self.unclosed:
            end = self.text.find(f"\\end{{{name}}}", token.end())
            if end >= 0:
                return end + len(name) + 6
            self.unclosed.add(name)
        elif name == "document" and self.document is not None and self.document.body < 0:
            self.document.body = token.end()
        elif name in PICTURES and not (
            self.prose and not self._inside() and _MENTION.match(self.text, token.end()) is not None
        ):
            self.stack.append(_Open(name, token.start(), self.depth))
            self.open[name] += 1
        return token.end()

    def _end(self, token: re.Match[str], name: str) -> None:
        if name == "document" and self.document is not None:
            balanced = not self.stack and self.document.pictures > 0
            document = self.document
            self.spans.append(
                Span(document.start, token.end(), document=True, closed=True, balanced=balanced, body=document.body)
            )
            self._forget()
        elif name in PICTURES:
            self._close(token, name)

    def _close(self, token: re.Match[str], name: str) -> None:
        if not self.open[name]:
            return
        closing = self._pop()
        while closing.name != name:
            closing = self._pop()
        picture = Span(closing.start, token.end(), document=False, closed=True)
        if self.document is not None:
            self.document.pictures += 1
        elif not self.stack:
            self.spans.append(picture)
            self.depth = 0
        elif self._anew(self.stack[-1], closing):
            self.stack[-1].inner.append(picture)

    def _pop(self) -> _Open:
        closing = self.stack.pop()
        self.open[closing.name] -= 1
        return closing

    def _anew(self, outer: _Open, inner: _Open) -> bool:
        """Whether a picture inside an open one could be a second attempt rather than a part of it."""
        if inner.depth > outer.depth or not self._starts_line(inner.start):
            return False
        return inner.name == outer.name or "\n\n" in self.text[max(outer.start, inner.start - _LOOK) : inner.start]

    def _finish(self, end: int) -> None:
        """Book what is still open at `end`."""
        if self.document is not None:
            balanced = not self.stack and self.document.pictures > 0
            document = self.document
            self.spans.append(
                Span(document.start, end, document=True, closed=False, balanced=balanced, body=document.body)
            )
        elif self.stack:
            attempts = [picture for item in self.stack for picture in item.inner] if self.prose else []
            stop = min((picture.start for picture in attempts), default=end)
            self.spans.append(Span(self.stack[0].start, stop, document=False, closed=False))
            self.spans.extend(attempts)
        self._forget()

    def _forget(self) -> None:
        self.document = None
        self.stack.clear()
        self.open.clear()
        self.depth = 0

    def _inside(self) -> bool:
        return self.document is not None or bool(self.stack)

    def _starts_line(self, place: int) -> bool:
        line = self.text.rfind("\n", max(0, place - _LOOK), place)
        return (line >= 0 or place <= _LOOK) and not self.text[line + 1 : place].strip("> \t")
