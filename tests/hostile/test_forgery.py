r"""A program that forges marks, or fools the reader in another way, gains nothing.

Every trick is played on a wrong figure. The same wrong figure without it is judged first; with it, no gate,
no statement and no criterion may come out better. Tricks that gate T must catch are expected to fail there.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import pytest
from sandbox_backends import opened

from mathvis.assets import asset
from mathvis.gates.verdict import CheckName
from mathvis.packages import load_tasks
from mathvis.verifier import Verifier

pytestmark = [pytest.mark.tex, pytest.mark.bubblewrap]

HASSE, ROOTS, ROUCHE = "combinatorics/divisor-hasse", "lie-theory/root-system-g2", "complex-analysis/rouche"
END = r"\end{tikzpicture}"

RAW = r"""\makeatletter\def\raw#1{\pgfsysprotocol@literal{#1}}\makeatother"""
"""Writes into the page's stream, in the coordinates of a picture and in big points."""


class Wrong(NamedTuple):
    """An honest wrong figure: a task's reference with one thing changed."""

    family: str
    old: str
    new: str

    @property
    def source(self) -> str:
        text = (asset("tasks") / self.family / "reference.tex").read_text(encoding="utf-8")
        assert text.count(self.old) == 1
        return text.replace(self.old, self.new)


class Trick(NamedTuple):
    """What a program does to make a wrong figure pass.

    Attributes
    ----------
    after
        Put at the end of the picture.
    before
        Put before the picture.
    preamble
        Put before the document begins; then the reply is a whole document.
    old, new
        Replaced in the source.
    caught
        Whether gate T, and not a statement, must see it.
    note
        Code of the reader's note by which it can.
    """

    wrong: Wrong
    after: str = ""
    before: str = ""
    preamble: str = ""
    old: str = ""
    new: str = ""
    caught: bool = False
    note: str = ""
    engine: str = "pdflatex"

    @property
    def source(self) -> str:
        text = self.wrong.source
        if self.old:
            assert self.old in text
            text = text.replace(self.old, self.new)
        return _document(text.replace(END, self.after + "\n" + END), self.preamble, self.before, self.engine)

    @property
    def plain(self) -> str:
        return _document(self.wrong.source, "", "", self.engine)


def _document(picture: str, preamble: str, before: str, engine: str) -> str:
    magic = "% !TeX program = lualatex\n\\RequirePackage{luacode}\n" if engine == "lualatex" else ""
    return (
        f"{magic}\\documentclass[border=4pt]{{standalone}}\n\\usepackage{{amsmath,amssymb,tikz}}\n"
        "\\usetikzlibrary{arrows.meta,calc,decorations.markings,intersections,fadings,patterns}\n"
        f"{RAW}\n{preamble}\n\\begin{{document}}\n{before}%\n{picture.strip()}\n\\end{{document}}\n"
    )


# ---------------------------------------------------------------- what is wrong

NO_EDGE = Wrong(HASSE, r"\draw[name path=e-6-30] (d-6) -- (d-30);", "")
EXTRA_EDGE = Wrong(HASSE, END, "\\draw[name path=e-2-12] (d-2) -- (d-12);\n" + END)
RIGHT_EDGES = Wrong(HASSE, "% hidden", "% hidden")
REVERSED = Wrong(ROOTS, r"\draw[->, name path=root-3]", r"\draw[<-, name path=root-3]")
HEADLESS = Wrong(ROOTS, r"\draw[->, name path=root-3]", r"\draw[name path=root-3]")
BOTH_HEADS = Wrong(ROOTS, r"\draw[->, name path=root-3]", r"\draw[<->, name path=root-3]")
FIVE = Wrong(ROUCHE, "$N = 3$", "$N = 5$")
THIRTY_FIVE = Wrong(ROUCHE, "$N = 3$", "$N = 35$")
PUBLISHED = r"\draw[name path=e-6-30] (d-6) -- (d-30);"
"""The right edge, to be hidden."""
E_2_12 = "-51.02 52 m -51.02 118 l S"
"""The wrong edge as operators in the picture's coordinates."""
ROOT_3 = "0 0 m 0 73.6 l S"


def mark(kind: str, inside: str = "", **data: str) -> str:
    """Marked content around operators, as our hooks write it."""
    entries = " ".join(f"/{key} {value}" for key, value in data.items())
    return f"/MV <</k /{kind} {entries}>> BDC {inside} EMC"


