"""Binding: two keys, visible ink only, and a closed world."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from binding_builders import bound, box, dot, figure_of, line, scene_of, text

from mathvis.figure.finding import Outcome
from mathvis.goldir.codes import Code
from mathvis.scene.model import NamedPoint

POINTS = """
entities:
  A: {kind: point, label: "$A$"}
  B: {kind: point, label: "$B$"}
"""
FRAMING = line("", 40, 280, 360, 280) + line("", 40, 20, 40, 280)


def codes(figure) -> dict[str, Code | None]:
    return {name: finding.code for name, finding in figure.bindings.items() if not finding.holds}


# -- points and labels ---------------------------------------------------------------------------------


def test_name_and_label_agree():
    figure = figure_of(dot("A", 100, 200) + text(100, 185, "A") + dot("B", 300, 200) + text(300, 185, "B"), POINTS)
    assert codes(figure) == {}
    assert np.allclose(figure.entities["A"].at, [75, 75])
    assert figure.entities["B"].label.form == "B"


def test_swapped_labels_are_told_as_swapped():
    figure = figure_of(dot("A", 100, 200) + text(100, 185, "B") + dot("B", 300, 200) + text(300, 185, "A"), POINTS)
    assert codes(figure) == {"A": Code.B2, "B": Code.B2}


def test_a_label_at_the_wrong_object():
    three = POINTS + "  P: {kind: point}\n"
    drawing = dot("A", 100, 200) + dot("B", 300, 200) + text(300, 185, "B") + dot("P", 200, 60) + text(200, 45, "A")
    assert codes(figure_of(drawing, three)) == {"A": Code.B1}


def test_a_label_that_is_not_there():
    figure = figure_of(dot("A", 100, 200) + text(100, 185, "A") + dot("B", 300, 200), POINTS)
    assert codes(figure) == {"B": Code.O2}


def test_a_label_between_two_candidates_is_undecided():
    drawing = dot("A", 190, 200) + dot("B", 230, 200) + text(210, 200, "A") + text(211, 230, "B") + FRAMING
    figure = figure_of(drawing, POINTS)
    assert figure.bindings["A"].outcome is Outcome.UNDECIDED
    assert figure.bindings["A"].code is Code.U4


def test_elimination_settles_a_label_between_two_when_the_other_has_its_own():
    drawing = dot("A", 190, 200) + dot("B", 230, 200) + text(210, 190, "A") + text(245, 200, "B") + FRAMING
    assert codes(figure_of(drawing, POINTS)) == {}


def test_without_its_name_a_point_is_found_by_its_label_and_this_is_noted():
    drawing = dot("A", 100, 200) + text(100, 185, "A") + '<circle cx="300" cy="200" r="3"/>' + text(300, 185, "B")
    figure = figure_of(drawing, POINTS)
    assert codes(figure) == {}
    assert any("B" in note for note in figure.notes)


def test_neither_name_nor_label_is_a_missing_object():
    figure = figure_of(dot("A", 100, 200) + text(100, 185, "A"), POINTS)
    assert codes(figure) == {"B": Code.O1}
    assert "B" not in figure.entities


def test_a_named_place_without_ink_is_no_point():
    scene = scene_of(dot("A", 100, 200) + text(100, 185, "A") + text(300, 185, "B") + FRAMING)
    scene = replace(scene, points=(NamedPoint("B", (225.0, 75.0)),))
    assert codes(bound(scene, POINTS)) == {"B": Code.O1}


def test_a_named_place_at_an_end_a_corner_or_a_crossing_of_ink_is_a_point():
    ends = line("", 50, 250, 350, 50) + line("", 50, 50, 350, 250)
    scene = scene_of(ends + text(200, 134, "A") + text(50, 265, "B"))
    scene = replace(scene, points=(NamedPoint("A", (150.0, 112.5)), NamedPoint("B", (37.5, 37.5))))
    figure = bound(scene, POINTS)
    assert codes(figure) == {}
    assert np.allclose(figure.entities["A"].at, [150, 112.5], atol=1e-6)


def test_one_name_at_two_places_is_ambiguous():
    drawing = dot("A", 100, 200) + dot("A", 200, 100) + text(100, 185, "A") + dot("B", 300, 200) + text(300, 185, "B")
    assert codes(figure_of(drawing, POINTS)) == {"A": Code.U4}


@pytest.mark.parametrize(
    "hide",
    [
        'fill="white"',
        'opacity="0"',
        'fill-opacity="0.001"',
        'visibility="hidden"',
        'display="none"',
    ],
)
def test_hidden_ink_binds_nothing(hide):
    hidden = dot("A", 100, 200).replace("/>", f" {hide}/>")
    drawing = hidden + text(100, 185, "A") + dot("B", 300, 200) + text(300, 185, "B")
    assert codes(figure_of(drawing, POINTS)).get("A") is Code.O1


def test_ink_under_later_paint_binds_nothing():
    cover = '<rect x="80" y="190" width="40" height="20" fill="white"/>'
    drawing = dot("A", 100, 200) + cover + text(100, 175, "A") + dot("B", 300, 200) + text(300, 185, "B")
    assert codes(figure_of(drawing, POINTS)).get("A") is Code.O1


# -- curves -----------------------------------------------------------------------------------------------

CURVE = "entities:\n  g: {kind: curve}\n"


def test_all_pieces_of_a_name_belong_to_the_curve():
    figure = figure_of(line("g", 50, 50, 150, 50) + line("g", 250, 200, 350, 200), CURVE)
    assert len(figure.entities["g"].pieces) == 2


def test_pieces_that_meet_are_one():
    figure = figure_of(line("g", 50, 50, 150, 50) + line("g", 150, 50, 350, 200), CURVE)
    assert len(figure.entities["g"].pieces) == 1
    assert not figure.entities["g"].closed


def test_a_curve_hidden_in_part_is_not_there_in_full():
    cover = '<rect x="150" y="40" width="100" height="20" fill="white"/>'
    figure = figure_of(line("g", 50, 50, 350, 50) + cover + FRAMING, CURVE)
    assert codes(figure) == {"g": Code.U1}
    assert 0.6 < figure.bindings["g"].measured < 0.72


# -- sets ----------------------------------------------------------------------------------------------------

MARKS = "entities:\n  zeros: {kind: points, names: 'zero-*'}\n"
MEMBERS = "entities:\n  v: {kind: points, names: 'v-*', members: {v-1: null, v-2: null}}\n"


def test_anonymous_sets_take_what_is_drawn():
    figure = figure_of(dot("zero-1", 50, 50) + dot("zero-x", 150, 90) + FRAMING, MARKS)
    assert {point.name for point in figure.entities["zeros"]} == {"zero-1", "zero-x"}


def test_an_empty_set_is_missing():
    assert codes(figure_of(FRAMING, MARKS)) == {"zeros": Code.O1}


def test_a_listed_member_that_is_missing_and_one_too_many():
    assert codes(figure_of(dot("v-1", 50, 50) + FRAMING, MEMBERS)) == {"v": Code.O4}
    three = dot("v-1", 50, 50) + dot("v-2", 90, 50) + dot("v-3", 150, 50) + FRAMING
    assert codes(figure_of(three, MEMBERS)) == {"v": Code.X1}


# -- diagrams ----------------------------------------------------------------------------------------------------

DIAGRAM = """
entities:
  cells: {kind: nodes, members: {a: "a", b: "b", c: "c"}}
  arrows: {kind: arrows, names: "arr-*"}
