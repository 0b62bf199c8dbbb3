r"""Extraction: from a model's reply to the program in it.

>>> from mathvis.extract import extract
>>> found = extract("Here:\n```latex\n\\begin{tikzpicture}\\draw (0,0) -- (1,1);\\end{tikzpicture}\n```\n")
>>> found.status.value, found.program.form.value
('complete', 'picture')
"""

from __future__ import annotations

from mathvis.extract.choice import choose
from mathvis.extract.model import Extraction, Form, Format, Program, Status
from mathvis.extract.reading import read
from mathvis.extract.wrap import (
    STANDARD_LIBRARIES,
    STANDARD_PACKAGES,
    STANDARD_PREAMBLE,
    STANDARD_PREAMBLE_VERSION,
    Document,
    wrap,
)

__all__ = [
    "ALL_FORMATS",
    "MAX_CHARACTERS",
    "STANDARD_LIBRARIES",
    "STANDARD_PACKAGES",
    "STANDARD_PREAMBLE",
    "STANDARD_PREAMBLE_VERSION",
    "Document",
    "Extraction",
    "Form",
    "Format",
    "Program",
    "Status",
    "extract",
    "wrap",
]

ALL_FORMATS = frozenset(Format)
"""TikZ and SVG."""

MAX_CHARACTERS = 1_000_000
"""Longer replies are not read; the longest honest ones are a few hundred thousand characters."""


def extract(text: str, formats: frozenset[Format] = ALL_FORMATS, *, finished: bool | None = None) -> Extraction:
    r"""Find the program in a reply.

    Parameters
    ----------
    text
        The reply: any text at all, lone surrogates included.
    formats
        The formats that the task's contract allows. A program in another one is not a program here.
    finished
        Whether the model ended the reply by itself, where the server says so (True), or ran into its length
        limit (False). It decides one case alone: a bare picture is whole but its code block is never closed.
        Unless the reply is known to be finished, a second panel may have been to come: ``truncated``.

    Returns
    -------
    Extraction
        ``complete``
            One program of a demanded format.
        ``several``
            More than one distinct program, or one followed by a broken or abridged one. The last complete program
            is taken; the note says so.
        ``truncated``
            A program is begun but an environment, an element, a document or the code block around a bare picture
            never ends, or the reply ends inside a thought.
        ``refused``
            No code, and words that decline.
        ``none``
            Nothing of the kind; the note says what there is instead.

    Notes
    -----
    Pure, and never fails: time and memory grow linearly with the text, up to `MAX_CHARACTERS`. Thoughts
    (``<think>`` and its relatives) are not read. Code inside JSON strings is unescaped, up to four layers.
    A document in a closed code block that lacks only its last line, ``\end{document}``, gets it; anywhere else
    its absence means that the end is missing.
    """
    if len(text) > MAX_CHARACTERS:
        return Extraction(
            Status.NONE, None, f"the reply has {len(text):,} characters; more than {MAX_CHARACTERS:,} are not read"
        )
    normal = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return choose(normal, read(normal, finished=bool(finished)), formats)
