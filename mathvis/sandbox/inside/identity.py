"""Users: where the runner has the right to, every process that touches a figure gets a user id of its own.

The runner of a warm worker is root in a namespace or container of its own, with a handful of
capabilities and nothing that belongs to it but memory; the processes that it starts have none.
"""

from __future__ import annotations

import ctypes
import os

CAPABILITIES = ("SETUID", "SETGID", "SETPCAP", "KILL", "CHOWN", "DAC_OVERRIDE")
"""What the runner needs to give users away and to clear up after them."""

_PR_CAPBSET_DROP = 24
_LAST_CAPABILITY = 63
_CAPABILITY_VERSION = 0x20080522

_libc = ctypes.CDLL(None, use_errno=True)


class Users:
    """Hands out user ids, each once.

    Parameters
    ----------
    first
        The first of them; 0: the runner may not change users, and all processes share its own.
    count
        How many there are.
    """

    def __init__(self, first: int = 0, count: int = 0) -> None:
        self._next, self._end = first, first + count

    @property
    def left(self) -> int | None:
        """How many are left; None where there is one user for all."""
        return self._end - self._next if self._next else None

    def fresh(self) -> int:
        """Return a user id that no process had before; 0: stay who you are.

        Raises
        ------
        RuntimeError
            There are none left.
        """
        if not self._next:
            return 0
        if self._next >= self._end:
            raise RuntimeError("no user is left")
        self._next += 1
        return self._next - 1


def become(user: int) -> None:
    """Turn this process into one of `user`'s for good, without any capability; 0: nothing to do."""
    if not user:
        return
    for capability in range(_LAST_CAPABILITY + 1):
        if _libc.prctl(_PR_CAPBSET_DROP, *map(ctypes.c_ulong, (capability, 0, 0, 0))) and ctypes.get_errno() != 22:
            raise OSError(ctypes.get_errno(), "a capability cannot be dropped")
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    head = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    if _libc.capset(head, (ctypes.c_uint32 * 6)()):  # what could be inherited, too
        raise OSError(ctypes.get_errno(), "the capabilities cannot be given up")
