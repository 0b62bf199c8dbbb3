"""Which painted glyphs and rules make one label.

The glyphs and rules of one text box of a node are one label. Text that no mark claims is gathered by
nearness. Fraction bars, root bars and radicals belong to their label.
"""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from mathvis.scene.readers.pdf_geometry import Box, bounds
from mathvis.scene.readers.pdf_ink import GlyphInk, PathInk

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mathvis.scene.model import XY
    from mathvis.scene.readers.pdf_ink import Ink

REACH_ACROSS = 0.35
"""Free glyphs nearer than twice this share of their size, side by side, are one label."""
REACH_UP = 0.25
"""The same for lines above each other."""
BAR_THICKNESS = 0.12
"""A bar of a label is thinner than this share of the type size."""
BAR_REACH = 0.5
"""A bar belongs to text that it is nearer to than this share of the type size."""
BAR_WEIGHT = 0.2
"""A bar in a text box is thinner than this share of the type size."""
BAR_ALONG = 0.4
"""Share of a bar in a text box that is that near to glyphs."""
_PLACES = 16
_LIKE, _BASE, _GAP, _OVER = 0.95, 0.05, 0.2, 0.02
"""Texts of like size on like baselines whose ink is nearer than this gap, in type sizes, are read as one."""


class TextGroup(NamedTuple):
    """The ink of one label: indices of its glyphs and of the paths among them."""

    glyphs: tuple[int, ...]
    rules: tuple[int, ...]


class Axes(NamedTuple):
    """Directions of a line of text: along it, and up."""

    along: XY
    up: XY

    def local(self, point: XY) -> XY:
        """Return a point of the page along the line and up from it."""
        return (
            point[0] * self.along[0] + point[1] * self.along[1],
            point[0] * self.up[0] + point[1] * self.up[1],
        )

    def page(self, x: float, y: float) -> XY:
        """Return the point of the page so far along the line and up from it."""
        return (x * self.along[0] + y * self.up[0], x * self.along[1] + y * self.up[1])


def axes_of(glyph: GlyphInk) -> Axes:
    """Return the directions of the line of text that a glyph stands on."""
    a, b, c, d, _, _ = glyph.matrix
    length = math.hypot(a, b)
    along = (a / length, b / length) if length > 0 else (1.0, 0.0)
    turned = (-along[1], along[0])
    return Axes(along, turned if a * d - b * c >= 0 else (-turned[0], -turned[1]))


def _angle_key(glyph: GlyphInk) -> tuple[int, bool]:
    axes = axes_of(glyph)
    degrees = math.degrees(math.atan2(axes.along[1], axes.along[0]))
    mirrored = axes.along[0] * axes.up[1] - axes.along[1] * axes.up[0] < 0
    return (round(degrees) % 360, mirrored)


def size_of(glyph: GlyphInk) -> float:
    """Return the type size of a glyph on the page."""
    return math.hypot(glyph.matrix[2], glyph.matrix[3])


def _ink_box(glyph: GlyphInk) -> Box:
    """Return a glyph's box in text units; the type's usual extent where the outline cannot be read."""
    if glyph.shape.box is not None:
        return glyph.shape.box
    return (0.0, 0.0, glyph.shape.width, 0.0 if glyph.shape.drawn else 0.7)


def corners_of(glyph: GlyphInk) -> list[XY]:
    """Return the corners of the box of a glyph's ink on the page."""
    a, b, c, d, e, f = glyph.matrix
    x0, y0, x1, y1 = _ink_box(glyph)
    return [(a * x + c * y + e, b * x + d * y + f) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]


