"""What a backend saw of one job."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a backend saw of one job.

    Attributes
    ----------
    message
        Everything that came out, at most `Limits.archive` + 1 bytes.
    overdue
        It was killed because it ran past its time.
    out_of_memory
        The kernel killed something in it for memory; None where the backend cannot tell.
    note
        How it ended, for people: exit status and the last words on standard error.
    """

    message: bytes
    overdue: bool
    out_of_memory: bool | None
    note: str
