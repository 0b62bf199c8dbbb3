"""Operators that paint forms and images."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pikepdf

from mathvis.scene.model import FillRule
from mathvis.scene.readers.overlaps import GROUP_MESSAGE, overlapping
from mathvis.scene.readers.pdf_geometry import IDENTITY, multiply, quad
from mathvis.scene.readers.pdf_ink import ImageInk, PathInk
from mathvis.scene.readers.pdf_path import PathBuilder

if TYPE_CHECKING:
    from collections.abc import Callable

    from mathvis.scene.readers.pdf_interpret import Interpreter

MAX_DEPTH = 16
"""Deepest nesting of forms."""


class ObjectOperators:
    """Paint forms and images into an interpreter."""

    def __init__(self, interpreter: Interpreter) -> None:
        self._interpreter = interpreter
        self._depth = 0
        self._running: set[tuple[int, int]] = set()

    def operators(self) -> dict[bytes, Callable[[list[Any]], None]]:
        """Return the operators."""
        return {b"Do": self._object, b"BI": self._inline_image}

    def _object(self, operands: list[Any]) -> None:
        interpreter = self._interpreter
        target = interpreter.resources["/XObject"]["/" + operands[-1]]
        hidden = "/OC" in target and not interpreter.marked.shown(target["/OC"])
        interpreter.hidden += hidden
        try:
            kind = str(target.get("/Subtype"))
            if kind == "/Form":
                self._form(target)
            elif kind == "/Image":
                self._image("mask" if bool(target.get("/ImageMask", False)) else "image")
        finally:
            interpreter.hidden -= hidden

    def _inline_image(self, operands: list[Any]) -> None:
        entries = operands[0]
        masked = bool(entries.get("IM", entries.get("ImageMask", False)))
        self._image("inline-mask" if masked else "inline-image")

    def _image(self, kind: str) -> None:
        interpreter = self._interpreter
        interpreter.painted.remark("image", "a raster image is painted", ink=not interpreter.hidden)
        state = interpreter.state
        interpreter.add(ImageInk(quad(state.ctm, (0.0, 0.0, 1.0, 1.0)), kind, state.clips, interpreter.frame))

    def _form(self, target: Any) -> None:
        """Run a form in a graphics state of its own, clipped to its box."""
        interpreter = self._interpreter
        painted, text = interpreter.painted, interpreter.text
        key = target.objgen
        if self._depth >= MAX_DEPTH or (key != (0, 0) and key in self._running):
            painted.remark("form-nesting", "a form contains itself, or forms are nested too deeply")
            return
        if "/BBox" not in target:
            painted.remark("malformed-content", "a form without a box paints nothing")
            return
        outer, saved, frame = interpreter.state, interpreter.saved, interpreter.frame
        lost = interpreter.lost
        outer_text, text.state = text.state, text.fresh()
        inner = outer.copy()
        matrix = [float(v) for v in target.get("/Matrix", IDENTITY)]
        inner.ctm = multiply((matrix[0], matrix[1], matrix[2], matrix[3], matrix[4], matrix[5]), outer.ctm)
        if "/Group" in target:
            inner.group_alpha = outer.group_alpha * outer.fill_alpha
            inner.fill_alpha = inner.stroke_alpha = 1.0
        interpreter.state, interpreter.saved = inner, []
        x0, y0, x1, y1 = (float(v) for v in target["/BBox"])
        corners = PathBuilder()
        corners.rectangle(inner.ctm, [x0, y0, x1 - x0, y1 - y0])
        interpreter.clip(corners.subpaths(lone=False), FillRule.NONZERO)
        begin = len(painted.ink)
        self._depth += 1
        self._running.add(key)
        try:
            interpreter.run(target.read_bytes(), target.get("/Resources", interpreter.resources))
        except pikepdf.PdfError:
            painted.remark("malformed-content", "a form's stream cannot be decoded")
        finally:
            self._running.discard(key)
            self._depth -= 1
            interpreter.marked.close_to(frame)
            interpreter.state, interpreter.saved, text.state = outer, saved, outer_text
            interpreter.lost = lost
        if "/Group" in target and inner.group_alpha < 1.0 and outer.group_alpha == 1.0:
            parts = {
                at: (ink.subpaths, ink.stroke, ink.fill)
                for at, ink in enumerate(painted.ink[begin:], begin)
                if isinstance(ink, PathInk)
            }
            about = overlapping(parts)
            if about:
                painted.remark_on("group", GROUP_MESSAGE, about)
