"""How far the ink of a picture and that of its scene are the same, as one plain number.

`mathvis.scene.conforming` decides; this measures. Ink is every pixel whose colour can be told from the ground.
A pixel of ink agrees when the other picture has ink there or on one of the eight pixels around it. The boxes of
labels are left out, since a scene does not hold the shapes of letters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy import ndimage

from mathvis.scene.model import Label
from mathvis.scene.pixels import far, read_png
from mathvis.scene.redraw import Edges
from mathvis.scene.view import OVERHANG, View
from mathvis.tolerances import TOLERANCES, Tolerances

if TYPE_CHECKING:
    from mathvis.scene.model import Scene


class Overlap(NamedTuple):
    """Common ink of a picture and its redrawn scene.

    Attributes
    ----------
    iou
        Ink of either that has ink of the other within one pixel, over all ink of either; 1 where there is none.
    ink
        Pixels of ink of either.
    surplus, missing
        Pixels of ink that only the picture has, and that only the scene has.
    """

    iou: float
    ink: int
    surplus: int
    missing: int


def overlap(scene: Scene, picture_png: bytes, scale: float, *, tolerances: Tolerances = TOLERANCES) -> Overlap:
    """Measure the common ink of a scene and the picture of the same document, text left out.

    Parameters
    ----------
    picture_png
        The picture; its upper left corner is the canvas'.
    scale
        Its pixels per big point.

    Raises
    ------
    SceneError
        The picture cannot be decoded.
    """
    picture = read_png(picture_png)
    rows, columns = picture.shape[:2]
    view = View(scene, scale, columns, rows)
    drawn = view.draw(Edges.SMOOTH)
    ground = np.broadcast_to(view.ground, picture.shape)
    shown, redrawn = far(picture, ground, tolerances.tint), far(drawn, ground, tolerances.tint)
    for element in scene.elements:
        if isinstance(element, Label):
            where = view.box(element, 1, OVERHANG * element.size)
            shown[where] = redrawn[where] = False
    near = np.ones((3, 3), bool)
    surplus = int(np.count_nonzero(shown & ~ndimage.binary_dilation(redrawn, near)))
    missing = int(np.count_nonzero(redrawn & ~ndimage.binary_dilation(shown, near)))
    ink = int(np.count_nonzero(shown | redrawn))
    return Overlap(1.0 - (surplus + missing) / ink if ink else 1.0, ink, surplus, missing)
