"""``mathvis tasks``: what tasks there are, and what a model is shown of one."""

from __future__ import annotations

import json
from pathlib import Path as File
from typing import Annotated

import typer

app = typer.Typer(help="List and show tasks.", no_args_is_help=True)

_Root = Annotated[File | None, typer.Option("--root", help="Folder of task packages.")]
_Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command("list")
def list_(
    selector: Annotated[list[str] | None, typer.Argument(help="Names or globs; all tasks by default.")] = None,
    *,
    root: _Root = None,
    as_json: _Json = False,
) -> None:
    """List tasks with their titles."""
    from mathvis.packages import load_tasks

    found = load_tasks(selector or ["*"], root=root)
    if as_json:
        rows = [
            {
                "name": t.name,
                "title": t.title,
                "formats": sorted(t.formats),
                "hard": len(t.gold.hard),
                "soft": len(t.gold.soft),
                "negatives": len(t.negatives),
                "accepted": len(t.accepted),
                "digest": t.digest,
            }
            for t in found
        ]
        print(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    for task in found:
        print(f"{task.name:<40} {task.title}  ({', '.join(sorted(task.formats))})")


@app.command("show")
def show(
    name: Annotated[str, typer.Argument(help="Full name of a task.")],
    *,
    root: _Root = None,
    as_json: _Json = False,
) -> None:
    """Print what a model is shown: the problem and the output contract."""
    from mathvis.packages import load_tasks

    for task in load_tasks([name], root=root):
        if as_json:
            print(json.dumps({"name": task.name, "prompt": task.prompt, "contract": task.contract}, ensure_ascii=False))
        else:
            print(f"# {task.title} ({task.name})\n\n{task.prompt}\n{task.contract}")
