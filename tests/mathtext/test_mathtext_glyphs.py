"""Labels set by real engines read as their source does."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mathtext_pdf_ink import missing, pages_of, typeset

from mathvis.mathtext import Glyph, Rule, from_glyphs, from_latex, plain_text
from mathvis.mathtext.glyphs import MAX_GLYPHS
from mathvis.mathtext.tree import parse, write

LABELS = (Path(__file__).parent / "labels.txt").read_text(encoding="utf-8").rstrip("\n").split("\n")
NO_TALL_EXTENTS = ("binom", "matrix", "cases", r"\displaystyle\left(", r"\setminus")
"""What needs the extent of an OpenType glyph, or a glyph that has no Unicode value in the PDF."""

SETTINGS = [
    pytest.param("pdflatex", "", LABELS, id="pdflatex"),
    pytest.param("pdflatex", r"\usepackage[T1]{fontenc}\usepackage{lmodern}", LABELS, id="latin-modern"),
    pytest.param("pdflatex", r"\AtBeginDocument{\footnotesize}", LABELS, id="8pt"),
    pytest.param("pdflatex", r"\AtBeginDocument{\small}", LABELS, id="9pt"),
    pytest.param("pdflatex", r"\AtBeginDocument{\LARGE}", LABELS, id="17pt"),
    pytest.param("lualatex", "", LABELS, id="lualatex"),
    pytest.param(
        "lualatex",
        r"\usepackage{unicode-math}",
        [label for label in LABELS if not any(part in label for part in NO_TALL_EXTENTS)],
        id="unicode-math",
    ),
]


@pytest.mark.tex
@pytest.mark.parametrize(("engine", "preamble", "labels"), SETTINGS)
def test_glyphs_of_a_label_read_as_its_source(tmp_path, engine, preamble, labels):
    if missing(engine):
        pytest.skip(f"{engine} is not installed")
    pages = pages_of(typeset(labels, tmp_path, engine=engine, preamble=preamble))
    assert len(pages) == len(labels)
    read = [(label, from_latex(label), from_glyphs(*page)) for label, page in zip(labels, pages, strict=True)]
    assert [entry for entry in read if entry[1] != entry[2]] == []


@pytest.mark.tex
def test_the_order_of_glyphs_and_the_place_of_the_label_do_not_matter(tmp_path):
    if missing("pdflatex"):
        pytest.skip("pdflatex is not installed")
    chosen = [label for label in LABELS if "\\" in label][:60]
    for label, (glyphs, rules) in zip(chosen, pages_of(typeset(chosen, tmp_path)), strict=True):
        moved = [
            Glyph(g.char, 3 * g.x - 500, 3 * g.y + 70, 3 * g.width, 3 * g.size, None, None, g.name, g.font)
            for g in reversed(glyphs)
        ]
        bars = [Rule(3 * r.x1 - 500, 3 * r.y1 + 70, 3 * r.x0 - 500, 3 * r.y0 + 70) for r in reversed(rules)]
        assert from_glyphs(moved, bars) == from_latex(label), label


def row(text, x=0.0, y=0.0, size=10.0):
    return [Glyph(char, x + at * 0.5 * size, y, 0.5 * size, size) for at, char in enumerate(text)]


def test_lines_are_joined():
    assert from_glyphs(row("one") + row("two", y=-12)) == "onetwo"
    assert from_glyphs(row("12") + row("34", y=-12)) == "12 34"


def test_a_smaller_second_line_is_a_line_and_no_subscript():
    assert from_glyphs(row("A") + row("point", y=-11, size=8)) == "Apoint"


def test_a_gap_parts_numbers_and_nothing_else():
    assert from_glyphs(row("1") + row("2", x=8.3)) == "1 2"
    assert from_glyphs(row("1") + row("2", x=6.6)) == "12"
    assert from_glyphs(row("a") + row("b", x=9)) == "ab"


def test_bars_are_fraction_root_overline_or_underline():
    a, b = row("a", x=1, y=7, size=7), row("b", x=1, y=-7, size=7)
    assert from_glyphs(a + b, [Rule(0, 2.5, 6, 2.5)]) == r"\frac{a}{b}"
    assert from_glyphs(row("AB"), [Rule(0, 8.3, 10, 8.3)]) == r"\bar{AB}"
    assert from_glyphs(row("AB"), [Rule(0, -2, 10, -2)]) == r"\underline{AB}"
    assert from_glyphs(row("AB"), [Rule(0, 3, 10, 3)]) == "A\u0338B\u0338"
    root = [Glyph("√", 0, 8, 8, 10, None, None, "radical", "CMSY10"), *row("7", x=8)]
    assert from_glyphs(root, [Rule(8, 8.2, 13, 8.2)]) == r"\sqrt{7}"


def test_an_overline_in_the_second_line_is_no_fraction():
    lines = row("the chord") + row("AB is", y=-12)
    assert from_glyphs(lines, [Rule(0, -3.8, 10, -3.8)]) == r"thechord\bar{AB}is"


def test_a_glyph_of_known_extent_may_be_a_tall_delimiter():
    tall = {"height": 17.0, "depth": 12.0}
    parts = [
        Glyph("(", 0, 0, 6, 10, **tall),
        *row("n", x=7, y=7),
        *row("k", x=7, y=-7),
        Glyph(")", 13, 0, 6, 10, **tall),
    ]
    assert from_glyphs(parts) == r"(\stack{n}{k})"


def test_a_glyph_of_unknown_name_stays_visible():
    assert from_glyphs([*row("A"), Glyph("\ufffd", 5, 0, 5, 10)]) != from_glyphs(row("A"))


SCATTER = st.lists(
    st.tuples(
        st.sampled_from("xy12+=→−√(}{∑.|/\u0304\u0338⎛⎝"),
        st.integers(0, 60),
        st.integers(-20, 20),
        st.sampled_from([5.0, 7.0, 10.0]),
        st.sampled_from([None, "CMEX10", "CMSY10", "LatinModernMath-Regular"]),
    ),
    max_size=12,
)


@settings(deadline=None, max_examples=200)
@given(SCATTER, st.lists(st.tuples(st.integers(0, 60), st.integers(-20, 20), st.integers(1, 40)), max_size=4))
def test_any_ink_has_a_form(ink, bars):
    glyphs = [Glyph(char, x, y, 0.5 * size, size, None, None, None, font) for char, x, y, size, font in ink]
    form = from_glyphs(glyphs, [Rule(x, y, x + width, y) for x, y, width in bars])
    assert write(parse(form)) == form


def test_crowded_ink_is_read_without_delay():
    for char in "→√=/(":
        assert from_glyphs([Glyph(char, at * 5, (at % 2) * 7, 5, 10) for at in range(MAX_GLYPHS)])


def test_nothing_is_the_empty_form():
    assert from_glyphs([]) == ""
    assert from_glyphs([], [Rule(0, 0, 1, 0)]) == ""


def test_too_much_for_a_label_is_refused():
    with pytest.raises(ValueError):
        from_glyphs(row("x" * (MAX_GLYPHS + 1)))


def test_deep_nesting_is_refused_or_read():
    glyphs = [Glyph("x", at, at * 0.3, 1, 100 * 0.8**at) for at in range(300)]
    with suppress(ValueError):
        assert from_glyphs(glyphs)


def test_plain_text_keeps_words_apart():
    assert plain_text(row("snake") + row("lemma", x=29)) == "snake lemma"
    assert plain_text(row("one") + row("two", y=-12)) == "one two"
