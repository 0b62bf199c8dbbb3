"""Legibility: labels that can be read, nothing on top of anything, arrowheads that can be seen. All soft."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from mathvis.figure.finding import Evidence, Finding, scored, undecided
from mathvis.figure.model import Curve, Edge, Figure
from mathvis.goldir.codes import Code, Group
from mathvis.predicates.measure.polyline import pointing
from mathvis.predicates.measure.words import name_of, percent, plural, show
from mathvis.predicates.registry import predicate
from mathvis.scene.geometry import SceneGeometry
from mathvis.scene.model import Label, Path, Role
from mathvis.scene.polyline import Polyline, cut
from mathvis.scene.seen import Cause
from mathvis.scene.visibility import Visibility
from mathvis.tolerances import TOLERANCES

_HALF = 0.5


class _Flaw(NamedTuple):
    """What keeps a label from being read: the grade it leaves, why, and where."""

    grade: float
    words: str
    code: Code
    label: Label


@predicate(group=Group.RENDERING, codes=(Code.U1, Code.U2, Code.U3, Code.U5), soft=True)
def labels_legible(figure: Figure) -> Finding:
    """Every label can be read: large enough, dark enough, whole, and with nothing on top of it.

    At printed size a label's main characters measure at least ``text_size`` points (sub- and superscripts are
    exempt); its contrast is at least ``contrast``; at least ``visible_share`` of its box is seen, inside the
    canvas; at most ``label_overlap`` of its box is covered by another label or by visible lines. A label just short
    of one of these (three quarters of the size or contrast, twice the overlap and more of its box hidden) is graded
    ½, one far short 0; the worst label decides.

    Examples
    --------
    ::

        - legible: {labels_legible: {}, weight: 2}
    """
    seen = figure.seen()
    geometry = seen.geometry
    labels = [element for element in figure.scene.elements if isinstance(element, Label)]
    if not labels:
        return undecided("there is no label")
    flaws = [
        flaw for label in labels for flaw in (_dim(seen, label), _covered(geometry, seen, label)) if flaw is not None
    ]
    return _worst(flaws, plural(len(labels), "label") + " can be read")


@predicate(group=Group.RENDERING, codes=(Code.U1,), soft=True)
def no_overlaps(figure: Figure) -> Finding:
    """No label lies on another label or on a line, beyond ``label_overlap`` of its box.

    Graded as by `labels_legible`.

    Examples
    --------
    ::

        - apart: {no_overlaps: {}, weight: 1}
    """
    seen = figure.seen()
    geometry = seen.geometry
    labels = [element for element in figure.scene.elements if isinstance(element, Label)]
    flaws = [flaw for label in labels if (flaw := _covered(geometry, seen, label)) is not None]
    return _worst(flaws, "nothing overlaps")


def _worst(flaws: list[_Flaw], otherwise: str) -> Finding:
    if not flaws:
        return scored(1.0, otherwise)
    worst = min(flaws, key=lambda flaw: flaw.grade)
    where = np.mean(worst.label.box, axis=0)
    evidence = (Evidence((worst.label.index,), (float(where[0]), float(where[1]))),)
    more = f" (and {plural(len(flaws) - 1, 'more flaw')})" if len(flaws) > 1 else ""
    return scored(worst.grade, f"“{worst.label.text}” {worst.words}{more}", code=worst.code, evidence=evidence)


def _dim(seen: Visibility, label: Label) -> _Flaw | None:
    """Return the worst flaw of a label in size, contrast or visible share."""
    flaws = []
    size = seen.text_size(label.index)
    if size < TOLERANCES.text_size:
        near = size >= 0.75 * TOLERANCES.text_size
        flaws.append(_Flaw(_HALF if near else 0.0, f"is set in {size:.1f} pt", Code.U2, label))
    look = seen[label.index]
    if look.share > 0 and look.contrast < TOLERANCES.contrast:
        near = look.contrast >= 0.75 * TOLERANCES.contrast
        flaws.append(_Flaw(_HALF if near else 0.0, f"has a contrast of {look.contrast:.1f} : 1", Code.U5, label))
    if look.share < TOLERANCES.visible_share:
        outside = look.lost.get(Cause.PAGE, 0.0) + look.lost.get(Cause.CLIP, 0.0) > (1 - look.share) / 2
        near = look.share >= 0.75
        words = f"is only {percent(look.share)} visible"
        flaws.append(_Flaw(_HALF if near else 0.0, words, Code.U3 if outside else Code.U1, label))
    return min(flaws, key=lambda flaw: flaw.grade, default=None)


def _covered(geometry: SceneGeometry, seen: Visibility, label: Label) -> _Flaw | None:
    """Return the flaw of a label that shares its box with another label or with visible lines."""
    box = _ink_box(label)
    if box.is_empty or not box.area > 0:
        return None
    others: list[BaseGeometry] = []
    name = ""
    own = {label.index, *label.elements}
    for index in geometry.tree.query(box):
        other = geometry.scene.elements[int(index)]
        if other.index in own:
            continue
        part = _intruder(seen, geometry, label, int(index), box)
        if part is not None and not part.is_empty and part.area > 0:
            others.append(part)
            name = name or (f"“{other.text}”" if isinstance(other, Label) else "a line")
    if not others:
        return None
    share = float(shapely.union_all(others).area / box.area)
    if share <= TOLERANCES.label_overlap:
        return None
    grade = _HALF if share <= 5 * TOLERANCES.label_overlap else 0.0
    return _Flaw(grade, f"is covered to {percent(share)} by {name}", Code.U1, label)


def _ink_box(label: Label) -> BaseGeometry:
    """Return a label's box, drawn in a little: glyphs do not fill it to the rim."""
    box = shapely.make_valid(shapely.Polygon(label.box))
    inset = 0.1 * min(label.size, float(np.sqrt(box.area)))
    return box.buffer(-inset, join_style="mitre") if box.area > 0 else box


