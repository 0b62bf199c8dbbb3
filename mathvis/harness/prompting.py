"""Prompts: versioned files, filled in for a task; the same words and budget for every configuration."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from importlib import resources
from typing import TYPE_CHECKING, Any

from mathvis.errors import UsageError
from mathvis.harness.models.base import Message, Role
from mathvis.harness.store.manifest import digest_of

if TYPE_CHECKING:
    from mathvis.harness.protocols import TaskLike

PROMPT_VERSION = "v1"
_SLOT = re.compile(r"\{\{(problem|contract|instruction)\}\}")


class Setting(StrEnum):
    """How a model is asked."""

    DIRECT = "direct"
    """The program alone."""
    COT = "cot"
    """Think in words first."""
    COT_2SHOT = "cot-2shot"
    """The same, after two worked examples that have nothing to do with the tasks."""

    @classmethod
    def parse(cls, text: str) -> Setting:
        """Read a setting.

        Raises
        ------
        UsageError
            There is none of this name.
        """
        try:
            return cls(text)
        except ValueError:
            raise UsageError(f"unknown prompt {text!r}; expected one of {', '.join(cls)}") from None


@dataclass(frozen=True, slots=True)
class Prompt:
    """The rendered conversation that a rollout starts with."""

    messages: tuple[Message, ...]

    @property
    def sha256(self) -> str:
        """Hash of every role and word."""
        return digest_of(self.to_list())

    def to_list(self) -> list[dict[str, str]]:
        """Return plain data."""
        return [{"role": item.role.value, "content": item.content} for item in self.messages]

    def record(self) -> dict[str, Any]:
        """Return what a run stores of it."""
        return {"sha256": self.sha256, "messages": self.to_list()}


def render(task: TaskLike, setting: Setting) -> Prompt:
    """Render a task's prompt; only its public text is used."""
    kind = Setting.DIRECT if setting is Setting.DIRECT else Setting.COT
    messages = [Message(Role.SYSTEM, _file("system.md"))]
    if setting is Setting.COT_2SHOT:
        for number in (1, 2):
            problem, contract = _file(f"example-{number}-problem.md"), _file(f"example-{number}-contract.md")
            messages.append(Message(Role.USER, _fill(problem, contract, kind)))
            messages.append(Message(Role.ASSISTANT, _file(f"example-{number}-reply.md")))
    messages.append(Message(Role.USER, _fill(task.prompt, task.contract, kind)))
    return Prompt(tuple(messages))


def _fill(problem: str, contract: str, kind: Setting) -> str:
    """Fill the template in one pass: a problem that holds ``{{contract}}`` keeps it."""
    values = {
        "problem": problem.strip(),
        "contract": contract.strip(),
        "instruction": _file(f"{kind.value}.md").strip(),
    }
    return _SLOT.sub(lambda match: values[match[1]], _file("task.md"))


def _file(name: str) -> str:
    root = resources.files("mathvis.harness") / "prompts" / PROMPT_VERSION
    return (root / name).read_text(encoding="utf-8")
