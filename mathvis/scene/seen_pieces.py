"""Whether every glyph of a label is seen: one that is not makes the label say something else than it reads.

A label whose box is seen nearly whole may have lost a minus sign, a prime or a digit: under a small patch, outside a
clip, or because that glyph alone is painted in the colour of its ground.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

from mathvis.scene.color import contrast, distance
from mathvis.scene.seen import Cause

if TYPE_CHECKING:
    from mathvis.scene.ground import Ground, Places
    from mathvis.scene.model import Label, Paint
    from mathvis.scene.polyline import Array

_geos: Any = shapely
_LOST = 0.5
"""A glyph of which less than this share is seen is not read."""
_MOST_BLOTS = 2_000
"""Under more layers than this that hide it nothing is read."""
_MOST_PIECES = 2_000
"""Nor are more glyphs than this."""


def told(ground: Ground, index: int, paint: Paint, places: Array, thinnest: float) -> tuple[Array, Array]:
    """How text of a paint is told from its ground.

    Parameters
    ----------
    index
        The element that the text belongs to.
    places
        Where, shape (n, 2).
    thinnest
        Lines narrower than this are no ground.

    Returns
    -------
    tuple
        Contrast ratio and CIELAB distance at each place, shape (n,).
    """
    near = ground.around(index)
    near = near[ground.width[near] >= thinnest]
    veils = ground.veils(near, index)
    near = near[(ground.index[near] < index) | ground.looks_like(paint.color, near)]
    ratios, apart = [], []
    for bare in ground.grounds(places, near):
        color = paint.alpha * np.array(paint.color) + (1 - paint.alpha) * bare
        ink, beside = (ground.colors(places, veils, start) for start in (color, bare))
        ratios.append(contrast(ink, beside))
        apart.append(distance(ink, beside))
    return np.max(ratios, axis=0), np.max(apart, axis=0)


class Pieces:
    """The glyphs of one label.

    Parameters
    ----------
    ground
        The layers of the scene.
    label
        A label that has pieces.
    """

    def __init__(self, ground: Ground, label: Label) -> None:
        self._ground, self._label = ground, label
        corners = np.array(label.box, float)
        along, up = corners[1] - corners[0], corners[3] - corners[0]
        u0, v0, u1, v1 = np.array([piece.box for piece in label.pieces[:_MOST_PIECES]], float).T[:, :, None]
        self._start = corners[0] + u0 * along + v0 * up
        self._along, self._up = (u1 - u0) * along, (v1 - v0) * up
        rings = [self._start, self._start + self._along, self._start + self._along + self._up, self._start + self._up]
        self._shapes = _geos.polygons(np.stack(rings, axis=1))
        self._areas = _geos.area(self._shapes)

    def covered(self, hiding: Places, *, cut: bool) -> tuple[float, Cause]:
        """Seen share of the glyph that is covered or cut off most; 1 where all are read.

        Parameters
        ----------
        hiding
            Later layers that hide this label's paint.
        cut
            Whether the label reaches out of the page or its clips.
        """
        seen = self._shapes
        if cut:
            geometry = self._ground.geometry
            seen = _geos.intersection(seen, geometry.page)
            clip = geometry.clip_region(self._label.clips)
            if clip is not None:
                seen = _geos.intersection(seen, clip.shape)
        before = self._share(seen)
        places = hiding.tolist()
        if len(places) > _MOST_BLOTS:
            return 0.0, Cause.PAINT
        if places:
            hull = shapely.box(*_geos.total_bounds(self._shapes))
            blots = [self._ground.region(place).shape for place in places]
            met = [part for shape in blots for part in shapely.get_parts(shape) if part.intersects(hull)]
            if met:
                seen = _geos.difference(seen, shapely.union_all([shapely.make_valid(part) for part in met]))
        share = self._share(seen)
        return (share, Cause.PAINT if before >= _LOST else Cause.CLIP) if share < _LOST else (1.0, Cause.PAINT)

    def told(self, index: int, thinnest: float, *, all_: bool) -> tuple[float, float]:
        """Seen share of the glyph that is hardest to tell from its ground, and its contrast.

        Parameters
        ----------
        index
            The label's.
        thinnest
            Lines narrower than this are no ground.
        all_
            Whether to look at the glyphs in the label's own paint as well.
        """
        u, v = (grid.ravel()[:, None] for grid in np.meshgrid((np.arange(3) + 0.5) / 3, (np.arange(3) + 0.5) / 3))
        by_paint: dict[Paint, list[int]] = {}
        for at, piece in enumerate(self._label.pieces[:_MOST_PIECES]):
            if piece.paint is not None or all_:
                by_paint.setdefault(piece.paint or self._label.paint, []).append(at)
        worst, ratio = 1.0, np.inf
        for paint, chosen in by_paint.items():
            places = np.concatenate([self._start[at] + u * self._along[at] + v * self._up[at] for at in chosen])
            ratios, apart = told(self._ground, index, paint, places, thinnest)
            plain = (apart >= self._ground.geometry.tolerances.unseen).reshape(len(chosen), -1).mean(axis=1)
            worst = min(worst, float(plain.min()))
            if plain.min() >= _LOST:
                ratio = min(ratio, float(np.median(ratios.reshape(len(chosen), -1), axis=1).min()))
        return (worst if worst < _LOST else 1.0), float(ratio)

    def _share(self, seen: Any) -> float:
        """Least share of a glyph's box that is left; glyphs without extent are left out."""
        real = self._areas > 0
        return float((_geos.area(seen)[real] / self._areas[real]).min()) if real.any() else 1.0
