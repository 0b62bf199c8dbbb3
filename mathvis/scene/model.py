"""The scene: everything drawn on one page, in paint order.

Coordinates are big points (1/72 inch), origin at the lower left corner of the canvas, y up.
Records are plain and frozen and need only the standard library: the readers build them inside the
sandbox, and they cross its border as bounded JSON (`mathvis.scene.codec`). What can be computed from
them (polylines, lengths, visible shares) lives in `mathvis.scene.geometry` and
`mathvis.scene.visibility` on the host.

A scene holds *claims* as well as ink: names, declared paths, tip records and node shapes come from marks
that a program could forge. They bind only the ink painted inside them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

SCENE_SCHEMA = "mathvis/scene@1"

XY: TypeAlias = tuple[float, float]
RGB: TypeAlias = tuple[float, float, float]
"""sRGB components in [0, 1]."""
Quad: TypeAlias = tuple[XY, XY, XY, XY]
"""Corners of a box: lower left, lower right, upper right, upper left, before rotation."""


@dataclass(frozen=True, slots=True)
class Subpath:
    """A connected piece of a path as cubic Béziers.

    Attributes
    ----------
    points
        ``3n + 1`` control points of n cubics; a straight line has its handles on the chord.
    closed
        Whether the path was closed explicitly (the closing line is then among the cubics).
    """

    points: tuple[XY, ...]
    closed: bool


class PaintKind(StrEnum):
    """How a region or stroke is coloured."""

    SOLID = "solid"
    PATTERN = "pattern"
    SHADING = "shading"


@dataclass(frozen=True, slots=True)
class Paint:
    """A colour. For patterns and shadings, `color` is the mean colour where it is known, else mid grey."""

    color: RGB
    alpha: float = 1.0
    kind: PaintKind = PaintKind.SOLID


@dataclass(frozen=True, slots=True)
class Stroke:
    """A painted outline.

    Attributes
    ----------
    width
        Line width in page units (geometric mean where the transform is not a similarity).
    dash, dash_phase
        Dash lengths in page units; an empty tuple is a solid line.
    cap, join
        As in PDF: 0 butt/miter, 1 round, 2 square/bevel.
    """

    paint: Paint
    width: float
    dash: tuple[float, ...] = ()
    dash_phase: float = 0.0
    cap: int = 0
    join: int = 0
    miter_limit: float = 10.0


class FillRule(StrEnum):
    """Which points are inside a path."""

    NONZERO = "nonzero"
    EVENODD = "evenodd"


@dataclass(frozen=True, slots=True)
class Fill:
    """A painted interior."""

    paint: Paint
    rule: FillRule = FillRule.NONZERO


class TipEnd(StrEnum):
    """Where on its path an arrow tip sits."""

    START = "start"
    END = "end"
    MIDDLE = "middle"


@dataclass(frozen=True, slots=True)
class Tip:
    """An arrow tip.

    Attributes
    ----------
    apex
        The foremost painted point of the tip.
    direction
        Unit vector in which the tip points.
    kind
        ``arrow`` (any pointing head), ``hook``, ``bar``, ``tail``, ``circle``, ``square``, ``other``.
    style
        The format's own name of the tip (``Stealth``, ``to``, a marker's id), informative only.
    end
        Which end of the path, or ``middle`` for a mark along it.
    elements
        Indices of the painted elements that draw the tip, if they are elements of their own.
    heads
        Number of heads (``->>`` has two).
    """

    apex: XY
    direction: XY
    end: TipEnd
    kind: str = "arrow"
    style: str = ""
    elements: tuple[int, ...] = ()
    heads: int = 1


class Role(StrEnum):
    """What a painted path is for, as far as the reader can tell."""

    PATH = "path"
    CASING = "casing"
    """A wider stroke painted under or inside a line of the same command (``double``, ``preaction``)."""
    TIP = "tip"
    NODE = "node"
    """The border or background of a node."""
    MARK = "mark"
    """A plot mark or marker drawn along a path."""
    TEXT = "text"
    """A rule or radical that belongs to a label (fraction bar, root, overline)."""
    GRID = "grid"
    AXIS = "axis"


@dataclass(frozen=True, slots=True)
class Path:
    """A painted path.

    Attributes
    ----------
    index
        Position in paint order, equal to its place in `Scene.elements`.
    subpaths
        The painted geometry (after any shortening for arrow tips).
    stroke, fill
        At least one is set.
    declared
        The path as the program declared it, before shortening; a claim.
    tips
        Arrow tips at its ends and along it.
    clips
        Indices into `Scene.clips`; all apply.
    names
        Names given to it, outermost first: ``name path``, SVG ids of itself and its groups.
    node
        Name of the node whose painting this is part of.
    line
        Line of the program that painted it, where known.
    role
        What it is for.
    command
        Number of the drawing command it came from; pieces of one command (casing, line, tips) share it.
    double
        Whether its stroke reads as two parallel lines, because a narrower one in the page's colour hollows it out.
    """

    index: int
    subpaths: tuple[Subpath, ...]
    stroke: Stroke | None = None
    fill: Fill | None = None
    declared: tuple[Subpath, ...] = ()
    tips: tuple[Tip, ...] = ()
    clips: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    node: str | None = None
    line: int | None = None
    role: Role = Role.PATH
    command: int = -1
    double: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """The ink of one glyph of a label.

    Attributes
    ----------
    box
        Left, bottom, right and top as shares of the label's box, along its baseline and up from it.
    paint
        Its own paint where that is not the label's.
    """

    box: tuple[float, float, float, float]
    paint: Paint | None = None

    @classmethod
    def within(
        cls,
        whole: tuple[float, float, float, float],
        own: tuple[float, float, float, float],
        paint: Paint | None = None,
    ) -> Piece:
        """Return the piece that takes up a box (x0, y0, x1, y1; y up) of a label's whole one."""
        sides = ((own[at] - whole[at % 2], whole[at % 2 + 2] - whole[at % 2]) for at in range(4))
        left, bottom, right, top = (
            min(max(part / size, 0.0), 1.0) if size > 0 else float(at > 1) for at, (part, size) in enumerate(sides)
        )
        return cls((left, bottom, right, top), paint)


