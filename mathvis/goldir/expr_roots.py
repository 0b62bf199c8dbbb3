"""Roots of polynomials that are given as expressions.

Exact coefficients (rational, Gaussian rational) are split into square-free factors first, so that a
multiple root is found as accurately as a simple one.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mathvis.goldir.expr_tree import Call, Const, Neg, Node, Num, Op, Var, evaluate, variables

MAX_DEGREE = 64
_POLISH_STEPS = 8


class Gaussian(NamedTuple):
    """An exact complex number with rational parts."""

    re: Fraction
    im: Fraction = Fraction(0)


Coefficient = Gaussian | complex
"""Exact where it could be kept exact."""


def coefficients(node: Node, name: str) -> list[Coefficient]:
    """Return the coefficients of a polynomial in `name`, constant term first.

    Raises
    ------
    ValueError
        The expression is no polynomial in that variable alone, or its degree exceeds `MAX_DEGREE`.
    """
    other = variables(node) - {name}
    if other:
        raise ValueError(f"a polynomial in {name} alone is needed; {', '.join(sorted(other))} occurs too")
    return _trim(_poly(node, name))


def _poly(node: Node, name: str) -> list[Coefficient]:
    if name not in variables(node):
        return [constant(node)]
    if isinstance(node, Var):
        return [Gaussian(Fraction(0)), Gaussian(Fraction(1))]
    if isinstance(node, Neg):
        return [_times(Gaussian(Fraction(-1)), c) for c in _poly(node.arg, name)]
    if isinstance(node, Call) or not isinstance(node, Op):
        raise ValueError(f"not a polynomial in {name}: {getattr(node, 'name', node)}(…) depends on it")
    if node.op in "+-":
        left, right = _poly(node.left, name), _poly(node.right, name)
        if node.op == "-":
            right = [_times(Gaussian(Fraction(-1)), c) for c in right]
        length = max(len(left), len(right))
        zero: Coefficient = Gaussian(Fraction(0))
        pad = [p + [zero] * (length - len(p)) for p in (left, right)]
        return [_plus(a, b) for a, b in zip(*pad, strict=True)]
    if node.op == "*":
        return _convolve(_poly(node.left, name), _poly(node.right, name))
    if node.op == "/":
        if name in variables(node.right):
            raise ValueError(f"not a polynomial in {name}: it stands in a denominator")
        divisor = constant(node.right)
        return [_times(_inverse(divisor), c) for c in _poly(node.left, name)]
    exponent = node.right
    if not isinstance(exponent, Num) or exponent.value.denominator != 1 or exponent.value < 0:
        raise ValueError(f"not a polynomial in {name}: exponents must be whole numbers")
    base = _poly(node.left, name)
    power: list[Coefficient] = [Gaussian(Fraction(1))]
    for _ in range(int(exponent.value)):
        power = _convolve(power, base)
    return power


def _convolve(left: Sequence[Coefficient], right: Sequence[Coefficient]) -> list[Coefficient]:
    left, right = _trim(list(left)), _trim(list(right))
    if len(left) + len(right) - 2 > MAX_DEGREE:
        raise ValueError(f"the degree of the polynomial exceeds {MAX_DEGREE}")
    out: list[Coefficient] = [Gaussian(Fraction(0))] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            out[i + j] = _plus(out[i + j], _times(a, b))
    return out


def _trim(poly: list[Coefficient]) -> list[Coefficient]:
    while len(poly) > 1 and _value(poly[-1]) == 0:
        poly = poly[:-1]
    return poly


def constant(node: Node) -> Coefficient:
    """Return the value of a tree without variables, exactly where only rational operations and i occur."""
    if isinstance(node, Num):
        return Gaussian(node.value)
    if isinstance(node, Const) and node.name == "i":
        return Gaussian(Fraction(0), Fraction(1))
    if isinstance(node, Neg):
        return _times(Gaussian(Fraction(-1)), constant(node.arg))
    if isinstance(node, Op) and node.op != "^":
        left, right = constant(node.left), constant(node.right)
        if node.op == "/":
            right = _inverse(right)
        elif node.op == "-":
            right = _times(Gaussian(Fraction(-1)), right)
        return _times(left, right) if node.op in "*/" else _plus(left, right)
    if isinstance(node, Op) and isinstance(node.right, Num) and node.right.value.denominator == 1:
        base = constant(node.left)
        if isinstance(base, Gaussian) and 0 <= node.right.value <= MAX_DEGREE:
            power: Coefficient = Gaussian(Fraction(1))
            for _ in range(int(node.right.value)):
                power = _times(power, base)
            return power
    return complex(evaluate(node, {}))


def _value(c: Coefficient) -> complex:
    return complex(float(c.re), float(c.im)) if isinstance(c, Gaussian) else c


def _plus(a: Coefficient, b: Coefficient) -> Coefficient:
    if isinstance(a, Gaussian) and isinstance(b, Gaussian):
        return Gaussian(a.re + b.re, a.im + b.im)
    return _value(a) + _value(b)


def _times(a: Coefficient, b: Coefficient) -> Coefficient:
    if isinstance(a, Gaussian) and isinstance(b, Gaussian):
        return Gaussian(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re)
    return _value(a) * _value(b)


def _inverse(a: Coefficient) -> Coefficient:
    if isinstance(a, Gaussian):
        norm = a.re * a.re + a.im * a.im
        if norm == 0:
            raise ValueError("division by zero in a polynomial")
        return Gaussian(a.re / norm, -a.im / norm)
    return 1 / a


def roots(node: Node, name: str) -> NDArray[np.complex128]:
    """Return the distinct roots of a polynomial, by real then imaginary part.

    Raises
    ------
    ValueError
        No polynomial, too high a degree, or a constant.
    """
    poly = coefficients(node, name)
    if len(poly) == 1:
        raise ValueError(f"a polynomial of degree at least 1 in {name} is needed")
    exact = [c for c in poly if isinstance(c, Gaussian)]
    factors = _square_free(exact) if len(exact) == len(poly) else [np.array([_value(c) for c in poly][::-1])]
    found = np.concatenate([_simple_roots(factor) for factor in factors])
    found = np.where(np.abs(found.imag) < 1e-13 * np.maximum(1, np.abs(found)), found.real, found)
    return found[np.lexsort((found.imag.round(12), found.real.round(12)))]


def _square_free(poly: list[Gaussian]) -> list[NDArray[np.complex128]]:
    """Split into square-free factors; coefficients highest degree first."""
    import sympy as sp

    z = sp.Symbol("z")
    exact = [
        sp.Add(
            sp.Rational(c.re.numerator, c.re.denominator),
            sp.Mul(sp.I, sp.Rational(c.im.numerator, c.im.denominator)),
        )
        for c in reversed(poly)
    ]
    domain = sp.QQ if all(c.im == 0 for c in poly) else sp.QQ_I
    _, factors = sp.Poly.from_list(exact, z, domain=domain).sqf_list()
    return [np.array([complex(c) for c in factor.all_coeffs()]) for factor, _ in factors if factor.degree() > 0]


def _simple_roots(poly: NDArray[np.complex128]) -> NDArray[np.complex128]:
    """Return the roots of a polynomial, polished by Newton's method where that improves them."""
    found = np.asarray(np.roots(poly), complex)
    slope = np.polyder(poly)
    for _ in range(_POLISH_STEPS):
        with np.errstate(all="ignore"):
            better = found - np.polyval(poly, found) / np.polyval(slope, found)
        gain = np.isfinite(better) & (np.abs(np.polyval(poly, better)) < np.abs(np.polyval(poly, found)))
        if not gain.any():
            break
        found = np.where(gain, better, found)
    return found
