"""Path data and basic shapes against closed forms."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from svg_kit import box, codes, near, on_curve, one, paths, points, read, vertices

from mathvis.scene.readers.svg_pathdata import arc_to_cubics, parse_path


def drawn(d: str, **attributes):
    extra = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in attributes.items())
    scene = read(f'<path d="{d}" fill="none" stroke="#000"{extra}/>')
    return [] if not scene.elements else vertices(scene, one(scene))


@pytest.mark.parametrize(
    ("d", "expected"),
    [
        ("M10 20L30 40", [[(10, 20), (30, 40)]]),
        ("M10,20 30,40", [[(10, 20), (30, 40)]]),
        ("m10 20 20 20", [[(10, 20), (30, 40)]]),
        ("M10-20.5.5 40", [[(10, -20.5), (0.5, 40)]]),
        ("M1e1 2E1l2e+1 .2e2", [[(10, 20), (30, 40)]]),
        ("M10 20H30V40h-5v-5", [[(10, 20), (30, 20), (30, 40), (25, 40), (25, 35)]]),
        ("M10 20H30 50", [[(10, 20), (30, 20), (50, 20)]]),
        ("M0 0L10 0L10 10Z", [[(0, 0), (10, 0), (10, 10), (0, 0)]]),
        ("M0 0h10v10zl5 5", [[(0, 0), (10, 0), (10, 10), (0, 0)], [(0, 0), (5, 5)]]),
        ("m10 10h10zm5 5h10", [[(10, 10), (20, 10), (10, 10)], [(15, 15), (25, 15)]]),
        ("M0 0 10 0M20 0 30 0", [[(0, 0), (10, 0)], [(20, 0), (30, 0)]]),
        ("M0 0M5 5L9 9", [[(5, 5), (9, 9)]]),
        (" \n M 1\t2 L\r\n3,\n4 ", [[(1, 2), (3, 4)]]),
        # up to the first error
        ("M0 0L10 10L20", [[(0, 0), (10, 10)]]),
        ("M0 0L10 10 x L20 20", [[(0, 0), (10, 10)]]),
        ("M0 0L10 10,L20 20", [[(0, 0), (10, 10)]]),
        ("M0 0L10 10,,20 20", [[(0, 0), (10, 10)]]),
        ("L10 10M0 0L9 9", []),
        ("30 5h10v10h-10z", []),
        ("M", []),
        ("", []),
    ],
)
def test_commands(d, expected):
    found = drawn(d)
    assert len(found) == len(expected)
    for piece, wanted in zip(found, expected, strict=True):
        assert len(piece) == len(wanted)
        assert all(near(p, q) for p, q in zip(piece, wanted, strict=True))


@pytest.mark.parametrize(
    ("d", "sound"),
    [("M0 0h1", True), ("", True), ("M0 0h1 1z", True), ("h1", False), ("M0 0h", False), ("M0 0a1 1 0 2 0 5 5", False)],
)
def test_errors_are_reported(d, sound):
    assert parse_path(d)[1] is sound
    scene = read(f'<path id="p" d="M5 5h3"/><path id="q" d="{d}" stroke="#000"/>')
    assert ("invalid" in codes(scene)) is not sound


@pytest.mark.parametrize(
    ("minified", "spelled"),
    [
        ("M20 32a12 12 0 110-24 12 12 0 010 24z", "M20 32 a12 12 0 1 1 0 -24 a12 12 0 0 1 0 24 z"),
        ("M20 20a9 6 30 01.5.5", "M20 20 a9 6 30 0 1 0.5 0.5"),
        ("M20 20A9 6 30 1030 40", "M20 20 A9 6 30 1 0 30 40"),
        ("M20 20a5 5 0 1,0-5-5", "M20 20 a5 5 0 1 0 -5 -5"),
    ],
)
def test_arc_flags_need_no_separators(minified, spelled):
    assert all(
        near(p, q) for a, b in zip(drawn(minified), drawn(spelled), strict=True) for p, q in zip(a, b, strict=True)
    )


def test_a_circle_of_arcs():
    scene = read('<path d="M20 32a12 12 0 110-24 12 12 0 010 24z"/>')
    assert all(abs(math.dist(p, (20, 20)) - 12) < 12 * 3e-4 for p in on_curve(scene, one(scene)))
    assert one(scene).subpaths[0].closed


_size = st.floats(0.5, 80)
_place = st.floats(-50, 50)


@given(
    st.tuples(_place, _place),
    st.tuples(_place, _place),
    _size,
    _size,
    st.floats(-360, 360),
    st.booleans(),
    st.booleans(),
)
def test_an_arc_lies_on_its_ellipse_and_obeys_its_flags(start, end, rx, ry, turn, large, sweep):
    assume(math.dist(start, end) > 0.1)
    controls = arc_to_cubics(start, end, rx, ry, turn=turn, large=large, sweep=sweep)
    chain = [start, *controls]
    assert chain[-1] == end
    phi = math.radians(turn)
    # in the circle's own frame both ends are at distance 1 from a centre half way between them or nearer
    flat = [
        ((math.cos(phi) * x + math.sin(phi) * y) / rx, (-math.sin(phi) * x + math.cos(phi) * y) / ry) for x, y in chain
    ]
    a, b = flat[0], flat[-1]
    radius = max(1.0, math.dist(a, b) / 2)
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    high = math.sqrt(max(0.0, radius**2 - (math.dist(a, b) / 2) ** 2))
    normal = ((b[1] - a[1]) / math.dist(a, b), (a[0] - b[0]) / math.dist(a, b))
    side = -1 if large == sweep else 1
    # y points down: sweeping goes clockwise on the screen, a short clockwise arc has its centre to the right of the chord
    centre = (middle[0] - side * high * normal[0], middle[1] - side * high * normal[1])
    total = 0.0
    for i in range(0, len(flat) - 1, 3):
        p, q, r, s = flat[i : i + 4]
        for k in range(9):
            t = k / 8
            u = 1 - t
            x, y = (u**3 * p[j] + 3 * u * u * t * q[j] + 3 * u * t * t * r[j] + t**3 * s[j] for j in (0, 1))
            assert abs(math.dist((x, y), centre) - radius) < radius * 4e-4 + 1e-6
        step = math.atan2(s[1] - centre[1], s[0] - centre[0]) - math.atan2(p[1] - centre[1], p[0] - centre[0])
        total += (step + math.pi) % (2 * math.pi) - math.pi if abs(step) > 1e-12 else 0.0
    assert (total > 0) is sweep
    if high > 1e-3:
        assert (abs(total) > math.pi) is large


@pytest.mark.parametrize(("arc", "end"), [("a0 5 0 1 1 10 10", (10, 10)), ("a5 0 0 1 1 10 10", (10, 10))])
def test_an_arc_without_a_radius_is_a_line(arc, end):
    assert near(drawn(f"M0 0{arc}")[0][-1], end)
    assert len(drawn(f"M0 0{arc}")[0]) == 2


def test_an_arc_to_where_it_starts_is_left_out():
    assert drawn("M0 0a5 5 0 1 1 0 0") == []


def test_smooth_curves_mirror_the_last_control_point_and_only_of_their_own_kind():
    scene = read('<path d="M0 0C0 10 10 10 10 0S20 -10 20 0 30 10 30 0" fill="none" stroke="#000"/>')
    (controls,) = points(scene, one(scene))
    assert near(controls[4], (10, -10))
    assert near(controls[7], (20, 10))
    scene = read('<path d="M0 0Q5 10 10 0T20 0 30 0" fill="none" stroke="#000"/>')
    (controls,) = points(scene, one(scene))
    assert near(controls[4], (10 + 2 / 3 * 5, -20 / 3))
    assert near(controls[7], (20 + 2 / 3 * 5, 20 / 3))
    for d in ("M0 0Q5 10 10 0S15 5 20 0", "M0 0L10 0S15 5 20 0"):
        scene = read(f'<path d="{d}" fill="none" stroke="#000"/>')
        assert near(points(scene, one(scene))[0][4], (10, 0))
    scene = read('<path d="M0 0C0 5 5 5 10 0T20 0" fill="none" stroke="#000"/>')
    assert all(abs(y) < 1e-9 for _, y in points(scene, one(scene))[0][3:])


# --- basic shapes


def test_a_rectangle_runs_around_from_its_corner():
    scene = read('<rect x="10" y="20" width="30" height="40"/>')
    assert all(
        near(p, q)
        for p, q in zip(vertices(scene, one(scene))[0], [(10, 20), (40, 20), (40, 60), (10, 60), (10, 20)], strict=True)
    )


@pytest.mark.parametrize(
    ("radii", "expected"),
    [
        ('rx="5"', (5, 5)),
        ('ry="5"', (5, 5)),
        ('rx="5" ry="8"', (5, 8)),
        ('rx="50" ry="8"', (15, 8)),
        ('rx="50"', (15, 20)),
        ('rx="auto" ry="3"', (3, 3)),
        ('rx="0" ry="9"', (0, 0)),
        ('rx="-4"', (0, 0)),
    ],
)
def test_rounded_corners(radii, expected):
    scene = read(f'<rect x="10" y="20" width="30" height="40" {radii}/>')
    corners = vertices(scene, one(scene))[0]
    assert near(corners[0], (10 + expected[0] if expected[1] else 10, 20))
    assert near(box(scene, one(scene)), (10, 20, 40, 60))


@pytest.mark.parametrize(
    "shape",
    [
        '<circle cx="50" cy="60" r="20"/>',
        '<ellipse cx="50" cy="60" rx="20" ry="20"/>',
        '<ellipse cx="50" cy="60" rx="20"/>',
    ],
)
def test_a_circle_is_round(shape):
    scene = read(shape)
    assert all(abs(math.dist(p, (50, 60)) - 20) < 20 * 3e-4 for p in on_curve(scene, one(scene)))


def test_lines_and_polygons():
    scene = read(
        '<line x1="1" x2="3" y2="4" stroke="#000"/><polyline points="1,2 3,4 5 6" fill="none" stroke="#000"/><polygon points="0 0 9 0 9 9"/>'
    )
    line, polyline, polygon = paths(scene)
    assert all(near(p, q) for p, q in zip(vertices(scene, line)[0], [(1, 0), (3, 4)], strict=True))
    assert line.fill is None
    assert not line.subpaths[0].closed
    assert len(vertices(scene, polyline)[0]) == 3
    assert not polyline.subpaths[0].closed
    assert len(vertices(scene, polygon)[0]) == 4
    assert polygon.subpaths[0].closed


@pytest.mark.parametrize(
    "shape",
    [
        '<rect width="0" height="5"/>', '<rect width="5"/>', '<rect width="-5" height="5"/>', '<circle r="0"/>', '<circle r="-1"/>', "<circle/>",
        '<ellipse rx="5" ry="0"/>', '<polyline points="1" stroke="#000"/>', '<polygon points="1 2 3 4 5"/>', '<polygon points="1 2,,3 4"/>', "<polygon/>", "<path/>",
        '<line x1="a" x2="9" stroke="#000"/>', '<rect width="5Q" height="5"/>', '<path d="M1 1"/>', '<path d="M1 1" stroke="#000" stroke-linecap="round"/>',
    ],
)  # fmt: skip
def test_shapes_that_are_not_rendered(shape):
    assert not read(shape).elements


def test_a_point_shows_with_round_caps_alone():
    assert not read('<path d="M5 5z" stroke="#000"/>').elements
    assert len(read('<path d="M5 5z" stroke="#000" stroke-linecap="round"/>').elements) == 1
    assert len(read('<path d="M5 5h0" stroke="#000" stroke-linecap="square"/>').elements) == 1


@pytest.mark.parametrize("d", ["M0 0L9 9", "M0 0L9 9L3 3", "M0 0h9h-20z"])
def test_a_straight_path_has_no_interior_to_fill(d):
    assert not read(f'<path d="{d}"/>').elements
    assert one(read(f'<path d="{d}" stroke="#000"/>')).fill is None


@pytest.mark.parametrize(
    ("length", "size"),
    [
        ("10", 10),
        ("10px", 10),
        ("1in", 96),
        ("2.54cm", 96),
        ("25.4mm", 96),
        ("72pt", 96),
        ("6pc", 96),
        ("5em", 60),
        ("10ex", 60),
        ("50%", 50),
        (" 10 ", 10),
    ],
)
def test_units(length, size):
    scene = read(f'<rect width="{length}" height="1"/>', 'viewBox="0 0 100 400"')
    assert near(box(scene, one(scene)), (0, 0, size, 1))


def test_percentages_refer_to_width_height_and_diagonal():
    scene = read('<circle cx="50%" cy="25%" r="10%"/>', 'viewBox="0 0 300 400"')
    radius = math.hypot(300, 400) / math.sqrt(2) / 10
    assert near(box(scene, one(scene)), (150 - radius, 100 - radius, 150 + radius, 100 + radius))


@pytest.mark.parametrize("d", ["M0 0h0h9v0v9h-9zh0", "M0 0L0 0L9 0L9 9L9 9L0 9L0 0Z", "M0 0C0 0 0 0 0 0H9V9H0Z"])
def test_segments_without_length_are_left_out(d):
    element = paths(read(f'<path d="{d}"/>'))[0]
    assert len(element.subpaths[0].points) == 13
    assert element.subpaths[0].closed


def test_fully_rounded_corners_leave_no_empty_lines():
    assert len(one(read('<rect width="20" height="20" rx="10"/>')).subpaths[0].points) == 13
