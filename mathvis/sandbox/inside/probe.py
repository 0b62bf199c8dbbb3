"""What a figure's process can see and do, looked at from its own position.

`surroundings` is taken by the runner, before a process is confined: the network and the processes of the
sandbox are hidden from the confined one. `probe` is taken by a process that is confined as a figure's
engine is. Both only report; the host judges (`mathvis.sandbox.doctor`).
"""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import socket
from typing import TYPE_CHECKING

from mathvis.sandbox.inside.syscalls import NUMBERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Observations = dict[str, "str | int | bool"]

LIMITS = ("AS", "CORE", "CPU", "FSIZE", "MEMLOCK", "MSGQUEUE", "NOFILE", "NPROC", "STACK")
TOOLS = ("pdflatex", "lualatex", "pdfinfo", "pdftoppm", "rsvg-convert", "python3")

_PLACES = """
    / /usr /usr/local /etc /opt/mathvis /opt/mathvis/tex /var /var/tmp /tmp /run /home /root /srv /mnt /media /dev
    /dev/shm /dev/mqueue /proc /sys /work
"""
_SWITCHES = """
    /proc/sys/kernel/core_pattern /proc/sys/vm/drop_caches /proc/sysrq-trigger /proc/1/oom_score_adj
    /sys/kernel/uevent_helper /sys/power/state /sys/fs/cgroup/cgroup.procs /sys/fs/cgroup/memory.max
    /sys/fs/cgroup/memory/memory.limit_in_bytes /sys/fs/cgroup/pids/pids.max /sys/fs/cgroup/release_agent
    /sys/fs/cgroup/memory/release_agent
"""
_SECRETS = """
    /etc/shadow /etc/machine-id /etc/ssh/ssh_host_ed25519_key /root /root/.ssh /root/.bash_history /proc/1/environ
    /proc/1/mem /proc/1/maps /proc/1/fd /proc/1/root /proc/kcore /proc/kmsg /dev/mem /dev/kmsg
    /dev/sda /dev/vda /dev/nvme0n1 /dev/kvm /dev/fuse /dev/tty /dev/console
"""
_ENGINE_SOCKETS = """
    /var/run/docker.sock /run/docker.sock /run/containerd/containerd.sock /run/podman/podman.sock
"""
_BOUNDS = {
    "memory": ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"),
    "memory_and_swap": ("/sys/fs/cgroup/memory.swap.max", "/sys/fs/cgroup/memory/memory.memsw.limit_in_bytes"),
    "processes": ("/sys/fs/cgroup/pids.max", "/sys/fs/cgroup/pids/pids.max"),
}
_CALLS: dict[str, tuple[str, tuple[int, ...]]] = {
    "fork": ("fork", ()),
    "clone": ("clone", (17, 0, 0, 0, 0)),
    "execve": ("execve", (0, 0, 0)),
    "socket": ("socket", (2, 1, 0)),
    "socketpair": ("socketpair", (1, 1, 0, 0)),
    "unshare": ("unshare", (0x10000000,)),
    "mount": ("mount", (0, 0, 0, 0, 0)),
    "setuid": ("setuid", (0,)),
    "ptrace": ("ptrace", (16, 1, 0, 0)),
    "process_vm_readv": ("process_vm_readv", (1, 0, 0, 0, 0, 0)),
    "pidfd_open": ("pidfd_open", (1, 0)),
    "keyctl": ("keyctl", (0, 0, 0, 0, 0)),
    "bpf": ("bpf", (0, 0, 0)),
    "io_uring_setup": ("io_uring_setup", (1, 0)),
    "perf_event_open": ("perf_event_open", (0, 0, 0, 0, 0)),
    "memfd_create": ("memfd_create", (0, 0)),
    "nanosleep": ("nanosleep", (0, 0)),
    "sched_setaffinity": ("sched_setaffinity", (0, 0, 0)),
}
_PR_CAPBSET_READ, _PR_GET_SECCOMP, _PR_GET_NO_NEW_PRIVS = 23, 21, 39
_CAPABILITY_VERSION = 0x20080522
_HOME = "/opt/mathvis"
_COLUMN = {"x86_64": 0, "aarch64": 1}

