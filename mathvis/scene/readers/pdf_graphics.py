"""Operators on the graphics state: transform, lines, extended states."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pikepdf

from mathvis.errors import SceneError
from mathvis.scene.readers.pdf_geometry import multiply

if TYPE_CHECKING:
    from collections.abc import Callable

    from mathvis.scene.readers.pdf_interpret import Interpreter

MAX_SAVED = 4096
"""Deepest nesting of ``q``."""


class GraphicsOperators:
    """Change the graphics state of an interpreter."""

    def __init__(self, interpreter: Interpreter) -> None:
        self._interpreter = interpreter

    def operators(self) -> dict[bytes, Callable[[list[Any]], None]]:
        """Return the operators."""
        return {
            b"q": self._save,
            b"Q": self._restore,
            b"cm": self._transform,
            b"w": self._width,
            b"J": self._cap,
            b"j": self._join,
            b"M": self._miter,
            b"d": self._dash,
            b"gs": self._external_state,
        }

    def _save(self, _operands: list[Any]) -> None:
        interpreter = self._interpreter
        if len(interpreter.saved) >= MAX_SAVED:
            raise SceneError("graphics states are nested deeper than any figure needs")
        interpreter.saved.append(interpreter.state)
        interpreter.state = interpreter.state.copy()

    def _restore(self, _operands: list[Any]) -> None:
        interpreter = self._interpreter
        if interpreter.saved:
            interpreter.state = interpreter.saved.pop()
        else:
            interpreter.painted.remark("malformed-content", "a graphics state is restored that was not saved")
            interpreter.lost = True

    def _transform(self, operands: list[Any]) -> None:
        a, b, c, d, e, f = operands[-6:]
        state = self._interpreter.state
        state.ctm = multiply((a, b, c, d, e, f), state.ctm)

    def _width(self, operands: list[Any]) -> None:
        self._interpreter.state.width = abs(operands[-1] + 0.0)

    def _cap(self, operands: list[Any]) -> None:
        self._interpreter.state.cap = self._choice(operands[-1])

    def _join(self, operands: list[Any]) -> None:
        self._interpreter.state.join = self._choice(operands[-1])

    @staticmethod
    def _choice(value: Any) -> int:
        if int(value) not in (0, 1, 2):
            raise ValueError("no such cap or join")
        return int(value)

    def _miter(self, operands: list[Any]) -> None:
        self._interpreter.state.miter = operands[-1] + 0.0

    def _dash(self, operands: list[Any]) -> None:
        state = self._interpreter.state
        lengths = tuple(v + 0.0 for v in operands[-2])
        if any(length < 0 for length in lengths):
            raise ValueError("a dash is shorter than nothing")
        state.dash = lengths
        state.phase = operands[-1] + 0.0

    def _external_state(self, operands: list[Any]) -> None:
        interpreter = self._interpreter
        entry = interpreter.resources["/ExtGState"]["/" + operands[-1]]
        state = interpreter.state
        if "/CA" in entry:
            state.stroke_alpha = min(max(float(entry["/CA"]), 0.0), 1.0)
        if "/ca" in entry:
            state.fill_alpha = min(max(float(entry["/ca"]), 0.0), 1.0)
        if "/LW" in entry:
            state.width = abs(float(entry["/LW"]))
        if "/LC" in entry:
            self._cap([entry["/LC"]])
        if "/LJ" in entry:
            self._join([entry["/LJ"]])
        if "/ML" in entry:
            state.miter = float(entry["/ML"])
        if "/D" in entry:
            self._dash([[float(v) for v in entry["/D"][0]], float(entry["/D"][1])])
        if "/SMask" in entry:
            state.mask = entry["/SMask"] != pikepdf.Name("/None")
        if "/BM" in entry:
            mode = entry["/BM"]
            modes = list(mode) if isinstance(mode, pikepdf.Array) else [mode]
            state.blend = not any(str(m) in ("/Normal", "/Compatible") for m in modes[:1])
        if "/Font" in entry:
            interpreter.text.set_font(entry["/Font"][0], float(entry["/Font"][1]))
