"""Statements are checked when a Gold IR is loaded; every message names the statement and the argument."""

from __future__ import annotations

import pytest
from figure_builders import REGISTRY

from mathvis.goldir.codes import Code
from mathvis.goldir.model import Criterion, GoldIR, Statement
from mathvis.predicates.check import check_statement

GOLD = GoldIR.model_validate(
    {
        "schema": "mathvis/gold@1",
        "entities": {
            "pC": {"kind": "curve"},
            "O": {"kind": "point"},
            "zeros": {"kind": "points", "names": "zero-*"},
            "named": {"kind": "nodes", "names": "n-*", "members": {"n-1": None, "n-2": None}},
            "arrows": {"kind": "arrows", "names": "arr-*"},
            "delta": {"kind": "arrow"},
            "all": {"kind": "arrows", "union": ["arrows", "delta"]},
            "N": {"kind": "value", "reads": "N = {...}"},
        },
        "hard": [{"id": "s", "predicate": "count", "args": {"things": "zeros", "equals": 3}}],
        "soft": [{"id": "t", "predicate": "uses_canvas", "args": {}}],
    },
    strict=False,
)


def problems(predicate, *, soft=False, codes=(), **args):
    item = (
        Criterion(id="c", predicate=predicate, args=args)
        if soft
        else Statement(id="turns", predicate=predicate, args=args, codes=list(codes))
    )
    return check_statement(REGISTRY, GOLD, item)


@pytest.mark.parametrize(
    ("predicate", "args"),
    [
        ("winding_number", {"curve": "pC", "about": "O", "equals": 3}),
        ("winding_number", {"curve": "pC", "about": "1+2i", "equals": "2+1"}),
        ("winding_number", {"curve": "pC", "about": [0, 0], "equals": 3}),
        ("at", {"points": "zeros", "equals": {"roots_of": "z^2+1"}}),
        ("at", {"points": ["O", "zeros.zero-7"], "equals": [0, 1]}),
        ("count", {"things": ["zeros", "pC", "all.delta"], "equals": 3}),
        ("traces", {"curve": "pC", "parametric": "(z^2).subs(z, exp(i*t))", "t": [0, "2*pi"], "tolerance": 0.02}),
        ("traces", {"curve": "pC", "parametric": ["cos(t)", "sin(t)"], "t": [0, 1]}),
        ("graph_equals", {"nodes": "named", "edges": "all", "equals": ["n-1 -> n-2: \\frac12", "n-1 -- n-2"]}),
        ("grid", {"rows": [["named.n-1", None], [None, "named.n-2"]], "allow": ["transposition"]}),
        ("length_ratio", {"first": ["O", "named.n-1"], "second": "pC", "equals": "sqrt(2)"}),
        ("states", {"value": "N", "equals": "sqrt(7)/4"}),
        ("states", {"value": "N", "equals": "\\{1, 2\\}"}),
    ],
)
def test_right(predicate, args):
    assert problems(predicate, **args) == []


