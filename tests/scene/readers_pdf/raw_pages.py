"""PDF files written byte by byte, so that anything can stand in them, and what poppler makes of them."""

from __future__ import annotations

import re
import subprocess
import zlib

SCALE = 3.0
"""Pixels per big point."""


def stream(data: bytes | str, entries: str = "") -> bytes:
    """A stream object's text."""
    body = data.encode("latin-1") if isinstance(data, str) else data
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(body), entries.encode("latin-1"), body)


def flate(data: str, entries: str = "") -> bytes:
    """A compressed stream object's text."""
    return stream(zlib.compress(data.encode("latin-1")), f"/Filter /FlateDecode {entries}")


def pdf(objects: dict[int, bytes | str], *, root: int = 1, more: bytes = b"", trailer: str = "") -> bytes:
    """A file with a plain cross-reference table; `more` is appended behind its end."""
    out = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    places = {}
    for number, body in sorted(objects.items()):
        places[number] = len(out)
        text = body.encode("latin-1") if isinstance(body, str) else body
        out += b"%d 0 obj\n%s\nendobj\n" % (number, text)
    start, size = len(out), max(objects) + 1
    out += b"xref\n0 %d\n0000000000 65535 f \n" % size
    for number in range(1, size):
        out += b"%010d 00000 n \n" % places[number] if number in places else b"0000000000 00000 f \n"
    out += b"trailer\n<< /Size %d /Root %d 0 R %s >>\nstartxref\n%d\n%%%%EOF\n" % (size, root, trailer.encode(), start)
    return bytes(out) + more


def appended(before: bytes, objects: dict[int, bytes | str]) -> bytes:
    """An incremental update: objects written anew behind the end of a file."""
    out = bytearray(before)
    previous = int(re.findall(rb"startxref\s+(\d+)", before)[-1])
    table = b"xref\n"
    for number, body in sorted(objects.items()):
        place = len(out)
        text = body.encode("latin-1") if isinstance(body, str) else body
        out += b"%d 0 obj\n%s\nendobj\n" % (number, text)
        table += b"%d 1\n%010d 00000 n \n" % (number, place)
    start = len(out)
    out += table
    out += b"trailer\n<< /Size 100 /Root 1 0 R /Prev %d >>\nstartxref\n%d\n%%%%EOF\n" % (previous, start)
    return bytes(out)


def one_page(
    content: bytes | str,
    resources: str = "",
    page: str = "/MediaBox [0 0 200 100]",
    objects: dict[int, bytes | str] | None = None,
    catalog: str = "",
) -> bytes:
    """A file of one page: objects 1 catalog, 2 pages, 3 page, 4 contents; further ones from 10 on."""
    body = content if isinstance(content, bytes) and content.startswith(b"<<") else stream(content)
    return pdf(
        {
            1: f"<< /Type /Catalog /Pages 2 0 R {catalog} >>",
            2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            3: f"<< /Type /Page /Parent 2 0 R {page} /Contents 4 0 R /Resources << {resources} >> >>",
            4: body,
            **(objects or {}),
        }
    )


def picture(data: bytes) -> bytes:
    """The picture of the first page, as the sandbox asks for it."""
    command = ["pdftoppm", "-png", "-singlefile", "-cropbox", "-r", str(72 * SCALE), "-"]
    return subprocess.run(command, input=data, capture_output=True, check=True, timeout=60).stdout
