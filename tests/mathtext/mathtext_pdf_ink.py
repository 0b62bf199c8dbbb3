"""Typeset labels with a real engine, one a page, and read the glyphs and rules of each page.

The labels are the tests' own, so no sandbox is needed. The walk over the content stream knows only what such pages hold.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from decimal import Decimal
from typing import TYPE_CHECKING

import pikepdf

from mathvis.mathtext import Glyph, Rule, char_for_glyph

if TYPE_CHECKING:
    from pathlib import Path

PREAMBLE = r"""\documentclass{article}
\usepackage{amsmath,amssymb,mathrsfs,nicefrac}
%s
\pagestyle{empty}\setlength{\parindent}{0pt}
\begin{document}
"""


def typeset(labels, folder: Path, *, engine="pdflatex", preamble="") -> Path:
    """Compile one page a label; the labels are ours, so no sandbox is needed."""
    body = "\n\\newpage\n".join(f"\\mbox{{}}{label}\\mbox{{}}" for label in labels)
    (folder / "labels.tex").write_text(PREAMBLE % preamble + body + "\n\\end{document}\n", encoding="utf-8")
    done = subprocess.run(
        [engine, "-interaction=nonstopmode", "-halt-on-error", "labels.tex"],
        cwd=folder,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]
    return folder / "labels.pdf"


def missing(engine: str) -> bool:
    return shutil.which(engine) is None


def pages_of(pdf: Path) -> list[tuple[list[Glyph], list[Rule]]]:
    with pikepdf.open(pdf) as document:
        return [_page(page) for page in document.pages]


def _page(page) -> tuple[list[Glyph], list[Rule]]:
    fonts = {str(name): _Font(font) for name, font in page.Resources.get("/Font", {}).items()}
    glyphs: list[Glyph] = []
    rules: list[Rule] = []
    ctm, stack, box = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), [], None
    font, size = None, 1.0
    matrix = line = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    pen = None
    width = 0.0
    for operands, operator in pikepdf.parse_content_stream(page):
        op = str(operator)
        values = [float(v) for v in operands if isinstance(v, (int, float, Decimal))]
        if op == "q":
            stack.append((ctm, width))
        elif op == "Q":
            ctm, width = stack.pop()
        elif op == "cm":
            ctm = _mul(values, ctm)
        elif op == "BT":
            matrix = line = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
        elif op == "Tf":
            font, size = fonts[str(operands[0])], float(operands[1])
        elif op in ("Td", "TD"):
            matrix = line = _mul((1, 0, 0, 1, values[0], values[1]), line)
        elif op == "Tm":
            matrix = line = tuple(values)
        elif op in ("Tj", "TJ"):
            for piece in operands[0] if op == "TJ" else [operands[0]]:
                if isinstance(piece, pikepdf.String):
                    for name, char, advance in font.decode(bytes(piece)):
                        full = _mul(matrix, ctm)
                        if char or name:
                            glyphs.append(
                                Glyph(
                                    char,
                                    full[4],
                                    full[5],
                                    advance * size * full[0],
                                    size * full[0],
                                    None,
                                    None,
                                    name,
                                    font.base,
                                )
                            )
                        matrix = _mul((1, 0, 0, 1, advance * size, 0), matrix)
                else:
                    matrix = _mul((1, 0, 0, 1, -float(piece) / 1000 * size, 0), matrix)
        elif op == "re":
            box = values
        elif op in ("f", "F", "f*") and box:
            rules.append(_rule(box, ctm))
            box = None
        elif op == "w":
            width = values[0]
        elif op == "m":
            pen = values
        elif op == "l" and pen:
            rules.append(_rule((pen[0], pen[1], values[0] - pen[0], values[1] - pen[1]), ctm))
    return glyphs, rules


def _rule(box, ctm) -> Rule:
    x, y, w, h = box
    a, b = _at(ctm, x, y), _at(ctm, x + w, y + h)
    return Rule(a[0], a[1], b[0], b[1])


def _at(m, x, y):
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]


def _mul(a, b):
    return (
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    )


class _Font:
    def __init__(self, font) -> None:
        self.base = str(font.BaseFont)[1:].split("+", 1)[-1]
        self.wide = font.Subtype == "/Type0"
        if self.wide:
            inner = font.DescendantFonts[0]
            self.default = float(inner.get("/DW", 1000)) / 1000
            self.widths = _cid_widths(inner.get("/W", []))
            self.chars = _to_unicode(font.ToUnicode.read_bytes().decode("latin-1"))
            return
        first = int(font.FirstChar)
        self.widths = {first + at: float(w) / 1000 for at, w in enumerate(font.Widths)}
        self.names = _built_in(font.FontDescriptor)
        code = 0
        encoding = font.get("/Encoding")
        for item in encoding.get("/Differences", []) if isinstance(encoding, pikepdf.Dictionary) else []:
            if isinstance(item, pikepdf.Name):
                self.names[code] = str(item)[1:]
                code += 1
            else:
                code = int(item)

    def decode(self, data: bytes):
        if self.wide:
            for at in range(0, len(data), 2):
                cid = data[at] << 8 | data[at + 1]
                yield None, self.chars.get(cid, "\ufffd"), self.widths.get(cid, self.default)
            return
        for code in data:
            name = self.names.get(code, "")
            yield name, char_for_glyph(name, self.base), self.widths.get(code, 0.0)


def _built_in(descriptor) -> dict[int, str]:
    program = descriptor.get("/FontFile")
    if program is None:
        return {}
    text = program.read_bytes().decode("latin-1").split("eexec", 1)[0]
    return {int(code): name for code, name in re.findall(r"dup\s+(\d+)\s*/([\w.]+)\s+put", text)}


def _cid_widths(items) -> dict[int, float]:
    out: dict[int, float] = {}
    items = list(items)
    at = 0
    while at < len(items):
        start = int(items[at])
        if isinstance(items[at + 1], pikepdf.Array):
            for step, width in enumerate(items[at + 1]):
                out[start + step] = float(width) / 1000
            at += 2
        else:
            for cid in range(start, int(items[at + 1]) + 1):
                out[cid] = float(items[at + 2]) / 1000
            at += 3
    return out


def _to_unicode(text: str) -> dict[int, str]:
    out: dict[int, str] = {}
    for block in re.findall(r"beginbfchar(.*?)endbfchar", text, re.DOTALL):
        for code, value in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", block):
            out[int(code, 16)] = bytes.fromhex(value).decode("utf-16-be")
    for block in re.findall(r"beginbfrange(.*?)endbfrange", text, re.DOTALL):
        for low, high, value in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", block):
            start = int.from_bytes(bytes.fromhex(value), "big")
            for step in range(int(high, 16) - int(low, 16) + 1):
                size = len(value) // 2
                out[int(low, 16) + step] = (start + step).to_bytes(size, "big").decode("utf-16-be")
    return out
