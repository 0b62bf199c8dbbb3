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
"""Type of the row's size with a baseline nearer than this stands on the row."""
_SMALL_SHIFT: Final = 0.06
"""The same for smaller type (subscripts at 9 pt fall by no more than .1 em)."""
_LINE: Final = 0.75
"""Baselines of equal type farther apart than this are lines of their own."""
_GAP: Final = 0.25
"""A gap that parts two numbers."""
_NEAR: Final = 0.5
"""Horizontal gap up to which ink belongs together."""
_TOUCH: Final = 0.35
"""Vertical gap up to which ink belongs together across a bar."""
_CLOSE: Final = 0.45
"""Distance up to which a bar is a line over or under a body."""
_INDEX: Final = 0.2
"""Raised ink that reaches this far over a radical sign is the index of the root."""
_TOUCHING: Final = 0.15
"""Ends nearer than this touch."""
_WIDE: Final = 0.6
"""An accent wider than this spans all beneath it."""
_SLACK: Final = 0.05
"""Uncertainty of a box's edge."""
_CENTRED: Final = 0.2
"""Something tall whose middle is nearer to the axis than this stands on the line."""
_ALIGNED: Final = 0.18
"""Type whose axis is nearer than this to that of something tall stands on its line (in its own size)."""


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


def bars_of(rules: Sequence[Rule]) -> list[Bar]:
    """Bars along the middles of those rules that are longer than thick."""
    return [
        Bar(min(rule.x0, rule.x1), max(rule.x0, rule.x1), (rule.y0 + rule.y1) / 2)
        for rule in rules
        if abs(rule.x1 - rule.x0) > 2 * abs(rule.y1 - rule.y0)
    ]


def read(boxes: Sequence[Box], bars: Sequence[Bar] = ()) -> Row:
    """Read boxes and bars of one label as a row.

    Parameters
    ----------
    boxes
        Glyphs as boxes, any order.
    bars
        Horizontal rules.
    """
    items = _overlays([_hung(box, bars) for box in boxes])
    left = sorted(bars, key=lambda bar: bar.x0 - bar.x1)
    while left:
        items, left = _under_bar(items, left[0], left[1:])
    items = _arrows_over(_accents(items))
    items = _limits(items)
    out: list[Node] = []
    for line in _lines(items):
        if out:
            out.append(Sym(SPACE))
        out.extend(_line(line))
    return tuple(out)


# ---------------------------------------------------------------------------------------------- bars


def _hung(box: Box, bars: Sequence[Bar]) -> Box:
    """A radical sign of unknown extent reaches from its vinculum down."""
    if box.hangs or not box.shows("√"):
        return box
    near = [bar for bar in bars if abs(box.x1 - bar.x0) < _TOUCHING * box.size and abs(box.y - bar.y) < 3 * box.size]
    if not near:
        return box
    top = min((bar.y for bar in near), key=lambda y: abs(y - box.top))
    return replace(box, top=top, bottom=min(box.bottom, top - box.size))


def _under_bar(items: list[Box], bar: Bar, others: list[Bar]) -> tuple[list[Box], list[Bar]]:
    """Replace the widest bar and what belongs to it by one box; the shorter bars inside go with it."""
    inside = _within(items, bar)
    narrower = [other for other in others if bar.x0 <= (other.x0 + other.x1) / 2 <= bar.x1]
    radical = _radical_of(items, bar)
    if radical is not None:
        return _under_radical(items, radical, [item for item in inside if item is not radical], bar, narrower, others)
    above, bars_above = _chain(inside, narrower, bar.y, up=True)
    below, bars_below = _chain(inside, narrower, bar.y, up=False)
    leaks_above, leaks_below = _leaks(items, above, bar, others), _leaks(items, below, bar, others)
    if above and below and not (leaks_above and leaks_below):
        new = _fraction(above, bars_above, below, bars_below, bar)
        return _replace(items, [*above, *below], new), _without(others, [*bars_above, *bars_below])
    covers = bool(below) and bar.y - max(item.top for item in below) < _CLOSE * below[0].size
    carries = bool(above) and min(item.bottom for item in above) - bar.y < _CLOSE * above[0].size
    if covers and not (carries and leaks_above < leaks_below):
        return _replace(items, below, _marked("bar", below, bars_below, bar)), _without(others, bars_below)
    if carries:
        return _replace(items, above, _marked("underline", above, bars_above, bar)), _without(others, bars_above)
    return items, others


