"""A whole reply, layer by layer: thoughts out, escapes off, code blocks apart, programs found."""

from __future__ import annotations

import html

from mathvis.extract import svg
from mathvis.extract.candidate import Candidate, Findings, Preamble, State
from mathvis.extract.escapes import DEPTH, json_strings, literals
from mathvis.extract.fences import End, Segment, segments
from mathvis.extract.latex import pictures
from mathvis.extract.model import Form, Format
from mathvis.extract.placeholders import has_placeholder
from mathvis.extract.thoughts import without_thoughts
from mathvis.extract.tikz import tikz_in

_TIKZ_TAGS = frozenset({"latex", "tex", "tikz", "tikzcd", "tikz-cd", "plaintex"})
_SVG_TAGS = frozenset({"svg", "xml", "html", "xhtml"})


def read(text: str, *, finished: bool, depth: int = 0, closed: bool = False) -> Findings:
    """Find all programs in a text.

    Parameters
    ----------
    text
        A reply, or a string inside one.
    finished
        Whether the reply is known to end because the model ended it.
    depth
        How many layers of string literals the text was taken out of.
    closed
        Whether the text's end is known to be the end of what was said: a string literal with its closing quote.
    """
    spoken = without_thoughts(text)
    findings = _strings(spoken.text, finished=finished, depth=depth) or _plain(
        spoken.text, finished=finished, depth=depth, closed=closed
    )
    if not findings.candidates and "&lt;svg" in spoken.text and depth < DEPTH:
        findings = _plain(html.unescape(spoken.text), finished=finished, depth=DEPTH, closed=closed)
    return Findings(findings.candidates, findings.preambles, findings.code, spoken.unfinished)


def _strings(text: str, *, finished: bool, depth: int) -> Findings | None:
    """Read a text that is one JSON value; None when it is not, or holds no program."""
    strings = json_strings(text) if depth < DEPTH else None
    if not strings:
        return None
    parts = [read(s, finished=finished, depth=depth + 1, closed=True).moved(i) for i, s in enumerate(strings)]
    joined = _joined(parts)
    return joined if joined.candidates else None


def _plain(text: str, *, finished: bool, depth: int, closed: bool) -> Findings:
    parts: list[Findings] = []
    cursor = 0
    for literal in literals(text) if depth < DEPTH else ():
        parts.append(_segments(text[cursor : literal.start], cursor, finished=finished, depth=depth, closed=False))
        inner = read(literal.value, finished=finished, depth=depth + 1, closed=literal.closed)
        parts.append(inner.moved(literal.start))
        cursor = literal.end
    parts.append(_segments(text[cursor:], cursor, finished=finished, depth=depth, closed=closed))
    return _joined(parts)


def _segments(text: str, at: int, *, finished: bool, depth: int, closed: bool) -> Findings:
    parts = segments(text)
    if closed and len(parts) == 1 and not parts[0].fenced:
        parts = [Segment(parts[0].at, parts[0].text, fenced=True, end=End.CLOSED)]
    found: list[Candidate] = []
    preambles: list[Preamble] = []
    for segment in parts:
        here = Segment(segment.at + at, segment.text, segment.fenced, segment.tag, segment.end)
        strings = _strings(segment.text, finished=finished, depth=depth)
        if strings is not None:
            strings = strings.moved(here.at)
            found += strings.candidates
            preambles += strings.preambles
            continue
        tikz = tikz_in(here, finished=finished)
        drawn = [] if segment.fenced and tikz.candidates else _svg(here)
        offered = sorted([*tikz.candidates, *drawn], key=lambda candidate: candidate.at) or _begun(here)
        found += [_checked(candidate) for candidate in offered]
        preambles += tikz.preambles
    code = any(segment.fenced and segment.text.strip() for segment in parts)
    return Findings(tuple(found), tuple(preambles), code)


def _svg(segment: Segment) -> list[Candidate]:
    prose = not segment.fenced
    found = svg.elements(segment.text, prose=prose)
    if not found:
        return []
    page = svg.is_page(segment.text, found)
    candidates: list[Candidate] = []
    for element in found:
        at = segment.at + element.start
        if element.closed:
            source, remark = svg.document(segment.text, element, page=page)
            candidates.append(Candidate(at, Format.SVG, Form.SVG, source.strip(), State.COMPLETE, remark=remark))
        else:
            fragment = segment.text[element.start : element.end].strip()
            remark = "the <svg> element is never closed"
            candidates.append(Candidate(at, Format.SVG, Form.SVG, fragment, State.UNFINISHED, remark=remark))
    if not prose and candidates[-1].state is State.UNFINISHED:
        # In code what stands inside an unfinished element is a part of it.
        return candidates[-1:]
    return candidates


def _begun(segment: Segment) -> list[Candidate]:
    """Take a block that the reply ends in for a program that was only begun, if its tag says so."""
    if not segment.fenced or segment.end is not End.OPEN:
        return []
    remark = "the code block is never closed and holds only the beginning of a program"
    if segment.tag in _TIKZ_TAGS:
        form = Form.DOCUMENT if "\\documentclass" in segment.text else Form.PICTURE
        return [Candidate(segment.at, Format.TIKZ, form, segment.text.strip(), State.UNFINISHED, remark=remark)]
    if segment.tag in _SVG_TAGS:
        return [Candidate(segment.at, Format.SVG, Form.SVG, segment.text.strip(), State.UNFINISHED, remark=remark)]
    return []


def _checked(candidate: Candidate) -> Candidate:
    code = pictures(candidate.source) if candidate.form is Form.PICTURE else candidate.source
    if candidate.state is not State.COMPLETE or not has_placeholder(code, candidate.format):
        return candidate
    remark = "it leaves code out and gives only what has changed"
    return Candidate(
        candidate.at, candidate.format, candidate.form, candidate.source, State.PLACEHOLDER, candidate.preamble, remark
    )


def _joined(parts: list[Findings]) -> Findings:
    return Findings(
        tuple(candidate for part in parts for candidate in part.candidates),
        tuple(preamble for part in parts for preamble in part.preambles),
        any(part.code for part in parts),
        any(part.unfinished_thought for part in parts),
    )
