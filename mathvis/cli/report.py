"""``mathvis report``: the scorecards of runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from mathvis.errors import UsageError


def report(
    runs: Annotated[list[Path], typer.Argument(help="Folders of runs.", show_default=False)],
    *,
    tsv: Annotated[
        Path | None, typer.Option(help="Write all rates to this file, tab-separated; `-` for stdout.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the scorecards as JSON.")] = False,
) -> None:
    """Print the scorecards of RUNS, computed from their stored verdicts; a run may still be going on.

    Every table says when rollouts are missing.
    """
    from mathvis.harness.results import describe, scorecard_of, usage_of
    from mathvis.harness.store import RunStore
    from mathvis.metrics.plain import to_plain, to_tsv

    stores = [RunStore.read(folder) for folder in runs]
    cards = [(str(folder), scorecard_of(store)) for folder, store in zip(runs, stores, strict=True)]
    if tsv is not None:
        _write(tsv, to_tsv(cards))
    if as_json:
        body = [
            {"run": name, "configuration": describe(store), "usage": usage_of(store), **to_plain(card)}
            for (name, card), store in zip(cards, stores, strict=True)
        ]
        print(json.dumps({"runs": body}, indent=1, ensure_ascii=False))
    elif tsv != Path("-"):
        from mathvis.cli.layout import console_of
        from mathvis.cli.tables import scorecards, usage_lines

        console = console_of()
        console.print(scorecards(cards))
        for line in usage_lines(
            (name, describe(store), usage_of(store)) for (name, _), store in zip(cards, stores, strict=True)
        ):
            console.print(line)


def _write(path: Path, text: str) -> None:
    if path == Path("-"):
        print(text, end="")
        return
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from error
