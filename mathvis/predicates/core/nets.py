"""Nets of the cube: congruent squares, joints, folding, opposite faces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import numpy as np

from mathvis.figure.finding import Finding, holds, undecided, violated
from mathvis.figure.model import Curve, Region
from mathvis.goldir.codes import Code, Group
from mathvis.goldir.expressions import Condition
from mathvis.predicates.arcs import Arc
from mathvis.predicates.core.diagrams import check_arcs
from mathvis.predicates.measure.folding import Net, Square, fold, net_of, square_of
from mathvis.predicates.measure.names import check_names, numbers_of, paired
from mathvis.predicates.measure.words import listed, member_name, name_of, percent, plural, show
from mathvis.predicates.registry import predicate
from mathvis.predicates.signature import AtLeast
from mathvis.tolerances import TOLERANCES

Face = Region | Curve


@predicate(group=Group.RELATION, codes=(Code.R2, Code.R8))
def congruent_squares(faces: tuple[Region | Curve, ...], tolerance: float = TOLERANCES.length) -> Finding:
    """Every face is a square, and all are equally large, within a relative `tolerance` of the mean side.

    Examples
    --------
    ::

        - squares: {congruent_squares: {faces: faces}}
    """
    squares = _squares(faces, tolerance)
    if isinstance(squares, Finding):
        return squares
    sides = np.array([square.side for square in squares])
    off = np.abs(sides / sides.mean() - 1)
    worst = int(np.argmax(off))
    measured = float(off[worst])
    if measured <= tolerance:
        return holds(
            plural(len(faces), "congruent square"),
            measured=measured,
            tolerance=tolerance,
            unit="relative",
            evidence=show(*faces),
        )
    return violated(
        Code.R2,
        f"{name_of(faces[worst])} is {percent(measured)} larger or smaller than the mean",
        measured=measured,
        tolerance=tolerance,
        unit="relative",
        evidence=show(faces[worst]),
    )


def _squares(faces: tuple[Face, ...], tolerance: float = TOLERANCES.length) -> tuple[Square, ...] | Finding:
    out = []
    for face in faces:
        found = square_of(face, tolerance)
        if not isinstance(found, Square):
            code = Code.R8 if found.measured is None else Code.R2
            return violated(
                code,
                f"{name_of(face)} {found.words}",
                measured=found.measured,
                tolerance=found.tolerance,
                unit=found.unit,
                evidence=show(face),
            )
        out.append(found)
    return tuple(out)


def _net(faces: tuple[Face, ...]) -> Net | Finding:
    squares = _squares(faces)
    return squares if isinstance(squares, Finding) else net_of(squares)


@predicate(group=Group.RELATION, codes=(Code.R4, Code.R2, Code.R8))
def edge_joined(
    faces: Annotated[tuple[Region | Curve, ...], AtLeast(2)], shared: int, tolerance: float = TOLERANCES.position
) -> Finding:
    """The squares hang together along exactly `shared` common edges.

    An edge is common when its ends agree within `tolerance` of the panel's diagonal.

    Examples
    --------
    ::

        - tree: {edge_joined: {faces: faces, shared: 5}}
    """
    squares = _squares(faces)
    if isinstance(squares, Finding):
        return squares
    net = net_of(squares, tolerance)
    if not net.connected:
        loose = [name_of(face) for face, cell in zip(faces, net.cells, strict=True) if cell is None]
        return violated(
            Code.R4,
            f"{listed(loose)} not joined to {name_of(faces[0])} by edges",
            measured=len(net.joints),
            evidence=show(*faces),
        )
    words = f"{plural(len(net.joints), 'common edge')}"
    if len(net.joints) == shared:
        return holds(words, measured=len(net.joints), evidence=show(*faces))
    return violated(Code.R4, f"{words}, not {shared}", measured=len(net.joints), evidence=show(*faces))


@predicate(group=Group.RELATION, codes=(Code.R4, Code.R9, Code.R2, Code.R8))
def folds_to_cube(faces: tuple[Region | Curve, ...]) -> Finding:
    """Folded along its common edges the net covers each face of a cube once.

    Examples
    --------
    ::

        - folds: {folds_to_cube: {faces: faces}}
    """
    net = _net(faces)
    if isinstance(net, Finding):
        return net
    if len(faces) != 6:
        return violated(Code.R9, f"{plural(len(faces), 'square')}, not 6", measured=len(faces), evidence=show(*faces))
    normals = fold(net)
    if None in normals:
        return violated(Code.R4, "the squares do not hang together", measured="loose", evidence=show(*faces))
    twice = [normal for normal, n in Counter(normals).items() if n > 1]
    if twice:
        both = [face for face, normal in zip(faces, normals, strict=True) if normal == twice[0]]
        return violated(
            Code.R4,
            f"{listed(map(name_of, both))} fold onto the same face",
            measured=6 - len(twice),
            evidence=show(*both),
        )
    return holds("folds to a cube", measured=6, evidence=show(*faces))


def _check_opposite(args: Mapping[str, Any]) -> Iterable[str]:
    if ("when" in args) == ("pairs" in args):
        yield "give either 'when' (a condition with 'names') or 'pairs' (a list of arcs)"
    yield from check_names(args, pairs=("when",))
    yield from check_arcs(args)


@predicate(group=Group.RELATION, codes=(Code.B2, Code.R4, Code.R2, Code.R8), check=_check_opposite)
def opposite_faces(
    faces: Annotated[tuple[Region | Curve, ...], AtLeast(2)],
    names: str | None = None,
    when: Condition | None = None,
    pairs: tuple[Arc, ...] | None = None,
) -> Finding:
    """On the folded cube exactly the stated pairs of faces are opposite.

    The pairs are those for which a condition on the numbers in both names is true (it must be symmetric), or a list.
    Undecided for a net that does not fold to a cube.

    Examples
    --------
    ::

        - sums:  {opposite_faces: {faces: faces, names: "f{n}", when: "n1 + n2 = 7"}}
        - pairs: {opposite_faces: {faces: faces, pairs: ["f1 -- f6", "f2 -- f5", "f3 -- f4"]}}
    """
    net = _net(faces)
    if isinstance(net, Finding):
        return net
    normals = fold(net)
    if None in normals or len(set(normals)) != len(normals):
        return undecided("the net does not fold to a cube", code=Code.R4, evidence=show(*faces))
    listed_pairs = None if pairs is None else {frozenset((arc.source, arc.target)) for arc in pairs}
    for i, first in enumerate(faces):
        for j in range(i):
            second = faces[j]
            stated = _is_stated(second, first, names, when, listed_pairs)
            if isinstance(stated, Finding):
                return stated
            a, b = normals[i], normals[j]
            opposite = a is not None and b is not None and all(x == -y for x, y in zip(a, b, strict=True))
            if opposite != stated:
                words = "are opposite and should not be" if opposite else "are not opposite"
                return violated(
                    Code.B2, f"{name_of(second)} and {name_of(first)} {words}", evidence=show(first, second)
                )
    return holds("the stated pairs are opposite", evidence=show(*faces))


def _is_stated(
    first: Face, second: Face, names: str | None, when: Condition | None, pairs: set[frozenset[str]] | None
) -> bool | Finding:
    if pairs is not None:
        return frozenset((member_name(first), member_name(second))) in pairs
    if names is None or when is None:
        return undecided("no pairs are stated")
    a, b = numbers_of(names, first), numbers_of(names, second)
    if a is None or b is None:
        stranger = first if a is None else second
        return undecided(f"the name {member_name(stranger)!r} does not fit {names!r}", evidence=show(stranger))
    values = paired(a, b)
    if not when.variables <= values.keys():
        return undecided("the condition uses letters that are not in the names")
    return bool(when.holds(**values))


@predicate(group=Group.RELATION, codes=(Code.R5, Code.R2, Code.R8))
def no_row(faces: tuple[Region | Curve, ...], length: int) -> Finding:
    """No `length` squares of the net stand side by side in one straight row.

    Examples
    --------
    ::

        - short: {no_row: {faces: faces, length: 4}}
    """
    net = _net(faces)
    if isinstance(net, Finding):
        return net
    if length < 1:
        return undecided("a row has at least one square")
    if not net.connected:
        return undecided("the squares do not hang together", evidence=show(*faces))
    at = {cell: face for cell, face in zip(net.cells, faces, strict=True) if cell is not None}
    longest: tuple[Face, ...] = ()
    for x, y in at:
        for dx, dy in ((1, 0), (0, 1)):
            run: list[Face] = []
            while (x + len(run) * dx, y + len(run) * dy) in at:
                run.append(at[x + len(run) * dx, y + len(run) * dy])
            longest = max(longest, tuple(run), key=len)
    words = f"the longest row has {plural(len(longest), 'square')}"
    if len(longest) < length:
        return holds(words, measured=len(longest), evidence=show(*faces))
    return violated(
        Code.R5, f"{words}: {listed(map(name_of, longest))}", measured=len(longest), evidence=show(*longest)
    )
