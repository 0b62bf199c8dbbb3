"""The reference backend: one container of a Docker engine for each job.

The container has no network, no mount of the host's, no capability, a read-only root and a folder of
memory to work in. The request goes in and the reply comes out on one attached stream.
"""

from __future__ import annotations

import contextlib
import json
import struct
import time
from typing import TYPE_CHECKING, Any, NamedTuple

import docker.errors
import requests

from mathvis.errors import SandboxFault
from mathvis.sandbox import build, owner, profile
from mathvis.sandbox.engine import client, docker_faults
from mathvis.sandbox.exchange import Exchange
from mathvis.sandbox.inside import frames
from mathvis.sandbox.inside.identity import CAPABILITIES
from mathvis.sandbox.inside.main import READY, WORK

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Sequence

    from mathvis.sandbox.limits import Limits

USER = "65532"
OWNED = {"mathvis": "sandbox"}
"""Label of everything that mathvis makes in an engine."""
OWNER = "mathvis.owner"
"""Label that says which process made it (`mathvis.sandbox.owner.token`)."""

_TERMINALS = "/dev/pts"
_FRAME = struct.Struct(">BxxxI")
_STDOUT = 1
_WORDS = 2000
_CPUS = 2.0
_KILL_SECONDS = 10
_GOING = (404, 409)
_START_SECONDS = 60
_ROOM = 768 << 20
"""What a container may hold beyond the memory of one step: a step beside it, the runner, files in memory, and what a
warm worker keeps. Each step's own limit decides, as on the other backend, and not the sum of two."""
_WARM_PROCESSES = 96
_USERS = (1_900_000_000, 60_000)
_ENVIRONMENT = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LANG": "C.UTF-8"}


class _Heard(NamedTuple):
    data: bytes
    words: str
    overdue: bool


class Docker:
    """A backend; see `mathvis.sandbox.driver.Backend`.

    Parameters
    ----------
    limits
        What each job may use.
    runtime
        Another OCI runtime of the engine, such as ``runsc``.
    """

    name = "docker"
    processes = 0

    def __init__(self, limits: Limits, runtime: str | None = None) -> None:
        self._limits = limits
        self._runtime = runtime
        with docker_faults("no Docker engine answers"), client() as engine:
            about = engine.info()
            self._cpus = min(_CPUS, float(about.get("NCPU", 1)))
            if runtime is not None and runtime not in about.get("Runtimes", {}):
                raise SandboxFault(
                    f"the Docker engine has no runtime {runtime!r}; install it (gVisor: the package runsc, then "
                    "`runsc install` and a restart of the engine), or take another backend"
                )
            self._image = current_image(engine)
        self.toolchain = f"docker:{self._image}"

    def exchange(self, request: bytes, seconds: float) -> Exchange:
        """Run one job."""
        with docker_faults("the Docker engine failed"), client() as engine:
            identity = self._create(engine.api)
            try:
                stream = engine.api.attach_socket(identity, params={"stdin": 1, "stdout": 1, "stderr": 1, "stream": 1})
                try:
                    heard = self._converse(engine.api, identity, getattr(stream, "_sock", stream), request, seconds)
                finally:
                    stream.close()
                state = self._stop(engine.api, identity)
            finally:
                _remove(identity)
        note = f"exit status {state.get('ExitCode')}: {heard.words or state.get('Error', '')}".rstrip(": ")
        return Exchange(heard.data, heard.overdue, bool(state.get("OOMKilled")), note)

    def close(self) -> None:
        """Nothing outlives a job."""

    def worker(self, expected: Sequence[str]) -> DockerWorker:
        """Start a warm worker; see `mathvis.sandbox.driver.Backend.worker`."""
        order = json.dumps({"expected": list(expected), "users": _USERS})
        with docker_faults("a warm worker does not start"), client() as engine:
            identity = self._create(engine.api, warm=order)
        try:
            return DockerWorker(identity, self._limits)
        except BaseException:
            _remove(identity)
            raise

    def _create(self, api: Any, warm: str = "") -> str:
        """Make a container: for one job, whose runner has no right at all, or for a warm worker."""
        limits = self._limits
        user, mode = ("0", "0711") if warm else (USER, "0700")
        memory = limits.memory + _ROOM
        host = api.create_host_config(
            network_mode="none",
            read_only=True,
            cap_drop=["ALL"],
            cap_add=list(CAPABILITIES) if warm else [],
            security_opt=["no-new-privileges", f"seccomp={profile.docker_profile()}"],
            pids_limit=limits.processes + (_WARM_PROCESSES if warm else 0),
            mem_limit=memory,
            memswap_limit=memory,
            nano_cpus=int(self._cpus * 1e9),
            tmpfs={
                WORK: f"rw,noexec,nosuid,nodev,size={limits.work},uid={user},gid={user},mode={mode}",
                _TERMINALS: "ro,noexec,nosuid,nodev,size=4k,mode=0555",  # a new terminal could be waited for
            },
            ipc_mode="none",
            log_config={"type": "none", "config": {}},
            auto_remove=bool(warm),
            **({"runtime": self._runtime} if self._runtime else {}),
        )
        made = api.create_container(
            self._image,
            command=[warm] if warm else None,
            host_config=host,
            user=f"{user}:{user}",
            hostname="sandbox",
            environment=_ENVIRONMENT,
            stdin_open=True,
            labels={**OWNED, OWNER: owner.token()},
            network_disabled=True,
        )
        return str(made["Id"])

    def _converse(self, api: Any, identity: str, stream: socket.socket, request: bytes, seconds: float) -> _Heard:
        """Start the container, send the request and hear the reply out, up to the caps."""
        deadline = time.monotonic() + seconds
        api.start(identity)
        out, err, pending = bytearray(), bytearray(), bytearray()
        try:
            stream.settimeout(seconds)
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # it ended already; its state tells
                stream.sendall(request)
            while len(out) <= self._limits.archive:
                stream.settimeout(max(deadline - time.monotonic(), 0.001))
                piece = stream.recv(1 << 18)
                if not piece:
                    break
                pending += piece
                _demultiplex(pending, out, err)
        except TimeoutError:
            return _Heard(bytes(out), _words(err), overdue=True)
        return _Heard(bytes(out[: self._limits.archive + 1]), _words(err), overdue=False)

    def _stop(self, api: Any, identity: str) -> dict[str, Any]:
        """Wait a moment for the container's end, kill it if need be, and return its state."""
        with contextlib.suppress(requests.exceptions.RequestException):  # it did not end in this time
            api.wait(identity, timeout=1)
        state: dict[str, Any] = api.inspect_container(identity)["State"]
        if state.get("Running"):
            with client(_KILL_SECONDS) as killer:
                killer.api.kill(identity)
                killer.api.wait(identity, timeout=_KILL_SECONDS)
            state = api.inspect_container(identity)["State"]
        return state


