"""What a figure of crossing lines says about itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Cross(NamedTuple):
    """A place where one line passes another.

    Attributes
    ----------
    x, y
        Where, in the figure's own units.
    over, under
        Names of the lines; in either order where neither is over.
    flat
        Whether a reader cannot tell which is over.
    way
        Degrees of the upper line there, modulo 180; for the first of two lines of a flat crossing. None: not said.
    """

    x: float
    y: float
    over: str
    under: str
    flat: bool = False
    way: float | None = None


@dataclass(frozen=True)
class Figure:
    """A small figure, its crossings, and how many visible strands each named line falls into.

    `source` is the body of a ``tikzpicture`` of 6 × 4 cm, or the content of an ``svg`` of 200 × 150 units.
    """

    key: str
    kind: str
    source: str
    crossings: tuple[Cross, ...] = ()
    strands: Mapping[str, int] = field(default_factory=dict)
