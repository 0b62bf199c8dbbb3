"""Which of the programs in a reply is the answer."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from mathvis.extract.candidate import Candidate, Findings, Preamble, State
from mathvis.extract.model import Extraction, Form, Format, Program, Status
from mathvis.extract.refusal import is_refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

_NAMES = {Format.TIKZ: "TikZ", Format.SVG: "SVG"}


def choose(text: str, findings: Findings, formats: frozenset[Format]) -> Extraction:
    """Decide: the last complete program of a demanded format is the answer.

    Parameters
    ----------
    text
        The reply, for the words of a refusal.
    findings
        What was found in it.
    formats
        The demanded formats.
    """
    wanted = [c for c in findings.candidates if c.format in formats]
    complete = [c for c in wanted if c.state is State.COMPLETE]
    if complete:
        return _taken(complete, wanted, findings, formats)
    unfinished = [c for c in wanted if c.state is State.UNFINISHED]
    if unfinished:
        last = unfinished[-1]
        return Extraction(
            Status.TRUNCATED, None, f"the {_describe(last)} is unfinished: {last.remark}", fragment=last.source
        )
    if findings.unfinished_thought:
        return Extraction(Status.TRUNCATED, None, "the reply ends inside a thought; there is no program outside it")
    return _nothing(text, findings, wanted, formats)


def _taken(
    complete: list[Candidate], wanted: list[Candidate], findings: Findings, formats: frozenset[Format]
) -> Extraction:
    last = complete[-1]
    program = Program(last.format, last.form, last.source, _preamble(last, wanted, findings.preambles))
    distinct = {(c.format, c.form, c.source, c.preamble) for c in complete}
    passed = list(takewhile(lambda c: c.state is not State.COMPLETE, reversed(wanted)))[::-1]
    notes = [f"one {_describe(last)}"]
    if len(distinct) > 1:
        notes = [f"{len(distinct)} complete programs; the last one ({_describe(last)}) is taken"]
    elif len(complete) > 1:
        notes = [f"one {_describe(last)}, given {len(complete)} times"]
    notes += [f"a later {_describe(c)} is passed over: {c.remark}" for c in passed]
    others = [c for c in findings.candidates if c.format not in formats]
    if others:
        notes.append(f"{_names(others)} was not asked for and is passed over")
    if last.remark:
        notes.append(last.remark)
    if program.preamble:
        notes.append("preamble lines given apart from the picture belong to it")
    several = len(distinct) > 1 or bool(passed)
    return Extraction(
        Status.SEVERAL if several else Status.COMPLETE, program, "; ".join(notes), candidates=len(distinct)
    )


def _preamble(chosen: Candidate, wanted: list[Candidate], preambles: Sequence[Preamble]) -> str:
    """Gather the preamble lines that go with a picture.

    Lines given since the picture before it, and after it, are its own. Where there are none, the latest ones
    given with an earlier picture still hold.
    """
    if chosen.form is not Form.PICTURE:
        return ""
    pictures = [c.at for c in wanted if c.form is Form.PICTURE]
    before = max((at for at in pictures if at < chosen.at), default=-1)
    own = [p.lines for p in preambles if p.at > before]
    if preambles and not own and not chosen.preamble:
        latest = max(p.at for p in preambles)
        before = max((at for at in pictures if at < latest), default=-1)
        own = [p.lines for p in preambles if p.at > before]
    lines = [*own, chosen.preamble] if chosen.preamble else own
    return "\n".join(dict.fromkeys(lines))


def _nothing(text: str, findings: Findings, wanted: list[Candidate], formats: frozenset[Format]) -> Extraction:
    if wanted:
        return Extraction(Status.NONE, None, f"the {_describe(wanted[-1])} is not complete: {wanted[-1].remark}")
    if findings.candidates:
        demanded = " or ".join(sorted(_NAMES[f] for f in formats)) or "nothing"
        return Extraction(
            Status.NONE, None, f"the reply gives {_names(findings.candidates)} where {demanded} is demanded"
        )
    if not text.strip():
        return Extraction(Status.NONE, None, "the reply is empty")
    if findings.preambles:
        return Extraction(Status.NONE, None, "the reply gives preamble lines but no picture")
    if findings.code:
        return Extraction(Status.NONE, None, "there is code in the reply, but no TikZ picture, LaTeX document or <svg>")
    if is_refusal(text):
        return Extraction(Status.REFUSED, None, "the reply declines in words and holds no program")
    return Extraction(Status.NONE, None, "there is no program in the reply")


def _describe(candidate: Candidate) -> str:
    if candidate.format is Format.SVG:
        return "SVG element"
    return "LaTeX document" if candidate.form is Form.DOCUMENT else "TikZ picture"


def _names(candidates: Sequence[Candidate]) -> str:
    return " and ".join(sorted({_NAMES[c.format] for c in candidates}))
