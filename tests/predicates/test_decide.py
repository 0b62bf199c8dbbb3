"""From a statement to a finding: references, what is missing, codes, budgets, faults of ours."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from figure_builders import REGISTRY, Sketch, circle
from figure_builders import decide as decide_built_in

from mathvis.errors import InfrastructureFault
from mathvis.figure.finding import Finding, Outcome, holds, scored, undecided, violated
from mathvis.figure.model import Curve, Point
from mathvis.goldir.codes import Code, Group
from mathvis.goldir.model import Criterion, Statement
from mathvis.predicates.budget import Budget
from mathvis.predicates.decide import PredicateFault, decide, score
from mathvis.predicates.registry import Predicate
from mathvis.predicates.signature import read_signature


def registry(function, *, codes=(Code.R1, Code.R2), soft=False):
    """A registry of one predicate."""
    return {"p": Predicate("p", function, Group.RELATION, codes, soft, read_signature(function))}


def statement(codes=(), **args):
    return Statement(id="s", predicate="p", args=args, codes=list(codes))


def one_point(points: tuple[Point, ...]) -> Finding:
    return holds(f"{len(points)}")


@pytest.fixture
def sketch():
    sketch = Sketch()
    sketch.point("A", (0, 0))
    for k in range(3):
        sketch.point(f"set.m-{k}", (k, 1))
    sketch.curve("c", circle(), closed=True)
    return sketch


class TestReferences:
    def names(self, figure, reference):
        seen = []

        def p(points: tuple[Point, ...]) -> Finding:
            seen.extend(point.id for point in points)
            return holds()

        finding = decide(registry(p), statement(points=reference), figure)
        return seen if finding.holds else finding

    def test_a_set_is_taken_apart(self, sketch):
        assert self.names(sketch.figure(), "set") == ["set.m-0", "set.m-1", "set.m-2"]

    def test_lists_mix_sets_members_and_entities(self, sketch):
        assert self.names(sketch.figure(), ["A", "set.m-2", "set"]) == ["A", "set.m-2", "set.m-0", "set.m-1", "set.m-2"]

    def test_an_entity_alone_is_a_list_of_one(self, sketch):
        assert self.names(sketch.figure(), "A") == ["A"]

    def test_a_missing_entity_blocks(self, sketch):
        sketch.missing("B", violated(Code.O1, "B is missing"))
        finding = self.names(sketch.figure(), ["A", "B"])
        assert (finding.outcome, finding.code, finding.blocked_by) == (Outcome.UNDECIDED, Code.O1, "B")

    def test_a_missing_member_blocks_with_the_code_of_its_set(self, sketch):
        sketch.missing("set", violated(Code.O4, "m-9 is missing"))
        finding = self.names(sketch.figure(), ["set.m-9"])
        assert (finding.outcome, finding.code, finding.blocked_by) == (Outcome.UNDECIDED, Code.O4, "set.m-9")

    def test_an_entity_that_nobody_heard_of_blocks(self, sketch):
        assert self.names(sketch.figure(), "B").outcome is Outcome.UNDECIDED

    def test_an_optional_entity_that_is_not_drawn_does_not(self, sketch):
        sketch.missing("B", holds("B is not drawn and need not be"))
        assert self.names(sketch.figure(), ["A", "B"]) == ["A"]

    def test_an_empty_set_is_undecided(self, sketch):
        sketch.empty_sets.append("none")
        finding = self.names(sketch.figure(), "none")
        assert (finding.outcome, finding.blocked_by) == (Outcome.UNDECIDED, "none")

    def test_a_set_bound_to_the_wrong_kind_is_our_fault(self, sketch):
        with pytest.raises(PredicateFault, match="Curve"):
            decide(registry(one_point), statement(points="c"), sketch.figure())


class TestIncompleteSets:
    def test_what_holds_of_the_drawn_members_is_undecided(self, sketch):
        sketch.missing("set", violated(Code.O4, "m-3 is missing"))
        finding = decide(registry(one_point), statement(points="set"), sketch.figure())
        assert (finding.outcome, finding.code, finding.blocked_by) == (Outcome.UNDECIDED, Code.O4, "set")
        assert "m-3 is missing" in finding.message

    def test_what_is_violated_stays_violated(self, sketch):
        def p(points: tuple[Point, ...]) -> Finding:
            return violated(Code.R1, "no")

        sketch.missing("set", violated(Code.O4, "m-3 is missing"))
        assert decide(registry(p), statement(points="set"), sketch.figure()).outcome is Outcome.VIOLATED

    def test_a_member_too_many_does_not_block(self, sketch):
        sketch.missing("set", violated(Code.X1, "m-2 is no member"))
        assert decide(registry(one_point), statement(points="set"), sketch.figure()).holds


class TestOutcomes:
    def run(self, finding, sketch, codes=(), declared=(Code.R1, Code.R2)):
        def p(curve: Curve) -> Finding:
            return finding

        return decide(registry(p, codes=declared), statement(codes, curve="c"), sketch.figure())

    @pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
    def test_what_is_not_finite_is_undecided(self, sketch, value):
        assert self.run(holds(measured=value), sketch).outcome is Outcome.UNDECIDED
        assert self.run(violated(Code.R1, "no", measured=value), sketch).outcome is Outcome.UNDECIDED

    def test_a_statement_narrows_the_codes(self, sketch):
        assert self.run(violated(Code.R1, "no"), sketch, codes=[Code.R2]).code is Code.R2
        assert self.run(violated(Code.R1, "no"), sketch, codes=[Code.R2, Code.R1]).code is Code.R1

    def test_a_code_that_is_not_declared_is_our_fault(self, sketch):
        with pytest.raises(PredicateFault, match="U1"):
            self.run(violated(Code.U1, "no"), sketch)

    def test_the_code_of_what_blocks_is_kept(self, sketch):
        assert self.run(undecided("?", code=Code.O1, blocked_by="B"), sketch, codes=[Code.R2]).code is Code.O1

    def test_an_exception_is_our_fault_and_names_the_predicate(self, sketch):
        def p(curve: Curve) -> Finding:
            raise ZeroDivisionError("oh")

        with pytest.raises(PredicateFault, match=r"predicate p failed on 's': ZeroDivisionError: oh"):
            decide(registry(p), statement(curve="c"), sketch.figure())
        assert issubclass(PredicateFault, InfrastructureFault)

    def test_no_finding_is_our_fault(self, sketch):
        with pytest.raises(PredicateFault, match="NoneType"):
            self.run(None, sketch)

    def test_an_unknown_predicate_is_our_fault(self, sketch):
        with pytest.raises(PredicateFault, match="unknown predicate"):
            decide({}, statement(), sketch.figure())

    def test_a_missing_argument_is_our_fault(self, sketch):
        with pytest.raises(PredicateFault, match="points"):
            decide(registry(one_point), statement(), sketch.figure())


class TestBudget:
    def test_a_search_without_end_is_undecided(self, sketch):
        def p(curve: Curve, budget: Budget) -> Finding:
            while True:
                budget.spend(10)

        finding = decide(registry(p), statement(curve="c"), sketch.figure(), steps=1000)
        assert finding.outcome is Outcome.UNDECIDED
        assert "1000 steps" in finding.message

    def test_every_statement_has_its_own(self, sketch):
        def p(curve: Curve, budget: Budget) -> Finding:
            budget.spend(900)
            return holds()

        for _ in range(3):
            assert decide(registry(p), statement(curve="c"), sketch.figure(), steps=1000).holds

    def test_graph_isomorphism_of_a_hard_pair(self):
        """Two strongly regular graphs that colour refinement cannot tell apart, the Shrikhande and the 4×4 rook's graph."""
        nodes = [(i, j) for i in range(4) for j in range(4)]
        steps = {(0, 1), (1, 0), (1, 1), (0, 3), (3, 0), (3, 3)}
        shrikhande = {
            frozenset((a, b)) for a in nodes for b in nodes if ((b[0] - a[0]) % 4, (b[1] - a[1]) % 4) in steps
        }
        rook = {frozenset((a, b)) for a in nodes for b in nodes if a != b and (a[0] == b[0] or a[1] == b[1])}
        assert len(shrikhande) == len(rook) == 48
        sketch = Sketch()
        for i, j in nodes:
            sketch.node(f"nodes.n{i}{j}", (i, j))
        for k, edge in enumerate(shrikhande):
            (a, b), (c, d) = sorted(edge)
            sketch.edge(f"edges.e{k}", f"nodes.n{a}{b}", f"nodes.n{c}{d}", directed=False)
        figure = sketch.figure()

        def arcs(edges):
            return [f"{a}{b} -- {c}{d}" for edge in edges for (a, b), (c, d) in [sorted(edge)]]

        assert decide_built_in(figure, "isomorphic", nodes="nodes", edges="edges", to=arcs(shrikhande)).holds
        assert (
            decide_built_in(figure, "isomorphic", nodes="nodes", edges="edges", to=arcs(rook)).outcome
            is Outcome.VIOLATED
        )
        hurried = Statement(id="s", predicate="isomorphic", args={"nodes": "nodes", "edges": "edges", "to": arcs(rook)})
        assert decide(REGISTRY, hurried, figure, steps=200).outcome is Outcome.UNDECIDED


