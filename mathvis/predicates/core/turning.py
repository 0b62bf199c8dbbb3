"""Curves about points: which way they turn, how often, how near they come."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

import numpy as np

from mathvis.figure.finding import Finding, holds, undecided, violated
from mathvis.figure.model import Array, Curve, Point
from mathvis.goldir.codes import Code, Group
from mathvis.predicates.measure.frames import handedness, no_frame
from mathvis.predicates.measure.polyline import (
    densify,
    distances,
    is_drawn,
    length,
    pointing,
    sense,
    senses,
    signed_area,
    winding,
)
from mathvis.predicates.measure.words import name_of, percent, plain, show
from mathvis.predicates.registry import predicate
from mathvis.predicates.signature import Place
from mathvis.tolerances import TOLERANCES


@predicate(group=Group.RELATION, codes=(Code.R3, Code.R4))
def oriented(
    curve: Curve,
    direction: Literal["counterclockwise", "clockwise"],
    arrows: Literal["required", "optional"] = "required",
) -> Finding:
    """The closed curve runs in a stated sense by its arrow tips, and no tip contradicts it.

    The sense is that of the enclosed signed area, in data coordinates. Undecided for a curve that encloses next to
    nothing on balance (a figure eight).

    Parameters
    ----------
    arrows
        ``required``: without a tip the statement is violated. ``optional``: without a tip it holds.

    Examples
    --------
    ::

        - turned: {oriented: {curve: C, direction: counterclockwise}}
    """
    name = name_of(curve)
    if not is_drawn(curve):
        return violated(Code.R4, f"{name} has no length", evidence=show(curve))
    if not pointing(curve.tips):
        if arrows == "optional":
            return holds(f"{name} carries no arrow")
        return violated(Code.R3, f"{name} carries no arrow that shows its direction", evidence=show(curve))
    turns = _turns(curve)
    if turns is None:
        return undecided(f"no clear sense of {name} can be read off its arrow", evidence=show(curve))
    if turns == 0:
        return violated(Code.R3, f"the arrow tips on {name} contradict each other", evidence=show(curve))
    wanted = 1 if direction == "counterclockwise" else -1
    runs = "counter-clockwise" if turns > 0 else "clockwise"
    if turns == wanted:
        return holds(f"{name} runs {runs}", evidence=show(curve, at=pointing(curve.tips)[0].apex))
    return violated(
        Code.R3, f"{name} runs {runs}", measured=runs, evidence=show(curve, at=pointing(curve.tips)[0].apex)
    )


def _turns(curve: Curve) -> int | None:
    """Return 1 for counter-clockwise, -1 for clockwise, 0 for contradictory tips, None if it cannot be told."""
    hand = handedness(curve.frame)
    if len(curve.pieces) == 1:
        way = sense(curve)
        if way.contradicted:
            return 0
        area = signed_area(curve.pieces[0])
        if way.sign == 0 or abs(area) < TOLERANCES.clearance * curve.frame.diagonal * length(curve.pieces[0]) / 4:
            return None
        return int(math.copysign(1, area)) * way.sign * hand
    middle = np.vstack([densify(piece, 0.01 * curve.frame.diagonal) for piece in curve.pieces]).mean(axis=0)
    senses = set()
    for tip in pointing(curve.tips):
        arm, pointed = np.asarray(tip.apex) - middle, np.asarray(tip.direction)
        cross = float(arm[0] * pointed[1] - arm[1] * pointed[0])
        if abs(cross) >= 0.5 * float(np.hypot(*arm) * np.hypot(*pointed)):
            senses.add(int(math.copysign(1, cross)) * hand)
    return None if not senses else senses.pop() if len(senses) == 1 else 0


@predicate(group=Group.RELATION, codes=(Code.R4, Code.R3))
def winding_number(curve: Curve, about: Point | Place, equals: int) -> Finding:
    """The curve turns `equals` times counter-clockwise about the point.

    The number is the sum of the argument's increments along the drawn curve divided by 2π, in data coordinates;
    the arrow tips say which way the curve runs. A curve without tips shows no direction: then only the absolute value
    is compared. Undecided when the curve comes within ``clearance`` of the point; violated when it is not closed.

    Examples
    --------
    ::

        - turns: {winding_number: {curve: pC, about: O, equals: 3}}
    """
    target = name_of(about) if isinstance(about, Point) else f"({plain(about.x)}, {plain(about.y)})"
    measured = measure_winding(curve, about)
    if isinstance(measured, Finding):
        return measured
    turns = measured.number
    wanted = equals if measured.signed else abs(equals)
    words = f"{name_of(curve)} winds {plain(turns)} {'time' if turns == 1 else 'times'} about {target}"
    if turns == wanted:
        return holds(words, measured=turns, evidence=show(curve))
    code = Code.R3 if turns == -wanted else Code.R4
    return violated(code, f"{words}, not {plain(wanted)}", measured=turns, evidence=show(curve))


class Turns(NamedTuple):
    """How often a curve winds about a point, and whether its arrow tips give the number a sign."""

    number: int
    signed: bool


def measure_winding(curve: Curve, about: Point | Place) -> Turns | Finding:
    """Return how often a curve winds about a point, or why that cannot be said.

    Of a curve drawn in several pieces every piece must be closed, and all must wind equally often.
    """
    name = name_of(curve)
    if not isinstance(about, Point) and not curve.frame.fitted:
        return no_frame(curve.frame)
    at = about.at if isinstance(about, Point) else curve.frame.to_page(np.array([about]))[0]
    if not is_drawn(curve):
        return violated(Code.R4, f"{name} has no length", evidence=show(curve))
    numbers: list[tuple[int, int]] = []
    for piece, way in zip(curve.pieces, senses(curve), strict=True):
        wrong = _no_winding(curve, piece, at)
        if wrong is not None:
            return wrong
        if way.contradicted:
            return violated(Code.R3, f"the arrow tips on {name} contradict each other", evidence=show(curve, at=way.at))
        numbers.append((round(winding(piece, at)) * handedness(curve.frame), way.sign))
    signed = {number * sign for number, sign in numbers if sign}
    if len({abs(number) for number, _ in numbers}) > 1 or len(signed) > 1:
        return violated(Code.R4, f"the pieces of {name} wind differently", evidence=show(curve))
    return Turns(signed.pop(), signed=True) if signed else Turns(abs(numbers[0][0]), signed=False)


def _no_winding(curve: Curve, piece: Array, at: Array) -> Finding | None:
    """Return why a piece of a curve has no winding number about a place, or None."""
    diagonal, name = curve.frame.diagonal, name_of(curve)
    gap = float(np.hypot(*(piece[-1] - piece[0]))) / diagonal
    if gap > TOLERANCES.closed_gap:
        return violated(
            Code.R4,
            f"{name} is not closed: its ends are {percent(gap)} apart",
            measured=gap,
            tolerance=TOLERANCES.closed_gap,
            evidence=show(curve, at=piece[0]),
        )
    clear = float(distances(at[None], (piece,), 0.01 * diagonal)[0]) / diagonal
    if not clear >= TOLERANCES.clearance:
        return undecided(
            f"{name} passes too near the point to wind about it ({percent(clear)} of the panel)",
            code=Code.R4,
            measured=clear,
            tolerance=TOLERANCES.clearance,
            evidence=show(curve, at=at),
        )
    return None


@predicate(group=Group.RELATION, codes=(Code.R4, Code.R5))
def clearance(curve: Curve, about: Point | Place, at_least: float) -> Finding:
    """The curve stays at least `at_least`, in data units, away from a point.

    Examples
    --------
    ::

        - clear: {clearance: {curve: pC, about: O, at_least: 0.05}}
    """
    if not curve.frame.fitted:
        return no_frame(curve.frame)
    at = about.at if isinstance(about, Point) else curve.frame.to_page(np.array([about]))[0]
    if not is_drawn(curve):
        return violated(Code.R4, f"{name_of(curve)} has no length", evidence=show(curve))
    dense = np.vstack([densify(piece, 0.002 * curve.frame.diagonal) for piece in curve.pieces])
    apart = np.hypot(*(curve.frame.to_data(dense) - curve.frame.to_data(at[None])).T)
    least, where = float(apart.min()), dense[int(np.argmin(apart))]
    words = f"{name_of(curve)} stays {plain(least)} away"
    if least >= at_least:
        return holds(words, measured=least, tolerance=at_least, unit="data units", evidence=show(curve, at=where))
    return violated(
        Code.R4,
        f"{words}; {plain(at_least)} is needed",
        measured=least,
        tolerance=at_least,
        unit="data units",
        evidence=show(curve, at=where),
    )
