"""``vllm:MODEL``: the offline engine of vLLM, an optional dependency."""

from __future__ import annotations

import asyncio
import importlib
import importlib.metadata
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple

from mathvis.errors import UsageError
from mathvis.harness.models.base import CallContext, CallFault, Message, ModelUnusable, Reply, Sampling, TokenUsage
from mathvis.harness.models.retry import Clock, SystemClock

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FINISHED = frozenset({"stop", "length"})


class _Waiting(NamedTuple):
    messages: list[dict[str, str]]
    sampling: Sampling
    future: asyncio.Future[Reply]


class OfflineModel:
    """vLLM in this process. Calls that wait while the engine is busy make up its next batch.

    Parameters
    ----------
    model
        A model's name or folder, as vLLM takes it.

    Raises
    ------
    UsageError
        vLLM is not installed.
    """

    def __init__(self, model: str, *, clock: Clock | None = None) -> None:
        try:
            self._vllm: Any = importlib.import_module("vllm")
        except ImportError as error:
            raise UsageError(
                f"vllm:{model} needs vLLM, which is not installed; install it with: pip install 'mathvis[vllm]'"
            ) from error
        self._model = model
        self._clock = clock or SystemClock()
        self._engine: Any = None
        self._waiting: list[_Waiting] = []
        self._worker: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="vllm")

    @property
    def name(self) -> str:
        """The SPEC."""
        return f"vllm:{self._model}"

    def identity(self) -> Mapping[str, Any]:
        """Model and engine version."""
        return {"spec": self.name, "vllm": str(getattr(self._vllm, "__version__", ""))}

    def rollouts(self, task: str, requested: int) -> int:
        """As many as requested."""
        del task
        return requested

    async def aclose(self) -> None:
        """Drop the engine."""
        self._thread.shutdown(wait=True, cancel_futures=True)
        self._engine = None

    async def complete(self, messages: Sequence[Message], sampling: Sampling, *, context: CallContext) -> Reply:
        """Join the next batch."""
        del context
        begun = self._clock.now()
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Reply] = loop.create_future()
        plain = [{"role": item.role.value, "content": item.content} for item in messages]
        self._waiting.append(_Waiting(plain, sampling, future))
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work())
        reply = await future
        body = reply.to_dict()
        return Reply.from_dict({**body, "seconds": round(self._clock.now() - begun, 3)})

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(0)  # let the calls of this turn of the loop join
            batch, self._waiting = self._waiting, []
            batch = [item for item in batch if not item.future.done()]
            if not batch:
                return
            try:
                outcomes = await loop.run_in_executor(self._thread, self._generate, batch)
            except Exception as error:  # noqa: BLE001 - whatever the engine raises loses this batch, nothing else
                unusable = self._engine is None
                fault = (ModelUnusable if unusable else CallFault)(f"{self.name}: {type(error).__name__}: {error}")
                outcomes = [fault] * len(batch)
            for item, outcome in zip(batch, outcomes, strict=True):
                if item.future.done():
                    continue
                if isinstance(outcome, Exception):
                    item.future.set_exception(outcome)
                else:
                    item.future.set_result(outcome)

    def _generate(self, batch: Sequence[_Waiting]) -> list[Reply | CallFault | ModelUnusable]:
        if self._engine is None:
            self._engine = self._vllm.LLM(model=self._model)
        parameters = [self._parameters(item.sampling) for item in batch]
        outputs = self._engine.chat([item.messages for item in batch], parameters, use_tqdm=False)
        return [self._reply(output) for output in outputs]

    def _parameters(self, sampling: Sampling) -> Any:
        given: dict[str, Any] = {"max_tokens": sampling.max_tokens}
        if sampling.temperature is not None:
            given["temperature"] = sampling.temperature
        if sampling.seed is not None:
            given["seed"] = sampling.seed
        return self._vllm.SamplingParams(**given)

    def _reply(self, output: Any) -> Reply | CallFault | ModelUnusable:
        best = output.outputs[0]
        if best.finish_reason not in FINISHED:
            return CallFault(f"{self.name}: the engine did not finish the reply: {best.finish_reason!r}")
        usage = TokenUsage(len(output.prompt_token_ids or ()), len(best.token_ids or ()))
        return Reply(
            text=best.text,
            finish_reason=str(best.finish_reason),
            model=self._model,
            fingerprint=f"vllm {getattr(self._vllm, '__version__', '')}".strip(),
            usage=usage,
            raw_id=str(output.request_id),
        )
