"""The backend for machines without a Docker engine: namespaces by bubblewrap, the system's own TeX.

Of the host a job sees ``/usr`` (without ``/usr/local``), the configuration of TeX, fonts and the
linker, all read-only, and a folder of memory to work in. As root, every job runs under an
unprivileged user id of its own; as an ordinary user, in a user namespace.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import json
import os
import random
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from mathvis.errors import SandboxFault
from mathvis.sandbox import launch, payload, shim
from mathvis.sandbox.exchange import Exchange
from mathvis.sandbox.folder import OwnedFolder
from mathvis.sandbox.inside.identity import CAPABILITIES
from mathvis.sandbox.inside.main import HOME, WORK
from mathvis.sandbox.pipes import PipeWorker, end
from mathvis.sandbox.stream import Seen, read_capped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mathvis.sandbox.limits import Limits

INSTALL = "apt-get install bubblewrap and the packages of sandbox/packages.txt, or run `make setup` in a checkout"

_TOOLS = (
    "/usr/bin/python3",
    "/usr/bin/pdflatex",
    "/usr/bin/lualatex",
    "/usr/bin/pdfinfo",
    "/usr/bin/pdftoppm",
    "/usr/bin/rsvg-convert",
)
_READ_ONLY = (
    "/etc/fonts",
    "/etc/texmf",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/var/lib/texmf",
    "/var/cache/fontconfig",
)
_DEVICES = ("null", "zero", "full", "random", "urandom")
_PASSWD = "mathvis:x:1000:1000::/nonexistent:/bin/false\n"  # noqa: S105 - no password, the file's name
_INSIDE_ID = "1000"
_FIRST_USER, _USERS = 1_900_000_000, 1_000_000
_RUN = f"import sys; sys.path.insert(0, {HOME!r}); from mathvis.sandbox.inside.main import main; main()"
PYTHON = ["/usr/bin/python3", "-I", "-S", "-B", "-c", _RUN]


class Bubblewrap:
    """A backend; see `mathvis.sandbox.driver.Backend`."""

    name = "bubblewrap"

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.processes = limits.processes
        program = shutil.which("bwrap", path="/usr/bin:/usr/local/bin:/bin")
        if program is None:
            raise SandboxFault(f"bubblewrap is not installed; {INSTALL}")
        missing = [tool for tool in _TOOLS if not os.access(tool, os.X_OK)]
        if missing:
            raise SandboxFault(f"{', '.join(missing)}: not installed; {INSTALL}")
        files = payload.payload()
        self._hastening: ThreadPoolExecutor | None = None
        self._owned = OwnedFolder()
        self._folder = self._owned.path
        try:
            _lay_out(files, self._folder)
            self._program = program
            self._command = [program, *_arguments(self._folder, limits), "--", *PYTHON]
            self.toolchain = f"bubblewrap:{_toolchain(files)}"
            self._probe()
            self._hastening = ThreadPoolExecutor(1, thread_name_prefix="mathvis-hasten")
            self._hastened = self._hastening.submit(_hasten, self._folder / "opt")
        except BaseException:
            self.close()
            raise

    def exchange(self, request: bytes, seconds: float) -> Exchange:
        """Run one job."""
        seen, status = self._hear(self._command, request, self._limits.archive, seconds)
        note = f"exit status {status}: {seen.words}".rstrip(": ")
        return Exchange(seen.data, overdue=seen.overdue, out_of_memory=None, note=note)

    def worker(self, expected: Sequence[str]) -> PipeWorker:
        """Start a warm worker; see `mathvis.sandbox.driver.Backend.worker`."""
        self._hastened.result()
        root = os.geteuid() == 0
        order = json.dumps({"expected": list(expected), "users": launch.INSIDE if root else [0, 0]})
        arguments = _arguments(self._folder, self._limits, root=root)
        command = [self._program, *arguments, "--", *PYTHON, order]
        process = launch.as_range(command) if root else launch.as_self(command)
        return PipeWorker(process, self._limits)

    def close(self) -> None:
        """Remove the runner's files."""
        if self._hastening is not None:
            self._hastening.shutdown(cancel_futures=True)
        self._owned.remove()

    def _hear(self, command: list[str], request: bytes, cap: int, seconds: float) -> tuple[Seen, int]:
        """Run a command to its end; return what it wrote and its exit status."""
        process = self._start(command, request)
        try:
            seen = read_capped(process, cap=cap, seconds=seconds)
            if not seen.overdue:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(timeout=1)
        finally:
            end(process)
        return seen, process.returncode

    def _start(self, command: list[str], request: bytes) -> subprocess.Popen[bytes]:
        identity = {}
        if os.geteuid() == 0:
            user = _FIRST_USER + random.SystemRandom().randrange(_USERS)
            identity = {"user": user, "group": user, "extra_groups": []}
        try:
            source = os.memfd_create("request", os.MFD_CLOEXEC)
            try:
                view = memoryview(request)
                while view:
                    view = view[os.write(source, view) :]
                os.lseek(source, 0, os.SEEK_SET)
                return subprocess.Popen(  # type: ignore[call-overload, no-any-return]
                    command,
                    stdin=source,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    env={},
                    cwd="/",
                    start_new_session=True,
                    **identity,
                )
            finally:
                os.close(source)
        except OSError as error:
            raise SandboxFault(f"bubblewrap cannot be started: {error}") from error

    def _probe(self) -> None:
        command = [*self._command[: self._command.index("--")], "--", "/usr/bin/true"]
        seen, status = self._hear(command, b"", 1 << 16, self._limits.grace)
        if status != 0:
            raise SandboxFault(
                f"bubblewrap cannot make a sandbox here: {seen.words or status}. Where user namespaces are forbidden, "
                "allow them (sysctl kernel.unprivileged_userns_clone=1, user.max_user_namespaces > 0, and on Ubuntu "
                "kernel.apparmor_restrict_unprivileged_userns=0), or use a Docker engine"
            )


