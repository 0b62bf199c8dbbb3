"""What an arrow of the gallery is, and what a reader must see of it.

A figure is a program and what its source coordinates say: where every head stands, which way it points, of what
kind it is. Coordinates are those of the program: centimetres, y up, from the place called ``O`` in TikZ; px, y down, from
the upper left corner in SVG.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

XY: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Head:
    """One tip.

    Attributes
    ----------
    at
        Foremost painted point.
    to
        A vector along which it points.
    kind, end, heads
        As in `mathvis.scene.model.Tip`.
    along, across
        How far, in big points, the apex may be off along and across that vector.
    degrees
        How far the direction may be off.
    """

    at: XY
    to: XY
    end: str = "end"
    kind: str = "arrow"
    heads: int = 1
    along: float = 0.3
    across: float = 0.3
    degrees: float = 1.0


@dataclass(frozen=True, slots=True)
class Line:
    """One line and its tips, in any order.

    Attributes
    ----------
    name
        Name of its path; empty where it is told by the order of painting.
    heads
        Its tips. Where none of kind ``other`` is expected, such tips may or may not be there.
    dashed, double
        Whether its shaft is dashed, or two parallel lines.
    """

    heads: tuple[Head, ...] = ()
    name: str = "g"
    dashed: bool = False
    double: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure: its name, its program (a TikZ picture's body, a whole environment, or an SVG's body), its lines."""

    name: str
    source: str
    lines: tuple[Line, ...]


def turned(vector: XY, degrees: float, scale: float = 1.0) -> XY:
    """A vector rotated counter-clockwise (y up) and scaled."""
    c, s = scale * math.cos(math.radians(degrees)), scale * math.sin(math.radians(degrees))
    return (c * vector[0] - s * vector[1], s * vector[0] + c * vector[1])


def back(point: XY, vector: XY, distance: float) -> XY:
    """The place a distance before a point, seen along a vector."""
    size = math.hypot(*vector)
    return (point[0] - distance * vector[0] / size, point[1] - distance * vector[1] / size)


def minus(vector: XY) -> XY:
    """The opposite vector."""
    return (-vector[0], -vector[1])


def place(point: XY) -> str:
    """A point as TikZ writes it."""
    return f"({point[0]:.5f},{point[1]:.5f})"