@pytest.mark.parametrize(
    ("predicate", "args", "words"),
    [
        ("windig_number", {}, "unknown predicate 'windig_number'; did you mean winding_number"),
        ("winding_number", {"curve": "pC", "about": "O"}, "argument 'equals' is missing (a whole number)"),
        ("winding_number", {"curve": "pC", "about": "O", "equal": 3, "equals": 3}, "unknown argument 'equal'; did you mean equals"),
        ("winding_number", {"curve": "pc", "about": "O", "equals": 3}, "argument 'curve': unknown entity 'pc'; did you mean pC"),
        ("winding_number", {"curve": "O", "about": "O", "equals": 3}, "argument 'curve': 'O' is of kind point; a curve is needed"),
        ("winding_number", {"curve": "pC", "about": "pC", "equals": 3}, "argument 'about': "),
        ("winding_number", {"curve": "pC", "about": "O", "equals": "5/2"}, "argument 'equals': '5/2' is not a whole number"),
        ("winding_number", {"curve": "pC", "about": "O", "equals": True}, "argument 'equals': "),
        ("winding_number", {"curve": 3, "about": "O", "equals": 1}, "argument 'curve': a curve reference is needed, got 3"),
        ("clearance", {"curve": "pC", "about": "zeros", "at_least": 1}, "'zeros' is a set; name one member"),
        ("on", {"points": "named.n-3", "curve": "pC"}, "the set 'named' has no member 'n-3'; did you mean n-2 or n-1"),
        ("on", {"points": "zeros.none", "curve": "pC"}, "the set 'zeros' has no member 'none'"),
        ("on", {"points": "O.x", "curve": "pC"}, "'O' is a point, not a set"),
        ("on", {"points": [], "curve": "pC"}, "argument 'points': "),
        ("on", {"points": "zeros", "curve": "pC", "tolerance": -1}, "argument 'tolerance': a tolerance must be positive"),
        ("traces", {"curve": "pC", "parametric": "sine(t)", "t": [0, 1]}, "column 1: unknown name 'sine'"),
        ("traces", {"curve": "pC", "parametric": "z^2", "t": [0, 1]}, "unknown variable z; allowed here: t"),
        ("traces", {"curve": "pC", "parametric": "t", "t": [0, 1, 2]}, "argument 't': 2 items are needed, got 3"),
        ("traces", {"curve": "pC", "parametric": "t", "t": [0, "9^9^9"]}, "argument 't': item 2: column 1: an exponent"),
        ("at", {"points": "zeros", "equals": {"root_of": "z"}}, "argument 'equals': places need 'roots_of' or 'each', got root_of"),
        ("at", {"points": "zeros", "equals": [0], "matching": "some"}, "argument 'matching': one of any, in-order is needed, got 'some'"),
        ("graph_equals", {"nodes": "named", "edges": "all", "equals": ["n-1->n-2"]}, "argument 'equals': item 1: 'n-1->n-2' is no arc"),
        ("graph_equals", {"nodes": "named", "edges": "all", "equals": ["n-1 -> n-9"]}, "nothing is called 'n-9'; did you mean n-2 or n-1"),
        ("graph_equals", {"nodes": "named", "edges": "all", "equals": ["n-1 -> n-2: \\oops"]}, "argument 'equals': "),
        ("grid", {"rows": [["named.n-1", "pC"]]}, "argument 'rows': item 1: item 2: 'pC' is of kind curve; a node or point is needed"),
        ("tangent_pairs", {"circles": "pC"}, "give either 'when' (a condition with 'names') or 'pairs'"),
        ("covers", {"nodes": "named", "edges": "all", "names": "n-{n}", "order": "mod(m2, n1) = 0"}, "argument 'order': m2 is not in the names 'n-{n}'"),
        ("covers", {"nodes": "named", "edges": "all", "names": "n-1", "order": "n1 < n2"}, "argument 'names': 'n-1' needs holes"),
        ("covers", {"nodes": "named", "edges": "all", "order": "n1 < n2"}, "argument 'names' is missing"),
        ("states", {"value": "N", "equals": "1..2"}, "argument 'equals': '1..2' is neither an expression nor a value"),
        ("traces", {"curve": "pC", "parametric": "1/(t - 1/2)", "t": [0, 1]}, "the stated curve is undefined at t = 0.5"),
        ("is_graph", {"curve": "pC", "y": "sqrt(x)", "x": [-1, 1]}, "the stated curve is undefined at x = "),
        ("uses_canvas", {}, "uses_canvas is a soft criterion; it cannot stand under 'hard'"),
    ],
)  # fmt: skip
def test_wrong(predicate, args, words):
    found = problems(predicate, **args)
    assert len(found) == 1, found
    assert words in found[0]
    assert found[0].startswith("statement 'turns'")


def test_a_hard_predicate_is_no_criterion():
    assert problems("count", soft=True, things="zeros", equals=1) == [
        "criterion 'c' (count): count is a hard statement; it cannot stand under 'soft'"
    ]


def test_codes_can_only_be_narrowed():
    assert problems("count", things="zeros", equals=1, codes=[Code.O4]) == []
    (found,) = problems("count", things="zeros", equals=1, codes=[Code.U1])
    assert "codes: U1 cannot come from count (it emits R9, O4, X1)" in found


def test_every_problem_is_told():
    assert len(problems("winding_number", curve="pc", about="o", equals="x", tol=1)) == 4