def _under_radical(
    items: list[Box], radical: Box, inside: list[Box], bar: Bar, narrower: list[Bar], others: list[Bar]
) -> tuple[list[Box], list[Bar]]:
    under = [item for item in inside if item.middle < bar.y]
    if radical.hangs:
        floor = radical.bottom - _SLACK * radical.size
        body = [item for item in under if item.top > floor]
        bars = [other for other in narrower if floor < other.y < bar.y]
    else:
        body, bars = _chain(under, narrower, bar.y, up=False)
    if not body:
        return items, others
    size = max(item.size for item in body)
    index = [
        item
        for item in items
        if item is not radical
        and not any(item is part for part in body)
        and item.x0 < radical.center
        and item.x1 > radical.x0 + _INDEX * size
        and item.y > min(part.y for part in body) + _SHIFT * size
        and item.bottom < bar.y
    ]
    base, size = _baseline(body)
    node = Root(read(body, bars), read(index))
    new = Box(
        (node,),
        min(item.x0 for item in [radical, *index]),
        bar.x1,
        base,
        size,
        bar.y,
        min(radical.bottom, *(item.bottom for item in body)),
        hangs=all(item.hangs for item in body),
    )
    return _replace(items, [radical, *body, *index], new), _without(others, bars)


def _without(bars: list[Bar], gone: list[Bar]) -> list[Bar]:
    return [bar for bar in bars if not any(bar is other for other in gone)]


def _within(items: list[Box], bar: Bar) -> list[Box]:
    slack = 0.02 * (bar.x1 - bar.x0)
    return [item for item in items if bar.x0 - slack <= item.center <= bar.x1 + slack]


def _chain(items: list[Box], bars: list[Bar], level: float, *, up: bool) -> tuple[list[Box], list[Bar]]:
    """Boxes and shorter bars connected vertically to a level, gap by gap."""
    sign = 1 if up else -1
    stretches: list[tuple[float, float, Box | Bar]] = [(bar.y, bar.y, bar) for bar in bars]
    stretches += [(item.bottom, item.top, item) for item in items]
    near = sorted(
        ((sign * (low if up else high), sign * (high if up else low), what) for low, high, what in stretches),
        key=lambda stretch: stretch[:2],
    )
    out: list[Box] = []
    inner: list[Bar] = []
    reach = sign * level
    size = max((item.size for item in items), default=0.0)
    allowed = 3 * _TOUCH
    for start, end, what in near:
        if (start + end) / 2 < sign * level:
            continue
        if start - reach > (2 * _TOUCH if isinstance(what, Bar) else allowed) * size:
            break
        if isinstance(what, Bar):
            inner.append(what)
            allowed = 2 * _TOUCH
        else:
            out.append(what)
            allowed = _TOUCH
        reach = max(reach, end)
    return out, inner


def _leaks(items: list[Box], side: list[Box], bar: Bar, bars: Sequence[Bar]) -> bool:
    """Whether the row on one side of a bar goes on beyond the bar's ends, as text lines do."""
    if not side:
        return False
    size = max(item.size for item in side)
    ids = {id(part) for part in side}
    levels = {part.y for part in side if not part.hangs}
    for item in items:
        gap = max(bar.x0 - item.x1, item.x0 - bar.x1)
        if gap >= _NEAR * size or id(item) in ids or bar.x0 <= item.center <= bar.x1 or item.hangs:
            continue
        if all(abs(level - item.y) >= _SLACK * size for level in levels):
            continue
        if not any(abs(other.y - bar.y) < _TOUCHING * size and other.x0 <= item.center <= other.x1 for other in bars):
            return True
    return False


def _radical_of(items: list[Box], bar: Bar) -> Box | None:
    """The radical sign whose vinculum the bar is."""
    found = [
        item
        for item in items
        if item.shows("√")
        and abs(item.x1 - bar.x0) < _TOUCHING * item.size
        and (item.middle < bar.y < item.top + _TOUCH * item.size if item.hangs else abs(item.y - bar.y) < 3 * item.size)
    ]
    return min(found, key=lambda item: abs(item.top - bar.y), default=None)


def _fraction(above: list[Box], bars_above: list[Bar], below: list[Box], bars_below: list[Bar], bar: Bar) -> Box:
    size = max(item.size for item in (*above, *below))
    node = Frac(read(above, bars_above), read(below, bars_below))
    half = max(max(item.top for item in above) - bar.y, bar.y - min(item.bottom for item in below))
    return Box((node,), bar.x0, bar.x1, bar.y - AXIS * size, size, bar.y + half, bar.y - half, hangs=True)


def _marked(name: str, body: list[Box], bars: list[Bar], bar: Bar) -> Box:
    return _accented(name, body, read(body, bars), bar.y)


def _accented(name: str, body: list[Box], row: Row, level: float) -> Box:
    """The box of a body with a mark at some level."""
    base, size = _baseline(body)
    return Box(
        (Accent(name, row),),
        min(item.x0 for item in body),
        max(item.x1 for item in body),
        base,
        size,
        max(level, *(item.top for item in body)),
        min(level, *(item.bottom for item in body)),
        hangs=all(item.hangs for item in body),
    )


