"""Pictures of our own: every expected coordinate is computed from the source."""

from __future__ import annotations

import math

import pytest

from mathvis.scene.model import Label, NamedPoint, Node, Path, Role, TipEnd

CM = 72 / 2.54
"""A centimetre in big points."""
NOISE = 0.02
"""pgf computes in 1/65536 pt and drifts; half the smallest width of a line is 0.05 bp."""
ENGINES = ["pdflatex", "lualatex"]


def point(scene, name) -> NamedPoint:
    (found,) = [p for p in scene.points if p.name == name]
    return found


def node(scene, name) -> Node:
    (found,) = [n for n in scene.nodes if name in n.names]
    return found


def named(scene, name) -> list[Path]:
    return [e for e in scene.elements if isinstance(e, Path) and name in e.names]


def paths(scene, role=Role.PATH) -> list[Path]:
    return [e for e in scene.elements if isinstance(e, Path) and e.role is role]


def labels(scene) -> list[Label]:
    return [e for e in scene.elements if isinstance(e, Label)]


def ends(path):
    return path.subpaths[0].points[0], path.subpaths[-1].points[-1]


class At:
    """Positions in centimetres from a point called O."""

    def __init__(self, scene):
        self.x, self.y = point(scene, "O").at

    def __call__(self, x, y):
        return pytest.approx((self.x + CM * x, self.y + CM * y), abs=NOISE)


@pytest.mark.parametrize("engine", ENGINES)
def test_coordinates_paths_and_lines(drawn, engine):
    scene = drawn(
        r"""\coordinate (O) at (0,0); \path (3,-1) coordinate (K) (1,1) coordinate[name=L];
        \draw[name path=g,red,line width=2bp,dash pattern=on 3bp off 1bp] (0,0) -- (3,2);
        \draw[name path={a b}] (1,0) .. controls (1,1) and (2,1) .. (2,0) -- cycle;
        \fill[name path=f,blue!50] (0,0) rectangle (1,2);""",
        preamble=r"\usetikzlibrary{intersections}",
        engine=engine,
    )
    at = At(scene)
    assert point(scene, "K").at == at(3, -1)
    assert point(scene, "L").at == at(1, 1)
    (line,) = named(scene, "g")
    assert ends(line) == (at(0, 0), at(3, 2))
    assert line.stroke.width == pytest.approx(2, abs=0.001)
    assert line.stroke.dash == pytest.approx((3, 1), abs=0.001)
    assert line.stroke.paint.color == (1, 0, 0)
    assert line.line == 6  # four lines of preamble, one of coordinates
    (curve,) = named(scene, "a b")
    assert [curve.subpaths[0].points[i] for i in (0, 1, 2, 3, 6)] == [at(1, 0), at(1, 1), at(2, 1), at(2, 0), at(1, 0)]
    assert curve.subpaths[0].closed
    (box,) = named(scene, "f")
    assert box.fill.paint.color == pytest.approx((0.5, 0.5, 1), abs=1e-4)
    assert box.stroke is None
    assert len({line.command, curve.command, box.command}) == 3


def test_a_circle_is_four_curves_and_no_point_in_its_middle(drawn):
    scene = drawn(r"\coordinate (O) at (0,0); \draw (1,1) circle[radius=2];")
    at = At(scene)
    (circle,) = paths(scene)
    (ring,) = circle.subpaths
    assert ring.closed
    assert list(ring.points[0::3]) == [at(3, 1), at(1, 3), at(-1, 1), at(1, -1), at(3, 1)]


def test_orientation_is_that_of_the_paint(drawn):
    scene = drawn(
        r"""\coordinate (O) at (0,0); \draw (1,0) arc[start angle=0,end angle=90,radius=1];
        \begin{scope}[xscale=-1] \draw (1,0) arc[start angle=0,end angle=90,radius=1]; \end{scope}"""
    )
    at = At(scene)
    plain, mirrored = paths(scene)
    assert ends(plain) == (at(1, 0), at(0, 1))
    assert ends(mirrored) == (at(-1, 0), at(0, 1))


