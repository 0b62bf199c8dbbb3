"""The second key: where labels stand, what ties them to objects, and what makes them ambiguous."""

from __future__ import annotations

import re

import pytest
from binding_builders import box, dot, figure_of, line, text

from mathvis.figure.finding import Outcome
from mathvis.goldir.codes import Code

POINTS = """
entities:
  A: {kind: point, label: "$A$"}
  B: {kind: point, label: "$B$"}
"""
CURVES = """
entities:
  f: {kind: curve, label: "$f$"}
  g: {kind: curve, label: "$g$"}
"""
TWO = dot("A", 100, 200) + dot("B", 300, 200) + text(300, 185, "B")
F = '<path id="f" d="M50,250 Q150,50 350,60" fill="none" stroke="{}" stroke-width="1.5" {}/>'
G = '<path id="g" d="M50,60 Q250,100 350,250" fill="none" stroke="{}" stroke-width="1.5" {}/>'


def codes(figure):
    return {name: finding.code for name, finding in figure.bindings.items() if not finding.holds}


def test_a_text_of_the_objects_own_group_must_stand_at_the_object():
    far = f'<g id="A">{dot("", 100, 200)}{text(200, 60, "A")}</g>' + dot("B", 300, 200) + text(300, 185, "B")
    assert codes(figure_of(far, POINTS)) == {"A": Code.O2}
    swapped = (
        f'<g id="A">{dot("", 100, 200)}{text(300, 185, "A")}</g><g id="B">{dot("", 300, 200)}{text(100, 185, "B")}</g>'
    )
    assert codes(figure_of(swapped, POINTS)) == {"A": Code.B2, "B": Code.B2}


def test_a_label_at_an_unnamed_dot_labels_the_dot():
    body = dot("A", 100, 200) + dot("", 112, 186) + text(122, 180, "A") + dot("B", 300, 200) + text(300, 185, "B")
    figure = figure_of(body, POINTS)
    assert codes(figure) == {"A": Code.B1}
    assert "without a name" in figure.bindings["A"].message


def test_a_label_printed_at_its_object_and_at_another_is_ambiguous():
    body = TWO + text(100, 185, "A") + text(300, 216, "A")
    assert codes(figure_of(body, POINTS)) == {"A": Code.U4}


def test_a_label_printed_twice_at_its_object_is_none_the_worse():
    assert codes(figure_of(TWO + text(100, 185, "A") + text(100, 216, "A"), POINTS)) == {}


def test_a_number_may_be_repeated_by_ticks():
    gold = 'entities:\n  O: {kind: point, label: "$0$"}\n  J: {kind: point, label: "$i$"}\n'
    body = dot("O", 100, 200) + text(90, 212, "0") + dot("J", 100, 100) + text(110, 90, "i") + text(86, 101, "0")
    assert codes(figure_of(body, gold)) == {}


def test_equal_labels_are_one_each():
    gold = 'entities:\n  n: {kind: nodes, members: {a: "$0$", b: "$0$"}}\n'
    one = dot("a", 100, 150, 4) + dot("b", 130, 150, 4) + text(115, 140, "0") + line("", 20, 280, 380, 20)
    assert codes(figure_of(one, gold)) != {}
    assert codes(figure_of(one + text(140, 160, "0"), gold)) == {}
    assert codes(figure_of(box("a", 60, 150, "0") + box("b", 340, 150, "0"), gold)) == {}


def test_equal_labels_in_different_panels_do_not_meet():
    gold = 'entities:\n  O: {kind: point, label: "$0$", panel: z}\n  P: {kind: point, label: "$0$", panel: w}\n'
    body = dot("O", 80, 150) + text(80, 135, "0") + dot("P", 300, 150) + text(300, 135, "0")
    assert codes(figure_of(body, gold)) == {}


