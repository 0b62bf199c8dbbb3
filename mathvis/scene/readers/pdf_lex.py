"""Tokens of a PDF content stream.

Operands become plain Python values: numbers are floats, names `Name`, strings bytes, arrays lists,
dictionaries dicts with `Name` keys left as plain strings.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


class Name(str):
    """A PDF name without its slash."""

    __slots__ = ()


class Malformed:
    """What stands in the operand list for bytes that are no token."""

    __slots__ = ()


MALFORMED = Malformed()

_TOKEN = re.compile(
    rb"""[\x00\t\n\x0c\r\ ]*(?:
      ([-+]?(?:\d++\.?+\d*+|\.\d++)(?=[\x00\t\n\x0c\r\ ()<>\[\]/%]|\Z))   # 1 number
    | ([A-Za-z'"][A-Za-z0-9*'"]*)                                      # 2 operator or keyword
    | /([^\x00\t\n\x0c\r\ ()<>\[\]{}/%]*)                              # 3 name
    | (\()                                                             # 4 string
    | (<<)                                                             # 5
    | (>>)                                                             # 6
    | <([0-9A-Fa-f\x00\t\n\x0c\r\ ]*)>                                 # 7 hex string
    | (\[)                                                             # 8
    | (\])                                                             # 9
    | (%[^\r\n]*)                                                      # 10 comment
    | ([^\x00\t\n\x0c\r\ ()<>\[\]/%]+|.)                               # 11 anything else
    )""",
    re.VERBOSE | re.DOTALL,
)
_NUMBERS_ALONE = re.compile(
    rb"""[\x00\t\n\x0c\r\ ]*+
      ((?:[-+]?(?:\d++\.?+\d*+|\.\d++)[\t\n\x0c\r\ ]++)*+)            # 1 operands
      ([A-Za-z][A-Za-z0-9*]*+)(?=[\x00\t\n\x0c\r\ ]|\Z)                # 2 operator or keyword
    """,
    re.VERBOSE,
)
"""What most of a page consists of: an operator whose operands are numbers."""
_STRING = re.compile(rb"[()\\]")
_ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
_KEYWORDS: dict[bytes, Any] = {b"true": True, b"false": False, b"null": None}
_SPECIAL = frozenset((*_KEYWORDS, b"BI", b"ID"))
_IMAGE_END = re.compile(rb"[\x00\t\n\x0c\r ]EI(?=[\x00\t\n\x0c\r ]|\Z)")
_MAX_NESTING = 64
_ARRAY, _DICT = object(), object()


def _string(data: bytes, start: int) -> tuple[bytes, int]:
    """Read the literal string whose parenthesis was at ``start - 1``; return it and the place after it."""
    parts: list[bytes] = []
    depth, pos = 1, start
    while True:
        match = _STRING.search(data, pos)
        if match is None:
            parts.append(data[pos:])
            return b"".join(parts), len(data)
        at = match.start()
        char = data[at : at + 1]
        if char == b"\\":
            parts.append(data[pos:at])
            piece, pos = _escape(data, at + 1)
            parts.append(piece)
            continue
        depth += 1 if char == b"(" else -1
        if depth == 0:
            parts.append(data[pos:at])
            return b"".join(parts), at + 1
        parts.append(data[pos : at + 1])
        pos = at + 1


def _escape(data: bytes, pos: int) -> tuple[bytes, int]:
    char = data[pos : pos + 1]
    if char in _ESCAPES:
        return _ESCAPES[char], pos + 1
    if char.isdigit() and char < b"8":
        end = pos + 1
        while end < pos + 3 and b"0" <= data[end : end + 1] <= b"7":
            end += 1
        return bytes([int(data[pos:end], 8) & 255]), end
    if char == b"\r":
        return b"", pos + (2 if data[pos + 1 : pos + 2] == b"\n" else 1)
    if char == b"\n":
        return b"", pos + 1
    return char, pos + 1


def _name(raw: bytes) -> Name:
    if b"#" in raw:
        raw = re.sub(rb"#([0-9A-Fa-f]{2})", lambda m: bytes([int(m[1], 16)]), raw)
    return Name(raw.decode("latin-1"))


def _hex(raw: bytes) -> bytes:
    digits = raw.translate(None, b"\x00\t\n\x0c\r ")
    return bytes.fromhex((digits + b"0" if len(digits) % 2 else digits).decode())


def _image(data: bytes, pos: int) -> int:
    """Return the place after the ``EI`` of an inline image whose data starts at `pos`."""
    match = _IMAGE_END.search(data, pos)
    return len(data) if match is None else match.end()


def operations(data: bytes, max_operands: int = 1_000_000) -> Iterator[tuple[bytes, list[Any]]]:
    """Yield the operators of a content stream with their operands.

    An inline image comes as operator ``BI`` with its dictionary. What is no token leaves `MALFORMED`
    among the operands. More than `max_operands` operands in a row end the stream.
    """
    operands: list[Any] = []
    outer: list[tuple[object, list[Any]]] = []
    pos, size = 0, len(data)
    match_at, numbers_at = _TOKEN.match, _NUMBERS_ALONE.match
    while pos < size:
        while not operands and not outer and (found := numbers_at(data, pos)) and found[2] not in _SPECIAL:
            numbers = [float(number) for number in found[1].split()]
            if len(numbers) > max_operands:
                return
            yield found[2], numbers
            pos = found.end()
        match = match_at(data, pos)
        if match is None:
            return
        pos = match.end()
        kind = match.lastindex
        if kind == 1:
            operands.append(float(match[1]))
        elif kind == 2:
            word = match[2]
            if word in _KEYWORDS:
                operands.append(_KEYWORDS[word])
            elif word == b"BI":
                operands = []
                outer = []
            elif word == b"ID":
                entries = dict(zip(operands[0::2], operands[1::2], strict=False))
                pos = _image(data, pos)
                yield b"BI", [{str(k): v for k, v in entries.items() if isinstance(k, Name)}]
                operands = []
            else:
                if outer:
                    operands = [MALFORMED]
                    outer = []
                yield word, operands
                operands = []
        elif kind == 3:
            operands.append(_name(match[3]))
        elif kind == 4:
            text, pos = _string(data, pos)
            operands.append(text)
        elif kind == 7:
            operands.append(_hex(match[7]))
        elif kind in (5, 8):
            if len(outer) >= _MAX_NESTING:
                return
            outer.append((_DICT if kind == 5 else _ARRAY, operands))
            operands = []
        elif kind in (6, 9):
            operands = _closed(operands, outer, _DICT if kind == 6 else _ARRAY)
        elif kind == 11:
            operands.append(MALFORMED)
        if len(operands) > max_operands:
            return


def _closed(inner: list[Any], outer: list[tuple[object, list[Any]]], kind: object) -> list[Any]:
    if not outer or outer[-1][0] is not kind:
        inner.append(MALFORMED)
        return inner
    _, operands = outer.pop()
    if kind is _ARRAY:
        operands.append(inner)
    else:
        operands.append({str(k): v for k, v in zip(inner[0::2], inner[1::2], strict=False) if isinstance(k, Name)})
    return operands
