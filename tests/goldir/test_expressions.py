"""Expressions: what is read, what is refused, and that all three forms (numeric, exact, text) agree."""

from __future__ import annotations

import cmath
import contextlib
import math

import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from mathvis.goldir.expressions import definition_points, integer, number, parse, parse_condition, place, places
from mathvis.goldir.model import Definition


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2", 2),
        ("-3^2", -9),
        ("2^-3", 0.125),
        ("2^3^2", 512),
        ("2**3", 8),
        ("sqrt(7)/4", math.sqrt(7) / 4),
        ("2pi", 2 * math.pi),
        ("3(1+1)", 6),
        ("6 - 2 - 1", 3),
        ("8/4/2", 1),
        ("e^(i*pi)", -1),
        ("exp(I*pi/2)", 1j),
        ("|3 - 5|", 2),
        ("abs(3+4i)", 5),
        ("re(2-3i) + im(2-3i)", -1),
        ("conj(1+i)", 1 - 1j),
        ("arg(-1)", math.pi),
        ("mod(7, 3)", 1),
        ("gcd(12, 18)", 6),
        ("floor(-0.5)", -1),
        ("1e-3", 0.001),
        (".5", 0.5),
        ("2·3 − 1", 5),
    ],
)
def test_value(text, value):
    assert cmath.isclose(parse(text).numeric(), value, abs_tol=1e-12)


def test_variables_are_evaluated_on_arrays():
    z = np.exp(1j * np.linspace(0, 6, 50))
    p = parse("z^5 + 6z^3 + 2z - 1")
    assert p.variables == {"z"}
    assert np.allclose(p.numeric(z=z), z**5 + 6 * z**3 + 2 * z - 1)


def test_substitution_is_part_of_the_grammar():
    curve = parse("(6*z^3 + 1).subs(z, 2*exp(i*t))")
    assert curve.variables == {"t"}
    t = np.linspace(0, 6, 9)
    assert np.allclose(curve.numeric(t=t), 6 * (2 * np.exp(1j * t)) ** 3 + 1)
    assert parse("x^2").substitute(x=parse("y+1")).numeric(y=2) == 9


def test_constants_stay_constant_over_arrays():
    assert parse("3").numeric(t=np.zeros(4)).shape == (4,)


def test_exact_is_built_node_by_node():
    q = sp.Symbol("q")
    assert parse("1/(2*q^2)").exact() == 1 / (2 * q**2)
    assert parse("0.1 + 1/3").exact() == sp.Rational(13, 30)
    assert parse("exp(i*pi)").exact() == -1


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("9^9^9^9", 3),
        ("z^9^9", 1),
        ("2 +", 4),
        ("2 3", 3),
        ("(1+2", 5),
        ("f(x)", 1),
        ("z(3)", 1),
        ("sin", 4),
        ("atan2(1)", 1),
        ("a.b", 2),
        ("__import__('os')", 12),
        ("z; 1", 2),
        ("'x'", 1),
        ("(x).diff(x, 1)", 5),
        ("(x).subs(2, 1)", 10),
        ("9" * 50, 1),
        ("z < 1", 3),
        ("", 1),
    ],
)
def test_refusals_name_the_column(text, column):
    with pytest.raises(ValueError, match=f"column {column}:"):
        parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 200 + "z" + ")" * 200,
        "-" * 200 + "z",
        "z^" * 200 + "2",
        "+".join(["z"] * 900),
        "1" + "0" * 3000,
        "1/0",
        "log(0)",
        "0^-1",
        "((10^90)^9)^9",
        "*".join(["10^90"] * 9),
        "(z+z+z+z+z+z+z+z).subs(z, (z+z+z+z+z+z+z+z).subs(z, (z+z+z+z+z+z+z+z).subs(z, z+z+z+z+z+z)))",
    ],
)
def test_what_is_too_large_is_refused(text):
    with pytest.raises(ValueError):
        parse(text)


