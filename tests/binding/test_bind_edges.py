"""Diagrams: where edges begin and end, which way they point, and what else reads as an edge."""

from __future__ import annotations

from dataclasses import replace

import pytest
from binding_builders import bound, box, dot, figure_of, line, scene_of, text

from mathvis.goldir.codes import Code
from mathvis.scene.model import Node

DIAGRAM = """
entities:
  cells: {kind: nodes, members: {a: "a", b: "b", c: "c"}}
  arrows: {kind: arrows, names: "arr-*"}
"""
CELLS = box("a", 60, 150, "a") + box("b", 200, 150, "b") + box("c", 340, 150, "c")
HEAD = 'marker-end="url(#h)"'


def ends(figure, kind="arrows"):
    short = {None: None, "cells.a": "a", "cells.b": "b", "cells.c": "c"}
    return [(short[e.source], short[e.target], e.directed) for e in figure.entities[kind]]


def codes(figure):
    return {name: finding.code for name, finding in figure.bindings.items() if not finding.holds}


def path(d, more="", name=""):
    given = f' id="{name}"' if name else ""
    return f'<path{given} d="{d}" fill="none" stroke="black" {more}/>'


HEADS = {
    "triangle": '<polygon points="185,150 175,145 175,155"/>',
    "dart": '<polygon points="185,150 174,145 177,150 174,155"/>',
    "chevron": path("M177,145 L185,150 L177,155"),
    "two strokes": line("", 177, 145, 185, 150) + line("", 177, 155, 185, 150),
    "one path": path("M177,145 L185,150 M177,155 L185,150"),
}


@pytest.mark.parametrize("named", [True, False], ids=["in its group", "loose"])
@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
@pytest.mark.parametrize("backwards", [False, True], ids=["drawn forth", "drawn back"])
def test_a_head_drawn_by_hand_directs_its_arrow(head, named, backwards):
    shaft = line("", 185, 150, 75, 150) if backwards else line("", 75, 150, 185, 150)
    body = CELLS + (f'<g id="arr-1">{shaft}{head}</g>' if named else shaft + head)
    figure = figure_of(body, DIAGRAM)
    assert ends(figure) == [("a", "b", True)]
    assert figure.extras == ()


def test_a_head_drawn_by_hand_against_its_line_directs_nothing():
    across = '<polygon points="180,158 175,146 185,146"/>'
    assert ends(figure_of(CELLS + line("arr-1", 75, 150, 185, 150) + across, DIAGRAM)) == [("a", "b", False)]


def test_a_reversed_head_at_an_end_directs_nothing():
    tail = '<polygon points="173,150 184,145 184,155"/>'
    figure = figure_of(CELLS + line("arr-1", 75, 150, 185, 150) + tail, DIAGRAM)
    assert ends(figure) in ([("a", "b", False)], [("b", "a", True)])


MIDWAY = {
    "marker": 'marker-mid="url(#h)"',
    "head drawn by hand": "",
}


@pytest.mark.parametrize("kind", MIDWAY)
@pytest.mark.parametrize("named", [True, False], ids=["in its group", "loose"])
@pytest.mark.parametrize(
    ("d", "end", "against"),
    [
        ("M75,150 H130 H185", "marker-end", False),
        ("M185,150 H130 H75", "marker-start", True),
        ("M75,150 H130 H185", "marker-start", True),
    ],
    ids=["both forward", "both to the tail's side", "one each way"],
)
def test_a_head_along_an_arrow_must_not_contradict_the_one_at_its_end(kind, named, d, end, against):
    """The head along it points the way it was drawn, or, drawn by hand, to the right."""
    if kind != "marker":
        against = (end == "marker-end" and d.startswith("M185")) or (end == "marker-start" and d.startswith("M75"))
    hand = "" if kind == "marker" else '<polygon points="136,150 126,145 126,155"/>'
    shaft = path(d, f'{MIDWAY[kind]} {end}="url(#h)"', "" if named else "arr-1")
    body = CELLS + (f'<g id="arr-1">{shaft}{hand}</g>' if named else shaft + hand)
    figure = figure_of(body, DIAGRAM)
    assert [directed for _, _, directed in ends(figure)] == [not against]
    assert len(figure.entities["arrows"][0].tips) == 2


