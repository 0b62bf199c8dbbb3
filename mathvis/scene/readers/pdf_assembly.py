"""From ink and marks to the elements of a scene."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mathvis.scene.model import (
    Canvas,
    Image,
    Label,
    Note,
    Path,
    Role,
    Scene,
    Subpath,
)
from mathvis.scene.readers.drawn_tips import with_drawn_tips
from mathvis.scene.readers.pdf_arrows import Arrows
from mathvis.scene.readers.pdf_casings import Stroked, casings
from mathvis.scene.readers.pdf_glyph_paths import drawn_glyph
from mathvis.scene.readers.pdf_ink import GlyphInk, ImageInk, PathInk
from mathvis.scene.readers.pdf_labels import UNKNOWN, LabelShape, label
from mathvis.scene.readers.pdf_marks import (
    Command,
    command_of,
    declared_path,
    painted_node,
    text_node,
)
from mathvis.scene.readers.pdf_nodes import Names
from mathvis.scene.readers.pdf_roles import role_of
from mathvis.scene.readers.pdf_text_groups import TextGroup, groups
from mathvis.scene.readers.shafts import with_shafts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mathvis.scene.model import Element
    from mathvis.scene.readers.pdf_ink import Frame, Ink, Painted


_TIP_SHARE, _TIP_LEAST = 0.08, 16.0
"""Longest extent of a tip as a share of the page's diagonal, and in big points on small pages."""


def scene_of(painted: Painted, canvas: Canvas, pages: int, notes: Sequence[Note]) -> Scene:
    """Build the scene of a page.

    Parameters
    ----------
    painted
        What its content streams paint, in canvas coordinates.
    notes
        What is known of the page besides.
    """
    return _Assembly(painted).scene(canvas, pages, notes)


