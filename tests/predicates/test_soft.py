"""Soft criteria: what scores 1, ½ and 0."""

from __future__ import annotations

import numpy as np
import pytest
from figure_builders import Sketch, circle, decide, score, square

from mathvis.figure.model import Style
from mathvis.goldir.codes import Code

BLACK, BLUE, RED, GREEN, PALE = (0, 0, 0), (0, 0, 1.0), (0.85, 0, 0), (0, 0.52, 0), (0.9, 0.9, 0.9)


def line(**style):
    return Style(**{"stroke": BLACK, "width": 0.8, **style})


class TestLabels:
    def grade(self, sketch, criterion="labels_legible", **view):
        finding = score(sketch.figure(**view), criterion)
        return finding.score, finding.code

    def sketch(self, size=10.0, color=BLACK):
        sketch = Sketch(shift=(100, 100))
        sketch._label(np.array([100.0, 100.0]), "abc", size, color)
        return sketch

    @pytest.mark.parametrize(
        ("size", "expected"), [(10, (1.0, None)), (7, (1.0, None)), (6, (0.5, Code.U2)), (4, (0.0, Code.U2))]
    )
    def test_size(self, size, expected):
        assert self.grade(self.sketch(size)) == expected

    @pytest.mark.parametrize(
        ("grey", "expected"), [(0.0, (1.0, None)), (0.5, (1.0, None)), (0.62, (0.5, Code.U5)), (0.8, (0.0, Code.U5))]
    )
    def test_contrast(self, grey, expected):
        assert self.grade(self.sketch(color=(grey,) * 3)) == expected

    @pytest.mark.parametrize(("shift", "expected"), [(0, (1.0, None)), (6.5, (0.0, Code.U3)), (2.5, (0.5, Code.U3))])
    def test_inside_the_canvas(self, shift, expected):
        sketch = Sketch()
        sketch._label(np.array([100 - 7.5 + shift, 50.0]), "abc", 10)
        assert self.grade(sketch, canvas=(100.0, 100.0)) == expected

    @pytest.mark.parametrize(("apart", "grade"), [(20, 1.0), (14.2, 1.0), (8, 0.0)])
    def test_labels_on_labels(self, apart, grade):
        sketch = self.sketch()
        sketch._label(np.array([100.0 + apart, 100.0]), "xyz", 10)
        assert self.grade(sketch)[0] == grade
        assert self.grade(sketch, "no_overlaps")[0] == grade

    def test_a_line_through_a_label(self):
        sketch = self.sketch()
        sketch.curve("g", [(-1, 0), (1, 0)], style=line(width=1.5))
        assert self.grade(sketch) == (0.0, Code.U1)

    def test_a_line_beside_it(self):
        sketch = self.sketch()
        sketch.curve("g", [(-1, 0.2), (1, 0.2)])
        assert self.grade(sketch) == (1.0, None)

    def test_a_pale_line_through_it(self):
        sketch = self.sketch()
        sketch.curve("g", [(-1, 0), (1, 0)], style=line(stroke=PALE))
        assert self.grade(sketch) == (1.0, None)

    def test_a_line_that_a_white_ground_interrupts(self):
        sketch = Sketch(shift=(100, 100))
        sketch.curve("g", [(-1, 0), (1, 0)])
        sketch.region(
            "ground",
            np.array([(-0.3, -0.2), (0.3, -0.2), (0.3, 0.2), (-0.3, 0.2), (-0.3, -0.2)]),
            style=Style(fill=(1, 1, 1)),
        )
        sketch._label(np.array([100.0, 100.0]), "abc", 10)
        assert self.grade(sketch) == (1.0, None)

    def test_the_worst_label_decides(self):
        sketch = self.sketch()
        sketch._label(np.array([200.0, 200.0]), "small", 6)
        assert self.grade(sketch) == (0.5, Code.U2)