@pytest.mark.parametrize("engine", ENGINES)
def test_nodes_have_names_shapes_anchors_and_ink(drawn, engine):
    scene = drawn(
        r"""\coordinate (O) at (0,0);
        \node[draw,circle,minimum size=2cm,outer sep=0pt,alias=other] (n) at (3,1) {$\gamma$};
        \node[fill=yellow,minimum width=4cm,minimum height=1cm,outer sep=0pt,rotate=90] (box) at (0,5) {};
        \path (1,1) node (plain) {$f$};""",
        engine=engine,
    )
    at = At(scene)
    n = node(scene, "n")
    assert n.names == ("n", "other")
    assert n.shape == "circle"
    assert n.center == at(3, 1)
    assert list(n.box) == [at(2, 0), at(4, 0), at(4, 2), at(2, 2)]
    border, text = (scene.elements[i] for i in n.elements)
    assert n.border == border.index
    assert border.role is Role.NODE
    assert (border.node, text.node) == ("n", "n")
    assert text.form == "γ"
    assert list(node(scene, "box").box) == [at(0.5, 3), at(0.5, 7), at(-0.5, 7), at(-0.5, 3)]
    assert node(scene, "plain").border is None
    assert [label.form for label in labels(scene)] == ["γ", "f"]


def test_unnamed_nodes_are_nodes_all_the_same(drawn):
    scene = drawn(r"\draw (0,0) -- (1,0) node[above] {$a$} node[below] {$b$}; \node[label=right:$L$] (A) {$A$};")
    by_form = {label.form: label.node for label in labels(scene)}
    assert by_form["A"] == "A"
    assert len(set(by_form.values())) == 4
    assert all(by_form[form].startswith("~") for form in "abL")
    assert {name for n in scene.nodes for name in n.names} == set(by_form.values())


def test_names_do_not_leak_from_a_path(drawn):
    scene = drawn(
        r"""\draw[name path=g] (0,0) -- (1,0) node[draw] {x} -- (2,0) edge[->] (3,1) pic {p};
        \begin{scope}[every path/.style={name path=shared}] \draw (0,0)--(1,3); \draw (0,0)--(2,3);\end{scope}
        \draw[name path=d,decorate] (0,5) -- (2,5); \node[draw,name path=own] at (5,5) {};
        \draw[name path=pp,path picture={\draw[name path=inner] (0,7)--(1,8); \draw (0,8) -- (1,7);}] (0,7) rectangle (1,8);""",
        preamble=r"""\usetikzlibrary{intersections,decorations.markings}
        \tikzset{p/.pic={\draw (0,0) -- (1,1);},decoration={markings,mark=at position .5 with {\draw (0,-1pt)--(0,1pt);}}}""",
    )
    assert [len(named(scene, name)) for name in ("g", "shared", "own", "pp", "inner")] == [1, 2, 1, 1, 1]
    assert named(scene, "own")[0].role is Role.NODE
    assert named(scene, "d") == []


@pytest.mark.parametrize("engine", ENGINES)
def test_names_of_any_characters(drawn, engine):
    odd = r"""\coordinate (γ) at (0,0); \coordinate (A') at (1,0); \node (f-C) at (1,1) {x};
        \draw[name path={x) >> BDC EMC 1 0 0 RG 0 0 m 50 50 l S /MV <</k /path /n (gamma}] (0,0)--(1,0);
        \draw[name path=Γ] (0,0) -- (1,1);"""
    scene = drawn(odd, preamble=r"\usetikzlibrary{intersections}", engine=engine)
    assert [p.name for p in scene.points] == ["γ", "A'"]
    assert node(scene, "f-C")
    assert [p.names for p in paths(scene)] == [
        ("x) >> BDC EMC 1 0 0 RG 0 0 m 50 50 l S /MV <</k /path /n (gamma",),
        ("Γ",),
    ]
    assert all(p.stroke.paint.color == (0, 0, 0) for p in paths(scene))
    assert scene.notes == ()


