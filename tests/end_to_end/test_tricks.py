"""Wrong figures that must not pass: no ink, hidden ink, and ink that contradicts itself."""

from __future__ import annotations

import re

import pytest
from lxml import etree

from mathvis.extract.model import Format
from mathvis.packages import load_tasks

pytestmark = [pytest.mark.tex, pytest.mark.bubblewrap]

TASKS = load_tasks()
TIKZ = [(t, next(d for d in t.references if d.format is Format.TIKZ)) for t in TASKS]
SVG = [(t, next(d for d in t.references if d.format is Format.SVG)) for t in TASKS]
COVER = (
    r"\fill[white] ([shift={(-1,-1)}]current bounding box.south west) rectangle "
    r"([shift={(1,1)}]current bounding box.north east);"
)


def name(value):
    return getattr(value, "name", None)


def refuse(verifier, task, source):
    judgement = verifier.judge(task, source)
    verdict = judgement.verdict
    assert judgement.scene is not None, "the trick must reach the statements, not fail to compile"
    assert not verdict.M
    assert not verdict.D


@pytest.mark.parametrize(("task", "drawing"), TIKZ, ids=name)
def test_names_and_labels_without_ink_in_tikz(verifier, task, drawing):
    """The whole program as it stands, but nothing is stroked or filled: names and texts are all in place."""
    bare = re.sub(r"\\(draw|fill|filldraw)\b", r"\\path", drawing.source)
    bare = re.sub(r"\\path\[([^\]]*)draw\b", r"\\path[\1", bare).replace("circle, draw,", "circle,")
    bare = bare.replace(r"\ar[", r"\ar[draw=none, phantom, ")
    refuse(verifier, task, bare)


@pytest.mark.parametrize(("task", "drawing"), SVG, ids=name)
def test_names_and_labels_without_ink_in_svg(verifier, task, drawing):
    tree = etree.fromstring(drawing.source.encode())
    for element in tree.iter("{*}circle", "{*}ellipse", "{*}path", "{*}rect", "{*}line", "{*}polygon", "{*}polyline"):
        element.set("fill", "none")
        element.set("stroke", "none")
    refuse(verifier, task, etree.tostring(tree, encoding="unicode"))


@pytest.mark.parametrize(("task", "drawing"), TIKZ, ids=name)
def test_the_right_figure_under_a_white_sheet(verifier, task, drawing):
    refuse(
        verifier,
        task,
        drawing.source.replace(r"\end{tikz", f"{COVER}\n\\end{{tikz")
        if "tikzcd" not in drawing.source
        else drawing.source.replace(r"\begin{tikzcd}[", r"\begin{tikzcd}[execute at end picture={" + COVER + "}, "),
    )


@pytest.mark.parametrize(("task", "drawing"), SVG, ids=name)
def test_the_right_figure_under_a_wrong_one(verifier, task, drawing):
    """A white sheet, and on it the body of a wrong drawing without names."""
    wrong = next((d for d in task.negatives if d.format is Format.SVG), None)
    body = "" if wrong is None else re.sub(r'\bid="(?!head)[^"]*"', "", wrong.source[wrong.source.index(">") + 1 :])
    body = body.replace("</svg>", "")
    sheet = '<rect x="-1000" y="-1000" width="4000" height="4000" fill="white"/>'
    refuse(verifier, task, drawing.source.replace("</svg>", f"{sheet}{body}</svg>"))


@pytest.mark.parametrize(
    ("family", "extra"),
    [
        ("complex-analysis/rouche", r"\draw[name path=pC, thick] (8,1) circle[radius=0.6];"),
        ("complex-analysis/rouche", r"\draw[name path=C, thick] (0,0) circle[radius=1];"),
        ("number-theory/ford-circles", r"\draw[name path=circ-1-2, thick] (0.5,0.6) circle[radius=0.1];"),
        ("lie-theory/root-system-g2", r"\draw[->, name path=root-3] (0,0) -- (45:1);"),
        ("lie-theory/root-system-g2", r"\draw[->, name path=alpha] (0,0) -- (45:1);"),
        ("solid-geometry/cube-net", r"\draw[thick, name path=f-4] (0,3) rectangle +(1.2,1.2);"),
        ("combinatorics/divisor-hasse", r"\draw[name path=e-2-4] (d-2) -- (d-12);"),
    ],
)
def test_two_pieces_of_one_name_one_right_and_one_wrong(verifier, family, extra):
    task, drawing = next((t, d) for t, d in TIKZ if t.name.startswith(family))
    refuse(verifier, task, drawing.source.replace(r"\end{tikzpicture}", f"{extra}\n\\end{{tikzpicture}}"))
