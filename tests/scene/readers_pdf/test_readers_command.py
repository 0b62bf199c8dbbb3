"""The command that the sandbox runs."""

from __future__ import annotations

import subprocess
import sys

import pytest

from mathvis.scene.codec import from_json


def run(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "mathvis.scene.readers", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_pdf_becomes_json(page, tmp_path):
    (tmp_path / "a.pdf").write_bytes(page("0 0 m 9 9 l S"))
    result = run("pdf", tmp_path / "a.pdf", tmp_path / "out.json")
    assert (result.returncode, result.stderr) == (0, "")
    scene = from_json((tmp_path / "out.json").read_bytes())
    assert len(scene.elements) == 1


def test_an_unreadable_document_is_told_in_one_line(tmp_path):
    (tmp_path / "a.pdf").write_bytes(b"nothing")
    result = run("pdf", tmp_path / "a.pdf", tmp_path / "out.json")
    assert result.returncode == 4
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "out.json").exists()


@pytest.mark.parametrize("arguments", [(), ("png", "a", "b"), ("pdf", "a")])
def test_wrong_usage(arguments):
    assert run(*arguments).returncode == 2


def test_a_missing_file(tmp_path):
    assert run("pdf", tmp_path / "none.pdf", tmp_path / "out.json").returncode == 2
