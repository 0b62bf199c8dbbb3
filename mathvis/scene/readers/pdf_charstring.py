"""Glyph programs (charstrings): the machine that Type 1 and Type 2 have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mathvis.scene.readers.pdf_outline import Outline

_MAX_STEPS = 200_000
_MAX_DEPTH = 12
_RETURN, _ESCAPE = 11, 12


class Charstring(ABC):
    """The interpreter of one glyph's program.

    Attributes
    ----------
    outline
        What it draws.
    stack
        Operands so far.
    done
        Whether the glyph is complete.
    """

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self.stack: list[float] = []
        self.done = False
        self._steps = 0

    def run(self, code: bytes, depth: int = 0) -> None:
        """Run a program or a subroutine.

        Raises
        ------
        IndexError, ValueError, ZeroDivisionError
            The program is broken, runs too long or nests too deeply.
        """
        if depth > _MAX_DEPTH:
            raise ValueError("subroutines are nested too deeply")
        pos = 0
        while pos < len(code) and not self.done:
            self._steps += 1
            if self._steps > _MAX_STEPS:
                raise ValueError("charstring runs too long")
            byte = code[pos]
            pos += 1
            if byte == 255:
                self.stack.append(self._long(int.from_bytes(code[pos : pos + 4], "big", signed=True)))
                pos += 4
            elif byte >= 32:
                value, pos = small_number(byte, code, pos)
                self.stack.append(value)
            elif byte == _RETURN:
                return
            elif byte == _ESCAPE:
                self._escape(code[pos])
                pos += 1
            else:
                pos = self._operate(byte, code, pos, depth)

    @abstractmethod
    def _long(self, value: int) -> float:
        """Return what a number of four bytes means."""

    @abstractmethod
    def _escape(self, byte: int) -> None:
        """Carry out an operator of two bytes, the second of which is given."""

    @abstractmethod
    def _operate(self, byte: int, code: bytes, pos: int, depth: int) -> int:
        """Carry out an operator of one byte, and return where the program goes on."""


def small_number(byte: int, data: bytes, pos: int) -> tuple[int, int]:
    """Read a number of one or two bytes whose first, from 32 to 254, has been read; return where the next begins."""
    if byte <= 246:
        return byte - 139, pos
    if byte <= 250:
        return (byte - 247) * 256 + data[pos] + 108, pos + 1
    return -(byte - 251) * 256 - data[pos] - 108, pos + 1
