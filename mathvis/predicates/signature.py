"""Reading a predicate's signature: what its arguments are, and the JSON Schema that follows.

A parameter's annotation becomes a `Shape`; a shape knows how an argument is written in YAML. The marks
`AtLeast`, `Names` and `Unit` go into ``Annotated[...]``.
"""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

import numpy as np
from numpy.typing import NDArray

from mathvis.figure import model
from mathvis.figure.finding import Finding
from mathvis.figure.model import Figure
from mathvis.goldir.expressions import Condition, Expr, XYPair
from mathvis.predicates.arcs import Arc
from mathvis.predicates.budget import Budget

if TYPE_CHECKING:
    from mathvis.predicates.registry import Predicate

ENTITY_TYPES: dict[type, str] = {
    model.Point: "point",
    model.Curve: "curve",
    model.Region: "region",
    model.Node: "node",
    model.Edge: "edge",
    model.Value: "value",
    model.Text: "text",
}
"""The records that a reference may resolve to, with the word for people."""

Places = NDArray[np.float64]
"""Annotation of points in data coordinates, shape (n, 2): a list of places, roots, or a numbered family."""
Place = XYPair
"""Annotation of one place in data coordinates."""


@dataclass(frozen=True, slots=True)
class AtLeast:
    """``Annotated[tuple[Point, ...], AtLeast(3)]``: with fewer members a statement is undecided (the default is 1)."""

    members: int


@dataclass(frozen=True, slots=True)
class Names:
    """``Annotated[Expr, Names("x")]``: the variables that an expression may hold."""

    allowed: tuple[str, ...]

    def __init__(self, *allowed: str) -> None:
        object.__setattr__(self, "allowed", allowed)


@dataclass(frozen=True, slots=True)
class Unit:
    """``Annotated[float, Unit("degrees")]``: what a number is measured in."""

    name: str


class ShapeKind(StrEnum):
    """How an argument is written."""

    ENTITY = "entity"
    NUMBER = "number"
    INTEGER = "integer"
    TEXT = "text"
    FLAG = "flag"
    CHOICE = "choice"
    EXPRESSION = "expression"
    CONDITION = "condition"
    PLACE = "place"
    PLACES = "places"
    ARC = "arc"
    ENTITIES = "entities"
    LIST = "list"
    PAIR = "pair"
    MAPPING = "mapping"
    UNION = "union"
    FIGURE = "figure"
    BUDGET = "budget"


