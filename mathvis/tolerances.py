"""The table of tolerances: versioned, dimensionless where geometric.

Lengths are shares of a diagonal: of the panel for what lives in a panel, of the figure otherwise.
A statement of a Gold IR may name another value; nothing else in the code compares with a literal.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

TOLERANCES_VERSION = "1"


@dataclass(frozen=True, slots=True)
class Tolerances:
    """Allowed deviations. See the catalogue of primitives for where the numbers were measured."""

    position: float = 0.01
    """A point at given coordinates."""
    curve: float = 0.01
    """Hausdorff or Fréchet distance of two curves."""
    on: float = 0.006
    """Distance of a point from a curve it lies on."""
    circle: float = 0.006
    """Centre, radius and roundness of a circle (of its radius when the radius is below 5 %)."""
    small_circle: float = 0.05
    """Below this radius what a circle may be off by shrinks in proportion to the radius."""
    tangency: float = 0.005
    """Gap or overlap of tangent curves."""
    tangent_angle: float = 3.0
    """Degrees between the tangents of touching curves."""
    angle: float = 1.0
    """Degrees between a drawn and a stated angle."""
    length: float = 0.01
    """Relative error of a length or ratio."""
    collinear: float = 0.005
    """Second over first singular value of collinear points."""
    clearance: float = 0.01
    """A curve nearer than this to a point has no winding number about it."""
    closed_gap: float = 0.004
    """Gap between the ends of a closed curve."""
    corner: float = 2.0
    """Degrees by which an outline turns at a corner."""
    short_leg: float = 0.03
    """A leg shorter than this gives no angle."""
    area: float = 0.02
    """Relative error of a ratio of areas."""
    short_base: float = 0.02
    """A length shorter than this is no denominator."""
    same_mark: float = 0.007
    """Marks closer than this are one mark."""
    same_curve: float = 0.003
    """Curves closer than this are one curve drawn twice."""
    edge_end: float = 0.04
    """Distance of an edge's end from the node it belongs to."""
    order_gap: float = 0.01
    """Least step along a carrier for a strict order."""
    level: float = 0.1
    """Spread of a row, column or level as a share of the spacing."""
    grid: float = 0.25
    """Spread of loosely aligned rows and columns as a share of the spacing."""
    cartan: float = 0.1
    """Absolute error of a Cartan integer measured from two drawn roots."""
    rise: float = 0.015
    """Least rise of an edge that goes upward, as a share of the diagram's height."""
    symmetry: float = 0.015
    """Misfit under a symmetry."""
    frame_residual: float = 0.007
    """Misfit of a frame at its anchors."""
    frame_base: float = 0.05
    """Reference points that lie closer together than this, along a direction with a scale of its own, fix no frame."""
    aspect: float = 0.02
    """Relative difference of the two scales of an equal-aspect frame."""
    label_distance: float = 0.06
    """Farthest a label may stand from what it labels."""
    label_lead: float = 1.3
    """How much nearer it must be than to the next candidate."""
    label_alone: float = 3.0
    """How much farther everything else is where a label is beyond doubt; an object that clearly carries another label
    takes it only if it is nearer by this factor."""
    label_far: float = 2.0
    """How many times farther than usual a label may stand that is beyond doubt."""
    mark_size: float = 0.05
    """Largest extent of a mark."""
    mark_points: float = 6.0
    """Extent in printed points up to which a blob is a mark in a figure of any size."""
    label_lines: float = 1.0
    """Type sizes within which a label is at its object in a figure of any size."""
    point_ink: float = 0.006
    """Distance between a named place and the visible ink that makes it a point."""
    visible_share: float = 0.9
    """Share of an entity's ink that must be visible."""
    contrast: float = 3.0
    """Contrast ratio of ink to its ground (WCAG definition)."""
    dash_gap: float = 10.0
    """Widest gap in printed points between dashes that still read as one line."""
    told_hue: float = 30.0
    """CIELAB distance from its ground at which coloured ink is seen well although its contrast is below `contrast`."""
    least_contrast: float = 1.2
    """Contrast below which no hue makes up for it."""
    text_size: float = 6.95
    """Least type size in big points at printed size; the 7 pt of TeX are 6.97."""
    direction: float = 60.0
    """Degrees within which an arrow points along a curve."""
    face_area: float = 0.0005
    """Faces below this share of the box are ignored."""
    gap_overlap: float = 0.005
    """Overlap or gap of regions as a share of their area."""
    iou: float = 0.97
    """Least overlap of a region with the stated one."""
    hue_distance: float = 12.0
    """CIELAB distance of two colours that read as different."""
    width_ratio: float = 1.6
    """Ratio of two line widths that read as different."""
    flatness: float = 0.00005
    """Farthest a chord of a flattened curve may be from the curve."""
    hairline: float = 0.2
    """Width in big points at which the thinnest line of a device counts."""
    opaque: float = 0.95
    """Paint at least this opaque hides what lies under it."""
    unseen: float = 3.0
    """CIELAB distance below which a colour cannot be told from the one beside it."""
    told_apart: float = 0.1
    """A fill whose rim differs from its ground along less than this share cannot be seen."""
    bridge: float = 0.03
    """A line that passes under visible ink for less than this is read as going on."""
    strand_gap: float = 0.08
    """Widest gap in a line, as a share of the figure, that another line between its ends explains."""
    backing: float = 1.5
    """Type sizes by which the background of a text may be larger than the text on each side."""
    pixel: float = 0.2
    """Difference of a colour channel beyond which two pixels disagree."""
    tint: float = 0.03
    """Difference of a colour channel beyond which two areas disagree."""
    patch_area: float = 0.25
    """Square big points, weighed by strength, of the largest patch on which a picture and its scene may disagree."""
    patches_area: float = 1.0
    """The same of all patches together …"""
    patches_share: float = 0.0005
    """… unless this share of the ink is more."""
    patch_pixels: float = 4
    """Pixels below which a patch is noise of the renderer."""
    halfway: float = 0.02
    """Pixels around the middle between two pixels' edges in which a renderer may round to either."""
    uneven: float = 1.5
    """Largest over smallest spacing of rows or columns that still look even."""
    stacked: float = 0.1
    """Rows that come apart by less than this share of their way, measured across them, run no way of their own."""
    parallel: float = 3.0
    """Degrees within which lines look parallel."""
    canvas_use: float = 0.5
    """Share of the canvas's width or height that a figure should fill."""
    panel_gap: float = 0.02
    """Gap between panels that reads as one."""
    label_overlap: float = 0.02
    """Share of a label's box that other ink may cover."""
    texts_over: float = 0.5
    """Share of the smaller of two different texts from which on they print over each other, so that neither is read."""
    text_again: float = 0.12
    """Two equal texts nearer than this share of the type size are one."""
    tip_size: float = 2.0
    """Least extent in points of an arrow tip at printed size."""
    tip_seen: float = 1.0
    """Extent in points at printed size below which nobody sees an arrow tip."""
    drawn_head: float = 0.08
    """Largest extent of an arrow head drawn by hand, as a share of the diagonal of what is drawn."""
    drawn_head_points: float = 16.0
    """The same in big points, for small figures."""
    rails: float = 4.0
    """How far in big points at printed size a line may lie from another of the same arrow and be one shaft with it."""

    def __post_init__(self) -> None:
        for item in fields(self):
            if not getattr(self, item.name) > 0:
                raise ValueError(f"tolerance {item.name} must be positive")


TOLERANCES = Tolerances()
