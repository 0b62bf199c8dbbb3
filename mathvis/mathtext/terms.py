"""What stands next to what in a row: where terms end, what is a number, which parenthesis closes which."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mathvis.mathtext.tree import Node, Sym

if TYPE_CHECKING:
    from collections.abc import Sequence

RELATIONS: Final = frozenset("=≠<>≤≥≪≫≈≃≅∼~≡∝∈∉∋⊂⊃⊆⊇⊊⊋→←↔⇒⇐⇔↦↪↠⇝:|‖∣⊢⊨≺≻⪯⪰⊥")
OPERATORS: Final = frozenset("+−±∓·×∗÷∘∧∨∩∪⊕⊗⊙⊔⋆•")
SIGNS: Final = frozenset("−+±")
SEPARATORS: Final = frozenset(",;…!?")
OPENERS: Final = frozenset("([⟨⌊⌈")
HOLDERS: Final = frozenset("([{|‖⟨⌊⌈")
CLOSERS: Final = frozenset(")]⟩⌋⌉")
BOUNDARY: Final = RELATIONS | OPERATORS | SEPARATORS


def is_number(node: Node, *, point: bool = False) -> bool:
    """Whether a node is a digit, or, if allowed, a decimal point."""
    return isinstance(node, Sym) and (node.char.isdecimal() or (point and node.char == "."))


def closing(nodes: Sequence[Node], start: int) -> int | None:
    """Index of the delimiter that closes the one at a place."""
    level = 0
    for at in range(start, len(nodes)):
        node = nodes[at]
        if isinstance(node, Sym):
            level += (node.char in OPENERS) - (node.char in CLOSERS)
            if level == 0:
                return at
    return None


def ends(node: Node | None, chars: frozenset[str]) -> bool:
    """Whether a term ends at this neighbour: nothing, or one of the given symbols."""
    return node is None or (isinstance(node, Sym) and node.char in chars)


def opening(nodes: Sequence[Node], close: int) -> int | None:
    """Index of the parenthesis that the delimiter at a place closes."""
    level = 0
    for at in range(close, -1, -1):
        node = nodes[at]
        if isinstance(node, Sym):
            level += (node.char in CLOSERS) - (node.char in OPENERS)
            if level == 0:
                return at if node.char == "(" else None
    return None
