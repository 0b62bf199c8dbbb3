"""Curves: tracing, direction, winding, crossings, contact; what must not change them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from figure_builders import Sketch, circle, complex_points, decide
from hypothesis import given, settings
from hypothesis import strategies as st

from mathvis.figure.finding import Outcome
from mathvis.goldir.codes import Code
from mathvis.tolerances import TOLERANCES

T = np.linspace(0, 2 * math.pi, 1201)
LIMACON = {"parametric": "(1 + 2*cos(t))*exp(i*t)", "t": [0, "2*pi"]}


def limacon(start: float = 0.0, n: int = 1201) -> np.ndarray:
    t = start + np.linspace(0, 2 * math.pi, n)
    return complex_points((1 + 2 * np.cos(t)) * np.exp(1j * t))


def one(*pieces, view=None, **style):
    sketch = Sketch(**(view or {}))
    sketch.curve("g", *pieces, **style)
    sketch.point("O", (0.5, 0))
    sketch.point("far", (2.5, 2))
    return sketch.figure()


class TestTraces:
    @pytest.mark.parametrize("start", [0, 0.5, 2.1, 4])
    def test_the_starting_point_is_free(self, start):
        assert decide(one(limacon(start), closed=True), "traces", curve="g", **LIMACON).holds

    @pytest.mark.parametrize("view", [{"angle": 77}, {"scale": 3}, {"mirror": True}, {"shift": (-500, 90)}], ids=str)
    def test_the_page_is_free(self, view):
        assert decide(one(limacon(), closed=True, view=view), "traces", curve="g", **LIMACON).holds

    def test_without_arrow_both_ways_are_right(self):
        assert decide(one(limacon()[::-1], closed=True), "traces", curve="g", **LIMACON).holds

    def test_an_arrow_decides_which_way(self):
        assert decide(one(limacon(), closed=True, arrows=[0.1, 0.6]), "traces", curve="g", **LIMACON).holds
        for wrong in (
            one(limacon()[::-1], closed=True, arrows=[0.1]),
            one(limacon(), closed=True, arrows=[0.1], reverse=True),
        ):
            assert decide(wrong, "traces", curve="g", **LIMACON).code is Code.R3

    def test_an_arrow_against_the_drawing_order_is_what_counts(self):
        assert decide(
            one(limacon()[::-1], closed=True, arrows=[0.3], reverse=True), "traces", curve="g", **LIMACON
        ).holds

    def test_contradictory_arrows(self):
        sketch = Sketch()
        sketch.curve("g", limacon(), closed=True, arrows=[0.2])
        figure = sketch.figure()
        tip = figure.entities["g"].tips[0]
        from dataclasses import replace

        back = replace(
            tip,
            apex=tuple(figure.entities["g"].pieces[0][700]),
            direction=tuple(-v for v in _chord(figure.entities["g"].pieces[0], 700)),
        )
        broken = replace(figure, entities={"g": replace(figure.entities["g"], tips=(tip, back))})
        assert decide(broken, "traces", curve="g", **LIMACON).code is Code.R3
        assert decide(broken, "oriented", curve="g", direction="counterclockwise").code is Code.R3

    def test_pieces_together(self):
        p = limacon()
        assert decide(one(p[:400], p[399:]), "traces", curve="g", **LIMACON).holds
        assert decide(one(p[:400], p[450:]), "traces", curve="g", **LIMACON).code is Code.R8

    def test_one_right_and_one_wrong_piece(self):
        assert decide(one(limacon(), circle((0, 0), 0.3)), "traces", curve="g", **LIMACON).code is Code.R8

    def test_a_part_is_not_the_whole(self):
        assert decide(one(limacon()[:1000]), "traces", curve="g", **LIMACON).code is Code.R8

    def test_the_same_ink_in_another_order_is_another_curve(self):
        """The two loops of the limaçon run apart: outer loop forward, inner loop backward."""
        p = limacon()
        node = np.flatnonzero(np.hypot(*p.T) < 0.02)
        a, b = int(node[0]), int(node[-1])
        mixed = np.vstack([p[:a], p[a : b + 1][::-1], p[b + 1 :]])
        found = decide(one(mixed, closed=True), "traces", curve="g", **LIMACON)
        assert (found.outcome, found.code) == (Outcome.VIOLATED, Code.R8)

    def test_coverings(self):
        twice = np.vstack([circle(turns=1), circle(turns=1)[1:]])
        args = {"parametric": "exp(3*i*t)", "t": [0, "2*pi"]}
        figure = one(twice, closed=True)
        assert decide(figure, "traces", curve="g", **args).holds
        assert decide(figure, "traces", curve="g", **args, coverings=[1, 3]).code is Code.R9
        assert decide(figure, "traces", curve="g", **args, coverings=[2]).holds

    def test_forth_and_back_is_no_covering(self):
        arc = circle()
        assert (
            decide(
                one(np.vstack([arc, arc[::-1]]), closed=True), "traces", curve="g", parametric="exp(i*t)", t=[0, "2*pi"]
            ).code
            is Code.R8
        )

    def test_an_open_curve(self):
        args = {"parametric": "t + i*t^3", "t": [-1, 1]}
        t = np.linspace(-1, 1, 200)
        cubic = np.column_stack([t, t**3])
        assert decide(one(cubic), "traces", curve="g", **args).holds
        assert decide(one(cubic[::-1], arrows=[1]), "traces", curve="g", **args).code is Code.R3
        assert decide(one(cubic, arrows=[1]), "traces", curve="g", **args).holds

    def test_a_closed_curve_must_close(self):
        broken = circle()[:-14]
        assert decide(one(broken), "traces", curve="g", parametric="exp(i*t)", t=[0, "2*pi"]).code in (Code.R4, Code.R8)

    def test_without_frame_nothing_is_known(self):
        assert (
            decide(one(limacon(), closed=True, view={"fitted": False}), "traces", curve="g", **LIMACON).outcome
            is Outcome.UNDECIDED
        )

    def test_an_undefined_statement_is_undecided(self):
        assert decide(one(limacon()), "traces", curve="g", parametric="1/t", t=[0, 1]).outcome is Outcome.UNDECIDED

    def test_where_it_strays_is_told(self):
        bump = limacon()
        bump[300:320] += (0, 0.5)
        found = decide(one(bump, closed=True), "traces", curve="g", **LIMACON)
        assert "not the stated curve: off by" in found.message
        assert found.evidence[0].at is not None

    @settings(max_examples=15, deadline=None)
    @given(st.floats(0, 6.2), st.integers(90, 400), st.booleans(), st.integers(2, 3), st.integers(4, 7))
    def test_coarse_but_honest_drawings_pass(self, start, n, backwards, low, high):
        def z(t):
            return np.exp(1j * low * t) + 2 * np.exp(1j * high * t) / 3

        points = np.round(complex_points(z(start + np.linspace(0, 2 * math.pi, n * high + 1))), 3)
        figure = one(points[::-1] if backwards else points, closed=True)
        assert decide(
            figure, "traces", curve="g", parametric=f"exp({low}*i*t) + 2*exp({high}*i*t)/3", t=[0, "2*pi"]
        ).holds


def _chord(points, k):
    d = points[k + 1] - points[k - 1]
    return tuple(d / np.hypot(*d))


class TestTurning:
    @pytest.mark.parametrize("turns", [-3, -2, -1, 1, 2, 3])
    @pytest.mark.parametrize("view", [{}, {"angle": 120}, {"mirror": True}], ids=str)
    def test_winding_number(self, turns, view):
        figure = one(circle((0.5, 0), 1, turns=turns), closed=True, arrows=[0.3], view=view)
        assert decide(figure, "winding_number", curve="g", about="O", equals=turns).holds
        assert decide(figure, "winding_number", curve="g", about="O", equals=-turns).code is Code.R3
        assert decide(figure, "winding_number", curve="g", about="O", equals=turns + 1).code is (
            Code.R3 if turns + 1 == -turns else Code.R4
        )
        assert decide(figure, "winding_number", curve="g", about="far", equals=0).holds

    @settings(max_examples=25, deadline=None)
    @given(st.floats(-3, 3), st.floats(-3, 3), st.floats(0, 6.2))
    def test_it_does_not_depend_on_the_start(self, x, y, start):
        found = [
            decide(one(limacon(s), closed=True, arrows=[0.4]), "winding_number", curve="g", about=[x, y], equals=9)
            for s in (0, start)
        ]
        if all(finding.outcome is Outcome.VIOLATED for finding in found):
            assert found[0].measured == found[1].measured
        else:
            assert all(
                (isinstance(f.measured, float) and f.measured < 2 * TOLERANCES.clearance)
                or f.outcome is Outcome.VIOLATED
                for f in found
            )

    def test_without_arrow_only_the_number_counts(self):
        figure = one(circle((0.5, 0), 1, turns=-2), closed=True)
        assert decide(figure, "winding_number", curve="g", about="O", equals=2).holds

    def test_too_near_is_undecided(self):
        figure = one(circle((0.5, 0), 1), closed=True, arrows=[0.3])
        assert decide(figure, "winding_number", curve="g", about=[1.49, 0], equals=1).outcome is Outcome.UNDECIDED
        assert decide(figure, "winding_number", curve="g", about=[1.3, 0], equals=1).holds

    def test_an_open_curve_does_not_wind(self):
        assert decide(one(circle(turns=0.9)), "winding_number", curve="g", about="O", equals=1).code is Code.R4

    def test_two_loops_are_not_one(self):
        assert not decide(
            one(circle((0.5, 0), 1), circle((0.5, 0), 1.5)), "winding_number", curve="g", about="O", equals=2
        ).holds

    def test_the_same_curve_painted_twice_winds_as_one(self):
        ring = circle((0.5, 0), 1, turns=2)
        assert decide(one(ring, ring), "winding_number", curve="g", about="O", equals=2).holds
        assert decide(one(ring, ring[::-1], arrows=[0.3]), "winding_number", curve="g", about="O", equals=2).holds
        assert decide(one(ring, circle((0.5, 0), 1)), "winding_number", curve="g", about="O", equals=2).code is Code.R4

    @pytest.mark.parametrize(("turns", "reverse"), [(1, False), (-1, True)])
    def test_oriented(self, turns, reverse):
        figure = one(circle(turns=turns), closed=True, arrows=[0.1, 0.5], reverse=reverse)
        assert decide(figure, "oriented", curve="g", direction="counterclockwise").holds
        assert decide(figure, "oriented", curve="g", direction="clockwise").code is Code.R3

    def test_an_arrow_is_required_unless_said_otherwise(self):
        figure = one(circle(), closed=True)
        assert decide(figure, "oriented", curve="g", direction="counterclockwise").code is Code.R3
        assert decide(figure, "oriented", curve="g", direction="counterclockwise", arrows="optional").holds

    def test_an_arc_with_an_arrow_at_its_end(self):
        assert decide(one(circle(turns=0.97), arrows=[1]), "oriented", curve="g", direction="counterclockwise").holds

    def test_pieces_with_arrows(self):
        p = circle()
        figure = one(p[:300], p[330:650], arrows=[0.5])
        assert decide(figure, "oriented", curve="g", direction="counterclockwise").holds
        assert decide(figure, "oriented", curve="g", direction="clockwise").code is Code.R3

    def test_a_figure_eight_has_no_sense(self):
        eight = np.column_stack([np.sin(T), np.sin(2 * T)])
        assert (
            decide(one(eight, closed=True, arrows=[0.1]), "oriented", curve="g", direction="clockwise").outcome
            is Outcome.UNDECIDED
        )

    def test_mirrored_data(self):
        """On a mirrored panel the page shows clockwise what is counter-clockwise in data coordinates."""
        figure = one(circle(), closed=True, arrows=[0.2], view={"mirror": True})
        assert decide(figure, "oriented", curve="g", direction="counterclockwise").holds

    def test_clearance_is_in_data_units(self):
        figure = one(circle((0.5, 0), 1), closed=True)
        assert decide(figure, "clearance", curve="g", about="O", at_least=0.99).holds
        assert decide(figure, "clearance", curve="g", about="O", at_least=1.01).code is Code.R4


class TestDoublePoints:
    @pytest.mark.parametrize("start", [0, 0.3, math.pi / 2, math.pi])
    def test_the_eight_has_one(self, start):
        t = start + T
        figure = one(np.column_stack([np.sin(t), np.sin(2 * t)]), closed=True)
        assert decide(figure, "self_crossings", curve="g", equals=1).holds
        assert decide(figure, "simple", paths=["g"]).code is Code.R4

    @pytest.mark.parametrize(("a", "b"), [(2, 3), (3, 4), (3, 5)])
    def test_lissajous_curves(self, a, b):
        """A Lissajous curve with frequencies a < b has 2ab - a - b double points."""
        figure = one(np.column_stack([2 * np.cos(a * T + 0.4), 2 * np.cos(b * T)]), closed=True)
        assert decide(figure, "self_crossings", curve="g", equals=2 * a * b - a - b).holds

    def test_corners_are_no_double_points(self):
        spike = [(0, 0), (1, 0.01), (0, 0.02), (0, 1)]
        assert decide(one(spike), "simple", paths=["g"]).holds
        star = [(0, 0), (2, 0.2), (0.3, 0.25), (2, 2), (0, 0)]
        assert decide(one(star, closed=True), "simple", paths=["g"]).holds

    def test_a_circle_is_simple(self):
        assert decide(one(circle(), closed=True), "simple", paths=["g"]).holds


class TestMeeting:
    def two(self, first, second, **view):
        sketch = Sketch(**view)
        sketch.curve("f", first, closed=len(first) > 3)
        sketch.curve("g", second, closed=len(second) > 3)
        return sketch.figure()

    def test_counts(self):
        figure = self.two(circle(), [(-2, 0.3), (2, 0.3)])
        assert decide(figure, "meet", first="f", second="g", equals=2).holds
        assert decide(figure, "meet", first="f", second="g", equals=1).code is Code.R9
        assert decide(figure, "disjoint", paths=["f", "g"]).code is Code.R4

    def test_a_common_stretch_is_no_crossing(self):
        assert (
            decide(self.two([(0, 0), (2, 0)], [(1, 0), (3, 0)]), "meet", first="f", second="g", equals=1).code
            is Code.R4
        )

    @pytest.mark.parametrize("angle", [0, 25])
    def test_tangents(self, angle):
        for gap in (0.0, 0.002, -0.002):
            assert decide(
                self.two(circle((0, 1 + gap), 1), [(-2, 0), (2, 0)], angle=angle), "tangent", first="f", second="g"
            ).holds
        for gap in (0.1, -0.1):
            assert (
                decide(
                    self.two(circle((0, 1 + gap), 1), [(-2, 0), (2, 0)], angle=angle), "tangent", first="g", second="f"
                ).code
                is Code.R1
            )

    def test_circles_touching_inside_and_outside(self):
        assert decide(self.two(circle((0, 0), 1), circle((3, 0), 2)), "tangent", first="f", second="g").holds
        assert decide(self.two(circle((0, 0), 3), circle((1, 0), 2)), "tangent", first="f", second="g").holds

    def test_a_small_crossing_angle_is_no_contact(self):
        assert (
            decide(self.two([(-2, 0), (2, 0)], [(-2, -0.4), (2, 0.4)]), "tangent", first="f", second="g").code
            is Code.R1
        )

    def test_an_end_on_a_line_is_no_contact(self):
        assert decide(self.two([(-2, 0), (2, 0)], [(0, 0), (0, 2)]), "tangent", first="f", second="g").code is Code.R1

    def test_planar_drawings(self):
        sketch = Sketch()
        for k, at in enumerate([(0, 0), (2, 0), (2, 2), (0, 2)]):
            sketch.node(f"n.{k}", at)
        for k, (a, b) in enumerate([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]):
            sketch.edge(f"e.{k}", f"n.{a}", f"n.{b}", directed=False)
        assert decide(sketch.figure(), "no_crossings", edges="e").holds
        sketch.edge("e.9", "n.1", "n.3", directed=False)
        assert decide(sketch.figure(), "no_crossings", edges="e").code is Code.R4

    def test_an_edge_through_a_third_node(self):
        sketch = Sketch()
        for k in range(3):
            sketch.node(f"n.{k}", (2 * k, 0))
        sketch.edge("e.0", "n.0", "n.2", directed=False)
        assert decide(sketch.figure(), "clear_of_nodes", edges="e", nodes="n").code is Code.R4
        sketch.drop("e.0")
        sketch.edge("e.0", "n.0", "n.2", path=[(0, 0), (2, 1.5), (4, 0)], directed=False)
        assert decide(sketch.figure(), "clear_of_nodes", edges="e", nodes="n").holds


class TestPathsBetweenPlaces:
    def figure(self, path, *, arrows=(), pieces=()):
        sketch = Sketch()
        sketch.node("A", (0, 0))
        sketch.node("B", (4, 0))
        sketch.curve("g", path, *pieces, arrows=arrows)
        return sketch.figure()

    def test_an_end_at_the_outline_belongs_to_the_node(self):
        assert decide(self.figure([(0.1, 0), (2, 1), (3.9, 0)]), "runs", path="g", start="A", end="B").holds

    def test_the_arrow_says_which_end_is_the_end(self):
        forward, backward = self.figure([(0, 0), (4, 0)], arrows=[1]), self.figure([(4, 0), (0, 0)], arrows=[1])
        assert decide(forward, "runs", path="g", start="A", end="B").holds
        assert decide(backward, "runs", path="g", start="A", end="B").code is Code.R3

    def test_a_broken_path_does_not_lead(self):
        assert (
            decide(self.figure([(0, 0), (1, 0)], pieces=[[(2, 0), (4, 0)]]), "runs", path="g", start="A", end="B").code
            is Code.R4
        )

    def test_elsewhere(self):
        assert decide(self.figure([(0, 0), (2, 2)]), "runs", path="g", start="A", end="B").code is Code.R7