def _arguments(folder: Path, limits: Limits, *, root: bool = False) -> list[str]:
    """Return bubblewrap's options; with `root` for a runner that is root of a user namespace it was started in."""
    if root:
        arguments = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
        arguments += ["--cap-drop", "ALL"]
        for capability in CAPABILITIES:
            arguments += ["--cap-add", f"CAP_{capability}"]
    else:
        arguments = ["--unshare-all", "--unshare-user", "--uid", _INSIDE_ID, "--gid", _INSIDE_ID, "--cap-drop", "ALL"]
    arguments += ["--die-with-parent", "--new-session", "--hostname", "sandbox", "--clearenv"]
    for name, value in (("PATH", "/usr/bin:/bin"), ("HOME", "/nonexistent"), ("LANG", "C.UTF-8")):
        arguments += ["--setenv", name, value]
    arguments += ["--ro-bind", "/usr", "/usr", "--tmpfs", "/usr/local", "--remount-ro", "/usr/local"]
    for name in ("bin", "sbin", "lib", "lib32", "lib64", "libx32"):
        path = Path("/", name)
        if path.is_symlink():
            arguments += ["--symlink", str(path.readlink()), str(path)]
        elif path.is_dir():
            arguments += ["--ro-bind", str(path), str(path)]
    for parent in sorted({str(each) for place in (*_READ_ONLY, HOME) for each in Path(place).parents} - {"/"}):
        arguments += ["--dir", parent]  # what bubblewrap makes on its own, only its owner may enter
    for place in _READ_ONLY:
        arguments += ["--ro-bind-try", place, place]
    arguments += ["--ro-bind", str(folder / "passwd"), "/etc/passwd"]
    arguments += ["--ro-bind", str(folder / "opt"), HOME]
    arguments += ["--dir", "/dev"]
    for device in _DEVICES:
        arguments += ["--dev-bind", f"/dev/{device}", f"/dev/{device}"]
    mode = "0711" if root else "0700"
    arguments += ["--perms", mode, "--size", str(limits.work), "--tmpfs", WORK, "--dir", "/tmp"]  # noqa: S108
    return [*arguments, "--remount-ro", "/", "--chdir", WORK]


def _lay_out(files: dict[str, bytes], folder: Path) -> None:
    try:
        payload.write(files, folder / "opt")
        (folder / "opt/fmt").mkdir()
        (folder / "opt/fmt").chmod(0o755)
        (folder / "passwd").write_text(_PASSWD)
        (folder / "passwd").chmod(0o644)
        subprocess.run(
            [
                "/usr/bin/python3",
                "-I",
                "-S",
                "-m",
                "compileall",
                "-q",
                "--invalidation-mode",
                "unchecked-hash",
                folder / "opt",
            ],
            check=True,
            capture_output=True,
            env={},
            timeout=60,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise SandboxFault(f"the runner cannot be laid out in {folder}: {error}") from error


def _hasten(folder: Path) -> None:
    """Make what only saves time: the library of live engines, and the engines' formats unpacked.

    Half of the time that an engine takes to start goes into unpacking its format.
    """
    with contextlib.suppress(OSError):  # all of it can be done without, and the folder may be gone already
        shim.compile_library(folder)
        for engine, place in (("pdflatex", "pdftex"), ("lualatex", "luahbtex")):
            packed = Path("/var/lib/texmf/web2c", place, f"{engine}.fmt")
            if packed.is_file():
                part = folder / f"fmt/{engine}.part"
                part.write_bytes(gzip.decompress(packed.read_bytes()))
                part.chmod(0o644)
                part.replace(folder / f"fmt/{engine}.fmt")


def _toolchain(files: dict[str, bytes]) -> str:
    """Return a hash over the runner's files and everything Debian installed that a job can see."""
    total = hashlib.sha256(payload.digest(files).encode())
    try:
        installed = subprocess.run(
            ["/usr/bin/dpkg-query", "-W", "-f", "${Package} ${Version} ${Architecture}\\n"],
            check=True,
            capture_output=True,
            env={"LC_ALL": "C"},
            timeout=60,
        ).stdout
    except (OSError, subprocess.SubprocessError) as error:
        raise SandboxFault(f"the system's packages cannot be listed: {error}") from error
    kept = [line for line in installed.splitlines() if line.startswith(_RELEVANT)]
    total.update(b"\n".join(sorted(kept)))
    return total.hexdigest()


_RELEVANT = (
    b"texlive",
    b"lmodern",
    b"cm-super",
    b"tex-gyre",
    b"preview-latex",
    b"pgf",
    b"fonts-",
    b"fontconfig",
    b"poppler",
    b"libpoppler",
    b"librsvg",
    b"libcairo",
    b"libpango",
    b"libqpdf",
    b"libfreetype",
    b"libxml2",
    b"python3-pikepdf",
    b"python3-lxml",
    b"python3.",
)
