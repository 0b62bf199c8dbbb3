"""Whether a scene says what the picture shows.

The scene is redrawn without its text and compared with the raster both ways, pixel by pixel, each pixel with
the neighbourhood of its counterpart: what the picture has and the scene has not is *surplus*, what the scene
has and the picture has not is *missing*. What counts is the largest connected patch, because a stroke that
changes a figure's meaning is a small share of its ink. Renderers differ in how they smooth edges and thicken
thin lines, so a pixel agrees when its colour lies between colours found near its counterpart.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy import ndimage

from mathvis.scene.geometry import SceneGeometry
from mathvis.scene.masking import masking, unshown
from mathvis.scene.model import Label
from mathvis.scene.pixels import beyond, far, framed, neighbourhood, off_segment, read_png, widened
from mathvis.scene.redraw import Edges
from mathvis.scene.view import OVERHANG, View
from mathvis.scene.visibility import Visibility
from mathvis.tolerances import TOLERANCES, Tolerances

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from mathvis.scene.model import XY, Scene
    from mathvis.scene.pixels import Mask
    from mathvis.scene.redraw import Pixels

_TEXT_COLOR = 0.3
"""How far a channel of a text's pixel may be from the text's colour."""

_EDGE = 0.4
"""Range of a channel in the neighbourhood of a pixel that makes it an edge."""
_LARGEST_GLYPH = 6.0
"""Extent of the largest glyph (a brace, a wide arrow) in type sizes."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A connected patch of pixels that disagree.

    Attributes
    ----------
    area
        Square big points.
    pixels
        Pixels.
    extent
        Diagonal of its box, big points.
    at
        One of its places on the page (the pixel nearest its middle).
    strength
        Root mean square of the disagreement of colour, in [0, 1].
    """

    area: float
    pixels: int
    extent: float
    at: XY
    strength: float

    @property
    def weight(self) -> float:
        """Area weighed by the square of the disagreement, in square big points."""
        return self.area * self.strength**2


@dataclass(frozen=True, slots=True)
class Agreement:
    """How well a scene and a picture agree.

    Attributes
    ----------
    passed
        Whether they show the same.
    reason
        What disagrees most, in words; empty when they agree.
    total
        Disagreement of all patches, weighed like a patch's, in square big points.
    iou
        Share of all ink, of the picture or the scene, on which they agree.
    missing, surplus
        Worst patch that only the scene has, and that only the picture has; None where there is none.
    unprinted
        Labels that a reader should see but whose box has no ink of their colour.
    masked
        Share of the picture that was not compared.
    notes
        What was not compared, and why.
    buried
        Lines that a reader should see in a part of the picture that was not compared, and that do not show there.
    """

    passed: bool
    reason: str
    iou: float
    total: float = 0.0
    missing: Patch | None = None
    surplus: Patch | None = None
    unprinted: tuple[int, ...] = ()
    masked: float = 0.0
    notes: tuple[str, ...] = ()
    buried: tuple[int, ...] = ()


def agreement(
    scene: Scene,
    picture_png: bytes,
    scale: float,
    *,
    visibility: Visibility | None = None,
    tolerances: Tolerances = TOLERANCES,
) -> Agreement:
    """Compare a scene with the picture of the same document.

    Parameters
    ----------
    picture_png
        The picture; its upper left corner is the canvas'.
    scale
        Its pixels per big point.
    visibility
        What is seen of the scene, if it has been computed already.

    Raises
    ------
    SceneError
        The picture cannot be decoded.
    """
    picture = read_png(picture_png)
    rows, columns = picture.shape[:2]
    wanted = (scene.canvas.width * scale, scene.canvas.height * scale)
    if abs(columns - wanted[0]) > 1.5 or abs(rows - wanted[1]) > 1.5:
        reason = f"the picture has {columns}×{rows} pixels instead of {wanted[0]:.0f}×{wanted[1]:.0f}"
        return Agreement(passed=False, reason=reason, iou=0.0)
    visibility = visibility or Visibility(SceneGeometry(scene, tolerances))
    view = _View(scene, scale, columns, rows)
    smooth, full = view.draw(Edges.SMOOTH), view.draw(Edges.FULL)
    labels = [element for element in scene.elements if isinstance(element, Label)]
    far_ = far(picture, smooth, tolerances.tint)
    masked, notes = masking(view, visibility.geometry)
    missing, surplus = _disagreement(view, picture, smooth, full, far_ & ~masked, labels, tolerances)
    patches = view.worst(missing), view.worst(surplus, labels)
    total = sum(weight for _, weight in patches)
    worst = patches[0][0], patches[1][0]
    unprinted = tuple(
        label.index
        for label in labels
        if visibility.share(label.index) >= tolerances.visible_share and not view.printed(label, picture, smooth)
    )
    bare = np.broadcast_to(view.ground, picture.shape)
    ink = (far_ | far(smooth, bare, tolerances.tint) | far(picture, bare, tolerances.tint)) & ~masked
    inked = int(np.count_nonzero(ink))
    bad = int(np.count_nonzero((surplus > 0) | (missing > 0)))
    buried = unshown(view, visibility, picture, masked)
    reason = _reason(*worst, [scene.elements[k] for k in unprinted], tolerances)
    if not reason and buried:
        where = visibility.geometry.box(buried[0])
        reason = f"a line near ({where[0]:.0f}, {where[1]:.0f}) does not show in the pattern or shading it lies in"
    if not reason and total > max(tolerances.patches_area, tolerances.patches_share * inked / (view.across * view.up)):
        reason = f"many small pieces, {total:.1f} bp² together, differ between the picture and the drawing instructions"
    iou = max(1.0 - bad / max(inked, 1), 0.0)
    return Agreement(not reason, reason, iou, total, *worst, unprinted, float(masked.mean()), tuple(notes), buried)


def _disagreement(
    view: _View,
    picture: Pixels,
    smooth: Pixels,
    full: Pixels,
    where: Mask,
    labels: Sequence[Label],
    tolerances: Tolerances,
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How far pixels of the redrawn scene, and of the picture, lie outside what the other's neighbourhood allows.

    Both results are in [0, 1], of shape (rows, columns), and 0 where that is within tolerance. Only the pixels
    `where` the two differ at all are looked at. Whichever of the two is more ink than ground is the one that
    has too much.
    """
    missing, surplus = np.zeros((2, *where.shape), np.float32)
    edge = np.zeros(where.shape, bool)
    spots = np.argwhere(where)
    framed_ = [framed(image, view.ground) for image in (picture, smooth, full)]
    for rows, columns in (part.T for part in np.array_split(spots, len(spots) // 200_000 + 1)):
        (p_low, p_high), (s_low, s_high), (f_low, f_high) = (neighbourhood(image, rows, columns) for image in framed_)
        shown, drawn = picture[rows, columns], smooth[rows, columns]
        extra = beyond(shown, np.minimum(s_low, f_low), np.maximum(s_high, f_high))
        lost = beyond(drawn, *widened(p_low, p_high))
        for label in labels:
            inside = view.inside(label, rows, columns)
            view.allow(extra, inside, label, shown, (drawn, s_low, s_high))
            view.written_over(lost, inside, label, p_low, p_high)
        more = beyond(shown, view.ground, view.ground) > beyond(drawn, view.ground, view.ground)
        worse = np.maximum(extra, lost)
        surplus[rows, columns], missing[rows, columns] = np.where(more, worse, 0), np.where(more, 0, worse)
        sharp = np.minimum((s_high - s_low).max(axis=1), (p_high - p_low).max(axis=1))
        edge[rows, columns] = sharp > 255 * _EDGE
    for side in (missing, surplus):
        _settle(side, edge, tolerances)
    return missing, surplus


def _settle(side: NDArray[np.float32], edge: Mask, tolerances: Tolerances) -> None:
    """Forgive what renderers do differently: faint seams, and slivers along edges.

    A faint difference counts where it is three pixels thick; a strong one does not count where it is one pixel
    thin along an edge that both have, since renderers snap lines and clips to pixels or do not.
    """
    strong = side > tolerances.pixel
    bad = side > tolerances.tint
    side[~bad] = 0.0
    if bad.any():
        thick = ndimage.binary_opening(bad, np.ones((3, 3), bool))
        thin = edge & ~ndimage.binary_opening(strong, np.ones((2, 2), bool))
        side[~(thick | (strong & ~thin))] = 0.0


def _reason(missing: Patch | None, surplus: Patch | None, unprinted: Sequence[Any], tolerances: Tolerances) -> str:
    patches = [
        (patch, words)
        for patch, words in (
            (missing, "is in the drawing instructions but not in the picture"),
            (surplus, "is in the picture but not in the drawing instructions"),
        )
        if patch is not None and _counts(patch, tolerances)
    ]
    if patches:
        patch, words = max(patches, key=lambda item: item[0].weight)
        return f"ink of {patch.area:.1f} bp² near ({patch.at[0]:.0f}, {patch.at[1]:.0f}) {words}"
    if unprinted:
        return f"the text {unprinted[0].text[:40]!r} is in the drawing instructions but not in the picture"
    return ""


def _counts(patch: Patch, tolerances: Tolerances) -> bool:
    return patch.weight > tolerances.patch_area and patch.pixels >= tolerances.patch_pixels


class _View(View):
    """What text explains in a view."""

    def allow(
        self, extra: NDArray[np.float32], inside: Mask, label: Label, shown: Pixels, grounds: tuple[Pixels, ...]
    ) -> None:
        """Inside a label's box expect its colour, and mixtures of it with what the scene has there."""
        color = _color(label)
        for ground in grounds:
            extra[inside] = np.minimum(extra[inside], off_segment(shown[inside], ground[inside], color))

    def written_over(self, lost: NDArray[np.float32], inside: Mask, label: Label, low: Pixels, high: Pixels) -> None:
        """Forgive missing ink near which a label's box shows the label's colour: it may lie under the text."""
        color, reach = _color(label).astype(float), 255 * _TEXT_COLOR
        near = (low - reach < color).all(axis=1) & (high + reach > color).all(axis=1)
        lost[near & inside] = 0.0

    def printed(self, label: Label, picture: Pixels, smooth: Pixels) -> bool:
        """Whether a label's box shows ink of its colour beyond what the paths explain."""
        where = self.box(label, 1)
        inside, bare = picture[where].astype(float), smooth[where].astype(float)
        if not inside.size or not label.text.strip():
            return True
        color = 255 * (label.paint.alpha * np.array(label.paint.color) + (1 - label.paint.alpha) * bare / 255)
        away = ((color - bare) ** 2).sum(axis=2)
        along = ((inside - bare) * (color - bare)).sum(axis=2) / np.maximum(away, 1.0)
        able = away > 100.0
        return bool((along[able] > 0.25).any()) or not able.any()

    def _glyphs(self, marks: NDArray[Any], labels: Sequence[Label]) -> Mask:
        """Which numbered patches lie wholly in a label's box and are no larger than glyphs, by number.

        A label has one colour in the record, but its words may have several.
        """
        found = ndimage.find_objects(marks)
        patches = np.array([[r.start, r.stop, c.start, c.stop] for r, c in found]).reshape(-1, 4)
        result = np.zeros(len(patches) + 1, bool)
        for label in labels:
            tall, wide = self.box(label, 1, OVERHANG * label.size)
            most = _LARGEST_GLYPH * label.size
            inside = (patches[:, 0] >= tall.start) & (patches[:, 1] <= tall.stop)
            inside &= (patches[:, 2] >= wide.start) & (patches[:, 3] <= wide.stop)
            inside &= patches[:, 1] - patches[:, 0] <= most * self.up
            result[1:] |= inside & (patches[:, 3] - patches[:, 2] <= most * self.across)
        return result

    def worst(self, beyond: NDArray[np.float32], labels: Sequence[Label] = ()) -> tuple[Patch | None, float]:
        """Return the worst connected patch of disagreement that no label explains, and the weight of all."""
        bad = beyond > 0
        if not bad.any():
            return None, 0.0
        marks, count = ndimage.label(bad, structure=np.ones((3, 3)))
        weight = np.bincount(marks[bad], weights=beyond[bad].astype(float) ** 2, minlength=count + 1)
        if labels:
            weight[self._glyphs(marks, labels)] = 0.0
        number = int(weight.argmax())
        if weight[number] <= 0:
            return None, 0.0
        spots = np.argwhere(marks == number)
        tall, wide = spots.max(axis=0) + 1 - spots.min(axis=0)
        row, column = spots[np.abs(spots - spots.mean(axis=0)).sum(axis=1).argmin()]
        patch = Patch(
            len(spots) / (self.across * self.up),
            len(spots),
            math.hypot(wide / self.across, tall / self.up),
            ((float(column) + 0.5) / self.across, self.height - (float(row) + 0.5) / self.up),
            math.sqrt(float(weight[number]) / len(spots)),
        )
        return patch, float(weight.sum()) / (self.across * self.up)


def _color(label: Label) -> Pixels:
    return np.asarray(np.round(255 * np.array(label.paint.color)), np.uint8)