"""
CELLS = box("a", 60, 150, "a") + box("b", 200, 150, "b") + box("c", 340, 150, "c")
HEAD = 'marker-end="url(#h)"'
TAIL_HEAD = 'marker-start="url(#h)"'


def ends(figure, kind="arrows"):
    return [(e.source, e.target, e.directed) for e in figure.entities[kind]]


def test_arrows_know_their_ends_named_or_not():
    drawing = CELLS + line("arr-1", 75, 150, 185, 150, HEAD) + line("", 215, 150, 325, 150, HEAD)
    figure = figure_of(drawing, DIAGRAM)
    assert ends(figure) == [("cells.a", "cells.b", True), ("cells.b", "cells.c", True)]
    assert codes(figure) == {}
    assert figure.extras == ()


def test_direction_comes_from_the_head_not_from_the_source_order():
    figure = figure_of(CELLS + line("arr-1", 75, 150, 185, 150, TAIL_HEAD), DIAGRAM)
    assert ends(figure) == [("cells.b", "cells.a", True)]


def test_a_line_without_a_head_or_with_two_is_not_directed():
    plain = figure_of(CELLS + line("arr-1", 75, 150, 185, 150), DIAGRAM)
    both = figure_of(CELLS + line("arr-1", 75, 150, 185, 150, HEAD + " " + TAIL_HEAD), DIAGRAM)
    assert ends(plain) == [("cells.a", "cells.b", False)]
    assert ends(both) == [("cells.a", "cells.b", False)]


def test_a_path_through_a_node_is_cut_there():
    path = '<polyline id="arr-1" points="60,150 200,150 340,150" fill="none" stroke="black"/>'
    figure = figure_of(path + CELLS, DIAGRAM)
    assert [(e.source, e.target) for e in figure.entities["arrows"]] == [
        ("cells.a", "cells.b"),
        ("cells.b", "cells.c"),
    ]


def test_lines_drawn_under_their_nodes_are_seen_in_full():
    figure = figure_of(line("arr-1", 60, 150, 200, 150) + CELLS, DIAGRAM)
    assert codes(figure) == {}


def test_an_end_in_the_void_meets_no_node():
    figure = figure_of(CELLS + line("arr-1", 75, 150, 130, 60, HEAD), DIAGRAM)
    assert ends(figure) == [("cells.a", None, True)]


def test_labels_of_edges_stand_at_their_edges():
    drawing = CELLS + line("arr-1", 75, 150, 185, 150, HEAD) + text(130, 138, "f") + line("arr-2", 215, 150, 325, 150)
    figure = figure_of(drawing, DIAGRAM)
    assert [e.label.form if e.label else None for e in figure.entities["arrows"]] == ["f", None]


# -- values ------------------------------------------------------------------------------------------------------

VALUE = "entities:\n  n: {kind: value, reads: '$N = {...}$'}\n"


def test_a_value_is_read_out_of_its_template():
    assert figure_of(text(200, 100, "N = 3", "n") + FRAMING, VALUE).entities["n"].reads == "3"


def test_a_value_in_another_form_is_unreadable():
    assert codes(figure_of(text(200, 100, "three zeros", "n") + FRAMING, VALUE)) == {"n": Code.O2}


def test_two_different_statements_of_one_value_contradict():
    drawing = text(200, 100, "N = 3", "n") + text(200, 200, "N = 5") + FRAMING
    assert codes(figure_of(drawing, VALUE)) == {"n": Code.X2}


# -- frames ------------------------------------------------------------------------------------------------------

FRAME = """
entities:
  O: {kind: point, label: "$0$"}
  I: {kind: point, label: "$1$"}
  J: {kind: point, label: "$i$"}
