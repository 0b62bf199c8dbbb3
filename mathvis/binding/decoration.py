"""Closed world: every visible stroke, fill and text is an entity's, or decoration, or unaccounted for.

Axes, ticks, grids, panel borders, light backgrounds, right-angle marks and the grounds of labels are
recognised by what they look like. Other construction lines carry a name that starts with ``decor`` and
must be thinner, lighter or dashed beside the entities; otherwise they count as unaccounted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import shapely
from numpy.typing import NDArray

from mathvis.binding.ink import Ink, polygon, quad
from mathvis.figure.model import Frame
from mathvis.figure.model import Ink as ExtraInk
from mathvis.scene.model import RGB, Element, Image, Label, Path, Role
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mathvis.scene.polyline import Polyline

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """A panel: its name, frame, and the box of its entities' ink (x0, y0, x1, y1)."""

    name: str
    frame: Frame
    box: tuple[float, float, float, float]

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        return self.box[2] - self.box[0], self.box[3] - self.box[1]


@dataclass(frozen=True, slots=True)
class Audit:
    """The outcome: indices of decoration, and ink that is unaccounted for."""

    decoration: frozenset[int]
    extras: tuple[ExtraInk, ...]


def audit(ink: Ink, claimed: frozenset[int], panels: Sequence[Panel]) -> Audit:
    """Sort all visible ink that no entity claims.

    Parameters
    ----------
    ink
        The visible ink.
    claimed
        Elements of bound entities and of their labels.
    panels
        Panels with their frames.
    """
    loose = [e for e in ink.scene.elements if e.index not in claimed and ink.seen(e.index)]
    loose = [e for e in loose if not (isinstance(e, Path) and e.role is Role.TEXT)]
    heavy = _weight(ink, claimed)
    found: set[int] = set()
    for element in loose:
        if any(name.startswith("decor") for name in element.names) or (element.node or "").startswith("decor"):
            if isinstance(element, Label) or _lighter(element, heavy):
                found.add(element.index)
        elif isinstance(element, Path) and (_ground(ink, element, claimed) or _background(ink, element)):
            found.add(element.index)
    axes = [e for e in loose if isinstance(e, Path) and e.index not in found and _is_axis(ink, e, panels)]
    found |= {e.index for e in axes}
    axis_lines = [line for e in axes for line in ink.outlines(e)]
    for element in loose:
        if element.index in found or not isinstance(element, Path):
            continue
        if _is_tick(ink, element, axis_lines) or _is_right_angle(ink, element) or _is_border(ink, element, panels):
            found.add(element.index)
    found |= _grid(ink, [e for e in loose if isinstance(e, Path) and e.index not in found], heavy)
    for element in loose:
        if isinstance(element, Label) and _is_tick_label(ink, element, axis_lines):
            found.add(element.index)
    tips = {
        i for e in ink.scene.elements if isinstance(e, Path) and e.index in found for t in e.tips for i in t.elements
    }
    found |= tips
    extras = tuple(_extra(ink, e, panels) for e in loose if e.index not in found and not _is_part(e, loose))
    return Audit(frozenset(found), extras)


# -- weight -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Weight:
    width: float
    luminance: float


def _weight(ink: Ink, claimed: frozenset[int]) -> _Weight:
    """Typical line width and darkness of the entities."""
    strokes = [e.stroke for i in claimed if isinstance(e := ink.scene.elements[i], Path) and e.stroke is not None]
    if not strokes:
        return _Weight(0.0, 0.0)
    return _Weight(
        float(np.median([s.width for s in strokes])), float(np.median([_luminance(s.paint.color) for s in strokes]))
    )


def _luminance(color: RGB) -> float:
    return 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2]


def _lighter(element: Element, heavy: _Weight) -> bool:
    """Whether a construction line stands back behind the entities."""
    if not isinstance(element, Path):
        return False
    if element.stroke is None:
        return element.fill is not None and _luminance(element.fill.paint.color) > heavy.luminance + 0.2
    stroke = element.stroke
    return (
        bool(stroke.dash)
        or stroke.width * TOLERANCES.width_ratio <= heavy.width * 1.05
        or _luminance(stroke.paint.color) * stroke.paint.alpha + 1 - stroke.paint.alpha > heavy.luminance + 0.2
        or heavy.width == 0.0
    )


# -- kinds of decoration -----------------------------------------------------------------------------


