"""Faults of ours, on the real backends: each is a `SandboxFault` that says what to do, and never an outcome."""

import contextlib
import gc
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from sandbox_backends import LIMITS_IN_TESTS, tikz

from mathvis.errors import SandboxFault, UsageError
from mathvis.sandbox import LIMITS, Outcome, build, folder, open_sandbox, payload
from mathvis.sandbox import bubblewrap as bubblewrap_module
from mathvis.sandbox.driver import Driver

CIRCLE = tikz(r"\tikz\draw (0,0) circle (1);")
ENDLESS = tikz(r"\loop\iftrue\repeat")


class TestOpening:
    def test_an_unknown_backend_is_wrong_usage(self):
        with pytest.raises(UsageError, match="auto, docker, gvisor, bubblewrap"):
            open_sandbox("none")

    def test_no_engine_is_a_fault(self, monkeypatch, tmp_path):
        monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/nothing.sock")
        with pytest.raises(SandboxFault, match="no Docker engine answers"):
            open_sandbox("docker")

    def test_no_bubblewrap_is_a_fault_that_says_what_to_install(self, monkeypatch):
        monkeypatch.setattr(shutil, "which", lambda *_args, **_options: None)
        with pytest.raises(SandboxFault, match="apt-get install bubblewrap"):
            open_sandbox("bubblewrap")

    def test_a_missing_tool_is_named(self, monkeypatch):
        monkeypatch.setattr(bubblewrap_module, "_TOOLS", ("/usr/bin/python3", "/usr/bin/nosuchtex"))
        with pytest.raises(SandboxFault, match="/usr/bin/nosuchtex: not installed"):
            open_sandbox("bubblewrap")

    def test_without_any_backend_nothing_runs(self, monkeypatch, tmp_path):
        monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/nothing.sock")
        monkeypatch.setattr(shutil, "which", lambda *_args, **_options: None)
        with pytest.raises(SandboxFault) as caught:
            open_sandbox()
        assert caught.value.exit_code == 3
        assert "docker: " in str(caught.value)
        assert "bubblewrap: " in str(caught.value)

    @pytest.mark.bubblewrap
    def test_without_an_engine_auto_is_bubblewrap(self, bubblewrap, monkeypatch, tmp_path):
        monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/nothing.sock")
        with open_sandbox() as sandbox:
            assert sandbox.backend == "bubblewrap"

    @pytest.mark.docker
    def test_with_engine_and_image_auto_is_docker(self, docker):
        with open_sandbox() as sandbox:
            assert sandbox.backend == "docker"

    def test_an_incomplete_installation_is_a_fault(self, monkeypatch, tmp_path):
        monkeypatch.setattr(payload, "asset", lambda _name: tmp_path)
        with pytest.raises(SandboxFault, match="incomplete"):
            open_sandbox("bubblewrap")

    @pytest.mark.bubblewrap
    def test_no_room_for_the_runner_is_a_fault_and_leaves_nothing(self, bubblewrap, monkeypatch, tmp_path):
        def full(*_args):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        monkeypatch.setattr(folder, "PUBLIC", ())
        monkeypatch.setattr(payload, "write", full)
        with pytest.raises(SandboxFault, match="No space left"):
            open_sandbox("bubblewrap")
        assert list(tmp_path.iterdir()) == []
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "missing"))
        monkeypatch.setattr(folder, "PUBLIC", ())
        with pytest.raises(SandboxFault, match="no temporary folder"):
            open_sandbox("bubblewrap")


