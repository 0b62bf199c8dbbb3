"""Ink that is there but too faint: contrast to its ground, with hue making up for lightness where it can."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mathvis.scene.color import distance
from mathvis.scene.model import Path
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mathvis.binding.ink import Ink
    from mathvis.scene.model import Paint


def faintest(ink: Ink, elements: Iterable[int]) -> float | None:
    """Least contrast among paths that are too faint to be seen well; None if all are seen well.

    A path is seen well at `Tolerances.contrast`; or, from `Tolerances.least_contrast` on, where its colour is
    `Tolerances.told_hue` away from the canvas: pure green on white has a contrast of 1.4 only, and nobody
    overlooks it, while a light grey of the same contrast is overlooked.
    """
    worst: float | None = None
    for index in elements:
        element = ink.scene.elements[index]
        if not isinstance(element, Path):
            continue
        ratio = ink.visibility.contrast(index)
        if ratio >= TOLERANCES.contrast:
            continue
        paints = [part.paint for part in (element.stroke, element.fill) if part is not None]
        hue = max((_apart(ink, paint) for paint in paints), default=0.0)
        if ratio < TOLERANCES.least_contrast or hue < TOLERANCES.told_hue:
            worst = ratio if worst is None else min(worst, ratio)
    return worst


def _apart(ink: Ink, paint: Paint) -> float:
    """CIELAB distance of a paint, laid over the canvas, from the canvas."""
    ground = np.array(ink.scene.canvas.background)
    return float(distance(paint.alpha * np.array(paint.color) + (1 - paint.alpha) * ground, ground))
