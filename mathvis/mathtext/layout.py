"""From positioned boxes to a row: fractions, roots, accents, lines, limits and scripts.

All thresholds are shares of the type size, set between the values TeX's fonts use: superscripts rise by .29 to
.41 em, subscripts fall by .15 to .25 em, script type is .7 (at small sizes up to .75) of the text's, the
mathematical axis lies .25 em above the baseline, lines are 1.2 em apart, a word space is .33 em and the widest
space that does not part numbers is .22 em.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from mathvis.mathtext.ink import Rule
from mathvis.mathtext.symbols import NEGATION
from mathvis.mathtext.tree import SPACE, Accent, Frac, Node, Root, Row, Script, Stack, Sym

AXIS: Final = 0.25
"""Height of fraction bars and of the middle of tall delimiters above the baseline."""

_SMALL: Final = 0.85
"""Type below this share of the row's is script type."""
_SHIFT: Final = 0.12
"""A baseline nearer than this is the row's own."""
_LINE: Final = 0.75
"""Baselines of equal type farther apart than this are lines of their own."""
_GAP: Final = 0.25
"""A gap that parts two numbers."""
_NEAR: Final = 0.5
"""Horizontal gap up to which ink belongs together."""
_TOUCH: Final = 0.35
"""Vertical gap up to which ink belongs together across a bar."""


@dataclass(frozen=True, slots=True)
class Box:
    """A piece of a row.

    Attributes
    ----------
    nodes
        What it reads as.
    x0, x1
        Horizontal extent (advance).
    y
        Baseline; for a hanging box the baseline of the row it is centred in.
    size
        Type size.
    top, bottom
        Vertical extent, possibly estimated.
    hangs
        Centred on the axis, whatever its origin: tall delimiters, big operators, fractions.
    mark
        Name of the accent that this glyph is.
    operator
        Whether limits may stand above and below it.
    """

    nodes: Row
    x0: float
    x1: float
    y: float
    size: float
    top: float
    bottom: float
    hangs: bool = False
    mark: str = ""
    operator: bool = False

    @property
    def center(self) -> float:
        """Middle of the horizontal extent."""
        return (self.x0 + self.x1) / 2

    @property
    def middle(self) -> float:
        """Middle of the vertical extent."""
        return (self.top + self.bottom) / 2

    def shows(self, chars: str) -> bool:
        """Whether it is a single symbol among `chars`."""
        return len(self.nodes) == 1 and isinstance(self.nodes[0], Sym) and self.nodes[0].char in chars


@dataclass(frozen=True, slots=True)
class Bar:
    """A horizontal rule."""

    x0: float
    x1: float
    y: float


def bar_of(rule: Rule) -> Bar:
    """The bar along a rule's middle."""
    return Bar(min(rule.x0, rule.x1), max(rule.x0, rule.x1), (rule.y0 + rule.y1) / 2)


def read(boxes: Sequence[Box], bars: Sequence[Bar]) -> Row:
    """Read boxes and bars of one label as a row.

    Parameters
    ----------
    boxes
        Glyphs as boxes, any order.
    bars
        Horizontal rules.
    """
    items = _overlays(list(boxes))
    for bar in sorted(bars, key=lambda bar: bar.x0 - bar.x1):
        items = _under_bar(items, bar, bars)
    items = _bare_radicals(items)
    items = _accents(items)
    items = _limits(items)
    rows = [_line(line) for line in _lines(items)]
    out: list[Node] = []
    for row in rows:
        if out:
            out.append(Sym(SPACE))
        out.extend(row)
    return tuple(out)


# ---------------------------------------------------------------------------------------------- bars


