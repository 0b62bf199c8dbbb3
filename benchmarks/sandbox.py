"""From a program to its PDF and PNG: sandboxed, side by side with an unsandboxed plain run.

    python benchmarks/sandbox.py [--figures 200] [--rounds 3] [--backend bubblewrap] [--corpus FOLDER]
                                 [--only latency,throughput,store,memory,backends] [--json FILE]

Figures are the TikZ references of the tasks and, where there is one, the ``.tex`` files of a corpus folder
that compile cleanly. In each round every route runs on every figure, one after the other, so that a drifting
machine slows all of them. The plain run is ``pdflatex`` followed by ``pdftoppm -png``, outside any sandbox:
give it no program that you would not run yourself. The sandboxed routes also read the scene.

- floor: an engine forked after the preamble, outside any sandbox, without a picture;
- warm: a live engine has read all of the figure's preamble, which is made of known lines;
- prefix: it has read a part, either all known lines before others of the figure's own, or the longest part that
  a figure with another preamble shares;
- unknown: no live engine has read anything.

The throughput is bounded by what TeX itself does after the preamble; that is measured beside it, with two engines
forked outside any sandbox, without pictures.

Prints the medians and their ratios with the limits; exit code 1 when one is exceeded.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mathvis.extract import extract, wrap
from mathvis.extract.model import Format
from mathvis.extract.wrap import STANDARD_PREAMBLE
from mathvis.packages import load_tasks
from mathvis.sandbox import LIMITS, Engine, Job, Outcome, open_sandbox, payload, reply, shim
from mathvis.sandbox.driver import Driver
from mathvis.sandbox.inside import engines, live, seccomp, steps
from mathvis.sandbox.inside.picture import long_side
from mathvis.sandbox.inside.preamble import Beginning, beginnings
from mathvis.sandbox.opening import open_backend
from mathvis.sandbox.store import ArtifactStore

if TYPE_CHECKING:
    from mathvis.sandbox.pool import Worker

WARM, PREFIX, UNKNOWN, FLOOR = 0.25, 0.45, 1.25, 1.6
TWO_PLAIN, TWO_OVER_ONE, HIT_MS, BACKENDS_MS, HOST_GROWTH_MIB = 2.3, 1.7, 5.0, 10.0, 16.0
FLOOR_OF_WARM = "floor of warm/plain"
TEX_ALONE = "TeX alone, twice"
NOTHING = Beginning("", 0, 0)
STRANGER = "\\def\\mathvisstranger{}%\n"
"""A first line that no live engine has read."""


class Figure(NamedTuple):
    """A clean document, and the long side of its picture in pixels."""

    name: str
    source: str
    side: int


def figures(corpus: Path | None, most: int) -> list[Figure]:
    """The references, and clean figures of a corpus."""
    found = []
    for task in load_tasks(["*"]):
        for drawing in task.references:
            program = extract(drawing.source).program if drawing.format is Format.TIKZ else None
            if program is not None:
                found.append((task.name, wrap(program).source))
    paths = sorted(corpus.glob("*.tex")) if corpus is not None else []
    random.Random(1).shuffle(paths)  # noqa: S311 - the same choice each time
    for path in paths:
        text = path.read_text(encoding="utf-8", errors="replace")
        program = extract(f"```latex\n{text}\n```").program
        if program is not None and wrap(program).engine_hint in (None, "pdflatex"):
            found.append((path.stem, wrap(program).source))
    kept: list[Figure] = []
    with open_sandbox("bubblewrap", store=None) as sandbox:
        for name, source in found:
            if len(kept) == most:
                break
            artifact = sandbox.run(Job(source, Engine.PDFLATEX))
            if artifact.outcome is Outcome.OK and artifact.pages == 1:
                kept.append(Figure(name, source, long_side(artifact.width, artifact.height, LIMITS.side)))
    return kept


def plain(figure: Figure) -> float:
    """Wall seconds of an unsandboxed plain run."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "figure.tex").write_text(figure.source, encoding="utf-8")
        start = time.perf_counter()
        for command in (
            ["pdflatex", "-no-shell-escape", "-interaction=nonstopmode", "figure.tex"],
            ["pdftoppm", "-png", "-singlefile", "-cropbox", "-scale-to", str(figure.side), "figure.pdf", "figure"],
        ):
            subprocess.run(
                command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True, timeout=120
            )
        return time.perf_counter() - start


