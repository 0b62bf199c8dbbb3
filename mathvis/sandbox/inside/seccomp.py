"""System-call filters for the processes that touch a program's bytes.

They compute, and read files, and write one or a pipe; none of them has a reason to start a process, to signal or look
into another one, to open a socket, to mount or, but for one renderer, to wait. Each kind allows what was seen to be
needed and nothing else:

- `READER`, for what reads a document and writes to its output alone: it opens no file for writing, has no thread and
  does not wait. The readers, forked from the runner, and the tools of PDF, executed or forked;
- `TOOL`, for a renderer that has threads: as `READER`, but it may have threads, and wait;
- `ENGINE`, for a TeX engine that is executed: as `READER`, but it makes and changes files;
- `ENGINE_ONLY`, for a forked engine: as `ENGINE`.

A process that is to become another program names that one path. The filter knows its address, which means nothing
in the program that it becomes: no kind can execute anything after that, `ENGINE_ONLY` never.

None of them may change its own limits: a process that lowered its limit of CPU time would be killed as if there were no
memory, which looks like a fault of ours.

A forbidden call fails with EPERM; one that is not known here fails with ENOSYS, as on an older kernel.
What stays allowed is what the kernel's own confinement (namespaces, users, read-only root) bounds.
"""

from __future__ import annotations

import ctypes
import os
import struct
from functools import lru_cache
from typing import NamedTuple

from mathvis.sandbox.inside.syscalls import NUMBERS

READER, TOOL, ENGINE, ENGINE_ONLY = "reader", "tool", "engine", "engine_only"
KINDS = (READER, TOOL, ENGINE, ENGINE_ONLY)

COMPUTING = """
    read write close lseek fstat newfstatat brk munmap mremap access readlink pread64 getdents64 stat lstat readv writev
    close_range statx faccessat faccessat2 readlinkat getcwd getdents statfs fstatfs fadvise64 dup dup2 dup3 madvise
    mincore getpid gettid getppid getuid geteuid getgid getegid getgroups getpgrp getpgid getsid getresuid getresgid
    capget uname sysinfo times getrusage time gettimeofday clock_gettime clock_getres getrandom sched_yield
    sched_getaffinity getcpu getrlimit arch_prctl rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending sigaltstack
    restart_syscall set_robust_list get_robust_list set_tid_address rseq membarrier exit exit_group
"""
"""Calls by which a process computes and reads files; those made most often come first."""

CHANGING = """
    mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 chdir fchdir ftruncate pwrite64 umask
"""
"""Calls by which an engine changes files, beside opening them; it gives them no other owner, mode, time or name."""

OPENING = "open openat"
ORDINARY = f"{COMPUTING} {OPENING} {CHANGING}"
"""What an engine may do whatever the arguments."""

_FORBIDDEN = """
    link linkat symlink symlinkat chmod fchmod fchmodat utime utimes utimensat futimesat truncate fallocate fsync
    fdatasync msync sendfile copy_file_range setrlimit
    fork vfork execve execveat tkill rt_sigqueueinfo rt_tgsigqueueinfo ptrace process_vm_readv process_vm_writev
    process_madvise process_mrelease kcmp pidfd_open pidfd_getfd pidfd_send_signal setpgid setsid setpriority
    sched_setscheduler sched_setparam sched_setattr sched_setaffinity ioprio_set migrate_pages move_pages mbind
    set_mempolicy set_mempolicy_home_node personality
    setuid setgid setreuid setregid setresuid setresgid setfsuid setfsgid setgroups capset
    socket socketpair connect bind listen accept accept4 sendto recvfrom sendmsg recvmsg sendmmsg recvmmsg shutdown
    getsockname getpeername setsockopt getsockopt
    mount umount2 pivot_root chroot open_tree move_mount fsopen fsconfig fsmount fspick mount_setattr unshare setns
    mknod mknodat name_to_handle_at open_by_handle_at fanotify_init fanotify_mark quotactl quotactl_fd
    seccomp bpf perf_event_open userfaultfd io_uring_setup io_uring_enter io_uring_register io_setup io_submit
    io_getevents io_pgetevents add_key request_key keyctl memfd_create memfd_secret mq_open shmget semget msgget
    vmsplice tee splice remap_file_pages modify_ldt iopl ioperm landlock_create_ruleset landlock_add_rule
    landlock_restrict_self
    swapon swapoff reboot kexec_load kexec_file_load init_module finit_module delete_module acct syslog settimeofday
    clock_settime adjtimex clock_adjtime sethostname setdomainname vhangup sync syncfs
"""

