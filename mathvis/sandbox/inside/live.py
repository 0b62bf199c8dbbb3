r"""Live engines: TeX that has read a trusted preamble and is forked for each figure.

`sandbox/live/live.c` is preloaded into an engine that stops at a ``\read`` from its terminal; every
order on its socket makes a process that goes on from there with a figure of its own. The process is the
runner's child, like every other step, and confines itself before it reads on.
"""

from __future__ import annotations

import array
import contextlib
import os
import resource
import select
import socket
import struct
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mathvis.sandbox.inside import files, seccomp, steps

if TYPE_CHECKING:
    from collections.abc import Callable

    from mathvis.sandbox.inside.preamble import Beginning

FAILED = 97
"""Exit status of a process that could not confine itself: nothing of the program has run."""

_CONTROL = 198
_READY = 0x4C495645
_OWN_PID = 0x7A5A5A5A
_ORDER = struct.Struct("<8I2Q256s")
_START_SECONDS = 30.0
_ANSWER_SECONDS = 10.0
_MOST = {"pdflatex": 6, "lualatex": 2}
_SEEN_KEPT = 4096
_WORTH_IT = 2
_COMMAND = (
    r"\input{mathvis-scene-boot}\input{figure.tex}"
    r"\read-1 to\mathvislive\let\mathvislive\mathvisundefined\nonstopmode\input{figure.tex}"
)


@dataclass
class Server:
    """A live engine, starting or ready."""

    pid: int
    control: socket.socket
    beginning: Beginning
    started: float
    folder: str
    ready: bool = False
    used: float = 0.0


