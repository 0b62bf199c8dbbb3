"""Many bodies in one run of TeX: one document, a page for each, given back as documents of one page."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pikepdf
import pytest

from mathvis.assets import asset

PREAMBLE = r"\usepackage{amsmath,amssymb,tikz}"


def document(bodies: Sequence[str], preamble: str = PREAMBLE, border: str = "2pt") -> str:
    """A document with every body on a cropped page of its own."""
    pages = "\n".join(rf"\begin{{onepage}}{body}\end{{onepage}}" for body in bodies)
    head = rf"\documentclass[border={border},multi=onepage]{{standalone}}"
    return f"{head}\n{preamble}\n\\begin{{document}}\n{pages}\n\\end{{document}}\n"


def compile_tex(source: str, engine: str = "pdflatex") -> bytes:
    """Compile a document of ours with the hooks; fails if TeX reports an error."""
    if shutil.which(engine) is None:
        pytest.skip(f"{engine} is not installed")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "figure.tex").write_text(source, encoding="utf-8")
        command = [engine, "-interaction=nonstopmode", "-halt-on-error", "-jobname=figure"]
        done = subprocess.run(
            [*command, r"\input{mathvis-scene-boot}\input{figure.tex}"],
            cwd=folder,
            capture_output=True,
            check=False,
            env={**os.environ, "TEXINPUTS": f".:{asset('sandbox') / 'tex'}:", "SOURCE_DATE_EPOCH": "0"},
        )
        assert done.returncode == 0, done.stdout.decode("utf-8", "replace")[-3000:]
        return (folder / "figure.pdf").read_bytes()


def split_pages(data: bytes) -> list[bytes]:
    """Every page as a document of its own."""
    pages = []
    with pikepdf.open(io.BytesIO(data)) as whole:
        for page in whole.pages:
            single = pikepdf.new()
            single.pages.append(page)
            buffer = io.BytesIO()
            single.save(buffer)
            pages.append(buffer.getvalue())
    return pages


def compiled_pages(
    bodies: Sequence[str], preamble: str = PREAMBLE, engine: str = "pdflatex", *, border: str = "2pt"
) -> list[bytes]:
    """Compile bodies in one run and give a PDF of one page for each."""
    pages = split_pages(compile_tex(document(bodies, preamble, border), engine))
    assert len(pages) == len(bodies), f"{len(bodies)} bodies gave {len(pages)} pages"
    return pages
