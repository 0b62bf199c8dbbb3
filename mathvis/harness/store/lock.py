"""One process a run."""

from __future__ import annotations

import errno
import fcntl
import os
import socket
from typing import TYPE_CHECKING

from mathvis.errors import RunConflict
from mathvis.harness.store.files import StoreFault, writing

if TYPE_CHECKING:
    from pathlib import Path


class RunLock:
    """The lock of a run folder.

    The kernel holds it on the open file, so it ends with the process however that ends; the file that stays behind
    means nothing.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / "lock"
        self._handle: int | None = None

    def acquire(self) -> None:
        """Take the lock.

        Raises
        ------
        RunConflict
            Another process holds it.
        StoreFault
            The folder cannot be written, or its file system has no locks.
        """
        with writing(self._path):
            handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = _holder(handle)
            os.close(handle)
            if error.errno not in (errno.EAGAIN, errno.EACCES):
                raise StoreFault(f"cannot lock {self._path}: {error.strerror}; use a local file system") from error
            raise RunConflict(f"the run {self._path.parent} is in use by {holder}; wait for it or stop it") from error
        self._handle = handle
        with writing(self._path):
            os.ftruncate(handle, 0)
            os.pwrite(handle, f"process {os.getpid()} on {socket.gethostname()}\n".encode(), 0)

    def release(self) -> None:
        """Give the lock up; idempotent."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def _holder(handle: int) -> str:
    try:
        return os.pread(handle, 200, 0).decode("utf-8", "replace").strip() or "another process"
    except OSError:
        return "another process"
