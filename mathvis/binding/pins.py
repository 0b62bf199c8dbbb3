"""Texts that are tied to an object by more than nearness: by a leader line, or by a row of a legend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import shapely

from mathvis.scene.model import Label, Path
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mathvis.binding.ink import Ink
    from mathvis.binding.labels import Claim, Printed
    from mathvis.binding.marks import Array
    from mathvis.figure.model import Style

_LEADER = 0.4
"""Longest leader, as a share of the panel's diagonal."""
_AT_TEXT = 0.6
"""A leader starts, and a legend's sample stands, within this many type sizes of its text."""
_SAMPLE = (0.8, 5.0)
"""Length of a legend's sample in type sizes."""
_SAMPLE_GAP = 2.0
"""Widest gap between a sample and its text in type sizes."""


@dataclass(frozen=True, slots=True)
class Pins:
    """Texts (indices into ``ink.texts``) by the claim that they label, and the strokes that say so."""

    to: dict[int, str]
    strokes: frozenset[int]


def pins(
    ink: Ink,
    claims: Sequence[Claim],
    styles: Mapping[str, Style],
    taken: frozenset[int],
    diagonal: float,
) -> Pins:
    """Find leaders and legend rows among strokes that belong to nothing else.

    Parameters
    ----------
    ink
        The visible ink.
    claims
        Objects of one panel that compete for labels.
    styles
        Looks of the curves among them, by id.
    taken
        Elements that are spoken for.
    diagonal
        The panel's diagonal in big points.
    """
    wanted = {claim.wanted for claim in claims if claim.wanted is not None}
    owned = {k for claim in claims for k in claim.own}
    texts = [(k, item) for k, item in enumerate(ink.texts) if item.text.form in wanted and k not in owned]
    to: dict[int, str] = {}
    strokes: set[int] = set()
    objects = [claim for claim in claims if claim.rival in ("point", "curve", "region")]
    if not texts or not objects:
        return Pins(to, frozenset())
    tree = shapely.STRtree([claim.geometry for claim in objects])
    for k, item in texts[:500]:
        found = ink.geometry.tree.query(item.box, predicate="dwithin", distance=_SAMPLE_GAP * item.height)
        for path in ink.main(ink.scene.elements[i] for i in found[:200].tolist()):
            if path.index in taken or path.stroke is None or path.tips or path.fill is not None:
                continue
            lines = ink.outlines(path)
            if len(lines) != 1 or lines[0].closed:
                continue
            sample = _sample_of(path, lines[0].points, item, styles)
            target = sample or _led_to(lines[0].points, item, objects, tree, diagonal)
            if target is not None:
                to[k] = target
                strokes.add(path.index)
                break
    return Pins(to, frozenset(strokes))


def _led_to(
    points: Array, item: Printed, objects: Sequence[Claim], tree: shapely.STRtree, diagonal: float
) -> str | None:
    """The object at the far end of a leader that starts at a text."""
    line = shapely.LineString(points)
    if line.length > _LEADER * diagonal:
        return None
    gaps = [float(item.box.distance(shapely.Point(end))) for end in (points[0], points[-1])]
    if min(gaps) > _AT_TEXT * item.height or max(gaps) < max(2 * min(gaps), 0.4 * item.height):
        return None
    near, far = (shapely.Point(end) for end in (points if gaps[0] <= gaps[1] else points[::-1])[[0, -1]])
    if len(tree.query(near, "dwithin", TOLERANCES.on * diagonal)):
        return None  # It starts at an object, not at the text.
    reach = TOLERANCES.on * diagonal + 0.3 * item.height
    found = sorted((float(objects[j].geometry.distance(far)), j) for j in tree.query(far, "dwithin", reach).tolist())
    if not found:
        return None
    rest = [gap for gap, j in found[1:] if objects[j].rival == objects[found[0][1]].rival]
    if rest and rest[0] < TOLERANCES.label_lead * max(found[0][0], 0.5):
        return None
    best: str = objects[found[0][1]].id
    return best


def _sample_of(path: Path, points: Array, item: Printed, styles: Mapping[str, Style]) -> str | None:
    """The one curve whose look a legend's sample repeats, if the stroke is the sample of a text's row."""
    step = points[-1] - points[0]
    size = float(np.hypot(*step))
    low, high = item.box.bounds[1], item.box.bounds[3]
    short, long = _SAMPLE[0] * item.height, _SAMPLE[1] * item.height
    if path.stroke is None or not short <= size <= long or abs(float(step[1])) > 0.02 * size:
        return None
    level = float(points[:, 1].mean())
    beside = points[:, 0].max() <= item.box.bounds[0] + 0.1 * item.height or points[:, 0].min() >= item.box.bounds[2]
    if not (low <= level <= high and beside and float(np.ptp(points[:, 1])) <= 0.1 * item.height):
        return None
    alike = [ident for ident, style in styles.items() if _same_look(path, style)]
    return alike[0] if len(alike) == 1 else None


def _same_look(path: Path, style: Style) -> bool:
    stroke = path.stroke
    if stroke is None or style.stroke is None or bool(stroke.dash) != style.dashed:
        return False
    if max(abs(a - b) for a, b in zip(stroke.paint.color, style.stroke, strict=True)) > 0.02:
        return False
    thin, thick = sorted((stroke.width, style.width))
    return thick < TOLERANCES.width_ratio * max(thin, 1e-9)


def legend_ground(ink: Ink, path: Path, samples: frozenset[int], claimed: frozenset[int]) -> bool:
    """Whether a path is a frame or ground around nothing but legend rows (at least one)."""
    lines = ink.outlines(path)
    if len(lines) != 1 or not samples:
        return False
    shape = shapely.box(*shapely.MultiPoint(lines[0].points).bounds)
    inside = {int(k) for k in ink.geometry.tree.query(shape, predicate="contains")} - {path.index}
    if not inside & samples:
        return False
    return all(
        k in samples or (isinstance(ink.scene.elements[k], Label) and k in claimed) or not ink.seen(k) for k in inside
    )
