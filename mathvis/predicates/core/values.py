"""Printed values: what they say, and whether they agree with this very drawing."""

from __future__ import annotations

import cmath
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

import numpy as np
from scipy.optimize import linear_sum_assignment

from mathvis.figure.finding import Finding, holds, undecided, violated
from mathvis.figure.model import Curve, Edge, Entity, Point, Value
from mathvis.goldir.codes import Code, Group
from mathvis.goldir.expressions import parse
from mathvis.mathtext import evaluate, from_latex, parse_value, rational, resolution
from mathvis.mathtext import values as forms
from mathvis.predicates.core.metric import Segment, piece_of
from mathvis.predicates.core.points import distinct_things
from mathvis.predicates.core.turning import measure_winding
from mathvis.predicates.measure.frames import no_frame
from mathvis.predicates.measure.polyline import length
from mathvis.predicates.measure.words import name_of, plain, show
from mathvis.predicates.registry import predicate
from mathvis.predicates.signature import AtLeast, Place
from mathvis.tolerances import TOLERANCES

_SAME = 1e-9
"""Relative difference below which two computed numbers are the same number."""


class Stated(NamedTuple):
    """A stated number, exactly where it is rational."""

    number: complex
    fraction: Fraction | None


def read_stated(text: str) -> Stated | forms.Value:
    """Read what a value must be: an expression without variables, else LaTeX of a set, tuple, interval or word.

    Raises
    ------
    ValueError
        It can be read as neither.
    """
    try:
        expression = parse(text, ())
    except ValueError:
        return parse_value(from_latex(text))
    return Stated(complex(expression.numeric()), expression.rational())


def _check_stated(args: Mapping[str, Any]) -> Iterable[str]:
    value = args.get("equals")
    if isinstance(value, str):
        try:
            read_stated(value)
        except ValueError as error:
            yield f"argument 'equals': {value!r} is neither an expression nor a value in LaTeX: {error}"


@predicate(group=Group.SYNTHESIS, codes=(Code.O5, Code.O2, Code.O3), check=_check_stated)
def states(value: Value, equals: str) -> Finding:
    r"""The printed value equals the stated one.

    Numbers are compared exactly; a printed decimal must be right to its last digit and, where the exact value has
    more digits, show at least three significant ones. Sets are compared without order, tuples and intervals in
    order, words letter by letter.

    Parameters
    ----------
    equals
        An expression without variables (``3``, ``sqrt(7)/4``), or LaTeX of a set, tuple, interval or word (``\{1,
        2\}``, ``saddle``).

    Examples
    --------
    ::

        - count: {states: {value: ans-N, equals: 3}}
    """
    name = value.text.text.strip() or value.id
    if not value.reads:
        return violated(Code.O3, f"“{name}” states no value", evidence=show(value))
    try:
        shown = parse_value(value.reads)
    except ValueError as error:
        return violated(
            Code.O2, f"“{name}” cannot be read as a value ({error})", measured=value.reads, evidence=show(value)
        )
    try:
        stated = read_stated(equals)
    except ValueError as error:
        return undecided(f"the stated value cannot be read: {error}")
    reason = _unequal(shown, stated)
    if reason is None:
        return holds(f"reads “{name}”", measured=value.reads, evidence=show(value))
    return violated(Code.O5, f"reads “{name}”: {reason}", measured=value.reads, evidence=show(value))


def _unequal(shown: forms.Value, stated: Stated | forms.Value) -> str | None:
    """Return why a printed value is not the stated one, or None if it is."""
    structured = (forms.Tuple, forms.SetOf, forms.Interval, forms.Word)
    if not isinstance(stated, Stated) and not isinstance(stated, structured):
        stated = Stated(evaluate(stated), rational(stated))
    if isinstance(stated, Stated):
        if isinstance(shown, structured):
            return f"{_number(stated.number)} is right"
        return _number_unequal(shown, stated)
    if type(shown) is not type(stated):
        return f"a {type(stated).__name__.lower()} is needed"
    if isinstance(shown, forms.Word) and isinstance(stated, forms.Word):
        return None if shown.text == stated.text else f"“{stated.text}” is right"
    if isinstance(shown, forms.Interval) and isinstance(stated, forms.Interval):
        if (shown.low_closed, shown.high_closed) != (stated.low_closed, stated.high_closed):
            return "the ends are wrong"
        return _unequal(shown.low, stated.low) or _unequal(shown.high, stated.high)
    if isinstance(shown, forms.SetOf) and isinstance(stated, forms.SetOf):
        return _items_unequal(shown.items, stated.items, ordered=False)
    if isinstance(shown, forms.Tuple) and isinstance(stated, forms.Tuple):
        return _items_unequal(shown.items, stated.items, ordered=True)
    return "it is wrong"


def _items_unequal(shown: Sequence[forms.Value], stated: Sequence[forms.Value], *, ordered: bool) -> str | None:
    if len(shown) != len(stated):
        return f"{len(shown)} items, not {len(stated)}"
    if ordered:
        return next((why for a, b in zip(shown, stated, strict=True) if (why := _unequal(a, b)) is not None), None)
    cost = np.array([[_unequal(a, b) is not None for b in stated] for a in shown], float)
    rows, columns = linear_sum_assignment(cost)
    return "it is another set" if cost[rows, columns].sum() > 0 else None


