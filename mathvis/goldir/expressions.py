"""Mathematical expressions of a Gold IR: parsed by a small grammar, evaluated by numpy, exact by sympy.

Neither ``eval`` nor ``sympify`` ever sees a text: the parser (`mathvis.goldir.expr_parser`) builds a tree of
whitelisted nodes, and numpy and sympy are driven node by node.

>>> parse("(z^5 + 6z^3).subs(z, 2*exp(i*t))").variables
frozenset({'t'})
>>> number("sqrt(7)/4")
0.6614378277661477
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mathvis.goldir.expr_parser import RESERVED, Parser
from mathvis.goldir.expr_roots import Gaussian, constant, roots
from mathvis.goldir.expr_tree import Node, Num, evaluate, substitute, to_sympy, to_text, variables

if TYPE_CHECKING:
    import sympy

    from mathvis.goldir.model import Definition

VARIABLES = frozenset("ztxywuvknpqrsmab")
"""Names that an expression may use as variables when nothing narrower is declared."""
NUMBERED = frozenset(f"{name}{k}" for name in VARIABLES for k in (1, 2))
"""Variables of the first and the second of a pair: ``p1``, ``p2``."""

_NAME = re.compile(r"[A-Za-z][A-Za-z_0-9]*\Z")
_NEARLY = 1e-9
"""Relative difference below which two computed numbers are equal."""
MAX_PLACES = 10_000


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


def _complex(value: float | str) -> complex:
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
    result = _complex(value)
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


class XYPair(NamedTuple):
    """A place in data coordinates."""

    x: float
    y: float


def place(value: Any) -> XYPair:
    """Return a place given as a pair of numbers or as one complex number.

    Raises
    ------
    ValueError
        It cannot be read.
    """
    if isinstance(value, Sequence) and not isinstance(value, str):
        if len(value) != 2:
            raise ValueError(f"a place is a pair of numbers or one complex number, got {len(value)} numbers")
        return XYPair(number(value[0]), number(value[1]))
    z = _complex(value)
    return XYPair(z.real, z.imag)


def places(value: Any) -> NDArray[np.float64]:
    """Return places, shape (n, 2).

    Parameters
    ----------
    value
        A list of places; or ``{roots_of: "z^5 + 2z - 1", in: z, where: "|z| < 1"}``: the distinct roots of a
        polynomial, ``in`` and ``where`` optional; or ``{each: "exp(2*pi*i*k/5)", k: [0, 4]}``: one place for every
        whole number in the interval, ends included; ``where`` may narrow them.

    Raises
    ------
    ValueError
        It cannot be read.
    """
    if isinstance(value, Mapping):
        if "roots_of" in value:
            return _roots_of(value)
        if "each" in value:
            return _each(value)
        raise ValueError(f"places need 'roots_of' or 'each', got {', '.join(map(str, value)) or 'nothing'}")
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise ValueError("places are a list of places, {roots_of: …} or {each: …}")
    if len(value) > MAX_PLACES:
        raise ValueError(f"at most {MAX_PLACES} places are allowed")
    return np.array([place(item) for item in value], float).reshape(-1, 2)


def _text(value: Mapping[str, Any], key: str) -> str:
    text = value[key]
    if not isinstance(text, str):
        text = str(text)
    return text


def _only(value: Mapping[str, Any], allowed: Iterable[str]) -> None:
    unknown = set(map(str, value)) - set(allowed)
    if unknown:
        raise ValueError(f"unknown {', '.join(sorted(unknown))} (allowed: {', '.join(allowed)})")


def _kept(z: NDArray[np.complex128], value: Mapping[str, Any], name: str, at: NDArray[Any]) -> NDArray[np.float64]:
    if "where" in value:
        z = z[np.asarray(parse_condition(_text(value, "where"), {name}).holds(**{name: at})).reshape(z.shape)]
    return np.column_stack([z.real, z.imag])


def _roots_of(value: Mapping[str, Any]) -> NDArray[np.float64]:
    _only(value, ("roots_of", "in", "where"))
    expression = parse(_text(value, "roots_of"))
    name = value.get("in")
    if name is None:
        if len(expression.variables) != 1:
            raise ValueError(f"say in which variable: {{in: …}}; {expression} has {len(expression.variables)}")
        (name,) = expression.variables
    z = roots(expression.tree, str(name))
    return _kept(z, value, str(name), z)


def _each(value: Mapping[str, Any]) -> NDArray[np.float64]:
    names = [str(key) for key in value if key not in ("each", "where")]
    if len(names) != 1:
        raise ValueError("{each: EXPRESSION, k: [FROM, TO]} needs exactly one variable with its interval")
    interval = value[names[0]]
    if not isinstance(interval, Sequence) or isinstance(interval, str) or len(interval) != 2:
        raise ValueError(f"{names[0]} needs an interval [FROM, TO]")
    first, last = integer(interval[0]), integer(interval[1])
    if not 0 <= last - first < MAX_PLACES:
        raise ValueError(f"the interval of {names[0]} must hold between 1 and {MAX_PLACES} whole numbers")
    k = np.arange(first, last + 1)
    z = np.asarray(parse(_text(value, "each"), names).numeric(**{names[0]: k}))
    if not np.isfinite(z).all():
        raise ValueError(f"{value['each']!r} is undefined for some {names[0]}")
    return _kept(z, value, names[0], k)


def trace(value: Expr | Sequence[Expr], name: str, at: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return points of ``name -> value`` (complex, or a pair of real expressions): shape (n, 2), NaN if undefined."""
    if isinstance(value, Expr):
        z = np.asarray(value.numeric(**{name: at})).reshape(-1)
        return np.column_stack([z.real, z.imag])
    x, y = (np.asarray(part.real(**{name: at})).reshape(-1) for part in value)
    return np.column_stack([x, y])


