"""Warm workers, shared by all threads: as many jobs at once as there are places, the others wait their turn."""

from __future__ import annotations

import contextlib
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Protocol

from mathvis.errors import SandboxFault

if TYPE_CHECKING:
    from collections.abc import Callable

    from mathvis.sandbox.exchange import Exchange

RECYCLED_AFTER = 500
"""Jobs that a worker does before another takes its place."""
_TRIES = 2


class Worker(Protocol):
    """A sandbox that takes one job after the other; used by one thread at a time."""

    def exchange(self, request: bytes, seconds: float) -> Exchange:
        """Send a job and wait for its reply; after anything but a whole reply the worker must be closed.

        Raises
        ------
        SandboxFault
            It could not be talked to.
        """
        ...

    def close(self) -> None:
        """End it with everything in it; idempotent."""
        ...


class Pool:
    """Warm workers, started when they are needed.

    Parameters
    ----------
    start
        Starts a worker.
    size
        How many there may be at once.
    """

    def __init__(self, start: Callable[[], Worker], size: int) -> None:
        self._start = start
        self._free = threading.Semaphore(size)
        self._lock = threading.Lock()
        self._idle: list[tuple[Worker, int]] = []
        self._failures = 0
        self._closed = False
        # a sandbox dies with the thread that started it, so that thread must live as long as the pool
        self._starter = ThreadPoolExecutor(1, thread_name_prefix="mathvis-worker-start")
        self.trouble = ""
        """Why workers cannot be started; empty while they can."""

    def exchange(self, request: bytes, seconds: float) -> Exchange | None:
        """Let a warm worker do a job; None where there is none or it came to no whole reply."""
        with self._free:
            worker, done = self._take()
            if worker is None:
                return None
            good = None
            try:
                good = worker.exchange(request, seconds)
            except SandboxFault:
                good = None
            finally:
                if good is None or good.overdue or done + 1 >= RECYCLED_AFTER or self._closed:
                    self._end(worker)
                else:
                    with self._lock:
                        self._idle.append((worker, done + 1))
            return good

    def prepare(self) -> None:
        """Start one worker ahead of the first job, without waiting for it."""

        def one() -> None:
            with self._free:
                worker, done = self._take()
                if worker is not None:
                    with self._lock:
                        self._idle.append((worker, done))

        threading.Thread(target=one, daemon=True).start()

    def drop_idle(self) -> None:
        """End the workers that have nothing to do."""
        with self._lock:
            idle, self._idle = self._idle, []
        for worker, _ in idle:
            self._end(worker)

    def close(self) -> None:
        """End all workers; those at work when their job ends. Idempotent."""
        self._closed = True
        self.drop_idle()
        self._starter.shutdown(wait=False)

    def _take(self) -> tuple[Worker | None, int]:
        with self._lock:
            if self._idle:
                return self._idle.pop()
            if self.trouble or self._closed:
                return None, 0
        try:
            worker = self._starter.submit(self._start).result()
        except (SandboxFault, RuntimeError) as error:  # RuntimeError: the pool was closed meanwhile
            with self._lock:
                self._failures += 1
                if self._failures >= _TRIES:
                    self.trouble = str(error)
            return None, 0
        self._failures = 0
        return worker, 0

    @staticmethod
    def _end(worker: Worker) -> None:
        with contextlib.suppress(SandboxFault):
            worker.close()
