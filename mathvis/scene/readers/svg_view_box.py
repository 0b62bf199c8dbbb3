"""View boxes: ``viewBox``, and how ``preserveAspectRatio`` fits one into a viewport."""

from __future__ import annotations

import re

from mathvis.scene.readers.svg_boxes import Box
from mathvis.scene.readers.svg_numbers import parse_numbers
from mathvis.scene.readers.svg_transforms import Matrix


def parse_view_box(text: str | None) -> Box | None:
    """Read a ``viewBox``; nothing where it is malformed or has a negative side."""
    numbers = parse_numbers(text) if text is not None else None
    if numbers is None or len(numbers) != 4 or numbers[2] < 0 or numbers[3] < 0:
        return None
    x, y, w, h = numbers
    return Box(x, y, x + w, y + h)


_ASPECT = re.compile(
    r"\s*(?:defer\s+)?(none|x(min|mid|max)y(min|mid|max))(?![\w-])(?:\s+(meet|slice)(?![\w-]))?", re.IGNORECASE
)


def valid_aspect(aspect: str | None) -> bool:
    """Whether ``preserveAspectRatio`` is absent or starts with an alignment; the renderer ignores what follows it."""
    return aspect is None or _ASPECT.match(aspect) is not None


def view_box_transform(box: Box, viewport: Box, aspect: str | None) -> Matrix:
    """Map a view box into a viewport as ``preserveAspectRatio`` says.

    The caller makes sure that `box` has a positive width and height.
    """
    match = _ASPECT.match(aspect or "")
    words = [word.lower() if word else "" for word in match.groups()] if match else ["", "mid", "mid", ""]
    sx, sy = viewport.width / box.width, viewport.height / box.height
    if words[0] == "none":
        return Matrix(sx, 0, 0, sy, viewport.x0 - box.x0 * sx, viewport.y0 - box.y0 * sy)
    s = max(sx, sy) if words[3] == "slice" else min(sx, sy)
    share = {"min": 0.0, "mid": 0.5, "max": 1.0}
    left = share[words[1]] * (viewport.width - s * box.width)
    top = share[words[2]] * (viewport.height - s * box.height)
    return Matrix(s, 0, 0, s, viewport.x0 + left - s * box.x0, viewport.y0 + top - s * box.y0)
