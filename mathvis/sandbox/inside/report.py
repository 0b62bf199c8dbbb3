"""What is told of a job: its outcome, what it used, what was found."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mathvis.sandbox.inside import steps, texlog


@dataclass
class Report:
    """What is sent back as ``result``."""

    outcome: str = "ok"
    message: str = ""
    suspect: str = ""
    """``starved``, ``killed``, ``reader`` or ``incomplete``: it may be a fault of ours, the host decides."""
    errors: list[texlog.Error] = field(default_factory=list)
    pages: int = 0
    width: float = 0.0
    height: float = 0.0
    picture_scale: float = 0.0
    scene_error: str = ""
    cpu: float = 0.0
    memory: float = 0.0
    stages: dict[str, float] = field(default_factory=dict)

    def book(self, step: steps.Step) -> None:
        """Add what a step used."""
        self.cpu += step.cpu
        self.memory = max(self.memory, step.memory)
        self.stages[step.name] = step.wall

    def end(self, outcome: str, message: str, suspect: str = "") -> None:
        """Set the outcome, unless there is a worse one already."""
        if self.outcome == "ok":
            self.outcome, self.message, self.suspect = outcome, message, suspect
