"""Diagrams and posets: every way in which arrows, labels and orders can differ has its code."""

from __future__ import annotations

import pytest
from figure_builders import Sketch, decide

from mathvis.figure.finding import Outcome
from mathvis.goldir.codes import Code

PLACES = {"A": (0, 1), "B": (2, 1), "C": (0, 0), "D": (2, 0)}
SQUARE = [("A", "B", "f"), ("A", "C", "g"), ("B", "D", "h"), ("C", "D", "k")]
STATED = [f"{a} -> {b}: {label}" for a, b, label in SQUARE]


def figure(arrows=SQUARE, *, directed=True, loose=False):
    sketch = Sketch()
    for name, at in PLACES.items():
        sketch.node(f"N.{name}", at, name)
    for k, (a, b, label) in enumerate(arrows):
        sketch.edge(f"E.e{k}", f"N.{a}", f"N.{b}", label=label, directed=directed)
    if loose:
        sketch.edge("E.loose", "N.A", (5, 5), path=[(0, 1), (5, 5)])
    return sketch.figure()


def verdict(fig, equals=STATED):
    return decide(fig, "graph_equals", nodes="N", edges="E", equals=equals)


def changed(at, **change):
    arrows = [dict(zip("abl", arrow, strict=True)) for arrow in SQUARE]
    arrows[at].update(change)
    return [tuple(arrow.values()) for arrow in arrows]


def test_equal():
    assert verdict(figure()).holds
    assert verdict(figure(SQUARE[::-1])).holds
    assert verdict(figure(), ["A -> B", "A -> C: g", "D <- B", "C -> D"]).holds


@pytest.mark.parametrize(
    ("drawn", "code"),
    [
        (SQUARE[1:], Code.O1),
        ([*SQUARE, ("A", "D", None)], Code.X1),
        (changed(0, a="B", b="A"), Code.R3),
        (changed(0, b="D"), Code.R7),
        (changed(0, l=None), Code.O2),
        (changed(0, l="x"), Code.B1),
        ([("A", "B", "g"), ("A", "C", "f"), *SQUARE[2:]], Code.B2),
        ([("A", "D", "f"), *SQUARE[1:]], Code.R7),
    ],
)
def test_different(drawn, code):
    assert verdict(figure(drawn)).code is code


@pytest.mark.parametrize(
    ("label", "free", "distinct", "bare"),
    [(None, None, None, None), ("x", None, None, Code.X1), ("g", None, Code.B1, Code.B1)],
)
def test_labels_that_are_not_stated(label, free, distinct, bare):
    fig = figure(changed(0, l=label))
    stated = ["A -> B", *STATED[1:]]
    for others, code in (("free", free), ("distinct", distinct), ("bare", bare)):
        found = decide(fig, "graph_equals", nodes="N", edges="E", equals=stated, others=others)
        assert found.code is code
        assert found.holds == (code is None)


def test_of_parallel_arrows_each_stated_label_is_had_once():
    twice = [*SQUARE, ("A", "B", "f")]
    stated = [*STATED, "A -> B"]
    apart = Sketch()
    for name, at in PLACES.items():
        apart.node(f"N.{name}", at, name)
    for k, (a, b, label) in enumerate(twice):
        path = [(0, 1), (1, 1.4), (2, 1)] if k == len(SQUARE) else None
        apart.edge(f"E.e{k}", f"N.{a}", f"N.{b}", label=label, **({} if path is None else {"path": path}))
    fig = apart.figure()
    for others, code in (("free", None), ("distinct", Code.B1), ("bare", Code.B1)):
        assert decide(fig, "graph_equals", nodes="N", edges="E", equals=stated, others=others).code is code


def test_a_loose_end():
    assert verdict(figure(loose=True)).code is Code.R7


def test_a_node_that_is_not_among_those_named():
    sketch = Sketch()
    for name, at in PLACES.items():
        sketch.node(f"N.{name}", at, name)
    sketch.node("M.B", (4, 1), "B")
    for k, (a, b, label) in enumerate(SQUARE):
        sketch.edge(f"E.e{k}", f"N.{a}", "M.B" if k == 0 else f"N.{b}", label=label)
    assert verdict(sketch.figure()).code is Code.R7


def test_heads_count():
    assert verdict(figure(directed=False)).code is Code.R3
    assert verdict(figure(directed=False), [text.replace("->", "--") for text in STATED]).holds
    assert verdict(figure(), [text.replace("->", "--") for text in STATED]).code is Code.R3


def test_an_arrow_painted_twice_is_one_arrow():
    assert verdict(figure([*SQUARE, SQUARE[0]])).holds
    assert verdict(figure([("A", "B", None), *SQUARE])).holds
    sketch = Sketch()
    for name, at in PLACES.items():
        sketch.node(f"N.{name}", at, name)
    for k, (a, b, label) in enumerate(SQUARE):
        sketch.edge(f"E.e{k}", f"N.{a}", f"N.{b}", label=label)
    sketch.edge("E.bent", "N.A", "N.B", path=[(0, 1), (1, 1.5), (2, 1)])
    assert verdict(sketch.figure()).code is Code.X1


def test_parallel_arrows():
    twice = [*SQUARE, ("A", "B", "g")]
    assert verdict(figure(twice), [*STATED, "A -> B: g"]).holds
    assert verdict(figure(twice), [*STATED, "A -> B"]).holds
    assert verdict(figure(twice)).code is Code.X1


