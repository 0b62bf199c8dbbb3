"""The interface of a model: messages and sampling in, one recorded reply out."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

from mathvis.errors import ModelFault, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Role(StrEnum):
    """Who speaks."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Sampling:
    """How a reply is sampled. A value of None is not sent: the server's default holds.

    A repeated seed or temperature 0 is no promise that a server repeats itself; both are recorded.
    """

    temperature: float | None = 0.2
    max_tokens: int = 4096
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class CallContext:
    """Which call of a run this is; rollouts and rounds count from 1."""

    task: str
    rollout: int
    round: int = 1


@dataclass(frozen=True, slots=True)
class TokenUsage:
    """Tokens as the server counts them; `reasoning` is a part of `completion`."""

    prompt: int = 0
    completion: int = 0
    reasoning: int = 0

    def __add__(self, other: TokenUsage) -> TokenUsage:
        return TokenUsage(
            self.prompt + other.prompt, self.completion + other.completion, self.reasoning + other.reasoning
        )


def sha256_text(text: str) -> str:
    """Return the sha256 of a text; lone surrogates, which JSON can carry, are kept."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said, never altered.

    Attributes
    ----------
    text
        The raw text; may be empty when the model said nothing.
    finish_reason
        The server's word: ``stop``, ``length``, ``content_filter`` …; recorded, judged by extraction alone.
    model, fingerprint
        The names the server gives of what answered.
    usage
        Token counts of the successful attempt.
    seconds
        Wall time of the call, waits and failed attempts included.
    attempts
        How many requests it took.
    raw_id
        The server's id of the reply.
    sha256
        Hash of `text`, computed on receipt.
    """

    text: str
    finish_reason: str = "stop"
    model: str = ""
    fingerprint: str = ""
    usage: TokenUsage = field(default_factory=TokenUsage)
    seconds: float = 0.0
    attempts: int = 1
    raw_id: str = ""
    sha256: str = ""

    def __post_init__(self) -> None:
        digest = sha256_text(self.text)
        if self.sha256 and self.sha256 != digest:
            raise UsageError(f"a reply's text does not match its hash {self.sha256[:12]}…: it was altered")
        object.__setattr__(self, "sha256", digest)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, the hash first."""
        body = asdict(self)
        return {"sha256": body.pop("sha256"), **body}

    @classmethod
    def from_dict(cls, body: Mapping[str, Any]) -> Reply:
        """Read what `to_dict` wrote.

        Raises
        ------
        UsageError
            The data are no reply, or the text does not match its hash.
        """
        try:
            return cls(**{**body, "usage": TokenUsage(**body["usage"])})
        except (KeyError, TypeError, AttributeError) as error:
            raise UsageError(f"not a recorded reply: {error}") from error


class CallFault(ModelFault):
    """One call gave no reply; another try later may."""

    transient = True


class CallRefused(ModelFault):
    """One call cannot succeed (no recording, the prompt is too long …); others may."""

    transient = False


class ModelUnusable(ModelFault):
    """No call can succeed: wrong key, unknown model, wrong address. The run stops asking."""

    transient = False


class Model(Protocol):
    """Anything that answers.

    >>> class Parrot:
    ...     name = "parrot"
    ...     async def complete(self, messages, sampling, *, context):
    ...         return Reply(text=messages[-1].content, model=self.name)
    """

    @property
    def name(self) -> str:
        """The SPEC it was made from."""
        ...

    async def complete(self, messages: Sequence[Message], sampling: Sampling, *, context: CallContext) -> Reply:
        """Return one reply. An empty text is a reply; a lost one is a fault.

        Raises
        ------
        ModelFault
            There is no reply, after all retries.
        """
        ...

    def identity(self) -> Mapping[str, Any]:
        """Return what must be equal for a run to be continued with this model (plain data)."""
        ...

    def rollouts(self, task: str, requested: int) -> int:
        """Return how many rollouts of a task there are to make."""
        ...

    async def aclose(self) -> None:
        """Free connections and engines; idempotent."""
        ...