def _baseline(boxes: list[Box]) -> tuple[float, float]:
    """Baseline and type size of the first box of a row that is set in the row's full size."""
    upright = [box for box in boxes if not box.hangs] or boxes
    size = max(box.size for box in upright)
    first = min((box for box in upright if box.size >= _SMALL * size), key=lambda box: box.x0)
    return first.y, size


def _replace(items: list[Box], gone: list[Box], new: Box | None) -> list[Box]:
    ids = {id(item) for item in gone}
    return [item for item in items if id(item) not in ids] + ([new] if new else [])


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
    out = _long_arrows(out)
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


def _long_arrows(items: list[Box]) -> list[Box]:
    """Dashes that touch an arrow are its shaft."""
    out = items
    for heads, shaft in (("→←", "−"), ("⇒⇐", "=")):
        for head in [item for item in items if item.shows(heads)]:
            dashes = [item for item in out if item.shows(shaft) and abs(item.y - head.y) < _SLACK * head.size]
            used = _contiguous([item for item in dashes if item is not head], head, _SLACK)
            if used:
                left, right = min(item.x0 for item in used), max(item.x1 for item in used)
                out = _replace(out, [head, *used], replace(head, x0=min(left, head.x0), x1=max(right, head.x1)))
    return out


def _is_relation(item: Box) -> bool:
    if len(item.nodes) != 1 or not isinstance(item.nodes[0], Sym):
        return False
    return unicodedata.category(item.nodes[0].char) in ("Sm", "So", "Pd", "Po")


def _accents(items: list[Box]) -> list[Box]:
    """Put accent glyphs onto what stands beneath them."""
    out = list(items)
    for mark in sorted((item for item in items if item.mark), key=lambda item: item.y):
        rest = [item for item in out if not item.mark]
        # OpenType's combining marks have no advance and their ink left of the origin
        shift = 0.3 * mark.size if mark.x1 == mark.x0 else 0.0
        left, right, center = mark.x0 - shift, mark.x1 - shift, mark.center - shift
        slack = 0.1 * mark.size
        wide = right - left > _WIDE * mark.size
        below = [
            item
            for item in rest
            if item.bottom < mark.top
            and (left - slack <= item.center <= right + slack if wide else item.x0 - slack <= center <= item.x1 + slack)
        ]
        if not below:
            below = [item for item in rest if item.x0 < right + slack and item.x1 > left - slack]
        if not below:
            out = _replace(out, [mark], None)
            continue
        nearest = min(below, key=lambda item: abs(item.center - center) + abs(mark.y - item.y))
        body = [item for item in below if abs(item.y - nearest.y) < _LINE * nearest.size] if wide else [nearest]
        out = _replace(out, [mark, *body], _accented(mark.mark, body, read(body), mark.top))
    return out


def _arrows_over(items: list[Box]) -> list[Box]:
    """Arrows of text size that lie over a body of text size and cover it are accents."""
    out = items
    for head in [item for item in items if item.shows("→←")]:
        arrow = [
            item
            for item in out
            if item.shows("−→←") and abs(item.y - head.y) < 0.05 * head.size and item.size == head.size
        ]
        arrow = _contiguous(arrow, head)
        left, right = min(item.x0 for item in arrow), max(item.x1 for item in arrow)
        body = [
            item
            for item in out
            if not any(item is part for part in arrow)
            and left - 0.05 * head.size <= item.center <= right + 0.05 * head.size
            and 0.3 * head.size < head.y - item.y < 1.1 * head.size
        ]
        beside = any(
            not any(item is part for part in [*arrow, *body])
            and abs(item.y - head.y) < 0.2 * head.size
            and max(left - item.x1, item.x0 - right) < _NEAR * head.size
            for item in out
        )
        if not body or beside or max(item.size for item in body) < _SMALL * head.size:
            continue
        heads = {item.nodes for item in arrow if item.shows("→←")}
        name = "overleftrightarrow" if len(heads) == 2 else "vec" if head.shows("→") else "overleftarrow"
        out = _replace(out, [*arrow, *body], _accented(name, body, read(body), head.y + 0.4 * head.size))
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


