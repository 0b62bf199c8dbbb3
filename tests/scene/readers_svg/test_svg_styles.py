"""Cascade, inheritance, colours, paints, strokes."""

import math

import pytest
from svg_kit import codes, near, one, paths, read

from mathvis.scene.model import FillRule, PaintKind
from mathvis.scene.readers.svg_colors import parse_color
from mathvis.scene.readers.svg_css import parse_declarations
from mathvis.scene.readers.svg_selectors import parse_selector

R = '<rect width="9" height="9"'


def fill(body: str):
    """Colour of the last element drawn."""
    return paths(read(body))[-1].fill.paint.color


RED, LIME, BLUE, BLACK = (1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0)


@pytest.mark.parametrize(
    ("text", "rgb", "alpha"),
    [
        ("red", RED, 1), ("RED", RED, 1), (" red ", RED, 1), ("rebeccapurple", (0x66 / 255, 0x33 / 255, 0x99 / 255), 1),
        ("#f00", RED, 1), ("#F00", RED, 1), ("#f008", RED, 0x88 / 255), ("#ff0000", RED, 1), ("#ff000080", RED, 0x80 / 255),
        ("rgb(255,0,0)", RED, 1), ("rgb(255 0 0)", RED, 1), ("rgb(100%, 0%, 0%)", RED, 1), ("rgb(300,-5,0)", RED, 1),
        ("rgba(255,0,0,.5)", RED, 0.5), ("rgb(255 0 0 / 50%)", RED, 0.5), ("rgba(255,0,0,50%)", RED, 0.5), ("rgb(0 255 0 / 2)", LIME, 1),
        ("hsl(0,100%,50%)", RED, 1), ("hsl(120deg 100% 50%)", LIME, 1), ("hsla(240,100%,50%,.5)", BLUE, 0.5), ("hsl(-120,100%,50%)", BLUE, 1),
        ("hsl(0.5turn, 100%, 25%)", (0, 0.5, 0.5), 1), ("hsl(77,0%,50%)", (0.5, 0.5, 0.5), 1), ("transparent", BLACK, 0),
    ],
)  # fmt: skip
def test_colours(text, rgb, alpha):
    color = parse_color(text)
    assert near(color.rgb, rgb)
    assert math.isclose(color.alpha, alpha)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "#",
        "#12",
        "#12345",
        "#ggg",
        "rgb(1,2)",
        "rgb(1,2,3,4,5)",
        "rgb(1%,2,3)",
        "hsl(1,2,3)",
        "hwb(0 0% 0%)",
        "reddish",
        "none",
        "rgb(a,b,c)",
        "url(#a)",
    ],
)
def test_what_is_no_colour(text):
    assert parse_color(text) is None


def test_current_colour_is_that_of_the_element_that_is_painted():
    assert fill(f'<g color="lime" fill="currentColor">{R} color="red"/></g>') == RED
    assert fill(f'<g color="lime">{R} fill="currentColor"/></g>') == LIME


