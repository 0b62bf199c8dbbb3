"""What the marks around a piece of ink say about it.

A mark is a claim of the program: it binds only what is painted inside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mathvis.scene.model import Subpath
from mathvis.scene.readers.pdf_geometry import TEX_POINT, Matrix, apply, multiply
from mathvis.scene.readers.pdf_lex import Name

if TYPE_CHECKING:
    from mathvis.scene.model import XY
    from mathvis.scene.readers.pdf_ink import Frame

TIP_FRAMES = ("head", "tip", "cmd", "node")
"""Marks that decide whether ink is part of a tip: the innermost one counts.

A text box inside a tip is none: it is a glyph that serves as a tip."""
MAX_NAME = 200
"""Longest name that is kept, in characters."""
_TEX: Matrix = (TEX_POINT, 0.0, 0.0, TEX_POINT, 0.0, 0.0)


def text_of(value: Any) -> str:
    """Return a name that a mark spells as a string of UTF-8 bytes; empty if it is none."""
    return value.decode("utf-8", "replace")[:MAX_NAME] if isinstance(value, bytes) else ""


def number_of(value: Any) -> int | None:
    """Return a whole number of a mark, or None."""
    return int(value) if isinstance(value, float) and abs(value) < 1e9 else None


def places_of(value: Any, matrix: Matrix) -> list[XY]:
    """Return the points of an array of TeX points, in page coordinates; none if it is no such array."""
    if not isinstance(value, list) or len(value) % 2 or not all(isinstance(v, float) for v in value):
        return []
    onto = multiply(_TEX, matrix)
    return [apply(onto, x, y) for x, y in zip(value[0::2], value[1::2], strict=True)]


def direction_of(value: Any, matrix: Matrix) -> tuple[float, float] | None:
    """Return the direction that the first two entries of an array have on the page."""
    if not isinstance(value, list) or len(value) < 2 or not all(isinstance(v, float) for v in value[:2]):
        return None
    x = matrix[0] * value[0] + matrix[2] * value[1]
    y = matrix[1] * value[0] + matrix[3] * value[1]
    length = (x * x + y * y) ** 0.5
    return (x / length, y / length) if length > 0 else None


@dataclass(frozen=True, slots=True)
class Command:
    """The path command that a mark speaks of: its number and line, the names of its path, its part in it."""

    number: int | None
    line: int | None
    names: tuple[str, ...]
    role: str


def command_of(frame: Frame | None) -> Command:
    """Return the innermost command around a frame."""
    found = frame.nearest("cmd", "node") if frame is not None else None
    if found is None:
        return Command(None, None, (), "")
    names: tuple[str, ...] = ()
    listed = found.data.get("n")
    if isinstance(listed, list):
        names = tuple(name for name in (text_of(v) for v in listed) if name)
    role = found.data.get("r")
    return Command(
        number_of(found.data.get("c")) or None,
        number_of(found.data.get("l")) or None,
        names,
        str(role) if isinstance(role, Name) else "",
    )


def painted_node(frame: Frame | None) -> Frame | None:
    """Return the node that a path inside `frame` is the border or background of."""
    found = frame.nearest("node", "text") if frame is not None else None
    return found if found is not None and found.kind == "node" else None


def text_node(frame: Frame | None) -> Frame | None:
    """Return the node whose text stands inside `frame`."""
    text = frame.nearest("text") if frame is not None else None
    return painted_node(text.parent) if text is not None else painted_node(frame)


def declared_path(frame: Frame) -> tuple[Subpath, ...]:
    """Return the path that a ``/path`` mark declares, in page coordinates; empty if it declares none."""
    tokens = frame.data.get("d")
    if not isinstance(tokens, list):
        return ()
    onto = multiply(_TEX, frame.matrix)
    steps = list(zip(tokens[0::3], tokens[1::3], tokens[2::3], strict=False))
    found: list[tuple[list[XY], bool]] = []
    handles: list[XY] = []
    corner = (0.0, 0.0)
    for word, x, y in steps:
        if not isinstance(word, Name) or not isinstance(x, float) or not isinstance(y, float):
            return ()
        point = apply(onto, x, y)
        if word == "m":
            found.append(([point], False))
        elif word == "r":
            corner = (x, y)
        elif word == "s":
            x0, y0 = corner
            found.append(([apply(onto, x0, y0)], True))
            for xx, yy in ((x0 + x, y0), (x0 + x, y0 + y), (x0, y0 + y), (x0, y0)):
                _line(found[-1][0], apply(onto, xx, yy))
        elif not found:
            return ()
        elif word == "l":
            _line(found[-1][0], point)
        elif word in ("a", "b"):
            handles.append(point)
        elif word == "c" and len(handles) == 2:
            found[-1][0].extend((*handles, point))
            handles = []
        elif word == "z":
            points, _ = found[-1]
            if points[-1] != points[0]:
                _line(points, points[0])
            found[-1] = (points, True)
    return tuple(Subpath(tuple(points), closed) for points, closed in found if len(points) > 1)


def _line(points: list[XY], end: XY) -> None:
    x0, y0 = points[-1]
    x1, y1 = end
    points += (((2 * x0 + x1) / 3, (2 * y0 + y1) / 3), ((x0 + 2 * x1) / 3, (y0 + 2 * y1) / 3), end)
