"""The scenes of many figures of ours, compiled in one run of TeX."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tex_batch import compiled_pages

from mathvis.scene.readers.pdf import read_pdf

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mathvis.scene.model import Scene

ORIGIN = r"\coordinate (O) at (0,0);"


def picture(body: str) -> str:
    """A picture that marks its origin; a whole environment stays what it is."""
    return body if body.startswith(r"\begin{tikzcd}") else rf"\begin{{tikzpicture}}{ORIGIN}{body}\end{{tikzpicture}}"


def scenes(bodies: Sequence[str], preamble: str, engine: str = "pdflatex") -> list[Scene]:
    """The scenes of the bodies, each on a page of its own with a margin of 10 pt."""
    head = rf"\usepackage{{amsmath,amssymb,tikz}}{preamble}"
    return [read_pdf(page) for page in compiled_pages(bodies, head, engine, border="10pt")]
