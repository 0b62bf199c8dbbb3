"""Operators of marked content: frames around ink, named points, layers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mathvis.scene.readers.pdf_ink import Frame, PointMark
from mathvis.scene.readers.pdf_lex import Name

if TYPE_CHECKING:
    from collections.abc import Callable

    from mathvis.scene.readers.pdf_interpret import Interpreter
    from mathvis.scene.readers.pdf_layers import Layers


class MarkedContent:
    """Open and close the frames of an interpreter.

    Parameters
    ----------
    interpreter
        Whose frames these are.
    layers
        Which optional content is shown.
    """

    def __init__(self, interpreter: Interpreter, layers: Layers) -> None:
        self._interpreter = interpreter
        self._layers = layers

    def operators(self) -> dict[bytes, Callable[[list[Any]], None]]:
        """Return the operators."""
        return {b"BDC": self._begin, b"BMC": self._begin, b"EMC": self._end, b"DP": self._point}

    def shown(self, content: Any) -> bool:
        """Tell whether optional content is shown, and note that there is some."""
        shown = self._layers.shown(content)
        state = "shown" if shown else "hidden"
        message = f"the page has layers that can be switched; the first one met is {state}"
        self._interpreter.painted.remark("optional-content", message)
        return shown

    def close_to(self, frame: Frame | None) -> None:
        """Close what is still open inside a frame that was open before; note it if there is any."""
        interpreter = self._interpreter
        if interpreter.frame is not frame:
            self._unbalanced()
        while interpreter.frame is not frame and interpreter.frame is not None:
            self._pop()
        interpreter.frame = frame

    def _begin(self, operands: list[Any]) -> None:
        interpreter = self._interpreter
        tag = operands[0] if operands else ""
        properties = operands[1] if len(operands) > 1 else None
        hidden = False
        kind, data = "", {}
        if tag == "MV" and isinstance(properties, dict):
            kind, data = str(properties.get("k", "")), properties
        elif tag == "OC" and isinstance(properties, Name):
            hidden = not self.shown(self._property(properties))
        frames, state = interpreter.painted.frames, interpreter.state
        interpreter.frame = Frame(kind, data, interpreter.frame, state.ctm, len(frames), len(state.clips), hidden)
        frames.append(interpreter.frame)
        interpreter.hidden += hidden

    def _property(self, name: str) -> Any:
        try:
            return self._interpreter.resources["/Properties"]["/" + name]
        except (KeyError, TypeError):
            return None

    def _end(self, _operands: list[Any]) -> None:
        if self._interpreter.frame is None:
            self._unbalanced()
        else:
            self._pop()

    def _pop(self) -> None:
        interpreter = self._interpreter
        if interpreter.frame is not None:
            interpreter.frame.closed = True
            interpreter.hidden -= interpreter.frame.hidden
            interpreter.frame = interpreter.frame.parent

    def _point(self, operands: list[Any]) -> None:
        if len(operands) > 1 and operands[0] == "MV" and isinstance(operands[1], dict):
            interpreter, data = self._interpreter, operands[1]
            mark = PointMark(str(data.get("k", "")), data, interpreter.state.ctm, interpreter.frame)
            interpreter.painted.points.append(mark)

    def _unbalanced(self) -> None:
        self._interpreter.painted.remark("forged-mark", "marked content does not close where it was opened")

    def finish(self) -> None:
        """Note what is open at the end of the page."""
        if self._interpreter.frame is not None:
            self._unbalanced()