# A process that sleeps spends wall time and no CPU time, which would look like an overload of ours. So it may neither
# wait nor make what a read could wait for; a renderer with threads may, in the ways that threads and streams take.
WAITING = """
    wait4 waitid nanosleep clock_nanosleep select pselect6 poll ppoll epoll_create epoll_create1 epoll_ctl epoll_wait
    epoll_pwait epoll_pwait2 pause rt_sigsuspend rt_sigtimedwait futex_waitv timer_create timer_settime timerfd_create
    timerfd_settime signalfd signalfd4 eventfd eventfd2 inotify_init inotify_init1 flock alarm setitimer pipe pipe2
"""

_THREADED = """
    poll ppoll epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait nanosleep clock_nanosleep futex
"""
_CLONE_THREAD = 0x00010000
_PRCTL_HARMLESS = (3, 15, 16, 21, 23, 39)
"""Names of threads; asking for dumpability, seccomp, the bounding set and new privileges."""
_NEW_FILE = 0o1 | 0o2 | 0o100 | 0o1000 | 0o2000 | 0o20000000
"""Flags of opening for anything but reading: to write, create, truncate, append, or make a file without a name;
the same numbers on both architectures."""
_FCNTL_HARMLESS = (0, 1, 2, 3, 4, 5, 6, 1030)
"""Duplicating a descriptor, its flags, and locks that are not waited for."""
_IOCTL_HARMLESS = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
"""Whether it is a terminal and how large, how much can be read, and a descriptor's flags."""
_FUTEX_WAKING = (1, 5, 10, 129, 133, 138)
"""Waking in its three forms, shared and private: of one thread alone nothing else makes sense."""
_PROT_WRITE, _PROT_EXEC = 2, 4

_X86_64, _AARCH64 = 0xC000003E, 0xC00000B7
_ARCHITECTURES = {"x86_64": (0, _X86_64), "aarch64": (1, _AARCH64)}
_LAST_KNOWN = 450
_X32_BIT = 0x40000000
_NR, _ARCH, _ARGS = 0, 4, 16

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _AND, _JUMP, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x05, 0x06
_ALLOW, _EPERM, _ENOSYS, _KILL = 0x7FFF0000, 0x00050001, 0x00050026, 0x80000000
_CHUNK = 200

_PR_SET_DUMPABLE, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 4, 22, 38
_MODE_FILTER = 2
_FATAL = (0, 4, 6, 7, 8, 11)
"""Signals that end a process, as a crash does, and the one that only asks."""

ANY_PID = 0x7A5A5A5A
"""Stands for the process's own id in a filter that is made before there is the process."""
_PID = struct.Struct("I")

_libc = ctypes.CDLL(None, use_errno=True)


class _Test(NamedTuple):
    """One comparison of an argument's lower half, mostly all that the kernel looks at, or of its upper."""

    argument: int
    values: tuple[int, ...]
    operation: int = _EQUAL
    mask: int = 0
    upper: bool = False


class _Assembler:
    """Collects instructions for one architecture; the accumulator holds the call's number between its methods."""

    def __init__(self, column: int) -> None:
        self._column = column
        self.code: list[tuple[int, int, int, int]] = []

    def emit(self, *instructions: tuple[int, int, int, int]) -> None:
        self.code.extend(instructions)

    def _number(self, name: str) -> int | None:
        return NUMBERS[name][self._column]

    def each(self, names: str, result: int) -> None:
        """Return `result` for each of these calls."""
        numbers = [number for name in names.split() if (number := self._number(name)) is not None]
        for start in range(0, len(numbers), _CHUNK):
            part = numbers[start : start + _CHUNK]
            for place, number in enumerate(part):
                self.emit((_EQUAL, len(part) - place, 0, number))
            self.emit((_JUMP, 0, 0, 1), (_RETURN, 0, 0, result))

    def judged(self, name: str, tests: list[_Test], hit: int, miss: int) -> None:
        """Return `hit` for this call if all tests come out true, else `miss`."""
        number = self._number(name)
        if number is None:
            return
        body: list[tuple[int, int, int, int]] = []
        for test in tests:
            body.append((_LOAD, 0, 0, _ARGS + 8 * test.argument + 4 * test.upper))
            if test.mask:
                body.append((_AND, 0, 0, test.mask))
            body += [(test.operation, len(test.values) - place, 0, value) for place, value in enumerate(test.values)]
            body.append((_RETURN, 0, 0, miss))
        body.append((_RETURN, 0, 0, hit))
        self.emit((_EQUAL, 0, len(body), number), *body)


