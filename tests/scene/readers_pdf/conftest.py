"""Programs of our own, compiled with the hooks, and pages written by hand."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pikepdf
import pytest

from mathvis.assets import asset
from mathvis.scene.readers.pdf import read_pdf

if TYPE_CHECKING:
    from mathvis.scene.model import Scene

Compile = Callable[..., Path]


def pytest_collection_modifyitems(items):
    for item in items:
        if "tex" in item.fixturenames or "drawn" in item.fixturenames:
            item.add_marker(pytest.mark.tex)


@pytest.fixture(scope="session")
def tex(tmp_path_factory) -> Compile:
    """Compile a document of ours; the same one is compiled once. Fails if TeX reports an error."""
    done: dict[tuple[str, str, bool], Path] = {}

    def compiled(source: str, engine: str = "pdflatex", *, hooks: bool = True) -> Path:
        if shutil.which(engine) is None:
            pytest.skip(f"{engine} is not installed")
        key = (source, engine, hooks)
        if key not in done:
            folder = tmp_path_factory.mktemp("tex")
            (folder / "figure.tex").write_text(source, encoding="utf-8")
            boot = r"\input{mathvis-scene-boot}" if hooks else ""
            inputs = f".:{asset('sandbox') / 'tex'}:"
            result = subprocess.run(
                [engine, "-interaction=nonstopmode", "-halt-on-error", "-jobname=figure", boot + r"\input{figure.tex}"],
                cwd=folder,
                capture_output=True,
                check=False,
                env={**os.environ, "TEXINPUTS": inputs, "SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1"},
            )
            assert result.returncode == 0, result.stdout.decode("utf-8", "replace")[-3000:]
            done[key] = folder / "figure.pdf"
        return done[key]

    return compiled


@pytest.fixture(scope="session")
def drawn(tex) -> Callable[..., Scene]:
    """The scene of a TikZ picture, or of several lines of a document's body."""

    def scene(body: str, *, preamble: str = "", engine: str = "pdflatex", picture: bool = True) -> Scene:
        inner = rf"\begin{{tikzpicture}}{body}\end{{tikzpicture}}" if picture else body
        source = (
            "\\documentclass[border=2pt]{standalone}\n\\usepackage{amsmath,amssymb,tikz}\n"
            f"{preamble}\n\\begin{{document}}\n{inner}\n\\end{{document}}\n"
        )
        return read_pdf(tex(source, engine).read_bytes())

    return scene


@pytest.fixture
def page():
    """A PDF of one page with given content and resources."""

    def made(content: str | bytes, *, size=(200, 100), resources=None, change=None) -> bytes:
        document = pikepdf.new()
        document.add_blank_page(page_size=size)
        first = document.pages[0]
        first.Contents = document.make_stream(content.encode("latin-1") if isinstance(content, str) else content)
        if resources is not None:
            first.Resources = resources(document) if callable(resources) else resources
        if change is not None:
            change(document, first)
        buffer = io.BytesIO()
        document.save(buffer)
        return buffer.getvalue()

    return made


@pytest.fixture
def read(page):
    """The scene of a page written by hand."""
    return lambda content, **more: read_pdf(page(content, **more))
