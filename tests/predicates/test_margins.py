"""Every metric predicate: a third of its tolerance passes, three times its tolerance fails.

Each case draws one figure with a deviation; the panel is a square of side 10 whose corners are drawn, so that its
diagonal is known.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest
from figure_builders import REGISTRY, Sketch, circle, decide, square

from mathvis.figure.finding import Outcome
from mathvis.goldir.codes import Code
from mathvis.predicates.signature import ShapeKind
from mathvis.tolerances import TOLERANCES

DIAGONAL = 10 * math.sqrt(2)
Draw = Callable[[Sketch, float], None]


class Case(NamedTuple):
    """A predicate, its arguments, how a deviation is drawn, the deviation that is just allowed, and the code."""

    predicate: str
    args: dict[str, Any]
    draw: Draw
    allowed: float
    code: Code


def _share(tolerance: float) -> float:
    return tolerance * DIAGONAL


def _point(sketch: Sketch, off: float) -> None:
    sketch.point("P", (3 + off, 4))


def _named_points(sketch: Sketch, off: float) -> None:
    for k in range(3):
        sketch.point(f"set.m-{k}", (2 + k, 4 + off * (k == 1)))


def _circle(x: float = 0, r: float = 0, flat: float = 0, radius: float = 2.0) -> Draw:
    def draw(sketch: Sketch, off: float) -> None:
        ring = circle((0, 0), radius + r * off) * np.array([1, 1 - flat * off / radius]) + np.array([5 + x * off, 5])
        sketch.curve("K", ring, closed=True)

    return draw


def _ring_family(sketch: Sketch, off: float) -> None:
    for k in (1, 2, 3):
        sketch.curve(f"set.c-{k}", circle((2 * k, 5), 1 + off * (k == 2)), closed=True)


def _touching(sketch: Sketch, off: float) -> None:
    for k in (0, 1, 2):
        sketch.curve(f"set.c-{k}", circle((2 + 2 * k + off * (k == 2), 1), 1), closed=True)
    sketch.curve("axis", [(0, 0), (10, 0)])


def _lifted(sketch: Sketch, off: float) -> None:
    sketch.curve("set.c-0", circle((2, 1 + off), 1), closed=True)
    sketch.curve("axis", [(0, 0), (10, 0)])


def _overlapping(sketch: Sketch, off: float) -> None:
    sketch.curve("set.c-0", circle((3, 5), 1), closed=True)
    sketch.curve("set.c-1", circle((5 - off, 5), 1), closed=True)


def _moved_curve(sketch: Sketch, off: float) -> None:
    t = np.linspace(0, 2 * math.pi, 900)
    sketch.curve("g", np.column_stack([5 + 3 * np.cos(t), 5 + 2 * np.sin(2 * t) + off]), closed=True)


def _parabola(sketch: Sketch, off: float) -> None:
    x = np.linspace(-2, 2, 300)
    sketch.curve("g", np.column_stack([x, x**2 + off / math.sqrt(17)]))


def _corner(sketch: Sketch, off: float) -> None:
    sketch.curve("g", [(1, 1), (5, 1 - off), (5, 5), (1, 1)], closed=True)


def _gap(sketch: Sketch, off: float) -> None:
    ring = circle((5, 5), 2)
    ring[-1] += (0, -off)
    sketch.curve("g", ring, closed=False)


def _end(sketch: Sketch, off: float) -> None:
    sketch.point("A", (2, 2))
    sketch.point("B", (8, 8))
    sketch.curve("g", [(2, 2), (5, 3), (8 + off + 0.0375, 8)], arrows=[1])


def _bent(sketch: Sketch, off: float) -> None:
    sketch.curve("set.s", [(2, 2), (5, 2 + off * 6), (8, 2)])


def _off_line(sketch: Sketch, off: float) -> None:
    sketch.curve("axis", [(0, 5), (5, 5 + off), (10, 5)])


def _short_line(sketch: Sketch, off: float) -> None:
    sketch.curve("axis", [(1 + off, 5), (9, 5)])


def _beside(sketch: Sketch, off: float) -> None:
    sketch.curve("axis", [(0, 5), (10, 5)])
    sketch.point("set.P", (4, 5 + off))


def _segments(sketch: Sketch, off: float) -> None:
    for name, at in (("A", (2, 2)), ("B", (5, 2)), ("C", (2, 4)), ("D", (5 + 3 * off, 4))):
        sketch.point(name, at)
    sketch.curve("set.s", [(2, 6), (5, 6)])
    sketch.curve("set.t", [(2, 7), (5 + 3 * off, 7)])


def _angle(sketch: Sketch, off: float) -> None:
    turn = math.radians(60 + off)
    sketch.point("B", (3, 3))
    sketch.point("A", (6, 3))
    sketch.point("C", (3 + 3 * math.cos(turn), 3 + 3 * math.sin(turn)))
    sketch.edge("u", (2, 6), (5, 6))
    sketch.edge("v", (2, 6), (2 + 3 * math.cos(turn), 6 + 3 * math.sin(turn)))
    sketch.edge("w", (2, 1), (2 + 3 * math.cos(math.radians(off)), 1 + 3 * math.sin(math.radians(off))))
    sketch.edge("x", (8, 1), (8 - 3 * math.sin(math.radians(off)), 1 + 3 * math.cos(math.radians(off))))


def _three_in_line(sketch: Sketch, off: float) -> None:
    # The middle of three equally spaced points leaves the line: singular values sqrt(2/3)·h and about sqrt(2)·3.
    for name, at in (("A", (2, 5)), ("B", (5, 5 + off * 3 * math.sqrt(3))), ("C", (8, 5))):
        sketch.point(name, at)


def _four_on_a_circle(sketch: Sketch, off: float) -> None:
    sketch.point("E", (5, 5))
    for k in range(6):
        r = 3 + 2 * off * (k == 0)
        sketch.point(f"set.q-{k}", (5 + r * math.cos(k), 5 + r * math.sin(k)))


def _three_lines(sketch: Sketch, off: float) -> None:
    sketch.point("S", (5, 5))
    sketch.edge("set.a", (2, 5), (8, 5))
    sketch.edge("set.b", (5, 2), (5, 8))
    sketch.edge("set.c", (2 + off * math.sqrt(2), 2), (8 + off * math.sqrt(2), 8))


def _tails(sketch: Sketch, off: float) -> None:
    for k in range(3):
        tail = (5 + off * (k == 2), 5)
        sketch.edge(f"set.v-{k}", tail, (tail[0] + 3 * math.cos(k), 5 + 3 * math.sin(k)))
    sketch.edge("own", (5 + off, 5), (8 + off, 5))


def _star(turn: float = 0, stretch: float = 0) -> Draw:
    def draw(sketch: Sketch, off: float) -> None:
        for k in range(6):
            angle = math.radians(60 * k + turn * off * (k == 2))
            size = 3 * (1 + stretch * off * (k == 2))
            sketch.edge(f"set.v-{k}", (5, 5), (5 + size * math.cos(angle), 5 + size * math.sin(angle)))

    return draw


def _rows(sketch: Sketch, off: float) -> None:
    for r in range(3):
        for c in range(3):
            sketch.node(f"set.n-{r}{c}", (2 + 3 * c, 8 - 3 * r + 3 * off * (r == c == 1)), "n")


def _rise(sketch: Sketch, off: float) -> None:
    sketch.node("set.d-1", (5, 2), "1")
    sketch.node("set.d-2", (4, 4), "2")
    sketch.node("set.d-4", (6, 4 + 4 * (TOLERANCES.rise + (0.9 - off) * TOLERANCES.rise)), "4")
    sketch.node("set.d-8", (5, 6), "8")


def _squares(sketch: Sketch, off: float) -> None:
    sketch.region("set.f-1", square((2, 2), 2))
    sketch.region("set.f-2", square((4, 2), 2))
    sketch.region("set.f-3", square((6, 2), 2 * (1 + 1.5 * off)))


def _apart(sketch: Sketch, off: float) -> None:
    sketch.region("set.f-1", square((2, 2), 2))
    sketch.region("set.f-2", square((4 + off, 2), 2))


def _sticking_out(sketch: Sketch, off: float) -> None:
    sketch.region("outer", square((2, 2), 6))
    sketch.region("set.in", square((4 + off, 3), 4))


def _areas(sketch: Sketch, off: float) -> None:
    sketch.region("one", square((1, 1), 2) * np.array([1 + off, 1]) - np.array([off, 0]))
    sketch.region("two", square((5, 5), 4))


def _shifted_square(sketch: Sketch, off: float) -> None:
    # Moved by d, a square of side 4 keeps (4-d)/(4+d) of the union.
    d = 4 * (1 - TOLERANCES.iou) / (1 + TOLERANCES.iou) * off
    sketch.region("one", square((3 + d, 3), 4))


def _polygon(sketch: Sketch, off: float) -> None:
    sketch.region("one", [(2, 2), (6, 2 - off), (6, 6), (2, 2)])


def _between(carrier: float) -> Draw:
    def draw(sketch: Sketch, off: float) -> None:
        step = carrier * TOLERANCES.order_gap * (2 - off) if off < 1 else -carrier * TOLERANCES.order_gap
        for name, x in (("A", 2), ("B", 5), ("C", 5 + step), ("D", 8)):
            sketch.point(name, (x, 5))

    return draw


def _crossing_mark(sketch: Sketch, off: float) -> None:
    sketch.curve("g", [(2, 5), (8, 5)])
    sketch.curve("h", [(5, 2), (5, 8)])
    sketch.point("set.P", (5 + off, 5))


def _nearly_touching(sketch: Sketch, off: float) -> None:
    sketch.curve("g", [(1, 2), (9, 2)])
    sketch.curve("K", circle((5, 4 + off), 2), closed=True)


def _deep(sketch: Sketch, off: float) -> None:
    sketch.curve("g", [(1, 2), (9, 2)])
    sketch.curve("K", circle((5, 4 - off), 2), closed=True)


def _coincident(sketch: Sketch, off: float) -> None:
    sketch.point("set.a", (5, 5))
    sketch.point("set.b", (5 + (2 - off if off < 1 else 0.2) * _share(TOLERANCES.same_mark), 5))


def _printed(sketch: Sketch, off: float) -> None:
    sketch.point("A", (2, 2))
    sketch.point("B", (2 + 4 * (1 + off), 2))
    sketch.value("N", "4")


ON, POS = _share(TOLERANCES.on), _share(TOLERANCES.position)
CURVE, CIRCLE, TOUCH = _share(TOLERANCES.curve), _share(TOLERANCES.circle), _share(TOLERANCES.tangency)
SMALL = TOLERANCES.circle / TOLERANCES.small_circle
FORD = {"circles": "set", "names": "c-{n}", "center": ["2*n", "5"], "radius": "1"}
CASES = [
    Case("at", {"points": ["P"], "equals": [[3, 4]]}, _point, POS, Code.R5),
    Case("points_at", {"points": "set", "names": "m-{k}", "at": ["2+k", "4"]}, _named_points, POS, Code.R5),
    Case("circle", {"curve": "K", "center": [5, 5], "radius": 2}, _circle(x=1), CIRCLE, Code.R5),
    Case("circle", {"curve": "K", "center": [5, 5], "radius": 2}, _circle(r=1), CIRCLE, Code.R2),
    Case("circle", {"curve": "K"}, _circle(flat=2), CIRCLE, Code.R8),
    Case("circle", {"curve": "K", "center": [5, 5], "radius": 0.2}, _circle(r=1, radius=0.2), 0.2 * SMALL, Code.R2),
    Case("circles_at", FORD, _ring_family, CIRCLE, Code.R2),
    Case("tangent_pairs", {"circles": "set", "names": "c-{n}", "when": "abs(n1 - n2) = 1"}, _touching, TOUCH, Code.R1),
    Case("tangent_to", {"circles": "set", "line": "axis"}, _lifted, TOUCH, Code.R1),
    Case("disjoint_interiors", {"regions": "set"}, _overlapping, TOUCH, Code.R4),
    Case("traces", {"curve": "g", "parametric": ["5+3*cos(t)", "5+2*sin(2*t)"], "t": [0, "2*pi"]}, _moved_curve, CURVE * 1.25, Code.R8),
    Case("is_graph", {"curve": "g", "y": "x^2", "x": [-2, 2]}, _parabola, CURVE * 4, Code.R8),
    Case("is_polyline", {"curve": "g", "corners": [[1, 1], [5, 1], [5, 5], [1, 1]]}, _corner, CURVE, Code.R8),
    Case("closed", {"curves": ["g"]}, _gap, _share(TOLERANCES.closed_gap), Code.R4),
    Case("runs", {"path": "g", "start": "A", "end": "B"}, _end, _share(TOLERANCES.edge_end), Code.R7),
    Case("straight", {"paths": "set"}, _bent, TOLERANCES.collinear, Code.R8),
    Case("lies_on_line", {"curve": "axis", "through": [[0, 5], [10, 5]]}, _off_line, ON, Code.R8),
    Case("lies_on_line", {"curve": "axis", "through": [[1, 5], [9, 5]]}, _short_line, ON, Code.R4),
    Case("on", {"points": "set", "curve": "axis"}, _beside, ON, Code.R1),
    Case("length_ratio", {"first": ["C", "D"], "second": ["A", "B"], "equals": 1}, _segments, TOLERANCES.length, Code.R2),
    Case("has_length", {"segment": ["C", "D"], "equals": 3}, _segments, TOLERANCES.length, Code.R2),
    Case("equal_lengths", {"segments": "set"}, _segments, TOLERANCES.length, Code.R2),
    Case("angle", {"points": ["A", "B", "C"], "equals": 60}, _angle, TOLERANCES.angle, Code.R2),
    Case("angle_between", {"first": "u", "second": "v", "equals": 60}, _angle, TOLERANCES.angle, Code.R2),
    Case("parallel", {"first": "u", "second": "w"}, _angle, TOLERANCES.angle, Code.R2),
    Case("perpendicular", {"first": "u", "second": "x"}, _angle, TOLERANCES.angle, Code.R2),
    Case("collinear", {"points": ["A", "B", "C"]}, _three_in_line, TOLERANCES.collinear, Code.R1),
    Case("concyclic", {"points": "set", "center": "E"}, _four_on_a_circle, CIRCLE, Code.R1),
    Case("concyclic", {"points": "set"}, _four_on_a_circle, CIRCLE, Code.R1),
    Case("concurrent", {"lines": "set", "at": "S"}, _three_lines, ON, Code.R1),
    Case("concurrent", {"lines": "set"}, _three_lines, 2 * ON, Code.R1),
    Case("common_origin", {"vectors": "set"}, _tails, POS, Code.R1),
    Case("is_member", {"vector": "own", "of": "set"}, _tails, POS, Code.R5),
    Case("angle_steps", {"vectors": "set", "equals": [60]}, _star(turn=1), TOLERANCES.angle, Code.R2),
    Case("length_cycle", {"vectors": "set", "ratios": [1]}, _star(stretch=2), TOLERANCES.length, Code.R2),
    Case("reflection_invariant", {"vectors": "set"}, _star(stretch=2), TOLERANCES.symmetry, Code.R10),
    Case("cartan_integer", {"first": "set.v-2", "second": "set.v-0", "equals": -1}, _star(stretch=1), TOLERANCES.cartan, Code.R2),
    Case("grid", {"rows": [[f"set.n-{r}{c}" for c in range(3)] for r in range(3)]}, _rows, TOLERANCES.grid, Code.R5),
    Case("levels", {"groups": [[f"set.n-{r}{c}" for c in range(3)] for r in range(3)], "direction": "down"}, _rows, TOLERANCES.level, Code.R5),
    Case("upward", {"nodes": "set", "relations": ["d-1 -> d-2", "d-2 -> d-4", "d-4 -> d-8"]}, _rise, 1, Code.R5),
    Case("congruent_squares", {"faces": "set"}, _squares, TOLERANCES.length, Code.R2),
    Case("edge_joined", {"faces": "set", "shared": 1}, _apart, POS, Code.R4),
    Case("inside", {"things": "set", "outer": "outer"}, _sticking_out, _share(TOLERANCES.gap_overlap), Code.R5),
    Case("nested", {"chain": ["set.in", "outer"]}, _sticking_out, _share(TOLERANCES.gap_overlap), Code.R5),
    Case("area_ratio", {"first": "one", "second": "two", "equals": "1/4"}, _areas, TOLERANCES.area, Code.R2),
    Case("covers_polygon", {"region": "one", "corners": [[3, 3], [7, 3], [7, 7], [3, 7]]}, _shifted_square, 1, Code.R11),
    Case("is_polygon", {"shape": "one", "corners": [[2, 2], [6, 2], [6, 6]]}, _polygon, POS, Code.R8),
    Case("in_order", {"points": ["A", "B", "C", "D"]}, _between(6), 1, Code.R5),
    Case("placed", {"points": ["A", "B", "C", "D"], "direction": "right"}, _between(DIAGONAL), 1, Code.R5),
    Case("sides", {"line": "axis", "first": "set"}, lambda s, off: _beside(s, (1.5 if off < 1 else 0.3) * ON), 1, Code.R5),
    Case("meet", {"first": "g", "second": "h", "at": ["set.P"]}, _crossing_mark, ON, Code.R1),
    Case("tangent", {"first": "g", "second": "K"}, _nearly_touching, TOUCH, Code.R1),
    Case("tangent", {"first": "g", "second": "K"}, _deep, TOUCH, Code.R1),
    Case("distinct", {"points": "set"}, _coincident, 1, Code.R9),
    Case("states_length", {"value": "N", "segment": ["A", "B"]}, _printed, TOLERANCES.length, Code.B3),
]  # fmt: skip
# What is not measured against a tolerance of its own.
EXACT = {
    "count", "oriented", "winding_number", "simple", "self_crossings", "disjoint", "no_crossings", "graph_equals", "only_edges_between",
    "labelled", "isomorphic", "covers", "folds_to_cube", "opposite_faces", "no_row", "states", "states_count", "states_winding", "style_classes",
    "line_style", "no_extras", "clear_of_nodes", "clearance", "arrow_look", "passes_over",
}  # fmt: skip


def figure(case: Case, deviation: float, **view: Any) -> Any:
    sketch = Sketch(**view)
    sketch.point("corner-1", (0, 0))
    sketch.point("corner-2", (10, 10))
    case.draw(sketch, deviation)
    return sketch.figure()


def label(case: Case) -> str:
    return f"{case.predicate}-{case.code}"


@pytest.mark.parametrize("view", [{}, {"scale": 3.0, "angle": 40, "shift": (900, 20)}], ids=["upright", "turned"])
@pytest.mark.parametrize("case", CASES, ids=label)
class TestMargins:
    def skip_what_depends_on_the_page(self, case, view):
        if view and case.predicate in ("levels", "upward", "grid", "placed"):
            pytest.skip("up is up on the page")

    def test_a_third_passes(self, case, view):
        self.skip_what_depends_on_the_page(case, view)
        finding = decide(figure(case, case.allowed / 3, **view), case.predicate, **case.args)
        assert finding.outcome is Outcome.HOLDS, finding.message

    def test_three_times_fails(self, case, view):
        self.skip_what_depends_on_the_page(case, view)
        finding = decide(figure(case, 3 * case.allowed, **view), case.predicate, **case.args)
        assert (finding.outcome, finding.code) == (Outcome.VIOLATED, case.code), finding.message

    def test_the_exact_figure_passes(self, case, view):
        self.skip_what_depends_on_the_page(case, view)
        assert decide(figure(case, 0, **view), case.predicate, **case.args).holds


def test_every_hard_predicate_is_here_or_exact():
    covered = {case.predicate for case in CASES} | EXACT
    assert covered == {name for name, item in REGISTRY.items() if not item.soft}


@pytest.mark.parametrize(
    "case", [c for c in CASES if any(p.name == "tolerance" for p in REGISTRY[c.predicate].parameters)], ids=label
)
def test_a_statement_may_name_another_tolerance(case):
    default = next(p.default for p in REGISTRY[case.predicate].parameters if p.name == "tolerance")
    if case.predicate in ("covers_polygon", "in_order", "placed", "sides", "distinct", "upward"):
        pytest.skip("a least value, not a largest deviation")
    finding = decide(figure(case, 3 * case.allowed), case.predicate, **case.args, tolerance=9 * default)
    assert finding.holds, finding.message


def test_integers_are_no_tolerances():
    for item in REGISTRY.values():
        for parameter in item.parameters:
            if "tolerance" in parameter.name:
                assert parameter.kind is ShapeKind.NUMBER
