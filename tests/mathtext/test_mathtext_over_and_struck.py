r"""Accents of any width find what they stand on; what is printed within other type, or struck, is no row."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mathvis.mathtext import Glyph, Rule, TextRun, from_glyphs, from_latex, from_runs

LETTERS = st.sampled_from("abcdeghknopqsuvxyz")
SIGNS = st.sampled_from("+−×÷±<>≤≥")


def letters(text: str, width: float = 5.0) -> list[Glyph]:
    """Letters of half an em in 10 pt, side by side."""
    return [Glyph(char, at * width, 0, width, 10, 4.5, 0.0) for at, char in enumerate(text)]


def accent(char: str, center: float, width: float) -> Glyph:
    """An accent over the middle of something."""
    return Glyph(char, center - width / 2, 0, width, 10, 7.0, -5.5)


@given(LETTERS, LETTERS, LETTERS, st.sampled_from("\u030a\u0301\u0300\u0307\u0308\u030b"), st.floats(2.5, 8.0))
def test_an_accent_of_one_letter_stays_on_it_in_any_box(before, letter, after, mark, width):
    name = {"\u030a": "r", "\u0301": "'", "\u0300": "`", "\u0307": ".", "\u0308": '"', "\u030b": "H"}[mark]
    form = from_glyphs([*letters(before + letter + after), accent(mark, 7.5, width)])
    assert form == from_latex(rf"{before}\{name}{{{letter}}}{after}")


@given(LETTERS, LETTERS, st.sampled_from([("\u0302", "widehat"), ("\u0303", "widetilde")]), st.floats(5.5, 5.9))
def test_an_accent_that_grew_is_over_both_letters_that_it_is_centred_on(one, two, mark, width):
    form = from_glyphs([*letters(f"{one}{two}z"), accent(mark[0], 5.0, width)])
    assert form == from_latex(rf"$\{mark[1]}{{{one}{two}}}z$")


@given(LETTERS, LETTERS, st.floats(4.0, 5.9), st.floats(0, 1.7))
def test_an_accent_set_aside_for_the_slant_is_of_one_letter(one, two, width, aside):
    form = from_glyphs([*letters(one + two), accent("\u0302", 2.5 + aside, width)])
    assert form == from_latex(rf"$\widehat{{{one}}}{two}$")


@given(SIGNS, SIGNS, st.floats(-0.5, 0.5))
def test_signs_over_one_another_are_no_row(one, other, off):
    form = from_glyphs([Glyph(one, 0, 0, 7.8, 10), Glyph(other, off, 0, 7.8, 10)])
    assert form == from_latex(f"${one}$") if one == other else "overprinted" in form
    row = from_glyphs([Glyph(one, 0, 0, 7.8, 10), Glyph(other, 6.1 + off, 0, 7.8, 10)])
    assert "overprinted" not in row


@pytest.mark.parametrize("letter", "MNRBDEHKP")
@pytest.mark.parametrize("at", [0.0, 1.0, 3.0])
def test_a_stem_within_a_letter_doubles_none_of_it(letter, at):
    assert "overprinted" in from_glyphs([Glyph("I", at, 0, 3.6, 10), Glyph(letter, 0, 0, 7.5, 10)])
    assert "overprinted" not in from_glyphs([Glyph("I", 0, 0, 3.6, 10), Glyph(letter, 1.8, 0, 7.5, 10)])


@given(st.text("abcdkxyzABC0123456789", min_size=1, max_size=5), st.integers(0, 4), st.floats(0.2, 0.3))
def test_a_rule_through_type_strikes_it_letter_by_letter(text, upto, level):
    run = letters(text)
    rule = Rule(0.3, 10 * level, 5.0 * min(upto + 1, len(text)) - 0.3, 10 * level + 0.4)
    plain, form = from_glyphs(run), from_glyphs(run, [rule])
    assert form != plain
    assert form.count("\u0338") + form.count("ł") == min(upto + 1, len(text))
    assert from_runs([TextRun(text, 0, 0, 10, 5.0 * len(text), struck=True)]) != plain


@given(st.text("abcdkxyzgp", min_size=1, max_size=4), st.floats(-2.9, -0.4) | st.floats(4.9, 6))
def test_a_rule_over_or_under_type_strikes_nothing(text, level):
    assert "\u0338" not in from_glyphs(letters(text), [Rule(0, level, 5 * len(text), level + 0.4)])


@pytest.mark.parametrize("reading", ["x^{2}", "a_{i}", "g", "12"])
def test_fractions_and_roots_are_struck_by_no_rule_of_their_own(reading):
    above = [Glyph(char, 5.0 * at, 6.8, 5, 10, 4.5, 2) for at, char in enumerate("gy")]
    below = [Glyph(char, 5.0 * at, -6.9, 5, 10, 7, 0) for at, char in enumerate("bd")]
    beside = Glyph("k", 11, 0, 5, 10, 7, 0)
    form = from_glyphs([*above, *below, beside], [Rule(0, 2.3, 10, 2.7)])
    assert form == r"\frac{gy}{bd}k"
    assert from_latex(rf"$\sqrt{{{reading}}}$").startswith(r"\sqrt")
