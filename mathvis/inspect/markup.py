"""Markup that cannot be broken out of: every text and every attribute is escaped where it is put in."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from mathvis.scene.captions import printable

if TYPE_CHECKING:
    from collections.abc import Iterable

_NAME = re.compile(r"[a-zA-Z][a-zA-Z0-9-]*\Z")
_VOID = frozenset({"meta", "input", "br"})
_RAW = frozenset({"script", "style"})


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


def tag(name: str, /, *children: str, **attributes: str | float | bool | None) -> Markup:
    """Make an element.

    Parameters
    ----------
    children
        `Markup` is taken as it is; any other text is escaped, its control characters replaced.
    attributes
        ``class_`` is ``class``, other underscores are hyphens; True gives a bare attribute, None and False none.

    Raises
    ------
    ValueError
        A name is no name, or a script or style would end early.
    """
    parts = [name]
    for key, value in attributes.items():
        word = key.rstrip("_").replace("_", "-")
        if not _NAME.match(word) or word.startswith("on"):
            raise ValueError(f"{word!r} is no attribute")
        if value is True:
            parts.append(word)
        elif value is not None and value is not False:
            parts.append(f'{word}="{escaped(number(value) if isinstance(value, int | float) else value)}"')
    if not _NAME.match(name):
        raise ValueError(f"{name!r} is no element")
    if name in _VOID:
        return Markup(f"<{' '.join(parts)}>")
    if name in _RAW:
        if any("</" in child or "<!--" in child for child in children):
            raise ValueError(f"the {name} would end early")
        return Markup(f"<{' '.join(parts)}>{''.join(children)}</{name}>")
    return Markup(f"<{' '.join(parts)}>{joined(children)}</{name}>")


def joined(children: Iterable[str]) -> Markup:
    """Join markup and texts; texts are escaped."""
    return Markup("".join(child if isinstance(child, Markup) else escaped(child) for child in children))


def escaped(text: str) -> str:
    """Escape a text for content and attributes alike."""
    return html.escape(printable(text), quote=True)


def number(value: float) -> str:
    """A coordinate with two decimals at most."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")
