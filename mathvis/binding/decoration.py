"""Closed world: every visible stroke, fill and text is an entity's, or decoration, or unaccounted for.

Axes, ticks, grids and frames (`axes`), light backgrounds, right-angle marks, leaders, legends and the
grounds of labels are recognised by what they look like. Other construction lines carry a name that starts
with ``decor`` and must be thinner, lighter or dashed beside the entities; otherwise they count as
unaccounted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import shapely
from numpy.typing import NDArray

from mathvis.binding.axes import Panel, surroundings
from mathvis.binding.ink import linework, outline_of, polygon
from mathvis.binding.pins import legend_ground
from mathvis.binding.weight import Weight, luminance
from mathvis.figure.model import Ink as ExtraInk
from mathvis.scene.model import Element, Image, Label, Path, Role
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mathvis.binding.ink import Ink

Array = NDArray[np.float64]

_PALE = 0.12
"""Difference of luminance from the canvas below which a fill is a ground."""
_GROUND = 1.5
"""Farthest that a text's ground reaches beyond the text, in type sizes."""
_RIGHT_ANGLE = 0.1
"""Longest right-angle mark as a share of the figure's diagonal."""
_MOST_NEAR = 300
"""More strokes than this near one stroke are not compared with it."""


@dataclass(frozen=True, slots=True)
class Audit:
    """The outcome: indices of decoration, ink that is decoration by its name alone, and unaccounted ink."""

    decoration: frozenset[int]
    construction: tuple[ExtraInk, ...]
    extras: tuple[ExtraInk, ...]


def audit(
    ink: Ink, claimed: frozenset[int], panels: Sequence[Panel], diagonal: float, guides: frozenset[int] = frozenset()
) -> Audit:
    """Sort all visible ink that no entity claims.

    Parameters
    ----------
    ink
        The visible ink.
    claimed
        Elements of bound entities and of their labels.
    panels
        Panels with their frames.
    diagonal
        Diagonal of the box of all panels in big points.
    guides
        Strokes that are known to lead from labels or to stand in a legend.
    """
    loose = [e for e in ink.scene.elements if e.index not in claimed and ink.seen(e.index)]
    loose = [e for e in loose if not (isinstance(e, Path) and e.role is Role.TEXT)]
    heavy = Weight.of(ink, claimed)
    found: set[int] = set(guides)
    named = [e for e in loose if ink.is_decor(e)]
    plain = surroundings(ink, named, panels, heavy)
    for element in loose:
        if ink.is_decor(element):
            if isinstance(element, Label) or (isinstance(element, Path) and heavy.above(element)):
                found.add(element.index)
        elif isinstance(element, Path) and (_ground(ink, element) or _background(ink, element, panels)):
            found.add(element.index)
    loose_paths = [e for e in loose if isinstance(e, Path)]
    found |= surroundings(ink, [e for e in loose if e.index not in found and not ink.is_decor(e)], panels, heavy)
    repeats = _Repeats(ink, claimed, TOLERANCES.same_curve * diagonal)
    for path in loose_paths:
        if path.index in found or ink.is_decor(path):
            continue
        if repeats.holds(path) or _is_right_angle(ink, path, diagonal) or legend_ground(ink, path, guides, claimed):
            found.add(path.index)
    parts = _parts(ink, loose_paths)
    found |= {i for i in parts if parts[i] in found}
    extras = tuple(_extra(ink, e, panels, diagonal) for e in loose if e.index not in found and (e.index not in parts))
    construction = tuple(
        _extra(ink, e, panels, diagonal)
        for e in named
        if e.index in found and e.index not in plain and e.index not in parts
    )
    return Audit(frozenset(found), construction, extras)


# -- kinds of decoration -----------------------------------------------------------------------------


def _is_right_angle(ink: Ink, path: Path, diagonal: float) -> bool:
    """Whether a path is a small open corner of two equal legs, set into an angle between two other strokes."""
    lines = ink.outlines(path)
    if path.stroke is None or len(lines) != 1 or path.tips or lines[0].length > _RIGHT_ANGLE * diagonal:
        return False
    points = lines[0].points[list(lines[0].corners)]
    if len(points) != 3:
        return False
    a, b = points[1] - points[0], points[2] - points[1]
    size_a, size_b = float(np.hypot(*a)), float(np.hypot(*b))
    if abs(size_a - size_b) > 0.15 * max(size_a, size_b) or abs(float(a @ b)) > 0.1 * size_a * size_b:
        return False
    reach = 0.2 * max(size_a, size_b)
    return all(
        any(_stroke_at(ink, k, place, reach) for k in ink.geometry.near(place[0], place[1], reach) if k != path.index)
        for place in (points[0].tolist(), points[2].tolist(), (points[0] + points[2] - points[1]).tolist())
    )


