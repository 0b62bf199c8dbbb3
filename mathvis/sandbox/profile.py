"""The seccomp profile of our containers: everything is denied but what the steps and the runner need.

The engine's own profile allows some 350 calls. Ours allows what the filters inside do, and what the runner
needs to start and end processes: no network, no mount, no namespace, no tracing, no key, no clock.
"""

from __future__ import annotations

import json
from typing import Any

from mathvis.sandbox.inside import seccomp

_PROCESSES = """
    fork vfork execve execveat kill tkill tgkill setpgid setsid prctl prlimit64 futex fcntl ioctl
    mmap mprotect pkey_mprotect memfd_create seccomp
"""
_RUNTIME = "openat2 setrlimit fchmod fchmodat sendfile"
"""What container runtimes may do after the filter is there and before the runner is."""
_IDENTITY = "setuid setgid setreuid setregid setresuid setresgid setgroups capset chown fchown fchownat lchown"
_OWN_SOCKETS = "sendmsg recvmsg sendto recvfrom shutdown getsockname getpeername getsockopt setsockopt"
"""On the pairs of sockets between the runner and its steps: there is no call that makes any other socket."""

_AF_UNIX = 1
_NAMESPACES = 0x7E020000
"""Every flag of ``clone`` that asks for a namespace."""
_EPERM, _ENOSYS = 1, 38
_TERMINAL_INPUT = 0x5412


def docker_profile() -> str:
    """Return the profile as JSON, the value of the security option ``seccomp=``."""
    names = f"{seccomp.ORDINARY} {seccomp.WAITING} {_PROCESSES} {_RUNTIME} {_IDENTITY} {_OWN_SOCKETS}".split()
    names.remove("ioctl")
    rules: list[dict[str, Any]] = [
        {"names": sorted(set(names)), "action": "SCMP_ACT_ALLOW"},
        _judged("clone", 0, "SCMP_CMP_MASKED_EQ", _NAMESPACES),
        _judged("socketpair", 0, "SCMP_CMP_EQ", _AF_UNIX),
        _judged("ioctl", 1, "SCMP_CMP_NE", _TERMINAL_INPUT),
        # its flags are in memory, out of a filter's sight; without it the library takes clone
        {"names": ["clone3"], "action": "SCMP_ACT_ERRNO", "errnoRet": _ENOSYS},
    ]
    profile = {
        "defaultAction": "SCMP_ACT_ERRNO",
        "defaultErrnoRet": _EPERM,
        "archMap": [{"architecture": f"SCMP_ARCH_{name}", "subArchitectures": []} for name in ("X86_64", "AARCH64")],
        "syscalls": rules,
    }
    return json.dumps(profile, separators=(",", ":"))


def _judged(name: str, argument: int, comparison: str, value: int) -> dict[str, Any]:
    test = {"index": argument, "value": value, "valueTwo": 0, "op": comparison}
    return {"names": [name], "action": "SCMP_ACT_ALLOW", "args": [test]}
