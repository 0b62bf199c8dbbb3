"""Which small boxes off a line's baseline belong together, and to what of the line."""

from __future__ import annotations

from mathvis.mathtext.boxes import AXIS, NEAR, SLACK, SMALL, TOUCHING, WORD, Box, is_letter


def sides(small: list[Box], size: float, base: float) -> list[bool]:
    """For each box off the baseline, whether it is raised; second-level scripts follow their first-level one."""
    raised: list[bool] = []
    for at, item in enumerate(small):
        parents = [
            other
            for other in range(at)
            if item.size < SMALL * small[other].size and item.x0 - small[other].x1 < NEAR * small[other].size
        ]
        if parents:
            latest = {raised[other]: other for other in parents}
            side = min(latest, key=lambda up: abs(small[latest[up]].y - item.y))
        elif item.hangs:
            side = item.middle > base + AXIS * size
        else:
            side = item.y + 0.25 * item.size > base + AXIS * size
        raised.append(side)
    return raised


def groups(items: list[Box], main: list[Box], size: float) -> list[list[Box]]:
    """Boxes of one side that belong together: nothing of the main line stands between them."""
    found: list[list[Box]] = []
    for item in items:
        if found:
            last = found[-1]
            between = any(last[-1].center < part.center < item.center and not _apart(item, part) for part in main)
            if item.x0 - max(part.x1 for part in last) < NEAR * size and not between:
                last.append(item)
                continue
        found.append([item])
    return found


def _apart(item: Box, part: Box, slack: float = 0.0) -> bool:
    """Whether an item lies wholly above or below a box, give or take a slack."""
    return item.bottom >= part.top - slack or item.top <= part.bottom + slack


def owner(group: list[Box], main: list[Box], size: float) -> int:
    """Index of the main box that a group of scripts belongs to; -1 for scripts before everything."""
    slack = 0.1 * size
    over = [
        at
        for at, part in enumerate(main)
        if any(
            _apart(item, part, TOUCHING * size) and part.x0 - slack <= item.center <= part.x1 + slack for item in group
        )
    ]
    if over:
        left, right = min(item.x0 for item in group), max(item.x1 for item in group)
        return _word_end(main, over[-1], (left + right) / 2, size)
    start = group[0].center
    return max((at for at, part in enumerate(main) if part.center < start), default=-1)


def _word_end(main: list[Box], at: int, center: float, size: float) -> int:
    """Last letter of the longest word around a letter that scripts above or below it are centred on."""
    first = last = at
    while first and is_letter(main[first - 1]) and main[first].x0 - main[first - 1].x1 < WORD * size:
        first -= 1
    while last + 1 < len(main) and is_letter(main[last + 1]) and main[last + 1].x0 - main[last].x1 < WORD * size:
        last += 1
    words = [
        (end - start, end)
        for start in range(first, at + 1)
        for end in range(at, last + 1)
        if abs((main[start].x0 + main[end].x1) / 2 - center) < SLACK * size
    ]
    return max(words, default=(0, at))[1]
