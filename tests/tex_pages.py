"""Many figures in one run of TeX: every figure is a page, and every page is read as a document of its own."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import pikepdf
import pytest

from mathvis.assets import asset
from mathvis.scene.readers.pdf import read_pdf

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from mathvis.scene.model import Scene

ORIGIN = r"\coordinate (O) at (0,0);"


def picture(body: str) -> str:
    """A picture that marks its origin; a whole environment stays what it is."""
    return body if body.startswith(r"\begin{tikzcd}") else rf"\begin{{tikzpicture}}{ORIGIN}{body}\end{{tikzpicture}}"


def compiled(
    bodies: Sequence[str], preamble: str, folder: Path, engine: str = "pdflatex", *, hooks: bool = True
) -> bytes:
    """The document whose pages are the bodies; fails with TeX's last words if it reports an error."""
    if shutil.which(engine) is None:
        pytest.skip(f"{engine} is not installed")
    pages = "\n".join(f"\\begin{{onpage}}\n{body}\n\\end{{onpage}}" for body in bodies)
    (folder / "figure.tex").write_text(
        "\\documentclass[border=10pt,multi=onpage]{standalone}\n\\newenvironment{onpage}{}{}\n"
        f"\\usepackage{{amsmath,amssymb,tikz}}\n{preamble}\n\\begin{{document}}\n{pages}\n\\end{{document}}\n",
        encoding="utf-8",
    )
    boot = r"\input{mathvis-scene-boot}" if hooks else ""
    result = subprocess.run(
        [engine, "-interaction=nonstopmode", "-halt-on-error", "-jobname=figure", boot + r"\input{figure.tex}"],
        cwd=folder,
        capture_output=True,
        check=False,
        env={
            **os.environ,
            "TEXINPUTS": f".:{asset('sandbox') / 'tex'}:",
            "SOURCE_DATE_EPOCH": "0",
            "FORCE_SOURCE_DATE": "1",
        },
    )
    assert result.returncode == 0, result.stdout.decode("utf-8", "replace")[-3000:]
    return (folder / "figure.pdf").read_bytes()


def single_pages(document: bytes) -> list[bytes]:
    """Each page as a document."""
    found = []
    with pikepdf.open(io.BytesIO(document)) as whole:
        for page in whole.pages:
            alone = pikepdf.new()
            alone.pages.append(page)
            buffer = io.BytesIO()
            alone.save(buffer)
            found.append(buffer.getvalue())
    return found


def scenes(bodies: Sequence[str], preamble: str, folder: Path, engine: str = "pdflatex") -> list[Scene]:
    """The scenes of the bodies."""
    pages = single_pages(compiled(bodies, preamble, folder, engine))
    assert len(pages) == len(bodies)
    return [read_pdf(page) for page in pages]
