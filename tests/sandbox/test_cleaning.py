"""What a killed owner leaves is removed; what belongs to the living stays."""

import contextlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import docker.errors
import pytest
from sandbox_backends import ready

from mathvis.cli.main import main
from mathvis.errors import SandboxFault
from mathvis.sandbox import LIMITS, cleaning, folder, owner
from mathvis.sandbox.container import OWNED, OWNER, Docker
from mathvis.sandbox.engine import client


@pytest.fixture
def no_engine(monkeypatch):
    def nobody():
        raise SandboxFault("no Docker engine answers: in this test")

    monkeypatch.setattr(cleaning, "_containers", nobody)


@pytest.fixture
def place(monkeypatch, tmp_path):
    """A place for folders of this test alone."""
    monkeypatch.setattr(folder, "_place", lambda: tmp_path)
    return tmp_path


def killed_owner(place):
    """The folder of a process that was killed with it in hand, old enough to be swept up."""
    program = (
        "import sys, time; from pathlib import Path; from mathvis.sandbox import folder\n"
        f"folder._place = lambda: Path({str(place)!r})\n"
        "kept = folder.OwnedFolder(); print(kept.path, flush=True); time.sleep(60)"
    )
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    path = process.stdout.readline().strip()
    process.kill()
    process.wait()
    old = time.time() - 1000
    os.utime(path, (old, old))
    return path


def test_a_killed_owners_folder_is_removed_and_a_living_ones_is_kept(place, no_engine, capsys):
    mine = folder.OwnedFolder()
    old = time.time() - 1000
    os.utime(mine.path, (old, old))
    left = killed_owner(place)
    assert main(["sandbox", "clean", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said == {"folders": [left], "containers": [], "no_engine": "no Docker engine answers: in this test"}
    assert not Path(left).exists()
    assert mine.path.is_dir()
    mine.remove()


def test_without_an_engine_it_says_so(place, no_engine, capsys):
    assert main(["sandbox", "clean"]) == 0
    captured = capsys.readouterr()
    assert "0 folders and 0 containers removed" in captured.out
    assert "containers were not looked for: no Docker engine answers" in captured.err


@pytest.mark.docker
def test_containers_whose_owner_is_gone(place):
    image = ready(lambda: Docker(LIMITS)._image)
    ended = subprocess.run([sys.executable, "-c", "from mathvis.sandbox import owner; print(owner.token())"], capture_output=True, text=True, check=True)  # fmt: skip
    with client() as engine:
        made = {
            name: engine.containers.create(image, labels={**OWNED, OWNER: token}, network_disabled=True)
            for name, token in (("gone", ended.stdout.strip()), ("mine", owner.token()), ("unknown", "?"))
        }
        try:
            assert made["gone"].id[:12] in cleaning.clean().containers
            left = {each.id for each in engine.containers.list(all=True, filters={"label": "mathvis=sandbox"})}
            assert made["gone"].id not in left
            assert {made["mine"].id, made["unknown"].id} <= left
        finally:
            for container in made.values():
                with contextlib.suppress(docker.errors.NotFound):  # the one that is gone
                    container.remove(force=True)
