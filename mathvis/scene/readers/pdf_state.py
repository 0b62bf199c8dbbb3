"""The graphics state of a content stream."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mathvis.scene.model import Paint, PaintKind, Stroke
from mathvis.scene.readers.pdf_color import BLACK, GRAY, ColorSpace
from mathvis.scene.readers.pdf_geometry import IDENTITY, Matrix, scale_of

if TYPE_CHECKING:
    from mathvis.scene.model import RGB
    from mathvis.scene.readers.pdf_fonts import Font


class State:
    """All that ``q`` saves and ``Q`` restores."""

    __slots__ = (
        "blank_fill",
        "blank_stroke",
        "blend",
        "cap",
        "clips",
        "ctm",
        "dash",
        "fill_alpha",
        "fill_color",
        "fill_kind",
        "fill_space",
        "font",
        "group_alpha",
        "join",
        "leading",
        "mask",
        "miter",
        "mode",
        "phase",
        "punched",
        "rise",
        "size",
        "spacing",
        "stretch",
        "stroke_alpha",
        "stroke_color",
        "stroke_kind",
        "stroke_space",
        "width",
        "word_spacing",
    )  # fmt: skip

    def __init__(self, ctm: Matrix = IDENTITY) -> None:
        self.ctm = ctm
        self.clips: tuple[int, ...] = ()
        self.stroke_color: RGB = BLACK
        self.fill_color: RGB = BLACK
        self.stroke_kind = self.fill_kind = PaintKind.SOLID
        self.stroke_space: ColorSpace = GRAY
        self.fill_space: ColorSpace = GRAY
        self.stroke_alpha = self.fill_alpha = self.group_alpha = 1.0
        self.mask = self.blend = False
        # a pattern that leaves no ink was chosen; text clips
        self.blank_fill = self.blank_stroke = self.punched = False
        self.width = 1.0
        self.dash: tuple[float, ...] = ()
        self.phase = 0.0
        self.cap = self.join = 0
        self.miter = 10.0
        self.font: Font | None = None
        self.size = 0.0
        self.spacing = self.word_spacing = self.leading = self.rise = 0.0
        self.stretch = 1.0
        self.mode = 0

    def copy(self) -> State:
        """Return a copy that changes on its own."""
        other = State.__new__(State)
        for name in State.__slots__:
            setattr(other, name, getattr(self, name))
        return other

    def fill_paint(self) -> Paint:
        """Return what interiors and text are painted with."""
        return Paint(self.fill_color, self.fill_alpha * self.group_alpha, self.fill_kind)

    def stroke_paint(self) -> Paint:
        """Return what outlines are painted with."""
        return Paint(self.stroke_color, self.stroke_alpha * self.group_alpha, self.stroke_kind)

    def stroke(self) -> Stroke:
        """Return how outlines are painted, in page units."""
        scale = scale_of(self.ctm)
        dash = tuple(length * scale for length in self.dash) if any(self.dash) else ()
        return Stroke(
            paint=self.stroke_paint(),
            width=self.width * scale,
            dash=dash,
            dash_phase=self.phase * scale if dash else 0.0,
            cap=self.cap,
            join=self.join,
            miter_limit=self.miter,
        )