def test_unknown_names_say_what_is_allowed():
    with pytest.raises(ValueError, match=r"unknown name 'sine' \(did you mean 'sin'\?\).*variables here: x;"):
        parse("sine(x)", {"x"})


def test_a_function_cannot_be_a_variable():
    with pytest.raises(ValueError, match="cannot be a variable"):
        parse("exp", {"exp"})


def test_undefined_places_are_nan_not_errors():
    y = parse("log(x)").real(x=np.array([-1.0, 0.0, 1.0]))
    assert np.isnan(y[0])
    assert not np.isfinite(y[1])
    assert y[2] == 0


@pytest.mark.parametrize("value", [3, 3.0, "3", "1+2", "sqrt(9)"])
def test_number(value):
    assert number(value) == 3
    assert integer(value) == 3


@pytest.mark.parametrize("value", [True, None, [1], "x", "i", float("nan"), float("inf")])
def test_what_is_no_number(value):
    with pytest.raises(ValueError):
        number(value)


def test_integer_refuses_fractions():
    with pytest.raises(ValueError, match="whole"):
        integer("5/2")


def test_place():
    assert place([1, "sqrt(4)"]) == (1, 2)
    assert place("1+2i") == (1, 2)
    assert place(3) == (3, 0)
    with pytest.raises(ValueError, match="pair"):
        place([1, 2, 3])


class TestPlaces:
    def test_list(self):
        assert places([[0, 1], "2i", 3]).tolist() == [[0, 1], [0, 2], [3, 0]]

    def test_roots_inside_the_disc(self):
        found = places({"roots_of": "z^5 + 6z^3 + 2z - 1", "in": "z", "where": "|z| < 1"})
        z = found @ [1, 1j]
        assert len(z) == 3
        assert np.abs(z**5 + 6 * z**3 + 2 * z - 1).max() < 1e-13

    @given(st.lists(st.integers(-5, 5), min_size=1, max_size=4, unique=True), st.integers(1, 5))
    def test_multiple_roots_are_found_as_exactly_as_simple_ones(self, wanted, power):
        text = "*".join(f"(x - ({root}))^{power}" for root in wanted)
        found = places({"roots_of": text})
        assert np.allclose(sorted(found[:, 0]), sorted(wanted), atol=1e-9)
        assert np.allclose(found[:, 1], 0, atol=1e-9)

    def test_a_root_on_the_boundary_is_not_inside(self):
        assert len(places({"roots_of": "z^6 - 1", "where": "|z| < 1"})) == 0
        assert len(places({"roots_of": "z^6 - 1", "where": "|z| <= 1"})) == 6

    def test_irrational_coefficients(self):
        assert np.allclose(places({"roots_of": "z^2 - pi*z"}), [[0, 0], [math.pi, 0]])

    def test_gaussian_coefficients(self):
        assert np.allclose(places({"roots_of": "(z - i)^3"}), [[0, 1]])

    def test_family(self):
        found = places({"each": "exp(2*pi*i*k/6)", "k": [0, 5]})
        assert np.allclose(found @ [1, 1j], np.exp(2j * np.pi * np.arange(6) / 6))
        assert len(places({"each": "k", "k": [0, 9], "where": "mod(k, 3) = 0"})) == 4

    @pytest.mark.parametrize(
        "value",
        [
            "z",
            {},
            {"roots_of": "sin(z)"},
            {"roots_of": "z*w"},
            {"roots_of": "z*w", "in": "z"},
            {"roots_of": "1/z"},
            {"roots_of": "z^0.5"},
            {"roots_of": "z^65 - 1"},
            {"roots_of": "z - z", "in": "z"},
            {"roots_of": "z", "at": "z"},
            {"each": "k", "k": [0, 10**7]},
            {"each": "1/k", "k": [-1, 1]},
            {"each": "k"},
        ],
    )
    def test_refusals(self, value):
        with pytest.raises(ValueError):
            places(value)