def named(name: str) -> str:
    return f"[<{name.encode().hex().upper()}>]"


def point(kind: str, **data: str) -> str:
    entries = " ".join(f"/{key} {value}" for key, value in data.items())
    return f"/MV <</k /{kind} {entries}>> DP"


def head(inside: str, direction: str, style: str = "Stealth", end: str = "end", **more: str) -> str:
    flags = point("headat", m=f"[{direction} 0 0]", **more)
    return mark("tip", mark("head", f"{flags} {inside}", t=f"<{style.encode().hex()}>"), e=f"/{end}", c="99")


def root_3(tip: str) -> str:
    """The vertical root with a tip of its own, all by hand."""
    return r"\raw{q 0.8 w " + mark("cmd", mark("path", ROOT_3 + " " + tip), c="99", n=named("root-3")) + " Q}"


DOWN = "0 -1 m 3 7 l -3 7 l h f"
UP = "0 75 m 3 67 l -3 67 l h f"
ABOVE = r"\draw[<-, name path=root-3] (0,0) -- (90:1.73205);"
BARE = r"\draw[name path=root-3] (0,0) -- (90:1.73205);"


def raw_edge(*wrapped: str) -> str:
    return r"\raw{q 0.4 w " + " ".join(wrapped) + " Q}"


def resource(entry: str) -> str:
    """An entry of the page's resources beside those of pgf."""
    return rf"\edef\more{{\the\pdfpageresources {entry}}}\pdfpageresources\expandafter{{\more}}"


