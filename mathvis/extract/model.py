"""What extraction says of a reply."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum


class Format(StrEnum):
    """The language of a program."""

    TIKZ = "tikz"
    SVG = "svg"


class Form(StrEnum):
    """How much of a document a program is."""

    DOCUMENT = "document"
    """A whole LaTeX document with its own preamble."""
    PICTURE = "picture"
    r"""A bare picture (``tikzpicture``, ``tikzcd``), perhaps with preamble lines of its own."""
    SVG = "svg"
    """An ``<svg>`` element."""


class Status(StrEnum):
    """What was found in a reply."""

    COMPLETE = "complete"
    TRUNCATED = "truncated"
    NONE = "none"
    SEVERAL = "several"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Program:
    r"""The code that a reply asks to be drawn.

    Attributes
    ----------
    format, form
        The language, and whether it is a whole document.
    source
        The code, line ends normalised to ``\n``.
    preamble
        Preamble lines that the reply gave apart from a bare picture (library and style lines).
    """

    format: Format
    form: Form
    source: str
    preamble: str = ""

    @property
    def sha256(self) -> str:
        """Hash of everything that decides what is compiled."""
        text = f"{self.format}\0{self.form}\0{self.preamble}\0{self.source}"
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class Extraction:
    """The result of reading a reply.

    Attributes
    ----------
    status
        ``complete`` and ``several`` carry a program to judge. ``truncated`` may carry the fragment in
        `fragment` for people to look at; it is never compiled.
    program
        The program that was taken, or None.
    note
        Which program was taken and why, or what is missing, in words.
    candidates
        How many complete programs the reply held.
    fragment
        The unfinished code of a truncated reply.
    """

    status: Status
    program: Program | None
    note: str
    candidates: int = 0
    fragment: str = ""
