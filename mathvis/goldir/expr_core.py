"""Expressions, conditions and numbers: reading them and evaluating them."""

from __future__ import annotations

import math
import re
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from mathvis.goldir.expr_parser import RESERVED, Parser
from mathvis.goldir.expr_roots import Gaussian, constant
from mathvis.goldir.expr_tree import Node, evaluate, substitute, to_sympy, to_text, variables

if TYPE_CHECKING:
    import sympy

VARIABLES = frozenset("ztxywuvknpqrsmab")
"""Names that an expression may use as variables when nothing narrower is declared."""
NUMBERED = frozenset(f"{name}{k}" for name in VARIABLES for k in (1, 2))
"""Variables of the first and the second of a pair: ``p1``, ``p2``."""

_NAME = re.compile(r"[A-Za-z][A-Za-z_0-9]*\Z")
_NEARLY = 1e-9
"""Relative difference below which two computed numbers are equal."""


@dataclass(frozen=True, slots=True)
class Expr:
    """An expression.

    Attributes
    ----------
    tree
        Its nodes.
    """

    tree: Node

    @property
    def variables(self) -> frozenset[str]:
        """Names of the variables that occur."""
        return variables(self.tree)

    def numeric(self, **values: ArrayLike) -> Any:
        """Evaluate.

        Parameters
        ----------
        **values
            A number or an array for each variable; arrays are broadcast.

        Returns
        -------
        complex or ndarray of complex128
            NaN or infinity where the expression is undefined.

        Raises
        ------
        ValueError
            A variable has no value.
        """
        missing = self.variables - values.keys()
        if missing:
            raise ValueError(f"no value for {', '.join(sorted(missing))}")
        arrays = {name: np.asarray(value, complex) for name, value in values.items()}
        result = evaluate(self.tree, arrays)
        shape = np.broadcast_shapes(*(array.shape for array in arrays.values())) if arrays else ()
        return complex(result) if shape == () else np.broadcast_to(result, shape).copy()

    def real(self, **values: ArrayLike) -> Any:
        """Evaluate to a float or an array of them: NaN where the value is not real."""
        result = np.asarray(self.numeric(**values))
        with np.errstate(all="ignore"):
            noise = np.abs(result.imag) <= _NEARLY * np.maximum(1.0, np.abs(result.real))
            out = np.where(noise, result.real, np.nan)
        return float(out) if out.shape == () else out

    def rational(self) -> Fraction | None:
        """Return the exact value if it is built from rational numbers alone, else None."""
        if self.variables:
            return None
        found = constant(self.tree)
        return found.re if isinstance(found, Gaussian) and found.im == 0 else None

    def exact(self) -> sympy.Expr:
        """Return the sympy expression."""
        return to_sympy(self.tree)

    def substitute(self, **by: Expr | int) -> Expr:
        """Replace variables by expressions, one after the other.

        Raises
        ------
        ValueError
            The result is too large.
        """
        tree = self.tree
        for name, value in by.items():
            tree = substitute(tree, name, value.tree if isinstance(value, Expr) else parse(str(value), ()).tree)
        return Expr(tree)

    def __str__(self) -> str:
        return to_text(self.tree)


@dataclass(frozen=True, slots=True)
class Condition:
    """Comparisons of real expressions, all of which must be true.

    Computed numbers that agree to a relative 1e-9 count as equal, so ``|z| < 1`` is false of a root on the
    unit circle whatever the last digit.
    """

    comparisons: tuple[tuple[str, Node, Node], ...]

    @property
    def variables(self) -> frozenset[str]:
        """Names of the variables that occur."""
        return frozenset[str]().union(*(variables(side) for _, *sides in self.comparisons for side in sides))

    def holds(self, **values: ArrayLike) -> Any:
        """Return whether it is true: a bool, or an array of them; an undefined side is false."""
        result: Any = np.True_
        for sign, left, right in self.comparisons:
            a, b = np.asarray(Expr(left).real(**values)), np.asarray(Expr(right).real(**values))
            with np.errstate(all="ignore"):
                same = np.abs(a - b) <= _NEARLY * np.maximum(1.0, np.maximum(np.abs(a), np.abs(b)))
                truth = {
                    "<": (a < b) & ~same,
                    ">": (a > b) & ~same,
                    "<=": (a < b) | same,
                    ">=": (a > b) | same,
                    "=": same,
                    "!=": ~same & np.isfinite(a) & np.isfinite(b),
                }[sign]
            result = result & truth
        return bool(result) if np.shape(result) == () else result

    def __str__(self) -> str:
        return " and ".join(f"{to_text(left)} {sign} {to_text(right)}" for sign, left, right in self.comparisons)


def _check_names(names: Collection[str]) -> frozenset[str]:
    for name in names:
        if not _NAME.match(name) or name in RESERVED:
            raise ValueError(f"{name!r} cannot be a variable")
    return frozenset(names)


@lru_cache(maxsize=4096)
def _parse(text: str, names: frozenset[str]) -> Expr:
    return Expr(Parser(text, names).expression())


@lru_cache(maxsize=4096)
def _parse_condition(text: str, names: frozenset[str]) -> Condition:
    return Condition(Parser(text, names).condition())


def parse(text: str, names: Collection[str] = VARIABLES) -> Expr:
    """Read an expression.

    Parameters
    ----------
    text
        At most 2000 characters.
    names
        Variables that may occur.

    Raises
    ------
    ValueError
        With the column and what is allowed there.
    """
    return _parse(text, _check_names(names))


def parse_condition(text: str, names: Collection[str] = VARIABLES) -> Condition:
    """Read a condition such as ``|z| < 1`` or ``0 <= x and x <= y``.

    Raises
    ------
    ValueError
        With the column and what is allowed there.
    """
    return _parse_condition(text, _check_names(names))


def complex_number(value: float | str) -> complex:
    """Return a complex number given as a number or as an expression without variables.

    Raises
    ------
    ValueError
        It cannot be read, or is not finite.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise ValueError(f"a number or an expression is needed, got {value!r}")
    result = complex(parse(value, ()).numeric()) if isinstance(value, str) else complex(value)
    if not (math.isfinite(result.real) and math.isfinite(result.imag)):
        raise ValueError(f"{value!r} is not a finite number")
    return result


def number(value: float | str) -> float:
    """Return a real number given as such or as an expression without variables.

    Raises
    ------
    ValueError
        It cannot be read, or is not real and finite.
    """
    result = complex_number(value)
    if abs(result.imag) > _NEARLY * max(1.0, abs(result.real)):
        raise ValueError(f"{value!r} is not a real number")
    return result.real


def integer(value: float | str) -> int:
    """Return a whole number given as such or as an expression without variables.

    Raises
    ------
    ValueError
        It cannot be read, or is no whole number.
    """
    result = number(value)
    if abs(result - round(result)) > _NEARLY * max(1.0, abs(result)):
        raise ValueError(f"{value!r} is not a whole number")
    return round(result)