@pytest.mark.parametrize("swap", [False, True])
def test_a_leader_carries_a_label_to_its_object(swap):
    one, other = ("B", "A") if swap else ("A", "B")
    body = (
        dot("A", 100, 200) + dot("B", 300, 200) + line("", 104, 196, 140, 150, 'stroke-width="0.5"')
        + text(147, 142, one) + line("", 296, 196, 260, 150, 'stroke-width="0.5"') + text(253, 142, other)
    )  # fmt: skip
    figure = figure_of(body, POINTS)
    assert codes(figure) == ({"A": Code.B2, "B": Code.B2} if swap else {})
    assert [ink.kind for ink in figure.extras if ink.kind != "text"] == []


def legend(first, second, dash):
    rows = [(250, first, ""), (270, second, dash)]
    return "".join(
        line("", 270, y, 300, y, more) + f'<text x="306" y="{y + 5}">{label}</text>' for y, label, more in rows
    )


DASH = 'stroke-dasharray="6 4"'


def test_a_legend_labels_curves_by_their_look():
    body = F.format("black", "") + G.format("black", DASH)
    figure = figure_of(body + legend("f", "g", DASH), CURVES, height=400)
    assert codes(figure) == {}
    assert figure.extras == ()
    assert codes(figure_of(body + legend("g", "f", DASH), CURVES, height=400)) == {"f": Code.B2, "g": Code.B2}


def pieces(figure, name="f"):
    curve = figure.entities.get(name)
    return None if curve is None else len(curve.pieces)


def test_a_sample_drawn_under_the_name_of_its_curve_is_no_piece_of_it():
    body = "".join(
        f'<g id="{name}">{curve.format("black", look)}{line("", 270, y, 300, y, look)}</g>'
        f'<text x="306" y="{y + 5}">{name}</text>'
        for name, curve, look, y in (("f", F, "", 250), ("g", G, DASH, 270))
    )
    body = re.sub(r'<path id="."', "<path", body)
    figure = figure_of(body, CURVES, height=400)
    assert codes(figure) == {}
    assert (pieces(figure, "f"), pieces(figure, "g")) == (1, 1)
    assert figure.extras == ()


@pytest.mark.parametrize(
    "sample",
    [
        line("f", 270, 250, 300, 250) + text(320, 250, "g"),
        line("f", 100, 250, 130, 250) + text(320, 250, "f"),
        line("f", 270, 240, 300, 260) + text(314, 250, "f"),
        line("f", 190, 250, 300, 250) + text(314, 250, "f"),
        '<path id="f" d="M270,250 Q285,240 300,250" fill="none" stroke="black"/>' + text(314, 250, "f"),
    ],
    ids=["beside another label", "far from its label", "sloping", "long", "bent"],
)
def test_a_second_piece_of_a_curve_that_is_no_sample_stays(sample):
    figure = figure_of(F.format("black", "") + G.format("black", "") + sample, CURVES, height=400)
    assert pieces(figure) == 2


def test_dashes_drawn_one_by_one_are_no_samples():
    dashes = "".join(f"M{x},200 h16 " for x in range(50, 340, 24))
    body = f'<path id="f" d="{dashes}" fill="none" stroke="black"/>' + text(352, 200, "f")
    one_by_one = "".join(line("", x, 200, x + 16, 200) for x in range(50, 340, 24))
    gold = 'entities:\n  f: {kind: curve, label: "$f$"}\n'
    for drawn in (body, f'<g id="f">{one_by_one}</g>' + text(352, 200, "f")):
        assert pieces(figure_of(drawn, gold)) == 13


def test_a_legend_does_not_tell_curves_of_one_look_apart():
    body = F.format("black", "") + G.format("black", "")
    assert set(codes(figure_of(body + legend("f", "g", ""), CURVES, height=400))) == {"f", "g"}


def test_colour_tells_between_crossing_curves():
    body = F.format("red", "") + G.format("blue", "")
    plain = text(186, 92, "f") + text(322, 208, "g")
    tinted = '<text x="181" y="97" fill="red">f</text>' + text(322, 208, "g")
    assert figure_of(body + plain, CURVES).bindings["f"].outcome is not Outcome.VIOLATED
    assert codes(figure_of(body + tinted, CURVES)) == {}