@dataclass(frozen=True, slots=True)
class Shape:
    """What an argument is.

    Attributes
    ----------
    kind
        How it is written.
    entities
        For entity and entities: the records it may resolve to.
    choices
        For choice: the allowed values.
    names
        For expressions and conditions: the variables that may occur; empty for the default set.
    parts
        For list, mapping and union: the shapes of an item, of a value, of the alternatives; for pair: of each item.
    least
        For entities: fewest members with which a statement can be decided.
    unit
        For numbers: what they are measured in.
    nullable
        Whether null is allowed.
    """

    kind: ShapeKind
    entities: tuple[type, ...] = ()
    choices: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    parts: tuple[Shape, ...] = ()
    least: int = 1
    unit: str = ""
    nullable: bool = False

    @property
    def words(self) -> str:
        """The shape in words, for messages and listings."""
        one = " or ".join(ENTITY_TYPES[kind] for kind in self.entities)
        if len(self.entities) == len(ENTITY_TYPES):
            one = "entity"
        many = " or ".join(f"{ENTITY_TYPES[kind]}s" for kind in self.entities) if one != "entity" else "entities"
        return {
            ShapeKind.ENTITY: f"{one} reference",
            ShapeKind.ENTITIES: f"set of {many}, or list of references to them",
            ShapeKind.NUMBER: f"number{f' in {self.unit}' if self.unit else ''}",
            ShapeKind.INTEGER: "whole number",
            ShapeKind.TEXT: "text",
            ShapeKind.FLAG: "true or false",
            ShapeKind.CHOICE: "one of " + ", ".join(self.choices),
            ShapeKind.EXPRESSION: "expression" + (f" in {', '.join(self.names)}" if self.names else ""),
            ShapeKind.CONDITION: "condition" + (f" in {', '.join(self.names)}" if self.names else ""),
            ShapeKind.PLACE: "place",
            ShapeKind.PLACES: "places",
            ShapeKind.ARC: "arc (A -> B: label)",
            ShapeKind.LIST: "list of: " + (self.parts[0].words if self.parts else ""),
            ShapeKind.PAIR: "list [" + ", ".join(part.words for part in self.parts) + "]",
            ShapeKind.MAPPING: "mapping to: " + (self.parts[0].words if self.parts else ""),
            ShapeKind.UNION: " or ".join(part.words for part in self.parts),
            ShapeKind.FIGURE: "the figure",
            ShapeKind.BUDGET: "a budget",
        }[self.kind]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a predicate.

    Attributes
    ----------
    name
        Key of the argument.
    shape
        What the argument is.
    default
        Value when it is left out; None if it is required.
    required
        Whether it must be given.
    injected
        Whether it is supplied by us (figure, budget) and never by the Gold IR.
    """

    name: str
    shape: Shape
    default: Any = None
    required: bool = True
    injected: bool = False

    @property
    def kind(self) -> ShapeKind:
        """How the argument is written."""
        return self.shape.kind

    @property
    def unit(self) -> str:
        """What a number is measured in, empty if dimensionless."""
        return self.shape.unit


def read_signature(function: Callable[..., Finding]) -> tuple[Parameter, ...]:
    """Read the parameters of a predicate off its annotations.

    Raises
    ------
    TypeError
        A parameter has no annotation, or one that the registry does not know; or the function does not return a
        `Finding`.
    """
    name = getattr(function, "__qualname__", repr(function))
    try:
        hints = typing.get_type_hints(function, include_extras=True)
    except NameError as error:
        raise TypeError(f"predicate {name}: {error}; import it at run time, not under TYPE_CHECKING") from error
    if hints.get("return") is not Finding:
        raise TypeError(f"predicate {name} must be annotated to return Finding")
    return tuple(_parameters(function, name, hints))


def _parameters(function: Callable[..., Finding], name: str, hints: dict[str, Any]) -> Iterator[Parameter]:
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind not in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
            raise TypeError(f"predicate {name}: {parameter.name} must be an ordinary parameter")
        if parameter.name not in hints:
            raise TypeError(f"predicate {name}: {parameter.name} has no annotation")
        try:
            shape = shape_of(hints[parameter.name])
        except TypeError as error:
            raise TypeError(f"predicate {name}: {parameter.name}: {error}") from None
        required = parameter.default is parameter.empty
        injected = shape.kind in (ShapeKind.FIGURE, ShapeKind.BUDGET)
        yield Parameter(
            parameter.name, shape, None if required else parameter.default, required and not injected, injected
        )


_SIMPLE: dict[Any, ShapeKind] = {
    float: ShapeKind.NUMBER,
    int: ShapeKind.INTEGER,
    str: ShapeKind.TEXT,
    bool: ShapeKind.FLAG,
    Expr: ShapeKind.EXPRESSION,
    Condition: ShapeKind.CONDITION,
    Place: ShapeKind.PLACE,
    Places: ShapeKind.PLACES,
    Arc: ShapeKind.ARC,
    Figure: ShapeKind.FIGURE,
    Budget: ShapeKind.BUDGET,
}


def shape_of(annotation: Any) -> Shape:
    """Return the shape that an annotation stands for.

    Raises
    ------
    TypeError
        The annotation is not supported.
    """
    if isinstance(annotation, typing.TypeAliasType) if hasattr(typing, "TypeAliasType") else False:
        return shape_of(annotation.__value__)
    if get_origin(annotation) is typing.Annotated:
        base, *extras = get_args(annotation)
        return _marked(shape_of(base), extras)
    if annotation in ENTITY_TYPES:
        return Shape(ShapeKind.ENTITY, entities=(annotation,))
    for known, kind in _SIMPLE.items():
        if annotation is known or annotation == known:
            return Shape(kind)
    origin, args = get_origin(annotation), get_args(annotation)
    if origin in (typing.Union, types.UnionType):
        return _union(args)
    if origin is Literal and all(isinstance(arg, str) for arg in args):
        return Shape(ShapeKind.CHOICE, choices=args)
    if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
        item = shape_of(args[0])
        if item.kind is ShapeKind.ENTITY and not item.nullable:
            return replace(item, kind=ShapeKind.ENTITIES)
        return Shape(ShapeKind.LIST, parts=(item,))
    if origin is tuple and args and Ellipsis not in args:
        return Shape(ShapeKind.PAIR, parts=tuple(shape_of(arg) for arg in args))
    if origin is dict and args[0] is str:
        return Shape(ShapeKind.MAPPING, parts=(shape_of(args[1]),))
    raise TypeError(
        f"the annotation {annotation!r} is not one that a predicate may use (see mathvis.predicates.registry)"
    )


def _union(args: tuple[Any, ...]) -> Shape:
    rest = [arg for arg in args if arg is not type(None)]
    nullable = len(rest) < len(args)
    if all(arg in ENTITY_TYPES for arg in rest):
        return Shape(ShapeKind.ENTITY, entities=tuple(rest), nullable=nullable)
    shapes = [shape_of(arg) for arg in rest]
    if len(shapes) == 1:
        return replace(shapes[0], nullable=nullable)
    entities = tuple(kind for shape in shapes if shape.kind is ShapeKind.ENTITY for kind in shape.entities)
    others = [shape for shape in shapes if shape.kind is not ShapeKind.ENTITY]
    first = [Shape(ShapeKind.ENTITY, entities=entities)] if entities else []
    return Shape(ShapeKind.UNION, parts=(*first, *others), nullable=nullable)


def _marked(shape: Shape, extras: list[Any]) -> Shape:
    for extra in extras:
        if isinstance(extra, AtLeast) and shape.kind is ShapeKind.ENTITIES:
            shape = replace(shape, least=extra.members)
        elif isinstance(extra, Names) and shape.kind in (ShapeKind.EXPRESSION, ShapeKind.CONDITION):
            shape = replace(shape, names=extra.allowed)
        elif isinstance(extra, Names) and shape.parts:
            shape = replace(shape, parts=tuple(_marked(part, [extra]) for part in shape.parts))
        elif isinstance(extra, Unit) and shape.kind in (ShapeKind.NUMBER, ShapeKind.INTEGER):
            shape = replace(shape, unit=extra.name)
        else:
            raise TypeError(f"the mark {extra!r} does not go with {shape.words}")
    return shape


_NUMBER_SCHEMA: dict[str, Any] = {
    "type": ["number", "string"],
    "description": "a number or an expression without variables",
}
_PLACE_SCHEMA: dict[str, Any] = {
    "description": "a pair of numbers, or one complex number",
    "anyOf": [
        {"type": "array", "items": _NUMBER_SCHEMA, "minItems": 2, "maxItems": 2},
        {"type": ["number", "string"]},
    ],
}


def _schema_of(shape: Shape) -> dict[str, Any]:
    described = {"description": shape.words}
    reference: dict[str, Any] = {"type": "string"}
    table: dict[ShapeKind, Callable[[], dict[str, Any]]] = {
        ShapeKind.ENTITY: lambda: reference | described,
        ShapeKind.ENTITIES: lambda: {"anyOf": [reference, {"type": "array", "items": reference}]} | described,
        ShapeKind.NUMBER: lambda: _NUMBER_SCHEMA | described,
        ShapeKind.INTEGER: lambda: {"type": ["integer", "string"]} | described,
        ShapeKind.TEXT: lambda: {"type": ["string", "number"]},
        ShapeKind.FLAG: lambda: {"type": "boolean"},
        ShapeKind.CHOICE: lambda: {"enum": list(shape.choices)},
        ShapeKind.EXPRESSION: lambda: {"type": ["string", "number"]} | described,
        ShapeKind.CONDITION: lambda: {"type": "string"} | described,
        ShapeKind.PLACE: lambda: dict(_PLACE_SCHEMA),
        ShapeKind.PLACES: lambda: (
            {"anyOf": [{"type": "array", "items": _PLACE_SCHEMA}, {"type": "object"}]} | described
        ),
        ShapeKind.ARC: lambda: reference | described,
        ShapeKind.LIST: lambda: {"type": "array", "items": _schema_of(shape.parts[0])},
        ShapeKind.PAIR: lambda: {
            "type": "array",
            "prefixItems": [_schema_of(part) for part in shape.parts],
            "minItems": len(shape.parts),
            "maxItems": len(shape.parts),
        },
        ShapeKind.MAPPING: lambda: {"type": "object", "additionalProperties": _schema_of(shape.parts[0])},
        ShapeKind.UNION: lambda: {"anyOf": [_schema_of(part) for part in shape.parts]},
    }
    found = table[shape.kind]()
    return {"anyOf": [found, {"type": "null"}]} if shape.nullable else found


def schema(predicate: Predicate) -> dict[str, Any]:
    """Return the JSON Schema of a predicate's arguments."""
    given = [parameter for parameter in predicate.parameters if not parameter.injected]
    properties: dict[str, Any] = {}
    for parameter in given:
        entry = _schema_of(parameter.shape)
        if not parameter.required and isinstance(parameter.default, int | float | str | bool):
            entry["default"] = parameter.default
        properties[parameter.name] = entry
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": predicate.name,
        "description": predicate.summary,
        "type": "object",
        "properties": properties,
        "required": [parameter.name for parameter in given if parameter.required],
        "additionalProperties": False,
    }