class Bare:
    """Forked engines outside any sandbox: what a figure costs when all that can be paid once is paid."""

    def __init__(self, library: Path) -> None:
        self.place = tempfile.TemporaryDirectory()
        environment = engines.ENVIRONMENT | {"TEXINPUTS": f".:{library.parent.parent / 'tex'}:"}
        self.live = live.LiveEngines(str(library), engines.command, environment, self.place.name)

    def start(self, *wanted: Beginning) -> None:
        """Have engines for these beginnings, and no others."""
        self.live.stop()
        for beginning in wanted:
            self.live.expect("pdflatex", beginning)
        self.live.wait_ready(60)

    def run(self, figure: Figure, *choices: Beginning) -> float:
        """Wall seconds from the fork to the end of the engine."""
        found = self.live.find("pdflatex", choices)
        if found is None:
            sys.exit("the bare live engine does not start")
        beginning = found[1]
        bounds = steps.Bounds(wall=60, cpu=60, memory=1 << 30, file=1 << 25, stdout=1 << 15, processes=0,
                              filter=seccomp.ENGINE_ONLY, tail=True)  # fmt: skip
        with tempfile.TemporaryDirectory(dir=self.place.name) as folder:
            rest = "%\n" * beginning.lines + figure.source[beginning.length :]
            Path(folder, "figure.tex").write_text(rest, encoding="utf-8")
            start = time.perf_counter()
            step = found[0].fork(folder, bounds, 0)
            if step is None:
                sys.exit("the bare live engine is gone")
            steps.wait([step])
            return time.perf_counter() - start


def _library(folder: Path) -> Path:
    """Compile the library outside any sandbox."""
    payload.write(payload.payload(), folder)
    shim.compile_library(folder)
    return folder / shim.COMPILED


def timed(worker: Worker, source: str) -> float:
    """Wall seconds of a job on a warm worker."""
    job = Job(source, Engine.PDFLATEX)
    start = time.perf_counter()
    seen = worker.exchange(reply.request(job, LIMITS, processes=LIMITS.processes), LIMITS.total)
    seconds = time.perf_counter() - start
    answer = reply.decode(seen.message, job, LIMITS)
    if answer.artifact.outcome is not Outcome.OK or answer.artifact.scene is None:
        sys.exit(f"a figure that is clean fails here: {answer.artifact.message} {answer.artifact.scene_error}")
    return seconds


class Cuts(NamedTuple):
    """Where engines stop: for the bare one, where all of the preamble is known, where a part is."""

    floor: Beginning | None
    warm: Beginning | None
    part: Beginning | None


def cuts(figure: Figure, kept: list[Figure]) -> Cuts:
    """Find a figure's cuts, given all figures that may share a part of its preamble."""
    choices = beginnings(figure.source)
    if not choices:
        return Cuts(None, None, None)
    known = next(choice for choice in choices if not choice.begun)
    if not figure.source[known.length :].lstrip().startswith("\\begin{document}"):
        return Cuts(known, None, known)
    others = {each.text for other in kept for each in beginnings(other.source) if known.text not in each.text}
    part = next((each for each in choices if each.length < known.length and each.text in others), None)
    return Cuts(known, choices[0], part)


