"""Names, numbers and places in the words of findings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from mathvis.figure.finding import Evidence
from mathvis.figure.model import Array, Bound, Edge, Entity, Frame, Text

_LONGEST_NAME = 24
_MOST_NAMES = 6


def member_name(item: Entity) -> str:
    """Return the name of a member within its set (``A`` of ``nodes.A``), or the id of an entity of its own."""
    return short_id(item.id)


def short_id(full: str) -> str:
    """Return the member's name of an id: ``A`` of ``nodes.A``; an id without a dot is its own name."""
    return full.partition(".")[2] or full


def name_of(item: Entity) -> str:
    """Return what a reader calls an entity: its label, else its name; an edge without label goes by its ends."""
    label = item if isinstance(item, Text) else getattr(item, "label", None)
    text = label.text.strip() if label is not None else ""
    if 0 < len(text) <= _LONGEST_NAME:
        return text
    if isinstance(item, Edge) and item.source and item.target:
        return f"{short_id(item.source)} {'→' if item.directed else '—'} {short_id(item.target)}"
    return member_name(item)


def listed(names: Iterable[str]) -> str:
    """Return a short list in words."""
    every = list(names)
    shown = every[:_MOST_NAMES]
    more = f" and {len(every) - len(shown)} more" if len(every) > len(shown) else ""
    return ", ".join(shown) + more


def percent(share: float) -> str:
    """Return a share as a percentage with two significant digits."""
    value = 100 * share
    if not np.isfinite(value):
        return "∞ %"
    if abs(value) >= 100:
        return f"{value:.0f} %".replace("-", "−")
    return f"{value:.2g} %".replace("-", "−")


def plain(value: float) -> str:
    """Return a number with four significant digits."""
    return f"{value:.4g}".replace("-", "−")


def place_text(page: Array, frame: Frame) -> str:
    """Return a place in data coordinates, or that it is on the page."""
    x, y = frame.to_data(np.asarray(page, float))[0]
    if not frame.fitted:
        return f"({x:.0f} bp, {y:.0f} bp)"
    return f"({plain(float(x))}, {plain(float(y))})"


def plural(n: int, word: str, words: str = "") -> str:
    """Return a count with its noun."""
    return f"{n} {word if n == 1 else words or word + 's'}"


def ink(*items: Bound | Text) -> tuple[int, ...]:
    """Return the scene elements of entities."""
    return tuple(dict.fromkeys(element for item in items for element in item.elements))


def show(*items: Bound | Text, at: Array | Sequence[float] | None = None, note: str = "") -> tuple[Evidence, ...]:
    """Return evidence: the ink of the entities and a place on the page."""
    place = None if at is None else (float(at[0]), float(at[1]))
    return (Evidence(ink(*items), place, note),)
