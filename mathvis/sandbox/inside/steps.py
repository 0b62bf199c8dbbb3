"""Steps: one process each for the engine, the renderer and the reader, started and watched by the runner.

A step has a folder of its own, standard input from bytes or from nothing, and its standard output and
error are read through pipes up to a cap. Its limits are set and the system-call filter installed before
any byte of the program is touched; it has no other descriptor of the runner's.
"""

from __future__ import annotations

import _socket
import contextlib
import os
import resource
import select
import signal
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mathvis.sandbox.inside import identity, seccomp

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_CHUNK = 1 << 16
_ERROR_KEPT = 1 << 15
_OPEN_FILES = 256
_STACK = 8 << 20
_NEARLY_ALL = 0.9
_SETUP = 3
_HIGH = 512


class StepError(RuntimeError):
    """A step could not be started: a fault of ours."""


@dataclass(frozen=True)
class Bounds:
    """Limits of one step.

    `wall` and `cpu` in seconds; `memory`, `file`, `stdout` in bytes; `processes` (0: not set); `filter`, one of the
    kinds of system-call filters; `tail`, to keep the end of a longer standard output instead of ending the step.
    """

    wall: float
    cpu: int
    memory: int
    file: int
    stdout: int
    processes: int
    filter: str = seccomp.READER
    tail: bool = False

    def table(self) -> dict[int, tuple[int, int]]:
        """Return the resource limits, soft and hard."""
        values = {
            resource.RLIMIT_AS: self.memory,
            resource.RLIMIT_FSIZE: self.file,
            resource.RLIMIT_CORE: 0,
            resource.RLIMIT_STACK: _STACK,
            resource.RLIMIT_NOFILE: _OPEN_FILES,
            resource.RLIMIT_MEMLOCK: 0,
            resource.RLIMIT_MSGQUEUE: 0,
        }
        if self.processes:
            values[resource.RLIMIT_NPROC] = self.processes
        return {limit: (value, value) for limit, value in values.items()} | {
            resource.RLIMIT_CPU: (self.cpu, self.cpu + 1)
        }


@dataclass
class Step:
    """A running or finished step."""

    name: str
    pid: int
    bounds: Bounds
    started: float
    pipes: dict[int, bytearray]
    out: int
    exit: int | None = None
    """Exit status; negative for a signal."""
    wall: float = 0.0
    cpu: float = 0.0
    memory: float = 0.0
    killed: str = ""
    """Why the runner killed it: ``wall`` or ``stdout``."""
    collected: dict[str, bytes] = field(default_factory=dict)
    ending: bytes = b""
    """With these bytes at its end the standard output is all there is to come: the step has done well, and is not
    waited for while the system takes its memory apart."""

    @property
    def output(self) -> bytes:
        """What it wrote to standard output."""
        return self.collected.get("out", b"")

    @property
    def so_far(self) -> bytes:
        """What it has written to standard output up to now."""
        return bytes(self.pipes[self.out]) if self.out in self.pipes else self.output

    @property
    def errors(self) -> str:
        """The end of what it wrote to standard error."""
        return self.collected.get("err", b"").decode("utf-8", "replace")

    @property
    def well(self) -> bool:
        """Whether it ended by itself and without an error."""
        return self.exit == 0 and not self.killed

    @property
    def out_of_time(self) -> bool:
        """Whether it used up its CPU time."""
        if self.killed == "wall":
            return self.cpu >= _NEARLY_ALL * self.bounds.cpu
        return self.exit == -signal.SIGXCPU or (self.exit == -signal.SIGKILL and self.cpu >= self.bounds.cpu - 1)

    @property
    def starved(self) -> bool:
        """Whether it hit the wall limit without having had the CPU."""
        return self.killed == "wall" and not self.out_of_time


def start(
    name: str,
    folder: str,
    bounds: Bounds,
    *,
    command: list[str] | None = None,
    call: Callable[[], int] | None = None,
    stdin: int | None = None,
    environment: dict[str, str] | None = None,
    user: int = 0,
) -> Step:
    """Start a step.

    Parameters
    ----------
    name
        What it is called in reports.
    folder
        Its working folder.
    command, call
        A program to execute, or a function to run in the forked process; it returns the exit status.
    stdin
        A descriptor to read from; left open here.
    environment
        The whole environment of `command`.
    user
        Whose process it is; 0: the runner's own user.
    """
    out_read, out_write = stream()
    err_read, err_write = stream()
    setup_read, setup_write = os.pipe()
    started = time.monotonic()
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            path = os.fsencode(command[0]) if command is not None else b""
            _confine(folder, bounds, (stdin, out_write, err_write, setup_write), user, path)
            if command is not None:
                os.execve(path, command, environment or {})  # noqa: S606 - there is no shell, on purpose
            elif call is not None:
                os.close(_SETUP)
                status = call()
        except BaseException as error:  # noqa: BLE001 - a forked process must end here whatever happens
            note = f"{type(error).__name__}: {error}".encode("utf-8", "replace")[:_ERROR_KEPT]
            for descriptor in (_SETUP, 2):
                with contextlib.suppress(OSError):
                    os.write(descriptor, note)
        finally:
            os._exit(status)
    for descriptor in (out_write, err_write, setup_write):
        os.close(descriptor)
    with os.fdopen(setup_read, "rb") as setup:
        trouble = setup.read(_ERROR_KEPT)
    step = adopt(name, pid, bounds, started, out_read, err_read)
    if trouble:
        kill(step)
        wait([step])
        raise StepError(f"the step {name!r} could not be started: {trouble.decode('utf-8', 'replace')}")
    return step


