"""``mathvis score``: judge a run's stored replies again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def score(
    run: Annotated[Path, typer.Argument(help="Folder of the run.", show_default=False)],
    *,
    recompile: Annotated[bool, typer.Option("--recompile", help="Do not use stored artifacts.")] = False,
    backend: Annotated[str, typer.Option(help="Sandbox: auto, docker, gvisor or bubblewrap.")] = "auto",
    root: Annotated[Path | None, typer.Option(help="Folder of task packages. [default: those of mathvis]")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON, no progress.")] = False,
) -> None:
    """Judge the stored replies of RUN again, every stage of it, and rebuild its scorecard. No model is called.

    Stored artifacts are used when they are of the toolchain at hand, or when there is no sandbox; it is said when
    they are not. Exit code 0: every rollout has a verdict; 3: rollouts are missing.
    """
    from mathvis.cli.progress import progress
    from mathvis.cli.run import show
    from mathvis.harness.session import RescoreOptions, rescore

    options = RescoreOptions(run, backend=backend, recompile=recompile, packages=root)
    with progress(quiet=as_json) as observer:
        result = rescore(options, observer)
    show(result, as_json=as_json)
    raise typer.Exit(result.exit_code)
