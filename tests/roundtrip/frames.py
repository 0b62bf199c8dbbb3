"""Similar maps of the sheet: what a nested coordinate system does to shapes."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from drawings import XY, Arc, Bend, Circle, Curve, Line, Shape


@dataclass(frozen=True)
class Frame:
    """Inner to outer coordinates: mirrored at the y axis if asked, scaled, turned, shifted, in this order."""

    shift: XY = (0.0, 0.0)
    turn: float = 0.0
    scale: float = 1.0
    mirrored: bool = False

    def inside(self, point: XY) -> XY:
        """Inner coordinates of a point."""
        x, y = point[0] - self.shift[0], point[1] - self.shift[1]
        c, s = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        x, y = (c * x + s * y) / self.scale, (-s * x + c * y) / self.scale
        return (-x if self.mirrored else x), y

    def shape_inside(self, shape: Shape) -> Shape:
        """A shape in inner coordinates."""
        if isinstance(shape, Circle):
            return Circle(self.inside(shape.center), shape.radius / self.scale)
        if isinstance(shape, Arc):
            begin = shape.begin - self.turn
            if self.mirrored:
                return Arc(self.inside(shape.center), shape.radius / self.scale, 180 - begin, -shape.sweep)
            return Arc(self.inside(shape.center), shape.radius / self.scale, begin, shape.sweep)
        segments = tuple(
            Line(self.inside(s.end)) if isinstance(s, Line) else Bend(*(self.inside(p) for p in s))
            for s in shape.segments
        )
        return Curve(self.inside(shape.start), segments, shape.closed)


def some_frame(chance: random.Random) -> Frame:
    """A frame of moderate size."""
    return Frame(
        (chance.randint(-300, 300) / 100, chance.randint(-300, 300) / 100),
        chance.choice([0, 30, 45, 90, 137, 180, -20]),
        chance.choice([1.0, 0.5, 2.0, 0.8]),
        chance.random() < 0.4,
    )
