"""The path that a content stream builds up before it paints it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mathvis.scene.model import Subpath
from mathvis.scene.readers.pdf_geometry import Matrix, apply, inverse, multiply

if TYPE_CHECKING:
    from mathvis.scene.model import XY

_SNAP = 1e-3  # pgf writes coordinates to 1e-5; a closing line shorter than this is rounding


class PathBuilder:
    """The path under construction: control points in page coordinates.

    Attributes
    ----------
    done
        Finished pieces and whether they are closed.
    points
        The piece that grows; empty before the first moveto.
    """

    __slots__ = ("done", "points")

    def __init__(self) -> None:
        self.done: list[tuple[list[XY], bool]] = []
        self.points: list[XY] = []

    def flush(self) -> None:
        """End the piece that grows."""
        if self.points:
            self.done.append((self.points, False))
            self.points = []

    def close(self) -> None:
        """Close the piece that grows, with a line where it needs one."""
        points = self.points
        if not points:
            return
        x0, y0 = points[0]
        x1, y1 = points[-1]
        if len(points) == 1 or abs(x1 - x0) > _SNAP or abs(y1 - y0) > _SNAP:
            points += (((2 * x1 + x0) / 3, (2 * y1 + y0) / 3), ((x1 + 2 * x0) / 3, (y1 + 2 * y0) / 3), (x0, y0))
        else:
            points[-1] = (x0, y0)
        self.done.append((points, True))
        # what follows without a moveto starts where the closed piece did
        self.points = [(x0, y0)]

    @property
    def started(self) -> bool:
        """Whether there is anything to paint."""
        return bool(self.points or self.done)

    def move(self, before: Matrix, after: Matrix) -> None:
        """Follow a transform that changes while the path is under construction.

        The standard forbids it; what paints the picture keeps points in user space until they are painted.
        """
        back = inverse(before)
        if back is None:
            self.points, self.done = [], []
            return
        step = multiply(back, after)
        self.points = [apply(step, *p) for p in self.points]
        self.done = [([apply(step, *p) for p in points], closed) for points, closed in self.done]

    def rectangle(self, matrix: Matrix, operands: list[Any]) -> None:
        """Add a rectangle by its corner, width and height in user space."""
        x, y, w, h = operands
        corners = [apply(matrix, *p) for p in ((x, y), (x + w, y), (x + w, y + h), (x, y + h))]
        self.flush()
        points = [corners[0]]
        for x1, y1 in (*corners[1:], corners[0]):
            x0, y0 = points[-1]
            points += (((2 * x0 + x1) / 3, (2 * y0 + y1) / 3), ((x0 + 2 * x1) / 3, (y0 + 2 * y1) / 3), (x1, y1))
        self.done.append((points, True))
        self.points = [corners[0]]

    def short_curve(self, matrix: Matrix, operands: list[Any], *, first: bool) -> None:
        """Add a curve whose first control point is its start, or whose second one is its end."""
        xa, ya, x, y = operands
        if not self.points:
            return
        control, end = apply(matrix, xa, ya), apply(matrix, x, y)
        self.points += (self.points[-1], control, end) if first else (control, end, end)

    def subpaths(self, *, lone: bool) -> tuple[Subpath, ...]:
        """Return the pieces; a lone moveto is none, a closed lone point only if `lone` (it leaves a dot)."""
        self.flush()
        found = []
        for points, closed in self.done:
            if len(points) == 1 or (not lone and len(points) == 4 and len(set(points)) == 1):
                continue
            found.append(Subpath(tuple(points), closed))
        return tuple(found)
