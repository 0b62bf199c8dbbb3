"""The program in a file, and which of the file's lines each of its lines is."""

from __future__ import annotations

import html
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from mathvis.errors import UsageError
from mathvis.extract import ALL_FORMATS, Form, Format, Program, extract, wrap
from mathvis.inspect.files import read_text
from mathvis.sandbox.model import Engine, Job

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from mathvis.scene.model import Scene

_MOST_PAIRS = 4_000_000
"""Lines of the program times lines of the file up to which they are matched one by one."""


@dataclass(frozen=True, slots=True)
class Source:
    """A program with the file that holds it.

    Attributes
    ----------
    text
        The whole file.
    program
        The program.
    lines
        Line of the file, from 1, for lines of the program; one that is not in the file as it stands is absent.
    """

    text: str
    program: Program
    lines: Mapping[int, int]

    @property
    def offset(self) -> int:
        """Lines that the standard preamble puts before the program."""
        return wrap(self.program).offset

    def job(self, engine: Engine | None = None) -> Job:
        """Make the job that compiles, renders and reads the program, with an engine of one's own choice for TeX."""
        document = wrap(self.program)
        tex = engine or Engine(document.engine_hint or Engine.PDFLATEX)
        chosen = Engine.SVG if self.program.format is Format.SVG else tex
        return Job(document.source, chosen, document.offset)

    def where(self, line: int) -> str:
        """Say where a line of the program is."""
        return f"line {self.lines[line]}" if line in self.lines else f"line {line} of the program"

    def quoted(self, line: int) -> str:
        """Return a line of the file, from 1."""
        found = self.text.split("\n")
        return found[line - 1] if 0 < line <= len(found) else ""


def program_in(file: Path, formats: frozenset[Format] = ALL_FORMATS) -> Program:
    """Read a file and find the program in it; see `read_source`."""
    return read_source(file, formats).program


def read_source(file: Path, formats: frozenset[Format] | None = None) -> Source:
    """Read a file and find the program in it.

    Parameters
    ----------
    formats
        Formats that a task demands: the program is then the one that is judged. By default the kind of the
        file says what it is.

    Raises
    ------
    UsageError
        It cannot be read, is too large, is not UTF-8, or holds no program.
    """
    text = read_text(file)
    kind = file.suffix.lower()
    if formats is None and kind == ".svg":
        return source_of(text, Program(Format.SVG, Form.SVG, text))
    if formats is None and kind == ".tex" and "\\documentclass" in text:
        return source_of(text, Program(Format.TIKZ, Form.DOCUMENT, text))
    if formats is None:
        formats = frozenset({Format.TIKZ}) if kind in (".tex", ".tikz") else ALL_FORMATS
    found = extract(text, formats)
    if found.program is None:
        raise UsageError(f"{file}: no program to inspect: {found.note}")
    return source_of(text, found.program)


def source_of(text: str, program: Program) -> Source:
    """Join a program with the text that it was found in."""
    return Source(text, program, _lines(text, program.source))


def relined(scene: Scene, source: Source) -> Scene:
    """Give the elements of a scene the lines of the user's file; those that are not in it become None."""
    offset, lines = source.offset, source.lines

    def own(line: int | None) -> int | None:
        return None if line is None else lines.get(line - offset)

    return replace(scene, elements=tuple(replace(element, line=own(element.line)) for element in scene.elements))


def _lines(text: str, program: str) -> dict[int, int]:
    """Find the lines of a program in a text: the last place where it stands, else the longest runs of equal lines."""
    place = text.rfind(program)
    if place >= 0:
        first = text.count("\n", 0, place) + 1
        return {line: first + line - 1 for line in range(1, program.count("\n") + 2)}
    there, wanted = _plain(text), _plain(program)
    if len(there) * len(wanted) > _MOST_PAIRS:
        return {}
    # Backwards: of several equal runs the last one is the program that was taken.
    there.reverse()
    wanted.reverse()
    found: dict[int, int] = {}
    for block in SequenceMatcher(None, there, wanted, autojunk=False).get_matching_blocks():
        for step in range(block.size):
            if wanted[block.b + step]:
                found[len(wanted) - block.b - step] = len(there) - block.a - step
    return found


def _plain(text: str) -> list[str]:
    """Return lines without what extraction takes off: indentation, quote marks, character references."""
    return [html.unescape(line).strip().lstrip(">").strip() for line in text.split("\n")]
