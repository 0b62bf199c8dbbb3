"""Commands that make the picture, and how large it is to be."""

from __future__ import annotations

import math
import re
import struct
import zlib
from typing import NamedTuple

PDF_TO_PPM, SVG_TO_PNG = "/usr/bin/pdftoppm", "/usr/bin/rsvg-convert"
ARGUMENTS = {PDF_TO_PPM: 5, SVG_TO_PNG: 4}
"""How many arguments the tools that draw are called with."""
THREADED = frozenset({SVG_TO_PNG})
"""Tools that have threads, and wait for them."""
TYPICAL_SCALE = 2.0
"""Pixels per big point."""
SMALL_SIDE, SMALL_SCALE = 600.0, 8.0
"""A small page is enlarged towards this many pixels, by at most this many per big point."""

_PAGES = re.compile(rb"^Pages: +(\d{1,9})$", re.MULTILINE)
_SIZE = re.compile(rb"^Page +(?:1 )?size: +([\d.]{1,30}) x ([\d.]{1,30}) pts", re.MULTILINE)
_TURN = re.compile(rb"^Page +(?:1 )?rot: +(\d{1,3})$", re.MULTILINE)
_PPM = re.compile(rb"P6\s(\d{1,6})\s(\d{1,6})\s255\s")
_LEVEL, _BATCH = 2, 1 << 18
_PNG = struct.Struct(">8s4x4sII")


class Page(NamedTuple):
    """Page count, and the first page's size in big points as it is shown."""

    pages: int
    width: float
    height: float


def pdf_info() -> list[str]:
    """Return the command that describes the PDF on standard input."""
    return ["/usr/bin/pdfinfo", "-"]


def page(info: bytes) -> Page | None:
    """Read the page count and size; what the document says of itself stands before them, so the last one counts."""
    pages, sizes = _PAGES.findall(info), _SIZE.findall(info)
    if not pages or not sizes:
        return None
    try:
        width, height = float(sizes[-1][0]), float(sizes[-1][1])
    except ValueError:
        return None
    sideways = any(int(turn) % 180 for turn in _TURN.findall(info)[-1:])
    return Page(int(pages[-1]), *((height, width) if sideways else (width, height)))


def long_side(width: float, height: float, most: int) -> int:
    """Return the pixels of the picture's long side for a page of this size in big points."""
    side = max(width, height)
    return max(1, round(min(float(most), max(TYPICAL_SCALE * side, min(SMALL_SIDE, SMALL_SCALE * side)))))


def pdf_to_ppm(side: int) -> list[str]:
    """Return the command that draws the first page of the PDF on standard input, without compression.

    Its own way to PNG compresses as hard as it can, which takes four times as long as all the rest.
    """
    return [PDF_TO_PPM, "-singlefile", "-cropbox", "-scale-to", str(side), "-"]


def ppm_size(side: int) -> int:
    """Return the most bytes that a drawing of this long side has."""
    return 3 * (side + 1) * (side + 1) + 64


def png_from_ppm(ppm: bytes) -> bytes | None:
    """Return a binary PPM of 8 bits a channel as a PNG; None if it is not one."""
    head = _PPM.match(ppm)
    if head is None:
        return None
    width, height, start = int(head[1]), int(head[2]), head.end()
    row = 3 * width
    if not (width and height) or len(ppm) != start + row * height:
        return None
    view = memoryview(ppm)
    packer = zlib.compressobj(_LEVEL)
    rows = bytearray()
    packed = []
    for at in range(start, len(ppm), row):
        rows += b"\0"
        rows += view[at : at + row]
        if len(rows) > _BATCH:
            packed.append(packer.compress(rows))
            rows.clear()
    packed += [packer.compress(rows), packer.flush()]
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", b"".join(packed)) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def svg_to_png(width: float, height: float, side: int) -> list[str]:
    """Return the command that draws the SVG on standard input on white, `side` pixels along the longer side."""
    scale = side / max(width, height)
    return [
        SVG_TO_PNG,
        "--format=png",
        "--background-color=white",
        f"--width={max(1, math.ceil(width * scale - 1e-6))}",
        f"--height={max(1, math.ceil(height * scale - 1e-6))}",
    ]


def png_size(png: bytes) -> tuple[int, int] | None:
    """Return the width and height that a PNG's header states."""
    if len(png) < _PNG.size:
        return None
    magic, kind, width, height = _PNG.unpack_from(png)
    return (width, height) if magic == b"\x89PNG\r\n\x1a\n" and kind == b"IHDR" and width and height else None
