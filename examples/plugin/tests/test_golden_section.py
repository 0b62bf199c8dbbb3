"""The golden section, on points that no program had to draw."""

import math

import numpy as np
import pytest
from mathvis_golden.sections import golden_section

from mathvis.figure.finding import Outcome
from mathvis.figure.model import Frame, Point
from mathvis.goldir.codes import Code

FRAME = Frame("main", np.eye(2), np.zeros(2), diagonal=200.0)
LONGER = (math.sqrt(5) - 1) / 2


def point(name, *at):
    return Point(id=name, name=name, frame=FRAME, elements=(0,), at=np.array(at, float))


def judged(*cut, end=(100, 0)):
    return golden_section(point("A", 0, 0), point("S", *cut), point("B", *end))


@pytest.mark.parametrize("share", [LONGER, 1 - LONGER])
def test_either_part_may_be_the_longer(share):
    assert judged(100 * share, 0).holds


@pytest.mark.parametrize("angle", range(0, 360, 30))
def test_the_segment_may_lie_anyhow(angle):
    turn = np.array([math.cos(math.radians(angle)), math.sin(math.radians(angle))])
    assert judged(*(100 * LONGER * turn), end=100 * turn).holds


@pytest.mark.parametrize("share", [0.5, 0.6, 0.64, 2 / 3])
def test_another_ratio_is_wrong(share):
    found = judged(100 * share, 0)
    assert (found.outcome, found.code) == (Outcome.VIOLATED, Code.R2)


@pytest.mark.parametrize("cut", [(100 * LONGER, 5), (-10, 0), (120, 0), (0, 0), (100, 0)])
def test_a_cut_off_the_segment_is_wrong(cut):
    found = judged(*cut)
    assert (found.outcome, found.code) == (Outcome.VIOLATED, Code.R1)


def test_a_segment_without_length_decides_nothing():
    assert judged(1, 0, end=(2, 0)).outcome is Outcome.UNDECIDED