def groups(ink: Sequence[Ink]) -> list[TextGroup]:
    """Gather glyphs, and the rules among them, into labels."""
    boxed: dict[int, list[int]] = defaultdict(list)
    rules: dict[int, list[int]] = defaultdict(list)
    free: dict[int, list[int]] = defaultdict(list)
    free_rules: dict[int, list[int]] = defaultdict(list)
    for index, item in enumerate(ink):
        frame = item.frame
        own = frame.nearest("text", "cmd", "path", "node", "tip", "mark", "shade") if frame is not None else None
        key = own.serial if own is not None else -1
        in_text = own is not None and own.kind == "text"
        if isinstance(item, GlyphInk):
            (boxed if in_text else free)[key].append(index)
        elif isinstance(item, PathInk) and (in_text or own is None or own.kind == "node"):
            (rules if in_text else free_rules)[key].append(index)
    found = []
    for key, members in boxed.items():
        found += _by_angle(ink, members, rules[key])
    for key, members in free.items():
        for cluster in _clusters(ink, members):
            near = [rule for rule in free_rules[key] if _belongs(ink, rule, cluster)]
            taken = set(near)
            free_rules[key] = [rule for rule in free_rules[key] if rule not in taken]
            found += _by_angle(ink, cluster, near)
    return _read_on(ink, found)


def _read_on(ink: Sequence[Ink], found: Sequence[TextGroup]) -> list[TextGroup]:
    """Join texts that meet in digits, so close on one line that a reader sees one number."""
    lines: dict[tuple[int, bool], list[tuple[float, Box, float, TextGroup]]] = defaultdict(list)
    joined: list[TextGroup] = []
    for group in found:
        glyphs = [item for item in (ink[index] for index in group.glyphs) if isinstance(item, GlyphInk)]
        shown = [glyph for glyph in glyphs if glyph.shape.box is not None]
        if not shown:
            joined.append(group)
            continue
        size, axes = max(size_of(glyph) for glyph in shown), axes_of(shown[0])
        mains = [glyph for glyph in shown if size_of(glyph) >= _LIKE * size]
        level = axes.local((mains[0].matrix[4], mains[0].matrix[5]))[1]
        box = bounds(axes.local(p) for glyph in shown for p in corners_of(glyph))
        lines[_angle_key(shown[0])].append((level, box, size, group))
    for texts in lines.values():
        texts.sort(key=lambda text: text[1][0])
        open_: list[tuple[float, Box, float, TextGroup]] = []
        for level, box, size, group in texts:
            for at, (other, (x0, y0, x1, y1), large, first) in enumerate(open_):
                like = min(size, large) >= _LIKE * max(size, large) and abs(level - other) <= _BASE * size
                if like and -_OVER * size <= box[0] - x1 <= _GAP * size and _is_number(ink, first, group):
                    both = TextGroup(first.glyphs + group.glyphs, first.rules + group.rules)
                    open_[at] = (other, (x0, min(y0, box[1]), box[2], max(y1, box[3])), large, both)
                    break
            else:
                open_.append((level, box, size, group))
        joined += [text[3] for text in open_]
    return joined


def _is_number(ink: Sequence[Ink], first: TextGroup, second: TextGroup) -> bool:
    """Tell whether the last glyph of a text and the first of another are digits."""
    ends = []
    for group, last in ((first, True), (second, False)):
        glyphs = [item for item in (ink[index] for index in group.glyphs) if isinstance(item, GlyphInk)]
        shown = [glyph for glyph in glyphs if glyph.shape.box is not None]
        axes = axes_of(shown[0])
        ordered = sorted(shown, key=lambda glyph: axes.local((glyph.matrix[4], glyph.matrix[5]))[0])
        ends.append(ordered[-1 if last else 0].shape.char)
    return all(char.isdigit() for char in ends)


def _by_angle(ink: Sequence[Ink], members: Iterable[int], rules: Sequence[int]) -> list[TextGroup]:
    turned: dict[tuple[int, bool], list[int]] = defaultdict(list)
    for index in members:
        glyph = ink[index]
        if isinstance(glyph, GlyphInk):
            turned[_angle_key(glyph)].append(index)
    main = max(turned, key=lambda key: len(turned[key]))
    bars = tuple(rule for rule in rules if _is_bar(ink, rule, turned[main]))
    return [TextGroup(tuple(part), bars if key == main else ()) for key, part in turned.items()]