class _Assembly:
    def __init__(self, painted: Painted) -> None:
        self.painted = painted
        self.ink: list[Ink] = [drawn_glyph(item) for item in painted.ink]
        self.tip_glyphs = {
            index: item
            for index, item in enumerate(painted.ink)
            if isinstance(item, GlyphInk) and self.ink[index] is not item
        }
        self.names = Names(painted.points)
        self.elements: list[Element] = []
        self.index_of: dict[int, int] = {}
        self.extra_notes: list[Note] = []
        self._commands: dict[tuple[str, int], int] = {}
        # names of a path's command, for its preactions and postactions
        self.main_names: dict[tuple[int, int], tuple[str, ...]] = {}
        for frame in painted.frames:
            if frame.kind == "cmd":
                command = command_of(frame)
                if not command.role and command.number is not None and command.names:
                    self.main_names[command.number, _serial(painted_node(frame))] = command.names

    # ------------------------------------------------------------ elements

    def scene(self, canvas: Canvas, pages: int, notes: Sequence[Note]) -> Scene:
        text = self._labels()
        first_of = {min(group.glyphs): shape for group, shape in text}
        members = {i for group, _ in text for i in group.glyphs}
        rules = {i for group, _ in text for i in group.rules}
        for index, item in enumerate(self.ink):
            if isinstance(item, GlyphInk):
                if index in first_of:
                    self._add_label(index, item, first_of[index])
                elif index not in members:
                    continue
            elif isinstance(item, PathInk):
                self._add_path(index, item, is_rule=index in rules)
            else:
                self._add_image(index, item)
        for group, _ in text:
            at = self.index_of[min(group.glyphs)]
            for i in group.glyphs:
                self.index_of[i] = at
            element = self.elements[at]
            if isinstance(element, Label):
                self.elements[at] = replace(element, elements=tuple(self.index_of[i] for i in group.rules))
        self._nodes()
        self._casings()
        self._tips(max(_TIP_SHARE * math.hypot(canvas.width, canvas.height), _TIP_LEAST))
        self.elements = with_drawn_tips(with_shafts(self.elements, canvas), canvas)
        return Scene(
            source="pdf",
            canvas=canvas,
            elements=tuple(self.elements),
            clips=tuple(self.painted.clips),
            nodes=self.names.nodes(self.elements),
            points=self.names.points(),
            pages=pages,
            notes=tuple(self._notes(notes)),
        )

    def _labels(self) -> list[tuple[TextGroup, LabelShape]]:
        found = []
        for group in groups(self.ink):
            shape = label(self.ink, group)
            if shape is not None:
                found.append((group, shape))
        return found

    def _command(self, command: Command, frame: Frame | None) -> int:
        """Return the number under which a scene knows a command; basic-layer paths are commands of their own."""
        if command.number is not None:
            key = ("command", command.number)
        else:
            path = frame.nearest("path", "text", "node") if frame is not None else None
            if path is None:
                return -1
            key = ("frame", path.serial)
        return self._commands.setdefault(key, len(self._commands))

    def _names_of(self, command: Command, frame: Frame | None) -> tuple[str, ...]:
        if command.role and command.number is not None:
            cmd = frame.nearest("cmd") if frame is not None else None
            main = self.main_names.get((command.number, _serial(painted_node(cmd))), ())
            return (*main, *(name for name in command.names if name not in main))
        return command.names

    def _add_label(self, index: int, item: GlyphInk, shape: LabelShape) -> None:
        frame = item.frame
        node = text_node(frame)
        command = command_of(node if node is not None else frame)
        at = len(self.elements)
        self.index_of[index] = at
        self.elements.append(
            Label(
                index=at,
                form=shape.form,
                text=shape.text,
                box=shape.box,
                baseline=shape.baseline,
                size=shape.size,
                paint=shape.paint,
                angle=shape.angle,
                clips=item.clips,
                names=() if node is not None else self._names_of(command, frame),
                node=self.names.name_of(node),
                line=command.line,
                command=self._command(command, node if node is not None else frame),
                pieces=shape.pieces,
            )
        )
        self.names.claim(node, at)
        if shape.mirrored:
            self.extra_notes.append(Note("mirrored-text", "text is shown mirrored", (at,)))
        if UNKNOWN in shape.form:
            self.extra_notes.append(Note("unknown-glyph", "text holds a glyph that nobody knows", (at,)))

    def _add_path(self, index: int, item: PathInk, *, is_rule: bool) -> None:
        frame = item.frame
        at = len(self.elements)
        self.index_of[index] = at
        command = command_of(frame)
        node = text_node(frame) if is_rule else painted_node(frame)
        self.names.claim(node, at)
        self.elements.append(
            Path(
                index=at,
                subpaths=item.subpaths,
                stroke=item.stroke,
                fill=item.fill,
                declared=self._declared(frame),
                clips=item.clips,
                names=() if is_rule else self._names_of(command, frame),
                node=self.names.name_of(node),
                line=command.line,
                role=role_of(frame, node, item.subpaths, is_rule=is_rule),
                command=self._command(command, frame),
            )
        )

    def _add_image(self, index: int, item: ImageInk) -> None:
        frame = item.frame
        node = text_node(frame)
        command = command_of(node if node is not None else frame)
        at = len(self.elements)
        self.index_of[index] = at
        self.names.claim(node, at)
        self.elements.append(
            Image(
                index=at,
                box=item.box,
                kind=item.kind,
                clips=item.clips,
                names=self._names_of(command, frame),
                node=self.names.name_of(node),
                line=command.line,
                command=self._command(command, frame),
            )
        )

    def _declared(self, frame: Frame | None) -> tuple[Subpath, ...]:
        found = frame.nearest("path", "tip", "mark") if frame is not None else None
        return declared_path(found) if found is not None and found.kind == "path" else ()

    def _casings(self) -> None:
        """Give the role of a casing to the strokes that only set off or hollow out another."""
        strokes = []
        for index, at in self.index_of.items():
            item, element = self.ink[index], self.elements[at]
            if (
                isinstance(item, PathInk)
                and isinstance(element, Path)
                and element.stroke is not None
                and element.role in (Role.PATH, Role.NODE)
            ):
                frame = item.frame
                use = frame.nearest("path") if frame is not None else None
                inner = frame.nearest("inner", "path") if frame is not None else None
                strokes.append(
                    Stroked(
                        element,
                        element.stroke,
                        inner is not None and inner.kind == "inner",
                        _serial(use),
                        command_of(frame).role,
                    )
                )
        for at in casings(strokes):
            self._change(at, role=Role.CASING)

    def _nodes(self) -> None:
        """Take out of nodes what lies outside of them."""
        for at in self.names.expel(self.elements):
            self._change(at, role=Role.PATH, node=None)

    def _tips(self, reach: float) -> None:
        arrows = Arrows(
            self.ink, self.painted.points, self.elements, self.index_of, self._commands, self.tip_glyphs, reach
        )
        found = arrows.tips()
        for at in arrows.stray(tip for tips in found.values() for tip in tips):
            self._change(at, role=Role.PATH)
        for at, tips in found.items():
            self._change(at, tips=tips)
        if arrows.lies:
            message = "an arrow tip is painted otherwise than its mark says"
            self.extra_notes.append(Note("forged-mark", message, tuple(sorted(set(arrows.lies)))))

    def _change(self, at: int, **changes: Any) -> None:
        element = self.elements[at]
        if isinstance(element, Path):
            self.elements[at] = replace(element, **changes)

    # ------------------------------------------------------------ notes

    def _notes(self, notes: Iterable[Note]) -> list[Note]:
        found = list(notes)
        for code, (message, about) in self.painted.remarks.items():
            elements = sorted({self.index_of[i] for i in about if i in self.index_of})
            found.append(Note(code, message, tuple(elements)))
        return found + self.extra_notes


def _serial(frame: Frame | None) -> int:
    return -1 if frame is None else frame.serial