def _under_bar(items: list[Box], bar: Bar, bars: Sequence[Bar]) -> list[Box]:
    """Replace what a bar belongs to by one box."""
    if not items:
        return items
    size = max(item.size for item in items)
    radical = _radical_of(items, bar)
    if radical is not None:
        body = [
            item
            for item in _within(items, bar)
            if item is not radical and item.middle < bar.y and item.top > radical.bottom - 0.05 * radical.size
        ]
        if not body:
            return items
        index = [
            item
            for item in items
            if item is not radical
            and item not in body
            and item.size < _SMALL * max(part.size for part in body)
            and radical.x0 - 0.6 * size < item.center < radical.x0 + 0.6 * (radical.x1 - radical.x0)
            and radical.middle < item.middle < bar.y + 0.3 * size
            and item.size < 0.65 * size
        ]
        return _replace(items, [radical, *body, *index], _root(radical, body, index, bar))
    inside = _within(items, bar)
    above = _chain([item for item in inside if item.middle > bar.y], bar.y, up=True)
    below = _chain([item for item in inside if item.middle < bar.y], bar.y, up=False)
    if above and below and not (_leaks(items, above, bar, bars) and _leaks(items, below, bar, bars)):
        return _replace(items, [*above, *below], _fraction(above, below, bar))
    close_below = below and bar.y - max(item.top for item in below) < 0.3 * size
    close_above = above and min(item.bottom for item in above) - bar.y < 0.3 * size
    if close_below and not (close_above and _leaks(items, above, bar, bars) < _leaks(items, below, bar, bars)):
        return _replace(items, below, _marked("bar", below, bar))
    if close_above:
        return _replace(items, above, _marked("underline", above, bar))
    return items


def _within(items: list[Box], bar: Bar) -> list[Box]:
    slack = 0.02 * (bar.x1 - bar.x0)
    return [item for item in items if bar.x0 - slack <= item.center <= bar.x1 + slack]


def _chain(items: list[Box], level: float, *, up: bool) -> list[Box]:
    """Boxes connected vertically to a level, gap by gap."""
    left = sorted(items, key=lambda item: item.bottom if up else -item.top)
    out: list[Box] = []
    reach = level
    for item in left:
        gap = item.bottom - reach if up else reach - item.top
        if gap > (2 * _TOUCH if not out else _TOUCH) * item.size:
            break
        out.append(item)
        reach = max(reach, item.top) if up else min(reach, item.bottom)
    return out


def _leaks(items: list[Box], side: list[Box], bar: Bar, bars: Sequence[Bar]) -> bool:
    """Whether the row on one side of a bar goes on beyond the bar's ends, as text lines do."""
    size = max(item.size for item in side)
    for item in items:
        if item in side or bar.x0 <= item.center <= bar.x1 or item.hangs:
            continue
        if any(
            other != bar and abs(other.y - bar.y) < 0.1 * size and other.x0 <= item.center <= other.x1 for other in bars
        ):
            continue
        gap = max(bar.x0 - item.x1, item.x0 - bar.x1)
        if gap < _NEAR * size and any(abs(part.y - item.y) < 0.05 * size and not part.hangs for part in side):
            return True
    return False


def _radical_of(items: list[Box], bar: Bar) -> Box | None:
    """The radical sign whose vinculum the bar is."""
    found = [
        item
        for item in items
        if item.shows("√")
        and abs(item.x1 - bar.x0) < 0.15 * item.size
        and item.middle < bar.y < item.top + 0.4 * item.size
    ]
    return min(found, key=lambda item: abs(item.top - bar.y), default=None)


def _root(radical: Box, body: list[Box], index: list[Box], bar: Bar) -> Box:
    base, size = _baseline(body)
    bottom = min(radical.bottom, *(item.bottom for item in body))
    node = Root(read(body, ()), read(index, ()) if index else ())
    hangs = all(item.hangs for item in body)
    return Box(
        (node,), min(radical.x0, *(i.x0 for i in [radical, *index])), bar.x1, base, size, bar.y, bottom, hangs=hangs
    )


def _fraction(above: list[Box], below: list[Box], bar: Bar) -> Box:
    size = max(item.size for item in (*above, *below))
    node = Frac(read(above, ()), read(below, ()))
    top, bottom = max(item.top for item in above), min(item.bottom for item in below)
    half = max(top - bar.y, bar.y - bottom)
    return Box((node,), bar.x0, bar.x1, bar.y - AXIS * size, size, bar.y + half, bar.y - half, hangs=True)


def _marked(name: str, body: list[Box], bar: Bar) -> Box:
    base, size = _baseline(body)
    top, bottom = max(item.top for item in body), min(item.bottom for item in body)
    return Box(
        (Accent(name, read(body, ())),),
        min(item.x0 for item in body),
        max(item.x1 for item in body),
        base,
        size,
        max(top, bar.y),
        min(bottom, bar.y),
        hangs=all(item.hangs for item in body),
    )


