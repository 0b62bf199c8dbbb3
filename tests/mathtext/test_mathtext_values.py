"""Values read off normal forms."""

from __future__ import annotations

import math
from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mathvis.mathtext import digits, evaluate, from_latex, parse_value, rational, resolution, split_equation
from mathvis.mathtext.values import Interval, Number, SetOf, Tuple, Word


def value(source):
    return parse_value(from_latex(source))


NUMBERS = {
    "3": 3,
    "$-3$": -3,
    "$+3$": 3,
    "$3.14$": 3.14,
    "$.5$": 0.5,
    "$-3/4$": -0.75,
    r"$\frac{-3}{4}$": -0.75,
    r"$2\sqrt{7}$": 2 * math.sqrt(7),
    r"$2\cdot\sqrt7$": 2 * math.sqrt(7),
    r"$\sqrt7/4$": math.sqrt(7) / 4,
    r"$\sqrt[3]{2}$": 2 ** (1 / 3),
    r"$\pi$": math.pi,
    r"$\pi/2$": math.pi / 2,
    r"$2\pi i$": 2j * math.pi,
    "$e$": math.e,
    "$i$": 1j,
    r"$e^{2\pi i/3}$": complex(-0.5, math.sqrt(3) / 2),
    r"$-\frac18+\frac{3\sqrt3}{8}i$": complex(-0.125, 3 * math.sqrt(3) / 8),
    r"$\frac{1+\sqrt5}{2}$": (1 + math.sqrt(5)) / 2,
    r"$(1+\sqrt5)/2$": (1 + math.sqrt(5)) / 2,
    "$2^{10}$": 1024,
    "$-1^2$": -1,
    "$(-1)^2$": 1,
    "$2(3+4)$": 14,
    "$1.5\\cdot10^{-3}$": 0.0015,
    r"$0.\bar3$": 1 / 3,
    r"$30^\circ$": math.pi / 6,
    r"$50\%$": 0.5,
    r"$\ln 2$": math.log(2),
    r"$\cos\frac{\pi}{3}$": 0.5,
    "10 000": 10000,
    r"$10\,000$": 10000,
    r"$\infty$": math.inf,
    "$3.14\\ldots$": 3.14,
    "½": 0.5,
    "2√7": 2 * math.sqrt(7),
    r"$\sqrt{2+\sqrt2}$": math.sqrt(2 + math.sqrt(2)),
}


@pytest.mark.parametrize(("source", "expected"), NUMBERS.items())
def test_a_number(source, expected):
    found = evaluate(value(source))
    assert found == expected or abs(found - expected) < 1e-12


@pytest.mark.parametrize(
    "source",
    [
        "$9^{9^{9}}$", "$2^{1001}$", "$10^{999}$", "$1/0$", "$0^{-1}$", r"$\frac{1}{1-1}$", "9" * 41, "$x+1$", "$2x$", "$1+$", "$(1$", "$1)$",
        "", "$1..2$", "$1.$", "$007$", r"$1\frac12$", "$12,345$", r"$1/2\pi$", "$[1,2,3)$", "$[1]$", "$x_1+1$", "$4!$", "$|3|$", "$3+-2$",
        "$2 3$x", r"$\ln 0$", "$a/b$", "$1:2$", "1 2", r"$\binom{5}{2}$", "1234567 000", "$" + "(" * 199 + "1" + ")" * 199 + "$",
        "$" + "+".join(["1"] * 300) + "$", r"$\infty-\infty$", "5 cm",
    ],
)  # fmt: skip
def test_what_is_no_value_or_has_two_readings_is_refused(source):
    try:
        form = from_latex(source)
    except ValueError:
        return
    with pytest.raises(ValueError):
        evaluate(parse_value(form))


@pytest.mark.parametrize(
    "source", ["saddle", "yes", "no", "N", "$x_1$", "$A'$", "sink", "$C$", "non-orientable", "$\\emptyset$", "ker a"]
)
def test_a_word(source):
    found = value(source)
    assert found == Word(from_latex(source))
    with pytest.raises(ValueError):
        evaluate(found)


def test_lists():
    assert [evaluate(item) for item in value("$(0,\\frac12)$").items] == [0, 0.5]
    assert isinstance(value("$1,2,3$"), Tuple)
    assert isinstance(value("$(12,345)$"), Tuple)
    assert isinstance(value(r"$\{1,2\}$"), SetOf)
    assert value(r"$\{\}$") == SetOf(())
    half_open = value("$[0,1)$")
    assert isinstance(half_open, Interval)
    assert (half_open.low_closed, half_open.high_closed) == (True, False)
    assert [evaluate(item).real for item in value(r"$-1\pm\sqrt2$").items] == pytest.approx(
        [math.sqrt(2) - 1, -math.sqrt(2) - 1]
    )


@given(st.integers(-999, 999), st.integers(1, 999))
def test_fractions_are_exact(num, den):
    assert rational(value(rf"$\frac{{{num}}}{{{den}}}$")) == Fraction(num, den)
    assert rational(value(f"${num}/{den}$")) == Fraction(num, den)


@given(st.integers(-(10**6), 10**6), st.integers(1, 6))
def test_decimals_keep_their_printed_precision(whole, places):
    printed = f"{whole / 10**places:.{places}f}"
    found = value(f"${printed}$")
    assert digits(found) == places
    assert rational(found) == Fraction(printed)


def test_precision_is_carried_through_the_value():
    assert digits(value("$7$")) is None
    assert digits(value(r"$2\sqrt7$")) is None
    assert digits(value(r"$0.\bar3$")) is None
    assert digits(value("$3.10$")) == 2
    assert digits(value("$0.36+0.67i$")) == 2
    assert digits(value(r"$1.5\cdot10^{-3}$")) == 4
    assert resolution(value("$2.5/10$")) == pytest.approx(0.01)
    assert isinstance(value("$3.14\\ldots$"), Number)
    assert value("$3.14\\ldots$").truncated


def test_an_equation_is_split_at_its_first_sign_outside_groups():
    assert split_equation(from_latex(r"$AE=2\sqrt7$")) == ("AE", r"2\sqrt{7}")
    assert split_equation(from_latex(r"$\sum_{i=1}^{n}i=3$")) == ("Σ_{i=1}^{n}i", "3")
    assert split_equation(from_latex(r"$x\approx 3.1$")) == ("x", "3.1")
    for source in ("3", "$=3$", "$N=$", r"$x_{i=1}$"):
        with pytest.raises(ValueError):
            split_equation(from_latex(source))


@given(st.text(alphabet="12.+−·/()[]{}\\^_ πei,√frac=±∘%…", max_size=30))
def test_any_string_is_a_value_or_a_value_error(form):
    with suppress(ValueError):
        evaluate(parse_value(form))
