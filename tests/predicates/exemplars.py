"""Exemplars: figures made by hand for the statements that a task package would make of them.

The right drawing passes every statement, each wrong one fails where it must.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from figure_builders import decide

if TYPE_CHECKING:
    from mathvis.figure.model import Figure
    from mathvis.goldir.codes import Code

Statements = dict[str, tuple[str, dict[str, Any]]]


def failures(figure: Figure, statements: Statements) -> dict[str, Code | None]:
    """What fails, with its code."""
    found = {name: decide(figure, predicate, **args) for name, (predicate, args) in statements.items()}
    return {name: finding.code for name, finding in found.items() if not finding.holds}
