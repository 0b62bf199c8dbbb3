"""The hooks change nothing that anybody sees."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from mathvis.scene.readers.pdf import read_pdf

pytestmark = pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="pdftoppm is not installed")

LIBRARIES = (
    "arrows.meta,bending,calc,decorations.markings,decorations.pathmorphing,decorations.pathreplacing,intersections,"
    "positioning,angles,quotes,fit,matrix,knots,patterns,shadings,backgrounds,shadows,fadings,automata,trees,graphs,mindmap,"
    "shapes.multipart,through,svg.path,spy"
)
BUSY = r"""
\begin{tikzpicture}[>=Stealth,auto]
\coordinate[label=below:$A$] (A) at (0,0); \coordinate (B) at (4,0); \coordinate (C) at (1.5,3);
\draw[thick,name path=t] (A)--(B)--(C)--cycle; \draw[dashed] (C) -- ($(A)!(C)!(B)$) coordinate (H) node[below] {$H$};
\pic["$\alpha$",draw,<->,angle radius=8mm] {angle=B--A--C};
\draw[red,postaction={decorate,decoration={markings,mark=at position .25 with {\arrow{>}}}}] (2,1) circle[radius=1];
\node[draw,double,circle] (n) at (6,1) {$\gamma$}; \node[state] (m) at (6,3) {$z_0^{2}$};
\draw[->] (n) to[bend left] node[right]{$f$} (m); \path (m) edge[loop above,->] node {a} (m);
\fill[pattern=north east lines] (7,0) rectangle (8,1); \shade[ball color=red] (7.5,2) circle (4mm);
\node[drop shadow,fill=white,draw] at (7.5,3) {S}; \fill[path fading=east,blue] (9,0) rectangle (10,1);
\node[draw,rectangle split,rectangle split parts=2] at (9.5,2.5) {1 \nodepart{two} 2};
\draw[decorate,decoration={brace}] (0,-1) -- (3,-1); \draw[decorate,decoration={snake}] (4,-1) -- (6,-1);
\matrix (x) [matrix of math nodes] at (8,-2) { a & b \\ c & |[draw]| d \\ }; \draw[->] (x-1-1) -- (x-2-2);
\begin{knot}[clip width=5] \strand (0,-2) -- (2,-3); \strand (0,-3) -- (2,-2); \end{knot}
\begin{scope}[local bounding box=bb,transform canvas={rotate=5},opacity=.5] \draw (3,-2) rectangle (4,-3); \end{scope}
\begin{scope}[on background layer] \fill[yellow] (4,-3) rectangle (5,-2); \end{scope}
\foreach \i in {0,...,3} \draw (\i,-4) -- ({\i+rand/2},-5) coordinate (r\i);
\coordinate (random) at (rnd,-5); \draw (random) circle[radius=2pt];
\graph[nodes={draw,circle,inner sep=1pt}] { p -> {q,r} }; \draw plot[mark=*] coordinates {(5,-4)(6,-5)};
\path[->,tips] (6,-4) -- (7,-4); \draw[{Hooks[right]}->>] (7,-4) -- (9,-5); \draw[step=.5] (9,-4) grid (10,-3);
\end{tikzpicture}"""


def document(body, preamble="", klass=r"\documentclass[border=2pt]{standalone}"):
    return f"{klass}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"


DOCUMENTS = {
    "busy": document(BUSY, rf"\usepackage{{amsmath,amssymb,tikz}}\usetikzlibrary{{{LIBRARIES}}}"),
    "tikz-option": document(
        r"\begin{tikzpicture}\draw[->] (0,0)--(1,1);\end{tikzpicture}", klass=r"\documentclass[tikz]{standalone}"
    ),
    "diagram": document(
        r"\begin{tikzcd} A \arrow[r,hook,\"f\"] \arrow[d,equal] & B \arrow[d,mapsto] \\ C \arrow[r,crossing over] & D \end{tikzcd}".replace(
            '\\"', '"'
        ),
        r"\usepackage{tikz-cd}",
    ),
    "plots": document(
        r"""\begin{tikzpicture}\begin{axis}[grid=both,legend entries={a,b},width=6cm] \addplot {x^2};
        \addplot[only marks,mark=o] coordinates {(1,2)}; \end{axis}\end{tikzpicture}
        \begin{tikzpicture}\begin{axis}[width=5cm]\addplot3[surf,samples=4] {x*y};\end{axis}\end{tikzpicture}""",
        r"\usepackage{pgfplots}\pgfplotsset{compat=1.18}",
    ),
    "beamer": document(
        r"\begin{frame}{T}\begin{tikzpicture}\node[draw] (A) {A}; \draw<1>[->] (A) -- (2,0); \draw<2>[red] (0,0)--(0,2);\end{tikzpicture}\end{frame}",
        r"\usepackage{tikz}",
        r"\documentclass{beamer}",
    ),
    "article": document(
        r"Text \tikz[baseline] \draw (0,0) -- (1,0) node[right] {Q}; text \begin{figure}\begin{tikzpicture}\draw (0,0) grid (2,2);\end{tikzpicture}\end{figure}",
        r"\usepackage{tikz}",
        r"\documentclass{article}",
    ),
    "late": document(
        r"\begin{tikzpicture}\draw[->] (0,0)--(1,1);\end{tikzpicture}",
        r"\AtBeginDocument{\usepackage{tikz}}",
    ),
    "library in the body": document(
        r"\usetikzlibrary{intersections}\begin{tikzpicture}\draw[name path=g] (0,0)--(1,1);\end{tikzpicture}",
        r"\usepackage{tikz}",
    ),
    "none": document(r"No picture, $\frac{1}{2}$.", klass=r"\documentclass{article}"),
    "active characters": document(
        r"""\catcode`\<=13 \def<{LESS}\catcode`\"=13 \def"{QUOTE}\catcode`\/=13 \def/{SLASH}
        \begin{tikzpicture}\draw (0,0)--(1,1) node {a};\end{tikzpicture}""",
        r"\usepackage{tikz}",
    ),
}


@pytest.fixture(scope="module")
def rasters(tex, tmp_path_factory):
    def made(source, engine, hooks):
        pdf = tex(source, engine, hooks=hooks)
        folder = tmp_path_factory.mktemp("raster")
        subprocess.run(["pdftoppm", "-r", "80", pdf, folder / "p"], check=True)
        return [page.read_bytes() for page in sorted(folder.iterdir())]

    return made


@pytest.mark.parametrize("engine", ["pdflatex", "lualatex"])
@pytest.mark.parametrize("name", DOCUMENTS)
def test_pictures_are_the_same_with_and_without_hooks(tex, rasters, name, engine):
    with_hooks = rasters(DOCUMENTS[name], engine, True)
    assert with_hooks == rasters(DOCUMENTS[name], engine, False)
    assert with_hooks


@pytest.mark.parametrize("name", sorted(set(DOCUMENTS) - {"none"}))
def test_every_stroke_and_fill_of_tikz_is_marked(tex, name):
    if name == "beamer":
        pytest.skip("the navigation bar is no picture's")
    scene = read_pdf(tex(DOCUMENTS[name]).read_bytes())
    assert {"forged-mark", "malformed-content"}.isdisjoint(note.code for note in scene.notes)
    unmarked = [e for e in scene.elements if e.command == -1 and not hasattr(e, "form")]
    assert unmarked == []


def test_a_library_loaded_in_the_body_is_hooked(tex):
    scene = read_pdf(tex(DOCUMENTS["library in the body"]).read_bytes())
    assert [e.names for e in scene.elements] == [("g",)]


def test_a_late_tikz_is_hooked(tex):
    scene = read_pdf(tex(DOCUMENTS["late"]).read_bytes())
    assert [len(e.tips) for e in scene.elements if hasattr(e, "tips")] == [1, 0]
