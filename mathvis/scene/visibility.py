"""What a reader sees of every element.

A place of a line is seen when some part of the line's width there is on the page, inside all clips, under no
opaque paint of another colour, and of a colour that differs from what lies beside it. A fill is seen as far
as it is on the page, inside its clips and uncovered, provided its rim can be told from its surroundings.
Text is judged by its box. Nothing here looks at a picture: everything follows from the scene's geometry.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import shapely

from mathvis.scene import intervals as sets
from mathvis.scene.color import contrast, distance
from mathvis.scene.glance import Glance
from mathvis.scene.ground import Coat, Ground, covers, cut
from mathvis.scene.model import Label, PaintKind, Path, Role
from mathvis.scene.polyline import Polyline
from mathvis.scene.polyline import cut as cut_line
from mathvis.scene.regions import EMPTY, box_of, parts_of, without
from mathvis.scene.seen import Cause, Gap, Seen
from mathvis.scene.strand import NOWHERE, Covered, Strand, all_rails

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    from mathvis.scene.color import Colors
    from mathvis.scene.geometry import SceneGeometry
    from mathvis.scene.ground import Places
    from mathvis.scene.intervals import Intervals
    from mathvis.scene.model import RGB
    from mathvis.scene.polyline import Array

_geos: Any = shapely

_BESIDE = 0.15
"""Distance in big points from ink at which its surroundings are looked at."""
_MOST_NEIGHBOURS = 60_000
"""With more pairs of overlapping boxes than this a scene is looked at coarsely."""


_EMPTY = np.empty(0)
_BARE = Covered(sets.NONE, np.empty(0, int))
_SIDES = (1.0, -1.0)


class _Row(NamedTuple):
    """Unseen stretches of one piece of a line, of one cause."""

    piece: int
    spans: Intervals
    cause: Cause
    by: tuple[int, ...] = ()


@dataclass(slots=True)
class _Coat:
    """One coat while it is looked at."""

    share: float = 0.0
    contrast: float = 1.0
    lost: dict[Cause, float] = field(default_factory=dict)
    hidden_by: set[int] = field(default_factory=set)
    parts: list[Polyline] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    region: BaseGeometry = EMPTY
    exact: bool = True


class Visibility:
    """What a reader sees of a scene, element by element, computed when first asked for.

    Parameters
    ----------
    geometry
        The scene's geometry; its tolerances are used.
    """

    def __init__(self, geometry: SceneGeometry) -> None:
        self.geometry = geometry
        self.ground = Ground(geometry)
        self._tolerances = geometry.tolerances
        self._seen: dict[int, Seen] = {}
        self._glance = Glance(geometry) if self._too_many() else None

    def __getitem__(self, index: int) -> Seen:
        """Return what is seen of an element."""
        if index not in self._seen:
            self._seen[index] = self._look(index)
        return self._seen[index]

    def __len__(self) -> int:
        return len(self.geometry.scene.elements)

    def share(self, index: int) -> float:
        """Share of an element that is seen; see `Seen`."""
        return self[index].share

    def contrast(self, index: int) -> float:
        """Contrast ratio of an element to its surroundings; see `Seen`."""
        return self[index].contrast

    def parts(self, index: int) -> tuple[Polyline, ...]:
        """Seen stretches of an element's line."""
        return self[index].parts

    def text_size(self, index: int) -> float:
        """Type size of a label in points at printed size."""
        label = self.geometry.scene.elements[index]
        if not isinstance(label, Label):
            raise TypeError(f"element {index} is no label")
        return label.size * self.geometry.printed

    @property
    def any_ink(self) -> bool:
        """Whether a reader sees anything at all."""
        return any(self[index].share > 0 for index in range(len(self)))

    @property
    def hidden(self) -> tuple[int, ...]:
        """Elements of which less than `Tolerances.visible_share` is seen, bridged gaps apart."""
        return tuple(k for k in range(len(self)) if self[k].continued < self._tolerances.visible_share)

    def ink_box(self) -> tuple[float, float, float, float] | None:
        """Box (x0, y0, x1, y1) of everything seen; None if nothing is."""
        boxes = []
        for index in range(len(self)):
            seen, half = self[index], self.geometry.width(index) / 2
            if seen.parts:
                boxes.append(box_of(seen.parts, half))
            if not seen.region.is_empty:
                boxes.append(seen.region.bounds)
        if not boxes:
            return None
        x0, y0, x1, y1 = np.array(boxes).T
        width, height = self.geometry.page.bounds[2:]
        return max(x0.min(), 0.0), max(y0.min(), 0.0), min(x1.max(), width), min(y1.max(), height)

    # -- one element ----------------------------------------------------------------------------------

    def _look(self, index: int) -> Seen:
        element = self.geometry.scene.elements[index]
        coats: dict[Coat, _Coat] = {}
        if self._glance is not None:
            return self._glance.look(index)
        if isinstance(element, Path):
            for place in self.ground.of(index):
                kind = self.ground.layers[place].coat
                line = kind is Coat.STROKE and self.geometry.length(index) > 0
                coats[kind] = self._line(index, place) if line else self._area(index, place)
        elif isinstance(element, Label):
            coats[Coat.FILL] = self._text(index, element)
        else:
            coats[Coat.FILL] = self._area(index, self.ground.of(index)[0])
        if not coats:
            return Seen(index, 0.0, lost={Cause.NOTHING: 1.0})
        best = max(coats.values(), key=lambda coat: coat.share)
        stroke, fill = coats.get(Coat.STROKE), coats.get(Coat.FILL)
        bridged = sum(gap.stop - gap.start for gap in stroke.gaps if gap.bridged) if stroke else 0.0
        continued = (
            max(best.share, min(stroke.share + bridged / self.geometry.length(index), 1.0))
            if bridged and stroke
            else best.share
        )
        return Seen(
            index,
            best.share,
            best.contrast,
            best.lost,
            tuple(sorted(set().union(*(coat.hidden_by for coat in coats.values())))),
            tuple(stroke.parts) if stroke else (),
            fill.region if fill else (stroke.region if stroke else EMPTY),
            tuple(stroke.gaps) if stroke else (),
            continued,
            stroke.share if stroke else None,
            fill.share if fill else None,
            all(coat.exact for coat in coats.values()),
        )

    def _too_many(self) -> bool:
        """Estimate from a sample whether too many elements overlap to look at every pair."""
        count = len(self)
        if count * count < _MOST_NEIGHBOURS:
            return False
        sample = np.linspace(0, count - 1, 100).astype(int)
        pairs = self.geometry.tree.query(_geos.box(*self.geometry.boxes[sample].T)).shape[1]
        return bool(pairs / len(sample) * count > _MOST_NEIGHBOURS)

    def _hiding(self, index: int, color: RGB, thinnest: float) -> Places:
        """Later coats, opaque and of another colour, that meet an element's box; fills and wide enough lines."""
        ground = self.ground
        near = ground.around(index)
        near = near[(ground.index[near] > index) & ground.opaque[near] & (ground.width[near] >= thinnest)]
        return np.asarray(near[~ground.looks_like(color, near)], int)

    # -- lines ----------------------------------------------------------------------------------------

    def _line(self, index: int, place: int) -> _Coat:
        geometry, ground, coat = self.geometry, self.ground, _Coat()
        layer, total = ground.layers[place], geometry.length(index)
        clip = geometry.clip_region(geometry.scene.elements[index].clips)
        hiding = self._hiding(index, layer.paint.color, 0.0)
        shapes = np.empty(len(hiding), object)
        shapes[:] = [ground.region(int(other)).shape for other in hiding]
        coat.exact = clip is None or clip.exact
        ratios: list[Array] = []
        lost = dict.fromkeys((Cause.PAGE, Cause.CLIP, Cause.PAINT, Cause.FAINT), 0.0)
        rows: list[_Row] = []
        for piece, line in enumerate(geometry.polylines(index)):
            strand = Strand(line, layer.width)
            if strand.length <= 0:
                continue
            page = strand.outside(geometry.page)
            clipped = strand.outside(clip.shape) if clip is not None else NOWHERE
            met = np.flatnonzero(strand.meets(shapes)) if len(shapes) else hiding
            over = strand.inside(shapes[met]) if len(met) else (_BARE, _BARE, _BARE)
            hidden = all_rails([[page[k], clipped[k], over[k].spans] for k in range(3)])
            off_page = sets.intersect(hidden, page[0])
            off_clip = sets.subtract(sets.intersect(hidden, clipped[0]), off_page)
            covered = sets.subtract(sets.subtract(hidden, off_page), off_clip)
            rows += [_Row(piece, off_page, Cause.PAGE), _Row(piece, off_clip, Cause.CLIP)]
            for row in covered:
                spans = over[0].spans
                meeting = (spans[:, 0] < row[1]) & (spans[:, 1] > row[0])
                by = sorted(set(ground.index[hiding[met[over[0].owner[meeting]]]].tolist()))
                coat.hidden_by.update(by)
                rows.append(_Row(piece, row[None], Cause.PAINT, tuple(by)))
            open_ = sets.complement(hidden, 0.0, strand.length)
            cells = strand.cells(open_, 0.01 * geometry.diagonal)
            if len(cells):
                ratio, faint = self._beside(index, place, strand, cells.mean(axis=1))
                ratios.append(ratio[~faint])
                if faint.any():
                    rows.append(_Row(piece, sets.union([cells[faint]], slack=1e-9), Cause.FAINT))
        for row_ in rows:
            lost[row_.cause] += sets.measure(row_.spans)
        coat.lost = {cause: value / total for cause, value in lost.items() if value > 0}
        coat.share = min(max(1.0 - sum(coat.lost.values()), 0.0), 1.0)
        coat.share = coat.share if coat.share > 1e-9 else 0.0
        seen = np.concatenate(ratios) if ratios else _EMPTY
        coat.contrast = float(np.quantile(seen, 0.1)) if len(seen) else 1.0
        self._gaps(index, coat, rows)
        return coat

    def _own_tips(self, index: int) -> list[int]:
        """Elements that draw the tips of a path: where a line runs into its own head it goes on for a reader."""
        element = self.geometry.scene.elements[index]
        return [k for tip in element.tips for k in tip.elements] if isinstance(element, Path) else []

    def _beside(self, index: int, place: int, strand: Strand, places: Array) -> tuple[Array, NDArray[np.bool_]]:
        """Contrast of a line to its better side at arc lengths, and where it cannot be told from either side."""
        ground, layer, unseen = self.ground, self.ground.layers[place], self._tolerances.unseen
        near = ground.around(index)
        near = near[~np.isin(ground.index[near], self._own_tips(index))]
        broad = ground.width[near] >= 4 * layer.width
        wide = near[broad]
        color = ground.color[place]
        if layer.paint.alpha < 1:
            under = ground.colors(strand.at(places, 0.0), wide[ground.index[wide] < index])
            color = layer.paint.alpha * color + (1 - layer.paint.alpha) * under
        off = layer.width / 2 + _BESIDE
        if len(wide):
            ratio, faint = _better_side(
                color, [ground.colors(strand.at(places, s * off), wide) for s in _SIDES], unseen
            )
        else:
            ratio, faint = _better_side(np.broadcast_to(color, (len(places), 3)), [ground.background], unseen)
        poor = faint | (ratio < self._tolerances.contrast)
        if poor.any():
            # White on a black casing: lines of another colour beside it make it seen.
            others = near[broad | ~ground.looks_like(layer.paint.color, near)]
            if len(others) > len(wide):
                own = color[poor] if color.ndim == 2 else color
                sides = [ground.colors(strand.at(places[poor], s * off), others) for s in _SIDES]
                ratio[poor], faint[poor] = _better_side(own, sides, unseen)
        return ratio, faint

    def _gaps(self, index: int, coat: _Coat, rows: list[_Row]) -> None:
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
                    coat.gaps.append(Gap(piece, start, stop, cause, by, bridged))
                    if not bridged:
                        breaks.append([start, stop])
            if not breaks:
                coat.parts.append(line)
                continue
            open_ = sets.complement(sets.union([np.array(breaks)], slack=1e-6 * total), 0.0, total).tolist()
            open_ = [row for row in open_ if row[1] - row[0] > 1e-6 * total]
            around = line.closed and len(open_) > 1 and open_[0][0] <= 1e-9 and open_[-1][1] >= total * (1 - 1e-9)
            pieces = [cut_line(line, start, stop) for start, stop in open_]
            if around:
                pieces = [_join(pieces[-1], pieces[0]), *pieces[1:-1]]
            coat.parts += pieces
        coat.gaps.sort(key=lambda gap: (gap.piece, gap.start))

    def _stands_out(self, index: int) -> bool:
        """Whether an element is itself ink on the bare page, not a patch of the page's colour."""
        element = self.geometry.scene.elements[index]
        if not isinstance(element, Path) or element.role is Role.CASING:
            return False
        own = np.array(self.ground.of(index), int)
        return not self.ground.looks_like(self.geometry.scene.canvas.background, own).all()

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

    # -- areas ----------------------------------------------------------------------------------------

    def _area(self, index: int, place: int) -> _Coat:
        geometry, layer, coat = self.geometry, self.ground.layers[place], _Coat()
        stroke = layer.coat is Coat.STROKE
        area = geometry.stroke_region(index) if stroke else geometry.fill_region(index)
        x0, y0, x1, y1 = area.shape.bounds if not area.shape.is_empty else (0.0,) * 4
        thinnest = min(max(min(x1 - x0, y1 - y0), 0.0) / 2, self._tolerances.short_base * geometry.diagonal)
        self._cover(index, coat, area.shape, self._hiding(index, layer.paint.color, thinnest))
        coat.exact = coat.exact and area.exact
        if coat.share > 0:
            ratio, faint = self._rim(index, place, coat.region)
            if 1 - faint < self._tolerances.told_apart:
                coat.lost[Cause.FAINT] = coat.lost.get(Cause.FAINT, 0.0) + coat.share
                coat.share, coat.region = 0.0, EMPTY
            else:
                coat.contrast = ratio
        return coat

    def _cover(self, index: int, coat: _Coat, shape: BaseGeometry, hiding: Places) -> None:
        """Take away from a region what is off the page, clipped or covered."""
        total = shape.area
        if total <= 0:
            coat.lost = {Cause.NOTHING: 1.0}
            return
        clip = self.geometry.clip_region(self.geometry.scene.elements[index].clips)
        left, rest = total, shape
        if not self.geometry.page.contains(rest):
            rest = cut(rest, self.geometry.page)
            coat.lost[Cause.PAGE], left = (left - rest.area) / total, rest.area
        if clip is not None:
            rest = cut(rest, clip.shape)
            coat.lost[Cause.CLIP], left = (left - rest.area) / total, rest.area
            coat.exact = coat.exact and clip.exact
        for place in hiding.tolist():
            region = self.ground.region(place)
            if left <= 0 or not _geos.intersects(region.shape, rest):
                continue
            for part in parts_of(region.shape):
                if _geos.intersects(part, rest):
                    rest = _without(rest, part)
            if rest.area < left - 1e-9 * total:
                coat.hidden_by.add(int(self.ground.index[place]))
                coat.lost[Cause.PAINT] = coat.lost.get(Cause.PAINT, 0.0) + (left - rest.area) / total
                left = rest.area
                coat.exact = coat.exact and region.exact
        coat.lost = {cause: value for cause, value in coat.lost.items() if value > 1e-9}
        coat.region = rest
        coat.share = min(max(left / total, 0.0), 1.0) if left > 1e-9 * total else 0.0

    def _rim(self, index: int, place: int, region: BaseGeometry) -> tuple[float, float]:
        """Median contrast of a region to what lies just outside it, and the share of its rim that is faint."""
        layer = self.ground.layers[place]
        near = self.ground.around(index)
        color = self.ground.color[place]
        if not len(near) and layer.paint.kind is PaintKind.SOLID:
            background = self.ground.background
            color = layer.paint.alpha * color + (1 - layer.paint.alpha) * background
            faint_ = distance(color, background) < self._tolerances.unseen
            return float(contrast(color, background)), float(faint_)
        rings = [part.exterior.coords for part in parts_of(region)] + [
            hole.coords for part in parts_of(region) for hole in part.interiors
        ]
        lines = [Polyline(np.asarray(ring), (), closed=True) for ring in rings[:200]]
        own = self.geometry.width(index) if layer.coat is Coat.FILL else 0.0
        off = _BESIDE + own / 2
        places = []
        longest = max((line.length for line in lines), default=0.0)
        for line in lines:
            count = int(np.clip(64 * line.length / max(longest, 1e-12), 2, 64))
            strand = Strand(line, 0.0)
            middle = (np.arange(count) + 0.5) * strand.length / count
            both = np.concatenate([strand.at(middle, off), strand.at(middle, -off)])
            places.append(both)
        around = np.concatenate(places) if places else np.empty((0, 2))
        around = around[~covers(region, around)]
        bounds = self.geometry.page.bounds
        around = around[((around >= bounds[:2]) & (around <= bounds[2:])).all(axis=1)]
        if not len(around):
            # It fills the page: told from nothing but the bare background.
            around = np.asarray(region.representative_point().coords)
        beside = self.ground.colors(around, near)
        if layer.paint.alpha < 1:
            under = self.ground.colors(around, near[self.ground.index[near] < index])
            color = layer.paint.alpha * color + (1 - layer.paint.alpha) * under
        if layer.paint.kind is not PaintKind.SOLID:
            return float(np.median(contrast(color, beside))), 0.0
        faint = distance(color, beside) < self._tolerances.unseen
        return float(np.median(contrast(color, beside))), float(np.mean(faint))

    # -- text -----------------------------------------------------------------------------------------

    def _text(self, index: int, label: Label) -> _Coat:
        """Look at a label's box: how much is uncovered, and whether its colour differs from its ground."""
        coat = _Coat()
        shape = self.geometry.fill_region(index).shape
        corners = np.array(label.box, float)
        if shape.is_empty or shape.area <= 0:
            shape = shapely.LineString(corners).buffer(self._tolerances.hairline / 2)
        thinnest = label.size / 2
        self._cover(index, coat, shape, self._hiding(index, label.paint.color, thinnest))
        if coat.share <= 0:
            return coat
        u, v = (grid.ravel()[:, None] for grid in np.meshgrid((np.arange(8) + 0.5) / 8, (np.arange(3) + 0.5) / 3))
        places = corners[0] + u * (corners[1] - corners[0]) + v * (corners[3] - corners[0])
        near = self.ground.around(index)
        near = near[self.ground.width[near] >= thinnest]
        near = near[(self.ground.index[near] < index) | self.ground.looks_like(label.paint.color, near)]
        ground = self.ground.colors(places, near)
        color = label.paint.alpha * np.array(label.paint.color) + (1 - label.paint.alpha) * ground
        faint = distance(color, ground) < self._tolerances.unseen
        lost = float(np.mean(faint)) * coat.share
        if lost > 0:
            coat.lost[Cause.FAINT] = lost
            coat.share -= lost
        if not faint.all():
            coat.contrast = float(np.quantile(contrast(color, ground)[~faint], 0.1))
        else:
            coat.share, coat.region = 0.0, EMPTY
        return coat


