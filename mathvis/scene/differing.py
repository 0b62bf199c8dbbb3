"""How far a picture and drawings of its scene differ, pixel by pixel."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy import ndimage

from mathvis.scene.pixels import beyond, framed, neighbourhood, widened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from mathvis.scene.model import Label
    from mathvis.scene.pixels import Indices, Mask
    from mathvis.scene.redraw import Pixels
    from mathvis.scene.written import WrittenView
    from mathvis.tolerances import Tolerances

_EDGE = 0.4
"""Range of a channel in the neighbourhood of a pixel that makes it an edge."""

Sides = tuple["NDArray[np.float32]", "NDArray[np.float32]"]
"""What is missing from a picture and what is surplus in it, in [0, 1], shape (rows, columns) each."""


class Drawing(NamedTuple):
    """One way in which a renderer may draw a scene.

    Attributes
    ----------
    fine
        As the renderer does it.
    broad
        With the most ink that it may lay down, so that a pixel may have its colours too.
    """

    fine: Pixels
    broad: Pixels


def disagreement(
    view: WrittenView,
    picture: Pixels,
    drawings: Sequence[Drawing],
    where: Mask,
    labels: Sequence[Label],
    tolerances: Tolerances,
) -> Sides:
    """How far pixels of the redrawn scene, and of the picture, lie outside what the other's neighbourhood allows.

    Both results are 0 where that is within tolerance. Only the pixels `where` the picture differs from the first
    drawing at all are looked at, and each agrees as well as with the drawing that suits it best. Whichever of
    picture and drawing is more ink than ground is the one that has too much.
    """
    missing, surplus = np.zeros((2, *where.shape), np.float32)
    edge = np.zeros(where.shape, bool)
    spots = np.argwhere(where)
    shown_frame = framed(picture, view.ground)
    frames = [[framed(image, view.ground) for image in drawing] for drawing in drawings]
    for rows, columns in (part.T for part in np.array_split(spots, len(spots) // 200_000 + 1)):
        shown, near = picture[rows, columns], neighbourhood(shown_frame, rows, columns)
        best, more = np.full(len(rows), np.inf, np.float32), np.zeros(len(rows), bool)
        for drawing, (fine, broad) in zip(drawings, frames, strict=True):
            drawn, around = drawing.fine[rows, columns], neighbourhood(fine, rows, columns)
            wide = around if broad is fine else neighbourhood(broad, rows, columns)
            extra = beyond(shown, np.minimum(around[0], wide[0]), np.maximum(around[1], wide[1]))
            lost = beyond(drawn, *widened(*near))
            _explain(view, labels, (rows, columns), shown, near, (drawn, *around), extra, lost)
            worse = np.maximum(extra, lost)
            better = worse < best
            best[better] = worse[better]
            inkier = beyond(shown, view.ground, view.ground) > beyond(drawn, view.ground, view.ground)
            more[better] = inkier[better]
            if drawing is drawings[0]:
                sharp = np.minimum((around[1] - around[0]).max(axis=1), (near[1] - near[0]).max(axis=1))
                edge[rows, columns] = sharp > 255 * _EDGE
        surplus[rows, columns], missing[rows, columns] = np.where(more, best, 0), np.where(more, 0, best)
    for side in (missing, surplus):
        _settle(side, edge, tolerances)
    return missing, surplus


def _explain(
    view: WrittenView,
    labels: Sequence[Label],
    spots: tuple[Indices, Indices],
    shown: Pixels,
    near: tuple[Pixels, Pixels],
    grounds: tuple[Pixels, ...],
    extra: NDArray[np.float32],
    lost: NDArray[np.float32],
) -> None:
    """Lower what text explains of surplus and missing ink, in place."""
    for label in labels:
        inside = view.inside(label, *spots)
        view.allow(extra, inside, label, shown, grounds)
        view.written_over(lost, inside, label, *near)


def _settle(side: NDArray[np.float32], edge: Mask, tolerances: Tolerances) -> None:
    """Forgive what renderers do differently: faint seams, and slivers along edges.

    A faint difference counts where it is three pixels thick; a strong one does not count where it is one pixel
    thin along an edge that both have, in the same colours, since renderers snap lines and clips to pixels or do not.
    """
    strong = side > tolerances.pixel
    bad = side > tolerances.tint
    side[~bad] = 0.0
    if bad.any():
        thick = ndimage.binary_opening(bad, np.ones((3, 3), bool))
        thin = edge & ~ndimage.binary_opening(strong, np.ones((2, 2), bool))
        side[~(thick | (strong & ~thin))] = 0.0
