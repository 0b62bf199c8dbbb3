"""Starting a warm worker's bubblewrap.

As root it runs in a user namespace whose ids are a range of the host's that nobody has: the worker is
root there and hands out users to its processes. As an ordinary user it has that one user alone.
"""

from __future__ import annotations

import os
import random
import subprocess
from pathlib import Path

from mathvis.errors import SandboxFault
from mathvis.sandbox.pipes import end

INSIDE = [1000, 60000]
"""The first user that a worker may hand out, and how many."""

_RANGE = 1 << 16
_FIRST, _RANGES = 2_000_000_000, 2000
_PYTHON = ["/usr/bin/python3", "-I", "-S", "-B", "-c"]
_NEW_USER_NAMESPACE = 0x10000000
# told on descriptor 3 that it has its namespace, the parent maps its users and says so on descriptor 4
_INTO_NAMESPACE = f"""
import ctypes, os, sys
tell, go = int(sys.argv[1]), int(sys.argv[2])
libc = ctypes.CDLL(None, use_errno=True)
if libc.unshare({_NEW_USER_NAMESPACE}):
    sys.exit("no user namespace can be made: " + os.strerror(ctypes.get_errno()))
os.write(tell, b"x")
os.close(tell)
if os.read(go, 1) != b"x":
    sys.exit("its users were not mapped")
os.close(go)
os.setresgid(0, 0, 0)
os.setresuid(0, 0, 0)
os.execv(sys.argv[3], sys.argv[3:])
"""


def as_self(command: list[str]) -> subprocess.Popen[bytes]:
    """Start a command as the user that we are.

    Raises
    ------
    SandboxFault
        It cannot be started.
    """
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={},
            cwd="/",
            start_new_session=True,
        )
    except OSError as error:
        raise SandboxFault(f"bubblewrap cannot be started: {error}") from error


def as_range(command: list[str]) -> subprocess.Popen[bytes]:
    """Start a command as root of a user namespace with 65,536 users, none of which the host knows.

    Raises
    ------
    SandboxFault
        It cannot be started, or no such namespace can be made.
    """
    base = _FIRST + _RANGE * random.SystemRandom().randrange(_RANGES)
    tell_read, tell_write = os.pipe()
    go_read, go_write = os.pipe()
    try:
        process = subprocess.Popen(
            [*_PYTHON, _INTO_NAMESPACE, str(tell_write), str(go_read), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={},
            cwd="/",
            start_new_session=True,
            pass_fds=(tell_write, go_read),
            user=base,
            group=base,
            extra_groups=[],
        )
        os.close(tell_write)
        tell_write = -1
        try:
            _map_users(process, tell_read, base)
            os.write(go_write, b"x")
        except (OSError, SandboxFault):
            end(process)
            raise
    except OSError as error:
        raise SandboxFault(f"bubblewrap cannot be started: {error}") from error
    finally:
        for descriptor in (tell_read, tell_write, go_read, go_write):
            if descriptor >= 0:
                os.close(descriptor)
    return process


def _map_users(process: subprocess.Popen[bytes], told: int, base: int) -> None:
    """Wait until the process has its namespace, and give it its users."""
    if os.read(told, 1) != b"x":
        words = b"" if process.stderr is None else process.stderr.read(2000)
        raise SandboxFault(words.decode("utf-8", "replace").strip() or "no user namespace can be made")
    for name in ("uid_map", "gid_map"):
        Path(f"/proc/{process.pid}/{name}").write_text(f"0 {base} {_RANGE}\n")
