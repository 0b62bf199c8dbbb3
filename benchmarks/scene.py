"""What reading a scene costs beside a bare pdfLaTeX run of the same figure, and how it grows.

    python benchmarks/scene.py [--rounds 3] [--corpus FOLDER] [--json FILE]

Over the TikZ references of the tasks and, with ``--corpus``, over its clean TikZ files (``tikz/manifest.tsv``). The
sandbox makes each figure's PDF; then, figure by figure and round by round, a bare ``pdflatex`` (under bubblewrap,
without network, in a file system it cannot write), a cold reader (a new Python process) and a warm one (forked from
a process that has loaded the reader, as the sandbox does it) run one after the other, so that a drifting machine
slows all of them. Prints the medians and the ratios; then how long pages of 100,000 path operators take and how
much memory. Exit code 1 when the median warm ratio is above 0.25 or a large page above 3 s or 500 MB.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import pikepdf

from mathvis.extract import extract, wrap
from mathvis.extract.model import Format
from mathvis.packages import load_tasks
from mathvis.sandbox import Engine, Job, Outcome, Sandbox, open_sandbox

RATIO, SECONDS, MEGABYTES, OPERATORS = 0.25, 3.0, 500, 100_000
PYTHON = "/usr/bin/python3"
WARM = """
import json, os, resource, sys, time
sys.path.insert(0, sys.argv[1])
from mathvis.scene.codec import to_json
from mathvis.scene.readers.pdf import read_pdf
for line in sys.stdin:
    start = time.perf_counter()
    if os.fork() == 0:
        with open(line.strip(), "rb") as file:
            to_json(read_pdf(file.read()))
        os._exit(0)
    _, status, usage = os.wait3(0)
    spent = time.perf_counter() - start, usage.ru_utime + usage.ru_stime
    print(json.dumps([*spent, status, usage.ru_maxrss / 1024]), flush=True)
"""


class Figure(NamedTuple):
    """A program and its PDF."""

    name: str
    source: str
    document: bytes


class Run(NamedTuple):
    """Wall seconds, seconds of CPU, and peak memory in MB."""

    seconds: float
    cpu: float
    memory: float


class Reader:
    """A process that has loaded the reader and forks for each document."""

    def __init__(self) -> None:
        root = str(Path(__file__).resolve().parents[1])
        self._process = subprocess.Popen(
            [PYTHON, "-c", WARM, root], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def read(self, path: Path) -> Run:
        """Read a document."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{path}\n")
        self._process.stdin.flush()
        seconds, cpu, status, memory = json.loads(self._process.stdout.readline())
        if status:
            sys.exit(f"{path}: the reader fails")
        return Run(seconds, cpu, memory)

    def close(self) -> None:
        """End it."""
        self._process.communicate()


def programs(corpus: Path | None) -> list[tuple[str, str]]:
    """Names and texts of figures."""
    found = [
        (task.name, drawing.source)
        for task in load_tasks(["*"])
        for drawing in task.references
        if drawing.format is Format.TIKZ
    ]
    if corpus is not None:
        with (corpus / "tikz" / "manifest.tsv").open(encoding="utf-8") as lines:
            rows = [row["file"] for row in csv.DictReader(lines, delimiter="\t") if row["pdflatex"] == "clean"]
        found += [(row, (corpus / "tikz" / row).read_text(encoding="utf-8", errors="replace")) for row in rows]
    return found


def made(sandbox: Sandbox, name: str, text: str) -> Figure | None:
    """Let the sandbox make a figure's PDF."""
    program = extract(text).program
    if program is None:
        return None
    source = wrap(program).source
    artifact = sandbox.run(Job(source, Engine.PDFLATEX))
    if artifact.outcome is not Outcome.OK or artifact.document is None:
        return None
    return Figure(name, source, artifact.document)


