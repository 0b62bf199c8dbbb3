"""Counts of a run in progress, and who wants to hear of them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from mathvis.harness.models.base import TokenUsage

if TYPE_CHECKING:
    from mathvis.metrics.records import Marks


@dataclass(frozen=True, slots=True)
class Tally:
    """Where a run stands.

    Attributes
    ----------
    total
        Planned rollouts.
    delivered, technical, mathematical, presentation
        Judged rollouts: delivered, or by the first gate that failed.
    missing
        Lost so far; some may come back in the second pass.
    before
        How many of the judged were there when this process began.
    asking, judging
        Under way.
    tokens
        Used by this process.
    """

    total: int = 0
    delivered: int = 0
    technical: int = 0
    mathematical: int = 0
    presentation: int = 0
    missing: int = 0
    before: int = 0
    asking: int = 0
    judging: int = 0
    tokens: TokenUsage = field(default_factory=TokenUsage)

    @property
    def judged(self) -> int:
        """Rollouts with a verdict."""
        return self.delivered + self.technical + self.mathematical + self.presentation

    @property
    def made(self) -> int:
        """Rollouts judged by this process."""
        return self.judged - self.before

    def with_marks(self, marks: Marks) -> Tally:
        """Count one more verdict."""
        match marks.failed_gate:
            case None:
                return replace(self, delivered=self.delivered + 1)
            case "T":
                return replace(self, technical=self.technical + 1)
            case "M":
                return replace(self, mathematical=self.mathematical + 1)
            case _:
                return replace(self, presentation=self.presentation + 1)


class Observer(Protocol):
    """Hears of a run's progress; called from the event loop's thread alone."""

    def update(self, tally: Tally) -> None:
        """Take note of the counts; called often."""
        ...

    def say(self, message: str) -> None:
        """Tell the user something that happened."""
        ...


class Silence:
    """Hears nothing."""

    def update(self, tally: Tally) -> None:
        """Ignore the counts."""

    def say(self, message: str) -> None:
        """Ignore the message."""