def _straight(line: Polyline) -> Array | None:
    """Direction of a straight line, shape (2,); None for anything else."""
    chord = line.points[-1] - line.points[0]
    size = float(np.hypot(*chord))
    if size <= 0 or line.length > size * (1 + 1e-4):
        return None
    return np.asarray(chord / size)


def _along_axis(direction: Array) -> int | None:
    """0 for horizontal, 1 for vertical (half a degree), None otherwise."""
    across = np.abs(direction)
    if across[1] < 0.0087:
        return 0
    return 1 if across[0] < 0.0087 else None


def _is_axis(ink: Ink, path: Path, panels: Sequence[Panel]) -> bool:
    """Whether a path is a straight axis-parallel line through or along most of a panel, where an axis belongs."""
    lines = ink.outlines(path)
    if path.stroke is None or not lines:
        return False
    return all(any(_axis_of(line, panel, bool(path.tips)) for panel in panels) for line in lines)


def _axis_of(line: Polyline, panel: Panel, tipped: bool) -> bool:
    direction = _straight(line)
    if direction is None:
        return False
    low, high = line.points.min(axis=0), line.points.max(axis=0)
    box = np.array(panel.box).reshape(2, 2)
    reach = TOLERANCES.label_distance * panel.frame.diagonal
    if panel.frame.fitted:
        # In data coordinates an axis lies on x = 0 or y = 0.
        ends = panel.frame.to_data(line.points[[0, -1]])
        allowed = TOLERANCES.frame_residual * panel.frame.diagonal / max(panel.frame.scale, 1e-12)
        for k in (0, 1):
            if float(np.abs(ends[:, k]).max()) <= allowed:
                return bool(float(np.hypot(*(ends[1] - ends[0]))) * panel.frame.scale >= 0.4 * min(box[1] - box[0]))
    across = _along_axis(direction)
    if across is None:
        return False
    long = float(high[across] - low[across])
    overlap = min(high[across], box[1][across]) - max(low[across], box[0][across])
    other = 1 - across
    at_edge = min(abs(low[other] - box[0][other]), abs(low[other] - box[1][other])) <= reach
    inside = box[0][other] - reach <= low[other] <= box[1][other] + reach
    size = float(box[1][across] - box[0][across])
    return inside and overlap >= 0.7 * size > 0 and long <= 2.5 * size + reach and (tipped or at_edge)


def _is_tick(ink: Ink, path: Path, axes: Sequence[Polyline]) -> bool:
    """Whether a path consists of short straight strokes across an axis."""
    lines = ink.outlines(path)
    if not axes or not lines or path.stroke is None or path.tips:
        return False
    carriers = shapely.MultiLineString([axis.points for axis in axes])
    for line in lines:
        if _straight(line) is None or line.length > 0.03 * ink.diagonal:
            return False
        if carriers.distance(shapely.LineString(line.points)) > 0.5 * line.length + 0.5:
            return False
    return True


def _is_tick_label(ink: Ink, label: Label, axes: Sequence[Polyline]) -> bool:
    """Whether a text is a number, or an axis' name, beside an axis."""
    if not axes or len(label.form) > 12:
        return False
    numeric = all(c in "0123456789.,-−+/πei\\frac{}sqt" for c in label.form)
    if not numeric and len(label.text.strip()) > 3:
        return False
    carriers = shapely.MultiLineString([axis.points for axis in axes])
    near = float(carriers.distance(quad(label.box))) <= 0.05 * ink.diagonal
    if numeric:
        return near
    ends = shapely.MultiPoint([axis.points[k] for axis in axes for k in (0, -1)])
    return float(ends.distance(quad(label.box))) <= 0.05 * ink.diagonal


def _is_right_angle(ink: Ink, path: Path) -> bool:
    """Whether a path is a small open corner of two equal legs at a right angle."""
    lines = ink.outlines(path)
    if path.stroke is None or len(lines) != 1 or path.tips:
        return False
    points = lines[0].points[list(lines[0].corners)]
    if len(points) != 3 or lines[0].length > 0.1 * ink.diagonal:
        return False
    a, b = points[1] - points[0], points[2] - points[1]
    size_a, size_b = float(np.hypot(*a)), float(np.hypot(*b))
    return abs(size_a - size_b) <= 0.15 * max(size_a, size_b) and abs(float(a @ b)) <= 0.1 * size_a * size_b


