"""From ink and marks to the elements of a scene."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from mathvis.scene.model import (
    Canvas,
    Fill,
    Image,
    Label,
    Note,
    Path,
    Role,
    Scene,
    Subpath,
    TipEnd,
)
from mathvis.scene.readers.pdf_geometry import apply, multiply
from mathvis.scene.readers.pdf_ink import GlyphInk, ImageInk, PathInk
from mathvis.scene.readers.pdf_labels import UNKNOWN, LabelShape, TextGroup, groups, label
from mathvis.scene.readers.pdf_marks import (
    Command,
    command_of,
    declared_path,
    direction_of,
    painted_node,
    text_node,
    text_of,
)
from mathvis.scene.readers.pdf_nodes import Names
from mathvis.scene.readers.pdf_tips import Head, distance, outward, tips

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mathvis.scene.model import RGB, XY, Element, Tip
    from mathvis.scene.readers.pdf_ink import Frame, Ink, Painted, PointMark

_ENDS = {"start": TipEnd.START, "end": TipEnd.END, "mid": TipEnd.MIDDLE}
_WHITE = 1 - 1 / 255
_TIP_KINDS = ("head", "tip", "text", "cmd", "node")


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
        self.ink: list[Ink] = [_drawn_glyph(item) for item in painted.ink]
        self.names = Names(painted.points)
        self.elements: list[Element] = []
        self.index_of: dict[int, int] = {}
        self.extra_notes: list[Note] = []
        self._commands: dict[tuple[str, int], int] = {}
        self.owner: dict[int, tuple[int, ...]] = {}
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
        self._casings()
        self._tips()
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
                role=_role(frame, node, is_rule=is_rule),
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

    # ------------------------------------------------------------ casings

    def _casings(self) -> None:
        """Give the role of a casing to the strokes that only set off or hollow out another of their command."""
        strokes: dict[tuple[int, str | None], list[tuple[int, Frame]]] = defaultdict(list)
        for index, at in self.index_of.items():
            item, element = self.ink[index], self.elements[at]
            if isinstance(item, PathInk) and isinstance(element, Path) and item.frame is not None:
                if element.role in (Role.PATH, Role.NODE) and element.stroke is not None:
                    strokes[element.command, element.node].append((at, item.frame))
        for members in strokes.values():
            if len(members) > 1:
                self._case(members)

    def _case(self, members: Sequence[tuple[int, Frame]]) -> None:
        inner = [m for m in members if m[1].nearest("inner", "cmd", "path") is not None]
        for at, frame in inner:
            if (mark := frame.nearest("inner", "path")) is None or mark.kind != "inner":
                continue
            outer = [
                other
                for other, around in members
                if around is not frame and around.nearest("path") is frame.nearest("path") and other < at
            ]
            for other in outer[-1:]:
                hollow = not (_is_white(self._stroke_color(other)) and not _is_white(self._stroke_color(at)))
                self._set_role(at if hollow else other, Role.CASING)
        roles = {at: command_of(frame).role for at, frame in members}
        mains = [at for at, role in roles.items() if not role]
        for at, role in roles.items():
            element = self.elements[at]
            if not isinstance(element, Path) or element.stroke is None or element.fill is not None or not mains:
                continue
            width = element.stroke.width
            widths = [w for w in (self._stroke_width(main) for main in mains) if w is not None]
            wider = role == "pre" and all(width > w for w in widths)
            hollow = role == "post" and all(width < w for w in widths) and _is_white(element.stroke.paint.color)
            if wider or hollow:
                self._set_role(at, Role.CASING)

    def _stroke_color(self, at: int) -> RGB:
        element = self.elements[at]
        return element.stroke.paint.color if isinstance(element, Path) and element.stroke is not None else (0, 0, 0)

    def _stroke_width(self, at: int) -> float | None:
        element = self.elements[at]
        return element.stroke.width if isinstance(element, Path) and element.stroke is not None else None

    def _set_role(self, at: int, role: Role) -> None:
        element = self.elements[at]
        if isinstance(element, Path):
            self.elements[at] = replace(element, role=role)

    # ------------------------------------------------------------ tips

    def _tips(self) -> None:
        flags: dict[int, PointMark] = {}
        for mark in self.painted.points:
            if mark.kind == "headat" and mark.frame is not None:
                flags.setdefault(mark.frame.serial, mark)
        heads: dict[int, list[Head]] = defaultdict(list)
        frames: dict[int, Frame] = {}
        for frame, members in self._heads().items():
            tip = frame.nearest("tip")
            end = _ENDS.get(str(tip.data.get("e"))) if tip is not None else None
            if tip is None or end is None:
                continue
            mark = flags.get(frame.serial)
            axis = direction_of(mark.data.get("m"), mark.matrix) if mark is not None else None
            if axis is None:
                axis = self._leaving(tip, end)
            if axis is None:
                continue
            frames[tip.serial] = tip
            style = text_of(frame.data.get("t"))
            if mark is not None and mark.data.get("h"):
                style += " harpoon"
            turned = bool(mark is not None and mark.data.get("r")) ^ style.endswith("reversed")
            paths = [self.ink[i] for i in members]
            heads[tip.serial].append(
                Head(
                    style,
                    end,
                    axis,
                    turned,
                    tuple(self.index_of[i] for i in members),
                    tuple(p for p in paths if isinstance(p, PathInk)),
                )
            )
        added: dict[int, list[Tip]] = defaultdict(list)
        for serial, found in heads.items():
            for tip_record in tips(found):
                owner = self._owner(frames[serial], tip_record)
                if owner is not None:
                    added[owner].append(tip_record)
        for at, records in added.items():
            element = self.elements[at]
            if isinstance(element, Path):
                self.elements[at] = replace(element, tips=tuple(records))

    def _heads(self) -> dict[Frame, list[int]]:
        found: dict[Frame, list[int]] = defaultdict(list)
        for index, item in enumerate(self.ink):
            frame = item.frame.nearest(*_TIP_KINDS) if item.frame is not None else None
            if frame is not None and frame.kind == "head" and isinstance(item, PathInk):
                found[frame].append(index)
        return found

    def _leaving(self, tip: Frame, end: TipEnd) -> XY | None:
        at = self._main_path(tip)
        element = self.elements[at] if at is not None else None
        return outward(element.subpaths, end) if isinstance(element, Path) else None

    def _main_path(self, tip: Frame) -> int | None:
        """Return the stroke that a tip at an end was painted with: the first of the same use of a path."""
        path = tip.nearest("path", "text", "node")
        if path is None or path.kind != "path":
            return None
        for index, item in enumerate(self.ink):
            if isinstance(item, PathInk) and item.frame is path and item.stroke is not None:
                return self.index_of[index]
        return None

    def _owner(self, tip: Frame, record: Tip) -> int | None:
        if record.end is not TipEnd.MIDDLE:
            return self._main_path(tip)
        number = tip.data.get("c")
        key = ("command", int(number)) if isinstance(number, float) else None
        command = self._commands.get(key) if key is not None else None
        best, nearest = None, 0.0
        for element in self.elements:
            if (
                isinstance(element, Path)
                and element.command == command
                and element.role is Role.PATH
                and element.stroke is not None
            ):
                away = distance(element, record.apex)
                if best is None or away < nearest:
                    best, nearest = element.index, away
        return best

    # ------------------------------------------------------------ notes

    def _notes(self, notes: Iterable[Note]) -> list[Note]:
        found = list(notes)
        for code, (message, about) in self.painted.remarks.items():
            elements = sorted({self.index_of[i] for i in about if i in self.index_of})
            found.append(Note(code, message, tuple(elements)))
        return found + self.extra_notes


def _serial(frame: Frame | None) -> int:
    return -1 if frame is None else frame.serial


def _is_white(color: RGB) -> bool:
    return min(color) >= _WHITE


def _role(frame: Frame | None, node: Frame | None, *, is_rule: bool) -> Role:
    if is_rule:
        return Role.TEXT
    found = frame.nearest("tip", "mark", "text", "node", "cmd") if frame is not None else None
    if found is not None and found.kind == "tip":
        return Role.TIP
    mark = frame.nearest("mark", "text", "node") if frame is not None else None
    if mark is not None and mark.kind == "mark":
        return Role.MARK
    return Role.NODE if node is not None else Role.PATH


def _drawn_glyph(item: Ink) -> Ink:
    """Turn a glyph that serves as an arrow tip into the path it draws; other ink stays as it is."""
    if not isinstance(item, GlyphInk) or item.frame is None:
        return item
    frame = item.frame.nearest(*_TIP_KINDS)
    outline = item.font.outline(item.code) if frame is not None and frame.kind in ("head", "tip") else None
    if outline is None:
        return item
    drawn, matrix = outline
    onto = multiply(matrix, item.matrix)
    subpaths = []
    for contour in drawn.contours:
        points = [apply(onto, x, y) for x, y in contour]
        if len(points) > 1:
            if points[0] != points[-1]:
                points += (points[-1], points[0], points[0])
            subpaths.append(Subpath(tuple(points), closed=True))
    return PathInk(tuple(subpaths), None, Fill(item.paint), item.clips, item.frame) if subpaths else item
