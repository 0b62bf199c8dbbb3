"""Whether a sandbox is in the state that it must be in, judged by what was seen from inside.

`judge` is pure: observations of `mathvis.sandbox.inside.probe` in, one check for each limit out. A limit that
is not in force fails its check, whatever the configuration says.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mathvis.sandbox.limits import Limits

    Observations = Mapping[str, str | int | bool]

ROOM = {"memory": 1 << 30, "processes": 96}
"""How much more than one step a container may use as a whole: the steps beside it, its runner and live engines."""

_DENIED = {"EPERM", "ENOSYS", "EACCES"}
_ENVIRONMENT = {"PATH", "HOME", "LANG", "HOSTNAME", "PWD"}
_DEVICES = {"full", "null", "random", "urandom", "zero"}
_TOP = {
    "bubblewrap": "bin dev etc lib lib32 lib64 libx32 opt sbin tmp usr var work",
    "docker": ".dockerenv bin boot dev etc home lib lib32 lib64 libx32 media mnt opt proc root run sbin srv sys tmp "
    "usr var work",
}
_ETC = "alternatives fonts ld.so.cache ld.so.conf ld.so.conf.d passwd texmf"
_RUNNER_CAPABILITIES = 0x1E3
"""CHOWN, DAC_OVERRIDE, KILL, SETGID, SETUID and SETPCAP, of a warm worker's runner alone."""
_OPEN_FILES, _STACK = 256, 8 << 20


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at.

    Attributes
    ----------
    name
        What was looked at.
    well
        Whether it is as it must be.
    saw, wanted
        What was seen, and what it must be.
    """

    name: str
    well: bool
    saw: str
    wanted: str


def judge(seen: Observations, limits: Limits, backend: str) -> tuple[Check, ...]:
    """Judge what a probe saw.

    Parameters
    ----------
    seen
        What the probe reports; what it does not report fails.
    limits
        The limits that must be in force.
    backend
        ``docker``, ``gvisor`` or ``bubblewrap``.
    """
    contained = backend != "bubblewrap"
    return (
        *_privileges(seen),
        *_walls(seen, contained=contained),
        *_folder(seen, limits),
        *_bounds(seen, limits, contained=contained),
        *_calls(seen, contained=contained),
    )


def fresh(first: Observations, second: Observations, *, shared: bool) -> Check:
    """Judge whether two figures of one worker had users of their own.

    Parameters
    ----------
    first, second
        What the probes of two jobs saw.
    shared
        Whether the sandbox has one user alone, as where bubblewrap is started by an ordinary user.
    """
    users = [str(each.get("uid", "?")) for each in (first, second)]
    own = users[0] != users[1] or shared
    wanted = "one user for all, hidden from each other" if shared else "another user for each figure"
    return Check("users of two figures", own and "?" not in users, ", ".join(users), wanted)


def _text(seen: Observations, name: str) -> str:
    return str(seen.get(name, "not seen"))


def _number(seen: Observations, name: str) -> int | None:
    value = seen.get(name)
    return value if isinstance(value, int) else None


def _equal(seen: Observations, name: str, title: str, wanted: object) -> Check:
    return Check(title, seen.get(name) == wanted, _text(seen, name), str(wanted))


def _none_of(seen: Observations, name: str, title: str) -> Check:
    return Check(title, seen.get(name) == "", _text(seen, name) or "none", "none")


def _within(seen: Observations, name: str, title: str, allowed: set[str]) -> Check:
    found = set(_text(seen, name).split())
    extra = sorted(found - allowed)
    return Check(title, name in seen and not extra, " ".join(extra) or "nothing else", "nothing else")


def _refused(seen: Observations, name: str, title: str) -> Check:
    return Check(title, _text(seen, name) in _DENIED, _text(seen, name), "refused")


def _privileges(seen: Observations) -> tuple[Check, ...]:
    runner = _text(seen, "runner_capabilities").partition(" ")[0]
    uid, gid = _number(seen, "uid"), _number(seen, "gid")
    ids = _text(seen, "ids").split()
    return (
        Check("user", bool(uid) and set(ids) == {str(uid), str(gid)}, " ".join(ids), "not 0, the same in every sense"),
        Check("group", bool(gid), str(gid), "not 0"),
        _equal(seen, "cap_bounding", "capabilities that can be had", "0"),
        _equal(seen, "cap_sets", "capabilities in force, permitted, inheritable", "0 0 0"),
        _equal(seen, "no_new_privs", "no new privileges", 1),
        _equal(seen, "runner_no_new_privs", "no new privileges for the runner", 1),
        _equal(seen, "seccomp", "system-call filter", 2),
        Check("runner's capabilities", _few(runner), runner, f"within {_RUNNER_CAPABILITIES:x}"),
    )


def _few(capabilities: str) -> bool:
    try:
        return not int(capabilities, 16) & ~_RUNNER_CAPABILITIES
    except ValueError:
        return False


def _walls(seen: Observations, *, contained: bool) -> tuple[Check, ...]:
    pid, parent = _number(seen, "runner_pid"), _number(seen, "runner_parent")
    own = pid is not None and parent is not None and pid < 10 and parent <= 1
    top = set(_TOP["docker" if contained else "bubblewrap"].split())
    return (
        _equal(seen, "interfaces", "network interfaces", "lo"),
        *((_own_network(seen),) if contained else ()),
        Check("processes of its own", own, f"runner {pid} below {parent}", "among the first"),
        _equal(seen, "host_name", "host name", "sandbox"),
        _equal(seen, "root_read_only", "root read-only", True),
        Check(
            "places that can be written",
            _text(seen, "writable") in {"", "/work"},
            _text(seen, "writable") or "none",
            "the work folder alone",
        ),
        _none_of(seen, "switches", "switches of the kernel"),
        _none_of(seen, "secrets", "secrets of the host and the runner"),
        _none_of(seen, "neighbours", "other processes' insides"),
        _none_of(seen, "engine_sockets", "socket of a container engine"),
        _within(seen, "top", "other folders of the host", top),
        *(() if contained else (_within(seen, "etc", "other configuration of the host", set(_ETC.split())),)),
        _within(seen, "devices", "devices", _DEVICES),
        _within(seen, "environment", "environment", _ENVIRONMENT),
        _refused(seen, "signal_runner", "signal to the runner"),
        _refused(seen, "signal_all", "signal to everybody"),
        _refused(seen, "limit_runner", "limit on the runner"),
        _none_of(seen, "tools_missing", "tools that are missing"),
    )


def _own_network(seen: Observations) -> Check:
    """Judge whether the network is not the host's, which may have no interface to be seen by."""
    inside, outside = _text(seen, "network"), _text(seen, "host_network")
    own = bool(inside and outside) and {"network", "host_network"} <= seen.keys() and inside != outside
    return Check("network of its own", own, inside, f"another than the host's {outside}")


