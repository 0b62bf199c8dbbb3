"""How TeX is called: one way for a plain run and for a live engine, so that both do the same."""

from __future__ import annotations

import os

HOME = "/opt/mathvis"
"""Where the reader's code and the TeX style are, read-only."""
WORK = "/work"
"""Where jobs work; in memory."""
FOLDER = f"{WORK}/tex"
"""The figure's own folder, fresh for each."""
JOBNAME = "figure"
SHIM = f"{HOME}/live/live.so"
"""The library that makes an engine live; not everywhere is there a compiler to make it."""

ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "HOME": "/nonexistent",
    "TEXINPUTS": f".:{HOME}/tex:",
    "TEXMFHOME": "/nonexistent",
    "TEXMFCONFIG": "/nonexistent",
    "TEXMFLOCAL": "/nonexistent",
    "TEXMFVAR": "./var",
    "openin_any": "p",
    "openout_any": "p",
    "shell_escape": "f",
    "MKTEXPK": "0",
    "MKTEXTFM": "0",
    "MKTEXMF": "0",
    "MKTEXTEX": "0",
    "MKTEXFMT": "0",
    "SOURCE_DATE_EPOCH": "0",
    "FORCE_SOURCE_DATE": "1",
    "max_print_line": "1000",
    "error_line": "254",
    "half_error_line": "238",
}

PLAIN = ["-interaction=nonstopmode", rf"\input{{mathvis-scene-boot}}\input{{{JOBNAME}.tex}}"]
"""What a plain run adds to `command`."""


def command(engine: str) -> list[str]:
    """Return how an engine is called, but for how it is to interact and what it is to read."""
    unpacked = f"{HOME}/fmt/{engine}.fmt"  # half of an engine's start is unpacking its format
    form = [f"-fmt={unpacked}"] if os.access(unpacked, os.R_OK) else []
    return [f"/usr/bin/{engine}", *form, "-no-shell-escape", "-file-line-error", f"-jobname={JOBNAME}"]
