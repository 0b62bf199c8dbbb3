"""Removing what sandboxes left behind whose owners were killed."""

from __future__ import annotations

from dataclasses import dataclass

from mathvis.errors import SandboxFault
from mathvis.sandbox import owner
from mathvis.sandbox.container import OWNED, OWNER
from mathvis.sandbox.engine import client, docker_faults
from mathvis.sandbox.folder import sweep


@dataclass(frozen=True, slots=True)
class Removed:
    """Paths of folders and ids of containers that were removed; why containers were not looked for, or nothing."""

    folders: tuple[str, ...]
    containers: tuple[str, ...]
    no_engine: str = ""


def clean() -> Removed:
    """Remove the folders of our user and the containers of this machine whose owners are gone."""
    folders = tuple(sorted(map(str, sweep())))
    try:
        return Removed(folders, _containers())
    except SandboxFault as fault:
        return Removed(folders, (), str(fault))


def _containers() -> tuple[str, ...]:
    label = next(f"{name}={value}" for name, value in OWNED.items())
    removed = []
    with docker_faults("no Docker engine answers"), client() as engine:
        for container in engine.containers.list(all=True, filters={"label": label}, ignore_removed=True):
            if owner.gone(str(container.labels.get(OWNER, ""))):
                container.remove(force=True, v=True)
                removed.append(str(container.id)[:12])
    return tuple(removed)
