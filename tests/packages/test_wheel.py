"""The wheel carries the sandbox's files and the demo tasks."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    if not (ROOT / "pyproject.toml").is_file():
        pytest.skip("not a checkout")
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", folder, ROOT]
    subprocess.run(build, check=True)
    (wheel,) = folder.glob("mathvis-*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "site")
    return folder / "site"


def test_it_runs_from_the_wheel_alone(unpacked):
    code = (
        "import mathvis; from mathvis.assets import asset; from mathvis.packages import load_tasks;"
        "print(mathvis.__file__, asset('sandbox').joinpath('Dockerfile').is_file(), len(load_tasks()))"
    )
    done = subprocess.run(
        [sys.executable, "-B", "-c", code],
        env={"PYTHONPATH": str(unpacked), "PATH": "/usr/bin"},
        cwd=unpacked.parent,
        check=True,
        capture_output=True,
        text=True,
    )
    where, dockerfile, tasks = done.stdout.split()
    assert where.startswith(str(unpacked))
    assert dockerfile == "True"
    assert int(tasks) >= 6


def test_nothing_hidden_travels_but_what_belongs_to_it(unpacked):
    names = {path.relative_to(unpacked).parts[0] for path in unpacked.iterdir()}
    assert {name.split("-")[0] for name in names} == {"mathvis"}
    assert not list(unpacked.rglob("__pycache__"))


def test_the_page_of_inspect_has_its_style_and_script(unpacked):
    for name in ("page.css", "page.js"):
        assert (unpacked / "mathvis" / "inspect" / name).read_bytes() == (
            ROOT / "mathvis" / "inspect" / name
        ).read_bytes()
