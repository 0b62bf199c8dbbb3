"""``mathvis inspect``: what is drawn in a file, as a summary, as JSON, as a picture, as a page."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from pathlib import Path as File
from typing import TYPE_CHECKING, Annotated

import typer

from mathvis.errors import InfrastructureFault, MathvisError, SceneError, UsageError

if TYPE_CHECKING:
    from mathvis.inspect.source import Source
    from mathvis.inspect.view import View
    from mathvis.packages import Task
    from mathvis.sandbox import Artifact, Sandbox


_MOST_ERRORS = 5


class TexEngine(StrEnum):
    """Engines for LaTeX programs."""

    PDFLATEX = "pdflatex"
    LUALATEX = "lualatex"


class FigureFails(MathvisError):  # noqa: N818 - it says what is the case, like the others
    """The program was read but there is no drawing to inspect."""

    exit_code = 1


def _print_schema(wanted: bool) -> None:
    if wanted:
        from mathvis.inspect.schema import published_schema

        print(json.dumps(published_schema(), ensure_ascii=False, indent=1))
        raise typer.Exit


def inspect(
    file: Annotated[File, typer.Argument(help="A program (.tex, .svg) or a model's reply (.md, .txt).")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the scene as JSON.")] = False,
    overlay: Annotated[File | None, typer.Option(help="Write the scene drawn over its picture to this PNG.")] = None,
    html: Annotated[File | None, typer.Option(help="Write a page that answers when pointed at to this file.")] = None,
    task: Annotated[str | None, typer.Option(help="Bind and judge the drawing as an answer to this task.")] = None,
    root: Annotated[File | None, typer.Option(help="Folder of task packages.")] = None,
    engine: Annotated[TexEngine | None, typer.Option(help="TeX engine; by default what the program asks for.")] = None,
    backend: Annotated[str, typer.Option(help="Sandbox: auto, docker, gvisor or bubblewrap.")] = "auto",
    schema: Annotated[  # noqa: ARG001 - its callback does it
        bool,
        typer.Option("--schema", help="Print the JSON Schema of scenes.", is_eager=True, callback=_print_schema),
    ] = False,
) -> None:
    """Show what is drawn in FILE: names, labels, arrows, hidden ink; with a task also bindings and findings.

    The program is compiled and read in the sandbox. Exit code 1: it is refused, does not compile or cannot be
    read as a drawing; 2: no such file or task, or nothing in it that could be a program; 3: the sandbox cannot be used.
    """
    from mathvis.scene.captions import printable

    try:
        for written in (overlay, html):
            if written is not None and not written.resolve().parent.is_dir():
                raise UsageError(f"{written}: there is no folder {written.parent} to write to")
        try:
            view = _look(file, _task(task, root), engine, backend)
            _write(view, overlay, html)
            _show(view, overlay, html, as_json=as_json)
        except SceneError as error:
            raise FigureFails(f"the drawing cannot be read: {error}") from None
    except MathvisError as error:
        words = "\n".join(map(printable, str(error).split("\n")))
        print(f"mathvis inspect: {words}", file=sys.stderr)
        raise typer.Exit(error.exit_code) from None


def _task(name: str | None, root: File | None) -> Task | None:
    from mathvis.packages import load_tasks

    if name is None:
        return None
    found = load_tasks([name], root=root)
    if len(found) != 1:
        raise UsageError(f"{name!r} names {len(found)} tasks ({', '.join(task.name for task in found)}); name one")
    return found[0]


def _look(file: File, task: Task | None, engine: TexEngine | None, backend: str) -> View:
    """Compile, render and read the program of a file; judge it where a task is named."""
    from mathvis.inspect.judged import judged
    from mathvis.inspect.source import read_source
    from mathvis.inspect.view import look
    from mathvis.sandbox import open_sandbox
    from mathvis.verifier import Verifier

    source = read_source(file, None if task is None else task.formats)
    with open_sandbox(backend) as sandbox:
        artifact = _run(sandbox, source, engine)
        result = None
        if task is not None:
            with Verifier(sandbox) as verifier:
                result = judged(verifier.judge(task, source.text, artifact=artifact))
    return look(str(file), source, artifact, result)


def _run(sandbox: Sandbox, source: Source, engine: TexEngine | None) -> Artifact:
    from mathvis.sandbox import Engine, Outcome

    artifact = sandbox.run(source.job(None if engine is None else Engine(engine)))
    if artifact.outcome is Outcome.FAULT:
        raise InfrastructureFault(artifact.message or "the sandbox failed")
    if artifact.outcome is not Outcome.OK:
        raise FigureFails(_why(source, artifact))
    return artifact


def _why(source: Source, artifact: Artifact) -> str:
    """Say how a program ended that came to no drawing, each thing once."""
    from mathvis.sandbox import Outcome

    errors = artifact.errors[:_MOST_ERRORS]
    lines = [e.message if e.line is None else f"{source.where(e.line)}: {e.message}" for e in errors]
    what = "the program is refused" if artifact.outcome is Outcome.REFUSED else "the program does not compile"
    if len(errors) == 1 and errors[0].message == artifact.message:
        return f"{what}: {lines[0]}"
    return "\n  ".join([f"{what}: {artifact.message or artifact.outcome.value}", *lines])


def _write(view: View, overlay: File | None, html: File | None) -> None:
    from mathvis.inspect.files import write_file

    if overlay is not None:
        from mathvis.scene.overlay import overlay as draw

        if view.artifact.picture is None:
            raise FigureFails("there is no picture to draw over")
        judged = view.judged
        picture = draw(
            view.scene,
            view.artifact.picture,
            visibility=view.visibility,
            annotations=judged.annotations if judged else (),
            bound=judged.by_element if judged else None,
        )
        write_file(overlay, picture)
    if html is not None:
        from mathvis.inspect.page import page

        write_file(html, page(view).encode())


def _harmless(text: str) -> str:
    r"""Write what a terminal would obey rather than print as ``\uXXXX``; in JSON it stands in strings alone."""
    return text if text.isprintable() else "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)


def _show(view: View, overlay: File | None, html: File | None, *, as_json: bool) -> None:
    if as_json:
        from mathvis.scene.codec import to_json

        sys.stdout.write(_harmless(to_json(view.scene).decode()) + "\n")
        return
    from rich.console import Console

    from mathvis.inspect.summary import summary

    summary(Console(markup=False, highlight=False, emoji=False, soft_wrap=True), view)
    for what, file in (("overlay", overlay), ("page", html)):
        if file is not None:
            print(f"{what:<10}{file}")
