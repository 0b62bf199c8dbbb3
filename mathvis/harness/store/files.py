"""Writing so that a kill at any moment leaves either the old state or the new one."""

from __future__ import annotations

import errno
import os
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING

from mathvis.errors import InfrastructureFault

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

_REMEDY = {
    errno.ENOSPC: "free some space",
    errno.EDQUOT: "free some of the quota",
    errno.EROFS: "mount the file system writable or use another folder",
    errno.EACCES: "make the folder writable or use another one",
    errno.EPERM: "make the folder writable or use another one",
    errno.EFBIG: "raise the limit on file sizes or use another folder",
}


class StoreFault(InfrastructureFault):
    """The run folder cannot be written; what is stored stays valid."""


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn an `OSError` into a `StoreFault` that says what to do."""
    try:
        yield
    except OSError as error:
        remedy = _REMEDY.get(error.errno or 0, "mend it")
        raise StoreFault(
            f"cannot write {path}: {error.strerror or error}; everything stored before is safe: "
            f"{remedy}, then continue with --resume"
        ) from error


def write_whole(path: Path, data: bytes) -> None:
    """Replace a file in one step, on the disk when this returns."""
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.{os.getpid()}.draft")
        try:
            with draft.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
        except OSError:
            draft.unlink(missing_ok=True)
            raise
        sync_folder(path.parent)


def write_folder(path: Path, files: Mapping[str, bytes]) -> None:
    """Replace a folder with the files given.

    A reader sees the old folder, the new one or, for an instant, none; never half of one. The files are not forced to
    the disk: what they hold can be made again, and the reader checks their hashes.
    """
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.{os.getpid()}.draft")
        old = path.with_name(f".{path.name}.{os.getpid()}.old")
        try:
            draft.mkdir()
            for name, data in files.items():
                (draft / name).write_bytes(data)
            if path.exists():
                path.rename(old)
            draft.rename(path)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
            shutil.rmtree(old, ignore_errors=True)


def sync_folder(path: Path) -> None:
    """Force a folder's entries to the disk, where the file system can."""
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(handle)


def append_line(path: Path, line: bytes) -> None:
    """Append a line, on the disk when this returns; on failure the file is as it was."""
    with writing(path):
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
        try:
            before = os.fstat(handle).st_size
            try:
                # Not through a buffer: closing one would write the rest of a line that had been taken back.
                rest = memoryview(line)
                while rest:
                    rest = rest[os.write(handle, rest) :]
                os.fsync(handle)
            except OSError:
                os.ftruncate(handle, before)
                raise
        finally:
            os.close(handle)


def drop_torn_line(path: Path) -> int:
    """Cut off what stands behind the last line end, the trace of a kill; return the bytes removed."""
    if not path.exists():
        return 0
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    torn = len(data) - whole
    if torn:
        with writing(path), path.open("r+b") as file:
            file.truncate(whole)
            file.flush()
            os.fsync(file.fileno())
    return torn


def sweep(folder: Path) -> None:
    """Remove drafts that a killed process left below a folder."""
    with writing(folder):
        for pattern in (".*.draft", ".*.old"):
            for path in folder.rglob(pattern):
                if path.is_dir():
                    shutil.rmtree(path, ignore_errors=True)
                else:
                    path.unlink(missing_ok=True)
