"""Which line passes over which, decided on drawings."""

from __future__ import annotations

import pytest
from binding_builders import figure_of, line

from mathvis.goldir.codes import Code
from mathvis.predicates.budget import Budget
from mathvis.predicates.core.strands import passes_over

TWO = "entities:\n  a: {kind: curve}\n  b: {kind: curve}\n"
CASING = '<path d="M200 50V250" stroke="white" stroke-width="12"/>'
UPRIGHT = line("b", 200, 50, 200, 250)
ACROSS = line("a", 50, 150, 350, 150)
GAP = '<path id="a" d="M50 150H192M208 150H350" stroke="black"/>'
TWICE = '<path id="a" d="M50 100H192M208 100H350V200H50" stroke="black" fill="none"/>'


def decide(drawing, equals=None):
    figure = figure_of(drawing, TWO)
    return passes_over(figure.entities["b"], figure.entities["a"], figure, Budget(10_000_000), equals)


@pytest.mark.parametrize("drawing", [ACROSS + CASING + UPRIGHT, GAP + UPRIGHT, UPRIGHT + GAP])
def test_a_gap_in_the_lower_line_however_made(drawing):
    assert decide(drawing).holds


def test_the_other_way_round():
    figure = figure_of(GAP + UPRIGHT, TWO)
    wrong = passes_over(figure.entities["a"], figure.entities["b"], figure, Budget(10_000_000), None)
    assert wrong.code is Code.R5
    assert wrong.message == "a passes over b at 0 of 1 crossing"


def test_without_a_gap_nothing_is_over():
    finding = decide(ACROSS + UPRIGHT)
    assert finding.code is Code.R5
    assert "nothing shows" in finding.message


def test_lines_that_do_not_cross():
    assert decide(line("a", 50, 150, 150, 150) + UPRIGHT).code is Code.R4


RING = '<path id="a" d="M100 92V50H300V250H100V108" stroke="black" fill="none"/>'
THROUGH = '<path id="b" d="M50 100H292M308 100H350" stroke="black"/>'


@pytest.mark.parametrize(("equals", "code"), [(None, Code.R5), (1, None), (2, Code.R5), (0, Code.R5)])
def test_of_several_crossings_all_or_so_many(equals, code):
    # The line runs over the ring's left side, which has a gap there, and under its right side.
    assert decide(RING + THROUGH, equals).code is code


def test_one_flat_crossing_among_others_decides_nothing():
    assert decide(TWICE + UPRIGHT).code is Code.R5
