"""What a TeX log says: errors with their lines, dropped text, running out of memory.

The log is the program's to write, so nothing in it can make a failed run good; it only explains.
Engines are run with ``-file-line-error`` and ``max_print_line=1000``.
"""

from __future__ import annotations

import re
from itertools import islice

_ERROR = re.compile(
    rb"^(?P<file>[^\s:!\]][^:\n\]]{0,300}+):(?P<line>\d{1,7}): (?P<text>[^\n]*)$"
    rb"|^! (?P<bare>[^\n]*)$"
    rb"|(?<!\t)\[\\(?:direct|late)lua\]:\d{1,7}: (?P<lua>[^\n]*)$",
    re.MULTILINE,
)
_SOURCE_LINE = re.compile(rb"^l\.(\d{1,7}) ?([^\n]*)$", re.MULTILINE)
_DROPPED = re.compile(
    rb"^Missing character: There is no (?P<char>[^\n]{1,80}?) (?:\([^)\n]*\) )?in font (?P<font>[^\n!]{1,200})!",
    re.MULTILINE,
)
_EXHAUSTED = re.compile(
    rb"not enough memory|memory exhausted|unable to allocate|annot allocate memory|out of memory", re.IGNORECASE
)
_ABORTED = re.compile(rb"^\*\*\* \(([^)\n]{1,200})\)", re.MULTILINE)
_CLOSING = b"==> Fatal error occurred"
_CONTEXT = 4096
_SCANNED, _LOOKED_AT = 4 << 20, 1000
_MESSAGE = 400

Error = tuple[str, int | None]


def errors(log: bytes, source_name: str, most: int) -> list[Error]:
    """Return up to `most` errors, first first; the line is set where the error is in the source itself."""
    head, tail = log[:_SCANNED], log[_SCANNED:][-_SCANNED:]
    return _errors(head, source_name, most) or _errors(tail, source_name, most)


def _errors(log: bytes, source_name: str, most: int) -> list[Error]:
    found: list[Error] = []
    for match in islice(_ERROR.finditer(log), _LOOKED_AT):
        text = next(part for part in (match["text"], match["bare"], match["lua"]) if part is not None).strip()
        if text.startswith(_CLOSING) or (match["file"] is not None and not _is_tex_file(match["file"])):
            continue
        message = _plain(text)
        context = _SOURCE_LINE.search(log, match.end(), match.end() + _CONTEXT)
        if match["file"] is not None:
            here = match["file"].rsplit(b"/", 1)[-1].decode("utf-8", "replace") == source_name
            line = int(match["line"]) if here else None
        else:
            line = int(context[1]) if context is not None else None
        if context is not None and b"Undefined control sequence" in text:
            message = f"{message} {_last_command(context[2])}".rstrip()
        aborted = _ABORTED.search(log, match.end(), match.end() + _CONTEXT)
        if aborted is not None and b"Emergency stop" in text:
            message = f"{message} {_plain(aborted[1])}"
        if (message, line) in found[-1:]:
            continue
        found.append((message, line))
        if len(found) == most:
            break
    return found


def dropped(log: bytes, most: int) -> list[str]:
    """Return, for each font, the characters that were left out because the font does not have them."""
    by_font: dict[str, list[str]] = {}
    for match in islice(_DROPPED.finditer(log[:_SCANNED]), _LOOKED_AT):
        characters = by_font.setdefault(_plain(match["font"]), [])
        if len(characters) < 80:
            characters.append(_plain(match["char"]))
    return [_sentence(font, characters) for font, characters in list(by_font.items())[:most]]


def out_of_memory(text: bytes) -> bool:
    """Whether the engine's last words are about memory it did not get from the system."""
    return _EXHAUSTED.search(text) is not None


def kept(log: bytes, cap: int) -> bytes:
    """Return the log, or its head and tail where it is longer than `cap` bytes."""
    if len(log) <= cap:
        return log
    note = b"\n[... %d bytes left out ...]\n" % (len(log) - cap)
    half = (cap - len(note)) // 2
    return log[:half] + note + log[len(log) - half :]


def _is_tex_file(name: bytes) -> bool:
    return name.endswith((b".tex", b".sty", b".cls", b".cfg", b".def", b".aux", b".fd", b".ltx", b".clo"))


def _sentence(font: str, characters: list[str]) -> str:
    text = "".join(characters)
    if font == "nullfont":
        return f"text inside a picture but outside a node was dropped: {text}"
    return f"characters that the font {font} does not have were dropped: {text}"


def _last_command(context: bytes) -> str:
    commands = re.findall(r"\\(?:[A-Za-z@]+|.)", _plain(context))
    return commands[-1] if commands else ""


def _plain(text: bytes) -> str:
    return "".join(c if c.isprintable() else " " for c in text[:_MESSAGE].decode("utf-8", "replace")).strip()
