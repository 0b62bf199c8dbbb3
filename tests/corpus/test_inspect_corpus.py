"""Real figures by others go through ``mathvis inspect`` without an unhandled error."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mathvis.cli.main import app

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"

pytestmark = [
    pytest.mark.tex,
    pytest.mark.bubblewrap,
    pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real figures is not beside this checkout"),
]


def rows(kind: str) -> list[dict[str, str]]:
    manifest = CORPUS / kind / "manifest.tsv"
    if not manifest.is_file():
        return []
    with manifest.open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


EACH = 1 if os.environ.get("MATHVIS_WHOLE_CORPUS") else 6
"""Every sixth figure, unless asked for all of them: it takes minutes."""
CLEAN = [row["file"] for row in rows("tikz") if row["pdflatex"] == "clean"]
DRAWN = [row["file"] for row in rows("svg")]


def inspect(path: Path, *options: object) -> tuple[int, str]:
    words = ["inspect", path, "--backend", "bubblewrap", *options]
    result = CliRunner().invoke(app, [str(word) for word in words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


@pytest.mark.parametrize("file", CLEAN[::EACH])
def test_clean_tikz_is_read_and_agrees_with_its_picture(file, tmp_path):
    code, output = inspect(CORPUS / "tikz" / file, "--overlay", tmp_path / "overlay.png")
    assert code == 0, output[-500:]
    assert "picture     agrees" in output


@pytest.mark.parametrize("file", DRAWN[::EACH])
def test_svg_is_read_or_refused_with_a_reason(file):
    code, output = inspect(CORPUS / "svg" / file, "--json")
    assert code in (0, 1, 2), output[-500:]
    assert ('"mathvis/scene@1"' if code == 0 else "mathvis inspect:") in output
