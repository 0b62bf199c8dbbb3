"""Reading a process's output up to a cap and a deadline."""

from __future__ import annotations

import os
import selectors
import time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import subprocess

_WORDS = 2000


class Seen(NamedTuple):
    """Output (at most one byte over the cap), whether the deadline passed, and the last words on standard error."""

    data: bytes
    overdue: bool
    words: str


def read_capped(process: subprocess.Popen[bytes], *, cap: int, seconds: float) -> Seen:
    """Read until the process closes its output, or `cap` or `seconds` are passed."""
    deadline = time.monotonic() + seconds
    if process.stdout is None or process.stderr is None:
        raise ValueError("the process has no pipes")
    out, err = bytearray(), bytearray()
    stores = {process.stdout.fileno(): out, process.stderr.fileno(): err}
    overdue = False
    with selectors.DefaultSelector() as selector:
        for descriptor in stores:
            os.set_blocking(descriptor, False)
            selector.register(descriptor, selectors.EVENT_READ)
        while stores and len(out) <= cap and not overdue:
            left = deadline - time.monotonic()
            overdue = left <= 0
            for key, _ in selector.select(max(left, 0.0)):
                descriptor = key.fd
                data = os.read(descriptor, 1 << 18)
                if data:
                    stores[descriptor] += data
                else:
                    selector.unregister(descriptor)
                    del stores[descriptor]
            del err[:-_WORDS]
    return Seen(bytes(out[: cap + 1]), overdue, " ".join(err.decode("utf-8", "replace").split()))
