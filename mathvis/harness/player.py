"""Plays what is missing of a run: model calls and judging side by side, every result stored as it comes.

A rollout that meets a fault gets a second try after all the others; then it is missing, and the reason is stored. It
never becomes a zero, whatever raised: the model's server, the sandbox or mathvis.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import threading
import traceback
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mathvis.errors import InfrastructureFault, ModelFault, SandboxFault
from mathvis.harness.models.base import CallContext, CallFault, ModelUnusable
from mathvis.harness.store import FaultNote, StoreFault
from mathvis.harness.tally import Silence, Tally
from mathvis.metrics.records import Fault, marks_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from mathvis.gates.verdict import Verdict
    from mathvis.harness.loops.base import Loop
    from mathvis.harness.models.base import Message, Model, Reply, Sampling
    from mathvis.harness.prompting import Prompt
    from mathvis.harness.protocols import Judge, JudgementLike, TaskLike
    from mathvis.harness.store import RunStore
    from mathvis.harness.tally import Observer


class JudgeCrash(InfrastructureFault):
    """The judge ended with something that is no ordinary exception."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to work; nothing here changes a result.

    Attributes
    ----------
    concurrency
        Model calls at once.
    workers
        Judging threads.
    patience
        So many lost calls in a row, none in between answered, and the model is given up.
    """

    concurrency: int = 8
    workers: int = len(os.sched_getaffinity(0))
    patience: int = 16


@dataclass(frozen=True, slots=True)
class Ending:
    """How playing ended.

    Attributes
    ----------
    tally
        The last counts.
    stopped
        Whether the user stopped it.
    unusable
        Why the model was given up, if it was.
    """

    tally: Tally
    stopped: bool = False
    unusable: str = ""


_FINISHED = {"stop": True, "length": False}
"""What a finish reason says of a reply's end; others say nothing."""


