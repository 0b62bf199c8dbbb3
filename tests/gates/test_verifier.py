"""A fault of ours is never a model's zero."""

from __future__ import annotations

import pytest

from mathvis.errors import SandboxFault
from mathvis.packages import load_tasks
from mathvis.sandbox.model import Artifact, Engine, Outcome, SourceError
from mathvis.scene.codec import LIMITS
from mathvis.verifier import Verifier, VerifierFault

TASK = load_tasks(["solid-geometry/cube-net/a"])[0]
PROGRAM = TASK.references[0].source


class Box:
    """A sandbox that gives back what it is told to."""

    backend = "fake"
    toolchain = "fake:1"

    def __init__(self, result):
        self.result = result

    def run(self, job):
        del job
        if isinstance(self.result, Exception):
            raise self.result
        return self.result

    def close(self):
        pass


def judge(result, reply=PROGRAM):
    return Verifier(Box(result)).judge(TASK, reply).verdict


def artifact(outcome, **more):
    return Artifact(outcome, Engine.PDFLATEX, toolchain="fake:1", **more)


def failed(verdict):
    return [(check.name.value, check.code) for check in verdict.technical if check.passed is False]


@pytest.mark.parametrize(
    ("outcome", "code"),
    [
        (Outcome.COMPILE_ERROR, "T2"),
        (Outcome.TIMEOUT, "T3"),
        (Outcome.MEMORY, "T3"),
        (Outcome.OUTPUT, "T3"),
        (Outcome.REFUSED, "T4"),
    ],
)
def test_what_the_program_did_fails_the_check_compiled(outcome, code):
    assert failed(judge(artifact(outcome, message="because"))) == [("compiled", code)]


def test_compile_errors_name_the_line():
    verdict = judge(artifact(Outcome.COMPILE_ERROR, errors=(SourceError("Undefined control sequence", 7),)))
    assert "line 7: Undefined control sequence" in verdict.technical[1].message


def test_a_sandbox_fault_is_raised_not_scored():
    with pytest.raises(SandboxFault):
        judge(SandboxFault("the engine is gone"))


@pytest.mark.parametrize(
    "result",
    [
        artifact(Outcome.FAULT),
        RuntimeError("a bug"),
    ],
)
def test_a_bug_of_ours_is_raised_not_scored(result):
    with pytest.raises(VerifierFault):
        judge(result)


def test_a_drawing_that_cannot_be_read_breaks_the_contract():
    result = artifact(Outcome.OK, scene_error="the page is encrypted", pages=1, width=9, height=9, picture=b"x")
    assert ("conforming", "T4") in failed(judge(result))


def test_a_scene_that_the_reader_should_not_have_written_is_a_fault_of_ours():
    with pytest.raises(VerifierFault):
        judge(artifact(Outcome.OK, scene=b'{"schema": "other"}', pages=1, width=9, height=9, picture=b"x"))


def test_a_scene_over_the_size_limit_is_the_programs_doing():
    result = artifact(Outcome.OK, scene=b" " * (LIMITS.size + 1), pages=1, width=9, height=9, picture=b"x")
    assert ("conforming", "T4") in failed(judge(result))


def test_no_program_is_t1_and_nothing_is_run():
    verdict = judge(RuntimeError("must not be called"), "I would rather not.")
    assert failed(verdict) == [("extracted", "T1")]
    assert [check.passed for check in verdict.technical] == [False, None, None, None]
