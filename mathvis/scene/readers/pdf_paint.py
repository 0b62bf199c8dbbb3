"""Operators that choose colours, patterns and shadings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from mathvis.scene.model import Fill, Paint, PaintKind
from mathvis.scene.readers.pdf_color import (
    CMYK,
    GRAY,
    MID_GREY,
    PATTERN,
    RGB_SPACE,
    ColorSpace,
    read_space,
    shading_mean,
)
from mathvis.scene.readers.pdf_ink import PathInk
from mathvis.scene.readers.pdf_lex import Name

if TYPE_CHECKING:
    from collections.abc import Callable

    from mathvis.scene.readers.pdf_interpret import Interpreter

_PAINTING = re.compile(rb"(?:^|[\s\]>)])(?:[sSfF]|[bB]\*?|f\*|sh|Do|EI|T[jJ]|['\"])(?=\s|$)")


class PaintOperators:
    """Set the colours of an interpreter's state; paint shadings."""

    def __init__(self, interpreter: Interpreter) -> None:
        self._interpreter = interpreter

    def operators(self) -> dict[bytes, Callable[[list[Any]], None]]:
        """Return the operators."""
        return {
            b"g": lambda a: self._color(GRAY, a, stroke=False),
            b"G": lambda a: self._color(GRAY, a, stroke=True),
            b"rg": lambda a: self._color(RGB_SPACE, a, stroke=False),
            b"RG": lambda a: self._color(RGB_SPACE, a, stroke=True),
            b"k": lambda a: self._color(CMYK, a, stroke=False),
            b"K": lambda a: self._color(CMYK, a, stroke=True),
            b"cs": lambda a: self._space(a, stroke=False),
            b"CS": lambda a: self._space(a, stroke=True),
            b"sc": lambda a: self._components(a, stroke=False),
            b"scn": lambda a: self._components(a, stroke=False),
            b"SC": lambda a: self._components(a, stroke=True),
            b"SCN": lambda a: self._components(a, stroke=True),
            b"sh": self._shade,
        }

    def _color(self, space: ColorSpace, operands: list[Any], *, stroke: bool) -> None:
        values = operands[-space.components :]
        if len(values) != space.components:
            raise ValueError("too few colour components")
        self._set_color(space, space.convert(values), PaintKind.SOLID, stroke=stroke)

    def _set_color(self, space: ColorSpace, color: Any, kind: PaintKind, *, stroke: bool) -> None:
        state = self._interpreter.state
        if stroke:
            state.blank_stroke = False
            state.stroke_space, state.stroke_color, state.stroke_kind = space, color, kind
        else:
            state.blank_fill = False
            state.fill_space, state.fill_color, state.fill_kind = space, color, kind

    def _space(self, operands: list[Any], *, stroke: bool) -> None:
        space = read_space(operands[-1], self._interpreter.resources)
        color = MID_GREY if space.pattern else space.convert(space.initial)
        self._set_color(space, color, PaintKind.PATTERN if space.pattern else PaintKind.SOLID, stroke=stroke)

    def _components(self, operands: list[Any], *, stroke: bool) -> None:
        interpreter = self._interpreter
        state = interpreter.state
        space = state.stroke_space if stroke else state.fill_space
        if not operands or not isinstance(operands[-1], Name):
            self._color(space, operands, stroke=stroke)
            return
        pattern = interpreter.resources["/Pattern"]["/" + operands[-1]]
        if int(pattern.get("/PatternType", 1)) == 2:
            color = shading_mean(pattern["/Shading"], interpreter.resources)
            self._set_color(space, color, PaintKind.SHADING, stroke=stroke)
        else:
            values = operands[:-1]
            uncolored = int(pattern.get("/PaintType", 1)) == 2 and len(values) == space.components > 0
            color = space.convert(values) if uncolored else MID_GREY
            self._set_color(space if space.pattern else PATTERN, color, PaintKind.PATTERN, stroke=stroke)
            blank = _PAINTING.search(pattern.read_bytes()) is None
            setattr(state, "blank_stroke" if stroke else "blank_fill", blank)

    def _shade(self, operands: list[Any]) -> None:
        interpreter = self._interpreter
        shading = interpreter.resources["/Shading"]["/" + operands[-1]]
        state, painted = interpreter.state, interpreter.painted
        color = shading_mean(shading, interpreter.resources)
        paint = Paint(color, state.fill_alpha * state.group_alpha, PaintKind.SHADING)
        if not state.clips:
            painted.remark("unbounded-shading", "a shading fills the whole page", ink=True)
            return
        # the shaded path is the first clip set inside our mark; without a mark, the last one set
        frame = interpreter.frame.nearest("shade") if interpreter.frame is not None else None
        at = frame.clips if frame is not None and frame.clips < len(state.clips) else len(state.clips) - 1
        region = painted.clips[state.clips[at]]
        others = state.clips[:at] + state.clips[at + 1 :]
        if region.subpaths:
            interpreter.add(PathInk(region.subpaths, None, Fill(paint, region.rule), others, interpreter.frame))
