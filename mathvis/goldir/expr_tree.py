"""Trees of expressions: the node types, their bounds, and what is computed from them node by node."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import sympy

ComplexArray = NDArray[np.complex128]

MAX_NODES = 2000
MAX_DEPTH = 200
MAX_EXPONENT = 256
"""Largest absolute value of a constant exponent."""
MAX_MAGNITUDE = 1e100
"""Largest absolute value that a constant part may take."""


@dataclass(frozen=True, slots=True)
class Num:
    """A rational number."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class Const:
    """One of the constants ``i``, ``e``, ``pi``."""

    name: str


@dataclass(frozen=True, slots=True)
class Var:
    """A variable."""

    name: str


@dataclass(frozen=True, slots=True)
class Neg:
    """The negative of a term."""

    arg: Node


@dataclass(frozen=True, slots=True)
class Op:
    """``left op right`` with op one of ``+ - * / ^``."""

    op: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Call:
    """A function applied to its arguments."""

    name: str
    args: tuple[Node, ...]


Node = Num | Const | Var | Neg | Op | Call


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the grammar: how many arguments it takes and its numeric and exact forms."""

    arity: int
    numeric: Callable[..., Any]
    exact: str
    real: bool = False


def _real(z: Any) -> Any:
    """Return the real part where the imaginary part is rounding noise, NaN elsewhere."""
    z = np.asarray(z, complex)
    return np.where(np.abs(z.imag) <= 1e-9 * np.maximum(1.0, np.abs(z.real)), z.real, np.nan)


def _over_reals(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *args: function(*(_real(z) for z in args))


def _gcd(a: Any, b: Any) -> Any:
    a, b = np.broadcast_arrays(_real(a), _real(b))
    whole = (
        np.isfinite(a) & np.isfinite(b) & (a == np.round(a)) & (b == np.round(b)) & (abs(a) < 2**53) & (abs(b) < 2**53)
    )
    safe = np.gcd(np.where(whole, a, 0).astype(np.int64), np.where(whole, b, 0).astype(np.int64))
    return np.where(whole, safe, np.nan)


FUNCTIONS: dict[str, Function] = {
    "exp": Function(1, np.exp, "exp"),
    "log": Function(1, np.log, "log"),
    "ln": Function(1, np.log, "log"),
    "sqrt": Function(1, np.sqrt, "sqrt"),
    "sin": Function(1, np.sin, "sin"),
    "cos": Function(1, np.cos, "cos"),
    "tan": Function(1, np.tan, "tan"),
    "asin": Function(1, np.arcsin, "asin"),
    "acos": Function(1, np.arccos, "acos"),
    "atan": Function(1, np.arctan, "atan"),
    "sinh": Function(1, np.sinh, "sinh"),
    "cosh": Function(1, np.cosh, "cosh"),
    "tanh": Function(1, np.tanh, "tanh"),
    "abs": Function(1, np.abs, "Abs", real=True),
    "re": Function(1, np.real, "re", real=True),
    "im": Function(1, np.imag, "im", real=True),
    "arg": Function(1, np.angle, "arg", real=True),
    "conj": Function(1, np.conj, "conjugate"),
    "sign": Function(1, _over_reals(np.sign), "sign", real=True),
    "floor": Function(1, _over_reals(np.floor), "floor", real=True),
    "ceil": Function(1, _over_reals(np.ceil), "ceiling", real=True),
    "atan2": Function(2, _over_reals(np.arctan2), "atan2", real=True),
    "mod": Function(2, _over_reals(np.mod), "Mod", real=True),
    "gcd": Function(2, _gcd, "igcd", real=True),
    "min": Function(2, _over_reals(np.minimum), "Min", real=True),
    "max": Function(2, _over_reals(np.maximum), "Max", real=True),
}
CONSTANTS: dict[str, complex] = {"i": 1j, "e": complex(math.e), "pi": complex(math.pi)}


def children(node: Node) -> tuple[Node, ...]:
    """Return the direct parts of a node."""
    if isinstance(node, Neg):
        return (node.arg,)
    if isinstance(node, Op):
        return (node.left, node.right)
    if isinstance(node, Call):
        return node.args
    return ()


def size_and_depth(node: Node) -> tuple[int, int]:
    """Return the number of nodes and the height of the tree; safe on trees of any height."""
    count, height, stack = 0, 0, [(node, 1)]
    while stack:
        top, level = stack.pop()
        count, height = count + 1, max(height, level)
        stack += [(part, level + 1) for part in children(top)]
    return count, height


def variables(node: Node) -> frozenset[str]:
    """Return the names of the variables that occur."""
    if isinstance(node, Var):
        return frozenset((node.name,))
    return frozenset[str]().union(*(variables(part) for part in children(node)))


def occurrences(node: Node, name: str) -> int:
    """Return how often a variable occurs."""
    if isinstance(node, Var):
        return int(node.name == name)
    return sum(occurrences(part, name) for part in children(node))


def substitute(node: Node, name: str, by: Node) -> Node:
    """Replace a variable by a tree.

    Raises
    ------
    ValueError
        The result is larger or deeper than allowed.
    """
    (size, depth), (by_size, by_depth) = size_and_depth(node), size_and_depth(by)
    if size + occurrences(node, name) * by_size > MAX_NODES or depth + by_depth > MAX_DEPTH:
        raise ValueError(f"substituting {name} makes the expression too large (at most {MAX_NODES} parts)")
    result = _replace(node, name, by)
    refuse_unbounded(result)
    return result


def _replace(node: Node, name: str, by: Node) -> Node:
    if isinstance(node, Var):
        return by if node.name == name else node
    if isinstance(node, Neg):
        return Neg(_replace(node.arg, name, by))
    if isinstance(node, Op):
        return Op(node.op, _replace(node.left, name, by), _replace(node.right, name, by))
    if isinstance(node, Call):
        return Call(node.name, tuple(_replace(part, name, by) for part in node.args))
    return node


def refuse_large(node: Node) -> None:
    """Refuse trees of too many nodes or too great a height.

    Raises
    ------
    ValueError
        The tree is too large.
    """
    size, depth = size_and_depth(node)
    if size > MAX_NODES or depth > MAX_DEPTH:
        raise ValueError(f"the expression is too large (at most {MAX_NODES} parts, {MAX_DEPTH} levels)")


def refuse_unbounded(node: Node) -> complex | None:
    """Refuse powers and constants that are too large to be meant.

    Returns
    -------
    complex or None
        The value of a tree without variables.

    Raises
    ------
    ValueError
        A constant exponent beyond `MAX_EXPONENT`, or a constant part beyond `MAX_MAGNITUDE` or undefined.
    """
    parts = [refuse_unbounded(part) for part in children(node)]
    if isinstance(node, Op) and node.op == "^" and parts[1] is not None and abs(parts[1]) > MAX_EXPONENT:
        raise ValueError(f"an exponent of {parts[1].real:.4g} is too large (at most {MAX_EXPONENT})")
    if isinstance(node, Var) or any(part is None for part in parts):
        return None
    with np.errstate(all="ignore"):
        value = complex(_apply(node, [np.complex128(part) for part in parts if part is not None], {}))
    if not math.isfinite(value.real) or not math.isfinite(value.imag):
        raise ValueError("a constant part is undefined or infinite")
    if abs(value) > MAX_MAGNITUDE:
        raise ValueError(f"a constant part is too large (at most {MAX_MAGNITUDE:g})")
    return value


def evaluate(node: Node, values: Mapping[str, ComplexArray]) -> ComplexArray:
    """Evaluate with complex arrays for the variables; undefined places give NaN or infinity, no error."""
    with np.errstate(all="ignore"):
        return np.asarray(_evaluate(node, values), complex)


def _evaluate(node: Node, values: Mapping[str, ComplexArray]) -> Any:
    return _apply(node, [_evaluate(part, values) for part in children(node)], values)


def _apply(node: Node, parts: list[Any], values: Mapping[str, ComplexArray]) -> Any:
    if isinstance(node, Num):
        return np.complex128(float(node.value))
    if isinstance(node, Const):
        return np.complex128(CONSTANTS[node.name])
    if isinstance(node, Var):
        return values[node.name]
    if isinstance(node, Neg):
        return -parts[0]
    if isinstance(node, Call):
        return np.asarray(FUNCTIONS[node.name].numeric(*parts), complex)
    left, right = parts
    if node.op == "+":
        return left + right
    if node.op == "-":
        return left - right
    if node.op == "*":
        return left * right
    if node.op == "/":
        return np.true_divide(left, right)
    if isinstance(node.right, Num) and node.right.value.denominator == 1:
        return _integer_power(left, int(node.right.value))
    return np.power(left, right)


def _integer_power(base: Any, exponent: int) -> Any:
    """Raise to an integer by squaring: exact signs, no branch cut."""
    result: Any = np.complex128(1)
    square, rest = base, abs(exponent)
    while rest:
        if rest & 1:
            result = result * square
        square, rest = square * square, rest >> 1
    return np.true_divide(1, result) if exponent < 0 else result


def to_sympy(node: Node) -> sympy.Expr:
    """Build the sympy expression node by node; no text is ever parsed by sympy."""
    import sympy as sp

    parts = [to_sympy(part) for part in children(node)]
    if isinstance(node, Num):
        return sp.Rational(node.value.numerator, node.value.denominator)
    if isinstance(node, Const):
        return {"i": sp.I, "e": sp.E, "pi": sp.pi}[node.name]
    if isinstance(node, Var):
        return sp.Symbol(node.name)
    if isinstance(node, Neg):
        return sp.Mul(sp.Integer(-1), parts[0])
    if isinstance(node, Call):
        if node.name == "gcd":
            return sp.gcd(*parts)
        return getattr(sp, FUNCTIONS[node.name].exact)(*parts)
    left, right = parts
    if node.op == "+":
        return sp.Add(left, right)
    if node.op == "-":
        return sp.Add(left, sp.Mul(sp.Integer(-1), right))
    if node.op == "*":
        return sp.Mul(left, right)
    if node.op == "/":
        return sp.Mul(left, sp.Pow(right, sp.Integer(-1)))
    return sp.Pow(left, right)


_RANK = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 4}


def to_text(node: Node, rank: int = 0) -> str:
    """Write a tree in the grammar it was read from, with as few parentheses as are needed."""
    if isinstance(node, Num):
        text = str(node.value)
        return f"({text})" if (node.value.denominator != 1 or node.value < 0) and rank > 1 else text
    if isinstance(node, Const | Var):
        return node.name
    if isinstance(node, Call):
        return f"{node.name}({', '.join(to_text(part) for part in node.args)})"
    if isinstance(node, Neg):
        text, own = f"-{to_text(node.arg, 3)}", 1
    else:
        own = _RANK[node.op]
        right = own + (0 if node.op in "+*" else 1) if node.op != "^" else own
        left = own + (1 if node.op == "^" else 0)
        join = f" {node.op} " if own == 1 else node.op
        text = f"{to_text(node.left, left)}{join}{to_text(node.right, right)}"
    return f"({text})" if own < rank else text
