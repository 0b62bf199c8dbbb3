"""Which painted paths are arrow tips, and of which paths."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING

from mathvis.scene.model import Path, Role, TipEnd
from mathvis.scene.readers.pdf_ink import PathInk
from mathvis.scene.readers.pdf_marks import TIP_FRAMES, direction_of, painted_node, text_of
from mathvis.scene.readers.pdf_pointing import extent
from mathvis.scene.readers.pdf_tips import MOST_TIPS, Head, Trace, outward, tips

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mathvis.scene.model import XY, Element, Tip
    from mathvis.scene.readers.pdf_ink import Frame, GlyphInk, Ink, PointMark

_ENDS = {"start": TipEnd.START, "end": TipEnd.END, "mid": TipEnd.MIDDLE}
_WIDTHS = 9.0
"""How much larger tips may be on wider lines, in line widths: pgf's own grow with the line."""


def _stands(glyph: GlyphInk, axis: XY) -> bool:
    """Tell whether a glyph runs along an axis."""
    a, b, *_ = glyph.matrix
    return a * axis[0] + b * axis[1] > 0.5 * math.hypot(a, b)


class Arrows:
    """Finds the tips of a page.

    Parameters
    ----------
    ink, points
        What is painted, and the marked points.
    elements
        The elements so far.
    index_of
        From ink to elements.
    commands
        From the numbers of commands in marks to those in the scene.
    glyphs
        The glyphs that serve as tips, by their ink.
    reach
        Longest extent of a tip, and farthest it may be from its line, in page units (line widths are added).

    Attributes
    ----------
    lies
        Elements of tips that are painted otherwise than their marks say.
    """

    def __init__(
        self,
        ink: Sequence[Ink],
        points: Sequence[PointMark],
        elements: Sequence[Element],
        index_of: Mapping[int, int],
        commands: Mapping[tuple[str, int], int],
        glyphs: Mapping[int, GlyphInk],
        reach: float,
    ) -> None:
        self._ink, self._elements, self._index_of, self._commands = ink, elements, index_of, commands
        self._glyphs = glyphs
        self._reach = reach
        self.lies: list[int] = []
        self._flags: dict[int, PointMark] = {}
        for point in points:
            if point.kind == "headat" and point.frame is not None:
                self._flags.setdefault(point.frame.serial, point)
        self._traces: dict[int, Trace] = {}
        self._first_stroke: dict[int, int] = {}
        self._nodes: dict[int, Frame | None] = {}
        for index, item in enumerate(ink):
            if isinstance(item, PathInk) and item.frame is not None:
                self._nodes[index_of[index]] = painted_node(item.frame)
                if item.stroke is not None:
                    self._first_stroke.setdefault(item.frame.serial, index_of[index])
        self._carriers: dict[int, list[Path]] = defaultdict(list)
        for element in elements:
            if isinstance(element, Path) and element.role in (Role.PATH, Role.NODE, Role.AXIS):
                self._carriers[element.command].append(element)

    def tips(self) -> dict[int, tuple[Tip, ...]]:
        """Return the tips of each path that has any, by the path's index."""
        heads: dict[int, list[Head]] = defaultdict(list)
        frames: dict[int, Frame] = {}
        for frame, members in self._painted_heads().items():
            tip = frame.nearest("tip")
            head = self._head(frame, tip, members) if tip is not None else None
            if tip is not None and head is not None:
                frames[tip.serial] = tip
                heads[tip.serial].append(head)
        found: dict[int, list[Tip]] = defaultdict(list)
        for serial, gathered in heads.items():
            records, lies = tips(gathered)
            self.lies += lies
            for record in records:
                owner = self._owner(frames[serial], record)
                if owner is not None and self._sits_on(record, owner):
                    found[owner].append(record)
        return {at: tuple(records[:MOST_TIPS]) for at, records in found.items()}

    def _painted_heads(self) -> dict[Frame, list[int]]:
        found: dict[Frame, list[int]] = defaultdict(list)
        for index, item in enumerate(self._ink):
            frame = item.frame.nearest(*TIP_FRAMES) if item.frame is not None else None
            if frame is not None and frame.kind == "head" and isinstance(item, PathInk):
                found[frame].append(index)
        return found

    def _head(self, frame: Frame, tip: Frame, members: Sequence[int]) -> Head | None:
        end = _ENDS.get(str(tip.data.get("e")))
        if end is None:
            return None
        flags = self._flags.get(frame.serial)
        axis = direction_of(flags.data.get("m"), flags.matrix) if flags is not None else None
        if axis is None:
            axis = self._leaving(tip, end)
        if axis is None:
            return None
        style = text_of(frame.data.get("t"))
        glyphs = [self._glyphs[i] for i in members if i in self._glyphs]
        stroke = self._stroke_of(tip)
        line = self._elements[stroke] if stroke is not None else None
        through, width = None, 0.0
        if isinstance(line, Path) and line.stroke is not None:
            width = line.stroke.width
            if end is not TipEnd.MIDDLE:
                through = line.subpaths[-1].points[0 if end is TipEnd.START else -1]
        reversed_here = flags is not None and bool(flags.data.get("r"))
        if flags is not None and flags.data.get("h"):
            style += " harpoon"
        paths = [self._ink[i] for i in members]
        return Head(
            style,
            end,
            axis,
            reversed_here ^ style.endswith("reversed"),
            tuple(self._index_of[i] for i in members),
            tuple(path for path in paths if isinstance(path, PathInk)),
            tuple((glyph.shape.char, glyph.shape.name or "") for glyph in glyphs),
            through,
            width,
            upright=all(_stands(glyph, axis) for glyph in glyphs),
        )

    def _sits_on(self, record: Tip, owner: int) -> bool:
        """Tell whether a tip is small and lies where its line is painted: at its end, or along it."""
        line = self._elements[owner]
        ink = [self._elements[i] for i in record.elements]
        if not isinstance(line, Path):
            return False
        reach = self._reach + _WIDTHS * (line.stroke.width if line.stroke is not None else 0.0)
        if any(extent(element.subpaths) > reach for element in ink if isinstance(element, Path)):
            return False
        if record.end is TipEnd.MIDDLE:
            return self._distance(line, record.apex) <= reach
        x, y = line.subpaths[-1].points[0 if record.end is TipEnd.START else -1]
        return math.hypot(record.apex[0] - x, record.apex[1] - y) <= reach

    def _distance(self, path: Path, point: XY) -> float:
        if path.index not in self._traces:
            self._traces[path.index] = Trace(path)
        return self._traces[path.index].distance(point)

    def stray(self, tips: Iterable[Tip]) -> set[int]:
        """Return the elements painted in marks of tips that are no part of a tip: large ones, and ones far away."""
        owned = {i for tip in tips for i in tip.elements}
        found = set()
        for element in self._elements:
            if not isinstance(element, Path) or element.role is not Role.TIP or element.index in owned:
                continue
            lines = [path for path in self._carriers.get(element.command, ()) if path.stroke is not None]
            width = max((path.stroke.width for path in lines if path.stroke is not None), default=0.0)
            reach = self._reach + _WIDTHS * width
            middle = element.subpaths[0].points[0]
            if extent(element.subpaths) > reach or (
                lines and all(self._distance(path, middle) > reach for path in lines)
            ):
                found.add(element.index)
        return found

    def _leaving(self, tip: Frame, end: TipEnd) -> XY | None:
        at = self._stroke_of(tip)
        element = self._elements[at] if at is not None else None
        return outward(element.subpaths, end) if isinstance(element, Path) else None

    def _stroke_of(self, tip: Frame) -> int | None:
        """Return the stroke that a tip at an end was painted with: the first of the same use of a path."""
        path = tip.nearest("path", "text", "node")
        return self._first_stroke.get(path.serial) if path is not None and path.kind == "path" else None

    def _owner(self, tip: Frame, record: Tip) -> int | None:
        """Return the path that has a tip; for one along it, the nearest of its command, strokes first."""
        if record.end is not TipEnd.MIDDLE:
            return self._stroke_of(tip)
        number = tip.data.get("c")
        command = self._commands.get(("command", int(number))) if isinstance(number, float) else None
        node = painted_node(tip)
        carriers = (
            [path for path in self._carriers.get(command, ()) if self._nodes.get(path.index) is node]
            if (command is not None)
            else []
        )
        carriers = [path for path in carriers if path.stroke is not None] or carriers
        if len(carriers) == 1:
            return carriers[0].index
        return min(carriers, key=lambda path: self._distance(path, record.apex)).index if carriers else None