@pytest.mark.parametrize(
    ("text", "values", "truth"),
    [
        ("abs(p1*q2 - p2*q1) = 1", {"p1": 1, "q1": 2, "p2": 1, "q2": 3}, True),
        ("mod(b, a) = 0 and a < b", {"a": 3, "b": 6}, True),
        ("mod(b, a) = 0 and a < b", {"a": 6, "b": 6}, False),
        ("|z| < 1", {"z": 0.6 + 0.8j}, False),
        ("|z| <= 1", {"z": 0.6 + 0.8j}, True),
        ("x != 1", {"x": 1 + 1e-12}, False),
        ("z < 1", {"z": 1j}, False),
        ("1/x > 0", {"x": 0}, False),
    ],
)
def test_condition(text, values, truth):
    assert parse_condition(text, values).holds(**values) is truth


@pytest.mark.parametrize("text", ["x", "x < 1 <", "x < 1 or x > 2", "and"])
def test_refused_conditions(text):
    with pytest.raises(ValueError, match="column"):
        parse_condition(text)


class TestDefinitions:
    def points(self, n=5, **definition):
        return definition_points(Definition.model_validate(definition), n)

    def test_circle_runs_counter_clockwise_and_closes(self):
        assert np.allclose(
            self.points(circle={"center": 1j, "radius": "2"} if False else {"center": [0, 1], "radius": "2"}),
            [[2, 1], [0, 3], [-2, 1], [0, -1], [2, 1]],
        )

    def test_parametric_complex_and_pair(self):
        a = self.points(parametric={"value": "exp(i*t)", "t": [0, "2*pi"]})
        b = self.points(parametric={"value": ["cos(t)", "sin(t)"], "t": [0, "2*pi"]})
        assert np.allclose(a, b)

    def test_graph(self):
        assert np.allclose(self.points(3, graph={"y": "x^2", "x": [0, 2]}), [[0, 0], [1, 1], [2, 4]])

    def test_constant_graph(self):
        assert np.allclose(self.points(3, graph={"y": "1", "x": [0, 2]}), [[0, 1], [1, 1], [2, 1]])

    def test_polyline_keeps_its_corners(self):
        points = self.points(4, polyline=[[0, 0], [1, 0], [1, 1]])
        assert [1, 0] in points.tolist()
        assert points[0].tolist() == [0, 0]
        assert points[-1].tolist() == [1, 1]

    def test_point(self):
        assert self.points(point=[1, 2]).tolist() == [[1, 2]]

    @pytest.mark.parametrize(
        "definition",
        [
            {"graph": {"y": "1/x", "x": [0, 1]}},
            {"graph": {"y": "sqrt(x)", "x": [-1, 1]}},
            {"parametric": {"value": "z", "t": [0, 1]}},
            {"circle": {"center": [0, 0], "radius": 0}},
            {"polyline": [[0, 0]]},
        ],
    )
    def test_refusals(self, definition):
        with pytest.raises(ValueError):
            self.points(**definition)


_LEAVES = st.sampled_from(["x", "2", "3", "0.5", "pi", "i"])
_TREES = st.recursive(
    _LEAVES,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*"), inner).map(lambda t: f"({t[0]}) {t[1]} ({t[2]})"),
        inner.map(lambda t: f"-({t})"),
        inner.map(lambda t: f"sin({t})"),
        inner.map(lambda t: f"({t})^2"),
        inner.map(lambda t: f"conj({t})"),
    ),
    max_leaves=8,
)


@given(_TREES, st.floats(-2, 2))
def test_numeric_exact_and_text_agree(text, x):
    expression = parse(text, {"x"})
    value = expression.numeric(x=x)
    exact = complex(sp.N(expression.exact().subs(sp.Symbol("x"), sp.Float(x))))
    again = parse(str(expression), {"x"}).numeric(x=x)
    if math.isfinite(abs(value)) and abs(value) < 1e6:
        assert cmath.isclose(value, exact, rel_tol=1e-6, abs_tol=1e-6)
        assert cmath.isclose(value, again, rel_tol=1e-9, abs_tol=1e-9)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text):
    with contextlib.suppress(ValueError):
        parse(text)
