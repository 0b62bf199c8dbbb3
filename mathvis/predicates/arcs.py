"""Arcs of stated graphs, written as people write them: ``A -> B: f`` or ``2 -- 6``."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ARC = re.compile(
    r"\s*(?P<source>[^\s:]+)\s+(?P<sign>->|--|<-)\s+(?P<target>[^\s:]+)\s*(?::\s*(?P<label>.*\S))?\s*\Z", re.DOTALL
)
MAX_LENGTH = 500


@dataclass(frozen=True, slots=True)
class Arc:
    """An arrow (``->``) or edge (``--``) between two named nodes, with the LaTeX of its label if one is demanded."""

    source: str
    target: str
    label: str | None = None
    directed: bool = True

    def __str__(self) -> str:
        label = "" if self.label is None else f": {self.label}"
        return f"{self.source} {'->' if self.directed else '--'} {self.target}{label}"


def read_arc(text: str) -> Arc:
    """Read ``A -> B``, ``A <- B``, ``A -- B``, each with an optional ``: label``.

    Raises
    ------
    ValueError
        The text is no arc.
    """
    match = _ARC.match(text) if len(text) <= MAX_LENGTH else None
    if match is None:
        raise ValueError(f"{text!r} is no arc; write 'A -> B', 'A -- B' or 'A -> B: label' (with the blanks)")
    source, target = match["source"], match["target"]
    if match["sign"] == "<-":
        source, target = target, source
    return Arc(source, target, match["label"], directed=match["sign"] != "--")
