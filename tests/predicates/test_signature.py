"""A predicate's signature is its schema: what annotations mean, and which are refused at registration."""

from __future__ import annotations

import types
from typing import Annotated, Any, Literal

import pytest

from mathvis.errors import UsageError
from mathvis.figure.finding import Finding, holds
from mathvis.figure.model import Curve, Edge, Entity, Figure, Node, Point
from mathvis.goldir.codes import Code, Group
from mathvis.goldir.expressions import Condition, Expr
from mathvis.predicates.arcs import Arc, read_arc
from mathvis.predicates.budget import Budget
from mathvis.predicates.registry import Predicate, Registry, predicate, predicates_of
from mathvis.predicates.signature import (
    AtLeast,
    Names,
    Place,
    Places,
    ShapeKind,
    Unit,
    read_signature,
    schema,
    shape_of,
)


@pytest.mark.parametrize(
    ("annotation", "kind", "words"),
    [
        (Curve, ShapeKind.ENTITY, "curve reference"),
        (Point | Node, ShapeKind.ENTITY, "point or node reference"),
        (tuple[Point, ...], ShapeKind.ENTITIES, "set of points, or list of references to them"),
        (tuple[Curve | Edge, ...], ShapeKind.ENTITIES, "set of curves or edges, or list of references to them"),
        (tuple[Entity, ...], ShapeKind.ENTITIES, "set of entities, or list of references to them"),
        (float, ShapeKind.NUMBER, "number"),
        (Annotated[float, Unit("degrees")], ShapeKind.NUMBER, "number in degrees"),
        (int, ShapeKind.INTEGER, "whole number"),
        (str, ShapeKind.TEXT, "text"),
        (bool, ShapeKind.FLAG, "true or false"),
        (Literal["a", "b"], ShapeKind.CHOICE, "one of a, b"),
        (Annotated[Expr, Names("t")], ShapeKind.EXPRESSION, "expression in t"),
        (Condition, ShapeKind.CONDITION, "condition"),
        (Place, ShapeKind.PLACE, "place"),
        (Places, ShapeKind.PLACES, "places"),
        (Arc, ShapeKind.ARC, "arc (A -> B: label)"),
        (tuple[float, float], ShapeKind.PAIR, "list [number, number]"),
        (tuple[str, ...], ShapeKind.LIST, "list of: text"),
        (tuple[tuple[Node | None, ...], ...], ShapeKind.LIST, "list of: list of: node reference"),
        (dict[str, tuple[Point, ...]], ShapeKind.MAPPING, "mapping to: set of points, or list of references to them"),
        (Point | Place, ShapeKind.UNION, "point reference or place"),
        (Figure, ShapeKind.FIGURE, "the figure"),
        (Budget, ShapeKind.BUDGET, "a budget"),
    ],
    ids=str,
)
def test_shapes(annotation, kind, words):
    shape = shape_of(annotation)
    assert (shape.kind, shape.words) == (kind, words)


def test_null_is_allowed_where_none_is():
    assert shape_of(Curve | None).nullable
    assert shape_of(float | None).nullable
    assert not shape_of(float).nullable


def test_marks_reach_into_unions():
    shape = shape_of(Annotated[Expr | tuple[Expr, Expr], Names("t")])
    assert shape.parts[0].names == ("t",)
    assert shape.parts[1].parts[0].names == ("t",)


def test_least_members():
    assert shape_of(tuple[Point, ...]).least == 1
    assert shape_of(Annotated[tuple[Point, ...], AtLeast(3)]).least == 3


@pytest.mark.parametrize(
    "annotation",
    [Any, list[Point], dict[int, str], set[str], object, Literal[1, 2], complex, Annotated[str, AtLeast(2)], tuple[()]],
    ids=str,
)
def test_what_is_not_supported_is_refused(annotation):
    with pytest.raises(TypeError):
        shape_of(annotation)


def test_a_parameter_without_annotation_is_refused():
    def p(curve) -> Finding:
        return holds()

    with pytest.raises(TypeError, match="curve has no annotation"):
        read_signature(p)


def test_a_parameter_that_cannot_be_read_is_named():
    def p(curve: list) -> Finding:
        return holds()

    with pytest.raises(TypeError, match="curve: the annotation"):
        read_signature(p)


def test_the_result_must_be_a_finding():
    def p(curve: Curve) -> bool:
        return True

    with pytest.raises(TypeError, match="return Finding"):
        read_signature(p)


def test_star_arguments_are_refused():
    def p(*curves: Curve) -> Finding:
        return holds()

    with pytest.raises(TypeError, match="ordinary parameter"):
        read_signature(p)


def p_full(curve: Curve, figure: Figure, at: Place | None = None, tolerance: float = 0.5) -> Finding:
    """One line.

    More.
    """
    return holds()


def test_parameters():
    curve, figure, at, tolerance = read_signature(p_full)
    assert (curve.required, curve.injected) == (True, False)
    assert (figure.required, figure.injected) == (False, True)
    assert (at.required, at.default) == (False, None)
    assert (tolerance.required, tolerance.default) == (False, 0.5)


def test_schema_leaves_out_what_is_injected():
    made = schema(Predicate("p_full", p_full, Group.RELATION, (Code.R1,), False, read_signature(p_full)))
    assert list(made["properties"]) == ["curve", "at", "tolerance"]
    assert made["required"] == ["curve"]
    assert made["description"] == "One line."
    assert made["properties"]["tolerance"]["default"] == 0.5


class TestFamilies:
    def module(self, name="family"):
        module = types.ModuleType(name)

        @predicate(group=Group.RELATION, codes=[Code.R1])
        def mine(curve: Curve) -> Finding:
            """Mine."""
            return holds()

        mine.__module__ = name
        module.mine = mine
        module.borrowed = p_full
        return module

    def test_a_module_publishes_what_it_defines(self):
        (found,) = predicates_of(self.module(), "third-party")
        assert (found.name, found.family, found.codes, found.summary) == ("mine", "third-party", (Code.R1,), "Mine.")

    def test_two_families_cannot_share_a_name(self):
        with pytest.raises(UsageError, match="two predicate families define 'mine': one and two"):
            Registry([*predicates_of(self.module("a"), "one"), *predicates_of(self.module("b"), "two")])


@pytest.mark.parametrize(
    ("text", "arc"),
    [
        ("A -> B", Arc("A", "B")),
        ("A <- B", Arc("B", "A")),
        ("2 -- 6", Arc("2", "6", None, directed=False)),
        ("A' -> B': f'", Arc("A'", "B'", "f'")),
        ("kc -> qa : \\delta", Arc("kc", "qa", "\\delta")),
        ("a -> b: x: y", Arc("a", "b", "x: y")),
    ],
)
def test_arcs(text, arc):
    assert read_arc(text) == arc


@pytest.mark.parametrize("text", ["", "A", "A->B", "A -> ", "A -> B C", "A - B", "A -> B:", "x" * 600])
def test_what_is_no_arc(text):
    with pytest.raises(ValueError, match="is no arc"):
        read_arc(text)
