"""Tables that fit a terminal: no column is dropped, no word and no number is broken.

A table that is too wide wraps its words first. If it still is too wide it becomes several tables below each other,
each with the columns that tell its rows apart.
"""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from rich.box import SIMPLE, Box
from rich.cells import cell_len, chop_cells
from rich.console import Console
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import ConsoleOptions, RenderResult

_UNBOUNDED = 10_000
"""Columns of what is no terminal."""
_INSIDE = re.compile(
    r"(?<=\w-)(?=[^\W\d_])|(?<=[^\W\d_]{2}-)(?=\d)"  # snake-|lemma, cot-|2shot, but not 1e-|05
    r"|(?<=/)(?=[^\W\d])|(?<=[^\W\d]/)(?=\d)"  # algebra/|group, but not 2/|3
    r"|(?<=[^\W_]_)(?=[^\W_])"
)
"""Where a word may be continued on the next line."""


class Kind(Enum):
    """What a column holds."""

    KEY = "what tells rows apart; stands in every part of a divided table"
    NUMBER = "numbers, set to the right; only its heading wraps"
    WORDS = "text that wraps"


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, what it holds, its style."""

    head: str
    kind: Kind = Kind.WORDS
    style: str = ""


def console_of(*, stderr: bool = False) -> Console:
    """Return the console of stdout or stderr: as wide as the terminal, and not bounded in a pipe or file.

    The variable ``COLUMNS`` sets a width for either.
    """
    stream = sys.stderr if stderr else sys.stdout
    bounded = stream.isatty() or os.environ.get("COLUMNS", "").isdigit()
    return Console(stderr=stderr, highlight=False, width=None if bounded else _UNBOUNDED)


class Grid:
    """A table that a console prints as wide as it is, or wrapped, or in parts.

    Parameters
    ----------
    title
        Stands above it.
    columns
        What the cells of each row are; keys come first.
    footer
        Stands below it.
    box, lines
        Frame, and whether lines stand between rows.
    """

    def __init__(
        self,
        title: str,
        columns: Sequence[Column],
        *,
        footer: Text | None = None,
        box: Box = SIMPLE,
        lines: bool = False,
    ) -> None:
        self.title = title
        self.footer = footer
        self._columns = tuple(columns)
        self._rows: list[tuple[Text, ...]] = []
        self._box, self._lines = box, lines

    def add(self, *cells: str | Text) -> None:
        """Add a row; a cell may have several lines."""
        if len(cells) != len(self._columns):
            raise ValueError(f"{len(cells)} cells in a row of {len(self._columns)} columns")
        self._rows.append(tuple(cell if isinstance(cell, Text) else Text(cell) for cell in cells))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text("\n".join(wrapped(self.title, options.max_width)), style="italic")
        for part in self._parts(options.max_width):
            yield self._table(part, self._widths(part, options.max_width))
        if self.footer is not None:
            yield self.footer

    def _parts(self, width: int) -> Iterator[tuple[int, ...]]:
        """Divide the columns into tables; each fits if its columns wrap."""
        keys = tuple(i for i, column in enumerate(self._columns) if column.kind is Kind.KEY)
        others = [i for i in range(len(self._columns)) if i not in keys]
        every = keys + tuple(others)
        if _outer(map(self._narrowest, every)) <= width:
            yield every
            return
        share = width // (3 * len(keys)) if keys else 0
        bound = {i: max(self._narrowest(i), min(self._natural(i), share)) for i in keys}
        bound |= {i: self._narrowest(i) for i in others}

        def divided(most: int) -> list[tuple[int, ...]]:
            found: list[tuple[int, ...]] = [()]
            for i in others:
                if found[-1] and (len(found[-1]) == most or _outer(bound[j] for j in (*keys, *found[-1], i)) > width):
                    found.append(())
                found[-1] += (i,)
            return found

        fewest = divided(len(others))
        even = divided(-(-len(others) // len(fewest)))
        yield from (keys + part for part in (even if len(even) == len(fewest) else fewest))

    def _widths(self, part: Sequence[int], width: int) -> list[int]:
        """Make the widest columns narrower until all fit; into words only where nothing else is left."""
        out = [self._natural(i) for i in part]
        for floors in ([self._narrowest(i) for i in part], [1] * len(part)):
            while _outer(out) > width and any(now > least for now, least in zip(out, floors, strict=True)):
                widest = max((k for k in range(len(out)) if out[k] > floors[k]), key=out.__getitem__)
                out[widest] -= 1
        return out

    def _lines_of(self, i: int) -> list[str]:
        return [line for row in self._rows for line in row[i].plain.split("\n")]

    def _natural(self, i: int) -> int:
        return max(map(cell_len, [self._columns[i].head, *self._lines_of(i)]))

    def _narrowest(self, i: int) -> int:
        lines = self._lines_of(i)
        if self._columns[i].kind is not Kind.NUMBER:
            lines = [piece for line in lines for word in line.split(" ") for piece in _pieces(word)]
        return max(map(cell_len, [*self._columns[i].head.split(" "), *lines]))

    def _table(self, part: Sequence[int], widths: Sequence[int]) -> Table:
        table = Table(box=self._box, padding=(0, 1), show_lines=self._lines)
        for i, width in zip(part, widths, strict=True):
            column = self._columns[i]
            table.add_column(
                Text("\n".join(wrapped(column.head, width))),
                justify="right" if column.kind is Kind.NUMBER else "left",
                style=column.style,
                no_wrap=True,
                width=width,
            )
        for row in self._rows:
            cells = []
            for i, width in zip(part, widths, strict=True):
                lines = [line for text in row[i].plain.split("\n") for line in wrapped(text, width)]
                cells.append(Text("\n".join(lines), style=row[i].style))
            table.add_row(*cells)
        return table


def wrapped(text: str, width: int) -> list[str]:
    """Wrap a line at spaces, else after the hyphens and slashes of names; a longer piece is broken as a last resort."""
    lines = [""]
    for word in text.split(" "):
        gap = " " if lines[-1] else ""
        for piece in [word] if cell_len(lines[-1] + gap + word) <= width else _pieces(word):
            if lines[-1] and cell_len(lines[-1] + gap + piece) > width:
                lines.append("")
                gap = ""
            *full, rest = chop_cells(piece, width) if cell_len(piece) > width else [piece]
            if full:
                lines[-1:] = [line for line in (lines[-1], *full) if line]
                lines.append("")
                gap = ""
            lines[-1] += gap + rest
            gap = ""
    return lines


def _pieces(word: str) -> list[str]:
    return _INSIDE.split(word)


def _outer(widths: Iterator[int] | Sequence[int]) -> int:
    """Columns of a table: each cell has a space on both sides, and there is a line beside every column."""
    every = list(widths)
    return sum(every) + 3 * len(every) + 1
