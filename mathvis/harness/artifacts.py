"""Sandboxes that remember: one notes which job made an artifact, one gives back what a run has stored."""

from __future__ import annotations

import hashlib
import threading
from typing import TYPE_CHECKING

from mathvis.errors import SandboxFault
from mathvis.harness.store.rounds import load_artifact

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from mathvis.harness.protocols import JudgementLike
    from mathvis.sandbox.model import Artifact, Job, Sandbox


def job_digest(job: Job) -> str:
    """Return the hash of everything that goes into the sandbox."""
    text = f"{job.engine.value}\0{job.offset}\0{job.source}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class RecordingSandbox:
    """Runs jobs in another sandbox and can tell afterwards which job made an artifact."""

    def __init__(self, inner: Sandbox) -> None:
        self._inner = inner
        self._jobs: dict[int, tuple[Artifact, str]] = {}
        self._writing = threading.Lock()

    @property
    def backend(self) -> str:
        """The inner sandbox's backend."""
        return self._inner.backend

    @property
    def toolchain(self) -> str:
        """The inner sandbox's toolchain."""
        return self._inner.toolchain

    def run(self, job: Job) -> Artifact:
        """Run a job."""
        artifact = self._inner.run(job)
        with self._writing:
            self._jobs[id(artifact)] = (artifact, job_digest(job))
        return artifact

    def job_of(self, judgement: JudgementLike) -> str:
        """Return and forget the digest of the job behind a judgement's artifact; empty when there is none."""
        with self._writing:
            _, digest = self._jobs.pop(id(judgement.artifact), (None, ""))
        return digest

    def close(self) -> None:
        """Close the inner sandbox."""
        self._inner.close()


class StoredSandbox:
    """Gives back stored artifacts, and asks another sandbox (if there is one) for what is not stored.

    Parameters
    ----------
    folders
        Folders of rounds by job digest.
    toolchain
        The toolchain that made them.
    inner
        Where other jobs run; None: they are a fault.
    """

    def __init__(self, folders: Mapping[str, Sequence[Path]], *, toolchain: str, inner: Sandbox | None = None) -> None:
        self._folders, self._toolchain, self._inner = folders, toolchain, inner
        self._counting = threading.Lock()
        self.reused = 0
        self.made = 0

    @property
    def backend(self) -> str:
        """``stored``, or the inner sandbox's."""
        return self._inner.backend if self._inner is not None else "stored"

    @property
    def toolchain(self) -> str:
        """The toolchain of the stored artifacts."""
        return self._toolchain

    def run(self, job: Job) -> Artifact:
        """Return the stored artifact of this very job."""
        digest = job_digest(job)
        for folder in self._folders.get(digest, ()):
            found = load_artifact(folder)
            if found is not None and found[0] == digest and found[1].toolchain == self._toolchain:
                with self._counting:
                    self.reused += 1
                return found[1]
        if self._inner is None:
            raise SandboxFault("the artifact is not stored, and there is no sandbox here to make it")
        with self._counting:
            self.made += 1
        return self._inner.run(job)

    def close(self) -> None:
        """Close the inner sandbox."""
        if self._inner is not None:
            self._inner.close()
