"""The system-call filters: what each kind denies, and that ordinary work goes on under it."""

import os
import re
import struct
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from mathvis.sandbox.inside import seccomp
from mathvis.sandbox.inside.syscalls import NUMBERS

HERE = str(Path(__file__).parents[2])

PRELUDE = """
import ctypes, fcntl, mmap, os, resource, select, signal, socket, subprocess, sys, termios, threading, time
from mathvis.sandbox.inside import seccomp
from mathvis.sandbox.inside.syscalls import NUMBERS
libc = ctypes.CDLL(None, use_errno=True)
column = {"x86_64": 0, "aarch64": 1}[os.uname().machine]
def call(name, *values):
    number = NUMBERS[name][column]
    if number is None:
        raise PermissionError(name)
    if libc.syscall(number, *(ctypes.c_long(value) for value in values)) == -1:
        raise OSError(ctypes.get_errno(), name)
def prctl(*values):
    call("prctl", *values)
"""

ATTEMPTS = {
    "fork": "os.fork()",
    "execute": "os.execv('/bin/true', ['true'])",
    "spawn": "subprocess.run(['/bin/true'])",
    "execute from memory": "call('execveat', -1, 0, 0, 0, 0)",
    "file in memory": "os.memfd_create('x')",
    "signal the parent": "os.kill(os.getppid(), 0)",
    "signal the group": "os.kill(0, 0)",
    "signal all": "os.kill(-1, 0)",
    "signal a thread of the parent": "call('tkill', os.getppid(), 0)",
    "stop itself": "os.kill(os.getpid(), signal.SIGSTOP)",
    "stop its thread": "call('tgkill', os.getpid(), os.getpid(), signal.SIGSTOP)",
    "limit the parent": "resource.prlimit(os.getppid(), resource.RLIMIT_CPU, (1, 1))",
    "be nice": "os.setpriority(os.PRIO_PROCESS, 0, 19)",
    "choose a processor": "os.sched_setaffinity(0, {0})",
    "idle class": "os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))",
    "socket": "socket.socket()",
    "unix socket": "socket.socket(socket.AF_UNIX)",
    "pair of sockets": "socket.socketpair()",
    "new namespace": "call('unshare', 0x10000000)",
    "enter a namespace": "call('setns', 0, 0)",
    "other user": "os.setuid(os.getuid())",
    "other group": "os.setresgid(-1, -1, -1)",
    "trace": "call('ptrace', 16, os.getppid(), 0, 0)",
    "read a neighbour's memory": "call('process_vm_readv', os.getppid(), 0, 0, 0, 0, 0)",
    "handle on the parent": "call('pidfd_open', os.getppid(), 0)",
    "be looked into": "prctl(4, 1, 0, 0, 0)",
    "be traced": "prctl(0x59616D61, -1, 0, 0, 0)",
    "another filter": "prctl(22, 2, 0, 0, 0)",
    "another filter, by call": "call('seccomp', 1, 0, 0)",
    "signal at the parent's death": "prctl(1, 9, 0, 0, 0)",
    "ask for signals": "fcntl.fcntl(0, fcntl.F_SETOWN, os.getppid())",
    "type into the terminal": "fcntl.ioctl(0, 0x5412, b'x')",
    "device": "os.mknod('/tmp/mathvis-device', 0o20600, os.makedev(1, 3))",
    "pipe with a name": "os.mkfifo('/tmp/mathvis-pipe')",
    "mount": "call('mount', 0, 0, 0, 0, 0)",
    "new mount": "call('fsopen', 0, 0)",
    "rings": "call('io_uring_setup', 1, 0)",
    "old asynchronous calls": "call('io_setup', 1, 0)",
    "kernel programs": "call('bpf', 0, 0, 0)",
    "counters": "call('perf_event_open', 0, 0, 0, 0, 0)",
    "keys": "call('keyctl', 0, 0)",
    "page faults": "call('userfaultfd', 0)",
    "kernel log": "call('syslog', 3, 0, 0)",
    "clock": "call('clock_settime', 0, 0)",
    "write out every disk": "call('sync')",
    "lower its limits": "call('prlimit64', 0, 0, ctypes.addressof((ctypes.c_ulong * 2)(1, 1)), 0)",
    "lower its limits, by the old call": "call('setrlimit', 0, 0)",
    "lower its limits, under its own name": "call('prlimit64', os.getpid(), 0, ctypes.addressof((ctypes.c_ulong * 2)(1, 1)), 0)",
    "mode": "os.chmod('/dev/null', 0o600)",
    "mode of what is open": "call('fchmod', 0, 0)",
    "link": "os.link('/dev/null', '/tmp/mathvis-link')",
    "symbolic link": "os.symlink('/', '/tmp/mathvis-link')",
    "time of a file": "os.utime('/dev/null')",
    "wait for a disk": "call('fsync', 0)",
    "copy within the kernel": "call('copy_file_range', 0, 0, 1, 0, 1, 0)",
    "timer": "call('timer_create', 0, 0, 0)",
    "timer as a file": "call('timerfd_create', 0, 0)",
    "alarm": "call('setitimer', 0, 0, 0)",
    "pause": "call('pause')",
    "wait for a signal": "call('rt_sigtimedwait', 0, 0, 0, 8)",
    "wait for a child": "os.wait()",
    "wait for a lock": "fcntl.lockf(os.open('/dev/null', os.O_RDONLY), fcntl.LOCK_SH)",
    "wait for a file's lock": "fcntl.flock(0, fcntl.LOCK_EX)",
    "wait for a file's change": "call('inotify_init1', 0)",
    "pipe": "os.pipe()",
    "counter as a file": "call('eventfd2', 0, 0)",
    "written and executed": "mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)",
    "written, then executed": "call('mprotect', 0, 4096, 5)",
}  # fmt: skip

