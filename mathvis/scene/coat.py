"""One coat of paint while it is looked at, and how well colours are told apart."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from mathvis.scene.color import contrast, distance
from mathvis.scene.regions import EMPTY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    from mathvis.scene.color import Colors
    from mathvis.scene.polyline import Array, Polyline
    from mathvis.scene.seen import Cause, Gap

BESIDE = 0.15
"""Distance in big points from ink at which its surroundings are looked at."""


@dataclass(slots=True)
class Look:
    """What has been found out about one coat; see `mathvis.scene.seen.Seen`."""

    share: float = 0.0
    contrast: float = 1.0
    lost: dict[Cause, float] = field(default_factory=dict)
    hidden_by: set[int] = field(default_factory=set)
    parts: list[Polyline] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    region: BaseGeometry = EMPTY
    exact: bool = True


def better(color: Colors, grounds: Sequence[Colors], unseen: float) -> tuple[Array, NDArray[np.bool_]]:
    """Contrast to the ground that a colour stands out from most, and where it stands out from none.

    Parameters
    ----------
    color, grounds
        Shape (k, 3) or (3,) each.
    unseen
        CIELAB distance below which two colours cannot be told apart.
    """
    if len(grounds) == 1:
        ratio, gap = contrast(color, grounds[0]), distance(color, grounds[0])
    else:
        all_ = np.stack(grounds)
        ratio, gap = contrast(color, all_).max(axis=0), distance(color, all_).max(axis=0)
    return ratio, gap < unseen