class TestStyles:
    def pair(self, first, second, labels=(None, None)):
        sketch = Sketch()
        sketch.curve("f", [(0, 0), (1, 0)], style=first, label=labels[0])
        sketch.curve("g", [(0, 1), (1, 1)], style=second, label=labels[1])
        return sketch.figure()

    @pytest.mark.parametrize(
        ("first", "second", "grade"),
        [
            (line(), line(dashed=True), 1.0),
            (line(), line(width=1.6), 1.0),
            (line(), line(width=1.0), 0.0),
            (line(), line(stroke=BLUE), 1.0),
            (line(stroke=RED), line(stroke=GREEN), 0.5),
            (line(), line(), 0.0),
        ],
        ids=["dash", "width", "nearly the same width", "lightness", "hue alone", "alike"],
    )
    def test_distinguishable(self, first, second, grade):
        assert score(self.pair(first, second), "distinguishable", curves=["f", "g"]).score == grade

    def test_alike_but_each_with_its_label(self):
        assert score(self.pair(line(), line(), ("f", "g")), "distinguishable", curves=["f", "g"]).score == 0.5

    def test_dashed(self):
        solid, broken = line(), line(dashed=True)
        for pair, grade in (((broken, broken), 1.0), ((broken, solid), 0.5), ((solid, solid), 0.0)):
            assert score(self.pair(*pair), "dashed", paths=["f", "g"]).score == grade

    def test_hard_styles(self):
        figure = self.pair(line(), line(dashed=True))
        assert decide(figure, "style_classes", groups={"a": ["f"], "b": ["g"]}, by=["dash"]).holds
        assert decide(figure, "style_classes", groups={"a": ["f"], "b": ["g"]}, by=["width"]).code is Code.R12
        assert decide(figure, "style_classes", groups={"a": ["f", "g"], "b": ["g"]}).code is Code.R12
        assert decide(figure, "line_style", paths=["g"], dash="dashed").holds
        assert decide(figure, "line_style", paths=["f", "g"], dash="dashed").code is Code.R12


class TestFolds:
    NET = ((0, 0), (1, 0), (2, 0), (1, 1), (1, -1), (3, 0))
    FOLDS = (((1, 0), (1, 1)), ((2, 0), (2, 1)), ((3, 0), (3, 1)), ((1, 1), (2, 1)), ((1, 0), (2, 0)))

    def grade(self, dashed, outlines=False):
        sketch = Sketch()
        for k, corner in enumerate(self.NET):
            sketch.region(
                f"f.{k}",
                square(corner),
                style=Style(stroke=BLACK if outlines else None, width=0.8, fill=(0.95, 0.95, 0.95)),
            )
        for k, ends in enumerate(self.FOLDS):
            sketch.curve(f"fold.{k}", ends, style=line(dashed=k < dashed))
        return score(sketch.figure(), "folds_dashed", faces="f").score

    @pytest.mark.parametrize(("dashed", "grade"), [(5, 1.0), (3, 0.5), (1, 0.0)])
    def test_folds(self, dashed, grade):
        assert self.grade(dashed) == grade

    def test_a_solid_outline_under_the_dashes(self):
        assert self.grade(5, outlines=True) == 0.0


