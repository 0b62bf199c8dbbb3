"""A program gives the same result whichever way it is compiled, whoever was there before; and nobody leaves anything."""

from __future__ import annotations

import json
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from sandbox_backends import LIMITS_IN_TESTS, ready

from mathvis.errors import SandboxFault
from mathvis.extract.wrap import STANDARD_PREAMBLE
from mathvis.sandbox import Artifact, Engine, Job, Outcome, Usage, open_sandbox, reply
from mathvis.sandbox.driver import Driver
from mathvis.sandbox.exchange import Exchange
from mathvis.sandbox.opening import open_backend
from mathvis.sandbox.pool import Pool
from mathvis.sandbox.store import ArtifactStore

SHORT = "\\documentclass[tikz,border=3pt]{standalone}\n\\usepackage[T1]{fontenc}\n\\usepackage{tikz}\n\\usetikzlibrary{fadings,knots}\n"
CUSTOM = SHORT + "\\newcommand{\\mine}[1]{\\fbox{#1}}\n\\tikzset{every node/.style={red}}\n"
BODIES = {
    "plain": (STANDARD_PREAMBLE, r"\begin{tikzpicture}\draw[->,name path=a] (0,0) to[bend left] (2,1) node[above] {$\frac{a}{\sqrt b}$};\end{tikzpicture}"),
    "random": (STANDARD_PREAMBLE, r"\begin{tikzpicture}\draw (0,0) -- (rand,rnd); \pgfmathrandominteger{\n}{1}{90}\node at (1,0) {\n \the\year\the\time};\end{tikzpicture}"),
    "diagram": (STANDARD_PREAMBLE, r"\begin{tikzcd}A \arrow[r,hook] & B \arrow[d,two heads] \\ C & D\end{tikzcd}"),
    "plot": (STANDARD_PREAMBLE, r"\begin{tikzpicture}\begin{axis}\addplot[domain=0:1,samples=5]{x^2};\end{axis}\end{tikzpicture}"),
    "error": (STANDARD_PREAMBLE, "\\begin{tikzpicture}\n\\draw (0,0) -- (1,0)\n\\draw (0,0) circle (1);\n\\end{tikzpicture}"),
    "dropped": (STANDARD_PREAMBLE, r"\begin{tikzpicture}\draw (0,0) -- (1,1); lost \end{tikzpicture}"),
    "two pages": (SHORT, "\\tikz\\draw (0,0) circle (1);\n\n\\tikz\\draw (0,0) rectangle (2,1);"),
    "custom": (CUSTOM, r"\begin{tikzpicture}\node (A) {\mine{A}}; \node (B) at (2,1) {é}; \draw (A) -- (B);\end{tikzpicture}"),
    "unclosed": (STANDARD_PREAMBLE.replace("\\usepackage{tikz}\n", "\\usepackage{tikz\n"), "x"),
}  # fmt: skip
PROGRAMS = {name: f"{pre}\\begin{{document}}\n{body}\n\\end{{document}}\n" for name, (pre, body) in BODIES.items()}
JOBS = {name: Job(source, Engine.PDFLATEX) for name, source in PROGRAMS.items()} | {
    "lua": Job(PROGRAMS["plain"], Engine.LUALATEX),
    "lua custom": Job(PROGRAMS["custom"], Engine.LUALATEX),
    "svg": Job(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4" cx="4" cy="5"/></svg>', Engine.SVG
    ),
}

FORKED = {"plain", "random", "diagram", "two pages", "custom", "lua"}
"""Programs for which a live engine comes to be."""

both = pytest.mark.parametrize(
    "backend",
    [
        pytest.param("bubblewrap", marks=[pytest.mark.bubblewrap, pytest.mark.tex]),
        pytest.param("docker", marks=[pytest.mark.docker, pytest.mark.tex]),
    ],
)


def told(artifact: Artifact) -> tuple[object, ...]:
    """What an artifact says of the program, without how it was made."""
    return (
        artifact.outcome,
        artifact.message,
        artifact.errors,
        artifact.scene,
        artifact.scene_error,
        artifact.picture,
        (artifact.pages, artifact.width, artifact.height, artifact.picture_scale),
    )


def backend_of(name: str):
    return ready(lambda: open_backend(name, LIMITS_IN_TESTS))


class Watched:
    """A worker, and what it answered."""

    def __init__(self, worker):
        self.worker = worker

    def run(self, job: Job) -> Artifact:
        seen = self.worker.exchange(reply.request(job, LIMITS_IN_TESTS, processes=LIMITS_IN_TESTS.processes), 120)
        answer = reply.decode(seen.message, job, LIMITS_IN_TESTS)
        assert answer.suspect == "", seen.note
        return answer.artifact


