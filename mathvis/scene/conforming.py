"""Whether a scene says what the picture shows.

The scene is redrawn without its text and compared with the raster both ways, pixel by pixel, each pixel with
the neighbourhood of its counterpart: what the picture has and the scene has not is *surplus*, what the scene
has and the picture has not is *missing*. What counts is the largest connected patch, because a stroke that
changes a figure's meaning is a small share of its ink. Renderers differ in how they smooth edges and thicken
thin lines, so a pixel agrees when its colour lies between colours found near its counterpart.
"""

from __future__ import annotations

import io
import math
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import cairocffi as cairo
import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from mathvis.errors import SceneError
from mathvis.scene.geometry import SceneGeometry
from mathvis.scene.model import Image, Label, PaintKind, Path
from mathvis.scene.redraw import LARGEST_SIDE, Edges, pixels_of, redraw
from mathvis.scene.visibility import Visibility
from mathvis.tolerances import TOLERANCES, Tolerances

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mathvis.scene.model import XY, Scene
    from mathvis.scene.redraw import Pixels

LARGEST_FILE = 32 << 20
"""Bytes of a PNG."""

_TEXT_COLOR = 0.3
"""How far a channel of a text's pixel may be from the text's colour."""

_SPREAD = 0.75
"""How much of the range of colours near a pixel may be missing at either end."""
_EDGE = 0.4
"""Range of a channel in the neighbourhood of a pixel that makes it an edge."""
_OVERHANG = 0.1
"""How far glyphs may reach out of their label's box, in type sizes."""
_NOT_COMPARED = ("mask", "filter", "blend")
"""Notes of the reader on elements that no record of solid paint can describe."""

Mask = NDArray[np.bool_]


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
        Mean disagreement of colour, in [0, 1].
    """

    area: float
    pixels: int
    extent: float
    at: XY
    strength: float


@dataclass(frozen=True, slots=True)
class Agreement:
    """How well a scene and a picture agree.

    Attributes
    ----------
    passed
        Whether they show the same.
    reason
        What disagrees most, in words; empty when they agree.
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
    """

    passed: bool
    reason: str
    iou: float
    missing: Patch | None = None
    surplus: Patch | None = None
    unprinted: tuple[int, ...] = ()
    masked: float = 0.0
    notes: tuple[str, ...] = ()


def read_png(data: bytes) -> Pixels:
    """Decode a PNG, transparent pixels on white; its size is checked before anything is decoded.

    Raises
    ------
    SceneError
        It is no PNG, is damaged, or is too large.
    """
    if len(data) > LARGEST_FILE:
        raise SceneError(f"the picture has {len(data)} bytes, more than {LARGEST_FILE}")
    if len(data) < 33 or data[:8] != b"\x89PNG\r\n\x1a\n" or data[12:16] != b"IHDR":
        raise SceneError("the picture is not a PNG")
    columns, rows = struct.unpack(">II", data[16:24])
    if not (0 < columns <= LARGEST_SIDE and 0 < rows <= LARGEST_SIDE):
        raise SceneError(f"the picture has {columns}×{rows} pixels, allowed are {LARGEST_SIDE} a side")
    try:
        image = cairo.ImageSurface.create_from_png(io.BytesIO(data))
    except (cairo.CairoError, OSError, MemoryError) as error:
        raise SceneError(f"the picture is damaged: {error}") from None
    flat = cairo.ImageSurface(cairo.FORMAT_RGB24, image.get_width(), image.get_height())
    context = cairo.Context(flat)
    context.set_source_rgb(1, 1, 1)
    context.paint()
    context.set_source_surface(image)
    context.paint()
    return pixels_of(flat)


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
    low, high = _range([smooth, full])
    for label in labels:
        view.allow(low, high, label)
    surplus = _beyond(picture, low, high)
    near = _range([picture])
    missing = _beyond(smooth, *_widened(*near))
    for beyond, (least, most) in ((surplus, _range([smooth])), (missing, near)):
        beyond[_slivers(beyond > tolerances.pixel, least, most)] = 0.0
    for label in labels:
        view.written_over(missing, picture, label)
    masked, notes = _masked(view, visibility.geometry)
    surplus[masked], missing[masked] = 0.0, 0.0
    worst = view.worst(missing, tolerances), view.worst(surplus, tolerances)
    unprinted = tuple(
        label.index
        for label in labels
        if visibility.share(label.index) >= tolerances.visible_share and not view.printed(label, picture, smooth)
    )
    reason = _reason(*worst, [scene.elements[k] for k in unprinted], tolerances)
    ground = np.round(255 * np.array(scene.canvas.background))
    differs = (np.abs(side - ground).max(axis=2) > 255 * tolerances.pixel for side in (picture, smooth))
    ink = np.logical_or(*differs) & ~masked
    bad = ((surplus > tolerances.pixel) | (missing > tolerances.pixel)) & ~masked
    iou = max(1.0 - float(bad.sum()) / max(int(ink.sum()), 1), 0.0)
    return Agreement(not reason, reason, iou, *worst, unprinted, float(masked.mean()), tuple(notes))


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
        patch, words = max(patches, key=lambda item: item[0].area * item[0].strength)
        return f"ink of {patch.area:.1f} bp² near ({patch.at[0]:.0f}, {patch.at[1]:.0f}) {words}"
    if unprinted:
        return f"the text {unprinted[0].text[:40]!r} is in the drawing instructions but not in the picture"
    return ""


def _counts(patch: Patch, tolerances: Tolerances) -> bool:
    return patch.area * patch.strength > tolerances.patch_area and patch.pixels >= tolerances.patch_pixels


def _range(pictures: Sequence[Pixels]) -> tuple[Pixels, Pixels]:
    """Least and greatest value of each channel in the 3×3 neighbourhood, over all pictures."""
    low = np.minimum.reduce(pictures)
    high = np.maximum.reduce(pictures)
    for axis in (0, 1):
        low = ndimage.minimum_filter1d(low, 3, axis=axis, mode="nearest")
        high = ndimage.maximum_filter1d(high, 3, axis=axis, mode="nearest")
    return low, high


def _widened(low: Pixels, high: Pixels) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Allow for ink that another renderer spreads over two pixels: both ends move out by a share of the range."""
    a, b = low.astype(np.int16), high.astype(np.int16)
    more = ((b - a) * _SPREAD).astype(np.int16)
    return a - more, b + more


