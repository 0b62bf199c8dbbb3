"""``mathvis verify``: exit codes, words, and refusals that say what to do."""

from __future__ import annotations

import json
import os

import pytest
from typer.testing import CliRunner

from mathvis.assets import asset
from mathvis.cli.main import app

TASK = "solid-geometry/cube-net/a"


def verify(*arguments):
    result = CliRunner().invoke(app, ["verify", *map(str, arguments), "--backend", "bubblewrap"])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.mark.tex
@pytest.mark.bubblewrap
def test_a_right_figure_is_delivered_and_every_statement_is_in_words():
    result = verify(TASK, asset("tasks") / "solid-geometry" / "cube-net" / "reference.tex")
    assert result.exit_code == 0
    assert "it folds to a cube" in result.output
    assert "T ✓  M ✓" in result.output


@pytest.mark.tex
@pytest.mark.bubblewrap
def test_a_wrong_figure_says_what_is_wrong(tmp_path):
    wrong = asset("tasks") / "solid-geometry" / "cube-net" / "negatives" / "six-and-three-exchanged.svg"
    picture = tmp_path / "overlay.png"
    result = verify(TASK, wrong, "--overlay", picture)
    assert result.exit_code == 1
    assert "B2" in result.output
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.tex
@pytest.mark.bubblewrap
def test_json_is_one_object():
    result = verify(TASK, asset("tasks") / "solid-geometry" / "cube-net" / "reference.svg", "--json")
    verdict = json.loads(result.output)
    assert verdict["delivered"] is True
    assert verdict["task"] == TASK


@pytest.mark.tex
@pytest.mark.bubblewrap
def test_a_reply_without_a_program_is_t1(tmp_path):
    reply = tmp_path / "reply.md"
    reply.write_text("I cannot draw.\n")
    result = verify(TASK, reply)
    assert result.exit_code == 1
    assert "T1" in result.output


@pytest.mark.parametrize("kind", ["missing", "folder", "noise", "latin", "empty"])
def test_unreadable_input_is_refused_with_exit_code_2(tmp_path, kind):
    path = tmp_path / "reply.md"
    if kind == "folder":
        path.mkdir()
    elif kind == "noise":
        path.write_bytes(os.urandom(50_000_000))
    elif kind == "latin":
        path.write_bytes("Möbius".encode("latin-1"))
    elif kind == "empty":
        path.write_text("")
    result = verify(TASK, path)
    assert result.exit_code == 2
    assert "mathvis verify:" in result.output
    assert str(path) in result.output
    assert "Traceback" not in result.output


def test_an_unknown_task_is_refused_with_the_known_families(tmp_path):
    path = tmp_path / "reply.md"
    path.write_text("x")
    result = verify("solid-geometry/cube-nets/a", path)
    assert result.exit_code == 2
    assert "solid-geometry/cube-net" in result.output
