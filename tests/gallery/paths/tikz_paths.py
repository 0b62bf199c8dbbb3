"""Paths of TikZ: closed and broken ones, doubled, dashed, filled, decorated, boxed."""

from __future__ import annotations

import math

from path_figures import Drawn, Figure

PREAMBLE = (
    r"\usetikzlibrary{intersections,patterns,patterns.meta,decorations.pathmorphing,shapes.geometric,plotmarks}"
    r"\newsavebox\kept"
)
_S5 = math.sqrt(5)
_ROOT2 = math.sqrt(2)
_PARABOLA = 2 * math.sqrt(17) / 2 + math.asinh(4) / 4
"""Length of y = x² over [0, 2]."""


def g(name: str, source: str, **drawn: object) -> Figure:
    """A figure whose path is called g; ``@`` stands for that in the program."""
    return Figure(name, source.replace("@", "name path=g"), Drawn(**drawn))  # type: ignore[arg-type]


SHAPES = (
    g("triangle", r"\draw[@] (0,0) -- (2,0) -- (0,1) -- cycle;", closed=True, length=3 + _S5),
    g("triangle by its ends", r"\draw[@] (0,0) -- (2,0) -- (0,1) -- (0,0);", closed=True, length=3 + _S5),
    g("three strokes that meet", r"\draw[@] (0,0) -- (2,0);\draw[@] (2,0) -- (0,1);\draw[@] (0,1) -- (0,0);", elements=3, closed=True, length=3 + _S5),
    g("open", r"\draw[@] (0,0) -- (2,0) -- (0,1);", length=2 + _S5, ends=((0, 0), (0, 1))),
    g("circle", r"\draw[@] (1,1) circle[radius=1.5];", closed=True, length=3 * math.pi),
    g("filled circle", r"\fill[@] (1,1) circle[radius=1.5];", closed=True, length=3 * math.pi, fill="solid", area=2.25 * math.pi),
    g("ellipse", r"\filldraw[@,fill=yellow] (1,1) ellipse[x radius=2,y radius=1];", closed=True, fill="solid", area=2 * math.pi),
    g("rectangle", r"\draw[@] (0,0) rectangle (3,1);", closed=True, length=8.0),
    g("sector", r"\filldraw[@] (0,0) -- (1,0) arc[start angle=0,end angle=90,radius=1] -- cycle;", closed=True, length=2 + math.pi / 2, fill="solid", area=math.pi / 4),
    g("broken", r"\draw[@] (0,0) -- (1,0) (2,0) -- (3,1);", pieces=2, length=1 + _ROOT2),
    g("one name for three", r"\draw[@] (0,0) -- (1,0);\draw[@] (0,1) -- (2,1);\draw[@] (0,2) -- (3,2);", elements=3, pieces=3, length=6.0),
    g("pieces end to end", r"\draw[@] (0,0) -- (1,0);\draw[@] (1,0) -- (2,1);", elements=2, length=1 + _ROOT2, ends=((0, 0), (2, 1))),
    g("rounded", r"\draw[@,rounded corners=5mm] (0,0) -- (2,0) -- (2,2);", length=3 + math.pi / 4, ends=((0, 0), (2, 2)), share=0.02),
    g("parabola", r"\draw[@] plot[domain=0:2,samples=60] (\x,{\x*\x});", length=_PARABOLA, ends=((0, 0), (2, 4))),
    g("smooth", r"\draw[@] plot[smooth] coordinates {(0,0) (1,1) (2,0) (3,1)};", ends=((0, 0), (3, 1))),
    g("smooth cycle", r"\draw[@] plot[smooth cycle] coordinates {(0,0) (2,0) (2,2) (0,2)};", closed=True),
    g("scaled and turned", r"\begin{scope}[scale=2,rotate=30]\draw[@] (0,0) rectangle (1,0.5);\end{scope}", closed=True, length=6.0),
    g("canvas", r"\begin{scope}[transform canvas={scale=2}]\draw[@] (0,0) -- (1,0);\end{scope}", length=2.0, ends=((0, 0), (2, 0))),
)  # fmt: skip