_libc = ctypes.CDLL(None, use_errno=True)


def surroundings() -> Observations:
    """Return what the runner sees: its network, its place among the processes, its own filter."""
    seen: Observations = {
        "interfaces": _interfaces(),
        "network": network(),
        "runner_pid": os.getpid(),
        "runner_parent": os.getppid(),
        "runner_seccomp": _prctl(_PR_GET_SECCOMP),
        "runner_no_new_privs": _prctl(_PR_GET_NO_NEW_PRIVS),
        "runner_socket": _tried(lambda: socket.socket().close()),
        "runner_capabilities": _capabilities(),
        "host_name": os.uname().nodename,
        "runner_files": _digest(_HOME),
    }
    for name, paths in _BOUNDS.items():
        seen[f"bound_{name}"] = _first_line(paths)
    return seen


def probe() -> Observations:
    """Return what the confined process sees and may do."""
    seen: Observations = {
        "uid": os.getuid(),
        "gid": os.getgid(),
        "ids": " ".join(map(str, (*os.getresuid(), *os.getresgid(), *os.getgroups()))),
        "cap_bounding": f"{_bounding():x}",
        "cap_sets": _capabilities(),
        "no_new_privs": _prctl(_PR_GET_NO_NEW_PRIVS),
        "seccomp": _prctl(_PR_GET_SECCOMP),
        "signal_runner": _tried(lambda: os.kill(os.getppid(), 0)),
        "signal_all": _tried(lambda: os.kill(-1, 0)),
        "limit_runner": _tried(lambda: resource.prlimit(os.getppid(), resource.RLIMIT_CPU)),
        "root_read_only": bool(os.statvfs("/").f_flag & os.ST_RDONLY),
        "top": " ".join(sorted(os.listdir("/"))),  # noqa: PTH208 - pathlib takes ten milliseconds to import
        "etc": " ".join(sorted(os.listdir("/etc"))),  # noqa: PTH208
        "writable": " ".join(place for place in _PLACES.split() if _writable(place)),
        "switches": " ".join(path for path in _SWITCHES.split() if _opens(path, os.O_WRONLY)),
        "secrets": " ".join(path for path in _SECRETS.split() if _opens(path, os.O_RDONLY)),
        "engine_sockets": " ".join(path for path in _ENGINE_SOCKETS.split() if os.access(path, os.F_OK)),
        "devices": " ".join(_devices()),
        "neighbours": _neighbours(),
        "environment": " ".join(sorted(os.environ)),
        "folder": os.getcwd(),  # noqa: PTH109
        "folder_mode": f"{os.stat('.').st_mode & 0o7777:o}",  # noqa: PTH116
        "tools_missing": " ".join(tool for tool in TOOLS if not os.access(f"/usr/bin/{tool}", os.X_OK)),
        **_work(),
    }
    for name in LIMITS:
        seen[f"rlimit_{name.lower()}"] = resource.getrlimit(getattr(resource, f"RLIMIT_{name}"))[1]
    for name, (call, values) in _CALLS.items():
        seen[f"call_{name}"] = _called(call, values)
    return seen


def _prctl(option: int, value: int = 0) -> int:
    return int(_libc.prctl(option, *map(ctypes.c_ulong, (value, 0, 0, 0))))


def _bounding() -> int:
    return sum(1 << number for number in range(64) if _prctl(_PR_CAPBSET_READ, number) == 1)


def _capabilities() -> str:
    """Return effective, permitted and inheritable set, hexadecimal."""
    head = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    data = (ctypes.c_uint32 * 6)()
    if _libc.capget(head, data):
        return _reason(ctypes.get_errno())
    return " ".join(f"{data[at] | data[at + 3] << 32:x}" for at in range(3))


