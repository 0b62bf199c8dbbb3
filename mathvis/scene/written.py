"""A view of a scene that knows what its text explains."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import ndimage

from mathvis.scene.pixels import off_segment
from mathvis.scene.view import OVERHANG, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from mathvis.scene.model import XY, Label
    from mathvis.scene.pixels import Mask
    from mathvis.scene.redraw import Pixels

_TEXT_COLOR = 0.3
"""How far a channel of a text's pixel may be from the text's colour."""
_LARGEST_GLYPH = 6.0
"""Extent of the largest glyph (a brace, a wide arrow) in type sizes."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A connected patch of pixels that disagree.

    Attributes
    ----------
    area
        Square big points.
    pixels
        Pixels.
    extent
        Diagonal of its box, big points.
    at
        One of its places on the page (the pixel nearest its middle).
    strength
        Root mean square of the disagreement of colour, in [0, 1].
    """

    area: float
    pixels: int
    extent: float
    at: XY
    strength: float

    @property
    def weight(self) -> float:
        """Area weighed by the square of the disagreement, in square big points."""
        return self.area * self.strength**2


class WrittenView(View):
    """A view and what text explains in it."""

    def allow(
        self, extra: NDArray[np.float32], inside: Mask, label: Label, shown: Pixels, grounds: tuple[Pixels, ...]
    ) -> None:
        """Inside a label's box expect its colour, and mixtures of it with what the scene has there."""
        color = _color(label)
        for ground in grounds:
            extra[inside] = np.minimum(extra[inside], off_segment(shown[inside], ground[inside], color))

    def written_over(self, lost: NDArray[np.float32], inside: Mask, label: Label, low: Pixels, high: Pixels) -> None:
        """Forgive missing ink near which a label's box shows the label's colour: it may lie under the text."""
        color, reach = _color(label).astype(float), 255 * _TEXT_COLOR
        near = (low - reach < color).all(axis=1) & (high + reach > color).all(axis=1)
        lost[near & inside] = 0.0

    def printed(self, label: Label, picture: Pixels, smooth: Pixels) -> bool:
        """Whether a label's box shows ink of its colour beyond what the paths explain."""
        where = self.box(label, 1)
        inside, bare = picture[where].astype(float), smooth[where].astype(float)
        if not inside.size or not label.text.strip():
            return True
        color = 255 * (label.paint.alpha * np.array(label.paint.color) + (1 - label.paint.alpha) * bare / 255)
        away = ((color - bare) ** 2).sum(axis=2)
        along = ((inside - bare) * (color - bare)).sum(axis=2) / np.maximum(away, 1.0)
        able = away > 100.0
        return bool((along[able] > 0.25).any()) or not able.any()

    def _glyphs(self, marks: NDArray[Any], labels: Sequence[Label]) -> Mask:
        """Which numbered patches lie wholly in a label's box and are no larger than glyphs, by number.

        A label has one colour in the record, but its words may have several.
        """
        found = ndimage.find_objects(marks)
        patches = np.array([[r.start, r.stop, c.start, c.stop] for r, c in found]).reshape(-1, 4)
        result = np.zeros(len(patches) + 1, bool)
        for label in labels:
            tall, wide = self.box(label, 1, OVERHANG * label.size)
            most = _LARGEST_GLYPH * label.size
            inside = (patches[:, 0] >= tall.start) & (patches[:, 1] <= tall.stop)
            inside &= (patches[:, 2] >= wide.start) & (patches[:, 3] <= wide.stop)
            inside &= patches[:, 1] - patches[:, 0] <= most * self.up
            result[1:] |= inside & (patches[:, 3] - patches[:, 2] <= most * self.across)
        return result

    def worst(self, beyond: NDArray[np.float32], labels: Sequence[Label] = ()) -> tuple[Patch | None, float]:
        """Return the worst connected patch of disagreement that no label explains, and the weight of all."""
        bad = beyond > 0
        if not bad.any():
            return None, 0.0
        marks, count = ndimage.label(bad, structure=np.ones((3, 3)))
        weight = np.bincount(marks[bad], weights=beyond[bad].astype(float) ** 2, minlength=count + 1)
        if labels:
            weight[self._glyphs(marks, labels)] = 0.0
        number = int(weight.argmax())
        if weight[number] <= 0:
            return None, 0.0
        spots = np.argwhere(marks == number)
        tall, wide = spots.max(axis=0) + 1 - spots.min(axis=0)
        row, column = spots[np.abs(spots - spots.mean(axis=0)).sum(axis=1).argmin()]
        patch = Patch(
            len(spots) / (self.across * self.up),
            len(spots),
            math.hypot(wide / self.across, tall / self.up),
            ((float(column) + 0.5) / self.across, self.height - (float(row) + 0.5) / self.up),
            math.sqrt(float(weight[number]) / len(spots)),
        )
        return patch, float(weight.sum()) / (self.across * self.up)


def _color(label: Label) -> Pixels:
    return np.asarray(np.round(255 * np.array(label.paint.color)), np.uint8)
