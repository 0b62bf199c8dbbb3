"""A program that waits to be forked for each figure: the runner's side of `sandbox/live/live.c`.

The process that an order makes is the runner's child, like every other step, and confines itself before it
goes on from where the program waits.
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
_READY = 0x4C495645
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
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
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
        ours.setblocking(False)
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
        *,
        stdin: int | None = None,
        arguments: tuple[str, ...] = (),
    ) -> steps.Step | None:
        """Fork a step that goes on in `folder`; None if the program is gone.

        Parameters
        ----------
        name, folder, bounds, user, stdin
            As for `mathvis.sandbox.inside.steps.start`.
        arguments
            What a tool is called with.
        """
        words = b"".join(argument.encode() + b"\0" for argument in arguments)
        source = os.open("/dev/null", os.O_RDONLY) if stdin is None else stdin
        out_read, out_write = steps.stream()
        err_read, err_write = steps.stream()
        started = time.monotonic()
        streams = array.array("i", [source, out_write, err_write])
        try:
            self._control.sendmsg([self._order(folder, bounds, user, words)], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, streams)])  # fmt: skip # noqa: E501
            answer = self._control.recv(4)
        except OSError:
            answer = b""
        finally:
            for descriptor in (out_write, err_write, *([source] if stdin is None else [])):
                os.close(descriptor)
        pid = struct.unpack("<i", answer)[0] if len(answer) == 4 else -1
        if pid <= 0:
            os.close(out_read)
            os.close(err_read)
            self.stop()
            return None
        return steps.adopt(name, pid, bounds, started, out_read, err_read)

    @staticmethod
    def _order(folder: str, bounds: steps.Bounds, user: int, words: bytes) -> bytes:
        table = bounds.table()
        filter_ = seccomp.program(bounds.filter, own_pid=_OWN_PID)
        head = _ORDER.pack(
            _READY,
            user,
            *table[resource.RLIMIT_CPU],
            table.get(resource.RLIMIT_NPROC, (0, 0))[0],
            table[resource.RLIMIT_NOFILE][0],
            len(filter_) // 8,
            len(words),
            table[resource.RLIMIT_AS][0],
            table[resource.RLIMIT_FSIZE][0],
            folder.encode(),
        )
        return head + filter_ + words

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
