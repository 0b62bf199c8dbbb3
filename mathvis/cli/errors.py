"""From an exception to one clear message and an exit code.

| code | meaning |
|---|---|
| 0 | delivered, or all well |
| 1 | the figure or package fails |
| 2 | wrong usage or unreadable input |
| 3 | infrastructure: sandbox, model, disk, missing rollouts, an uncaught exception of mathvis |
| 130 | Ctrl-C |
| 141 | whoever read the output went away |
"""

from __future__ import annotations

import os
import sys
import tempfile
import traceback
from enum import IntEnum

from mathvis.errors import MathvisError


class Exit(IntEnum):
    """Exit codes."""

    WELL = 0
    FAILS = 1
    USAGE = 2
    FAULT = 3
    STOPPED = 130
    UNHEARD = 141


def complain(message: str) -> None:
    """Print one message on stderr; a closed stderr is no reason to fail."""
    try:
        print(f"mathvis: {message}", file=sys.stderr, flush=True)
    except (OSError, ValueError):
        return


def explain(error: BaseException) -> int:
    """Tell the user what went wrong; return the exit code."""
    if isinstance(error, MathvisError):
        complain(str(error) or type(error).__name__)
        return error.exit_code
    if isinstance(error, KeyboardInterrupt):
        complain("stopped")
        return Exit.STOPPED
    if isinstance(error, BrokenPipeError):
        return Exit.UNHEARD
    place = _keep_traceback(error)
    where = f"; the traceback is in {place}" if place else ""
    if isinstance(error, OSError) and error.strerror:
        of = f" {error.filename}" if error.filename else ""
        complain(f"the system refused{of}: {error.strerror}{where}")
    else:
        text = " ".join(str(error).split())[:300]
        complain(f"an error of mathvis itself, please report it: {type(error).__name__}: {text}{where}")
    return Exit.FAULT


def _keep_traceback(error: BaseException) -> str:
    text = "".join(traceback.format_exception(error))
    try:
        handle, path = tempfile.mkstemp(prefix="mathvis-traceback-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
    except OSError:
        return ""
    return path
