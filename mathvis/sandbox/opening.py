"""Choosing a backend."""

from __future__ import annotations

from mathvis.errors import SandboxFault, UsageError
from mathvis.sandbox.bubblewrap import Bubblewrap
from mathvis.sandbox.driver import Driver
from mathvis.sandbox.limits import LIMITS, Limits

BACKENDS = ("auto", "docker", "bubblewrap")


def open_sandbox(backend: str = "auto", limits: Limits = LIMITS) -> Driver:
    """Open a sandbox.

    Parameters
    ----------
    backend
        ``docker``, ``bubblewrap``, or ``auto``: Docker where an engine answers and has the image, else
        bubblewrap.
    limits
        What each job may use.

    Returns
    -------
    Driver
        A `mathvis.sandbox.model.Sandbox`, and a context manager that closes it.

    Raises
    ------
    SandboxFault
        The backend cannot be used; the message says what to install. Nothing is ever run outside one.
    UsageError
        There is no backend of that name.
    """
    if backend not in BACKENDS:
        raise UsageError(f"there is no sandbox backend {backend!r}; there are {', '.join(BACKENDS)}")
    if backend == "bubblewrap":
        return Driver(Bubblewrap(limits), limits)
    from mathvis.sandbox.container import Docker

    try:
        return Driver(Docker(limits), limits)
    except SandboxFault as no_docker:
        if backend == "docker":
            raise
        try:
            return Driver(Bubblewrap(limits), limits)
        except SandboxFault as no_bubblewrap:
            raise SandboxFault(
                f"there is no usable sandbox, and programs are never run outside one.\n"
                f"  docker: {no_docker}\n  bubblewrap: {no_bubblewrap}"
            ) from no_bubblewrap
