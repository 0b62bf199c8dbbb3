"""Bring the generated parts of the documentation up to date.

``docs/generate.py`` writes docs/predicates.md from the registry and docs/scene.schema.json from the codec; with
``--pictures`` it has mathvis draw docs/pictures again, with ``--examples`` it runs the console examples and puts in
what they print now.
"""

from __future__ import annotations

import inspect
import io
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from blocks import Shell, refreshed

from mathvis.goldir.codes import Group
from mathvis.inspect.schema import published_schema
from mathvis.packages import load_tasks
from mathvis.predicates.registry import load_registry
from mathvis.sandbox import open_sandbox
from mathvis.verifier import Verifier

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mathvis.predicates.registry import Predicate
    from mathvis.predicates.signature import Parameter

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent
DOCUMENTS = (PROJECT / "README.md", *sorted(HERE.glob("*.md")))

_INTRODUCTION = """\
# Predicates

What a Gold IR can say of a figure. This page is generated from the registry by `docs/generate.py`; `mathvis predicates
show NAME` prints one entry, `mathvis predicates list --json` all of them with a JSON Schema of their arguments.

A *hard* predicate holds, is violated, or is undecided; undecided is not a pass. A *soft* one scores 0, ½ or 1. How
arguments are written (references, places, expressions, arcs) is described in [tasks.md](tasks.md#arguments). A
`tolerance` is a share of the panel's diagonal unless a unit is given; its default comes from one table,
`mathvis/tolerances.py`. Names in double quotes such as `clearance` are rows of that table. The codes are those that a
finding of the predicate can carry; the [table of codes](../README.md#error-codes) gives their meaning.
"""


def predicates_page() -> str:
    """Return docs/predicates.md."""
    registry = load_registry()
    built_in = [registry[name] for name in registry if registry[name].family == "core"]
    parts = [_INTRODUCTION]
    for group in Group:
        hard = [item for item in built_in if item.group is group and not item.soft]
        parts += _chapter(f"{group.value.capitalize()} (hard)", hard)
    parts += _chapter("Soft criteria", [item for item in built_in if item.soft])
    return "\n".join(parts)


def _chapter(title: str, predicates: Iterable[Predicate]) -> Iterator[str]:
    entries = [entry(item) for item in predicates]
    if entries:
        yield f"## {title}\n"
        yield from entries


def entry(item: Predicate) -> str:
    """Return a predicate's entry: definition, arguments, codes, examples."""
    text, _, rest = inspect.cleandoc(item.function.__doc__ or "").partition("\n\nParameters\n----------\n")
    text, _, example = text.partition("\n\nExamples\n--------\n") if not rest else (text, "", "")
    described, _, later = rest.partition("\n\nExamples\n--------\n")
    lines = [f"### {item.name}", "", _markdown(text), ""]
    given = [parameter for parameter in item.parameters if not parameter.injected]
    if given:
        notes = _notes(described)
        lines += ["| argument | what | default |", "|---|---|---|"]
        lines += [_row(parameter, notes.get(parameter.name, "")) for parameter in given]
    else:
        lines.append("No arguments.")
    codes = ", ".join(item.codes) or "none"
    lines += ["", f"Codes: {codes}.", ""]
    example = inspect.cleandoc((example or later).replace("::", "", 1))
    if example:
        lines += ["```yaml", example, "```", ""]
    return "\n".join(lines)


def _markdown(text: str) -> str:
    return text.replace("``", "`").replace("$", "\\$")


def _notes(text: str) -> dict[str, str]:
    """Read a numpydoc section of parameters."""
    out: dict[str, str] = {}
    name = ""
    for line in text.splitlines():
        if line and not line.startswith(" "):
            name = line
        elif name and line.strip():
            out[name] = f"{out.get(name, '')} {line.strip()}".strip()
    return {each: note for names, note in out.items() for each in re.split(r",\s*", names)}


def _row(parameter: Parameter, note: str) -> str:
    what = parameter.shape.words + (", or null" if parameter.shape.nullable and parameter.required else "")
    what += f". {_markdown(note)}" if note else ""
    default = "" if parameter.required else _default(parameter.default)
    return f"| `{parameter.name}` | {what.replace('|', chr(92) + '|')} | {default} |"


def _default(value: object) -> str:
    if value is None or value == ():
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return f"{value:g}" if isinstance(value, float) else str(value)


def pictures(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Draw the documents' pictures in a scratch folder: a right figure, a wrong one with its findings, its page."""
    (task,) = load_tasks(["complex-analysis/rouche/a"])
    reference = next(item.source for item in task.references if item.name == "reference.tex")
    with open_sandbox() as sandbox, Verifier(sandbox) as verifier:
        artifact = verifier.judge(task, reference).artifact
    if artifact is None or artifact.picture is None:
        raise SystemExit("the reference gave no picture")
    yield "rouche.png", artifact.picture
    name = "rouche-two-turns"
    shell = Shell(folder, PROJECT)
    shell.run(f"mathvis verify {task.name} examples/{name}.md --overlay {name}.png")
    yield f"{name}.png", (folder / f"{name}.png").read_bytes()
    shell.run(f"mathvis inspect examples/{name}.md --task {task.name} --html page.html")
    yield "inspect-page.png", _photographed(folder, "pC")


def _photographed(folder: Path, name: str) -> bytes:
    """Return what Chromium makes of page.html, opened at a named path."""
    page = folder / "page.html"
    key = re.search(rf'data-of="(e\d+)"[^>]*aria-label="{name},', page.read_text(encoding="utf-8"))
    if key is None:
        raise SystemExit(f"the page has no {name}")
    flags = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    subprocess.run(
        [
            "chromium",
            *f"{flags} --disable-component-update --disable-sync --hide-scrollbars --window-size=1280,720".split(),
            f"--user-data-dir={folder / 'profile'}",
            f"--screenshot={folder / 'page.png'}",
            f"{page.as_uri()}#{key[1]}",
        ],
        check=True,
        capture_output=True,
        timeout=60,
    )
    return (folder / "page.png").read_bytes()


def schema_file() -> str:
    """Return docs/scene.schema.json."""
    return json.dumps(published_schema(), ensure_ascii=False, indent=1) + "\n"


def _small(png: bytes) -> bytes:
    """Return the picture with a palette, a fraction of the size."""
    from PIL import Image

    out = io.BytesIO()
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    picture.quantize(256, Image.Quantize.MEDIANCUT).save(out, "PNG", optimize=True)
    return out.getvalue()


def main(arguments: list[str]) -> None:
    """Do what the arguments say."""
    if "--pictures" in arguments:
        with tempfile.TemporaryDirectory() as scratch:
            for name, data in pictures(Path(scratch)):
                (HERE / "pictures" / name).write_bytes(_small(data))
    if "--examples" in arguments:
        for document in DOCUMENTS:
            with tempfile.TemporaryDirectory() as folder:
                text = refreshed(document, Shell(Path(folder), PROJECT))
            document.write_text(text, encoding="utf-8")
    if not arguments:
        (HERE / "predicates.md").write_text(predicates_page(), encoding="utf-8")
        (HERE / "scene.schema.json").write_text(schema_file(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