WAITS = {
    "thread": "try:\n        threading.Thread(target=int).start()\n    except RuntimeError:\n        raise PermissionError",
    "sleep": "time.sleep(0.01)",
    "select": "select.select([], [], [], 0.01)",
    "poll": "select.poll().poll(10)",
    "poll in the kernel": "select.epoll()",
    "wait in memory": "call('futex', 0, 0, 0, 0, 0, 0)",
}  # fmt: skip
"""What only a renderer with threads may do."""

CHANGES = {
    "write to a file": "open('/dev/null', 'wb')",
    "write and read a file": "open('/dev/null', 'r+b')",
    "write at the end of a file": "os.open('/dev/null', os.O_RDONLY | os.O_APPEND)",
    "make a file": "os.open('/tmp/mathvis-file', os.O_RDONLY | os.O_CREAT)",
    "empty a file": "os.open('/dev/null', os.O_RDONLY | os.O_TRUNC)",
    "make a file without a name": "os.open('/tmp', os.O_TMPFILE | os.O_RDWR)",
    "make a folder": "os.mkdir('/tmp/mathvis-folder')",
    "remove a file": "os.unlink('/tmp/mathvis-file')",
    "remove a folder": "os.rmdir('/tmp/mathvis-folder')",
    "another name": "os.rename('/tmp/mathvis-a', '/tmp/mathvis-b')",
    "size of what is open": "call('ftruncate', 0, 0)",
    "another folder": "os.chdir('/')",
}
"""What only an engine may do."""

ORDINARY = [
    "os.kill(os.getpid(), 0)",
    "open('/etc/passwd').read()",
    "resource.getrlimit(resource.RLIMIT_AS)",
    "resource.prlimit(os.getpid(), resource.RLIMIT_NOFILE)",
    "os.stat('/'), os.listdir('/'), os.readlink('/proc/self'), os.access('/', os.R_OK)",
    "bytearray(1 << 24)",
    "mmap.mmap(-1, 4096)",
    "os.isatty(0)",
    "os.urandom(8), time.time(), time.process_time(), os.getpid(), os.uname()",
    "os.dup2(os.open('/dev/null', os.O_RDONLY), 40)",
    "import xml.etree.ElementTree, decimal, zlib",
]


def confined(code, kind):
    program = f"{PRELUDE}\nseccomp.confine({kind!r})\ntry:\n    {code}\nexcept PermissionError:\n    print('denied')\nelse:\n    print('done')\n"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": HERE},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip() or done.stderr


@pytest.mark.parametrize("kind", [seccomp.READER, seccomp.TOOL, seccomp.ENGINE_ONLY])
@pytest.mark.parametrize("attempt", ATTEMPTS.values(), ids=ATTEMPTS)
def test_what_nobody_needs_is_denied(attempt, kind):
    assert confined(attempt, kind) == "denied"


