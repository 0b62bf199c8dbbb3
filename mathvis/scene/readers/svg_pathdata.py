"""SVG path data to cubic Béziers.

A `Contour` keeps the control points and where the program's own vertices are: an arc is several
cubics but one segment, and markers stand at vertices.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mathvis.scene.readers.svg_numbers import MAX_COORDINATE, NUMBER

if TYPE_CHECKING:
    from mathvis.scene.model import XY

_COMMAND = re.compile(r"\s*([MmLlHhVvCcSsQqTtAaZz])")
_VALUE = re.compile(rf"\s*(?:,\s*)?({NUMBER})")
_FIRST_VALUE = re.compile(rf"\s*({NUMBER})")
_FLAG = re.compile(r"\s*(?:,\s*)?([01])")
_SPACE = re.compile(r"\s*")
_ARITY = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}


@dataclass(slots=True)
class Contour:
    """One subpath in user space.

    Attributes
    ----------
    points
        ``3n + 1`` control points.
    vertices
        Indices into `points` of the segment ends, the start included.
    closed
        Whether it was closed explicitly.
    """

    points: list[XY] = field(default_factory=list)
    vertices: list[int] = field(default_factory=list)
    closed: bool = False

    def line_to(self, end: XY) -> None:
        """Append a straight segment."""
        x0, y0 = self.points[-1]
        x, y = end
        self.points += [((2 * x0 + x) / 3, (2 * y0 + y) / 3), ((x0 + 2 * x) / 3, (y0 + 2 * y) / 3), end]
        self.vertices.append(len(self.points) - 1)

    def curve_to(self, *controls: XY) -> None:
        """Append one segment made of cubics: three points each."""
        self.points += controls
        self.vertices.append(len(self.points) - 1)

    def close(self) -> None:
        """Close it; a closing line is added even where it has no length, as markers see one."""
        self.line_to(self.points[0])
        self.closed = True

    @classmethod
    def start(cls, at: XY) -> Contour:
        """Begin a contour at a point."""
        return cls([at], [0])


def arc_to_cubics(
    start: XY, end: XY, rx: float, ry: float, *, turn: float, large: bool, sweep: bool
) -> list[XY] | None:
    """Control points of an elliptical arc, as SVG's implementation notes define it.

    Parameters
    ----------
    start, end
        End points.
    rx, ry
        Radii; scaled up where they are too small.
    turn
        Rotation of the ellipse in degrees.
    large, sweep
        The two flags.

    Returns
    -------
    list or None
        Three points for each cubic; nothing where the arc is a straight line.
    """
    rx, ry = abs(rx), abs(ry)
    if start == end or rx == 0 or ry == 0:
        return None
    phi = math.radians(math.fmod(turn, 360.0))
    cos, sin = math.cos(phi), math.sin(phi)
    hx, hy = (start[0] - end[0]) / 2, (start[1] - end[1]) / 2
    x, y = cos * hx + sin * hy, -sin * hx + cos * hy
    excess = (x / rx) ** 2 + (y / ry) ** 2
    if excess > 1:
        rx, ry = rx * math.sqrt(excess), ry * math.sqrt(excess)
    q = (x / rx) ** 2 + (y / ry) ** 2
    if q == 0:
        return None
    factor = math.sqrt(max(0.0, 1 / q - 1)) * (-1 if large == sweep else 1)
    cx, cy = factor * rx * y / ry, -factor * ry * x / rx
    theta = math.atan2((y - cy) / ry, (x - cx) / rx)
    delta = math.atan2((-y - cy) / ry, (-x - cx) / rx) - theta
    if sweep and delta < 0:
        delta += 2 * math.pi
    elif not sweep and delta > 0:
        delta -= 2 * math.pi
    mx, my = cos * cx - sin * cy + (start[0] + end[0]) / 2, sin * cx + cos * cy + (start[1] + end[1]) / 2
    pieces = max(1, math.ceil(abs(delta) / (math.pi / 2) - 1e-9))
    step = delta / pieces
    k = 4 / 3 * math.tan(step / 4)

    def place(u: float, v: float) -> XY:
        return mx + cos * rx * u - sin * ry * v, my + sin * rx * u + cos * ry * v

    controls: list[XY] = []
    for i in range(pieces):
        s, t = theta + i * step, theta + (i + 1) * step
        controls += [
            place(math.cos(s) - k * math.sin(s), math.sin(s) + k * math.cos(s)),
            place(math.cos(t) + k * math.sin(t), math.sin(t) - k * math.cos(t)),
            place(math.cos(t), math.sin(t)),
        ]
    controls[-1] = end
    return controls


class _Reader:
    """Cursor over path data."""

    def __init__(self, text: str) -> None:
        self.text, self.position = text, 0

    def command(self) -> str | None:
        match = _COMMAND.match(self.text, self.position)
        if match is None:
            return None
        self.position = match.end()
        return match.group(1)

    def arguments(self, kind: str, *, first: bool) -> list[float] | None:
        """Read one set of arguments; the position stays where it was when there is no whole set."""
        values: list[float] = []
        position = self.position
        for i in range(_ARITY[kind]):
            pattern = _FLAG if kind == "A" and i in {3, 4} else _FIRST_VALUE if first and i == 0 else _VALUE
            match = pattern.match(self.text, position)
            if match is None or abs(float(match.group(1))) > MAX_COORDINATE:
                return None
            values.append(float(match.group(1)))
            position = match.end()
        self.position = position
        return values

    def finished(self) -> bool:
        match = _SPACE.match(self.text, self.position)
        return match is None or match.end() == len(self.text)


def parse_path(text: str) -> tuple[list[Contour], bool]:
    """Read path data.

    Returns
    -------
    contours
        Everything up to the first error; a lone moveto is a contour of one point.
    sound
        False when there was an error.
    """
    reader = _Reader(text)
    builder = _Builder()
    if reader.finished() or text.strip() == "none":
        return [], True
    first = True
    while not reader.finished():
        letter = reader.command()
        if letter is None or (first and letter not in "Mm"):
            return builder.contours, False
        first = False
        kind, relative = letter.upper(), letter.islower()
        if kind == "Z":
            builder.close()
            continue
        count = 0
        while (values := reader.arguments(kind, first=count == 0)) is not None:
            builder.segment("L" if kind == "M" and count else kind, values, relative=relative)
            count += 1
        if count == 0:
            return builder.contours, False
    return builder.contours, True


class _Builder:
    """Turns commands into contours, keeping the current point and the last control points."""

    def __init__(self) -> None:
        self.contours: list[Contour] = []
        self.at: XY = (0.0, 0.0)
        self.last_cubic: XY | None = None
        self.last_quadratic: XY | None = None
        self.open = False

    def close(self) -> None:
        if self.contours and self.open:
            self.contours[-1].close()
            self.at = self.contours[-1].points[0]
        elif self.contours:
            self.contours.append(Contour.start(self.at))
            self.contours[-1].close()
        self.open = False
        self.last_cubic = self.last_quadratic = None

    def _current(self) -> Contour:
        if not self.open:
            self.contours.append(Contour.start(self.at))
            self.open = True
        return self.contours[-1]

    def segment(self, kind: str, values: list[float], *, relative: bool) -> None:
        x0, y0 = self.at
        ox, oy = (x0, y0) if relative else (0.0, 0.0)
        cubic = quadratic = None
        if kind == "H":
            end = (ox + values[0], y0)
        elif kind == "V":
            end = (x0, oy + values[0])
        else:
            end = (ox + values[-2], oy + values[-1])
        if kind == "M":
            self.contours.append(Contour.start(end))
            self.open = True
        elif kind in "LHV":
            self._current().line_to(end)
        elif kind in "CS":
            if kind == "C":
                first = (ox + values[0], oy + values[1])
            else:
                first = (2 * x0 - self.last_cubic[0], 2 * y0 - self.last_cubic[1]) if self.last_cubic else self.at
            cubic = (ox + values[-4], oy + values[-3])
            self._current().curve_to(first, cubic, end)
        elif kind in "QT":
            if kind == "Q":
                quadratic = (ox + values[0], oy + values[1])
            else:
                last = self.last_quadratic
                quadratic = (2 * x0 - last[0], 2 * y0 - last[1]) if last else self.at
            qx, qy = quadratic
            self._current().curve_to(
                (x0 + 2 * (qx - x0) / 3, y0 + 2 * (qy - y0) / 3),
                (end[0] + 2 * (qx - end[0]) / 3, end[1] + 2 * (qy - end[1]) / 3),
                end,
            )
        else:
            rx, ry, turn, large, sweep = values[:5]
            controls = arc_to_cubics(self.at, end, rx, ry, turn=turn, large=bool(large), sweep=bool(sweep))
            if controls is not None:
                self._current().curve_to(*controls)
            elif end != self.at:
                self._current().line_to(end)
        self.at, self.last_cubic, self.last_quadratic = end, cubic, quadratic
