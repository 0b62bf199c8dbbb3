"""Whether a scene says what the picture shows.

The scene is redrawn without its text and compared with the raster both ways, pixel by pixel, each pixel with
the neighbourhood of its counterpart: what the picture has and the scene has not is *surplus*, what the scene
has and the picture has not is *missing*. What counts is the largest connected patch, because a stroke that
changes a figure's meaning is a small share of its ink. Renderers differ in how they smooth edges and thicken
thin lines, so a pixel agrees when its colour lies between colours found near its counterpart. Where that does not
explain a picture of a PDF, the scene is drawn once more as a renderer does that adjusts strokes to pixels, and again
as one that paints all parts of a pixel that are touched.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from mathvis.scene.differing import Drawing, disagreement
from mathvis.scene.geometry import SceneGeometry
from mathvis.scene.masking import masking, unshown
from mathvis.scene.model import Label
from mathvis.scene.pixels import far, read_png
from mathvis.scene.redraw import Edges
from mathvis.scene.visibility import Visibility
from mathvis.scene.written import Patch, WrittenView
from mathvis.tolerances import TOLERANCES, Tolerances

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mathvis.scene.model import Scene


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
    view = WrittenView(scene, scale, columns, rows)
    smooth, full = view.draw(Edges.SMOOTH), view.draw(Edges.FULL)
    labels = [element for element in scene.elements if isinstance(element, Label)]
    far_ = far(picture, smooth, tolerances.tint)
    masked, notes = masking(view, visibility.geometry)
    bare = np.broadcast_to(view.ground, picture.shape)
    ink = (far_ | far(smooth, bare, tolerances.tint) | far(picture, bare, tolerances.tint)) & ~masked
    inked = int(np.count_nonzero(ink))
    most = max(tolerances.patches_area, tolerances.patches_share * inked / (view.across * view.up))
    for drawings in _ways(view, Drawing(smooth, full), tolerances):
        missing, surplus = disagreement(view, picture, drawings, far_ & ~masked, labels, tolerances)
        patches = view.worst(missing), view.worst(surplus, labels)
        total = sum(weight for _, weight in patches)
        worst = patches[0][0], patches[1][0]
        if total <= most and not _reason(*worst, (), tolerances):
            break
    unprinted = tuple(
        label.index
        for label in labels
        if visibility.share(label.index) >= tolerances.visible_share and not view.printed(label, picture, smooth)
    )
    bad = int(np.count_nonzero((surplus > 0) | (missing > 0)))
    buried = unshown(view, visibility, picture, masked)
    reason = _reason(*worst, [scene.elements[k] for k in unprinted], tolerances)
    if not reason and buried:
        where = visibility.geometry.box(buried[0])
        reason = f"a line near ({where[0]:.0f}, {where[1]:.0f}) does not show in the pattern or shading it lies in"
    if not reason and total > most:
        reason = f"many small pieces, {total:.1f} bp² together, differ between the picture and the drawing instructions"
    iou = max(1.0 - bad / max(inked, 1), 0.0)
    return Agreement(not reason, reason, iou, total, *worst, unprinted, float(masked.mean()), tuple(notes), buried)


def _ways(view: WrittenView, plain: Drawing, tolerances: Tolerances) -> Iterator[list[Drawing]]:
    """Give the drawings that a picture may agree with: at first the plain one alone, then those of a PDF's renderer.

    Edges as they are and edges further out are not two drawings of one list: each rail of a double line would be
    explained away, half by the drawing that has it here, half by the one that has it there.
    """
    yield [plain]
    nudges = [-tolerances.halfway, tolerances.halfway]
    adjusted = [image for nudge in nudges if (image := view.snapped(nudge)) is not None]
    if adjusted:
        yield [plain, *(Drawing(image, image) for image in adjusted)]
    narrow = adjusted or [plain.fine]
    wide = [view.snapped(nudge, touched=True) for nudge in nudges[: len(narrow)]]
    further_out = [Drawing(w, n) for w, n in zip(wide, narrow, strict=True) if w is not None]
    if further_out:
        yield further_out


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