def bare(figure: Figure) -> float | None:
    """Wall seconds of a plain pdflatex run in an empty folder; None where it fails."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "figure.tex").write_text(figure.source, encoding="utf-8")
        box = ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--bind", folder, folder]
        box += ["--unshare-all", "--die-with-parent", "--chdir", folder]
        start = time.perf_counter()
        done = subprocess.run(
            [*box, "pdflatex", "-no-shell-escape", "-interaction=nonstopmode", "figure.tex"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            check=False,
            timeout=120,
        )
        seconds = time.perf_counter() - start
    return None if done.returncode else seconds


def cold(path: Path) -> float:
    """Wall seconds of a reader that is started anew."""
    start = time.perf_counter()
    subprocess.run(
        [PYTHON, "-m", "mathvis.scene.readers", "pdf", str(path), os.devnull],
        check=True,
        cwd=Path(__file__).resolve().parents[1],
    )
    return time.perf_counter() - start


def large(kind: str) -> bytes:
    """A page of `OPERATORS` path operators: one long path, many strokes, or curves in coloured scopes."""
    rng = random.Random(1)  # noqa: S311 - no secret, only a page that is the same each time

    def place() -> str:
        return f"{rng.uniform(0, 500):.3f} {rng.uniform(0, 500):.3f}"

    if kind == "one path":
        rows = [f"{place()} m", *(f"{place()} l" for _ in range(OPERATORS - 2)), "S"]
    elif kind == "strokes":
        rows = [f"{place()} m {place()} l S" for _ in range(OPERATORS // 3)]
    else:
        rows = [
            f"q {rng.random():.2f} 0 0 RG {place()} m {place()} {place()} {place()} c {place()} l S Q"
            for _ in range(OPERATORS // 4)
        ]
    document, data = pikepdf.new(), io.BytesIO()
    document.add_blank_page(page_size=(500, 500))
    document.pages[0].Contents = document.make_stream("\n".join(rows).encode())
    document.save(data)
    return data.getvalue()


def main() -> int:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--corpus", type=Path)
    arguments.add_argument("--json", type=Path)
    given = arguments.parse_args()
    with open_sandbox("bubblewrap") as sandbox:
        figures = [made(sandbox, *program) for program in programs(given.corpus)]
    rows: dict[str, dict[str, list[float]]] = {}
    reader = Reader()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "figure.pdf")
        for round_ in range(given.rounds + 1):
            for figure in figures:
                if figure is None:
                    continue
                path.write_bytes(figure.document)
                seconds = {"bare": bare(figure), "cold": cold(path), "warm": reader.read(path).seconds}
                for key, value in seconds.items():
                    if value is not None and round_:  # the first round fills the page cache
                        rows.setdefault(figure.name, {}).setdefault(key, []).append(value)
        pages = {}
        for kind in ("one path", "strokes", "curves"):
            path.write_bytes(large(kind))
            pages[kind] = reader.read(path)
    reader.close()
    medians = {
        name: {key: statistics.median(values) for key, values in row.items()}
        for name, row in rows.items()
        if "bare" in row
    }
    print(f"{'figure':<56} {'bare ms':>8} {'cold ms':>8} {'warm ms':>8} {'cold':>6} {'warm':>6}")
    for name, row in medians.items():
        shares = row["cold"] / row["bare"], row["warm"] / row["bare"]
        times = " ".join(f"{1000 * row[key]:8.0f}" for key in ("bare", "cold", "warm"))
        print(f"{name:<56} {times} {shares[0]:6.3f} {shares[1]:6.3f}")
    ratios = {key: statistics.median(row[key] / row["bare"] for row in medians.values()) for key in ("cold", "warm")}
    print(f"median ratio over {len(medians)} figures: cold {ratios['cold']:.3f}, warm {ratios['warm']:.3f} ({RATIO})")
    print(f"{OPERATORS} path operators (at most {SECONDS} s and {MEGABYTES} MB):")
    for kind, run in pages.items():
        print(f"  {kind:<10} {run.seconds:.2f} s, {run.cpu:.2f} s of CPU, {run.memory:.0f} MB")
    if given.json:
        given.json.write_text(json.dumps({"figures": medians, "large": pages}, indent=1), encoding="utf-8")
    slow = any(run.seconds > SECONDS or run.memory > MEGABYTES for run in pages.values())
    return 1 if slow or ratios["warm"] > RATIO else 0


if __name__ == "__main__":
    sys.exit(main())
