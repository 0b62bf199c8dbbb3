"""``mathvis run``: ask a model, judge its replies, store everything."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mathvis.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mathvis.harness.session import RunReport

_MOST_LOSSES = 3


def run(
    *,
    model: Annotated[
        str,
        typer.Option(help="openai:NAME, vllm:MODEL, replay:PATH, reference, negatives, accepted.", show_default=False),
    ],
    out: Annotated[Path, typer.Option(help="Folder of the run.", show_default=False)],
    harness: Annotated[str, typer.Option(help="direct or agent.")] = "direct",
    tasks: Annotated[list[str] | None, typer.Option(help="Full name or glob; repeatable. [default: all]")] = None,
    discipline: Annotated[list[str] | None, typer.Option(help="Keep only this discipline; repeatable.")] = None,
    sample: Annotated[int | None, typer.Option(help="Draw so many tasks, with --seed.")] = None,
    seed: Annotated[str, typer.Option(help="For sampling tasks and for the model; `none`: send none.")] = "0",
    rollouts: Annotated[int, typer.Option(help="Independent replies to each task.")] = 3,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the run in --out, if there is one.")] = False,
    temperature: Annotated[str, typer.Option(help="A number; `none`: the server's default.")] = "0.2",
    max_tokens: Annotated[int, typer.Option(help="Longest reply.")] = 4096,
    prompt: Annotated[str, typer.Option(help="direct, cot or cot-2shot.")] = "direct",
    concurrency: Annotated[int, typer.Option(help="Model calls at once.")] = 8,
    base_url: Annotated[str | None, typer.Option(help="Address of an OpenAI-compatible server.")] = None,
    timeout: Annotated[float, typer.Option(help="Seconds for one attempt at a reply.")] = 600.0,
    backend: Annotated[str, typer.Option(help="Sandbox: auto, docker, gvisor or bubblewrap.")] = "auto",
    root: Annotated[Path | None, typer.Option(help="Folder of task packages. [default: those of mathvis]")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON, no progress.")] = False,
) -> None:
    """Run a model over tasks and score its drawings.

    Replies, programs, pictures and verdicts are stored in OUT as they come; a run that is stopped or killed is
    continued by the same command with --resume. Exit code 0: complete, whatever the score; 1: a package's own program
    came out other than declared; 3: rollouts are missing; 130: stopped.
    """
    from mathvis.cli.progress import progress
    from mathvis.harness.session import RunOptions
    from mathvis.harness.session import run as run_session

    options = RunOptions(
        model=model,
        out=out,
        harness=harness,
        tasks=tuple(tasks or ("*",)),
        disciplines=tuple(discipline or ()),
        sample=sample,
        seed=_whole(seed, "--seed"),
        rollouts=rollouts,
        resume=resume,
        temperature=_number(temperature, "--temperature"),
        max_tokens=max_tokens,
        prompt=prompt,
        concurrency=concurrency,
        base_url=base_url,
        timeout=timeout,
        backend=backend,
        packages=root,
    )
    with progress(quiet=as_json) as observer:
        result = run_session(options, observer)
    show(result, as_json=as_json)
    if result.exit_code in (3, 130):
        words = list(dict.fromkeys(["mathvis", *sys.argv[1:], "--resume"]))
        print(f"continue with: {shlex.join(words)}", file=sys.stderr)
    raise typer.Exit(result.exit_code)


def show(result: RunReport, *, as_json: bool) -> None:
    """Print what came of a run."""
    from mathvis.metrics.plain import to_plain

    if as_json:
        body = {
            "run": str(result.folder),
            "stopped": result.ending.stopped,
            "notes": list(result.notes),
            "surprises": [item._asdict() for item in result.surprises],
            "scorecard": to_plain(result.scorecard),
        }
        print(json.dumps(body, indent=1, ensure_ascii=False))
        return
    from mathvis.cli.layout import console_of
    from mathvis.cli.tables import scorecards, surprise_table

    console = console_of()
    console.print(scorecards([(str(result.folder), result.scorecard)]))
    if result.surprises:
        console.print(surprise_table(result.surprises))
    if not result.scorecard.complete:
        for line in _losses(result.folder):
            console.print(line, markup=False)
    for note in result.notes:
        console.print(note, markup=False)
    console.print(f"programs, pictures and verdicts: {result.folder / 'rollouts'}", markup=False, soft_wrap=True)


def _losses(folder: Path) -> Iterator[str]:
    """Say why rollouts are missing: the first few in words, and where the rest is told."""
    from mathvis.harness.store import RunStore

    store = RunStore.read(folder)
    found = [note for (task, rollout), note in store.faults().items() if store.judged(task, rollout) is None]
    for note in found[:_MOST_LOSSES]:
        yield f"missing: {' '.join(note.message.split())}"
    if len(found) > _MOST_LOSSES:
        yield f"… and {len(found) - _MOST_LOSSES} more, each in {folder / 'faults.jsonl'}"


def _number(text: str, option: str) -> float | None:
    if text.lower() == "none":
        return None
    try:
        return float(text)
    except ValueError:
        raise UsageError(f"{option} takes a number or `none`, not {text!r}") from None


def _whole(text: str, option: str) -> int | None:
    if text.lower() == "none":
        return None
    try:
        return int(text)
    except ValueError:
        raise UsageError(f"{option} takes a whole number or `none`, not {text!r}") from None