def test_places_are_those_of_the_moment_in_which_they_were_made(drawn):
    scene = drawn(
        r"""\tikzset{every picture/.style={line width=.8pt}} \coordinate (O) at (0,0);
        \begin{scope}[transform canvas={rotate=90}] \coordinate (turned) at (2,0); \draw (0,0) -- (2,0);\end{scope}
        \node[inner sep=0pt,outer sep=0pt,anchor=south west] at (5,1) {\begin{tikzpicture}[scale=.5]
            \coordinate (X) at (1,1); \path (0,0) (2,2); \draw (0,0) -- (2,2);\end{tikzpicture}};
        \pic[rotate=90] (P) at (3,3) {p};
        \begin{scope}[local bounding box=area,shift={(0,-4)}] \draw (0,0) rectangle (2,1); \end{scope}
        \foreach \i in {1,2,3} \fill (\i,-2) circle[radius=1pt] coordinate (Q-\i);""",
        preamble=r"\tikzset{p/.pic={\coordinate (-c) at (1,0); \draw (0,0) -- (1,0);}}",
    )
    at = At(scene)
    assert point(scene, "turned").at == at(0, 2)
    assert point(scene, "P-c").at == at(3, 4)
    half = 0.4 / 72.27 * 2.54  # the nested picture is as large as its line is wide
    assert point(scene, "X").at == at(5.5 + half, 1.5 + half)
    area = node(scene, "area")
    assert area.shape == "bounding-box"
    assert area.box[0] == at(0, -4)
    assert area.box[2] == at(2, -3)
    assert [point(scene, f"Q-{i}").at for i in (1, 2, 3)] == [at(1, -2), at(2, -2), at(3, -2)]


def test_cells_of_matrices(drawn):
    scene = drawn(
        r"""\matrix (m) [matrix of math nodes,row sep=1cm,column sep=2cm,nodes={inner sep=0pt,outer sep=0pt,
          minimum size=1cm}] { a & |(bb)| x \\ c & |[alias=dd]| u \\ }; \draw[->] (m-1-1) -- (m-2-2);""",
        preamble=r"\usetikzlibrary{matrix}",
    )
    a, b, c, d = (node(scene, name) for name in ("m-1-1", "bb", "m-2-1", "dd"))
    assert d.names == ("m-2-2", "dd")
    assert b.center == pytest.approx((a.center[0] + 3 * CM, a.center[1]), abs=NOISE)
    assert c.center == pytest.approx((a.center[0], a.center[1] - 2 * CM), abs=NOISE)
    assert [scene.elements[n.elements[0]].form for n in (a, b, c, d)] == ["a", "x", "c", "u"]
    assert node(scene, "m").elements == ()


def test_a_diagram_of_tikz_cd(drawn):
    scene = drawn(
        r"""\begin{tikzcd} |[alias=ka]| A \arrow[r,"f"] \arrow[d,hook,"g"'] & B \arrow[d,two heads] \\
        C \arrow[r,tail,dashed] \arrow[ru,Rightarrow,crossing over] & D \end{tikzcd}""",
        preamble=r"\usepackage{tikz-cd}",
        picture=False,
    )
    cells = {
        scene.elements[n.elements[0]].form: n for n in scene.nodes if n.elements and n.names[0].endswith(tuple("12"))
    }
    assert "ka" in cells["A"].names
    assert cells["A"].names[0].startswith("~")
    assert cells["D"].names[0].endswith("-2-2")
    f, g, two, tail, double = paths(scene)
    assert [tip.kind for tip in f.tips] == ["arrow"]
    assert [(tip.kind, tip.end) for tip in g.tips] == [("hook", TipEnd.START), ("arrow", TipEnd.END)]
    assert [(tip.kind, tip.heads) for tip in two.tips] == [("arrow", 2)]
    assert [(tip.kind, tip.end) for tip in tail.tips] == [("tail", TipEnd.START), ("arrow", TipEnd.END)]
    assert tail.tips[0].direction == pytest.approx(tail.tips[1].direction)
    assert [tip.kind for tip in double.tips] == ["arrow"]
    assert tail.stroke.dash
    assert {p.command for p in paths(scene, Role.CASING)} == {double.command}
    assert len(paths(scene, Role.CASING)) == 2
    label = next(label for label in labels(scene) if label.form == "f")
    assert label.command == f.command
    (start, end) = ends(f)
    assert cells["A"].box[1][0] <= start[0] + NOISE < end[0] <= cells["B"].box[0][0] + NOISE


