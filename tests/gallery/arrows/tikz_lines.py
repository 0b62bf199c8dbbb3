"""Tips on curves, under transforms, along paths, in plots, and heads drawn by hand."""

from __future__ import annotations

import math

from arrow_figures import XY, Figure, Head, Line, back, minus, place, turned

MARKS = "postaction={decorate},decoration={markings,"
_LOOP = 0.5 + 1.2 * 2.54 / 72.27
"""Loops end a point outside of a node, whose border ends half a line's width outside of its radius."""
MID = {"end": "middle", "along": 6.0}


def one(name: str, source: str, *heads: Head, dashed: bool = False, double: bool = False) -> Figure:
    """A figure of one line called g."""
    return Figure(name, source, (Line(heads, "g", dashed, double),))


def arc(name: str, tip: str, degrees: float) -> Figure:
    """A tip at the end of a quarter of a circle of radius 2 that starts at (2,0) and ends upward at (0,2)."""
    return one(name, rf"\draw[name path=g,arrows={{-{tip}}}] (2,0) arc[start angle=0,end angle=90,radius=2];",
               Head((0.0, 2.0), (-1.0, 0.0), across=1.2, along=1.2, degrees=degrees))  # fmt: skip


CURVES = (
    arc("arc plain", "{>}", 8.0),
    arc("arc stealth", "{Stealth[length=4mm]}", 9.0),
    arc("arc quick", "{Stealth[length=4mm,quick]}", 9.0),
    arc("arc flex", "{Stealth[length=4mm,flex]}", 9.0),
    arc("arc flex prime", "{Stealth[length=4mm,flex']}", 9.0),
    arc("arc bend", "{Stealth[length=4mm,bend]}", 12.0),
    arc("arc latex bend", "{Latex[length=4mm,bend]}", 12.0),
    one("bend left", r"\draw[name path=g,->] (0,0) to[bend left=30] (3,0);", Head((3.0, 0.0), turned((1.0, 0.0), -30), degrees=4.0, across=0.5, along=0.6)),
    one("bend right both", r"\draw[name path=g,<->] (0,0) to[bend right=45] (3,0);",
        Head((3.0, 0.0), turned((1.0, 0.0), 45), degrees=4.0, across=0.5, along=0.6),
        Head((0.0, 0.0), turned((-1.0, 0.0), -45), "start", degrees=4.0, across=0.5, along=0.6)),
    one("in and out", r"\draw[name path=g,-{Latex}] (0,0) to[out=0,in=180] (3,2);", Head((3.0, 2.0), (1.0, 0.0), degrees=9.0, across=1.2)),
    one("loop", r"\draw[name path=g,->] (1,1) to[out=120,in=60,looseness=8,min distance=1cm] (1,1);",
        Head((1.0, 1.0), turned((1.0, 0.0), 240), degrees=4.0, across=0.5, along=0.6)),
    Figure("loop at a node", r"\node[circle,draw,minimum size=1cm] (n) at (1,1) {}; \path[name path=g,->] (n) edge[loop above] (n);",
        (Line((Head((1 + _LOOP * math.cos(math.radians(75)), 1 + _LOOP * math.sin(math.radians(75))), turned((1.0, 0.0), 255), degrees=6.0, across=0.8, along=0.8),), ""),)),
    one("elbow", r"\draw[name path=g,-Stealth] (0,0) -| (3,2);", Head((3.0, 2.0), (0.0, 1.0), along=0.6)),
    one("rounded elbow", r"\draw[name path=g,-Stealth,rounded corners=3mm] (0,0) -- (3,0) -- (3,2);", Head((3.0, 2.0), (0.0, 1.0), along=0.6)),
    one("two pieces", r"\draw[name path=g,-Stealth] (0,0) -- (1,0) (2,0) -- (3,1);", Head((3.0, 1.0), (1.0, 1.0), along=0.6)),
    one("dashed", r"\draw[name path=g,dashed,-Stealth] (0,0) -- (3,1);", Head((3.0, 1.0), (3.0, 1.0), along=0.6), dashed=True),
    one("double", r"\draw[name path=g,double,double distance=2pt,-{Implies}] (0,0) -- (3,1);", Head((3.0, 1.0), (3.0, 1.0), along=0.6), double=True),
    one("snake", r"\usetikzlibrary{decorations.pathmorphing}\draw[name path=g,decorate,decoration={snake,post length=3mm},-Stealth] (0,0) -- (3,0);",
        Head((3.0, 0.0), (1.0, 0.0), along=0.6, across=0.8, degrees=4.0)),
)  # fmt: skip

