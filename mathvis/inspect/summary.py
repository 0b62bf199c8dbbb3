"""The summary of a drawing on a terminal."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from mathvis.inspect import words
from mathvis.scene.captions import is_backing, printable, shown_names
from mathvis.scene.model import Image, Label, Path, Role

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console

    from mathvis.inspect.judged import Judged
    from mathvis.inspect.view import View

_MOST_ROWS = 60
_LONGEST = 100
_SIGN = {True: "✓", False: "✗", None: "–"}

Row = tuple[str, ...]


def summary(console: Console, view: View) -> None:
    """Print what is drawn."""
    scene, canvas = view.scene, view.scene.canvas
    count = Counter(type(element) for element in scene.elements)
    unit = "pt" if canvas.physical else "units"
    console.print(f"{printable(view.title)}   {scene.source.upper()} {canvas.width:.0f}×{canvas.height:.0f} {unit}")
    console.print(
        f"  {_many(count[Path], 'path')}, {_many(count[Label], 'label')}, {_many(count[Image], 'image')}, "
        f"{_many(len(scene.nodes), 'node')}, {_many(len(scene.points), 'named place')}"
        + (f", {scene.pages} pages" if scene.pages > 1 else "")
    )
    if view.agreement is not None:
        result = view.agreement
        console.print(
            f"  picture     {'agrees' if result.passed else printable(result.reason)} ({result.iou:.1%} of the ink)"
        )
    if view.judged is None:
        for check in view.checks:
            message = f" {printable(check.message)}" if check.message else ""
            console.print(f"  {check.name:<12}{_SIGN[check.passed]}{message}{f'   {check.code}' if check.code else ''}")
    for title, rows in (
        ("names", _names(view)),
        ("places", _places(view)),
        ("nodes", _nodes(view)),
        ("labels", _labels(view)),
        ("arrows", _arrows(view)),
        ("hidden", _hidden(view)),
        ("notes", ((note.code, note.message) for note in scene.notes)),
    ):
        _table(console, title, list(rows))
    if view.judged is not None:
        _judged(console, view.judged)


def _judged(console: Console, judged: Judged) -> None:
    _table(console, "bindings", [(b.id, b.kind, b.name, b.reads, b.where) for b in judged.bindings])
    console.print(f"{judged.task}: {'delivered' if judged.delivered else 'not delivered'}")
    rows = [(f.group, f.id, f.sign, f.text, f.code) for f in judged.findings if not f.well]
    _table(console, "findings that count against it", rows)


def _table(console: Console, title: str, rows: Sequence[Row]) -> None:
    """Print rows in columns, each on one line however long it is; empty columns are left out."""
    from rich.cells import cell_len

    if not rows:
        return
    cells = [[printable(cell)[:_LONGEST] for cell in row] for row in rows[:_MOST_ROWS]]
    widths = [max(cell_len(row[column]) for row in cells) for column in range(len(cells[0]))]
    console.print(title)
    for row in cells:
        padded = (f"{cell}{' ' * (width - cell_len(cell))}" for cell, width in zip(row, widths, strict=True) if width)
        console.print(f"  {'    '.join(padded)}".rstrip())
    if len(rows) > _MOST_ROWS:
        console.print(f"    … and {len(rows) - _MOST_ROWS} more")


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _line(line: int | None) -> str:
    return "" if line is None else f"line {line}"


def _names(view: View) -> Iterator[Row]:
    """List named paths, pieces of one name together; the tips of a path are not pieces of it."""
    visibility, geometry = view.visibility, view.visibility.geometry
    pieces: dict[str, list[Path]] = {}
    for element in view.scene.elements:
        if isinstance(element, Path):
            for name in element.names:
                pieces.setdefault(name, []).append(element)
    for name, every in pieces.items():
        paths = [path for path in every if path.role is not Role.TIP] or every
        length = sum(geometry.length(path.index) for path in paths)
        seen = min(visibility.share(path.index) for path in paths)
        lines = sorted({path.line for path in paths if path.line is not None})
        boxes = [geometry.box(path.index) for path in paths]
        low = min(box[0] for box in boxes), min(box[1] for box in boxes)
        high = max(box[2] for box in boxes), max(box[3] for box in boxes)
        what = words.kind(paths[0]) if len(paths) == 1 else f"{len(paths)} paths"
        ends = _ends(paths[0]) if len(paths) == 1 else ""
        where = ends or f"within {words.place(low)} … {words.place(high)}"
        said = f"line{'' if len(lines) == 1 else 's'} {', '.join(map(str, lines))}" if lines else ""
        yield name, what, where, f"{length:.0f} long", f"{words.share(seen)} seen", said


def _ends(path: Path) -> str:
    """Where an open line begins and ends."""
    if path.fill is not None or len(path.subpaths) != 1 or path.subpaths[0].closed:
        return ""
    points = path.subpaths[0].points
    start, stop = points[0], points[-1]
    if abs(start[0] - stop[0]) + abs(start[1] - stop[1]) < 0.05:
        return ""
    return f"{words.place(start)} → {words.place(stop)}"


def _places(view: View) -> Iterator[Row]:
    for point in view.scene.points:
        yield point.name, words.place(point.at)


def _nodes(view: View) -> Iterator[Row]:
    for node in view.scene.nodes:
        if names := shown_names(node):
            texts = [item.form for k in node.elements if isinstance(item := view.scene.elements[k], Label)]
            yield " = ".join(names), node.shape, words.place(node.center), " ".join(texts)


def _labels(view: View) -> Iterator[Row]:
    for label in view.scene.elements:
        if isinstance(label, Label):
            size = f"{view.visibility.text_size(label.index):.1f} pt"
            seen = view.visibility.share(label.index)
            middle = (label.box[0][0] + label.box[2][0]) / 2, (label.box[0][1] + label.box[2][1]) / 2
            node = f"in node {label.node}" if label.node and not label.node.startswith("~") else ""
            part = "" if seen >= 0.9995 else f"{words.share(seen)} seen"
            text = "" if _same(label.text, label.form) else label.text
            yield label.form, text, words.place(middle), size, part, node, _line(label.line)


def _same(text: str, form: str) -> bool:
    """Whether a text reads as its normal form does, spaces and kinds of hyphens apart."""
    plain = str.maketrans({" ": "", "-": "−", "\u00a0": ""})
    return text.translate(plain) == form.translate(plain)


def _arrows(view: View) -> Iterator[Row]:
    for path in view.scene.elements:
        for tip in path.tips if isinstance(path, Path) else ():
            name = path.names[-1] if path.names else f"element {path.index}"
            yield name, words.tip_words(tip), words.place(tip.apex), words.direction(tip), tip.style


def _hidden(view: View) -> Iterator[Row]:
    for index in view.visibility.hidden:
        element, seen = view.scene.elements[index], view.visibility[index]
        if is_backing(element, seen):
            continue
        if isinstance(element, Label):
            what = f"text {element.text}"
        else:
            named = isinstance(element, Path) and element.names
            what = f"{element.names[-1]} (element {index})" if named else f"element {index}"
        why = ", ".join(f"{words.share(part)} {words.LOST[cause]}" for cause, part in seen.lost.items() if part > 5e-4)
        yield what, f"{words.share(seen.share)} seen", why, _line(element.line)
