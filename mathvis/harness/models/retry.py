"""When to try again, and how long to wait."""

from __future__ import annotations

import asyncio
import email.utils
import random
import time
from dataclasses import dataclass
from typing import Protocol


class Clock(Protocol):
    """Time, so that tests need not wait."""

    def now(self) -> float:
        """Monotonic seconds."""
        ...

    def wall(self) -> float:
        """Seconds since the epoch."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        ...


class SystemClock:
    """The real clock."""

    def now(self) -> float:
        """Monotonic seconds."""
        return time.monotonic()

    def wall(self) -> float:
        """Seconds since the epoch."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Exponential waits with jitter.

    Attributes
    ----------
    attempts
        Requests in all, the first one included.
    first, ceiling
        Seconds before the second attempt, doubled each time, and the most of it.
    longest_retry_after
        A server's Retry-After is obeyed up to this; what lies beyond gives up the call.
    jitter
        Share of the wait that is random, so that parallel calls do not return in step.
    """

    attempts: int = 6
    first: float = 1.0
    ceiling: float = 60.0
    longest_retry_after: float = 600.0
    jitter: float = 0.25

    def wait(self, failed: int, random_unit: float | None = None) -> float:
        """Return the seconds to wait after `failed` failed attempts (1, 2, …)."""
        unit = random.random() if random_unit is None else random_unit  # noqa: S311 - no secret
        base = min(self.ceiling, self.first * 2.0 ** (failed - 1))
        return base * (1.0 - self.jitter + self.jitter * unit)


def retry_after(value: str | None, wall: float) -> float | None:
    """Read a Retry-After header: seconds, or an HTTP date.

    Parameters
    ----------
    value
        The header, or None.
    wall
        Now, in seconds since the epoch.

    Returns
    -------
    Seconds to wait, at least 0; None when there is no readable header.
    """
    if value is None:
        return None
    text = value.strip()
    try:
        seconds = float(text)
    except ValueError:
        try:
            seconds = email.utils.parsedate_to_datetime(text).timestamp() - wall
        except (ValueError, OverflowError):
            return None
    return max(0.0, seconds) if seconds == seconds else None  # noqa: PLR0124 - not a number