def test_the_innermost_region_is_labelled():
    gold = 'entities:\n  D: {kind: region, label: "$D$"}\n  E: {kind: region, label: "$E$"}\n'
    outer = '<rect id="D" x="40" y="40" width="320" height="220" fill="#cde" stroke="black"/>'
    inner = '<rect id="E" x="200" y="100" width="120" height="100" fill="#edc" stroke="black"/>'
    assert codes(figure_of(outer + inner + text(100, 150, "D") + text(260, 150, "E"), gold)) == {}
    assert set(codes(figure_of(outer + inner + text(100, 150, "E") + text(260, 150, "D"), gold))) == {"D", "E"}


def test_a_table_of_labels_far_from_everything_labels_nothing():
    body = F.format("black", "") + G.format("black", "") + text(60, 380, "f") + text(80, 380, "g")
    assert codes(figure_of(body, CURVES, height=400)) == {"f": Code.O2, "g": Code.O2}


@pytest.mark.parametrize("split", [False, True])
def test_a_value_may_be_split_over_the_texts_of_its_group(split):
    gold = "entities:\n  n: {kind: value, reads: '$N = {...}$'}\n"
    parts = text(200, 100, "N =") + text(232, 100, "3")
    body = f'<g id="n">{parts}</g>' if split else text(200, 100, "N = 3", "n")
    assert figure_of(body + line("", 40, 280, 360, 280), gold).entities["n"].reads == "3"


def test_two_values_of_one_form_are_no_contradiction():
    gold = "entities:\n  n: {kind: value, reads: '$N = {...}$'}\n  m: {kind: value, reads: '$N = {...}$'}\n"
    assert codes(figure_of(text(200, 100, "N = 3", "n") + text(200, 200, "N = 4", "m"), gold)) == {}


RING = '<circle id="C" cx="200" cy="150" r="100" fill="none" stroke="{}" stroke-width="1.5"/>'
ONE = 'entities:\n  C: {kind: curve, label: "$C$"}\n'
TWO_RINGS = ONE + '  D: {kind: curve, label: "$D$"}\n'
INNER = '<circle id="D" cx="200" cy="150" r="50" fill="none" stroke="blue" stroke-width="1.5"/>' + text(200, 150, "D")


@pytest.mark.parametrize(
    ("beside", "found"),
    [
        ("", True),
        (text(330, 80, "x"), False),
        (line("", 340, 50, 340, 90), False),
        (line("", 60, 20, 60, 280), True),
    ],
    ids=["alone", "a text between", "a stroke beside", "a stroke elsewhere"],
)
def test_a_label_that_stands_alone_may_stand_farther_off(beside, found):
    figure = figure_of(RING.format("black") + text(312, 80, "C") + beside, ONE)
    assert codes(figure) == ({} if found else {"C": Code.O2})


def test_a_label_is_not_at_its_object_at_any_distance():
    assert codes(figure_of(RING.format("black") + text(360, 60, "C"), ONE)) == {"C": Code.O2}


@pytest.mark.parametrize(("color", "found"), [("red", True), ("black", False)])
def test_a_label_in_the_colour_of_its_object_may_stand_farther_off(color, found):
    label = f'<text x="303" y="85" fill="{color}">C</text>'
    near = '<circle id="D" cx="360" cy="60" r="30" fill="none" stroke="blue"/>' + text(360, 60, "D")
    figure = figure_of(RING.format("red") + label + near, TWO_RINGS, width=500)
    assert ("C" not in codes(figure)) is found


@pytest.mark.parametrize("at", ["end", "start"])
def test_a_label_at_the_apex_of_a_long_head_is_at_its_arrow(at):
    gold = 'entities:\n  u: {kind: arrow, label: "$u$"}\n'
    big = (
        '<defs><marker id="big" orient="auto-start-reverse" markerWidth="60" markerHeight="20" refX="0" refY="10" '
        'markerUnits="userSpaceOnUse"><path d="M0,0 L60,10 L0,20 Z"/></marker></defs>'
    )
    drawn = {
        "end": line("u", 50, 150, 240, 150, 'marker-end="url(#big)"'),
        "start": line("u", 240, 150, 50, 150, 'marker-start="url(#big)"'),
    }[at]
    assert codes(figure_of(big + drawn + text(308, 150, "u"), gold)) == {}
