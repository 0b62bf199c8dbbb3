"""Graphs up to isomorphism, by colour refinement and a bounded search."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from mathvis.figure.finding import Finding, holds, undecided, violated
from mathvis.figure.model import Edge, Node, Point
from mathvis.goldir.codes import Code, Group
from mathvis.predicates.arcs import Arc
from mathvis.predicates.budget import Budget
from mathvis.predicates.core.diagrams import check_arcs, drawn_arcs
from mathvis.predicates.measure.words import member_name, plural, show
from mathvis.predicates.registry import predicate

_MOST_NODES = 200


@predicate(group=Group.RELATION, codes=(Code.R4, Code.R7, Code.R9), check=check_arcs)
def isomorphic(
    nodes: tuple[Node | Point, ...], edges: tuple[Edge, ...], to: tuple[Arc, ...], budget: Budget
) -> Finding:
    """The drawn graph, names forgotten, is isomorphic to the stated one (directions count, labels do not).

    Nodes without edges count when they are drawn; the stated graph has the nodes that its arcs name. Undecided when
    the search runs out of its budget.

    Examples
    --------
    ::

        - petersen: {isomorphic: {nodes: vertices, edges: edges, to: ["1 -- 2", "2 -- 3", "3 -- 1"]}}
    """
    drawn = drawn_arcs(edges, nodes)
    if isinstance(drawn, Finding):
        return drawn
    mine = _Graph(
        [member_name(node) for node in nodes], [(k.source, k.target, k.directed) for k, v in drawn.items() for _ in v]
    )
    names = list(dict.fromkeys(name for arc in to for name in (arc.source, arc.target)))
    other = _Graph(names, [(arc.source, arc.target, arc.directed) for arc in to])
    drawn_edges = sum(map(len, drawn.values()))
    if len(mine.names) != len(other.names) or drawn_edges != len(to):
        words = f"{plural(len(mine.names), 'node')} and {plural(drawn_edges, 'edge')}"
        return violated(
            Code.R9,
            f"{words}, not {len(other.names)} and {len(to)}",
            measured=f"{len(mine.names)}, {drawn_edges}",
            evidence=show(*edges),
        )
    if len(mine.names) > _MOST_NODES:
        return undecided(f"more than {_MOST_NODES} nodes")
    if mine.matches(other, budget):
        return holds("isomorphic to the stated graph", evidence=show(*edges))
    return violated(Code.R4, "not isomorphic to the stated graph", measured="no isomorphism", evidence=show(*edges))


class _Graph:
    """A mixed multigraph, as the number of arcs of each sort between every two nodes."""

    def __init__(self, names: Sequence[str], arcs: Iterable[tuple[str, str, bool]]) -> None:
        self.names = list(dict.fromkeys(names))
        index = {name: i for i, name in enumerate(self.names)}
        self.links: dict[tuple[int, int], tuple[int, int]] = defaultdict(lambda: (0, 0))
        for source, target, directed in arcs:
            i, j = index.setdefault(source, len(index)), index.setdefault(target, len(index))
            out, both = self.links[i, j]
            self.links[i, j] = (out + 1, both) if directed else (out, both + 1)
            if not directed and i != j:
                out, both = self.links[j, i]
                self.links[j, i] = (out, both + 1)
        self.names = list(index)
        self.colours: list[Any] = [0] * len(self.names)

    def refine(self, budget: Budget) -> None:
        """Give nodes colours that isomorphisms must keep."""
        n = len(self.names)
        for _ in range(n):
            budget.spend(n + len(self.links))
            around: list[list[Any]] = [[] for _ in range(n)]
            for (i, j), link in self.links.items():
                around[i].append((0, link, self.colours[j]))
                around[j].append((1, link, self.colours[i]))
            fresh = [hash((self.colours[i], tuple(sorted(around[i])))) for i in range(n)]
            if len(set(fresh)) == len(set(self.colours)):
                break
            self.colours = fresh

    def matches(self, other: _Graph, budget: Budget) -> bool:
        """Whether some bijection carries one graph to the other."""
        self.refine(budget)
        other.refine(budget)
        if Counter(self.colours) != Counter(other.colours) or len(self.names) != len(other.names):
            return False
        order = sorted(range(len(self.names)), key=lambda i: Counter(self.colours)[self.colours[i]])
        return self._extend(other, order, {}, set(), budget)

    def _extend(self, other: _Graph, order: list[int], image: dict[int, int], used: set[int], budget: Budget) -> bool:
        if len(image) == len(order):
            return True
        i = order[len(image)]
        for j in range(len(other.names)):
            budget.spend(1 + len(image))
            if j in used or self.colours[i] != other.colours[j]:
                continue
            if all(
                self.links.get((i, a), (0, 0)) == other.links.get((j, b), (0, 0))
                and self.links.get((a, i), (0, 0)) == other.links.get((b, j), (0, 0))
                for a, b in (*image.items(), (i, j))
            ):
                image[i] = j
                used.add(j)
                if self._extend(other, order, image, used, budget):
                    return True
                del image[i]
                used.discard(j)
        return False