def test_a_diagram_with_arrows_of_the_math_font(drawn):
    scene = drawn(
        r"""\begin{tikzcd}[arrow style=math font] A \arrow[r] \arrow[d,two heads] & B \arrow[d,Rightarrow] \\
        C \arrow[r,hook] & D \end{tikzcd}""",
        preamble=r"\usepackage{tikz-cd}",
        picture=False,
    )
    plain, two, double, hook = paths(scene)
    assert [(t.kind, t.end, t.heads) for t in plain.tips] == [("arrow", TipEnd.END, 1)]
    assert [(t.kind, t.end, t.heads) for t in two.tips] == [("arrow", TipEnd.END, 2)]
    assert [(t.kind, t.end, t.heads) for t in double.tips] == [("arrow", TipEnd.END, 1)]
    assert [(t.kind, t.end) for t in hook.tips] == [("hook", TipEnd.START), ("arrow", TipEnd.END)]
    assert plain.tips[0].direction == pytest.approx((1, 0), abs=1e-3)
    assert [label.form for label in labels(scene)] == ["A", "B", "C", "D"]


def test_clips_and_groups(drawn):
    scene = drawn(
        r"""\coordinate (O) at (0,0); \begin{scope} \clip (0,0) circle[radius=1]; \draw[name path=in] (-2,0) -- (2,0); \end{scope}
        \begin{scope}[transparency group,opacity=.5] \draw[name path=tg] (0,0) -- (2,2); \coordinate (T) at (1,1); \end{scope}
        \draw[opacity=.25,name path=op] (0,0) -- (0,2);""",
        preamble=r"\usetikzlibrary{intersections}",
    )
    at = At(scene)
    (inside,) = named(scene, "in")
    (clip,) = (scene.clips[i] for i in inside.clips)
    assert clip.subpaths[0].points[0] == at(1, 0)
    (group,) = named(scene, "tg")
    assert group.stroke.paint.alpha == 0.5
    assert ends(group) == (at(0, 0), at(2, 2))
    assert point(scene, "T").at == at(1, 1)
    assert named(scene, "op")[0].stroke.paint.alpha == 0.25


def test_casings(drawn):
    scene = drawn(
        r"""\draw[double,name path=d] (0,0) -- (1,0); \draw[white,double=black,name path=w] (0,1) -- (1,1);
        \draw[preaction={draw,white,line width=3pt},postaction={draw,red,line width=.1pt},name path=p] (0,2) -- (1,2);
        \draw[preaction={fill=yellow},name path=y] (0,3) rectangle (1,4);
        \draw[white,line width=4pt] (0,5) -- (1,6); \draw[name path=h] (0,5) -- (1,6); \draw[white] (3,3) -- (4,4);""",
        preamble=r"\usetikzlibrary{intersections}",
    )
    roles = {
        name: [(p.role, (p.stroke or p.fill).paint.color) for p in named(scene, name)]
        for name in ("d", "w", "p", "y", "h")
    }
    black, white = (0, 0, 0), (1, 1, 1)
    assert roles["d"] == [(Role.PATH, black), (Role.CASING, white)]
    assert roles["w"] == [(Role.CASING, white), (Role.PATH, black)]
    assert roles["p"] == [(Role.CASING, white), (Role.PATH, black), (Role.PATH, (1, 0, 0))]
    assert [role for role, _ in roles["y"]] == [Role.PATH, Role.PATH]
    assert roles["h"] == [(Role.PATH, black)]
    unnamed = [p for p in scene.elements if isinstance(p, Path) and not p.names]
    assert [p.role for p in unnamed] == [Role.CASING, Role.PATH]


