"""Models that answer with a task's own programs: the self-test of the whole road."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from mathvis.harness.models.base import CallContext, CallRefused, Message, Reply, Sampling

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mathvis.harness.protocols import DrawingLike, TaskLike


class Shelf(StrEnum):
    """Which of a task's programs."""

    REFERENCE = "reference"
    NEGATIVES = "negatives"
    ACCEPTED = "accepted"


class PackagedModel:
    """``reference``, ``negatives`` or ``accepted``.

    Every program of the shelf gets a rollout. Where more rollouts than programs are requested, right programs come
    again in turn; wrong ones do not.
    """

    def __init__(self, shelf: Shelf, tasks: Sequence[TaskLike]) -> None:
        self._shelf = shelf
        self._tasks = {task.name: task for task in tasks}

    @property
    def name(self) -> str:
        """The shelf."""
        return self._shelf.value

    @property
    def shelf(self) -> Shelf:
        """The shelf."""
        return self._shelf

    def identity(self) -> Mapping[str, Any]:
        """Name the shelf; the programs are in the tasks' digests."""
        return {"spec": self.name}

    def programs(self, task: str) -> Sequence[DrawingLike]:
        """Return the programs of the shelf for one task."""
        package = self._tasks[task]
        match self._shelf:
            case Shelf.REFERENCE:
                return package.references
            case Shelf.NEGATIVES:
                return package.negatives
            case Shelf.ACCEPTED:
                return package.accepted

    def drawing(self, task: str, rollout: int) -> DrawingLike:
        """Return the program that a rollout (1, 2, …) shows."""
        programs = self.programs(task)
        if not programs:
            raise CallRefused(f"{task} has no {self._shelf.value} program")
        return programs[(rollout - 1) % len(programs)]

    def rollouts(self, task: str, requested: int) -> int:
        """One a program; for the references at least as many as requested."""
        count = len(self.programs(task))
        return max(count, requested) if self._shelf is Shelf.REFERENCE else count

    async def complete(self, messages: Sequence[Message], sampling: Sampling, *, context: CallContext) -> Reply:
        """Answer with the program, fenced as a model would."""
        del messages, sampling
        drawing = self.drawing(context.task, context.rollout)
        return Reply(text=fenced(drawing), model=f"{self.name}:{drawing.name}")

    async def aclose(self) -> None:
        """Nothing is held."""


def fenced(drawing: DrawingLike) -> str:
    """Return the program in a fenced block, the fence longer than any run of backticks inside."""
    longest = max((len(run) for run in re.findall(r"`+", drawing.source)), default=0)
    fence = "`" * max(3, longest + 1)
    tag = "svg" if str(drawing.format) == "svg" else "latex"
    return f"{fence}{tag}\n{drawing.source.rstrip()}\n{fence}\n"
