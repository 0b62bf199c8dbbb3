"""Curves that are stated: parametrically, as graphs, as polylines."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

import numpy as np

from mathvis.figure.finding import Finding, holds, undecided, violated
from mathvis.figure.model import Array, Curve, Frame
from mathvis.goldir.codes import Code, Group
from mathvis.goldir.expressions import Expr, number, parse, trace
from mathvis.predicates.budget import Budget
from mathvis.predicates.measure.compare import (
    Deviation,
    first_period,
    hausdorff,
    periods,
    repeated,
    runs_along,
    runs_round,
)
from mathvis.predicates.measure.frames import no_frame
from mathvis.predicates.measure.polyline import (
    densify,
    direction_at,
    end_gap,
    is_closed,
    is_drawn,
    length,
    pointing,
    sense,
)
from mathvis.predicates.measure.words import name_of, percent, place_text, plain, plural, show
from mathvis.predicates.registry import predicate
from mathvis.predicates.signature import Names, Places
from mathvis.tolerances import TOLERANCES

_STEPS = (1024, 2048, 4096, 8192, 16384)


def _sampled(value: Expr | tuple[Expr, Expr], t: tuple[float, float], frame: Frame) -> Array | None:
    """Sample a parametric curve on the page finely enough to be taken for its chords; None where undefined."""
    points = np.zeros((0, 2))
    for n in _STEPS:
        data = trace(value, "t", np.linspace(t[0], t[1], n + 1))
        if not np.isfinite(data).all():
            return None
        points = frame.to_page(data)
        middle = (points[:-2:2] + points[2::2]) / 2
        if np.hypot(*(points[1::2] - middle).T).max() <= TOLERANCES.flatness * frame.diagonal:
            break
    return points


def _check_defined(args: Mapping[str, Any]) -> Iterable[str]:
    """Yield where a stated curve or graph is undefined."""
    name = "x" if "y" in args else "t"
    texts, ends = args.get("y", args.get("parametric")), args.get(name)
    if texts is None or not isinstance(ends, Sequence):
        return
    value = tuple(parse(str(part)) for part in texts) if isinstance(texts, list) else parse(str(texts))
    across = np.linspace(number(ends[0]), number(ends[1]), _STEPS[0] + 1)
    both = value if isinstance(value, tuple) or name == "t" else (value, value)
    bad = ~np.isfinite(trace(both, name, across)).all(axis=1)
    if bad.any():
        yield f"the stated curve is undefined at {name} = {plain(float(across[int(np.argmax(bad))]))}"


@predicate(group=Group.RELATION, codes=(Code.R8, Code.R3, Code.R9, Code.R4), check=_check_defined)
def traces(
    curve: Curve,
    parametric: Annotated[Expr | tuple[Expr, Expr], Names("t")],
    t: tuple[float, float],
    budget: Budget,
    coverings: tuple[int, ...] = (),
    tolerance: float = TOLERANCES.curve,
) -> Finding:
    """The drawn curve is the image of an interval under ``t -> parametric``.

    It must lie within `tolerance` of the stated curve and cover all of it (Hausdorff distance), and run along it in
    order (Fréchet distance). Where the stated curve is closed the starting point is free. Where arrow tips show which
    way the drawn curve runs, it must be the way of growing t; without tips both ways are right.

    The number of times that a closed curve is run round leaves no trace of its own, so it is free, unless
    `coverings` lists the numbers allowed. A curve drawn in several pieces is compared as one set, its tips with
    the stated direction next to them.

    Parameters
    ----------
    parametric
        A complex expression in t, or a pair of real ones.

    Examples
    --------
    ::

        - image: {traces: {curve: pC, parametric: "(z^5 + 6z^3).subs(z, exp(i*t))", t: [0, "2*pi"]}}
        - once:  {traces: {curve: fC, parametric: "6*exp(3i*t)", t: [0, "2*pi"], coverings: [1, 3]}}
    """
    if not curve.frame.fitted:
        return no_frame(curve.frame)
    stated = _sampled(parametric, t, curve.frame)
    if stated is None:
        return undecided("the stated curve is undefined somewhere")
    return _traced(curve, stated, coverings, tolerance, budget)


@predicate(group=Group.RELATION, codes=(Code.R8, Code.R3, Code.R9, Code.R4), check=_check_defined)
def is_graph(
    curve: Curve,
    y: Annotated[Expr, Names("x")],
    x: tuple[float, float],
    budget: Budget,
    tolerance: float = TOLERANCES.curve,
) -> Finding:
    """The drawn curve is the graph of an expression in x over an interval.

    Compared as by `traces`; arrow tips, if any, must point the way of growing x.

    Examples
    --------
    ::

        - parabola: {is_graph: {curve: p, y: "x^2 - 1", x: [-2, 2]}}
    """
    if not curve.frame.fitted:
        return no_frame(curve.frame)
    across = np.linspace(x[0], x[1], _STEPS[1] + 1)
    data = np.column_stack([across, np.broadcast_to(np.asarray(y.real(x=across)), across.shape)])
    if not np.isfinite(data).all():
        return undecided("the stated graph is undefined somewhere")
    return _traced(curve, curve.frame.to_page(data), (), tolerance, budget)


@predicate(group=Group.RELATION, codes=(Code.R8, Code.R3, Code.R9, Code.R4))
def is_polyline(curve: Curve, corners: Places, budget: Budget, tolerance: float = TOLERANCES.curve) -> Finding:
    """The drawn curve runs straight from corner to corner; equal first and last corners close it.

    Compared as by `traces`.

    Examples
    --------
    ::

        - triangle: {is_polyline: {curve: T, corners: [[0, 0], [1, 0], [0, 1], [0, 0]]}}
    """
    if not curve.frame.fitted:
        return no_frame(curve.frame)
    if len(corners) < 2:
        return undecided("a polyline needs two corners")
    return _traced(curve, curve.frame.to_page(corners), (), tolerance, budget)


def _traced(curve: Curve, stated: Array, coverings: tuple[int, ...], tolerance: float, budget: Budget) -> Finding:
    name = name_of(curve)
    diagonal = curve.frame.diagonal
    if not is_drawn(curve) or not diagonal > 0:
        return violated(Code.R8, f"{name} is no curve: it has no length", evidence=show(curve))
    if not length(stated) > 0:
        return undecided("the stated curve has no length")
    within = tolerance * diagonal
    budget.spend(sum(len(piece) for piece in curve.pieces) + len(stated))
    off = hausdorff(curve.pieces, (stated,), within / 5)
    if off.value > within:
        return _strays(curve, off, tolerance)
    measured = off.value / diagonal
    near = show(curve, at=off.at)
    if len(curve.pieces) > 1:
        return _pieces_run(curve, stated, measured, tolerance)
    way = sense(curve)
    if way.contradicted:
        return violated(Code.R3, f"the arrow tips on {name} contradict each other", evidence=show(curve, at=way.at))
    closed = bool(np.hypot(*(stated[-1] - stated[0])) <= TOLERANCES.closed_gap * diagonal)
    drawn = curve.pieces[0]
    if closed and not is_closed(curve, 2 * tolerance):
        gap = end_gap(curve)
        return violated(
            Code.R4,
            f"{name} is not closed: its ends are {percent(gap)} apart",
            measured=gap,
            tolerance=tolerance,
            evidence=show(curve, at=curve.ends[0]),
        )
    target = stated
    if closed:
        target, rounds = _rounds(drawn, stated, tolerance * diagonal)
        if coverings and rounds not in coverings:
            return violated(
                Code.R9,
                f"{name} runs round {plural(rounds, 'time')}, not {' or '.join(map(str, coverings))}",
                measured=rounds,
                evidence=show(curve),
            )
    same = runs_round if closed else runs_along
    forward, backward = drawn, drawn[::-1]
    if way.sign < 0:
        forward, backward = backward, forward
    if same(forward, target, within, budget) or (way.sign == 0 and same(backward, target, within, budget)):
        return holds(f"{name} is the stated curve", measured=measured, tolerance=tolerance, evidence=near)
    if way.sign and same(backward, target, within, budget):
        return violated(Code.R3, f"{name} runs the other way by its arrow", evidence=show(curve, at=way.at))
    return violated(
        Code.R8,
        f"{name} lies on the stated curve but does not run along it in order",
        measured=measured,
        tolerance=tolerance,
        evidence=near,
    )


def _strays(curve: Curve, off: Deviation, tolerance: float) -> Finding:
    share = off.value / curve.frame.diagonal
    return violated(
        Code.R8,
        f"{name_of(curve)} is not the stated curve: off by {percent(share)} near {place_text(off.at, curve.frame)}",
        measured=share,
        tolerance=tolerance,
        evidence=show(curve, at=off.at),
    )


def _rounds(drawn: Array, stated: Array, within: float) -> tuple[Array, int]:
    """Return the stated trace repeated as often as it was drawn, and that number."""
    once = first_period(stated, periods(stated, within / 10))
    rounds = max(1, round(length(drawn) / length(once)))
    return repeated(once, rounds), rounds


def _pieces_run(curve: Curve, stated: Array, measured: float, tolerance: float) -> Finding:
    """Judge a curve of several pieces by the direction of its tips alone."""
    dense = densify(stated, TOLERANCES.on * curve.frame.diagonal)
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(dense, axis=0).T))])
    reach = tolerance * curve.frame.diagonal
    for tip in pointing(curve.tips):
        near = np.flatnonzero(np.hypot(*(dense - np.asarray(tip.apex)).T) <= 2 * reach)
        cosines = [float(direction_at(dense, float(along[k]), reach) @ np.asarray(tip.direction)) for k in near]
        if cosines and max(cosines) < math.cos(math.radians(TOLERANCES.direction)):
            return violated(
                Code.R3,
                f"an arrow tip on {name_of(curve)} points against the stated direction",
                evidence=show(curve, at=tip.apex),
            )
    return holds(
        f"{name_of(curve)} is the stated curve, drawn in {len(curve.pieces)} pieces",
        measured=measured,
        tolerance=tolerance,
        evidence=show(curve),
    )
