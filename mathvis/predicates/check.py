"""Checking the statements of a Gold IR when it is loaded, long before a figure is seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from mathvis.figure import model
from mathvis.goldir.model import Criterion, EntitySpec, GoldIR, Kind, Statement
from mathvis.predicates.arcs import Arc
from mathvis.predicates.arguments import read_argument, split_reference
from mathvis.predicates.registry import Predicate
from mathvis.predicates.signature import ENTITY_TYPES, Parameter, Shape

RECORDS: dict[Kind, type] = {
    Kind.POINT: model.Point,
    Kind.CURVE: model.Curve,
    Kind.REGION: model.Region,
    Kind.NODE: model.Node,
    Kind.ARROW: model.Edge,
    Kind.EDGE: model.Edge,
    Kind.VALUE: model.Value,
    Kind.TEXT: model.Text,
}
"""What an entity of a kind is bound to."""


def check_statement(registry: Mapping[str, Predicate], gold: GoldIR, statement: Statement | Criterion) -> list[str]:
    """Return what is wrong with a statement, one message per problem; an empty list if nothing is.

    Parameters
    ----------
    registry
        Predicates by name.
    gold
        The Gold IR it belongs to.
    statement
        A hard statement or a soft criterion.
    """
    soft = isinstance(statement, Criterion)
    where = f"{'criterion' if soft else 'statement'} {statement.id!r}"
    predicate = registry.get(statement.predicate)
    if predicate is None:
        return [f"{where}: unknown predicate {statement.predicate!r}{_did_you_mean(statement.predicate, registry)}"]
    where += f" ({predicate.name})"
    problems = []
    if predicate.soft != soft:
        problems.append(
            f"{where}: {predicate.name} is {_strength(predicate.soft)}; it cannot stand under {_place(soft)}"
        )
    if isinstance(statement, Statement):
        foreign = [code for code in statement.codes if code not in predicate.codes]
        if foreign:
            problems.append(
                f"{where}: codes: {', '.join(foreign)} cannot come from {predicate.name} "
                f"(it emits {', '.join(predicate.codes)})"
            )
    found = list(_check_arguments(predicate, gold, statement.args))
    if not found and predicate.check is not None:
        found = list(predicate.check(statement.args))
    problems += [f"{where}: {text}" for text in found]
    return problems


def _strength(soft: bool) -> str:
    return "a soft criterion" if soft else "a hard statement"


def _place(soft: bool) -> str:
    return "'soft'" if soft else "'hard'"


def _did_you_mean(name: str, known: Sequence[str] | Mapping[str, Any]) -> str:
    folded = {other.casefold(): other for other in known}
    near = [folded[match] for match in get_close_matches(name.casefold(), list(folded), 3)]
    return f"; did you mean {' or '.join(near)}?" if near else ""


def _check_arguments(predicate: Predicate, gold: GoldIR, args: Mapping[str, Any]) -> Iterator[str]:
    given = {parameter.name: parameter for parameter in predicate.parameters if not parameter.injected}
    for name in args:
        if name not in given:
            yield f"unknown argument {name!r}{_did_you_mean(name, given)} (it takes {', '.join(given) or 'none'})"
    for name, parameter in given.items():
        if name not in args:
            if parameter.required:
                yield f"argument {name!r} is missing (a {parameter.shape.words})"
            continue
        yield from (f"argument {name!r}: {text}" for text in _check_argument(parameter, gold, args[name]))


def _check_argument(parameter: Parameter, gold: GoldIR, value: Any) -> Iterator[str]:
    try:
        read = read_argument(parameter.shape, value, GoldReferences(gold))
    except ValueError as error:
        yield str(error)
        return
    if "tolerance" in parameter.name and isinstance(read, float) and not read > 0:
        yield f"a tolerance must be positive, got {read:g}"
    yield from _check_arcs(gold, read)


def _check_arcs(gold: GoldIR, value: Any) -> Iterator[str]:
    """Names in arcs must be names that the Gold IR knows."""
    if isinstance(value, Arc):
        for name in (value.source, value.target):
            if not _is_known_name(gold, name):
                known = [n for key, spec in gold.entities.items() for n in (key, *(spec.members or ()))]
                yield f"{value}: nothing is called {name!r}{_did_you_mean(name, known)}"
    elif isinstance(value, tuple):
        for item in value:
            yield from _check_arcs(gold, item)


def _is_known_name(gold: GoldIR, name: str) -> bool:
    return name in gold.entities or any(
        _has_member(gold, spec, name) for spec in gold.entities.values() if spec.kind.is_set
    )


def _has_member(gold: GoldIR, spec: EntitySpec, name: str) -> bool:
    if spec.union is not None:
        return name in spec.union or any(
            _has_member(gold, gold.entities[part], name) for part in spec.union if gold.entities[part].kind.is_set
        )
    if spec.members is not None:
        return name in spec.members
    before, _, after = (spec.names or "*").partition("*")
    return name.startswith(before) and name.endswith(after) and len(name) > len(before) + len(after)


class GoldReferences:
    """References checked against the entities that a Gold IR declares; what they resolve to is not known yet."""

    def __init__(self, gold: GoldIR) -> None:
        self._gold = gold

    def knows(self, reference: str) -> bool:
        """Whether the Gold IR declares it."""
        return split_reference(reference)[0] in self._gold.entities

    def one(self, shape: Shape, reference: str) -> None:
        """Check a reference to a single entity."""
        spec, member = self._spec(reference)
        if spec.kind.is_set and member is None:
            listed = list(spec.members or ())[:1] or ["member"]
            raise ValueError(f"{reference!r} is a set; name one member of it ({reference}.{listed[0]})")
        self._check_kind(shape, reference, spec)

    def many(self, shape: Shape, references: Sequence[str]) -> tuple[None, ...]:
        """Check references to sets and single entities."""
        if not references and shape.least > 0:
            raise ValueError(f"a {shape.words} is needed, got an empty list")
        for reference in references:
            spec, _ = self._spec(reference)
            self._check_kind(shape, reference, spec)
        return ()

    def _spec(self, reference: str) -> tuple[EntitySpec, str | None]:
        name, member = split_reference(reference)
        spec = self._gold.entities.get(name)
        if spec is None:
            raise ValueError(f"unknown entity {name!r}{_did_you_mean(name, self._gold.entities)}")
        if member is not None:
            if not spec.kind.is_set:
                raise ValueError(f"{name!r} is a {spec.kind}, not a set; it has no member {member!r}")
            if not _has_member(self._gold, spec, member):
                known = list(spec.members or ())
                raise ValueError(f"the set {name!r} has no member {member!r}{_did_you_mean(member, known)}")
        return spec, member

    @staticmethod
    def _check_kind(shape: Shape, reference: str, spec: EntitySpec) -> None:
        if RECORDS[spec.kind.member] not in shape.entities:
            wanted = " or ".join(ENTITY_TYPES[kind] for kind in shape.entities)
            raise ValueError(f"{reference!r} is of kind {spec.kind}; a {wanted} is needed")
