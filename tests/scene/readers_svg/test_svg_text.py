"""Labels: forms, boxes against the renderer's ink, chunks, white space."""

import math

import numpy as np
import pytest
from svg_kit import box, codes, labels, near, needs_renderer, read, svg
from svg_redraw import rendered

from mathvis.mathtext import from_latex
from mathvis.scene.readers.svg import read_svg
from mathvis.scene.readers.svg_text import normalise

SANS = 'viewBox="0 0 260 120" font-family="sans-serif" font-size="20"'


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("<text>f(γ)</text>", r"$f(\gamma)$"),
        ("<text>z²</text>", r"$z^2$"),
        ('<text>z<tspan baseline-shift="super" font-size="70%">2</tspan></text>', r"$z^2$"),
        ('<text>z<tspan dy="-7" font-size="14">2</tspan></text>', r"$z^2$"),
        ('<text>z<tspan dy="5" font-size="14">0</tspan><tspan dy="-5">=1</tspan></text>', r"$z_0=1$"),
        ('<text>z<tspan baseline-shift="sub" font-size="0.7em">12</tspan>+w</text>', r"$z_{12}+w$"),
        ('<text>\n  z\n  <tspan dy="5" font-size="14">0</tspan>\n</text>', r"$z_0$"),
        ('<text font-style="italic">f<tspan font-style="normal">(z)</tspan></text>', r"$f(z)$"),
        (
            "<text>π<tspan dy='5' font-size='14'>1</tspan><tspan dy='-5'>(S</tspan><tspan dy='-7' font-size='14'>1</tspan><tspan dy='7'>)</tspan></text>",
            r"$\pi_1(S^1)$",
        ),
        ("<text>A′</text>", r"$A'$"),
        ("<text>ℝ</text>", r"$\mathbb{R}$"),
        ('<text text-decoration="overline">z</text>', r"$\bar z$"),
        ("<text>N = 3</text>", "$N=3$"),
        ("<text>a &lt; b</text>", "$a<b$"),
    ],
)
def test_text_reads_as_the_label_it_shows(text, latex):
    (label,) = labels(read(text, SANS))
    assert label.form == from_latex(latex)


def test_title_and_description_are_no_text():
    assert not read("<title>x</title><desc>y</desc><g><title>z</title></g>").elements
    (label,) = labels(read("<text><title>no</title>yes<desc>no</desc></text>"))
    assert label.text == "yes"


def test_a_label_knows_baseline_size_angle_and_paint():
    (label,) = labels(
        read('<text x="40" y="50" font-size="10" fill="red" transform="rotate(-30 40 50) scale(2)">Ag</text>')
    )
    back = math.radians(-30)
    x, y = 2 * 40 - 40, 2 * 50 - 50
    assert near(
        px_of(label), (40 + math.cos(back) * x - math.sin(back) * y, 50 + math.sin(back) * x + math.cos(back) * y)
    )
    assert math.isclose(label.size, 15)
    assert math.isclose(label.angle, 30)
    assert label.paint.color == (1, 0, 0)
    ll, lr, _, ul = label.box
    assert math.isclose(math.degrees(math.atan2(lr[1] - ll[1], lr[0] - ll[0])), 30)
    assert math.isclose(math.degrees(math.atan2(ul[1] - ll[1], ul[0] - ll[0])), 120)


@pytest.mark.parametrize(
    ("transform", "text", "form"),
    [
        ("scale(-1 1)", "ab", r"\mirrored{ab}"),
        ("scale(1 -1)", "6", r"\mirrored{6}"),
        ("scale(-1 1) rotate(70)", "6", r"\mirrored{6}"),
        ("matrix(0 1 1 0 0 0)", "d", r"\mirrored{d}"),
        ("scale(-1 1)", "A", "A"),
        ("rotate(180)", "6", r"\turned{6}"),
        ("scale(-1)", "u", r"\turned{u}"),
        ("rotate(180)", "8", "8"),
        ("rotate(-90)", "6", "6"),
        ("rotate(130)", "d", "d"),
        ("skewX(30)", "d", "d"),
        ("scale(-1 1) scale(-1 1)", "d", "d"),
    ],
)
def test_mirrored_text_is_told_and_turned_text_is_read(transform, text, form):
    scene = read(f'<g transform="translate(100 100) {transform}"><text>{text}</text></g>')
    assert [label.form for label in labels(scene)] == [form]
    assert ("mirrored-text" in codes(scene)) == (scene_is_mirrored(transform))


