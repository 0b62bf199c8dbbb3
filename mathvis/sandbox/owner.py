"""Who made something that may outlive its maker: a process, told apart from a later one of the same number."""

from __future__ import annotations

import os
import socket
from pathlib import Path


def token() -> str:
    """Return a word for this process: host, boot, process id, and when the process started."""
    return f"{_machine()}:{os.getpid()}:{_started(os.getpid())}"


def gone(word: str) -> bool:
    """Whether the process that a `token` stands for was one of this machine and has ended."""
    try:
        host, boot, pid, started = word.split(":")
    except ValueError:
        return False
    if host != socket.gethostname() or not pid.isdigit():
        return False
    return f"{host}:{boot}" != _machine() or _started(int(pid)) != started


def _machine() -> str:
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        boot = "?"
    return f"{socket.gethostname()}:{boot}"


def _started(pid: int) -> str:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return "-"
    return stat.rpartition(")")[2].split()[19]
