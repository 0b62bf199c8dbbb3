"""Choosing a backend."""

from __future__ import annotations

from typing import Literal, get_args

from mathvis.errors import UsageError
from mathvis.sandbox.bubblewrap import Bubblewrap
from mathvis.sandbox.driver import Driver
from mathvis.sandbox.limits import LIMITS, Limits

BackendName = Literal["auto", "docker", "bubblewrap"]
BACKENDS: tuple[str, ...] = get_args(BackendName)


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
    return Driver(Bubblewrap(limits), limits)