@pytest.mark.bubblewrap
class TestBubblewrap:
    @pytest.fixture
    def broken(self, bubblewrap):
        """A sandbox whose runner is replaced by another command."""
        opened = []

        def make(*command):
            backend = bubblewrap_module.Bubblewrap(LIMITS_IN_TESTS)
            backend._command = [*backend._command[: backend._command.index("--") + 1], *command]
            opened.append(backend)
            return Driver(backend, LIMITS_IN_TESTS)

        yield make
        for backend in opened:
            backend.close()

    @pytest.mark.parametrize(
        "command",
        [
            ("/usr/bin/false",),
            ("/usr/bin/nosuchprogram",),
            ("/usr/bin/head", "-c", "1000", "/dev/urandom"),
            ("/usr/bin/python3", "-c", "print('mathvis/1')"),
            ("/usr/bin/python3", "-c", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"),
        ],
        ids=["fails", "missing", "garbage", "breaks-off", "killed"],
    )
    def test_a_broken_runner_is_a_fault(self, broken, command):
        with pytest.raises(SandboxFault, match="failed twice"):
            broken(*command).run(CIRCLE)

    def test_a_flood_from_the_runner_is_cut_off(self, broken):
        with pytest.raises(SandboxFault, match="more than"):
            broken("/usr/bin/cat", "/dev/zero").run(CIRCLE)

    def test_a_runner_that_hangs_is_killed(self, broken, monkeypatch):
        short = replace(LIMITS, wall=0.1, step=0.1, grace=0.5)
        monkeypatch.setattr(type(short), "patient", lambda self: self)
        sandbox = broken("/usr/bin/sleep", "1000")
        sandbox._limits = short
        with pytest.raises(SandboxFault, match="did not end within"):
            sandbox.run(CIRCLE)

    @pytest.mark.parametrize(
        ("body", "fault"),
        [
            ("raise KeyError('a bug')", "KeyError: 'a bug'"),
            ("import nosuchmodule", "nosuchmodule"),
            ("import os; os._exit(7)", "the reader failed"),
        ],
    )
    def test_an_exception_of_the_reader_is_ours(self, bubblewrap, body, fault):
        with _with_reader(body) as sandbox, pytest.raises(SandboxFault, match=fault):
            sandbox.run(CIRCLE)

    @pytest.mark.parametrize(
        ("body", "words"),
        [
            ("from mathvis.errors import SceneError; raise SceneError('no\\nscene')", "no scene"),
            ("x = [0] * 10**9", "too much memory"),
            ("f = lambda: f(); f()", "nested too deeply"),
            ("while True: pass", "too long"),
            ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "crashed the reader"),
            ("import os; [os.write(1, b'x' * 10**6) for _ in range(100)]", "MiB"),
        ],
    )
    def test_what_a_document_does_to_the_reader_is_the_programs(self, bubblewrap, body, words):
        with _with_reader(body) as sandbox:
            artifact = sandbox.run(CIRCLE)
        assert artifact.outcome is Outcome.OK
        assert artifact.picture is not None
        assert artifact.scene is None
        assert words in artifact.scene_error

    def test_its_files_are_gone_when_it_is_closed(self, bubblewrap):
        backend = bubblewrap_module.Bubblewrap(LIMITS_IN_TESTS)
        assert (backend._folder / "opt" / payload.BOOT).is_file()
        backend.close()
        assert not backend._folder.exists()
        with pytest.raises(SandboxFault):
            Driver(backend, LIMITS_IN_TESTS).run(CIRCLE)

    def test_nothing_survives_the_death_of_the_caller(self, bubblewrap, tmp_path):
        """kill -9 in the middle of a job: the sandbox dies with us."""
        script = tmp_path / "caller.py"
        script.write_text(
            "from mathvis.sandbox import *\n"
            "with open_sandbox('bubblewrap') as sandbox:\n"
            "    print(sandbox._backend._folder, flush=True)\n"
            f"    sandbox.run(Job({ENDLESS.source!r}, Engine.PDFLATEX))\n"
        )
        here = str(Path(payload.__file__).parents[2])
        environment = {**os.environ, "PYTHONPATH": here}
        caller = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, env=environment)
        mark = caller.stdout.readline().decode().strip()
        assert mark
        assert _wait_for(lambda: _with_argument(mark, but=caller.pid))
        caller.kill()
        caller.wait()
        caller.stdout.close()
        assert _wait_for(lambda: not _with_argument(mark, but=caller.pid))
        left = Path(mark)
        if left.is_dir():
            os.utime(left, (0, 0))
        with open_sandbox("bubblewrap"):
            assert not left.exists(), "the next sandbox sweeps up after the dead"

    def test_what_belongs_to_the_living_is_not_swept_up(self, bubblewrap):
        with open_sandbox("bubblewrap", LIMITS_IN_TESTS) as sandbox:
            os.utime(sandbox._backend._folder, (0, 0))
            with open_sandbox("bubblewrap"):
                pass
            assert sandbox.run(CIRCLE).outcome is Outcome.OK

    def test_a_sandbox_that_nobody_closed_is_removed_all_the_same(self, bubblewrap):
        left = open_sandbox("bubblewrap")
        place = left._backend._folder
        del left
        gc.collect()
        assert not place.exists()

    def test_a_private_temporary_folder_does_not_keep_the_jobs_user_out(self, bubblewrap, monkeypatch, tmp_path):
        tmp_path.chmod(0o700)
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        with open_sandbox("bubblewrap", LIMITS_IN_TESTS) as sandbox:
            assert sandbox.run(CIRCLE).outcome is Outcome.OK


