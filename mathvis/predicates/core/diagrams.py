"""Diagrams: labelled graphs of nodes and arrows."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from mathvis.figure.finding import Finding, holds, undecided, violated
from mathvis.figure.model import Edge, Entity, Node, Point, Text, Value
from mathvis.goldir.codes import Code, Group
from mathvis.mathtext import from_latex
from mathvis.predicates.arcs import Arc, read_arc
from mathvis.predicates.measure.compare import outlines, same_line
from mathvis.predicates.measure.words import listed, member_name, name_of, plural, short_id, show
from mathvis.predicates.registry import predicate
from mathvis.tolerances import TOLERANCES


def label_form(latex: str) -> str:
    """Return the normal form of a stated label; a text without dollars is mathematics.

    Raises
    ------
    ValueError
        The LaTeX cannot be read.
    """
    return from_latex(latex if "$" in latex else f"${latex}$")


def check_arcs(args: Mapping[str, Any]) -> Iterable[str]:
    """Yield the labels of stated arcs that cannot be read as LaTeX."""
    for key in ("equals", "to", "pairs"):
        value = args.get(key)
        for text in value if isinstance(value, list) else ():
            try:
                label = read_arc(text).label if isinstance(text, str) else None
                if label is not None:
                    label_form(label)
            except ValueError as error:
                yield f"argument {key!r}: {error}"


class _Key(NamedTuple):
    """The ends of an arc; for an undirected one in alphabetical order."""

    source: str
    target: str
    directed: bool

    def __str__(self) -> str:
        return f"{self.source} {'→' if self.directed else '—'} {self.target}"

    @property
    def reverse(self) -> _Key:
        return _Key(self.target, self.source, self.directed)


def _key(source: str, target: str, directed: bool) -> _Key:
    if directed:
        return _Key(source, target, directed)
    return _Key(min(source, target), max(source, target), directed)


def drawn_arcs(edges: Sequence[Edge], nodes: Sequence[Node | Point] = ()) -> dict[_Key, list[Edge]] | Finding:
    """Return the drawn edges by the names of their ends, or a finding about one that has a loose end.

    An edge painted twice on itself is one edge. Where `nodes` are given, the end at any other node goes by its full
    id, which no stated arc can name.
    """
    known = {node.id for node in nodes}
    found: dict[_Key, list[Edge]] = defaultdict(list)
    for edge in edges:
        if edge.source is None or edge.target is None:
            loose = edge.path[0] if edge.source is None else edge.path[-1]
            end = "start" if edge.source is None else "end"
            return violated(
                Code.R7, f"{name_of(edge)}: its {end} is at no node, or at more than one", evidence=show(edge, at=loose)
            )
        source, target = (
            short_id(end) if not known or end in known else f"({end})" for end in (edge.source, edge.target)
        )
        group = found[_key(source, target, edge.directed)]
        twin = next((k for k, other in enumerate(group) if _drawn_twice(edge, other)), None)
        if twin is None:
            group.append(edge)
        elif group[twin].label is None:
            group[twin] = edge
    return found


def _drawn_twice(first: Edge, second: Edge) -> bool:
    """Whether two edges are one line painted twice, with no more than one label between them."""
    forms = {form for form in (_form_of(first), _form_of(second)) if form is not None}
    within = TOLERANCES.same_curve * first.frame.diagonal
    return len(forms) < 2 and same_line(outlines(first), outlines(second), within)


@predicate(
    group=Group.RELATION,
    codes=(Code.R7, Code.R3, Code.O1, Code.O2, Code.X1, Code.B1, Code.B2),
    check=check_arcs,
)
def graph_equals(
    nodes: tuple[Node | Point, ...],
    edges: tuple[Edge, ...],
    equals: tuple[Arc, ...],
    others: Literal["free", "distinct", "bare"] = "free",
) -> Finding:
    r"""The drawn arrows and edges are exactly the stated ones, as a multiset, and nothing else.

    An arc is ``A -> B`` (an arrowhead at B only) or ``A -- B`` (no head, or two); nodes go by their names in their
    set. ``A -> B: f`` demands the label f (LaTeX mathematics); an arc without a label may carry any. With `others`
    ``distinct`` it may carry any but those of the labelled arcs, with ``bare`` none.

    The first deviation found is reported: a loose end or a wrong end (R7), a reversed arrow (R3), a missing one
    (O1), one too many or a label too many (X1), a missing label (O2), another's (B1), two labels exchanged (B2).

    Examples
    --------
    ::

        - arrows: {graph_equals: {nodes: cells, edges: arrows,
                                  equals: ["ka -> kb", "A -> A': a", 'kc -> qa: \delta']}}
    """
    drawn = drawn_arcs(edges, nodes)
    if isinstance(drawn, Finding):
        return drawn
    stated: dict[_Key, list[str | None]] = defaultdict(list)
    for arc in equals:
        stated[_key(arc.source, arc.target, arc.directed)].append(arc.label)
    wrong = _difference(drawn, stated) or _labels(drawn, stated) or _other_labels(drawn, stated, others)
    if wrong is not None:
        return wrong
    return holds(
        f"exactly the {plural(len(equals), 'stated arrow')}",
        measured=sum(map(len, drawn.values())),
        evidence=show(*edges),
    )


def _difference(drawn: Mapping[_Key, list[Edge]], stated: Mapping[_Key, list[str | None]]) -> Finding | None:
    have, want = Counter({k: len(v) for k, v in drawn.items()}), Counter({k: len(v) for k, v in stated.items()})
    missing, extra = list((want - have).elements()), list((have - want).elements())
    if not missing and not extra:
        return None
    count = f"{len(missing)} missing, {len(extra)} too many"
    for key in extra:
        edge = drawn[key][-1]
        same_ends = {key, key.reverse, _key(key.source, key.target, directed=not key.directed)}
        same_ends |= {_key(key.target, key.source, directed=not key.directed)}
        if key.reverse in missing and key.directed:
            return violated(Code.R3, f"the arrow {key} is reversed", measured=count, evidence=show(edge))
        if not same_ends.isdisjoint(missing):
            words = "carries no arrowhead" if not key.directed else "carries an arrowhead it should not"
            return violated(Code.R3, f"{key} {words}", measured=count, evidence=show(edge))
    for key in extra:
        for other in missing:
            if _same_label(drawn[key], stated[other]) or key.source == other.source or key.target == other.target:
                return violated(
                    Code.R7,
                    f"{name_of(drawn[key][-1])} leads {key}; {other} is missing",
                    measured=count,
                    evidence=show(drawn[key][-1]),
                )
    if missing and extra:
        return violated(
            Code.R7,
            f"{listed(map(str, extra))} instead of {listed(map(str, missing))}",
            measured=count,
            evidence=show(*(drawn[key][-1] for key in extra)),
        )
    if missing:
        return violated(Code.O1, f"missing: {listed(map(str, missing))}", measured=count)
    return violated(
        Code.X1,
        f"too many: {listed(map(str, extra))}",
        measured=count,
        evidence=show(*(drawn[key][-1] for key in extra)),
    )


def _form_of(edge: Edge) -> str | None:
    return None if edge.label is None else edge.label.form


def _same_label(edges: list[Edge], labels: list[str | None]) -> bool:
    wanted = {label_form(label) for label in labels if label is not None}
    return any(_form_of(edge) in wanted for edge in edges)


def _labels(drawn: Mapping[_Key, list[Edge]], stated: Mapping[_Key, list[str | None]]) -> Finding | None:
    wanted_by_form = {label_form(label): key for key, labels in stated.items() for label in labels if label is not None}
    for key, labels in stated.items():
        wanted = Counter(label_form(label) for label in labels if label is not None)
        shown = Counter(form for form in map(_form_of, drawn[key]) if form is not None)
        lacking = list((wanted - shown).elements())
        if not lacking:
            continue
        edge = drawn[key][0]
        others = [form for form in shown if form not in wanted]
        if not others:
            return violated(Code.O2, f"the arrow {key} carries no label {lacking[0]}", evidence=show(*drawn[key]))
        home = wanted_by_form.get(others[0])
        swapped = home is not None and any(_form_of(e) in wanted for e in drawn.get(home, ()))
        return violated(
            Code.B2 if swapped else Code.B1,
            f"the arrow {key} is labelled {others[0]}, not {lacking[0]}",
            measured=others[0],
            evidence=show(edge),
        )
    return None


def _other_labels(
    drawn: Mapping[_Key, list[Edge]], stated: Mapping[_Key, list[str | None]], others: str
) -> Finding | None:
    """Return what is wrong with the labels that are not stated, once those that are stand where they should."""
    if others == "free":
        return None
    theirs = {label_form(label) for labels in stated.values() for label in labels if label is not None}
    for key, labels in stated.items():
        own: Counter[str | None] = Counter(label_form(label) for label in labels if label is not None)
        for edge in drawn[key]:
            form = _form_of(edge)
            if form is None or own[form]:
                own[form] -= form is not None
            elif form in theirs or others == "bare":
                code, words = (Code.B1, "of another arrow") if form in theirs else (Code.X1, "that is too many")
                message = f"the arrow {key} carries the label {form} {words}"
                return violated(code, message, measured=form, evidence=show(edge))
    return None


@predicate(group=Group.RELATION, codes=(Code.R7, Code.R3, Code.O1, Code.X1), check=check_arcs)
def only_edges_between(
    edges: tuple[Edge, ...],
    sources: tuple[Node | Point, ...],
    targets: tuple[Node | Point, ...],
    equals: tuple[Arc, ...],
) -> Finding:
    r"""The only edges between two groups of nodes, either way, are the stated ones.

    Examples
    --------
    ::

        - connecting: {only_edges_between: {edges: arrows, sources: kernels, targets: cokernels, equals: ["kc -> qa"]}}
    """
    first, second = ({member_name(node) for node in group} for group in (sources, targets))
    drawn = drawn_arcs(edges)
    if isinstance(drawn, Finding):
        return drawn
    between = {
        key: found
        for key, found in drawn.items()
        if (key.source in first and key.target in second) or (key.source in second and key.target in first)
    }
    stated: dict[_Key, list[str | None]] = defaultdict(list)
    for arc in equals:
        stated[_key(arc.source, arc.target, arc.directed)].append(None)
    wrong = _difference(between, stated)
    if wrong is not None:
        return wrong
    return holds(
        f"{listed(map(str, between)) or 'none'}, and no other, between the two groups",
        evidence=show(*(edge for found in between.values() for edge in found)),
    )


@predicate(group=Group.PARSING, codes=(Code.O2, Code.B1))
def labelled(items: tuple[Entity, ...], equals: tuple[str, ...]) -> Finding:
    r"""The entities carry the stated labels, one each, in order (LaTeX; without dollars it is mathematics).

    Examples
    --------
    ::

        - names: {labelled: {items: [f, g], equals: ["f", "g'"]}}
    """
    if len(items) != len(equals):
        return undecided(f"{len(items)} entities, {len(equals)} labels")
    for item, latex in zip(items, equals, strict=True):
        try:
            wanted = label_form(latex)
        except ValueError as error:
            return undecided(f"the stated label cannot be read: {error}")
        shown = item if isinstance(item, Text) else item.text if isinstance(item, Value) else item.label
        if shown is None:
            return violated(Code.O2, f"{member_name(item)} carries no label", evidence=show(item))
        if shown.form != wanted:
            return violated(
                Code.B1,
                f"{member_name(item)} is labelled {shown.text}, not {latex}",
                measured=shown.form,
                evidence=show(item),
            )
    return holds("labelled as stated", evidence=show(*items))