@pytest.mark.parametrize(
    ("body", "forms"),
    [
        ('<text x="20" y="30">1<tspan x="20">2</tspan></text>', [r"\overprinted{12}"]),
        ('<text x="20" y="30">1<tspan dx="-8">2</tspan></text>', [r"\overprinted{12}"]),
        ('<text x="20" y="30" letter-spacing="-8">12</text>', [r"\overprinted{12}"]),
        ('<text x="20" y="30" letter-spacing="-1">12</text>', ["12"]),
        ('<text x="20" y="30" letter-spacing="3">12</text>', ["12"]),
        ('<text x="20" y="30">2<tspan dx="-8">/</tspan></text>', ["2\u0338"]),
        ('<text x="20" y="30">2&#x338;</text>', ["2\u0338"]),
        ('<text x="20" y="30">=<tspan x="20">/</tspan></text>', ["≠"]),
        ('<text x="20" y="30">1/2</text>', [r"\frac{1}{2}"]),
        ('<text x="20" y="30">x<tspan x="20" dy="-12">→</tspan></text>', [r"\vec{x}"]),
        ('<text x="20" y="30">x<tspan dy="5" dx="-2" font-size="10">2</tspan></text>', ["x_{2}"]),
        ('<text x="20" y="30">1</text><text x="20" y="30">2</text>', ["1", "2"]),
    ],
)
def test_type_over_type_is_no_row(body, forms):
    assert [label.form for label in labels(read(f"<g font-size='16'>{body}</g>", SANS))] == forms


def scene_is_mirrored(transform: str) -> bool:
    return transform.count("-1 1") % 2 == 1 or transform in {"scale(1 -1)", "matrix(0 1 1 0 0 0)"}


def px_of(label, height: float = 150.0):
    return label.baseline[0] / 0.75, (height - label.baseline[1]) / 0.75


@pytest.mark.parametrize(
    ("body", "texts"),
    [
        ('<text x="10" y="20">one<tspan x="10" dy="1.2em">two</tspan></text>', ["one", "two"]),
        ('<text><tspan x="10" y="20">one</tspan><tspan x="10" y="50">two</tspan></text>', ["one", "two"]),
        ('<text x="10" y="20">one<tspan x="150">two</tspan></text>', ["one", "two"]),
        ('<text x="10" y="20">one<tspan dx="60">two</tspan></text>', ["one", "two"]),
        ('<text x="10" y="20">one<tspan dy="40">two</tspan></text>', ["one", "two"]),
        ('<text x="10" y="20">z<tspan x="21" y="14" font-size="12">2</tspan></text>', ["z2"]),
        ('<text x="10" y="20">one <tspan font-weight="bold">two</tspan> three</text>', ["one two three"]),
        ('<text x="10" y="20">one</text><text x="40" y="20">two</text>', ["one", "two"]),
        ('<text x="10" y="20"> </text><text/>', []),
        ('<text x="10" y="20">a<tspan display="none">b</tspan>c</text>', ["ac"]),
        ('<text x="10" y="20">a<a href="#x">b</a>c</text>', ["abc"]),
    ],
)
def test_a_jump_begins_another_label(body, texts):
    assert [label.text for label in labels(read(body, SANS))] == texts


def test_labels_of_one_text_share_their_command():
    first, second = labels(read('<text x="10" y="20">one<tspan x="10" dy="1.2em">two</tspan></text>', SANS))
    assert first.command == second.command


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("  a   b\n  c  ", {"preserve": False, "before": False, "after": False}, "a b c"),
        ("  a  ", {"preserve": False, "before": True, "after": True}, " a "),
        ("a\nb", {"preserve": False, "before": False, "after": False}, "ab"),
        ("\t a", {"preserve": False, "before": False, "after": False}, "a"),
        (" a\n b\t", {"preserve": True, "before": False, "after": False}, " a  b "),
    ],
)
def test_white_space(text, options, expected):
    assert normalise(text, **options) == expected


def test_comments_do_not_part_text():
    (label,) = labels(read("<text>a<!-- x -->b <![CDATA[c]]></text>"))
    assert label.text == "ab c"


def test_text_that_is_not_painted_is_noted():
    for look in ('fill="none"', 'opacity="0"', 'fill-opacity="0"', 'fill="transparent"'):
        scene = read(f"<text {look}>x</text>")
        assert labels(scene)[0].paint.alpha == 0
        assert "invisible-text" in codes(scene)
    assert labels(read('<text fill="none" stroke="red">x</text>'))[0].paint.color == (1, 0, 0)
    (label,) = labels(scene := read('<text>a<tspan fill="none">b</tspan></text>'))
    assert label.text == "a"
    assert "invisible-text" in codes(scene)
    assert not read('<text visibility="hidden">x</text>').elements
    (label,) = labels(read('<text>a<tspan visibility="hidden">b</tspan>c</text>'))
    assert label.text == "ac"


