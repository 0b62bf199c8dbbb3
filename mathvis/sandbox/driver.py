"""One job on a backend: what the backend gives back is turned into an artifact or a fault.

The rule for doubt: an outcome that may be ours (the job did not get the CPU, the runner was killed) is
never booked on the program. The job runs once more, alone; if it is still in doubt, it is a fault.
"""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, Self

from mathvis.errors import SandboxFault
from mathvis.sandbox import reply
from mathvis.sandbox.model import Artifact, Job, Outcome
from mathvis.sandbox.pool import Pool
from mathvis.sandbox.store import key_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import TracebackType

    from mathvis.sandbox.exchange import Exchange
    from mathvis.sandbox.limits import Limits
    from mathvis.sandbox.pool import Worker
    from mathvis.sandbox.store import ArtifactStore


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

    def worker(self, expected: Sequence[str]) -> Worker:
        """Start a warm worker that is prepared for programs which begin like one of `expected`.

        Raises
        ------
        SandboxFault
            It does not start.
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
    """A `mathvis.sandbox.model.Sandbox` on a backend; a context manager that closes it.

    Parameters
    ----------
    backend
        Runs the jobs.
    limits
        What each job may use.
    workers
        How many jobs may run at once; the others wait.
    expected
        Documents whose preambles are likely to come; None: no warm workers, a sandbox of its own for each job.
    store
        Where artifacts are looked up and kept; None: nowhere.
    """

    def __init__(
        self,
        backend: Backend,
        limits: Limits,
        *,
        workers: int = 1,
        expected: Sequence[str] | None = None,
        store: ArtifactStore | None = None,
    ) -> None:
        self._backend = backend
        self._limits = limits
        self._turns = _Turns()
        self._places = threading.Semaphore(workers)
        self._pool = None if expected is None else Pool(lambda: backend.worker(expected), workers)
        self._store = store
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
            return self._complete(Artifact(Outcome.REFUSED, job.engine, message), started)
        key = "" if self._store is None else key_of(job, self._limits, self.toolchain)
        if self._store is not None and (kept := self._store.get(key)) is not None:
            return self._complete(kept, started)
        artifact = self._complete(self._made(job), started)
        if self._store is not None:
            self._store.put(key, artifact)
        return artifact

    def _complete(self, artifact: Artifact, started: float) -> Artifact:
        return reply.with_usage(artifact, time.monotonic() - started, self.backend, self.toolchain)

    def _made(self, job: Job) -> Artifact:
        """Run a job: warm, then in a sandbox of its own, then alone with more time, until there is no doubt."""
        with self._turns.shared(), self._places:
            result = self._warm(job)
            if isinstance(result, str):
                result = self._attempt(job, self._limits)
        if isinstance(result, str):
            with self._turns.alone():
                if self._pool is not None:
                    self._pool.drop_idle()  # alone with the memory as well
                result = self._attempt(job, self._limits.patient())
        if isinstance(result, str):
            raise SandboxFault(f"the {self.backend} sandbox failed twice on the same job: {result}")
        return result

    def _warm(self, job: Job) -> Artifact | str:
        """Return the artifact that a warm worker made, or in words why there is none to be sure of."""
        if self._pool is None:
            return "there are no warm workers"
        seen = self._pool.exchange(
            reply.request(job, self._limits, processes=self._limits.processes), self._limits.total
        )
        if seen is None or seen.overdue:
            return "the warm worker came to no reply"
        try:
            answer = reply.decode(seen.message, job, self._limits)
        except reply.ReplyError as error:
            return str(error)
        return answer.suspect or answer.artifact

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
        if self._pool is not None:
            self._pool.close()
        self._backend.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
