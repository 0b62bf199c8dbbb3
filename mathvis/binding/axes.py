"""What surrounds a panel with data coordinates: axes, ticks, their numbers, frames and grids.

An axis lies on a zero line or along the panel's border, and shows that it is one: by a head, by ticks or
numbers along it, by standing back, or by reaching beyond everything else. A straight stroke without any of
this is an object.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from mathvis.binding.ink import quad
from mathvis.scene.model import Label, Path, Role
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from shapely.geometry.base import BaseGeometry

    from mathvis.binding.ink import Ink
    from mathvis.binding.weight import Weight
    from mathvis.figure.model import Frame
    from mathvis.scene.model import Element
    from mathvis.scene.polyline import Polyline

Array = NDArray[np.float64]

_TICK = 0.03
"""Longest tick as a share of the panel's diagonal."""
_NUMBERS = frozenset("0123456789.,-−+/πei\\frac{}sqt")
_ENOUGH = 2
"""Ticks or numbers that make a line an axis."""


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """A panel: its name, frame, and the box of its entities' ink (x0, y0, x1, y1)."""

    name: str
    frame: Frame
    box: tuple[float, float, float, float]

    @property
    def corners(self) -> Array:
        """Lower left and upper right, shape (2, 2)."""
        return np.array(self.box).reshape(2, 2)


def surroundings(ink: Ink, loose: Sequence[Element], panels: Sequence[Panel], heavy: Weight) -> set[int]:
    """Elements that are axes, ticks, numbers and names of axes, frames or grids."""
    paths = [e for e in loose if isinstance(e, Path) and e.stroke is not None]
    found: set[int] = set()
    for panel in panels:
        if panel.frame.fitted:
            found |= _around(ink, paths, [e for e in loose if isinstance(e, Label)], panel, heavy)
    for panel in panels:
        found |= {path.index for path in paths if is_frame(ink, path, panel)}
    return found | _grids(ink, paths, panels, heavy)


def _around(ink: Ink, paths: Sequence[Path], labels: Sequence[Label], panel: Panel, heavy: Weight) -> set[int]:
    short = [p for p in paths if not p.tips and _is_short(ink, p, panel)]
    long = [p for p in paths if not _is_short(ink, p, panel)]
    dashes = [(p.index, line) for p in short for line in ink.outlines(p)]
    tree = shapely.STRtree([shapely.LineString(line.points) for _, line in dashes])
    numbers = [label for label in labels if len(label.form) <= 12 and _NUMBERS.issuperset(label.form)]
    number_tree = shapely.STRtree([quad(label.box) for label in numbers])
    beside = 0.05 * panel.frame.diagonal
    found: set[int] = set()
    lines: list[Polyline] = []
    for path in long:
        outlines = ink.outlines(path)
        framed = is_frame(ink, path, panel, tight=True)
        if not framed and not all(_may_be_axis(line, panel) for line in outlines):
            continue
        whole = shapely.MultiLineString([line.points for line in outlines])
        ticks = sum(_across(dashes[k][1], whole) for k in tree.query(whole, "dwithin", 0.5).tolist()[:200])
        counted = len(number_tree.query(whole, "dwithin", beside))
        marked = ticks >= _ENOUGH or counted >= _ENOUGH
        headed = bool(path.tips)
        shown = marked or headed or path.role is Role.AXIS or heavy.above(path)
        if shown or (not framed and all(_overreaches(line, panel) for line in outlines)):
            found.add(path.index)
            found.update(i for tip in path.tips for i in tip.elements)
            lines += outlines
    if not lines:
        return found
    carriers = shapely.MultiLineString([line.points for line in lines])
    shapely.prepare(carriers)
    for path in short:
        if all(_across(line, carriers) for line in ink.outlines(path)):
            found.add(path.index)
    found.update(label.index for label in numbers if carriers.distance(quad(label.box)) <= beside)
    ends = shapely.MultiPoint([line.points[k] for line in lines for k in (0, -1)])
    names = (label for label in labels if len(label.text.strip()) <= 3)
    found.update(label.index for label in names if ends.distance(quad(label.box)) <= beside)
    return found


def straight(line: Polyline) -> Array | None:
    """Direction of a straight line, shape (2,); None for anything else."""
    chord = line.points[-1] - line.points[0]
    size = float(np.hypot(*chord))
    if size <= 0 or line.length > size * (1 + 1e-4):
        return None
    return np.asarray(chord / size)


def _is_short(ink: Ink, path: Path, panel: Panel) -> bool:
    """Whether a path consists of straight strokes as short as ticks."""
    if ink.geometry.length(path.index) > 200 * _TICK * panel.frame.diagonal:
        return False
    lines = ink.outlines(path)
    return all(line.length <= _TICK * panel.frame.diagonal and straight(line) is not None for line in lines)


def _across(line: Polyline, carriers: BaseGeometry) -> bool:
    """Whether a short stroke meets a carrier and leaves it at a right angle, more or less."""
    shape = shapely.LineString(line.points)
    if carriers.distance(shape) > 0.5:
        return False
    # A stroke along its carrier keeps its distance from it; one across does not.
    gaps = [float(carriers.distance(shapely.Point(end))) for end in line.points[[0, -1]]]
    return sum(gaps) >= 0.8 * line.length if _crosses(gaps, line) else max(gaps) >= 0.8 * line.length


def _crosses(gaps: Sequence[float], line: Polyline) -> bool:
    return min(gaps) > 0.1 * line.length


def _axis_direction(line: Polyline, frame: Frame) -> int | None:
    """0 or 1 if a straight line is parallel to the first or second data axis, None otherwise."""
    direction = straight(line)
    if direction is None:
        return None
    for k in (0, 1):
        axis = frame.linear[:, k] / float(np.hypot(*frame.linear[:, k]))
        if abs(float(direction[0] * axis[1] - direction[1] * axis[0])) < 0.0087:
            return k
    return None


