"""The figure: a scene whose ink is bound to the entities of a Gold IR, with fitted frames.

Page coordinates are big points, y up; data coordinates are what the panel's frame maps to the page.
Arrays are read-only ``float64`` of shape ``(n, 2)``. Predicates see nothing but these records.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import MultiPolygon, Polygon

from mathvis.figure.finding import Finding
from mathvis.scene.geometry import SceneGeometry
from mathvis.scene.model import RGB, Scene, Tip
from mathvis.scene.visibility import Visibility

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Frame:
    """How a panel's data coordinates lie on the page.

    Attributes
    ----------
    panel
        Name of the panel.
    linear, origin
        ``page = linear @ data + origin``; `linear` has shape (2, 2).
    diagonal
        Diagonal, in big points, of the box of what the panel's entities draw; tolerances are shares of it.
    residual
        Largest misfit of what the frame was fitted to, as a share of `diagonal`.
    fitted
        False when the panel has no data coordinates and the frame is the page itself.
    """

    panel: str
    linear: Array
    origin: Array
    diagonal: float
    residual: float = 0.0
    fitted: bool = True

    def to_page(self, points: Array) -> Array:
        """Map data coordinates, shape (n, 2), to the page."""
        return np.asarray(np.asarray(points, float).reshape(-1, 2) @ self.linear.T + self.origin)

    def to_data(self, points: Array) -> Array:
        """Map page coordinates, shape (n, 2), to data coordinates."""
        shifted = np.asarray(points, float).reshape(-1, 2) - self.origin
        return np.asarray(np.linalg.solve(self.linear, shifted.T).T, float)

    @property
    def scale(self) -> float:
        """Big points per data unit: the geometric mean over directions."""
        return float(np.sqrt(abs(np.linalg.det(self.linear))))


@dataclass(frozen=True, slots=True)
class Style:
    """How an entity's ink looks: stroke colour and width, dashes, a double line, fill; None where there is none."""

    stroke: RGB | None = None
    width: float = 0.0
    dashed: bool = False
    fill: RGB | None = None
    alpha: float = 1.0
    double: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """A bound piece of text.

    Attributes
    ----------
    id
        Entity or member it belongs to.
    form, text
        Normal form and plain text.
    box
        Corners, shape (4, 2), page coordinates.
    size
        Type size in points at the figure's printed size.
    """

    id: str
    form: str
    text: str
    box: Array
    size: float
    elements: tuple[int, ...] = ()

    @property
    def center(self) -> Array:
        """Middle of the box."""
        return np.asarray(self.box.mean(axis=0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """What all bound entities share.

    Attributes
    ----------
    id
        The Gold IR's id of the entity; members of a set are ``set.member``.
    name
        The name the program gave it, empty if it was bound by its label alone.
    label
        The text that labels it, if the Gold IR demands one or one is near.
    frame
        Frame of its panel.
    elements
        Indices of its visible ink in the scene.
    style
        How its ink looks.
    """

    id: str
    name: str
    frame: Frame
    elements: tuple[int, ...]
    style: Style = field(default_factory=Style)
    label: Text | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Point(Bound):
    """A visible mark, or an end, corner or crossing of visible ink, at `at` (page)."""

    at: Array
    radius: float = 0.0
    filled: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve(Bound):
    """A drawn curve.

    Attributes
    ----------
    pieces
        Polylines sampled from its Béziers in drawing order, shape (n, 2) each, closing point included.
        Pieces that join end to end are merged. Chords stay within 2e-4 of the panel diagonal of the curve.
    closed
        Whether the single piece is a closed curve (its ends meet).
    corners
        Per piece, indices of the polyline points that are ends of Bézier segments.
    tips
        Arrow tips on it; `Tip.direction` is what says where it runs.
    ends
        Painted ends or tip apexes, shape (2, 2), for a single open piece.
    """

    pieces: tuple[Array, ...]
    closed: bool
    corners: tuple[tuple[int, ...], ...] = ()
    tips: tuple[Tip, ...] = ()

    @property
    def polyline(self) -> Array:
        """The curve as one polyline (its pieces one after another)."""
        return self.pieces[0] if len(self.pieces) == 1 else np.vstack(self.pieces)

    @property
    def ends(self) -> Array:
        """First and last point, shape (2, 2)."""
        return np.array([self.pieces[0][0], self.pieces[-1][-1]])


@dataclass(frozen=True, slots=True, kw_only=True)
class Region(Bound):
    """A filled or outlined region; `shape` in page coordinates."""

    shape: Polygon | MultiPolygon


@dataclass(frozen=True, slots=True, kw_only=True)
class Node(Bound):
    """A node of a diagram: a text, a mark, or a shape with a text.

    Attributes
    ----------
    at
        Centre, shape (2,).
    outline
        Outline for attaching edges, shape (n, 2): its border, or the box of its text.
    """

    at: Array
    outline: Array


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge(Bound):
    """An arrow or edge between two nodes or places.

    Attributes
    ----------
    path
        Polyline from `source` to `target`, shape (n, 2); ends are painted ends or tip apexes.
    source, target
        Ids of the nodes at its ends, None where an end meets no node or more than one.
    directed
        Whether exactly one end carries a head; `path` then runs towards it. An edge with two heads or
        none is not directed.
    tips
        All tips.
    """

    path: Array
    source: str | None
    target: str | None
    directed: bool
    tips: tuple[Tip, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Value(Bound):
    """A printed value; `text` is the whole visible text, `reads` the part after the template's fixed words."""

    text: Text
    reads: str


Entity = Point | Curve | Region | Node | Edge | Value | Text
BoundSet = tuple[Entity, ...]


@dataclass(frozen=True, slots=True)
class Ink:
    """Visible ink that no entity and no recognised decoration accounts for.

    `kind` is ``curve``, ``mark``, ``fill``, ``arrow``, ``text`` or ``image``; `geometry` a polyline (n, 2).
    """

    kind: str
    elements: tuple[int, ...]
    geometry: Array
    panel: str | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """A scene with its entities bound.

    Attributes
    ----------
    scene
        The scene it was made from.
    entities
        Bound entities by id; sets are tuples. An entity that could not be bound is absent.
    frames
        Frames by panel.
    bindings
        One finding per entity, about its presence, its name and its label: hard statements that hold
        without being written down. Keys are entity ids.
    extras
        Visible ink that is unaccounted for.
    decoration
        Indices of elements recognised as decoration.
    construction
        The decoration that is so by its name alone: construction lines called ``decor…`` that stand back
        behind the entities, and are no axes, ticks, grids or frames.
    diagonal
        Diagonal of the box of what all panels' entities draw, in big points.
    printed
        Printed size in points of one page unit (1 but for an SVG without physical units).
    visibility
        What a reader sees of the scene, where that has been computed already.
    """

    scene: Scene
    entities: Mapping[str, Entity | BoundSet]
    frames: Mapping[str, Frame]
    bindings: Mapping[str, Finding]
    extras: tuple[Ink, ...]
    decoration: frozenset[int]
    diagonal: float
    printed: float = 1.0
    notes: tuple[str, ...] = ()
    construction: tuple[Ink, ...] = ()
    visibility: Visibility | None = field(default=None, repr=False, compare=False)

    def seen(self) -> Visibility:
        """Return what a reader sees of the scene, element by element."""
        return self.visibility or Visibility(SceneGeometry(self.scene))