@dataclass
class LiveEngines:
    """The live engines of one worker.

    Attributes
    ----------
    shim
        The preloaded library.
    command
        Tells how an engine is called, without how it is to interact and what it is to read.
    environment
        The environment of the engines, as for a plain run.
    place
        A folder that figures cannot write to, where an engine's own folder is made for its start.
    """

    shim: str
    command: Callable[[str], list[str]]
    environment: dict[str, str]
    place: str
    _servers: dict[tuple[str, str], Server] = field(default_factory=dict)
    _seen: dict[tuple[str, str], int] = field(default_factory=dict)
    _wanted: list[tuple[str, Beginning]] = field(default_factory=list)
    _hopeless: set[tuple[str, str]] = field(default_factory=set)

    def expect(self, engine: str, beginning: Beginning) -> None:
        """Ask for a live engine of which it is known that it will be used."""
        self._wanted.append((engine, beginning))

    def find(self, engine: str, choices: tuple[Beginning, ...]) -> Server | None:
        """Return the live engine with the longest of these beginnings, and remember what would have been better."""
        self._look_after()
        best = None
        fresh = True
        for choice in choices:
            server = self._servers.get((engine, choice.text))
            if server is not None and server.ready:
                best = server
                break
            if fresh:  # what is only a part of one and the same beginning is of no use to others
                fresh = self._sighted(engine, choice) == 1
        if best is not None:
            best.used = time.monotonic()
        return best

    def _sighted(self, engine: str, choice: Beginning) -> int:
        """Count how often a beginning was seen; the second time it is worth an engine."""
        key = (engine, choice.text)
        if key in self._servers or key in self._hopeless:
            return 0
        if len(self._seen) >= _SEEN_KEPT:
            self._seen.clear()
        self._seen[key] = self._seen.get(key, 0) + 1
        if self._seen[key] == _WORTH_IT:
            self._wanted.append((engine, choice))
        return self._seen[key]

    def fork(self, server: Server, folder: str, bounds: steps.Bounds, user: int) -> steps.Step | None:
        """Fork a figure's process that goes on in `folder`; None if the live engine is gone."""
        table = bounds.table()
        filter_ = seccomp.program(bounds.filter, own_pid=_OWN_PID)
        head = _ORDER.pack(
            _READY,
            user,
            *table[resource.RLIMIT_CPU],
            table.get(resource.RLIMIT_NPROC, (0, 0))[0],
            table[resource.RLIMIT_NOFILE][0],
            len(filter_) // 8,
            0,
            table[resource.RLIMIT_AS][0],
            table[resource.RLIMIT_FSIZE][0],
            folder.encode(),
        )
        out_read, out_write = steps.stream()
        err_read, err_write = steps.stream()
        started = time.monotonic()
        pipes = array.array("i", [out_write, err_write])
        try:
            server.control.sendmsg([head, filter_], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, pipes)])
            answer = server.control.recv(4)
        except OSError:
            answer = b""
        finally:
            os.close(out_write)
            os.close(err_write)
        pid = struct.unpack("<i", answer)[0] if len(answer) == 4 else -1
        if pid <= 0:
            os.close(out_read)
            os.close(err_read)
            self._drop(server)
            return None
        return steps.adopt("engine", pid, bounds, started, out_read, err_read)

    def tend(self) -> None:
        """Start what is wanted, between two figures."""
        self._look_after()
        while self._wanted:
            engine, beginning = self._wanted.pop(0)
            key = (engine, beginning.text)
            if key in self._servers or key in self._hopeless:
                continue
            same = [each for each in self._servers if each[0] == engine]
            if len(same) >= _MOST[engine]:
                self._drop(self._servers[min(same, key=lambda each: self._servers[each].used)])
            self._servers[key] = self._start(engine, beginning)

    def wait_ready(self, seconds: float) -> None:
        """Wait until no engine is starting any more, at most so long."""
        deadline = time.monotonic() + seconds
        while any(not server.ready for server in self._servers.values()) and time.monotonic() < deadline:
            select.select([server.control for server in self._servers.values() if not server.ready], [], [], 0.1)
            self._look_after()

    def check(self) -> None:
        """Forget the engines that have ended."""
        for server in list(self._servers.values()):
            try:
                os.kill(server.pid, 0)
            except ProcessLookupError:
                self._drop(server)

    def owns(self, path: str) -> bool:
        """Whether a folder is that of an engine which is starting."""
        return any(not server.ready and server.folder == path for server in self._servers.values())

    def stop(self) -> None:
        """End all of them."""
        for server in list(self._servers.values()):
            self._drop(server)

    def _start(self, engine: str, beginning: Beginning) -> Server:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        folder = f"{self.place}/live-{time.monotonic_ns()}"
        os.mkdir(folder, 0o700)  # noqa: PTH102 - pathlib takes ten milliseconds to import
        files.write(f"{folder}/figure.tex", beginning.text.encode())
        pid = os.fork()
        if pid == 0:
            try:
                os.setsid()
                os.chdir(folder)
                nothing = os.open("/dev/null", os.O_RDWR)
                os.dup2(theirs.fileno(), _CONTROL)
                for descriptor in range(3):
                    os.dup2(nothing, descriptor)
                os.set_inheritable(_CONTROL, True)
                os.closerange(3, _CONTROL)
                os.closerange(_CONTROL + 1, 1024)
                command = [*self.command(engine), "-interaction=scrollmode", _COMMAND]
                os.execve(command[0], command, {**self.environment, "LD_PRELOAD": self.shim})  # noqa: S606
            finally:
                os._exit(FAILED)
        theirs.close()
        ours.setblocking(False)
        return Server(pid, ours, beginning, time.monotonic(), folder, used=time.monotonic())

    def _look_after(self) -> None:
        """See which engines have become ready, and which have ended or take too long."""
        for key, server in list(self._servers.items()):
            if server.ready:
                continue
            try:
                word = server.control.recv(4)
            except BlockingIOError:
                if time.monotonic() < server.started + _START_SECONDS:
                    continue
                word = b""
            except OSError:
                word = b""
            if word == struct.pack("<I", _READY):
                server.ready = True
                server.control.settimeout(_ANSWER_SECONDS)
                files.remove(server.folder)
            else:
                self._hopeless.add(key)
                self._drop(server)

    def _drop(self, server: Server) -> None:
        for key in [key for key, each in self._servers.items() if each is server]:
            del self._servers[key]
        server.control.close()
        with contextlib.suppress(ProcessLookupError):
            os.kill(server.pid, 9)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(server.pid, 0)
        with contextlib.suppress(OSError):
            files.remove(server.folder)
