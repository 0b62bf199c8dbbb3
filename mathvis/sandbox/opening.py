"""Choosing a backend."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from mathvis.errors import SandboxFault, UsageError
from mathvis.sandbox.bubblewrap import Bubblewrap
from mathvis.sandbox.driver import Driver
from mathvis.sandbox.limits import LIMITS, Limits
from mathvis.sandbox.store import ArtifactStore, default_folder

if TYPE_CHECKING:
    from mathvis.sandbox.driver import Backend

BACKENDS = ("auto", "docker", "gvisor", "bubblewrap")


def open_sandbox(
    backend: str = "auto",
    limits: Limits = LIMITS,
    *,
    workers: int | None = None,
    warm: bool = True,
    store: ArtifactStore | bool | None = True,
) -> Driver:
    """Open a sandbox.

    Parameters
    ----------
    backend
        ``docker``, ``gvisor`` (Docker with the runtime ``runsc``), ``bubblewrap``, or ``auto``: Docker where an
        engine answers and has the image, else bubblewrap.
    limits
        What each job may use.
    workers
        How many jobs may run at once; None: as many as there are processors. Further ones wait their turn.
    warm
        Whether sandboxes are kept, with live engines in them, and take one job after the other. Without, each job
        has a sandbox of its own and every engine starts anew: the same results, more slowly.
    store
        Where artifacts are kept for the next time; True: the user's own store (`mathvis.sandbox.store`), False or
        None: nowhere.

    Returns
    -------
    Driver
        A `mathvis.sandbox.model.Sandbox`, and a context manager that closes it.

    Raises
    ------
    SandboxFault
        The backend cannot be used; the message says what to install. Nothing is ever run outside one.
    UsageError
        There is no backend of that name, or less than one worker.
    """
    if backend not in BACKENDS:
        raise UsageError(f"there is no sandbox backend {backend!r}; there are {', '.join(BACKENDS)}")
    if workers is not None and workers < 1:
        raise UsageError(f"a sandbox needs at least one worker, not {workers}")
    kept = _store(store)
    opened = open_backend(backend, limits)
    from mathvis.extract.wrap import STANDARD_PREAMBLE

    count = workers or len(os.sched_getaffinity(0))
    return Driver(opened, limits, workers=count, expected=(STANDARD_PREAMBLE,) if warm else None, store=kept)


def _store(wanted: ArtifactStore | bool | None) -> ArtifactStore | None:
    if not isinstance(wanted, bool):
        return wanted
    folder = default_folder() if wanted else None
    return None if folder is None else ArtifactStore(folder)


def open_backend(name: str, limits: Limits) -> Backend:
    """Open what runs the jobs, by its name; see `open_sandbox`."""
    if name == "bubblewrap":
        return Bubblewrap(limits)
    from mathvis.sandbox.container import Docker

    try:
        return Docker(limits, runtime="runsc" if name == "gvisor" else None)
    except SandboxFault as no_docker:
        if name != "auto":
            raise
        try:
            return Bubblewrap(limits)
        except SandboxFault as no_bubblewrap:
            raise SandboxFault(
                f"there is no usable sandbox, and programs are never run outside one.\n"
                f"  docker: {no_docker}\n  bubblewrap: {no_bubblewrap}"
            ) from no_bubblewrap
