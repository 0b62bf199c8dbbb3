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
Indices = NDArray[np.int_]


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
    if image.get_format() == cairo.FORMAT_RGB24:
        return pixels_of(image)
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
    far = _far(picture, smooth, tolerances.pixel)
    masked, notes = _masked(view, visibility.geometry)
    surplus, missing = _disagreement(view, picture, smooth, full, far & ~masked, labels, tolerances)
    worst = view.worst(missing), view.worst(surplus)
    unprinted = tuple(
        label.index
        for label in labels
        if visibility.share(label.index) >= tolerances.visible_share and not view.printed(label, picture, smooth)
    )
    reason = _reason(*worst, [scene.elements[k] for k in unprinted], tolerances)
    bare = np.broadcast_to(view.ground, picture.shape)
    ink = (far | _far(smooth, bare, tolerances.pixel) | _far(picture, bare, tolerances.pixel)) & ~masked
    bad = int(np.count_nonzero((surplus > 0) | (missing > 0)))
    iou = max(1.0 - bad / max(int(np.count_nonzero(ink)), 1), 0.0)
    return Agreement(not reason, reason, iou, *worst, unprinted, float(masked.mean()), tuple(notes))


def _disagreement(
    view: _View,
    picture: Pixels,
    smooth: Pixels,
    full: Pixels,
    where: Mask,
    labels: Sequence[Label],
    tolerances: Tolerances,
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How far pixels of the picture, and of the redrawn scene, lie outside what the other's neighbourhood allows.

    Both results are in [0, 1], of shape (rows, columns), and 0 where that is within tolerance. Only the pixels
    `where` the two differ at all are looked at.
    """
    surplus, missing = np.zeros((2, *where.shape), np.float32)
    edged = np.zeros((2, *where.shape), bool)
    spots = np.argwhere(where)
    framed = [_framed(image, view.ground) for image in (picture, smooth, full)]
    for rows, columns in (part.T for part in np.array_split(spots, len(spots) // 200_000 + 1)):
        (p_low, p_high), (s_low, s_high), (f_low, f_high) = (_range(image, rows, columns) for image in framed)
        low, high = np.minimum(s_low, f_low), np.maximum(s_high, f_high)
        view.allow(low, high, rows, columns, labels)
        extra = _beyond(picture[rows, columns], low, high)
        lost = _beyond(smooth[rows, columns], *_widened(p_low, p_high))
        view.written_over(lost, p_low, p_high, rows, columns, labels)
        surplus[rows, columns] = np.where(extra > tolerances.pixel, extra, 0.0)
        missing[rows, columns] = np.where(lost > tolerances.pixel, lost, 0.0)
        edged[0, rows, columns] = (s_high - s_low).max(axis=1) > 255 * _EDGE
        edged[1, rows, columns] = (p_high - p_low).max(axis=1) > 255 * _EDGE
    for beyond, edge in zip((surplus, missing), edged, strict=True):
        bad = beyond > 0
        if bad.any():
            # One pixel thin along an edge that both have: renderers snap lines and clips to pixels or do not.
            beyond[bad & edge & ~ndimage.binary_opening(bad, np.ones((2, 2), bool))] = 0.0
    return surplus, missing


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


def _far(a: Pixels, b: Pixels, tolerance: float) -> Mask:
    """Where a channel differs by more than the tolerance."""
    limit = int(255 * tolerance)
    gap = np.maximum(a, b) - np.minimum(a, b)
    return np.asarray((gap[..., 0] > limit) | (gap[..., 1] > limit) | (gap[..., 2] > limit))


def _framed(image: Pixels, ground: Pixels) -> Pixels:
    """Put a frame of bare ground, one pixel wide, around a picture."""
    rows, columns = image.shape[:2]
    result = np.empty((rows + 2, columns + 2, 3), np.uint8)
    result[:] = ground
    result[1:-1, 1:-1] = image
    return result


def _range(framed: Pixels, rows: Indices, columns: Indices) -> tuple[Pixels, Pixels]:
    """Least and greatest value of each channel in 3×3 neighbourhoods, shape (k, 3) each."""
    low = high = framed[rows, columns]
    for dy in range(3):
        for dx in range(3):
            near = framed[rows + dy, columns + dx]
            low, high = np.minimum(low, near), np.maximum(high, near)
    return low, high


def _widened(low: Pixels, high: Pixels) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Allow for ink that another renderer spreads over two pixels: both ends move out by a share of the range."""
    a, b = low.astype(np.int16), high.astype(np.int16)
    more = ((b - a) * _SPREAD).astype(np.int16)
    return a - more, b + more


def _beyond(colors: Pixels, low: NDArray[Any], high: NDArray[Any]) -> NDArray[np.float32]:
    """How far colours lie outside their ranges, in [0, 1], shape (k,)."""
    p, a, b = colors.astype(np.int16), low.astype(np.int16), high.astype(np.int16)
    return np.asarray(np.maximum(np.maximum(a - p, p - b), 0).max(axis=1) / np.float32(255), np.float32)


class _View:
    """How a scene lies on its picture.

    A PDF's page keeps its scale and its upper left corner; an SVG is stretched to whole pixels.
    """

    def __init__(self, scene: Scene, scale: float, columns: int, rows: int) -> None:
        self.scene, self.size, self.height = scene, (columns, rows), scene.canvas.height
        stretched = scene.source == "svg"
        self.across = columns / scene.canvas.width if stretched else scale
        self.up = rows / scene.canvas.height if stretched else scale
        self.ground: Pixels = np.round(255 * np.array(scene.canvas.background)).astype(np.uint8)

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

    def _inside(self, label: Label, rows: Indices, columns: Indices) -> Mask:
        """Which pixels lie in a label's box or close to it."""
        tall, wide = self.box(label, 1, _OVERHANG * label.size)
        upright = (rows >= tall.start) & (rows < tall.stop)
        return np.asarray(upright & (columns >= wide.start) & (columns < wide.stop))

    def allow(self, low: Pixels, high: Pixels, rows: Indices, columns: Indices, labels: Sequence[Label]) -> None:
        """Inside labels' boxes expect their own colours as well."""
        for label in labels:
            inside = self._inside(label, rows, columns)
            color = np.round(255 * np.array(label.paint.color)).astype(np.uint8)
            low[inside] = np.minimum(low[inside], color)
            high[inside] = np.maximum(high[inside], color)

    def written_over(
        self,
        lost: NDArray[np.float32],
        low: Pixels,
        high: Pixels,
        rows: Indices,
        columns: Indices,
        labels: Sequence[Label],
    ) -> None:
        """Forgive missing ink near which a label's box shows the label's colour: it may lie under the text."""
        for label in labels:
            color = np.round(255 * np.array(label.paint.color))
            near = (low - 255 * _TEXT_COLOR < color).all(axis=1) & (high + 255 * _TEXT_COLOR > color).all(axis=1)
            lost[near & self._inside(label, rows, columns)] = 0.0

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

    def worst(self, beyond: NDArray[np.float32]) -> Patch | None:
        """Return the largest connected patch of disagreement, weighed by its strength."""
        bad = beyond > 0
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
