"""Ink that is there but too faint: contrast to its ground, with hue making up for lightness where it can."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely
from numpy.typing import NDArray

from mathvis.scene.color import contrast, distance
from mathvis.scene.model import Path
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mathvis.binding.ink import Ink

Array = NDArray[np.float64]

_PLACES = 100
"""Places of a path, about, at which what lies over it is looked at."""


def faintest(ink: Ink, elements: Iterable[int]) -> float | None:
    """Least contrast among paths that are too faint to be seen well; None if all are seen well.

    A path is seen well at `Tolerances.contrast`; or, from `Tolerances.least_contrast` on, where its colour is
    `Tolerances.told_hue` away from the canvas: pure green on white has a contrast of 1.4 only, and nobody
    overlooks it, while a light grey of the same contrast is overlooked. Where something translucent lies over a
    path, both are seen through it. An object with lines is seen by its lines, however pale its fill is.
    """
    paths = [element for index in elements if isinstance(element := ink.scene.elements[index], Path)]
    lines = [path for path in paths if path.stroke is not None]
    worst: float | None = None
    for path in lines or paths:
        ratio, well = _seen(ink, path)
        if not well:
            worst = ratio if worst is None else min(worst, ratio)
    return worst


def _seen(ink: Ink, path: Path) -> tuple[float, bool]:
    """Contrast of a path, and whether it is seen well: to what lies beside it, or by its colour on the canvas."""
    beside = ink.visibility.contrast(path.index)
    if beside >= TOLERANCES.contrast:
        return beside, True
    part = path.stroke or path.fill
    if part is None:
        return beside, False
    canvas = np.array(ink.scene.canvas.background)
    color = part.paint.alpha * np.array(part.paint.color) + (1 - part.paint.alpha) * canvas
    laid, bare = _through(ink, path, color, canvas)
    ratios, apart = contrast(laid, bare), distance(laid, bare)
    well = (ratios >= TOLERANCES.contrast) | ((ratios >= TOLERANCES.least_contrast) & (apart >= TOLERANCES.told_hue))
    return float(np.quantile(ratios, 1 - TOLERANCES.visible_share)), bool(np.mean(well) >= TOLERANCES.visible_share)


def _through(ink: Ink, path: Path, laid: Array, bare: Array) -> tuple[Array, Array]:
    """Colours of a path and of the canvas, shape (3,), as they are seen through what lies over the path: (k, 3)."""
    ground = ink.visibility.ground
    veils = ground.veils(ground.around(path.index), path.index)
    lines = [line for line in ink.geometry.polylines(path.index) if line.length > 0] if len(veils) else []
    if not lines:
        return laid[None], bare[None]
    course = shapely.MultiLineString([line.points for line in lines])
    places = shapely.get_coordinates(shapely.segmentize(course, course.length / _PLACES))
    return ground.colors(places, veils, laid), ground.colors(places, veils, bare)