class DockerWorker:
    """A `mathvis.sandbox.pool.Worker`: a container that was made and not yet started.

    Raises
    ------
    SandboxFault
        It does not start, or does not say that it is ready.
    """

    def __init__(self, identity: str, limits: Limits) -> None:
        self._identity, self._limits = identity, limits
        self._pending, self._err = bytearray(), bytearray()
        self._open = contextlib.ExitStack()
        with contextlib.ExitStack() as undo, docker_faults("a warm worker does not start"):
            undo.callback(self.close)
            engine = self._open.enter_context(client())
            stream = engine.api.attach_socket(identity, params={"stdin": 1, "stdout": 1, "stderr": 1, "stream": 1})
            self._open.callback(stream.close)
            self._socket: socket.socket = getattr(stream, "_sock", stream)
            engine.api.start(identity)
            said = self._hear(len(READY), time.monotonic() + _START_SECONDS, lambda got: len(got) >= len(READY))
            if said != READY:
                raise SandboxFault(f"a warm worker does not start: {_words(self._err) or 'no word of why'}")
            undo.pop_all()

    def exchange(self, request: bytes, seconds: float) -> Exchange:
        """Do one job."""
        deadline = time.monotonic() + seconds
        gatherer = frames.Gatherer(self._limits.archive)
        try:
            self._socket.settimeout(seconds)
            self._socket.sendall(request)
            self._hear(self._limits.archive, deadline, lambda _: gatherer.over, gatherer.add)
        except TimeoutError:
            return Exchange(bytes(gatherer.message), overdue=True, out_of_memory=None, note="warm worker")
        except OSError as error:
            raise SandboxFault(f"a warm worker is gone: {error}") from error
        note = f"warm worker: {_words(self._err)}".rstrip(": ")
        return Exchange(bytes(gatherer.message), overdue=False, out_of_memory=None, note=note)

    def close(self) -> None:
        """End it with everything in it."""
        self._open.close()
        _remove(self._identity)

    def _hear(
        self,
        cap: int,
        deadline: float,
        enough: Callable[[bytearray], bool],
        take: Callable[[bytes], None] | None = None,
    ) -> bytes:
        """Read its standard output until there is enough of it, or it ends."""
        heard = bytearray()
        while not enough(heard) and len(heard) <= cap:
            self._socket.settimeout(max(deadline - time.monotonic(), 0.001))
            piece = self._socket.recv(1 << 18)
            if not piece:
                break
            self._pending += piece
            out = bytearray()
            _demultiplex(self._pending, out, self._err)
            if take is None:
                heard += bytes(out)
            else:
                take(bytes(out))
        return bytes(heard)


def current_image(engine: Any) -> str:
    """Return the id of the image that was built from this installation's files.

    Raises
    ------
    SandboxFault
        There is none; the message says how to build it.
    """
    digest = build.context_digest()
    images = engine.images.list(name=build.TAG)
    for image in images:
        if image.labels.get(build.LABEL) == digest:
            return str(image.id)
    state = "is of another version of mathvis" if images else "is missing"
    raise SandboxFault(f"the sandbox image {state}; build it with `mathvis sandbox build`")


def _demultiplex(pending: bytearray, out: bytearray, err: bytearray) -> None:
    """Move complete frames of an attached stream to where they belong."""
    at = 0
    while at + _FRAME.size <= len(pending):
        kind, size = _FRAME.unpack_from(pending, at)
        if at + _FRAME.size + size > len(pending):
            break
        at += _FRAME.size
        (out if kind == _STDOUT else err).extend(pending[at : at + size])
        at += size
    del pending[:at]
    del err[:-_WORDS]


def _words(err: bytearray) -> str:
    return " ".join(err.decode("utf-8", "replace").split())


def _remove(identity: str) -> None:
    """Remove a container; one that removes itself may be gone already."""
    with docker_faults(f"the container {identity[:12]} cannot be removed"), client(_KILL_SECONDS) as engine:
        try:
            engine.api.remove_container(identity, force=True, v=True)
        except docker.errors.APIError as error:
            if error.status_code not in _GOING:
                raise