@pytest.mark.docker
class TestDocker:
    def test_an_image_of_another_version_is_a_fault_that_says_how_to_build_it(self, docker, monkeypatch):
        monkeypatch.setattr(build, "context_digest", lambda: "0" * 64)
        with pytest.raises(SandboxFault, match=r"another version.*mathvis sandbox build"):
            open_sandbox("docker")

    def test_a_missing_image_is_a_fault_that_says_how_to_build_it(self, docker, monkeypatch):
        monkeypatch.setattr(build, "TAG", "mathvis-no-such-image")
        with pytest.raises(SandboxFault, match=r"is missing.*mathvis sandbox build"):
            open_sandbox("docker")

    def test_a_runtime_that_the_engine_lacks_is_a_fault_that_says_what_to_install(self, docker):
        from mathvis.sandbox.engine import client

        with client() as engine:
            if "runsc" in engine.info()["Runtimes"]:
                pytest.skip("gVisor is installed here")
        with pytest.raises(SandboxFault, match=r"no runtime 'runsc'.*gVisor"):
            open_sandbox("gvisor")

    def test_a_container_killed_from_outside_is_a_fault(self, docker):
        stop = threading.Event()

        def kill_all():
            from mathvis.sandbox.engine import client

            with client() as engine:
                while not stop.is_set():
                    for container in engine.containers.list(filters={"label": f"mathvis-test={os.getpid()}"}):
                        with contextlib.suppress(Exception):
                            container.kill()
                    time.sleep(0.05)

        with _labelled():
            killer = threading.Thread(target=kill_all)
            killer.start()
            try:
                with (
                    open_sandbox("docker", LIMITS_IN_TESTS) as sandbox,
                    pytest.raises(SandboxFault, match="failed twice"),
                ):
                    sandbox.run(ENDLESS)
            finally:
                stop.set()
                killer.join()

    def test_an_engine_that_goes_away_is_a_fault(self, docker, monkeypatch, tmp_path):
        with _Relay(tmp_path / "engine.sock") as relay:
            monkeypatch.setenv("DOCKER_HOST", relay.address)
            with open_sandbox("docker", LIMITS_IN_TESTS) as sandbox:
                assert sandbox.run(CIRCLE).outcome is Outcome.OK
                timer = threading.Timer(2, relay.cut)
                timer.start()
                with pytest.raises(SandboxFault):
                    sandbox.run(ENDLESS)

    def test_no_container_is_left(self, docker):
        from mathvis.sandbox.engine import client

        with _labelled():
            with open_sandbox("docker", LIMITS_IN_TESTS) as sandbox:
                sandbox.run(CIRCLE)
                sandbox.run(ENDLESS)
            with client() as engine:
                assert engine.containers.list(all=True, filters={"label": f"mathvis-test={os.getpid()}"}) == []


@contextlib.contextmanager
def _with_reader(body):
    """A bubblewrap sandbox whose PDF reader is a function with this body."""
    backend = bubblewrap_module.Bubblewrap(LIMITS_IN_TESTS)
    reader = backend._folder / "opt/mathvis/scene/readers/pdf.py"
    reader.write_text(f"def read_pdf(data):\n    {body}\n")
    for compiled in reader.parent.glob("__pycache__/pdf.*"):
        compiled.unlink()
    with Driver(backend, LIMITS_IN_TESTS) as sandbox:
        yield sandbox


@contextlib.contextmanager
def _labelled():
    """Mark the containers of this process, so that tests side by side do not meet each other's."""
    from mathvis.sandbox import container

    container.OWNED["mathvis-test"] = str(os.getpid())
    try:
        yield
    finally:
        del container.OWNED["mathvis-test"]


class _Relay:
    """Passes connections on to the Docker engine until it is cut."""

    def __init__(self, path):
        self.address = f"unix://{path}"
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(str(path))
        self._server.listen()
        self._open = []
        self._cut = False
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                near, _ = self._server.accept()
            except OSError:
                return
            far = socket.socket(socket.AF_UNIX)
            far.connect(_engine_socket())
            self._open += [near, far]
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=self._pass_on, args=(source, target), daemon=True).start()

    def _pass_on(self, source, target):
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)

    def cut(self):
        self._server.close()
        for end in self._open:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def __enter__(self):
        return self

    def __exit__(self, *_exception):
        self.cut()


_ENGINE = os.environ.get("DOCKER_HOST", "")


def _engine_socket():
    return _ENGINE.removeprefix("unix://") or "/var/run/docker.sock"


def _with_argument(text, *, but):
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != but:
            with contextlib.suppress(OSError):
                if b"bwrap" in (command := (entry / "cmdline").read_bytes()) and text.encode() in command:
                    found.append(int(entry.name))
    return found


def _wait_for(condition, seconds=30):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.05)
    return False
