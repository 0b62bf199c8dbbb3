"""A program that waits to be forked for each figure: the runner's side of `sandbox/live/live.c`.

The process that an order makes is the runner's child, like every other step, and confines itself before it
goes on from where the program waits. An engine may also grow: then the process is a server itself.
"""

from __future__ import annotations

import array
import contextlib
import os
import resource
import socket
import struct
import time
from dataclasses import dataclass, field

from mathvis.sandbox.inside import seccomp, steps

FAILED = 97
"""Exit status of a process that could not confine itself: nothing of a figure has run."""

_CONTROL = 198
_READY, _GROW = 0x4C495645, 0x574F5247
_OWN_PID = 0x7A5A5A5A
_ORDER = struct.Struct("<8I2Q256s")
_ANSWER_SECONDS = 10.0


@dataclass
class Server:
    """A program that is starting, or ready to be forked.

    Attributes
    ----------
    pid
        Its process.
    started
        When it was started, on the monotonic clock.
    ready, gone
        Whether it waits for orders; whether it has ended.
    """

    pid: int
    started: float
    ready: bool = False
    gone: bool = False
    _control: socket.socket = field(default_factory=socket.socket)

    @classmethod
    def start(cls, folder: str, shim: str, command: list[str], environment: dict[str, str]) -> Server:
        """Start a program with the library preloaded, in a folder of its own."""
        ours, theirs = _connection()
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
                os.execve(command[0], command, {**environment, "LD_PRELOAD": shim})  # noqa: S606
            finally:
                os._exit(FAILED)
        theirs.close()
        return cls(pid, time.monotonic(), _control=ours)

    def fileno(self) -> int:
        """Return what to wait on while it starts."""
        return self._control.fileno()

    def look(self, patience: float) -> None:
        """See whether it has become ready; it is gone if it ended, or is not ready after so many seconds."""
        if self.ready or self.gone:
            return
        try:
            word = self._control.recv(4)
        except BlockingIOError:
            if time.monotonic() < self.started + patience:
                return
            word = b""
        except OSError:
            word = b""
        if word == struct.pack("<I", _READY):
            self.ready = True
            self._control.settimeout(_ANSWER_SECONDS)
        else:
            self.stop()

    def fork(
        self,
        name: str,
        folder: str,
        bounds: steps.Bounds,
        user: int,
        words: tuple[str, ...],
        *,
        stdin: int | None = None,
    ) -> steps.Step | None:
        """Fork a step that goes on in `folder`; None if the program is gone.

        Parameters
        ----------
        name, folder, bounds, user, stdin
            As for `mathvis.sandbox.inside.steps.start`.
        words
            The line that an engine reads from its terminal, or what a tool is called with.
        """
        source = os.open("/dev/null", os.O_RDONLY) if stdin is None else stdin
        out_read, out_write = steps.stream()
        err_read, err_write = steps.stream()
        started = time.monotonic()
        pid = self._ordered(self._order(folder, bounds, user, words), [source, out_write, err_write])
        for descriptor in (out_write, err_write, *([source] if stdin is None else [])):
            os.close(descriptor)
        if pid <= 0:
            os.close(out_read)
            os.close(err_read)
            return None
        return steps.adopt(name, pid, bounds, started, out_read, err_read)

    def grow(self, folder: str, line: str) -> Server | None:
        """Have a sibling read a line in a folder of its own, until it waits again; None if the program is gone."""
        ours, theirs = _connection()
        head = _ORDER.pack(_GROW, *[0] * 6, len(_ended((line,))), 0, 0, folder.encode())
        pid = self._ordered(head + _ended((line,)), [theirs.fileno()])
        theirs.close()
        if pid <= 0:
            ours.close()
            return None
        return Server(pid, time.monotonic(), _control=ours)

    def _ordered(self, order: bytes, descriptors: list[int]) -> int:
        """Give an order and return the new process; none, and this program is gone, where there is no answer."""
        passed = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))]
        try:
            self._control.sendmsg([order], passed)
            answer = self._control.recv(4)
        except OSError:
            answer = b""
        pid: int = struct.unpack("<i", answer)[0] if len(answer) == 4 else -1
        if pid <= 0:
            self.stop()
        return pid

    @staticmethod
    def _order(folder: str, bounds: steps.Bounds, user: int, words: tuple[str, ...]) -> bytes:
        table = bounds.table()
        filter_ = seccomp.program(bounds.filter, own_pid=_OWN_PID)
        head = _ORDER.pack(
            _READY,
            user,
            *table[resource.RLIMIT_CPU],
            table.get(resource.RLIMIT_NPROC, (0, 0))[0],
            table[resource.RLIMIT_NOFILE][0],
            len(filter_) // 8,
            len(_ended(words)),
            table[resource.RLIMIT_AS][0],
            table[resource.RLIMIT_FSIZE][0],
            folder.encode(),
        )
        return head + filter_ + _ended(words)

    def check(self) -> None:
        """See whether it has ended."""
        if not self.gone:
            try:
                os.kill(self.pid, 0)
            except ProcessLookupError:
                self.stop()

    def stop(self) -> None:
        """End it; idempotent."""
        self.gone, self.ready = True, False
        self._control.close()
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, 9)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self.pid, 0)


def _connection() -> tuple[socket.socket, socket.socket]:
    """Return the runner's end of a connection, which does not block, and the program's."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.setblocking(False)
    return ours, theirs


def _ended(words: tuple[str, ...]) -> bytes:
    return b"".join(word.encode() + b"\0" for word in words)