def stream() -> tuple[int, int]:
    """Return where to read and where to write.

    Sockets, not a pipe: where there is a /proc, a process of the same user could open its own pipe there for reading,
    and wait for what never comes. Who reads from its own output finds the end at once.
    """
    ours, theirs = _socket.socketpair()
    ours.shutdown(_socket.SHUT_WR)
    return ours.detach(), theirs.detach()


def _confine(
    folder: str, bounds: Bounds, descriptors: tuple[int | None, int, int, int], user: int, execute: bytes
) -> None:
    os.setsid()
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)  # Python ignores them, and a program would inherit that
    sources = [os.open("/dev/null", os.O_RDONLY) if each is None else each for each in descriptors]
    high = [os.dup2(source, _HIGH + place) for place, source in enumerate(sources)]
    for place, source in enumerate(high):
        os.dup2(source, place)
    os.set_inheritable(_SETUP, False)
    os.closerange(_SETUP + 1, _HIGH * 2)
    identity.become(user)
    os.chdir(folder)
    os.umask(0o077)
    for limit, value in bounds.table().items():
        resource.setrlimit(limit, value)
    seccomp.confine(bounds.filter, execute)


def adopt(name: str, pid: int, bounds: Bounds, started: float, out: int, err: int) -> Step:
    """Take over a child that something else started, and the reading ends of its pipes."""
    for descriptor in (out, err):
        os.set_blocking(descriptor, False)
    return Step(name, pid, bounds, started, {out: bytearray(), err: bytearray()}, out)


def wait(steps: Iterable[Step], until: Callable[[], bool] = lambda: False) -> None:
    """Read what the steps write until each has ended or was killed at its limit, or `until` holds."""
    running = [step for step in steps if step.exit is None]
    while running and not until():
        now = time.monotonic()
        for step in running:
            if not step.killed and now >= step.started + step.bounds.wall:
                kill(step, "wall")
        pipes = [pipe for step in running for pipe in step.pipes]
        left = min((step.started + step.bounds.wall - now for step in running if not step.killed), default=0.0)
        if not all(step.pipes for step in running):
            left = min(left, 0.001)  # one closed its pipes and is about to end
        ready, _, _ = select.select(pipes, [], [], min(max(left, 0.0), 1.0))
        for step in running:
            _read(step, ready)
            if step.exit is None:
                _reap(step)
        running = [step for step in running if step.exit is None]


def kill(step: Step, why: str = "") -> None:
    """Kill a step and whatever is in its process group."""
    step.killed = step.killed or why
    for send in (os.killpg, os.kill):
        with contextlib.suppress(ProcessLookupError):
            send(step.pid, signal.SIGKILL)


def _read(step: Step, ready: list[int]) -> None:
    for pipe in [pipe for pipe in step.pipes if pipe in ready]:
        try:
            data = os.read(pipe, _CHUNK)
        except BlockingIOError:
            continue
        store = step.pipes[pipe]
        if data:
            store += data
            if pipe == step.out and len(store) > step.bounds.stdout:
                if step.bounds.tail:
                    del store[: -step.bounds.stdout]
                else:
                    kill(step, "stdout")
            elif pipe == step.out and step.ending and store.endswith(step.ending):
                _leave(step)
                return
            elif pipe != step.out and len(store) > _ERROR_KEPT:
                del store[:-_ERROR_KEPT]
        else:
            _close(step, pipe)


def _leave(step: Step) -> None:
    """End a step that has said all; the runner reaps it between two jobs."""
    kill(step)
    step.wall = time.monotonic() - step.started
    step.exit = 0
    for pipe in list(step.pipes):
        _close(step, pipe)


def _close(step: Step, pipe: int) -> None:
    os.close(pipe)
    step.collected["out" if pipe == step.out else "err"] = bytes(step.pipes.pop(pipe))


def _reap(step: Step) -> None:
    if step.pipes and not step.killed:
        return
    pid, status, usage = os.wait4(step.pid, os.WNOHANG if not step.killed else 0)
    if pid == 0:
        return
    step.wall = time.monotonic() - step.started
    step.exit = os.waitstatus_to_exitcode(status)
    step.cpu = usage.ru_utime + usage.ru_stime
    step.memory = usage.ru_maxrss / 1024
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(step.pid, signal.SIGKILL)  # whatever it may have left
    for pipe in list(step.pipes):
        _close(step, pipe)