def test_only_edges_between():
    args = {"edges": "E", "sources": ["N.A"], "targets": ["N.D", "N.C"]}
    assert decide(figure(), "only_edges_between", **args, equals=["A -> C"]).holds
    assert decide(figure(), "only_edges_between", **args, equals=["A -> D"]).code is Code.R7
    assert decide(figure(), "only_edges_between", **args, equals=[]).code is Code.X1
    assert decide(figure(changed(1, a="C", b="A")), "only_edges_between", **args, equals=["A -> C"]).code is Code.R3


@pytest.mark.parametrize(
    ("to", "code"),
    [
        (["1 -> 2", "1 -> 3", "2 -> 4", "3 -> 4"], None),
        (["1 -> 2", "2 -> 3", "3 -> 4", "4 -> 1"], Code.R4),
        (["1 -> 2", "1 -> 3", "2 -> 4"], Code.R9),
        (["1 -- 2", "1 -- 3", "2 -- 4", "3 -- 4"], Code.R4),
    ],
)
def test_isomorphic(to, code):
    finding = decide(figure(), "isomorphic", nodes="N", edges="E", to=to)
    assert finding.holds if code is None else finding.code is code


class TestPosets:
    RELATIONS = ("a -> b", "a -> c", "b -> d", "c -> d", "a -> d")

    def figure(self, edges=("ab", "ac", "bd", "cd"), places=None, directed=False):
        sketch = Sketch()
        for name, at in (places or {"a": (1, 0), "b": (0, 1), "c": (2, 1), "d": (1, 2)}).items():
            sketch.node(f"N.{name}", at, name)
        for edge in edges:
            sketch.edge(f"E.{edge}", f"N.{edge[0]}", f"N.{edge[1]}", directed=directed)
        return sketch.figure()

    def covers(self, fig, **more):
        return decide(fig, "covers", nodes="N", edges="E", relations=list(self.RELATIONS), **more)

    def test_the_transitive_reduction_is_drawn(self):
        assert self.covers(self.figure()).holds
        assert self.covers(self.figure(edges=("ba", "ca", "db", "dc"))).holds

    @pytest.mark.parametrize(
        ("edges", "code"),
        [
            (("ab", "ac", "bd"), Code.O1),
            (("ab", "ac", "bd", "cd", "ad"), Code.X1),
            (("ab", "ac", "bc", "cd"), Code.R4),
            (("ba", "bc", "ad", "cd"), Code.B2),
        ],
    )
    def test_other_edges(self, edges, code):
        assert self.covers(self.figure(edges=edges)).code is code

    def test_arrowheads(self):
        assert self.covers(self.figure(directed=True)).code is Code.R3
        assert self.covers(self.figure(directed=True), arrows="upward").holds
        assert self.covers(self.figure(directed=True), arrows="downward").code is Code.R3

    def test_a_horizontal_cover_is_not_upward(self):
        flat = self.figure(places={"a": (1, 0), "b": (0, 0), "c": (2, 1), "d": (1, 2)})
        assert decide(flat, "upward", nodes="N", relations=list(self.RELATIONS)).code is Code.R5

    @pytest.mark.parametrize("relations", [["a -> b", "b -> a"], ["a -> a"], ["a -> b", "b -> c", "c -> a"]])
    def test_no_order(self, relations):
        finding = decide(self.figure(), "covers", nodes="N", edges="E", relations=relations)
        assert finding.outcome is Outcome.UNDECIDED

    def test_a_relation_with_what_is_not_drawn_blocks(self):
        finding = decide(self.figure(), "upward", nodes="N", relations=["a -> z"])
        assert (finding.outcome, finding.blocked_by) == (Outcome.UNDECIDED, "z")


class TestLevels:
    def test_order_and_spread(self):
        sketch = Sketch()
        for name, at in {"a": (0, 0), "b": (1, 1), "c": (2, 1.05)}.items():
            sketch.node(f"N.{name}", at)
        args = {"groups": [["N.a"], ["N.b", "N.c"]]}
        assert decide(sketch.figure(), "levels", **args).holds
        assert decide(sketch.figure(), "levels", **args, direction="down").code is Code.R5
        assert decide(sketch.figure(), "levels", groups=[["N.a"]]).outcome is Outcome.UNDECIDED

    @pytest.mark.parametrize(
        ("place", "allow", "right"),
        [
            (lambda x, y: (x, -y), [], True),
            (lambda x, y: (-x, -y), [], False),
            (lambda x, y: (-x, -y), ["left-right"], True),
            (lambda x, y: (x, y), ["up-down"], True),
            (lambda x, y: (y, -x), [], False),
            (lambda x, y: (y, -x), ["transposition"], True),
            (lambda x, y: (y, x), ["transposition"], False),
            (lambda x, y: (y, x), ["transposition", "left-right"], True),
            (lambda x, y: (x, -y if x < 2 else -y - 0.4), [], False),
        ],
    )
    def test_grid(self, place, allow, right):
        sketch = Sketch()
        for row in range(2):
            for column in range(3):
                sketch.node(f"N.{row}{column}", place(column, row))
        finding = decide(sketch.figure(), "grid", rows=[[f"N.{r}{c}" for c in range(3)] for r in range(2)], allow=allow)
        assert finding.holds is right
        assert right or finding.code is Code.R5
