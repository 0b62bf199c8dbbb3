"""``mathvis inspect``: what is drawn in a file, as a summary, as JSON, as a picture."""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from enum import StrEnum
from pathlib import Path as File
from typing import TYPE_CHECKING, Annotated

import typer

from mathvis.errors import InfrastructureFault, MathvisError, SceneError, UsageError
from mathvis.sandbox.limits import LIMITS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console

    from mathvis.extract import Program
    from mathvis.sandbox import Artifact
    from mathvis.scene.model import Scene
    from mathvis.scene.visibility import Visibility

LARGEST_INPUT = 4 * LIMITS.source
"""Bytes of a file that is read at all; a reply may be longer than the program in it."""
_MOST_ROWS = 60


class TexEngine(StrEnum):
    """Engines for LaTeX programs."""

    PDFLATEX = "pdflatex"
    LUALATEX = "lualatex"


class FigureFails(MathvisError):  # noqa: N818 - it says what is the case, like the others
    """The program was read but there is no drawing to inspect."""

    exit_code = 1


def inspect(
    file: Annotated[File, typer.Argument(help="A program (.tex, .svg) or a model's reply (.md, .txt).")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the scene as JSON.")] = False,
    overlay: Annotated[File | None, typer.Option(help="Write the scene drawn over its picture to this PNG.")] = None,
    engine: Annotated[TexEngine | None, typer.Option(help="TeX engine; by default what the program asks for.")] = None,
    backend: Annotated[str, typer.Option(help="Sandbox: auto, docker or bubblewrap.")] = "auto",
) -> None:
    """Show what is drawn in FILE: names, labels, arrows, hidden ink.

    The program is compiled and read in the sandbox. Exit code 1: it does not compile or cannot be read as a
    drawing; 2: no such file, or nothing in it that could be a program; 3: the sandbox cannot be used.
    """
    try:
        if overlay is not None and not overlay.resolve().parent.is_dir():
            raise UsageError(f"{overlay}: there is no folder {overlay.parent} to write to")
        artifact = _run(program_in(file), engine, backend)
        _show(file, artifact, as_json=as_json, overlay=overlay)
    except MathvisError as error:
        print(f"mathvis inspect: {_clean(str(error))}", file=sys.stderr)
        raise typer.Exit(error.exit_code) from None


def program_in(file: File) -> Program:
    """Read a file and find the program in it.

    Raises
    ------
    UsageError
        It cannot be read, is too large, is not UTF-8, or holds no program.
    """
    from mathvis.extract import ALL_FORMATS, Form, Format, Program, extract

    kind = file.suffix.lower()
    if kind == ".pdf":
        raise UsageError(f"{file}: PDF files are not read; give the program (.tex, .svg) or the reply that drew it")
    text = read_text(file)
    if kind == ".svg":
        return Program(Format.SVG, Form.SVG, text)
    if kind == ".tex" and "\\documentclass" in text:
        return Program(Format.TIKZ, Form.DOCUMENT, text)
    found = extract(text, frozenset({Format.TIKZ}) if kind in (".tex", ".tikz") else ALL_FORMATS)
    if found.program is None:
        raise UsageError(f"{file}: no program to inspect: {found.note}")
    return found.program


def read_text(file: File) -> str:
    """Read a UTF-8 text file of bounded size, line ends normalised.

    Raises
    ------
    UsageError
        It cannot be read, is too large, or is no text.
    """
    if file.is_dir():
        raise UsageError(f"{file}: is a folder, not a file")
    try:
        with file.open("rb") as stream:
            data = stream.read(LARGEST_INPUT + 1)
    except FileNotFoundError:
        raise UsageError(f"{file}: there is no such file") from None
    except OSError as error:
        raise UsageError(f"{file}: cannot be read: {error.strerror or error}") from None
    if len(data) > LARGEST_INPUT:
        raise UsageError(f"{file}: is larger than {LARGEST_INPUT >> 20} MiB, which no drawing program is")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{file}: is not UTF-8 text (byte {error.start})") from None
    if not text.strip() or "\0" in text:
        raise UsageError(f"{file}: is {'empty' if not text.strip() else 'binary data'}, not a program")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _run(program: Program, engine: TexEngine | None, backend: str) -> Artifact:
    """Compile, render and read a program in the sandbox."""
    from mathvis.extract import Format, wrap
    from mathvis.sandbox import Engine, Job, Outcome, open_sandbox

    document = wrap(program)
    tex = engine or document.engine_hint or Engine.PDFLATEX
    chosen = Engine.SVG if program.format is Format.SVG else Engine(tex)
    with open_sandbox(backend) as sandbox:
        artifact = sandbox.run(Job(document.source, chosen, document.offset))
    if artifact.outcome is Outcome.FAULT:
        raise InfrastructureFault(artifact.message or "the sandbox failed")
    if artifact.outcome is not Outcome.OK:
        lines = [f"line {e.line}: {e.message}" if e.line is not None else e.message for e in artifact.errors[:5]]
        what = artifact.message or artifact.outcome.value
        raise FigureFails("\n  ".join([f"the program does not compile ({artifact.outcome}): {what}", *lines]))
    if artifact.scene is None:
        raise FigureFails(f"the drawing cannot be read: {artifact.scene_error or 'no reason given'}")
    return artifact


def _show(file: File, artifact: Artifact, *, as_json: bool, overlay: File | None) -> None:
    from mathvis.scene.codec import from_json, to_json
    from mathvis.scene.geometry import SceneGeometry
    from mathvis.scene.overlay import overlay as draw
    from mathvis.scene.visibility import Visibility

    try:
        scene = from_json(artifact.scene or b"")
        visibility = Visibility(SceneGeometry(scene))
        if overlay is not None:
            if artifact.picture is None:
                raise FigureFails("there is no picture to draw over")
            write_file(overlay, draw(scene, artifact.picture, visibility=visibility))
    except SceneError as error:
        raise FigureFails(f"the drawing cannot be read: {error}") from None
    if as_json:
        sys.stdout.write(to_json(scene).decode() + "\n")
        return
    from rich.console import Console

    _summary(Console(markup=False, highlight=False, emoji=False), file, scene, visibility, artifact)
    if overlay is not None:
        print(f"overlay   {overlay}")


def write_file(file: File, data: bytes) -> None:
    """Write a file whole or not at all."""
    try:
        handle, name = tempfile.mkstemp(dir=file.resolve().parent, prefix=f".{file.name}.")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
            File(name).replace(file)
        except OSError:
            File(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise InfrastructureFault(f"{file}: cannot be written: {error.strerror or error}") from None


def _summary(console: Console, file: File, scene: Scene, visibility: Visibility, artifact: Artifact) -> None:
    """Print what is drawn."""
    from mathvis.scene.conforming import agreement
    from mathvis.scene.model import Image, Label, Path

    canvas, unit = scene.canvas, "pt" if scene.canvas.physical else "units"
    count = Counter(type(element) for element in scene.elements)
    console.print(f"{_clean(str(file))}   {scene.source.upper()} {canvas.width:.0f}×{canvas.height:.0f} {unit}")
    console.print(
        f"  {count[Path]} paths, {count[Label]} labels, {count[Image]} images, {len(scene.nodes)} nodes, "
        f"{len(scene.points)} named places" + (f", {scene.pages} pages" if scene.pages > 1 else "")
    )
    if artifact.picture is not None:
        result = agreement(scene, artifact.picture, artifact.picture_scale, visibility=visibility)
        console.print(f"  picture   {'agrees' if result.passed else result.reason} ({result.iou:.1%} of the ink)")
    for title, rows in (
        ("names", _names(scene, visibility)),
        ("nodes", _nodes(scene)),
        ("labels", _labels(scene, visibility)),
        ("arrows", _arrows(scene)),
        ("hidden", _hidden(scene, visibility)),
        ("notes", [(note.code, note.message) for note in scene.notes]),
    ):
        _table(console, title, rows)


def _table(console: Console, title: str, rows: Iterable[tuple[str, ...]]) -> None:
    from rich.table import Table
    from rich.text import Text

    listed = list(rows)
    if not listed:
        return
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
    for row in listed[:_MOST_ROWS]:
        table.add_row(*(Text(_clean(cell)[:100]) for cell in row))
    console.print(f"{title}")
    console.print(table)
    if len(listed) > _MOST_ROWS:
        console.print(f"    … and {len(listed) - _MOST_ROWS} more")


def _names(scene: Scene, visibility: Visibility) -> Iterable[tuple[str, ...]]:
    """List named paths, pieces of one name together, and named places."""
    from mathvis.scene.model import Path

    pieces: dict[str, list[Path]] = {}
    for element in scene.elements:
        if isinstance(element, Path):
            for name in element.names:
                pieces.setdefault(name, []).append(element)
    for name, paths in pieces.items():
        length = sum(visibility.geometry.length(path.index) for path in paths)
        seen = min(visibility.share(path.index) for path in paths)
        lines = sorted({str(path.line) for path in paths if path.line is not None})
        many = f"{len(paths)} pieces" if len(paths) > 1 else "path"
        yield name, many, f"{length:.0f} long", f"{seen:.0%} seen", f"line {', '.join(lines)}" if lines else ""
    for point in scene.points:
        yield point.name, "place", f"({point.at[0]:.1f}, {point.at[1]:.1f})", "", ""


def _nodes(scene: Scene) -> Iterable[tuple[str, ...]]:
    for node in scene.nodes:
        shown = [name for name in node.names if not name.startswith("~")]
        if shown:
            yield " = ".join(shown), node.shape, f"({node.center[0]:.1f}, {node.center[1]:.1f})"


def _labels(scene: Scene, visibility: Visibility) -> Iterable[tuple[str, ...]]:
    from mathvis.scene.model import Label

    for label in scene.elements:
        if isinstance(label, Label):
            size = f"{visibility.text_size(label.index):.1f} pt"
            yield label.form, label.text, size, f"in node {label.node}" if label.node else ""


def _arrows(scene: Scene) -> Iterable[tuple[str, ...]]:
    from mathvis.scene.model import Path

    for path in scene.elements:
        for tip in path.tips if isinstance(path, Path) else ():
            name = path.names[-1] if path.names else f"element {path.index}"
            where = f"({tip.apex[0]:.1f}, {tip.apex[1]:.1f})"
            yield name, f"{tip.kind} at its {tip.end}", where, tip.style


def _hidden(scene: Scene, visibility: Visibility) -> Iterable[tuple[str, ...]]:
    from mathvis.scene.model import Label, Path

    for index in visibility.hidden:
        element, seen = scene.elements[index], visibility[index]
        if isinstance(element, Path) and element.stroke is None and not element.names and not seen.hidden_by:
            continue  # a patch of the page's colour, such as the background of a text
        if isinstance(element, Label):
            what = f"text {element.text}"
        else:
            named = isinstance(element, Path) and element.names
            what = f"{element.names[-1]} (element {index})" if named else f"element {index}"
        why = ", ".join(f"{share:.0%} {cause}" for cause, share in seen.lost.items())
        yield what, f"{seen.share:.0%} seen", why


def _clean(text: str) -> str:
    """Keep what a hostile name could do to a terminal out of the output."""
    return "".join(c if c.isprintable() or c == "\n" else "�" for c in text)
