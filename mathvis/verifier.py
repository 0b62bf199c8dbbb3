"""The whole road for one reply: extract, compile, read, bind, decide, gate."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from mathvis.binding import bind
from mathvis.errors import InfrastructureFault, MathvisError, SceneError
from mathvis.extract import extract
from mathvis.extract.model import Extraction, Format, Program
from mathvis.extract.wrap import wrap
from mathvis.gates import technical
from mathvis.gates.verdict import Check, CheckName, CriterionResult, StatementResult, Verdict
from mathvis.goldir.codes import CODES_VERSION, Group
from mathvis.packages import Task, load_tasks
from mathvis.predicates.decide import decide, score
from mathvis.predicates.registry import Registry, load_registry
from mathvis.sandbox import open_sandbox
from mathvis.sandbox.model import Artifact, Engine, Job, Outcome, Sandbox
from mathvis.scene.codec import LIMITS, from_json
from mathvis.scene.conforming import agreement as compare
from mathvis.scene.geometry import SceneGeometry
from mathvis.scene.model import SCENE_SCHEMA, Scene
from mathvis.scene.visibility import Visibility
from mathvis.tolerances import TOLERANCES_VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path as FilePath
    from types import TracebackType

    from mathvis.figure.model import Figure


class VerifierFault(InfrastructureFault):
    """mathvis itself failed while judging; the rollout is missing, not wrong."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict with everything it was made from.

    Attributes
    ----------
    verdict
        What mathvis says.
    extraction
        What was found in the reply.
    artifact
        What the sandbox gave back; None without a program.
    scene, figure
        What was read and bound; None where the road ended before.
    """

    verdict: Verdict
    extraction: Extraction
    artifact: Artifact | None = None
    scene: Scene | None = None
    figure: Figure | None = None


class Verifier:
    """Judges replies in one sandbox; safe to use from several threads.

    Parameters
    ----------
    sandbox
        Where programs are compiled; opened (and closed again) by the verifier if not given.
    registry
        The predicates; all installed families if not given.

    Examples
    --------
    >>> with Verifier() as verifier:                        # doctest: +SKIP
    ...     verdict = verifier.judge(task, reply).verdict
    """

    def __init__(self, sandbox: Sandbox | None = None, registry: Registry | None = None) -> None:
        self._own = sandbox is None
        self._sandbox = sandbox if sandbox is not None else open_sandbox()
        self._registry = registry if registry is not None else load_registry()

    @property
    def toolchain(self) -> str:
        """Digest of everything that decides what the sandbox gives back."""
        return self._sandbox.toolchain

    def close(self) -> None:
        """Close the sandbox if the verifier opened it."""
        if self._own:
            self._sandbox.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def judge(
        self, task: Task, reply: str, *, artifact: Artifact | None = None, finished: bool | None = None
    ) -> Judgement:
        """Judge a reply (or a bare program) to a task.

        Parameters
        ----------
        task
            The task.
        reply
            A model's raw text.
        artifact
            What the sandbox gave back for this very reply earlier; compiled anew if None.
        finished
            Whether the model ended the reply by itself, if that is known; it decides whether a whole picture
            in a code block that is never closed counts as complete.

        Raises
        ------
        SandboxFault
            The program could not be compiled for reasons of ours.
        VerifierFault
            mathvis failed on it; report it as a bug.
        """
        try:
            return self._judge(task, reply, artifact, finished=finished)
        except MathvisError:
            raise
        except Exception as error:
            raise VerifierFault(
                f"{task.name}: mathvis failed while judging ({type(error).__name__}: {error})"
            ) from error

    def _judge(self, task: Task, reply: str, artifact: Artifact | None, *, finished: bool | None) -> Judgement:
        clock = _Clock()
        with clock.stage("extract"):
            extraction = extract(reply, formats=task.formats, finished=finished)
        first = technical.extracted(extraction)
        program = extraction.program
        if program is None or not first.passed:
            return Judgement(self._verdict(task, _technical(first), clock), extraction)

        if artifact is None:
            with clock.stage("sandbox"):
                artifact = self._sandbox.run(job_of(program))
            clock.add(artifact.usage.stages)
        second = technical.compiled(artifact)
        if artifact.outcome is not Outcome.OK:
            verdict = self._verdict(task, _technical(first, second), clock, program=program, artifact=artifact)
            return Judgement(verdict, extraction, artifact)

        scene: Scene | None = None
        why = artifact.scene_error
        visibility = agreement = None
        if artifact.scene is not None:
            try:
                with clock.stage("scene"):
                    scene = from_json(artifact.scene)
                    geometry = SceneGeometry(scene)
                    visibility = Visibility(geometry)
                if artifact.picture is not None:
                    with clock.stage("conforming"):
                        agreement = compare(scene, artifact.picture, artifact.picture_scale)
            except SceneError as error:
                # The reader checks what it writes, so only the host's own size limit is the program's doing.
                if len(artifact.scene) <= LIMITS.size:
                    raise VerifierFault(f"{task.name}: what the sandbox read cannot be used: {error}") from error
                scene, why = None, str(error)
        third = technical.rendered(artifact, visibility)
        fourth = technical.conforming(scene, why, visibility, agreement)
        checks = _technical(first, second, third, fourth)
        if scene is None or visibility is None:
            verdict = self._verdict(task, checks, clock, program=program, artifact=artifact)
            return Judgement(verdict, extraction, artifact)

        with clock.stage("bind"):
            figure = bind(scene, geometry, visibility, task.gold)
        with clock.stage("decide"):
            hard = self._hard(task, figure)
            soft = self._soft(task, figure)
        verdict = self._verdict(
            task, checks, clock, program=program, artifact=artifact, hard=hard, soft=soft, notes=figure.notes
        )
        return Judgement(verdict, extraction, artifact, scene, figure)

    def _hard(self, task: Task, figure: Figure) -> tuple[StatementResult, ...]:
        implied = tuple(
            StatementResult(name, "bound", Group.PARSING, "", finding, implied=True)
            for name, finding in figure.bindings.items()
        )
        stated = tuple(
            StatementResult(
                statement.id,
                statement.predicate,
                statement.group or self._registry[statement.predicate].group,
                statement.says,
                decide(self._registry, statement, figure),
            )
            for statement in task.gold.hard
        )
        return implied + stated

    def _soft(self, task: Task, figure: Figure) -> tuple[CriterionResult, ...]:
        return tuple(
            CriterionResult(item.id, item.predicate, item.weight, item.says, score(self._registry, item, figure))
            for item in task.gold.soft
        )

    def _verdict(
        self,
        task: Task,
        checks: tuple[Check, ...],
        clock: _Clock,
        *,
        program: Program | None = None,
        artifact: Artifact | None = None,
        hard: tuple[StatementResult, ...] = (),
        soft: tuple[CriterionResult, ...] = (),
        notes: tuple[str, ...] = (),
    ) -> Verdict:
        return Verdict(
            task=task.name,
            technical=checks,
            hard=hard,
            soft=soft,
            program="" if program is None else program.sha256,
            format="" if program is None else program.format.value,
            engine="" if artifact is None else artifact.engine.value,
            seconds=clock.seconds(),
            versions={
                "tolerances": TOLERANCES_VERSION,
                "codes": CODES_VERSION,
                "scene": SCENE_SCHEMA,
                "toolchain": self._sandbox.toolchain if artifact is None else artifact.toolchain,
                "task": task.digest,
            },
            notes=notes,
        )


def verify(task: Task | str, reply: str, *, tasks: FilePath | None = None, sandbox: Sandbox | None = None) -> Verdict:
    """Judge one reply to one task.

    Parameters
    ----------
    task
        A task, or its full name ``discipline/family/variant``.
    reply
        A model's raw text, or a bare program.
    tasks
        Folder of task packages; those that come with mathvis by default.
    sandbox
        A sandbox to use again for the next call; one is opened for this call if None.

    Returns
    -------
    Verdict
        Gates, findings and scores.

    Raises
    ------
    UsageError
        There is no such task, or its package is broken.
    InfrastructureFault
        Something of ours failed; there is no verdict.

    Examples
    --------
    >>> import mathvis
    >>> mathvis.verify("number-theory/ford-circles/a", reply).D     # doctest: +SKIP
    True
    """
    if isinstance(task, str):
        found = load_tasks([task], root=tasks)
        if len(found) != 1:
            from mathvis.errors import UsageError

            raise UsageError(f"{task!r} names {len(found)} tasks: {', '.join(t.name for t in found)}; name one")
        task = found[0]
    with Verifier(sandbox) as verifier:
        return verifier.judge(task, reply).verdict


def job_of(program: Program) -> Job:
    """Make the job that compiles, renders and reads a program."""
    document = wrap(program)
    if program.format is Format.SVG:
        engine = Engine.SVG
    else:
        engine = Engine.LUALATEX if document.engine_hint == "lualatex" else Engine.PDFLATEX
    return Job(document.source, engine, document.offset)


def _technical(*made: Check) -> tuple[Check, ...]:
    rest = list(CheckName)[len(made) :]
    return made + tuple(technical.not_made(name) for name in rest)


class _Clock:
    """Wall seconds by stage."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        start = time.perf_counter()
        try:
            yield
        finally:
            self._seconds[name] = self._seconds.get(name, 0.0) + time.perf_counter() - start

    def add(self, stages: dict[str, float]) -> None:
        for name, value in stages.items():
            self._seconds[f"sandbox.{name}"] = value

    def seconds(self) -> dict[str, float]:
        return dict(self._seconds)