frames:
  main: {maps: upright, anchors: {O: 0, I: 1, J: "i"}}
"""


def plane(ix, iy, jx, jy):
    return (
        dot("O", 100, 200)
        + text(88, 212, "0")
        + dot("I", ix, iy)
        + text(ix, iy + 14, "1")
        + dot("J", jx, jy)
        + text(jx - 12, jy, "i")
    )


def test_a_frame_is_fitted_to_its_anchors():
    figure = figure_of(plane(200, 200, 100, 100), FRAME)
    assert codes(figure) == {}
    assert np.allclose(figure.frames["main"].to_data(figure.entities["I"].at), [[1, 0]], atol=1e-9)
    assert figure.frames["main"].scale == pytest.approx(75)


@pytest.mark.parametrize("drawing", [plane(200, 200, 100, 150), plane(190, 160, 60, 110)], ids=["stretched", "turned"])
def test_anchors_that_fit_no_map_of_the_class_are_a_wrong_scale(drawing):
    assert codes(figure_of(drawing, FRAME)) == {"frame-main": Code.R2}


def test_without_an_anchor_there_is_no_frame_and_no_pass():
    figure = figure_of(plane(200, 200, 100, 100).replace(dot("I", 200, 200), ""), FRAME)
    assert not figure.frames["main"].fitted
    assert figure.bindings["frame-main"].outcome is Outcome.UNDECIDED


# -- closed world ------------------------------------------------------------------------------------------------

AXES = (
    '<g stroke="gray" stroke-width="0.6">'
    + line("", 20, 200, 380, 200).replace('stroke="black"', "")
    + line("", 100, 20, 100, 280).replace('stroke="black"', "")
    + "</g>"
)


def extras(drawing, gold=FRAME):
    return [ink.kind for ink in figure_of(drawing, gold).extras]


def test_axes_through_the_origin_are_decoration():
    assert extras(plane(200, 200, 100, 100) + AXES) == []


def test_an_unnamed_curve_is_unaccounted_for():
    assert extras(plane(200, 200, 100, 100) + '<circle cx="200" cy="120" r="60" fill="none" stroke="black"/>') == [
        "curve"
    ]


def test_construction_lines_must_stand_back():
    circle = '<circle id="decor-1" cx="200" cy="120" r="60" fill="none" stroke="{}" stroke-width="{}"/>'
    heavy = '<line id="g" x1="100" y1="250" x2="300" y2="250" stroke="black" stroke-width="1.5"/>'
    gold = FRAME.replace("frames:", "  g: {kind: curve}\nframes:")
    assert extras(plane(200, 200, 100, 100) + heavy + circle.format("#bbbbbb", 0.7), gold) == []
    assert extras(plane(200, 200, 100, 100) + heavy + circle.format("black", 1.5), gold) == ["curve"]


def test_invisible_ink_does_not_stretch_the_figure():
    far = '<circle cx="390" cy="5" r="3" fill="white"/>'
    plain = figure_of(plane(200, 200, 100, 100), FRAME)
    stretched = figure_of(plane(200, 200, 100, 100) + far, FRAME)
    assert stretched.diagonal == pytest.approx(plain.diagonal)


# -- construction lines, contrast, boxes ---------------------------------------------------------------


def test_construction_lines_are_told_apart_from_axes():
    heavy = '<line id="g" x1="100" y1="250" x2="300" y2="250" stroke="black" stroke-width="1.5"/>'
    light = 'stroke="#bbbbbb" stroke-width="0.7"'
    circle = f'<circle id="decor-1" cx="200" cy="120" r="60" fill="none" {light}/>'
    axes = f'<line id="decor-x" x1="20" y1="200" x2="380" y2="200" {light}/><line id="decor-y" x1="100" y1="20" x2="100" y2="280" {light}/>'
    gold = FRAME.replace("frames:", "  g: {kind: curve}\nframes:")
    figure = figure_of(plane(200, 200, 100, 100) + heavy + circle + axes, gold)
    assert figure.extras == ()
    assert [ink.kind for ink in figure.construction] == ["curve"]


@pytest.mark.parametrize("colour", ["black", "#00ff00", "orange", "red", "#777777", "#0000cc"])
def test_strong_colours_are_seen_whatever_their_lightness(colour):
    figure = figure_of(line("g", 50, 50, 350, 50).replace('"black"', f'"{colour}"') + FRAMING, CURVE)
    assert codes(figure) == {}


@pytest.mark.parametrize("colour", ["#ebebeb", "#e0e0e0", "#ffffcc", "#cccccc", "yellow"])
def test_faint_ink_is_not_there_for_a_reader(colour):
    figure = figure_of(line("g", 50, 50, 350, 50).replace('"black"', f'"{colour}"') + FRAMING, CURVE)
    assert codes(figure) == {"g": Code.U5}


@pytest.mark.parametrize(
    ("veil", "opacity", "code"),
    [("white", 0.93, Code.U5), ("white", 0.8, Code.U5), ("white", 0.3, None), ("#0000ff", 0.3, None)],
)
@pytest.mark.parametrize("width", [300, 60, 15])
def test_a_line_is_seen_through_what_is_laid_over_it(veil, opacity, code, width):
    over = f'<rect x="60" y="30" width="{width}" height="40" fill="{veil}" fill-opacity="{opacity}"/>'
    figure = figure_of(line("g", 50, 50, 350, 50) + over + FRAMING, CURVE)
    assert codes(figure).get("g") is (code if width > 30 else None), "a tenth of a line may be pale"


def crossed(casing, core, at=150):
    """A line of 60 that another crosses, with a casing of its own below it."""
    across = f"M{at} 20 V80"
    strokes = ((casing, "white"), (core, "black"))
    return line("g", 120, 50, 180, 50) + "".join(
        f'<path d="{across}" fill="none" stroke="{color}" stroke-width="{width}"/>' for width, color in strokes if width
    )


@pytest.mark.parametrize(
    ("drawing", "code"),
    [
        (crossed(8, 1.5), None),
        (crossed(12, 1.5), None),
        (crossed(8, 0), Code.U1),
        (crossed(30, 1.5), Code.U1),
        (crossed(12, 1.5, at=176), Code.U1),
    ],
    ids=["casing", "wide casing", "nothing over the gap", "a hole", "at its end"],
)
def test_a_line_goes_on_under_another_that_a_casing_sets_off(drawing, code):
    assert codes(figure_of(drawing + FRAMING, CURVE)).get("g") is code


def test_the_box_of_a_value_belongs_to_it():
    group = (
        '<g id="n"><rect x="160" y="85" width="80" height="30" fill="none" stroke="black"/>'
        + text(200, 100, "N = 3")
        + "</g>"
    )
    figure = figure_of(group + FRAMING, VALUE)
    assert codes(figure) == {}
    assert [ink.kind for ink in figure.extras] == ["curve", "curve"], "only the two lines of the framing are left"


def test_a_large_shape_in_a_values_group_is_no_box():
    group = (
        '<g id="n"><circle cx="200" cy="150" r="120" fill="none" stroke="black"/>' + text(200, 100, "N = 3") + "</g>"
    )
    assert [ink.kind for ink in figure_of(group + FRAMING, VALUE).extras] == ["curve", "curve", "curve"]


def test_white_grounds_of_labels_are_decoration_wherever_they_are_painted():
    grounds = "".join(f'<rect x="{x - 10}" y="175" width="20" height="20" fill="white"/>' for x in (100, 300))
    drawing = line("", 60, 185, 340, 185) + grounds + dot("A", 100, 205) + dot("B", 300, 205) + text(100, 185, "A")
    figure = figure_of(drawing + text(300, 185, "B"), POINTS)
    assert [ink.kind for ink in figure.extras] == ["curve"]


def test_a_pale_ground_does_not_make_a_node_faint():
    pale = CELLS.replace('fill="white" stroke="black"', 'fill="#f4f4f4"')
    assert codes(figure_of(pale + line("arr-1", 75, 150, 185, 150, HEAD), DIAGRAM)) == {}


@pytest.mark.parametrize(
    ("dash", "code"),
    [
        ("6 3", None),
        ("1 3", None),
        ("2 8", None),
        ("0.5 4", None),
        ("1 25", Code.U1),
        ("0.05 4", Code.U1),
        ("4 7 0.05 7", Code.U1),
        ("4 3 0.05 3", None),
    ],
)
def test_dashes_far_apart_are_no_line(dash, code):
    figure = figure_of(line("g", 50, 50, 350, 50, f'stroke-dasharray="{dash}"') + FRAMING, CURVE)
    assert codes(figure).get("g") is code


@pytest.mark.parametrize(("beside", "code"), [("5", Code.X2), ("+1", Code.X2), (".14", Code.X2), ("zeros", None)])
def test_what_stands_against_a_value_is_read_with_it(beside, code):
    value = '<text id="n" x="200" y="105" text-anchor="end">N = 3</text>'
    figure = figure_of(value + f'<text x="202" y="105">{beside}</text>' + FRAMING, VALUE)
    assert codes(figure).get("n") is code


TWO = """
entities:
  O: {kind: point, panel: z, label: "$0$"}
  I: {kind: point, panel: z, label: "$1$"}
  P: {kind: point, panel: w, label: "$2$"}
  Q: {kind: point, panel: w, label: "$3$"}
