"""Many small TikZ pictures in one TeX run with the marks of the sandbox's style, one page each."""

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


def pages(folder: Path, bodies: Sequence[str], preamble: str) -> list[bytes]:
    """Compile the bodies of pictures of our own; return a PDF of one page for each."""
    if shutil.which("pdflatex") is None:
        pytest.skip("pdflatex is not installed")
    pictures = "\n".join(rf"\begin{{tikzpicture}}{body}\end{{tikzpicture}}" for body in bodies)
    source = (
        "\\documentclass[tikz,border=0pt]{standalone}\n\\usepackage{amsmath}\n"
        f"{preamble}\n\\begin{{document}}\n{pictures}\n\\end{{document}}\n"
    )
    (folder / "figure.tex").write_text(source, encoding="utf-8")
    result = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-jobname=figure",
         r"\input{mathvis-scene-boot}\input{figure.tex}"],
        cwd=folder,
        capture_output=True,
        check=False,
        env={**os.environ, "TEXINPUTS": f".:{asset('sandbox') / 'tex'}:", "SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1"},
    )  # fmt: skip
    assert result.returncode == 0, result.stdout.decode("utf-8", "replace")[-3000:]
    made = []
    with pikepdf.open(folder / "figure.pdf") as document:
        assert len(document.pages) == len(bodies)
        for page in document.pages:
            single, data = pikepdf.new(), io.BytesIO()
            single.pages.append(page)
            single.save(data)
            made.append(data.getvalue())
    return made


def scenes(folder: Path, bodies: Sequence[str], preamble: str) -> list[Scene]:
    """Compile and read pictures of our own."""
    return [read_pdf(page) for page in pages(folder, bodies, preamble)]
