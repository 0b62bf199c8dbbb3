"""Canvas, viewports, transforms, use; the same picture written in different ways is read the same."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from svg_kit import box, codes, near, on_curve, one, paths, points, px, read, svg, vertices

from mathvis.errors import SceneError
from mathvis.scene.model import Path
from mathvis.scene.readers.svg import read_svg

SQUARE = '<rect width="10" height="10"/>'


@pytest.mark.parametrize(
    ("attributes", "size", "physical"),
    [
        ('viewBox="0 0 80 40"', (60, 30), False),
        ('width="200" height="100"', (150, 75), False),
        ('width="200px" height="100px"', (150, 75), False),
        ('width="2in" height="72pt"', (144, 72), True),
        ('width="25.4mm" height="2.54cm" viewBox="0 0 7 7"', (72, 72), True),
        ('width="10cm" viewBox="0 0 80 40"', (283.46456692913387, 141.73228346456693), True),
        ('height="100" viewBox="0 0 80 40"', (150, 75), False),
        ('width="100%" height="100%" viewBox="0 0 80 40"', (60, 30), False),
        ('width="100%" height="50" viewBox="0 0 80 40"', (75, 37.5), False),
        ('width="2in" height="100" viewBox="0 0 80 40"', (144, 75), False),
        ('style="width:200px;height:50px" viewBox="0 0 80 40"', (150, 37.5), False),
    ],
)
def test_size_of_the_canvas(attributes, size, physical):
    canvas = read(SQUARE, attributes).canvas
    assert near((canvas.width, canvas.height), size)
    assert canvas.physical is physical


@pytest.mark.parametrize(
    "attributes",
    [
        'width="0" height="9"',
        'width="-9" height="9"',
        'viewBox="0 0 0 9"',
        'viewBox="0 0 9"',
        'viewBox="0 0 9 -9"',
        'width="1e6" height="1e6"',
    ],
)
def test_a_canvas_without_a_usable_size_is_refused(attributes):
    with pytest.raises(SceneError, match="no usable size"):
        read(SQUARE, attributes)


@pytest.mark.parametrize(
    ("attributes", "size"),
    [
        ("", (300, 150)),
        ('width="100"', (100, 150)),
        ('height="1in"', (300, 96)),
        ('width="50%" height="100%"', (300, 150)),
    ],
)
def test_without_a_size_the_canvas_is_what_css_gives_a_replaced_element(attributes, size):
    scene = read(SQUARE, attributes)
    assert near((scene.canvas.width / 0.75, scene.canvas.height / 0.75), size)
    assert codes(scene) == {"no-size"}
    assert not scene.canvas.physical


def test_a_malformed_view_box_beside_a_size_draws_nothing():
    scene = read(SQUARE, 'width="9" height="9" viewBox="0 0 x"')
    assert not scene.elements
    assert "invalid" in codes(scene)


def test_y_points_up_from_the_lower_left_corner():
    scene = read('<path d="M0 0L10 200" stroke="#000"/>')
    assert near(one(scene).subpaths[0].points[0], (0, 150))
    assert near(one(scene).subpaths[0].points[-1], (7.5, 0))


def test_a_negative_view_box_moves_the_origin():
    scene = read('<circle r="1"/>', 'viewBox="-2 -1 4 2"')
    assert all(abs(math.dist(p, (2, 1)) - 1) < 1e-3 for p in on_curve(scene, one(scene)))


@pytest.mark.parametrize(
    ("aspect", "expected"),
    [
        ("xMidYMid", (50, 100, 250, 200)),
        ("xMinYMin", (50, 50, 250, 150)),
        ("xMidYMax meet", (50, 150, 250, 250)),
        ("none", (50, 50, 250, 250)),
        ("xMidYMid slice", (-50, 50, 350, 250)),
        ("xMaxYMin slice", (-150, 50, 250, 250)),
        ("xminymin nonsense", (50, 50, 250, 150)),
    ],
)
def test_preserve_aspect_ratio(aspect, expected):
    nested = f'<svg x="50" y="50" width="200" height="200" viewBox="0 0 2 1" preserveAspectRatio="{aspect}" overflow="visible"><rect width="2" height="1"/></svg>'
    scene = read(nested, 'viewBox="0 0 300 300"')
    assert near(box(scene, one(scene)), expected)


@pytest.mark.parametrize("aspect", ["", "nonsense", "slice xMinYMin"])
def test_nothing_is_drawn_where_preserve_aspect_ratio_is_malformed(aspect):
    nested = f'<svg viewBox="0 0 2 1" preserveAspectRatio="{aspect}"><rect width="2" height="1"/></svg>'
    assert not read(nested).elements
    assert codes(read(nested)) == {"invalid"}
    assert not read("<rect width='9' height='9'/>", f'viewBox="0 0 2 1" preserveAspectRatio="{aspect}"').elements


def test_a_circle_stays_round_where_the_aspect_ratios_differ():
    scene = read('<circle cx="100" cy="50" r="40"/>', 'width="300" height="300" viewBox="0 0 200 100"')
    assert all(abs(math.dist(p, (150, 150)) - 60) < 0.02 for p in on_curve(scene, one(scene)))


def test_nested_viewports_clip_only_what_sticks_out():
    scene = read(
        '<svg x="10" y="10" width="20" height="20"><rect width="20" height="20"/><rect x="5" width="20" height="20"/></svg>'
    )
    inside, outside = paths(scene)
    assert inside.clips == ()
    assert len(outside.clips) == 1
    corners = [px(scene, p) for p in scene.clips[outside.clips[0]].subpaths[0].points]
    assert near((min(x for x, _ in corners), max(x for x, _ in corners)), (10, 30))
    visible = read('<svg width="9" height="9" overflow="visible"><rect width="50" height="50"/></svg>')
    assert one(visible).clips == ()


def test_percentages_in_a_nested_viewport_refer_to_it():
    scene = read('<svg width="50%" height="50%" viewBox="0 0 10 20"><rect width="50%" height="50%"/></svg>')
    assert near(box(scene, one(scene)), (25, 0, 50, 50))


@pytest.mark.parametrize(
    ("transform", "images"),
    [
        ("translate(10)", [(10, 0), (11, 0), (10, 1)]),
        ("translate(10,20)", [(10, 20), (11, 20), (10, 21)]),
        ("scale(2)", [(0, 0), (2, 0), (0, 2)]),
        ("scale(2 3)", [(0, 0), (2, 0), (0, 3)]),
        ("rotate(90)", [(0, 0), (0, 1), (-1, 0)]),
        ("rotate(90 10 20)", [(30, 10), (30, 11), (29, 10)]),
        ("skewX(45)", [(0, 0), (1, 0), (1, 1)]),
        ("skewY(45)", [(0, 0), (1, 1), (0, 1)]),
        ("matrix(1 2 3 4 5 6)", [(5, 6), (6, 8), (8, 10)]),
        ("matrix(1,2,3,4,5,6)", [(5, 6), (6, 8), (8, 10)]),
        ("translate(10 0) scale(2)", [(10, 0), (12, 0), (10, 2)]),
        ("translate(10 0),scale(2)", [(10, 0), (12, 0), (10, 2)]),
        ("translate(10-5)scale(2)", [(10, -5), (12, -5), (10, -3)]),
        (" rotate ( 90 ) ", [(0, 0), (0, 1), (-1, 0)]),
        ("", [(0, 0), (1, 0), (0, 1)]),
        # malformed: no effect
        ("translate(10px 0)", [(0, 0), (1, 0), (0, 1)]),
        ("translate(1 2 3)", [(0, 0), (1, 0), (0, 1)]),
        ("translate(10 0) nonsense", [(0, 0), (1, 0), (0, 1)]),
        ("rotate(90 1)", [(0, 0), (1, 0), (0, 1)]),
    ],
)
def test_transform_functions(transform, images):
    scene = read(f'<path d="M1 0L0 0L0 1" fill="none" stroke="#000" transform="{transform}"/>')
    assert all(
        near(p, q) for p, q in zip(vertices(scene, one(scene))[0], [images[1], images[0], images[2]], strict=True)
    )


def test_a_css_transform_may_carry_units_and_yields_to_the_attribute():
    shape = '<rect width="1" height="1" style="transform:translate(10px, 5px) rotate(0.25turn)"'
    scene = read(f"{shape}/>")
    assert near(box(scene, one(scene)), (9, 5, 10, 6))
    scene = read(f'{shape} transform="translate(50)"/>')
    assert near(box(scene, one(scene)), (50, 0, 51, 1))


def test_nested_transforms_apply_from_the_outside_in():
    scene = read(
        '<g transform="translate(10 20)"><g transform="scale(2)"><g transform="rotate(90 5 5)"><line y1="5" x2="10" y2="5" stroke="#000"/></g></g></g>'
    )
    assert all(near(p, q) for p, q in zip(vertices(scene, one(scene))[0], [(20, 20), (20, 40)], strict=True))


def test_a_singular_transform_draws_nothing():
    assert not read(f'<g transform="scale(0 1)">{SQUARE}</g>').elements


def test_widths_and_dashes_grow_with_the_transform():
    stroke = one(
        read(
            '<path d="M0 0h9" stroke="#000" stroke-width="2" stroke-dasharray="1,2,3" stroke-dashoffset="1" transform="scale(4 1)"/>'
        )
    ).stroke
    assert math.isclose(stroke.width, 2 * 2 * 0.75)
    assert near(stroke.dash, [1.5, 3, 4.5] * 2)
    assert math.isclose(stroke.dash_phase, 1.5)


# --- use, symbol, switch


def test_use_draws_copies_and_leaves_the_original_alone():
    scene = read(
        '<defs><circle id="dot" r="3"/></defs><rect id="q" width="10" height="10"/>'
        '<use xlink:href="#dot" x="30" y="40"/><use href="#dot" transform="translate(60 40)"/><use href="#q" x="80" y="80"/>'
    )
    boxes = [box(scene, element) for element in paths(scene)]
    for found, wanted in zip(
        boxes, [(0, 0, 10, 10), (27, 37, 33, 43), (57, 37, 63, 43), (80, 80, 90, 90)], strict=True
    ):
        assert near(found, wanted)
    assert [element.names for element in paths(scene)] == [("q",), (), (), ()]


def test_the_plain_reference_wins_over_that_of_xlink():
    scene = read(
        '<defs><rect id="a" width="1" height="1"/><rect id="b" width="2" height="2"/></defs><use xlink:href="#a" href="#b"/>'
    )
    assert near(box(scene, one(scene)), (0, 0, 2, 2))


@pytest.mark.parametrize("reference", ['href=""', 'href="#"', 'href="#missing"', ""])
def test_a_use_of_nothing_draws_nothing_and_says_so(reference):
    scene = read(f'<use {reference} x="5"/>{SQUARE}')
    assert len(scene.elements) == 1
    assert "invalid" in codes(scene)


def test_a_symbol_is_fitted_into_the_size_of_its_use():
    symbol = '<symbol id="s" viewBox="0 0 10 10"><rect width="10" height="10"/></symbol>'
    assert not read(symbol).elements
    scene = read(symbol + '<use href="#s" x="20" y="30" width="40" height="20"/>')
    assert near(box(scene, one(scene)), (30, 30, 50, 50))


def test_the_style_of_a_use_is_inherited_by_its_copy():
    scene = read(
        '<defs><rect id="a" width="1" height="1"/></defs><g fill="red"><use href="#a"/><use href="#a" fill="lime" opacity=".5"/></g>'
    )
    assert [(e.fill.paint.color, e.fill.paint.alpha) for e in paths(scene)] == [((1, 0, 0), 1), ((0, 1, 0), 0.5)]


def test_a_switch_draws_its_first_passing_child_alone():
    scene = read(
        '<switch><rect systemLanguage="xx" width="1" height="1"/><rect requiredExtensions="urn:x" width="2" height="2"/><rect width="3" height="3"/><rect width="4" height="4"/></switch>'
    )
    assert near(box(scene, one(scene)), (0, 0, 3, 3))


@pytest.mark.parametrize("tag", ["defs", "symbol", "clipPath", "mask", "marker", "pattern"])
def test_templates_are_not_drawn_where_they_stand(tag):
    assert not read(f"<{tag}>{SQUARE}</{tag}>").elements


# --- one picture, many spellings

_number = st.floats(-60, 60).map(lambda x: round(x, 3))
_positive = st.floats(0.5, 60).map(lambda x: round(x, 3))
_shape = st.one_of(
    st.builds(lambda x, y, w, h: f'<rect x="{x}" y="{y}" width="{w}" height="{h}"/>', _number, _number, _positive, _positive),
    st.builds(lambda x, y, r: f'<circle cx="{x}" cy="{y}" r="{r}"/>', _number, _number, _positive),
    st.builds(lambda v: f'<polygon points="{" ".join(map(str, v))}"/>', st.lists(_number, min_size=6, max_size=6)),
    st.builds(lambda v: '<path d="M{} {}C{} {} {} {} {} {}S{} {} {} {}"/>'.format(*v), st.lists(_number, min_size=12, max_size=12)),
    st.builds(
        lambda v, r, q, f: f'<path d="M{v[0]} {v[1]}A{r} {q} {v[4]} {f} {v[2]} {v[3]}"/>',
        st.lists(_number, min_size=5, max_size=5), _positive, _positive, st.sampled_from(["0 0", "0 1", "1 0", "1 1"]),
    ),
)  # fmt: skip
_step = st.one_of(
    st.builds(lambda x, y: f"translate({x} {y})", _number, _number),
    st.builds(lambda x, y: f"scale({x} {y})", st.floats(0.2, 3), st.floats(-3, -0.2) | st.floats(0.2, 3)),
    st.builds(lambda a, x, y: f"rotate({a} {x} {y})", st.floats(-180, 180), _number, _number),
    st.builds(lambda a: f"skewX({a})", st.floats(-60, 60)),
    st.builds(
        lambda v: "matrix({} {} {} {} {} {})".format(*v),
        st.tuples(*[st.floats(0.2, 2)] * 2, st.floats(-0.1, 0.1), *[st.floats(0.2, 2)] * 3),
    ),
)
_LOOK = {"fill": "#336699", "stroke": "red", "stroke-width": "1.5", "stroke-linejoin": "round", "fill-opacity": "0.5"}
_ATTRIBUTES = "".join(f' {key}="{value}"' for key, value in _LOOK.items())
_CSS = ";".join(f"{key}:{value}" for key, value in _LOOK.items())


def _with(shape: str, attributes: str) -> str:
    return shape.replace("/>", f" {attributes}/>")


def _spellings(shape: str, steps: list[str]) -> dict[str, str]:
    joined = " ".join(steps)
    nested = "".join(f'<g transform="{step}">' for step in steps)
    return {
        "groups": f"<g{_ATTRIBUTES}>{nested}{shape}{'</g>' * len(steps)}</g>",
        "use": f'<defs>{_with(shape, "id=" + chr(34) + "s" + chr(34))}</defs><use href="#s" transform="{joined}"{_ATTRIBUTES}/>',
        "symbol": f'<symbol id="s" overflow="visible">{shape}</symbol><g transform="{joined}"{_ATTRIBUTES}><use href="#s"/></g>',
        "class": f"<style>.k{{{_CSS}}}</style>" + _with(shape, f'class="k" transform="{joined}"'),
        "rule of the group": f"<style>g.k > *{{{_CSS}}}</style><g class='k'>"
        + _with(shape, f'transform="{joined}"')
        + "</g>",
        "style attribute": _with(shape, f'style="{_CSS}" transform="{joined}" fill="blue"'),
        "nested svg": f'<svg overflow="visible"{_ATTRIBUTES}>' + _with(shape, f'transform="{joined}"') + "</svg>",
    }


@settings(max_examples=60, deadline=None)
@given(_shape, st.lists(_step, max_size=3))
def test_a_shape_reads_the_same_however_it_is_written(shape, steps):
    joined = " ".join(steps)
    plain = read(_with(shape, f'transform="{joined}"{_ATTRIBUTES}'))
    for name, body in _spellings(shape, steps).items():
        other = read(body)
        assert len(other.elements) == len(plain.elements), name
        for a, b in zip(plain.elements, other.elements, strict=True):
            assert isinstance(a, Path)
            assert isinstance(b, Path)
            assert (a.fill, a.stroke.paint, a.stroke.join) == (b.fill, b.stroke.paint, b.stroke.join), name
            assert math.isclose(a.stroke.width, b.stroke.width, rel_tol=1e-9)
            for p, q in zip(
                (p for s in a.subpaths for p in s.points), (q for s in b.subpaths for q in s.points), strict=True
            ):
                assert near(p, q, 1e-6 * (1 + abs(p[0]) + abs(p[1]))), name


@settings(max_examples=40, deadline=None)
@given(_shape, _step)
def test_a_transform_moves_the_points_of_the_curve(shape, step):
    """Reading under a transform is reading, then transforming."""
    plain, moved = read(shape), read(_with(shape, f'transform="{step}"'))
    frame = read(f'<path d="M1 0L0 0L0 1" fill="none" stroke="#000" transform="{step}"/>')
    (e1, o, e2) = vertices(frame, one(frame))[0]
    for a, b in zip(plain.elements, moved.elements, strict=True):
        for (x, y), image in zip(
            (p for s in points(plain, a) for p in s), (p for s in points(moved, b) for p in s), strict=True
        ):
            wanted = tuple(o[i] + x * (e1[i] - o[i]) + y * (e2[i] - o[i]) for i in (0, 1))
            assert near(wanted, image, 1e-5)


def test_reading_twice_gives_the_same_scene():
    data = svg('<g id="a"><circle r="9"/><text>x</text></g><path d="M0 0C1 2 3 4 5 6z"/>')
    assert read_svg(data) == read_svg(data)
