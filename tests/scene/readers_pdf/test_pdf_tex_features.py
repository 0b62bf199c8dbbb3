"""What TeX makes of each of these bodies is read as poppler paints it, with both engines."""

from __future__ import annotations

import shutil

import pytest
from raw_pages import SCALE, picture
from tex_batch import compiled_pages

from mathvis.gates.technical import BREACHES
from mathvis.scene.conforming import agreement
from mathvis.scene.model import Image, Label, Path, Role
from mathvis.scene.readers.pdf import read_pdf

pytestmark = [pytest.mark.tex, pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="poppler is not installed")]
PREAMBLE = r"""\usepackage{amsmath,amssymb,graphicx,tikz,tikz-cd,pgfplots,fancyvrb}\pgfplotsset{compat=1.18}
\usetikzlibrary{shadings,fadings,patterns,patterns.meta,shadows,decorations.pathmorphing,decorations.markings,calc,arrows.meta,backgrounds,shapes.geometric,shapes.misc,spy,through}
\newsavebox\stored\newcommand\literal[1]{\ifdefined\pdfliteral\pdfliteral{#1}\else\pdfextension literal{#1}\fi}"""
_P = (
    r"\draw[thick] (0,0) rectangle (2,1); \fill[red!60] (0.5,0.5) circle[radius=3mm]; \node[draw] at (1.5,0.5) {$x_1$};"
)


def p(body: str, options: str = "") -> str:
    return rf"\begin{{tikzpicture}}[{options}]{body}\end{{tikzpicture}}"


BODIES = {
    "stored box": r"\sbox\stored{" + p(_P) + r"}\usebox\stored\quad\rotatebox{30}{\usebox\stored}",
    "boxes scaled and reflected": r"\scalebox{1.5}{" + p(_P) + r"}\quad\reflectbox{" + p(_P) + r"}",
    "resized box": r"\resizebox{5cm}{!}{" + p(_P) + "}",
    "transparency groups": p(r"\begin{scope}[transparency group,opacity=.4]\fill[red] (0,0) rectangle (1,1);\fill[blue] (.5,.5) rectangle (2,2);\end{scope}"),
    "opacities": p(r"\fill[red,opacity=.5] (0,0) rectangle (1,1);\draw[line width=5pt,draw opacity=.3] (0,0) -- (2,2);\filldraw[fill opacity=.2,thick] (1,0) circle[radius=.5];"),
    "transformed canvas": p(r"\begin{scope}[transform canvas={rotate=20,scale=1.5}]" + _P + r"\end{scope}\path (-1,-1) rectangle (4,4);"),
    "mirrored and turned": p(r"\begin{scope}[xscale=-1,rotate=40]" + _P + r"\draw[->] (0,0) arc[start angle=0,end angle=200,radius=1];\end{scope}"),
    "clips": p(r"\begin{scope}\clip (1,1) circle[radius=1];\begin{scope}\clip (0,0) rectangle (1.5,1.5);\fill[teal] (-1,-1) rectangle (3,3);\end{scope}\draw[line width=3pt] (0,0) -- (2,2);\end{scope}"),
    "clip with a hole": p(r"\begin{scope}[even odd rule]\clip (0,0) rectangle (3,2) (1.5,1) circle[radius=.6];\fill[teal] (0,0) rectangle (3,2);\end{scope}"),
    "axial shading": p(r"\shade[left color=red,right color=blue] (0,0) rectangle (3,2); \shade[top color=yellow,bottom color=green,draw] (4,1) circle[radius=1];"),
    "radial and ball shadings": p(r"\shade[ball color=red] (0,0) circle[radius=1]; \shade[inner color=white,outer color=blue] (2,-1) rectangle (4,1);"),
    "functional shading": p(r"\shade[shading=color wheel] (0,0) circle[radius=1];\shade[lower left=red,lower right=green,upper left=blue,upper right=yellow] (2,-1) rectangle (4,1);"),
    "patterns": p(r"\fill[pattern=north east lines] (0,0) rectangle (2,1); \filldraw[pattern=crosshatch dots,pattern color=red] (3,0) circle[radius=.8]; \fill[pattern={Lines[angle=30,distance=4pt]}] (5,0) rectangle (6,1);"),
    "dashes and joins": p(r"\draw[dashed] (0,0) -- (3,0); \draw[dotted,thick] (0,.5) -- (3,.5); \draw[dash dot,line cap=round,line width=2pt] (0,1) -- (3,1); \draw[line join=round,line width=6pt] (0,2) -- (1,3) -- (2,2); \draw[line join=bevel,line width=6pt] (3,2) -- (4,3) -- (5,2);"),
    "double lines and casings": p(r"\draw[double,double distance=3pt] (0,0) -- (3,1); \draw (0,1) -- (3,0); \draw[white,line width=5pt] (0,2) -- (3,3); \draw[preaction={draw,white,line width=4pt}] (0,3) -- (3,0);"),
    "shadows": p(r"\node[draw,fill=white,drop shadow] at (0,0) {$A$}; \node[circle,fill=yellow,copy shadow] at (2,0) {$B$};"),
    "decorations": p(r"\draw[decorate,decoration={snake}] (0,0) -- (3,0); \draw[decorate,decoration={coil}] (0,1) -- (3,1); \draw[decorate,decoration={brace}] (0,2) -- (3,2);"),
    "shapes": p(r"\node[diamond,draw] at (0,0) {a}; \node[star,draw,fill=yellow] at (2,0) {b}; \node[cylinder,draw,shape border rotate=90] at (4,0) {c}; \node[rounded rectangle,draw] at (6,0) {d}; \node[cross out,draw] at (8,0) {e};"),
    "background": p(_P, "show background rectangle,background rectangle/.style={fill=yellow!20}"),
    "axis": p(r"\begin{axis}[width=6cm,grid=major,legend pos=north west]\addplot[blue,thick,mark=square*] coordinates {(0,0) (1,2) (2,1)};\addplot[red,dashed,domain=0:2,samples=9] {x^2/2};\legend{$f$,$g$}\end{axis}"),
    "bars and areas": p(r"\begin{axis}[width=6cm,ybar,ymin=0]\addplot coordinates {(0,1) (1,3) (2,2)};\end{axis}"),
    "surface": p(r"\begin{axis}[width=6cm]\addplot3[mesh,samples=6,domain=-1:1] {x^2-y^2};\end{axis}"),
    "diagram": r"$\begin{tikzcd}[ampersand replacement=\&] A \arrow[r,hook,\"f\"] \arrow[d,two heads] \& B \arrow[d,dashed,shift left] \arrow[dl,crossing over] \\ C \arrow[r,equal] \& D\end{tikzcd}$".replace('\\"', '"'),
    "rules and boxes of TeX": p(r"\node[draw] {\fbox{$\frac{a}{b}$} \rule{1cm}{2pt} \underline{uv}};"),
    "several pictures and text": p(_P) + r" and $x^2$ " + p(r"\draw (0,0) circle[radius=5mm];"),
    "picture environment": r"\setlength\unitlength{1cm}\begin{picture}(3,2)\put(0,0){\line(1,1){2}}\put(1,1){\circle{1}}\put(0,0){\vector(2,1){2}}\put(2,.5){\oval(1,.6)}\end{picture}",
    "text that clips": r"\hbox{\literal{q 7 Tr}\Huge\bfseries ABC\literal{0 Tr 1 0 0 rg -60 0 60 8 re f Q}}",
}  # fmt: skip
TOLD = {"text that clips": {"invisible-text"}}
"""Notes that break the contract."""


