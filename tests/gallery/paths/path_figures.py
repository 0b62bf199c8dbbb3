"""What a path of the gallery is, and what a reader must see of it.

Coordinates and lengths are those of the program: centimetres, y up, from the place called ``O`` in TikZ; px, y down, from
the upper left corner in SVG.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

XY: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Drawn:
    """What is drawn under the name ``g``.

    Attributes
    ----------
    elements
        Painted paths of that name that are no casings.
    casings
        Painted paths of that name that are.
    pieces
        Connected lines; lines whose ends meet are one. None where that is not looked at.
    closed
        Whether every line is closed, be it by a command or by its ends.
    length
        Length of all lines together, None where it is not looked at.
    ends
        First and last point of a single open line.
    dashed
        Whether it reads as dashed, by a dash array or by gaps.
    fill
        ``solid``, ``pattern``, ``shading``, or None.
    area
        Filled area under its own rule.
    marks
        Marks along it.
    box
        Lower left and upper right corner of a named box instead of a path.
    share
        How far a length or an area may be off, as a share.
    """

    elements: int = 1
    casings: int = 0
    pieces: int | None = 1
    closed: bool = False
    length: float | None = None
    ends: tuple[XY, XY] | None = None
    dashed: bool = False
    fill: str | None = None
    area: float | None = None
    marks: int = 0
    box: tuple[XY, XY] | None = None
    share: float = 0.003


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure: its name, its program (a TikZ picture's body or an SVG's body), what is called g in it."""

    name: str
    source: str
    drawn: Drawn
