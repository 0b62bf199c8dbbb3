"""The contract promises what extraction loads, and tells nothing of the answer."""

from __future__ import annotations

import pytest

from mathvis.extract import STANDARD_LIBRARIES, STANDARD_PACKAGES
from mathvis.extract.model import Format
from mathvis.goldir.load import load_gold
from mathvis.packages.contract import contract

GOLD = load_gold(
    """
    entities: {P: {kind: point, label: "$P$"}, roots: {kind: points, names: "root-*", members: {root-17: null}}}
    frames: {main: {maps: upright, anchors: {P: 23}}}
    hard: [{there: {distinct: {points: [P, roots]}}}]
    soft: [{legible: {labels_legible: {}}}]
    """
)


@pytest.mark.parametrize("name", [*STANDARD_PACKAGES, *STANDARD_LIBRARIES])
def test_every_package_and_library_is_promised(name):
    assert name in contract(GOLD, frozenset({Format.TIKZ}))


def test_an_svg_task_does_not_speak_of_latex():
    text = contract(GOLD, frozenset({Format.SVG}))
    assert "LaTeX" not in text
    assert "tikz" not in text.lower()


def test_hidden_members_and_places_are_not_told():
    text = contract(GOLD, frozenset(Format))
    assert "root-*" in text
    assert "17" not in text
    assert "23" not in text


def test_what_a_whole_document_and_an_svg_are_judged_by_is_told():
    text = contract(GOLD, frozenset(Format))
    assert "`standalone`" in text
    assert "library intersections" in text, "`name path` is an unknown key without it"
    assert "16 cm" in text
    assert "16 cm" not in contract(GOLD, frozenset({Format.TIKZ}))