class TestScore:
    def run(self, finding, sketch):
        def p(curve: Curve) -> Finding:
            return finding

        return score(registry(p, soft=True), Criterion(id="s", predicate="p", args={"curve": "c"}), sketch.figure())

    @pytest.mark.parametrize("grade", [0.0, 0.5, 1.0])
    def test_a_grade(self, sketch, grade):
        assert self.run(scored(grade, code=Code.R1), sketch).score == grade

    def test_undecided_has_none(self, sketch):
        assert self.run(undecided("?"), sketch).score is None

    def test_a_hard_finding_is_our_fault(self, sketch):
        with pytest.raises(PredicateFault, match="hard"):
            self.run(holds(), sketch)

    def test_a_grade_is_no_hard_finding(self, sketch):
        def p(curve: Curve) -> Finding:
            return scored(1.0)

        with pytest.raises(PredicateFault, match="soft"):
            decide(registry(p), statement(curve="c"), sketch.figure())

    def test_a_missing_entity_scores_nothing(self, sketch):
        def p(curve: Curve) -> Finding:
            return scored(1.0)

        sketch.missing("d", violated(Code.O1, "d is missing"))
        finding = score(registry(p, soft=True), Criterion(id="s", predicate="p", args={"curve": "d"}), sketch.figure())
        assert (finding.score, finding.blocked_by) == (None, "d")


def test_a_singular_frame_is_undecided(sketch):
    figure = sketch.figure()
    flat = replace(figure.frames["main"], linear=figure.frames["main"].linear * 0)
    broken = replace(figure, entities={"c": replace(figure.entities["c"], frame=flat)})
    finding = decide_built_in(broken, "circle", curve="c", center=0, radius=1)
    assert finding.outcome is Outcome.UNDECIDED