def _baseline(boxes: list[Box]) -> tuple[float, float]:
    """Baseline and type size of the first box of a row that is set in the row's full size."""
    upright = [box for box in boxes if not box.hangs] or boxes
    size = max(box.size for box in upright)
    first = min((box for box in upright if box.size >= _SMALL * size), key=lambda box: box.x0)
    return first.y, size


def _replace(items: list[Box], gone: list[Box], new: Box) -> list[Box]:
    ids = {id(item) for item in gone}
    return [item for item in items if id(item) not in ids] + [new]


# ---------------------------------------------------------------------------------- overlays and accents


def _overlays(items: list[Box]) -> list[Box]:
    """Compound symbols: a stroke through a relation, two symbols stacked to make one."""
    out = list(items)
    for stroke in items:
        if not stroke.shows(NEGATION + "/") or not any(stroke is item for item in out):
            continue
        hosts = [
            item
            for item in out
            if item is not stroke
            and not item.shows(NEGATION + "/")
            and _is_relation(item)
            and abs(item.y - stroke.y) < 0.3 * item.size
            and (
                item.x0 - 0.1 * item.size < stroke.center < item.x1
                if stroke.x1 - stroke.x0 > 0.05 * item.size
                else abs(item.x0 - stroke.x0) < 0.1 * item.size
            )
        ]
        if not hosts:
            continue
        host = min(hosts, key=lambda item: abs(item.center - stroke.center))
        sym = host.nodes[0]
        if isinstance(sym, Sym):
            joined = unicodedata.normalize("NFC", sym.char + NEGATION)
            out = _replace(out, [stroke, host], replace(host, nodes=(Sym(joined, sym.style),)))
    for lower in list(out):
        if not lower.shows("="):
            continue
        for upper in out:
            rise = upper.y - lower.y
            if (
                upper.shows("~.·")
                and abs(upper.center - lower.center) < 0.12 * lower.size
                and 0 < rise < 0.7 * lower.size
            ):
                char = "≅" if upper.shows("~") else "≐"
                out = _replace(out, [upper, lower], replace(lower, nodes=(Sym(char),)))
                break
    return out


def _is_relation(item: Box) -> bool:
    if len(item.nodes) != 1 or not isinstance(item.nodes[0], Sym):
        return False
    return unicodedata.category(item.nodes[0].char) in ("Sm", "So", "Pd", "Po")


def _bare_radicals(items: list[Box]) -> list[Box]:
    return items


def _accents(items: list[Box]) -> list[Box]:
    """Put accent glyphs onto what stands beneath them."""
    out = list(items)
    for mark in sorted((item for item in items if item.mark), key=lambda item: item.y):
        rest = [item for item in out if item is not mark and not item.mark]
        wide = mark.x1 - mark.x0 > 0.6 * mark.size
        slack = 0.1 * mark.size
        below = [
            item
            for item in rest
            if item.bottom < mark.top
            and mark.top - item.bottom < 2.2 * mark.size + (item.top - item.bottom)
            and (
                mark.x0 - slack <= item.center <= mark.x1 + slack
                if wide
                else item.x0 - slack <= mark.center <= item.x1 + slack
            )
        ]
        if not below:
            below = [item for item in rest if item.x0 < mark.x1 + slack and item.x1 > mark.x0 - slack]
        if not below:
            out = _replace(out, [mark], replace(mark, nodes=(), mark=""))
            continue
        nearest = min(below, key=lambda item: abs(item.center - mark.center) + abs(mark.y - item.y))
        body = [item for item in below if abs(item.y - nearest.y) < _LINE * nearest.size] if wide else [nearest]
        base, size = _baseline(body)
        out = _replace(
            out,
            [mark, *body],
            Box(
                (Accent(mark.mark, read(body, ())),),
                min(item.x0 for item in body),
                max(item.x1 for item in body),
                base,
                size,
                max(mark.top, *(item.top for item in body)),
                min(item.bottom for item in body),
                hangs=all(item.hangs for item in body),
            ),
        )
    return out


