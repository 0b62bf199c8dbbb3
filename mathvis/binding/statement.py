"""What printed texts state: a template found in one text, or in texts that stand in one line."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from mathvis.mathtext import from_latex, reads

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mathvis.binding.ink import Ink

_HOLE = re.compile(r"\{\.\.\.\}")
_LEAST_WORDS = 2
_MOST_PARTS = 8
"""Most texts that are read together as one statement."""


def reading(template: str, texts: Sequence[int], ink: Ink) -> tuple[int, str] | None:
    """What texts of one name state.

    Parameters
    ----------
    template
        LaTeX with one hole, such as ``$N = {...}$``.
    texts
        Indices into ``ink.texts``.

    Returns
    -------
    (text, form) or None
        The text to point at, and the normal form of what is in the hole. None when no text, and no line of
        texts read from left to right, fits the template.
    """
    for k in texts:
        found = reads(template, ink.texts[k].text.form)
        if found is not None:
            return k, found
    if 1 < len(texts) <= _MOST_PARTS and _one_line(texts, ink):
        ordered = sorted(texts, key=lambda k: float(ink.texts[k].text.center[0]))
        found = reads(template, "".join(ink.texts[k].text.form for k in ordered))
        if found is not None:
            return ordered[0], found
    return None


def contradicts(template: str, form: str, stated: str) -> bool:
    """Whether a longer text, a caption say, states another number under the same fixed words.

    Parameters
    ----------
    template
        LaTeX with one hole, such as ``$N = {...}$``; without an equation sign before the hole nothing is said.
    form
        Normal form of the text.
    stated
        Normal form of what the value itself states.
    """
    words = from_latex(_HOLE.sub("", template))
    if len(words) < _LEAST_WORDS or not words.endswith("="):
        return False
    start = form.find(words)
    while start >= 0:
        rest = form[start + len(words) :]
        apart = start == 0 or not (form[start - 1].isdigit() or form[start - 1] in "_^{")
        number = rest[:1].isdigit() or rest[:1] in "−-"
        same = rest.startswith(stated) and not rest[len(stated) : len(stated) + 1].isdigit()
        if apart and number and not same:
            return True
        start = form.find(words, start + 1)
    return False


def _one_line(texts: Sequence[int], ink: Ink) -> bool:
    """Whether texts stand on one line, with gaps no wider than two type sizes."""
    boxes = sorted(ink.texts[k].box.bounds for k in texts)
    height = max(ink.texts[k].height for k in texts)
    middles = [(box[1] + box[3]) / 2 for box in boxes]
    level = max(middles) - min(middles) <= 0.5 * height
    return level and all(b[0] - a[2] <= 2 * height for a, b in pairwise(boxes))
