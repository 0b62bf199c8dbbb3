"""Where the texts of an overlay stand: near what they name, on free ground, never on each other.

The sheet is a grid of cells. Texts take their cells; ink makes cells costly. Each text goes to the cheapest free
box near one of its anchors, or, where it is crowded, to the nearest free box anywhere, with a leader line.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from mathvis.scene.model import XY

CELL = 4.0
"""Side of a cell in pixels."""
_NEAR = 100.0
"""Distance from its anchor within which a text is looked a place for first, pixels."""
_INK = 70.0
"""What it costs a text to stand on ink wholly, in pixels of distance."""
_LEADER = 12.0
"""A text farther from its anchor than this gets a leader line, pixels."""
_CLEAR = 3.0
"""Distance that a text keeps from its anchor, pixels."""


class Box(NamedTuple):
    """A box on the sheet, pixels, y down."""

    x0: float
    y0: float
    x1: float
    y1: float

    def nearest(self, place: XY) -> XY:
        """Return the box's point that is nearest to a place."""
        return min(max(place[0], self.x0), self.x1), min(max(place[1], self.y0), self.y1)


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a text stands.

    Attributes
    ----------
    box
        Its box.
    leader
        Ends of the line from what it names to the text; None where they are close.
    """

    box: Box
    leader: tuple[XY, XY] | None = None


class Ground:
    """A sheet on which texts are placed one after another.

    Parameters
    ----------
    size
        Width and height in pixels.
    """

    def __init__(self, size: tuple[float, float]) -> None:
        self._shape = (max(int(size[1] / CELL), 1), max(int(size[0] / CELL), 1))
        self._taken = np.zeros(self._shape, np.int32)
        self._ink = np.zeros(self._shape, np.float32)

    def ink(self, mask: NDArray[np.bool_]) -> None:
        """Mark what is inked, given pixel by pixel, shape (height, width)."""
        rows, columns = self._shape
        cell = int(CELL)
        padded = np.zeros((rows * cell, columns * cell), bool)
        part = mask[: rows * cell, : columns * cell]
        padded[: part.shape[0], : part.shape[1]] = part
        self._ink = np.maximum(self._ink, padded.reshape(rows, cell, columns, cell).any(axis=(1, 3)))

    def trace(self, points: NDArray[np.float64]) -> None:
        """Mark a polyline, shape (n, 2), as inked."""
        if not len(points):
            return
        steps = (
            np.maximum(np.abs(np.diff(points, axis=0)).max(axis=1) / CELL, 1.0).astype(int) if len(points) > 1 else []
        )
        for start, stop, count in zip(points[:-1], points[1:], steps, strict=True):
            for x, y in np.linspace(start, stop, min(int(count), 2000) + 1):
                row, column = int(y / CELL), int(x / CELL)
                if 0 <= row < self._shape[0] and 0 <= column < self._shape[1]:
                    self._ink[row, column] = 1.0

    def keep(self, box: Box) -> None:
        """Let no text stand on a box."""
        rows, columns = self._cells(box)
        self._taken[rows, columns] = 1

    def place(self, anchors: Sequence[XY], width: float, height: float) -> Placed | None:
        """Find a place for a text and take it.

        Parameters
        ----------
        anchors
            Places that the text may stand at; the first is the best.
        width, height
            Of the text, pixels.

        Returns
        -------
        Placed or None
            None where the sheet is full.
        """
        best = self._best(anchors, width, height, _NEAR)
        if best is None:
            best = self._best(anchors[:1], width, height, float("inf"))
        if best is None:
            return None
        _, box, anchor = best
        self.keep(box)
        near = box.nearest(anchor)
        far = np.hypot(near[0] - anchor[0], near[1] - anchor[1]) > _LEADER
        return Placed(box, (anchor, near) if far else None)

    def _best(self, anchors: Iterable[XY], width: float, height: float, reach: float) -> tuple[float, Box, XY] | None:
        found: tuple[float, Box, XY] | None = None
        high, wide = int(np.ceil(height / CELL)), int(np.ceil(width / CELL))
        rows, columns = self._shape
        if high > rows or wide > columns:
            return None
        for rank, (x, y) in enumerate(anchors):
            top = int(np.clip((y - reach) / CELL - high, 0, rows - high)) if reach < np.inf else 0
            left = int(np.clip((x - reach) / CELL - wide, 0, columns - wide)) if reach < np.inf else 0
            bottom = int(np.clip((y + reach) / CELL, 0, rows - high)) if reach < np.inf else rows - high
            right = int(np.clip((x + reach) / CELL, 0, columns - wide)) if reach < np.inf else columns - wide
            window = np.s_[top : bottom + high, left : right + wide]
            free = _sums(self._taken[window], high, wide) == 0
            if not free.any():
                continue
            x0 = (left + np.arange(free.shape[1])) * CELL
            y0 = (top + np.arange(free.shape[0])) * CELL
            across = np.maximum(np.maximum(x0 - x, x - x0 - width), 0.0)
            down = np.maximum(np.maximum(y0 - y, y - y0 - height), 0.0)
            distance = np.hypot(across[None, :], down[:, None])
            cost = distance + _INK * _sums(self._ink[window], high, wide) / (high * wide) + 4.0 * rank
            cost[~free | (distance < _CLEAR)] = np.inf
            place = int(np.argmin(cost))
            row, column = divmod(place, free.shape[1])
            if np.isfinite(cost[row, column]) and (found is None or cost[row, column] < found[0]):
                corner = float(x0[column]), float(y0[row])
                found = float(cost[row, column]), Box(*corner, corner[0] + width, corner[1] + height), (x, y)
        return found

    def _cells(self, box: Box) -> tuple[slice, slice]:
        def span(low: float, high: float, count: int) -> slice:
            first = int(np.clip(low / CELL, 0, count))
            return slice(first, int(np.clip(np.ceil(high / CELL), first, count)))

        return span(box.y0, box.y1, self._shape[0]), span(box.x0, box.x1, self._shape[1])


def _sums(cells: NDArray[Any], high: int, wide: int) -> NDArray[Any]:
    """Sum over every box of `high` × `wide` cells."""
    total = np.zeros((cells.shape[0] + 1, cells.shape[1] + 1), np.float64)
    total[1:, 1:] = cells.cumsum(axis=0, dtype=np.float64).cumsum(axis=1)
    return total[high:, wide:] - total[:-high, wide:] - total[high:, :-wide] + total[:-high, :-wide]
