"""Glyphs over one another, as engines set them, are no row; what is set over something on purpose reads as meant."""

from __future__ import annotations

import pytest

from mathvis.mathtext import from_latex
from mathvis.scene.model import Label
from mathvis.scene.readers.pdf import read_pdf

FONTS = {
    "computer-modern": ("pdflatex", r"\usepackage{slashed}"),
    "times": ("pdflatex", r"\usepackage{mathptmx}\usepackage[T1]{fontenc}\usepackage{slashed}"),
    "times, accents apart": ("pdflatex", r"\usepackage{mathptmx}\usepackage{slashed}"),
    "unicode-math": ("lualatex", r"\usepackage{unicode-math}\usepackage{slashed}"),
}

BLOTS = {
    r"$\rlap{1}2$": "12",
    r"$1\llap{2}$": "12",
    r"$1\!\!\!2$": "12",
    r"\makebox[0pt]{1}\makebox[0pt]{2}": "12",
    r"$\rlap{A}B$": "AB",
    r"$\rlap{$-$}2$": "-2",
    r"$\rlap{12}34$": "1324",
    r"$x_{\rlap{$\scriptstyle1$}2}$": "x_{12}",
    r"\raisebox{2pt}{1}\llap{2}": "12",
    r"\ooalign{0\cr1\cr}": "01",
}
"""What is one blot on paper, and the label that it is not."""

STRUCK = {
    r"$\not2$": (r"$\not2$", "2"),
    r"$x\not2y$": (r"$x\not2y$", "$x2y$"),
    r"$\rlap{/}p$": (r"$\not p$", "p"),
    r"$\slashed{D}$": (r"$\not D$", "D"),
    r"$\rlap{/}0$": (r"$\not0$", "0"),
}
"""What is struck through, what that reads as, and what it is not."""

MEANT = {
    r"$a\not=b$": r"$a\neq b$",
    r"$a\not\in B$": r"$a\notin B$",
    r"$1\!2$": "12",
    r"$A\!B$": "AB",
    r"2\kern-.48em 2": "2",
    r"$1\!/\!2$": r"$\frac12$",
    r"$T_{\!1}\ V^{\!2}$": "$T_1V^2$",
    r"$\int\!\!f$": r"$\int f$",
    r"$\hbar$": r"$\hbar$",
    r"$\models\ \mapsto\ \hookrightarrow\ \Longleftrightarrow$": r"$\models\mapsto\hookrightarrow\iff$",
    r"$\angle$": r"$\angle$",
    r"$\angle ABC=\frac{\angle A}{2}$": r"$\angle ABC=\frac{\angle A}{2}$",
    r"{\Large$x+\angle A$}": r"$x+\angle A$",
    r"{\scriptsize$\angle A$}": r"$\angle A$",
    r"\textit{AVATAR} fi": "AVATARfi",
    r"\l\L\o": "łŁø",
    r"\`a\'e\^o\"u\~n\v s\u g\.z": "àéôüñšğż",
    r"$I\!R$": "IR",
}
"""What stands over or near something on purpose, and what it reads as."""


@pytest.fixture(scope="module", params=list(FONTS))
def forms(request, tex) -> dict[str, str]:
    """Forms of all the labels under one font, drawn in one picture; without amssymb, whose angle is a glyph."""
    engine, preamble = FONTS[request.param]
    sources = [*BLOTS, *STRUCK, *MEANT]
    nodes = "".join(rf"\node[anchor=base west] at ({4 * at},0) {{{code}}};" for at, code in enumerate(sources))
    source = (
        rf"\documentclass{{standalone}}\usepackage{{amsmath,tikz}}{preamble}\begin{{document}}"
        rf"\begin{{tikzpicture}}{nodes}\end{{tikzpicture}}\end{{document}}"
    )
    scene = read_pdf(tex(source, engine).read_bytes())
    read = [label.form for label in scene.elements if isinstance(label, Label)]
    assert len(read) == len(sources)
    return dict(zip(sources, read, strict=True))


def test_type_over_type_is_marked_and_is_no_row(forms):
    for source, label in BLOTS.items():
        assert r"\overprinted{" in forms[source], source
        assert forms[source] != from_latex(f"${label}$")


def test_a_slash_through_something_is_seen(forms):
    for source, (same, other) in STRUCK.items():
        assert forms[source] == from_latex(same) != from_latex(other), source


def test_what_is_meant_is_read(forms):
    assert {source: forms[source] for source in MEANT} == {source: from_latex(form) for source, form in MEANT.items()}


def test_nodes_in_one_place_do_not_run_together(drawn):
    scene = drawn(r"\node {1}; \node {2}; \node at (2,0) {3}; \node[inner sep=0pt,anchor=west] at (2,0) {4};")
    assert [label.form for label in scene.elements if isinstance(label, Label)] == ["1", "2", "3", "4"]
