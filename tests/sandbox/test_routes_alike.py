"""Odd programs tell the same whichever way they are compiled: alone, first in a warm worker, and by a forked engine."""

from __future__ import annotations

import pytest
from sandbox_backends import LIMITS_IN_TESTS, ready

from mathvis.extract.wrap import STANDARD_PREAMBLE
from mathvis.sandbox import Engine, Job, reply
from mathvis.sandbox.driver import Driver
from mathvis.sandbox.opening import open_backend

pytestmark = [pytest.mark.tex, pytest.mark.bubblewrap]

DRAW = "\\tikz[baseline=0pt]\\draw[name path=a] (0,0) -- (2,1) node {$x$};"
SMALL = "\\documentclass[tikz,border=3pt]{standalone}\n"
PREVIEW = "\\documentclass{article}\n\\usepackage[active,tightpage]{preview}\n\\setlength\\PreviewBorder{2mm}\n\\usepackage{tikz}\n\\PreviewEnvironment{tikzpicture}\n"


def document(body: str, preamble: str = STANDARD_PREAMBLE, begin: str = "\\begin{document}\n") -> bytes:
    return f"{preamble}{begin}{body}\n\\end{{document}}\n".encode()


PAGES = "\\documentclass{%s}\n\\usepackage{tikz}\n"
PROGRAMS = {
    "an empty line first": document("\n" + DRAW),
    "many empty lines and spaces": document("  \n\n   \n" + DRAW + "  \n\n"),
    "a space that is meant": document("\\ " + DRAW),
    "a paragraph's end first": document("\\par\n" + DRAW),
    "a macro for a space": document("\\space\\space\n" + DRAW),
    "on the line of its own beginning": document(DRAW, begin="\\begin{document}"),
    "something at the document's beginning": document(DRAW, STANDARD_PREAMBLE + "\\AtBeginDocument{Text }\n"),
    "something at its end": document("\\AtEndDocument{Text}" + DRAW),
    "two panels": document(DRAW + "\n" + DRAW),
    "its own name and lines": document("\\jobname\\the\\inputlineno\n\\the\\inputlineno" + DRAW),
    "marks and references": document("\\section{A}\\label{a} \\ref{a} \\pageref{a}" + DRAW, PAGES % "article"),
    "notes, contents": document("\\tableofcontents\\section{A}\\footnote{B}" + DRAW, PAGES % "report"),
    "two pages": document(DRAW + "\\newpage\\thepage", PAGES % "book"),
    "a class of the society": document("\\title{A}\\maketitle" + DRAW, PAGES % "amsart"),
    "preview": document("\\begin{preview}Text " + DRAW + "\\end{preview}", PREVIEW),
    "preview of pictures": document("Text \\begin{tikzpicture}\\draw (0,0) circle (1);\\end{tikzpicture} text", PREVIEW),
    "a file of its own": document(
        "\\newwrite\\mine\\immediate\\openout\\mine=mine.tex \\immediate\\write\\mine{\\string" + DRAW + "}"
        "\\immediate\\closeout\\mine\\input{mine.tex}"
    ),
    "a file that it writes, named as one that is open": document(
        "\\newwrite\\mine\\immediate\\openout\\mine=figure.aux \\immediate\\write\\mine{x}\\immediate\\closeout\\mine" + DRAW
    ),
    "fonts of its own": document("\\pdfmapline{=cmr10 CMR10 <cmr7.pfb}Text" + DRAW),
    "another table of fonts": document("\\pdfmapfile{=cm.map}Text" + DRAW),
    "not compressed": document("\\pdfcompresslevel=0 \\pdfobjcompresslevel=0 " + DRAW),
    "another version of PDF": document(DRAW, STANDARD_PREAMBLE + "\\pdfminorversion=4\n"),
    "chance of pgf": document("\\tikz\\draw (0,0) -- (rand,rnd) -- (rnd,rand);"),
    "chance of the engine": document("\\pdfuniformdeviate 1000000 \\pdfnormaldeviate " + DRAW),
    "chance of LaTeX": document("\\ExplSyntaxOn\\fp_eval:n{rand()}\\ExplSyntaxOff" + DRAW),
    "no end": document(DRAW).replace(b"\\end{document}", b""),
    "an end in the middle": document(DRAW + "\\endinput\n" + DRAW),
    "the end at once": document("\\csname @@end\\endcsname"),
    "an undefined macro": document("\n\n\\oops" + DRAW),
    "an undefined macro in the preamble": document(DRAW, SMALL + "\\oops\n"),
    "an empty document": document(""),
    "a package that is not there": document(DRAW, SMALL + "\\usepackage{brunnian}\n"),
    "options that clash": document(DRAW, SMALL + "\\usepackage[dvips]{graphicx}\n\\usepackage[pdftex]{graphicx}\n"),
    "everything twice": document(DRAW, SMALL + "\\usepackage{tikz}\n\\usepackage{tikz}\n\\usetikzlibrary{calc}\n\\usetikzlibrary{calc}\n"),
    "colours of its own": document("\\tikz\\fill[deep] (0,0) rectangle (1,1);", SMALL + "\\definecolor{deep}{RGB}{0,30,200}\n"),
    "known colours, redefined": document("\\tikz\\fill[red] (0,0) rectangle (1,1);", SMALL + "\\definecolor{red}{HTML}{00FF00}\n"),
    "spherical": document(
        "\\begin{tikzpicture}[tdplot_main_coords]\\draw (0,0,0) -- (1,1,1);\\end{tikzpicture}",
        SMALL + "\\usepackage{tikz-3dplot}\n\\tdplotsetmaincoords{70}{110}\n",
    ),
    "lines of another system": document(DRAW).replace(b"\n", b"\r\n"),
    "a mark of byte order": "\N{BYTE ORDER MARK}".encode() + document(DRAW),
    "bytes that are no text": document("a\x01b" + DRAW).replace(b"a\x01b", b"\xff\xfe"),
    "another encoding": document(DRAW + "\xe9", SMALL + "\\usepackage[latin1]{inputenc}\n"),
    "a page feed": document("\f" + DRAW),
    "a long line": document(DRAW * 40),
    "shipped before": document("\\shipout\\hbox{Text}" + DRAW, PAGES % "article"),
    "begun twice": document("\\begin{document}" + DRAW),
    "groups that are open": document("{\\begingroup" + DRAW),
    "no picture of its own": document("Text alone $a^2+b^2$"),
}  # fmt: skip
LUA = {"lua, " + name: PROGRAMS[name] for name in ("an empty line first", "its own name and lines", "an undefined macro")} | {
    "lua, chance of the engine": document("\\the\\uniformdeviate 1000000 " + DRAW).replace(b"\\the", b""),
    "lua, chance of Lua": document("\\directlua{tex.print(math.random(1000000)) tex.print(tex.uniform_rand(1000000))}" + DRAW),
    "lua, the order of a table": document("\\directlua{local t = {} for c in string.gmatch('the quick brown fox jumps over lazy dogs', '.') do t[c..c] = 1 t['k'..c] = 2 end for k, v in pairs(t) do tex.print(k..v) end}" + DRAW),
    "lua, a library's own tables": document("\\tikz[graph drawing/.cd] \\graph[layered layout, nodes={draw}] {a -> {b, c, d} -> e -> f, b -> f, c -> g};", STANDARD_PREAMBLE + "\\usetikzlibrary{graphs,graphdrawing}\\usegdlibrary{layered}\n"),
}  # fmt: skip
JOBS = {
    name: Job(source.decode("utf-8", "surrogateescape"), engine)
    for table, engine in ((PROGRAMS, Engine.PDFLATEX), (LUA, Engine.LUALATEX))
    for name, source in table.items()
}


def told(artifact) -> dict[str, object]:
    parts = (
        "outcome",
        "message",
        "errors",
        "scene",
        "scene_error",
        "picture",
        "pages",
        "width",
        "height",
        "picture_scale",
    )
    return {part: getattr(artifact, part) for part in parts}  # fmt: skip


@pytest.fixture(scope="module")
def backend():
    opened = ready(lambda: open_backend("bubblewrap", LIMITS_IN_TESTS))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def worker(backend):
    started = backend.worker((STANDARD_PREAMBLE,))
    yield started
    started.close()


@pytest.mark.parametrize("name", JOBS)
def test_an_odd_program_tells_the_same_on_every_route(backend, worker, name):
    job = JOBS[name]
    alone = told(Driver(backend, LIMITS_IN_TESTS).run(job))
    request = reply.request(job, LIMITS_IN_TESTS, processes=LIMITS_IN_TESTS.processes)
    for _ in range(3):  # what is seen twice gets an engine of its own
        answer = reply.decode(worker.exchange(request, LIMITS_IN_TESTS.total).message, job, LIMITS_IN_TESTS)
        assert not answer.suspect
        assert told(answer.artifact) == alone