@pytest.mark.parametrize(
    ("sheet", "attributes", "color"),
    [
        ("", "", BLACK),
        ("", 'fill="lime"', LIME),
        ("", 'fill="lime" style="fill:red"', RED),
        ("rect{fill:red}", 'fill="lime"', RED),
        ("rect{fill:red}", 'style="fill:lime"', LIME),
        ("rect{fill:red!important}", 'style="fill:lime"', RED),
        ("rect{fill:red !important}", 'style="fill:lime !important"', LIME),
        ("rect{fill:red}rect{fill:lime}", "", LIME),
        (".a{fill:red}rect{fill:lime}", 'class="a"', RED),
        ("#i{fill:red}.a.b{fill:lime}", 'class="a b" id="i"', RED),
        (".a.b{fill:red}.b{fill:lime}", 'class="a b"', RED),
        (".a,.c{fill:red}", 'class="c"', RED),
        (".a{fill:red}", 'class="ab"', BLACK),
        (".A{fill:red}", 'class="a"', BLACK),
        ("*{fill:red}", "", RED),
        ("[data-x]{fill:red}", 'data-x="1"', RED),
        ("[data-x=a]{fill:red}", 'data-x="b"', BLACK),
        ("[data-x='a b']{fill:red}", 'data-x="a b"', RED),
        ("[data-x~=b]{fill:red}", 'data-x="a b"', RED),
        ("[data-x|=a]{fill:red}", 'data-x="a-b"', RED),
        ('[data-x^="a"][data-x$="c"][data-x*="b"]{fill:red}', 'data-x="abc"', RED),
        ("g rect{fill:red}", "", RED),
        ("g > rect{fill:red}", "", RED),
        ("svg > rect{fill:red}", "", BLACK),
        ("svg rect{fill:red}", "", RED),
        ("circle + rect{fill:red}", "", RED),
        ("path ~ rect{fill:red}", "", RED),
        ("path + rect{fill:red}", "", BLACK),
        ("rect:last-child{fill:red}", "", RED),
        ("rect:first-child{fill:red}", "", BLACK),
        ("rect:nth-child(3){fill:red}", "", RED),
        ("rect:nth-child(2n+1){fill:red}", "", RED),
        ("rect:nth-child(even){fill:red}", "", BLACK),
        ("rect:nth-of-type(1){fill:red}", "", RED),
        ("rect:not(.a){fill:red}", "", RED),
        ("rect:not(.a){fill:red}", 'class="a"', BLACK),
        ("rect:hover{fill:red}", "", BLACK),
        ("rect::before{fill:red}", "", BLACK),
        ("rect{fill:nonsense;fill:red;fill:bogus}", "", RED),
        ("rect{;;fill : red ; }", "", RED),
        ("rect{fill:red", "", RED),
        ("/* rect{fill:lime} */rect{/*x*/fill:/*y*/red}", "", RED),
        ("<!-- rect{fill:red} -->", "", RED),
        ("@media screen{rect{fill:lime}}rect{fill:red}", "", RED),
        ("@charset 'x';rect{fill:red}", "", RED),
        ("rect{FILL:red}", "", RED),
        ("rect, :bogus{fill:lime}rect{fill:red}", "", RED),
        ("rect{fill:var(--c)}", "", BLACK),
    ],
)
def test_cascade(sheet, attributes, color):
    body = f"<style>{sheet.replace('<', '&lt;').replace('>', '&gt;')}</style><g><path/><circle/>{R} {attributes}/></g>"
    assert fill(body) == color


def test_a_style_sheet_counts_wherever_it_stands_and_of_whatever_type_it_is():
    assert fill(f"{R}/><style>rect{{fill:red}}</style>") == RED
    assert fill(f'{R}/><style type="text/x">rect{{fill:red}}</style>') == RED
    assert fill(f"{R}/><style><![CDATA[rect{{fill:red}}]]></style>") == RED


def test_what_inherits_and_what_does_not():
    inner = one(read(f'<g fill="red" stroke="lime" stroke-width="3" opacity=".5" fill-opacity=".5">{R}/></g>'))
    assert inner.fill.paint.color == RED
    assert inner.stroke.paint.color == LIME
    assert (inner.fill.paint.alpha, inner.stroke.paint.alpha) == (0.25, 0.5)
    nested = one(read(f'<g opacity=".5"><g opacity=".5">{R} opacity="50%"/></g></g>'))
    assert nested.fill.paint.alpha == 0.125
    assert fill(f'<g fill="red"><g fill="lime">{R} fill="inherit"/></g></g>') == LIME
    assert fill(f'<g fill="red">{R} fill="bogus"/></g>') == RED


def test_hidden_elements_are_left_out_and_told_of():
    for hidden in ('display="none"', 'style="display:none"', 'visibility="hidden"', 'visibility="collapse"'):
        scene = read(f'{R} id="a" {hidden}/>{R}/>')
        assert len(scene.elements) == 1
        assert [note.code for note in scene.notes] == ["hidden"]
        assert "#a" in scene.notes[0].message
    assert len(read(f'<g visibility="hidden">{R} visibility="visible"/>{R}/></g>').elements) == 1
    assert not read(f'<g display="none">{R} display="inline"/></g>').elements


