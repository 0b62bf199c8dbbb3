"""Frames: every class of maps, and what refuses to fix one."""

from __future__ import annotations

import numpy as np
import pytest
from binding_builders import dot, figure_of, line

from mathvis.binding.frames import FrameError, LooseFrameError, fit_points, fit_shapes
from mathvis.figure.finding import Outcome
from mathvis.goldir.codes import Code
from mathvis.goldir.model import Maps

DATA = np.array([[0, 0], [2, 0], [0, 1], [1, 3]], float)
TURN = np.array([[0.6, -0.8], [0.8, 0.6]])
MAPS = {
    "scaled": 40 * np.eye(2),
    "turned": 40 * TURN,
    "mirrored": 40 * TURN @ np.diag([1, -1]),
    "stretched": np.diag([40.0, 25.0]),
    "sheared": np.array([[40.0, 20.0], [5.0, 30.0]]),
}
ADMITS = {
    Maps.UPRIGHT: {"scaled"},
    Maps.SIMILARITY: {"scaled", "turned"},
    Maps.REFLECTED_SIMILARITY: {"scaled", "turned", "mirrored"},
    Maps.RECTANGULAR: {"scaled", "stretched"},
    Maps.AFFINE: set(MAPS),
}


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("maps", ADMITS)
def test_a_class_admits_its_own_maps_and_no_others(maps, name):
    page = DATA @ MAPS[name].T + [100, 50]
    try:
        fit = fit_points(DATA, page, maps)
    except FrameError:
        assert name not in ADMITS[maps]
        return
    assert (fit.misfit < 1e-9) == (name in ADMITS[maps])
    if name in ADMITS[maps]:
        assert np.allclose(fit.linear, MAPS[name])


def test_exchanged_anchors_are_no_scale():
    with pytest.raises(FrameError):
        fit_points(np.array([[0, 0], [1, 0]]), np.array([[90, 10], [10, 10]]), Maps.UPRIGHT)


def test_the_size_of_the_data_does_not_matter():
    for size in (1e-7, 1e7):
        fit = fit_points(DATA * size, DATA * 30, Maps.AFFINE)
        assert np.allclose(fit.linear * size, 30 * np.eye(2))


GOLD = """
entities:
  O: {kind: point}
  I: {kind: point}
  C: {kind: curve}
frames:
  main: {maps: upright, anchors: {O: 0, I: 1}}
"""
CIRCLE = '<circle id="C" cx="200" cy="150" r="120" fill="none" stroke="black"/>'


def test_anchors_too_close_together_fix_no_scale():
    figure = figure_of(CIRCLE + dot("O", 200, 150, 2) + dot("I", 209, 150, 2), GOLD)
    assert figure.bindings["frame-main"].outcome is Outcome.UNDECIDED
    assert figure.bindings["frame-main"].code is Code.U4
    assert not figure.frames["main"].fitted
    assert figure_of(CIRCLE + dot("O", 200, 150, 2) + dot("I", 240, 150, 2), GOLD).bindings["frame-main"].holds


def outline(count=400):
    """A closed curve without symmetry."""
    t = np.linspace(0, 2 * np.pi, count, endpoint=False)
    return np.column_stack([2 * np.cos(t) + 0.4 * np.cos(2 * t + 1), np.sin(t) + 0.3 * np.sin(3 * t)])


@pytest.mark.parametrize("turn", [0, 40, 90, 200, 315])
@pytest.mark.parametrize("mirror", [1, -1])
def test_shapes_fix_a_similarity_whichever_way_they_lie(turn, mirror):
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    linear = 30 * np.array([[c, -s], [s, c]]) @ np.diag([1, mirror])
    fit = fit_shapes([(outline(), outline(350) @ linear.T + [100, 80])], Maps.REFLECTED_SIMILARITY, 1.0)
    assert np.allclose(fit.linear, linear, atol=0.3)
    assert fit.misfit < 1.0


@pytest.mark.parametrize("maps", [Maps.SIMILARITY, Maps.REFLECTED_SIMILARITY, Maps.AFFINE])
def test_a_circle_alone_leaves_the_rotation_free(maps):
    t = np.linspace(0, 2 * np.pi, 400, endpoint=False)
    circle = np.column_stack([np.cos(t), np.sin(t)])
    with pytest.raises(LooseFrameError):
        fit_shapes([(circle, circle * 50 + 100)], maps, 1.0)
    assert fit_shapes([(circle, circle * 50 + 100)], Maps.UPRIGHT, 1.0).misfit < 1.0


def test_a_circle_and_a_point_fix_the_rotation():
    t = np.linspace(0, 2 * np.pi, 400, endpoint=False)
    circle = np.column_stack([np.cos(t), np.sin(t)])
    linear = 50 * TURN
    pairs = [(circle, circle @ linear.T), (np.array([[1.0, 0.0]]), np.array([[1.0, 0.0]]) @ linear.T)]
    assert np.allclose(fit_shapes(pairs, Maps.SIMILARITY, 1.0).linear, linear, atol=0.5)


FIT = """
entities:
  C: {{kind: curve, defined: {{circle: {{center: 0, radius: 1}}}}}}
  E: {{kind: curve, defined: {{circle: {{center: 3, radius: 1}}}}}}
frames:
  main: {{maps: {maps}, fit: [C, E]}}
"""


def rings(second):
    return '<circle id="C" cx="100" cy="150" r="40" fill="none" stroke="black"/>' + second


@pytest.mark.parametrize("maps", ["upright", "similarity", "rectangular", "affine"])
@pytest.mark.parametrize(
    "second",
    [
        '<path id="E" d="M180,150 A40,40 0 0 1 260,150" fill="none" stroke="black"/>',
        '<circle id="E" cx="220" cy="150" r="25" fill="none" stroke="black"/>',
        line("E", 180, 150, 260, 150),
    ],
    ids=["half", "too small", "a line"],
)
def test_a_wrong_or_partial_shape_shows_as_a_residual(maps, second):
    figure = figure_of(rings(second), FIT.format(maps=maps))
    assert not figure.bindings["frame-main"].holds


def test_right_shapes_fix_the_frame():
    second = '<circle id="E" cx="220" cy="150" r="40" fill="none" stroke="black"/>'
    figure = figure_of(rings(second), FIT.format(maps="upright"))
    assert figure.bindings["frame-main"].holds
    assert figure.frames["main"].scale == pytest.approx(30, rel=1e-2)
