"""How many parallel lines the shaft of an arrow is drawn with.

The drawing is cut across the shaft at several places, and what each cut shows is counted. So it does not matter
whether a double line is a wide one that a narrower one hollows out, or two lines side by side.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import shapely

from mathvis.figure.model import Array, Edge, Figure
from mathvis.predicates.measure.polyline import at_length, length
from mathvis.scene.color import contrast
from mathvis.scene.model import RGB, Path
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from shapely.geometry.base import BaseGeometry

    from mathvis.predicates.budget import Budget
    from mathvis.scene.geometry import SceneGeometry
    from mathvis.scene.model import Paint, Tip

_CUTS = 15
_AGREE = 0.6
"""Least share of the cuts that must show the same."""
_EVEN = 0.25
"""Largest difference of the distances between the lines of one shaft, as a share of the distance."""
_MARGIN = 0.1
"""Share of the shaft at either end that is not cut."""
_WIDE = 4.0
"""How far the ink of an arrow may lie from its middle, in widths of its line."""
_STRONG, _FAINT = 0.5, 0.3
"""Shares of the strongest contrast in a cut from which on paint is ink, and up to which it is ground."""


_GAP = 1.5
"""Least gap that is seen, in hairlines."""


class _Band(NamedTuple):
    """A stretch of a cut that shows one colour, from `start` to `stop` in big points, and its contrast, 0 for none."""

    start: float
    stop: float
    strength: float


class _Reading(NamedTuple):
    """How many lines a cut shows, and how far the middles of the outermost are apart."""

    lines: int
    apart: float


class _Coat(NamedTuple):
    """What an element paints in one colour."""

    shape: BaseGeometry
    paint: Paint
    own: bool


class Shafts:
    """The shafts of a figure's edges.

    Parameters
    ----------
    figure
        The figure that the edges are of.
    budget
        Steps for all of them together.
    """

    def __init__(self, figure: Figure, budget: Budget) -> None:
        self._geometry, self._budget = figure.seen().geometry, budget
        self._scene, self._printed = figure.scene, figure.printed
        self._painted: dict[int, list[int]] = defaultdict(list)
        self._headed: dict[int, list[int]] = defaultdict(list)
        for element in figure.scene.elements:
            if not isinstance(element, Path):
                continue
            if element.command >= 0:
                self._painted[element.command].append(element.index)
            for index in {index for tip in element.tips for index in tip.elements}:
                self._headed[index].append(element.index)

    def lines(self, edge: Edge) -> int | None:
        """Return how many parallel lines draw an edge; None if the drawing does not tell.

        Gaps as thin as a hairline are not seen. A line within a line of another colour counts as one if it stands out
        more than what it lies in, and as their gap if it stands out less.
        """
        total = length(edge.path)
        if not np.isfinite(edge.path).all() or total <= 0:
            return None
        low, high = _bare(edge, self._geometry, total)
        if not low < high:
            return None
        own = self._own(edge)
        reach = _reach(edge, own, self._geometry)
        cuts: list[_Reading | None] = []
        step = min(0.5 * (high - low) / _CUTS, 0.01 * total)
        for s in np.linspace(low, high, _CUTS):
            before, here, after = at_length(edge.path, np.array([s - step, s, s + step]))
            along = after - before
            size = float(np.hypot(*along))
            if size <= 0:
                continue
            across = np.array([-along[1], along[0]]) / size
            bands = self._cut(here, across * reach, own, TOLERANCES.same_curve * edge.frame.diagonal)
            if any(band.strength for band in bands):
                cuts.append(_read(bands, _GAP * TOLERANCES.hairline / self._printed))
        return _agreed(cuts)

    def _own(self, edge: Edge) -> frozenset[int]:
        """Return the elements that draw the shaft: of the edge, with its head, by its commands."""
        tips = {index for tip in edge.tips for index in tip.elements}
        paths = [e for i in edge.elements if isinstance(e := self._scene.elements[i], Path) and i not in tips]
        more = {index for path in paths for index in self._painted.get(path.command, ())}
        more |= {index for tip in tips for index in self._headed.get(tip, ())}
        return frozenset({path.index for path in paths} | (more - tips))

    def _cut(self, here: Array, across: Array, own: frozenset[int], beside: float) -> list[_Band]:
        near = self._geometry.near(float(here[0]), float(here[1]), float(np.hypot(*across)))
        self._budget.spend(50 * (1 + len(near)))
        coats = [coat for index in near for coat in _coats(self._geometry, index, index in own)]
        return _bands(np.array([here - across, here + across]), coats, self._scene.canvas.background, beside)


def _bare(edge: Edge, geometry: SceneGeometry, total: float) -> tuple[float, float]:
    """Return from where to where a path carries no tips, as lengths along it."""
    low, high = _MARGIN * total, (1 - _MARGIN) * total
    for tip in edge.tips:
        size = tip_size(tip, geometry)
        to_start, to_end = np.hypot(*(edge.path[[0, -1]] - np.asarray(tip.apex)).T)
        if to_start <= to_end:
            low = max(low, to_start + size)
        else:
            high = min(high, total - to_end - size)
    return float(low), float(high)


def tip_size(tip: Tip, geometry: SceneGeometry) -> float:
    """Return the largest extent in big points of what draws a tip; 0 if it is part of its line."""
    boxes = geometry.boxes[list(tip.elements)]
    return float((boxes[:, 2:] - boxes[:, :2]).max(initial=0.0))


def _reach(edge: Edge, own: Iterable[int], geometry: SceneGeometry) -> float:
    width = max((geometry.width(index) for index in own), default=0.0)
    half = max((tip_size(tip, geometry) / 2 for tip in edge.tips), default=0.0)
    return max(
        _WIDE * width, half, TOLERANCES.rails / geometry.printed, 2 * TOLERANCES.same_curve * edge.frame.diagonal
    )


def _coats(geometry: SceneGeometry, index: int, own: bool) -> Iterator[_Coat]:
    """Yield what a path paints, in order, as far as its clips let it."""
    element = geometry.scene.elements[index]
    if not isinstance(element, Path):
        return
    clip = geometry.clip_region(element.clips)
    for area, layer in ((geometry.fill_region(index), element.fill), (geometry.stroke_region(index), element.stroke)):
        if layer is not None and not area.shape.is_empty:
            shape = area.shape if clip is None else shapely.intersection(area.shape, clip.shape)
            yield _Coat(shape, layer.paint, own)


def _bands(cut: Array, coats: Iterable[_Coat], ground: RGB, beside: float) -> list[_Band]:
    """Return what a cut shows from one end to the other.

    The ink of others counts where it is no farther than `beside` from the middle: beyond, it is another line.
    """
    line = shapely.LineString(cut)
    half = line.length / 2
    painted: list[tuple[float, float, Paint]] = []
    for coat in coats:
        crossing = shapely.intersection(coat.shape, line)
        for part in shapely.get_parts(crossing):
            ends = np.hypot(*(shapely.get_coordinates(part) - cut[0]).T)
            if len(ends) > 1 and (coat.own or abs((ends.min() + ends.max()) / 2 - half) <= beside):
                painted.append((float(ends.min()), float(ends.max()), coat.paint))
    stops = sorted({0.0, line.length, *(end for start, stop, _ in painted for end in (start, stop))})
    colors = []
    for start, stop in pairwise(stops):
        color, middle = np.array(ground, float), (start + stop) / 2
        for low, high, paint in painted:
            if low <= middle <= high:
                color = color + paint.alpha * (np.array(paint.color, float) - color)
        colors.append(color)
    # Where a panel lies under the arrow its colour is the ground.
    under = colors[0] if np.allclose(colors[0], colors[-1]) else np.array(ground, float)
    return [
        _Band(start, stop, float(contrast(color, under)) - 1)
        for (start, stop), color in zip(pairwise(stops), colors, strict=True)
    ]


def _read(bands: list[_Band], seen: float) -> _Reading | None:
    """Return what lines a cut shows: None if their number depends on whether doubtful colours are ink."""
    strongest = max(band.strength for band in bands)
    fewest, most = (
        _runs([(band, band.strength >= limit * strongest and band.strength > 0) for band in bands], seen)
        for limit in (_FAINT, _STRONG)
    )
    return most if fewest.lines == most.lines else None


def _runs(bands: list[tuple[_Band, bool]], seen: float) -> _Reading:
    """Return the inked stretches that wide enough gaps part."""
    runs: list[tuple[float, float]] = []
    for band, inked in bands:
        if inked and runs and band.start - runs[-1][1] < seen:
            runs[-1] = (runs[-1][0], band.stop)
        elif inked:
            runs.append((band.start, band.stop))
    middles = [(start + stop) / 2 for start, stop in runs]
    return _Reading(len(runs), middles[-1] - middles[0] if middles else 0.0)


def _agreed(cuts: list[_Reading | None]) -> int | None:
    """Return the number of lines that most cuts show; several lines must be as far apart everywhere."""
    if not cuts:
        return None
    lines, votes = Counter(cut.lines if cut else None for cut in cuts).most_common(1)[0]
    if lines is None or votes < _AGREE * len(cuts):
        return None
    apart = np.array([cut.apart for cut in cuts if cut and cut.lines == lines])
    even = np.abs(apart - np.median(apart)) <= _EVEN * np.median(apart)
    return lines if lines == 1 or even.sum() >= _AGREE * len(cuts) else None
