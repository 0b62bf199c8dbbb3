r"""Code that arrives inside string literals: tool calls, JSON replies, code escaped once or several times."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from mathvis.extract.seek import Seeker

DEPTH = 4
"""How many layers of escaping are taken off."""

_MARKER = re.compile(
    r"(?<!\\)(?:\\\\|\\{4}|\\{8})(?:begin[ ]?\{(?:document|tikzpicture|tikzcd)\}|documentclass(?![A-Za-z]))"
    r"|<svg[^<>\"\\]*\\{1,7}\""
)
_LITERAL = re.compile(r'"(?:[^"\\]|\\[\s\S])*+("?)')
_ESCAPE = re.compile(r'\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))')
_SIMPLE = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_TAG = re.compile(r"<([A-Za-z_]{1,40})>")
_MAY_HOLD_CODE = re.compile(r"begin|documentclass|<svg|\\tikz", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Literal:
    """A string literal that holds code.

    Attributes
    ----------
    start, end
        Its place in the text, quotes included.
    value
        What it stands for.
    closed
        Whether its closing quote arrived.
    """

    start: int
    end: int
    value: str
    closed: bool


def json_strings(text: str) -> list[str] | None:
    """Return all strings in a text that is one JSON value, perhaps in a tag, or None when it is not."""
    stripped = text.strip()
    tag = _TAG.match(stripped)
    if tag and stripped.endswith(f"</{tag[1]}>"):
        stripped = stripped[tag.end() : -len(tag[1]) - 3].strip()
    if stripped[:1] not in ("{", "[", '"') or not _MAY_HOLD_CODE.search(stripped):
        return None
    try:
        value = json.loads(stripped, strict=False)
    except (ValueError, RecursionError):
        return None
    found: list[str] = []
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            if _MAY_HOLD_CODE.search(item):
                found.append(item)
        elif isinstance(item, dict):
            pending.extend(reversed(item.values()))
        elif isinstance(item, list):
            pending.extend(reversed(item))
    return found


def literals(text: str) -> list[Literal]:
    """Find the string literals around escaped code, wherever they stand in the text.

    Escaped code that no quote encloses is taken to run to the end of the text, closed.
    """
    found: list[Literal] = []
    markers = Seeker(text, _MARKER)
    floor = 0
    while (marker := markers.after(floor)) is not None:
        start = _opening_quote(text, floor, marker.start())
        match = _LITERAL.match(text, start) if start is not None else None
        if start is None or match is None:
            begin = text.rfind("\n", floor, marker.start()) + 1 or floor
            found.append(Literal(begin, len(text), unescape(text[begin:]), closed=True))
            break
        closed = match.group(1) == '"'
        body = text[start + 1 : match.end() - (1 if closed else 0)]
        found.append(Literal(start, match.end(), unescape(body), closed))
        floor = match.end()
    return found


def unescape(body: str) -> str:
    """Take one layer of JSON escapes off; what is no valid escape stays as it is."""
    try:
        value = json.loads(f'"{body}"', strict=False)
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, str):
        return value
    return _ESCAPE.sub(lambda m: chr(int(m[1], 16)) if m[1] else _SIMPLE[m[2]], body)


def _opening_quote(text: str, floor: int, place: int) -> int | None:
    quote = text.rfind('"', floor, place)
    while quote >= 0:
        before = quote
        while before > floor and text[before - 1] == "\\":
            before -= 1
        if (quote - before) % 2 == 0:
            return quote
        quote = text.rfind('"', floor, before)
    return None
