"""A run from its options to its scorecard: `run` starts or continues one, `rescore` judges its replies again."""

from __future__ import annotations

import asyncio
import os
import signal
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from mathvis.errors import RunConflict, SandboxFault, UsageError
from mathvis.harness.artifacts import RecordingSandbox, StoredSandbox
from mathvis.harness.expectations import Surprise, surprises
from mathvis.harness.loops import DirectLoop
from mathvis.harness.models.base import Sampling
from mathvis.harness.models.packaged import PackagedModel
from mathvis.harness.models.spec import open_model, parse_spec
from mathvis.harness.player import Effort, Ending, Player
from mathvis.harness.prompting import PROMPT_VERSION, Prompt, Setting, render
from mathvis.harness.results import save_scorecard
from mathvis.harness.store import Manifest, RunStore, holds_run, judging_of, record_of, task_entries
from mathvis.harness.store.manifest import differences
from mathvis.harness.tally import Silence
from mathvis.packages import load_tasks
from mathvis.sandbox import open_sandbox
from mathvis.verifier import Verifier

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from mathvis.harness.loops.base import Loop
    from mathvis.harness.models.base import Model
    from mathvis.harness.tally import Observer
    from mathvis.metrics.scorecard import Scorecard
    from mathvis.packages import Task
    from mathvis.sandbox.model import Sandbox


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What ``mathvis run`` is told. See there for the meaning of each."""

    model: str
    out: Path
    harness: str = "direct"
    tasks: tuple[str, ...] = ("*",)
    disciplines: tuple[str, ...] = ()
    sample: int | None = None
    seed: int | None = 0
    rollouts: int = 3
    resume: bool = False
    temperature: float | None = 0.2
    max_tokens: int = 4096
    prompt: str = Setting.DIRECT.value
    concurrency: int = 8
    base_url: str | None = None
    timeout: float = 600.0
    backend: str = "auto"
    packages: Path | None = None

    def __post_init__(self) -> None:
        for name in ("rollouts", "max_tokens", "concurrency", "timeout"):
            if not getattr(self, name) > 0:
                raise UsageError(f"--{name.replace('_', '-')} must be positive, not {getattr(self, name)}")
        if self.temperature is not None and not 0.0 <= self.temperature <= 2.0:
            raise UsageError(f"--temperature must lie between 0 and 2, not at {self.temperature:g}")


@dataclass(frozen=True, slots=True)
class RunReport:
    """What came of a run.

    Attributes
    ----------
    folder
        The run.
    scorecard
        Its scores.
    ending
        How playing ended.
    surprises
        For a package's own programs: outcomes other than declared.
    notes
        What people should know.
    """

    folder: Path
    scorecard: Scorecard
    ending: Ending
    surprises: tuple[Surprise, ...] = ()
    notes: tuple[str, ...] = field(default=())

    @property
    def exit_code(self) -> int:
        """130 stopped, 3 rollouts are missing, 1 an outcome is other than declared, 0 all is there."""
        if self.ending.stopped:
            return 130
        if not self.scorecard.complete or self.ending.tally.missing:
            return 3
        return 1 if self.surprises else 0


def loop_of(harness: str) -> Loop:
    """Return the loop of a harness.

    Raises
    ------
    UsageError
        There is none of this name in this version.
    """
    if harness == "direct":
        return DirectLoop()
    if harness == "agent":
        raise UsageError("the agent harness is not available in this version of mathvis; use --harness direct")
    raise UsageError(f"unknown harness {harness!r}; expected direct or agent")


def run(options: RunOptions, observer: Observer | None = None) -> RunReport:
    """Start a run, or continue it.

    Raises
    ------
    UsageError
        Wrong options, no such task, a broken package, a run of another configuration or process.
    InfrastructureFault
        There is no sandbox, or the run folder cannot be written.
    """
    loop = loop_of(options.harness)
    spec, setting = parse_spec(options.model), Setting.parse(options.prompt)
    resuming = options.resume and holds_run(options.out)
    if holds_run(options.out) and not options.resume:
        raise RunConflict(f"{options.out} holds a run; continue it with --resume, or choose another folder")
    tasks = load_tasks(
        options.tasks,
        root=options.packages,
        disciplines=options.disciplines,
        sample=options.sample,
        seed=options.seed or 0,
    )
    model = open_model(spec, tasks, base_url=options.base_url, timeout=options.timeout)
    sampling = Sampling(options.temperature, options.max_tokens, options.seed)
    prompts = {task.name: render(task, setting) for task in tasks}
    with open_sandbox(options.backend) as inner:
        sandbox = RecordingSandbox(inner)
        manifest = _manifest(options, loop, model, setting, sampling, tasks, prompts, sandbox)
        if resuming:
            store = RunStore.resume(options.out, manifest)
        else:
            store = RunStore.create(options.out, manifest, {name: item.record() for name, item in prompts.items()})
        with store:
            player = Player(
                store,
                {task.name: task for task in tasks},
                loop=loop,
                model=model,
                judge=Verifier(sandbox),
                prompts=prompts,
                sampling=sampling,
                effort=Effort(concurrency=options.concurrency, patience=max(16, 2 * options.concurrency)),
                observer=observer,
                job_of=sandbox.job_of,
            )
            ending = asyncio.run(_play(player, model, observer or Silence()))
            card = save_scorecard(store)
            found = surprises(store, model) if isinstance(model, PackagedModel) else ()
    notes = [f"the model was given up: {ending.unusable}"] if ending.unusable else []
    if isinstance(model, PackagedModel) and card.complete and not found:
        notes.append("every program came out as its package declares")
    return RunReport(options.out, card, ending, found, tuple(notes))


@dataclass(frozen=True, slots=True)
class RescoreOptions:
    """What ``mathvis score`` is told.

    Attributes
    ----------
    recompile
        Make every artifact again.
    """

    run: Path
    backend: str = "auto"
    recompile: bool = False
    packages: Path | None = None


def rescore(options: RescoreOptions, observer: Observer | None = None) -> RunReport:
    """Judge a run's stored replies again; no model is called.

    Stored artifacts are used where the toolchain that made them is the one at hand, or where none is at hand.

    Raises
    ------
    UsageError
        No run, no such task any more, or a task's public prompt is no longer what the model was asked.
    InfrastructureFault
        A sandbox is needed and there is none, or the run folder cannot be written.
    """
    with RunStore.resume(options.run) as store:
        stored = store.manifest
        tasks = load_tasks(tuple(stored.tasks), root=options.packages)
        setting = Setting.parse(str(stored.configuration["prompt"]["setting"]))
        prompts = {task.name: render(task, setting) for task in tasks}
        _require_same_prompts(stored, prompts)
        bench = _bench(store, options)
        try:
            judging = judging_of(toolchain=bench.sandbox.toolchain, tasks={task.name: task.digest for task in tasks})
            changes = differences(stored.judging, judging)
            store.renew_judging(judging)
            sandbox = RecordingSandbox(bench.sandbox)
            player = Player(
                store,
                {task.name: task for task in tasks},
                loop=loop_of(str(stored.configuration["harness"])),
                model=None,
                judge=Verifier(sandbox),
                prompts=prompts,
                sampling=Sampling(),
                observer=observer,
                again=True,
                job_of=sandbox.job_of,
            )
            ending = asyncio.run(_play(player, None, observer or Silence()))
            card = save_scorecard(store)
        finally:
            bench.sandbox.close()
    notes = (bench.note, *(f"judged under something else than before: {change}" for change in changes[:20]))
    return RunReport(options.run, card, ending, (), tuple(note for note in notes if note))


class _Bench(NamedTuple):
    """Where artifacts come from, and what to say of it."""

    sandbox: Sandbox
    note: str


def _bench(store: RunStore, options: RescoreOptions) -> _Bench:
    toolchain = str(store.manifest.judging["toolchain"])
    inner: Sandbox | None
    try:
        inner = open_sandbox(options.backend)
    except SandboxFault as fault:
        if options.recompile:
            raise
        inner = None
        why = str(fault).splitlines()[0]
    if inner is None:
        note = f"there is no sandbox here ({why}); the stored artifacts are used as they are"
    elif options.recompile:
        return _Bench(inner, "every artifact is made again")
    elif inner.toolchain != toolchain:
        return _Bench(inner, "the stored artifacts are of another toolchain; every one is made again")
    else:
        note = ""
    return _Bench(StoredSandbox(store.artifact_folders(), toolchain=toolchain, inner=inner), note)


def _require_same_prompts(stored: Manifest, prompts: Mapping[str, Prompt]) -> None:
    changed = [name for name, entry in stored.configuration["tasks"].items() if entry["prompt"] != prompts[name].sha256]
    if changed:
        raise UsageError(
            f"the prompt of {changed[0]}" + (f" and {len(changed) - 1} more" if len(changed) > 1 else "") + " is no "
            "longer what the model was asked; its replies cannot be judged by the changed task: start a new run"
        )


def _manifest(
    options: RunOptions,
    loop: Loop,
    model: Model,
    setting: Setting,
    sampling: Sampling,
    tasks: Sequence[Task],
    prompts: Mapping[str, Prompt],
    sandbox: Sandbox,
) -> Manifest:
    names = [task.name for task in tasks]
    counts = {name: model.rollouts(name, options.rollouts) for name in names}
    if not any(counts.values()):
        raise UsageError(f"there is nothing to run: none of the {len(names)} tasks has a {model.name} program")
    configuration: dict[str, Any] = {
        "harness": loop.name,
        "rounds": loop.rounds,
        "model": dict(model.identity()),
        "prompt": {"setting": setting.value, "version": PROMPT_VERSION},
        "sampling": asdict(sampling),
        "rollouts": options.rollouts,
        "tasks": task_entries({name: item.sha256 for name, item in prompts.items()}, counts, names),
    }
    judging = judging_of(toolchain=sandbox.toolchain, tasks={task.name: task.digest for task in tasks})
    record = record_of(
        backend=sandbox.backend,
        selection={
            "tasks": list(options.tasks),
            "disciplines": list(options.disciplines),
            "sample": options.sample,
            "seed": options.seed,
            "root": None if options.packages is None else str(options.packages),
        },
        concurrency=options.concurrency,
        timeout=options.timeout,
        model=options.model,
    )
    return Manifest(configuration, judging, record)


async def _play(player: Player, model: Model | None, observer: Observer) -> Ending:
    """Play with Ctrl-C turned into a clean stop; a second one leaves at once (what is stored is safe)."""
    loop = asyncio.get_running_loop()
    asked = False

    def stop() -> None:
        nonlocal asked
        if asked:
            os._exit(130)
        asked = True
        observer.say("stopping: what is being judged is finished first; Ctrl-C again leaves at once")
        player.stop()

    caught = (signal.SIGINT, signal.SIGTERM)
    for number in caught:
        loop.add_signal_handler(number, stop)
    try:
        return await player.play()
    finally:
        for number in caught:
            loop.remove_signal_handler(number)
        if model is not None:
            await model.aclose()
