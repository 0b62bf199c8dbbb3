"""Boxes: pieces of a label with their places, and what is measured on them.

All thresholds are shares of the type size, set between the values TeX's fonts use: superscripts rise by .29 to
.41 em, subscripts fall by .10 to .25 em, script type is .7 (at small sizes up to .75) of the text's, the
mathematical axis lies .25 em above the baseline, limits stand .6 to .72 em below it, lines are 1.1 em apart or
more, a word space is .25 to .33 em and the widest space that does not part numbers is .22 em.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from mathvis.mathtext.tree import Accent, Row, Sym

if TYPE_CHECKING:
    from mathvis.mathtext.ink import Rule

AXIS: Final = 0.25
"""Height of fraction bars and of the middle of tall delimiters above the baseline."""

SMALL: Final = 0.85
"""Type below this share of the row's is script type."""
SCRIPT: Final = 0.7
"""Size of script type in type of the row's."""
SHIFT: Final = 0.12
"""Type of the row's size with a baseline nearer than this stands on the row."""
SMALL_SHIFT: Final = 0.06
"""The same for smaller type (subscripts at 9 pt fall by no more than .1 em)."""
LINE: Final = 0.75
"""Baselines of equal type farther apart than this are lines of their own."""
FAR: Final = 0.5
"""Smaller type farther than this above or below all of a line is on a line of its own."""
GAP: Final = 0.24
"""A gap that parts two numbers."""
ONE_SIDED: Final = 0.15
"""A sign with so much more room before it than after it belongs to what follows."""
COLUMN: Final = 0.6
"""The gap between the columns of a matrix of one row."""
WORD: Final = 0.2
"""The widest gap inside the name of an operator (``arg max``)."""
NEAR: Final = 0.5
"""Horizontal gap up to which ink belongs together."""
TOUCH: Final = 0.35
"""Vertical gap up to which ink belongs together across a bar."""
CLOSE: Final = 0.45
"""Distance up to which a bar is a line over or under a body."""
INDEX: Final = 0.2
"""Raised ink that reaches this far over a radical sign is the index of the root."""
TOUCHING: Final = 0.15
"""Ends nearer than this touch."""
WIDE: Final = 0.6
"""An accent wider than this spans all beneath it."""
STRETCHED: Final = 0.53
"""An accent wider than this is one of those that grow (.556 em in TeX's fonts; a plain one has .5)."""
DASH: Final = (0.2, 0.6)
"""Width of an underscore that is drawn as a rule."""
ASIDE: Final = 0.2
"""A short mark so far from the middle of a letter is not over it (slanted letters have theirs up to .17 aside)."""
MIDDLE: Final = 0.08
"""A short mark so near the middle of two letters is over both."""
SLACK: Final = 0.05
"""Uncertainty of a box's edge."""
STRUCK: Final = 0.7
"""A slash that shares so much of the narrower width with type goes through it; two thin spaces back leave it at .67."""
THICK: Final = 0.3
"""A thick space, as TeX sets around relations, is narrower."""
CENTRED: Final = 0.2
"""Something tall whose middle is nearer to the axis than this stands on the line."""
ALIGNED: Final = 0.18
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
    elastic
        Whether it may be much taller than its estimated extent.
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
    elastic: bool = False

    @property
    def center(self) -> float:
        """Middle of the horizontal extent."""
        return (self.x0 + self.x1) / 2

    @property
    def middle(self) -> float:
        """Middle of the vertical extent."""
        return (self.top + self.bottom) / 2

    @property
    def axis(self) -> float:
        """Height of the mathematical axis of its row; a root of something tall reaches farther up from it."""
        return self.y + AXIS * self.size

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


Reader: TypeAlias = Callable[[Sequence[Box], Sequence[Bar]], Row]
"""Reads boxes and bars as a row (`mathvis.mathtext.layout.read`)."""


def accented(name: str, body: list[Box], row: Row, level: float) -> Box:
    """The box of a body with a mark at some level."""
    base, size = baseline(body)
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


def baseline(boxes: list[Box]) -> tuple[float, float]:
    """Baseline and type size of the first box of a row that is set in the row's full size."""
    upright = [box for box in boxes if not box.hangs] or boxes
    size = max(box.size for box in upright)
    first = min((box for box in upright if box.size >= SMALL * size), key=lambda box: box.x0)
    return first.y, size


def swap(items: list[Box], gone: list[Box], new: Box | None) -> list[Box]:
    """Replace some boxes (by identity) by a new one, or by nothing."""
    ids = {id(item) for item in gone}
    return [item for item in items if id(item) not in ids] + ([new] if new else [])


def contiguous(items: list[Box], seed: Box, near: float = NEAR) -> list[Box]:
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


def is_letter(item: Box) -> bool:
    """Whether a box is a single letter of text type."""
    first = item.nodes[0]
    return len(item.nodes) == 1 and isinstance(first, Sym) and first.char.isalpha() and not first.style
