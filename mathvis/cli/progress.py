"""Progress on stderr: a live bar on a terminal, a line now and then elsewhere, nothing with --json."""

from __future__ import annotations

import time
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from mathvis.harness.tally import Silence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.console import RenderableType

    from mathvis.harness.tally import Observer, Tally

SECONDS_BETWEEN_LINES = 10.0


@contextmanager
def progress(*, quiet: bool, console: Console | None = None) -> Iterator[Observer]:
    """Yield the observer that suits where stderr goes."""
    if quiet:
        yield Silence()
        return
    console = console or Console(stderr=True)
    out = partial(console.print, highlight=False, soft_wrap=True)
    observer = LiveBar(console) if console.is_terminal else Lines(out)
    try:
        yield observer
    finally:
        observer.close()


class Pace:
    """Throughput and the time that remains, from the rollouts of this process alone."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begun = clock()

    def per_minute(self, tally: Tally) -> float:
        """Rollouts judged a minute."""
        elapsed = self._clock() - self._begun
        return 60.0 * tally.made / elapsed if elapsed > 0 else 0.0

    def remaining(self, tally: Tally) -> float | None:
        """Seconds, or None when there is no telling yet."""
        rate = self.per_minute(tally)
        left = tally.total - tally.judged - tally.missing
        return 60.0 * left / rate if rate > 0 else None


def counts(tally: Tally, pace: Pace) -> str:
    """Say where a run stands in one line."""
    parts = [
        f"{tally.delivered} delivered",
        f"failed T {tally.technical} M {tally.mathematical} P {tally.presentation}",
        f"{tally.missing} missing",
    ]
    if tally.tokens.completion:
        parts.append(f"{tally.tokens.prompt + tally.tokens.completion:,} tokens")
    if tally.made:
        parts.append(f"{pace.per_minute(tally):.0f}/min")
    left = pace.remaining(tally)
    if left is not None and left > 0:
        parts.append(f"ETA {duration(left)}")
    return " · ".join(parts)


def duration(seconds: float) -> str:
    """Write seconds as ``2:05`` or ``1:02:05``."""
    whole = round(seconds)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


class _Bar(Progress):
    """A bar with a line of counts below it, where it has room."""

    counts = ""

    def get_renderables(self) -> Iterator[RenderableType]:
        """Yield the bar, then the counts."""
        yield from super().get_renderables()
        if self.counts:
            yield Text(self.counts)


class LiveBar:
    """A bar that is drawn again and again."""

    def __init__(self, console: Console) -> None:
        self._pace = Pace()
        self._progress = _Bar(
            TextColumn("rollouts"),
            BarColumn(bar_width=None),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=console,
            expand=True,
        )
        self._task = self._progress.add_task("", total=None)
        self._progress.start()

    def update(self, tally: Tally) -> None:
        """Show the counts."""
        self._progress.counts = counts(tally, self._pace)
        self._progress.update(self._task, total=tally.total, completed=tally.judged + tally.missing)

    def say(self, message: str) -> None:
        """Print above the bar."""
        self._progress.console.print(Text(message), highlight=False)

    def close(self) -> None:
        """Leave the last state on the screen."""
        self._progress.stop()


class Lines:
    """A plain line every ten seconds, and one at the end."""

    def __init__(self, write: Callable[[Text], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._write, self._clock = write, clock
        self._pace = Pace(clock)
        self._last = clock()
        self._shown: Tally | None = None
        self._tally: Tally | None = None

    def update(self, tally: Tally) -> None:
        """Print if it is time."""
        self._tally = tally
        if self._clock() - self._last >= SECONDS_BETWEEN_LINES:
            self._print()

    def say(self, message: str) -> None:
        """Print a message."""
        self._write(Text(message))

    def close(self) -> None:
        """Print the last state."""
        self._print()

    def _print(self) -> None:
        self._last = self._clock()
        if self._tally is not None and self._tally != self._shown:
            self._shown = self._tally
            done = self._tally.judged + self._tally.missing
            self._write(Text(f"{done}/{self._tally.total} rollouts: {counts(self._tally, self._pace)}"))
