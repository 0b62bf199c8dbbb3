r"""A label that lost one glyph says something else: under a patch, outside a clip, or in the colour of its ground."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tex_pages import picture, scenes

from mathvis.scene import seen_pieces
from mathvis.scene.geometry import SceneGeometry
from mathvis.scene.model import Label, Paint, Piece
from mathvis.scene.readers.svg import read_svg
from mathvis.scene.visibility import Visibility

AT = r"\node[inner sep=0,anchor=base west] (t) at (0,0)"
LOST = {
    "prime": AT + r"{$B'$};\fill[white] (.27,.1) rectangle (.5,.4);",
    "minus": AT + r"{$N=-3$};\fill[white] (.83,.0) rectangle (1.06,.2);",
    "minus under a thin line": AT + r"{$N=-3$};\draw[white,line width=1pt] (.8,.087) -- (1.08,.087);",
    "point": AT + r"{$1.5$};\fill[white] (.17,-.05) rectangle (.27,.05);",
    "digit": AT + r"{$123456789$};\fill[white] (1.38,-.1) rectangle (1.59,.3);",
    "digit, clipped": r"\clip (-.1,-.1) rectangle (1.42,.4);" + AT + r"{$123456789$};",
    "white digit": AT + r"{$N=\textcolor{white}{1}3$};",
    "white part": AT + r"{$x\textcolor{white}{{}+1}=2$};",
    "yellow on yellow": r"\fill[yellow] (-.1,-.2) rectangle (2,.5);" + AT + r"{$a\textcolor{yellow}{b}$};",
    "digit on black": r"\fill (.73,-.1) rectangle (.98,.3);" + AT + r"{$N=13456789$};",
    "fraction bar": AT + r"{$\frac{1}{2}$};\draw[white,line width=2pt] (-.1,.088) -- (.4,.088);",
    "overline": AT + r"{$\overline{AB}$};\fill[white] (-.1,.27) rectangle (1,.4);",
}
KEPT = {
    "colours": AT + r"{$N=\textcolor{red}{1}\textcolor{blue}{3}$};",
    "white on black": r"\fill (-.1,-.2) rectangle (2,.5);" + AT + r"[text=white]{$a\textcolor{yellow}{b}$};",
    "patch beside": AT + r"{$N=-3$};\fill[white] (1.3,.0) rectangle (2,.2);",
    "patch in a gap": AT + r"{$a=b$};\fill[white] (.2,.1) rectangle (.26,.3);",
    "corner of the box": AT + r"{$AB$};\fill[white] (-.1,.22) rectangle (.07,.4);",
    "background later in the same colour of another": r"\fill[yellow!20] (-1,-1) rectangle (3,1);" + AT + r"{$x'+1$};",
    "line across": AT + r"{$x'+1$};\draw[gray,very thin] (-.1,-.1) -- (1.2,.4);",
    "over a coloured ground": r"\fill[blue!10] (-.1,-.2) rectangle (.4,.5);" + AT + r"{$ab{-}c$};",
    "framed fraction": AT + r"{\fbox{$\frac{1}{2}$}};",
}


def shares(scene):
    visibility = Visibility(SceneGeometry(scene))
    return [visibility.share(label.index) for label in scene.elements if isinstance(label, Label)]


@pytest.fixture(scope="module")
def pages():
    found = scenes([picture(body) for body in (*LOST.values(), *KEPT.values())], "")
    return dict(zip([*LOST, *KEPT], found, strict=True))


@pytest.mark.parametrize("name", LOST)
def test_a_label_without_one_of_its_glyphs_is_not_seen(pages, name):
    assert min(shares(pages[name])) < 0.05


@pytest.mark.parametrize("name", KEPT)
def test_a_label_with_all_its_glyphs_is_seen(pages, name):
    assert min(shares(pages[name])) > 0.9


def svg(body):
    return read_svg(f'<svg xmlns="http://www.w3.org/2000/svg" width="200pt" height="50pt">{body}</svg>'.encode())


@pytest.mark.parametrize(
    ("body", "seen"),
    [
        ('N = <tspan fill="white">1</tspan>3', False),
        ('N = <tspan fill="#c00">1</tspan>3', True),
        ('N = <tspan style="fill:#fff">−</tspan>3', False),
        ('x<tspan dy="-5" font-size="10" fill="white">2</tspan>', False),
    ],
)
def test_spans_of_svg_text_are_looked_at_one_by_one(body, seen):
    (share,) = shares(svg(f'<text x="20" y="30" font-size="20">{body}</text>'))
    assert (share > 0.9) is seen


def test_a_patch_on_one_character_of_svg_text_is_noticed():
    scene = svg('<text x="20" y="30" font-size="20">−123456789</text>')
    (label,) = (element for element in scene.elements if isinstance(element, Label))
    assert len(label.pieces) == 10
    left, right = label.box[0][0], label.box[1][0]
    for number, piece in enumerate(label.pieces):
        x0, x1 = (left + (right - left) * piece.box[side] for side in (0, 2))
        patch = f'<rect x="{x0 / 0.75 - 0.5}" y="0" width="{(x1 - x0) / 0.75 + 1}" height="60" fill="white"/>'
        (share,) = shares(svg(f'<text x="20" y="30" font-size="20">−123456789</text>{patch}'))
        assert share < 0.05, number


@given(st.tuples(*[st.floats(0, 100)] * 4), st.tuples(*[st.floats(0, 100)] * 4))
def test_pieces_are_shares_of_the_label_whatever_the_boxes(whole, own):
    x0, x1 = sorted(whole[:2])
    y0, y1 = sorted(whole[2:])
    piece = Piece.within((x0, y0, x1, y1), own, Paint((0.0, 0.0, 0.0)))
    assert all(0 <= side <= 1 for side in piece.box)
    assert Piece.within((x0, y0, x1, y1), (x0, y0, x1, y1)).box == (0, 0, 1, 1)


@pytest.mark.parametrize("patches", [1, 2, 3])
def test_more_patches_than_are_looked_at_one_by_one_do_not_set_a_label_free(monkeypatch, patches):
    monkeypatch.setattr(seen_pieces, "_MOST_BLOTS", 2)
    over = "".join(f'<rect x="{10 + 8 * k}" y="25" width="1" height="1" fill="white"/>' for k in range(patches))
    body = f'<text x="10" y="30" font-size="12">ABCDEFG</text>{over}'
    scene = read_svg(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50">{body}</svg>'.encode())
    (share,) = shares(scene)
    assert (share < 0.05) == (patches > 2)