def _digest(home: str) -> str:
    """Return the hash over the runner's own files that the host can compute as well (`mathvis.sandbox.payload`)."""
    import hashlib

    found = []
    for top in ("live", "mathvis", "tex"):
        for folder, _, names in os.walk(f"{home}/{top}"):
            found += [f"{folder}/{name}" for name in names if not name.endswith((".pyc", ".so"))]
    total = hashlib.sha256()
    for path in sorted(found, key=lambda each: each[len(home) + 1 :]):
        with open(path, "rb") as file:  # noqa: PTH123
            data = file.read()
        total.update(f"{path[len(home) + 1 :]}\0{len(data)}\0".encode())
        total.update(data)
    return total.hexdigest()


def _interfaces() -> str:
    try:
        return " ".join(sorted(name for _, name in socket.if_nameindex()))
    except OSError:
        pass
    try:
        return " ".join(sorted(os.listdir("/sys/class/net")))  # noqa: PTH208
    except OSError as error:
        return _reason(error.errno)


def network() -> str:
    """Return which network namespace this process is in; empty where there is no /proc to tell."""
    try:
        return os.readlink("/proc/self/ns/net")  # noqa: PTH115
    except OSError:
        return ""


def _first_line(paths: Iterable[str]) -> str:
    for path in paths:
        try:
            with open(path) as file:  # noqa: PTH123
                return file.readline().strip()
        except OSError:
            continue
    return ""


def _reason(number: int | None) -> str:
    return errno.errorcode.get(number or 0, str(number))


def _tried(action: Callable[[], object]) -> str:
    try:
        action()
    except OSError as error:
        return _reason(error.errno)
    return "allowed"


def _called(name: str, values: tuple[int, ...]) -> str:
    """Make a call with arguments that do no harm; return the error's name, or ``allowed``."""
    number = NUMBERS[name][_COLUMN[os.uname().machine]]
    if number is None:
        return "ENOSYS"
    ctypes.set_errno(0)
    answer = _libc.syscall(ctypes.c_long(number), *map(ctypes.c_long, values))
    if answer == 0 and name in {"fork", "clone"}:
        os._exit(0)
    return _reason(ctypes.get_errno()) if answer == -1 else "allowed"


def _opens(path: str, flags: int) -> bool:
    try:
        descriptor = os.open(path, flags | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError:
        return False
    os.close(descriptor)
    return True


def _writable(place: str) -> bool:
    path = f"{place.rstrip('/')}/mathvis-probe"
    if not _opens(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL):
        return False
    os.unlink(path)  # noqa: PTH108
    return True


def _devices() -> list[str]:
    return [name for name in sorted(os.listdir("/dev")) if _is_device(f"/dev/{name}") and _opens(f"/dev/{name}", os.O_RDWR)]  # fmt: skip # noqa: PTH208, E501


def _is_device(path: str) -> bool:
    try:
        return (os.lstat(path).st_mode & 0o170000) in {0o020000, 0o060000}
    except OSError:
        return False


def _neighbours() -> str:
    """Return what can be opened of other processes; they are there to be seen only where there is a /proc."""
    found = []
    for pid in range(1, 2000):
        if pid != os.getpid():
            found += [
                f"{pid}/{what}"
                for what in ("mem", "environ", "fd", "maps")
                if _opens(f"/proc/{pid}/{what}", os.O_RDONLY)
            ]
    return " ".join(found[:10])


def _work() -> Observations:
    state = os.statvfs("/work")
    return {
        "work_noexec": bool(state.f_flag & os.ST_NOEXEC),
        "work_nosuid": bool(state.f_flag & os.ST_NOSUID),
        "work_nodev": bool(state.f_flag & os.ST_NODEV),
        "work_size": state.f_blocks * state.f_frsize,
    }