class TestSpacing:
    def rows(self, heights, widths=(0, 1, 2)):
        sketch = Sketch()
        for r, y in enumerate(heights):
            for c, x in enumerate(widths):
                sketch.node(f"N.{r}{c}", (x, -y))
        return score(
            sketch.figure(),
            "even_spacing",
            rows=[[f"N.{r}{c}" for c in range(len(widths))] for r in range(len(heights))],
        ).score

    @pytest.mark.parametrize(
        ("heights", "grade"), [((0, 1, 2, 3), 1.0), ((0, 1, 2.4, 3.4), 1.0), ((0, 1, 2.8), 0.5), ((0, 1, 4), 0.0)]
    )
    def test_even_spacing(self, heights, grade):
        assert self.rows(heights) == grade

    @pytest.mark.parametrize("turn", [0, 25, 90, 200])
    @pytest.mark.parametrize(("heights", "grade"), [((0, 1, 2, 3, 4), 1.0), ((0, 1, 2, 3.9, 4.9), 0.5)])
    @pytest.mark.parametrize("aside", [0.0, 0.8, 2.0])
    def test_spacing_of_rows_does_not_mind_how_they_are_shifted(self, turn, heights, grade, aside):
        sketch = Sketch()
        turned = np.exp(1j * np.radians(turn))
        widths = (1, 3, 4, 3, 1)
        for r, (height, width) in enumerate(zip(heights, widths, strict=True)):
            for c in range(width):
                at = turned * complex(c - width / 2 + aside * (r % 2) - 0.3 * r * (r < 4), height)
                sketch.node(f"N.{r}{c}", (at.real, at.imag))
        rows = [[f"N.{r}{c}" for c in range(width)] for r, width in enumerate(widths)]
        assert score(sketch.figure(), "even_spacing", rows=rows, columns=False).score == grade

    @pytest.mark.parametrize(("gap", "grade"), [(0.5, 1.0), (0.2, 0.5), (0.12, 0.0)])
    def test_clear_of(self, gap, grade):
        sketch = Sketch(scale=60)
        for k in range(4):
            sketch.node(f"N.{k}", (k, 0))
        sketch.curve("g", [(0, 0), (0, gap), (3, gap), (3, 0)])
        assert score(sketch.figure(), "clear_of", path="g", nodes="N", at_least=0.15).score == grade

    @pytest.mark.parametrize(("most", "grade"), [(4, 1.0), (3, 0.5), (2, 0.0)])
    def test_crossings_at_most(self, most, grade):
        sketch = Sketch()
        for k in range(2):
            sketch.curve(f"a.{k}", [(k, -1), (k, 3)])
            sketch.curve(f"b.{k}", [(-1, k), (3, k)])
        figure = sketch.figure()
        assert score(figure, "crossings_at_most", edges=["a", "b"], most=most).score == grade
        assert score(figure, "crossings_at_most", edges=["a", "b"], of="a.0", most=2).score == 1.0

    def test_parallel_classes(self):
        sketch = Sketch()
        for n, at in {1: (0, 0), 2: (-1, 1), 3: (1, 1), 6: (0, 2)}.items():
            sketch.node(f"d.d-{n}", at)
        for a, b in ((1, 2), (1, 3), (2, 6), (6, 3)):
            sketch.edge(f"e.{a}-{b}", f"d.d-{a}", f"d.d-{b}", directed=False)
        assert score(sketch.figure(), "parallel_classes", edges="e", names="d-{n}", by="n2/n1").score == 1.0
        assert score(sketch.figure(), "parallel_classes", edges="e", names="d-{n}", by="1").score == 0.0

    @pytest.mark.parametrize(("canvas", "grade"), [(200, 1.0), (600, 0.5), (2000, 0.0)])
    def test_uses_canvas(self, canvas, grade):
        sketch = Sketch(shift=(50, 50))
        sketch.curve("g", [(0, 0), (4, 0)])
        assert score(sketch.figure(canvas=(canvas, canvas)), "uses_canvas").score == grade


class TestPanels:
    @pytest.mark.parametrize(("apart", "grade"), [(5.0, 1.0), (2.01, 0.5), (1.0, 0.0)])
    def test_panels_apart(self, apart, grade):
        from dataclasses import replace

        sketch = Sketch()
        sketch.curve("f", circle((0, 0), 1), closed=True)
        sketch.curve("g", circle((apart, 0), 1), closed=True)
        figure = sketch.figure()
        other = replace(figure.frames["main"], panel="w")
        two = replace(
            figure,
            frames={**figure.frames, "w": other},
            entities={**figure.entities, "g": replace(figure.entities["g"], frame=other)},
        )
        assert score(two, "panels_apart").score == grade
        assert score(two, "panels_apart", panels=["main", "w"]).score == grade
        assert score(figure, "panels_apart").score is None


class TestArrowheads:
    def test_a_path_without_a_head(self):
        sketch = Sketch()
        sketch.curve("f", [(0, 0), (1, 0)], arrows=[1])
        sketch.curve("g", [(0, 1), (1, 1)])
        figure = sketch.figure()
        assert score(figure, "arrowheads_visible", paths=["f"]).score == 1.0
        assert score(figure, "arrowheads_visible", paths=["f", "g"]).score == 0.5
        assert score(figure, "arrowheads_visible", paths=["g"]).score == 0.0

    def test_a_head_in_a_colour_that_cannot_be_seen(self):
        sketch = Sketch()
        sketch.curve("f", [(0, 0), (1, 0)], arrows=[1], style=line(stroke=(0.97, 0.97, 0.97)))
        assert score(sketch.figure(), "arrowheads_visible", paths=["f"]).score == 0.0


class TestClosedWorld:
    def test_no_extras(self):
        sketch = Sketch()
        sketch.curve("f", [(0, 0), (1, 0)])
        assert decide(sketch.figure(), "no_extras").holds
        sketch.leftover("curve", [(0, 1), (1, 1)])
        found = decide(sketch.figure(), "no_extras")
        assert found.code is Code.X1
        assert found.evidence[0].at is not None
        assert decide(sketch.figure(), "no_extras", kinds=["text", "fill"]).holds
        assert decide(sketch.figure(), "no_extras", panel="other").holds