TRICKS = {
    # ---- a right edge that nobody sees
    "white edge": Trick(NO_EDGE, r"\draw[white, name path=e-6-30] (d-6) -- (d-30);"),
    "transparent edge": Trick(NO_EDGE, r"\draw[opacity=0, name path=e-6-30] (d-6) -- (d-30);"),
    "edge clipped away": Trick(NO_EDGE, r"\begin{scope}\clip (-9,-9) rectangle (-8,-8);" + PUBLISHED + r"\end{scope}"),
    "edge marked and not painted": Trick(
        NO_EDGE, raw_edge(mark("cmd", mark("path", "-18 91 m 43 122 l n"), c="98", n=named("e-6-30")))
    ),
    "edge declared and painted as a dot": Trick(
        NO_EDGE,
        raw_edge(
            mark("cmd", mark("path", "-18 91 m -17.9 91 l S", d="[/m -18 91 /l 43 122]"), c="98", n=named("e-6-30"))
        ),
    ),
    "edge under a white strip": Trick(
        NO_EDGE, PUBLISHED + r"\draw[white, line width=2pt, shorten <=0pt] (d-6) -- (d-30);"
    ),
    "edge in a hidden layer": Trick(
        NO_EDGE,
        r"\raw{/OC /hid BDC}" + PUBLISHED + r"\raw{EMC}",
        before=r"""\immediate\pdfobj{<</Type/OCG/Name(x)>>}\edef\ocg{\the\pdflastobj\space 0 R}%
        \pdfcatalog{/OCProperties<</OCGs[\ocg]/D<</OFF[\ocg]>>>>}"""
        + resource(r"/Properties<</hid \ocg>>"),
        caught=True,
    ),
    "edge through an empty soft mask": Trick(
        NO_EDGE,
        r"\begin{scope}[transparency group]\path[scope fading=nothing] (-3,-1) rectangle (3,7);" + PUBLISHED
        + r"\end{scope}",
        preamble=r"\begin{tikzfadingfrompicture}[name=nothing]\fill[transparent!100] (-3,-3) rectangle (3,3);"
        r"\end{tikzfadingfrompicture}",
        caught=True, note="masked-ink",
    ),
    "edge in a blend mode that leaves white": Trick(
        NO_EDGE, r"\begin{scope}[blend mode=screen]" + PUBLISHED + r"\end{scope}", caught=True, note="masked-ink"
    ),
    "edge stroked with an empty pattern": Trick(
        NO_EDGE,
        raw_edge(
            "/Pattern CS /none SCN", mark("cmd", mark("path", "-18 91 m 43 122 l S"), c="98", n=named("e-6-30"))
        ),
        before=r"""\immediate\pdfobj stream attr{/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9]
        /XStep 9 /YStep 9 /Resources <<>>}{ }
        \edef\none{\the\pdflastobj\space 0 R}"""
        r"\makeatletter\pgf@sys@addpdfresource@patterns@plain{/none \none}\makeatother",
        caught=True, note="masked-ink",
    ),
    "edge clipped by text": Trick(
        NO_EDGE,
        r"\node[inner sep=0pt] at (0,-9mm) {\raw{q 7 Tr}.\raw{0 Tr}};" + PUBLISHED,
        caught=True,
    ),
    "edge under an annotation": Trick(
        NO_EDGE,
        PUBLISHED
        + r"""\node[inner sep=0pt] at (0.45,3.75) {\pdfannot width 40pt height 10pt depth 10pt
        {/Subtype/Square /F 4 /C[1 1 1] /IC[1 1 1] /BS<</W 4>>}};""",
        caught=True,
    ),
    # ---- a document in which the reader sees one figure and the renderer another
    "contents given twice among many keys": Trick(
        NO_EDGE, before=r"\immediate\pdfobj stream{0 0 m 9 9 l S}\edef\x{\global\pdfpageattr{"
        + " ".join(f"/Z{n} {n}" for n in range(40)) + r" /Contents \the\pdflastobj\space 0 R}}\x",
        caught=True, note="malformed-content",
    ),
    "a filter under its other name": Trick(
        NO_EDGE, r"\node {\pdfrefobj\hexed};", caught=True, note="malformed-content",
        before=r"\immediate\pdfobj stream attr{/F /ASCIIHexDecode}{0 0 m 9 9 l S}\chardef\hexed\pdflastobj",
    ),
    "a page that is a tree of pages too": Trick(
        NO_EDGE, caught=True, note="malformed-content",
        before=r"""\immediate\pdfobj{<</Type/Page/MediaBox[0 0 99 99]>>}%
        \edef\x{\global\pdfpageattr{/Kids [\the\pdflastobj\space 0 R]}}\x""",
    ),
    # ---- copies that nobody sees
    "a right copy shrunk to nothing": Trick(
        NO_EDGE, r"\begin{scope}[transform canvas={scale=0.0005}]" + PUBLISHED + r"\end{scope}"
    ),
    "a right copy off the page": Trick(
        NO_EDGE, r"\begin{pgfinterruptboundingbox}\begin{scope}[transform canvas={xshift=90cm}]" + PUBLISHED
        + r"\end{scope}\end{pgfinterruptboundingbox}"
    ),
    # ---- a wrong edge that is not to be counted
    "edge called an arrow tip": Trick(
        EXTRA_EDGE, raw_edge(mark("cmd", mark("path", head(E_2_12, "0 1")), c="11")),
        old=r"\draw[name path=e-2-12] (d-2) -- (d-12);", new="",
    ),
    "edge called a preaction": Trick(
        EXTRA_EDGE, raw_edge("0.9 w", mark("cmd", mark("path", E_2_12), c="13", r="/pre")),
        old=r"\draw[name path=e-2-12] (d-2) -- (d-12);", new="",
    ),
    "edge called the inside of a double line": Trick(
        EXTRA_EDGE,
        raw_edge(mark("cmd", mark("path", "-51 50 m -51 51 l S " + mark("inner", E_2_12)), c="13")),
        old=r"\draw[name path=e-2-12] (d-2) -- (d-12);", new="",
    ),
    "edge called a grid": Trick(
        EXTRA_EDGE, "", old=r"\draw[name path=e-2-12] (d-2)", new=r"\draw (0,6) grid (0,6) (d-2)"
    ),
    "edge called an axis": Trick(
        EXTRA_EDGE, raw_edge(mark("cmd", mark("path", E_2_12), c="97", p="/axis")),
        old=r"\draw[name path=e-2-12] (d-2) -- (d-12);", new="",
    ),
    "edge as a rule of a text": Trick(
        EXTRA_EDGE, "", old="(d-2) at (-1.800,1.500) {$2$}",
        new=r"(d-2) at (-1.800,1.500) {$2$\rlap{\hskip-2.7pt\smash{\raise12pt\hbox{\vrule height 67pt width .4pt}}}}",
    ),
    "edge as operators in a text": Trick(
        EXTRA_EDGE, "", old="(d-2) at (-1.800,1.500) {$2$}",
        new=r"(d-2) at (-1.800,1.500) {$2$\rlap{\pdfliteral{q .4 w -2.5 12 m -2.5 78 l S Q}}}",
    ),
    "edge as a part of a node": Trick(
        EXTRA_EDGE, raw_edge(
            mark("node", mark("path", E_2_12) + point("anchors", o="[0 200]"), n="<642D32>", s="<636972636C65>", c="12")
        ),
        old=r"\draw[name path=e-2-12] (d-2) -- (d-12);", new="",
    ),
    "edge as the background of a node's shape": Trick(
        EXTRA_EDGE, "", old=r"\node[circle, draw, inner sep=2pt, minimum size=6mm] (d-2)",
        new=r"\node[tailed, draw, inner sep=2pt, minimum size=6mm] (d-2)",
        preamble=r"""\makeatletter\pgfdeclareshape{tailed}{\inheritsavedanchors[from=circle]
        \inheritanchorborder[from=circle]\inheritanchor[from=circle]{center}\inheritanchor[from=circle]{north}
        \inheritanchor[from=circle]{south}\inheritanchor[from=circle]{east}\inheritanchor[from=circle]{west}
        \inheritbackgroundpath[from=circle]\beforebackgroundpath{\pgfpathmoveto{\pgfpoint{0pt}{9pt}}%
        \pgfpathlineto{\pgfpoint{0pt}{76pt}}\pgfusepath{stroke}}}\makeatother""",
    ),
    "edge as a shading": Trick(
        EXTRA_EDGE, r"\shade[top color=black, bottom color=black] (-1.81,1.85) rectangle (-1.79,4.15);",
        old=r"\draw[name path=e-2-12] (d-2) -- (d-12);", new="",
    ),
    "edge as an inline image": Trick(
        EXTRA_EDGE, r"\raw{q .5 0 0 66 -51.2 52 cm BI /W 1 /H 1 /BPC 8 /CS /G /F /AHx ID 00> EI Q}",
        old=r"\draw[name path=e-2-12] (d-2) -- (d-12);", new="", caught=True,
    ),
    "edge as an annotation's appearance": Trick(
        EXTRA_EDGE,
        r"""\node[inner sep=0pt, anchor=base] at (-1.8,1.85) {\pdfannot width 1pt height 66pt depth 0pt
        {/Subtype/Square /F 4 /C[0 0 0] /IC[0 0 0]}};""",
        old=r"\draw[name path=e-2-12] (d-2) -- (d-12);", new="", caught=True,
    ),
    "edge outside of every mark": Trick(
        EXTRA_EDGE, raw_edge(E_2_12), old=r"\draw[name path=e-2-12] (d-2) -- (d-12);", new="",
    ),
    "edge after marks are switched off": Trick(
        EXTRA_EDGE, preamble=r"\RemoveFromHook{begindocument/end}[mathvis-scene]"
        r"\RemoveFromHook{env/tikzpicture/begin}[mathvis-scene]",
    ),
    "edge with the old \\pgfusepath": Trick(
        EXTRA_EDGE, preamble=r"\makeatletter\let\plain\pgfusepath\makeatother",
        old=r"\draw[name path=e-2-12] (d-2) -- (d-12);",
        new=r"\begingroup\let\pgfusepath\plain\draw (d-2) -- (d-12);\endgroup",
    ),
    "edge from Lua": Trick(
        EXTRA_EDGE, r"\latelua{pdf.print('q 0.4 w " + E_2_12 + " Q')}", engine="lualatex",
        old=r"\draw[name path=e-2-12] (d-2) -- (d-12);", new="",
    ),
    "edge put under the picture": Trick(
        EXTRA_EDGE, before=r"\leavevmode\rlap{\hskip36bp\raise61bp\hbox{\vrule width .4pt height 66bp}}",
        old=r"\draw[name path=e-2-12] (d-2) -- (d-12);", new="",
    ),
    "edge in a form with forged marks": Trick(
        EXTRA_EDGE,
        r"\node[inner sep=0pt, anchor=base west] at (-1.8,1.85) {\setbox0\hbox to 1pt{\pdfliteral{q .4 w "
        + mark("cmd", mark("path", head("0 0 m 0 66 l S", "0 1")), c="11")
        + r" Q}\hss}\ht0=66pt\immediate\pdfxform0\pdfrefxform\pdflastxform};",
        old=r"\draw[name path=e-2-12] (d-2) -- (d-12);", new="",
    ),
    # ---- directions
    "head claimed to point the other way": Trick(REVERSED, root_3(head(DOWN, "0 1")), old=ABOVE, new=""),
    "head claimed to be reversed twice": Trick(
        REVERSED, root_3(head(DOWN, "0 -1", end="start", r="1") + head(UP, "0 1", style="Bar")), old=ABOVE, new=""
    ),
    "bar claimed to be a head": Trick(
        HEADLESS, root_3(head("-3 74 m 3 74 l S", "0 1")), old=BARE, new=""
    ),
    "square claimed to be a head": Trick(
        HEADLESS, root_3(head("-3 71 6 6 re f", "0 1")), old=BARE, new=""
    ),
    "head claimed without ink": Trick(HEADLESS, root_3(head("", "0 1")), old=BARE, new=""),
    "head claimed and white": Trick(HEADLESS, root_3("1 g " + head(UP, "0 1")), old=BARE, new=""),
    "head claimed for another arrow": Trick(
        HEADLESS, root_3(""), old=BARE,
        new=r"\raw{" + mark("path", head(UP.replace("75", "5"), "0 1", end="mid"), c="99") + "}",
    ),
    "arrow tip drawn backwards": Trick(
        REVERSED, "", old=ABOVE, new=r"\draw[-{Backwards}, name path=root-3] (90:1.73205) -- (0,0);",
        preamble=r"""\pgfdeclarearrow{name=Backwards, setup code={\pgfarrowssettipend{6pt}\pgfarrowssetbackend{0pt}%
        \pgfarrowssetlineend{3pt}\pgfarrowshullpoint{6pt}{3pt}\pgfarrowshullpoint{0pt}{0pt}},
        drawing code={\pgfpathmoveto{\pgfpoint{0pt}{0pt}}\pgfpathlineto{\pgfpoint{6pt}{3pt}}%
        \pgfpathlineto{\pgfpoint{6pt}{-3pt}}\pgfpathclose\pgfusepathqfill}}""",
    ),
    "flags of heads taken away": Trick(
        REVERSED, "", old=ABOVE, new=r"\draw[-{Stealth[reversed]}, name path=root-3] (0,0) -- (90:1.73205);",
        preamble=r"\makeatletter\AtBeginDocument{\def\mvs@headflags{}}\makeatother",
    ),
    "second head called a bar": Trick(
        BOTH_HEADS, root_3(head(UP, "0 1") + head(DOWN, "0 -1", style="Bar", end="start")),
        old=ABOVE.replace("<-", "<->"), new="",
    ),
    # ---- numbers
    "glyphs mapped to other characters": Trick(
        FIVE, preamble=r"\pdfgentounicode=1 \pdfglyphtounicode{five}{0033}"
    ),
    "ActualText": Trick(
        FIVE, "", old="$N = 5$", new=r"\pdfliteral page{/Span <</ActualText (N = 3)>> BDC}$N = 5$\pdfliteral page{EMC}"
    ),
    "invisible text on top": Trick(
        FIVE, "", old="$N = 5$", new=r"\rlap{\pdfliteral{3 Tr}$N = 3$\pdfliteral{0 Tr}}"
        r"\pdfliteral{q 1 0 0 1 0 0 cm 0 0 m 20 8 l S Q}", caught=True,
    ),
    "right number in white": Trick(
        FIVE, "", old=r"\node (ans-N) at (3.5,-3.9) {$N = 5$};",
        new=r"\node at (3.5,-3.9) {$N = 5$};\node[white] (ans-N) at (3.5,-5) {$N = 3$};",
    ),
    "right number in no size": Trick(
        FIVE, "", old=r"\node (ans-N) at (3.5,-3.9) {$N = 5$};",
        new=r"\node at (3.5,-3.9) {$N = 5$};\node[scale=.001] (ans-N) at (3.5,-5) {$N = 3$};",
    ),
    "number cut in two": Trick(
        THIRTY_FIVE, "", old=r"\node (ans-N) at (3.5,-3.9) {$N = 35$};",
        new=r"\node[inner sep=0pt] (ans-N) at (3.5,-3.9) {$N = 3$};"
        r"\node[inner sep=0pt, anchor=base west] (more) at (ans-N.base east) {$5$};",
    ),
    "font of other glyphs under its name": Trick(
        FIVE, preamble=r"\pdfmapline{=cmr10 CMR10 <cmmi10.pfb}"
    ),
    "font drawn by hand": Trick(
        FIVE, "", old="$N = 5$", new=r"""\setbox0\hbox{\vrule width 26pt height 8pt depth 0pt\kern-26pt\pdfliteral{1 g 0 0 26 8 re f 0 g
        BT /lie 10 Tf (N=3) Tj ET}}\immediate\pdfxform resources{/Font<</lie \lie>>}0\pdfrefxform\pdflastxform""",
        preamble=r"""\immediate\pdfobj stream{600 0 0 0 500 700 d1 0 0 500 100 re 0 300 500 100 re 0 600 500 100 re
        400 0 100 400 re 0 300 100 400 re f}\edef\five{\the\pdflastobj\space 0 R}%
        \immediate\pdfobj{<</Type/Font/Subtype/Type3/FontMatrix[.001 0 0 .001 0 0]/FontBBox[0 0 600 700]
        /CharProcs<</N \five/equal \five/three \five>>/Encoding<</Type/Encoding/Differences[51/three 61/equal 78/N]>>
        /FirstChar 51/LastChar 78/Widths[600 0 0 0 0 0 0 0 0 0 600 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 600]
        /Resources<<>>>>}\edef\lie{\the\pdflastobj\space 0 R}""",
    ),
    # ---- pages
    "a right page first": Trick(
        NO_EDGE, before=r"\begin{tikzpicture}\node (d-1) {$1$};\end{tikzpicture}\newpage", caught=True,
        preamble=r"\standaloneconfig{multi=tikzpicture}",
    ),
    "page turned upside down": Trick(
        RIGHT_EDGES, preamble=r"\pdfpageattr{/Rotate 180}"
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def judge():
    sandbox = opened("bubblewrap")

    with Verifier(sandbox) as verifier:

        @cache
        def judged(family, source):
            (task,) = load_tasks([f"{family}/a"])
            return verifier.judge(task, source)

        yield judged
    sandbox.close()


def better(found, plain):
    """Everything that came out better; one fault may be told as another, if it was none before."""
    gates = [gate for gate in "TMPD" if getattr(found, gate) and not getattr(plain, gate)]
    held = {item.id: item.finding.holds for item in plain.hard}
    scores = {item.id: item.score for item in plain.soft}
    now = {item.id: item.finding.holds for item in found.hard}
    if found.T and not any(held[name] and not now[name] for name in held if name in now):
        gates += [name for name in now if now[name] and held.get(name) is False]
    gates += [item.id for item in found.soft if item.score > scores.get(item.id, 1.0)]
    return gates


@pytest.mark.parametrize("name", TRICKS)
def test_a_trick_gains_nothing(judge, name):
    trick = TRICKS[name]
    plain = judge(trick.wrong.family, trick.plain).verdict
    assert plain.T, plain.technical
    judged = judge(trick.wrong.family, trick.source)
    found = judged.verdict
    assert found.technical[1].passed, found.technical[1].message
    if trick.note:
        assert trick.note in {note.code for note in judged.scene.notes}
    if trick.caught:
        assert not found.T
        assert not found.D
    else:
        assert better(found, plain) == []


@pytest.mark.parametrize("wrong", [NO_EDGE, EXTRA_EDGE, REVERSED, HEADLESS, BOTH_HEADS, FIVE, THIRTY_FIVE])
def test_the_figures_without_tricks_are_wrong_and_nothing_else(judge, wrong):
    verdict = judge(wrong.family, _document(wrong.source, "", "", "pdflatex")).verdict
    assert verdict.T
    assert not verdict.M


@pytest.mark.parametrize("family", [HASSE, ROOTS, ROUCHE])
def test_the_right_figures_pass(judge, family):
    source = (asset("tasks") / family / "reference.tex").read_text(encoding="utf-8")
    verdict = judge(family, _document(source, "", "", "pdflatex")).verdict
    assert verdict.D, [check.message for check in verdict.technical if check.name is CheckName.CONFORMING]
