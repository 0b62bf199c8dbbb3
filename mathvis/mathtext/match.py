"""Compare labels, and find the part of a label that a template leaves open."""

from __future__ import annotations

import re
from typing import Final

from mathvis.mathtext.latex import from_latex
from mathvis.mathtext.tree import parse

_HOLE: Final = re.compile(r"\{\s*(?:…|\.\.\.|\\l?dots)\s*\}")
_MARK: Final = "\ue0ff"


def equal_labels(a: str, b: str) -> bool:
    """Whether two normal forms are the same label; for forms equality is equality of strings."""
    return a == b


def reads(template: str, form: str) -> str | None:
    """What a label shows where a template has its hole.

    Parameters
    ----------
    template
        LaTeX source with one hole ``{…}`` (or ``{...}``): ``N = {…}``.
    form
        Normal form of the visible label.

    Returns
    -------
    str or None
        The form of the part in the hole; None when the fixed parts are not there or nothing is in the hole.

    Raises
    ------
    ValueError
        The template has no hole or several, or is not readable as LaTeX.
    """
    if len(_HOLE.findall(template)) != 1 or _MARK in template:
        raise ValueError(f"a template needs exactly one hole {{…}}: {template}")
    before, _, after = from_latex(_HOLE.sub(_MARK, template)).partition(_MARK)
    if not (form.startswith(before) and form.endswith(after) and len(form) > len(before) + len(after)):
        return None
    found = form[len(before) : len(form) - len(after)]
    try:
        parse(found)
    except ValueError:
        return None
    return found
