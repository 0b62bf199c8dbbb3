r"""TikZ programs in a segment of a reply: whole documents, bare pictures, preamble lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mathvis.extract import statements
from mathvis.extract.candidate import Candidate, Preamble, State
from mathvis.extract.display import is_formula, without_display
from mathvis.extract.fences import End, Segment
from mathvis.extract.latex import Span, balanced, scan
from mathvis.extract.model import Form, Format
from mathvis.extract.statements import LEADING, SILENT, Item, Kind

if TYPE_CHECKING:
    from collections.abc import Iterable

_PROSE_TAGS = frozenset({"text", "txt", "plaintext", "plain", "markdown", "md"})
_CODE_STARTS = ("\\", "%", "{", "$")
_DOTS = ("...", "…")
_FAMILY = re.compile(r"tikz|pgf|tkz|tqft|forest|circuitikz|quiver|chemfig|spath|brunnian", re.IGNORECASE)
_HEADER = re.compile(r"[ \t]*(?:%|\\(?:PassOptionsTo|RequirePackage|DocumentMetadata|NeedsTeXFormat))")
_HEADER_LINES = 30
_ABOVE = 20_000
"""Characters above a picture in prose that are searched for its definitions."""
_BODY_OF_A_SKELETON = re.compile(
    r"(?:\s+|%[^\n]*|\\(?:input|include)\s*\{[^{}]*\}|\\(?:centering|noindent|maketitle)(?![A-Za-z])|\.{3}|…)*+"
    r"\\end[ \t]*\{[ \t]*document[ \t]*\}"
)


@dataclass(frozen=True, slots=True)
class Offer:
    """The candidates and preamble lines of one segment."""

    candidates: list[Candidate]
    preambles: list[Preamble]


def tikz_in(segment: Segment, *, finished: bool) -> Offer:
    """Read one segment.

    Parameters
    ----------
    segment
        A code block or the text between two.
    finished
        Whether the reply is known to end because the model ended it.
    """
    return _Reader(segment, finished=finished).read()


class _Reader:
    def __init__(self, segment: Segment, *, finished: bool) -> None:
        self.segment, self.text, self.finished = segment, segment.text, finished
        first = self.text.lstrip()[:1]
        self.code = segment.fenced and segment.tag not in _PROSE_TAGS and first in _CODE_STARTS
        self.bounded = self.code and segment.end is End.CLOSED
        """Whether the segment's ends are the ends of the code."""

    def read(self) -> Offer:
        found = scan(self.text, prose=not self.code)
        documents = [span for span in found.spans if span.document]
        pictures = [span for span in found.spans if not span.document]
        if not found.spans and not found.inline:
            return Offer([], self._preamble(self.text, self.segment.at))
        if self.segment.fenced and len(found.spans) == 1 and not pictures and not found.inline:
            skeleton = self._skeleton(documents[0])
            if skeleton is not None:
                return Offer([], skeleton)
        candidates: list[Candidate] = []
        start = 0
        for span in documents:
            candidates += self._document(span, start)
            start = span.end
        if not (documents and self.bounded):
            candidates += self._pictures(pictures, inline=found.inline)
        return Offer(sorted(candidates, key=lambda c: c.at), [])

    # Documents

    def _document(self, span: Span, floor: int) -> list[Candidate]:
        start = floor if self.bounded else self._header(span.start, floor)
        source = self.text[start : span.end].strip()
        at = self.segment.at + start
        if span.closed and not _FAMILY.search(source):
            return []
        if span.closed:
            return [_candidate(at, Form.DOCUMENT, source)]
        if self.bounded and span.balanced and span.end == len(self.text):
            return [
                _candidate(
                    at, Form.DOCUMENT, source + "\n\\end{document}", remark="\\end{document} was missing and was added"
                )
            ]
        return [_unfinished(at, Form.DOCUMENT, source, "there is no \\end{document}")]

    def _header(self, start: int, floor: int) -> int:
        r"""Go up over the comments and options directly above ``\documentclass``."""
        line = self.text.rfind("\n", floor, start) + 1 or floor
        for _ in range(_HEADER_LINES):
            if line <= floor:
                break
            above = self.text.rfind("\n", floor, line - 1) + 1 or floor
            if not _HEADER.match(self.text, above):
                break
            line = above
        return max(line, floor)

    def _skeleton(self, span: Span) -> list[Preamble] | None:
        """Take a document with nothing in it for the preamble it is there to show."""
        if self.segment.end is End.OPEN:
            return None
        if span.body < 0:
            return self._preamble(self.text, self.segment.at) or None
        if not span.closed or not _BODY_OF_A_SKELETON.fullmatch(self.text, span.body, span.end):
            return None
        head = self.text[: span.body]
        return self._preamble(head, self.segment.at) or None

    # Pictures

    def _pictures(self, spans: list[Span], *, inline: bool) -> list[Candidate]:
        broken = next((span for span in spans if not span.closed), None)
        at = self.segment.at
        if self.bounded:
            if broken is not None:
                return [_unfinished(at, Form.PICTURE, self.text.strip(), "a picture in it is never closed")]
            return self._whole(spans)
        closed = [span for span in spans if span.closed]
        if inline and not spans:
            return self._command()
        candidates = self._whole(spans) if broken is None and self._only_code(spans) else self._groups(closed)
        if broken is not None:
            fragment = self.text[broken.start : broken.end].strip()
            candidates.append(_unfinished(at + broken.start, Form.PICTURE, fragment, "the picture is never closed"))
        elif candidates and self._cut_short(closed[-1].end):
            last = candidates.pop()
            candidates.append(
                _unfinished(
                    last.at, last.form, last.source, "the code block is never closed, so more may have been meant"
                )
            )
        return candidates

    def _only_code(self, spans: list[Span]) -> bool:
        """Whether there are no words outside the pictures of a segment whose ends are not marked."""
        if not spans or self.text.lstrip()[:1] not in _CODE_STARTS:
            return False
        edges = [0, *(place for span in spans for place in (span.start, span.end)), len(self.text)]
        gaps = zip(edges[::2], edges[1::2], strict=True)
        return not any(_has_words(statements.statements(self.text[start:end])) for start, end in gaps)

    def _command(self) -> list[Candidate]:
        r"""Take a segment that is one ``\tikz`` command and nothing else; in prose the command is only mentioned."""
        source = self.text.strip()
        if not source.startswith("\\tikz"):
            return []
        if self.segment.fenced and self.segment.end is End.OPEN and not self.finished:
            return [_unfinished(self.segment.at, Form.PICTURE, source, "the code block is never closed")]
        if source[-1] in ";}" and balanced(source):
            return [_candidate(self.segment.at, Form.PICTURE, source)]
        return [_unfinished(self.segment.at, Form.PICTURE, source, "the picture is never closed")]

    def _cut_short(self, end: int) -> bool:
        """Whether the reply ends in this block right after a picture."""
        if self.finished or not self.code or self.segment.end is not End.OPEN:
            return False
        return not _has_words(statements.statements(self.text[end:]))

    def _whole(self, spans: list[Span]) -> list[Candidate]:
        """Take all of a code block that holds pictures but no document, without what wraps it into an article."""
        pieces: list[str] = []
        preamble = ""
        cursor = 0
        for index, span in enumerate([*spans, None]):
            outside = self.text[cursor : span.start if span else len(self.text)]
            items = list(statements.statements(outside))
            if index == 0:
                preamble, count = _lead(outside, items)
                items = items[count:]
            kept = (outside[i.start : i.end] for i in items if i.kind not in (Kind.WRAPPER, Kind.CLASS))
            pieces.append("".join(piece for piece in kept if piece.strip() not in _DOTS))
            if span:
                pieces.append(self.text[span.start : span.end])
                cursor = span.end
        source = without_display("".join(pieces).strip())
        return [_candidate(self.segment.at, Form.PICTURE, source, preamble=preamble)]

    def _groups(self, spans: list[Span]) -> list[Candidate]:
        """Take pictures out of prose; pictures with no words between them are panels of one program."""
        candidates: list[Candidate] = []
        cursor = index = 0
        while index < len(spans):
            first = spans[index]
            cursor = self._near(cursor, first.start)
            before = self.text[cursor : first.start]
            items = list(statements.statements(before))
            count = len(items)
            while count and items[count - 1].kind in LEADING | {Kind.WRAPPER}:
                count -= 1
            lead = items[count:]
            while lead and lead[0].kind in SILENT:
                del lead[0]
            start = cursor + lead[0].start if lead else first.start
            preamble, hoisted = _lead(before, lead)
            kept = "".join(before[i.start : i.end] for i in lead[hoisted:] if i.kind not in (Kind.WRAPPER, Kind.CLASS))
            source = kept.lstrip() + self.text[first.start : first.end]
            end = first.end
            formula = False
            while index + 1 < len(spans):
                following = spans[index + 1]
                between = self.text[end : following.start]
                parts = list(statements.statements(between))
                if not _glue(parts):
                    break
                dropped = (Kind.WRAPPER, Kind.DISPLAY)
                kept = "".join(between[i.start : i.end] for i in parts if i.kind not in dropped)
                formula = formula or is_formula(parts)
                source += kept + self.text[following.start : following.end]
                end = following.end
                index += 1
            source = f"\\(\\displaystyle {source.strip()}\\)" if formula else source.strip()
            candidates.append(_candidate(self.segment.at + start, Form.PICTURE, source, preamble=preamble))
            cursor = end
            index += 1
        return candidates

    def _near(self, floor: int, place: int) -> int:
        """Where to look for definitions above a picture: a line's start, not too far up."""
        if place - floor <= _ABOVE:
            return floor
        line = self.text.find("\n", place - _ABOVE, place)
        return place if line < 0 else line + 1

    # Preamble lines

    def _preamble(self, text: str, at: int) -> list[Preamble]:
        if not self.segment.fenced or text.lstrip()[:1] not in ("\\", "%"):
            return []
        items = list(statements.statements(text))
        lines = [i for i in items if i.kind in (Kind.PREAMBLE, Kind.DEFINITION)]
        skipped = {Kind.CLASS, Kind.WRAPPER}
        if not lines or any(i.kind not in LEADING | skipped for i in items):
            return []
        kept = "".join(text[i.start : i.end] for i in items if i.kind not in skipped)
        return [Preamble(at, kept.strip())]


