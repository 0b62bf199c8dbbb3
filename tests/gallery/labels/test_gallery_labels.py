"""Every label form, in several fonts, by both engines and as SVG, reads as the one form written down for it."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import NamedTuple

import pytest
from label_forms import FORMS

from mathvis.assets import asset
from mathvis.mathtext import from_latex
from mathvis.scene.model import Label, Scene
from mathvis.scene.readers.pdf import read_pdf
from mathvis.scene.readers.svg import read_svg


class Setting(NamedTuple):
    r"""An engine with fonts, and the typings that come out as something else there.

    Glyphs are missing, accents stand elsewhere, and in Times the short arrow of ``\vec{AB}`` stands no nearer to the
    middle of both letters than to the first.
    """

    name: str
    engine: str
    preamble: str
    otherwise: tuple[str, ...] = ()


SETTINGS = (
    Setting("computer-modern", "pdflatex", r"\usepackage{amssymb,mathrsfs}"),
    Setting("times", "pdflatex", r"\usepackage[T1]{fontenc}\usepackage{amssymb,mathrsfs,mathptmx}", (r"$\vec{AB}$",)),
    Setting("txfonts", "pdflatex", r"\usepackage[T1]{fontenc}\usepackage{amsmath,txfonts,mathrsfs}"),
    Setting(
        "sans",
        "pdflatex",
        r"\usepackage{amssymb,mathrsfs}\usepackage[T1]{fontenc}\usepackage{helvet}"
        r"\renewcommand\familydefault{\sfdefault}\usepackage{sfmath}",
    ),
    Setting("latin-modern", "lualatex", r"\usepackage{fontspec,amssymb,mathrsfs}"),
    Setting("unicode-math", "lualatex", r"\usepackage{unicode-math}", (r"$X\setminus A$",)),
    Setting(
        "unicode-math-times",
        "lualatex",
        r"\usepackage{unicode-math}\setmainfont{DejaVu Serif}\setmathfont{DejaVu Math TeX Gyre}",
        (
            r"$X\setminus A$",
            r"$\underbrace{a+b}_{n}$",
            r"$\displaystyle\underbrace{a+b}_n$",
            r"$\overbrace{x+y+z}^{3}$",
        ),
    ),
    Setting(
        "lua-times",
        "lualatex",
        r"\usepackage[T1]{fontenc}\usepackage{amssymb,mathrsfs,mathptmx}",
        ("30°", r"$\vec{AB}$"),
    ),
    Setting(
        "lua-sans",
        "lualatex",
        r"\usepackage{fontspec,amssymb,mathrsfs}\renewcommand\familydefault{\sfdefault}\usepackage{sfmath}",
    ),
    Setting(
        "unicode-math-sans",
        "lualatex",
        r"\usepackage{unicode-math}\setmainfont{lmsans10-regular.otf}\setmathfont{Latin Modern Math}"
        r"\setmathfont[range=up/{latin,Latin,num}]{lmsans10-regular.otf}"
        r"\setmathfont[range=it/{latin,Latin}]{lmsans10-oblique.otf}"
        r"\setmathfont[range=\int]{Latin Modern Math}",
        (
            r"$X\setminus A$",
            r"$\vec{AB}$",
            r"$\bar{AB}\,\bar{CD}$",
            r"$\underbrace{a+b}_{n}$",
            r"$\displaystyle\underbrace{a+b}_n$",
            r"$\overbrace{x+y+z}^{3}$",
        ),
    ),
)

PACKAGES = r"\usepackage{amsmath,mathtools,nicefrac,siunitx,gensymb,tikz}"
ROW = 12


def figure(setting: Setting) -> str:
    """All forms in all their typings as nodes of one picture."""
    nodes = []
    typings = [(form, number, source) for form in FORMS for number, source in enumerate(form.latex)]
    for at, (form, number, source) in enumerate(typings):
        x, y = 5 * (at % ROW), -2.5 * (at // ROW)
        nodes.append(rf"\node[{form.options}] ({form.name} {number}) at ({x},{y}) {{{source}}};")
    body = "\n".join(nodes)
    return (
        f"\\documentclass[border=2pt]{{standalone}}\n{setting.preamble}\n{PACKAGES}\n\\begin{{document}}\n"
        f"\\begin{{tikzpicture}}\n{body}\n\\end{{tikzpicture}}\n\\end{{document}}\n"
    )


@pytest.fixture(scope="module", params=SETTINGS, ids=[setting.name for setting in SETTINGS])
def drawn(request, tmp_path_factory) -> tuple[Setting, Scene]:
    """A setting and the scene of all forms in it."""
    setting = request.param
    if shutil.which(setting.engine) is None:
        pytest.skip(f"{setting.engine} is not installed")
    folder = tmp_path_factory.mktemp("labels")
    (folder / "figure.tex").write_text(figure(setting), encoding="utf-8")
    result = subprocess.run(
        [
            setting.engine,
            "-interaction=nonstopmode",
            "-halt-on-error",
            "-jobname=figure",
            r"\input{mathvis-scene-boot}\input{figure.tex}",
        ],
        cwd=folder,
        capture_output=True,
        check=False,
        env={
            **os.environ,
            "TEXINPUTS": f".:{asset('sandbox') / 'tex'}:",
            "SOURCE_DATE_EPOCH": "0",
            "FORCE_SOURCE_DATE": "1",
        },
    )
    assert result.returncode == 0, result.stdout.decode("utf-8", "replace")[-3000:]
    return setting, read_pdf((folder / "figure.pdf").read_bytes())


@pytest.mark.tex
def test_a_drawn_label_has_its_form(drawn):
    setting, scene = drawn
    found: dict[str | None, list[str]] = {}
    for element in scene.elements:
        if isinstance(element, Label):
            found.setdefault(element.node, []).append(element.form)
    wrong = [
        (source, found.get(f"{form.name} {number}"), form.form)
        for form in FORMS
        for number, source in enumerate(form.latex)
        if (found.get(f"{form.name} {number}") == [form.form]) == (source in setting.otherwise)
    ]
    assert wrong == []


def test_the_source_of_a_label_has_its_form():
    wrong = [
        (source, from_latex(source), form.form)
        for form in FORMS
        for source in form.latex
        if from_latex(source) != form.form
    ]
    assert wrong == []


def test_labels_that_look_alike_stay_apart():
    assert [(form.form, source) for form in FORMS for source in form.differs if from_latex(source) == form.form] == []
    forms = [form.form for form in FORMS]
    assert len(set(forms)) == len(forms)


@pytest.mark.parametrize(
    ("anchor", "family"),
    [
        ("start", "DejaVu Serif, serif"),
        ("middle", "Latin Modern Roman, serif"),
        ("end", "Arial, sans-serif"),
        ("middle", "Times New Roman, Times, serif"),
    ],
)
def test_an_svg_label_has_its_form(anchor, family):
    written = [(form, markup) for form in FORMS for markup in form.svg]
    texts = "".join(
        f'<text x="{200 + 400 * (at % ROW)}" y="{60 + 60 * (at // ROW)}" text-anchor="{anchor}">{markup}</text>'
        for at, (_, markup) in enumerate(written)
    )
    height = 60 * (len(written) // ROW + 2)
    scene = read_svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {400 * ROW} {height}" font-size="20" '
        f'font-family="{family}">{texts}</svg>'.encode()
    )
    read = [element.form for element in scene.elements if isinstance(element, Label)]
    assert len(read) == len(written)
    pairs = zip(written, read, strict=True)
    assert [(markup, form, expected.form) for (expected, markup), form in pairs if form != expected.form] == []
