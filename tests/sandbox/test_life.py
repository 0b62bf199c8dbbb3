"""What is left of a sandbox when something ends it: nothing, within a minute; and no result is lost or mixed up."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from sandbox_backends import LIMITS_IN_TESTS, tikz

from mathvis.errors import SandboxFault
from mathvis.sandbox import Engine, Job, Outcome, open_sandbox
from mathvis.sandbox.container import OWNED, OWNER
from mathvis.sandbox.engine import client
from mathvis.sandbox.owner import gone, token

HOLDER = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever started the tests may have ignored it
from mathvis.sandbox import Engine, Job, open_sandbox
with open_sandbox(sys.argv[1], store=None, workers=1) as sandbox:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4"/></svg>'
    sandbox.run(Job(svg, Engine.SVG))
    (worker, _), = sandbox._pool._idle
    print(getattr(worker, "_identity", "") or worker._process.pid, flush=True)
    if sys.argv[2] == "busy":
        sandbox.run(Job(r"\\documentclass{article}\\begin{document}\\loop\\iftrue\\repeat\\end{document}", Engine.PDFLATEX))
    time.sleep(600)
"""
GONE_SECONDS = 60
backends = pytest.mark.parametrize(
    "backend",
    [
        pytest.param("bubblewrap", marks=[pytest.mark.bubblewrap, pytest.mark.tex]),
        pytest.param("docker", marks=[pytest.mark.docker, pytest.mark.tex]),
    ],
)


def alive(backend: str, name: str) -> bool:
    if backend == "bubblewrap":
        try:
            os.kill(int(name), 0)
        except ProcessLookupError:
            return False
        return True
    with client() as engine:
        return any(each.id == name for each in engine.containers.list(all=True, ignore_removed=True))


def holder(request: pytest.FixtureRequest, backend: str, state: str) -> tuple[subprocess.Popen[str], str]:
    request.getfixturevalue(backend)  # skips where there is none
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, backend, state],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    name = process.stdout.readline().strip()
    assert alive(backend, name)
    return process, name


@backends
@pytest.mark.parametrize("state", ["idle", "busy"])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_nothing_outlives_the_process_that_opened_it(request, backend, state, number):
    process, name = holder(request, backend, state)
    if state == "busy":
        time.sleep(0.3)  # into the job
    process.send_signal(number)
    process.wait(timeout=GONE_SECONDS)
    assert process.returncode != 0
    deadline = time.monotonic() + GONE_SECONDS
    while alive(backend, name) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not alive(backend, name)


@pytest.mark.bubblewrap
@pytest.mark.tex
def test_fifty_clients_at_once_get_their_own_results():
    def draw(n: int) -> Job:
        return Job(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{n}" height="9"><rect width="3" height="3"/></svg>',
            Engine.SVG,
        )

    with open_sandbox("bubblewrap", LIMITS_IN_TESTS, store=None, workers=3) as sandbox, ThreadPoolExecutor(50) as pool:
        widths = [artifact.width for artifact in pool.map(sandbox.run, [draw(n) for n in range(20, 140)])]
    assert widths == [0.75 * n for n in range(20, 140)]


@pytest.mark.docker
@pytest.mark.tex
def test_a_container_that_is_removed_under_a_job_is_replaced(docker):
    with open_sandbox("docker", LIMITS_IN_TESTS, store=None, workers=1) as sandbox:
        sandbox.run(tikz(r"\tikz\draw (0,0) -- (1,1);"))
        ((worker, _),) = sandbox._pool._idle
        with ThreadPoolExecutor(1) as pool:
            busy = pool.submit(
                sandbox.run, tikz(r"\newcount\n\loop\advance\n1 \ifnum\n<3000000 \repeat\tikz\draw (0,0) -- (2,1);")
            )
            time.sleep(0.4)
            with client() as engine:
                engine.api.kill(worker._identity)
            assert busy.result().outcome is Outcome.OK
        assert sandbox.run(tikz(r"\tikz\draw (0,0) -- (1,1);")).outcome is Outcome.OK


@pytest.mark.docker
def test_containers_say_whose_they_are(docker):
    with client() as engine, open_sandbox("docker", LIMITS_IN_TESTS, store=None, workers=1) as sandbox:
        sandbox.run(Job("<svg xmlns='http://www.w3.org/2000/svg'/>", Engine.SVG))
        ((worker, _),) = sandbox._pool._idle
        labels = engine.containers.get(worker._identity).labels
        assert labels[OWNER] == token()
        assert OWNED.items() <= labels.items()
    assert not alive("docker", worker._identity)


class TestOwner:
    def test_we_are_here(self):
        assert not gone(token())

    def test_a_process_that_ended(self):
        ran = subprocess.run(
            [sys.executable, "-c", "from mathvis.sandbox.owner import token; print(token())"],
            capture_output=True,
            text=True,
            check=True,
        )
        assert gone(ran.stdout.strip())

    def test_a_process_id_that_another_one_has_now(self):
        host, boot, pid, _ = token().split(":")
        assert gone(f"{host}:{boot}:{pid}:1")

    def test_an_earlier_boot(self):
        host, _, pid, started = token().split(":")
        assert gone(f"{host}:another:{pid}:{started}")

    @pytest.mark.parametrize("word", ["", "elsewhere:boot:1:1", "a:b", "x:y:z:1", "::::"])
    def test_what_cannot_be_told_is_left_alone(self, word):
        assert not gone(word)


def test_no_room_for_a_folder_is_a_fault(monkeypatch):
    monkeypatch.setattr("tempfile.mkdtemp", lambda **_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(SandboxFault, match="No space left"):
        open_sandbox("bubblewrap")