STROKES = (
    g("double", r"\draw[@,double,double distance=2pt] (0,0) -- (3,0);", casings=1, length=3.0, ends=((0, 0), (3, 0))),
    g("double circle", r"\draw[@,double] (0,0) circle[radius=1];", casings=1, closed=True, length=2 * math.pi),
    g("double in colour", r"\draw[@,red,double=blue,line width=1pt,double distance=3pt] (0,0) -- (3,0);", casings=1, length=3.0),
    g("casing", r"\draw[red] (1,-1) -- (1,1);\draw[@,preaction={draw,white,line width=4pt}] (0,0) -- (3,0);", casings=1, length=3.0),
    g("glow", r"\draw[@,preaction={draw,yellow,line width=5pt}] (0,0) -- (3,0);", casings=1, length=3.0),
    g("core", r"\draw[@,line width=4pt,postaction={draw,white,line width=2pt}] (0,0) -- (3,0);", casings=1, length=3.0),
    g("casing by hand", r"\draw[white,line width=4pt,@] (0,0) -- (3,0);\draw[@] (0,0) -- (3,0);", casings=1, length=3.0),
    g("dashed", r"\draw[@,dashed] (0,0) -- (3,0);", dashed=True, length=3.0),
    g("dotted", r"\draw[@,densely dotted] (0,0) circle[radius=1];", dashed=True, closed=True, length=2 * math.pi),
    g("dash pattern", r"\draw[@,dash pattern=on 3mm off 1mm on 1mm off 1mm] (0,0) -- (3,0);", dashed=True, length=3.0),
    g("pattern without gaps", r"\draw[@,dash pattern=on 3mm off 0mm] (0,0) -- (3,0);", length=3.0),
    g("dashes by hand", r"\foreach \i in {0,...,9} \draw[@] (.3*\i,0) -- ++(.2,0);", elements=10, pieces=None, dashed=True, length=2.0),
    g("dashes of one path", r"\draw[@] (0,0) -- (.2,0) (.3,0) -- (.5,0) (.6,0) -- (.8,0) (.9,0) -- (1.1,0) (1.2,0) -- (1.4,0);", pieces=None, dashed=True, length=1.0),
    g("dashes on a circle", r"\foreach \i in {0,12,...,348} \draw[@] (\i:1.5) arc[start angle=\i,delta angle=7,radius=1.5];", elements=30, pieces=None, dashed=True, length=30 * 7 / 180 * math.pi * 1.5),
    g("no dashes", r"\foreach \i in {0,...,4} \draw[@] (.3*\i,0) -- ++(0,.2);", elements=5, pieces=5, length=1.0),
)  # fmt: skip

FILLS = (
    g("pattern", r"\fill[@,pattern=north east lines] (0,0) rectangle (2,1);", closed=True, fill="pattern", area=2.0),
    g("pattern and border", r"\filldraw[@,pattern=dots] (0,0) circle[radius=1];", closed=True, fill="pattern", area=math.pi),
    g("axial shading", r"\shade[@,left color=red,right color=blue] (0,0) rectangle (2,1);", closed=True, fill="shading", area=2.0),
    g("radial shading", r"\shade[@,inner color=white,outer color=blue] (0,0) circle[radius=1];", closed=True, fill="shading", area=math.pi),
    g("ball", r"\shade[@,ball color=green] (1,1) circle[radius=1];", closed=True, fill="shading", area=math.pi),
    g("shading and border", r"\shadedraw[@,top color=white,bottom color=black] (0,0) -- (2,0) -- (0,2) -- cycle;", elements=2, closed=True, pieces=None, fill="shading", area=2.0),
    g("even odd", r"\fill[@,even odd rule] (0,0) rectangle (3,3) (1,1) rectangle (2,2);", pieces=2, closed=True, fill="solid", area=8.0),
    g("nonzero", r"\fill[@] (0,0) rectangle (3,3) (1,1) rectangle (2,2);", pieces=2, closed=True, fill="solid", area=9.0),
    g("nonzero, against", r"\fill[@] (0,0) -- (3,0) -- (3,3) -- (0,3) -- cycle (1,1) -- (1,2) -- (2,2) -- (2,1) -- cycle;", pieces=2, closed=True, fill="solid", area=8.0),
    g("star", r"\fill[@,even odd rule] (90:2) -- (234:2) -- (18:2) -- (162:2) -- (306:2) -- cycle;", closed=True, fill="solid",
      area=10 * 0.5 * 2 * 2 * math.sin(math.radians(36)) * math.cos(math.radians(72)) / math.cos(math.radians(36)) - 5 * (2 * math.cos(math.radians(72)) / math.cos(math.radians(36))) ** 2 * math.sin(math.radians(72)) / 2),
    g("open and filled", r"\fill[@] (0,0) -- (2,0) -- (0,2);", length=None, fill="solid", area=2.0),
)  # fmt: skip

MORE = (
    g("plot with marks", r"\draw[@] plot[mark=*] coordinates {(0,0) (1,1) (2,0) (3,1)};", marks=4, length=3 * _ROOT2, ends=((0, 0), (3, 1))),
    g("snake", r"\draw[@,decorate,decoration={snake}] (0,0) -- (3,0);", ends=((0, 0), (3, 0))),
    g("zigzag", r"\draw[@,decorate,decoration={zigzag}] (0,0) -- (3,0);", ends=((0, 0), (3, 0))),
    g("used box", r"\sbox\kept{\begin{tikzpicture}\draw[@] (0,0) -- (2,1);\end{tikzpicture}}\node at (0,0) {\usebox\kept};", length=_S5),
    g("box used twice", r"\sbox\kept{\begin{tikzpicture}\draw[@] (0,0) -- (2,1);\end{tikzpicture}}\node at (0,0) {\usebox\kept};\node at (3,2) {\usebox\kept};", elements=2, pieces=2, length=2 * _S5),
    g("local bounding box", r"\begin{scope}[local bounding box=g]\path (0,0) (2,1);\end{scope}\draw (-1,-1) -- (3,2);", elements=0, pieces=0, box=((0, 0), (2, 1))),
    g("local bounding box of a turned scope", r"\begin{scope}[rotate=90,local bounding box=g]\path (0,0) (2,1);\end{scope}\draw (-1,-1) -- (3,2);", elements=0, pieces=0, box=((-1, 0), (0, 2))),
)  # fmt: skip

FIGURES = (*SHAPES, *STROKES, *FILLS, *MORE)
