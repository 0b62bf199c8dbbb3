"""``mathvis sandbox``: the place where programs are compiled."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from mathvis.sandbox.doctor import Check

app = typer.Typer(help="The place where untrusted programs are compiled.", no_args_is_help=True)


@app.command()
def build(
    *,
    base: Annotated[str, typer.Option(help="Image to build on: a Debian 12.")] = "debian:bookworm-slim",
    network: Annotated[str, typer.Option(help="Network mode of the build, such as `host`.")] = "",
    quiet: Annotated[bool, typer.Option("--quiet", help="Do not print the engine's progress.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Build the image of the docker backend, or bring it up to date."""
    from mathvis.sandbox.build import build as build_image

    def say(line: str) -> None:
        if not quiet:
            print(line, file=sys.stderr)

    image = build_image(base=base, network=network or None, say=say)
    print(json.dumps({"image": image}) if as_json else f"built {image}")


@app.command()
def doctor(
    *,
    backend: Annotated[
        str, typer.Option(help="`docker`, `gvisor`, `bubblewrap`, or `auto`: each that is there.")
    ] = "auto",
    as_json: Annotated[bool, typer.Option("--json", help="Print the checks as JSON.")] = False,
) -> None:
    """Look at the sandbox from inside and run hostile programs in it; fail if a limit is not in force."""
    from mathvis.cli.errors import Exit
    from mathvis.sandbox.doctor_visit import examined

    found = examined(backend)
    if as_json:
        print(json.dumps([{"backend": name, **asdict(check)} for name, check in found], ensure_ascii=False, indent=1))
    else:
        _print_checks(found)
    if not all(check.well for _, check in found):
        raise typer.Exit(Exit.FAULT)


@app.command()
def clean(
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Remove what sandboxes left whose owners were killed: folders and containers."""
    from mathvis.sandbox.cleaning import clean as clean_up

    removed = clean_up()
    if as_json:
        print(json.dumps(asdict(removed)))
        return
    print(f"{len(removed.folders)} folders and {len(removed.containers)} containers removed")
    if removed.no_engine:
        print(f"containers were not looked for: {removed.no_engine}", file=sys.stderr)


def _print_checks(found: list[tuple[str, Check]]) -> None:
    from rich.box import HEAVY_HEAD

    from mathvis.cli.layout import Column, Grid, Kind, console_of

    console = console_of()
    for backend in dict.fromkeys(name for name, _ in found):
        checks = [check for name, check in found if name == backend]
        columns = (Column("", Kind.KEY), Column("what was looked at", Kind.KEY), Column("seen"), Column("must be"))
        table = Grid(backend, columns, box=HEAVY_HEAD)
        for check in checks:
            table.add("✓" if check.well else "✗", check.name, check.saw, check.wanted)
        console.print(table)
        failed = sum(not check.well for check in checks)
        print(f"{backend}: {len(checks) - failed} checks passed, {failed} failed")