def _is_bar(ink: Sequence[Ink], rule: int, members: Sequence[int]) -> bool:
    """Tell whether a path in a text is a bar of it: thin, and along its glyphs for the better part.

    Other ink is what it looks like, though a text box holds it.
    """
    path = ink[rule]
    glyphs = [item for item in (ink[index] for index in members) if isinstance(item, GlyphInk)]
    if not isinstance(path, PathInk) or not glyphs:
        return False
    axes, size = axes_of(glyphs[0]), max(size_of(glyph) for glyph in glyphs)
    x0, y0, x1, y1 = bar_box(path, axes)
    if min(x1 - x0, y1 - y0) > BAR_WEIGHT * size:
        return False
    reach = BAR_REACH * size
    boxes = [bounds(axes.local(point) for point in corners_of(glyph)) for glyph in glyphs]
    places = [(x0 + (x1 - x0) * k / _PLACES, y0 + (y1 - y0) * k / _PLACES) for k in range(_PLACES + 1)]
    near = sum(
        any(a - reach <= x <= c + reach and b - reach <= y <= d + reach for a, b, c, d in boxes) for x, y in places
    )
    return near >= BAR_ALONG * len(places)


def _clusters(ink: Sequence[Ink], members: Sequence[int]) -> list[list[int]]:
    """Join glyphs whose boxes, widened by a share of their size, meet."""
    boxes: dict[int, Box] = {}
    for index in members:
        glyph = ink[index]
        if isinstance(glyph, GlyphInk):
            size = size_of(glyph)
            axes = axes_of(glyph)
            reach = [axes.page(i * REACH_ACROSS * size, j * REACH_UP * size) for i in (-1, 1) for j in (-1, 1)]
            boxes[index] = bounds((x + dx, y + dy) for x, y in corners_of(glyph) for dx, dy in reach)
    parent = {index: index for index in boxes}

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    order = sorted(boxes, key=lambda index: boxes[index][0])
    active: list[int] = []
    for index in order:
        x0, y0, _, y1 = boxes[index]
        active = [other for other in active if boxes[other][2] >= x0]
        for other in active:
            if boxes[other][1] <= y1 and boxes[other][3] >= y0:
                parent[root(index)] = root(other)
        active.append(index)
    joined: dict[int, list[int]] = defaultdict(list)
    for index in members:
        if index in boxes:
            joined[root(index)].append(index)
    return list(joined.values())


def _belongs(ink: Sequence[Ink], rule: int, cluster: Sequence[int]) -> bool:
    """Tell whether a free path is a bar that lies close to a cluster of glyphs."""
    path = ink[rule]
    glyphs = [item for item in (ink[index] for index in cluster) if isinstance(item, GlyphInk)]
    if not isinstance(path, PathInk) or not glyphs:
        return False
    size = max(size_of(glyph) for glyph in glyphs)
    x0, y0, x1, y1 = bar_box(path, axes_of(glyphs[0]))
    if y1 - y0 > BAR_THICKNESS * size or x1 - x0 <= y1 - y0:
        return False
    axes = axes_of(glyphs[0])
    gx0, gy0, gx1, gy1 = bounds(axes.local(p) for glyph in glyphs for p in corners_of(glyph))
    reach = BAR_REACH * size
    return gx0 - reach <= x0 and x1 <= gx1 + reach and gy0 - reach <= y0 and y1 <= gy1 + reach


def bar_box(path: PathInk, axes: Axes) -> Box:
    """Return the painted box of a bar, a filled rectangle or a stroked line, along the text's axes."""
    x0, y0, x1, y1 = bounds(axes.local(p) for subpath in path.subpaths for p in subpath.points)
    if path.stroke is None:
        return (x0, y0, x1, y1)
    half = path.stroke.width / 2
    level = x1 - x0 >= y1 - y0
    dx, dy = (0.0, half) if level else (half, 0.0)
    return (x0 - dx, y0 - dy, x1 + dx, y1 + dy)
