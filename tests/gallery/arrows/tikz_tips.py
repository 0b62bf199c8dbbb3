"""Every tip of ``arrows.meta``, the older names, and sequences of tips, at both ends of slanted lines."""

from __future__ import annotations

from arrow_figures import XY, Figure, Head, Line, back, minus

A, B, C, D = (0.0, 0.0), (3.0, 1.0), (0.0, -1.0), (2.0, -2.5)
UP: XY = (3.0, 1.0)
"""Along the first line, outward at its end."""
DOWN: XY = (-2.0, 1.5)
"""Along the second line, outward at its start."""
PT = 2.54 / 72.27

PREAMBLE = r"\usetikzlibrary{arrows,arrows.meta,bending,decorations.markings,intersections,calc}"


def both(
    name: str,
    tip: str,
    kind: str = "arrow",
    heads: int = 1,
    inset: float = 0.0,
    options: str = "",
    start: float = 0.0,
    **more: float,
) -> Figure:
    """A tip at the end of one line and at the start of another.

    Its apex lies `inset` centimetres before the declared end; at the start `start` more, where the outermost of
    several tips is the one that is listed first.
    """
    source = (
        rf"\draw[name path=g,arrows={{-{tip}}}{options}] (0,0) -- (3,1);"
        rf"\draw[name path=h,arrows={{{tip}-}}{options}] (0,-1) -- (2,-2.5);"
    )
    sign = minus if kind == "tail" else (lambda v: v)
    return Figure(
        name,
        source,
        (
            Line((Head(back(B, UP, inset), sign(UP), "end", kind, heads, **more),), "g", double="double" in options),
            Line(
                (Head(back(C, DOWN, inset + start), sign(DOWN), "start", kind, heads, **more),),
                "h",
                double="double" in options,
            ),
        ),
    )


def plain(name: str, tip: str) -> Figure:
    """The end of a line that is shaped but is no tip for a reader."""
    return Figure(name, rf"\draw[name path=g,arrows={{-{tip}}}] (0,0) -- (3,1);", (Line((), "g"),))


def ends(
    name: str,
    arrows: str,
    start: tuple[str, int] | None,
    end: tuple[str, int] | None,
    along: float = 1.0,
    across: float = 0.3,
) -> Figure:
    """A shorthand: kind and number of heads at the start and at the end."""
    heads = []
    if start is not None:
        away = UP if start[0] == "tail" else minus(UP)
        heads.append(Head(A, away, "start", *start, along=along if start[0] != "tail" else 5.0, across=across))
    if end is not None:
        away = minus(UP) if end[0] == "tail" else UP
        heads.append(Head(B, away, "end", *end, along=along if end[0] != "tail" else 5.0))
    return Figure(name, rf"\draw[name path=g,arrows={{{arrows}}}] (0,0) -- (3,1);", (Line(tuple(heads), "g"),))


