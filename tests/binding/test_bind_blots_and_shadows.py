"""Texts printed over each other are not read; what a node paints under itself is not missed."""

from __future__ import annotations

import pytest
from binding_builders import dot, figure_of, text
from hypothesis import given, settings
from hypothesis import strategies as st

from mathvis.goldir.codes import Code

POINTS = """
entities:
  A: {kind: point, label: "$A$"}
  B: {kind: point, label: "$12$"}
"""
NODE = "entities:\n  n: {kind: node, label: '$7$'}\n"
DRAWN = dot("A", 100, 200) + dot("B", 300, 200)


def codes(figure):
    return {name: finding.code for name, finding in figure.bindings.items() if not finding.holds}


@pytest.mark.parametrize("over", ["C", "8", "−", "B1"])
@pytest.mark.parametrize("first", [True, False])
def test_a_label_over_another_text_is_not_read(over, first):
    two = [text(100, 180, "A"), text(101, 181, over)]
    body = DRAWN + "".join(two if first else two[::-1]) + text(300, 180, "12")
    assert codes(figure_of(body, POINTS)) == {"A": Code.O2}


@pytest.mark.parametrize("again", ['fill="red"', ""])
def test_the_same_label_again_in_its_place_is_read(again):
    body = DRAWN + text(100, 180, "A") + text(300, 180, "12")
    twice = body + f'<text x="100.5" y="185.5" text-anchor="middle" {again}>A</text>'
    assert codes(figure_of(twice, POINTS)) == {}


@given(st.floats(11, 40), st.floats(-6, 6))
@settings(max_examples=25)
def test_texts_beside_each_other_are_read(dx, dy):
    body = DRAWN + text(100, 180, "A") + text(300, 180, "12") + text(100 + dx, 180 + dy, "x") + text(300, 162, "y")
    assert codes(figure_of(body, POINTS)).get("B") is None
    assert codes(figure_of(body, POINTS)).get("A") in (None, Code.U4)


@pytest.mark.parametrize("sign", ["×", "○", "◯"])
def test_marks_and_rings_lie_over_texts_on_purpose(sign):
    body = DRAWN + text(100, 180, "A") + text(300, 180, "12") + text(100, 180, sign)
    assert codes(figure_of(body, POINTS)) == {}


def node(under, over=""):
    shape = '<rect x="80" y="80" width="40" height="30" fill="white" stroke="black"/>'
    return f'<g id="n">{under}{shape}{text(100, 95, "7")}{over}</g>'


SHADOWS = {
    "offset": '<rect x="84" y="84" width="40" height="30" fill="#888"/>',
    "halo": '<rect x="77" y="77" width="46" height="36" fill="#ccc"/>',
    "soft": "".join(f'<rect x="84" y="84" width="{40 + k}" height="{30 + k}" fill="#{8 + k}{8 + k}{8 + k}"/>' for k in (1, 0)),
    "copy": '<rect x="84" y="84" width="40" height="30" fill="white" stroke="black"/>',
    "wholly covered": '<rect x="82" y="82" width="36" height="26" fill="#888"/>',
}  # fmt: skip


@pytest.mark.parametrize("name", SHADOWS)
def test_the_shadow_of_a_node_is_not_hidden_ink(name):
    assert codes(figure_of(node(SHADOWS[name]), NODE)) == {}


def test_a_node_under_paint_of_its_own_that_shows_nothing_is_hidden():
    assert codes(figure_of(node("", '<rect x="70" y="70" width="60" height="20" fill="white"/>'), NODE)) != {}


def test_a_node_under_paint_of_another_is_hidden():
    body = node("") + '<rect x="75" y="75" width="50" height="14" fill="#888"/>'
    assert codes(figure_of(body, NODE)) != {}