SHORTENED = (
    one("shorten end", r"\draw[name path=g,-Stealth,shorten >=1cm] (0,0) -- (4,3);", Head(back((4.0, 3.0), (4.0, 3.0), 1.0), (4.0, 3.0), along=0.6)),
    one("shorten start", r"\draw[name path=g,{Latex}-,shorten <=5mm] (0,0) -- (4,3);", Head(turned((0.5, 0.0), math.degrees(math.atan2(3, 4))), (-4.0, -3.0), "start")),
    one("shorten negative", r"\draw[name path=g,-Stealth,shorten >=-5mm] (0,0) -- (3,0);", Head((3.5, 0.0), (1.0, 0.0), along=0.6)),
)  # fmt: skip


def placed(name: str, scope: str, at: XY, to: XY) -> Figure:
    """An arrow from (1,0) to (3,1) in a scope; where its head and its direction come to lie."""
    return one(
        name,
        rf"\begin{{scope}}[{scope}]\draw[name path=g,-Stealth] (1,0) -- (3,1);\end{{scope}}",
        Head(at, to, along=0.8, across=0.5, degrees=1.5),
    )


SCOPES = (
    placed("scaled", "scale=1.5", (4.5, 1.5), (2.0, 1.0)),
    placed("mirrored", "xscale=-1", (-3.0, 1.0), (-2.0, 1.0)),
    placed("upside down", "yscale=-1", (3.0, -1.0), (2.0, -1.0)),
    placed("rotated", "rotate=40", turned((3.0, 1.0), 40), turned((2.0, 1.0), 40)),
    placed("rotated and mirrored", "rotate=40,xscale=-1", turned((-3.0, 1.0), 40), turned((-2.0, 1.0), 40)),
    placed("slanted scope", "xslant=0.5", (3.5, 1.0), (2.5, 1.0)),
    placed("shifted", "shift={(1,-2)}", (4.0, -1.0), (2.0, 1.0)),
    placed("canvas rotated", "transform canvas={rotate=90}", (-1.0, 3.0), (-1.0, 2.0)),
    placed("canvas mirrored", "transform canvas={xscale=-1}", (-3.0, 1.0), (-2.0, 1.0)),
    placed("canvas scaled", "transform canvas={scale=1.5}", (4.5, 1.5), (2.0, 1.0)),
    placed("shape", "cm={0,1,-1,0,(0,0)}", (-1.0, 3.0), (-1.0, 2.0)),
)


def along(name: str, mark: str, *places: tuple[float, int], path: str = "(0,0) -- (4,0)") -> Figure:
    """Marks at shares of a line from (0,0) to (4,0), each with the sign of its direction."""
    heads = tuple(Head((4 * share, 0.0), (float(sign), 0.0), **MID) for share, sign in places)
    return one(name, rf"\draw[name path=g,{MARKS}{mark}}}] {path};", *heads)


