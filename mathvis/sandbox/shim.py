"""Compiling the library that makes an engine live, where there is a compiler.

Without one, figures are compiled plainly: the same result, more slowly.
"""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

from mathvis.errors import SandboxFault

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = "live/live.c"
"""Its source among the files of the sandbox."""
COMPILED = "live/live.so"
FLAGS = ("-O2", "-fPIC", "-shared")
_COMPILERS = ("cc", "gcc", "clang")
_SECONDS = 60


def compile_library(folder: Path) -> bool:
    """Compile `SOURCE` below `folder` to `COMPILED`; False where there is no compiler.

    Raises
    ------
    SandboxFault
        The compiler fails.
    """
    compiler = next((path for name in _COMPILERS if (path := shutil.which(name))), None)
    if compiler is None:
        return False
    target = folder / COMPILED
    command = [compiler, *FLAGS, "-o", str(target), str(folder / SOURCE), "-ldl"]
    try:
        ran = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False)
    except (OSError, subprocess.SubprocessError) as error:
        raise SandboxFault(f"{compiler} cannot be run: {error}") from error
    if ran.returncode:
        raise SandboxFault(f"{compiler} cannot compile {SOURCE}: {ran.stderr.decode('utf-8', 'replace').strip()[:500]}")
    target.chmod(0o755)
    return True
