"""What must not change the binding, and that nothing makes it fail."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from binding_builders import REST, bound, box, dot, line, scene_of, text
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies_scene import scenes

from mathvis.binding import bind
from mathvis.goldir.load import load_gold
from mathvis.scene.geometry import SceneGeometry
from mathvis.scene.model import Canvas, Label, NamedPoint, Path, Subpath
from mathvis.scene.visibility import Visibility

PLANE = """
entities:
  O: {kind: point, label: "$0$"}
  I: {kind: point, label: "$1$"}
  C: {kind: curve, label: "$C$"}
  n: {kind: value, reads: '$N = {...}$'}
  zeros: {kind: points, names: 'zero-*'}
frames:
  main: {maps: similarity, anchors: {O: 0, I: 1}}
"""
DIAGRAM = """
entities:
  cells: {kind: nodes, members: {a: "$a$", b: "$b$", c: "$c$"}}
  arrows: {kind: arrows, names: "arr-*"}
  lines: {kind: edges, names: "e-*"}
  D: {kind: region, label: "$D$", panel: other}
  all: {kind: arrows, union: [arrows]}
"""
FITTED = """
entities:
  P: {kind: points, names: "*"}
  g: {kind: curve, name: a, defined: {circle: {center: 0, radius: 1}}}
  t: {kind: text, name: b, label: "b"}
frames:
  main: {maps: affine, fit: [g]}
