"""``mathvis verify``: one reply or program against one task, every statement in words."""

from __future__ import annotations

import sys
from pathlib import Path as File
from typing import TYPE_CHECKING, Annotated

import typer

from mathvis.errors import MathvisError, UsageError
from mathvis.inspect.files import read_text

if TYPE_CHECKING:
    from rich.console import Console

    from mathvis.figure.finding import Finding
    from mathvis.gates.verdict import Verdict
    from mathvis.verifier import Judgement

_SIGN = {True: "✓", False: "✗", None: "–"}
_SCORE = {0.0: "0", 0.5: "½", 1.0: "1"}


def verify(
    task: Annotated[str, typer.Argument(help="Full name of the task: discipline/family/variant.")],
    file: Annotated[File, typer.Argument(help="A model's reply (.md, .txt) or a program (.tex, .svg).")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the verdict as JSON.")] = False,
    overlay: Annotated[File | None, typer.Option(help="Write the drawing with its findings to this PNG.")] = None,
    root: Annotated[File | None, typer.Option(help="Folder of task packages.")] = None,
    backend: Annotated[str, typer.Option(help="Sandbox: auto, docker, gvisor or bubblewrap.")] = "auto",
) -> None:
    """Judge FILE as an answer to TASK.

    Exit code 0: delivered; 1: not delivered; 2: no such task or file; 3: the sandbox cannot be used.
    """
    try:
        judgement = _judge(task, read_text(file), root, backend)
        if overlay is not None:
            _draw(judgement, overlay)
        if as_json:
            print(judgement.verdict.to_json())
        else:
            _show(judgement.verdict, overlay)
    except MathvisError as error:
        print(f"mathvis verify: {error}", file=sys.stderr)
        raise typer.Exit(error.exit_code) from None
    raise typer.Exit(0 if judgement.verdict.D else 1)


def _judge(name: str, reply: str, root: File | None, backend: str) -> Judgement:
    from mathvis.packages import load_tasks
    from mathvis.sandbox import open_sandbox
    from mathvis.verifier import Verifier

    found = load_tasks([name], root=root)
    if len(found) != 1:
        listed = ", ".join(task.name for task in found)
        raise UsageError(f"{name!r} names {len(found)} tasks ({listed}); name one of them")
    with open_sandbox(backend) as sandbox, Verifier(sandbox) as verifier:
        return verifier.judge(found[0], reply)


def _draw(judgement: Judgement, file: File) -> None:
    from mathvis.inspect.files import write_file
    from mathvis.scene.captions import Annotation
    from mathvis.scene.overlay import overlay

    if judgement.scene is None or judgement.artifact is None or judgement.artifact.picture is None:
        raise UsageError("there is no drawing to write an overlay of")
    notes = [
        Annotation(evidence.at, item.finding.code or "?", (0.8, 0.0, 0.0))
        for item in judgement.verdict.hard
        if not item.finding.holds
        for evidence in item.finding.evidence[:3]
        if evidence.at is not None
    ]
    write_file(file, overlay(judgement.scene, judgement.artifact.picture, annotations=notes))


def _show(verdict: Verdict, overlay: File | None) -> None:
    from rich.console import Console

    console = Console(markup=False, highlight=False, emoji=False, soft_wrap=True)
    head = "delivered" if verdict.D else "not delivered"
    gates = f"T {_SIGN[verdict.T]}  M {_SIGN[verdict.M]}  P {_SIGN[verdict.P]}  R {verdict.R:.2f}"
    seconds = sum(value for key, value in verdict.seconds.items() if "." not in key)
    console.print(f"{verdict.task}   {head}   ({gates})   {1000 * seconds:.0f} ms")
    checks = [
        f"{check.name} {_SIGN[check.passed]}" + (f" {check.message}" if check.message and check.passed else "")
        for check in verdict.technical
    ]
    console.print("  T  " + "  ".join(checks))
    for check in verdict.technical:
        if check.passed is False:
            console.print(f"     {check.name} ✗ {check.message}   {check.code}")
    rows = [(i.id, i.says, i.finding) for i in verdict.hard if not (i.implied and i.finding.holds)]
    _statements(console, "M", rows)
    for index, item in enumerate(verdict.soft):
        mark = "P" if index == 0 else " "
        console.print(f"  {mark}  {item.id:<16} {_SCORE[item.score]}  {_words(item.says, item.finding)}")
    for note in verdict.notes:
        console.print(f"  note  {note}")
    if overlay is not None:
        console.print(f"  picture  {overlay}")


def _statements(console: Console, letter: str, rows: list[tuple[str, str, Finding]]) -> None:
    for index, (name, says, finding) in enumerate(rows):
        mark = letter if index == 0 else " "
        sign = "✓" if finding.holds else "?" if finding.outcome.value == "undecided" else "✗"
        code = f"   {finding.code}" if finding.code else ""
        console.print(f"  {mark}  {name:<16} {sign} {_words(says, finding)}{code}")


def _words(says: str, finding: Finding) -> str:
    """What the statement says where it holds, what was found where it does not, with what was measured."""
    text = (says or finding.message) if finding.holds else finding.message or says
    if finding.measured is None or isinstance(finding.measured, str):
        return text
    if finding.tolerance is None:
        return text
    if finding.unit:
        return f"{text}   ({finding.measured:.3g} {finding.unit}, allowed {finding.tolerance:.3g})"
    return f"{text}   ({finding.measured:.2%}, allowed {finding.tolerance:.2%})"