@dataclass(frozen=True, slots=True)
class Label:
    """A piece of painted text that reads as one label.

    Attributes
    ----------
    form
        Normal form of the mathematical text (`mathvis.mathtext`).
    text
        Plain Unicode text for people.
    box
        The ink's box, a quadrilateral when rotated.
    baseline
        Start of the main baseline.
    angle
        Rotation in degrees, counter-clockwise.
    size
        Type size of the main characters in page units.
    elements
        Indices of paths that belong to it (rules, radicals).
    pieces
        Its glyphs, as far as they leave ink; none for a label of one glyph.
    """

    index: int
    form: str
    text: str
    box: Quad
    baseline: XY
    size: float
    paint: Paint
    angle: float = 0.0
    clips: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    node: str | None = None
    line: int | None = None
    elements: tuple[int, ...] = ()
    command: int = -1
    pieces: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Image:
    """A raster image or something the reader cannot look into; reported, never read."""

    index: int
    box: Quad
    kind: str
    clips: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    node: str | None = None
    line: int | None = None
    command: int = -1


Element: TypeAlias = Path | Label | Image


@dataclass(frozen=True, slots=True)
class Clip:
    """A clipping region."""

    subpaths: tuple[Subpath, ...]
    rule: FillRule = FillRule.NONZERO


@dataclass(frozen=True, slots=True)
class Node:
    """A named node (TikZ node, tikz-cd cell, SVG group of a shape and a text).

    Attributes
    ----------
    names
        Its name and aliases; never empty, generated names start with ``~``.
    shape
        ``circle``, ``rectangle``, ``coordinate`` …, as declared.
    center
        Its centre anchor.
    box
        Quadrilateral through its border anchors, outer separation included.
    elements
        Indices of the elements painted as part of it.
    border
        Index of the path that draws its border or background, if one is painted.
    """

    names: tuple[str, ...]
    shape: str
    center: XY
    box: Quad
    elements: tuple[int, ...] = ()
    border: int | None = None


@dataclass(frozen=True, slots=True)
class NamedPoint:
    r"""A place that was given a name (``\coordinate``); nothing is painted by it."""

    name: str
    at: XY


@dataclass(frozen=True, slots=True)
class Note:
    """Something a reader must be told: an unsupported construction, an image, a broken claim.

    `code` is a short stable identifier (``image``, ``mask``, ``filter``, ``optional-content``,
    ``annotation``, ``rotated-page``, ``forged-mark``, ``invisible-text`` …).
    """

    code: str
    message: str
    elements: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Canvas:
    """The page: ``width`` × ``height`` in big points, lower left corner at (0, 0).

    `background` is what lies under the first element (white unless the format says otherwise).
    `physical` is False for an SVG whose size has no physical unit.
    """

    width: float
    height: float
    background: RGB = (1.0, 1.0, 1.0)
    physical: bool = True


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything drawn on a page.

    Attributes
    ----------
    source
        ``pdf`` or ``svg``.
    canvas
        The page.
    elements
        Painted elements in paint order; ``elements[i].index == i``.
    clips
        Clipping regions that elements refer to.
    nodes, points
        Named nodes and named places.
    pages
        Pages of the document (only the first is read).
    notes
        What a reader must be told.
    """

    source: str
    canvas: Canvas
    elements: tuple[Element, ...] = ()
    clips: tuple[Clip, ...] = ()
    nodes: tuple[Node, ...] = ()
    points: tuple[NamedPoint, ...] = ()
    pages: int = 1
    notes: tuple[Note, ...] = ()
    schema: str = field(default=SCENE_SCHEMA)
