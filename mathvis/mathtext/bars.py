"""Rules of a label: fraction bars, vincula of roots, overlines and underlines."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from mathvis.mathtext.boxes import (
    AXIS,
    CLOSE,
    DASH,
    INDEX,
    NEAR,
    SHIFT,
    SLACK,
    TOUCH,
    TOUCHING,
    Bar,
    Box,
    Reader,
    accented,
    baseline,
    swap,
)
from mathvis.mathtext.overlays import negated
from mathvis.mathtext.tree import SPACE, Frac, Root, Sym

if TYPE_CHECKING:
    from collections.abc import Sequence


def struck_out(items: list[Box], bars: Sequence[Bar]) -> tuple[list[Box], list[Bar]]:
    """Strike what rules go through, well above its baseline and below its top; give it with the rules that are left."""
    out, left = items, []
    for bar in bars:
        struck = [item for item in out if bar.x0 <= item.center <= bar.x1 and _goes_through(bar, item)]
        for item in struck:
            out = swap(out, [item], replace(item, nodes=negated(item.nodes)))
        if not struck:
            left.append(bar)
    return out, left


def _goes_through(bar: Bar, item: Box) -> bool:
    if item.mark or item.hangs or item.elastic or item.shows(SPACE + "√"):
        return False
    return item.y + SHIFT * item.size < bar.y < item.top - SHIFT * item.size


def under_bars(items: list[Box], bars: Sequence[Bar], read: Reader) -> list[Box]:
    """Replace every bar and what belongs to it by one box, widest bars first."""
    out = [_hung(item, bars) for item in items]
    left = sorted(bars, key=lambda bar: bar.x0 - bar.x1)
    while left:
        out, left = _under_bar(out, left[0], left[1:], read)
    return out


def _hung(box: Box, bars: Sequence[Bar]) -> Box:
    """A radical sign of unknown extent reaches from its vinculum down."""
    if box.hangs or not box.shows("√"):
        return box
    near = [bar for bar in bars if abs(box.x1 - bar.x0) < TOUCHING * box.size and abs(box.y - bar.y) < 3 * box.size]
    if not near:
        return box
    top = min((bar.y for bar in near), key=lambda y: abs(y - box.top))
    return replace(box, top=top, bottom=min(box.bottom, top - box.size))


def _under_bar(items: list[Box], bar: Bar, others: list[Bar], read: Reader) -> tuple[list[Box], list[Bar]]:
    """Replace the widest bar and what belongs to it by one box; the shorter bars inside go with it."""
    inside = within(items, bar)
    narrower = [other for other in others if bar.x0 <= (other.x0 + other.x1) / 2 <= bar.x1]
    radical = _radical_of(items, bar)
    if radical is not None:
        return _under_radical(items, radical, bar, narrower, others, read)
    above, bars_above = chain(inside, narrower, bar.y, up=True)
    below, bars_below = chain(inside, narrower, bar.y, up=False)
    leaks_above, leaks_below = _leaks(items, above, bar, others), _leaks(items, below, bar, others)
    if above and below and not (leaks_above and leaks_below):
        new = _fraction(above, below, Frac(read(above, bars_above), read(below, bars_below)), bar)
        return swap(items, [*above, *below], new), without(others, [*bars_above, *bars_below])
    covers = bool(below) and -TOUCHING < (bar.y - max(_tops(below, bars_below))) / below[0].size < CLOSE
    carries = bool(above) and -TOUCHING < (min(_bottoms(above, bars_above)) - bar.y) / above[0].size < CLOSE
    if covers and not (carries and leaks_above < leaks_below):
        body = under_bars(below, bars_below, read)
        return swap(items, below, accented("bar", body, read(body, ()), bar.y)), without(others, bars_below)
    if carries:
        body = under_bars(above, bars_above, read)
        return swap(items, above, accented("underline", body, read(body, ()), bar.y)), without(others, bars_above)
    if not inside and (dash := _underscore(items, bar)) is not None:
        return [*items, dash], others
    return items, others


def _tops(items: list[Box], bars: list[Bar]) -> list[float]:
    return [item.top for item in items] + [bar.y for bar in bars]


def _bottoms(items: list[Box], bars: list[Bar]) -> list[float]:
    return [item.bottom for item in items] + [bar.y for bar in bars]


def _underscore(items: list[Box], bar: Bar) -> Box | None:
    """A short rule beside type, on its baseline, with nothing above or below it."""
    for item in items:
        width = (bar.x1 - bar.x0) / item.size
        beside = -SLACK < max(bar.x0 - item.x1, item.x0 - bar.x1) / item.size < NEAR
        if beside and not item.hangs and DASH[0] < width < DASH[1] and abs(bar.y - item.y) < SHIFT * item.size:
            return Box((Sym("_"),), bar.x0, bar.x1, item.y, item.size, bar.y, bar.y)
    return None


def _under_radical(
    items: list[Box], radical: Box, bar: Bar, narrower: list[Bar], others: list[Bar], read: Reader
) -> tuple[list[Box], list[Bar]]:
    under = [item for item in within(items, bar) if item is not radical and item.middle < bar.y]
    if radical.hangs:
        floor = radical.bottom - SLACK * radical.size
        body = [item for item in under if item.top > floor]
        bars = [other for other in narrower if floor < other.y < bar.y]
    else:
        body, bars = chain(under, narrower, bar.y, up=False)
    if not body:
        return items, others
    size = max(item.size for item in body)
    index = [
        item
        for item in items
        if item is not radical
        and not any(item is part for part in body)
        and item.x0 < radical.center
        and item.x1 > radical.x0 + INDEX * size
        and item.y > min(part.y for part in body) + SHIFT * size
        and item.bottom < bar.y
    ]
    # a fraction under the root stands on the axis, whatever the baselines of its parts
    inner = under_bars(body, bars, read)
    base, size = baseline(inner)
    node = Root(read(inner, ()), read(index, ()))
    new = Box(
        (node,),
        min(item.x0 for item in [radical, *index]),
        bar.x1,
        base,
        size,
        bar.y,
        min(radical.bottom, *(item.bottom for item in body)),
        hangs=all(item.hangs for item in inner),
    )
    return swap(items, [radical, *body, *index], new), without(others, bars)


def without(bars: list[Bar], gone: list[Bar]) -> list[Bar]:
    """Bars but for those that are gone, by identity."""
    return [bar for bar in bars if not any(bar is other for other in gone)]


def within(items: list[Box], bar: Bar) -> list[Box]:
    """Boxes whose middle lies above or below a bar, or on it."""
    slack = 0.02 * (bar.x1 - bar.x0)
    return [item for item in items if bar.x0 - slack <= item.center <= bar.x1 + slack]


def chain(items: list[Box], bars: list[Bar], level: float, *, up: bool) -> tuple[list[Box], list[Bar]]:
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
    allowed = 3 * TOUCH
    for start, end, what in near:
        if (start + end) / 2 < sign * level:
            continue
        if start - reach > (2 * TOUCH if isinstance(what, Bar) else allowed) * size:
            break
        if isinstance(what, Bar):
            inner.append(what)
            allowed = 2 * TOUCH
        else:
            out.append(what)
            allowed = TOUCH
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
        if gap >= NEAR * size or id(item) in ids or bar.x0 <= item.center <= bar.x1 or item.hangs:
            continue
        if all(abs(level - item.y) >= SLACK * size for level in levels):
            continue
        if not any(abs(other.y - bar.y) < TOUCHING * size and other.x0 <= item.center <= other.x1 for other in bars):
            return True
    return False


def _radical_of(items: list[Box], bar: Bar) -> Box | None:
    """The radical sign whose vinculum the bar is."""
    found = [
        item
        for item in items
        if item.shows("√")
        and abs(item.x1 - bar.x0) < TOUCHING * item.size
        and (item.middle < bar.y < item.top + TOUCH * item.size if item.hangs else abs(item.y - bar.y) < 3 * item.size)
    ]
    return min(found, key=lambda item: abs(item.top - bar.y), default=None)


def _fraction(above: list[Box], below: list[Box], node: Frac, bar: Bar) -> Box:
    size = max(item.size for item in (*above, *below))
    half = max(max(item.top for item in above) - bar.y, bar.y - min(item.bottom for item in below))
    return Box((node,), bar.x0, bar.x1, bar.y - AXIS * size, size, bar.y + half, bar.y - half, hangs=True)
