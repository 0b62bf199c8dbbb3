"""How things in a scene are said: kinds, places, directions, colours, shares."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from mathvis.gates.technical import HIDDEN_SHARE
from mathvis.scene.model import Image, Label, PaintKind, Path, Role
from mathvis.scene.seen import Cause

if TYPE_CHECKING:
    from mathvis.scene.model import XY, Element, Paint, Tip
    from mathvis.scene.seen import Seen
    from mathvis.tolerances import Tolerances

_COMPASS = "→↗↑↖←↙↓↘"
_MOST_SIDES = 24
"""With more straight sides than this a line is a plotted curve."""


def place(at: XY) -> str:
    """A place in big points."""
    x, y = (round(float(part), 1) + 0.0 for part in at)  # no negative zeros
    return f"({x:.1f}, {y:.1f})"


def direction(tip: Tip) -> str:
    """Where a tip points: an arrow and the angle in degrees, counter-clockwise from the right."""
    angle = round(math.degrees(math.atan2(tip.direction[1], tip.direction[0]))) % 360
    return f"{_COMPASS[round(angle / 45) % 8]} {angle}°"


def tip_words(tip: Tip) -> str:
    """What a tip is and where on its path it sits."""
    heads = f" of {tip.heads} heads" if tip.heads != 1 else ""
    return f"{tip.kind}{heads} at its {tip.end}"


def color(paint: Paint) -> str:
    """A colour as ``#rrggbb``, with what is special of it."""
    red, green, blue = (round(255 * min(max(part, 0.0), 1.0)) for part in paint.color)
    special = "" if paint.kind is PaintKind.SOLID else f" ({paint.kind}, on average)"
    return f"#{red:02x}{green:02x}{blue:02x}" + (f" at {paint.alpha:.0%}" if paint.alpha < 1 else "") + special


def kind(element: Element) -> str:
    """What an element is."""
    if isinstance(element, Label):
        return "label"
    if isinstance(element, Image):
        return f"image ({element.kind})"
    role = {Role.PATH: "", Role.NODE: "node's ", Role.TIP: "arrow tip, "}.get(element.role, f"{element.role}, ")
    pieces = f" in {len(element.subpaths)} pieces" if len(element.subpaths) > 1 else ""
    return f"{role}{_shape(element)}{pieces}"


def _shape(path: Path) -> str:
    closed = bool(path.subpaths) and all(piece.closed for piece in path.subpaths)
    if path.stroke is None:
        return "filled region"
    if path.fill is not None:
        return "outlined region"
    sides = max((len(piece.points) // 3 for piece in path.subpaths), default=0)
    straight = sides <= _MOST_SIDES and all(_is_straight(piece.points) for piece in path.subpaths)
    if closed:
        return "polygon" if straight else "closed curve"
    if all(len(piece.points) <= 4 for piece in path.subpaths) and straight:
        return "line"
    return "polyline" if straight else "curve"


def _is_straight(points: tuple[XY, ...]) -> bool:
    """Whether all handles stand on their chords."""
    for start, one, two, end in zip(points[::3], points[1::3], points[2::3], points[3::3], strict=False):
        x, y = end[0] - start[0], end[1] - start[1]
        length = math.hypot(x, y)
        for handle in (one, two):
            dx, dy = handle[0] - start[0], handle[1] - start[1]
            off = abs(x * dy - y * dx) / length if length > 0 else math.hypot(dx, dy)
            if off > 1e-3 * length + 1e-6:
                return False
    return True


def share(value: float) -> str:
    """A share in per cent; what is not quite all is not said to be all, nor what is nearly nothing nothing."""
    percent = round(100 * value)
    if percent == 100 and value < 1 - 1e-9:
        return "over 99%" if value < 0.9995 else "100%"
    if percent == 0 and value > 1e-9:
        return "under 1%"
    return f"{percent}%"


LOST = {
    Cause.PAGE: "outside the page",
    Cause.CLIP: "clipped",
    Cause.PAINT: "covered",
    Cause.FAINT: "as pale as its ground",
    Cause.NOTHING: "without extent",
}
"""Why ink is not seen, in words."""


def hidden(seen: Seen, tolerances: Tolerances) -> str:
    """Whether a reader does not see an element, or not enough of it: ``hidden``, ``partly hidden`` or nothing."""
    if seen.continued >= tolerances.visible_share:
        return ""
    return "hidden" if seen.continued < HIDDEN_SHARE else "partly hidden"


def seen_words(seen: Seen) -> str:
    """How much of an element is seen, and what became of the rest."""
    said = f"{share(seen.share)} seen"
    if seen.share >= 0.9995:
        return said
    lost = [f"{share(part)} {LOST[cause]}" for cause, part in seen.lost.items() if part > 5e-4]
    by = f" (by {', '.join(f'element {index}' for index in seen.hidden_by[:5])})" if seen.hidden_by else ""
    return said + (f"; hidden: {', '.join(lost)}{by}" if lost else "")