def _is_border(ink: Ink, path: Path, panels: Sequence[Panel]) -> bool:
    """Whether a path is an upright rectangle around all ink of a panel (or of the figure)."""
    lines = ink.outlines(path)
    if path.fill is not None or path.stroke is None or len(lines) != 1:
        return False
    points = lines[0].points
    low, high = points.min(axis=0), points.max(axis=0)
    corners = points[list(lines[0].corners)]
    on_box = np.minimum(np.abs(corners - low), np.abs(corners - high)).max(initial=0.0) <= 0.01 * ink.diagonal
    if not on_box or abs(lines[0].length - 2 * float((high - low).sum())) > 0.02 * lines[0].length:
        return False
    return any(
        low[0] <= panel.box[0] and low[1] <= panel.box[1] and high[0] >= panel.box[2] and high[1] >= panel.box[3]
        for panel in panels
    )


def _background(ink: Ink, path: Path) -> bool:
    """Whether a path is a plain light ground: nearly the canvas' colour, filled and not outlined."""
    if path.stroke is not None or path.fill is None:
        return False
    ground = _luminance(ink.scene.canvas.background)
    return abs(_luminance(path.fill.paint.color) - ground) * path.fill.paint.alpha < 0.12


def _ground(ink: Ink, path: Path, claimed: frozenset[int]) -> bool:
    """Whether a path is the plain ground of one text: painted before it, a little larger than its box."""
    if path.stroke is not None or path.fill is None or path.index in claimed:
        return False
    lines = ink.outlines(path)
    if len(lines) != 1 or len(lines[0].points) < 4:
        return False
    shape = polygon(lines[0].points)
    for element in ink.scene.elements[path.index + 1 : path.index + 4]:
        if isinstance(element, Label):
            box = quad(element.box)
            return bool(shape.covers(box)) and float(shape.area) <= 4 * float(box.area) + 1e-9
    return False


def _grid(ink: Ink, paths: Sequence[Path], heavy: _Weight) -> set[int]:
    """Families of at least three parallel, evenly spaced straight lines that stand back."""
    rows: list[tuple[int, int, float]] = []
    for path in paths:
        if path.stroke is None or path.tips or path.names or not _lighter(path, heavy):
            continue
        lines = ink.outlines(path)
        directions = [_straight(line) for line in lines]
        for line, direction in zip(lines, directions, strict=True):
            across = None if direction is None else _along_axis(direction)
            if across is None:
                break
            rows.append((path.index, across, float(line.points[:, 1 - across].mean())))
    found: set[int] = set()
    for across in (0, 1):
        group = sorted((place, index) for index, a, place in rows if a == across)
        places = np.unique(np.round([place for place, _ in group], 2))
        if len(places) < 3:
            continue
        steps = np.diff(places)
        if float(steps.max() - steps.min()) <= 0.1 * float(steps.mean()):
            found |= {index for _, index in group}
    return found


# -- extras ------------------------------------------------------------------------------------------


def _is_part(element: Element, loose: Iterable[Element]) -> bool:
    """Whether an element only belongs to another loose one (its casing, tip, or node)."""
    if not isinstance(element, Path) or element.role not in (Role.CASING, Role.TIP):
        return False
    return any(
        other.index != element.index
        and isinstance(other, Path)
        and other.role not in (Role.CASING, Role.TIP)
        and other.command == element.command >= 0
        for other in loose
    )


def _extra(ink: Ink, element: Element, panels: Sequence[Panel]) -> ExtraInk:
    if isinstance(element, Label):
        return ExtraInk("text", (element.index,), np.array(element.box), _panel_of(np.array(element.box), panels))
    if isinstance(element, Image):
        return ExtraInk("image", (element.index,), np.array(element.box), _panel_of(np.array(element.box), panels))
    lines = ink.outlines(element)
    points = np.vstack([line.points for line in lines]) if lines else np.zeros((1, 2))
    small = bool(np.ptp(points, axis=0).max() <= TOLERANCES.mark_size * ink.diagonal)
    if element.stroke is None:
        kind = "mark" if small else "fill"
    elif any(tip.kind == "arrow" for tip in element.tips):
        kind = "arrow"
    else:
        closed = element.fill is not None or all(line.closed for line in lines)
        kind = "mark" if small and closed else "curve"
    return ExtraInk(kind, (element.index,), points, _panel_of(points, panels))


def _panel_of(points: Array, panels: Sequence[Panel]) -> str | None:
    """The panel whose box is nearest to the middle of the points."""
    if not panels:
        return None
    middle = shapely.Point((points.min(axis=0) + points.max(axis=0)) / 2)
    return min(panels, key=lambda panel: float(shapely.box(*panel.box).distance(middle))).name
