"""A warm worker behind the pipes of a process."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from typing import TYPE_CHECKING

from mathvis.errors import SandboxFault
from mathvis.sandbox import channel
from mathvis.sandbox.exchange import Exchange
from mathvis.sandbox.inside.main import READY

if TYPE_CHECKING:
    from mathvis.sandbox.limits import Limits

_START_SECONDS = 60.0


class PipeWorker:
    """A `mathvis.sandbox.pool.Worker`.

    Parameters
    ----------
    process
        Started with pipes for its three streams, in a session of its own.
    limits
        What each job may use.

    Raises
    ------
    SandboxFault
        It did not say that it is ready.
    """

    def __init__(self, process: subprocess.Popen[bytes], limits: Limits) -> None:
        if process.stdin is None or process.stdout is None or process.stderr is None:
            raise ValueError("the process has no pipes")
        self._process, self._limits = process, limits
        self._in, self._out, self._err = (each.fileno() for each in (process.stdin, process.stdout, process.stderr))
        for descriptor in (self._in, self._out, self._err):
            os.set_blocking(descriptor, False)
        if not channel.hear_word(self._out, READY, time.monotonic() + _START_SECONDS):
            words = self._words()
            self.close()
            raise SandboxFault(f"a warm worker does not start: {words or 'no word of why'}")

    def exchange(self, request: bytes, seconds: float) -> Exchange:
        """Do one job."""
        deadline = time.monotonic() + seconds
        if not channel.say(self._in, request, deadline):
            raise SandboxFault(f"a warm worker is gone: {self._words()}")
        heard = channel.hear(self._out, self._limits.archive, deadline)
        return Exchange(heard.data, heard.overdue, None, f"warm worker: {self._words()}".rstrip(": "))

    def close(self) -> None:
        """End it; with its first process all of them die."""
        end(self._process)

    def _words(self) -> str:
        try:
            said = os.read(self._err, 1 << 16)
        except (BlockingIOError, OSError):
            return ""
        return " ".join(said.decode("utf-8", "replace").split())[-2000:]


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill what is left of a sandbox.

    Raises
    ------
    SandboxFault
        It does not end.
    """
    if process.returncode is None:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            process.kill()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired as error:
        raise SandboxFault("a sandbox does not end although it was killed") from error
    finally:
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()