@pytest.fixture(scope="module")
def cold():
    """Every program in a sandbox of its own, on bubblewrap: what all other ways are compared with."""
    backend = backend_of("bubblewrap")
    driver = Driver(backend, LIMITS_IN_TESTS, workers=2)
    with driver, ThreadPoolExecutor(2) as pool:
        return dict(zip(JOBS, pool.map(driver.run, JOBS.values()), strict=True))


@both
class TestRoutes:
    def test_every_route_tells_the_same(self, backend, cold):
        """Plain in a warm worker, then forked from the live engines that it starts meanwhile; each among all the others."""
        opened = backend_of(backend)
        worker = Watched(opened.worker([STANDARD_PREAMBLE]))
        forked: dict[str, list[Artifact]] = {name: [] for name in FORKED}
        try:
            for _ in range(20):  # engines start beside the figures, sooner or later
                for name, job in JOBS.items():
                    artifact = worker.run(job)
                    assert told(artifact) == told(cold[name]), name
                    if name in FORKED and artifact.usage.cpu < 0.7 * cold[name].usage.cpu:
                        forked[name].append(artifact)
                if all(len(each) > 1 for each in forked.values()):
                    break
        finally:
            worker.worker.close()
            opened.close()
        assert {name for name, each in forked.items() if len(each) > 1} == FORKED
        for each in forked.values():
            assert len({artifact.document for artifact in each}) == 1

    def test_the_same_bytes_each_time_on_each_route(self, backend, cold):
        opened = backend_of(backend)
        alone = Driver(opened, LIMITS_IN_TESTS)
        for name in ("random", "lua", "custom"):
            first, second = (alone.run(JOBS[name]) for _ in range(2))
            assert first.document == second.document
            assert told(first) == told(cold[name])
        alone.close()

    def test_from_the_store(self, backend, cold, tmp_path):
        opened = backend_of(backend)
        with Driver(opened, LIMITS_IN_TESTS, expected=(), store=ArtifactStore(tmp_path / "s")) as driver:
            made = [driver.run(JOBS[name]) for name in ("random", "error")]
            again = [driver.run(JOBS[name]) for name in ("random", "error")]
        assert [replace(each, usage=Usage()) for each in made] == [replace(each, usage=Usage()) for each in again]
        assert told(made[0]) == told(cold["random"])


def left_behind(name: str) -> str:
    """A LuaLaTeX program that writes a file wherever it can, and draws."""
    return (
        STANDARD_PREAMBLE + "\\begin{document}\\directlua{"
        f"for _, d in ipairs{{'.', '..', '/work', '/work/tex', '/tmp', '/opt/mathvis/tex', './var', '/'}} do "
        f"local f = io.open(d .. '/{name}', 'w') if f then f:write('\\\\oops') f:close() end end "
        "lfs.mkdir('deep') lfs.mkdir('deep/er') lfs.chdir('deep') }\\tikz\\draw (0,0) -- (1,1);\\end{document}"
    )


@both
class TestNeighbours:
    def test_what_a_figure_leaves_the_next_one_does_not_find(self, backend, cold):
        opened = backend_of(backend)
        worker = opened.worker([STANDARD_PREAMBLE])
        names = (
            "standalone.cls",
            "figure.tex",
            "mathvis-scene-boot.tex",
            "tikz.sty",
            "texmf.cnf",
            "cmr10.tfm",
            "latexmkrc",
        )
        try:
            for name in names:
                Watched(worker).run(Job(left_behind(name), Engine.LUALATEX))
                assert told(Watched(worker).run(JOBS["plain"])) == told(cold["plain"]), name
                assert told(Watched(worker).run(JOBS["two pages"])) == told(cold["two pages"]), name
            for name in ("lua", "custom", "svg"):
                assert told(Watched(worker).run(JOBS[name])) == told(cold[name]), name
        finally:
            worker.close()
            opened.close()

    def test_figures_that_end_badly_take_nobody_with_them(self, backend, cold):
        endless = STANDARD_PREAMBLE + "\\begin{document}\\loop\\iftrue\\repeat\\end{document}"
        hungry = (
            STANDARD_PREAMBLE
            + "\\begin{document}\\directlua{local t, n = {}, 0 while true do n = n + 1 t[n] = string.rep('x', 5e7) .. n end}\\end{document}"
        )
        crash = (
            STANDARD_PREAMBLE
            + "\\begin{document}\\directlua{local function f() return f() + 1 end os.exit(3)}\\end{document}"
        )
        opened = backend_of(backend)
        with Driver(opened, LIMITS_IN_TESTS, expected=(STANDARD_PREAMBLE,)) as driver:
            for bad, engine, outcome in (
                (endless, Engine.PDFLATEX, Outcome.TIMEOUT),
                (hungry, Engine.LUALATEX, Outcome.MEMORY),
                (crash, Engine.LUALATEX, Outcome.COMPILE_ERROR),
            ):
                for _ in range(2):
                    assert driver.run(Job(bad, engine)).outcome is outcome
                    assert told(driver.run(JOBS["plain"])) == told(cold["plain"])

    def test_every_process_of_every_figure_is_another_user(self, backend):
        """And none has a right, may start a program, or sees what the last one was."""
        if os.geteuid() and backend == "bubblewrap":
            pytest.skip("only root can hand out users")
        opened = backend_of(backend)
        worker = opened.worker([])
        try:
            seen = [Watched(worker).run(Job("", "probe")) for _ in range(3)]
        finally:
            worker.close()
            opened.close()
        users = [json.loads(each.scene)["uid"] for each in seen]
        assert len(set(users)) == 3
        assert 0 not in users


