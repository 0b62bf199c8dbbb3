"""Printed values: exactness, decimals, sets, words; and whether they agree with the drawing."""

from __future__ import annotations

import pytest
from figure_builders import Sketch, circle, decide, square

from mathvis.figure.finding import Outcome
from mathvis.goldir.codes import Code
from mathvis.mathtext import from_latex


def stated(latex, equals):
    sketch = Sketch()
    sketch.value("v", from_latex(f"${latex}$"), text=latex)
    return decide(sketch.figure(), "states", value="v", equals=equals)


@pytest.mark.parametrize(
    ("latex", "equals"),
    [
        ("3", "3"),
        ("3.0", "3"),
        ("-3", "-3"),
        ("2\\sqrt{7}", "2*sqrt(7)"),
        ("\\sqrt{28}", "2*sqrt(7)"),
        ("5.29", "2*sqrt(7)"),
        ("5.2915", "2*sqrt(7)"),
        ("\\frac{1}{2}", "1/2"),
        ("0.5", "1/2"),
        ("\\frac{2}{4}", "1/2"),
        ("0.333", "1/3"),
        ("\\frac{\\pi}{4}", "pi/4"),
        ("3.14", "pi"),
        ("1+2i", "1+2i"),
        ("\\{1,2,3\\}", "\\{3,2,1\\}"),
        ("(1,2)", "(1,2)"),
        ("\\text{saddle}", "\\text{saddle}"),
        ("[0,1)", "[0,1)"),
        ("\\{\\frac12, 2\\}", "\\{2, \\frac{2}{4}\\}"),
    ],
)
def test_equal(latex, equals):
    finding = stated(latex, equals)
    assert finding.holds, finding.message


@pytest.mark.parametrize(
    ("latex", "equals"),
    [
        ("4", "3"),
        ("3.1", "3"),
        ("-2\\sqrt{7}", "2*sqrt(7)"),
        ("5.3", "2*sqrt(7)"),
        ("5.28", "2*sqrt(7)"),
        ("0.33", "1/3"),
        ("0.34", "1/3"),
        ("3.142", "22/7"),
        ("\\frac{22}{7}", "pi"),
        ("\\{1,2\\}", "\\{1,2,3\\}"),
        ("\\{1,2,2\\}", "\\{1,1,2\\}"),
        ("(2,1)", "(1,2)"),
        ("\\text{node}", "\\text{saddle}"),
        ("[0,1]", "[0,1)"),
        ("\\text{three}", "3"),
        ("(1,2)", "\\{1,2\\}"),
    ],
)
def test_unequal(latex, equals):
    finding = stated(latex, equals)
    assert (finding.outcome, finding.code) == (Outcome.VIOLATED, Code.O5), finding.message


def test_nothing_stated():
    sketch = Sketch()
    sketch.value("v", "", text="N =")
    assert decide(sketch.figure(), "states", value="v", equals=3).code is Code.O3


@pytest.mark.parametrize("form", ["1+", "{", "12,345", "9" * 200])
def test_unreadable(form):
    sketch = Sketch()
    sketch.value("v", form)
    assert decide(sketch.figure(), "states", value="v", equals=3).code is Code.O2
    assert decide(sketch.figure(), "states_count", value="v", things=[]).code is Code.O2


class TestAgreement:
    def figure(self, printed, marks=3, turns=2, arrows=(0.2,)):
        sketch = Sketch()
        sketch.value("v", printed)
        sketch.curve("g", circle((0, 0), 2, turns=turns), closed=True, arrows=arrows)
        for k in range(marks):
            sketch.point(f"p.{k}", (k, 0))
        sketch.point("O", (0, 0))
        return sketch.figure()

    def test_count(self):
        assert decide(self.figure("3"), "states_count", value="v", things="p").holds
        assert decide(self.figure("2"), "states_count", value="v", things="p").code is Code.B3

    def test_coincident_marks_count_once(self):
        sketch = Sketch()
        sketch.value("v", "1")
        sketch.point("p.1", (0, 0))
        sketch.point("p.2", (0, 0))
        sketch.point("q", (9, 9))
        assert decide(sketch.figure(), "states_count", value="v", things="p").holds

    def test_winding(self):
        assert decide(self.figure("2"), "states_winding", value="v", curve="g", about="O").holds
        assert decide(self.figure("−2"), "states_winding", value="v", curve="g", about="O").code is Code.B3
        assert decide(self.figure("−2", turns=-2), "states_winding", value="v", curve="g", about="O").holds
        assert decide(self.figure("2", turns=-2, arrows=()), "states_winding", value="v", curve="g", about="O").holds
        assert decide(self.figure("3"), "states_winding", value="v", curve="g", about="O").code is Code.B3


class TestCounting:
    def test_what_is_drawn_twice_counts_once(self):
        sketch = Sketch()
        for k in range(2):
            sketch.curve(f"c.{k}", circle(turns=1 - 2 * k), closed=True)
            sketch.region(f"r.{k}", square((0, 0)))
            sketch.edge(f"e.{k}", (0, 0), (3, 3))
            sketch.point(f"p.{k}", (1, 1))
        sketch.curve("c.far", circle((2, 2), 0.5), closed=True)
        figure = sketch.figure()
        for things, number in (("c", 2), ("r", 1), ("e", 1), ("p", 1), (["c", "r", "e", "p"], 5)):
            assert decide(figure, "count", things=things, equals=number).holds

    def test_bounds(self):
        sketch = Sketch()
        for k in range(3):
            sketch.point(f"p.{k}", (k, k))
        figure = sketch.figure()
        assert decide(figure, "count", things="p", at_least=2, at_most=3).holds
        assert decide(figure, "count", things="p", at_least=4).code is Code.O4
        assert decide(figure, "count", things="p", at_most=2).code is Code.X1
        assert decide(figure, "count", things="p").outcome is Outcome.UNDECIDED

    def test_inside(self):
        sketch = Sketch()
        sketch.curve("disc", circle((0, 0), 2), closed=True)
        for k, x in enumerate((0, 1, 3)):
            sketch.point(f"p.{k}", (x, 0))
        assert decide(sketch.figure(), "count", things="p", equals=2, inside="disc").holds
        sketch.point("p.rim", (2, 0))
        assert decide(sketch.figure(), "count", things="p", equals=2, inside="disc").outcome is Outcome.UNDECIDED

    def test_none(self):
        sketch = Sketch()
        sketch.empty_sets.append("p")
        assert decide(sketch.figure(), "count", things="p", equals=0).holds
        assert decide(sketch.figure(), "count", things="p", equals=1).code is Code.O4
