"""Strokes that poppler moves to whole pixels agree with their picture, and still have to be in it.

At some places of a line between two pixels the white inner stroke of a double line takes one of its rails.
"""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from strategies_scene import BLACK, HEIGHT, RED, WHITE, WIDTH, box, circle, polyline
from test_conforming import CLIPS, INK, compare, figure, fill, line, needs_poppler, picture, scene

from mathvis.scene.model import Paint, Path, Stroke, Subpath
from mathvis.scene.pixels import read_png
from mathvis.scene.redraw import redraw
from mathvis.scene.snapping import snapped

pytestmark = needs_poppler

DIRECTIONS = {"level": (1.0, 0.0), "upright": (0.0, 1.0), "diagonal": (math.sqrt(0.5), math.sqrt(0.5)), "steep": (0.4, 0.9)}  # fmt: skip
WIDTHS = [(1.4, 0.6), (1.8, 1.0), (1.2, 0.8), (3.0, 2.2)]
PLACES = 20
HAIR = Stroke(Paint(BLACK), 0.4)


def doubled(piece, outer, inner, **look):
    stroke = Stroke(Paint(BLACK), outer, **look)
    return [Path(0, (piece,), stroke), Path(0, (piece,), replace(stroke, paint=Paint(WHITE), width=inner))]


