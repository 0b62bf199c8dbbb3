"""What of a drawn arrow counts: heads that can be seen and are heads, one way or both, single or double shafts."""

from __future__ import annotations

import math

import pytest
from binding_builders import box, figure_of, line, text

DIAGRAM = """
entities:
  cells: {kind: nodes, members: {a: "a", b: "b"}}
  arrows: {kind: arrows, names: "arr-*"}
"""
CELLS = box("a", 60, 150, "a") + box("b", 200, 150, "b")
SHAFT = line("arr-1", 75, 150, 185, 150)


def arrow(body: str):
    (found,) = figure_of(CELLS + body, DIAGRAM).entities["arrows"]
    return found


def wedge(x: float, y: float, to: float, size: float = 10.0) -> str:
    """A triangle with its apex at a place, pointing in a direction in degrees (y down)."""
    c, s = math.cos(math.radians(to)), math.sin(math.radians(to))
    corners = [(x, y)] + [(x - size * c - k * size * s / 2, y - size * s + k * size * c / 2) for k in (1, -1)]
    return f'<polygon points="{" ".join(f"{u:.3f},{v:.3f}" for u, v in corners)}"/>'


def marked(size: float) -> str:
    marker = f'<marker id="t" orient="auto" markerUnits="userSpaceOnUse" markerWidth="{size}" markerHeight="{size}" refX="{size}" refY="{size / 2}">'
    head = f'<path d="M0 0L{size} {size / 2}L0 {size}z"/></marker>'
    return f'{marker}{head}<path id="arr-1" d="M75 150H185" stroke="black" marker-end="url(#t)"/>'


@pytest.mark.parametrize(("size", "seen"), [(0.5, False), (1.0, False), (4.0, True), (12.0, True)])
@pytest.mark.parametrize("how", ["by hand", "marker"])
def test_a_head_too_small_to_see_is_none(size, seen, how):
    found = arrow(SHAFT + wedge(185, 150, 0, size) if how == "by hand" else marked(size))
    assert found.directed == seen
    assert (len(found.tips) == 1) == seen


@pytest.mark.parametrize(
    ("heads", "reads"),
    [
        ([(185, 0)], ("cells.a", "cells.b", True)),
        ([(75, 180)], ("cells.b", "cells.a", True)),
        ([(135, 0)], ("cells.a", "cells.b", True)),
        ([(125, 180)], ("cells.b", "cells.a", True)),
        ([(110, 0), (150, 0)], ("cells.a", "cells.b", True)),
        ([(185, 0), (75, 180)], (None, None, False)),
        ([(110, 0), (150, 180)], (None, None, False)),
        ([], (None, None, False)),
    ],
    ids=["forth", "back", "half way forth", "half way back", "twice forth", "both ends", "both ways along", "none"],
)
@pytest.mark.parametrize("drawn", ["forth", "back"])
def test_an_arrow_leads_where_its_heads_point_however_its_line_was_drawn(heads, reads, drawn):
    shaft = SHAFT if drawn == "forth" else line("arr-1", 185, 150, 75, 150)
    found = arrow(shaft + "".join(wedge(x, 150, to) for x, to in heads))
    assert found.directed == reads[2]
    if reads[2]:
        assert (found.source, found.target) == reads[:2]


def test_a_double_shaft_is_told_from_a_single_one():
    thick = '<path id="arr-1" d="M75 150H185" stroke="black" stroke-width="4"/>'
    hollow = '<path d="M75 150H180" stroke="white" stroke-width="2"/>'
    assert arrow(thick + hollow + wedge(185, 150, 0)).style.double
    assert not arrow(thick + wedge(185, 150, 0)).style.double


def curve(body: str):
    return figure_of(body + text(330, 150, "x"), "entities:\n  C: {kind: curve}\n").entities["C"]


def test_dashes_by_gaps_are_dashes():
    pieces = "".join(f'<path d="M{40 + 12 * i},150h8" stroke="black"/>' for i in range(15))
    assert curve(f'<g id="C">{pieces}</g>').style.dashed
    assert not curve('<g id="C"><path d="M40 150H120M140 150H220" stroke="black"/></g>').style.dashed


@pytest.mark.parametrize(
    "marks",
    [
        "".join(wedge(x, y - 5, -90) for x, y in ((50, 250), (100, 240), (150, 180), (160, 100))),
        '<path d="M160,110 L150,108 L152,98" fill="none" stroke="black"/><path d="M150 60V108H60M152 98V40" stroke="black" fill="none"/>',
    ],
    ids=["marks of data", "corner between lines"],
)
def test_marks_along_a_curve_are_no_heads(marks):
    line_of = '<polyline id="C" points="50,250 100,240 150,180 160,100 161,40" fill="none" stroke="black"/>'
    assert curve(line_of + marks).tips == ()
