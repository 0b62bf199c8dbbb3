"""Glyph outlines: what the charstring and glyf interpreters draw on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mathvis.scene.readers.pdf_geometry import Box, bounds

if TYPE_CHECKING:
    from mathvis.scene.model import XY


class Outline:
    """A glyph's contours as cubic Béziers, in the units of its font program.

    Attributes
    ----------
    contours
        Lists of ``3n + 1`` control points; every contour is closed.
    """

    __slots__ = ("contours", "x", "y")

    def __init__(self) -> None:
        self.contours: list[list[XY]] = []
        self.x = self.y = 0.0

    def move(self, dx: float, dy: float) -> None:
        """Start a contour at an offset from the current point."""
        self.x += dx
        self.y += dy
        self.contours.append([(self.x, self.y)])

    def line(self, dx: float, dy: float) -> None:
        """Draw a line by an offset."""
        self.curve(dx / 3, dy / 3, dx / 3, dy / 3, dx - 2 * (dx / 3), dy - 2 * (dy / 3))

    def curve(self, dxa: float, dya: float, dxb: float, dyb: float, dxc: float, dyc: float) -> None:
        """Draw a cubic; each control point is an offset from the one before."""
        if not self.contours:
            self.contours.append([(self.x, self.y)])
        xa, ya = self.x + dxa, self.y + dya
        xb, yb = xa + dxb, ya + dyb
        self.x, self.y = xb + dxc, yb + dyc
        self.contours[-1] += ((xa, ya), (xb, yb), (self.x, self.y))

    def box(self) -> Box | None:
        """Return the box of the control points, None for a blank glyph."""
        points = [point for contour in self.contours if len(contour) > 1 for point in contour]
        return bounds(points) if points else None