frames:
  z: {maps: upright, anchors: {O: 0, I: 1}}
  w: {maps: upright, anchors: {P: 0, Q: 1}}
"""


def test_grids_of_several_panels_are_decoration_each_with_its_own_step():
    marks = dot("O", 60, 200) + text(50, 212, "0") + dot("I", 140, 200) + text(150, 212, "1") + dot("P", 250, 200)
    marks += text(240, 212, "2") + dot("Q", 370, 200) + text(380, 212, "3")
    grids = "".join(
        f'<path id="decor-grid-{n}" fill="none" stroke="#c8c8c8" stroke-width="0.4" d="{d}"/>'
        for n, d in (
            ("z", " ".join(f"M{20 + 40 * k} 100 V260 M20 {100 + 40 * k} H180" for k in range(5))),
            ("w", " ".join(f"M{220 + 30 * k} 105 V255 M220 {105 + 30 * k} H370" for k in range(6))),
        )
    )
    figure = figure_of(grids + marks, TWO)
    assert figure.construction == ()
    assert figure.extras == ()


def test_a_pale_fill_with_a_dark_outline_is_not_faint():
    disc = '<g id="g"><circle cx="200" cy="150" r="80" fill="#f0f0ff"/><circle cx="200" cy="150" r="80" fill="none" stroke="black"/></g>'
    both = '<circle id="g" cx="200" cy="150" r="80" fill="#f0f0ff" stroke="black"/>'
    assert codes(figure_of(disc + FRAMING, CURVE)) == {}
    assert codes(figure_of(both + FRAMING, CURVE)) == {}


def test_light_lines_on_a_dark_ground_are_seen():
    ground = '<rect x="0" y="0" width="400" height="300" fill="#102040"/>'
    figure = figure_of(ground + line("g", 50, 50, 350, 50).replace('"black"', '"white"'), CURVE)
    assert codes(figure) == {}


@pytest.mark.parametrize(
    ("caption", "code"),
    [("number of zeros: N = 5", Code.X2), ("so N = 3, as stated", None), ("N = 35", Code.X2), ("deg p = 5", None)],
)
def test_a_caption_may_repeat_a_value_but_not_contradict_it(caption, code):
    figure = figure_of(text(200, 100, "N = 3", "n") + text(200, 250, caption) + FRAMING, VALUE)
    assert codes(figure).get("n") is code
