"""A model that says what it is told to: for the tests of mathvis and of those who build on it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mathvis.harness.models.base import CallContext, CallRefused, Message, Reply, Sampling

Line = str | Reply | Exception
"""What a script may answer: a text, a whole reply, or an exception to raise."""


class ScriptedModel:
    """Serves scripted replies and remembers what it was asked.

    Parameters
    ----------
    script
        A sequence of lines, said in order of the calls; or a mapping from task name to the lines of its rollouts;
        or a function of the call's context.
    delay
        Seconds each call takes.

    Attributes
    ----------
    calls
        (context, messages, sampling) of every call so far.

    Examples
    --------
    >>> import asyncio
    >>> model = ScriptedModel(["first", ConnectionError("gone")])
    >>> asyncio.run(model.complete([], Sampling(), context=CallContext("a/b/c", 1))).text
    'first'
    """

    def __init__(
        self,
        script: Sequence[Line] | Mapping[str, Sequence[Line]] | Callable[[CallContext], Line],
        *,
        name: str = "scripted",
        delay: float = 0.0,
    ) -> None:
        self._script = script
        self._name = name
        self._delay = delay
        self.calls: list[tuple[CallContext, tuple[Message, ...], Sampling]] = []

    @property
    def name(self) -> str:
        """The name it was given."""
        return self._name

    def identity(self) -> Mapping[str, Any]:
        """Give the name alone."""
        return {"spec": self._name}

    def rollouts(self, task: str, requested: int) -> int:
        """As many as requested."""
        del task
        return requested

    async def aclose(self) -> None:
        """Nothing is held."""

    async def complete(self, messages: Sequence[Message], sampling: Sampling, *, context: CallContext) -> Reply:
        """Say the next line; a line that is missing is a fault."""
        self.calls.append((context, tuple(messages), sampling))
        line = self._line(len(self.calls) - 1, context)
        if self._delay:
            await asyncio.sleep(self._delay)
        if isinstance(line, Exception):
            raise line
        return line if isinstance(line, Reply) else Reply(text=line, model=self._name)

    def _line(self, index: int, context: CallContext) -> Line:
        if callable(self._script):
            return self._script(context)
        if isinstance(self._script, Mapping):
            lines, index = self._script.get(context.task, ()), context.rollout - 1
        else:
            lines = self._script
        if index >= len(lines):
            return CallRefused(f"{self._name}: the script has no line for {context.task}, rollout {context.rollout}")
        return lines[index]
