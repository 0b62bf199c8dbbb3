"""From positioned boxes to a row: lines, limits and scripts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from mathvis.mathtext.bars import struck_out, under_bars
from mathvis.mathtext.boxes import (
    ALIGNED,
    AXIS,
    CENTRED,
    COLUMN,
    GAP,
    LINE,
    ONE_SIDED,
    SHIFT,
    SMALL,
    SMALL_SHIFT,
    Bar,
    Box,
    contiguous,
    swap,
)
from mathvis.mathtext.braces import braces
from mathvis.mathtext.lines import lines_of
from mathvis.mathtext.overlays import accents, angles, arrows_over, compounds
from mathvis.mathtext.overprints import overprinted, printed_over
from mathvis.mathtext.scripts import groups, owner, sides
from mathvis.mathtext.tree import CELL, SPACE, Accent, Frac, Node, Row, Script, Stack, Sym

if TYPE_CHECKING:
    from collections.abc import Sequence


def read(boxes: Sequence[Box], bars: Sequence[Bar] = ()) -> Row:
    """Read boxes and bars of one label as a row.

    Parameters
    ----------
    boxes
        Glyphs as boxes, any order.
    bars
        Horizontal rules.
    """
    items, left = angles(list(boxes), bars)
    items, left = struck_out(items, left)
    items, left = braces(compounds(items), left, read)
    items = under_bars(items, left, read)
    items = arrows_over(accents(items, read), read)
    items = _limits(items)
    out: list[Node] = []
    for line in lines_of(items):
        if out:
            out.append(Sym(SPACE))
        out.extend(_line(line))
    return tuple(out)


def _limits(items: list[Box]) -> list[Box]:
    """Limits above and below a big operator become its scripts."""
    out = list(items)
    for operator in [item for item in items if item.operator]:
        parts: dict[bool, list[Box]] = {}
        for up in _sides_with_limits(operator):
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
            group = contiguous(side, operator)
            if group:
                left, right = min(item.x0 for item in group), max(item.x1 for item in group)
                if abs((left + right) / 2 - operator.center) < 0.35 * operator.size:
                    parts[up] = group
        if not parts:
            continue
        below, above = parts.get(False, []), parts.get(True, [])
        node = Script(read(below) if below else (), read(above) if above else ())
        used = [*below, *above]
        out = swap(
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


def _sides_with_limits(operator: Box) -> tuple[bool, ...]:
    """Sides on which limits may stand: below, above."""
    sides = {"underbrace": (False,), "overbrace": (True,)}
    first = operator.nodes[0]
    return sides.get(first.name, ()) if isinstance(first, Accent) else (False, True)


def _line(items: list[Box], *, cells: bool = False) -> Row:
    """Read one line; one of a matrix has cells."""
    items = _slanted(_stacks(sorted(items, key=lambda item: (item.x0, item.x1))))
    main, size, base = _main(items)
    small = [item for item in items if not any(item is part for part in main)]
    over = [item for item in small if printed_over(item, main)]
    if over:
        small = [item for item in small if not any(item is part for part in over)]
        main = sorted([*main, *over], key=lambda item: (item.x0, item.x1))
    main = overprinted(main)
    scripts: dict[int, tuple[list[Box], list[Box]]] = {}
    raised = sides(small, size, base)
    for up in (False, True):
        for group in groups([item for item, side in zip(small, raised, strict=True) if side == up], main, size):
            scripts.setdefault(owner(group, main, size), ([], []))[up].extend(group)
    out: list[Node] = []
    if -1 in scripts:
        out.append(_script(scripts[-1]))
    for at, item in enumerate(main):
        if at:
            before = [main[at - 1], *(part for side in scripts.get(at - 1, ()) for part in side)]
            gap = item.x0 - max(part.x1 for part in before)
            if gap >= GAP * max(item.size, main[at - 1].size):
                out.append(Sym(CELL if _is_signed(main, at, gap, cells=cells) else SPACE))
        out.extend(item.nodes)
        if at in scripts:
            out.append(_script(scripts[at]))
    return tuple(out)


def _is_signed(main: list[Box], at: int, gap: float, *, cells: bool) -> bool:
    """Whether a sign after a gap belongs to the term after it, as the first sign of a cell does."""
    sign = main[at]
    return (
        sign.shows("−+±")
        and at + 1 < len(main)
        and main[at + 1].x0 - sign.x1 < min(GAP * sign.size, gap - ONE_SIDED * sign.size)
        and gap >= (GAP if cells else COLUMN) * sign.size
    )


def _slanted(items: list[Box]) -> list[Box]:
    """Fractions with a slash: small raised figures before it and small ones after it."""
    out = items
    for slash in [item for item in items if item.shows("/⁄")]:
        small = [item for item in out if not item.hangs and item.size < SMALL * slash.size]
        above = contiguous(
            [item for item in small if item.center < slash.center and item.y - slash.y > SHIFT * slash.size], slash
        )
        below = contiguous(
            [item for item in small if item.center > slash.center and item.y - slash.y < SHIFT * slash.size], slash
        )
        if above and below:
            used = [slash, *above, *below]
            box = replace(
                slash,
                nodes=(Frac(read(above), read(below)),),
                x0=min(item.x0 for item in used),
                x1=max(item.x1 for item in used),
            )
            out = sorted(swap(out, used, box), key=lambda item: (item.x0, item.x1))
    return out


def _script(parts: tuple[list[Box], list[Box]]) -> Script:
    below, above = parts
    return Script(read(below) if below else (), read(above) if above else ())


def _main(items: list[Box]) -> tuple[list[Box], float, float]:
    """Boxes on the line's own baseline, its type size and its baseline."""
    size, base = _ground(items)
    main: list[Box] = []
    before: Box | None = None
    for item in items:
        if item.hangs:
            axis = base + AXIS * size
            on = min(abs(item.middle - axis), abs(item.axis - axis)) < CENTRED * size
        elif item.elastic and item.size >= SMALL * size:
            on = abs(item.y - base) < LINE * size
        else:
            on = abs(item.y - base) < (SHIFT if item.size >= SMALL * size else SMALL_SHIFT) * size
            if on and before is not None and item.size < SMALL * size and not any(before is part for part in main):
                # small type right after a script is part of it, whatever its baseline
                on = item.x0 - before.x1 > GAP * size
        if on:
            main.append(item)
        before = item
    return main, size, base


