"""Points and names: what marks a place, which ink of a name counts, and what a name may not gather."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from binding_builders import bound, dot, figure_of, line, scene_of, text

from mathvis.goldir.codes import Code
from mathvis.scene.model import Image, NamedPoint, Node

POINTS = """
entities:
  A: {kind: point, label: "$A$"}
  B: {kind: point, label: "$B$"}
"""
B = dot("B", 300, 200) + text(300, 185, "B")
FRAMING = line("", 40, 280, 360, 280) + line("", 40, 20, 40, 280)
BARE = "entities:\n  P: {kind: point}\n  s: {kind: curve}\n  t: {kind: curve}\n"
STAR = '<polyline id="s" points="50,50 350,250 350,50 50,250" fill="none" stroke="black"/>' + line("t", 40, 20, 360, 20)


def codes(figure):
    return {name: finding.code for name, finding in figure.bindings.items() if not finding.holds}


def place(body, gold, name, x, y):
    """Bind a drawing in which a place (SVG coordinates) has a name and nothing of its own."""
    scene = scene_of(body)
    return bound(replace(scene, points=(NamedPoint(name, (x * 0.75, 225 - y * 0.75)),)), gold)


MARKS = {
    "ring": '<circle id="A" cx="100" cy="200" r="4" fill="white" stroke="black"/>',
    "ring and dot": f'<g id="A"><circle cx="100" cy="200" r="4.5" fill="none" stroke="black"/>{dot("", 100, 200, 2)}</g>',
    "twice": dot("A", 100, 200) + dot("", 100, 200),
    "two strokes": f'<g id="A">{line("", 96, 196, 104, 204)}{line("", 96, 204, 104, 196)}</g>',
    "one path": '<path id="A" d="M96,196 L104,204 M96,204 L104,196" stroke="black"/>',
    "text": text(100, 200, "×", "A"),
    "square": '<rect id="A" x="97" y="197" width="6" height="6"/>',
    "triangle": '<polygon id="A" points="96,203 104,203 100,196"/>',
}


@pytest.mark.parametrize("mark", MARKS.values(), ids=MARKS)
def test_every_kind_of_mark_marks_one_place_and_leaves_nothing_over(mark):
    figure = figure_of(mark + text(100, 180, "A") + B, POINTS)
    assert codes(figure) == {}
    assert np.allclose(figure.entities["A"].at, [75, 75], atol=2.5)
    assert figure.extras == ()


def test_a_ring_filled_with_the_ground_is_hollow():
    assert not figure_of(MARKS["ring"] + text(100, 180, "A") + B, POINTS).entities["A"].filled
    assert figure_of(MARKS["square"] + text(100, 180, "A") + B, POINTS).entities["A"].filled


@pytest.mark.parametrize(("x", "y"), [(200, 150), (350, 250), (50, 250)], ids=["own crossing", "corner", "end"])
def test_crossings_of_a_path_with_itself_corners_and_ends_are_points(x, y):
    figure = place(STAR, BARE, "P", x, y)
    assert codes(figure) == {}
    assert np.allclose(figure.entities["P"].at, [x * 0.75, 225 - y * 0.75], atol=0.1)


@pytest.mark.parametrize("double", [False, True], ids=["once", "twice"])
def test_a_place_along_a_smooth_curve_is_no_point_however_often_it_is_drawn(double):
    arc = '<path {}d="M50,250 Q200,-50 350,250" fill="none" stroke="black"/>'
    body = arc.format('id="s" ') + (arc.format("") if double else "") + line("t", 40, 20, 360, 20)
    assert codes(place(body, BARE, "P", 125, 137.5)) == {"P": Code.O1}


def test_the_start_of_a_circle_is_no_point():
    circle = '<circle id="s" cx="200" cy="150" r="80" fill="none" stroke="black"/>' + line("t", 40, 20, 360, 20)
    assert codes(place(circle, BARE, "P", 280, 150)) == {"P": Code.O1}


def test_a_corner_of_a_filled_area_is_a_point():
    body = '<polygon points="100,100 250,120 150,250" fill="#88a"/>' + STAR
    assert "P" not in codes(place(body, BARE, "P", 250, 120))


def test_a_crossing_under_paint_is_no_point():
    body = STAR + '<rect x="180" y="135" width="40" height="30" fill="white"/>'
    assert codes(place(body, BARE, "P", 200, 150))["P"] is Code.O1


@pytest.mark.parametrize("junk", [dot("", 1900, 1400), text(1900, 1400, "x"), dot("decor-1", 1900, 1400)])
def test_lone_ink_far_away_loosens_no_tolerance(junk):
    off = dot("P", 120, 250) + line("s", 50, 50, 150, 150) + line("t", 50, 150, 150, 50)
    gold = "entities:\n  A: {kind: point}\n  s: {kind: curve}\n  t: {kind: curve}\n"
    scene = scene_of(off + junk, width=2000, height=1500)
    scene = replace(scene, points=(NamedPoint("A", (79.0, 1050.0)),))  # 4 big points beside the crossing
    figure = bound(scene, gold)
    assert codes(figure) == {"A": Code.O1}
    assert figure.diagonal < 120
    assert figure.frames["main"].diagonal < 120


@pytest.mark.parametrize(
    "name", ['<g id="A"><text x="96" y="188">A</text></g>', '<text id="A" x="96" y="188">A</text>'], ids=["g", "text"]
)
def test_a_name_given_to_the_label_finds_the_mark_the_label_stands_at(name):
    figure = figure_of(dot("", 100, 200) + name + B, POINTS)
    assert codes(figure) == {}
    assert np.allclose(figure.entities["A"].at, [75, 75])
    assert figure.notes


def test_a_group_that_holds_other_entities_keeps_only_its_own_ink():
    body = f'<g id="A">{dot("", 100, 200)}{text(100, 185, "A")}{B}</g>'
    figure = figure_of(body, POINTS)
    assert codes(figure) == {}
    assert np.allclose(figure.entities["A"].at, [75, 75])


def test_a_curve_named_through_a_group_holds_entities_that_are_its_parts():
    gold = "entities:\n  T: {kind: curve}\n  a: {kind: curve}\n  b: {kind: curve}\n"
    body = f'<g id="T">{line("a", 50, 50, 300, 50)}{line("b", 300, 50, 150, 250)}</g>'
    figure = figure_of(body, gold)
    assert codes(figure) == {}
    assert len(figure.entities["T"].elements) == 2


def test_a_container_of_members_is_no_member():
    gold = "entities:\n  zeros: {kind: points, names: 'zero-*'}\n"
    body = f'<g id="zero-all">{dot("zero-1", 50, 50)}{dot("zero-2", 250, 250)}</g>'
    figure = figure_of(body, gold)
    assert [point.name for point in figure.entities["zeros"]] == ["zero-1", "zero-2"]
    assert codes(figure) == {}


def test_a_surplus_name_counts_only_with_ink():
    gold = "entities:\n  v: {kind: points, names: 'v-*', members: {v-1: null, v-2: null}}\n"
    scene = scene_of(dot("v-1", 50, 50) + dot("v-2", 250, 250))
    assert codes(bound(replace(scene, points=(NamedPoint("v-3", (150.0, 50.0)),)), gold)) == {}


def test_one_id_on_two_separate_shapes_is_no_node():
    gold = "entities:\n  n: {kind: nodes, members: {a: null, b: null}}\n"
    twice = dot("a", 50, 50, 9) + dot("a", 250, 250, 8) + dot("b", 150, 150, 9)
    assert codes(figure_of(twice, gold)) == {"n": Code.U4}


def test_all_pieces_of_a_name_end_up_in_the_entity_right_or_wrong():
    gold = "entities:\n  g: {kind: curve}\n"
    body = line("g", 50, 50, 150, 50) + line("g", 250, 200, 350, 290)
    assert len(figure_of(body, gold).entities["g"].elements) == 2


def test_holes_of_a_region_are_kept():
    gold = "entities:\n  D: {kind: region}\n"
    ring = '<path id="D" fill-rule="evenodd" fill="#88a" d="M50,50 H350 V250 H50 Z M100,100 H300 V200 H100 Z"/>'
    area = figure_of(ring, gold).entities["D"].shape.area
    assert area == pytest.approx((300 * 200 - 200 * 100) * 0.75**2, rel=1e-6)


def test_an_open_stroke_encloses_no_region():
    gold = "entities:\n  D: {kind: region}\n"
    body = '<polyline id="D" points="50,50 350,50 350,250" fill="none" stroke="black"/>'
    assert codes(figure_of(body, gold)) == {"D": Code.O1}


def test_a_node_that_holds_nothing_but_an_image_is_no_node():
    gold = "entities:\n  n: {kind: node}\n"
    scene = scene_of(B)
    corners = ((20.0, 20.0), (60.0, 20.0), (60.0, 60.0), (20.0, 60.0))
    image = Image(len(scene.elements), corners, "raster", names=("n",), node="n")
    node = Node(("n",), "rectangle", (40.0, 40.0), corners, (image.index,))
    scene = replace(scene, elements=(*scene.elements, image), nodes=(*scene.nodes, node))
    assert codes(bound(scene, gold)) == {"n": Code.O1}


SMALL = "entities:\n  P: {kind: point}\n  k: {kind: curve}\n"


@pytest.mark.parametrize(
    ("radius", "mark", "code"),
    [(8, 3, None), (20, 9, None), (4, 7, Code.U1)],
    ids=["a dot on a small circle", "a large dot", "most of the circle"],
)
def test_a_curve_under_the_mark_of_a_point_of_the_figure_is_not_hidden(radius, mark, code):
    circle = f'<circle id="k" cx="200" cy="150" r="{radius}" fill="none" stroke="black"/>'
    spot = f'<circle id="P" cx="{200 + radius}" cy="150" r="{mark}" fill="red"/>'
    figure = figure_of(circle + spot + '<path d="M40,280 H360 V20" fill="none" stroke="black"/>', SMALL)
    finding = figure.bindings["k"]
    assert (None if finding.holds else finding.code) == code


@pytest.mark.parametrize(("width", "code"), [(4, None), (7, None), (13, Code.U1)])
def test_a_curve_under_many_lines_that_cross_it_goes_on(width, code):
    crossing = "".join(
        f'<path d="M{x},60 V240" fill="none" stroke="gray" stroke-width="{width}"/>' for x in range(60, 350, 20)
    )
    curve = '<path id="k" d="M40,150 H360" fill="none" stroke="black"/>'
    figure = figure_of(curve + crossing, "entities:\n  k: {kind: curve}\n")
    finding = figure.bindings["k"]
    assert (None if finding.holds else finding.code) == code