def test_white_transparent_and_distant_things_are_in_the_scene():
    scene = read(f'{R} fill="#fff"/>{R} opacity="0"/>{R} fill="transparent"/>{R} x="9999"/>')
    assert len(scene.elements) == 4
    assert [e.fill.paint.alpha for e in paths(scene)] == [1, 0, 0, 1]


def test_neither_fill_nor_stroke_paints_nothing():
    assert not read(f'{R} fill="none"/>{R} fill="none" stroke="#000" stroke-width="0"/>').elements


def test_strokes():
    stroke = one(
        read(
            '<path d="M0 0h9" stroke="#f00" stroke-opacity=".5" stroke-width="4" stroke-linecap="square" stroke-linejoin="bevel" '
            'stroke-miterlimit="7" stroke-dasharray="2 1" stroke-dashoffset="-1"/>'
        )
    ).stroke
    assert stroke.paint.color == RED
    assert stroke.paint.alpha == 0.5
    assert (stroke.width, stroke.cap, stroke.join, stroke.miter_limit) == (3, 2, 2, 7)
    assert (stroke.dash, stroke.dash_phase) == ((1.5, 0.75), -0.75)
    plain = one(read('<path d="M0 0h9" stroke="red"/>')).stroke
    assert (plain.width, plain.dash, plain.cap, plain.join, plain.miter_limit) == (0.75, (), 0, 0, 4)


@pytest.mark.parametrize(
    ("dash", "expected"),
    [("none", 0), ("1 -1", 0), ("0 0", 0), ("3", 2), ("1 2 3", 6), ("1,2", 2), ("bogus", 0), ("1em 5%", 2)],
)
def test_dashes(dash, expected):
    assert len(one(read(f'<path d="M0 0h9" stroke="red" stroke-dasharray="{dash}"/>')).stroke.dash) == expected


def test_fill_rules():
    assert one(read(f'{R} fill-rule="evenodd"/>')).fill.rule is FillRule.EVENODD
    assert one(read(f"{R}/>")).fill.rule is FillRule.NONZERO


def test_paint_order_parts_fill_and_stroke():
    both = f'{R} stroke="red"'
    assert len(read(f"{both}/>").elements) == 1
    assert len(read(f'{both} paint-order="fill stroke"/>').elements) == 1
    under, over = paths(read(f'{both} paint-order="stroke"/>'))
    assert under.fill is None
    assert over.stroke is None
    assert under.command == over.command


# --- gradients and patterns

STOPS = '<stop offset="0" stop-color="red"/><stop offset="1" stop-color="blue"/>'


def gradient(stops: str, attributes: str = "", tag: str = "linearGradient") -> str:
    return f'<{tag} id="g" {attributes}>{stops}</{tag}>{R} fill="url(#g)"/>'


@pytest.mark.parametrize(
    ("stops", "rgb", "alpha"),
    [
        (STOPS, (0.5, 0, 0.5), 1),
        ('<stop stop-color="lime"/>', LIME, 1),
        ('<stop offset="50%" stop-color="red"/><stop offset="50%" stop-color="blue"/>', (0.5, 0, 0.5), 1),
        ('<stop offset=".25" stop-color="red"/><stop offset=".25" stop-color="blue"/>', (0.25, 0, 0.75), 1),
        ('<stop stop-color="red"/><stop offset="1" stop-color="blue" stop-opacity="0"/>', RED, 0.5),
        ('<stop style="stop-color:red"/><stop offset="2" style="stop-color:red;stop-opacity:.5"/>', RED, 0.75),
    ],
)
def test_a_gradient_is_its_mean_colour(stops, rgb, alpha):
    for tag in ("linearGradient", "radialGradient"):
        paint = one(read(gradient(stops, tag=tag))).fill.paint
        assert paint.kind is PaintKind.SHADING
        assert near(paint.color, rgb)
        assert math.isclose(paint.alpha, alpha)


