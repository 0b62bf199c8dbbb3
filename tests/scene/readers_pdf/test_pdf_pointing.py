"""Which way painted heads point, whatever the direction and however flat they are."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mathvis.scene.model import Subpath
from mathvis.scene.readers.pdf_ink import PathInk
from mathvis.scene.readers.pdf_pointing import pointing, sharp


def ink(points):
    closed = [*points, points[0]]
    controls = [closed[0]]
    for a, b in pairwise(closed):
        controls += [a, b, b]
    return [_path(Subpath(tuple(controls), closed=True))]


def _path(subpath):
    from dataclasses import fields

    given_ = {"subpaths": (subpath,)}
    return PathInk(**{f.name: given_.get(f.name) for f in fields(PathInk)})


def turned(points, angle, at):
    c, s = math.cos(angle), math.sin(angle)
    return [(c * x - s * y + at[0], s * x + c * y + at[1]) for x, y in points]


ANGLES = st.floats(0, 2 * math.pi)
PLACES = st.tuples(st.floats(-700, 700), st.floats(-700, 700))


@given(ANGLES, PLACES)
def test_a_triangle_points_where_it_is_narrow(angle, at):
    head = ink(turned([(0, -3), (8, 0), (0, 3)], angle, at))
    direction = (math.cos(angle), math.sin(angle))
    assert pointing(head, direction, at) == 1
    assert pointing(head, (-direction[0], -direction[1]), at) == -1


@given(ANGLES, PLACES, st.floats(0, 1e-12))
def test_a_bar_points_nowhere_and_never_fails(angle, at, thickness):
    bar = ink(turned([(0, -3), (thickness, -3), (thickness, 3), (0, 3)], angle, at))
    direction = (math.cos(angle), math.sin(angle))
    assert pointing(bar, direction, at) == 0
    assert sharp(bar, direction, 0.4) == 0


@pytest.mark.parametrize("points", [[(1.0, 1.0)], [(1.0, 1.0), (1.0, 1.0)]])
def test_a_dot_points_nowhere(points):
    assert pointing(ink(points), (1.0, 0.0), (1.0, 1.0)) == 0