def test_pieces_of_a_command_share_its_number(drawn):
    scene = drawn(r"\draw[->,double,preaction={draw,white,line width=6pt}] (0,0) -- (1,0); \draw (0,1) -- (1,1);")
    first, second = {p.command for p in scene.elements if p.index < 4}, {scene.elements[-1].command}
    assert len(first) == 1
    assert first.isdisjoint(second)


def test_knots(drawn):
    scene = drawn(
        r"""\begin{knot}[clip width=5] \strand[thick,name path=a] (0,0) -- (2,1); \strand[thick,name path=b] (0,1) -- (2,0);
        \end{knot}""",
        preamble=r"\usetikzlibrary{knots,intersections}",
    )
    (over,) = {name for name in "ab" if any(p.role is Role.CASING for p in named(scene, name))}
    assert len([p for p in named(scene, over) if p.role is Role.PATH]) >= 1
    assert all(p.role is Role.PATH for p in named(scene, "b" if over == "a" else "a"))


def test_marks_shadings_patterns_and_grids(drawn):
    scene = drawn(
        r"""\coordinate (O) at (0,0); \draw[name path=pl,mark=*] plot coordinates {(0,0)(1,1)};
        \shade[name path=sh,left color=red,right color=blue,draw] (2,0) rectangle (3,1);
        \fill[name path=pa,pattern=north east lines] (4,0) rectangle (5,1);
        \draw(6,0) grid (8,2); \shadedraw[name path=sd] (10,0) circle[radius=1];""",
        preamble=r"\usetikzlibrary{intersections,patterns}",
    )
    at = At(scene)
    assert [p.role for p in named(scene, "pl")] == [Role.PATH, Role.MARK, Role.MARK]
    shaded, outline = named(scene, "sh")
    assert shaded.fill.paint.kind == "shading"
    assert shaded.fill.paint.color == pytest.approx((0.5, 0, 0.5), abs=0.02)
    assert shaded.subpaths[0].points[0] == at(2, 0)
    assert outline.stroke is not None
    assert named(scene, "pa")[0].fill.paint.kind == "pattern"
    (grid,) = paths(scene, Role.GRID)
    assert len(grid.subpaths) == 6
    assert [p.fill.paint.kind for p in named(scene, "sd") if p.fill] == ["shading"]


def test_an_axis_of_pgfplots(drawn):
    scene = drawn(
        r"""\begin{axis}[width=6cm,xmin=0,xmax=2,ymin=0,ymax=4,grid=major,xlabel=$x$]
        \addplot[name path=F,domain=0:2,samples=3,thick] {x^2}; \addplot[name path=G,mark=*,domain=0:2,samples=2] {x};
        \coordinate (Q) at (axis cs:1,1); \coordinate (O) at (axis cs:0,0); \coordinate (E) at (axis cs:2,4);
        \end{axis}""",
        preamble=r"\usepackage{pgfplots}\pgfplotsset{compat=1.18}\usepgfplotslibrary{fillbetween}",
    )
    (x0, y0), (x1, y1) = point(scene, "O").at, point(scene, "E").at
    (curve,) = named(scene, "F")
    expected = [(x0 + (x1 - x0) * x / 2, y0 + (y1 - y0) * x * x / 4) for x in (0, 1, 2)]
    assert [pytest.approx(p, abs=NOISE) for p in curve.subpaths[0].points[0::3]] == expected
    assert point(scene, "Q").at == pytest.approx((x0 + (x1 - x0) / 2, y0 + (y1 - y0) / 4), abs=NOISE)
    assert named(scene, "G")
    assert paths(scene, Role.MARK)
    assert paths(scene, Role.GRID)
    assert paths(scene, Role.AXIS)
    assert {"x", "0", "2", "4"} <= {label.form for label in labels(scene)}
    assert len(paths(scene)) == 2


