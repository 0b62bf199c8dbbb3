"""How arrows are drawn: with one line or two, how they start, and with how many heads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from mathvis.figure.finding import Finding, holds, undecided, violated
from mathvis.figure.model import Edge, Figure
from mathvis.goldir.codes import Code, Group
from mathvis.predicates.budget import Budget
from mathvis.predicates.measure.arrow_ends import ArrowEnds, middle_heads
from mathvis.predicates.measure.compare import outlines, same_line
from mathvis.predicates.measure.shafts import Shafts
from mathvis.predicates.measure.words import name_of, plural, show
from mathvis.predicates.registry import predicate
from mathvis.tolerances import TOLERANCES

Shaft = Literal["single", "double"]
Start = Literal["plain", "tail", "hook", "bar"]
Head = Literal["headless", "one", "two", "both"]


def check_look(args: Mapping[str, Any]) -> Iterable[str]:
    """Yield that nothing is stated."""
    if all(args.get(key) is None for key in ("shaft", "start", "head")):
        yield "one of 'shaft', 'start', 'head' is needed"


@predicate(group=Group.RENDERING, codes=(Code.R12,), check=check_look)
def arrow_look(
    edges: tuple[Edge, ...],
    figure: Figure,
    budget: Budget,
    shaft: Shaft | None = None,
    start: Start | None = None,
    head: Head | None = None,
) -> Finding:
    """All arrows are drawn as stated: their shafts, their starts, their heads.

    A shaft is ``double`` if it shows two parallel lines (⇒, =), however they are painted. A start is ``plain`` or
    carries a ``tail`` (↣), a ``hook`` (↪) or a ``bar`` (↦). Of heads there are ``one``, ``two`` at the same end (↠),
    one at ``both`` ends (↔), or none (``headless``). What is not stated may be as it likes; dashes are a matter of
    `line_style`. Ink at an end that cannot be told leaves the statement undecided.

    Examples
    --------
    ::

        - maps:       {arrow_look: {edges: arrows, shaft: single}}
        - inclusions: {arrow_look: {edges: [i, j], start: hook, head: one}}
    """
    shafts, ends = Shafts(figure, budget), ArrowEnds(figure)
    unclear: Finding | None = None
    for edge in edges:
        for stated, found in (
            (shaft, _shaft(edge, edges, shafts, figure) if shaft else None),
            (start, _start(edge, ends) if start else None),
            (head, _head(edge, ends) if head else None),
        ):
            if stated is None or found == stated:
                continue
            if found is None:
                what = "shaft" if stated is shaft else "start" if stated is start else "heads"
                words = f"{name_of(edge)}: its {what} cannot be told"
                unclear = unclear or undecided(words, evidence=show(edge))
                continue
            return violated(
                Code.R12,
                f"{name_of(edge)} has {_WORDS.get(found, found)}, not {_WORDS[stated]}",
                measured=found,
                evidence=show(edge),
            )
    return unclear or holds(f"{plural(len(edges), 'arrow')} drawn as stated", evidence=show(*edges))


_WORDS: dict[str, str] = {
    "single": "a single shaft",
    "double": "a double shaft",
    "plain": "a plain start",
    "tail": "a tail",
    "hook": "a hook",
    "bar": "a bar at its start",
    "circle": "a circle at its start",
    "square": "a square at its start",
    "headless": "no head",
    "one": "one head",
    "two": "two heads at one end",
    "both": "heads at both ends",
}


def _shaft(edge: Edge, edges: tuple[Edge, ...], shafts: Shafts, figure: Figure) -> str | None:
    lines = shafts.lines(edge)
    if lines is None or (lines == 1 and any(_may_be_one(edge, other, figure) for other in edges if other is not edge)):
        return None
    return {1: "single", 2: "double"}.get(lines, f"a shaft of {lines} lines")


def _may_be_one(edge: Edge, other: Edge, figure: Figure) -> bool:
    """Whether two lines without heads may be the two lines of an equality: side by side between the same ends."""
    if edge.tips or other.tips or {edge.source, edge.target} != {other.source, other.target}:
        return False
    return same_line(outlines(edge), outlines(other), TOLERANCES.rails / figure.printed)


def _start(edge: Edge, ends: ArrowEnds) -> str | None:
    """Return what an arrow starts with; what no head tells apart from its end may start with either's."""
    kinds = ends.kinds(edge)
    if not edge.directed:
        kinds |= ends.kinds(edge, at_end=True)
    if not kinds:
        return "plain"
    return next(iter(kinds)) if len(kinds) == 1 and "other" not in kinds else None


def _head(edge: Edge, ends: ArrowEnds) -> str | None:
    front, back, along = ends.heads(edge), ends.heads(edge, at_end=False), middle_heads(edge)
    if front and back:
        return "both" if front == back == 1 else None
    count = front or back or along
    if "other" in ends.kinds(edge, at_end=True) or (along > 1 and not (front or back)):
        return None
    return {0: "headless", 1: "one", 2: "two"}.get(count, f"{count} heads at one end")