def definition_points(definition: Definition, n: int) -> NDArray[np.float64]:
    """Return samples of a definition in data coordinates, in its order.

    Parameters
    ----------
    definition
        A point gives one sample; a polyline its corners and `n` samples evenly spaced along it; the others `n` samples
        evenly spaced in the angle, in t, or in x. A circle runs counter-clockwise from angle 0 and ends there.
    n
        At least 2.

    Returns
    -------
    ndarray of shape (m, 2)

    Raises
    ------
    ValueError
        An expression cannot be read, or is undefined somewhere.
    """
    if definition.point is not None:
        return np.array([place(definition.point)])
    if definition.circle is not None:
        x, y = place(definition.circle.center)
        radius = number(definition.circle.radius)
        if not radius > 0:
            raise ValueError(f"the radius must be positive, got {radius:g}")
        angle = np.linspace(0, 2 * math.pi, n)
        return np.column_stack([x + radius * np.cos(angle), y + radius * np.sin(angle)])
    if definition.polyline is not None:
        return _along(places(definition.polyline), n)
    if definition.graph is not None:
        x_range = np.linspace(number(definition.graph.x[0]), number(definition.graph.x[1]), n)
        points = np.column_stack([x_range, np.asarray(parse(definition.graph.y, {"x"}).real(x=x_range)) + 0 * x_range])
    elif definition.parametric is not None:
        spec = definition.parametric
        texts = spec.value
        value = parse(texts, {"t", "z"}) if isinstance(texts, str) else tuple(parse(part, {"t"}) for part in texts)
        points = trace(value, "t", np.linspace(number(spec.t[0]), number(spec.t[1]), n))
    else:
        raise ValueError("the definition is empty")
    if not np.isfinite(points).all():
        raise ValueError("the definition is undefined somewhere in its interval")
    return points


def _along(corners: NDArray[np.float64], n: int) -> NDArray[np.float64]:
    """Return the corners of a polyline and `n` samples evenly spaced along it, in order."""
    if len(corners) < 2:
        raise ValueError("a polyline needs at least two corners")
    s = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(corners, axis=0).T))])
    at = np.unique(np.concatenate([s, np.linspace(0, s[-1], n)]))
    return np.column_stack([np.interp(at, s, corners[:, 0]), np.interp(at, s, corners[:, 1])])


def is_whole(node: Node) -> bool:
    """Whether a tree is a whole number written as such."""
    return isinstance(node, Num) and node.value.denominator == 1
