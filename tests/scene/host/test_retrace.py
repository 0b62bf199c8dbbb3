"""A line drawn again on its own course is still there for a reader, in the look of what was drawn last."""

from __future__ import annotations

from dataclasses import replace

import pytest
from binding_builders import figure_of, line
from strategies_scene import BLACK, RED, WHITE, polyline

from mathvis.scene.geometry import SceneGeometry
from mathvis.scene.model import Canvas, Path, Role, Scene, Stroke
from mathvis.scene.model import Paint as Ink
from mathvis.scene.visibility import Visibility

COURSE = polyline([(10, 75), (190, 75)])
PALE = (1.0, 1.0, 0.6)


def stroke(color=BLACK, width=0.8, piece=COURSE, dash=(), **more):
    return Path(0, (piece,), Stroke(Ink(color), width, dash), **more)


def look(*elements):
    placed = tuple(replace(element, index=k) for k, element in enumerate(elements))
    return Visibility(SceneGeometry(Scene("pdf", Canvas(200, 150), placed)))


@pytest.mark.parametrize("width", [0.8, 1.6, 3.0])
def test_drawn_again_in_another_colour_it_is_there(width):
    seen = look(stroke(), stroke(RED, width))
    assert seen.share(0) == 0.0
    assert seen.drawn(0) == pytest.approx(1.0)
    assert [gap.by for gap in seen.retraced(0)] == [(1,)]


def test_drawn_again_in_part():
    seen = look(stroke(), stroke(RED, 1.6, polyline([(10, 75), (100, 75)])))
    assert seen.share(0) == pytest.approx(0.5)
    assert seen.drawn(0) == pytest.approx(1.0)


@pytest.mark.parametrize(
    "upper",
    [
        stroke(WHITE, 1.6),
        stroke(PALE, 1.6),
        stroke(RED, 20.0),
        stroke(WHITE, 1.6, role=Role.CASING),
        stroke(RED, 4.0, polyline([(10, 90), (190, 60)])),
    ],
    ids=["white", "pale", "band", "casing", "across"],
)
def test_what_hides_it_and_is_not_the_same_line_leaves_it_hidden(upper):
    seen = look(stroke(), upper)
    assert seen.drawn(0) == pytest.approx(seen.share(0))


def test_what_is_drawn_over_it_must_itself_be_seen():
    seen = look(stroke(), stroke(RED, 1.6), stroke(WHITE, 3.0))
    assert seen.drawn(0) == 0.0


def test_a_crossing_is_no_second_drawing():
    seen = look(stroke(), stroke(RED, 3.0, polyline([(100, 10), (100, 140)])))
    assert seen.retraced(0) == ()


CURVE = "entities:\n  g: {kind: curve}\n"


def test_a_curve_drawn_again_is_bound_and_looks_like_what_is_on_top():
    again = '<line x1="50" y1="50" x2="350" y2="250" stroke="red" stroke-width="2" {}/>'
    for more, dashed in (("", False), ('stroke-dasharray="6 4"', False)):
        figure = figure_of(line("g", 50, 50, 350, 250) + again.format(more), CURVE)
        assert figure.bindings["g"].holds
        assert figure.entities["g"].style.dashed is dashed
    solid = figure_of(line("g", 50, 50, 350, 250, 'stroke-dasharray="6 4"') + again.format(""), CURVE)
    assert solid.entities["g"].style.stroke == pytest.approx((1.0, 0.0, 0.0))
    assert solid.entities["g"].style.dashed is False


def test_a_curve_under_a_white_one_is_still_missing():
    white = '<line x1="50" y1="50" x2="350" y2="250" stroke="white" stroke-width="2"/>'
    figure = figure_of(line("g", 50, 50, 350, 250) + white + line("", 20, 20, 60, 20), CURVE)
    assert not figure.bindings["g"].holds