def latency(kept: list[Figure], rounds: int, backend_name: str) -> dict[str, float]:
    """Medians over the figures of each route, in seconds; each figure's own is the median over the rounds."""
    backend = open_backend(backend_name, LIMITS)
    folder = tempfile.TemporaryDirectory()
    bare = Bare(_library(Path(folder.name)))
    rows: dict[str, list[float]] = {}
    stranger = backend.worker(())
    for figure in kept:
        floor, *known = cuts(figure, kept)
        workers = {
            name: backend.worker((figure.source[: cut.length],))
            for name, cut in zip(("warm", "prefix"), known, strict=True)
            if cut is not None
        }
        if floor is not None:
            bare.start(floor)
        row: dict[str, list[float]] = {}
        for number in range(rounds):
            row.setdefault("plain", []).append(plain(figure))
            if floor is not None:
                row.setdefault("floor", []).append(bare.run(figure, floor))
            if "warm" in workers:
                row.setdefault("warm", []).append(timed(workers["warm"], figure.source))
            if "prefix" in workers and not number:  # the second sight of the whole would start an engine for it
                row["prefix"] = [timed(workers["prefix"], figure.source)]
            row.setdefault("unknown", []).append(timed(stranger, STRANGER + figure.source))
        for worker in workers.values():
            worker.close()
        middle = {route: statistics.median(seconds) for route, seconds in row.items()}
        for route, seconds in middle.items():
            rows.setdefault(route, []).append(seconds)
            rows.setdefault(f"{route}/plain", []).append(seconds / middle["plain"])
        if "warm" in middle:
            rows.setdefault("warm/floor", []).append(middle["warm"] / middle["floor"])
            rows.setdefault(FLOOR_OF_WARM, []).append(middle["floor"] / middle["plain"])
    stranger.close()
    bare.live.stop()
    backend.close()
    folder.cleanup()
    counts = {route: len(rows.get(route, ())) for route in ("plain", "warm", "prefix")}
    print(f"figures: {counts['plain']}, of them warm {counts['warm']}, with a known part {counts['prefix']}")
    return {name: statistics.median(values) for name, values in rows.items()}


def throughput(kept: list[Figure], backend: str) -> dict[str, float]:
    """Figures a minute: two plain runs in parallel, one worker, two workers, and TeX alone on two engines."""
    jobs = kept * 3
    for_each = {TEX_ALONE: tex_alone(jobs)}
    for name, workers in (("two plain", 2), ("one worker", 1), ("two workers", 2)):
        with (
            Driver(open_backend(backend, LIMITS), LIMITS, workers=workers, expected=(STANDARD_PREAMBLE,)) as sandbox,
            ThreadPoolExecutor(workers) as pool,
        ):
            if name != "two plain":
                for _ in range(3):  # each worker has seen each preamble twice
                    list(pool.map(lambda f: sandbox.run(Job(f.source, Engine.PDFLATEX)), kept))
            start = time.perf_counter()
            if name == "two plain":
                list(pool.map(plain, jobs))
            else:
                list(pool.map(lambda f: sandbox.run(Job(f.source, Engine.PDFLATEX)), jobs))
            for_each[name] = 60 * len(jobs) / (time.perf_counter() - start)
    return for_each


def tex_alone(jobs: list[Figure]) -> float:
    """Figures a minute of two engines forked after the preamble, outside any sandbox, without a picture."""
    with tempfile.TemporaryDirectory() as folder:
        library = _library(Path(folder))
        bare = Bare(library), Bare(library)
        for each in bare:
            each.start(*(choice for figure in jobs for choice in beginnings(figure.source)[:1]))

        def half(place: int) -> None:
            for figure in jobs[place::2]:
                bare[place].run(figure, *beginnings(figure.source), NOTHING)

        start = time.perf_counter()
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(half, (0, 1)))
        seconds = time.perf_counter() - start
        for each in bare:
            each.live.stop()
    return 60 * len(jobs) / seconds


def store_hit(kept: list[Figure]) -> float:
    """Median seconds of an artifact that is in the store."""
    with (
        tempfile.TemporaryDirectory() as folder,
        open_sandbox("bubblewrap", store=ArtifactStore(Path(folder, "store"))) as sandbox,
    ):
        jobs = [Job(figure.source, Engine.PDFLATEX) for figure in kept]
        for job in jobs:
            sandbox.run(job)
        seconds = []
        for job in jobs:
            start = time.perf_counter()
            sandbox.run(job)
            seconds.append(time.perf_counter() - start)
    return statistics.median(seconds)