"""
FIGURES = {
    PLANE: dot("O", 200, 150) + text(192, 164, "0") + dot("I", 290, 150) + text(300, 164, "1")
    + '<circle id="C" cx="200" cy="150" r="90" fill="none" stroke="black"/>' + text(275, 75, "C")
    + dot("zero-1", 180, 120) + dot("zero-2", 230, 190) + text(80, 250, "N = 3", "n")
    + line("", 60, 150, 340, 150) + line("", 200, 30, 200, 270),
    DIAGRAM: box("a", 60, 60, "a") + box("b", 200, 60, "b") + box("c", 200, 200, "c")
    + line("arr-1", 75, 60, 183, 60, 'marker-end="url(#h)"') + line("", 200, 75, 200, 185)
    + '<rect id="D" x="280" y="80" width="90" height="80" fill="#cde"/>' + text(325, 68, "D"),
}  # fmt: skip


@cache
def gold(entities):
    return load_gold("schema: mathvis/gold@1\n" + entities + REST)


def told(figure):
    """Everything that a binding says, but for places and elements."""
    entities = {}
    for name, value in figure.entities.items():
        items = value if isinstance(value, tuple) else (value,)
        if "~" in name:
            continue
        entities[name] = sorted(
            (item.id.partition("~")[0], getattr(item, "source", None) or "", getattr(item, "target", None) or "",
             item.label.form if getattr(item, "label", None) else "")
            for item in items
        )  # fmt: skip
    findings = {name: (finding.outcome, finding.code) for name, finding in figure.bindings.items()}
    return entities, findings, sorted(ink.kind for ink in figure.extras)


def moved(scene, turn, scale, offset):
    """Turn, scale and move a scene."""
    matrix = scale * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])

    def at(point):
        x, y = matrix @ np.asarray(point) + offset
        return float(x), float(y)

    def element(e):
        if isinstance(e, Path):
            return replace(
                e,
                subpaths=tuple(Subpath(tuple(map(at, s.points)), s.closed) for s in e.subpaths),
                stroke=None if e.stroke is None else replace(e.stroke, width=e.stroke.width * scale),
                tips=tuple(
                    replace(t, apex=at(t.apex), direction=tuple(matrix @ np.array(t.direction) / scale)) for t in e.tips
                ),
            )
        box = tuple(map(at, e.box))
        if isinstance(e, Label):
            return replace(e, box=box, baseline=at(e.baseline), size=e.size * scale, angle=e.angle + np.degrees(turn))
        return replace(e, box=box)

    return replace(
        scene,
        canvas=Canvas(6000.0, 6000.0),
        elements=tuple(map(element, scene.elements)),
        nodes=tuple(replace(n, center=at(n.center), box=tuple(map(at, n.box))) for n in scene.nodes),
        points=tuple(NamedPoint(p.name, at(p.at)) for p in scene.points),
    )


@cache
def start(entities):
    return scene_of(FIGURES[entities])


@pytest.mark.parametrize("entities", FIGURES, ids=["plane", "diagram"])
@given(scale=st.floats(0.6, 6), x=st.floats(0, 2000), y=st.floats(0, 2000))
@settings(max_examples=15, deadline=None)
def test_moving_and_scaling_a_figure_changes_nothing(entities, scale, x, y):
    scene = start(entities)
    assert told(bound(moved(scene, 0.0, scale, [x, y]), entities)) == told(bound(scene, entities))


@given(turn=st.floats(-3.1, 3.1))
@settings(max_examples=20, deadline=None)
def test_turning_a_figure_changes_nothing_that_is_bound(turn):
    scene = start(PLANE)
    there = told(bound(moved(scene, turn, 1.0, [3000, 3000]), PLANE))
    here = told(bound(scene, PLANE))
    assert there[:2] == here[:2]


@pytest.mark.parametrize("entities", FIGURES, ids=["plane", "diagram"])
@given(seed=st.randoms(use_true_random=False))
@settings(max_examples=15, deadline=None)
def test_the_order_of_disjoint_elements_changes_nothing(entities, seed):
    scene = start(entities)
    pieces = []
    for e in scene.elements:
        if pieces and (e.command == pieces[-1][-1].command or (e.node and e.node == pieces[-1][-1].node)):
            pieces[-1].append(e)
        else:
            pieces.append([e])
    seed.shuffle(pieces)
    order = [e for piece in pieces for e in piece]
    new = {e.index: k for k, e in enumerate(order)}

    def renumbered(e):
        changes = {"index": new[e.index]}
        if isinstance(e, Path):
            changes["tips"] = tuple(replace(t, elements=tuple(new[i] for i in t.elements)) for t in e.tips)
        if isinstance(e, Label):
            changes["elements"] = tuple(new[i] for i in e.elements)
        return replace(e, **changes)

    shuffled = replace(
        scene,
        elements=tuple(map(renumbered, order)),
        nodes=tuple(
            replace(n, elements=tuple(new[i] for i in n.elements), border=None if n.border is None else new[n.border])
            for n in scene.nodes
        ),
    )
    assert told(bound(shuffled, entities)) == told(bound(scene, entities))


@given(at=st.integers(1, 3))
@settings(max_examples=6, deadline=None)
def test_splitting_a_path_into_two_of_one_name_changes_nothing(at):
    scene = start(PLANE)
    k = next(e.index for e in scene.elements if "C" in e.names)
    path = scene.elements[k]
    points = path.subpaths[0].points
    first, second = Subpath(points[: 3 * at + 1], closed=False), Subpath(points[3 * at :], closed=False)
    split = replace(
        scene,
        elements=(
            *scene.elements[:k], replace(path, subpaths=(first,)), replace(path, index=k + 1, subpaths=(second,)),
            *(replace(e, index=e.index + 1) for e in scene.elements[k + 1 :]),
        ),
    )  # fmt: skip
    figure = bound(split, PLANE)
    assert told(figure) == told(bound(scene, PLANE))
    assert figure.entities["C"].closed


NAMES = ["O", "I", "C", "n", "zero-1", "a", "b", "c", "arr-1", "e-1", "D", "decor-1"]
FORMS = ["0", "1", "C", "N=3", "a", "b", "c", "D", "×"]


@given(scene=scenes(), names=st.lists(st.sampled_from(NAMES), min_size=8, max_size=8), data=st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_scene_makes_binding_fail(scene, names, data):
    elements = []
    for e, name in zip(scene.elements, names, strict=False):
        changes = {"names": (name, *e.names)}
        if isinstance(e, Label):
            changes["form"] = data.draw(st.sampled_from(FORMS))
        elements.append(replace(e, **changes))
    nodes = tuple(replace(n, names=(name, *n.names)) for n, name in zip(scene.nodes, names, strict=False))
    points = tuple(replace(p, name=name) for p, name in zip(scene.points, names[3:], strict=False))
    scene = replace(scene, elements=tuple(elements), nodes=nodes, points=points)
    geometry = SceneGeometry(scene)
    for entities in (PLANE, DIAGRAM, FITTED):
        figure = bind(scene, geometry, Visibility(geometry), gold(entities))
        assert set(figure.bindings) >= {n for n, s in gold(entities).entities.items() if not s.union}
        claimed = {
            i for v in figure.entities.values() for e in (v if isinstance(v, tuple) else (v,)) for i in e.elements
        }
        assert not claimed & figure.decoration