def _stroke_at(ink: Ink, index: int, place: Sequence[float], reach: float) -> bool:
    element = ink.scene.elements[index]
    if not isinstance(element, Path) or element.stroke is None or not ink.seen(index) or not ink.outlines(element):
        return False
    return bool(linework(ink.outlines(element)).distance(shapely.Point(place)) <= reach)


def _background(ink: Ink, path: Path, panels: Sequence[Panel]) -> bool:
    """Whether a path is a plain light ground under a whole panel: filled, not outlined, nearly the canvas' colour."""
    if path.stroke is not None or path.fill is None:
        return False
    ground = luminance(ink.scene.canvas.background)
    if abs(luminance(path.fill.paint.color) - ground) * path.fill.paint.alpha >= _PALE:
        return False
    shape = ink.geometry.fill_region(path.index).shape
    return any(bool(shape.covers(shapely.box(*panel.box))) for panel in panels) or not panels


def _ground(ink: Ink, path: Path) -> bool:
    """Whether a path is the plain ground of one text: painted before it, a little larger than its box."""
    if path.stroke is not None or path.fill is None:
        return False
    lines = ink.outlines(path)
    if len(lines) != 1 or len(lines[0].points) < 4:
        return False
    shape = polygon(lines[0].points)
    return any(
        bool(shape.covers(item.box)) and bool(item.box.buffer(_GROUND * item.height).covers(shape))
        for item in ink.texts
        if item.text.elements[0] > path.index
    )


class _Repeats:
    """Strokes that run over an entity's strokes and show nothing of their own: no ground shows between the two."""

    def __init__(self, ink: Ink, claimed: frozenset[int], within: float) -> None:
        self._ink, self._within = ink, within
        strokes = [e for e in ink.main(ink.scene.elements[i] for i in sorted(claimed)) if e.stroke is not None]
        self._shapes = [linework(ink.outlines(path)) for path in strokes]
        self._widths = [ink.geometry.width(path.index) for path in strokes]
        self._tree = shapely.STRtree(self._shapes)

    def holds(self, path: Path) -> bool:
        """Whether a loose path is such a repetition."""
        if path.stroke is None or path.tips or path.fill is not None or not self._ink.outlines(path):
            return False
        shape = linework(self._ink.outlines(path))
        near = self._tree.query(shape, predicate="dwithin", distance=self._within)
        if not len(near) or len(near) > _MOST_NEAR:
            return False
        width = self._ink.geometry.width(path.index)
        return bool(shapely.union_all([self._shapes[k].buffer(self._reach(k, width)) for k in near]).covers(shape))

    def _reach(self, k: int, width: float) -> float:
        """How far a line of a width may lie from an entity's stroke and still run over it."""
        return min(self._within, (self._widths[k] + width) / 2 + TOLERANCES.hairline)


# -- extras ------------------------------------------------------------------------------------------


def _parts(ink: Ink, loose: Sequence[Path]) -> dict[int, int]:
    """Loose elements that only belong to another element: casings, tips, heads drawn by hand; and to which."""
    mains = {e.command: e.index for e in ink.strokes if e.command >= 0}
    owner = {i: e.index for e in ink.strokes for tip in e.tips for i in tip.elements}
    out: dict[int, int] = {}
    for path in loose:
        main = owner.get(path.index)
        if main is None and path.role in (Role.CASING, Role.TIP):
            main = mains.get(path.command)
        if main is not None and main != path.index:
            out[path.index] = main
    return {i: main for i, main in out.items() if main not in out}


def _extra(ink: Ink, element: Element, panels: Sequence[Panel], diagonal: float) -> ExtraInk:
    if isinstance(element, Label | Image):
        kind, corners = "text" if isinstance(element, Label) else "image", outline_of(element)
        return ExtraInk(kind, (element.index,), corners, _panel_of(corners, panels))
    lines = ink.outlines(element)
    points = np.vstack([line.points for line in lines]) if lines else np.zeros((1, 2))
    small = bool(np.ptp(points, axis=0).max() <= TOLERANCES.mark_size * diagonal)
    tips = ink.tips([element])
    if element.stroke is None:
        kind = "mark" if small else "fill"
    elif any(tip.kind == "arrow" for tip in tips):
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
