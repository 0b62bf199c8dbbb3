"""Reading the arguments of a statement by their shapes; what a reference means is left to the reader.

Two readers exist: one that checks against a Gold IR at load time (`mathvis.predicates.check`) and one that resolves
against a bound figure (`mathvis.predicates.decide`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from mathvis.goldir.expressions import NUMBERED, VARIABLES, integer, number, parse, parse_condition, place, places
from mathvis.predicates.arcs import read_arc
from mathvis.predicates.signature import Shape, ShapeKind

MAX_ITEMS = 2000
_REFERENCE = re.compile(r"[A-Za-z][A-Za-z0-9_'-]+(\..+)?\Z")


class References(Protocol):
    """Gives meaning to references."""

    def knows(self, reference: str) -> bool:
        """Whether `reference` names an entity, drawn or not."""
        ...

    def one(self, shape: Shape, reference: str) -> Any:
        """Return the entity that `reference` names.

        Raises
        ------
        ValueError
            The reference means nothing here, or something of the wrong kind.
        """
        ...

    def many(self, shape: Shape, references: Sequence[str]) -> Any:
        """Return the entities that `references` name, sets taken apart.

        Raises
        ------
        ValueError
            As for `one`.
        """
        ...


def split_reference(reference: str) -> tuple[str, str | None]:
    """Return (id, member) of ``id`` or ``set.member``."""
    name, dot, member = reference.partition(".")
    return name, member if dot else None


def read_argument(shape: Shape, value: Any, references: References) -> Any:
    """Read one argument.

    Raises
    ------
    ValueError
        The value does not fit the shape; the message says what is needed.
    """
    if value is None and shape.nullable:
        return None
    kind = shape.kind
    if kind is ShapeKind.ENTITY:
        if not isinstance(value, str):
            raise ValueError(f"a {shape.words} is needed, got {value!r}")
        return references.one(shape, value)
    if kind is ShapeKind.ENTITIES:
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, Sequence) or not all(isinstance(item, str) for item in listed):
            raise ValueError(f"a {shape.words} is needed, got {value!r}")
        return references.many(shape, listed)
    if kind in (ShapeKind.LIST, ShapeKind.PAIR):
        return _read_list(shape, value, references)
    if kind is ShapeKind.MAPPING:
        if not isinstance(value, Mapping):
            raise ValueError(f"a {shape.words} is needed, got {value!r}")
        return {str(key): read_argument(shape.parts[0], item, references) for key, item in value.items()}
    if kind is ShapeKind.UNION:
        return _read_union(shape, value, references)
    return read_plain(shape, value)


def _read_list(shape: Shape, value: Any, references: References) -> tuple[Any, ...]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise ValueError(f"a {shape.words} is needed, got {value!r}")
    if len(value) > MAX_ITEMS:
        raise ValueError(f"at most {MAX_ITEMS} items are allowed")
    if shape.kind is ShapeKind.PAIR and len(value) != len(shape.parts):
        raise ValueError(f"{len(shape.parts)} items are needed, got {len(value)}")
    parts = shape.parts if shape.kind is ShapeKind.PAIR else shape.parts * len(value)
    out = []
    for at, (part, item) in enumerate(zip(parts, value, strict=True), 1):
        try:
            out.append(read_argument(part, item, references))
        except ValueError as error:
            raise ValueError(f"item {at}: {error}") from None
    return tuple(out)


def _read_union(shape: Shape, value: Any, references: References) -> Any:
    problems = []
    for part in shape.parts:
        if part.kind is ShapeKind.ENTITY and not (isinstance(value, str) and references.knows(value)):
            problems.append(f"{value!r} is no entity")
            continue
        try:
            return read_argument(part, value, references)
        except ValueError as error:
            problems.append(str(error))
    for part in shape.parts:
        if part.kind is ShapeKind.ENTITY and isinstance(value, str) and _REFERENCE.match(value):
            return references.one(part, value)
    raise ValueError(f"a {shape.words} is needed; " + "; ".join(problems))


def read_plain(shape: Shape, value: Any) -> Any:
    """Read an argument that refers to nothing.

    Raises
    ------
    ValueError
        The value does not fit the shape.
    """
    kind = shape.kind
    if kind is ShapeKind.NUMBER:
        return number(value)
    if kind is ShapeKind.INTEGER:
        return integer(value)
    if kind is ShapeKind.PLACE:
        return place(value)
    if kind is ShapeKind.PLACES:
        found = places(value)
        found.setflags(write=False)
        return found
    if kind is ShapeKind.FLAG:
        if not isinstance(value, bool):
            raise ValueError(f"true or false is needed, got {value!r}")
        return value
    if (
        kind in (ShapeKind.TEXT, ShapeKind.EXPRESSION)
        and isinstance(value, int | float)
        and not isinstance(value, bool)
    ):
        value = str(value)
    if not isinstance(value, str):
        raise ValueError(f"{shape.words} is needed, got {value!r}")
    if kind is ShapeKind.CHOICE:
        if value not in shape.choices:
            raise ValueError(f"{shape.words} is needed, got {value!r}")
        return value
    names = shape.names or VARIABLES | NUMBERED
    if kind is ShapeKind.EXPRESSION:
        found_expr = parse(value, names if not shape.names else VARIABLES | set(names))
        extra = found_expr.variables - set(names)
        if extra:
            raise ValueError(f"unknown variable {', '.join(sorted(extra))}; allowed here: {', '.join(names)}")
        return found_expr
    if kind is ShapeKind.CONDITION:
        return parse_condition(value, names)
    if kind is ShapeKind.ARC:
        return read_arc(value)
    return value
