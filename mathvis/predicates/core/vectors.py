"""Systems of vectors drawn from one origin: directions, lengths, reflections, Cartan integers."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np

from mathvis.figure.finding import Finding, holds, undecided, violated
from mathvis.figure.model import Array, Curve, Edge, Point
from mathvis.goldir.codes import Code, Group
from mathvis.predicates.budget import Budget
from mathvis.predicates.measure.polyline import is_drawn, pointing, sense, straightness
from mathvis.predicates.measure.words import name_of, percent, plain, plural, show
from mathvis.predicates.registry import predicate
from mathvis.predicates.signature import AtLeast, Unit
from mathvis.tolerances import TOLERANCES

_Arrow = Edge | Curve


class Vector(NamedTuple):
    """An arrow as a vector on the page."""

    tail: Array
    head: Array
    item: _Arrow

    @property
    def step(self) -> complex:
        """Head minus tail as a complex number."""
        dx, dy = self.head - self.tail
        return complex(dx, dy)


def vector_of(item: _Arrow) -> Vector | Finding:
    """Return an arrow as a vector, or why it is none: bent, in pieces, without a head, too short."""
    name = name_of(item)
    if isinstance(item, Edge):
        points, directed = item.path, item.directed
    else:
        if len(item.pieces) != 1 or not is_drawn(item):
            return violated(Code.R8, f"{name} is not one segment", evidence=show(item))
        way = sense(item)
        directed = way.sign != 0 and len(pointing(item.tips)) >= 1
        points = item.pieces[0][:: way.sign or 1]
    if len(points) < 2 or not np.isfinite(points).all():
        return violated(Code.R8, f"{name} has no length", evidence=show(item))
    if not straightness(points) <= TOLERANCES.collinear:
        return violated(Code.R8, f"{name} is not straight", evidence=show(item))
    if not directed:
        return violated(Code.R3, f"{name} has no arrowhead at one end", evidence=show(item))
    if np.hypot(*(points[-1] - points[0])) < TOLERANCES.short_leg * item.frame.diagonal:
        return undecided(f"{name} is too short to measure", evidence=show(item))
    return Vector(points[0], points[-1], item)


def _vectors(items: tuple[_Arrow, ...]) -> list[Vector] | Finding:
    found = [vector_of(item) for item in items]
    for one in found:
        if isinstance(one, Finding):
            return one
    return [one for one in found if isinstance(one, Vector)]


def _by_direction(vectors: list[Vector]) -> list[Vector]:
    return sorted(vectors, key=lambda v: np.angle(v.step))


@predicate(group=Group.RELATION, codes=(Code.R1, Code.R8, Code.R3))
def common_origin(
    vectors: Annotated[tuple[Edge | Curve, ...], AtLeast(2)],
    at: Point | None = None,
    tolerance: float = TOLERANCES.position,
) -> Finding:
    """All vectors start in one place; with `at`, at that mark.

    Examples
    --------
    ::

        - origin: {common_origin: {vectors: roots}}
    """
    found = _vectors(vectors)
    if isinstance(found, Finding):
        return found
    tails = np.array([v.tail for v in found])
    middle = at.at if at is not None else np.median(tails, axis=0)
    off = np.hypot(*(tails - middle).T) / vectors[0].frame.diagonal
    worst = int(np.argmax(off))
    measured = float(off[worst])
    if measured <= tolerance:
        return holds(
            f"{plural(len(found), 'vector')} from one origin",
            measured=measured,
            tolerance=tolerance,
            evidence=show(*vectors),
        )
    return violated(
        Code.R1,
        f"{name_of(found[worst].item)} starts {percent(measured)} away from the others",
        measured=measured,
        tolerance=tolerance,
        evidence=show(found[worst].item, at=tails[worst]),
    )


@predicate(group=Group.RELATION, codes=(Code.R2, Code.R8, Code.R3))
def angle_steps(
    vectors: Annotated[tuple[Edge | Curve, ...], AtLeast(2)],
    equals: tuple[float, ...],
    tolerance: Annotated[float, Unit("degrees")] = TOLERANCES.angle,
) -> Finding:
    """Round the origin, the angles from each vector to the next are the stated ones, over and over.

    The list of degrees is repeated until the circle is full; it may start at any vector and run either way round.

    Examples
    --------
    ::

        - twelve: {angle_steps: {vectors: roots, equals: [30]}}
    """
    found = _vectors(vectors)
    if isinstance(found, Finding):
        return found
    ordered = _by_direction(found)
    directions = np.degrees([np.angle(v.step) for v in ordered])
    steps = np.diff(np.concatenate([directions, directions[:1] + 360]))
    wanted = _cycle(equals, len(steps))
    if wanted is None:
        return violated(
            Code.R2,
            f"{plural(len(steps), 'vector')} cannot follow the stated pattern of {len(equals)}",
            measured=len(steps),
            evidence=show(*vectors),
        )
    error, k = _best_cycle(steps, wanted, lambda a, b: np.abs(a - b))
    items = (ordered[k].item, ordered[(k + 1) % len(ordered)].item)
    words = f"{name_of(items[0])} and {name_of(items[1])} are {steps[k]:.1f}° apart"
    if error <= tolerance:
        return holds(
            f"all steps are {', '.join(plain(e) for e in equals)}°",
            measured=error,
            tolerance=tolerance,
            unit="degrees",
            evidence=show(*vectors),
        )
    return violated(Code.R2, words, measured=error, tolerance=tolerance, unit="degrees", evidence=show(*items))


def _cycle(pattern: tuple[float, ...], n: int) -> Array | None:
    return np.tile(pattern, n // len(pattern)) if pattern and n % len(pattern) == 0 else None


def _best_cycle(values: Array, pattern: Array, error: object) -> tuple[float, int]:
    """Return the least largest error over all rotations of a pattern and its reverse, and where it occurs."""
    best, where = np.inf, 0
    for candidate in (pattern, pattern[::-1]):
        for shift in range(len(pattern)):
            off = error(values, np.roll(candidate, shift))  # type: ignore[operator]
            if off.max() < best:
                best, where = float(off.max()), int(np.argmax(off))
    return best, where


@predicate(group=Group.RELATION, codes=(Code.R2, Code.R8, Code.R3))
def length_cycle(
    vectors: Annotated[tuple[Edge | Curve, ...], AtLeast(2)],
    ratios: tuple[float, ...],
    tolerance: float = TOLERANCES.length,
) -> Finding:
    """Round the origin, the lengths are proportional to the stated ratios, over and over.

    The pattern may start at any vector and run either way round; the relative error of every length, after the best
    common scale, is at most `tolerance`.

    Examples
    --------
    ::

        - alternate: {length_cycle: {vectors: roots, ratios: [1, "sqrt(3)"]}}
    """
    found = _vectors(vectors)
    if isinstance(found, Finding):
        return found
    ordered = _by_direction(found)
    sizes = np.array([abs(v.step) for v in ordered])
    wanted = _cycle(ratios, len(sizes))
    if wanted is None or min(ratios) <= 0:
        return violated(
            Code.R2,
            f"{plural(len(sizes), 'vector')} cannot follow the stated pattern of {len(ratios)}",
            measured=len(sizes),
            evidence=show(*vectors),
        )

    def error(drawn: Array, stated: Array) -> Array:
        quotient = drawn / stated
        scale = (quotient.max() + quotient.min()) / 2
        return np.asarray(np.abs(quotient / scale - 1))

    off, k = _best_cycle(sizes, wanted, error)
    words = f"the longest is {plain(float(sizes.max() / sizes.min()))} times the shortest"
    if off <= tolerance:
        return holds(words, measured=off, tolerance=tolerance, unit="relative", evidence=show(*vectors))
    pattern = " : ".join(plain(r) for r in ratios)
    return violated(
        Code.R2,
        f"the lengths do not follow {pattern} ({words}), worst at {name_of(ordered[k].item)}",
        measured=off,
        tolerance=tolerance,
        unit="relative",
        evidence=show(ordered[k].item),
    )


@predicate(group=Group.RELATION, codes=(Code.R10, Code.R8, Code.R3))
def reflection_invariant(
    vectors: Annotated[tuple[Edge | Curve, ...], AtLeast(2)],
    budget: Budget,
    tolerance: float = TOLERANCES.symmetry,
) -> Finding:
    """The set of vectors is invariant under the reflection in the line perpendicular to each of its members.

    Every image must come within `tolerance` of a member, as a share of twice the longest vector.

    Examples
    --------
    ::

        - weyl: {reflection_invariant: {vectors: roots}}
    """
    found = _vectors(vectors)
    if isinstance(found, Finding):
        return found
    z = np.array([v.step for v in found])
    budget.spend(len(z) ** 3)
    images = -np.conj(z[None, :]) * (z / np.conj(z))[:, None]
    apart = np.abs(images[:, :, None] - z[None, None, :]).min(axis=2) / (2 * np.abs(z).max())
    mirror, image = np.unravel_index(int(np.argmax(apart)), apart.shape)
    measured = float(apart[mirror, image])
    if measured <= tolerance:
        return holds(
            f"invariant under all {len(z)} reflections", measured=measured, tolerance=tolerance, evidence=show(*vectors)
        )
    first, second = found[int(mirror)].item, found[int(image)].item
    return violated(
        Code.R10,
        f"the mirror image of {name_of(second)} in {name_of(first)} is no member: {percent(measured)} off",
        measured=measured,
        tolerance=tolerance,
        evidence=show(first, second),
    )


@predicate(group=Group.RELATION, codes=(Code.R2, Code.R8, Code.R3))
def cartan_integer(
    first: Edge | Curve, second: Edge | Curve, equals: int, tolerance: float = TOLERANCES.cartan
) -> Finding:
    """The Cartan number 2⟨first, second⟩ / ⟨second, second⟩ of two drawn vectors.

    `tolerance` is absolute.

    Examples
    --------
    ::

        - short: {cartan_integer: {first: alpha, second: beta, equals: -1}}
        - long:  {cartan_integer: {first: beta, second: alpha, equals: -3}}
    """
    found = _vectors((first, second))
    if isinstance(found, Finding):
        return found
    a, b = (v.step for v in found)
    value = 2 * (a * b.conjugate()).real / abs(b) ** 2
    error = abs(value - equals)
    words = f"2⟨{name_of(first)}, {name_of(second)}⟩ / ⟨{name_of(second)}, {name_of(second)}⟩ = {value:.2f}".replace(
        "-", "−"
    )
    if error <= tolerance:
        return holds(words, measured=error, tolerance=tolerance, unit="absolute", evidence=show(first, second))
    return violated(
        Code.R2,
        f"{words}, not {plain(equals)}",
        measured=error,
        tolerance=tolerance,
        unit="absolute",
        evidence=show(first, second),
    )


@predicate(group=Group.RELATION, codes=(Code.R5, Code.R8, Code.R3))
def is_member(vector: Edge | Curve, of: tuple[Edge | Curve, ...], tolerance: float = TOLERANCES.position) -> Finding:
    """A vector coincides with one of a set: same tail and same head.

    Examples
    --------
    ::

        - simple: {is_member: {vector: alpha, of: roots}}
    """
    found = _vectors((vector, *of))
    if isinstance(found, Finding):
        return found
    own, *others = found
    off = (
        min(max(float(np.hypot(*(own.tail - v.tail))), float(np.hypot(*(own.head - v.head)))) for v in others)
        / vector.frame.diagonal
    )
    if off <= tolerance:
        return holds(f"{name_of(vector)} is one of them", measured=off, tolerance=tolerance, evidence=show(vector))
    return violated(
        Code.R5,
        f"{name_of(vector)} is none of them: the nearest is {percent(off)} away",
        measured=off,
        tolerance=tolerance,
        evidence=show(vector),
    )
