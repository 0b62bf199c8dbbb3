"""Regions: what lies inside what, areas, and stated shapes."""

from __future__ import annotations

import itertools
from typing import Annotated

import numpy as np
import shapely
from scipy.optimize import linear_sum_assignment

from mathvis.figure.finding import Finding, holds, undecided, violated
from mathvis.figure.model import Curve, Node, Point, Region, Text
from mathvis.goldir.codes import Code, Group
from mathvis.predicates.core.points import place_of
from mathvis.predicates.measure.areas import area_of, corners_of, overlap
from mathvis.predicates.measure.frames import no_frame
from mathvis.predicates.measure.words import listed, name_of, percent, plain, plural, show
from mathvis.predicates.registry import predicate
from mathvis.predicates.signature import AtLeast, Places
from mathvis.tolerances import TOLERANCES


def _no_area(item: Region | Curve) -> Finding:
    return violated(Code.R11, f"{name_of(item)} encloses nothing", evidence=show(item))


@predicate(group=Group.RELATION, codes=(Code.R5, Code.R11))
def inside(
    things: tuple[Point | Node | Text | Region | Curve, ...],
    outer: Region | Curve,
    tolerance: float = TOLERANCES.gap_overlap,
) -> Finding:
    """Every thing lies inside a region or closed curve; boundaries may touch.

    A mark or text goes by its place, a region or curve by all of it; what sticks out by at most `tolerance` of the
    panel's diagonal is inside.

    Examples
    --------
    ::

        - within: {inside: {things: zeros, outer: disc}}
    """
    area = area_of(outer)
    if area is None:
        return _no_area(outer)
    diagonal = outer.frame.diagonal
    for thing in things:
        if isinstance(thing, Point | Node | Text):
            place = place_of(thing)
            if not np.isfinite(place).all():
                return undecided(f"{name_of(thing)} has no finite place")
            off = float(area.distance(shapely.Point(place))) / diagonal
        else:
            pieces = thing.pieces if isinstance(thing, Curve) else ()
            coordinates = (
                np.vstack(pieces)
                if pieces
                else shapely.get_coordinates(thing.shape if isinstance(thing, Region) else None)
            )
            if not len(coordinates) or not np.isfinite(coordinates).all():
                return undecided(f"{name_of(thing)} has no extent")
            off = float(shapely.distance(shapely.points(coordinates), area).max()) / diagonal
        if off > tolerance:
            return violated(
                Code.R5,
                f"{name_of(thing)} sticks out of {name_of(outer)} by {percent(off)}",
                measured=off,
                tolerance=tolerance,
                evidence=show(thing, outer),
            )
    return holds(f"{listed(map(name_of, things))} inside {name_of(outer)}", evidence=show(*things, outer))


@predicate(group=Group.RELATION, codes=(Code.R2, Code.R11))
def area_ratio(
    first: Region | Curve, second: Region | Curve, equals: float, tolerance: float = TOLERANCES.area
) -> Finding:
    """The first area is `equals` times the second, within a relative `tolerance`.

    Examples
    --------
    ::

        - half: {area_ratio: {first: triangle, second: square, equals: "1/2"}}
    """
    areas = []
    for item in (first, second):
        shape = area_of(item)
        if shape is None:
            return _no_area(item)
        areas.append(float(shape.area))
    if areas[1] < (TOLERANCES.short_base * second.frame.diagonal) ** 2 or not equals > 0:
        return undecided(f"{name_of(second)} is too small to compare with", evidence=show(second))
    ratio = areas[0] / areas[1]
    error = abs(ratio / equals - 1)
    words = f"{name_of(first)} : {name_of(second)} = {plain(ratio)} in area"
    if error <= tolerance:
        return holds(words, measured=error, tolerance=tolerance, unit="relative", evidence=show(first, second))
    return violated(
        Code.R2,
        f"{words}, not {plain(equals)}",
        measured=error,
        tolerance=tolerance,
        unit="relative",
        evidence=show(first, second),
    )