@pytest.fixture(scope="module", params=["pdflatex", "lualatex"])
def pages(request):
    compiled = compiled_pages(list(BODIES.values()), PREAMBLE, request.param)
    return dict(zip(BODIES, compiled, strict=True))


@pytest.mark.parametrize("name", BODIES)
def test_the_scene_is_what_poppler_paints(name, pages):
    scene = read_pdf(pages[name])
    found = agreement(scene, picture(pages[name]), SCALE)
    assert found.passed, found.reason
    assert {note.code for note in scene.notes} & BREACHES == TOLD.get(name, set())
    assert scene.elements


def test_parts_of_a_group_that_overlap_are_told(pages):
    scene = read_pdf(pages["transparency groups"])
    (note,) = scene.notes
    assert (note.code, note.elements) == ("group", (0, 1))
    assert not read_pdf(pages["opacities"]).notes


def test_copies_of_a_stored_box_are_all_read(pages):
    scene = read_pdf(pages["stored box"])
    assert [e.form for e in scene.elements if isinstance(e, Label)] == ["x_{1}"] * 2
    circles = [e for e in scene.elements if isinstance(e, Path) and e.fill is not None and e.role is Role.PATH]
    assert len(circles) == 2
    assert not [e for e in scene.elements if isinstance(e, Image)]


def test_text_that_clips_cuts_what_follows(pages):
    scene = read_pdf(pages["text that clips"])
    (bar,) = [e for e in scene.elements if isinstance(e, Path)]
    (clip,) = bar.clips
    assert len(scene.clips[clip].subpaths) == 6  # A has a hole, B two
