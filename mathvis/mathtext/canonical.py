"""Bring a tree to its canonical shape, so that labels that read alike become the same string."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from mathvis.mathtext.glyphlists import COMPOUNDS
from mathvis.mathtext.slashes import slashes
from mathvis.mathtext.symbols import NEGATION, PRIME, struck
from mathvis.mathtext.terms import BOUNDARY, CLOSERS, HOLDERS, OPENERS, SIGNS, closing, ends, is_number
from mathvis.mathtext.tree import CELL, MAX_DEPTH, SPACE, Accent, Frac, Node, Root, Row, Script, Stack, Sym, write

_RAISED: Final = frozenset((PRIME, "∘", "†", "‡"))
_OVER_EQUALS: Final = {Script(sup=(Sym("~"),)): "≅", Script(sup=(Sym("."),)): "≐", Script(sup=(Sym("·"),)): "≐"}
_RUNS: Final = {(".", ".", "."): "…", ("·", "·", "·"): "…", ("|", "|"): "‖", **COMPOUNDS}


def canonical(row: Sequence[Node]) -> Row:
    """Canonical tree of a row.

    The rules, in order: marks go to the symbols they belong to; scripts of one base are one script, subscript
    before superscript; gaps vanish except between two digits; runs of dots become an ellipsis; a radical sign
    without a vinculum takes the number or symbol after it; a trailing star is raised; a slash between two
    simple terms is a fraction.

    Raises
    ------
    ValueError
        Groups are nested deeper than `MAX_DEPTH`.
    """
    return _canonical(row, 0)


def form_of(row: Sequence[Node]) -> str:
    """Normal form of a row.

    Raises
    ------
    ValueError
        The label is too long or nested too deeply.
    """
    try:
        return write(canonical(row))
    except RecursionError:
        raise ValueError("label nested too deeply") from None


def _canonical(row: Sequence[Node], depth: int, *, raised: bool = False) -> Row:
    if depth > MAX_DEPTH:
        raise ValueError(f"label nested deeper than {MAX_DEPTH}")
    nodes = list(row)
    for rule in _RULES:
        nodes = rule(nodes)
    inner = [_filled(_inside(node, depth + 1)) for node in nodes]
    inner = [node for node in inner if not (isinstance(node, Accent) and not node.body)]
    for rule in _LATE_RULES:
        if not (raised and rule is _stars):
            inner = rule(inner)
    return tuple(inner)


def _filled(node: Node) -> Node:
    """A root of nothing is a radical sign."""
    return Sym("√") if isinstance(node, Root) and not node.body else node


def _inside(node: Node, depth: int) -> Node:
    if isinstance(node, Script):
        return Script(
            _canonical(_single(node.sub, "sub"), depth),
            _canonical(_unraised(_single(node.sup, "sup")), depth, raised=True),
        )
    if isinstance(node, Frac):
        return Frac(_canonical(node.num, depth), _canonical(node.den, depth))
    if isinstance(node, Root):
        return Root(_canonical(node.body, depth), _canonical(node.index, depth))
    if isinstance(node, Accent):
        return Accent(node.name, _canonical(node.body, depth))
    if isinstance(node, Stack):
        return Stack(tuple(_canonical(part, depth) for part in node.rows))
    return node


def _single(row: Row, side: str) -> Row:
    """A script that holds only a script of the same side without a base (``x_{_1}``) is that script."""
    while len(row) == 1 and isinstance(row[0], Script) and not (row[0].sup if side == "sub" else row[0].sub):
        row = row[0].sub if side == "sub" else row[0].sup
    return row


def _unraised(row: Row) -> Row:
    """Superscripts inside a superscript that are raised by their own shape stay on its line."""
    out: list[Node] = []
    for node in row:
        sup = _single(node.sup, "sup") if isinstance(node, Script) and not node.sub else ()
        if sup and all(isinstance(part, Sym) and part.char in _RAISED for part in sup):
            out.extend(sup)
        else:
            out.append(node)
    return tuple(out)


def _lines(nodes: list[Node]) -> list[Node]:
    """Rows that no delimiter holds together are lines of text."""
    out: list[Node] = []
    for node in nodes:
        before = next((other for other in reversed(out) if other != Sym(SPACE)), None)
        if isinstance(node, Stack) and not (len(node.rows) > 1 and before is not None and ends(before, HOLDERS)):
            out.extend(part for row in node.rows for part in (Sym(SPACE), *row, Sym(SPACE)))
        else:
            out.append(node)
    return out


def _marks(nodes: list[Node]) -> list[Node]:
    """Combining marks and negation strokes go onto the symbol before them."""
    out: list[Node] = []
    for node in nodes:
        if isinstance(node, Accent) and not node.body:
            if not out or out[-1] == Sym(SPACE):
                continue
            base = out.pop()
            previous = out[-1] if out else None
            if node.name == "overline" and isinstance(previous, Accent) and previous.name == "overline":
                out[-1] = Accent("overline", (*previous.body, base))
            else:
                out.append(Accent(node.name, (base,)))
        elif node == Sym(NEGATION):
            base = out[-1] if out else Sym(SPACE)
            joined = struck(base.char) if isinstance(base, Sym) and not base.style else ""
            if joined:
                out[-1] = Sym(joined)
            else:
                out.append(Sym("/") if base == Sym(SPACE) else node)
        else:
            out.append(node)
    return out


def _radicals(nodes: list[Node]) -> list[Node]:
    """A radical sign without a vinculum covers the number, the group or the symbol after it."""
    out: list[Node] = []
    at = 0
    while at < len(nodes):
        node = nodes[at]
        bare = node == Sym("√") or (isinstance(node, Root) and not node.body)
        if not bare:
            out.append(node)
            at += 1
            continue
        index = node.index if isinstance(node, Root) else ()
        while at + 1 < len(nodes) and nodes[at + 1] == Sym(SPACE):
            at += 1
        stop = _covered(nodes, at + 1)
        body = nodes[at + 1 : stop]
        if not body:
            out.append(Sym("√"))
        else:
            inner = _radicals(body)
            if len(inner) == 1 and isinstance(inner[0], Accent) and inner[0].name in ("overline", "bar"):
                inner = list(inner[0].body)
            elif inner[0] == Sym("(") and inner[-1] == Sym(")"):
                inner = inner[1:-1]
            out.append(Root(tuple(inner), index))
        at = max(stop, at + 1)
    return out


def _covered(nodes: list[Node], start: int) -> int:
    """End of what a bare radical sign at ``start - 1`` covers."""
    if start >= len(nodes):
        return start
    first = nodes[start]
    if isinstance(first, Script):
        return start
    if first == Sym("(") and (close := closing(nodes, start)) is not None:
        return close + 1
    if is_number(first):
        stop = start
        while stop < len(nodes) and is_number(nodes[stop], point=stop + 1 < len(nodes) and is_number(nodes[stop + 1])):
            stop += 1
        return stop
    if first == Sym("√") or (isinstance(first, Root) and not first.body):
        return _covered(nodes, start + 1)
    if isinstance(first, Sym) and not first.char.isalnum() and not first.style:
        return start
    return start + 1


def _scripts(nodes: list[Node]) -> list[Node]:
    """Scripts that follow each other are one; a gap before a script does not count."""
    out: list[Node] = []
    for node in nodes:
        if isinstance(node, Script):
            if not node.sub and not node.sup:
                continue
            while out and out[-1] == Sym(SPACE):
                out.pop()
            if out and isinstance(out[-1], Script):
                before = out.pop()
                node = Script((*before.sub, *node.sub), (*before.sup, *node.sup))  # type: ignore[union-attr]  # noqa: PLW2901
        out.append(node)
    return out


def _spaces(nodes: list[Node]) -> list[Node]:
    """A gap is kept only where it parts two digits, one between cells also where it parts a term from a sign."""
    out: list[Node] = []
    gap = cell = False
    for node in nodes:
        if node in (Sym(SPACE), Sym(CELL)):
            gap, cell = True, cell or node == Sym(CELL)
            continue
        before = out[-1] if gap and out else None
        if before is not None and is_number(before) and is_number(node):
            out.append(Sym(SPACE))
        elif before is not None and cell and ends(node, SIGNS) and not ends(before, BOUNDARY | OPENERS):
            out.append(Sym(CELL))
        gap = cell = False
        out.append(node)
    return out


def _overlines(nodes: list[Node]) -> list[Node]:
    return [
        Accent("bar", node.body) if isinstance(node, Accent) and node.name == "overline" else node for node in nodes
    ]


def _ellipses(nodes: list[Node]) -> list[Node]:
    out: list[Node] = []
    for node in nodes:
        out.append(node)
        for run, char in _RUNS.items():
            tail = out[-len(run) :]
            if tail == [Sym(part) for part in run]:
                out[-len(run) :] = [Sym(char)]
    return out


def _stacked_relations(nodes: list[Node]) -> list[Node]:
    """A tilde or a dot over an equals sign is the relation of that shape."""
    out: list[Node] = []
    for node in nodes:
        char = _OVER_EQUALS.get(node) if isinstance(node, Script) and out and out[-1] == Sym("=") else None
        if char:
            out[-1] = Sym(char)
        else:
            out.append(node)
    return out


def _stars(nodes: list[Node]) -> list[Node]:
    """A star after an operand and before no operand is a superscript: ``A*`` reads as A to the star."""
    out: list[Node] = []
    for at, node in enumerate(nodes):
        before, after = (out[-1] if out else None), (nodes[at + 1] if at + 1 < len(nodes) else None)
        if (
            node == Sym("∗")
            and before is not None
            and not ends(before, BOUNDARY | OPENERS)
            and ends(after, BOUNDARY | CLOSERS)
        ):
            node = Script(sup=(Sym("∗"),))  # noqa: PLW2901
        out.append(node)
    return out


_Rule = Callable[[list[Node]], list[Node]]
_RULES: Final[tuple[_Rule, ...]] = (_lines, _marks, _scripts, _radicals, _spaces, _overlines, _ellipses)
_LATE_RULES: Final[tuple[_Rule, ...]] = (_stacked_relations, _stars, _scripts, slashes)
