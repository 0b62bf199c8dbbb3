"""Fill and stroke paints, gradients and patterns among them, as one mean colour each."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from mathvis.scene.model import RGB, Paint, PaintKind
from mathvis.scene.readers.svg_colors import Color
from mathvis.scene.readers.svg_document import Node, href, local_name
from mathvis.scene.readers.svg_numbers import parse_number
from mathvis.scene.readers.svg_properties import parse_reference

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from mathvis.scene.readers.svg_boxes import Box
    from mathvis.scene.readers.svg_style import Style

_GREY: RGB = (0.5, 0.5, 0.5)
_MAX_CHAIN = 64
_GRADIENTS = frozenset({"linearGradient", "radialGradient"})


class ContextPaint(NamedTuple):
    """What ``context-fill`` and ``context-stroke`` mean inside a marker."""

    fill: Paint | None = None
    stroke: Paint | None = None


class PaintServers:
    """Resolves paint values of one document.

    Parameters
    ----------
    ids
        Elements by id.
    style_in_place
        Style of an element where it stands in the document.
    pattern_mean
        Mean colour and ink share of a pattern's tile; nothing where it cannot be known.
    note
        Takes a code and a message.
    """

    def __init__(
        self,
        ids: Mapping[str, Node],
        style_in_place: Callable[[Node], Style],
        pattern_mean: Callable[[Node, Box | None], Color | None],
        note: Callable[[str, str], None],
    ) -> None:
        self._ids, self._style, self._pattern_mean, self._note = ids, style_in_place, pattern_mean, note
        self._gradients: dict[Node, Color | None] = {}

    def resolve(self, text: str, style: Style, alpha: float, box: Box | None, context: ContextPaint) -> Paint | None:
        """Paint of a ``fill`` or ``stroke`` value.

        Parameters
        ----------
        text
            The value.
        style
            Style of the element, for ``currentColor``.
        alpha
            Opacity to multiply with.
        box
            Bounding box of the element in user space, if it has one.
        context
            Paints of the element that a marker belongs to.

        Returns
        -------
        Paint or None
            Nothing where nothing is painted.
        """
        lower = text.strip().lower()
        if lower == "none":
            return None
        if lower in {"context-fill", "context-stroke"}:
            paint = context.fill if lower == "context-fill" else context.stroke
            return None if paint is None else Paint(paint.color, paint.alpha * alpha, paint.kind)
        reference = parse_reference(text)
        if reference is None:
            color = style.parse(text)
            return None if color is None else Paint(color.rgb, color.alpha * alpha)
        target = self._ids.get(reference.target)
        if target is None or local_name(target) not in {*_GRADIENTS, "pattern"}:
            if reference.fallback:
                return self.resolve(reference.fallback, style, alpha, box, context)
            self._note("paint", f"url(#{reference.target}) names no gradient or pattern; nothing is painted")
            return None
        if local_name(target) == "pattern":
            mean = self._pattern_mean(target, box)
            if mean is None:
                return Paint(_GREY, 0.0, PaintKind.PATTERN)
            return Paint(mean.rgb, mean.alpha * alpha, PaintKind.PATTERN)
        color = self._gradient(target)
        if color is None or self._flat(target, box):
            self._note("paint", f"the gradient #{reference.target} paints nothing")
            return Paint(_GREY, 0.0, PaintKind.SHADING)
        return Paint(color.rgb, color.alpha * alpha, PaintKind.SHADING)

    def _chain(self, node: Node) -> list[Node] | None:
        """Give a gradient and those it takes from; nothing where they refer to each other in a circle."""
        chain: list[Node] = []
        at: Node | None = node
        while at is not None and len(chain) < _MAX_CHAIN:
            if at in chain:
                self._note("paint", f"gradients refer to each other in a circle: #{node.get('id')}")
                return None
            chain.append(at)
            target = href(at)
            at = self._ids.get(target[1:]) if target and target.startswith("#") else None
            if at is not None and local_name(at) not in _GRADIENTS:
                at = None
        return chain

    def _flat(self, node: Node, box: Box | None) -> bool:
        """Whether a gradient in units of the bounding box meets a box without an area."""
        units = next((u for at in self._chain(node) or [] if (u := at.get("gradientUnits"))), "objectBoundingBox")
        return units != "userSpaceOnUse" and box is not None and (box.width == 0 or box.height == 0)

    def _gradient(self, node: Node) -> Color | None:
        if node not in self._gradients:
            self._gradients[node] = self._gradient_mean(node)
        return self._gradients[node]

    def _gradient_mean(self, node: Node) -> Color | None:
        for at in self._chain(node) or []:
            stops = [child for child in at if local_name(child) == "stop"]
            if stops:
                return self._mean_of_stops(stops)
        return None

    def _mean_of_stops(self, stops: list[Node]) -> Color | None:
        """Mean over the gradient's length, each colour weighted with its opacity."""
        placed: list[tuple[float, Color]] = []
        for stop in stops:
            text = (stop.get("offset") or "0").strip()
            number = parse_number(text.removesuffix("%").removesuffix("px"))
            if number is None:
                continue
            offset = min(1.0, max(0.0, number / 100 if text.endswith("%") else number))
            offset = max(offset, placed[-1][0]) if placed else offset
            style = self._style(stop)
            color = style.color("stop-color")
            placed.append((offset, Color(color.rgb, color.alpha * style.opacity("stop-opacity"))))
        if not placed:
            return None
        placed = [(0.0, placed[0][1]), *placed, (1.0, placed[-1][1])]
        total = [0.0, 0.0, 0.0, 0.0]
        for (start, a), (end, b) in pairwise(placed):
            half = (end - start) / 2
            for color in (a, b):
                total[3] += half * color.alpha
                for i in range(3):
                    total[i] += half * color.alpha * color.rgb[i]
        if total[3] <= 0:
            return Color(placed[0][1].rgb, 0.0)
        return Color((total[0] / total[3], total[1] / total[3], total[2] / total[3]), min(1.0, total[3]))