@predicate(group=Group.RELATION, codes=(Code.R11,))
def covers_polygon(region: Region | Curve, corners: Places, tolerance: float = TOLERANCES.iou) -> Finding:
    """The region is the stated polygon: common area over united area is at least `tolerance`.

    Examples
    --------
    ::

        - shaded: {covers_polygon: {region: D, corners: [[0, 0], [1, 0], [0, 1]]}}
    """
    if not region.frame.fitted:
        return no_frame(region.frame)
    shape = area_of(region)
    if shape is None:
        return _no_area(region)
    if len(corners) < 3:
        return undecided("a polygon needs three corners")
    wanted = shapely.make_valid(shapely.Polygon(region.frame.to_page(corners)))
    if not wanted.area > 0:
        return undecided("the stated polygon has no area")
    common = overlap(shape, wanted)
    measured = common / (float(shape.area) + float(wanted.area) - common)
    words = f"{name_of(region)} agrees with the stated region in {percent(measured)}"
    if measured >= tolerance:
        return holds(words, measured=measured, tolerance=tolerance, unit="of the area", evidence=show(region))
    return violated(Code.R11, words, measured=measured, tolerance=tolerance, unit="of the area", evidence=show(region))


@predicate(group=Group.RELATION, codes=(Code.R8, Code.R9))
def is_polygon(
    shape: Region | Curve,
    corners: Places | None = None,
    count: int | None = None,
    tolerance: float = TOLERANCES.position,
) -> Finding:
    """The outline is a polygon with the stated corners, in cyclic order, or with so many corners.

    Examples
    --------
    ::

        - hull: {is_polygon: {shape: hull, corners: [[0, 0], [2, 0], [1, 2]]}}
        - hex:  {is_polygon: {shape: H, count: 6}}
    """
    found = corners_of(shape)
    if found is None:
        return violated(Code.R8, f"{name_of(shape)} is no polygon", measured="no polygon", evidence=show(shape))
    wanted = len(corners) if corners is not None else count
    words = f"{name_of(shape)} has {plural(len(found), 'corner')}"
    if wanted is None:
        return undecided("neither corners nor a count are stated")
    if len(found) != wanted:
        return violated(Code.R9, f"{words}, not {wanted}", measured=len(found), evidence=show(shape))
    if corners is None:
        return holds(words, measured=len(found), evidence=show(shape))
    if not shape.frame.fitted:
        return no_frame(shape.frame)
    page = shape.frame.to_page(corners)
    off = np.hypot(*(found[:, None] - page[None]).transpose(2, 0, 1)) / shape.frame.diagonal
    rows, columns = linear_sum_assignment(off)
    measured = float(off[rows, columns].max())
    steps = np.diff(np.concatenate([columns, columns[:1]])) % len(found)
    in_order = len(set(steps)) == 1 and int(steps[0]) in (1, len(found) - 1)
    if measured <= tolerance and in_order:
        return holds(f"{words}, as stated", measured=measured, tolerance=tolerance, evidence=show(shape))
    reason = f"a corner is off by {percent(measured)}" if measured > tolerance else "its corners are in another order"
    return violated(
        Code.R8, f"{name_of(shape)}: {reason}", measured=measured, tolerance=tolerance, evidence=show(shape)
    )


@predicate(group=Group.RELATION, codes=(Code.R5, Code.R11))
def nested(
    chain: Annotated[tuple[Region | Curve, ...], AtLeast(2)], tolerance: float = TOLERANCES.gap_overlap
) -> Finding:
    """Each region or closed curve lies inside the next.

    Examples
    --------
    ::

        - rings: {nested: {chain: [inner, middle, outer]}}
    """
    for first, second in itertools.pairwise(chain):
        found = inside((first,), second, tolerance)
        if not found.holds:
            return found
    return holds(f"{listed(map(name_of, chain))}: each inside the next", evidence=show(*chain))