def test_two_pictures_on_a_page_and_boxes_used_twice(drawn):
    scene = drawn(
        r"""\begin{tikzpicture}\coordinate (A) at (0,0);\draw (A)--(1,0);\end{tikzpicture}\hspace{2cm}%
        \begin{tikzpicture}\coordinate (B) at (0,0);\draw (B)--(1,0);\end{tikzpicture}%
        \newsavebox\kept\savebox\kept{\begin{tikzpicture}\node[draw,circle] (N) {$N$};\end{tikzpicture}}%
        \usebox\kept\scalebox{-1}[1]{\usebox\kept}\tikz \draw[->] (0,0) -- (1,1) node (q) {$q$};""",
        preamble=r"\usepackage{graphicx}",
        picture=False,
    )
    assert point(scene, "B").at[0] - point(scene, "A").at[0] == pytest.approx(3 * CM + 0.4 * 72 / 72.27, abs=NOISE)
    first, second = [n for n in scene.nodes if "N" in n.names]
    assert len(first.elements) == len(second.elements) == 2
    width = first.box[1][0] - first.box[0][0]
    assert second.box[1][0] - second.box[0][0] == pytest.approx(-width, abs=NOISE)
    assert "mirrored-text" in {note.code for note in scene.notes}
    assert node(scene, "q")


def test_a_program_without_tikz_is_read_as_text(tex, read):
    from mathvis.scene.readers.pdf import read_pdf

    source = "\\documentclass{article}\\pagestyle{empty}\\begin{document}Only $\\frac{1}{2}$ text.\\end{document}"
    scene = read_pdf(tex(source).read_bytes())
    (label,) = labels(scene)
    assert label.form == r"Only\frac{1}{2}text."
    assert len(label.elements) == 1
    assert scene.elements[label.elements[0]].role is Role.TEXT
    assert math.isclose(label.size, 9.96, abs_tol=0.01)


def test_hidden_layers_and_invisible_text(drawn):
    scene = drawn(
        r"""\immediate\pdfobj{<</Type/OCG/Name(x)>>}\edef\og{\the\pdflastobj}%
        \pdfcatalog{/OCProperties <</OCGs[\og\space 0 R]/D<</Order[]/OFF[\og\space 0 R]>>>>}%
        \edef\x{/Properties <</oc0 \og\space 0 R>>}\global\pdfpageresources\expandafter{\x}%
        \begin{tikzpicture}\draw (0,0) rectangle (3,2);\pdfliteral{/OC /oc0 BDC}\draw (1.5,1) circle (.8);\pdfliteral{EMC}%
        \draw[red] (0,0)--(1,1);\pdfliteral{3 Tr}\node at (2.5,.3){$N=3$};\pdfliteral{0 Tr}\end{tikzpicture}""",
        picture=False,
    )
    assert len(paths(scene)) == 2
    assert labels(scene) == []
    assert {"optional-content", "invisible-text"} <= {note.code for note in scene.notes}


def test_what_a_glyph_shows_does_not_follow_a_map_of_the_program(drawn):
    scene = drawn(r"\node {$5$};", preamble=r"\input{glyphtounicode}\pdfgentounicode=1 \pdfglyphtounicode{five}{0033}")
    assert [label.form for label in labels(scene)] == ["5"]


def test_a_program_that_closes_our_marks_is_told(drawn):
    scene = drawn(r"\draw (0,0) -- (1,0); \pdfliteral{EMC EMC} \draw (0,1) -- (1,1);")
    assert len(paths(scene)) == 2
    assert "forged-mark" in {note.code for note in scene.notes}


@pytest.mark.parametrize("engine", ["lualatex"])
def test_graph_drawing_places_nodes_late(drawn, engine):
    scene = drawn(
        r"\graph[layered layout,nodes={draw,circle}] { a -> {b, c} -> d };",
        preamble=r"\usetikzlibrary{graphs,graphdrawing}\usegdlibrary{layered}",
        engine=engine,
    )
    for name in "abcd":
        found = node(scene, name)
        border = scene.elements[found.border]
        middle = [sum(p[i] for p in border.subpaths[0].points[0:-1:3]) / 4 for i in (0, 1)]
        assert found.center == pytest.approx(middle, abs=NOISE)
    assert node(scene, "a").center[1] > node(scene, "d").center[1]
    assert [p.name for p in scene.points] == []
