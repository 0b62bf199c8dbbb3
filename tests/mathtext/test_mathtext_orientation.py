"""A turned label says what it says; a mirrored one, or one that is another upside down, does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mathvis.mathtext import from_latex, oriented, parse_value
from mathvis.mathtext.tree import parse, write

LABELS = st.sampled_from(["6", "A", "x", r"f(x)", "d", r"A\cap B", "9.81", r"\pi_1(X)", "60^\\circ", "Text"])


@given(LABELS, st.floats(-135, 135))
def test_a_turned_label_keeps_its_form(label, angle):
    form = from_latex(f"${label}$")
    assert oriented(form, label, angle, mirrored=False) == form


@pytest.mark.parametrize(
    "text", ["6", "9", "d", "dd", "u", "n", "M", "96d", "18", "NO", "A∩", "⊂", "→", "<", "∀", "V", "x=6", "dq"]
)
@pytest.mark.parametrize("angle", [180, -180, 150, -140, 540])
def test_what_is_another_label_upside_down_is_marked(text, angle):
    form = oriented("6", text, angle, mirrored=False)
    assert form == r"\turned{6}"
    assert not isinstance(parse_value(form), type(parse_value("6")))


@pytest.mark.parametrize(
    "text", ["8", "H", "O", "0", "I", "SIS", "p8d", "69", "A∩B∪", "R", "Rouché", "k", "f", "6R", "2"]
)
def test_what_stays_itself_or_shows_that_it_is_upside_down_keeps_its_form(text):
    assert oriented("x", text, 180, mirrored=False) == "x"


@given(LABELS.filter(lambda label: label not in "Ax"), st.floats(-360, 360))
def test_a_mirrored_label_is_marked(label, angle):
    form = from_latex(f"${label}$")
    marked = oriented(form, label, angle, mirrored=True)
    assert marked == rf"\mirrored{{{form}}}"
    assert write(parse(marked)) == marked


@pytest.mark.parametrize(
    ("text", "angle"), [("A", 180), ("A", -179), ("O", 180), ("𝑀", 180), ("B", 0), ("8", 0), ("8", 180)]
)
def test_a_symmetric_character_is_its_own_image(text, angle):
    assert oriented("x", text, angle, mirrored=True) == "x"


@pytest.mark.parametrize("text", ["α", "β", "δ", "C", "P", "3", "6", "→", "∈", "<"])
def test_a_character_that_looks_otherwise_from_the_back_is_marked(text):
    assert oriented("x", text, 180, mirrored=True) == r"\mirrored{x}"


@pytest.mark.parametrize(
    ("text", "angle"), [("A", 0), ("A", 90), ("B", 180), ("AA", 180), ("b", 180), ("6", 0), ("", 0)]
)
def test_other_mirror_images_are_marked(text, angle):
    assert oriented("x", text, angle, mirrored=True) == r"\mirrored{x}"


@given(st.text(max_size=4000), st.floats(-1e6, 1e6), st.booleans())
def test_any_label_has_a_form(text, angle, mirrored):
    assert len(oriented(text, text, angle, mirrored=mirrored)) <= 4000
