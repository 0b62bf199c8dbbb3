"""How much of a line is seen.

A place of a line is seen when some part of the line's width there is on the page, inside all clips, under no
opaque paint of another colour, and of a colour that differs from what lies beside it, once all translucent paint
over it is counted in.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import shapely

from mathvis.scene import intervals as sets
from mathvis.scene.coat import BESIDE, Look, better
from mathvis.scene.color import contrast, distance
from mathvis.scene.covering import Covering
from mathvis.scene.ground import Coat
from mathvis.scene.model import Label, Path, Role
from mathvis.scene.polyline import Polyline, cut
from mathvis.scene.seen import Cause, Gap
from mathvis.scene.strand import NOWHERE, Covered, Strand, all_rails

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mathvis.scene.ground import Ground, Places
    from mathvis.scene.intervals import Intervals
    from mathvis.scene.polyline import Array

_geos: Any = shapely
_EMPTY = np.empty(0)
_BARE = Covered(sets.NONE, np.empty(0, int))
_UNCOVERED = (_BARE, _BARE, _BARE)
_SIDES = (1.0, -1.0)
_BROAD = 4
"""Widths of a line from which other ink is its ground rather than its neighbour."""

_HALVINGS = 6
"""How often the place where a line fades is narrowed down by half."""


class _Row(NamedTuple):
    """Unseen stretches of one piece of a line, of one cause."""

    piece: int
    spans: Intervals
    cause: Cause
    by: tuple[int, ...] = ()


class Lines:
    """Looks at the lines of one scene.

    Parameters
    ----------
    ground
        The layers of a scene that is not crowded.
    """

    def __init__(self, ground: Ground) -> None:
        self.geometry, self.ground, self._tolerances = ground.geometry, ground, ground.geometry.tolerances
        self._covering = Covering(ground)

    def look(self, index: int, place: int) -> Look:
        """Look at a stroke's layer, of an element whose lines have a length."""
        if self._plain[place]:
            return self._whole(index, place)
        geometry, ground, look = self.geometry, self.ground, Look()
        layer, total = ground.layers[place], geometry.length(index)
        whole = bool(ground.whole[index])
        clip = None if whole else geometry.clip_region(geometry.scene.elements[index].clips)
        look.exact = clip is None or clip.exact
        ratios: list[Array] = []
        lost = dict.fromkeys((Cause.PAGE, Cause.CLIP, Cause.PAINT, Cause.FAINT), 0.0)
        rows: list[_Row] = []
        for piece, line in enumerate(geometry.polylines(index)):
            strand = Strand(line, layer.width)
            if strand.length <= 0:
                continue
            page = NOWHERE if whole else strand.outside(geometry.page)
            clipped = strand.outside(clip.shape) if clip is not None else NOWHERE
            over = self._covering.of(place, piece) or _UNCOVERED
            hidden = all_rails([[page[k], clipped[k], over[k].spans] for k in range(3)])
            if len(hidden):
                rows += self._hidden(piece, hidden, page[0], clipped[0], over[0])
            open_ = sets.complement(hidden, 0.0, strand.length)
            if self._clear[place]:
                ratios += [self._bare[place : place + 1]] * bool(len(open_))
                continue
            cells = strand.cells(open_, 0.01 * geometry.diagonal)
            if len(cells):
                ratio, faint = self._beside(index, place, strand, cells.mean(axis=1))
                ratios.append(ratio[~faint])
                if faint.any():
                    if not faint.all():
                        cells = self._sharpened(index, place, strand, cells, faint)
                    rows.append(_Row(piece, sets.union([cells[faint]], slack=1e-9), Cause.FAINT))
        for row in rows:
            lost[row.cause] += sets.measure(row.spans)
            look.hidden_by.update(row.by)
        look.lost = {cause: value / total for cause, value in lost.items() if value > 0}
        look.share = min(max(1.0 - sum(look.lost.values()), 0.0), 1.0)
        look.share = look.share if look.share > 1e-9 else 0.0
        seen = np.concatenate(ratios) if ratios else _EMPTY
        constant = bool(self._clear[place]) and len(seen) > 0
        look.contrast = float(seen[0] if constant else np.quantile(seen, 0.1)) if len(seen) else 1.0
        self._gaps(index, look, rows)
        return look

    def _hidden(self, piece: int, hidden: Intervals, page: Intervals, clipped: Intervals, over: Covered) -> list[_Row]:
        """Tell hidden stretches of a piece apart by their causes on its middle rail."""
        off_page = sets.intersect(hidden, page)
        off_clip = sets.subtract(sets.intersect(hidden, clipped), off_page)
        rows = [_Row(piece, off_page, Cause.PAGE), _Row(piece, off_clip, Cause.CLIP)]
        spans = over.spans
        for row in sets.subtract(sets.subtract(hidden, off_page), off_clip):
            meeting = (spans[:, 0] < row[1]) & (spans[:, 1] > row[0])
            by = sorted(set(self.ground.index[over.owner[meeting]].tolist()))
            rows.append(_Row(piece, row[None], Cause.PAINT, tuple(by)))
        return rows

    @cached_property
    def _bare(self) -> Array:
        """Contrast of each layer's colour to the bare background."""
        return np.asarray(contrast(self.ground.color, self.ground.background))

    @cached_property
    def _clear(self) -> NDArray[np.bool_]:
        """Opaque strokes of enough contrast to the background that lie in no broad ink and under no veil."""
        ground = self.ground
        clear = (ground.alpha >= 1) & np.array([layer.coat is Coat.STROKE for layer in ground.layers], bool)
        clear &= distance(ground.color, ground.background) >= self._tolerances.unseen
        clear &= self._bare >= self._tolerances.contrast
        own, other = ground.pairs()
        beside = ground.width[other] >= _BROAD * ground.width[own]
        beside |= (ground.index[other] > ground.index[own]) & ~ground.opaque[other]
        clear[own[beside]] = False
        return np.asarray(clear)

    @cached_property
    def _plain(self) -> NDArray[np.bool_]:
        """Layers that nothing hides: `_clear`, on the page, unclipped, uncovered."""
        plain = self._clear & self.ground.whole[self.ground.index]
        plain[self._covering.touched()] = False
        return np.asarray(plain)

    def _whole(self, index: int, place: int) -> Look:
        """Look at a layer that nothing can hide."""
        parts = [line for line in self.geometry.polylines(index) if line.length > 0]
        return Look(1.0, float(self._bare[place]), parts=parts)

    def _own_tips(self, index: int) -> list[int]:
        """Elements that draw the tips of a path: where a line runs into its own head it goes on for a reader."""
        element = self.geometry.scene.elements[index]
        return [k for tip in element.tips for k in tip.elements] if isinstance(element, Path) else []

    def _beside(self, index: int, place: int, strand: Strand, places: Array) -> tuple[Array, NDArray[np.bool_]]:
        """Contrast of a line to its better side at arc lengths, and where it cannot be told from either side."""
        ground, layer, unseen = self.ground, self.ground.layers[place], self._tolerances.unseen
        near = ground.around(index)
        tips = self._own_tips(index)
        near = near[~np.isin(ground.index[near], tips)] if tips else near
        broad = ground.width[near] >= _BROAD * layer.width
        wide = near[broad]
        color = ground.color[place]
        if layer.paint.alpha < 1:
            under = ground.colors(strand.at(places, 0.0), wide[ground.index[wide] < index])
            color = layer.paint.alpha * color + (1 - layer.paint.alpha) * under
        veils = ground.veils(near, index)
        if len(veils):
            color = ground.colors(strand.at(places, 0.0), veils, color)
        if len(wide):
            ratio, faint = better(color, self._grounds(layer.width, strand, places, wide), unseen)
        else:
            ratio, faint = better(np.broadcast_to(color, (len(places), 3)), [ground.background], unseen)
        poor = faint | (ratio < self._tolerances.contrast)
        if poor.any():
            # White on a black casing: lines of another colour beside it make it seen.
            others = near[broad | ~ground.like(place, near)]
            if len(others) > len(wide):
                own = color[poor] if color.ndim == 2 else color
                sides = self._grounds(layer.width, strand, places[poor], others)
                ratio[poor], faint[poor] = better(own, sides, unseen)
        return ratio, faint

    def _sharpened(
        self, index: int, place: int, strand: Strand, cells: Intervals, faint: NDArray[np.bool_]
    ) -> Intervals:
        """Move the borders between cells that are seen and cells that are not to where the line fades."""
        last = np.flatnonzero((faint[:-1] != faint[1:]) & (cells[:-1, 1] == cells[1:, 0]))
        if not len(last):
            return cells
        middles = cells.mean(axis=1)
        low, high = middles[last], middles[last + 1]
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            like_low = self._beside(index, place, strand, middle)[1] == faint[last]
            low, high = np.where(like_low, middle, low), np.where(like_low, high, middle)
        moved = cells.copy()
        moved[last, 1] = moved[last + 1, 0] = (low + high) / 2
        return moved

    def _grounds(self, width: float, strand: Strand, places: Array, layers: Places) -> list[Array]:
        """Colours that layers make on either side of a line."""
        off = width / 2 + BESIDE
        both = np.concatenate([strand.at(places, side * off) for side in _SIDES])
        return [half for ground in self.ground.grounds(both, layers) for half in np.split(ground, len(_SIDES))]

    def _gaps(self, index: int, look: Look, rows: list[_Row]) -> None:
        """Fill in gaps and seen parts."""
        limit = self._tolerances.bridge * self.geometry.diagonal
        for piece, line in enumerate(self.geometry.polylines(index)):
            total = line.length
            if total <= 0:
                continue
            breaks = []
            for _, spans, cause, by in (row for row in rows if row.piece == piece):
                for start, stop in spans.tolist():
                    if stop - start <= 1e-6 * total:
                        continue
                    inner = line.closed or (start > 1e-6 * total and stop < total * (1 - 1e-6))
                    short = stop - start <= limit
                    bridged = (
                        cause is Cause.PAINT
                        and inner
                        and all(other in self._backings or (short and self._stands_out(other)) for other in by)
                    )
                    look.gaps.append(Gap(piece, start, stop, cause, by, bridged))
                    if not bridged:
                        breaks.append([start, stop])
            look.parts += [line] if not breaks else _open(line, total, breaks)
        look.gaps.sort(key=lambda gap: (gap.piece, gap.start))

    def _stands_out(self, index: int) -> bool:
        """Whether an element is itself ink on the bare page, not a patch of the page's colour."""
        element = self.geometry.scene.elements[index]
        own = self.ground.of(index)
        return (
            isinstance(element, Path)
            and element.role is not Role.CASING
            and bool(self._inked[own.start : own.stop].any())
        )

    @cached_property
    def _inked(self) -> NDArray[np.bool_]:
        """Layers whose colour is not the page's."""
        return ~self.ground.looks_like(self.geometry.scene.canvas.background, np.arange(len(self.ground.layers)))

    @cached_property
    def _backings(self) -> frozenset[int]:
        """Borderless fills right behind a text, not much larger than it: a line that one interrupts goes on."""
        found: set[int] = set()
        for index in self.geometry.labels:
            label = self.geometry.scene.elements[index]
            room = self._tolerances.backing * label.size if isinstance(label, Label) else 0.0
            low, high = self.geometry.boxes[index, :2], self.geometry.boxes[index, 2:]
            for place in self.ground.around(index).tolist():
                other = self.geometry.boxes[self.ground.index[place]]
                near = (np.abs(np.concatenate((low - other[:2], other[2:] - high))) <= room).all()
                fill = (
                    self.ground.layers[place].coat is Coat.FILL and len(self.ground.of(self.ground.index[place])) == 1
                )
                if near and fill and self.ground.index[place] < index:
                    found.add(int(self.ground.index[place]))
        return frozenset(found)


def _open(line: Polyline, total: float, breaks: list[list[float]]) -> list[Polyline]:
    """Return what is left of a line between breaks, in drawing order."""
    open_ = sets.complement(sets.union([np.array(breaks)], slack=1e-6 * total), 0.0, total).tolist()
    open_ = [row for row in open_ if row[1] - row[0] > 1e-6 * total]
    around = line.closed and len(open_) > 1 and open_[0][0] <= 1e-9 and open_[-1][1] >= total * (1 - 1e-9)
    pieces = [cut(line, start, stop) for start, stop in open_]
    return [_join(pieces[-1], pieces[0]), *pieces[1:-1]] if around else pieces


def _join(first: Polyline, second: Polyline) -> Polyline:
    """Join the seen stretches of a closed curve that meet at its start."""
    points = np.concatenate((first.points, second.points[1:]))
    points.setflags(write=False)
    offset = len(first.points) - 1
    return Polyline(points, (*first.corners, *(offset + k for k in second.corners[1:])), closed=False)