class TestWorkers:
    @pytest.mark.bubblewrap
    @pytest.mark.tex
    def test_a_worker_that_is_killed_is_replaced_and_nothing_is_lost(self, cold):
        opened = backend_of("bubblewrap")
        started = []

        class Killing:
            def __getattr__(self, name):
                return getattr(opened, name)

            def worker(self, expected):
                worker = opened.worker(expected)
                started.append(worker._process.pid)
                return worker

        with Driver(Killing(), LIMITS_IN_TESTS, workers=2, expected=()) as driver, ThreadPoolExecutor(2) as pool:
            jobs = [JOBS["plain"], JOBS["svg"]] * 4
            results = []
            for number, artifact in enumerate(pool.map(driver.run, jobs)):
                results.append(artifact)
                if number in (1, 4):
                    for pid in started:
                        try:
                            os.killpg(pid, signal.SIGKILL)
                        except ProcessLookupError:
                            continue
            assert [told(each) for each in results] == [told(cold["plain"]), told(cold["svg"])] * 4
        assert len(started) >= 2

    @pytest.mark.bubblewrap
    @pytest.mark.tex
    def test_closing_leaves_no_process(self):
        with open_sandbox("bubblewrap", LIMITS_IN_TESTS, store=None, workers=1) as sandbox:
            sandbox.run(JOBS["svg"])
            ((worker, _),) = sandbox._pool._idle
            pid = worker._process.pid
        with pytest.raises(ProcessLookupError):
            os.killpg(pid, 0)


class Fake:
    """A worker that plays."""

    def __init__(self, script, ended):
        self.script, self.ended = script, ended

    def exchange(self, request, seconds):
        step = self.script(request)
        if isinstance(step, Exception):
            raise step
        return step

    def close(self):
        self.ended.append(self)


GOOD = Exchange(b"reply", overdue=False, out_of_memory=None, note="")


class TestPool:
    def test_no_more_workers_than_places_and_each_is_used_again(self):
        started, ended, busy, most = [], [], [], []

        def script(request):
            busy.append(1)
            most.append(len(busy))
            time.sleep(0.005)
            busy.pop()
            return GOOD

        def start():
            started.append(1)
            return Fake(script, ended)

        pool = Pool(start, 3)
        with ThreadPoolExecutor(50) as threads:
            assert list(threads.map(lambda n: pool.exchange(b"%d" % n, 1), range(500))) == [GOOD] * 500
        assert max(most) <= 3
        assert len(started) <= 3
        pool.close()
        assert len(ended) == len(started)

    @pytest.mark.parametrize("bad", [SandboxFault("gone"), replace(GOOD, overdue=True)])
    def test_a_worker_in_doubt_is_ended(self, bad):
        ended = []
        pool = Pool(lambda: Fake(lambda _: bad, ended), 1)
        pool.exchange(b"", 1)
        assert len(ended) == 1

    def test_workers_that_do_not_start_are_given_up_after_two_tries(self):
        tries = []

        def start():
            tries.append(1)
            raise SandboxFault("no")

        pool = Pool(start, 2)
        assert [pool.exchange(b"", 1) for _ in range(5)] == [None] * 5
        assert len(tries) == 2
        assert pool.trouble == "no"

    def test_a_worker_is_recycled(self, monkeypatch):
        monkeypatch.setattr("mathvis.sandbox.pool.RECYCLED_AFTER", 3)
        ended, started = [], []
        pool = Pool(lambda: started.append(1) or Fake(lambda _: GOOD, ended), 1)
        for _ in range(7):
            pool.exchange(b"", 1)
        assert (len(started), len(ended)) == (3, 2)

    def test_a_closed_pool_starts_nothing(self):
        pool = Pool(lambda: Fake(lambda _: GOOD, []), 1)
        pool.close()
        assert pool.exchange(b"", 1) is None
