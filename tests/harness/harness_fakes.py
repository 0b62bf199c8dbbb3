"""Tasks and a judge without TeX: the reply's first word says what comes out."""

from __future__ import annotations

import hashlib
import os
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import mathvis
from mathvis.errors import SandboxFault
from mathvis.extract.model import Extraction, Form, Format, Program, Status
from mathvis.figure.finding import Finding, Outcome
from mathvis.gates.verdict import Check, CheckName, CriterionResult, StatementResult, Verdict
from mathvis.goldir.codes import Code, Group
from mathvis.harness.loops import DirectLoop
from mathvis.harness.models import Sampling
from mathvis.harness.player import Effort, Player
from mathvis.harness.prompting import Setting, render
from mathvis.harness.store import Manifest, RunStore, judging_of, record_of, task_entries
from mathvis.sandbox.model import Artifact, Engine
from mathvis.sandbox.model import Outcome as JobOutcome

CHILD = {**os.environ, "PYTHONPATH": str(Path(mathvis.__file__).parents[1])}
"""Environment in which a child process finds this mathvis, installed or not."""


@dataclass(frozen=True)
class FakeDrawing:
    name: str
    source: str
    format: str = "tikz"
    must: tuple[tuple[str, str | None], ...] = ()

    def unexpected(self, failures):
        missing = [f"{s} should fail with {c}" for s, c in self.must if (s, c) not in failures]
        return tuple(missing + [f"{s} fails with {c}" for s, c in failures if (s, c) not in self.must])


@dataclass(frozen=True)
class FakeTask:
    name: str
    prompt: str = "Draw it."
    contract: str = "## Output contract\n"
    references: tuple[FakeDrawing, ...] = (FakeDrawing("reference.tex", "good"),)
    negatives: tuple[FakeDrawing, ...] = ()
    accepted: tuple[FakeDrawing, ...] = ()
    discipline: str = ""

    @property
    def digest(self):
        return hashlib.sha256(repr((self.name, self.prompt, self.contract)).encode()).hexdigest()


def verdict(task: str, word: str) -> Verdict:
    """``good`` is delivered; ``T1``, ``T2``, a code of M, ``plain`` (P fails)."""
    names = list(CheckName)
    if word in ("T1", "T2"):
        at = ("T1", "T2").index(word)
        checks = [
            Check(name, i < at if i <= at else None, "", Code(word) if i == at else None)
            for i, name in enumerate(names)
        ]
        return Verdict(task, tuple(checks))
    passed = tuple(Check(name, passed=True) for name in names)
    wrong = None if word in ("good", "plain") else Code(word)
    outcome = Outcome.HOLDS if wrong is None else Outcome.VIOLATED
    hard = (
        StatementResult("first", "is", Group.PARSING, "", Finding(Outcome.HOLDS)),
        StatementResult("second", "is", Group.RELATION, "", Finding(outcome, code=wrong)),
    )
    soft = CriterionResult("legible", "is", 1.0, "", Finding(Outcome.HOLDS, score=0.5 if word == "plain" else 1.0))
    return Verdict(task, passed, hard, (soft,))


@dataclass(frozen=True)
class FakeJudgement:
    verdict: Verdict
    extraction: Extraction
    artifact: Artifact | None


@dataclass
class FakeJudge:
    """The first word of the reply decides; ``sandbox!`` and ``crash!`` are faults, each `faults` times a reply."""

    faults: int = 10**9
    seconds: float = 0.0
    seen: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def judge(self, task, reply, *, finished=None):
        with self.lock:
            self.seen.append(task.name)
            tries = self.seen.count(task.name)
        time.sleep(self.seconds)
        words = [word for word in reply.replace("`", " ").split() if word not in ("latex", "svg")]
        word = words[0] if words else "T1"
        if tries <= self.faults:
            if word == "sandbox!":
                raise SandboxFault("the engine is gone")
            if word == "crash!":
                raise ZeroDivisionError("a bug of ours")
            if word == "exit!":
                raise SystemExit(0)
        if word.endswith("!"):
            word = "good"
        if word == "T1":
            return FakeJudgement(verdict(task.name, "T1"), Extraction(Status.NONE, None, "nothing"), None)
        program = Program(Format.TIKZ, Form.PICTURE, reply)
        artifact = Artifact(
            JobOutcome.OK,
            Engine.PDFLATEX,
            document=b"%PDF" + reply.encode("utf-8", "replace"),
            picture=b"\x89PNG",
            scene=b"{}",
            log="log",
            toolchain="tool-1",
        )
        return FakeJudgement(verdict(task.name, word), Extraction(Status.COMPLETE, program, "one", 1), artifact)


def prompts_of(tasks, setting=Setting.DIRECT):
    return {task.name: render(task, setting) for task in tasks}


def manifest_of(tasks, model, *, rollouts=3, temperature=0.2, toolchain="tool-1", setting=Setting.DIRECT):
    prompts = prompts_of(tasks, setting)
    counts = {task.name: model.rollouts(task.name, rollouts) for task in tasks}
    configuration = {
        "harness": "direct",
        "model": dict(model.identity()),
        "prompt": {"setting": setting.value},
        "sampling": {"temperature": temperature, "max_tokens": 100, "seed": 0},
        "rollouts": rollouts,
        "tasks": task_entries({n: p.sha256 for n, p in prompts.items()}, counts, list(counts)),
    }
    judging = judging_of(toolchain=toolchain, tasks={task.name: task.digest for task in tasks})
    judging["code"] = "as it is"  # somebody may be editing it while the tests run
    return Manifest(configuration, judging, record_of())


def open_run(folder, tasks, model, *, resume=False, **options):
    manifest = manifest_of(tasks, model, **options)
    if resume:
        return RunStore.resume(folder, manifest)
    return RunStore.create(folder, manifest, {n: p.record() for n, p in prompts_of(tasks).items()})


def player_of(store, tasks, model, judge, **options):
    return Player(
        store,
        {task.name: task for task in tasks},
        loop=DirectLoop(),
        model=model,
        judge=judge,
        prompts=prompts_of(tasks),
        sampling=Sampling(temperature=0.2, max_tokens=100, seed=0),
        effort=options.pop("effort", Effort(concurrency=4, workers=2)),
        **options,
    )
