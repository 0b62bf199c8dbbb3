"""Which of two lines passes over the other."""

from __future__ import annotations

import numpy as np

from mathvis.figure.finding import Finding, holds, undecided, violated
from mathvis.figure.model import Curve, Edge, Figure
from mathvis.goldir.codes import Code, Group
from mathvis.predicates.budget import Budget
from mathvis.predicates.core.crossings import pieces_of
from mathvis.predicates.measure.words import name_of, plural, show
from mathvis.predicates.registry import predicate
from mathvis.scene.crossings import crossings


@predicate(group=Group.RELATION, codes=(Code.R4, Code.R5))
def passes_over(
    over: Curve | Edge,
    under: Curve | Edge,
    figure: Figure,
    budget: Budget,
    equals: int | None = None,
) -> Finding:
    """Where two lines cross, the first passes over the second: the second is broken there and the first runs through.

    It does so at all their crossings, or at exactly ``equals`` of them. A gap counts however it was made: by a casing
    in the colour of the page, a double line, a clip, or two pieces. Lines that cross without a gap do not tell which
    is over, and the statement is violated.

    Examples
    --------
    ::

        - knot: {passes_over: {over: a, under: b}}
        - link: {passes_over: {over: a, under: b, equals: 1}}
    """
    budget.spend(sum(len(piece) ** 2 for path in (over, under) for piece in pieces_of(path)) // 100)
    seen = figure.seen()
    upper, lower = set(over.elements), set(under.elements)
    if not all(seen[index].exact for index in upper | lower):
        return undecided("the drawing is too crowded to tell what lies on what")
    found = [
        crossing
        for crossing in crossings(seen, upper | lower)
        if (crossing.first.element in upper) != (crossing.second.element in upper)
    ]
    if not found:
        return violated(Code.R4, f"{name_of(over)} and {name_of(under)} do not cross", evidence=show(over, under))
    flat = next((crossing for crossing in found if crossing.flat), None)
    if flat is not None:
        words = f"nothing shows whether {name_of(over)} is over {name_of(under)}"
        return violated(Code.R5, words, evidence=show(over, under, at=np.array(flat.at)))
    right = [crossing for crossing in found if crossing.first.element in upper]
    wanted = len(found) if equals is None else equals
    if len(right) == wanted:
        words = plural(len(right), "crossing")
        return holds(f"{name_of(over)} passes over {name_of(under)} at {words}", measured=len(right))
    wrong = next((crossing for crossing in found if crossing.first.element in lower), found[0])
    words = f"{name_of(over)} passes over {name_of(under)} at {len(right)} of {plural(len(found), 'crossing')}"
    more = "" if equals is None else f", not at {equals}"
    evidence = show(over, under, at=np.array(wrong.at))
    return violated(Code.R5, words + more, measured=len(right), evidence=evidence)