def _limits(items: list[Box]) -> list[Box]:
    """Limits above and below a big operator become its scripts."""
    out = list(items)
    for operator in [item for item in items if item.operator]:
        parts: dict[bool, list[Box]] = {}
        for up in (False, True):
            side = [
                item
                for item in out
                if item is not operator
                and (
                    item.bottom > operator.top - 0.25 * item.size
                    if up
                    else item.top < operator.bottom + 0.25 * item.size
                )
                and abs(item.middle - (operator.top if up else operator.bottom)) < 1.5 * operator.size
            ]
            group = _contiguous(side, operator)
            if group:
                left, right = min(item.x0 for item in group), max(item.x1 for item in group)
                if abs((left + right) / 2 - operator.center) < 0.35 * operator.size:
                    parts[up] = group
        if not parts:
            continue
        below, above = parts.get(False, []), parts.get(True, [])
        node = Script(read(below, ()) if below else (), read(above, ()) if above else ())
        used = [*below, *above]
        out = _replace(
            out,
            [operator, *used],
            replace(
                operator,
                nodes=(*operator.nodes, node),
                x0=min(operator.x0, *(item.x0 for item in used)),
                x1=max(operator.x1, *(item.x1 for item in used)),
                operator=False,
            ),
        )
    return out


def _contiguous(items: list[Box], seed: Box) -> list[Box]:
    """Boxes that hang together horizontally with the stretch of a seed."""
    group = [item for item in items if item.x0 < seed.x1 and item.x1 > seed.x0]
    grew = bool(group)
    while grew:
        left, right = min(item.x0 for item in group), max(item.x1 for item in group)
        more = [
            item
            for item in items
            if not any(item is part for part in group) and max(left - item.x1, item.x0 - right) < 0.6 * item.size
        ]
        group += more
        grew = bool(more)
    return group


# ------------------------------------------------------------------------------------------------ lines


def _lines(items: list[Box]) -> list[list[Box]]:
    """Part a label into its lines, top to bottom."""
    if not items:
        return []
    size = _type_size(items)
    large = [item for item in items if item.hangs or item.size >= _SMALL * size]
    bands: list[tuple[float, float]] = []
    for low, high in sorted(_core(item) for item in large):
        if bands and low < bands[-1][1]:
            bands[-1] = (bands[-1][0], max(high, bands[-1][1]))
        else:
            bands.append((low, high))
    if len(bands) == 1:
        return [items]
    lines: list[list[Box]] = [[] for _ in bands]
    for item in items:
        lines[min(range(len(bands)), key=lambda at: _distance(_core(item), bands[at]))].append(item)
    return [line for line in reversed(lines) if line]


def _type_size(items: list[Box]) -> float:
    upright = [item for item in items if not item.hangs]
    return max(item.size for item in upright or items)


def _core(item: Box) -> tuple[float, float]:
    """Vertical stretch that ink of the same line must share."""
    if item.hangs:
        return item.bottom, item.top
    return item.y, item.y + 0.5 * item.size


def _distance(stretch: tuple[float, float], band: tuple[float, float]) -> float:
    return max(stretch[0] - band[1], band[0] - stretch[1], 0.0) + 1e-6 * abs(sum(stretch) - sum(band))


def _line(items: list[Box]) -> Row:
    """Read one line."""
    items = sorted(items, key=lambda item: (item.x0, item.x1))
    items = _stacks(items)
    main, size, base = _main(items)
    scripts: dict[int, tuple[list[Box], list[Box]]] = {}
    small = [item for item in items if not any(item is part for part in main)]
    sides = _sides(small, size, base)
    for up in (False, True):
        for group in _groups([item for item, side in zip(small, sides, strict=True) if side == up], main, size, base):
            owner = _owner(group, main, size, base, up=up)
            scripts.setdefault(owner, ([], []))[up].extend(group)
    out: list[Node] = []
    if -1 in scripts:
        out.append(_script(scripts[-1]))
    for at, item in enumerate(main):
        if at and _parted(main[at - 1], item, at - 1 in scripts):
            out.append(Sym(SPACE))
        out.extend(item.nodes)
        if at in scripts:
            out.append(_script(scripts[at]))
    return tuple(out)


def _script(parts: tuple[list[Box], list[Box]]) -> Script:
    below, above = parts
    return Script(read(below, ()) if below else (), read(above, ()) if above else ())


def _parted(left: Box, right: Box, scripted: bool) -> bool:
    return not scripted and right.x0 - left.x1 >= _GAP * max(left.size, right.size)


