"""The basic shapes of SVG as contours in user space."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from mathvis.scene.readers.svg_boxes import Box
from mathvis.scene.readers.svg_numbers import parse_numbers
from mathvis.scene.readers.svg_pathdata import Contour, parse_path

if TYPE_CHECKING:
    from mathvis.scene.model import XY

_KAPPA = 4 / 3 * (math.sqrt(2) - 1)
SHAPES = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})

Resolve = Callable[[str, str], float | None]
"""Geometry property and direction to user units; nothing where it is absent, invalid or ``auto``."""


def ellipse(cx: float, cy: float, rx: float, ry: float) -> Contour:
    """Give an ellipse from its rightmost point, clockwise on the screen."""
    contour = Contour.start((cx + rx, cy))
    kx, ky = _KAPPA * rx, _KAPPA * ry
    contour.curve_to((cx + rx, cy + ky), (cx + kx, cy + ry), (cx, cy + ry))
    contour.curve_to((cx - kx, cy + ry), (cx - rx, cy + ky), (cx - rx, cy))
    contour.curve_to((cx - rx, cy - ky), (cx - kx, cy - ry), (cx, cy - ry))
    contour.curve_to((cx + kx, cy - ry), (cx + rx, cy - ky), (cx + rx, cy))
    contour.closed = True
    return contour


def polygon(corners: list[XY], *, closed: bool) -> Contour:
    """Give a polyline, closed by a line where asked."""
    contour = Contour.start(corners[0])
    for corner in corners[1:]:
        contour.line_to(corner)
    if closed:
        contour.close()
    return contour


def rectangle(box: Box, rx: float = 0.0, ry: float = 0.0) -> Contour:
    """Give a rectangle from its upper left corner on the screen, with rounded corners where asked."""
    x0, y0, x1, y1 = box
    rx, ry = min(rx, box.width / 2), min(ry, box.height / 2)
    if rx <= 0 or ry <= 0:
        return polygon(list(box.corners), closed=True)
    kx, ky = rx * (1 - _KAPPA), ry * (1 - _KAPPA)
    contour = Contour.start((x0 + rx, y0))
    contour.line_to((x1 - rx, y0))
    contour.curve_to((x1 - kx, y0), (x1, y0 + ky), (x1, y0 + ry))
    contour.line_to((x1, y1 - ry))
    contour.curve_to((x1, y1 - ky), (x1 - kx, y1), (x1 - rx, y1))
    contour.line_to((x0 + rx, y1))
    contour.curve_to((x0 + kx, y1), (x0, y1 - ky), (x0, y1 - ry))
    contour.line_to((x0, y0 + ry))
    contour.curve_to((x0, y0 + ky), (x0 + kx, y0), (x0 + rx, y0))
    contour.closed = True
    return contour


def shape_contours(kind: str, value: Callable[[str], str | None], resolve: Resolve) -> tuple[list[Contour], bool]:
    """Contours of a shape.

    Parameters
    ----------
    kind
        Local name, one of `SHAPES`.
    value
        Raw attributes.
    resolve
        Geometry properties in user units.

    Returns
    -------
    contours, sound
        Empty where the shape is not rendered; `sound` is False when its data is malformed.
    """
    if kind == "path":
        return parse_path(value("d") or "")
    if kind == "rect":
        width, height = resolve("width", "x") or 0.0, resolve("height", "y") or 0.0
        if width <= 0 or height <= 0:
            return [], width >= 0 and height >= 0
        x, y = resolve("x", "x") or 0.0, resolve("y", "y") or 0.0
        rx, ry = _radii(resolve)
        return [rectangle(Box(x, y, x + width, y + height), rx, ry)], True
    if kind in {"circle", "ellipse"}:
        cx, cy = resolve("cx", "x") or 0.0, resolve("cy", "y") or 0.0
        if kind == "circle":
            rx = ry = resolve("r", "o") or 0.0
        else:
            rx, ry = _radii(resolve)
        if rx <= 0 or ry <= 0:
            return [], rx >= 0 and ry >= 0
        return [ellipse(cx, cy, rx, ry)], True
    if kind == "line":
        ends = [(resolve(f"x{i}", "x") or 0.0, resolve(f"y{i}", "y") or 0.0) for i in (1, 2)]
        return [polygon(ends, closed=False)], True
    numbers = parse_numbers(value("points") or "")
    if numbers is None or len(numbers) % 2:
        return [], False
    corners = list(zip(numbers[::2], numbers[1::2], strict=True))
    if len(corners) < 2:
        return [], True
    return [polygon(corners, closed=kind == "polygon")], True


def _radii(resolve: Resolve) -> tuple[float, float]:
    """Radii where a missing one takes the other's value; negative ones count as missing."""
    rx, ry = (r if r is None or r >= 0 else None for r in (resolve("rx", "x"), resolve("ry", "y")))
    if rx is None and ry is None:
        return 0.0, 0.0
    return (ry if rx is None else rx) or 0.0, (rx if ry is None else ry) or 0.0
