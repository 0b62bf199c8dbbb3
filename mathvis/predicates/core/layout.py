"""Layout: rows, columns and levels."""

from __future__ import annotations

from itertools import product
from typing import Literal

import numpy as np

from mathvis.figure.finding import Finding, holds, undecided, violated
from mathvis.figure.model import Array, Node, Point
from mathvis.goldir.codes import Code, Group
from mathvis.predicates.measure.words import listed, name_of, percent, show
from mathvis.predicates.registry import predicate
from mathvis.tolerances import TOLERANCES

Allowed = Literal["transposition", "left-right", "up-down"]


@predicate(group=Group.RELATION, codes=(Code.R5,))
def grid(
    rows: tuple[tuple[Node | Point | None, ...], ...],
    allow: tuple[Allowed, ...] = (),
    tolerance: float = TOLERANCES.grid,
) -> Finding:
    """The nodes stand in the stated rows (top to bottom) and columns (left to right); null leaves a cell empty.

    The spread of a row or column is at most `tolerance` of the least spacing between neighbouring ones. What `allow`
    lists may be done to the whole: rows and columns exchanged, left and right, up and down reversed.

    Examples
    --------
    ::

        - grid: {grid: {rows: [[null, ka, kb, kc, null],
                               [null, A,  B,  C,  O],
                               [Z,    A2, B2, C2, null],
                               [null, qa, qb, qc, null]], allow: [transposition]}}
    """
    cells = [(r, c, node) for r, row in enumerate(rows) for c, node in enumerate(row) if node is not None]
    if len(cells) < 2:
        return undecided("a grid needs at least two nodes")
    places = np.array([node.at for _, _, node in cells])
    if not np.isfinite(places).all():
        return undecided("a node has no finite place")
    nodes = [node for _, _, node in cells]
    index = np.array([(c, -r) for r, c, _ in cells])
    best: tuple[float, str, tuple[Node | Point, ...]] | None = None
    for swap, left, up in product(*((False, True) if name in allow else (False,) for name in _ORDER)):
        view = places[:, ::-1] * np.array([-1, -1]) if swap else places
        view = view * np.array([-1 if left else 1, -1 if up else 1])
        found = _misfit(view, index, nodes)
        if best is None or found[0] < best[0]:
            best = found
    if best is None:
        return undecided("no arrangement to compare with")
    misfit, words, culprits = best
    if misfit <= tolerance:
        return holds("rows and columns as stated", measured=misfit, tolerance=tolerance, evidence=show(*nodes))
    return violated(
        Code.R5,
        words,
        measured=misfit if np.isfinite(misfit) else "out of order",
        tolerance=tolerance,
        evidence=show(*culprits),
    )


_ORDER: tuple[Allowed, ...] = ("transposition", "left-right", "up-down")


def _misfit(places: Array, index: Array, nodes: list[Node | Point]) -> tuple[float, str, tuple[Node | Point, ...]]:
    """Return the worst spread over spacing, in words, and the nodes to blame; infinite for a wrong order."""
    worst: tuple[float, str, tuple[Node | Point, ...]] = (0.0, "", ())
    for axis, word in ((0, "column"), (1, "row")):
        keys = sorted(set(index[:, axis]))
        groups = [np.flatnonzero(index[:, axis] == key) for key in keys]
        means = np.array([places[group, axis].mean() for group in groups])
        steps = np.diff(means)
        if len(steps) and steps.min() <= 0:
            k = int(np.argmin(steps))
            pair = (nodes[int(groups[k][0])], nodes[int(groups[k + 1][0])])
            names = [listed(name_of(nodes[int(i)]) for i in groups[j]) for j in (k, k + 1)]
            if axis == 1:
                names.reverse()
            return np.inf, f"the {word} of {names[0]} does not come before the {word} of {names[1]}", pair
        spacing = float(steps.min()) if len(steps) else float(np.ptp(places, axis=0).max())
        for group in groups:
            spread = float(np.ptp(places[group, axis])) / spacing if spacing > 0 else np.inf
            if spread > worst[0]:
                members = tuple(nodes[int(i)] for i in group)
                words = f"{listed(name_of(n) for n in members)} are not in one {word}: {percent(spread)} of the spacing"
                worst = (spread, words, members)
    return worst


@predicate(group=Group.RELATION, codes=(Code.R5,))
def levels(
    groups: tuple[tuple[Node | Point, ...], ...],
    direction: Literal["up", "down", "left", "right"] = "up",
    tolerance: float = TOLERANCES.level,
) -> Finding:
    """Each group stands on one level, and the levels follow one another in a direction of the page.

    The spread of a level is at most `tolerance` of the least spacing between neighbouring levels.

    Examples
    --------
    ::

        - ranks: {levels: {groups: [[d.d-1], [d.d-2, d.d-3, d.d-5], [d.d-30]], direction: up}}
    """
    filled = [group for group in groups if group]
    if len(filled) < 2:
        return undecided("at least two levels are needed")
    way = {"up": (0, 1), "down": (0, -1), "right": (1, 0), "left": (-1, 0)}[direction]
    along = [np.array([node.at for node in group]) @ np.array(way, float) for group in filled]
    if not all(np.isfinite(values).all() for values in along):
        return undecided("a node has no finite place")
    means = np.array([values.mean() for values in along])
    steps = np.diff(means)
    k = int(np.argmin(steps))
    if steps[k] <= 0:
        low, high = (listed(map(name_of, group)) for group in (filled[k], filled[k + 1]))
        words = f"{high} not farther {direction} than {low}"
        return violated(Code.R5, words, measured="out of order", evidence=show(*filled[k], *filled[k + 1]))
    spreads = np.array([np.ptp(values) for values in along]) / steps[k]
    worst = int(np.argmax(spreads))
    measured = float(spreads[worst])
    everyone = [node for group in filled for node in group]
    if measured <= tolerance:
        return holds(f"{len(filled)} levels", measured=measured, tolerance=tolerance, evidence=show(*everyone))
    return violated(
        Code.R5,
        f"{listed(name_of(n) for n in filled[worst])} are not on one level: {percent(measured)} of the spacing",
        measured=measured,
        tolerance=tolerance,
        evidence=show(*filled[worst]),
    )
