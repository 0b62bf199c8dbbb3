"""What the interpreter of content streams hands on: painted things and the marks around them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mathvis.scene.model import Clip, Fill, Paint, Quad, Stroke, Subpath
    from mathvis.scene.readers.pdf_fonts import Font, GlyphShape
    from mathvis.scene.readers.pdf_geometry import Matrix


@dataclass(slots=True, eq=False)
class Frame:
    """Marked content that was opened; a claim of the program.

    Attributes
    ----------
    kind
        The ``/k`` of one of our marks; empty for anybody else's marked content.
    data
        Its other entries.
    parent
        The frame around it.
    matrix
        The transform in effect when it was opened, to page coordinates.
    serial
        Its number, in the order of opening.
    clips
        How many clips applied when it was opened.
    """

    kind: str
    data: dict[str, Any]
    parent: Frame | None
    matrix: Matrix
    serial: int
    clips: int
    hidden: bool = False
    closed: bool = False

    def nearest(self, *kinds: str) -> Frame | None:
        """Return this frame or the innermost around it that is of one of `kinds`."""
        frame: Frame | None = self
        while frame is not None and frame.kind not in kinds:
            frame = frame.parent
        return frame


@dataclass(frozen=True, slots=True, eq=False)
class PointMark:
    """A marked-content point of ours: its kind, entries, transform and surroundings."""

    kind: str
    data: dict[str, Any]
    matrix: Matrix
    frame: Frame | None


@dataclass(frozen=True, slots=True, eq=False)
class PathInk:
    """A painted path in page coordinates."""

    subpaths: tuple[Subpath, ...]
    stroke: Stroke | None
    fill: Fill | None
    clips: tuple[int, ...]
    frame: Frame | None


@dataclass(frozen=True, slots=True, eq=False)
class GlyphInk:
    """A painted glyph.

    Attributes
    ----------
    matrix
        From text units (1 is the type size) at the glyph's origin to page coordinates.
    """

    shape: GlyphShape
    font: Font
    code: int
    matrix: Matrix
    paint: Paint
    clips: tuple[int, ...]
    frame: Frame | None


@dataclass(frozen=True, slots=True, eq=False)
class ImageInk:
    """A raster image, or something that cannot be looked into."""

    box: Quad
    kind: str
    clips: tuple[int, ...]
    frame: Frame | None


Ink: TypeAlias = PathInk | GlyphInk | ImageInk


@dataclass(slots=True)
class Painted:
    """Everything that one page paints.

    Attributes
    ----------
    remarks
        Codes of notes to their messages and the ink they are about (indices into `ink`).
    """

    ink: list[Ink] = field(default_factory=list)
    clips: list[Clip] = field(default_factory=list)
    points: list[PointMark] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    remarks: dict[str, tuple[str, list[int]]] = field(default_factory=dict)

    def remark_on(self, code: str, message: str, ink: Iterable[int]) -> None:
        """Note something about ink that has been painted."""
        self.remarks.setdefault(code, (message, []))[1].extend(ink)

    def remark(self, code: str, message: str, *, ink: bool = False) -> None:
        """Note something; with `ink`, about the next thing painted. The first message of a code is kept."""
        _, about = self.remarks.setdefault(code, (message, []))
        if ink:
            about.append(len(self.ink))