def _lead(text: str, items: list[Item]) -> tuple[str, int]:
    """Split off the preamble that a piece of code starts with: its lines, and how many items they are."""
    last = 0
    for count, item in enumerate(items, 1):
        if item.kind is Kind.PREAMBLE:
            last = count
        elif item.kind not in LEADING | {Kind.WRAPPER}:
            break
    if not last:
        return "", 0
    while last < len(items) and items[last].kind in LEADING:
        last += 1
    lines = "".join(text[i.start : i.end] for i in items[:last] if i.kind not in (Kind.WRAPPER, Kind.CLASS))
    return lines.strip(), last


def _has_words(items: Iterable[Item]) -> bool:
    return any(item.kind is Kind.WORDS for item in items)


def _glue(items: list[Item]) -> bool:
    """Whether what stands between two pictures makes them panels of one figure."""
    return not _has_words(items) and not any(item.kind in (Kind.CLASS, Kind.PREAMBLE) for item in items)


def _candidate(at: int, form: Form, source: str, *, preamble: str = "", remark: str = "") -> Candidate:
    return Candidate(at, Format.TIKZ, form, source, State.COMPLETE, preamble, remark)


def _unfinished(at: int, form: Form, fragment: str, remark: str) -> Candidate:
    return Candidate(at, Format.TIKZ, form, fragment, State.UNFINISHED, remark=remark)