def _may_be_axis(line: Polyline, panel: Panel) -> bool:
    """Whether a line lies on a zero line of the data, or along the border of what the panel holds."""
    frame, box = panel.frame, panel.corners
    along = _axis_direction(line, frame)
    if along is None:
        return False
    across = 1 - along
    ends = frame.to_data(line.points[[0, -1]])
    scale = float(np.hypot(*frame.linear[:, across]))
    off = float(np.abs(ends[:, across]).max()) * scale
    if off <= TOLERANCES.frame_residual * frame.diagonal:
        return line.length >= 0.4 * float((box[1] - box[0]).min())
    data = frame.to_data(np.array([box[0], box[1], [box[0][0], box[1][1]], [box[1][0], box[0][1]]]))
    low, high = data.min(axis=0), data.max(axis=0)
    level = float(ends[:, across].mean())
    beyond = max(low[across] - level, level - high[across]) * scale
    reach = TOLERANCES.label_distance * 2 * frame.diagonal
    covered = min(ends[:, along].max(), high[along]) - max(ends[:, along].min(), low[along])
    wide = covered >= 0.7 * float(high[along] - low[along])
    return bool(wide and -TOLERANCES.position * frame.diagonal <= beyond <= reach)


def _overreaches(line: Polyline, panel: Panel) -> bool:
    """Whether a zero line runs from side to side of the panel and beyond at one end at least."""
    along = _axis_direction(line, panel.frame)
    box = panel.corners
    if along is None:
        return False
    direction = panel.frame.linear[:, along] / float(np.hypot(*panel.frame.linear[:, along]))
    corners = np.array([[x, y] for x in box[:, 0] for y in box[:, 1]]) @ direction
    ends = line.points[[0, -1]] @ direction
    margin = TOLERANCES.position * panel.frame.diagonal
    out = corners.min() - ends.min(), ends.max() - corners.max()
    across = np.array([-direction[1], direction[0]])
    level = float((line.points[[0, -1]] @ across).mean())
    spread = np.array([[x, y] for x in box[:, 0] for y in box[:, 1]]) @ across
    on_zero = bool(spread.min() - margin <= level <= spread.max() + margin)
    return on_zero and min(out) >= -margin and max(out) >= margin


def is_frame(ink: Ink, path: Path, panel: Panel, *, tight: bool = False) -> bool:
    """Whether a path is an upright rectangle around all ink of a panel; with `tight` it may touch the ink."""
    lines = ink.outlines(path)
    if path.fill is not None or path.stroke is None or len(lines) != 1:
        return False
    points = lines[0].points
    low, high = points.min(axis=0), points.max(axis=0)
    corners = points[list(lines[0].corners)]
    diagonal = panel.frame.diagonal
    on_box = np.minimum(np.abs(corners - low), np.abs(corners - high)).max(initial=0.0) <= 0.01 * diagonal
    if not on_box or abs(lines[0].length - 2 * float((high - low).sum())) > 0.02 * lines[0].length:
        return False
    margin = (-1 if tight else 1) * TOLERANCES.position * diagonal
    box = panel.corners
    return bool((low <= box[0] - margin).all() and (high >= box[1] + margin).all())


def _grids(ink: Ink, paths: Iterable[Path], panels: Sequence[Panel], heavy: Weight) -> set[int]:
    """Families of at least three parallel, evenly spaced, about equally long straight lines that stand back."""
    rows: list[_Row] = []
    for path in paths:
        if path.tips or any(ink.means(name) for name in path.names) or not heavy.above(path):
            continue
        own = [_row(path.index, line) for line in ink.outlines(path)]
        if all(row is not None for row in own):
            rows += [row for row in own if row is not None]
    found: set[int] = set()
    for panel in panels:
        here = [row for row in rows if _nearest(row.middle, panels) is panel]
        found |= _family(here, float((panel.corners[1] - panel.corners[0]).min()))
    return found


class _Row(NamedTuple):
    """A line of a possible grid: its path, 0 for horizontal and 1 for vertical, its place across, its length."""

    path: int
    across: int
    place: float
    length: float
    middle: tuple[float, float]


def _row(index: int, line: Polyline) -> _Row | None:
    direction = straight(line)
    across = None if direction is None else _upright(direction)
    if across is None:
        return None
    x, y = (float(v) for v in (line.points[0] + line.points[-1]) / 2)
    return _Row(index, across, float(line.points[:, 1 - across].mean()), line.length, (x, y))


def _nearest(middle: tuple[float, float], panels: Sequence[Panel]) -> Panel:
    here = shapely.Point(middle)
    return min(panels, key=lambda panel: float(shapely.box(*panel.box).distance(here)))


def _family(rows: Sequence[_Row], least: float) -> set[int]:
    """Paths whose lines are evenly spaced; a path that draws anything else besides is left out."""
    found: set[int] = set()
    for across in (0, 1):
        group = [row for row in rows if row.across == across]
        longest = max((row.length for row in group), default=0.0)
        group = [row for row in group if row.length >= 0.8 * longest]
        places = np.unique(np.round([row.place for row in group], 2))
        if len(places) < 3 or longest < 0.5 * least:
            continue
        steps = np.diff(places)
        if float(steps.max() - steps.min()) <= 0.1 * float(steps.mean()):
            found |= {row.path for row in group}
    return found


def _upright(direction: Array) -> int | None:
    """0 for horizontal, 1 for vertical (half a degree), None otherwise."""
    across = np.abs(direction)
    if across[1] < 0.0087:
        return 0
    return 1 if across[0] < 0.0087 else None
