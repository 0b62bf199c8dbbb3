"""How well real figures by others are read: a report over a folder of them.

    python benchmarks/corpus.py FOLDER [--keep DIR] [--json FILE] [--only PREFIX]

FOLDER holds ``tikz/manifest.tsv`` and ``svg/manifest.tsv`` with the columns ``file`` and ``pdflatex`` (``clean``)
or ``defused`` (``ok``). Every clean TikZ file and every well-formed SVG is compiled, drawn and read in the sandbox;
then its scene is redrawn from the JSON alone and compared with the picture (at 144 dpi or more), text masked. Two
numbers come out: the plain overlap of ink with one pixel of dilation (`mathvis.scene.overlap`), and the decision
of the conforming check. Figures that are not read, or below 0.97, or not conforming are named with the reason.
Exit code 1 when fewer than 95 % reach 0.97.
With ``--keep`` what the sandbox gives back is kept in DIR and taken from there the next time.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from mathvis.errors import SceneError
from mathvis.extract import extract, wrap
from mathvis.extract.model import Format
from mathvis.sandbox import Engine, Job, Outcome, Sandbox, open_sandbox
from mathvis.scene.codec import from_json
from mathvis.scene.conforming import agreement
from mathvis.scene.geometry import SceneGeometry
from mathvis.scene.overlap import overlap
from mathvis.scene.visibility import Visibility

IOU, ENOUGH = 0.97, 0.95


class Read(NamedTuple):
    """What the sandbox gives back of one figure; `scene` and `picture` are None where there is none."""

    scene: bytes | None
    picture: bytes | None
    scale: float
    why: str


class Row(NamedTuple):
    """One line of the report."""

    file: str
    iou: float | None
    conforming: bool
    why: str
    notes: str


def figures(folder: Path) -> list[Path]:
    """Files of a corpus that should be read."""
    found = []
    for kind, column, value in (("tikz", "pdflatex", "clean"), ("svg", "defused", "ok")):
        with (folder / kind / "manifest.tsv").open(encoding="utf-8") as lines:
            rows = csv.DictReader(lines, delimiter="\t")
            found += [folder / kind / row["file"] for row in rows if row[column] == value]
    return found


def run(sandbox: Sandbox, path: Path) -> Read:
    """Compile, draw and read one figure."""
    text = path.read_text(encoding="utf-8", errors="replace")
    if path.suffix == ".svg":
        job = Job(text, Engine.SVG)
    else:
        program = extract(text).program
        if program is None or program.format is not Format.TIKZ:
            return Read(None, None, 0.0, "no program is found in it")
        document = wrap(program)
        job = Job(document.source, Engine(document.engine_hint or Engine.PDFLATEX), document.offset)
    made = sandbox.run(job)
    if made.outcome is not Outcome.OK:
        first = made.errors[0].message if made.errors else ""
        return Read(None, None, 0.0, f"{made.outcome.value}: {made.message or first}")
    return Read(made.scene, made.picture, made.picture_scale, made.scene_error or made.message)


def kept(folder: Path | None, sandbox: Sandbox, path: Path) -> Read:
    """Run a figure, or take what was kept of an earlier run."""
    if folder is None:
        return run(sandbox, path)
    place = folder / path.stem
    if (place / "why.json").is_file():
        why, scale = json.loads((place / "why.json").read_text(encoding="utf-8"))
        scene, picture = place / "scene.json", place / "picture.png"
        return Read(
            scene.read_bytes() if scene.is_file() else None,
            picture.read_bytes() if picture.is_file() else None,
            scale,
            why,
        )
    read = run(sandbox, path)
    place.mkdir(parents=True, exist_ok=True)
    if read.scene is not None:
        (place / "scene.json").write_bytes(read.scene)
    if read.picture is not None:
        (place / "picture.png").write_bytes(read.picture)
    (place / "why.json").write_text(json.dumps([read.why, read.scale]), encoding="utf-8")
    return read


def compare(path: Path, read: Read) -> Row:
    """Compare the redrawn scene with the picture."""
    if read.scene is None or read.picture is None:
        return Row(path.name, None, False, read.why or "no picture", "")
    try:
        scene = from_json(read.scene)
        common = overlap(scene, read.picture, read.scale)
        decided = agreement(scene, read.picture, read.scale, visibility=Visibility(SceneGeometry(scene)))
    except SceneError as error:
        return Row(path.name, None, False, str(error), "")
    notes = [*sorted({note.code for note in scene.notes}), *decided.notes]
    return Row(path.name, common.iou, decided.passed, decided.reason, "; ".join(notes))


def main() -> int:
    """Read, compare and print."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--keep", type=Path)
    arguments.add_argument("--json", type=Path)
    arguments.add_argument("--only", default="")
    given = arguments.parse_args()
    paths = [path for path in figures(given.folder) if path.name.startswith(given.only)]
    with open_sandbox("bubblewrap") as sandbox, ThreadPoolExecutor(2) as pool:
        rows = list(pool.map(lambda path: compare(path, kept(given.keep, sandbox, path)), paths))
    for kind in ("tex", "svg"):
        own = [row for row in rows if row.file.endswith(kind)]
        ious = [row.iou for row in own if row.iou is not None]
        good = sum(iou >= IOU for iou in ious)
        print(
            f"{kind}: {len(own)} figures, {len(ious)} read, {good} with an overlap of {IOU} or more, "
            f"{sum(row.conforming for row in own)} conforming"
        )
    for row in rows:
        if row.iou is None or row.iou < IOU or not row.conforming:
            iou = "not read" if row.iou is None else f"{row.iou:.3f}"
            why = row.why + (f" [{row.notes}]" if row.notes else "")
            print(f"  {row.file:<60} {iou:<9} {'conforms' if row.conforming else 'breach':<9} {why}")
    share = sum(row.iou is not None and row.iou >= IOU for row in rows) / max(len(rows), 1)
    print(f"{share:.1%} of {len(rows)} figures have an overlap of {IOU} or more (wanted: {ENOUGH:.0%})")
    if given.json:
        given.json.write_text(json.dumps([row._asdict() for row in rows], indent=1), encoding="utf-8")
    return 0 if rows and share >= ENOUGH else 1


if __name__ == "__main__":
    sys.exit(main())
