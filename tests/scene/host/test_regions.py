"""Fills, strokes and clips as polygons."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies_scene import BLACK, HEIGHT, WIDTH, box, circle, points, polyline, subpaths

from mathvis.scene import intervals as sets
from mathvis.scene.geometry import SceneGeometry, printed_scale
from mathvis.scene.model import Canvas, Clip, Fill, FillRule, Label, Paint, Path, Scene, Stroke
from mathvis.scene.polyline import flatten
from mathvis.scene.redraw import Edges, redraw
from mathvis.scene.regions import fill_area, stroke_area


def flat(*pieces):
    return flatten(pieces, 0.01)


def pentagram():
    corners = [(50 + 40 * math.sin(4 * math.pi * k / 5), 50 + 40 * math.cos(4 * math.pi * k / 5)) for k in range(5)]
    return polyline(corners, closed=True)


def test_the_heart_of_a_pentagram_depends_on_the_rule():
    whole = fill_area(flat(pentagram()), FillRule.NONZERO).shape
    open_ = fill_area(flat(pentagram()), FillRule.EVENODD).shape
    assert whole.contains(shapely.Point(50, 50))
    assert not open_.contains(shapely.Point(50, 50))
    assert whole.area > open_.area > 0


@pytest.mark.parametrize("rule", FillRule)
def test_a_ring_of_opposite_circles_has_a_hole_under_both_rules(rule):
    inner = circle(50, 50, 10)
    turned = type(inner)(inner.points[::-1], closed=True)
    area = fill_area(flat(circle(50, 50, 30), turned), rule).shape
    assert area.area == pytest.approx(math.pi * 800, rel=2e-3)


def test_circles_of_one_sense_have_a_hole_under_evenodd_alone():
    pieces = flat(circle(50, 50, 30), circle(50, 50, 10))
    assert fill_area(pieces, FillRule.NONZERO).shape.area == pytest.approx(math.pi * 900, rel=2e-3)
    assert fill_area(pieces, FillRule.EVENODD).shape.area == pytest.approx(math.pi * 800, rel=2e-3)


def test_an_open_path_is_filled_to_its_chord():
    assert fill_area(flat(polyline([(0, 0), (10, 0), (10, 10)])), FillRule.NONZERO).shape.area == pytest.approx(50)


@pytest.mark.parametrize("corners", [[(0, 0), (10, 0)], [(0, 0), (0, 0), (0, 0)], [(0, 0), (10, 0), (0, 0), (5, 0)]])
def test_what_encloses_nothing_is_empty(corners):
    assert fill_area(flat(polyline(corners)), FillRule.NONZERO).shape.area == 0


def test_a_tangle_is_its_box_and_says_so():
    rng = np.random.default_rng(1)
    corners = [tuple(p) for p in rng.uniform(0, 100, (3000, 2))]
    area = fill_area(flat(polyline(corners)), FillRule.EVENODD)
    assert not area.exact
    assert area.shape.area == pytest.approx(10_000, rel=0.02)


@pytest.mark.parametrize(("cap", "extra"), [(0, 0.0), (1, math.pi), (2, 4.0)])
def test_caps_of_a_stroke(cap, extra):
    stroke = Stroke(Paint(BLACK), 2.0, cap=cap)
    area = stroke_area(flat(polyline([(0, 0), (10, 0)])), stroke, 2.0).shape.area
    assert area == pytest.approx(20 + extra, rel=0.02)


@pytest.mark.parametrize(("cap", "area"), [(0, 0.0), (1, math.pi), (2, 4.0)])
def test_a_line_of_no_length_is_a_dot_or_nothing(cap, area):
    stroke = Stroke(Paint(BLACK), 2.0, cap=cap)
    assert stroke_area(flat(polyline([(5, 5), (5, 5)])), stroke, 2.0).shape.area == pytest.approx(area, rel=0.05)


def test_a_dashed_stroke_has_gaps():
    stroke = Stroke(Paint(BLACK), 2.0, dash=(3.0, 2.0))
    assert stroke_area(flat(polyline([(0, 0), (50, 0)])), stroke, 2.0).shape.area == pytest.approx(60)


@settings(max_examples=40, deadline=None)
@given(st.lists(subpaths(), min_size=1, max_size=3), st.sampled_from(FillRule))
def test_a_fill_covers_the_pixels_that_cairo_fills(pieces, rule):
    scene = Scene("pdf", Canvas(WIDTH, HEIGHT), (Path(0, tuple(pieces), None, Fill(Paint(BLACK), rule)),))
    area = SceneGeometry(scene).fill_region(0)
    dark = (redraw(scene, 2.0)[..., 0] < 128).sum() / 4
    on_page = shapely.intersection(area.shape, shapely.box(0, 0, WIDTH, HEIGHT)).area
    # Slivers make pixels and areas differ along outlines.
    outline = sum(line.length for line in SceneGeometry(scene).polylines(0))
    assert abs(dark - on_page) <= 2 + 0.1 * min(outline, 8 * (WIDTH + HEIGHT))


@settings(max_examples=40, deadline=None)
@given(st.lists(points(0), min_size=2, max_size=5, unique=True), st.floats(0.5, 15), st.integers(0, 2), st.booleans())
def test_a_stroke_covers_the_pixels_that_cairo_strokes(corners, width, cap, closed):
    if min(math.hypot(a[0] - b[0], a[1] - b[1]) for a, b in pairwise(corners)) < 1:
        return
    stroke = Stroke(Paint(BLACK), width, cap=cap, join=1)
    scene = Scene("pdf", Canvas(WIDTH, HEIGHT), (Path(0, (polyline(corners, closed=closed),), stroke),))
    geometry = SceneGeometry(scene)
    dark = (redraw(scene, 3.0)[..., 0] < 128).sum() / 9
    on_page = shapely.intersection(geometry.stroke_region(0).shape, geometry.page).area
    assert dark == pytest.approx(on_page, rel=0.05, abs=0.06 * geometry.length(0) + 3)


def test_boxes_hold_the_line_width_and_the_tree_finds_them():
    stroke = Stroke(Paint(BLACK), 4.0)
    scene = Scene(
        "pdf",
        Canvas(WIDTH, HEIGHT),
        (
            Path(0, (polyline([(10, 10), (50, 10)]),), stroke),
            Label(1, "A", "A", box(100, 100, 110, 108), (100, 100), 10, Paint(BLACK)),
        ),
    )
    geometry = SceneGeometry(scene)
    assert geometry.box(0) == (8, 8, 52, 12)
    assert geometry.box(1) == (100, 100, 110, 108)
    assert geometry.near(105, 109, 2) == (1,)
    assert geometry.near(30, 40, 50) == (0,)
    assert geometry.ink_box == (8, 8, 110, 108)
    assert geometry.length(0) == pytest.approx(40)


def test_ink_is_cut_by_clips_and_the_page():
    black = Fill(Paint(BLACK))
    whole = polyline(list(box(-50, -50, 300, 300)), closed=True)
    clips = (
        Clip((polyline(list(box(0, 0, 60, 60)), closed=True),)),
        Clip((polyline(list(box(40, 40, 90, 90)), closed=True),)),
    )
    scene = Scene(
        "pdf",
        Canvas(WIDTH, HEIGHT),
        (Path(0, (whole,), None, black), Path(1, (whole,), None, black, clips=(0, 1))),
        clips,
    )
    geometry = SceneGeometry(scene)
    assert geometry.ink(0).area == pytest.approx(WIDTH * HEIGHT)
    assert geometry.ink(1).bounds == (40, 40, 60, 60)


def test_width_zero_is_a_hairline_in_pdf_and_nothing_in_svg():
    path = Path(0, (polyline([(10, 10), (50, 10)]),), Stroke(Paint(BLACK), 0.0))
    pdf, svg = (SceneGeometry(Scene(source, Canvas(WIDTH, HEIGHT), (path,))) for source in ("pdf", "svg"))
    assert pdf.width(0) > 0
    assert svg.width(0) == 0
    assert (redraw(pdf.scene, 2.0) < 255).any()
    assert (redraw(svg.scene, 2.0, edges=Edges.FULL) == 255).all()


@pytest.mark.parametrize(("width", "physical", "scale"), [(1000, True, 1.0), (300, False, 1.0), (907.0866, False, 0.5)])
def test_an_svg_without_units_is_printed_16_cm_wide_at_most(width, physical, scale):
    scene = Scene("svg", Canvas(width, 100, physical=physical))
    assert printed_scale(scene) == pytest.approx(scale, rel=1e-4)


interval_sets = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 9)), max_size=6).map(
    lambda rows: sets.union([np.array([[a, a + b + 1] for a, b in rows], float).reshape(-1, 2)])
)


@given(interval_sets, interval_sets)
def test_interval_sets_are_sets(a, b):
    def members(items):
        return {k for k in range(-1, 60) if any(low <= k + 0.5 <= high for low, high in items)}

    assert members(sets.union([a, b])) == members(a) | members(b)
    assert members(sets.intersect(a, b)) == members(a) & members(b)
    assert members(sets.subtract(a, b)) == members(a) - members(b)
    assert sets.measure(a) == len(members(a))
