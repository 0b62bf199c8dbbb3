"""A model behind an OpenAI-compatible server, hosted or local.

The SDK's own retries are off: they hide how many attempts a reply took and obey Retry-After only up to a minute. Its
time limit is one between two bytes, which a slow stream of bytes never meets; here an attempt has one total time limit.
The body is read strictly: whatever is not a finished reply of the model is a fault, tried again and then missing.
"""

from __future__ import annotations

import asyncio
import json
import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mathvis.errors import UsageError
from mathvis.harness.models.base import (
    CallContext,
    CallFault,
    CallRefused,
    Message,
    ModelUnusable,
    Reply,
    Sampling,
    TokenUsage,
)
from mathvis.harness.models.retry import Clock, RetryPolicy, SystemClock, retry_after

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from openai import AsyncOpenAI

FINISHED = frozenset(
    {"stop", "length", "content_filter", "tool_calls", "function_call"}
    | {"eos", "eos_token", "stop_sequence", "end_turn", "max_tokens", "model_length"}
)
"""Finish reasons that say the reply is what the model said. ``error``, ``abort`` or none at all say that it is not."""

HOPELESS = frozenset({401, 402, 403, 404, 405})
"""Statuses after which no other call can succeed either."""

AGAIN = frozenset({408, 409, 425, 429})
"""Statuses below 500 that are worth another attempt."""