def _slivers(bad: Mask, low: Pixels, high: Pixels) -> Mask:
    """Disagreement one pixel thin along an edge that both have: renderers snap lines and clips to pixels or do not."""
    thick = ndimage.binary_opening(bad, np.ones((2, 2), bool))
    edge = (high.astype(np.int16) - low).max(axis=2) > 255 * _EDGE
    return np.asarray(bad & ~thick & edge)


def _beyond(picture: Pixels, low: NDArray[Any], high: NDArray[Any]) -> NDArray[np.float32]:
    """How far each pixel lies outside its range, in [0, 1], shape (rows, columns)."""
    p, a, b = picture.astype(np.int16), low.astype(np.int16), high.astype(np.int16)
    return np.asarray(np.maximum(np.maximum(a - p, p - b), 0).max(axis=2) / np.float32(255), np.float32)


class _View:
    """How a scene lies on its picture.

    A PDF's page keeps its scale and its upper left corner; an SVG is stretched to whole pixels.
    """

    def __init__(self, scene: Scene, scale: float, columns: int, rows: int) -> None:
        self.scene, self.size, self.height = scene, (columns, rows), scene.canvas.height
        stretched = scene.source == "svg"
        self.across = columns / scene.canvas.width if stretched else scale
        self.up = rows / scene.canvas.height if stretched else scale

    def draw(self, edges: Edges, **options: Any) -> Pixels:
        """Redraw the scene in this view."""
        return redraw(self.scene, (self.across, self.up), size=self.size, edges=edges, **options)

    def box(self, element: Label | Image, pixels: float, margin: float = 0.0) -> tuple[slice, slice]:
        """Rows and columns of the upright box around an element's, widened by pixels and big points."""
        xs, ys = zip(*element.box, strict=True)
        left, right = (min(xs) - margin) * self.across - pixels, (max(xs) + margin) * self.across + pixels
        top, bottom = (
            (self.height - max(ys) - margin) * self.up - pixels,
            (self.height - min(ys) + margin) * self.up + pixels,
        )
        rows = np.clip([math.floor(top), math.ceil(bottom)], 0, self.size[1]).tolist()
        columns = np.clip([math.floor(left), math.ceil(right)], 0, self.size[0]).tolist()
        return slice(*rows), slice(*columns)

    def allow(self, low: Pixels, high: Pixels, label: Label) -> None:
        """Inside a label's box expect its own colour as well."""
        where = self.box(label, 1, _OVERHANG * label.size)
        color = np.round(255 * np.array(label.paint.color)).astype(np.uint8)
        low[where] = np.minimum(low[where], color)
        high[where] = np.maximum(high[where], color)

    def written_over(self, missing: NDArray[np.float32], picture: Pixels, label: Label) -> None:
        """Forgive missing ink where a label's box shows the label's colour: it may lie under the text."""
        where = self.box(label, 1, _OVERHANG * label.size)
        color = np.round(255 * np.array(label.paint.color))
        text = np.abs(picture[where] - color).max(axis=2) < 255 * _TEXT_COLOR
        missing[where][ndimage.binary_dilation(text, np.ones((3, 3), bool))] = 0.0

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

    def worst(self, beyond: NDArray[np.float32], tolerances: Tolerances) -> Patch | None:
        """Return the largest connected patch of disagreement, weighed by its strength."""
        bad = beyond > tolerances.pixel
        if not bad.any():
            return None
        marks, count = ndimage.label(bad, structure=np.ones((3, 3)))
        weight = np.bincount(marks[bad], weights=beyond[bad], minlength=count + 1)
        number = int(weight.argmax())
        spots = np.argwhere(marks == number)
        tall, wide = spots.max(axis=0) + 1 - spots.min(axis=0)
        row, column = spots[np.abs(spots - spots.mean(axis=0)).sum(axis=1).argmin()]
        return Patch(
            len(spots) / (self.across * self.up),
            len(spots),
            math.hypot(wide / self.across, tall / self.up),
            ((float(column) + 0.5) / self.across, self.height - (float(row) + 0.5) / self.up),
            float(weight[number] / len(spots)),
        )


def _masked(view: _View, geometry: SceneGeometry) -> tuple[Mask, list[str]]:
    """Where nothing can be said: patterns, shadings, images, and what the reader could not look into."""
    scene, notes = view.scene, []
    masked = np.zeros(view.size[::-1], bool)
    flat = [
        element.index
        for element in scene.elements
        if isinstance(element, Path)
        and any(coat is not None and coat.paint.kind is not PaintKind.SOLID for coat in (element.stroke, element.fill))
    ]
    noted = {k for note in scene.notes if note.code in _NOT_COMPARED for k in note.elements}
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
