"""A content-addressed store of artifacts, shared by runs and safe under processes that use it at once.

The key covers everything that decides a result: the program, the engine, the limits, and the toolchain
(image or system packages, style, readers). Only outcomes that the program alone decides are kept. It is
a cache: what is missing, damaged or cannot be written is made again.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import tempfile
from dataclasses import asdict, astuple, replace
from pathlib import Path
from typing import TYPE_CHECKING

from mathvis.errors import SandboxFault
from mathvis.sandbox import reply
from mathvis.sandbox.inside import frames
from mathvis.sandbox.limits import LIMITS_VERSION
from mathvis.sandbox.model import Artifact, Engine, Job, Outcome, SourceError, Usage

if TYPE_CHECKING:
    from mathvis.sandbox.limits import Limits

VERSION = "1"
VARIABLE = "MATHVIS_STORE"
"""Environment variable that names another folder for the store; ``off`` for none."""
MOST = 2 << 30
"""Bytes that a store may take; the artifacts that were not used for longest go first."""

_KEPT = frozenset({Outcome.OK, Outcome.COMPILE_ERROR, Outcome.REFUSED, Outcome.OUTPUT})
_PARTS = ("document", "picture", "scene")
_DIGEST = 32
_SWEPT_TO = 0.8
_PUTS_A_SWEEP = 64


def key_of(job: Job, limits: Limits, toolchain: str) -> str:
    """Return the key under which the artifact of a job is kept."""
    total = hashlib.sha256()
    head = (VERSION, LIMITS_VERSION, toolchain, str(job.engine), job.offset, *astuple(limits))
    total.update(json.dumps(head).encode())
    total.update(b"\0")
    total.update(reply.encoded(job))
    return total.hexdigest()


def default_folder() -> Path | None:
    """Return where the store is, by the environment; None for none."""
    named = os.environ.get(VARIABLE, "")
    if named.lower() == "off":
        return None
    if named:
        return Path(named)
    caches = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(caches) if caches.startswith("/") else Path.home() / ".cache") / "mathvis" / "artifacts"


class ArtifactStore:
    """Artifacts in a folder.

    Parameters
    ----------
    folder
        It is made if need be; nobody else may be able to write there.
    most
        Bytes that it may take.

    Raises
    ------
    SandboxFault
        The folder cannot be made or read, or belongs to or is open to somebody else.
    """

    def __init__(self, folder: Path, most: int = MOST) -> None:
        self._folder, self._most = folder, most
        self._puts = 0
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            state = folder.stat()
        except OSError as error:
            raise SandboxFault(f"the artifact store {folder} cannot be used ({error}); set {VARIABLE}=off") from error
        if state.st_uid != os.geteuid() or state.st_mode & 0o022:
            raise SandboxFault(
                f"others can write to the artifact store {folder}; take that right away, or set {VARIABLE}=off"
            )

    def get(self, key: str) -> Artifact | None:
        """Return the artifact of a key, or None if there is none or it is damaged."""
        path = self._path(key)
        try:
            data = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        try:
            return _decoded(data, key)
        except (ValueError, KeyError, TypeError):
            with contextlib.suppress(OSError):
                path.unlink()
            return None

    def put(self, key: str, artifact: Artifact) -> bool:
        """Keep an artifact, if the program alone decided its outcome; tell whether it is kept."""
        if artifact.outcome not in _KEPT:
            return False
        path = self._path(key)
        try:
            path.parent.mkdir(mode=0o700, exist_ok=True)
            descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
            try:
                with os.fdopen(descriptor, "wb") as file:
                    file.write(_encoded(artifact, key))
                Path(name).replace(path)
            except OSError:
                with contextlib.suppress(OSError):
                    Path(name).unlink()
                return False
        except OSError:
            return False
        self._puts += 1
        if self._puts % _PUTS_A_SWEEP == 1:
            self.sweep()
        return True

    def sweep(self) -> None:
        """Remove what was not used for longest, if there is more than there may be; one process at a time does it."""
        with contextlib.suppress(OSError), (self._folder / ".lock").open("wb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            found = []
            for path in self._folder.glob("*/*"):
                with contextlib.suppress(OSError):
                    state = path.stat()
                    found.append((state.st_mtime, state.st_size, path))
            total = sum(size for _, size, _ in found)
            if total <= self._most:
                return
            for _, size, path in sorted(found):
                if total <= _SWEPT_TO * self._most:
                    break
                with contextlib.suppress(OSError):
                    path.unlink()
                    total -= size

    def clear(self) -> int:
        """Remove all artifacts; return how many there were."""
        count = 0
        for path in self._folder.glob("*/*"):
            with contextlib.suppress(OSError):
                path.unlink()
                count += 1
        return count

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / key[2:]


def _encoded(artifact: Artifact, key: str) -> bytes:
    fields = asdict(replace(artifact, document=None, picture=None, scene=None))
    parts = {"result": json.dumps(fields | {"key": key}).encode()}
    for name in _PARTS:
        data = getattr(artifact, name)
        if data is not None:
            parts[name] = data
    message = frames.pack(parts)
    return hashlib.sha256(message).digest() + message


def _decoded(data: bytes, key: str) -> Artifact:
    message = data[_DIGEST:]
    if hashlib.sha256(message).digest() != data[:_DIGEST]:
        raise ValueError("damaged")
    parts = frames.unpack(message, ("result", *_PARTS), len(message))
    fields = json.loads(parts.pop("result"))
    if fields.pop("key") != key:
        raise ValueError("another artifact")
    fields |= {name: parts.get(name) for name in _PARTS}
    fields |= {"outcome": Outcome(fields["outcome"]), "engine": Engine(fields["engine"])}
    fields["errors"] = tuple(SourceError(**error) for error in fields["errors"])
    fields["usage"] = Usage(**fields["usage"])
    return Artifact(**fields)