def _ground(items: list[Box]) -> tuple[float, float]:
    """Type size and baseline of a line."""
    size = max(item.size for item in items)
    tall = [item for item in items if item.hangs and item.size >= SMALL * size]
    upright = [item for item in items if not item.hangs]
    if tall:
        axis = max(tall, key=lambda item: item.top - item.bottom).axis
        aligned = [item for item in upright if abs(item.axis - axis) < ALIGNED * item.size]
        fractions = all(isinstance(item.nodes[0], Frac) for item in tall)
        first = items[0]
        if not aligned and fractions and not first.hangs and first.size >= SMALL * size:
            return size, first.y
        if not aligned:
            return size, axis - AXIS * size
        size = max(item.size for item in aligned)
        upright = aligned
    return size, next(item.y for item in upright if item.size >= SMALL * size)


def _stacks(items: list[Box]) -> list[Box]:
    """Rows on top of each other between delimiters: binomials, columns, matrices."""
    tall = [item for item in items if item.shows("([{|‖⟨⌊⌈)]}⟩⌋⌉")]
    if not tall:
        return items
    out, at = items, 0
    while at < len(tall):
        opener = tall[at]
        closer = tall[at + 1] if at + 1 < len(tall) else None
        if opener.shows(")]}⟩⌋⌉") or (closer is None and not (opener.hangs and opener.shows("{"))):
            at += 1
            continue
        inside = [
            item
            for item in out
            if item.x0 >= opener.x1 - 0.05 * opener.size
            and (closer is None or item.x1 <= closer.x0 + 0.05 * opener.size)
            and item.bottom < opener.top
            and item.top > opener.bottom
        ]
        lines = lines_of(inside)
        if len(lines) > 1:
            node = Stack(tuple(_line(line, cells=True) for line in lines))
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
            out = sorted(swap(out, inside, box), key=lambda item: (item.x0, item.x1))
            at += 1
        at += 1
    return out
