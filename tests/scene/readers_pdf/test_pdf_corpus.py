"""Figures by other people, where they are at hand."""

from __future__ import annotations

import csv
import shutil
import subprocess
from pathlib import Path

import pytest

from mathvis.scene.codec import from_json, to_json
from mathvis.scene.model import Label
from mathvis.scene.readers.pdf import read_pdf

CORPUS = Path(__file__).resolve().parents[4] / "shared" / "corpus" / "tikz"


def clean() -> list[str]:
    if not CORPUS.is_dir():
        return []
    with (CORPUS / "manifest.tsv").open(encoding="utf-8", newline="") as rows:
        return [
            row["file"]
            for row in csv.DictReader(rows, delimiter="\t")
            if row["pdflatex"] == "clean" and row["form"] == "document"
        ]


pytestmark = [pytest.mark.slow, pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not at hand")]


def rasters(pdf: Path, folder: Path) -> list[bytes]:
    folder.mkdir()
    subprocess.run(["pdftoppm", "-r", "80", pdf, folder / "p"], check=True)
    return [page.read_bytes() for page in sorted(folder.iterdir())]


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="pdftoppm is not installed")
@pytest.mark.parametrize("name", clean()[::8])
def test_the_hooks_leave_the_picture_as_it_is(tex, tmp_path, name):
    source = (CORPUS / name).read_text(encoding="utf-8")
    marked, plain = rasters(tex(source), tmp_path / "a"), rasters(tex(source, hooks=False), tmp_path / "b")
    assert marked
    assert marked == plain


@pytest.mark.parametrize("name", clean())
def test_every_clean_figure_is_read(tex, name):
    scene = read_pdf(tex((CORPUS / name).read_text(encoding="utf-8")).read_bytes())
    assert scene.elements
    assert {"forged-mark", "malformed-content", "unread-font"}.isdisjoint(note.code for note in scene.notes)
    assert [e.index for e in scene.elements] == list(range(len(scene.elements)))
    assert len(from_json(to_json(scene)).elements) == len(scene.elements)
    braced = "overbrace" in (CORPUS / name).read_text(encoding="utf-8")  # its pieces are no symbols
    unknown = [e for e in scene.elements if isinstance(e, Label) and "\N{REPLACEMENT CHARACTER}" in e.form]
    assert braced or unknown == []
