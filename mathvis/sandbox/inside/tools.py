"""Tools that draw documents: executed, or forked from one that has loaded its libraries already."""

from __future__ import annotations

import select
import time
from typing import TYPE_CHECKING

from mathvis.sandbox.inside import engines, steps
from mathvis.sandbox.inside.server import Server

if TYPE_CHECKING:
    from collections.abc import Mapping

ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/nonexistent"}

_LIVE = {"MATHVIS_LIVE": "1"}
_START_SECONDS = 10.0


class Tools:
    """Starts tools.

    Parameters
    ----------
    live
        Paths of those that are to be forked, with the number of arguments that they are called with: a program's
        arguments may be exchanged when it is forked, but not their number.
    shim
        The library that makes them so.
    """

    def __init__(self, live: Mapping[str, int] | None = None, shim: str = "") -> None:
        self._counts = dict(live or {})
        environment = ENVIRONMENT | _LIVE
        self._servers = {
            path: Server.start(engines.WORK, shim, [path, *["-"] * count], environment)
            for path, count in self._counts.items()
        }

    def start(
        self, name: str, command: list[str], bounds: steps.Bounds, *, stdin: int, user: int
    ) -> tuple[steps.Step, bool]:
        """Start a step; tell whether it was forked.

        Parameters
        ----------
        name, bounds, stdin, user
            As for `mathvis.sandbox.inside.steps.start`.
        command
            The tool's path and its arguments.
        """
        server = self._servers.get(command[0])
        if server is not None and len(command) == self._counts[command[0]] + 1:
            server.look(_START_SECONDS)
            if server.ready:
                step = server.fork(name, engines.WORK, bounds, user, tuple(command[1:]), stdin=stdin)
                if step is not None:
                    return step, True
        return self.execute(name, command, bounds, stdin=stdin, user=user), False

    @staticmethod
    def execute(name: str, command: list[str], bounds: steps.Bounds, *, stdin: int, user: int) -> steps.Step:
        """Start a step that executes its tool."""
        return steps.start(name, engines.WORK, bounds, command=command, stdin=stdin, environment=ENVIRONMENT, user=user)

    def wait_ready(self, seconds: float) -> None:
        """Wait until no tool is starting any more, at most so long."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            starting = [each for each in self._servers.values() if not (each.ready or each.gone)]
            if not starting:
                return
            select.select(starting, [], [], 0.1)
            for server in starting:
                server.look(_START_SECONDS)

    def check(self) -> None:
        """See which have ended."""
        for server in self._servers.values():
            server.check()
