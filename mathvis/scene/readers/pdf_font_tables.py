"""What the dictionary of a font says of its codes: widths, names, glyph numbers, characters."""

from __future__ import annotations

import re
import struct
from typing import Any

import pikepdf

from mathvis.scene.readers.pdf_names import STANDARD_ENCODING, WINDOWS_ENCODING
from mathvis.scene.readers.pdf_truetype import TrueTypeProgram

_CHAR = re.compile(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]*)>")
_RANGE = re.compile(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(?:<([0-9A-Fa-f]+)>|\[([^\]]*)\])")
_SECTION = re.compile(rb"begin(bfchar|bfrange)(.*?)end\1", re.DOTALL)


def text_of(value: Any) -> str:
    """A name as text, empty where there is none."""
    return str(value).lstrip("/") if value is not None else ""


def simple_widths(source: Any) -> dict[int, float]:
    """Advance widths of the codes of a simple font, in thousandths."""
    first = int(source.get("/FirstChar", 0))
    return {first + i: float(w) for i, w in enumerate(source.get("/Widths", []))}


def missing_width(source: Any) -> float:
    """Advance width of codes that have none of their own."""
    descriptor = source.get("/FontDescriptor")
    return float(descriptor.get("/MissingWidth", 0)) if descriptor is not None else 0.0


def wide_widths(descendant: Any) -> dict[int, float]:
    """Advance widths of the codes of a font of two-byte codes."""
    found: dict[int, float] = {}
    entries = list(descendant.get("/W", []))
    pos = 0
    while pos + 1 < len(entries):
        first = int(entries[pos])
        if isinstance(entries[pos + 1], pikepdf.Array):
            for i, width in enumerate(entries[pos + 1]):
                found[first + i] = float(width)
            pos += 2
        elif pos + 2 < len(entries):
            last = min(int(entries[pos + 1]), first + 0xFFFF)
            found.update(dict.fromkeys(range(first, last + 1), float(entries[pos + 2])))
            pos += 3
        else:
            break
    return found


def simple_encoding(source: Any, program: Any) -> dict[int, str]:
    """Names of the glyphs that the codes of a simple font select."""
    value = source.get("/Encoding")
    own: dict[int, str] = getattr(program, "encoding", {}) or {}
    descriptor = source.get("/FontDescriptor")
    symbolic = bool(int(descriptor.get("/Flags", 4)) & 4) if descriptor is not None else True
    default = own or ({} if symbolic and isinstance(program, TrueTypeProgram) else STANDARD_ENCODING)
    if value is None:
        return dict(default)
    if isinstance(value, pikepdf.Name):
        return dict(_named(text_of(value), default))
    found = dict(_named(text_of(value.get("/BaseEncoding")), default))
    code = 0
    for entry in value.get("/Differences", []):
        if isinstance(entry, pikepdf.Name):
            found[code] = text_of(entry)
            code += 1
        else:
            code = int(entry)
    return found


def _named(name: str, default: dict[int, str]) -> dict[int, str]:
    return {"WinAnsiEncoding": WINDOWS_ENCODING, "StandardEncoding": STANDARD_ENCODING}.get(name, default)


def cid_to_gid(descendant: Any) -> dict[int, int] | None:
    """Glyph numbers of a TrueType font by code; None if they are the codes."""
    value = descendant.get("/CIDToGIDMap")
    if not isinstance(value, pikepdf.Stream):
        return None
    data = value.read_bytes()
    return dict(enumerate(struct.unpack(f">{len(data) // 2}H", data[: len(data) // 2 * 2])))


def to_unicode(source: Any) -> dict[int, str]:
    """What a map that anybody can write says of each code."""
    value = source.get("/ToUnicode")
    if not isinstance(value, pikepdf.Stream):
        return {}
    found: dict[int, str] = {}
    for kind, body in _SECTION.findall(value.read_bytes()):
        if kind == b"bfchar":
            for code, text in _CHAR.findall(body):
                found[int(code, 16)] = _utf16(text)
            continue
        for low, high, text, listed in _RANGE.findall(body):
            first, last = int(low, 16), min(int(high, 16), int(low, 16) + 0xFF)
            if listed:
                for i, piece in enumerate(re.findall(rb"<([0-9A-Fa-f]*)>", listed)[: last - first + 1]):
                    found[first + i] = _utf16(piece)
            else:
                start = _utf16(text)
                for i in range(last - first + 1):
                    found[first + i] = start[:-1] + chr(min(ord(start[-1]) + i, 0x10FFFF)) if start else ""
    return found


def _utf16(digits: bytes) -> str:
    padded = digits.decode() + "0" * (-len(digits) % 2)
    return bytes.fromhex(padded).decode("utf-16-be", "ignore")
