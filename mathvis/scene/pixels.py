"""Pictures as arrays of pixels, and what is compared between two of them."""

from __future__ import annotations

import io
import struct
from typing import Any

import cairocffi as cairo
import numpy as np
from numpy.typing import NDArray

from mathvis.errors import SceneError
from mathvis.scene.redraw import LARGEST_SIDE, Pixels, pixels_of

LARGEST_FILE = 32 << 20
"""Bytes of a PNG."""
SPREAD = 0.75
"""How much of the range of colours near a pixel may be missing at either end."""

Mask = NDArray[np.bool_]
Indices = NDArray[np.int_]


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


def far(a: Pixels, b: Pixels, tolerance: float) -> Mask:
    """Where a channel differs by more than the tolerance."""
    limit = int(255 * tolerance)
    gap = np.maximum(a, b) - np.minimum(a, b)
    return np.asarray((gap[..., 0] > limit) | (gap[..., 1] > limit) | (gap[..., 2] > limit))


def framed(image: Pixels, ground: Pixels) -> Pixels:
    """Put a frame of bare ground, one pixel wide, around a picture."""
    rows, columns = image.shape[:2]
    result = np.empty((rows + 2, columns + 2, 3), np.uint8)
    result[:] = ground
    result[1:-1, 1:-1] = image
    return result


def neighbourhood(framed: Pixels, rows: Indices, columns: Indices) -> tuple[Pixels, Pixels]:
    """Least and greatest value of each channel in 3×3 neighbourhoods, shape (k, 3) each."""
    low = high = framed[rows, columns]
    for dy in range(3):
        for dx in range(3):
            near = framed[rows + dy, columns + dx]
            low, high = np.minimum(low, near), np.maximum(high, near)
    return low, high


def widened(low: Pixels, high: Pixels) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """Allow for ink that another renderer spreads over two pixels: both ends move out by a share of the range."""
    a, b = low.astype(np.int16), high.astype(np.int16)
    more = ((b - a) * SPREAD).astype(np.int16)
    return a - more, b + more


def beyond(colors: Pixels, low: NDArray[Any], high: NDArray[Any]) -> NDArray[np.float32]:
    """How far colours lie outside their ranges, in [0, 1], shape (k,)."""
    p, a, b = colors.astype(np.int16), low.astype(np.int16), high.astype(np.int16)
    return np.asarray(np.maximum(np.maximum(a - p, p - b), 0).max(axis=1) / np.float32(255), np.float32)


def off_segment(colors: Pixels, start: Pixels, stop: Pixels) -> NDArray[np.float32]:
    """How far colours lie from the mixtures of two colours each, in [0, 1], shape (k,)."""
    p, a = colors.astype(np.float32), start.astype(np.float32)
    way = np.broadcast_to(stop.astype(np.float32) - a, p.shape)
    t = ((p - a) * way).sum(axis=1) / np.maximum((way**2).sum(axis=1), 1.0)
    mixture = a + np.clip(t, 0, 1)[:, None] * way
    return np.asarray(np.abs(p - mixture).max(axis=1) / np.float32(255), np.float32)
