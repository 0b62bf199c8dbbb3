"""Replies that give only what has changed: code with "the rest as before" in it is no program."""

from __future__ import annotations

import re

from mathvis.extract.model import Format

_DOTS = r"(?:\.{3}|…)"
_OMITS = re.compile(r"\bunchanged\b|\bas before\b|\b(?:stay|remain)s? the same\b|\bomitted\b|\bcode\b", re.IGNORECASE)
_PERHAPS = re.compile(r"\brest\b|\bremaining\b|\bother\b|\bexisting\b|\bprevious\b|\bsame\b|\babove\b", re.IGNORECASE)
"""Words that speak of omitted code only between two ellipses."""
_SAYS_SO = re.compile(
    r"\brest of (?:the |your )?(?:code|picture|figure|diagram|program|drawing|document|svg)\b"
    r"(?=.{0,80}\b(?:unchanged|same|as before|omitted|here|remains?|stays?)\b)"
    r"|\bcode omitted\b|\b(?:existing|previous|original) code (?:goes )?here\b",
    re.IGNORECASE,
)
_TEX_COMMENT = re.compile(r"(?<!\\)%+([^\n]{0,300})")
_TEX_TOKEN = re.compile(r"\\[\s\S]|%[^\n]*|^[ \t]*(?:\.{3}|…)[ \t]*$|[{}]", re.MULTILINE)
_XML_COMMENT = re.compile(r"<!--([^<>]{0,300})-->")
_XML_LINE = re.compile(r">[ \t]*\n[ \t]*(?:\.{3}|…)[ \t]*\n")
_XML_TEXT = re.compile(r"<(?:text|tspan|textPath|title|desc|style|p|div)[\s>]")


def has_placeholder(source: str, language: Format) -> bool:
    """Whether a program stands for more code than it gives.

    An ellipsis in a list (``{1,...,5}``), in a label or in ordinary comments does not count: only a line or
    comment that is an ellipsis and nothing else, or one that says that code is left out.
    """
    comments = _TEX_COMMENT if language is Format.TIKZ else _XML_COMMENT
    if any(_omits(comment[1]) for comment in comments.finditer(source)):
        return True
    return _bare_tex(source) if language is Format.TIKZ else _bare_xml(source)


def _omits(comment: str) -> bool:
    comment = comment.strip(" \t-*/%()[]")
    if re.fullmatch(_DOTS, comment) or _SAYS_SO.search(comment):
        return True
    edges = (re.match(_DOTS, comment) is not None) + (re.search(_DOTS + r"\Z", comment) is not None)
    return bool((edges and _OMITS.search(comment)) or (edges == 2 and _PERHAPS.search(comment)))


def _bare_tex(source: str) -> bool:
    """Look for a line of dots outside all braces (in braces it may be the text of a node)."""
    depth = 0
    for token in _TEX_TOKEN.finditer(source):
        symbol = token[0]
        if symbol in "{}":
            depth += 1 if symbol == "{" else -1
        elif depth <= 0 and symbol.strip() in ("...", "…"):
            return True
    return False


def _bare_xml(source: str) -> bool:
    for line in _XML_LINE.finditer(source):
        tag = source.rfind("<", max(0, line.start() - 1000), line.start())
        if tag >= 0 and not _XML_TEXT.match(source, tag):
            return True
    return False