def _main(items: list[Box]) -> tuple[list[Box], float, float]:
    """Boxes on the line's own baseline, its type size and its baseline."""
    size = _type_size(items)
    hanging = [item for item in items if item.hangs]
    upright = [item for item in items if not item.hangs]
    large = [item for item in upright if item.size >= _SMALL * size]
    axes = [item.middle for item in hanging]
    if axes and large:
        aligned = [
            item for item in large if any(abs(item.y + AXIS * item.size - axis) < 0.18 * item.size for axis in axes)
        ]
        if not aligned:
            axis = max(hanging, key=lambda item: item.top - item.bottom).middle
            nominal = max([item.size for item in hanging] + [size])
            return [item for item in hanging], nominal, axis - AXIS * nominal
        base = aligned[0].y
    elif large:
        base = large[0].y
    else:
        return items, size, items[0].y
    main = [
        item
        for item in items
        if (abs(item.middle - base - AXIS * size) < 0.3 * size if item.hangs else abs(item.y - base) < _SHIFT * size)
    ]
    return main, size, base


def _sides(small: list[Box], size: float, base: float) -> list[bool]:
    """For each box off the baseline, whether it is raised; second-level scripts follow their first-level one."""
    sides: list[bool] = []
    for at, item in enumerate(small):
        parents = [
            other
            for other in range(at)
            if item.size < _SMALL * small[other].size and item.x0 - small[other].x1 < _NEAR * small[other].size
        ]
        if parents:
            latest = {sides[other]: other for other in parents}
            side = min(latest, key=lambda up: abs(small[latest[up]].y - item.y))
        elif item.hangs:
            side = item.middle > base + AXIS * size
        else:
            side = item.y + 0.25 * item.size > base + AXIS * size
        sides.append(side)
    return sides


def _groups(items: list[Box], main: list[Box], size: float, base: float) -> list[list[Box]]:
    """Boxes of one side that belong together: nothing of the main line starts between them."""
    groups: list[list[Box]] = []
    for item in items:
        if groups:
            last = groups[-1]
            end = max(part.x1 for part in last)
            between = any(last[-1].center < part.center < item.center and not _stacked(item, part) for part in main)
            if item.x0 - end < _NEAR * size and not between:
                last.append(item)
                continue
        groups.append([item])
    return groups


def _stacked(item: Box, part: Box) -> bool:
    """Whether an item stands above or below a box rather than beside it."""
    apart = item.bottom >= part.top - 0.15 * part.size or item.top <= part.bottom + 0.15 * part.size
    return apart and item.x0 < part.x1 and item.x1 > part.x0


def _owner(group: list[Box], main: list[Box], size: float, base: float, *, up: bool) -> int:
    """Index of the main box that a group of scripts belongs to; -1 for scripts before everything."""
    over = [
        at
        for at, part in enumerate(main)
        if any(_stacked(item, part) and part.x0 - 0.1 * size <= item.center <= part.x1 + 0.1 * size for item in group)
    ]
    if over:
        return over[-1]
    start = group[0].center
    return max((at for at, part in enumerate(main) if part.center < start), default=-1)


def _stacks(items: list[Box]) -> list[Box]:
    """Rows on top of each other between tall delimiters: binomials, columns, matrices."""
    tall = [item for item in items if item.hangs and item.shows("([{|‖⟨⌊⌈)]}⟩⌋⌉")]
    if not tall:
        return items
    out, at = items, 0
    while at < len(tall):
        opener = tall[at]
        closer = tall[at + 1] if at + 1 < len(tall) else None
        inside = [
            item
            for item in out
            if item.x0 >= opener.x1 - 0.05 * opener.size
            and (closer is None or item.x1 <= closer.x0 + 0.05 * opener.size)
            and opener.bottom <= item.middle <= opener.top
        ]
        lines = _lines(inside)
        if len(lines) > 1:
            node = Stack(tuple(_line(line) for line in lines))
            box = Box(
                (node,),
                min(item.x0 for item in inside),
                max(item.x1 for item in inside),
                opener.middle - AXIS * opener.size,
                opener.size,
                opener.top,
                opener.bottom,
                hangs=True,
            )
            out = sorted(_replace(out, inside, box), key=lambda item: (item.x0, item.x1))
            at += 1
        at += 1
    return out
