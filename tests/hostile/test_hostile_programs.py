"""Programs that attack: each gets nothing, ends within its limits, is booked on the program, and leaves nothing.

One sandbox runs them all, one after the other, with an innocent figure after each.
"""

import time
from dataclasses import replace

import hostile_lua
import hostile_pdf
import hostile_svg
import hostile_tex
import pytest
from hostile_program import tex
from sandbox_backends import ready

from mathvis.sandbox import LIMITS, Engine, Job, Outcome, open_sandbox

MIB = 1 << 20
TIGHT = replace(LIMITS, cpu=2, step_cpu=2, wall=40.0, step=40.0, memory=320 * MIB, output=4 * MIB, work=16 * MIB)
"""Bombs go off early; much wall time, so that a busy machine does not matter."""

PROGRAMS = {
    f"{family}: {program.name}": program
    for family, module in (
        ("tex", hostile_tex),
        ("lua", hostile_lua),
        ("pdf", hostile_pdf),
        ("svg", hostile_svg),
    )
    for program in module.PROGRAMS
}
INNOCENT = tex(r"\tikz\draw[->,dashed] (0,0) to[bend left] (2,1) node[above] {$\frac{a}{\sqrt b}$};")


IN_LUA = Job(INNOCENT.source, Engine.LUALATEX)


class Place:
    """A sandbox, and what it makes of innocent figures before anything has happened in it."""

    def __init__(self, backend):
        self.sandbox = open_sandbox(backend, TIGHT, workers=1, store=False)
        self.before = {job: self.sandbox.run(job) for job in (INNOCENT, IN_LUA)}
        assert all(artifact.outcome is Outcome.OK for artifact in self.before.values())

    def still_works(self, job):
        after = self.sandbox.run(job)
        assert after.outcome is Outcome.OK, (after.message, after.log[-500:])
        assert after.scene == self.before[job].scene
        assert after.document == self.before[job].document
        assert after.picture == self.before[job].picture


@pytest.fixture(
    scope="module",
    params=[
        pytest.param("bubblewrap", marks=[pytest.mark.bubblewrap, pytest.mark.tex]),
        pytest.param("docker", marks=[pytest.mark.docker, pytest.mark.tex]),
    ],
)
def place(request):
    found = ready(lambda: Place(request.param))
    yield found
    found.sandbox.close()


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_an_attack_comes_to_nothing_and_the_next_figure_is_as_before(place, program):
    started = time.monotonic()
    artifact = place.sandbox.run(program.job)
    assert time.monotonic() - started < 2 * TIGHT.total
    assert artifact.usage.cpu < 6 * TIGHT.cpu + 2
    assert artifact.usage.memory < TIGHT.memory / MIB + 32
    assert len(artifact.log) <= TIGHT.log
    assert artifact.document is None or len(artifact.document) <= TIGHT.output
    assert artifact.scene is None or len(artifact.scene) <= TIGHT.scene
    program.check(artifact)
    place.still_works(INNOCENT)
    if program.leaves:
        place.still_works(IN_LUA)


def test_there_are_enough_of_them():
    assert len(PROGRAMS) >= 60
