"""Draws a scene's paths with cairo, to be compared with what the renderer draws."""

from __future__ import annotations

import io
import shutil
import subprocess

import cairocffi
import numpy as np

from mathvis.scene.model import FillRule, Label, Path, Scene

RSVG = shutil.which("rsvg-convert")


def rendered(svg: bytes, zoom: float = 2.0) -> np.ndarray:
    """Picture of the renderer on white, shape (h, w, 3), float in [0, 1]."""
    done = subprocess.run(
        [RSVG, "--zoom", str(zoom), "--background-color", "white"],
        input=svg, capture_output=True, timeout=60, check=True, env={"PATH": "/usr/bin:/bin", "HOME": "/tmp"},
    )  # fmt: skip
    return _array(cairocffi.ImageSurface.create_from_png(io.BytesIO(done.stdout)))


def _array(surface: cairocffi.ImageSurface) -> np.ndarray:
    w, h, stride = surface.get_width(), surface.get_height(), surface.get_stride()
    raw = np.frombuffer(surface.get_data(), np.uint8).reshape(h, stride)[:, : 4 * w].reshape(h, w, 4)
    return raw[:, :, 2::-1].astype(float) / 255


def _trace(context: cairocffi.Context, subpaths) -> None:
    for subpath in subpaths:
        context.move_to(*subpath.points[0])
        if len(set(subpath.points)) == 1:
            x, y = subpath.points[0]
            context.line_to(x + 1e-3, y)  # cairo draws no square cap on a point
            continue
        for i in range(1, len(subpath.points), 3):
            context.curve_to(*subpath.points[i], *subpath.points[i + 1], *subpath.points[i + 2])
        if subpath.closed:
            context.close_path()


_RULES = {FillRule.NONZERO: cairocffi.FILL_RULE_WINDING, FillRule.EVENODD: cairocffi.FILL_RULE_EVEN_ODD}


def _page(scene: Scene, zoom: float) -> cairocffi.Matrix:
    """Page to pixels: the picture's upper left corner is the canvas's, its size is rounded up."""
    scale = zoom / 0.75
    return cairocffi.Matrix(scale, 0, 0, -scale, 0, scale * scene.canvas.height)


def redrawn(scene: Scene, shape: tuple[int, int], zoom: float = 2.0, *, text_boxes: bool = False) -> np.ndarray:
    """The scene's paths on white, as large as the picture; labels as filled boxes where asked."""
    height, width = shape
    surface = cairocffi.ImageSurface(cairocffi.FORMAT_ARGB32, width, height)
    context = cairocffi.Context(surface)
    context.set_source_rgb(1, 1, 1)
    context.paint()
    context.set_matrix(_page(scene, zoom))
    for element in scene.elements:
        context.save()
        for index in element.clips:
            clip = scene.clips[index]
            context.new_path()
            _trace(context, clip.subpaths)
            context.set_fill_rule(_RULES[clip.rule])
            context.clip()
        context.new_path()
        if isinstance(element, Path):
            _trace(context, element.subpaths)
            if element.fill is not None:
                context.set_fill_rule(_RULES[element.fill.rule])
                context.set_source_rgba(*element.fill.paint.color, element.fill.paint.alpha)
                context.fill_preserve()
            if element.stroke is not None:
                stroke = element.stroke
                context.set_line_width(stroke.width)
                context.set_line_cap(stroke.cap)
                context.set_line_join(stroke.join)
                context.set_miter_limit(stroke.miter_limit)
                context.set_dash(stroke.dash, stroke.dash_phase)
                context.set_source_rgba(*stroke.paint.color, stroke.paint.alpha)
                context.stroke()
        elif isinstance(element, Label) and text_boxes:
            for corner in element.box:
                context.line_to(*corner)
            context.set_source_rgba(1, 0, 0, 0.4)
            context.fill()
        context.restore()
    return _array(surface)


def text_mask(scene: Scene, shape: tuple[int, int], zoom: float = 2.0, grow: float = 2.0) -> np.ndarray:
    """Pixels that belong to no label and no image, shape (h, w), bool."""
    height, width = shape
    surface = cairocffi.ImageSurface(cairocffi.FORMAT_A8, width, height)
    context = cairocffi.Context(surface)
    context.set_matrix(_page(scene, zoom))
    for element in scene.elements:
        if isinstance(element, Path):
            continue
        for corner in element.box:
            context.line_to(*corner)
        context.close_path()
        context.set_line_width(2 * grow)
        context.stroke_preserve()
        context.fill()
    stride = surface.get_stride()
    raw = np.frombuffer(surface.get_data(), np.uint8).reshape(height, stride)[:, :width]
    return raw == 0


def overlap(a: np.ndarray, b: np.ndarray, mask: np.ndarray | None = None) -> float:
    """Intersection over union of the ink of two pictures, weighted with how much each pixel differs from white."""
    ink_a, ink_b = (1 - picture.min(axis=2) for picture in (a, b))
    if mask is not None:
        ink_a, ink_b = ink_a * mask, ink_b * mask
    union = np.maximum(ink_a, ink_b).sum()
    return 1.0 if union < 1e-9 else float(np.minimum(ink_a, ink_b).sum() / union)