@pytest.mark.parametrize("kind", [seccomp.READER, seccomp.ENGINE])
@pytest.mark.parametrize("attempt", WAITS.values(), ids=WAITS)
def test_neither_readers_nor_engines_wait_or_have_threads(attempt, kind):
    assert confined(attempt, kind) == "denied"


@pytest.mark.parametrize("kind", [seccomp.READER, seccomp.TOOL])
@pytest.mark.parametrize("attempt", CHANGES.values(), ids=CHANGES)
def test_only_an_engine_changes_files(attempt, kind):
    assert confined(attempt, kind) == "denied"


def test_an_engine_changes_files(tmp_path):
    code = (
        f"os.chdir({str(tmp_path)!r}); os.mkdir('a'); open('a/x', 'w').write('x'); os.rename('a/x', 'a/y'); "
        "open('a/y', 'r+').truncate(0); os.unlink('a/y'); os.rmdir('a')"
    )
    assert confined(code, seccomp.ENGINE) == "done"


@pytest.mark.parametrize("kind", seccomp.KINDS)
def test_ordinary_work_goes_on(kind):
    code = "\n    ".join(ORDINARY)
    assert confined(code, kind) == "done"


def test_a_renderer_may_wait_and_have_threads():
    code = "time.sleep(0.001); select.poll().poll(1); select.epoll(); thread = threading.Thread(target=int); thread.start(); thread.join()"
    assert confined(code, seccomp.TOOL) == "done"


ECHO = """
path = b"/usr/bin/python3"
seccomp.confine({kind!r}, path)
try:
    os.execv({given}, ["python3", "-I", "-S", "-c", {then!r}])
except PermissionError:
    print("denied")
"""
AGAIN = """
import os
try:
    os.execv("/bin/echo", ["echo", "executed"])
except PermissionError:
    print("denied afterwards")
"""


@pytest.mark.parametrize(
    ("kind", "given", "answer"),
    [
        (seccomp.READER, "path", "denied afterwards"),
        (seccomp.TOOL, "path", "denied afterwards"),
        (seccomp.ENGINE, "path", "denied afterwards"),
        (seccomp.ENGINE_ONLY, "path", "denied"),
        (seccomp.READER, "bytes(bytearray(path))", "denied"),
        (seccomp.TOOL, "bytes(bytearray(path))", "denied"),
        (seccomp.ENGINE, "b'/bin/echo'", "denied"),
    ],
)
def test_one_program_can_be_executed_and_it_can_execute_none(kind, given, answer):
    program = PRELUDE + ECHO.format(kind=kind, given=given, then=AGAIN)
    done = subprocess.run(
        [sys.executable, "-c", program], env={"PYTHONPATH": HERE}, capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == answer, done.stderr


@pytest.mark.parametrize("kind", seccomp.KINDS)
def test_abort_ends_the_process_itself(kind):
    program = f"{PRELUDE}\nresource.setrlimit(resource.RLIMIT_CORE, (0, 0))\nseccomp.confine({kind!r})\nos.abort()"
    done = subprocess.run([sys.executable, "-c", program], env={"PYTHONPATH": HERE}, capture_output=True, check=False)
    assert done.returncode == -6


def test_an_unknown_call_is_as_on_an_older_kernel():
    code = "ctypes.set_errno(0); libc.syscall(ctypes.c_long(600)); print(os.strerror(ctypes.get_errno()))"
    for kind in seccomp.KINDS:
        assert "not implemented" in confined(code, kind)


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="x32 is of x86_64")
def test_the_other_numbering_of_the_same_calls_ends_the_process():
    program = f"{PRELUDE}\nseccomp.confine('tool')\nlibc.syscall(ctypes.c_long(0x40000000 + 57))\nprint('alive')"
    done = subprocess.run([sys.executable, "-c", program], env={"PYTHONPATH": HERE}, capture_output=True, check=False)
    assert done.returncode == -31