def places(direction, scale):
    """Short lines one way, each a twentieth of a pixel further across than the one before."""
    dx, dy = direction
    for k in range(PLACES):
        x, y = (math.floor(scale * v) / scale for v in (8 + 19 * (k % 10), 70 * (k // 10) + 20))
        x, y = x - dy * k / PLACES / scale, y + dx * k / PLACES / scale
        yield polyline([(x, y), (x + 15 * dx, y + 15 * dy)])


@pytest.mark.parametrize("scale", [1.37, 2.0, 3.0])
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize(("outer", "inner"), WIDTHS)
def test_a_double_line_agrees_wherever_it_lies_between_two_pixels(outer, inner, direction, scale):
    lines = [part for piece in places(DIRECTIONS[direction], scale) for part in doubled(piece, outer, inner)]
    result = compare(scene(*lines), scene(*lines), scale)
    assert result.passed, result.reason


DIFFERENT = {
    "not in the picture": lambda outer, inner: [],
    "all white": lambda outer, inner: [inner],
    "dashed": lambda outer, inner: [replace(outer, stroke=replace(outer.stroke, dash=(3.0, 3.0))), inner],
}


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("what", DIFFERENT)
@pytest.mark.parametrize("which", [2, 13])
def test_a_double_line_that_is_not_drawn_so_is_found(what, direction, which):
    pieces = list(places(DIRECTIONS[direction], 2.0))
    recorded = [part for piece in pieces for part in doubled(piece, 1.8, 1.0)]
    shown = [*recorded[: 2 * which], *DIFFERENT[what](*recorded[2 * which : 2 * which + 2]), *recorded[2 * which + 2 :]]
    for ours, theirs in ((recorded, shown), (shown, recorded)):
        result = compare(scene(*ours), scene(*theirs))
        assert not result.passed
        assert result.reason


@pytest.mark.parametrize("width", [1.8, 3.0])
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_double_line_and_a_thick_one_are_told_apart(direction, width):
    pieces = list(places(DIRECTIONS[direction], 2.0))
    double = [part for piece in pieces for part in doubled(piece, width, width - 0.8)]
    for ours, theirs in ((double, double[::2]), (double[::2], double)):
        assert not compare(scene(*ours), scene(*theirs)).passed


@pytest.mark.parametrize("scale", [1.37, 2.0, 4.0])
@pytest.mark.parametrize("cap", [0, 1, 2])
def test_frames_corners_and_roads_of_double_lines_agree(scale, cap):
    elements = []
    for k in range(8):
        x, y = 8 + 24 * k + 0.053 * k, 20 + 0.11 * k
        elements += doubled(polyline(list(box(x, y, x + 15, y + 22)), closed=True), 1.4, 0.6, cap=cap, join=cap)
        road = ((x, y + 80), (x, y + 70), (x, y + 60), (x, y + 50), (x, y + 45), (x + 5, y + 45), (x + 12, y + 45))
        elements += doubled(Subpath((*road[:5], road[4], road[5]), closed=False), 1.4, 0.6, cap=cap, join=cap)
        elements += doubled(polyline([(x, y + 90), (x + 9, y + 90), (x + 15, y + 101)]), 1.8, 1.0, cap=cap, join=cap)
    result = compare(scene(*elements), scene(*elements), scale)
    assert result.passed, result.reason


@pytest.mark.parametrize("scale", [1.37, 2.0, 3.0])
@pytest.mark.parametrize("width", [0.2, 0.4, 0.8])
def test_thin_lines_a_pixel_apart_on_the_page_s_edge_and_in_casings_agree(scale, width):
    thin = Stroke(Paint(BLACK), width)
    close = [line((10, 20 + 0.71 * k), (60, 20 + 0.71 * k), stroke=thin) for k in range(30)]
    close += [line((70 + 0.97 * k, 20), (70 + 0.97 * k, 60), stroke=thin) for k in range(30)]
    frame = [line((0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT), (0, 0), stroke=thin)]
    under = [line((10, 100 + 5.03 * k), (190, 100 + 5.03 * k), stroke=Stroke(Paint(RED), width)) for k in range(6)]
    over = []
    for k in range(9):
        ends = (20 + 19.07 * k, 95), (20 + 19.07 * k, 135)
        over += [line(*ends, stroke=Stroke(Paint(WHITE), width + 0.2 * (k + 1))), line(*ends, stroke=thin)]
    bars = [
        fill(polyline(list(box(110 + 8 * k, 30.1 + k, 114 + 8 * k, 30.2 + 1.1 * k)), closed=True)) for k in range(9)
    ]
    whole = scene(*close, *frame, *under, *over, *bars)
    result = compare(whole, whole, scale)
    assert result.passed, result.reason


def test_one_thin_line_of_many_that_is_not_drawn_is_found():
    ruled = [line((10, 20 + 4.13 * k), (190, 20 + 4.13 * k), stroke=HAIR) for k in range(25)]
    for gone in (0, 7, 24):
        shown = ruled[:gone] + ruled[gone + 1 :]
        assert not compare(scene(*ruled), scene(*shown)).passed
        assert not compare(scene(*shown), scene(*ruled)).passed
    moved = [replace(ruled[0], subpaths=(polyline([(10, 21.5), (190, 21.5)]),)), *ruled[1:]]
    assert not compare(scene(*moved), scene(*ruled)).passed


def test_edges_come_to_lie_on_pixels_at_least_one_apart():
    lines = [line((10.1, 20.3), (60, 20.3), stroke=Stroke(Paint(BLACK), w)) for w in (0.1, 1.4, 3.0)]
    for path in snapped(scene(*lines), (2.0, 2.0)).elements:
        middle, width = path.subpaths[0].points[0][1], path.stroke.width
        low, high = 2 * (middle - width / 2), 2 * (middle + width / 2)
        assert (low, high) == pytest.approx((round(low), round(high)))
        assert high - low >= 1 - 1e-9
        assert abs(middle - 20.3) <= 0.5


def test_what_is_neither_upright_nor_level_stays():
    whole = scene(line((10, 20), (60, 21)), *figure()[3:6], line((10, 20), (10, 20), stroke=INK), clips=CLIPS)
    assert snapped(whole, (2.0, 2.0)) is whole


def rays():
    """Lines in many directions, and discs around their ends, where renderers differ in more."""
    for k in range(25):
        (x, y), angle, width = (22 + 38.3 * (k % 5), 20 + 27.7 * (k // 5)), math.radians(3 + 7.3 * k), 1 + k / 9
        ends = [(x + way * 10 * math.cos(angle), y + way * 10 * math.sin(angle)) for way in (-1, 1)]
        yield line(*ends, stroke=Stroke(Paint(BLACK), width)), [fill(circle(*end, width)) for end in ends]


@pytest.mark.parametrize("scale", [1.5, 2.0, 3.1])
def test_poppler_paints_what_there_is_and_up_to_a_quarter_of_a_pixel_more(scale):
    """What the widening by `snapped` rests on, measured. Poppler shows a share of a pixel as its power of 3/2."""
    lines, discs = zip(*rays(), strict=True)
    whole = scene(*lines)
    image = read_png(picture(whole, scale))
    ways = whole, snapped(whole, (scale, scale), touched=True), scene(*(disc for pair in discs for disc in pair))
    least, most, ends = (1 - redraw(way, scale, size=image.shape[1::-1])[..., 0] / 255 for way in ways)
    painted, sides = (1 - image[..., 0] / 255) ** (2 / 3), ends == 0
    assert (painted - least)[sides].min() > -0.03
    assert (painted - most)[sides].max() < 0.05
    assert 0.55 < (painted - least)[sides].sum() / (most - least)[sides].sum() < 0.7


@pytest.mark.parametrize("scale", [1.5, 2.0, 3.1])
@pytest.mark.parametrize("width", [1.0, 2.3])
def test_a_gap_that_closes_where_two_edges_come_within_half_a_pixel_is_no_ink_too_much(scale, width):
    """Between the legs of a sharp angle the gap ends earlier in the picture, the sharper the angle the earlier."""
    pen = Stroke(Paint(BLACK), width, cap=1, join=1)
    edge = [(0, 0), (0, 66), (2, 0)]
    angles = [
        line((8 + 19 * k, 10 + k / 7), (8.1 + 19.03 * k, 140), (9.2 + 19.2 * k + k / 5, 10 + k / 7)) for k in range(9)
    ]
    whole = scene(*(replace(angle, stroke=pen) for angle in (line(*edge), *angles)))
    result = compare(whole, whole, scale)
    assert result.passed, result.reason


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_gap_of_a_pixel_that_is_not_in_the_picture_is_found(direction):
    (dx, dy), pen = DIRECTIONS[direction], Stroke(Paint(BLACK), 2.0)
    for k in range(4):
        x, y = 60 + k / 7, 30 + k / 13
        off = 2.0 + 0.5
        rails = [
            line((x - s * dy, y + s * dx), (x - s * dy + 60 * dx, y + s * dx + 60 * dy), stroke=pen) for s in (0, off)
        ]
        x, y = x - off / 2 * dy, y + off / 2 * dx
        bar = line((x, y), (x + 60 * dx, y + 60 * dy), stroke=replace(pen, width=2.0 + off))
        assert compare(scene(*rails), scene(*rails), 2.0).passed
        assert not compare(scene(*rails), scene(bar), 2.0).passed
