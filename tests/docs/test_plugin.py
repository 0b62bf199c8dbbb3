"""The example plug-in, installed as a stranger would install it, is found, documented and used by a task."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import mathvis


@pytest.fixture(scope="module")
def with_plugin(project, tmp_path_factory):
    """Run a Python module in a process that has the plug-in installed."""
    target = tmp_path_factory.mktemp("installed")
    source = tmp_path_factory.mktemp("source") / "plugin"
    subprocess.run(["cp", "-r", str(project / "examples" / "plugin"), str(source)], check=True)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, "--target", str(target), str(source)], check=True)
    where = os.pathsep.join([str(target), str(Path(mathvis.__file__).parents[1])])

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": where, "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.run(
            [sys.executable, "-m", *arguments], env=environment, cwd=source, capture_output=True, text=True, check=False
        )

    return run


def test_it_is_listed_beside_the_built_in_predicates(with_plugin):
    done = with_plugin("mathvis.cli.main", "predicates", "list", "--json")
    assert done.returncode == 0, done.stderr
    found = {item["name"]: item for item in json.loads(done.stdout)}
    assert found["golden_section"]["family"] == "golden"
    assert set(found["golden_section"]["schema"]["properties"]) == {"start", "cut", "end", "tolerance"}
    assert found["winding_number"]["family"] == "core"


def test_its_own_tests_pass(with_plugin):
    done = with_plugin("pytest", "-q", "-p", "no:cacheprovider", "tests")
    assert done.returncode == 0, done.stdout


@pytest.mark.tex
@pytest.mark.bubblewrap
@pytest.mark.usefixtures("needs_sandbox")
@pytest.mark.parametrize(("model", "delivered"), [("reference", 1), ("negatives", 0)])
def test_its_task_is_judged_from_end_to_end(with_plugin, tmp_path, model, delivered):
    arguments = ["--model", model, "--root", "tasks", "--rollouts", "1", "--out", str(tmp_path / "run"), "--json"]
    done = with_plugin("mathvis.cli.main", "run", *arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    overall = json.loads(done.stdout)["scorecard"]["overall"]
    assert (overall["D-PSR"]["numerator"], overall["D-PSR"]["denominator"]) == (delivered, 1)


def test_without_it_the_task_is_refused_with_its_place(project):
    done = subprocess.run(
        [sys.executable, "-m", "mathvis.cli.main", "tasks", "list", "--root", str(project / "examples/plugin/tasks")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "gold.yaml" in done.stderr
    assert "golden_section" in done.stderr
