"""Places, families of places and samples of definitions, in data coordinates."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mathvis.goldir.expr_core import Expr, complex_number, integer, number, parse, parse_condition
from mathvis.goldir.expr_roots import roots

if TYPE_CHECKING:
    from mathvis.goldir.model import Definition

MAX_PLACES = 10_000


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
    z = complex_number(value)
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
