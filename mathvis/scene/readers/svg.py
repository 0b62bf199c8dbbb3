"""Reads an SVG figure as a scene.

The picture that people see is drawn by librsvg; where it departs from the standard or passes over
something, the scene follows the picture, and a note (``renderer``) says so.
"""

from __future__ import annotations

from mathvis.errors import SceneError
from mathvis.scene.model import Canvas, Scene
from mathvis.scene.readers.drawn_tips import with_drawn_tips
from mathvis.scene.readers.shafts import with_shafts, with_tails
from mathvis.scene.readers.svg_boxes import Box
from mathvis.scene.readers.svg_clips import inner_transform
from mathvis.scene.readers.svg_document import Node, parse_document
from mathvis.scene.readers.svg_numbers import PHYSICAL_UNITS, Length, Viewport
from mathvis.scene.readers.svg_source import Source, State
from mathvis.scene.readers.svg_style import Style, geometry_length
from mathvis.scene.readers.svg_transforms import Matrix
from mathvis.scene.readers.svg_view_box import parse_view_box, valid_aspect, view_box_transform
from mathvis.scene.readers.svg_walk import Walker

BP_PER_PX = 0.75
"""CSS pixels are 1/96 inch, big points 1/72."""
DEFAULT_SIZE = Viewport(300.0, 150.0)
MAX_SIDE_PX = 200_000.0


def read_svg(data: bytes) -> Scene:
    """Read an SVG document.

    Parameters
    ----------
    data
        The document as it would be written to a file.

    Returns
    -------
    Scene
        Everything it draws, in big points, y up.

    Raises
    ------
    SceneError
        The document is malformed, refused (entities, external references, scripts, foreign objects, animation,
        event handlers), beyond a limit, or without a usable size; the message names the reason.
    """
    source = Source(parse_document(data))
    root = source.root
    style = source.stylist.style(root, Style(), Viewport(0.0, 0.0))
    text = root.get("viewBox")
    box = parse_view_box(text)
    broken = text is not None and box is None
    size, physical = _size(source, root, style, box)
    width, height = size
    if not (0 < width <= MAX_SIDE_PX and 0 < height <= MAX_SIDE_PX):
        raise SceneError(f"no usable size: {width:g} × {height:g} px")
    page = Matrix(BP_PER_PX, 0.0, 0.0, -BP_PER_PX, 0.0, height * BP_PER_PX)
    canvas = Canvas(width * BP_PER_PX, height * BP_PER_PX, physical=physical)
    if broken or (box is not None and (box.width == 0 or box.height == 0)):
        source.note("invalid", f"malformed or empty viewBox {(text or '')[:40]!r}: nothing is drawn")
        return Scene("svg", canvas, notes=source.notes)
    if not valid_aspect(root.get("preserveAspectRatio")):
        source.note("invalid", "malformed preserveAspectRatio: nothing is drawn")
        return Scene("svg", canvas, notes=source.notes)
    walker = _walk(source, style, page, box, size)
    elements, nodes = walker.finished()
    elements = tuple(with_drawn_tips(with_shafts(with_tails(elements), canvas), canvas))
    for what in sorted(source.stylist.unknown):
        source.ignored(what)
    return Scene("svg", canvas, elements, tuple(walker.clips), nodes, notes=source.notes)


def _walk(source: Source, style: Style, page: Matrix, box: Box | None, size: Viewport) -> Walker:
    root = source.root
    walker = Walker(source)
    state = State(page, size, style, style.opacity("opacity")).below(inner_transform(source, root))
    viewport = size
    if box is not None:
        inner = view_box_transform(box, Box(0.0, 0.0, size.width, size.height), root.get("preserveAspectRatio"))
        state, viewport = state.below(inner), Viewport(box.width, box.height)
    if style.displayed and state.matrix.usable:
        walker.draw_root(root, state._replace(viewport=viewport))
    return walker


def _size(source: Source, root: Node, style: Style, box: Box | None) -> tuple[Viewport, bool]:
    """Size of the canvas in px, and whether it has a physical unit.

    A missing side follows from the other and the viewBox, or from the viewBox alone; without a viewBox it is
    what CSS gives a replaced element.
    """
    sides: list[float | None] = []
    physical = True
    for name in ("width", "height"):
        length = geometry_length(source.stylist, root, name)
        if not isinstance(length, Length) or length.unit == "%":
            sides.append(None)
            continue
        sides.append(length.to_user(Viewport(0.0, 0.0), "o", style.font_size))
        physical = physical and length.unit in PHYSICAL_UNITS
    width, height = sides
    physical = physical and (width is not None or height is not None)
    if width is not None and height is not None:
        return Viewport(width, height), physical
    if box is None:
        if root.get("viewBox") is not None:
            raise SceneError(f"no usable size: malformed viewBox {root.get('viewBox')[:40]!r}")
        source.note("no-size", "the document gives no size of its own: 300 × 150 px stand in")
        default = DEFAULT_SIZE
        return Viewport(default.width if width is None else width, default.height if height is None else height), False
    if box.width <= 0 or box.height <= 0:
        raise SceneError("no usable size: the viewBox is empty")
    if width is not None:
        return Viewport(width, width * box.height / box.width), physical
    if height is not None:
        return Viewport(height * box.width / box.height, height), physical
    return Viewport(box.width, box.height), False
