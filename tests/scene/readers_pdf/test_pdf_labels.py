"""Labels: what they say, where they stand, what belongs to them."""

from __future__ import annotations

import math

import pytest

from mathvis.mathtext import from_latex
from mathvis.scene.model import Label, Path, Role

CM = 72 / 2.54
ENGINES = ["pdflatex", "lualatex"]
FORMULAS = [
    r"$A$", r"$\gamma_0$", r"$z_0^2$", r"$A'$", r"$f(\gamma)$", r"$\frac12$", r"$2\sqrt7$", r"$\mathbb{R}$", r"$\pi_1(X)$",
    r"$\bar z$", r"$\overline{AB}$", r"$\frac{a+b}{\sqrt{2}}$", r"$60^\circ$", r"$-1$", r"$x\ge 0$", r"$\vec v$",
    r"$\mathcal{F}$", r"$\mathrm{Re}$", "Text", r"$\infty$", r"$A\to B$", r"$x^{-1}$", r"$\hat f$", "3.14",
]  # fmt: skip


def labels(scene) -> list[Label]:
    return [e for e in scene.elements if isinstance(e, Label)]


@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_printed_reads_as_its_source(drawn, engine):
    body = "".join(rf"\node (n{i}) at (0,{-2 * i}) {{{formula}}};" for i, formula in enumerate(FORMULAS))
    scene = drawn(body, engine=engine)
    assert [label.form for label in labels(scene)] == [from_latex(formula) for formula in FORMULAS]
    assert [label.node for label in labels(scene)] == [f"n{i}" for i in range(len(FORMULAS))]
    assert {note.code for note in scene.notes} <= set()


def test_bars_belong_to_their_label(drawn):
    scene = drawn(r"\node[draw] {$\frac{a}{\sqrt{b}}$}; \node at (3,0) {$c$};")
    fraction, plain = labels(scene)
    bars = [scene.elements[i] for i in fraction.elements]
    assert len(bars) == 2
    assert all(isinstance(bar, Path) and bar.role is Role.TEXT and bar.node == fraction.node for bar in bars)
    assert plain.elements == ()
    (node,) = [n for n in scene.nodes if fraction.index in n.elements]
    assert set(node.elements) == {fraction.index, node.border, *fraction.elements}


def test_size_baseline_box_and_colour(drawn):
    scene = drawn(
        r"\coordinate (O) at (0,0); \node[anchor=base west,inner sep=0pt,outer sep=0pt,red,font=\Large] at (1,1) {$x_1$};"
    )
    ((x, y),) = [p.at for p in scene.points]
    (label,) = labels(scene)
    assert label.size == pytest.approx(14.4 * 72 / 72.27, abs=0.1)
    assert label.baseline == pytest.approx((x + CM, y + CM), abs=0.02)
    (x0, y0), _, (x1, y1), _ = label.box
    # the ink of an x: nearly as wide as its advance, 0.43 of the size high; the index reaches below
    assert x + CM <= x0 <= x + CM + 1
    assert x1 - x0 < 1.1 * label.size
    assert y1 == pytest.approx(y + CM + 0.442 * label.size, abs=0.1)
    assert y0 < y + CM
    assert label.paint.color == (1, 0, 0)


@pytest.mark.parametrize("turn", [30, 90, 180, -45])
def test_rotated_text_has_an_angle_and_a_turned_box(drawn, turn):
    scene = drawn(
        rf"\coordinate (O) at (0,0); \node[rotate={turn},anchor=base west,inner sep=0pt] at (0,0) {{$\frac{{a}}{{b}}=ef$}};"
    )
    (label,) = labels(scene)
    assert label.form == from_latex(r"$\frac{a}{b}=ef$")
    assert label.angle == pytest.approx((turn + 180) % 360 - 180, abs=0.1) or abs(turn) == 180
    lower_left, lower_right = label.box[:2]
    direction = math.degrees(math.atan2(lower_right[1] - lower_left[1], lower_right[0] - lower_left[0]))
    assert math.cos(math.radians(direction - turn)) == pytest.approx(1, abs=1e-4)


