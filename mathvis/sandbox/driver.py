"""One job on a backend: what the backend gives back is turned into an artifact or a fault.

The rule for doubt: an outcome that may be ours (the job did not get the CPU, the runner was killed) is
never booked on the program. The job runs once more, alone; if it is still in doubt, it is a fault.
"""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, Self

from mathvis.errors import SandboxFault
from mathvis.sandbox import reply
from mathvis.sandbox.model import Artifact, Job, Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

    from mathvis.sandbox.limits import Limits


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a backend saw of one job.

    Attributes
    ----------
    message
        Everything that came out, at most `Limits.archive` + 1 bytes.
    overdue
        It was killed because it ran past its time.
    out_of_memory
        The kernel killed something in it for memory; None where the backend cannot tell.
    note
        How it ended, for people: exit status and the last words on standard error.
    """

    message: bytes
    overdue: bool
    out_of_memory: bool | None
    note: str


class Backend(Protocol):
    """Runs the runner once: bytes in, bytes out, under the limits that only the outside can set."""

    @property
    def name(self) -> str:
        """``docker`` or ``bubblewrap``."""
        ...

    @property
    def toolchain(self) -> str:
        """A digest of everything that decides a result."""
        ...

    @property
    def processes(self) -> int:
        """Limit of processes that the runner is to set itself; 0 where the backend sets it."""
        ...

    def exchange(self, request: bytes, seconds: float) -> Exchange:
        """Run one job to its end, or kill it after so many seconds; thread-safe.

        Raises
        ------
        SandboxFault
            It could not be started, or its end could not be seen.
        """
        ...

    def close(self) -> None:
        """Remove everything that the backend made; idempotent."""
        ...


class _Turns:
    """Many jobs side by side, or one alone."""

    def __init__(self) -> None:
        self._free = threading.Condition()
        self._running = 0
        self._alone = False

    @contextmanager
    def shared(self) -> Iterator[None]:
        with self._free:
            self._free.wait_for(lambda: not self._alone)
            self._running += 1
        try:
            yield
        finally:
            with self._free:
                self._running -= 1
                self._free.notify_all()

    @contextmanager
    def alone(self) -> Iterator[None]:
        with self._free:
            self._free.wait_for(lambda: not self._alone)
            self._alone = True
            self._free.wait_for(lambda: self._running == 0)
        try:
            yield
        finally:
            with self._free:
                self._alone = False
                self._free.notify_all()


class Driver:
    """A `mathvis.sandbox.model.Sandbox` on a backend; a context manager that closes it."""

    def __init__(self, backend: Backend, limits: Limits) -> None:
        self._backend = backend
        self._limits = limits
        self._turns = _Turns()
        self._closed = False

    @property
    def backend(self) -> str:
        """``docker`` or ``bubblewrap``."""
        return self._backend.name

    @property
    def toolchain(self) -> str:
        """A digest of everything that decides a result."""
        return self._backend.toolchain

    @property
    def limits(self) -> Limits:
        """The limits in force."""
        return self._limits

    def run(self, job: Job) -> Artifact:
        """Run one job; see `mathvis.sandbox.model.Sandbox.run`."""
        if self._closed:
            raise SandboxFault("the sandbox is closed")
        started = time.monotonic()
        if len(job.source) > self._limits.source or len(reply.encoded(job)) > self._limits.source:
            message = f"the program is larger than {self._limits.source >> 10} KiB"
            artifact = Artifact(Outcome.REFUSED, job.engine, message)
        else:
            with self._turns.shared():
                result = self._attempt(job, self._limits)
            if isinstance(result, str):
                with self._turns.alone():
                    result = self._attempt(job, self._limits.patient())
            if isinstance(result, str):
                raise SandboxFault(f"the {self.backend} sandbox failed twice on the same job: {result}")
            artifact = result
        return reply.with_usage(artifact, time.monotonic() - started, self.backend, self.toolchain)

    def _attempt(self, job: Job, limits: Limits) -> Artifact | str:
        """Return the artifact, or in words why the outcome may be a fault of ours."""
        request = reply.request(job, limits, processes=self._backend.processes)
        seen = self._backend.exchange(request, limits.total)
        if seen.overdue:
            return f"it did not end within {limits.total:.0f} s ({seen.note})"
        try:
            answer = reply.decode(seen.message, job, limits)
        except reply.ReplyError as error:
            if seen.out_of_memory:
                message = f"it needed more than {limits.memory >> 20} MiB of memory"
                return Artifact(Outcome.MEMORY, job.engine, message)
            return f"no valid reply came out: {error} ({seen.note})"
        if answer.suspect == "killed" and seen.out_of_memory:
            return answer.artifact
        if answer.suspect:
            return f"{answer.artifact.scene_error or answer.artifact.message} ({answer.suspect})"
        return answer.artifact

    def close(self) -> None:
        """Stop and remove what was left behind; idempotent."""
        self._closed = True
        self._backend.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
