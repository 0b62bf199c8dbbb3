"""The part of a picture that cannot be compared with its scene, and what must show even there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy import ndimage

from mathvis.scene.model import Image, PaintKind, Path
from mathvis.scene.pixels import framed, neighbourhood
from mathvis.scene.polyline import resample
from mathvis.scene.redraw import Edges

if TYPE_CHECKING:
    from mathvis.scene.geometry import SceneGeometry
    from mathvis.scene.pixels import Mask
    from mathvis.scene.redraw import Pixels
    from mathvis.scene.view import View
    from mathvis.scene.visibility import Visibility

_NOT_COMPARED = ("mask", "filter", "blend", "group")
"""Notes of the reader on elements that no record of solid paint can describe."""
_SAMPLES, _FEWEST = 200, 12
"""Places looked at on a line, and how many of them must lie where nothing is compared."""
_COLOR = 0.55
"""How far a channel of a line's pixel may be from the line's colour."""
_SHOWN = 0.3
"""Share of such places at which the line's colour must be found."""
_PIXELS = 0.75
"""Width in pixels from which a line has its colour in the picture."""


def masking(view: View, geometry: SceneGeometry) -> tuple[Mask, list[str]]:
    """Return where nothing can be said, and why: patterns, shadings, images, what the reader could not look into."""
    scene, notes = view.scene, []
    masked = np.zeros(view.size[::-1], bool)
    flat = [
        element.index
        for element in scene.elements
        if isinstance(element, Path)
        and any(coat is not None and coat.paint.kind is not PaintKind.SOLID for coat in (element.stroke, element.fill))
    ]
    noted = _noted(view)
    chosen = [*flat, *sorted(noted)]
    if chosen:
        red, green, blue = scene.canvas.background
        other = (1.0 - round(red), 1.0 - round(green), 1.0 - round(blue))
        shape = view.draw(Edges.FULL, only=chosen, recolor=lambda _: other)
        blank = view.draw(Edges.FULL, only=())
        masked |= ndimage.binary_dilation((shape != blank).any(axis=2), iterations=2)
        notes.append(f"{len(flat)} patterns or shadings and {len(noted)} masked or filtered elements were not compared")
    for index in geometry.images:
        image = scene.elements[index]
        if isinstance(image, Image):
            masked[view.box(image, 2)] = True
            notes.append(f"an image of kind {image.kind} was not compared")
    return masked, notes


def _noted(view: View) -> set[int]:
    return {k for note in view.scene.notes if note.code in _NOT_COMPARED for k in note.elements}


def unshown(view: View, visibility: Visibility, picture: Pixels, masked: Mask) -> tuple[int, ...]:
    """Return the lines that should be seen where nothing is compared, and whose colour is not in the picture there.

    A pattern lets lines show through, so nothing in the scene says that it hides them; one whose tile is painted
    all over does.
    """
    if not masked.any():
        return ()
    skipped, found = _noted(view), []
    frame, (columns, rows) = framed(picture, view.ground), view.size
    for element in view.scene.elements:
        if not isinstance(element, Path) or element.stroke is None or element.index in skipped:
            continue
        paint, index = element.stroke.paint, element.index
        width = visibility.geometry.width(index) * min(view.across, view.up)
        if paint.kind is not PaintKind.SOLID or paint.alpha < visibility.geometry.tolerances.opaque or width < _PIXELS:
            continue
        parts = visibility.parts(index)[:_SAMPLES]
        if not parts or element.stroke.dash:
            continue
        places = np.concatenate([resample(part.points, max(_SAMPLES // len(parts), 2)) for part in parts])
        column = np.floor(places[:, 0] * view.across).astype(int)
        row = np.floor((view.height - places[:, 1]) * view.up).astype(int)
        inside = (column >= 0) & (column < columns) & (row >= 0) & (row < rows)
        row, column = row[inside], column[inside]
        blind = masked[row, column]
        if np.count_nonzero(blind) < _FEWEST:
            continue
        low, high = neighbourhood(frame, row[blind], column[blind])
        color, reach = 255 * np.array(paint.color), 255 * _COLOR
        shown = (low - reach < color).all(axis=1) & (high + reach > color).all(axis=1)
        if shown.mean() < _SHOWN:
            found.append(index)
    return tuple(found)
