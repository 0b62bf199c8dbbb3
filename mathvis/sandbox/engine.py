"""Talking to the Docker engine, with every way it can fail turned into a fault."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import docker
import docker.errors
import requests

from mathvis.errors import SandboxFault

if TYPE_CHECKING:
    from collections.abc import Iterator

_SECONDS = 60
_PING_SECONDS = 5


@contextmanager
def docker_faults(what: str) -> Iterator[None]:
    """Turn whatever goes wrong between here and the engine into a `SandboxFault` that starts with `what`."""
    try:
        yield
    except (docker.errors.DockerException, requests.exceptions.RequestException, OSError, EOFError) as error:
        detail = getattr(error, "explanation", None) or str(error) or type(error).__name__
        raise SandboxFault(f"{what}: {detail}") from error


@contextmanager
def client(seconds: int = _SECONDS) -> Iterator[Any]:
    """Open a client for the engine that the environment names (``DOCKER_HOST``)."""
    engine = docker.from_env(timeout=seconds)
    try:
        yield engine
    finally:
        engine.close()


def engine_answers() -> bool:
    """Whether a Docker engine answers here."""
    try:
        with client(_PING_SECONDS) as engine:
            return bool(engine.ping())
    except (docker.errors.DockerException, requests.exceptions.RequestException, OSError):
        return False
