"""A visit of the doctor: probes in a figure's place, warm and cold, then hostile programs."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from typing import TYPE_CHECKING

from mathvis.errors import SandboxFault, UsageError
from mathvis.sandbox import doctor, payload, reply
from mathvis.sandbox.doctor import Check
from mathvis.sandbox.doctor_programs import INNOCENT, PROGRAMS
from mathvis.sandbox.driver import Driver
from mathvis.sandbox.inside import frames, probe
from mathvis.sandbox.limits import LIMITS
from mathvis.sandbox.model import Outcome
from mathvis.sandbox.opening import BACKENDS, open_backend

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mathvis.sandbox.driver import Backend
    from mathvis.sandbox.exchange import Exchange
    from mathvis.sandbox.limits import Limits

_MOST = 1 << 16
_BOMBS = {"cpu": 3, "step_cpu": 3, "output": 4 << 20, "work": 16 << 20}


def examined(name: str, limits: Limits = LIMITS) -> list[tuple[str, Check]]:
    """Visit a backend, or with ``auto`` each one that can be used; return its name with each check.

    Raises
    ------
    SandboxFault
        None can be used.
    UsageError
        There is no such backend.
    """
    if name not in BACKENDS:
        raise UsageError(f"there is no sandbox backend {name!r}; there are {', '.join(BACKENDS)}")
    tried = ("docker", "bubblewrap") if name == "auto" else (name,)
    found: list[tuple[str, Check]] = []
    faults: list[SandboxFault] = []
    for each in tried:
        try:
            backend = open_backend(each, quick(limits))
        except SandboxFault as fault:
            faults.append(fault)
            continue
        try:
            found += [(each, check) for check in visit(backend, quick(limits))]
        finally:
            backend.close()
    if not found:
        raise SandboxFault("\n".join(map(str, faults)))
    return found


def quick(limits: Limits) -> Limits:
    """Return limits under which bombs go off early."""
    return replace(limits, **_BOMBS)


def visit(backend: Backend, limits: Limits) -> Iterator[Check]:
    """Look at a backend that was opened with these limits; yield one check after the other.

    Raises
    ------
    SandboxFault
        The backend cannot be used at all.
    """
    first, second, cold = _observations(backend, limits)
    yield from doctor.judge(first, limits, backend.name)
    yield _files(first)
    yield doctor.fresh(first, second, shared=_shared(backend))
    for check in doctor.judge(cold, limits, backend.name):
        if not check.well:
            yield replace(check, name=f"{check.name}, in a sandbox of its own")
    with Driver(backend, limits, expected=(INNOCENT.source,)) as driver:
        yield from _attacks(driver)


def _files(seen: doctor.Observations) -> Check:
    """Judge whether the runner's files are this installation's: a label can be put on any image."""
    found, ours = str(seen.get("runner_files", "not seen")), payload.digest(payload.payload())
    return Check("runner's files", found == ours, found[:12], ours[:12])


def _attacks(driver: Driver) -> Iterator[Check]:
    before = driver.run(INNOCENT)
    for program in PROGRAMS:
        try:
            well, saw = program.verdict(driver.run(program.job))
        except SandboxFault as fault:
            well, saw = False, str(fault)
        wanted = " or ".join(program.outcomes)
        yield Check(f"attack: {program.name}", well, saw, wanted)
    after = driver.run(INNOCENT)
    same = before.outcome is after.outcome is Outcome.OK and before.scene == after.scene
    yield Check("the figure after them", same, str(after.outcome), "as before")


def _observations(backend: Backend, limits: Limits) -> tuple[doctor.Observations, ...]:
    """Return what two figures of one warm worker saw, and one in a sandbox of its own."""
    warm = reply.probe_request(limits, processes=limits.processes)
    worker = backend.worker(())
    try:
        first, second = (_asked(lambda: worker.exchange(warm, limits.total)) for _ in range(2))
    finally:
        worker.close()
    cold = reply.probe_request(limits, processes=backend.processes)
    return first, second, _asked(lambda: backend.exchange(cold, limits.total))


def _asked(ask: Callable[[], Exchange]) -> doctor.Observations:
    seen = ask()
    try:
        parts = frames.unpack(seen.message, frames.REPLY_NAMES, _MOST)
        if "scene" not in parts:
            raise SandboxFault(f"the probe came to no report: {json.loads(parts['result'])['message']}")
        observations = json.loads(parts["scene"])
    except (ValueError, KeyError, TypeError) as error:
        raise SandboxFault(f"the probe came to no report: {error} ({seen.note})") from error
    if not isinstance(observations, dict):
        raise SandboxFault("the probe's report is not of the agreed form")
    seen_inside = {str(name): value for name, value in observations.items() if isinstance(value, str | int)}
    return seen_inside | {"host_network": probe.network() or "unknown"}


def _shared(backend: Backend) -> bool:
    return backend.name == "bubblewrap" and os.geteuid() != 0
