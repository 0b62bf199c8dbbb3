"""A temporary folder that goes with its owner, even one that is killed: the next owner sweeps it up."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
import time
import weakref
from pathlib import Path

from mathvis.errors import SandboxFault

PUBLIC = ("/tmp", "/var/tmp", "/run")  # noqa: S108 - with a fresh name below
_PREFIX = "mathvis-sandbox-"
_LOCK = "lock"
_YOUNG = 60.0


class OwnedFolder:
    """A new folder, readable by everybody, locked as long as its owner lives.

    Raises
    ------
    SandboxFault
        It cannot be made.
    """

    def __init__(self) -> None:
        try:
            place = _place()
            _sweep(place)
            self.path = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=place))
            self._remove = weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)
            self.path.chmod(0o755)
            self._lock = (self.path / _LOCK).open("wb")
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise SandboxFault(f"no temporary folder can be made: {error}") from error

    def remove(self) -> None:
        """Remove it; idempotent."""
        self._remove()
        self._lock.close()


def sweep() -> list[Path]:
    """Remove our user's folders whose owners are gone for a minute; return what was removed."""
    return _sweep(_place())


def _place() -> Path:
    place = Path(tempfile.gettempdir())
    if os.geteuid() == 0:  # the jobs' own users must be able to reach it
        return next((each for each in (place, *map(Path, PUBLIC)) if _open_to_all(each)), place)
    return place


def _open_to_all(place: Path) -> bool:
    place = place.resolve()
    return all(each.is_dir() and each.stat().st_mode & 0o001 for each in (place, *place.parents))


def _sweep(place: Path) -> list[Path]:
    removed = []
    for folder in place.glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError):
            state = folder.lstat()
            if state.st_uid != os.geteuid() or time.time() - state.st_mtime < _YOUNG:
                continue
            with (folder / _LOCK).open("rb") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
                removed.append(folder)
    return removed
