"""What a reader sees: by cases, and against pixels drawn with and without an element."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies_scene import BLACK, HEIGHT, RED, WHITE, WIDTH, box, circle, numbers, points, polyline, subpaths

from mathvis.scene.geometry import SceneGeometry
from mathvis.scene.model import Canvas, Clip, Fill, Image, Label, Paint, PaintKind, Path, Role, Scene, Stroke
from mathvis.scene.polyline import resample
from mathvis.scene.redraw import redraw
from mathvis.scene.seen import Cause
from mathvis.scene.visibility import Visibility, visible_shares

INK, THICK, GROUND = Stroke(Paint(BLACK), 0.8), Stroke(Paint(BLACK), 3.0), Stroke(Paint(WHITE), 0.8)
LINE = polyline([(10, 75), (190, 75)])


def scene(*elements, clips=(), background=WHITE, source="pdf"):
    placed = tuple(replace(element, index=index) for index, element in enumerate(elements))
    return Scene(source, Canvas(WIDTH, HEIGHT, background), placed, tuple(clips))


def see(*elements, **options):
    return visible_shares(SceneGeometry(scene(*elements, **options)))


def line(stroke=INK, piece=LINE, **more):
    return Path(0, (piece,), stroke, **more)


def fill(piece, color=BLACK, alpha=1.0, **more):
    return Path(0, (piece,), None, Fill(Paint(color, alpha)), **more)


def rectangle(x0, y0, x1, y1):
    return polyline(list(box(x0, y0, x1, y1)), closed=True)


def text(x0, y0, x1, y1, color=BLACK, **more):
    return Label(0, "A", "A", box(x0, y0, x1, y1), (x0, y0), y1 - y0, Paint(color), **more)


def test_a_plain_line_is_seen_whole():
    (seen,) = see(line())
    assert seen.share == 1.0
    assert seen.contrast == pytest.approx(21)
    assert [part.length for part in seen.parts] == [pytest.approx(180)]
    assert not seen.gaps


@pytest.mark.parametrize(
    ("stroke", "cause"),
    [
        (GROUND, Cause.FAINT),
        (Stroke(Paint(BLACK, 0.0), 1.0), Cause.FAINT),
        (Stroke(Paint((0.99, 0.99, 0.99)), 1.0), Cause.FAINT),
    ],
)
def test_a_line_of_the_colour_of_the_page_is_not_seen(stroke, cause):
    (seen,) = see(line(stroke))
    assert seen.share == 0.0
    assert seen.lost == {cause: pytest.approx(1.0)}
    assert seen.contrast == 1.0
    assert seen.parts == ()


def test_white_is_seen_on_a_dark_page():
    (seen,) = see(line(GROUND), background=BLACK)
    assert seen.share == 1.0


def test_width_zero_is_thin_in_pdf_and_nothing_in_svg():
    hair = line(Stroke(Paint(BLACK), 0.0))
    assert see(hair)[0].share == 1.0
    assert see(hair, source="svg")[0].lost == {Cause.NOTHING: 1.0}


def test_a_light_line_is_seen_but_has_little_contrast():
    (seen,) = see(line(Stroke(Paint((1.0, 1.0, 0.3)), 1.0)))
    assert seen.share == 1.0
    assert seen.contrast < 1.2


def test_off_the_page_is_not_seen():
    (seen,) = see(line(piece=polyline([(100, 75), (300, 75)])))
    assert seen.share == pytest.approx(0.5)
    assert seen.lost == {Cause.PAGE: pytest.approx(0.5)}


def test_a_line_on_the_edge_of_the_page_or_of_its_clip_is_seen():
    frame = rectangle(0, 0, WIDTH, HEIGHT)
    assert see(line(piece=frame))[0].share == 1.0
    inner = rectangle(20, 20, 90, 90)
    assert see(line(piece=inner, clips=(0,)), clips=[Clip((inner,))])[0].share == 1.0


def test_nested_clips_all_cut():
    clips = [Clip((rectangle(0, 0, 110, 150),)), Clip((rectangle(90, 0, 200, 150),))]
    one, both = see(line(clips=(0,)), line(clips=(0, 1)), clips=clips)
    assert one.share == pytest.approx(100 / 180)
    assert both.share == pytest.approx(20 / 180)
    assert both.lost == {Cause.CLIP: pytest.approx(160 / 180)}
    assert both.parts[0].points[:, 0].tolist() == pytest.approx([90, 110])


@pytest.mark.parametrize(("alpha", "share"), [(1.0, 0.5), (0.96, 0.5), (0.5, 1.0)])
def test_later_opaque_paint_hides(alpha, share):
    seen, _ = see(line(), fill(rectangle(100, 0, 200, 150), RED, alpha))
    assert seen.share == pytest.approx(share)
    assert seen.hidden_by == ((1,) if share < 1 else ())


def test_earlier_paint_and_patterns_hide_nothing():
    under, pattern = fill(rectangle(0, 0, 200, 150), RED), fill(rectangle(0, 0, 200, 150), RED)
    pattern = replace(pattern, fill=Fill(Paint(RED, 1.0, PaintKind.PATTERN)))
    assert see(under, line(), pattern)[1].share == 1.0


def test_a_clip_limits_what_a_cover_hides():
    cover = fill(rectangle(0, 0, 200, 150), RED, clips=(0,))
    seen, _ = see(line(), cover, clips=[Clip((rectangle(10, 0, 55, 150),))])
    assert seen.share == pytest.approx(0.75)


def test_white_over_black_hides_both():
    assert [seen.share for seen in see(line(), line(GROUND))] == [0.0, 0.0]


def test_drawn_twice_in_one_colour_hides_nothing():
    assert [seen.share for seen in see(line(), line())] == [1.0, 1.0]


def test_recoloured_hides_the_first():
    assert [seen.share for seen in see(line(), line(Stroke(Paint(RED), 0.8)))] == [0.0, 1.0]


def test_a_double_line_shows_its_rails_and_its_core():
    rails, core = see(line(THICK), line(Stroke(Paint(WHITE), 1.4)))
    assert rails.share == core.share == 1.0


def test_a_dashed_cover_hides_its_dashes():
    seen, _ = see(line(), line(Stroke(Paint(RED), 1.0, (6.0, 3.0))))
    assert seen.share == pytest.approx(1 / 3, abs=0.02)


def test_black_on_black_is_not_seen_and_on_its_rim_it_is():
    disc = circle(100, 75, 40)
    inside, rim = polyline([(80, 75), (120, 75)]), disc
    assert see(fill(disc), line(piece=inside))[1].share == 0.0
    assert see(fill(disc), line(piece=rim))[1].share == 1.0
    assert see(line(piece=inside), fill(disc))[0].share == 0.0


def test_crossing_lines_do_not_part():
    across = polyline([(100, 10), (100, 140)])
    first, second = see(line(), line(Stroke(Paint(RED), 0.8), across))
    assert first.share == pytest.approx(1 - 0.8 / 180, abs=1e-3)
    assert len(first.parts) == 1
    assert first.gaps[0].bridged
    assert second.share == 1.0


def test_a_white_casing_parts_the_strand_below():
    across = polyline([(100, 10), (100, 140)])
    casing = line(Stroke(Paint(WHITE), 5.0), across, role=Role.CASING)
    under, white, over = see(line(), casing, line(piece=across))
    assert [round(part.length, 1) for part in under.parts] == [87.5, 87.5]
    assert not under.gaps[0].bridged
    assert white.share < 0.1
    assert over.share == 1.0


def test_a_mark_on_a_curve_does_not_part_it():
    seen, mark = see(line(), fill(circle(100, 75, 2), RED))
    assert len(seen.parts) == 1
    assert seen.continued == 1.0
    assert mark.share == 1.0


def test_nodes_painted_over_the_ends_hide_them_really():
    node = Path(0, (circle(10, 75, 9),), INK, Fill(Paint(WHITE)))
    seen, border = see(line(), node)
    assert seen.share == pytest.approx(0.95, abs=0.01)
    assert seen.continued == seen.share
    assert seen.gaps[0].by == (1,)
    assert seen.parts[0].points[0, 0] == pytest.approx(19, abs=0.5)
    assert border.share == 1.0
    assert border.fill_share == 0.0


def test_a_text_with_a_background_on_a_line_hides_its_width_and_the_line_goes_on():
    seen, background, label = see(line(), fill(rectangle(90, 68, 112, 82), WHITE), text(93, 70, 109, 80))
    assert seen.share == pytest.approx(1 - 22 / 180)
    assert seen.continued == 1.0
    assert len(seen.parts) == 1
    assert background.share == 0.0
    assert label.share == 1.0


def test_a_white_patch_with_no_text_or_far_larger_than_its_text_parts_the_line():
    for patch in (fill(rectangle(90, 68, 112, 82), WHITE), fill(rectangle(30, 40, 172, 110), WHITE)):
        seen = see(line(), patch, *([text(93, 70, 109, 80)] if patch.subpaths[0].points[0][0] == 30 else []))[0]
        assert len(seen.parts) == 2
        assert seen.continued == seen.share < 0.9


def test_a_text_itself_hides_no_line():
    assert see(line(), text(90, 70, 110, 80))[0].share == 1.0


def test_a_closed_curve_cut_once_is_one_part():
    seen, _ = see(line(piece=circle(50, 50, 20)), fill(rectangle(60, 40, 80, 60), WHITE))
    assert len(seen.parts) == 1
    assert seen.parts[0].length == pytest.approx(seen.share * 40 * np.pi, rel=1e-3)


def test_a_curve_run_through_three_times_keeps_its_length():
    thrice = circle(50, 50, 20)
    piece = type(thrice)(thrice.points + thrice.points[1:] + thrice.points[1:], closed=True)
    seen, _ = see(line(piece=piece), fill(rectangle(60, 40, 80, 60), WHITE))
    assert sum(part.length for part in seen.parts) == pytest.approx(3 * (1 - 0.1636) * 40 * np.pi, rel=1e-2)


def test_fills_are_seen_by_area():
    page, clipped, covered, cover = see(
        fill(rectangle(150, 10, 250, 60)),
        fill(rectangle(10, 10, 50, 50), clips=(0,)),
        fill(rectangle(10, 90, 50, 130)),
        fill(rectangle(30, 90, 70, 130), RED),
        clips=[Clip((rectangle(0, 0, 30, 50),))],
    )
    assert (page.share, clipped.share, covered.share) == (pytest.approx(0.5),) * 3
    assert covered.hidden_by == (3,)
    assert covered.region.bounds == (10, 90, 30, 130)
    assert cover.share == 1.0


def test_a_fill_of_the_page_s_colour_is_not_seen_unless_something_dark_is_around_it():
    white = fill(circle(100, 75, 10), WHITE)
    assert see(white)[0].share == 0.0
    assert see(fill(circle(100, 75, 30)), white)[1].share == 1.0
    assert see(line(), white)[1].share == 0.0


def test_a_light_region_is_seen():
    (seen,) = see(fill(circle(100, 75, 30), (0.9, 0.9, 1.0)))
    assert seen.share == 1.0
    assert seen.contrast < 1.5


def test_text_is_judged_by_its_ground():
    disc = fill(circle(100, 75, 30))
    white, black = text(90, 70, 110, 80, WHITE), text(90, 70, 110, 80)
    assert [seen.share for seen in see(disc, white, black)] == [1.0, 1.0, 0.0]
    assert see(white)[0].share == 0.0
    assert see(black, disc)[0].share == 0.0
    assert see(black, fill(rectangle(100, 0, 200, 150), RED))[0].share == pytest.approx(0.5)
    assert see(text(190, 70, 210, 80))[0].share == pytest.approx(0.5)


def test_images_cover():
    assert see(line(), Image(0, box(100, 0, 200, 150), "png"))[0].share == pytest.approx(0.5)


def test_text_size_is_that_of_the_print():
    label = text(10, 10, 20, 20)
    assert Visibility(SceneGeometry(scene(label))).text_size(0) == 10.0
    large = Scene("svg", Canvas(907.0866, 500, physical=False), (label,))
    assert Visibility(SceneGeometry(large)).text_size(0) == pytest.approx(5.0, rel=1e-4)


def test_nothing_seen_is_no_ink():
    assert not Visibility(SceneGeometry(scene())).any_ink
    assert not Visibility(SceneGeometry(scene(line(GROUND)))).any_ink
    assert Visibility(SceneGeometry(scene(line()))).any_ink


def test_the_box_of_what_is_seen_leaves_out_what_is_hidden():
    visible = Visibility(
        SceneGeometry(scene(fill(rectangle(20, 20, 50, 50)), line(GROUND), line(piece=polyline([(60, 60), (260, 60)]))))
    )
    assert visible.ink_box() == pytest.approx((20, 20, 200, 60.4), abs=0.5)


# Against pixels: what changes in a picture when an element is left out is what is seen of it.


@settings(max_examples=80)
@given(
    st.lists(points(20), min_size=2, max_size=4, unique=True),
    st.lists(st.tuples(subpaths(), st.sampled_from([WHITE, RED, (0.2, 0.5, 0.9)])), max_size=4),
    st.lists(subpaths(), max_size=1),
    numbers(1.5, 4),
)
def test_a_place_of_a_line_is_seen_where_leaving_the_line_out_changes_a_pixel(corners, covers, clip, width):
    assume(min(np.hypot(*np.subtract(a, b)) for a, b in pairwise(corners)) > 10)
    clips = [Clip((piece,)) for piece in clip]
    target = line(Stroke(Paint(BLACK), width), polyline(corners), clips=tuple(range(len(clips))))
    whole = scene(target, *(fill(piece, color) for piece, color in covers), clips=clips)
    geometry, scale = SceneGeometry(whole), 4.0
    without = redraw(whole, scale, only=range(1, len(whole.elements)))
    gap = np.abs(redraw(whole, scale).astype(int) - without)
    changed = np.pad((gap > 100).any(axis=2), 1)
    track = geometry.polylines(0)[0].points
    places = resample(track, 401)[:-1]
    along = np.diff(resample(track, 401), axis=0)
    across = np.column_stack((-along[:, 1], along[:, 0])) / np.hypot(*along.T)[:, None]
    shown = np.zeros(len(places), bool)
    for rail in (-0.48, -0.35, 0.0, 0.35, 0.48):
        x, y = (places + rail * width * across).T
        column = np.clip(np.floor(x * scale).astype(int) + 1, 0, changed.shape[1] - 1)
        row = np.clip(np.floor((HEIGHT - y) * scale).astype(int) + 1, 0, changed.shape[0] - 1)
        shown |= changed[row, column]
    # Grazing edges: a pixel is a quarter of a point, which is much of a short line.
    edges = sum(len(piece.points) // 3 + 1 for piece, _ in covers) + len(clip)
    allowed = 0.03 + 0.01 * edges + 1.0 / geometry.length(0)
    assert Visibility(geometry).share(0) == pytest.approx(shown.mean(), abs=allowed)


@settings(max_examples=60)
@given(
    subpaths(),
    st.lists(st.tuples(subpaths(), st.sampled_from([WHITE, RED, (0.2, 0.5, 0.9)])), max_size=4),
    st.lists(subpaths(), max_size=1),
)
def test_the_share_of_a_fill_is_the_share_of_its_pixels_that_matter(piece, covers, clip):
    clips = [Clip((piece,)) for piece in clip]
    target = fill(piece, clips=tuple(range(len(clips))))
    whole = scene(target, *(fill(other, color) for other, color in covers), clips=clips)
    geometry = SceneGeometry(whole)
    total = geometry.fill_region(0).shape.area
    assume(total > 100)
    seen = Visibility(geometry)[0]
    scale = 3.0
    changed = (redraw(whole, scale) != redraw(whole, scale, only=range(1, len(whole.elements)))).any(axis=2)
    outline = min(sum(x.length for k in range(len(whole.elements)) for x in geometry.polylines(k)), 3000)
    assert seen.share * total == pytest.approx(changed.sum() / scale**2, abs=0.4 * outline + 3)


@settings(max_examples=30)
@given(st.lists(points(), min_size=2, max_size=4, unique=True), st.permutations(range(4)))
def test_shares_do_not_depend_on_who_asks_first(corners, order):
    elements = [line(piece=polyline(corners)), fill(circle(60, 60, 30), RED), line(GROUND), text(50, 50, 70, 60)]
    geometry = SceneGeometry(scene(*elements))
    visibility = Visibility(geometry)
    assert {k: visibility.share(k) for k in order} == {k: seen.share for k, seen in enumerate(visible_shares(geometry))}


def test_an_immense_scene_is_looked_at_coarsely_and_in_bounded_time():
    rng = np.random.default_rng(3)
    strokes = [line(piece=polyline([tuple(a), tuple(b)])) for a, b in rng.uniform(0, 150, (3000, 2, 2))]
    hidden = line(piece=polyline([(160, 20), (190, 20)]))
    patch = fill(rectangle(155, 10, 195, 30), RED)
    shown = line(piece=polyline([(160, 60), (190, 60)]))
    visibility = Visibility(SceneGeometry(scene(hidden, *strokes, patch, shown, line(GROUND))))
    assert not visibility[0].exact
    assert visibility.share(0) == 0.0
    assert visibility.share(3002) == 1.0
    assert visibility.share(3003) == 0.0