def test_heads_along_a_curve_are_all_told():
    gold = "entities:\n  C: {kind: curve}\n"
    body = path("M50,250 Q100,100 200,100 T350,50", 'marker-mid="url(#h)" marker-end="url(#h)"', "C")
    back = '<polygon points="281.8,89.4 295.1,91.3 291.3,79.9"/>'
    for extra in ("", back):
        curve = figure_of(body + extra, gold).entities["C"]
        assert len(curve.tips) == 2 + bool(extra)


def test_a_named_curve_keeps_its_hand_drawn_head_out_of_its_line():
    gold = "entities:\n  C: {kind: curve}\n"
    circle = '<circle cx="200" cy="150" r="100" fill="none" stroke="black"/>'
    head = '<polygon points="200,50 212,44 212,56"/>'
    for body in (circle + head, circle + path("M212,44 L200,50 L212,56")):
        figure = figure_of(f'<g id="C">{body}</g>' + text(330, 150, "x"), gold)
        curve = figure.entities["C"]
        assert curve.closed
        assert len(curve.pieces) == 1
        assert [tip.direction[0] < -0.9 for tip in curve.tips] == [True]
        assert [ink.kind for ink in figure.extras] == ["text"]


def test_parallel_edges_loops_and_bends_are_edges_of_their_own():
    body = (
        CELLS
        + path("M75,145 Q130,110 185,145", HEAD)
        + path("M185,155 Q130,190 75,155", HEAD)
        + path("M330,138 C300,60 380,60 350,138", HEAD)
    )
    assert sorted(ends(figure_of(body, DIAGRAM))) == [("a", "b", True), ("b", "a", True), ("c", "c", True)]


def test_a_stroke_that_grazes_a_node_goes_on():
    body = CELLS + path("M75,145 Q200,124 325,145", HEAD)
    assert ends(figure_of(body, DIAGRAM)) == [("a", "c", True)]


@pytest.mark.parametrize("under", [True, False])
def test_a_stroke_through_the_middle_of_a_node_is_two_edges(under):
    stroke = line("", 60, 150, 340, 150)
    body = stroke + CELLS if under else CELLS + stroke
    assert [(s, t) for s, t, _ in ends(figure_of(body, DIAGRAM))] == [("a", "b"), ("b", "c")]


def test_the_anchors_of_a_node_reach_no_farther_than_its_ink():
    scene = scene_of(text(60, 150, "a", "a") + box("b", 200, 150, "b") + box("c", 340, 150, "c")
                     + line("arr-1", 110, 60, 185, 150, HEAD))  # fmt: skip
    label = next(e for e in scene.elements if "a" in e.names)
    huge = Node(("a",), "rectangle", (45.0, 112.5), ((0, 60), (90, 60), (90, 200), (0, 200)), (label.index,))
    figure = bound(replace(scene, nodes=(*scene.nodes, huge)), DIAGRAM)
    assert ends(figure) == [(None, "b", True)]


def test_an_edge_altogether_under_a_node_is_not_seen():
    body = line("arr-1", 195, 150, 205, 150) + line("arr-2", 75, 150, 185, 150, HEAD) + CELLS
    assert "arrows" in codes(figure_of(body, DIAGRAM))


def test_an_extra_stroke_between_two_nodes_is_an_edge_wherever_it_runs():
    body = CELLS + line("arr-1", 75, 150, 185, 150, HEAD) + path("M60,138 L60,40 L340,40 L340,138")
    assert ("a", "c", False) in ends(figure_of(body, DIAGRAM))


def test_a_label_in_a_gap_of_its_edge_is_its_label():
    gap = '<rect x="120" y="140" width="20" height="20" fill="white"/>'
    body = CELLS + line("arr-1", 75, 150, 185, 150, HEAD) + gap + text(130, 150, "f")
    figure = figure_of(body, DIAGRAM)
    assert codes(figure) == {}
    assert [e.label.form for e in figure.entities["arrows"]] == ["f"]
    assert figure.extras == ()


def test_dots_are_nodes_with_their_label_beside():
    gold = 'entities:\n  n: {kind: nodes, members: {p: "1", q: "2"}}\n  e: {kind: edges, names: "e-*"}\n'
    body = dot("p", 100, 200) + text(88, 200, "1") + dot("q", 300, 100) + text(312, 100, "2")
    figure = figure_of(body + line("", 100, 200, 300, 100), gold)
    assert codes(figure) == {}
    assert [(e.source, e.target) for e in figure.entities["e"]] == [("n.p", "n.q")]


def test_strokes_without_heads_are_arrows_too_when_only_arrows_are_asked_for():
    assert ends(figure_of(CELLS + line("", 75, 150, 185, 150), DIAGRAM)) == [("a", "b", False)]