def _intruder(
    seen: Visibility, geometry: SceneGeometry, label: Label, index: int, box: BaseGeometry
) -> BaseGeometry | None:
    """Return what of another element lies in a label's box and is seen there, or None."""
    other = geometry.scene.elements[index]
    if isinstance(other, Label):
        return shapely.intersection(box, _ink_box(other)) if other.node is None or other.node != label.node else None
    if not isinstance(other, Path) or other.role in (Role.GRID, Role.CASING, Role.TEXT):
        return None
    if other.stroke is None or seen.contrast(index) < TOLERANCES.contrast:
        return None
    half = geometry.width(index) / 2
    lines = [
        shapely.LineString(part.points).buffer(half, cap_style="flat") for part in _stretches(seen, geometry, index)
    ]
    return shapely.intersection(box, shapely.union_all(lines)) if lines else None


def _stretches(seen: Visibility, geometry: SceneGeometry, index: int) -> list[Polyline]:
    """Return the stretches of a line that are painted in sight, without the gaps that a reader bridges in thought."""
    out = []
    for piece, whole in enumerate(geometry.polylines(index)):
        gaps = sorted((gap.start, gap.stop) for gap in seen[index].gaps if gap.piece == piece)
        start = 0.0
        for low, high in (*gaps, (whole.length, whole.length)):
            if low > start:
                out.append(cut(whole, start, low))
            start = max(start, high)
    return [part for part in out if len(part.points) > 1 and part.length > 0]


@predicate(group=Group.RENDERING, codes=(Code.R3, Code.U1, Code.U2, Code.U5), soft=True)
def arrowheads_visible(paths: tuple[Curve | Edge, ...], figure: Figure) -> Finding:
    """Every path carries an arrowhead that can be seen.

    A head counts when it measures at least ``tip_size`` points at printed size and ``visible_share`` of it is seen
    with enough contrast. 1 if every path has one, ½ if at least half of them have, 0 otherwise.

    Examples
    --------
    ::

        - heads: {arrowheads_visible: {paths: [fC, pC]}, weight: 1}
    """
    seen = figure.seen()
    geometry = seen.geometry
    good, bad = 0, []
    for path in paths:
        if any(_is_clear(seen, geometry, elements, figure.printed) for elements in _heads(path)):
            good += 1
        else:
            bad.append(path)
    score = 1.0 if not bad else _HALF if 2 * good >= len(paths) else 0.0
    words = "every arrowhead can be seen" if not bad else f"no visible arrowhead on {name_of(bad[0])}"
    return scored(score, words, code=Code.R3, measured=f"{good} of {len(paths)}", evidence=show(*(bad or paths)))


def _heads(path: Curve | Edge) -> list[tuple[int, ...]]:
    return [tip.elements or path.elements for tip in pointing(path.tips)]


def _is_clear(seen: Visibility, geometry: SceneGeometry, elements: tuple[int, ...], printed: float) -> bool:
    """Whether the elements of a tip are large and visible enough."""
    found = [index for index in elements if 0 <= index < len(seen)]
    if not found:
        return False
    boxes = geometry.boxes[found]
    size = float(np.hypot(*(boxes[:, 2:].max(axis=0) - boxes[:, :2].min(axis=0)))) * printed
    return size >= TOLERANCES.tip_size and all(
        seen.share(index) >= TOLERANCES.visible_share and seen.contrast(index) >= TOLERANCES.contrast for index in found
    )
