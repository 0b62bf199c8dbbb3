"""Which spans of a ``text`` element are one label."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mathvis.scene.readers.svg_text import Span

_NEAR = 64
"""Spans at the end of a label that the next one is held against."""


def group(spans: list[Span]) -> list[list[Span]]:
    """Part the spans of a text element into labels.

    A span goes on with the label before it when it starts near where that one ended, at most a script's height
    above or below; otherwise (another line, a jump) it begins a label of its own.
    """
    labels: list[list[Span]] = []
    for span in spans:
        if not span.text.strip():
            if labels:
                labels[-1].append(span)
            continue
        if labels and _follows(labels[-1], span):
            labels[-1].append(span)
        else:
            labels.append([span])
    return labels


def _follows(label: list[Span], span: Span) -> bool:
    label = label[-_NEAR:]
    inked = [item for item in label if item.text.strip()]
    size = max(item.style.font_size for item in [*inked, span])
    end = max(item.start[0] + item.advance for item in label)
    begin = min(item.start[0] for item in inked)
    gap = span.start[0] - end
    near = max(label, key=lambda item: item.start[0] + item.advance).start[1]
    rise = min(abs(span.start[1] - item.start[1]) for item in inked)
    stacked = span.start[0] >= begin - 0.3 * size and gap <= 1.5 * size
    return stacked and rise <= 0.9 * size and abs(span.start[1] - near) <= 1.5 * size
