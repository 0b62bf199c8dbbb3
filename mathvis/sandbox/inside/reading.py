"""The process that reads the scene.

It is forked from the runner before the engine starts, so that it loads its code while the engine runs,
and gets the document when there is one. It is forked, not executed, from a runner that has hidden
itself: no other process of the sandbox can look into it.
"""

from __future__ import annotations

import contextlib
import math
import os
import sys
import time
from typing import TYPE_CHECKING, Any

from mathvis.sandbox.inside import steps

if TYPE_CHECKING:
    from collections.abc import Callable

SYSTEM_PACKAGES = "/usr/lib/python3/dist-packages"
UNREADABLE, NOT_LOADED = 4, 5
"""Exit status for a document that is no scene, and for code of ours that is missing."""


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
    """

    def __init__(self, kind: str, folder: str, bounds: steps.Bounds) -> None:
        source, self._sink = os.pipe()
        self.step = steps.start("scene", folder, bounds, call=lambda: _serve(kind), stdin=source)
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

    def drop(self) -> None:
        """End it without a document."""
        if self._waiting:
            os.close(self._sink)
            self._waiting = False
        steps.kill(self.step)
        steps.wait([self.step])


def split(output: bytes) -> tuple[tuple[float, float], bytes] | None:
    """Part a reader's output into the canvas's width and height in big points, and the scene's JSON."""
    head, _, scene = output.partition(b"\n")
    try:
        width, height = (float(part) for part in head[:80].split())
    except ValueError:
        return None
    return ((width, height), scene) if scene and math.isfinite(width) and math.isfinite(height) else None


def _serve(kind: str) -> int:
    try:
        read, to_json, scene_error = _load(kind)
    except ImportError as error:
        sys.stderr.write(str(error))
        sys.stderr.flush()
        return NOT_LOADED
    pieces = []
    while piece := os.read(0, 1 << 20):
        pieces.append(piece)
    if not pieces:
        return 0
    try:
        scene = read(b"".join(pieces))
        data = b"%r %r\n%b" % (float(scene.canvas.width), float(scene.canvas.height), to_json(scene))
    except scene_error as error:
        sys.stderr.write(str(error))
        sys.stderr.flush()
        return UNREADABLE
    view = memoryview(data)
    while view:
        view = view[os.write(1, view) :]
    return 0


def _load(kind: str) -> tuple[Callable[[bytes], Any], Callable[[Any], bytes], type[Exception]]:
    from importlib import import_module

    sys.path.append(SYSTEM_PACKAGES)
    reader = import_module(f"mathvis.scene.readers.{kind}")
    codec = import_module("mathvis.scene.codec")
    errors = import_module("mathvis.errors")
    return getattr(reader, f"read_{kind}"), codec.to_json, errors.SceneError