BARBS = (
    both("arc barb", "{Arc Barb}", "other", along=0.6),
    both("bar", "{Bar}", "bar", along=0.6),
    both("bracket", "{Bracket}", "bar", along=0.6),
    both("hooks", "{Hooks}", "hook", along=1.0),
    both("left hook", "{Hooks[left]}", "hook", along=1.0, across=3.0),
    both("right hook", "{Hooks[right]}", "hook", along=1.0, across=3.0),
    both("parenthesis", "{Parenthesis}", "other", along=0.6),
    both("straight barb", "{Straight Barb}", along=0.6),
    both("tee barb", "{Tee Barb}", "bar", along=0.6),
    both("classical", "{Classical TikZ Rightarrow}", along=0.6),
    both("computer modern", "{Computer Modern Rightarrow}", along=0.6),
    both("implies", "{Implies}", options=",double", along=0.6),
    both("to", "{To}", along=0.6),
)
BLOBS = (
    both("circle", "{Circle}", "circle"),
    both("diamond", "{Diamond}", "other", along=0.6),
    both("ellipse", "{Ellipse}", "circle"),
    both("kite", "{Kite}", along=0.6),
    both("latex", "{Latex}"),
    both("latex large", "{Latex[length=5mm,width=3mm]}"),
    both("rectangle", "{Rectangle}", "square"),
    both("square", "{Square}", "square"),
    both("stealth", "{Stealth}", along=0.6),
    both("stealth thick", "{Stealth}", options=",line width=2pt", along=0.6),
    both("triangle", "{Triangle}", along=0.6),
    both("triangle wide", "{Triangle[length=2mm,width=4mm]}", along=0.6),
    both("turned square", "{Turned Square}", "square", along=0.6),
    both("open circle", "{Circle[open]}", "circle", along=0.6),
    both("open square", "{Square[open]}", "square", along=0.6),
    both("open diamond", "{Diamond[open]}", "other", along=0.6),
    both("open triangle", "{Triangle[open]}", along=0.6),
    both("open stealth", "{Stealth[open,length=3mm]}", along=0.6),
    both("open latex", "{Latex[open,length=3mm]}", along=0.6),
    both("rays", "{Rays}", "other", along=1.0),
    both("rays four", "{Rays[n=8]}", "other", along=1.0),
)
CAPS = (
    plain("butt cap", "{Butt Cap}"),
    plain("round cap", "{Round Cap}"),
    plain("triangle cap", "{Triangle Cap}"),
    plain("fast round", "{Fast Round}"),
    plain("fast triangle", "{Fast Triangle}"),
)
OPTIONS = (
    both("stealth reversed", "{Stealth[reversed,length=4mm]}", "tail", inset=0.4, along=0.8),
    both("to reversed", "{To[reversed,length=3mm]}", "tail", inset=0.3, along=0.8),
    both("latex reversed", "{Latex[reversed,length=4mm]}", "tail", inset=0.4, along=0.8),
    both("bracket reversed", "{Bracket[reversed]}", "bar", along=2.5),
    both("hooks reversed", "{Hooks[reversed]}", "hook", along=4.0),
    both("harpoon", "{Stealth[harpoon]}", along=0.6, across=0.6),
    both("harpoon swap", "{Stealth[harpoon,swap]}", along=0.6, across=0.6),
    both("barb harpoon", "{Straight Barb[harpoon]}", along=0.6, across=0.6),
    both("to harpoon swap", "{To[harpoon,swap]}", along=0.6, across=0.6),
    both("round", "{Stealth[round,length=4mm]}", along=0.6),
    both("slanted", "{Latex[slant=0.3,length=4mm]}", along=0.6, across=0.6),
    both("red", "{Stealth[red,fill=yellow,length=4mm]}", along=0.6),
    both("separated", "{Stealth[sep=5pt,length=4mm]}", inset=5 * PT, along=0.6),
    both("two", "{Stealth[] Stealth[]}", heads=2, along=0.6),
    both("three", "{Latex[] Latex[] Latex[]}", heads=3),
    both("two apart", "{To[sep=2pt] To[]}", heads=2, along=0.6, start=2 * PT),
)
OLDER = (
    both("angle 60", "{angle 60}", along=0.8),
    both("latex prime", "{latex'}", along=0.8),
    both("stealth prime", "{stealth'}", along=0.8),
    both("old latex", "{latex}", along=0.6),
    both("old stealth", "{stealth}", along=0.6),
    both("open triangle 45", "{open triangle 45}", along=0.8),
    both("triangle 60", "{triangle 60}", along=0.8),
    both("triangle 45 reversed", "{triangle 45 reversed}", "tail", along=9.0),
    both("old hook", "{right hook}", "hook", along=2.5, across=3.0),
    both("left to", "{left to}", along=0.8, across=0.8),
    both("old diamond", "{diamond}", "other", along=0.8),
    both("old square", "{square}", "square", along=0.8),
    both("dot", "{*}", "circle", along=0.8),
    both("ring", "{o}", "circle", along=0.8),
)
SHORT = (
    ends("to the right", "->", None, ("arrow", 1)),
    ends("to the left", "<-", ("arrow", 1), None),
    ends("two-way", "<->", ("arrow", 1), ("arrow", 1)),
    ends("two heads", "->>", None, ("arrow", 2)),
    ends("two heads each way", "<<->>", ("arrow", 2), ("arrow", 2)),
    ends("tail", ">->", ("tail", 1), ("arrow", 1)),
    ends("tail and two heads", ">->>", ("tail", 1), ("arrow", 2)),
    ends("turned round", "-<", None, ("tail", 1)),
    ends("maps to", "|->", ("bar", 1), ("arrow", 1)),
    ends("to a bar", "->|", None, None),
    ends("inclusion", "{Hooks[right]}->", ("hook", 1), ("arrow", 1), along=4.0, across=3.0),
    ends("dot to ring", "*-o", ("circle", 1), ("circle", 1)),
    ends("none", "-", None, None),
)
_BAR = Head(B, UP, "end", "bar", along=1.0)
_BEFORE = Head(back(B, UP, 0.03), UP, "end", "arrow", along=1.2)
SHORT = tuple(Figure(f.name, f.source, (Line((_BEFORE, _BAR), "g"),)) if f.name == "to a bar" else f for f in SHORT)

FIGURES = (*BARBS, *BLOBS, *CAPS, *OPTIONS, *OLDER, *SHORT)
