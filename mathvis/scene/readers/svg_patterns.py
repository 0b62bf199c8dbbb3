"""Patterns as one mean colour each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mathvis.scene.readers.svg_colors import Color
from mathvis.scene.readers.svg_document import Node, href, local_name
from mathvis.scene.readers.svg_extent import inked
from mathvis.scene.readers.svg_numbers import Viewport, parse_length
from mathvis.scene.readers.svg_source import Source, State
from mathvis.scene.readers.svg_transforms import Matrix
from mathvis.scene.readers.svg_view_box import parse_view_box

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mathvis.scene.model import Element
    from mathvis.scene.readers.svg_boxes import Box

_MAX_CHAIN = 32


class Patterns:
    """Mean colours of the patterns of a document.

    Parameters
    ----------
    source
        The document.
    draw
        Draws nodes under a state and gives the elements.
    """

    def __init__(self, source: Source, draw: Callable[[Sequence[Node], State], Sequence[Element]]) -> None:
        self._source, self._draw = source, draw
        self._known: dict[tuple[Node, Box | None], Color | None] = {}

    def mean(self, node: Node, box: Box | None) -> Color | None:
        """Mean colour of the ink, with the share of the tile that is inked as its opacity.

        Parameters
        ----------
        node
            The ``pattern`` element.
        box
            Bounding box of what is painted, for patterns in its units.

        Returns
        -------
        Color or None
            Nothing where the pattern paints nothing, or while it is being drawn itself.
        """
        key = (node, box)
        if key not in self._known:
            self._known[key] = None
            self._known[key] = self._tile(node, box)
        return self._known[key]

    def _chain(self, node: Node) -> list[Node]:
        chain: list[Node] = []
        at: Node | None = node
        while at is not None and local_name(at) == "pattern" and at not in chain and len(chain) < _MAX_CHAIN:
            chain.append(at)
            target = href(at)
            at = self._source.ids.get(target[1:]) if target and target.startswith("#") else None
        return chain

    def _tile(self, node: Node, box: Box | None) -> Color | None:
        chain = self._chain(node)
        content = next((at for at in chain if any(local_name(child) for child in at)), None)
        if content is None:
            return None

        def value(name: str) -> str:
            return next((found for at in chain if (found := at.get(name))), "")

        relative = Viewport(box.width, box.height) if box is not None else Viewport(1.0, 1.0)
        sides = []
        for name, direction, reference in (("width", "x", relative.width), ("height", "y", relative.height)):
            length = parse_length(value(name))
            side = 0.0 if length is None else length.to_user(relative, direction, 1.0)
            own = value("patternUnits") == "userSpaceOnUse" or (length is not None and length.unit == "%")
            sides.append(side if own else side * reference)
        view = parse_view_box(value("viewBox"))
        area = sides[0] * sides[1]
        if area <= 0:
            return None
        if view is not None:
            area = view.width * view.height
        elif value("patternContentUnits") == "objectBoundingBox":
            area /= (relative.width * relative.height) or 1.0
        if area <= 0:
            return None
        state = State(Matrix(), relative, self._source.style_in_place(content), active=(node, content))
        weights, mean = 0.0, [0.0, 0.0, 0.0]
        for element in self._draw(list(content), state):
            for weight, paint in inked(element):
                share = min(1.0, weight / area) * paint.alpha
                weights += share
                mean = [m + share * c for m, c in zip(mean, paint.color, strict=True)]
        if weights <= 0:
            return None
        return Color((mean[0] / weights, mean[1] / weights, mean[2] / weights), min(1.0, weights))
