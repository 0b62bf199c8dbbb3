r"""Texts printed over each other: neither can be read.

Two labels in one place leave one blot on the paper. A text that lies over another text stays where it is, but it reads
``\overprinted{…}``, which no label is; the same text again in its own place is only made bolder.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import shapely

from mathvis.binding.marks import MARK_FORMS
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mathvis.scene.model import Label

_RINGS: Final = frozenset("○◯□◻◇△▽")
"""Signs that are set around something."""
_INSET: Final = 0.1
"""Share of the type size that letters leave free of their box."""


def overprinted(labels: Sequence[Label]) -> frozenset[int]:
    """Indices of those labels that lie over others so far that neither can be read."""
    labels = [label for label in labels if label.form not in MARK_FORMS and label.form not in _RINGS]
    if len(labels) < 2:
        return frozenset()
    boxes = [_box(label) for label in labels]
    tree = shapely.STRtree(boxes)
    found: set[int] = set()
    for first, second in zip(*tree.query(boxes, predicate="intersects").tolist(), strict=True):
        one, other = labels[first], labels[second]
        if first >= second or _is_again(one, other):
            continue
        smaller = min(boxes[first].area, boxes[second].area)
        if smaller > 0 and boxes[first].intersection(boxes[second]).area > TOLERANCES.texts_over * smaller:
            found |= {one.index, other.index}
    return frozenset(found)


def _is_again(one: Label, other: Label) -> bool:
    apart = float(np.hypot(*np.subtract(one.baseline, other.baseline)))
    return one.form == other.form and apart < TOLERANCES.text_again * min(one.size, other.size)


def _box(label: Label) -> shapely.Geometry:
    """The box of a label's ink, drawn in a little where it is a large one."""
    box = shapely.MultiPoint(np.array(label.box)).convex_hull
    inset = _INSET * min(label.size, float(np.sqrt(box.area)))
    return box.buffer(-inset, join_style="mitre") if box.area > 0 else box
