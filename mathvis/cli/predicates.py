"""``mathvis predicates``: what statements a Gold IR can make."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from mathvis.errors import UsageError

if TYPE_CHECKING:
    from mathvis.predicates.registry import Predicate

app = typer.Typer(help="List and show predicates.", no_args_is_help=True)
_Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def _record(item: Predicate) -> dict[str, object]:
    from mathvis.predicates.signature import schema

    return {
        "name": item.name,
        "family": item.family,
        "group": item.group.value,
        "codes": [code.value for code in item.codes],
        "soft": item.soft,
        "doc": item.doc,
        "schema": schema(item),
    }


@app.command("list")
def list_(*, as_json: _Json = False) -> None:
    """List all predicates, those of plug-ins included."""
    from mathvis.predicates.registry import load_registry

    registry = load_registry()
    if as_json:
        print(json.dumps([_record(registry[name]) for name in registry], ensure_ascii=False, indent=1))
        return
    for name in registry:
        item = registry[name]
        print(f"{name:<24} {'soft' if item.soft else item.group.value:<12} {item.summary}")


@app.command("show")
def show(name: Annotated[str, typer.Argument(help="A predicate's name.")], *, as_json: _Json = False) -> None:
    """Print a predicate's definition, arguments and codes."""
    from mathvis.predicates.registry import load_registry

    registry = load_registry()
    if name not in registry:
        import difflib

        near = difflib.get_close_matches(name, list(registry), n=3)
        hint = f"; did you mean {', '.join(near)}?" if near else "; `mathvis predicates list` names them"
        raise UsageError(f"there is no predicate {name!r}{hint}")
    item = registry[name]
    if as_json:
        print(json.dumps(_record(item), ensure_ascii=False, indent=1))
        return
    kind = "soft criterion" if item.soft else f"hard statement, group {item.group.value}"
    codes = ", ".join(f"{code} ({code.meaning})" for code in item.codes)
    print(f"{name}   {kind}, family {item.family}\n\n{item.doc}\n\ncodes: {codes}")
