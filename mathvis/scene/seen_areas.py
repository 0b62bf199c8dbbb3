"""How much of a fill, a blot or a text is seen.

A fill is seen as far as it is on the page, inside its clips and uncovered, provided its rim can be told from its
surroundings. Text is judged by its box, and by its glyphs where one of them is not read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from mathvis.scene.coat import BESIDE, Look, better
from mathvis.scene.color import contrast, distance
from mathvis.scene.ground import Coat, covers, cut
from mathvis.scene.model import PaintKind
from mathvis.scene.polyline import Polyline
from mathvis.scene.regions import EMPTY, parts_of, without
from mathvis.scene.seen import Cause
from mathvis.scene.seen_pieces import Pieces, told
from mathvis.scene.strand import Strand

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from mathvis.scene.ground import Ground, Places
    from mathvis.scene.model import RGB, Label

_geos: Any = shapely
_MOST_RINGS = 200
"""Outlines of one region whose surroundings are looked at."""


class Areas:
    """Looks at the areas of one scene.

    Parameters
    ----------
    ground
        The scene's layers of paint.
    """

    def __init__(self, ground: Ground) -> None:
        self.geometry, self.ground, self._tolerances = ground.geometry, ground, ground.geometry.tolerances

    def fill(self, index: int, place: int) -> Look:
        """Look at a layer as an area: a fill, an image, or the dots of a stroke without length."""
        geometry, layer, look = self.geometry, self.ground.layers[place], Look()
        stroke = layer.coat is Coat.STROKE
        area = geometry.stroke_region(index) if stroke else geometry.fill_region(index)
        x0, y0, x1, y1 = area.shape.bounds if not area.shape.is_empty else (0.0,) * 4
        thinnest = min(max(min(x1 - x0, y1 - y0), 0.0) / 2, self._tolerances.short_base * geometry.diagonal)
        self._cover(index, look, area.shape, self._hiding(index, layer.paint.color, thinnest))
        look.exact = look.exact and area.exact
        if look.share > 0:
            ratio, faint = self._rim(index, place, look.region)
            if 1 - faint < self._tolerances.told_apart:
                look.lost[Cause.FAINT] = look.lost.get(Cause.FAINT, 0.0) + look.share
                look.share, look.region = 0.0, EMPTY
            else:
                look.contrast = ratio
        return look

    def text(self, index: int, label: Label) -> Look:
        """Look at a label's box: how much is uncovered, and whether its colour differs from its ground."""
        look, ground = Look(), self.ground
        shape = self.geometry.fill_region(index).shape
        corners = np.array(label.box, float)
        if shape.is_empty or shape.area <= 0:
            shape = shapely.LineString(corners).buffer(self._tolerances.hairline / 2)
        thinnest = label.size / 2
        self._cover(index, look, shape, self._hiding(index, label.paint.color, thinnest))
        if look.share <= 0:
            return look
        u, v = (grid.ravel()[:, None] for grid in np.meshgrid((np.arange(8) + 0.5) / 8, (np.arange(3) + 0.5) / 3))
        places = corners[0] + u * (corners[1] - corners[0]) + v * (corners[3] - corners[0])
        ratios, apart = told(ground, index, label.paint, places, thinnest)
        faint = apart < self._tolerances.unseen
        lost = float(np.mean(faint)) * look.share
        if lost > 0:
            look.lost[Cause.FAINT] = lost
            look.share -= lost
        if not faint.all():
            look.contrast = float(np.quantile(ratios[~faint], 0.1))
        else:
            look.share, look.region = 0.0, EMPTY
        if label.pieces and look.share > 0:
            self._pieces(index, label, look)
        return look

    def _pieces(self, index: int, label: Label, look: Look) -> None:
        """Hold a label for no better seen than its worst glyph, where that one is not read."""
        pieces = Pieces(self.ground, label)
        cut = bool(look.lost.keys() & {Cause.PAGE, Cause.CLIP})
        hiding = self._hiding(index, label.paint.color, self._tolerances.hairline)
        share, cause = pieces.covered(hiding, cut=cut) if cut or len(hiding) else (1.0, Cause.PAINT)
        # Only paint like the label's, under it or over it, swallows glyphs in the label's own.
        alike = bool(self.ground.looks_like(label.paint.color, self.ground.around(index)).any())
        told_share, ratio = pieces.told(index, label.size / 2, all_=alike)
        look.contrast = min(look.contrast, ratio)
        if told_share < share:
            share, cause = told_share, Cause.FAINT
        if share < look.share:
            look.lost[cause] = look.lost.get(cause, 0.0) + look.share - share
            look.share = share
            if share <= 0:
                look.region = EMPTY

    def _hiding(self, index: int, color: RGB, thinnest: float) -> Places:
        """Later layers, opaque and of another colour, that meet an element's box; fills and wide enough lines."""
        ground = self.ground
        near = ground.around(index)
        near = near[(ground.index[near] > index) & ground.opaque[near] & (ground.width[near] >= thinnest)]
        return np.asarray(near[~ground.looks_like(color, near)], int)

    def _cover(self, index: int, look: Look, shape: BaseGeometry, hiding: Places) -> None:
        """Take away from a region what is off the page, clipped or covered."""
        total = shape.area
        if total <= 0:
            look.lost = {Cause.NOTHING: 1.0}
            return
        clip = self.geometry.clip_region(self.geometry.scene.elements[index].clips)
        left, rest = total, shape
        if clip is not None and clip.exact and clip.shape.covers(shapely.box(*shape.bounds)):
            clip = None
        if not self.geometry.page.contains(rest):
            rest = cut(rest, self.geometry.page)
            look.lost[Cause.PAGE], left = (left - rest.area) / total, rest.area
        if clip is not None:
            rest = cut(rest, clip.shape)
            look.lost[Cause.CLIP], left = (left - rest.area) / total, rest.area
            look.exact = look.exact and clip.exact
        for place in hiding.tolist():
            region = self.ground.region(place)
            if left <= 0 or not _geos.intersects(region.shape, rest):
                continue
            parts = parts_of(region.shape)
            for part in parts:
                if len(parts) == 1 or _geos.intersects(part, rest):
                    rest = _without(rest, part)
            if rest.area < left - 1e-9 * total:
                look.hidden_by.add(int(self.ground.index[place]))
                look.lost[Cause.PAINT] = look.lost.get(Cause.PAINT, 0.0) + (left - rest.area) / total
                left = rest.area
                look.exact = look.exact and region.exact
        look.lost = {cause: value for cause, value in look.lost.items() if value > 1e-9}
        look.region = rest
        look.share = min(max(left / total, 0.0), 1.0) if left > 1e-9 * total else 0.0

    def _rim(self, index: int, place: int, region: BaseGeometry) -> tuple[float, float]:
        """Median contrast of a region to what lies just outside it, and the share of its rim that is faint."""
        ground, layer = self.ground, self.ground.layers[place]
        near = ground.around(index)
        color, solid = ground.color[place], layer.paint.kind is PaintKind.SOLID
        if not len(near) and solid:
            background = ground.background
            color = layer.paint.alpha * color + (1 - layer.paint.alpha) * background
            faint_ = distance(color, background) < self._tolerances.unseen
            return float(contrast(color, background)), float(faint_)
        inner, outer = self._sides(index, place, region)
        grounds = ground.grounds(outer, near)
        if layer.paint.alpha < 1:
            under = ground.colors(outer, near[ground.index[near] < index])
            color = layer.paint.alpha * color + (1 - layer.paint.alpha) * under
        veils = ground.veils(near, index)
        if len(veils):
            color = ground.colors(inner, veils, color)
        ratio, faint = better(np.broadcast_to(color, (*outer.shape[:1], 3)), grounds, self._tolerances.unseen)
        return float(np.median(ratio)), float(np.mean(faint)) if solid else 0.0

    def _sides(self, index: int, place: int, region: BaseGeometry) -> tuple[Any, Any]:
        """Places just inside and just outside the rim of a region, in pairs, shape (k, 2) each."""
        rings = [ring.coords for part in parts_of(region) for ring in (part.exterior, *part.interiors)][:_MOST_RINGS]
        lines = [Polyline(np.asarray(ring), (), closed=True) for ring in rings]
        own = self.geometry.width(index) if self.ground.layers[place].coat is Coat.FILL else 0.0
        off = BESIDE + own / 2
        longest = max((line.length for line in lines), default=0.0)
        left, right = [np.empty((0, 2))], [np.empty((0, 2))]
        for line in lines:
            count = int(np.clip(64 * line.length / max(longest, 1e-12), 2, 64))
            strand = Strand(line, 0.0)
            middle = (np.arange(count) + 0.5) * strand.length / count
            left.append(strand.at(middle, off))
            right.append(strand.at(middle, -off))
        outer = np.concatenate([*left, *right])
        inner = np.concatenate([*right, *left])
        inside = covers(region, outer)
        # Where both sides are outside, the region is a sliver there: its own place is between them.
        within = np.concatenate(np.split(inside, 2)[::-1]) if len(inside) else inside
        inner = np.where(within[:, None], inner, (inner + outer) / 2)
        bounds = self.geometry.page.bounds
        chosen = ~inside & ((outer >= bounds[:2]) & (outer <= bounds[2:])).all(axis=1)
        if chosen.any():
            return inner[chosen], outer[chosen]
        # It fills the page: told from nothing but the bare background.
        point = np.asarray(region.representative_point().coords)
        return point, point


def _without(shape: BaseGeometry, part: BaseGeometry) -> BaseGeometry:
    """Take a polygon out of a region, whose overlapping pieces stay side by side."""
    if isinstance(shape, shapely.GeometryCollection):
        pieces = [without(piece, part) for piece in shape.geoms]
        pieces = [piece for piece in pieces if piece.area > 0]
        return shapely.GeometryCollection(pieces) if pieces else EMPTY
    return without(shape, part)
