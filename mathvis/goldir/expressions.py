"""Mathematical expressions of a Gold IR: parsed by a small grammar, evaluated by numpy, exact by sympy.

Neither ``eval`` nor ``sympify`` ever sees a text: the parser (`mathvis.goldir.expr_parser`, which states the grammar)
builds a tree of whitelisted nodes, and numpy and sympy are driven node by node.

>>> parse("(z^5 + 6z^3).subs(z, 2*exp(i*t))").variables
frozenset({'t'})
>>> number("sqrt(7)/4")
0.6614378277661477
>>> places({"roots_of": "z^2 + 1"}).tolist()
[[0.0, -1.0], [0.0, 1.0]]
"""

from __future__ import annotations

from mathvis.goldir.expr_core import (
    NUMBERED,
    VARIABLES,
    Condition,
    Expr,
    complex_number,
    integer,
    number,
    parse,
    parse_condition,
)
from mathvis.goldir.expr_places import XYPair, definition_points, place, places, trace

__all__ = [
    "NUMBERED",
    "VARIABLES",
    "Condition",
    "Expr",
    "XYPair",
    "complex_number",
    "definition_points",
    "integer",
    "number",
    "parse",
    "parse_condition",
    "place",
    "places",
    "trace",
]