@lru_cache(maxsize=16)
def program(kind: str, machine: str = "", own_pid: int = 0, execute: int = 0) -> bytes:
    """Return a filter as an array of the kernel's ``struct sock_filter``.

    Parameters
    ----------
    kind
        One of `KINDS`.
    machine
        As in ``os.uname().machine``, the one this runs on by default.
    own_pid
        The process that may end itself by a signal, as ``abort`` does; 0: none may, and ``abort`` ends with SIGSEGV.

    execute
        Address of the path that may be executed; 0: none may.

    Raises
    ------
    NotImplementedError
        There is no table for this architecture.
    ValueError
        There is no such kind.
    """
    machine = machine or os.uname().machine
    if machine not in _ARCHITECTURES:
        raise NotImplementedError(f"no system-call table for the architecture {machine!r}")
    if kind not in KINDS:
        raise ValueError(f"there is no filter {kind!r}")
    column, architecture = _ARCHITECTURES[machine]
    to = _Assembler(column)
    to.emit(
        (_LOAD, 0, 0, _ARCH),
        (_EQUAL, 1, 0, architecture),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NR),
        (_AT_LEAST, 0, 1, _X32_BIT),
        (_RETURN, 0, 0, _KILL),
    )
    to.each(COMPUTING, _ALLOW)
    if kind in {ENGINE, ENGINE_ONLY}:
        to.each(f"{OPENING} {CHANGING}", _ALLOW)
    else:
        to.judged("openat", [_Test(2, (_NEW_FILE,), _ANY_BIT)], _EPERM, _ALLOW)
        to.judged("open", [_Test(1, (_NEW_FILE,), _ANY_BIT)], _EPERM, _ALLOW)
        to.each(CHANGING, _EPERM)
    _memory(to)
    _arguments(to, own_pid)
    if execute and kind != ENGINE_ONLY:
        halves = [_Test(0, (execute & 0xFFFFFFFF,)), _Test(0, (execute >> 32,), upper=True)]
        to.judged("execve", halves, _ALLOW, _EPERM)
    to.each("clone3 openat2", _ENOSYS)  # their flags are in memory; without them the library takes clone and openat
    if kind == TOOL:
        to.judged("clone", [_Test(0, (_CLONE_THREAD,), _ANY_BIT)], _ALLOW, _EPERM)
        to.each(_THREADED, _ALLOW)
    else:
        to.judged("futex", [_Test(1, _FUTEX_WAKING)], _ALLOW, _EPERM)
    to.each(f"{_FORBIDDEN} {WAITING} clone", _EPERM)
    to.emit((_RETURN, 0, 0, _ENOSYS))
    return b"".join(struct.pack("HBBI", *instruction) for instruction in to.code)


def _memory(to: _Assembler) -> None:
    """Memory is written or executed, and none that was written is executed later."""
    both = _PROT_WRITE | _PROT_EXEC
    to.judged("mmap", [_Test(2, (both,), mask=both)], _EPERM, _ALLOW)
    for name in ("mprotect", "pkey_mprotect"):
        to.judged(name, [_Test(2, (_PROT_EXEC,), _ANY_BIT)], _EPERM, _ALLOW)


def _arguments(to: _Assembler, own_pid: int) -> None:
    """Calls that are harmless with some arguments."""
    own = (own_pid,) if own_pid else ()
    asked = [_Test(0, (0, *own)), _Test(2, (0,)), _Test(2, (0,), upper=True)]  # limits are told, and not changed
    to.judged("prlimit64", asked, _ALLOW, _EPERM)
    to.judged("fcntl", [_Test(1, _FCNTL_HARMLESS)], _ALLOW, _EPERM)
    to.judged("ioctl", [_Test(1, _IOCTL_HARMLESS)], _ALLOW, _EPERM)
    to.judged("prctl", [_Test(0, _PRCTL_HARMLESS)], _ALLOW, _EPERM)
    # without a process of one's own the test can never come out true
    to.judged("kill", [_Test(0, own), _Test(1, _FATAL)], _ALLOW, _EPERM)
    to.judged("tgkill", [_Test(0, own), _Test(2, _FATAL)], _ALLOW, _EPERM)


def _prctl(option: int, *values: int | ctypes.c_void_p) -> None:
    if _libc.prctl(option, *(v if isinstance(v, ctypes.c_void_p) else ctypes.c_ulong(v) for v in values)):
        number = ctypes.get_errno()
        raise OSError(number, f"prctl {option}: {os.strerror(number)}")


def hide() -> None:
    """Keep other processes of the same user out of this one's memory and descriptors; lasts over a fork."""
    _prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


def confine(kind: str, execute: bytes = b"") -> None:
    """Put a filter on this process for good, and forbid it new privileges.

    Parameters
    ----------
    kind
        One of `KINDS`.
    execute
        The path that the process is about to execute: this very object must be given to ``os.execve``.
    """
    address = ctypes.cast(ctypes.c_char_p(execute), ctypes.c_void_p).value if execute else 0
    code = program(kind, own_pid=ANY_PID, execute=address or 0).replace(_PID.pack(ANY_PID), _PID.pack(os.getpid()))
    buffer = ctypes.create_string_buffer(code, len(code))

    class Header(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))

    header = Header(len(code) // 8, ctypes.cast(buffer, ctypes.c_void_p).value)
    _prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    _prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.cast(ctypes.byref(header), ctypes.c_void_p))
