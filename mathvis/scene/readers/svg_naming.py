"""Which ids name what, and which named groups are nodes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from mathvis.scene.model import Element, Label, Path, Role
from mathvis.scene.model import Node as SceneNode
from mathvis.scene.readers.svg_boxes import Box, curve_bounds, union

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mathvis.scene.readers.svg_source import Name, Source

_LARGEST_NODE = 16
"""Elements of the largest group that is looked at as a node."""


class Naming:
    """Collects names while a document is walked, and settles them at the end.

    Parameters
    ----------
    source
        The document.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._names: list[tuple[Name, ...]] = []
        self._nodes: list[tuple[tuple[Name, ...], SceneNode]] = []

    def add(self, names: tuple[Name, ...]) -> None:
        """Give the next element its names."""
        self._names.append(names)

    def add_group(self, name: Name, elements: Sequence[Element], kinds: dict[int, str]) -> None:
        """Make a node of a named group if it holds one closed shape and one text.

        Parameters
        ----------
        name
            The group's id.
        elements
            What the group drew.
        kinds
            Shapes by command.
        """
        if not 2 <= len(elements) <= _LARGEST_NODE:
            return
        shapes = [element for element in elements if isinstance(element, Path) and element.role is Role.PATH]
        texts = [element for element in elements if isinstance(element, Label)]
        commands = {shape.command for shape in shapes}
        if len(texts) != 1 or len(commands) != 1 or len(shapes) + len(texts) != len(elements):
            return
        indices = tuple(element.index for element in elements)
        if self._nodes and self._nodes[-1][1].elements == indices:
            names, node = self._nodes[-1]
            self._nodes[-1] = ((name, *names), node)
            return
        subpaths = [subpath for shape in shapes for subpath in shape.subpaths]
        box = union(curve_bounds(subpath.points) for subpath in subpaths)
        if box is None or not all(subpath.closed for subpath in subpaths):
            return
        half = max((shape.stroke.width / 2 for shape in shapes if shape.stroke is not None), default=0.0)
        outer = Box(box.x0 - half, box.y0 - half, box.x1 + half, box.y1 + half)
        center = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
        kind = kinds.get(shapes[0].command, "path")
        self._nodes.append(((name,), SceneNode(("",), kind, center, outer.corners, indices, shapes[-1].index)))

    def _known(self, names: Iterable[Name]) -> tuple[str, ...]:
        """Names that hold: an id inside a ``use`` copy only where it is the one drawing of its element."""
        source = self._source
        return tuple(
            name.text
            for name in names
            if name.template is None
            or (source.instances.get(name.template) == 1 and not source.rendered_in_place(name.template))
        )

    def settle(self, drawn: Sequence[Element]) -> tuple[tuple[Element, ...], tuple[SceneNode, ...]]:
        """Elements with their names and nodes, and the nodes."""
        elements = [
            replace(element, names=self._known(names)) for element, names in zip(drawn, self._names, strict=True)
        ]
        nodes: list[SceneNode] = []
        for names, node in self._nodes:
            known = self._known(names)
            if not known:
                continue
            nodes.append(replace(node, names=known))
            for index in node.elements:
                if elements[index].node is None:
                    elements[index] = replace(elements[index], node=known[0])
        return tuple(elements), tuple(nodes)