MARKED = (
    along("mark stealth", r"mark=at position .5 with {\arrow{Stealth}}", (0.5, 1)),
    along("mark plain", r"mark=at position .4 with {\arrow{>}}", (0.4, 1)),
    along("mark reversed", r"mark=at position .6 with {\arrowreversed{Latex}}", (0.6, -1)),
    along("mark away", r"mark=at position .5 with {\arrow{<}}", (0.5, -1)),
    along("three marks", r"mark=between positions .25 and .75 step .25 with {\arrow{Stealth}}", (0.25, 1), (0.5, 1), (0.75, 1)),
    along("marks both ways", r"mark=at position .3 with {\arrow{Stealth}},mark=at position .7 with {\arrowreversed{Stealth}}", (0.3, 1), (0.7, -1)),
    along("mark with options", r"mark=at position .5 with {\arrow[red,line width=1pt]{Stealth[length=4mm]}}", (0.5, 1)),
    along("mark drawn", r"mark=at position .5 with {\fill (0,0) -- (-.25,.1) -- (-.25,-.1) -- cycle;}", (0.5, 1)),
    one("mark on a circle", rf"\draw[name path=g,{MARKS}mark=at position .25 with {{\arrow{{Stealth}}}}}}] (2,0) circle[radius=1.5];",
        Head((2.0, 1.5), (-1.0, 0.0), "middle", along=6.0, across=1.0, degrees=6.0)),
    one("mark on a circle, other way", rf"\draw[name path=g,{MARKS}mark=at position .25 with {{\arrowreversed{{Stealth}}}}}}] (2,0) circle[radius=1.5];",
        Head((2.0, 1.5), (1.0, 0.0), "middle", along=6.0, across=1.0, degrees=6.0)),
    one("mark and tip", rf"\draw[name path=g,-Latex,{MARKS}mark=at position .5 with {{\arrow{{Stealth}}}}}}] (0,0) -- (4,0);",
        Head((2.0, 0.0), (1.0, 0.0), **MID), Head((4.0, 0.0), (1.0, 0.0))),
    one("mark by a node", r"\draw[name path=g] (0,0) -- (4,0) node[sloped,pos=.5,allow upside down] {\tikz\draw[-Stealth] (0,0) -- (1pt,0);};", Head((2.0, 0.0), (1.0, 0.0), **MID)),
    one("mark in a mirrored scope", rf"\begin{{scope}}[xscale=-1]\draw[name path=g,{MARKS}mark=at position .5 with {{\arrow{{Stealth}}}}}}] (0,0) -- (4,0);\end{{scope}}",
        Head((-2.0, 0.0), (-1.0, 0.0), **MID)),
    one("mark on a square", rf"\draw[name path=g,{MARKS}mark=at position .125 with {{\arrow{{Stealth}}}},mark=at position .625 with {{\arrow{{Stealth}}}}}}] (0,0) rectangle (2,2);",
        Head((0.0, 1.0), (0.0, 1.0), **MID), Head((2.0, 1.0), (0.0, -1.0), **MID)),
)  # fmt: skip

QUIVER = (
    Figure(
        "quiver",
        r"\begin{axis}[x=1cm,y=1cm,hide axis,anchor=origin,at={(0,0)},xmin=-1,xmax=5,ymin=-1,ymax=3]"
        r"\addplot[quiver={u=\thisrow{u},v=\thisrow{v}},-Stealth] table {"
        "\nx y u v\n0 0 1 0\n2 0 0 1\n3 1 -1 1\n4 0 0.5 1.5\n};\n"
        r"\end{axis}",
        tuple(
            Line((Head((x + u, y + v), (u, v), along=0.8, across=0.5, degrees=1.5),), "")
            for x, y, u, v in ((0, 0, 1, 0), (2, 0, 0, 1), (3, 1, -1, 1), (4, 0, 0.5, 1.5))
        ),
    ),
)


def wedge(apex: XY, to: XY, size: float = 0.25, half: float = 0.1) -> str:
    """A small triangle as TikZ writes it: its apex, its direction, its length and half its width."""
    x, y = back(apex, to, size)
    unit = math.hypot(*to)
    across = (-to[1] / unit * half, to[0] / unit * half)
    return (
        f"{place(apex)} -- {place((x + across[0], y + across[1]))} -- {place((x - across[0], y - across[1]))} -- cycle"
    )


def barbs(apex: XY, to: XY, size: float = 0.25, half: float = 0.12) -> tuple[XY, XY]:
    """The far ends of the two strokes of an open head."""
    x, y = back(apex, to, size)
    unit = math.hypot(*to)
    across = (-to[1] / unit * half, to[0] / unit * half)
    return (x + across[0], y + across[1]), (x - across[0], y - across[1])


_END: XY = (3.0, 1.0)
_LEFT, _RIGHT = barbs(_END, _END)
_LINE = r"\draw[name path=g] (0,0) -- (3,1);"
_DRAWN = Head(_END, _END, along=1.0, across=0.6, degrees=2.0)