def test_stops_are_taken_from_the_gradient_referred_to():
    body = f'<linearGradient id="a">{STOPS}</linearGradient>' + gradient("", 'href="#a"')
    assert near(fill(body), (0.5, 0, 0.5))


@pytest.mark.parametrize(
    "body",
    [
        gradient(""),
        gradient("", 'href="#g"'),
        '<linearGradient id="h" href="#g"/>' + gradient("", 'href="#h"'),
        gradient("", 'href="#missing"'),
    ],
)
def test_a_gradient_without_stops_marks_nothing_but_the_element_is_read(body):
    scene = read(body)
    assert one(scene).fill.paint.alpha == 0
    assert "paint" in codes(scene)


def test_a_gradient_over_a_box_without_height_paints_nothing():
    line = f'<linearGradient id="g">{STOPS}</linearGradient><path d="M0 5h9" stroke="url(#g)"/>'
    assert one(read(line)).stroke.paint.alpha == 0
    absolute = line.replace('id="g"', 'id="g" gradientUnits="userSpaceOnUse"')
    assert one(read(absolute)).stroke.paint.alpha == 1


def test_a_reference_to_nothing_takes_its_fallback():
    assert not read(f'{R} fill="url(#missing)"/>').elements
    assert fill(f'{R} fill="url(#missing) red"/>') == RED
    assert not read(f'{R} fill="url(#missing) none"/>').elements
    assert not read(f'{R} id="r" fill="url(#r)"/>').elements


def test_a_pattern_is_the_mean_of_its_ink_with_its_share_as_opacity():
    pattern = (
        '<pattern id="p" width="10" height="10" patternUnits="userSpaceOnUse"><rect width="5" height="5" fill="red"/>'
        '<path d="M0 7.5h10" stroke="blue" stroke-width="2.5"/></pattern>'
    )
    paint = one(read(pattern + f'{R} fill="url(#p)"/>')).fill.paint
    assert paint.kind is PaintKind.PATTERN
    assert near(paint.color, (0.5, 0, 0.5))
    assert math.isclose(paint.alpha, 0.5)
    assert one(read(f'<pattern id="p" width="10" height="10"/>{R} fill="url(#p)"/>')).fill.paint.alpha == 0


@pytest.mark.parametrize("effect", ["mask", "filter"])
def test_masks_and_filters_are_noted_with_what_they_cover(effect):
    scene = read(f'<{effect} id="m"/>{R}/><g {effect}="url(#m)">{R}/>{R}/></g>')
    (note,) = scene.notes
    assert note.code == effect
    assert note.elements == (1, 2)


@pytest.mark.parametrize(
    ("body", "what"),
    [
        (f'{R} stroke="red" vector-effect="non-scaling-stroke"/>', "vector-effect"),
        (f'{R} transform="scale(2)" transform-origin="5 5"/>', "transform-origin"),
        (f"<style>@media print{{rect{{fill:red}}}}</style>{R}/>", "@media"),
        (f'{R} style="fill:var(--x)"/>', "var()"),
        ('<text dominant-baseline="middle">a</text>', "dominant-baseline"),
        ('<text x="1 2">ab</text>', "lists of positions"),
        ('<text textLength="90">ab</text>', "textLength"),
        ('<text rotate="9">ab</text>', "rotate"),
    ],
)
def test_what_the_picture_does_not_show_is_noted(body, what):
    assert any(note.code == "renderer" and what in note.message for note in read(body).notes)


def test_declarations_and_selectors():
    assert [tuple(d) for d in parse_declarations("a:b; c : d !important;e;:f;g:url(a;b)")] == [
        ("a", "b", False),
        ("c", "d", True),
        ("g", "url(a;b)", False),
    ]
    assert parse_selector("g#a.b[c] > d:first-child")[1] == (1, 3, 2)
    for bad in ("", ">", "a >", "a b >> c", "a:", "a[", "..b", "a:nth-child(x)", "a:not(", "1a"):
        assert parse_selector(bad) is None