def visible_shares(geometry: SceneGeometry) -> tuple[Seen, ...]:
    """Return what a reader sees of every element, in paint order."""
    visibility = Visibility(geometry)
    return tuple(visibility[index] for index in range(len(visibility)))


def _better_side(color: Colors, sides: list[Colors], unseen: float) -> tuple[Array, NDArray[np.bool_]]:
    """Contrast to the side that a line stands out from more, and where it stands out from none."""
    ratio = np.max([contrast(color, side) for side in sides], axis=0)
    faint = np.max([distance(color, side) for side in sides], axis=0) < unseen
    return ratio, faint


def _without(shape: BaseGeometry, part: BaseGeometry) -> BaseGeometry:
    """Take a polygon out of a region, whose overlapping pieces stay side by side."""
    if isinstance(shape, shapely.GeometryCollection):
        pieces = [without(piece, part) for piece in shape.geoms]
        pieces = [piece for piece in pieces if piece.area > 0]
        return shapely.GeometryCollection(pieces) if pieces else EMPTY
    return without(shape, part)


def _join(first: Polyline, second: Polyline) -> Polyline:
    """Join the seen stretches of a closed curve that meet at its start."""
    points = np.concatenate((first.points, second.points[1:]))
    points.setflags(write=False)
    offset = len(first.points) - 1
    return Polyline(points, (*first.corners, *(offset + k for k in second.corners[1:])), closed=False)
