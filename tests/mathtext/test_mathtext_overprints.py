r"""Type over type is no row: ``\overprinted{…}``; a slash through something strikes it; what is set over on purpose stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mathvis.mathtext import Glyph, Rule, TextRun, from_glyphs, from_latex, from_runs, parse_value, reads
from mathvis.mathtext.tree import parse, write
from mathvis.mathtext.values import Word

DIGITS = st.sampled_from("0123456789")
LETTERS = st.sampled_from("ABCDEFGHabcdefghxyzαβγδ")


def side_by_side(text: str, step: float = 5.0, size: float = 10.0) -> list[Glyph]:
    """Characters half a type size wide, each a step after the one before."""
    return [Glyph(char, at * step, 0, 0.5 * size, size, 0.7 * size, 0.0) for at, char in enumerate(text)]


@given(st.lists(DIGITS | LETTERS, min_size=2, max_size=4, unique=True), st.floats(0, 1.7))
def test_characters_over_one_another_are_no_row(chars, step):
    form = from_glyphs(side_by_side("".join(chars), step))
    assert form == rf"\overprinted{{{''.join(chars)}}}"
    assert write(parse(form)) == form
    assert form != from_latex("".join(chars))


@given(st.lists(DIGITS | LETTERS, min_size=2, max_size=6), st.floats(3.3, 5.0))
def test_thin_spaces_back_leave_a_row(chars, step):
    assert from_glyphs(side_by_side("".join(chars), step)) == from_latex("".join(chars))


@given(DIGITS, DIGITS, st.floats(-0.7, 0.7), st.floats(-2.5, 2.5))
def test_a_digit_over_another_is_no_number_and_no_script(one, other, x, y):
    form = from_glyphs([Glyph(one, 0, 0, 5, 10, 7, 0), Glyph(other, x, y, 5, 10, 7, 0)])
    if one == other:
        assert form == one or "overprinted" in form
    else:
        assert form in (rf"\overprinted{{{one}{other}}}", rf"\overprinted{{{other}{one}}}")
        assert isinstance(parse_value(form), Word)


def test_only_the_blot_is_marked():
    row = [*side_by_side("x="), Glyph("1", 10, 0, 5, 10), Glyph("2", 10, 0, 5, 10), Glyph("y", 15, 0, 5, 10)]
    assert from_glyphs(row) == r"x=\overprinted{12}y"
    assert reads("x={…}", from_glyphs(row[:-1])) == r"\overprinted{12}"


def test_two_numbers_over_each_other_are_neither_of_them():
    form = from_glyphs([*side_by_side("12"), *side_by_side("34")])
    assert form == r"\overprinted{13}\overprinted{24}"


@given(DIGITS | LETTERS, st.lists(st.tuples(st.floats(-0.5, 0.5), st.floats(-0.5, 0.5)), min_size=1, max_size=6))
def test_a_glyph_again_in_its_own_place_is_bold(char, moves):
    again = [Glyph(char, x, y, 5, 10) for x, y in moves]
    assert from_glyphs([Glyph(char, 0, 0, 5, 10), *again]) == char


@pytest.mark.parametrize("text", ["11", "ZZ", "∫∫", "II", "||"])
def test_a_glyph_beside_itself_is_doubled(text):
    assert "overprinted" not in from_glyphs(side_by_side(text, 1.7))


@pytest.mark.parametrize(
    ("below", "above"), [("I", "R"), ("I", "N"), ("|", "C"), ("1", "I"), ("1", "l"), ("=", ">"), ("−", "→"), ("∪", "·")]
)
def test_what_is_built_of_two_is_read_as_before(below, above):
    assert "overprinted" not in from_glyphs([Glyph(below, 0, 0, 5, 10), Glyph(above, 1, 0, 7, 10)])


@given(DIGITS | LETTERS)
def test_a_ring_around_something_does_not_hide_it(char):
    assert from_glyphs([Glyph("◯", 0, 0, 10, 10), Glyph(char, 2.5, 0, 5, 10)]) == f"◯{char}"


@given(DIGITS | LETTERS, st.floats(0, 2.8))
def test_a_negation_strikes_what_it_goes_through(char, gap):
    form = from_glyphs([Glyph("\u0338", 0, 0, 0, 10, 7.2, 2.2, "negationslash", "CMSY10"), Glyph(char, gap, 0, 5, 10)])
    assert form == from_latex(rf"$\not {char}$") != char


@given(DIGITS | LETTERS, st.floats(-0.8, 0.8))
def test_a_slash_through_something_strikes_it_and_one_beside_it_does_not(char, off):
    struck = from_glyphs([Glyph(char, 0, 0, 5, 10), Glyph("/", off, 0, 5, 10)])
    assert struck == from_latex(rf"$\not {char}$")
    assert from_glyphs(side_by_side(f"{char}/3")) == from_latex(f"{char}/3")
    assert from_glyphs(side_by_side(f"{char}/3", 3.4)) == from_latex(f"{char}/3")


@pytest.mark.parametrize(("char", "struck"), [("=", "≠"), ("∈", "∉"), ("l", "ł"), ("⊂", "⊄")])
def test_what_has_a_character_of_its_own_when_struck_is_that(char, struck):
    assert from_glyphs([Glyph("/", 0, 0, 5, 10), Glyph(char, 0, 0, 5, 10)]) == struck
    assert from_latex(rf"$\not {char}$") == struck


def test_a_negation_of_nothing_is_a_slash():
    assert from_glyphs([Glyph("\u0338", 0, 0, 0, 10)]) == "/"
    assert from_glyphs([Glyph("2", 0, 0, 5, 10), Glyph("\u0338", 9, 0, 0, 10)]) != "2"


@given(st.sampled_from(["A", "2", "ABC"]), st.floats(8, 14), st.floats(0.5, 0.74))
def test_a_negation_on_a_rule_is_an_angle(text, size, width):
    script = 0.7 * size
    stroke = Glyph("\u0338", 0, 0.22 * script, 0, script, 0.716 * script, 0.215 * script, "negationslash", "CMSY7")
    rule = Rule(0.14 * script, 0, (0.14 + width) * script, 0.034 * script)
    after = [Glyph(char, size * (0.6 + 0.6 * at), 0, 0.6 * size, size) for at, char in enumerate(text)]
    assert from_glyphs([stroke, *after], [rule]) == f"∠{text}"


@given(st.sampled_from(["12", "345", "AB"]), st.floats(-0.6, -0.4))
def test_characters_drawn_together_in_a_run_are_no_row(text, spacing):
    width = len(text) * 0.52 * 10
    squeezed = TextRun(text, 0, 0, 10, width + 10 * spacing * (len(text) - 1), spacing=10 * spacing)
    assert "overprinted" in from_runs([squeezed])
    wide = TextRun(text, 0, 0, 10, width + 5, spacing=5 / (len(text) - 1))
    assert from_runs([wide]) == text == from_runs([TextRun(text, 0, 0, 10)])
