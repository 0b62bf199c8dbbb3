"""What is seen of an element: the records that `mathvis.scene.visibility` makes."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from mathvis.scene.regions import EMPTY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapely.geometry.base import BaseGeometry

    from mathvis.scene.polyline import Polyline


class Cause(StrEnum):
    """Why ink is not seen."""

    PAGE = "page"
    """Outside the canvas."""
    CLIP = "clip"
    """Outside a clip of its own."""
    PAINT = "paint"
    """Under opaque paint of another colour."""
    FAINT = "faint"
    """Of the colour of what lies beside it, or transparent."""
    NOTHING = "nothing"
    """No width, no size, no extent."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A stretch of a line that is not seen.

    Attributes
    ----------
    piece
        Which subpath.
    start, stop
        Arc lengths along the flattened subpath, big points.
    cause
        Why.
    by
        Elements that hide it.
    bridged
        Whether a reader takes the line as going on: it passes under visible ink for a short stretch, or under
        the background of a text that stands on it.
    """

    piece: int
    start: float
    stop: float
    cause: Cause
    by: tuple[int, ...] = ()
    bridged: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What is seen of one element.

    Attributes
    ----------
    share
        Share of the length (a line), area (a fill) or box (text) that is seen; of a path with both, the larger.
    contrast
        Contrast ratio (WCAG) to what lies beside it that nine tenths of what is seen of it attain; half of the
        rim for a fill. 1 where nothing is seen.
    lost
        Share lost to each cause, of the coat that `share` speaks of.
    hidden_by
        Elements that hide some of it.
    parts
        Seen stretches of its line, in drawing order, bridged gaps included; whole subpaths are the polylines
        of `SceneGeometry.polylines` themselves.
    region
        Seen part of its fill or box.
    gaps
        Unseen stretches of its line.
    continued
        `share` with the bridged gaps of its line counted as seen.
    stroke_share, fill_share
        The shares of the two coats, None where there is none.
    exact
        False where it was looked at coarsely (an immense scene).
    """

    index: int
    share: float
    contrast: float = 1.0
    lost: Mapping[Cause, float] = field(default_factory=dict)
    hidden_by: tuple[int, ...] = ()
    parts: tuple[Polyline, ...] = ()
    region: BaseGeometry = EMPTY
    gaps: tuple[Gap, ...] = ()
    continued: float = 0.0
    stroke_share: float | None = None
    fill_share: float | None = None
    exact: bool = True
