"""A system-call filter for the processes that touch a program's bytes.

They compute and write a file or a pipe; none of them has a reason to start a process, to signal or
look into another one, to open a socket, to mount, or to sleep. Those calls fail with EPERM. What stays
allowed is what the kernel's own confinement (namespaces, capabilities, read-only root) bounds.
"""

from __future__ import annotations

import ctypes
import os
import struct

_X86_64, _AARCH64 = 0xC000003E, 0xC00000B7

# name: (x86_64, aarch64); None where the architecture has no such call
_FORBIDDEN: dict[str, tuple[int | None, int | None]] = {
    "fork": (57, None),
    "vfork": (58, None),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "kcmp": (312, 272),
    "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424),
    "tkill": (200, 130),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "setpriority": (141, 140),
    "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118),
    "sched_setattr": (314, 274),
    "ioprio_set": (251, 30),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    "setpgid": (109, 154),
    "setsid": (112, 157),
    "socket": (41, 198),
    "connect": (42, 203),
    "bind": (49, 200),
    "listen": (50, 201),
    "accept": (43, 202),
    "accept4": (288, 242),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsmount": (432, 432),
    "mount_setattr": (442, 442),
    "unshare": (272, 97),
    "setns": (308, 268),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "fanotify_init": (300, 262),
    "mq_open": (240, 180),
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "personality": (135, 92),
    "memfd_secret": (447, 447),
    "mknod": (133, None),
    "mknodat": (259, 33),
    "quotactl": (179, 60),
    "swapon": (167, 224),
    "reboot": (169, 142),
    "kexec_load": (246, 104),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "acct": (163, 89),
}
# a program that sleeps spends wall time and no CPU time, which would look like an overload of ours
_WAITING: dict[str, tuple[int | None, int | None]] = {
    "nanosleep": (35, 101),
    "clock_nanosleep": (230, 115),
    "select": (23, None),
    "pselect6": (270, 72),
    "poll": (7, None),
    "ppoll": (271, 73),
    "epoll_wait": (232, None),
    "epoll_pwait": (281, 22),
    "epoll_pwait2": (441, 441),
    "pause": (34, None),
    "rt_sigsuspend": (130, 133),
    "rt_sigtimedwait": (128, 137),
}
# may be called only on the process itself: (x86_64, aarch64), index of the argument that says on whom
_SELF_ONLY: dict[str, tuple[int, int]] = {"kill": (62, 129), "tgkill": (234, 131)}
_PRLIMIT = (302, 261)
_CLONE = (56, 220)
_CLONE3 = (435, 435)
_FCNTL = (72, 25)
_IOCTL = (16, 29)

_CLONE_THREAD = 0x00010000
_F_SETOWN, _F_SETSIG, _F_SETOWN_EX = 8, 10, 15
_TIOCSTI, _FIOSETOWN, _SIOCSPGRP = 0x5412, 0x8901, 0x8902

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW = 0x7FFF0000
_EPERM = 0x00050001
_ENOSYS = 0x00050026
_KILL = 0x80000000
_NR, _ARCH, _ARGS = 0, 4, 16
_X32_BIT = 0x40000000

_PR_SET_DUMPABLE, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 4, 22, 38
_MODE_FILTER = 2

_libc = ctypes.CDLL(None, use_errno=True)


def program(machine: str, own_pid: int, *, may_wait: bool) -> bytes:
    """Return the filter as BPF instructions.

    Parameters
    ----------
    machine
        As in ``os.uname().machine``.
    own_pid
        The process that may still signal itself (``abort`` does).
    may_wait
        Whether sleeping and polling are allowed.

    Raises
    ------
    NotImplementedError
        There is no table for this architecture.
    """
    try:
        column, arch = {"x86_64": (0, _X86_64), "aarch64": (1, _AARCH64)}[machine]
    except KeyError:
        raise NotImplementedError(f"no system-call table for the architecture {machine!r}") from None
    code: list[tuple[int, int, int, int]] = [
        (_LOAD, 0, 0, _ARCH),
        (_EQUAL, 1, 0, arch),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NR),
        (_AT_LEAST, 0, 1, _X32_BIT),
        (_RETURN, 0, 0, _KILL),
    ]

    def on_argument(number: int, index: int, tests: list[tuple[int, int]], hit: int, miss: int) -> None:
        body = [(_LOAD, 0, 0, _ARGS + 8 * index)]
        for place, (test, value) in enumerate(tests):
            body.append((test, len(tests) - place, 0, value))
        body += [(_RETURN, 0, 0, miss), (_RETURN, 0, 0, hit)]
        code.append((_EQUAL, 0, len(body), number))
        code.extend(body)

    for numbers in _SELF_ONLY.values():
        on_argument(numbers[column], 0, [(_EQUAL, own_pid)], hit=_ALLOW, miss=_EPERM)
    on_argument(_PRLIMIT[column], 0, [(_EQUAL, 0), (_EQUAL, own_pid)], hit=_ALLOW, miss=_EPERM)
    on_argument(_CLONE[column], 0, [(_ANY_BIT, _CLONE_THREAD)], hit=_ALLOW, miss=_EPERM)
    on_argument(
        _FCNTL[column], 1, [(_EQUAL, _F_SETOWN), (_EQUAL, _F_SETSIG), (_EQUAL, _F_SETOWN_EX)], hit=_EPERM, miss=_ALLOW
    )
    on_argument(
        _IOCTL[column], 1, [(_EQUAL, _TIOCSTI), (_EQUAL, _FIOSETOWN), (_EQUAL, _SIOCSPGRP)], hit=_EPERM, miss=_ALLOW
    )
    code += [(_EQUAL, 0, 1, _CLONE3[column]), (_RETURN, 0, 0, _ENOSYS)]
    for table in (_FORBIDDEN,) if may_wait else (_FORBIDDEN, _WAITING):
        for pair in table.values():
            number = pair[column]
            if number is not None:
                code += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _EPERM)]
    code.append((_RETURN, 0, 0, _ALLOW))
    return b"".join(struct.pack("HBBI", *instruction) for instruction in code)


def _prctl(option: int, *values: int | ctypes.c_void_p) -> None:
    if _libc.prctl(option, *(v if isinstance(v, ctypes.c_void_p) else ctypes.c_ulong(v) for v in values)):
        number = ctypes.get_errno()
        raise OSError(number, f"prctl {option}: {os.strerror(number)}")


def hide() -> None:
    """Keep other processes of the same user out of this one's memory and descriptors; lasts over a fork."""
    _prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


def install(*, may_wait: bool) -> None:
    """Put the filter on this process for good, and forbid it new privileges."""
    code = program(os.uname().machine, os.getpid(), may_wait=may_wait)
    buffer = ctypes.create_string_buffer(code, len(code))

    class Header(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))

    header = Header(len(code) // 8, ctypes.cast(buffer, ctypes.c_void_p).value)
    _prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    _prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.cast(ctypes.byref(header), ctypes.c_void_p))
