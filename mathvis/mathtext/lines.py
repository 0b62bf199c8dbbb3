"""Part a label into its lines."""

from __future__ import annotations

from mathvis.mathtext.boxes import FAR, NEAR, SMALL, Box


def lines_of(items: list[Box]) -> list[list[Box]]:
    """Part a label into its lines, top to bottom."""
    if not items:
        return []
    size = _type_size(items)
    large = [item for item in items if item.hangs or item.size >= SMALL * size]
    bands = _bands([_core(item) for item in large])
    elastic = [item for item in items if item.elastic]
    far = [
        item
        for item in items
        if min(_distance(_core(item), band) for band in bands) > FAR * size
        and not any(abs(item.x0 - tall.x1) < NEAR * size and abs(item.y - tall.y) < 2 * size for tall in elastic)
    ]
    far = _without_stacked(far, items, size)
    if far:
        # smaller type too far off to be a script or a limit has lines of its own
        bands = _bands([*bands, *(_core(item) for item in far)])
    if len(bands) == 1:
        return [items]
    lines: list[list[Box]] = [[] for _ in bands]
    for item in items:
        lines[min(range(len(bands)), key=lambda at: _distance(_core(item), bands[at]))].append(item)
    return [line for line in reversed(lines) if line]


def _without_stacked(far: list[Box], items: list[Box], size: float) -> list[Box]:
    """Leave out second lines of scripts: type as small as a script right above or below, and as near as its line."""
    scripts = [item for item in items if item.size < SMALL * size and not any(item is other for other in far)]
    left = far
    while True:
        joined = [
            item
            for item in left
            if any(
                abs(item.size - other.size) < 0.05 * size
                and abs(item.y - other.y) < 1.3 * item.size
                and item.x0 < other.x1 + NEAR * item.size
                and item.x1 > other.x0 - NEAR * item.size
                for other in scripts
            )
        ]
        if not joined:
            return left
        scripts += joined
        left = [item for item in left if not any(item is other for other in joined)]


def _bands(stretches: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Union of vertical stretches, bottom to top."""
    bands: list[tuple[float, float]] = []
    for low, high in sorted(stretches):
        if bands and low < bands[-1][1]:
            bands[-1] = (bands[-1][0], max(high, bands[-1][1]))
        else:
            bands.append((low, high))
    return bands


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
