"""Distances from a line do not depend on what was asked before; very many tips stay within what a scene holds."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mathvis.scene.model import Canvas, Paint, Path, Role, Stroke, Subpath, Tip, TipEnd
from mathvis.scene.readers.drawn_tips import STYLE, with_drawn_tips
from mathvis.scene.readers.pdf_tips import MOST_TIPS, Trace
from mathvis.scene.readers.shafts import with_tails

COORDINATE = st.integers(-50, 50)
POINT = st.tuples(COORDINATE, COORDINATE)
INK = Stroke(Paint((0.0, 0.0, 0.0)), 1.0)


def straight(points, index=0, **more):
    controls = [points[0]]
    for a, b in pairwise(points):
        controls += [a, b, b]
    return Path(index, (Subpath(tuple(controls), closed=False),), stroke=INK, **more)


def plainly(points, place):
    best = math.inf
    for (x0, y0), (x1, y1) in pairwise(points):
        dx, dy = x1 - x0, y1 - y0
        t = ((place[0] - x0) * dx + (place[1] - y0) * dy) / (dx * dx + dy * dy) if (dx, dy) != (0, 0) else 0.0
        t = min(max(t, 0.0), 1.0)
        best = min(best, math.hypot(x0 + t * dx - place[0], y0 + t * dy - place[1]))
    return best


@given(st.lists(POINT, min_size=2, max_size=80), st.lists(POINT, min_size=1, max_size=8))
def test_distances_are_the_plain_ones_in_any_order(points, places):
    trace = Trace(straight(points))
    for place in places:
        assert trace.distance(place) == pytest.approx(plainly(points, place), abs=1e-6)


def test_of_very_many_tips_the_first_are_kept():
    tips = tuple(Tip((float(k), 0.0), (1.0, 0.0), TipEnd.MIDDLE) for k in range(MOST_TIPS + 5))
    (path,) = with_tails([straight([(0, 0), (9, 0)], tips=tips)])
    assert path.tips == tips[:MOST_TIPS]


@given(st.floats(0, 2 * math.pi), POINT, st.booleans())
def test_a_head_drawn_by_hand_is_found_whichever_way_its_line_lies(angle, at, first):
    c, s = math.cos(angle), math.sin(angle)

    def place(x, y):
        return (200 + at[0] + c * x - s * y, 200 + at[1] + s * x + c * y)

    line, head = [place(-60, 0), place(0, 0)], [place(-8, 3), place(0, 0), place(-8, -3)]
    drawn = [straight(head, 0), straight(line, 1)] if first else [straight(line, 0), straight(head, 1)]
    found = with_drawn_tips(drawn, Canvas(400, 400))
    arrow, part = (found[1], found[0]) if first else (found[0], found[1])
    (tip,) = arrow.tips
    assert (tip.end, tip.kind, tip.style, tip.elements) == (TipEnd.END, "arrow", STYLE, (part.index,))
    assert tip.apex == pytest.approx(place(0, 0))
    assert tip.direction == pytest.approx((c, s), abs=1e-9)
    assert part.role is Role.TIP