def _number_unequal(shown: forms.Value, stated: Stated) -> str | None:
    exact = rational(shown)
    if exact is not None and stated.fraction is not None and exact == stated.fraction:
        return None
    try:
        number, step = evaluate(shown), resolution(shown)
    except ValueError as error:
        return f"it has no value ({error})"
    right = f"{_number(stated.number)} is right"
    if step is None:
        same = cmath.isclose(number, stated.number, rel_tol=_SAME, abs_tol=_SAME)
        if exact is not None and stated.fraction is not None:
            same = False
        return None if same else right
    difference = number - stated.number
    truncated = isinstance(shown, forms.Number) and shown.truncated
    near = max(abs(difference.real), abs(difference.imag))
    if near > (step if truncated else step / 2) * (1 + _SAME) + _SAME * abs(stated.number):
        return right
    if step > abs(stated.number) / 100:
        return f"fewer than three significant digits; {right}"
    return None


def _number(z: complex) -> str:
    if abs(z.imag) <= _SAME * max(1.0, abs(z.real)):
        return plain(z.real)
    return f"{plain(z.real)} {'+' if z.imag >= 0 else '−'} {plain(abs(z.imag))}i"


def _printed_number(value: Value) -> tuple[complex, float | None] | Finding:
    """Return the printed number and the size of its last digit, or why there is none."""
    name = value.text.text.strip() or value.id
    if not value.reads:
        return violated(Code.O3, f"“{name}” states no value", evidence=show(value))
    try:
        shown = parse_value(value.reads)
        return evaluate(shown), resolution(shown)
    except ValueError as error:
        return violated(
            Code.O2, f"“{name}” cannot be read as a number ({error})", measured=value.reads, evidence=show(value)
        )


@predicate(group=Group.VERIFICATION, codes=(Code.B3, Code.O2, Code.O3))
def states_count(value: Value, things: Annotated[tuple[Entity, ...], AtLeast(0)]) -> Finding:
    """The printed number is the number of things drawn in this very figure, right or wrong.

    Examples
    --------
    ::

        - agrees: {states_count: {value: ans-N, things: zeros}}
    """
    found = _printed_number(value)
    if isinstance(found, Finding):
        return found
    drawn = len(distinct_things(things))
    return _agrees(value, found[0], drawn, f"{drawn} are drawn")


@predicate(group=Group.VERIFICATION, codes=(Code.B3, Code.O2, Code.O3, Code.R4))
def states_winding(value: Value, curve: Curve, about: Point | Place) -> Finding:
    """The printed number is how often the drawn curve winds about a point (absolutely, if no tip shows its direction).

    Examples
    --------
    ::

        - agrees: {states_winding: {value: ans-N, curve: pC, about: O}}
    """
    found = _printed_number(value)
    if isinstance(found, Finding):
        return found
    turns = measure_winding(curve, about)
    if isinstance(turns, Finding):
        return turns
    number = found[0] if turns.signed else complex(abs(found[0]))
    return _agrees(value, number, turns.number, f"{name_of(curve)} winds {plain(turns.number)} times")


def _agrees(value: Value, number: complex, drawn: int, words: str) -> Finding:
    name = value.text.text.strip() or value.id
    if abs(number - drawn) <= _SAME:
        return holds(f"“{name}”, and {words}", measured=drawn, evidence=show(value))
    return violated(Code.B3, f"“{name}”, but {words}", measured=drawn, evidence=show(value))


@predicate(group=Group.VERIFICATION, codes=(Code.B3, Code.O2, Code.O3))
def states_length(value: Value, segment: Segment, tolerance: float = TOLERANCES.length) -> Finding:
    """The printed number is the length of a drawn segment in data units, within a relative `tolerance`.

    A decimal may besides be off by half its last digit.

    Examples
    --------
    ::

        - agrees: {states_length: {value: ans-AE, segment: [A, E]}}
    """
    found = _printed_number(value)
    if isinstance(found, Finding):
        return found
    piece = piece_of(segment)
    item = piece.items[0]
    if not item.frame.fitted:
        return no_frame(item.frame)
    points = item.path if isinstance(item, Edge) else item.polyline if isinstance(item, Curve) else None
    drawn = length(item.frame.to_data(np.vstack([piece.start, piece.end]) if points is None else points))
    number, step = found
    allowed = tolerance * drawn + (step or 0.0) / 2
    error = abs(number - drawn)
    if drawn < TOLERANCES.short_base * item.frame.diagonal / item.frame.scale:
        return undecided(f"{piece.name} is too short to measure", evidence=show(value))
    words = f"“{value.text.text.strip()}”, {piece.name} is {plain(drawn)} long"
    if error <= allowed:
        return holds(words, measured=error / drawn, tolerance=tolerance, unit="relative", evidence=show(value))
    return violated(
        Code.B3, words, measured=error / drawn, tolerance=tolerance, unit="relative", evidence=show(value, *piece.items)
    )
