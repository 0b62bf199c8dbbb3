"""Which stretches of which lines lie under later paint: all lines of a scene at once.

Every edge of every line is cut with every region that may hide it, along three rails (see
`mathvis.scene.strand`), in a few calls over whole arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import shapely

from mathvis.scene.ground import Coat
from mathvis.scene.strand import RAILS, Covered, cut_edges, parts_of_all

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mathvis.scene.ground import Ground
    from mathvis.scene.polyline import Array

    Ints = NDArray[np.int_]

_geos: Any = shapely


class _Edges(NamedTuple):
    """Edges of the polylines of all strokes: ends, left normals, stations of their ends, width, and whose they are."""

    start: Array
    stop: Array
    normal: Array
    stations: Array
    width: Array
    layer: Ints
    piece: Ints

    def on(self, rail: float, chosen: Ints) -> Array:
        """Edges along a rail, shape (k, 2, 2)."""
        shift = (rail * self.width[chosen])[:, None] * self.normal[chosen]
        return np.stack((self.start[chosen] + shift, self.stop[chosen] + shift), axis=1)


class Covering:
    """Stretches of the lines of a scene that lie under later opaque paint of another colour.

    Parameters
    ----------
    ground
        The layers of a scene that is not crowded.
    """

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._pieces: dict[tuple[int, int], int] = {}
        edges = self._edges()
        own, other = self._pairs()
        self._rails: list[tuple[Ints, Covered]] = []
        hiding = np.unique(other)
        parts, owner = parts_of_all([ground.region(place).shape for place in hiding.tolist()])
        owner = hiding[owner] if len(owner) else owner
        tree = _geos.STRtree(parts)
        _geos.prepare(parts)
        count = len(ground.layers)
        allowed = np.unique(own * count + other)
        chosen, key = np.flatnonzero(np.isin(edges.layer, own)), edges.layer
        for rail in RAILS:
            lines = edges.on(rail, chosen)
            which, part = tree.query(_geos.linestrings(lines)) if len(lines) and len(parts) else np.empty((2, 0), int)
            keep = np.isin(key[chosen[which]] * count + owner[part], allowed, kind="sort")
            which, part = which[keep], part[keep]
            spans, edge, by, met = cut_edges(lines, edges.stations[chosen], which, part, parts)
            piece = edges.piece[chosen[edge]]
            order = np.argsort(piece, kind="stable")
            self._rails.append((piece[order], Covered(spans[order], owner[by][order])))
            if rail == RAILS[0]:
                # The other rails matter only where the middle is covered, and only for what the middle meets.
                met_edges, met_owner = edges.piece[chosen[which[met]]], owner[part[met]]
                key = edges.piece
                allowed = np.unique(met_edges * count + met_owner)
                chosen = np.flatnonzero(np.isin(edges.piece, piece))

    def of(self, layer: int, piece: int) -> tuple[Covered, Covered, Covered] | None:
        """Covered stretches of a subpath of a stroke's layer, along each rail; None if its middle is not covered."""
        number = self._pieces.get((layer, piece), -1)
        rows: list[Covered] = []
        for pieces, covered in self._rails:
            low, high = np.searchsorted(pieces, [number, number + 1]).tolist()
            if not rows and low == high:
                return None
            rows.append(Covered(covered.spans[low:high], covered.owner[low:high]))
        return rows[0], rows[1], rows[2]

    def touched(self) -> Ints:
        """Layers some of whose middle is covered."""
        layers = np.array([layer for layer, _ in self._pieces], int)
        return np.unique(layers[self._rails[0][0]])

    def _edges(self) -> _Edges:
        ground, geometry = self._ground, self._ground.geometry
        points, layer, piece_of_point, widths = [], [], [], []
        for place, item in enumerate(ground.layers):
            if item.coat is not Coat.STROKE:
                continue
            for number, line in enumerate(geometry.polylines(item.index)):
                self._pieces[place, number] = len(self._pieces)
                points.append(line.points)
                piece_of_point.append(len(line.points))
                layer.append(place)
                widths.append(item.width)
        if not points:
            none, nobody = np.empty((0, 2)), np.empty(0, int)
            return _Edges(none, none, none, none, np.empty(0), nobody, nobody)
        flat, counts = np.concatenate(points), np.array(piece_of_point)
        piece = np.repeat(np.arange(len(counts)), counts)
        steps = np.diff(flat, axis=0)
        inner = piece[1:] == piece[:-1]
        size = np.where(inner, np.hypot(steps[:, 0], steps[:, 1]), 0.0)
        along = np.concatenate(([0.0], np.cumsum(size)))
        first = np.concatenate(([0], np.cumsum(counts)[:-1]))
        along -= np.repeat(along[first], counts)
        kept = np.flatnonzero(size > 0)
        unit = steps[kept] / size[kept, None]
        own = piece[kept]
        return _Edges(
            flat[kept],
            flat[kept + 1],
            np.column_stack((-unit[:, 1], unit[:, 0])),
            np.column_stack((along[kept], along[kept + 1])),
            np.array(widths)[own],
            np.array(layer)[own],
            own,
        )

    def _pairs(self) -> tuple[Ints, Ints]:
        """Strokes and the later opaque layers of another colour whose boxes meet theirs."""
        ground = self._ground
        own, other = ground.pairs()
        stroke = np.array([layer.coat is Coat.STROKE for layer in ground.layers], bool)
        keep = stroke[own] & ground.opaque[other] & (ground.index[other] > ground.index[own])
        own, other = own[keep], other[keep]
        apart = np.linalg.norm(ground.lab[own] - ground.lab[other], axis=1) >= ground.geometry.tolerances.unseen
        return own[apart], other[apart]