def host_growth(figure: Figure, count: int) -> float:
    """MiB by which the host process grows from the first hundred figures to the last of `count`."""
    with open_sandbox("bubblewrap", store=None, workers=2) as sandbox, ThreadPoolExecutor(2) as pool:

        def run(number: int) -> None:
            source = figure.source.replace("\\end{document}", f"% {number}\n\\end{{document}}")
            sandbox.run(Job(source, Engine.PDFLATEX))

        list(pool.map(run, range(100)))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        list(pool.map(run, range(100, count)))
        return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024


def backends(kept: list[Figure], rounds: int) -> float:
    """Seconds that Docker takes longer than bubblewrap for a warm figure, median over the figures."""
    ours, theirs = open_backend("bubblewrap", LIMITS), open_backend("docker", LIMITS)
    more = []
    for figure in kept[:12]:
        pair = [backend.worker((figure.source,)) for backend in (ours, theirs)]
        seconds = [[timed(worker, figure.source) for worker in pair] for _ in range(rounds + 1)][1:]
        more.append(statistics.median(docker - bubble for bubble, docker in seconds))
        for worker in pair:
            worker.close()
    ours.close()
    theirs.close()
    return statistics.median(more)


def main() -> int:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--figures", type=int, default=200)
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--backend", default="bubblewrap")
    arguments.add_argument("--corpus", type=Path)
    arguments.add_argument("--many", type=int, default=2000)
    arguments.add_argument("--only", default="latency,throughput,store,memory,backends")
    arguments.add_argument("--json", type=Path)
    given = arguments.parse_args()
    wanted = set(given.only.split(","))
    kept = figures(given.corpus, given.figures)
    print(f"{len(kept)} figures, {given.rounds} rounds, backend {given.backend}")
    rows: list[tuple[str, float, float, bool]] = []

    def row(what: str, value: float, limit: float, *, least: bool = False) -> None:
        rows.append((what, value, limit, value >= limit if least else value <= limit))
        print(f"{what:<52} {value:8.2f}   {'at least' if least else 'at most':<8} {limit:g}")

    if "latency" in wanted:
        medians = latency(kept, given.rounds, given.backend)
        for name in ("plain", "floor", "warm", "prefix", "unknown"):
            if name in medians:
                print(f"{name:<52} {1000 * medians[name]:8.1f} ms")
        for name, limit in (("warm", WARM), ("prefix", PREFIX), ("unknown", UNKNOWN)):
            if f"{name}/plain" in medians:
                row(f"{name} / plain", medians[f"{name}/plain"], limit)
        row("warm / floor (forked engine alone, no picture)", medians["warm/floor"], FLOOR)
        print(f"{'floor / plain, of the same figures':<52} {medians[FLOOR_OF_WARM]:8.2f}")
    if "throughput" in wanted:
        rates = throughput(kept, given.backend)
        for name, rate in rates.items():
            print(f"{name:<52} {rate:8.0f} figures a minute")
        print(f"{'most that TeX leaves room for / two plain runs':<52} {rates[TEX_ALONE] / rates['two plain']:8.2f}")
        row("two workers / two plain runs", rates["two workers"] / rates["two plain"], TWO_PLAIN, least=True)
        row("two workers / one worker", rates["two workers"] / rates["one worker"], TWO_OVER_ONE, least=True)
    if "store" in wanted:
        row("store hit, ms", 1000 * store_hit(kept), HIT_MS)
    if "memory" in wanted:
        row(f"growth of the host over {given.many} figures, MiB", host_growth(kept[0], given.many), HOST_GROWTH_MIB)
    if "backends" in wanted:
        row("Docker over bubblewrap, ms", 1000 * backends(kept, given.rounds), BACKENDS_MS)
    if given.json:
        given.json.write_text(
            json.dumps([dict(zip(("what", "value", "limit", "ok"), each, strict=True)) for each in rows])
        )
    return 0 if all(ok for *_, ok in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