class TestProgram:
    def test_an_unknown_architecture_is_no_reason_to_go_without(self):
        with pytest.raises(NotImplementedError, match="sparc"):
            seccomp.program(seccomp.TOOL, "sparc")

    def test_an_unknown_kind_is_no_reason_to_go_without(self):
        with pytest.raises(ValueError, match="loose"):
            seccomp.program("loose")

    @pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
    @pytest.mark.parametrize("kind", seccomp.KINDS)
    def test_every_path_ends_in_an_answer(self, machine, kind):
        """Simulated over every call of either architecture, with arguments of all zeros and of all ones."""
        code = [struct.unpack_from("HBBI", seccomp.program(kind, machine, 77), at) for at in range(0, len(seccomp.program(kind, machine, 77)), 8)]  # fmt: skip
        assert len(code) < 4096
        column = ("x86_64", "aarch64").index(machine)
        architecture = (0xC000003E, 0xC00000B7)[column]
        for name, pair in NUMBERS.items():
            for argument in (0, 0xFFFFFFFF):
                if pair[column] is not None:
                    answer = simulated(code, architecture, pair[column], argument)
                    assert answer in {0x7FFF0000, 0x00050001, 0x00050026}, name
        assert simulated(code, 0x40000003, 1, 0) == 0x80000000

    @pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
    @pytest.mark.parametrize(
        ("kinds", "names"),
        [
            (
                seccomp.KINDS,
                (
                    "fork vfork clone3 execve execveat socket socketpair connect sendmsg mount umount2 unshare setns setuid "
                    "setresuid ptrace process_vm_writev kill tgkill tkill pidfd_open setrlimit io_uring_setup bpf keyctl "
                    "perf_event_open memfd_create mknodat linkat symlinkat fchmodat pipe2 timer_create eventfd2 signalfd4 "
                    "wait4 waitid flock inotify_init1 openat2 seccomp"
                ),
            ),
            ((seccomp.READER, seccomp.ENGINE, seccomp.ENGINE_ONLY), "clone ppoll pselect6 nanosleep epoll_pwait"),
            ((seccomp.READER, seccomp.TOOL), "mkdirat unlinkat renameat2 ftruncate pwrite64 chdir mkdir unlink rename"),
        ],
    )
    def test_what_a_kind_never_allows(self, machine, kinds, names):
        """Whatever the arguments: `simulated` gives all of them the same value."""
        column = ("x86_64", "aarch64").index(machine)
        for kind in kinds:
            code = instructions(kind, machine)
            for name in names.split():
                number = NUMBERS[name][column]
                for argument in (0, 1, 2, 6, 0x42, 0x10000, 0xFFFFFFFF):
                    if number is not None:
                        assert simulated(code, ARCHITECTURE[column], number, argument) != 0x7FFF0000, name

    @pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
    @pytest.mark.parametrize("flags", [0o1, 0o2, 0o100, 0o1000, 0o2000, 0o20000000, 0o3, 0o2101102])
    def test_opening_for_more_than_reading(self, machine, flags):
        column = ("x86_64", "aarch64").index(machine)
        for name in ("open", "openat"):
            if (number := NUMBERS[name][column]) is not None:
                answers = {
                    kind: simulated(instructions(kind, machine), ARCHITECTURE[column], number, flags)
                    for kind in seccomp.KINDS
                }
                assert answers == {
                    seccomp.READER: 0x00050001,
                    seccomp.TOOL: 0x00050001,
                    seccomp.ENGINE: 0x7FFF0000,
                    seccomp.ENGINE_ONLY: 0x7FFF0000,
                }
                for kind in seccomp.KINDS:
                    assert simulated(instructions(kind, machine), ARCHITECTURE[column], number, 0o2000000) == 0x7FFF0000


ARCHITECTURE = (0xC000003E, 0xC00000B7)


@cache
def instructions(kind, machine):
    return [struct.unpack("HBBI", piece) for piece in re.findall(rb"(?s).{8}", seccomp.program(kind, machine))]


def simulated(code, architecture, number, argument):
    """What the kernel's interpreter would return for a call whose arguments all have this lower half."""
    at, accumulator = 0, 0
    while True:
        operation, true, false, value = code[at]
        at += 1
        if operation == 0x20:
            accumulator = {0: number, 4: architecture}.get(value, argument)
        elif operation == 0x54:
            accumulator &= value
        elif operation == 0x05:
            at += value
        elif operation == 0x06:
            return value
        else:
            taken = {0x15: accumulator == value, 0x35: accumulator >= value, 0x45: bool(accumulator & value)}[operation]
            at += true if taken else false