DRAWN = (
    one("wedge at the end", rf"{_LINE}\fill {wedge(_END, _END)};", _DRAWN),
    one("wedge before the line", rf"\fill {wedge(_END, _END)};{_LINE}", _DRAWN),
    one("wedge at the start", rf"{_LINE}\fill {wedge((0.0, 0.0), (-3.0, -1.0))};", Head((0.0, 0.0), (-3.0, -1.0), "start", along=1.0, degrees=2.0)),
    one("wedge at the start pointing in", rf"{_LINE}\fill {wedge(turned((0.25, 0.0), math.degrees(math.atan2(1, 3))), (3.0, 1.0))};",
        Head(turned((0.25, 0.0), math.degrees(math.atan2(1, 3))), (3.0, 1.0), "start", "tail", along=1.0, degrees=2.0)),
    one("wedges at both ends", rf"{_LINE}\fill {wedge(_END, _END)};\fill {wedge((0.0, 0.0), (-3.0, -1.0))};",
        _DRAWN, Head((0.0, 0.0), (-3.0, -1.0), "start", along=1.0, degrees=2.0)),
    one("wedge half way", rf"{_LINE}\fill {wedge((1.5, 0.5), _END)};", Head((1.5, 0.5), _END, "middle", along=1.0, degrees=2.0)),
    one("wedge half way, back", rf"{_LINE}\fill {wedge((1.5, 0.5), minus(_END))};", Head((1.5, 0.5), minus(_END), "middle", along=1.0, degrees=2.0)),
    one("open wedge", rf"\draw[name path=g] (0,0) -- {place(back(_END, _END, 0.25))};\draw[fill=white] {wedge(_END, _END)};", _DRAWN),
    one("one chevron", rf"{_LINE}\draw {place(_LEFT)} -- {place(_END)} -- {place(_RIGHT)};", _DRAWN),
    one("two strokes", rf"{_LINE}\draw {place(_END)} -- {place(_LEFT)};\draw {place(_END)} -- {place(_RIGHT)};", _DRAWN),
    one("two strokes of one path", rf"{_LINE}\draw {place(_END)} -- {place(_LEFT)} {place(_END)} -- {place(_RIGHT)};", _DRAWN),
    one("line and barbs of one path", rf"\draw[name path=g] (0,0) -- {place(_END)} {place(_LEFT)} -- {place(_END)} -- {place(_RIGHT)};", _DRAWN),
    one("dart", rf"{_LINE}\fill {place(_END)} -- {place(_LEFT)} -- {place(back(_END, _END, 0.18))} -- {place(_RIGHT)} -- cycle;", _DRAWN),
    one("wedge on a circle", rf"\draw[name path=g] (2,0) circle[radius=1.5];\fill {wedge((2.0, 1.5), (-1.0, 0.0))};",
        Head((2.0, 1.5), (-1.0, 0.0), "middle", along=1.0, degrees=4.0)),
    one("wedge on an arc's end", rf"\draw[name path=g] (2,0) arc[start angle=0,end angle=90,radius=2];\fill {wedge((0.0, 2.0), (-1.0, 0.0))};",
        Head((0.0, 2.0), (-1.0, 0.0), along=1.0, degrees=4.0)),
    one("wedge in a mirrored scope", rf"\begin{{scope}}[xscale=-1]{_LINE}\fill {wedge(_END, _END)};\end{{scope}}",
        Head((-3.0, 1.0), (-3.0, 1.0), along=1.0, across=0.6, degrees=2.0)),
    one("triangle across the line", rf"{_LINE}\fill {wedge((1.5, 0.5), (-1.0, 3.0))};"),
    one("triangle apart", rf"{_LINE}\fill {wedge((1.5, 1.5), _END)};"),
    one("large triangle", rf"{_LINE}\fill[gray] {wedge((4.5, 1.5), _END, 1.6, 0.8)};"),
    one("dot at the end", rf"{_LINE}\fill (3,1) circle[radius=1.5pt];"),
    one("square at the end", rf"{_LINE}\fill[shift={{(3,1)}},rotate=18.43] (-.1,-.1) rectangle (.1,.1);"),
    one("right angle at a corner", r"\draw[name path=g] (3,0) -- (0,0) -- (0,2);\draw (.3,0) -- (.3,.3) -- (0,.3);"),
    one("marks of a plot", r"\draw[name path=g] plot[mark=triangle*,mark size=2pt] coordinates {(0,0) (0,1) (0,2)};"),
    one("hatches", rf"{_LINE}\draw (1.45,.65) -- (1.55,.35);\draw (1.55,.68) -- (1.65,.38);"),
)  # fmt: skip

FIGURES = (*CURVES, *SHORTENED, *SCOPES, *MARKED, *QUIVER, *DRAWN)