def test_an_edge_hidden_between_its_nodes_is_not_there():
    cover = '<rect x="90" y="140" width="80" height="20" fill="white"/>'
    body = CELLS + line("arr-1", 75, 150, 185, 150, HEAD) + cover
    assert codes(figure_of(body, DIAGRAM)) == {"arrows": Code.U1}


LABELLED = DIAGRAM + '  delta: {kind: arrow, label: "d"}\n'


@pytest.mark.parametrize(
    ("at", "delta", "label"),
    [
        ((130, 136), text(240, 120, "d"), "f"),
        ((130, 130), text(240, 120, "d"), "f"),
        ((130, 121), text(240, 120, "d"), None),
        ((130, 130), "", None),
    ],
    ids=["nearest", "nearer to the other", "at the other", "the other has no label"],
)
def test_an_arrow_with_its_own_label_leaves_the_next_text_to_its_neighbour(at, delta, label):
    body = CELLS + line("arr-1", 75, 150, 185, 150, HEAD) + path("M70,116 H330", HEAD, "delta") + delta
    figure = figure_of(body + text(*at, "f"), LABELLED)
    arrow = next(e for e in figure.entities["arrows"] if e.source == "cells.a" and e.target == "cells.b")
    assert (arrow.label.form if arrow.label else None) == label


def test_a_copy_of_an_arrows_label_is_not_given_on_to_its_neighbour():
    body = CELLS + line("arr-1", 75, 150, 185, 150, HEAD) + path("M75,160 H185", HEAD, "arr-2")
    figure = figure_of(body + text(110, 141, "f") + text(150, 139, "f"), DIAGRAM)
    assert [e.label and e.label.form for e in figure.entities["arrows"]] == ["f", None]


def test_an_arrow_that_carries_a_free_label_leaves_the_next_text_to_one_that_wants_it():
    body = CELLS + line("arr-1", 75, 150, 185, 150, HEAD) + text(100, 162, "f")
    body += path("M70,116 H330", HEAD, "delta") + text(140, 133, "d")
    assert codes(figure_of(body, LABELLED)) == {}
    assert codes(figure_of(body.replace(text(100, 162, "f"), ""), LABELLED)) == {"delta": Code.U4}


def label_on(x, y, width, content="f", more=""):
    """A text on a background of the page's colour."""
    ground = f'<rect x="{x - width / 2}" y="{y - 11}" width="{width}" height="22" fill="white" {more}/>'
    return ground + text(x, y, content)


CROSSING = path("M130,60 V240", 'stroke-width="5"', "delta")


@pytest.mark.parametrize("more", ["", 'stroke="black"'], ids=["bare", "framed"])
@pytest.mark.parametrize("crossing", ["", CROSSING], ids=["", "under a crossing line too"])
def test_what_lies_under_the_background_of_a_label_is_not_hidden(more, crossing):
    gold = LABELLED.replace(', label: "d"', "") if crossing else DIAGRAM
    for width in (20, 50):
        body = CELLS + line("arr-1", 75, 150, 185, 150, HEAD) + label_on(130, 150, width, "f" * (width // 10), more)
        assert codes(figure_of(body + crossing, gold)) == {}


@pytest.mark.parametrize("empty", ["no text", "text elsewhere", "much larger than the text"])
def test_a_background_without_its_text_hides(empty):
    ground = '<rect x="105" y="139" width="50" height="22" fill="white"/>'
    if empty == "text elsewhere":
        ground += text(130, 100, "f")
    if empty == "much larger than the text":
        ground = '<rect x="90" y="90" width="80" height="120" fill="white"/>' + text(130, 150, "f")
    body = CELLS + line("arr-1", 75, 150, 185, 150, HEAD) + ground
    assert codes(figure_of(body, DIAGRAM)) == {"arrows": Code.U1}


@pytest.mark.parametrize("head", ["chevron", "two strokes", "one path"])
def test_a_head_of_strokes_is_found_among_many_strokes(head):
    star = "".join(line("", 30, 30, 30 + 9 * c, 30 + 9 * s) for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1)) * 5)
    hatch = "".join(line("", x, y, x + 6, y + 6) for x in range(20, 380, 12) for y in range(220, 290, 12))
    figure = figure_of(CELLS + star + hatch + line("arr-1", 75, 150, 185, 150) + HEADS[head], DIAGRAM)
    assert ends(figure) == [("a", "b", True)]
