"""Flattening, measuring and joining polylines."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies_scene import circle, numbers, points, polyline, subpaths

from mathvis.scene import polyline as pl
from mathvis.scene.model import Subpath


def line(*corners, closed=False):
    return pl.flatten([polyline(list(corners), closed=closed)], 0.01)[0]


def bezier(piece: Subpath, t: np.ndarray) -> np.ndarray:
    p = np.array(piece.points)
    out = [p[:1]]
    for k in range(0, len(p) - 1, 3):
        a, b, c, d = p[k : k + 4]
        s = t[:, None]
        out.append((1 - s) ** 3 * a + 3 * s * (1 - s) ** 2 * b + 3 * s**2 * (1 - s) * c + s**3 * d)
    return np.concatenate(out)


def distance_to(places: np.ndarray, corners: np.ndarray) -> np.ndarray:
    a, b = corners[:-1], corners[1:]
    d = b - a
    t = ((places[:, None] - a) * d).sum(-1) / np.maximum((d**2).sum(-1), 1e-30)
    foot = a + np.clip(t, 0, 1)[..., None] * d
    return np.hypot(*np.moveaxis(places[:, None] - foot, -1, 0)).min(axis=1)


@given(st.lists(subpaths(), max_size=4), st.sampled_from([0.5, 0.05, 0.005]))
def test_chords_stay_within_the_tolerance_of_the_curve(pieces, tolerance):
    lines = pl.flatten(pieces, tolerance)
    assert len(lines) == len(pieces)
    for piece, flat in zip(pieces, lines, strict=True):
        assert flat.closed == piece.closed
        assert not flat.points.flags.writeable
        ends = np.array(piece.points)[::3]
        assert np.array_equal(flat.points[list(flat.corners)], ends)
        if len(flat.points) > 1:
            assert distance_to(bezier(piece, np.linspace(0, 1, 40)), flat.points).max() <= tolerance * (1 + 1e-6)


def test_a_straight_cubic_is_one_chord_however_its_handles_are_spaced():
    for handles in (((1, 0), (2, 0)), ((0, 0), (3, 0)), ((0, 0), (0, 0)), ((0.1, 0), (0.2, 0))):
        flat = pl.flatten([Subpath(((0, 0), *handles, (3, 0)), closed=False)], 1e-6)[0]
        assert len(flat.points) == 2


def test_a_cubic_that_runs_back_on_its_chord_keeps_its_reach():
    flat = pl.flatten([Subpath(((0, 0), (4, 0), (4, 0), (0, 0)), closed=False)], 1e-3)[0]
    assert flat.points[:, 0].max() == pytest.approx(3.0, abs=1e-2)


def test_flattening_is_bounded_for_absurd_tolerances_and_sizes():
    flat = pl.flatten([Subpath(((0, 0), (1e9, 5e8), (-1e9, 5e8), (0, 1)), closed=False)] * 50, 1e-9)
    assert sum(len(item.points) for item in flat) <= 50 * (pl.MOST_CHORDS + 1)


def test_measures_of_a_circle():
    flat = pl.flatten([circle(10, 20, 5)], 1e-4)[0]
    assert flat.length == pytest.approx(10 * math.pi, rel=1e-3)
    assert pl.signed_area(flat.points) == pytest.approx(25 * math.pi, rel=1e-3)
    assert pl.orientation(flat.points) == 1
    assert pl.orientation(flat.points[::-1]) == -1
    assert pl.orientation(np.array([[0.0, 0], [5, 5], [0, 0]])) == 0


@given(st.lists(points(), min_size=2, max_size=8), st.integers(2, 50))
def test_resampling_is_even_by_arc_length(corners, count):
    flat = line(*corners)
    places = pl.resample(flat.points, count)
    assert np.allclose(places[0], flat.points[0])
    assert np.allclose(places[-1], flat.points[-1])
    assert (np.hypot(*np.diff(places, axis=0).T) <= flat.length / (count - 1) * (1 + 1e-9) + 1e-9).all()


@given(st.lists(points(), min_size=2, max_size=8, unique=True), numbers(0, 1), numbers(0, 1))
def test_a_cut_has_the_length_between_its_ends(corners, a, b):
    flat = line(*corners)
    start, stop = sorted((a * flat.length, b * flat.length))
    part = pl.cut(flat, start, stop)
    assert part.length == pytest.approx(stop - start, abs=1e-6)
    assert part.corners[0] == 0
    assert part.corners[-1] == len(part.points) - 1


@settings(max_examples=60)
@given(st.lists(points(0), min_size=3, max_size=7, unique=True), st.data())
def test_pieces_of_one_line_in_any_order_and_direction_merge_to_it(corners, data):
    flat = line(*corners)
    whole = [np.round(c, 6) for c in corners]
    if min(np.hypot(*np.subtract(a, b)) for i, a in enumerate(whole) for b in whole[:i]) < 1:
        return
    pieces = [line(a, b) for a, b in itertools.pairwise(corners)]
    pieces = [pl.reverse(piece) if data.draw(st.booleans()) else piece for piece in pieces]
    merged = pl.merge(data.draw(st.permutations(pieces)), 0.1)
    assert len(merged) == 1
    got = merged[0].points
    assert np.allclose(got, flat.points) or np.allclose(got[::-1], flat.points)


def test_the_first_piece_says_the_direction():
    merged = pl.merge([line((10, 0), (20, 0)), line((10, 0), (0, 0))], 0.1)
    assert merged[0].points.tolist() == [[0, 0], [10, 0], [20, 0]]


def test_pieces_that_close_make_a_closed_curve():
    merged = pl.merge([line((0, 0), (10, 0)), line((10, 0), (10, 10)), line((0, 0), (10, 10))], 0.1)
    assert len(merged) == 1
    assert merged[0].closed
    assert merged[0].points[0].tolist() == merged[0].points[-1].tolist() == [0, 0]


def test_two_arcs_of_a_circle_close():
    a = [(10 * math.cos(t), 10 * math.sin(t)) for t in np.linspace(0, math.pi, 20)]
    b = [(10 * math.cos(t), 10 * math.sin(t)) for t in np.linspace(math.pi, 2 * math.pi, 20)]
    merged = pl.merge([line(*a), line(*b)], 0.1)
    assert [item.closed for item in merged] == [True]
    assert pl.signed_area(merged[0].points) > 0


def test_a_junction_of_three_stays_a_junction():
    star = [line((0, 0), (10, 0)), line((0, 0), (0, 10)), line((0, 0), (-10, -10))]
    assert len(pl.merge(star, 0.1)) == 3


def test_without_turning_ends_meet_starts_only():
    pieces = [line((0, 0), (10, 0)), line((20, 0), (10, 0))]
    assert len(pl.merge(pieces, 0.1, turn=False)) == 2
    assert len(pl.merge(pieces, 0.1)) == 1


def test_closed_pieces_are_left_alone():
    ring = line((0, 0), (10, 0), (10, 10), closed=True)
    assert pl.merge([ring, line((50, 0), (60, 0))], 0.1)[0] is ring


@given(st.lists(numbers(0.5, 9), min_size=1, max_size=4), numbers(-20, 20))
def test_dashes_cover_their_share(pattern, phase):
    flat = line((0, 0), (10_000, 0))
    drawn = sum(item.length for item in pl.dashes(flat, pattern, phase))
    twice = [*pattern, *pattern] if len(pattern) % 2 else pattern
    period = sum(twice)
    if flat.length / period * len(twice) / 2 > pl.MOST_DASHES:
        assert drawn == pytest.approx(flat.length)
    else:
        assert drawn == pytest.approx(flat.length * sum(twice[::2]) / period, abs=2 * period)


def test_too_many_dashes_are_a_solid_line():
    flat = line((0, 0), (1e8, 0))
    assert pl.dashes(flat, [0.001, 0.001], 0.0) == [flat]
