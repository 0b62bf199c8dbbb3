"""PDF to scene.

Reads what pdfLaTeX or LuaLaTeX paint with the marks of ``sandbox/tex/mathvis-scene.sty``, and any other
PDF as unnamed ink. Runs inside the sandbox: the file may be hostile.
"""

from __future__ import annotations

import contextlib
import gc
import io
from typing import TYPE_CHECKING, Any

import pikepdf

from mathvis.errors import SceneError
from mathvis.scene.model import Canvas, Note, Scene
from mathvis.scene.readers.pdf_assembly import scene_of
from mathvis.scene.readers.pdf_geometry import Box, Matrix, apply, bounds, multiply
from mathvis.scene.readers.pdf_interpret import Interpreter
from mathvis.scene.readers.pdf_layers import Layers
from mathvis.scene.readers.pdf_structure import equivocal, ill_formed, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_LETTER: Box = (0.0, 0.0, 612.0, 792.0)
_HIDDEN_ANNOTATION = 2


def read_pdf(data: bytes) -> Scene:
    """Read the first page of a PDF.

    Raises
    ------
    SceneError
        It is no PDF, has no page, is locked, or holds more than any figure needs.
    """
    try:
        with _uncollected(), _opened(data) as document:
            return _checked(document)
    except pikepdf.PasswordError as error:
        raise SceneError("the PDF is locked with a password") from error
    except pikepdf.PdfError as error:
        raise SceneError(f"the PDF cannot be read: {words_of(error)}") from error
    except (RecursionError, MemoryError) as error:
        raise SceneError("the PDF is nested deeper or larger than any figure needs") from error


def _opened(data: bytes) -> Any:
    try:
        return pikepdf.open(io.BytesIO(data))
    except (RuntimeError, ValueError, TypeError) as error:  # of the library: nothing of ours has run
        raise SceneError(f"the PDF cannot be read: {words_of(error)}") from error


def _checked(document: Any) -> Scene:
    """Read a document; where that fails because its objects are not of the kinds that they must be, say so."""
    try:
        return _read(document)
    except (SceneError, pikepdf.PdfError, RecursionError, MemoryError):
        raise
    except Exception as error:
        if fault := ill_formed(document):
            raise SceneError(f"the PDF is damaged: {fault}") from error
        raise


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """Switch the collector of cycles off: reading makes many records and no cycles, and it would go over them all."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


def _read(document: Any) -> Scene:
    pages = len(document.pages)
    if pages == 0:
        raise SceneError("the PDF has no page")
    page = document.pages[0]
    notes: list[Note] = []
    box = _shown_box(page, notes)
    turn = _turn(page, notes)
    base, canvas = _placed(box, turn)
    if "/UserUnit" in page.obj:
        notes.append(Note("user-unit", "the page sets a unit of its own; lengths are in its units"))
    _annotations(page, notes)
    interpreter = Interpreter(base, Layers(document.Root))
    interpreter.run(_contents(page), page.obj.get("/Resources", _inherited(page, "/Resources")))
    painted = interpreter.finish()
    if words := equivocal(document):
        notes.append(Note("malformed-content", f"other programs may see another figure in the PDF: {words}"))
    return scene_of(painted, canvas, pages, notes)


def _contents(page: Any) -> bytes:
    contents = page.obj.get("/Contents")
    if contents is None:
        return b""
    streams = list(contents) if isinstance(contents, pikepdf.Array) else [contents]
    return b"\n".join(stream.read_bytes() for stream in streams)


def _inherited(page: Any, key: str) -> Any:
    """Return an entry of the page or of the nodes above it in the tree; an empty dictionary without one."""
    node, steps = page.obj, 0
    while node is not None and steps < 64:
        if key in node:
            return node[key]
        node, steps = node.get("/Parent"), steps + 1
    return {}


def _box(value: Any) -> Box | None:
    try:
        x0, y0, x1, y1 = (float(v) for v in value)
    except (TypeError, ValueError):
        return None
    found = (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
    return found if found[2] > found[0] and found[3] > found[1] else None


def _shown_box(page: Any, notes: list[Note]) -> Box:
    """Return the box that is shown: the crop box where it lies inside the media box."""
    media = _box(_inherited(page, "/MediaBox")) or _LETTER
    crop = _box(_inherited(page, "/CropBox"))
    if crop is None or crop == media:
        return media
    notes.append(Note("crop-box", "only a part of the page's media is shown"))
    cut = (max(media[0], crop[0]), max(media[1], crop[1]), min(media[2], crop[2]), min(media[3], crop[3]))
    return cut if cut[2] > cut[0] and cut[3] > cut[1] else media


def _turn(page: Any, notes: list[Note]) -> int:
    value = _inherited(page, "/Rotate")
    turn = int(value) % 360 if isinstance(value, int) else 0
    if turn == 0 or turn % 90:
        return 0
    notes.append(Note("rotated-page", f"the page is shown rotated by {turn} degrees"))
    return turn


def _placed(box: Box, turn: int) -> tuple[Matrix, Canvas]:
    """Return the transform from user space to the canvas as shown, and the canvas."""
    rotations: dict[int, Matrix] = {
        0: (1.0, 0.0, 0.0, 1.0, 0.0, 0.0),
        90: (0.0, -1.0, 1.0, 0.0, 0.0, 0.0),
        180: (-1.0, 0.0, 0.0, -1.0, 0.0, 0.0),
        270: (0.0, 1.0, -1.0, 0.0, 0.0, 0.0),
    }
    rotation = rotations[turn]
    x0, y0, x1, y1 = bounds(apply(rotation, x, y) for x in (box[0], box[2]) for y in (box[1], box[3]))
    return multiply(rotation, (1.0, 0.0, 0.0, 1.0, -x0, -y0)), Canvas(x1 - x0, y1 - y0)


def _paints(annotation: Any) -> bool:
    """Tell whether an annotation can leave ink: a link without a frame leaves none."""
    if str(annotation.get("/Subtype")) != "/Link" or "/AP" in annotation:
        return True
    style = annotation.get("/BS")
    if isinstance(style, pikepdf.Dictionary):
        return float(style.get("/W", 1)) > 0
    border = annotation.get("/Border")
    return not isinstance(border, pikepdf.Array) or len(border) < 3 or float(border[2]) > 0


def _annotations(page: Any, notes: list[Note]) -> None:
    for annotation in page.obj.get("/Annots", []):
        if not isinstance(annotation, pikepdf.Dictionary):
            continue
        if int(annotation.get("/F", 0)) & _HIDDEN_ANNOTATION or not _paints(annotation):
            continue
        kind = str(annotation.get("/Subtype", "/?"))[1:40]
        notes.append(Note("annotation", f"an annotation ({kind}) may paint over the page; it is not read"))
        return
