"""The process that reads the scene.

It is forked from the runner before the document is there, so that it loads its code while the engine
runs, and gets the document when there is one. It is forked, not executed, from a runner that has
hidden itself: no other process of the sandbox can look into it.

Of a PDF it tells first, in a line of its own, how many pages there are and how large the first is: the
picture is drawn while the rest is read.
"""

from __future__ import annotations

import contextlib
import io
import math
import os
import resource
import sys
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from mathvis.sandbox.inside import picture, steps

if TYPE_CHECKING:
    from collections.abc import Callable

SYSTEM_PACKAGES = "/usr/lib/python3/dist-packages"
UNREADABLE, NOT_LOADED = 4, 5
"""Exit status for a document that is no scene, and for code of ours that is missing."""

_MOST_OF_LINE = 200
_ENDING = b"\n.\n"
"""The last that a reader says; before it, in a line of its own, the CPU time and the memory that it took."""


class Reader:
    """A reader waiting for its document.

    Parameters
    ----------
    kind
        ``pdf`` or ``svg``.
    folder
        A folder to run in.
    bounds
        Its limits; the wall time counts from `read`.
    user
        Whose process it is; 0: the runner's own user.
    sample
        A document of our own that it reads while it waits, so that the memory it will write to is its own by then,
        which takes as long as the reading itself.
    """

    def __init__(self, kind: str, folder: str, bounds: steps.Bounds, user: int = 0, sample: bytes = b"") -> None:
        source, self._sink = os.pipe()
        self.step = steps.start("scene", folder, bounds, call=lambda: _serve(kind, sample), stdin=source, user=user)
        self.step.ending = _ENDING
        os.close(source)
        self._waiting = True

    def read(self, document: bytes) -> steps.Step:
        """Hand the document over; wait for the step that is returned."""
        self.step.started = time.monotonic()
        view = memoryview(document)
        with contextlib.suppress(BrokenPipeError):  # it died already: its exit status tells
            while view:
                view = view[os.write(self._sink, view) :]
        os.close(self._sink)
        self._waiting = False
        return self.step

    def page(self) -> picture.Page | None:
        """Wait for what it says of the pages, once it has the document; None if it cannot tell."""
        step = self.step
        steps.wait([step], until=lambda: b"\n" in step.so_far[:_MOST_OF_LINE])
        words = step.so_far[:_MOST_OF_LINE].partition(b"\n")[0].split()
        try:
            pages, width, height = int(words[0]), float(words[1]), float(words[2])
        except (ValueError, IndexError):
            return None
        sane = pages > 0 and 0 < width < math.inf and 0 < height < math.inf
        return picture.Page(pages, width, height) if sane else None

    def drop(self) -> None:
        """End it without a document."""
        if self._waiting:
            os.close(self._sink)
            self._waiting = False
        steps.kill(self.step)
        steps.wait([self.step])


class Reading(NamedTuple):
    """What a reader says.

    The canvas's width and height in big points, the scene's JSON, and what it took: seconds of CPU, MiB of memory.
    """

    canvas: tuple[float, float]
    scene: bytes
    cpu: float
    memory: float


def parted(output: bytes) -> Reading | None:
    """Part a reader's output; None if it is not whole."""
    if not output.endswith(_ENDING):
        return None
    _, _, rest = output[: -len(_ENDING)].partition(b"\n")
    head, _, rest = rest.partition(b"\n")
    scene, _, tail = rest.rpartition(b"\n")
    try:
        width, height, cpu, memory = numbers = [float(part) for part in (head[:80] + b" " + tail[:80]).split()]
    except ValueError:
        return None
    sane = all(0 <= number < math.inf for number in numbers)
    return Reading((width, height), scene, cpu, memory) if scene and sane else None


def load(kind: str) -> tuple[Callable[[bytes], Any], Callable[[Any], bytes], type[Exception]]:
    """Import what reads documents of a kind: the reader, the writer of scenes, and the refusal it raises.

    Raises
    ------
    ImportError
        Something of ours is missing.
    """
    from importlib import import_module

    if SYSTEM_PACKAGES not in sys.path:
        sys.path.append(SYSTEM_PACKAGES)
    reader = import_module(f"mathvis.scene.readers.{kind}")
    if kind == "pdf":
        import_module("mathvis.scene.readers.pdf_reference").prepare()
    codec = import_module("mathvis.scene.codec")
    errors = import_module("mathvis.errors")
    return getattr(reader, f"read_{kind}"), codec.to_json, errors.SceneError


def enlarge(source: bytes) -> int:
    """Write an SVG document with its tiny text enlarged; nothing where there is none, or none can be read."""
    if SYSTEM_PACKAGES not in sys.path:
        sys.path.append(SYSTEM_PACKAGES)
    try:
        from mathvis.errors import SceneError
        from mathvis.scene.readers.svg_enlarge import enlarged
    except ImportError as error:
        _say(2, str(error).encode())
        return NOT_LOADED
    try:
        _say(1, enlarged(source) or b"")
    except SceneError as error:
        _say(2, str(error).encode("utf-8", "replace"))
        return UNREADABLE
    return 0


def _serve(kind: str, sample: bytes) -> int:
    try:
        read, to_json, scene_error = load(kind)
    except ImportError as error:
        _say(2, str(error).encode())
        return NOT_LOADED
    if sample:
        with contextlib.suppress(scene_error):
            to_json(read(sample))
    pieces = []
    while piece := os.read(0, 1 << 20):
        pieces.append(piece)
    if not pieces:
        return 0
    document = b"".join(pieces)
    _say(1, (_pages(document) if kind == "pdf" else b"") + b"\n")
    try:
        scene = read(document)
        data = b"%r %r\n%b" % (float(scene.canvas.width), float(scene.canvas.height), to_json(scene))
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        data += b"\n%r %r%b" % (time.process_time(), memory, _ENDING)
    except scene_error as error:
        _say(2, str(error).encode("utf-8", "replace"))
        return UNREADABLE
    _say(1, data)
    return 0


def _pages(document: bytes) -> bytes:
    """Return the number of pages and the size of the first as it is shown; nothing where that is in doubt."""
    import pikepdf

    try:
        with pikepdf.open(io.BytesIO(document)) as pdf:
            first = pdf.pages[0]
            media = [float(value) for value in first.mediabox]
            if (
                "/UserUnit" in first.obj
                or "/CropBox" in first.obj
                or "/Rotate" in first.obj
                or media != sorted_box(media)
            ):
                return b""
            if any(key in node for node in _above(first.obj) for key in ("/CropBox", "/Rotate")):
                return b""
            return b"%d %r %r" % (len(pdf.pages), media[2] - media[0], media[3] - media[1])
    except Exception:  # noqa: BLE001 - whatever it is, the other way of asking decides
        return b""


def sorted_box(box: list[float]) -> list[float]:
    """Return a box with its lower left corner first."""
    return [min(box[0], box[2]), min(box[1], box[3]), max(box[0], box[2]), max(box[1], box[3])]


def _above(node: Any) -> list[Any]:
    found: list[Any] = []
    while "/Parent" in node and len(found) < 64:
        node = node["/Parent"]
        found.append(node)
    return found


def _say(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
