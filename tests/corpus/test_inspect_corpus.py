"""Real figures by others go through ``mathvis inspect`` without an unhandled error."""

from __future__ import annotations

import csv
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


CLEAN = [row["file"] for row in rows("tikz") if row["pdflatex"] == "clean"]
WELL_FORMED = [row["file"] for row in rows("svg") if row["defused"] == "ok"]


def inspect(path: Path) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["inspect", str(path), "--json", "--backend", "bubblewrap"])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


@pytest.mark.parametrize("file", CLEAN)
def test_clean_tikz_is_read(file):
    code, output = inspect(CORPUS / "tikz" / file)
    assert code == 0, output[-500:]
    assert '"mathvis/scene@1"' in output


@pytest.mark.parametrize("file", WELL_FORMED)
def test_well_formed_svg_is_read_or_refused_with_a_reason(file):
    code, output = inspect(CORPUS / "svg" / file)
    assert code in (0, 1, 2), output[-500:]
    if code:
        assert "mathvis inspect:" in output
