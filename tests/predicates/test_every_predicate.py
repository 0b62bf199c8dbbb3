"""What is true of every registered predicate, on figures of any kind: a new one is covered by being registered."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import pytest
from figure_builders import REGISTRY, Sketch, square
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mathvis.figure.finding import Finding, Outcome, violated
from mathvis.figure.model import Curve, Edge, Figure, Node, Point, Region, Text, Value
from mathvis.goldir.codes import Code
from mathvis.goldir.model import Criterion, GoldIR, Statement
from mathvis.predicates.check import check_statement
from mathvis.predicates.decide import decide, score
from mathvis.predicates.signature import ENTITY_TYPES, Shape, ShapeKind, schema
from mathvis.scene.model import Paint, Path, Scene, Stroke

GOLD = GoldIR.model_validate(
    {
        "schema": "mathvis/gold@1",
        "entities": {
            "point": {"kind": "point"},
            "points": {"kind": "points", "names": "m-*"},
            "curve": {"kind": "curve"},
            "curves": {"kind": "curves", "names": "m-*"},
            "region": {"kind": "region"},
            "regions": {"kind": "regions", "names": "m-*"},
            "node": {"kind": "node"},
            "nodes": {"kind": "nodes", "names": "m-*"},
            "edge": {"kind": "arrow"},
            "edges": {"kind": "edges", "names": "m-*"},
            "value": {"kind": "value", "reads": "N = {...}"},
            "text": {"kind": "text"},
        },
        "hard": [{"id": "s", "predicate": "count", "args": {"things": "points", "equals": 1}}],
        "soft": [{"id": "t", "predicate": "uses_canvas", "args": {}}],
    },
    strict=False,
)
ONE = {Point: "point", Curve: "curve", Region: "region", Node: "node", Edge: "edge", Value: "value", Text: "text"}


def arguments(predicate: str, pick: int = 0) -> dict[str, Any]:
    """Arguments of the right shape for a predicate, made from its signature; `pick` chooses among kinds of entities."""
    given_ = {p.name: _argument(p.shape, p.name, pick) for p in REGISTRY[predicate].parameters if not p.injected}
    out = {name: value for name, value in given_.items() if value is not None}
    if "when" in out or "order" in out:
        out.pop("pairs", None)
        out.pop("relations", None)
    if predicate == "count":
        out = {"things": out["things"], "equals": 3}
    if "tolerance" in out:
        del out["tolerance"]
    return out


def _argument(shape: Shape, name: str, pick: int) -> Any:
    kind = shape.kind
    if kind is ShapeKind.ENTITY:
        return ONE[shape.entities[pick % len(shape.entities)]]
    if kind is ShapeKind.ENTITIES:
        chosen = shape.entities[pick % len(shape.entities)]
        return ONE[chosen] + "s" if chosen not in (Value, Text) else [ONE[chosen]]
    if kind is ShapeKind.LIST:
        item = _argument(shape.parts[0], name, pick)
        return [item] * 3 if shape.parts[0].kind is not ShapeKind.LIST else [item, item]
    if kind is ShapeKind.PAIR:
        return [_argument(part, name, pick) for part in shape.parts]
    if kind is ShapeKind.MAPPING:
        return {"a": _argument(shape.parts[0], name, 0), "b": _argument(shape.parts[0], name, 1)}
    if kind is ShapeKind.UNION:
        return _argument(shape.parts[pick % len(shape.parts)], name, pick)
    return {
        ShapeKind.NUMBER: 1.5,
        ShapeKind.INTEGER: 2,
        ShapeKind.TEXT: "m-{n}" if name == "names" else "3",
        ShapeKind.FLAG: True,
        ShapeKind.CHOICE: shape.choices[pick % len(shape.choices)] if shape.choices else None,
        ShapeKind.EXPRESSION: f"{shape.names[0]} + 1" if shape.names else ("n2 - n1" if name == "by" else "n"),
        ShapeKind.CONDITION: "n1 < n2",
        ShapeKind.PLACE: [0, 0],
        ShapeKind.PLACES: [[0, 0], [1, 0]],
        ShapeKind.ARC: "m-1 -> m-2",
    }[kind]


def evaluate(figure: Figure, predicate: str, args: dict[str, Any]) -> Finding:
    if REGISTRY[predicate].soft:
        return score(REGISTRY, Criterion(id="s", predicate=predicate, args=args), figure)
    return decide(REGISTRY, Statement(id="s", predicate=predicate, args=args), figure)


EVERY = sorted(REGISTRY)
NUMBERS = st.one_of(
    st.integers(-3, 3).map(float),
    st.floats(-5, 5),
    st.sampled_from([0.0, 1e-9, 1e6, -1e6]),
    st.sampled_from([math.nan, math.inf]),
)
TAME = st.one_of(st.integers(-3, 3).map(float), st.floats(-5, 5))
SPOT = st.tuples(TAME, TAME)
WILD = st.tuples(NUMBERS, NUMBERS)
FORMS = st.sampled_from(["3", "", "x", "\\frac{1}{0}", "1,2", "{", "2\\sqrt{7}", "9" * 60])


@st.composite
def figures(draw: st.DrawFn, *, wild: bool = False) -> Figure:
    """Figures with any number of entities of every kind, well or badly drawn."""
    sketch = Sketch(
        scale=draw(st.sampled_from([1e-6, 1.0, 40.0])), angle=draw(st.sampled_from([0, 37])), fitted=draw(st.booleans())
    )
    spot = WILD if wild else SPOT
    path = st.lists(spot, min_size=1, max_size=8).map(lambda p: p if len(p) > 1 else p * 2)
    arrows = st.lists(st.floats(0, 1), max_size=2)
    for one, many in ((k, f"{k}s") for k in ("point", "curve", "region", "node", "edge")):
        ids = [one] * draw(st.integers(0, 1)) + [f"{many}.m-{i}" for i in range(draw(st.integers(0, 4)))]
        if draw(st.booleans()):
            sketch.empty_sets.append(many)
        for key in ids:
            if one == "point":
                sketch.point(key, draw(spot))
            elif one == "curve":
                pieces = draw(st.lists(path, min_size=1, max_size=2))
                sketch.curve(key, *pieces, closed=draw(st.booleans()), arrows=draw(arrows) if not wild else ())
            elif one == "region":
                ring = draw(st.lists(SPOT, min_size=3, max_size=6))
                sketch.region(key, [*ring, ring[0]])
            elif one == "node":
                sketch.node(key, draw(spot))
            else:
                ends = draw(st.tuples(*(st.sampled_from([None, "node", "nodes.m-0", "nodes.m-1"]),) * 2))
                sketch.edge(key, (0, 0), (0, 0), path=draw(path), directed=draw(st.booleans()) and not wild, ends=ends)
    if draw(st.booleans()):
        sketch.value("value", draw(FORMS))
    if draw(st.booleans()):
        sketch.text("text", "x", draw(SPOT))
    if draw(st.booleans()):
        sketch.leftover(draw(st.sampled_from(["curve", "text"])), draw(path))
    figure = sketch.figure()
    absent = {key: violated(Code.O1, f"{key} is missing") for key in GOLD.entities if key not in figure.entities}
    return Figure(
        outlined(figure.scene),
        figure.entities,
        figure.frames,
        {**figure.bindings, **absent},
        figure.extras,
        figure.decoration,
        figure.diagonal,
    )


def outlined(drawn: Scene) -> Scene:
    """The scene with outlines instead of fills: what degenerate fills do is for the tests of visibility to say."""
    thin = Stroke(Paint((0.0, 0.0, 0.0)), 0.8)
    return replace(
        drawn,
        elements=tuple(
            replace(e, fill=None, stroke=e.stroke or thin) if isinstance(e, Path) else e for e in drawn.elements
        ),
    )


def is_well_formed(finding: Finding, predicate: str) -> None:
    declared = REGISTRY[predicate].codes
    if finding.outcome is Outcome.VIOLATED:
        assert finding.code in declared
        assert finding.message
    if finding.outcome is Outcome.UNDECIDED:
        assert finding.message
    if isinstance(finding.measured, float):
        assert math.isfinite(finding.measured)
    for evidence in finding.evidence:
        assert all(isinstance(e, int) for e in evidence.elements)
    json.dumps([finding.measured, finding.tolerance, [e.at for e in finding.evidence]])


@pytest.mark.parametrize("name", EVERY)
def test_the_arguments_made_from_a_signature_pass_the_check(name):
    for pick in range(4):
        kind = Criterion if REGISTRY[name].soft else Statement
        assert check_statement(REGISTRY, GOLD, kind(id="s", predicate=name, args=arguments(name, pick))) == []


@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(figure=figures(), pick=st.integers(0, 5))
def test_no_figure_makes_a_predicate_raise(figure, pick):
    for name in EVERY:
        is_well_formed(evaluate(figure, name, arguments(name, pick)), name)


@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(figure=figures(wild=True), pick=st.integers(0, 5))
def test_not_even_one_with_infinite_coordinates(figure, pick):
    for name in sorted(set(EVERY) - LOOKING):
        is_well_formed(evaluate(figure, name, arguments(name, pick)), name)


LOOKING = {"labels_legible", "no_overlaps", "arrowheads_visible", "folds_dashed"}
"""Criteria that look at the scene, whose numbers are finite."""
VACUOUS = {"no_extras", "no_overlaps"}
"""Predicates about the whole figure that are true of an empty one."""


@pytest.mark.parametrize("name", EVERY)
def test_nothing_holds_of_an_empty_figure(name):
    sketch = Sketch()
    for key in GOLD.entities:
        sketch.missing(key, violated(Code.O1, f"{key} is missing"))
    for pick in range(3):
        finding = evaluate(sketch.figure(), name, arguments(name, pick))
        assert not finding.holds or name in VACUOUS


@pytest.mark.parametrize("name", EVERY)
def test_what_holds_of_an_incomplete_set_is_not_shown_of_the_set(name):
    if REGISTRY[name].soft:
        pytest.skip("soft")
    sketch = Sketch()
    for i in range(4):
        sketch.point(f"points.m-{i}", (i, 0))
        sketch.node(f"nodes.m-{i}", (i, 1))
        sketch.curve(f"curves.m-{i}", [(i, 0), (i, 1)], arrows=[1])
        sketch.region(f"regions.m-{i}", square((i, 3)))
        sketch.edge(f"edges.m-{i}", (i, 0), (i, 1))
    for kind in ("points", "nodes", "curves", "regions", "edges"):
        sketch.missing(kind, violated(Code.O4, f"{kind} is incomplete"))
    universal = [
        p for p in REGISTRY[name].parameters if p.kind is ShapeKind.ENTITIES and p.shape.least > 0 and p.required
    ]
    for pick in range(3):
        finding = evaluate(sketch.figure(), name, arguments(name, pick))
        if universal:
            assert not finding.holds


@pytest.mark.parametrize("name", EVERY)
def test_every_predicate_is_documented_with_an_example(name):
    predicate = REGISTRY[name]
    assert predicate.summary.endswith(".")
    assert len(predicate.summary) <= 120
    assert f"{{{name}:" in predicate.doc.replace("\n", " ")
    assert predicate.codes
    for parameter in predicate.parameters:
        if "tolerance" in parameter.name:
            assert isinstance(parameter.default, float)


@pytest.mark.parametrize("name", EVERY)
def test_every_schema_is_json(name):
    made = json.loads(json.dumps(schema(REGISTRY[name])))
    assert set(arguments(name)) <= set(made["properties"])
    assert made["additionalProperties"] is False


def test_every_entity_kind_is_generated():
    assert set(ONE) == set(ENTITY_TYPES)
