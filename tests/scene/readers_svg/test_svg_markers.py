"""Markers: where they stand, where they point, what kind they are."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from svg_kit import box, near, paths, px, read

from mathvis.scene.model import Role, TipEnd

BOX = 'viewBox="0 0 10 10" markerWidth="6" markerHeight="6"'


def marked(
    path: str,
    marker: str = '<path d="M0 0L10 5L0 10z"/>',
    attributes: str = 'refX="10" refY="5" orient="auto"',
    ends: str = "end",
):
    uses = " ".join(f'marker-{end}="url(#m)"' for end in ends.split())
    frame = "" if "viewBox" in attributes or "markerWidth" in attributes else BOX
    return read(
        f'<marker id="m" {frame} {attributes}>{marker}</marker><path d="{path}" fill="none" stroke="#000" stroke-width="2" {uses}/>'
    )


def tip(scene, index: int = 0):
    return paths(scene)[0].tips[index]


def degrees(direction) -> float:
    return math.degrees(math.atan2(direction[1], direction[0]))


@pytest.mark.parametrize(
    ("path", "apex", "angle"),
    [
        ("M20 100H120", (120, 100), 0),
        ("M20 100V50", (20, 50), 90),
        ("M20 100L70 150", (70, 150), -45),
        ("M20 100C20 50 70 50 120 50", (120, 50), 0),
        ("M20 100C120 100 120 50 120 50", (120, 50), 90),
        ("M20 100C20 100 120 50 120 50", (120, 50), math.degrees(math.atan2(50, 100))),
        ("M20 50A50 50 0 0 1 120 50", (120, 50), -90),
        ("M20 100H90L120 100L120 100", (120, 100), 0),
        ("M100 50H20", (20, 50), 180),
    ],
)
def test_an_arrow_ends_at_its_apex_and_points_along_the_end_of_the_path(path, apex, angle):
    scene = marked(path)
    found = tip(scene)
    assert (found.kind, found.end, found.heads, found.style) == ("arrow", TipEnd.END, 1, "m")
    assert near(px(scene, found.apex), apex, 1e-3)
    assert abs((degrees(found.direction) - angle + 180) % 360 - 180) < 0.5


@pytest.mark.parametrize(("orient", "start"), [("auto", 0), ("auto-start-reverse", 180)])
def test_at_the_start_an_arrow_points_inward_unless_it_is_reversed(orient, start):
    scene = marked("M20 100H120", attributes=f'refX="10" refY="5" orient="{orient}"', ends="start end")
    first, last = tip(scene, 0), tip(scene, 1)
    assert (first.end, last.end) == (TipEnd.START, TipEnd.END)
    assert abs(abs(degrees(first.direction)) - start) < 0.5
    assert abs(degrees(last.direction)) < 0.5
    assert near(px(scene, first.apex), (20, 100))
    assert near(px(scene, last.apex), (120, 100))


@pytest.mark.parametrize(
    ("orient", "angle"),
    [("0", 0), ("90", -90), ("-45deg", 45), ("100grad", -90), ("1.5707963267948966rad", -90), ("bogus", 0)],
)
def test_a_fixed_angle_does_not_follow_the_path(orient, angle):
    assert (
        abs(degrees(tip(marked("M20 100L80 40", attributes=f'refX="5" refY="5" orient="{orient}"')).direction) - angle)
        < 0.5
    )


HEADS = {
    "triangle": '<path d="M0 0L10 5L0 10z"/>',
    "polygon": '<polygon points="0,0 10,5 0,10"/>',
    "chevron": '<path d="M1 1L9 5L1 9" fill="none" stroke="#000"/>',
    "stealth": '<path d="M0 0L10 5L0 10L3 5z"/>',
    "equilateral": '<polygon points="0,0 8.66,5 0,10"/>',
    "curved barbs": '<path d="M2 1C3 3 6 5 9 5C6 5 3 7 2 9" fill="none" stroke="#000"/>',
    "curved back": '<path d="M0 0Q3 5 0 10L10 5z"/>',
    "curved sides": '<path d="M10 5C6 4.5 2 2 0 0C1 3 1 7 0 10C2 8 6 5.5 10 5z"/>',
    "two lines": '<line x1="1" y1="1" x2="9" y2="5" stroke="#000"/><line x1="1" y1="9" x2="9" y2="5" stroke="#000"/>',
    "with a shaft": '<path d="M0 4H5V0L10 5L5 10V6H0z"/>',
    "half": '<path d="M0 0L10 5H0z"/>',
    "kite": '<path d="M0 5L3 1L10 5L3 9z"/>',
    "flat": '<path d="M0 0L3 5L0 10z"/>',
    "long": '<path d="M0 4L10 5L0 6z"/>',
    "open": '<path d="M1 1L9 5L1 9z" fill="#fff" stroke="#000"/>',
}


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("angle", [0, 37, 90, 200])
def test_heads_point_along_the_path(head, angle):
    x, y = math.cos(math.radians(angle)), -math.sin(math.radians(angle))
    found = tip(marked(f"M100 100L{100 + 60 * x} {100 + 60 * y}", HEADS[head]))
    assert found.kind == "arrow"
    assert abs((degrees(found.direction) - angle + 180) % 360 - 180) < 1


@pytest.mark.parametrize("head", [head for head in HEADS if head != "equilateral"])
def test_a_head_drawn_backwards_points_backwards(head):
    turned = f'<g transform="translate(10 0) scale(-1 1)">{HEADS[head]}</g>'
    assert abs(abs(degrees(tip(marked("M20 100H120", turned)).direction)) - 180) < 1


@pytest.mark.parametrize("head", ["triangle", "stealth", "chevron"])
def test_a_head_drawn_sideways_points_sideways(head):
    turned = f'<g transform="rotate(90 5 5)">{HEADS[head]}</g>'
    assert abs(degrees(tip(marked("M20 100H120", turned)).direction) + 90) < 1


@pytest.mark.parametrize(
    ("marker", "kind"),
    [
        ('<circle cx="5" cy="5" r="4"/>', "circle"),
        ('<circle cx="5" cy="5" r="4" fill="none" stroke="#000"/>', "circle"),
        ('<rect x="1" y="1" width="8" height="8"/>', "square"),
        ('<path d="M5 0V10" stroke="#000"/>', "bar"),
        ('<rect x="4" width="2" height="10"/>', "bar"),
        ('<path d="M0 0A5 5 0 0 1 0 10z"/>', "other"),
        ('<path d="M0 0L10 10M0 10L10 0" stroke="#000"/>', "other"),
        ('<path d="M5 5C0 5 0 0 5 0" fill="none" stroke="#000"/>', "hook"),
    ],
)
def test_other_markers_have_their_kind(marker, kind):
    for path in ("M20 100H120", "M20 100L90 40"):
        assert tip(marked(path, marker, 'refX="5" refY="5" orient="auto"')).kind == kind


def apex(*arguments):
    scene = marked("M20 100H120", *arguments)
    return px(scene, tip(scene).apex)


def head_box(*arguments):
    scene = marked("M20 100H120", *arguments)
    return box(scene, paths(scene)[1])


TRIANGLE = HEADS["triangle"]


def test_the_apex_is_the_foremost_painted_point():
    assert near(apex(TRIANGLE, 'refX="4" refY="5" orient="auto"'), (120 + 6 * 1.2, 100))
    # a dot's foremost point lies its radius ahead of the end
    assert near(apex('<circle cx="5" cy="5" r="4"/>', 'refX="5" refY="5" orient="auto"'), (124.8, 100), 1e-3)
    # a mitred line reaches beyond its corner: half the width over the sine of half the angle
    chevron = '<path d="M1 1L7 5L1 9" fill="none" stroke="#000" stroke-width="1.5"/>'
    reach = 7 + 0.75 / math.sin(math.atan2(4, 6))
    assert near(apex(chevron), (120 + 1.2 * (reach - 10), 100), 1e-3)
    # what the marker's viewport cuts off is not painted
    cut = '<path d="M0 0L20 5L0 10z"/>'
    assert near(apex(cut), (120, 100), 1e-3)
    assert near(apex(cut, 'refX="10" refY="5" orient="auto" overflow="visible"'), (132, 100), 1e-3)


def test_marker_units_and_size():
    relative = 'viewBox="0 0 10 10" markerWidth="20" markerHeight="20" refX="10" refY="5" orient="auto"'
    assert near(head_box(TRIANGLE, relative), (80, 80, 120, 120))
    assert near(head_box(TRIANGLE, f'markerUnits="userSpaceOnUse" {relative}'), (100, 90, 120, 110))
    unboxed = 'markerWidth="10" markerHeight="7" refX="9" refY="3.5" orient="auto"'
    assert near(head_box('<polygon points="0 0, 10 3.5, 0 7"/>', unboxed), (102, 93, 122, 107))
    for size in ('markerWidth="0"', 'markerWidth="9" markerHeight="0"', 'viewBox="0 0 0 9"'):
        assert not tip_list(marked("M20 100H120", attributes=f'{size} orient="auto"'))


def test_a_head_inside_its_viewport_carries_no_clip():
    assert paths(marked("M20 100H120"))[1].clips == ()
    assert len(paths(marked("M20 100H120", '<path d="M0 0L20 5L0 10z"/>'))[1].clips) == 1


def test_markers_are_drawn_as_tips_of_the_same_command():
    scene = marked("M20 100H120", ends="start end")
    line, first, last = paths(scene)
    assert (first.role, last.role, line.role) == (Role.TIP, Role.TIP, Role.PATH)
    assert line.command == first.command == last.command
    assert [t.elements for t in line.tips] == [(1,), (2,)]


def test_markers_in_the_middle():
    scene = marked("M20 100H60V60H100", ends="mid")
    assert [t.end for t in tip_list(scene)] == [TipEnd.MIDDLE] * 2
    assert [round(degrees(t.direction)) for t in tip_list(scene)] == [45, 45]
    dots = marked("M20 100H60V60", '<circle cx="5" cy="5" r="4"/>', 'refX="5" refY="5"', ends="mid")
    assert paths(dots)[1].role is Role.MARK


def tip_list(scene):
    return paths(scene)[0].tips


def test_a_closed_path_bisects_at_its_end():
    # arrives at 135 degrees (clockwise, as y points down), leaves at 0
    assert abs(degrees(tip(marked("M20 100H60V60z")).direction) + 67.5) < 0.1
    # a cusp: arrives upwards, leaves downwards, and the picture turns the marker to the left
    assert abs(abs(degrees(tip(marked("M0 50V10V50", ends="mid")).direction)) - 180) < 0.1


def test_markers_come_from_styles_and_are_inherited():
    marker = '<marker id="m" viewBox="0 0 10 10" refX="10" refY="5" orient="auto"><path d="M0 0L10 5L0 10z"/></marker>'
    for body in (
        '<path d="M0 9h9" stroke="#000" style="marker-end:url(#m)"/>',
        '<g marker-end="url(#m)"><line x2="9" y2="9" stroke="#000"/></g>',
        '<style>polyline{marker-end:url("#m")}</style><polyline points="0 0 9 9" stroke="#000" fill="none"/>',
    ):
        assert len(paths(read(marker + body))[0].tips) == 1
    assert (
        len(paths(read(marker + '<path d="M0 0L9 0L9 9" fill="none" stroke="#000" style="marker:url(#m)"/>'))[0].tips)
        == 3
    )
    for body in (
        '<rect width="9" height="9" marker-end="url(#m)" stroke="#000"/>',
        '<circle r="9" marker-end="url(#m)" stroke="#000"/>',
    ):
        assert len(read(marker + body).elements) == 1


def test_a_marker_may_take_the_paint_of_its_path():
    scene = read(
        '<marker id="m" viewBox="0 0 10 10" refX="10" refY="5" orient="auto"><path d="M0 0L10 5L0 10z" fill="context-stroke"/></marker>'
        '<path d="M0 0h9" stroke="red" opacity=".5" marker-end="url(#m)"/>'
    )
    head = paths(scene)[1]
    assert head.fill.paint.color == (1, 0, 0)
    assert head.fill.paint.alpha == 0.25


def test_an_invisible_marker_is_no_tip():
    assert not tip_list(marked("M0 0h9", '<path d="M0 0L10 5L0 10z" opacity="0"/>'))
    assert not tip_list(marked("M0 0h9", ""))


@settings(max_examples=60, deadline=None)
@given(st.floats(-180, 180), st.floats(-180, 180), st.sampled_from(sorted(HEADS)), st.floats(0.3, 3), st.booleans())
def test_tips_turn_with_the_page(turn, angle, head, scale, mirror):
    """Rotating, scaling or mirroring the figure does the same to the tip."""
    x, y = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    marker = f'<marker id="m" {BOX} refX="10" refY="5" orient="auto">{HEADS[head]}</marker>'
    line = f'<path d="M0 0L{60 * x} {60 * y}" stroke="#000" stroke-width="2" marker-end="url(#m)"/>'
    flip = -scale if mirror else scale
    scene = read(f'{marker}<g transform="translate(100 100) rotate({turn}) scale({scale} {flip})">{line}</g>')
    vx, vy = x * scale, y * flip
    t = math.radians(turn)
    wanted = math.degrees(math.atan2(-(math.sin(t) * vx + math.cos(t) * vy), math.cos(t) * vx - math.sin(t) * vy))
    assert abs((degrees(tip(scene).direction) - wanted + 180) % 360 - 180) < 1.5
