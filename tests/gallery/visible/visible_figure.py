"""What a figure of the gallery says about itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Figure:
    """A small figure and what a reader sees of it.

    Attributes
    ----------
    key
        Its name in the gallery.
    source
        The body of a ``tikzpicture``, or the content of an ``svg`` of 200 × 150 units.
    shares
        Visible share by name, or by “text” of a label; None: nothing of the kind is painted, or nothing of it seen.
    tolerance
        How far a share may be off.
    cause
        Why the first object's ink is lost.
    contrast
        Contrast ratio by name.
    coats
        Visible shares of stroke and fill by name.
    notes
        Codes, one of which the reader must note.
    """

    key: str
    kind: str
    source: str
    shares: Mapping[str, float | None]
    tolerance: float = 0.005
    cause: str | None = None
    contrast: Mapping[str, float] = field(default_factory=dict)
    coats: Mapping[str, tuple[float | None, float | None]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    attributes: str = 'width="200" height="150" viewBox="0 0 200 150"'


def grey_contrast(level: float) -> float:
    """Contrast ratio of a grey (sRGB level in [0, 1]) to white, by the definition of WCAG 2.1."""
    light = level / 12.92 if level <= 0.03928 else ((level + 0.055) / 1.055) ** 2.4
    return 1.05 / (light + 0.05)
