"""From a SPEC string to a model."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from mathvis.errors import UsageError
from mathvis.harness.models.packaged import PackagedModel, Shelf
from mathvis.harness.models.replay import ReplayModel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mathvis.harness.models.base import Model
    from mathvis.harness.protocols import TaskLike


class Kind(StrEnum):
    """Where replies come from."""

    OPENAI = "openai"
    VLLM = "vllm"
    REPLAY = "replay"
    REFERENCE = "reference"
    NEGATIVES = "negatives"
    ACCEPTED = "accepted"


_ARGUMENTS = {Kind.OPENAI: "NAME", Kind.VLLM: "MODEL", Kind.REPLAY: "PATH"}
EXPECTED = ", ".join(f"{kind}:{_ARGUMENTS[kind]}" if kind in _ARGUMENTS else kind.value for kind in Kind)


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """A parsed SPEC: ``openai:gpt-x`` is kind ``openai`` with argument ``gpt-x``."""

    kind: Kind
    argument: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.argument}" if self.argument else self.kind.value


def parse_spec(text: str) -> ModelSpec:
    """Parse a SPEC.

    Raises
    ------
    UsageError
        The kind is unknown, or its argument is missing or not wanted.
    """
    word, colon, argument = text.strip().partition(":")
    try:
        kind = Kind(word)
    except ValueError:
        raise UsageError(f"unknown model {text!r}; expected one of {EXPECTED}") from None
    if kind in _ARGUMENTS and not argument:
        raise UsageError(f"the model {text!r} lacks its {_ARGUMENTS[kind]}; expected {kind}:{_ARGUMENTS[kind]}")
    if kind not in _ARGUMENTS and colon:
        raise UsageError(f"the model {kind.value!r} takes nothing after it, but {text!r} was given")
    return ModelSpec(kind, argument)


def open_model(
    spec: ModelSpec, tasks: Sequence[TaskLike], *, base_url: str | None = None, timeout: float = 600.0
) -> Model:
    """Make the model that a SPEC names.

    Raises
    ------
    UsageError
        The recordings cannot be read, a key or an optional dependency is missing, or `base_url` has no meaning here.
    """
    if base_url and spec.kind is not Kind.OPENAI:
        raise UsageError(f"--base-url belongs to openai:NAME, not to {spec}")
    match spec.kind:
        case Kind.OPENAI:
            from mathvis.harness.models.server import ServerModel

            return ServerModel(spec.argument, base_url=base_url, timeout=timeout)
        case Kind.VLLM:
            from mathvis.harness.models.offline import OfflineModel

            return OfflineModel(spec.argument)
        case Kind.REPLAY:
            return ReplayModel(Path(spec.argument))
        case _:
            return PackagedModel(Shelf(spec.kind.value), tasks)
