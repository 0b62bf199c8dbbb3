"""Reading what a step left behind, without trusting it: regular files alone, no links, capped."""

from __future__ import annotations

import os
import stat


def read(path: str, cap: int) -> bytes | None:
    """Return a regular file's bytes, or None where there is none.

    Raises
    ------
    OverflowError
        It is larger than `cap`.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        pieces, size = [], 0
        while piece := os.read(descriptor, 1 << 20):
            pieces.append(piece)
            size += len(piece)
            if size > cap:
                raise OverflowError(path)
        return b"".join(pieces)
    finally:
        os.close(descriptor)


def write(path: str, data: bytes) -> None:
    """Create a new file that may be read alone."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o400)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)


def sealed(data: bytes) -> int:
    """Return a descriptor of an anonymous file that nobody can change any more, open at its start."""
    import fcntl

    descriptor = os.memfd_create("document", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
    seals = fcntl.F_SEAL_SEAL | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE
    fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, seals)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def overfull(folder: str, cap: int) -> bool:
    """Whether a file in `folder` has reached `cap`, the file system is full, or there is too much to look through."""
    try:
        state = os.statvfs(folder)
        if state.f_bavail * state.f_frsize < 1 << 16 or state.f_favail < 1:
            return True
        pending = [folder]
        seen = 0
        while pending:
            with os.scandir(pending.pop()) as entries:
                for entry in entries:
                    seen += 1
                    if seen > 10_000:
                        return True
                    if entry.is_dir(follow_symlinks=False):
                        pending.append(entry.path)
                    elif entry.is_file(follow_symlinks=False) and entry.stat(follow_symlinks=False).st_size >= cap:
                        return True
    except OSError:  # shut to us, or nested deeper than a path can say
        return True
    return False


def remove(folder: str) -> None:
    """Remove a folder with everything in it; links are removed, not followed.

    Raises
    ------
    OSError
        Something cannot be removed.
    """
    flat = [folder]
    for here in flat:  # it grows: each folder inside is first moved to the top, so that no path becomes too long
        with os.scandir(here) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    top = f"{folder}.{len(flat)}"
                    os.rename(entry.path, top)  # noqa: PTH104 - pathlib takes ten milliseconds to import
                    flat.append(top)
                else:
                    os.unlink(entry.path)  # noqa: PTH108
        os.rmdir(here)  # noqa: PTH106
