"""Roles that marks claim for ink, checked against the ink.

A role other than that of a path can take ink out of what a figure must account for. So a grid must be one,
and what a node paints must lie in or around it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mathvis.scene.model import Label, Path, Role
from mathvis.scene.readers.pdf_geometry import bounds, path_bounds
from mathvis.scene.readers.pdf_marks import TIP_FRAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mathvis.scene.model import XY, Element, Subpath
    from mathvis.scene.readers.pdf_geometry import Box
    from mathvis.scene.readers.pdf_ink import Frame

_PARTS = {"grid": Role.GRID, "axis": Role.AXIS}
_SLACK = 0.01
"""How far lines of one grid may differ, as a share of the grid's size (pgf's arithmetic is noisy)."""
_AROUND = 0.5
"""How far around its text and its border a node may paint, as a share of their size."""
_ROOM = 6.0
"""The same in big points, for small nodes."""
_NEXT = 2.0
"""Texts of one node are nearer to each other than this, in type sizes."""


def role_of(frame: Frame | None, node: Frame | None, subpaths: Sequence[Subpath], *, is_rule: bool) -> Role:
    """Return the role of a path.

    Parameters
    ----------
    frame
        The marks around its ink.
    node
        The node that paints it, if any.
    is_rule
        Whether it is part of a text (the bar of a fraction, say).
    """
    if is_rule:
        return Role.TEXT
    found = frame.nearest(*TIP_FRAMES) if frame is not None else None
    if found is not None and found.kind in ("head", "tip"):
        return Role.TIP
    mark = frame.nearest("mark", "text", "node") if frame is not None else None
    if mark is not None and mark.kind == "mark":
        return Role.MARK
    if node is not None:
        return Role.NODE
    command = frame.nearest("cmd") if frame is not None else None
    if command is None:
        return Role.PATH
    if command.data.get("n"):
        return Role.PATH
    part = _PARTS.get(str(command.data.get("p")))
    if part is Role.AXIS or (part is Role.GRID and is_straight(subpaths)):
        return part
    return Role.GRID if command.data.get("g") and is_grid(subpaths) else Role.PATH


def is_straight(subpaths: Sequence[Subpath]) -> bool:
    """Tell whether every subpath is one straight piece."""
    return all(len(subpath.points) == 4 for subpath in subpaths)


def is_grid(subpaths: Sequence[Subpath]) -> bool:
    """Tell whether a path is a grid: copies of at most two straight lines, next to each other, that span it.

    The lines of one direction are shifted along the other, so their starts lie on one line, and their ends too.
    """
    if not subpaths or not is_straight(subpaths):
        return False
    x0, y0, x1, y1 = path_bounds(subpaths)
    slack = _SLACK * max(x1 - x0, y1 - y0)
    families: list[tuple[XY, list[XY]]] = []
    for subpath in subpaths:
        (ax, ay), (bx, by) = subpath.points[0], subpath.points[-1]
        for (dx, dy), starts in families:
            if abs(bx - ax - dx) <= slack and abs(by - ay - dy) <= slack:
                starts.append((ax, ay))
                break
            if abs(ax - bx - dx) <= slack and abs(ay - by - dy) <= slack:
                starts.append((bx, by))
                break
        else:
            families.append(((bx - ax, by - ay), [(ax, ay)]))
    if len(families) > 2:
        return False
    if len(families) == 1:
        return True
    (first, ones), (second, others) = families
    return _within(ones, first, others, second, slack) and _within(others, second, ones, first, slack)


def _within(starts: Sequence[XY], own: XY, others: Sequence[XY], other: XY, slack: float) -> bool:
    """Tell whether lines of one family start on one line along the other, inside what the other reaches."""
    across = (own[0] * other[1] - own[1] * other[0]) or 1.0
    length = (other[0] * other[0] + other[1] * other[1]) ** 0.5 or 1.0
    size = (own[0] * own[0] + own[1] * own[1]) ** 0.5 or 1.0
    ox, oy = others[0]
    # in the frame of the two directions, a start is a share of `other` and a share of `own`
    along = [((x - ox) * own[1] - (y - oy) * own[0]) / -across for x, y in starts]
    level = [((x - ox) * other[1] - (y - oy) * other[0]) / across for x, y in starts]
    margin = 2 * slack / length
    spread = (max(level) - min(level)) * size
    return spread <= 2 * slack and min(along) >= -margin and max(along) <= 1 + margin


def strangers(own: Sequence[Element]) -> set[int]:
    """Return those of a node's elements that lie outside of it: away from its text and its border.

    The border is what is closed around the middle of the text; without a text, around that of the first path.
    """
    labels = [element for element in own if isinstance(element, Label)]
    paths = [element for element in own if isinstance(element, Path) and element.role is Role.NODE]
    if not paths:
        return set()
    core = _text_box(labels) if labels else path_bounds(paths[0].subpaths)
    middle = ((core[0] + core[2]) / 2, (core[1] + core[3]) / 2)
    boxes = {path.index: path_bounds(path.subpaths) for path in paths}
    for path in paths:
        x0, y0, x1, y1 = boxes[path.index]
        around = x0 <= middle[0] <= x1 and y0 <= middle[1] <= y1
        if around and (path.fill is not None or all(subpath.closed for subpath in path.subpaths)):
            core = bounds((*_corners(core), *_corners(boxes[path.index])))
    room = _AROUND * max(core[2] - core[0], core[3] - core[1]) + _ROOM
    return {
        index
        for index, (x0, y0, x1, y1) in boxes.items()
        if x0 < core[0] - room or y0 < core[1] - room or x1 > core[2] + room or y1 > core[3] + room
    }


def _text_box(labels: Sequence[Label]) -> Box:
    """Return the box of a node's first text and those next to it."""
    core = bounds(labels[0].box)
    for label in labels[1:]:
        x0, y0, x1, y1 = bounds(label.box)
        reach = _NEXT * label.size
        if x0 <= core[2] + reach and x1 >= core[0] - reach and y0 <= core[3] + reach and y1 >= core[1] - reach:
            core = bounds((*_corners(core), (x0, y0), (x1, y1)))
    return core


def _corners(box: Box) -> tuple[XY, XY]:
    return (box[0], box[1]), (box[2], box[3])
