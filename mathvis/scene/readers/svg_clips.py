"""Clip paths as regions on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mathvis.scene.model import Clip, FillRule, Subpath
from mathvis.scene.readers.svg_document import Node, href, local_name
from mathvis.scene.readers.svg_numbers import Length, Viewport, parse_length
from mathvis.scene.readers.svg_properties import parse_reference
from mathvis.scene.readers.svg_shapes import SHAPES, rectangle, shape_contours
from mathvis.scene.readers.svg_style import Style, geometry_length
from mathvis.scene.readers.svg_text import TextLayout
from mathvis.scene.readers.svg_transforms import IDENTITY, Matrix, parse_css_transform, parse_transform

if TYPE_CHECKING:
    from mathvis.scene.readers.svg_boxes import Box
    from mathvis.scene.readers.svg_pathdata import Contour
    from mathvis.scene.readers.svg_source import Source


def to_subpath(contour: Contour, matrix: Matrix) -> Subpath:
    """Map a contour to the page; segments without length are left out where there are others."""
    points = contour.points
    kept = points[:1]
    for i in range(1, len(points), 3):
        piece = points[i : i + 3]
        if any(p != kept[-1] for p in piece):
            kept += piece
    if len(kept) == 1:
        kept = points[:4]
    return Subpath(tuple(matrix.at(p) for p in kept), contour.closed)


def element_contours(source: Source, node: Node, style: Style, viewport: Viewport) -> tuple[list[Contour], bool]:
    """Contours of a shape element in its user space, and whether its data was sound."""
    kind = local_name(node)
    broken = False

    def resolve(name: str, direction: str) -> float | None:
        nonlocal broken
        length = geometry_length(source.stylist, node, name)
        if isinstance(length, Length):
            return length.to_user(viewport, direction, style.font_size)
        broken = broken or length is not None
        return None

    contours, sound = shape_contours(kind, node.get, resolve)
    if broken and kind == "line":
        contours = []
    source.spend(sum(len(contour.points) for contour in contours) or 1)
    return contours, sound and not broken


def inner_transform(source: Source, node: Node) -> Matrix:
    """Transform of an element: the attribute, else the property of CSS; a malformed one has no effect."""
    text = source.stylist.declared(node, "transform")
    if text is not None and node.get("transform") is None:
        return parse_css_transform(text) or IDENTITY
    if node.get("transform-origin") is not None:
        source.ignored("transform-origin")
    matrix = parse_transform(node.get("transform"))
    if matrix is None:
        source.note("invalid", f"malformed transform on <{local_name(node)}>: {(node.get('transform') or '')[:60]}")
    return matrix or IDENTITY


def sound_use(source: Source, node: Node) -> bool:
    """Whether the place and size of a ``use`` are lengths, and the size not negative; else it is not rendered."""
    for name in ("x", "y", "width", "height"):
        text = node.get(name)
        length = parse_length(text)
        if text is not None and (length is None or (name in {"width", "height"} and length.value < 0)):
            source.note("invalid", f"<use> with {name}={text[:40]!r}: nothing is drawn")
            return False
    return True


class _Region(NamedTuple):
    """One part of a clip path."""

    subpaths: list[Subpath]
    rule: FillRule


class ClipPaths:
    """Builds `Clip` records from ``clipPath`` elements.

    Parameters
    ----------
    source
        The document.
    clips
        List that new clips are added to.
    """

    def __init__(self, source: Source, clips: list[Clip]) -> None:
        self._source, self.clips = source, clips
        self._known: dict[tuple[Node, Matrix, Viewport], int] = {}

    def add_box(self, box: Box, matrix: Matrix) -> int:
        """Clip to a rectangle of user space."""
        self.clips.append(Clip((to_subpath(rectangle(box), matrix),)))
        return len(self.clips) - 1

    def find(self, value: str) -> Node | None:
        """Give the ``clipPath`` element that a property names, if there is one."""
        reference = parse_reference(value)
        target = self._source.ids.get(reference.target) if reference is not None else None
        return target if target is not None and local_name(target) == "clipPath" else None

    def add(self, node: Node, matrix: Matrix, box: Box | None, viewport: Viewport) -> tuple[int, ...]:
        """Clip to a ``clipPath``; clips on a clip path or on its parts have no effect in the picture.

        Parameters
        ----------
        node
            The ``clipPath`` element.
        matrix
            User space of the element that is clipped, to the page.
        box
            Its bounding box in user space, for ``objectBoundingBox``.
        viewport
            What percentages refer to.

        Returns
        -------
        tuple
            Index of the clip; empty where there is none.
        """
        source = self._source
        source.spend()
        inner = matrix.then_inner(inner_transform(source, node))
        if (node.get("clipPathUnits") or "").strip() == "objectBoundingBox":
            if box is None or box.width == 0 or box.height == 0:
                return ()
            inner = inner.then_inner(Matrix(box.width, 0.0, 0.0, box.height, box.x0, box.y0))
            viewport = Viewport(1.0, 1.0)
        key = (node, inner, viewport)
        if key not in self._known:
            self._known[key] = self._build(node, inner, viewport)
        return (self._known[key],)

    def _build(self, node: Node, matrix: Matrix, viewport: Viewport) -> int:
        source = self._source
        style = source.style_in_place(node)
        self._unclipped(style)
        regions: list[_Region] = []
        for child in node:
            self._part(child, style, matrix, viewport, regions)
        if any(region.rule is FillRule.EVENODD and len(region.subpaths) > 1 for region in regions[1:]):
            source.note("clip", "a clip path of several parts, one of them even-odd, is read as their union")
        if len(regions) == 1:
            self.clips.append(Clip(tuple(regions[0].subpaths), regions[0].rule))
        else:
            self.clips.append(Clip(tuple(part for region in regions for part in _positive(region.subpaths))))
        return len(self.clips) - 1

    def _unclipped(self, style: Style) -> None:
        if self.find(style["clip-path"]) is not None:
            self._source.ignored("clip-path on a clip path or a part of one")

    def _part(self, node: Node, above: Style, matrix: Matrix, viewport: Viewport, regions: list[_Region]) -> None:
        source, name = self._source, local_name(node)
        if name not in SHAPES and name not in {"text", "use"}:
            return
        source.spend()
        style = source.stylist.style(node, above, viewport)
        if not style.displayed:
            return
        inner = matrix.then_inner(inner_transform(source, node))
        self._unclipped(style)
        if name == "use":
            reference = href(node) or ""
            target = source.ids.get(reference[1:]) if reference.startswith("#") else None
            if target is None or local_name(target) not in {*SHAPES, "text"}:
                return
            if not sound_use(source, node):
                return
            x, y = (geometry_length(source.stylist, node, axis) for axis in ("x", "y"))
            shift = Matrix(
                e=x.to_user(viewport, "x", style.font_size) if isinstance(x, Length) else 0.0,
                f=y.to_user(viewport, "y", style.font_size) if isinstance(y, Length) else 0.0,
            )
            self._part(target, style, inner.then_inner(shift), viewport, regions)
            return
        if not style.visible:
            return
        if name == "text":
            source.note("clip", "text in a clip path is read as the boxes of its ink")
            layout = TextLayout(lambda child, s: source.stylist.style(child, s, viewport), viewport).run(node, style)
            contours = [rectangle(span.ink) for span in layout.spans if span.ink is not None]
        else:
            contours, _ = element_contours(source, node, style, viewport)
        subpaths = [to_subpath(contour, inner) for contour in contours if len(contour.points) > 1]
        if subpaths:
            rule = FillRule.EVENODD if style.keyword("clip-rule") == "evenodd" else FillRule.NONZERO
            regions.append(_Region(subpaths, rule))


def _positive(subpaths: list[Subpath]) -> list[Subpath]:
    """Turn a part so that its whole area is positive: parts of one union must not cancel."""
    total = 0.0
    for subpath in subpaths:
        points = subpath.points
        for p, q in zip(points, (*points[1:], points[0]), strict=True):
            total += p[0] * q[1] - q[0] * p[1]
    if total >= 0:
        return subpaths
    return [Subpath(subpath.points[::-1], subpath.closed) for subpath in subpaths]
