"""From a program to its verdict, side by side with a bare ``pdflatex`` run of the same program.

    python benchmarks/road.py [--rounds 5] [--tasks '*'] [--json FILE]

Sequential, bubblewrap backend, over the TikZ references of the tasks. Each round runs both routes on every
figure, one after the other, so that a drifting machine slows both. Prints the seconds of each stage, its share,
and the ratio of the medians; exit code 1 when the median ratio over the references is above the limit of 2.0.
The bare run compiles references of this repository only, which are no model's programs.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from mathvis.extract import extract, wrap
from mathvis.extract.model import Format
from mathvis.packages import load_tasks
from mathvis.sandbox import open_sandbox
from mathvis.verifier import Verifier

LIMIT = 2.0


def bare(source: str) -> float:
    """Wall seconds of a plain pdflatex run in an empty folder."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "figure.tex").write_text(source, encoding="utf-8")
        start = time.perf_counter()
        done = subprocess.run(
            ["pdflatex", "-no-shell-escape", "-interaction=nonstopmode", "figure.tex"],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            check=False,
        )
        seconds = time.perf_counter() - start
    if done.returncode:
        sys.exit("the bare run of a reference fails; compare its TeX installation with the sandbox's")
    return seconds


def main() -> int:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--rounds", type=int, default=5)
    arguments.add_argument("--tasks", default="*")
    arguments.add_argument("--json", type=Path)
    given = arguments.parse_args()
    figures = [
        (task, drawing)
        for task in load_tasks([given.tasks])
        for drawing in task.references
        if drawing.format is Format.TIKZ
    ]
    rows: dict[str, dict[str, list[float]]] = {}
    with open_sandbox("bubblewrap", store=None) as sandbox, Verifier(sandbox) as verifier:
        for task, drawing in figures[:1]:
            verifier.judge(task, drawing.source)  # imports and page cache
        for _ in range(given.rounds):
            for task, drawing in figures:
                row = rows.setdefault(task.name, {})
                program = extract(drawing.source).program
                if program is None:
                    sys.exit(f"{task.name}: no program in {drawing.name}")
                row.setdefault("bare", []).append(bare(wrap(program).source))
                start = time.perf_counter()
                verdict = verifier.judge(task, drawing.source).verdict
                row.setdefault("road", []).append(time.perf_counter() - start)
                for stage, seconds in verdict.seconds.items():
                    row.setdefault(stage, []).append(seconds)
    medians = {name: {stage: statistics.median(values) for stage, values in row.items()} for name, row in rows.items()}
    print(f"{'reference':<40} {'bare ms':>8} {'road ms':>8} {'ratio':>6}")
    for name, row in medians.items():
        print(f"{name:<40} {1000 * row['bare']:8.0f} {1000 * row['road']:8.0f} {row['road'] / row['bare']:6.2f}")
    ratio = statistics.median(row["road"] / row["bare"] for row in medians.values())
    print(f"\n{'stage':<20} {'ms':>7} {'share':>6}   (medians over the references)")
    stages = dict.fromkeys(stage for row in medians.values() for stage in row if stage not in ("bare", "road"))
    for stage in stages:
        ms = statistics.median(1000 * row.get(stage, 0.0) for row in medians.values())
        share = statistics.median(row.get(stage, 0.0) / row["road"] for row in medians.values())
        print(f"{stage:<20} {ms:7.1f} {share:6.1%}")
    print(f"\nmedian ratio {ratio:.2f} (limit {LIMIT})")
    if given.json:
        given.json.write_text(json.dumps({"ratio": ratio, "limit": LIMIT, "references": medians}, indent=1))
    return 0 if ratio <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