class Player:
    """Plays the rollouts of a run that have no verdict yet.

    Parameters
    ----------
    store, tasks, loop, prompts, sampling
        The run; `prompts` by task name.
    model
        None: stored replies are judged, nothing is asked.
    judge
        Called from several threads.
    again
        Judge also what has a verdict.
    job_of
        Gives the digest of what made a judgement's artifact, for the store.
    """

    def __init__(
        self,
        store: RunStore,
        tasks: Mapping[str, TaskLike],
        *,
        loop: Loop,
        model: Model | None,
        judge: Judge,
        prompts: Mapping[str, Prompt],
        sampling: Sampling,
        effort: Effort | None = None,
        observer: Observer | None = None,
        again: bool = False,
        job_of: Callable[[JudgementLike], str] = lambda _: "",
    ) -> None:
        self.store, self.tasks, self.prompts = store, tasks, prompts
        self._loop, self._model, self._judge, self._sampling = loop, model, judge, sampling
        self._effort = effort or Effort()
        self._observer: Observer = observer or Silence()
        self._again, self._job_of = again, job_of
        self._stop = threading.Event()
        self._stop_soon = asyncio.Event()
        self._tally = Tally()
        self._lost_in_a_row = 0
        self._unusable: ModelUnusable | None = None
        self._broken: StoreFault | None = None

    def stop(self) -> None:
        """Ask no more and judge no more than what is under way; call it from the event loop's thread."""
        self._stop.set()
        self._stop_soon.set()

    async def play(self) -> Ending:
        """Play until every planned rollout has a verdict or is missing.

        Raises
        ------
        StoreFault
            The run folder cannot be written any more.
        """
        todo = self._survey()
        self._gate = asyncio.Semaphore(self._effort.concurrency)
        self._pool = ThreadPoolExecutor(self._effort.workers, thread_name_prefix="judge")
        try:
            lost = await self._pass(todo, last=False)
            if lost and not self._stop.is_set():
                self._observer.say(f"{len(lost)} rollouts met a fault; they get a second try")
                self._tell(missing=self._tally.missing - len(lost))
                await self._pass(lost, last=True)
        finally:
            self._pool.shutdown(wait=True, cancel_futures=True)
        if self._broken is not None:
            raise self._broken
        return Ending(self._tally, self._stop.is_set(), str(self._unusable or ""))

    def _survey(self) -> list[tuple[str, int]]:
        """Count what is there; return what is to be played."""
        todo, tally = [], Tally()
        for task, rollout in self.store.planned():
            tally = replace(tally, total=tally.total + 1)
            stored = None if self._again else self.store.judged(task, rollout)
            if stored is None:
                todo.append((task, rollout))
            else:
                tally = tally.with_marks(marks_of(stored.verdict))
        self._tally = replace(tally, before=tally.judged)
        self._observer.update(self._tally)
        return todo

    async def _pass(self, todo: Sequence[tuple[str, int]], *, last: bool) -> list[tuple[str, int]]:
        """Play rollouts; return those that deserve another try."""
        done = await asyncio.gather(*(self._rollout(task, rollout, last=last) for task, rollout in todo))
        return [key for key, again in zip(todo, done, strict=True) if again]

    async def _rollout(self, task: str, rollout: int, *, last: bool) -> bool:
        episode = _Episode(self, task, rollout)
        try:
            await self._loop.play(episode)
        except _Stopped:
            return False
        except StoreFault as fault:
            self._broken = self._broken or fault
            self.stop()
            return False
        except Exception as error:  # noqa: BLE001 - whatever it is, the rollout is missing and the others go on
            return self._lost(task, rollout, error, last=last)
        return False

    def _lost(self, task: str, rollout: int, error: Exception, *, last: bool) -> bool:
        if isinstance(error, ModelFault):
            fault, again = Fault.MODEL, getattr(error, "transient", True) and self._unusable is None
        elif isinstance(error, SandboxFault):
            fault, again = Fault.SANDBOX, True
        else:
            fault, again = Fault.OURS, True
        self._tell(missing=self._tally.missing + 1)
        if again and not last:
            return True
        message = str(error)
        if fault is Fault.OURS:
            message = "".join(traceback.format_exception(error))[-2000:]
        try:
            self.store.add_fault(FaultNote(task, rollout, fault, message))
        except StoreFault as broken:
            self._broken = self._broken or broken
            self.stop()
        else:
            self._observer.say(f"missing: {task}, rollout {rollout} ({fault.value}): {_line(error)}")
        return False

    async def ask(self, task: str, rollout: int, round_: int, messages: Sequence[Message]) -> Reply:
        """Return the stored reply of a call, or make the call and store it."""
        stored = self.store.reply(task, rollout, round_)
        if stored is not None:
            return stored
        if self._model is None:
            raise _Stopped
        async with self._gate:
            if self._stop.is_set():
                raise _Stopped
            if self._unusable is not None:
                raise self._unusable
            self._tell(asking=self._tally.asking + 1)
            try:
                reply = await self._call(task, rollout, round_, messages)
            finally:
                self._tell(asking=self._tally.asking - 1)
        await asyncio.to_thread(self.store.add_reply, task, rollout, round_, reply)
        self._tell(tokens=self._tally.tokens + reply.usage)
        return reply

    async def _call(self, task: str, rollout: int, round_: int, messages: Sequence[Message]) -> Reply:
        assert self._model is not None  # noqa: S101 - `ask` has looked
        seed = None if self._sampling.seed is None else seed_of(self._sampling.seed, task, rollout, round_)
        call = asyncio.ensure_future(
            self._model.complete(
                messages, replace(self._sampling, seed=seed), context=CallContext(task, rollout, round_)
            )
        )
        stopping = asyncio.ensure_future(self._stop_soon.wait())
        try:
            await asyncio.wait({call, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if not call.done():
                raise _Stopped
            reply = call.result()
        except ModelUnusable as fault:
            self._give_up(fault)
            raise
        except CallFault as fault:
            self._lost_in_a_row += 1
            if self._lost_in_a_row >= self._effort.patience:
                count = self._lost_in_a_row
                self._give_up(ModelUnusable(f"{count} calls in a row gave no reply; the last: {fault}"))
            raise
        finally:
            stopping.cancel()
            if not call.done():
                call.cancel()
                await asyncio.gather(call, return_exceptions=True)
        self._lost_in_a_row = 0
        return reply

    def _give_up(self, fault: ModelUnusable) -> None:
        if self._unusable is None:
            self._unusable = fault
            self._observer.say(f"no more calls: {_line(fault)}")

    async def judge(self, task: str, rollout: int, round_: int, reply: Reply) -> Verdict:
        """Return the stored verdict of a reply, or judge it and store the verdict."""
        stored = None if self._again else self.store.judged(task, rollout, round_)
        if stored is not None:
            return stored.verdict
        self._tell(judging=self._tally.judging + 1)
        try:
            verdict = await asyncio.get_running_loop().run_in_executor(
                self._pool, self._judge_and_store, task, rollout, round_, reply
            )
        finally:
            self._tell(judging=self._tally.judging - 1)
        self._tally = self._tally.with_marks(marks_of(verdict))
        self._tell()
        return verdict

    def _judge_and_store(self, task: str, rollout: int, round_: int, reply: Reply) -> Verdict:
        if self._stop.is_set():
            raise _Stopped
        try:
            judgement = self._judge.judge(self.tasks[task], reply.text, finished=_FINISHED.get(reply.finish_reason))
        except Exception:
            raise
        except BaseException as error:  # a panic of a native library, an exit: it must not end the run
            raise JudgeCrash(f"{task}, rollout {rollout}: {type(error).__name__}: {error}") from error
        self.store.add_judgement(task, rollout, round_, judgement, reply=reply, job=self._job_of(judgement))
        return judgement.verdict

    def _tell(self, **changes: object) -> None:
        self._tally = replace(self._tally, **changes)  # type: ignore[arg-type]
        self._observer.update(self._tally)


class _Episode:
    """A rollout of the player."""

    def __init__(self, player: Player, task: str, rollout: int) -> None:
        self._player, self._task, self._rollout = player, task, rollout

    @property
    def prompt(self) -> Prompt:
        return self._player.prompts[self._task]

    async def ask(self, messages: Sequence[Message], *, round_: int = 1) -> Reply:
        return await self._player.ask(self._task, self._rollout, round_, messages)

    async def judge(self, reply: Reply, *, round_: int = 1) -> Verdict:
        return await self._player.judge(self._task, self._rollout, round_, reply)


class _Stopped(Exception):  # noqa: N818 - not an error: the user, or the lack of a model, ends the rollout here
    """The rollout is left for another time."""


def seed_of(seed: int, task: str, rollout: int, round_: int) -> int:
    """Return the seed of one call (31 bits): every rollout has its own, and the same at every repetition."""
    text = f"{seed}/{task}/{rollout}/{round_}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") >> 1


def _line(error: BaseException) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= 300 else text[:299] + "…"