def test_ids_of_spans_name_their_label():
    (label,) = labels(read('<g id="g"><text id="t"><tspan id="s">x</tspan></text></g>'))
    assert label.names == ("g", "t", "s")
    (label,) = labels(read('<text id="t"><tspan id="s">x</tspan>y</text>'))
    assert label.names == ("t",)


# --- boxes against the renderer

PLAIN = ["base Ag", "fi AV To ffi", "z²+w₀=1", "∑∫√𝛼ℝ", "WAVE Yo", "π₁(S¹)", "x̄", "⟨x⟩ ⇒ ∮ ⊗", "中文", "a b", "N = 3"]
STYLES = [
    "font-family:serif",
    "font-family:monospace",
    "font-family:Times New Roman",
    "font-family:Arial, Helvetica, sans-serif",
    "font-family:'Computer Modern', serif",
    "font-family:nonsense",
    "font-family:Latin Modern Math",
    "font-family:Latin Modern Roman;font-style:italic",
    "font-style:italic",
    "font-weight:bold",
    "font:italic bold 24px serif",
    "font-weight:600",
    "font-size:large",
    "font-size:2em",
    "font-size:40px",
    "font-stretch:condensed",
    "text-decoration:underline",
]
MARKUP = (
    [f'<text x="20" y="60">{text}</text>' for text in PLAIN]
    + [f'<text x="20" y="80" style="{style}">Samp fy</text>' for style in STYLES]
    + [
        f'<text x="130" y="60" text-anchor="{anchor}"{more}>{text}</text>'
        for anchor in ("start", "middle", "end")
        for more, text in (("", "one <tspan font-weight='bold'>two</tspan>"), (' letter-spacing="5"', "letter"), ("", "a<tspan dx='9' dy='-5'>b</tspan>c"))
    ]
    + [f'<text x="20" y="60">z<tspan baseline-shift="{shift}" font-size="12">2</tspan></text>' for shift in ("sub", "super", "5", "50%", "-20%")]
    + [
        '<text x="20" y="60">z<tspan baseline-shift="super" font-size="12">2<tspan baseline-shift="super" font-size="8">3</tspan></tspan></text>',
        '<text transform="translate(60 60) scale(2 1)">Sc</text>',
        '<text x="60" y="60" transform="rotate(90 60 60)">Turn</text>',
        '<text x="60" y="60" transform="matrix(1 0 0 -1 0 120)">Mirror</text>',
        '<text x="60" y="20" writing-mode="tb">vert</text>',
        '<text x="120" y="60" direction="rtl">rtl</text>',
        '<text x="20 50" y="60 70" dx="5 9">list</text>',
        '<text x="20" y="60" stroke="#000" stroke-width="2" stroke-linejoin="round">Thick</text>',
        '<text x="10%" y="50%">percent</text>',
        '<text x="1cm" y="60">unit</text>',
        '<text x="20" y="60" dominant-baseline="middle">base</text>',
        '<text x="20" y="60" xml:space="preserve">  a   b  </text>',
        "<text y='60'><tspan x='30'>one</tspan></text>",
    ]
)  # fmt: skip


@needs_renderer
@pytest.mark.parametrize("markup", MARKUP)
def test_boxes_agree_with_the_ink_of_the_picture(markup):
    data = svg(markup, SANS.replace("viewBox", 'width="260" height="120" viewBox'))
    zoom = 4
    ys, xs = np.where(rendered(data, zoom).min(axis=2) < 0.6)
    scene = read_svg(data)
    found = [box(scene, label) for label in labels(scene)]
    wanted = (xs.min() / zoom, ys.min() / zoom, (xs.max() + 1) / zoom, (ys.max() + 1) / zoom)
    size = max(label.size for label in labels(scene)) / 0.75
    sides = [min(b[0] for b in found), min(b[1] for b in found), max(b[2] for b in found), max(b[3] for b in found)]
    assert max(abs(a - b) for a, b in zip(sides, wanted, strict=True)) < 0.05 * size


def test_without_a_font_the_boxes_are_rough_and_it_is_said(monkeypatch):
    from mathvis.scene.readers import svg_font_choice

    svg_font_choice.font_files.cache_clear()
    monkeypatch.setattr(svg_font_choice, "_fontconfig", lambda: None)
    monkeypatch.setattr(svg_font_choice, "_known_file", lambda request: [])
    try:
        scene = read('<text x="20" y="60">base Ag</text>', SANS)
        assert "font-metrics" in codes(scene)
        x0, y0, x1, y1 = box(scene, labels(scene)[0])
        assert near((x0, y0, x1, y1), (20.5, 44.5, 99, 64), 8)
    finally:
        svg_font_choice.font_files.cache_clear()