TURNED = {
    r"\node[xscale=-1] {$ab$};": r"\mirrored{ab}",
    r"\node[yscale=-1] {$ab$};": r"\mirrored{ab}",
    r"\node {\reflectbox{6}};": r"\mirrored{6}",
    r"\begin{scope}[xscale=-1,transform shape]\node {$b$};\end{scope}": r"\mirrored{b}",
    r"\begin{scope}[xscale=-1]\node {$b$};\end{scope}": "b",
    r"\begin{scope}[transform canvas={yscale=-1}]\node {$p$};\end{scope}": r"\mirrored{p}",
    r"\node[xscale=-1,yscale=-1] {$6$};": r"\turned{6}",
    r"\node[xscale=-1] {$A$};": "A",
    r"\node[rotate=180] {$6$};": r"\turned{6}",
    r"\node {\rotatebox{180}{$\cup$}};": r"\turned{∪}",
    r"\node[rotate=180] {$8$};": "8",
    r"\node[rotate=180] {$R_6$};": "R_{6}",
    r"\node[rotate=90] {$6$};": "6",
    r"\node[rotate=-90] {$d=9$};": "d=9",
    r"\node[rotate=120] {$u$};": "u",
    r"\draw (0,0) -- (-1,1) node[midway,sloped] {$d$};": "d",
    r"\draw (0,0) -- (-1,-2) node[midway,sloped,above] {$\frac{6}{9}$};": r"\frac{6}{9}",
}


@pytest.mark.parametrize("engine", ENGINES)
def test_mirrored_text_is_told_and_turned_text_is_read(drawn, engine):
    body = "".join(rf"\begin{{scope}}[shift={{({3 * at},0)}}]{code}\end{{scope}}" for at, code in enumerate(TURNED))
    scene = drawn(body, engine=engine)
    assert [label.form for label in labels(scene)] == list(TURNED.values())
    (*about,) = (note.elements[0] for note in scene.notes if note.code == "mirrored-text")
    assert len(about) == sum("mirrored" in form for form in TURNED.values()) + 1


def test_one_mirrored_character_in_a_label_is_told(drawn):
    scene = drawn(r"\node {$x=\mbox{\reflectbox{6}}$};")
    assert {label.form for label in labels(scene)} == {"x=", r"\mirrored{6}"}


def test_parts_of_a_node_are_labels_of_their_own(drawn):
    scene = drawn(
        r"\node[draw,rectangle split,rectangle split parts=2] (M) {one \nodepart{two} $x^2$};",
        preamble=r"\usetikzlibrary{shapes.multipart}",
    )
    assert [(label.form, label.node) for label in labels(scene)] == [("one", "M"), ("x^{2}", "M")]


def test_near_labels_of_different_nodes_stay_apart(drawn):
    scene = drawn(
        r"\node[inner sep=0pt,anchor=base east] at (0,0) {$a$}; \node[inner sep=0pt,anchor=base west] at (0,0) {$b$};"
    )
    assert [label.form for label in labels(scene)] == ["a", "b"]


def test_text_outside_nodes_is_gathered_by_nearness(drawn):
    scene = drawn(r"two words $\frac{1}{2}$\hspace{2cm}far", picture=False)
    assert [label.form for label in labels(scene)] == [r"twowords\frac{1}{2}", "far"]
    assert all(label.node is None for label in labels(scene))


def test_labels_share_the_command_of_the_path_they_stand_on(drawn):
    scene = drawn(r"\draw (0,0) -- (2,0) node[midway,above] {$a$}; \path (0,1) -- (1,1) node {$b$};")
    line = next(e for e in scene.elements if isinstance(e, Path))
    a, b = labels(scene)
    assert a.command == line.command != b.command
    assert a.line is not None


def test_a_frame_around_text_is_no_overline(drawn):
    scene = drawn(r"\node {\fbox{$x$}};")
    (label,) = labels(scene)
    assert label.form == "x"
    assert len(label.elements) == 4


def test_text_painted_several_times_in_one_place_is_read_once(drawn):
    scene = drawn(
        r"\node {\rlap{\textcolor{white}{\kern.3pt$ll$}}\rlap{\textcolor{white}{\raise.3pt\hbox{$ll$}}}$ll$};"
        r" \node at (2,0) {$\pmb{x}y$};"
    )
    assert [label.form for label in labels(scene)] == ["ll", "xy"]
    assert labels(scene)[0].paint.color == (0, 0, 0)


def test_t1_fonts_read_like_others(drawn):
    scene = drawn(r"\node {Größe fi \textbf{AB}};", preamble=r"\usepackage[T1]{fontenc}")
    assert labels(scene)[0].form == from_latex("Größe fi AB")
