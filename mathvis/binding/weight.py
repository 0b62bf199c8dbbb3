"""How heavy ink looks: construction lines must stand back behind the entities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mathvis.scene.model import RGB, Path
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mathvis.binding.ink import Ink

_LIGHTER = 0.2
"""Difference of luminance that reads as lighter."""


@dataclass(frozen=True, slots=True)
class Weight:
    """Typical line width and darkness of the entities, and whether some of them are dashed."""

    width: float
    luminance: float
    dashed: bool = False

    @classmethod
    def of(cls, ink: Ink, elements: Iterable[int]) -> Weight:
        """Weigh the strokes among elements."""
        strokes = [e.stroke for i in elements if isinstance(e := ink.scene.elements[i], Path) and e.stroke is not None]
        if not strokes:
            return cls(0.0, 0.0)
        width = float(np.median([s.width for s in strokes]))
        dark = float(np.median([luminance(s.paint.color) for s in strokes]))
        return cls(width, dark, any(s.dash for s in strokes))

    def above(self, path: Path) -> bool:
        """Whether a line is thinner, lighter or (beside solid entities) dashed."""
        if path.stroke is None:
            return path.fill is not None and shade(path.fill.paint.color, path.fill.paint.alpha) > (
                self.luminance + _LIGHTER
            )
        stroke = path.stroke
        return (
            (bool(stroke.dash) and not self.dashed)
            or stroke.width * TOLERANCES.width_ratio <= self.width * 1.05
            or shade(stroke.paint.color, stroke.paint.alpha) > self.luminance + _LIGHTER
            or self.width == 0.0
        )


def luminance(color: RGB) -> float:
    """Luma of a colour, 0 to 1."""
    return 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2]


def shade(color: RGB, alpha: float) -> float:
    """Luma of a colour laid over white."""
    return luminance(color) * alpha + 1 - alpha
