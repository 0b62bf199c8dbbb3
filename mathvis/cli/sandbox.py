"""``mathvis sandbox``: the place where programs are compiled."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

app = typer.Typer(help="The place where untrusted programs are compiled.", no_args_is_help=True)


@app.callback()
def _group() -> None:
    """Keep `build` a command of its own, also while it is the only one."""


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
