"""Ink that is there but too faint: contrast to its ground, with hue making up for lightness where it can."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mathvis.scene.color import contrast, distance
from mathvis.scene.model import Path
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mathvis.binding.ink import Ink


def faintest(ink: Ink, elements: Iterable[int]) -> float | None:
    """Least contrast among paths that are too faint to be seen well; None if all are seen well.

    A path is seen well at `Tolerances.contrast`; or, from `Tolerances.least_contrast` on, where its colour is
    `Tolerances.told_hue` away from the canvas: pure green on white has a contrast of 1.4 only, and nobody
    overlooks it, while a light grey of the same contrast is overlooked. An object with lines is seen by its
    lines, however pale its fill is.
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
    ground = np.array(ink.scene.canvas.background)
    laid = part.paint.alpha * np.array(part.paint.color) + (1 - part.paint.alpha) * ground
    ratio = float(contrast(laid, ground))
    told = ratio >= TOLERANCES.least_contrast and float(distance(laid, ground)) >= TOLERANCES.told_hue
    return ratio, ratio >= TOLERANCES.contrast or told
