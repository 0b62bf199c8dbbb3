"""Hasse diagrams: covering relations and which way is up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Annotated, Any, Literal

import numpy as np

from mathvis.figure.finding import Finding, holds, undecided, violated
from mathvis.figure.model import Edge, Node, Point
from mathvis.goldir.codes import Code, Group
from mathvis.goldir.expressions import Condition
from mathvis.predicates.arcs import Arc
from mathvis.predicates.budget import Budget
from mathvis.predicates.core.diagrams import check_arcs, drawn_arcs
from mathvis.predicates.measure.names import check_names, numbers_of, paired
from mathvis.predicates.measure.words import listed, member_name, name_of, percent, plural, show
from mathvis.predicates.registry import predicate
from mathvis.predicates.signature import AtLeast
from mathvis.tolerances import TOLERANCES

_Spot = Node | Point
Pair = tuple[str, str]


def _check_order(args: Mapping[str, Any]) -> Iterable[str]:
    if ("order" in args) == ("relations" in args):
        yield "give either 'order' (a condition with 'names') or 'relations' (a list of arcs a -> b for a < b)"
    yield from check_names(args, pairs=("order",))
    yield from check_arcs({"pairs": args.get("relations")})


def cover_pairs(
    nodes: tuple[_Spot, ...],
    names: str | None,
    order: Condition | None,
    relations: tuple[Arc, ...] | None,
    budget: Budget,
) -> set[Pair] | Finding:
    """Return the covering pairs (lower, upper) of a strict order on the names of nodes.

    The order is a condition on the numbers in two names (letters with 1 for the lower, 2 for the upper), or the
    transitive closure of a list of relations. A pair of equal names is never compared.
    """
    members = {member_name(node): node for node in nodes}
    below: dict[str, set[str]] = {name: set() for name in members}
    if relations is not None:
        foreign = {end for arc in relations for end in (arc.source, arc.target)} - members.keys()
        if foreign:
            return undecided(f"{listed(sorted(foreign))} is not drawn", blocked_by=min(foreign))
        for arc in relations:
            below[arc.target].add(arc.source)
        for middle in members:
            for upper in members:
                budget.spend()
                if middle in below[upper]:
                    below[upper] |= below[middle]
    elif order is not None and names is not None:
        values = {name: numbers_of(names, node) for name, node in members.items()}
        for name, found in values.items():
            if found is None:
                return undecided(f"the name {name!r} does not fit {names!r}", evidence=show(members[name]))
        for lower, first in values.items():
            for upper, second in values.items():
                budget.spend()
                if lower != upper and first is not None and second is not None and order.holds(**paired(first, second)):
                    below[upper].add(lower)
    else:
        return undecided("no order is stated")
    if any(name in below[name] or any(name in below[other] for other in below[name]) for name in members):
        return undecided("the stated relation is no strict order")
    return {
        (lower, upper)
        for upper in members
        for lower in below[upper]
        if not any(lower in below[middle] for middle in below[upper])
    }


@predicate(group=Group.RELATION, codes=(Code.O1, Code.X1, Code.B2, Code.R4, Code.R7, Code.R3), check=_check_order)
def covers(
    nodes: Annotated[tuple[Node | Point, ...], AtLeast(2)],
    edges: tuple[Edge, ...],
    budget: Budget,
    names: str | None = None,
    order: Condition | None = None,
    relations: tuple[Arc, ...] | None = None,
    arrows: Literal["none", "upward", "downward", "any"] = "none",
) -> Finding:
    """The edges are exactly the covering relations of a strict order on the drawn nodes.

    The order is given by a condition on the numbers in the names of two nodes, or by relations ``a -> b`` for a < b
    (their transitive closure is taken). Missing covers are O1, other edges X1; when exchanging two names would mend
    the diagram, B2; when edges both lack and exceed, R4.

    Examples
    --------
    ::

        - covers: {covers: {nodes: divisors, edges: edges, names: "d-{n}", order: "mod(n2, n1) = 0"}}
        - listed: {covers: {nodes: N, edges: E, relations: ["a -> b", "b -> c"]}}
    """
    stated = cover_pairs(nodes, names, order, relations, budget)
    if isinstance(stated, Finding):
        return stated
    found = drawn_arcs(edges, nodes)
    if isinstance(found, Finding):
        return found
    unordered = {frozenset(pair) for pair in stated}
    drawn: dict[frozenset[str], list[Edge]] = {}
    for key, group in found.items():
        drawn.setdefault(frozenset((key.source, key.target)), []).extend(group)
        up = (key.source, key.target) in stated
        if key.directed and arrows != "any" and frozenset((key.source, key.target)) in unordered:
            wanted = {"upward": up, "downward": not up}.get(arrows, False)
            if not wanted:
                return violated(Code.R3, f"{key} carries an arrowhead it should not", evidence=show(*group))
    twice = [pair for pair, group in drawn.items() if len(group) > 1]
    missing = sorted(_text(pair) for pair in unordered - drawn.keys())
    extra = [pair for pair in drawn if pair not in unordered] + twice
    if not missing and not extra:
        return holds(f"exactly the {plural(len(stated), 'cover')}", measured=len(edges), evidence=show(*edges))
    evidence = show(*(edge for pair in extra for edge in drawn[pair]))
    if missing and extra:
        swap = _mending_swap(unordered, set(drawn), budget)
        if swap is not None:
            return violated(Code.B2, f"{swap[0]} and {swap[1]} are exchanged", evidence=show(*nodes))
        return violated(
            Code.R4,
            f"missing: {listed(missing)}; too many: {listed(map(_text, extra))}",
            measured=f"{len(missing)} missing, {len(extra)} too many",
            evidence=evidence,
        )
    if missing:
        return violated(Code.O1, f"missing: {listed(missing)}", measured=f"{len(missing)} missing")
    return violated(
        Code.X1, f"too many: {listed(map(_text, extra))}", measured=f"{len(extra)} too many", evidence=evidence
    )


def _text(pair: frozenset[str]) -> str:
    return " — ".join(sorted(pair))


def _mending_swap(stated: set[frozenset[str]], drawn: set[frozenset[str]], budget: Budget) -> Pair | None:
    """Return two names whose exchange turns the drawn edges into the stated ones."""
    touched = sorted({name for pair in stated ^ drawn for name in pair})
    for first, second in combinations(touched, 2):
        budget.spend(len(drawn))
        other = {first: second, second: first}
        if {frozenset(other.get(name, name) for name in pair) for pair in drawn} == stated:
            return first, second
    return None


@predicate(group=Group.RELATION, codes=(Code.R5,), check=_check_order)
def upward(
    nodes: Annotated[tuple[Node | Point, ...], AtLeast(2)],
    budget: Budget,
    names: str | None = None,
    order: Condition | None = None,
    relations: tuple[Arc, ...] | None = None,
    tolerance: float = TOLERANCES.rise,
) -> Finding:
    """In every covering pair the greater node stands strictly higher on the page.

    The rise is at least `tolerance` of the height of the diagram. The order is given as for `covers`.

    Examples
    --------
    ::

        - up: {upward: {nodes: divisors, names: "d-{n}", order: "mod(n2, n1) = 0"}}
    """
    stated = cover_pairs(nodes, names, order, relations, budget)
    if isinstance(stated, Finding):
        return stated
    if not stated:
        return undecided("no two drawn nodes are comparable")
    by_name = {member_name(node): node for node in nodes}
    heights = np.array([node.at[1] for node in nodes])
    height = float(np.ptp(heights))
    if not (np.isfinite(heights).all() and height > TOLERANCES.short_base * nodes[0].frame.diagonal):
        return violated(Code.R5, "the diagram has no height", measured=0.0, tolerance=tolerance, evidence=show(*nodes))
    rises = {pair: float(by_name[pair[1]].at[1] - by_name[pair[0]].at[1]) / height for pair in sorted(stated)}
    pair = min(rises, key=lambda p: rises[p])
    least = rises[pair]
    low, high = by_name[pair[0]], by_name[pair[1]]
    if least >= tolerance:
        return holds(
            f"all {plural(len(stated), 'cover')} go upward", measured=least, tolerance=tolerance, evidence=show(*nodes)
        )
    return violated(
        Code.R5,
        f"{name_of(high)} is not above {name_of(low)}: {percent(least)} of the height",
        measured=least,
        tolerance=tolerance,
        evidence=show(low, high),
    )
