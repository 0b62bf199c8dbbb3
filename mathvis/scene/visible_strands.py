"""The stretches of lines that a reader sees without a break."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import shapely

from mathvis.scene.model import Path, Role

if TYPE_CHECKING:
    from collections.abc import Collection

    from mathvis.scene.polyline import Polyline
    from mathvis.scene.visibility import Visibility

_NO_STRANDS = (Role.CASING, Role.TIP, Role.TEXT, Role.MARK, Role.NODE)
"""Roles of strokes that are no lines of their own."""
_NEAREST = 0.5
"""Big points within which a line as thin as can be lies on another."""


@dataclass(frozen=True, slots=True, eq=False)
class VisibleStrand:
    """A stretch of a line that a reader sees without a break.

    Attributes
    ----------
    element
        Index of the path that paints it; the first, where several paint the same line.
    line
        The stretch, in drawing order; the gaps that a reader bridges are in it.
    width
        Width of the line in big points.
    """

    element: int
    line: Polyline
    width: float


def strands(visibility: Visibility, elements: Collection[int] | None = None) -> tuple[VisibleStrand, ...]:
    """Visible strands of a scene's lines, in paint order.

    A line that is painted again on the same course (a casing's core, the same arc once more on top) is one strand.

    Parameters
    ----------
    elements
        Indices of the paths to look at; by default all strokes that are no casings, tips, marks, nodes or rules.
    """
    scene, geometry = visibility.geometry.scene, visibility.geometry
    found: list[VisibleStrand] = []
    for element in scene.elements:
        if not isinstance(element, Path) or element.stroke is None:
            continue
        if element.index not in elements if elements is not None else element.role in _NO_STRANDS:
            continue
        if visibility[element.index].stroke_share:
            width = geometry.width(element.index)
            found += [
                VisibleStrand(element.index, part, width) for part in visibility.parts(element.index) if part.length > 0
            ]
    again = _painted_again(found)
    return tuple(strand for k, strand in enumerate(found) if k not in again)


def _painted_again(found: list[VisibleStrand]) -> set[int]:
    """Strands that lie wholly on a longer one, or on an equal one that was painted before them."""
    again: set[int] = set()
    if not found:
        return again
    lines = np.array([shapely.LineString(strand.line.points) for strand in found], object)
    sizes = np.array([strand.line.length for strand in found])
    near = np.maximum([strand.width for strand in found], _NEAREST)
    own, other = shapely.STRtree(lines).query(lines, predicate="dwithin", distance=near)
    longer = sizes[other] > sizes[own] * (1 + 1e-9)
    equal = np.abs(sizes[other] - sizes[own]) <= sizes[own] * 1e-9
    for k, on in zip(*(row[longer | (equal & (other < own))].tolist() for row in (own, other)), strict=True):
        if k not in again and shapely.buffer(lines[on], near[k], quad_segs=4).covers(lines[k]):
            again.add(k)
    return again