def _folder(seen: Observations, limits: Limits) -> tuple[Check, ...]:
    flags = [name for name in ("noexec", "nosuid", "nodev") if seen.get(f"work_{name}") is True]
    sealed = "noexec" in flags or _text(seen, "call_execve") in _DENIED
    size = _number(seen, "work_size")
    return (
        Check(
            "work folder",
            sealed and {"nosuid", "nodev"} <= set(flags),
            " ".join(flags),
            "nosuid nodev, and noexec or no execve",
        ),
        Check(
            "size of the work folder", size is not None and 0 < size <= limits.work, str(size), f"at most {limits.work}"
        ),
        _equal(seen, "folder_mode", "mode of the figure's folder", "700"),
        _equal(seen, "folder", "folder", "/work/tex"),
    )


def _bounds(seen: Observations, limits: Limits, *, contained: bool) -> tuple[Check, ...]:
    most = {
        "as": limits.memory,
        "core": 0,
        "stack": _STACK,
        "cpu": limits.cpu + 1,
        "fsize": limits.output,
        "memlock": 0,
        "msgqueue": 0,
        "nofile": _OPEN_FILES,
    }
    checks = [_at_most(seen, f"rlimit_{name}", f"limit of {name}", value) for name, value in most.items()]
    alone = contained and _capped(seen, "bound_processes", limits.processes)
    own = Check(
        "processes",
        alone or _capped(seen, "rlimit_nproc", limits.processes),
        _text(seen, "rlimit_nproc"),
        f"at most {limits.processes}",
    )
    checks.append(own)
    if contained:
        checks += [
            _at_most(seen, "bound_memory", "memory of the container", limits.memory + ROOM["memory"]),
            _at_most(seen, "bound_processes", "processes of the container", limits.processes + ROOM["processes"]),
            Check(
                "swap of the container",
                seen.get("bound_memory_and_swap") in {"0", seen.get("bound_memory", "?")},
                _text(seen, "bound_memory_and_swap"),
                "none",
            ),
        ]
    return tuple(checks)


def _at_most(seen: Observations, name: str, title: str, most: int) -> Check:
    return Check(title, _capped(seen, name, most), _text(seen, name), f"at most {most}")


def _capped(seen: Observations, name: str, most: int) -> bool:
    value = _text(seen, name)
    return value.isdecimal() and int(value) <= most


def _calls(seen: Observations, *, contained: bool) -> tuple[Check, ...]:
    names = sorted(name for name in seen if name.startswith("call_"))
    allowed = [name.removeprefix("call_") for name in names if _text(seen, name) not in _DENIED]
    filtered = Check(
        "calls that are forbidden",
        bool(names) and not allowed,
        " ".join(allowed) or f"{len(names)} refused",
        "all of them refused",
    )
    if not contained:
        return (filtered,)
    profile = seen.get("runner_seccomp") == 2 and _text(seen, "runner_socket") in _DENIED
    saw = f"mode {_text(seen, 'runner_seccomp')}, socket {_text(seen, 'runner_socket')}"
    return filtered, Check("profile of the container", profile, saw, "mode 2, socket refused")