def _contiguous(items: list[Box], seed: Box, near: float = _NEAR) -> list[Box]:
    """Boxes that hang together horizontally with a seed, gap by gap."""
    group: dict[int, Box] = {}
    right = seed.x1
    for item in sorted(items, key=lambda item: item.x0):
        if item.x1 >= seed.x0 and item.x0 - right < near * item.size:
            group[id(item)] = item
            right = max(right, item.x1)
    left = seed.x0
    for item in sorted(items, key=lambda item: -item.x1):
        if item.x0 <= seed.x1 and left - item.x1 < near * item.size:
            group[id(item)] = item
            left = min(left, item.x0)
    return list(group.values())


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
    items = _slanted(_stacks(sorted(items, key=lambda item: (item.x0, item.x1))))
    main, size, base = _main(items)
    small = [item for item in items if not any(item is part for part in main)]
    scripts: dict[int, tuple[list[Box], list[Box]]] = {}
    sides = _sides(small, size, base)
    for up in (False, True):
        for group in _groups([item for item, side in zip(small, sides, strict=True) if side == up], main, size):
            scripts.setdefault(_owner(group, main, size), ([], []))[up].extend(group)
    out: list[Node] = []
    if -1 in scripts:
        out.append(_script(scripts[-1]))
    for at, item in enumerate(main):
        if at and at - 1 not in scripts and item.x0 - main[at - 1].x1 >= _GAP * max(item.size, main[at - 1].size):
            out.append(Sym(SPACE))
        out.extend(item.nodes)
        if at in scripts:
            out.append(_script(scripts[at]))
    return tuple(out)


def _slanted(items: list[Box]) -> list[Box]:
    """Fractions with a slash: small raised figures before it and small ones after it."""
    out = items
    for slash in [item for item in items if item.shows("/⁄")]:
        small = [item for item in out if not item.hangs and item.size < _SMALL * slash.size]
        above = _contiguous(
            [item for item in small if item.center < slash.center and item.y - slash.y > _SHIFT * slash.size], slash
        )
        below = _contiguous(
            [item for item in small if item.center > slash.center and item.y - slash.y < _SHIFT * slash.size], slash
        )
        if above and below:
            used = [slash, *above, *below]
            box = replace(
                slash,
                nodes=(Frac(read(above), read(below)),),
                x0=min(item.x0 for item in used),
                x1=max(item.x1 for item in used),
            )
            out = sorted(_replace(out, used, box), key=lambda item: (item.x0, item.x1))
    return out


def _script(parts: tuple[list[Box], list[Box]]) -> Script:
    below, above = parts
    return Script(read(below, ()) if below else (), read(above, ()) if above else ())


def _main(items: list[Box]) -> tuple[list[Box], float, float]:
    """Boxes on the line's own baseline, its type size and its baseline."""
    size, base = _ground(items)
    main: list[Box] = []
    before: Box | None = None
    for item in items:
        if item.hangs:
            on = abs(item.middle - base - AXIS * size) < _CENTRED * size
        else:
            on = abs(item.y - base) < (_SHIFT if item.size >= _SMALL * size else _SMALL_SHIFT) * size
            if on and before is not None and item.size < _SMALL * size and not any(before is part for part in main):
                # small type right after a script is part of it, whatever its baseline
                on = item.x0 - before.x1 > _GAP * size
        if on:
            main.append(item)
        before = item
    return main, size, base


def _ground(items: list[Box]) -> tuple[float, float]:
    """Type size and baseline of a line."""
    size = max(item.size for item in items)
    tall = [item for item in items if item.hangs and item.size >= _SMALL * size]
    upright = [item for item in items if not item.hangs]
    if tall:
        axis = max(tall, key=lambda item: item.top - item.bottom).middle
        aligned = [item for item in upright if abs(item.y + AXIS * item.size - axis) < _ALIGNED * item.size]
        fractions = all(isinstance(item.nodes[0], Frac) for item in tall)
        first = items[0]
        if not aligned and fractions and not first.hangs and first.size >= _SMALL * size:
            return size, first.y
        if not aligned:
            return size, axis - AXIS * size
        size = max(item.size for item in aligned)
        upright = aligned
    return size, next(item.y for item in upright if item.size >= _SMALL * size)


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


def _groups(items: list[Box], main: list[Box], size: float) -> list[list[Box]]:
    """Boxes of one side that belong together: nothing of the main line stands between them."""
    groups: list[list[Box]] = []
    for item in items:
        if groups:
            last = groups[-1]
            between = any(last[-1].center < part.center < item.center and not _apart(item, part) for part in main)
            if item.x0 - max(part.x1 for part in last) < _NEAR * size and not between:
                last.append(item)
                continue
        groups.append([item])
    return groups


def _apart(item: Box, part: Box) -> bool:
    """Whether an item lies wholly above or below a box."""
    return item.bottom >= part.top or item.top <= part.bottom


def _owner(group: list[Box], main: list[Box], size: float) -> int:
    """Index of the main box that a group of scripts belongs to; -1 for scripts before everything."""
    slack = 0.1 * size
    over = [
        at
        for at, part in enumerate(main)
        if any(_apart(item, part) and part.x0 - slack <= item.center <= part.x1 + slack for item in group)
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