class ServerModel:
    """``openai:NAME``.

    Parameters
    ----------
    model
        The server's name of the model.
    base_url
        Root of the API, ``http://127.0.0.1:8000/v1``; None for the SDK's default.
    api_key
        None: from ``OPENAI_API_KEY``; a server at `base_url` needs none.
    timeout
        Seconds for one attempt, from connecting to the last byte.
    policy, clock
        Retries and time.

    Raises
    ------
    UsageError
        There is no key, and no address of a server that needs none.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float = 600.0,
        policy: RetryPolicy | None = None,
        clock: Clock | None = None,
    ) -> None:
        self._model = model
        self._base_url = base_url
        self._timeout = timeout
        self._policy = policy or RetryPolicy()
        self._clock = clock or SystemClock()
        self._not_before = 0.0
        key = api_key or os.environ.get("OPENAI_API_KEY")
        if not key and base_url is None and not os.environ.get("OPENAI_BASE_URL"):
            raise UsageError(
                f"openai:{model} needs a key in OPENAI_API_KEY (or --base-url with the address of a local server)"
            )
        self._key = key or "none-needed"
        self._client: AsyncOpenAI | None = None

    @property
    def name(self) -> str:
        """The SPEC."""
        return f"openai:{self._model}"

    def identity(self) -> Mapping[str, Any]:
        """Name and address."""
        return {"spec": self.name, "base_url": self._base_url or os.environ.get("OPENAI_BASE_URL", "")}

    def rollouts(self, task: str, requested: int) -> int:
        """As many as requested."""
        del task
        return requested

    async def aclose(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.close()
            self._client = None

    async def complete(self, messages: Sequence[Message], sampling: Sampling, *, context: CallContext) -> Reply:
        """Ask until there is a finished reply or the attempts are used up."""
        begun = self._clock.now()
        failure: CallFault | None = None
        for attempt in range(1, self._policy.attempts + 1):
            pause = self._not_before - self._clock.now()
            if pause > 0:
                await self._clock.sleep(pause)
            try:
                reply = await self._attempt(messages, sampling)
            except UnfinishedError as fault:
                failure = CallFault(
                    f"{self.name} gave no reply for {context.task}, rollout {context.rollout}, "
                    f"after {attempt} attempts; the last: {fault}"
                )
                if fault.give_up or attempt == self._policy.attempts:
                    break
                await self._wait(fault, attempt)
                continue
            return replace(reply, seconds=round(self._clock.now() - begun, 3), attempts=attempt)
        raise failure or CallFault(f"{self.name}: no attempt was allowed")

    async def _wait(self, fault: UnfinishedError, attempt: int) -> None:
        seconds = self._policy.wait(attempt)
        if fault.retry_after is not None:
            # The server speaks to the whole client: parallel calls wait as well.
            self._not_before = max(self._not_before, self._clock.now() + fault.retry_after)
            return
        await self._clock.sleep(seconds)

    async def _attempt(self, messages: Sequence[Message], sampling: Sampling) -> Reply:
        import openai

        client = self._connect()
        request: dict[str, Any] = {
            "model": self._model,
            "messages": [{"role": item.role.value, "content": item.content} for item in messages],
            "max_tokens": sampling.max_tokens,
        }
        if sampling.temperature is not None:
            request["temperature"] = sampling.temperature
        if sampling.seed is not None:
            request["seed"] = sampling.seed
        try:
            async with asyncio.timeout(self._timeout):
                response = await client.chat.completions.with_raw_response.create(**request)
                body = response.http_response.content
        except (TimeoutError, openai.APITimeoutError) as error:
            raise UnfinishedError(f"no complete reply within {self._timeout:g} s") from error
        except openai.APIConnectionError as error:
            raise UnfinishedError(f"connection lost ({_root(error)})") from error
        except openai.APIStatusError as error:
            raise self._status(error) from error
        except openai.OpenAIError as error:
            raise UnfinishedError(f"{type(error).__name__}: {error}") from error
        return read_completion(body)

    def _status(self, error: Any) -> Exception:
        status, text = int(error.status_code), _short(str(error.message))
        if status in HOPELESS:
            return ModelUnusable(f"{self.name} cannot be used: HTTP {status}: {text}")
        if status not in AGAIN and status < 500:
            return CallRefused(f"{self.name} refuses the request: HTTP {status}: {text}")
        if getattr(error, "code", None) == "insufficient_quota":
            return ModelUnusable(f"{self.name} cannot be used: {text}")
        wait = retry_after(error.response.headers.get("retry-after"), self._clock.wall())
        too_long = wait is not None and wait > self._policy.longest_retry_after
        note = f"; asked to wait {wait:.0f} s, longer than is allowed" if too_long and wait is not None else ""
        return UnfinishedError(f"HTTP {status}: {text}{note}", retry_after=wait, give_up=too_long)

    def _connect(self) -> AsyncOpenAI:
        if self._client is None:
            import openai

            self._client = openai.AsyncOpenAI(
                api_key=self._key, base_url=self._base_url, timeout=self._timeout, max_retries=0
            )
        return self._client


class UnfinishedError(Exception):
    """One attempt gave no finished reply; `retry_after` are the seconds the server asks to wait."""

    def __init__(self, message: str, *, retry_after: float | None = None, give_up: bool = False) -> None:
        self.retry_after, self.give_up = retry_after, give_up
        super().__init__(message)


def read_completion(body: bytes) -> Reply:
    """Read the body of a chat completion strictly.

    An empty text with a finish reason is what the model said; no finish reason, an error object, no choice or broken
    JSON is not.
    """
    try:
        data = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise UnfinishedError(f"the body is not JSON: {_short(body[:200].decode('utf-8', 'replace'))!r}") from error
    if not isinstance(data, dict):
        raise UnfinishedError("the body is not a JSON object")
    if data.get("error"):
        raise UnfinishedError(f"error in the body: {_short(json.dumps(data['error']))}")
    choices = data.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise UnfinishedError("the body holds no choice")
    choice = choices[0]
    reason = choice.get("finish_reason")
    if not isinstance(reason, str) or reason.lower() not in FINISHED:
        raise UnfinishedError(f"the reply did not finish: finish_reason {reason!r}")
    message = choice.get("message")
    if not isinstance(message, dict):
        raise UnfinishedError("the choice holds no message")
    usage = data.get("usage")
    return Reply(
        text=_text(message.get("content")),
        finish_reason=reason.lower(),
        model=_string(data.get("model")),
        fingerprint=_string(data.get("system_fingerprint")),
        usage=_usage(usage if isinstance(usage, dict) else {}),
        raw_id=_string(data.get("id")),
    )


def _text(content: object) -> str:
    """Read content: a string, nothing, or (some servers) a list of parts of which the text is the reply."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, list) and all(isinstance(part, dict) for part in content):
        return "".join(_string(part.get("text")) for part in content if part.get("type") == "text")
    raise UnfinishedError("the message's content is no text")


def _usage(usage: Mapping[str, Any]) -> TokenUsage:
    details = usage.get("completion_tokens_details")
    return TokenUsage(
        _count(usage.get("prompt_tokens")),
        _count(usage.get("completion_tokens")),
        _count(details.get("reasoning_tokens")) if isinstance(details, dict) else 0,
    )


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""


def _short(text: str, limit: int = 300) -> str:
    text = " ".join(text.split())
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _root(error: BaseException) -> str:
    while error.__cause__ is not None:
        error = error.__cause__
    return _short(f"{type(error).__name__}: {error}")
