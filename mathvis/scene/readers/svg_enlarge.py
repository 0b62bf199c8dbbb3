"""Text in tiny user units, set in larger ones for the renderer.

librsvg rounds outlines to the grid of the type size in user units: text of a size below one unit, as in a drawing
with ``viewBox="-1 -1 2 2"``, becomes rubble, though any browser sets it well. The same text, span by span where
the layout puts it, in units so small that its type is large, looks as it was meant.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from lxml import etree

from mathvis.scene.readers.svg_document import SVG, Node, local_name, parse_document
from mathvis.scene.readers.svg_numbers import Viewport, parse_length
from mathvis.scene.readers.svg_source import Source
from mathvis.scene.readers.svg_style import DEFAULT_FONT_SIZE, Style
from mathvis.scene.readers.svg_text import Span, TextLayout
from mathvis.scene.readers.svg_view_box import parse_view_box

if TYPE_CHECKING:
    from collections.abc import Iterator

SMALLEST: Final = 1.0
"""Type of this size in user units and above is left as it is."""
LARGE: Final = 32.0
"""The smallest type of an enlarged text is at least so large."""

_SPACE: Final = "{http://www.w3.org/XML/1998/namespace}space"
_PLACED: Final = frozenset({"x", "y", "dx", "dy", "rotate", "textLength", "lengthAdjust"})
_KEPT: Final = (
    "font-family", "font-style", "font-stretch", "text-decoration", "color", "fill", "fill-opacity", "stroke",
    "stroke-opacity", "visibility",
)  # fmt: skip
_OF_ITS_OWN: Final = ("opacity", "clip-path", "mask", "filter", "display", "transform")
"""Properties that are not inherited and would act twice, or in other units."""


def enlarged(data: bytes) -> bytes | None:
    """Return the document with its tiny text set in larger units, or None if there is none.

    Parameters
    ----------
    data
        A document that `mathvis.scene.readers.svg.read_svg` reads.

    Raises
    ------
    SceneError
        The document is malformed, refused or beyond a limit.
    """
    root = parse_document(data)
    source = Source(root)
    viewport = _viewport(root)
    if viewport is None:
        return None
    found = [
        (node, inner)
        for node, style, parent, view in _texts(source, root, Style(), viewport)
        if (inner := _enlarged(source, node, style, parent, view)) is not None
    ]
    for node, new in found:
        new.tail = node.tail
        node.getparent().replace(node, new)
    return etree.tostring(root, encoding="utf-8") if found else None


def _viewport(node: Node) -> Viewport | None:
    """What percentages inside an element with a viewport refer to; None where it cannot be told here."""
    box = parse_view_box(node.get("viewBox"))
    if box is not None:
        return Viewport(box.width, box.height)
    sides = [parse_length(node.get(name)) for name in ("width", "height")]
    width, height = (None if side is None or side.unit == "%" else side for side in sides)
    if width is None or height is None:
        return None
    none = Viewport(0.0, 0.0)
    return Viewport(width.to_user(none, "x", DEFAULT_FONT_SIZE), height.to_user(none, "y", DEFAULT_FONT_SIZE))


def _texts(
    source: Source, node: Node, parent: Style, viewport: Viewport | None
) -> Iterator[tuple[Node, Style, Style, Viewport]]:
    """Text elements with their styles, their parents' styles and what percentages refer to."""
    pending = [(node, parent, viewport)]
    while pending:
        node, parent, viewport = pending.pop()
        style = source.stylist.style(node, parent, viewport or Viewport(0.0, 0.0))
        name = local_name(node)
        if name == "text":
            if viewport is not None:
                yield node, style, parent, viewport
            continue
        if name in {"svg", "symbol"} and node is not source.root:
            viewport = _viewport(node)
        pending += [(child, style, viewport) for child in node if isinstance(child.tag, str)]


def _enlarged(source: Source, node: Node, style: Style, parent: Style, viewport: Viewport) -> Node | None:
    """The group that stands for a text element; None if it is to stay."""
    layout = TextLayout(lambda child, above: source.stylist.style(child, above, viewport), viewport)
    spans = [span for span in layout.run(node, style).spans if span.text.strip()]
    sizes = [span.style.font_size for span in spans if span.style.font_size > 0]
    if not sizes or min(sizes) >= SMALLEST or any(_is_bound(span.style) for span in spans):
        return None
    times = 2.0 ** math.ceil(math.log2(LARGE / min(sizes)))
    group = etree.Element(f"{{{SVG}}}g", nsmap=node.nsmap)
    for key, value in node.attrib.items():
        if key not in _PLACED:
            group.set(key, value)
    text = etree.SubElement(group, f"{{{SVG}}}text")
    text.set("transform", f"scale({1 / times!r})")
    text.set(_SPACE, "preserve")
    text.set("style", "text-anchor:start!important;baseline-shift:baseline!important")
    for span in spans:
        text.append(_span(span, times, viewport))
    # the group takes the place of the text while its style is looked at
    above, at = node.getparent(), node.getparent().index(node)
    above[at] = group
    same = all(source.stylist.style(group, parent, viewport)[name] == style[name] for name in _OF_ITS_OWN[:-1])
    free = not any(source.stylist.declared(text, name) for name in _OF_ITS_OWN)
    above[at] = node
    return group if same and free else None


def _is_bound(style: Style) -> bool:
    """Whether the look of a span hangs on its units, or its order on its language."""
    painted = any("url(" in style[name] for name in ("fill", "stroke"))
    return painted or style.keyword("direction") == "rtl" or style.keyword("stroke-dasharray") != "none"


def _span(span: Span, times: float, viewport: Viewport) -> Node:
    style = span.style
    node = etree.Element(f"{{{SVG}}}tspan")
    node.text = span.text
    node.set("x", repr(span.start[0] * times))
    node.set("y", repr(span.start[1] * times))
    values = {name: style[name] for name in _KEPT}
    values["font-size"] = f"{style.font_size * times!r}px"
    values["font-weight"] = str(style.weight)
    values["stroke-width"] = f"{style.length('stroke-width', viewport) * times!r}px"
    values["letter-spacing"] = f"{style.length('letter-spacing', viewport) * times!r}px"
    values["baseline-shift"] = "baseline"
    if style.opacity("opacity") < 1:
        values["opacity"] = style["opacity"]
    # librsvg takes no line at all from an important text-decoration
    weights = {name: "" if name == "text-decoration" else "!important" for name in values}
    node.set("style", ";".join(f"{name}:{value}{weights[name]}" for name, value in values.items()))
    return node
