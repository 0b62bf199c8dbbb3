"""The runner's loop: requests on standard input, replies on standard output, until the input ends.

Called without arguments it does one job and ends, for a sandbox of that job alone. As a warm worker it
gets one argument, JSON with the preambles to expect and the users to hand out.
"""

from __future__ import annotations

import json
import os
import sys

from mathvis.sandbox.inside import engines, frames, runner, seccomp
from mathvis.sandbox.inside.identity import Users
from mathvis.sandbox.inside.rehearsal import rehearse
from mathvis.sandbox.inside.workshop import Workshop

HOME, WORK = engines.HOME, engines.WORK
READY = b"ready\n"
"""What a warm worker says when it can take its first job."""

_REQUEST_CAP = 1 << 28


def main() -> None:
    """Read requests, do the jobs, write the replies."""
    seccomp.hide()
    if len(sys.argv) < 2:
        _serve(Workshop())
        return
    order = json.loads(sys.argv[1])
    workshop = Workshop.warm(Users(*order["users"]), order["expected"])
    rehearse(workshop, order["expected"])
    _write(READY)
    while _serve(workshop) and workshop.clear():
        workshop.tend()


def _serve(workshop: Workshop) -> bool:
    """Do one job; tell whether there was one."""
    message = frames.receive(sys.stdin.buffer, _REQUEST_CAP)
    if not message:
        return False
    request = frames.unpack(message, frames.REQUEST_NAMES, _REQUEST_CAP)
    parts = runner.run(json.loads(request["job"]), request["source"], workshop)
    _write(frames.pack(parts))
    return True


def _write(data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(1, view) :]
