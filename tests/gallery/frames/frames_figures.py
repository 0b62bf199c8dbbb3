"""Figures in coordinate frames of their own, with what their source says about where things are.

Every expected place is computed from the coordinates in the source, in centimetres from the coordinate ``O``
that each figure sets in its outermost frame, y up.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

PT = 2.54 / 72.27
"""A TeX point in centimetres."""
BP = 2.54 / 72

XY = tuple[float, float]


@dataclass(frozen=True)
class Figure:
    """A figure with its expected places in centimetres from O.

    Attributes
    ----------
    points
        Named coordinates.
    vertices
        Ends of the segments of each named path, in the order in which they are drawn.
    centers
        Centres of named nodes.
    boxes
        Lower left and upper right border anchors of named nodes.
    circles
        Centre and radius of named paths that are circles.
    at
        Centres of the ink of labels, by normal form, to half a millimetre.
    copies
        How many times each named path is painted.
    widths
        Line widths of named paths in big points.
    tolerance
        In big points.
    """

    name: str
    body: str
    points: dict[str, XY] = field(default_factory=dict)
    vertices: dict[str, list[XY]] = field(default_factory=dict)
    centers: dict[str, XY] = field(default_factory=dict)
    boxes: dict[str, tuple[XY, XY]] = field(default_factory=dict)
    circles: dict[str, tuple[XY, float]] = field(default_factory=dict)
    at: dict[str, XY] = field(default_factory=dict)
    copies: dict[str, int] = field(default_factory=dict)
    widths: dict[str, float] = field(default_factory=dict)
    tolerance: float = 0.03


def turn(point: XY, degrees: float, about: XY = (0.0, 0.0)) -> XY:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    x, y = point[0] - about[0], point[1] - about[1]
    return about[0] + c * x - s * y, about[1] + s * x + c * y


def plus(a: XY, b: XY) -> XY:
    return a[0] + b[0], a[1] + b[1]


def polar(degrees: float, rx: float, ry: float | None = None) -> XY:
    return rx * math.cos(math.radians(degrees)), (rx if ry is None else ry) * math.sin(math.radians(degrees))


def picture(body: str, options: str = "") -> str:
    return rf"\begin{{tikzpicture}}[{options}]\coordinate (O) at (0,0);{body}\end{{tikzpicture}}"


PREAMBLE = r"""\usepackage{amsmath,amssymb,graphicx,tikz,pgfplots}
\pgfplotsset{compat=1.18}
\usepgfplotslibrary{groupplots}
\usetikzlibrary{intersections,calc,matrix,3d,positioning,shapes.geometric,fit,through,angles,quotes}
\newsavebox\stored
\tikzset{hook/.pic={\draw[name path=#1] (0,0) -- (1,0) -- (1,1); \coordinate (-tip) at (1,1);}}"""

_STICK = r"\draw[name path=g] (0,0) -- (2,0) -- (2,1);"
_DIAGONAL = {"g": [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0)]}


def moved(image) -> dict[str, list[XY]]:
    return {name: [image(p) for p in corners] for name, corners in _DIAGONAL.items()}


_CM = (1.0, 0.5, -0.25, 2.0, 0.3, -0.2)
_OBLIQUE = ((0.9, -0.2), (0.7, 0.5), (0.0, 1.1))


def _space(x: float, y: float, z: float) -> XY:
    (ax, ay), (bx, by), (cx, cy) = _OBLIQUE
    return ax * x + bx * y + cx * z, ay * x + by * y + cy * z


def _axis(x: float, y: float) -> XY:
    """Data of an axis of 6 cm by 4 cm that shows 1 … 4 by -2 … 6."""
    return 6 * (x - 1) / 3, 4 * (y + 2) / 8


def _foot(p: XY, a: XY, b: XY) -> XY:
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)
    return a[0] + t * dx, a[1] + t * dy


_HALF = 0.2 * PT
_LOCAL_BOX = ((-0.5, -0.25), (2.0, 1.5))

FIGURES = [
    Figure(
        "rotated scope",
        picture(rf"\begin{{scope}}[rotate=30]{_STICK}\coordinate (A) at (1,2);\end{{scope}}"),
        points={"A": turn((1, 2), 30)},
        vertices=moved(lambda p: turn(p, 30)),
    ),
    Figure(
        "nested scopes",
        picture(
            r"\begin{scope}[shift={(1,2)},rotate=90]\begin{scope}[scale=2,xshift=1cm]"
            rf"{_STICK}\coordinate (A) at (1,1);\end{{scope}}\end{{scope}}"
        ),
        points={"A": plus((1, 2), turn((2 * 1 + 2 * 1, 2), 90))},
        vertices=moved(lambda p: plus((1, 2), turn((2 * (p[0] + 1), 2 * p[1]), 90))),
    ),
    Figure(
        "mirrored scope",
        picture(rf"\begin{{scope}}[xscale=-1,yscale=0.5]{_STICK}\coordinate (A) at (1,2);\end{{scope}}"),
        points={"A": (-1, 1)},
        vertices=moved(lambda p: (-p[0], p[1] / 2)),
    ),
    Figure(
        "general matrix",
        picture(rf"\begin{{scope}}[cm={{1,0.5,-0.25,2,(0.3,-0.2)}}]{_STICK}\coordinate (A) at (-1,1);\end{{scope}}"),
        points={"A": (-_CM[0] + _CM[2] + _CM[4], -_CM[1] + _CM[3] + _CM[5])},
        vertices=moved(lambda p: (_CM[0] * p[0] + _CM[2] * p[1] + _CM[4], _CM[1] * p[0] + _CM[3] * p[1] + _CM[5])),
    ),
    Figure(
        "slanted scope",
        picture(rf"\begin{{scope}}[xslant=0.5]{_STICK}\coordinate (A) at (1,2);\end{{scope}}"),
        points={"A": (2, 2)},
        vertices=moved(lambda p: (p[0] + 0.5 * p[1], p[1])),
    ),
    Figure(
        "transform canvas",
        picture(
            rf"\begin{{scope}}[transform canvas={{rotate=-90,scale=2}},line width=0.5bp]{_STICK}"
            r"\coordinate (A) at (1,0.5);\node[circle,draw,minimum size=4mm,inner sep=0pt] (N) at (1,-1) {};"
            r"\end{scope}\useasboundingbox (-3,-5) rectangle (4,3);"
        ),
        points={"A": turn((2, 1), -90)},
        centers={"N": turn((2, -2), -90)},
        vertices=moved(lambda p: turn((2 * p[0], 2 * p[1]), -90)),
        widths={"g": 1.0},
    ),
    Figure(
        "rotated around a point",
        picture(rf"\begin{{scope}}[rotate around={{60:(2,1)}}]{_STICK}\coordinate (A) at (2,1);\end{{scope}}"),
        points={"A": (2, 1)},
        vertices=moved(lambda p: turn(p, 60, (2, 1))),
    ),
    Figure(
        "units of a picture",
        picture(
            r"\draw[name path=g] (0,0) -- (2,0) -- (2,1); \coordinate (A) at (-1,3);"
            r"\coordinate (B) at (1cm,5mm); \coordinate (C) at (60:1);",
            "x=5mm,y=1.5cm",
        ),
        points={"A": (-0.5, 4.5), "B": (1, 0.5), "C": (0.5 * math.cos(math.pi / 3), 1.5 * math.sin(math.pi / 3))},
        vertices=moved(lambda p: (p[0] / 2, 1.5 * p[1])),
    ),
    Figure(
        "oblique space",
        picture(
            r"\draw[name path=g] (0,0,0) -- (1,0,0) -- (1,1,0) -- (1,1,1); \coordinate (A) at (2,-1,1);"
            r"\begin{scope}[canvas is xz plane at y=1]\coordinate (B) at (1,2);\end{scope}",
            "x={(0.9cm,-0.2cm)},y={(0.7cm,0.5cm)},z={(0cm,1.1cm)}",
        ),
        points={"A": _space(2, -1, 1), "B": _space(1, 1, 2)},
        vertices={"g": [_space(0, 0, 0), _space(1, 0, 0), _space(1, 1, 0), _space(1, 1, 1)]},
    ),
    Figure(
        "coordinate systems",
        picture(
            r"\coordinate (A) at (30:2 and 1); \coordinate (B) at (canvas polar cs:angle=120,radius=1.5cm);"
            r"\coordinate (P) at (3,0); \coordinate (Q) at (0,3);"
            r"\coordinate (C) at (barycentric cs:O=1,P=2,Q=3); \coordinate (D) at (P |- Q); \coordinate (E) at (P -| Q);"
            r"\coordinate (F) at (xyz polar cs:angle=45,radius=2); \coordinate (G) at (perpendicular cs:horizontal line through={(A)},vertical line through={(B)});"
        ),
        points={
            "A": polar(30, 2, 1),
            "B": polar(120, 1.5),
            "C": (1.0, 1.5),
            "D": (3, 3),
            "E": (0, 0),
            "F": polar(45, 2),
            "G": (polar(120, 1.5)[0], polar(30, 2, 1)[1]),
        },
    ),
    Figure(
        "calculated coordinates",
        picture(
            r"\coordinate (A) at (1,0.5); \coordinate (B) at (4,2); \coordinate (C) at (2,3);"
            r"\coordinate (D) at ($(A)!0.25!(B)$); \coordinate (E) at ($(A)!(C)!(B)$);"
            r"\coordinate (F) at ($(A)!1cm!90:(B)$); \coordinate (G) at ($2*(A)+(C)-(B)$);"
            r"\coordinate (H) at ($(A)!0.5!(B)!0.5!(C)$); \draw[name path=g] (C) -- (E);"
        ),
        points={
            "D": (1.75, 0.875),
            "E": _foot((2, 3), (1, 0.5), (4, 2)),
            "F": plus((1, 0.5), turn((3 / math.hypot(3, 1.5), 1.5 / math.hypot(3, 1.5)), 90)),
            "G": (0, 2),
            "H": ((2.5 + 2) / 2, (1.25 + 3) / 2),
        },
        vertices={"g": [(2, 3), _foot((2, 3), (1, 0.5), (4, 2))]},
        tolerance=0.06,
    ),
    Figure(
        "relative coordinates",
        picture(
            r"\draw[name path=g] (1,1) -- +(1,0) -- ++(0,2) -- ++(-1,1) coordinate (A) -- +(30:1) coordinate (B);"
            r"\path (A) ++(O) ++(1,0) coordinate (C);"
        ),
        points={"A": (0, 4), "B": plus((0, 4), polar(30, 1)), "C": (1, 4)},
        vertices={"g": [(1, 1), (2, 1), (1, 3), (0, 4), plus((0, 4), polar(30, 1))]},
    ),
    Figure(
        "names under a transform, used outside",
        picture(
            r"\begin{scope}[rotate=45,shift={(1,0)}]\coordinate (A) at (1,0);\end{scope}"
            r"\draw[name path=g] (A) -- (O) -- ([shift={(1,1)}]A); \path[rotate=90] (A) coordinate (B) (1,0) coordinate (C);"
        ),
        points={"A": turn((2, 0), 45), "B": turn((2, 0), 45), "C": (0, 1)},
        vertices={"g": [turn((2, 0), 45), (0, 0), plus(turn((2, 0), 45), (1, 1))]},
    ),
    Figure(
        "intersections",
        picture(
            r"\draw[name path=g] (0,0) -- (4,2); \draw[name path=h] (0,2) -- (4,0);"
            r"\draw[name path=k] (2,1) circle[radius=1]; \path[name intersections={of=g and h,by=X}];"
            r"\path[name intersections={of=h and k,sort by=h,by={Y,Z}}];"
        ),
        points={
            "X": (2, 1),
            "Y": plus((2, 1), (-2 / math.sqrt(5), 1 / math.sqrt(5))),
            "Z": plus((2, 1), (2 / math.sqrt(5), -1 / math.sqrt(5))),
        },
        circles={"k": ((2, 1), 1)},
        tolerance=0.12,
    ),
    Figure(
        "anchors of nodes",
        picture(
            r"\node[circle,draw,minimum size=2cm,inner sep=0pt,outer sep=0pt] (N) at (3,1) {};"
            r"\node[rectangle,draw,minimum width=2cm,minimum height=1cm,inner sep=0pt,outer sep=0pt,anchor=south west] (M) at (0,3) {};"
            r"\coordinate (A) at (N.30); \coordinate (B) at (M.north east); \coordinate (C) at (M.center);"
            r"\draw[name path=g] (N.west) -- (M.south);"
        ),
        points={"A": plus((3, 1), polar(30, 1)), "B": (2, 4), "C": (1, 3.5)},
        centers={"N": (3, 1), "M": (1, 3.5)},
        boxes={"M": ((0, 3), (2, 4)), "N": ((2, 0), (4, 2))},
        vertices={"g": [(2, 1), (1, 3)]},
    ),
    Figure(
        "transformed shapes",
        picture(
            r"\begin{scope}[rotate=30,scale=1.5]"
            r"\node[draw,transform shape,minimum width=2cm,minimum height=1cm,inner sep=0pt,outer sep=0pt] (N) at (2,0) {};"
            r"\node[draw,minimum width=2cm,minimum height=1cm,inner sep=0pt,outer sep=0pt] (M) at (0,2) {};"
            r"\coordinate (A) at (N.north east); \coordinate (B) at (M.north east);\end{scope}"
        ),
        points={"A": turn((4.5, 0.75), 30), "B": plus(turn((0, 3), 30), (1, 0.5))},
        centers={"N": turn((3, 0), 30), "M": turn((0, 3), 30)},
    ),
    Figure(
        "local bounding box",
        picture(
            r"\begin{scope}[local bounding box=bb]\draw[name path=g] (-0.5,-0.25) -- (2,1.5);"
            r"\coordinate (A) at (1,1);\end{scope}\draw (3,3) -- (4,4);"
        ),
        points={"A": (1, 1)},
        boxes={"bb": _LOCAL_BOX},
        centers={"bb": (0.75, 0.625)},
        vertices={"g": [(-0.5, -0.25), (2, 1.5)]},
    ),
    Figure(
        "local bounding box in a shifted scope",
        picture(
            r"\begin{scope}[shift={(2,1)},scale=0.5,local bounding box=bb]\draw[name path=g] (-1,-0.5) -- (4,3);\end{scope}"
            r"\coordinate (A) at (bb.north east);"
        ),
        points={"A": (4, 2.5)},
        boxes={"bb": ((1.5, 0.75), (4, 2.5))},
    ),
    Figure(
        "pics",
        # a pic's name goes before the names of its nodes and coordinates, not before those of its paths
        picture(r"\pic (a) at (1,2) {hook=g}; \pic[rotate=90,scale=0.5] (b) at (3,0) {hook=h};"),
        points={"a-tip": (2, 3), "b-tip": plus((3, 0), turn((0.5, 0.5), 90))},
        vertices={
            "g": [(1, 2), (2, 2), (2, 3)],
            "h": [(3, 0), plus((3, 0), turn((0.5, 0), 90)), plus((3, 0), turn((0.5, 0.5), 90))],
        },
    ),
    Figure(
        "matrix of nodes",
        picture(
            r"\matrix (m) [matrix of math nodes,nodes={draw,minimum width=1cm,minimum height=6mm,inner sep=0pt,outer sep=0pt,anchor=center},"
            r"row sep={2cm,between origins},column sep={3cm,between origins},ampersand replacement=\&,inner sep=0pt,outer sep=0pt,anchor=m-1-1.center] at (1,4)"
            r"{a \& b \\ c \& d \\};"
        ),
        centers={"m-1-1": (1, 4), "m-1-2": (4, 4), "m-2-1": (1, 2), "m-2-2": (4, 2)},
        boxes={"m-2-2": ((3.5, 1.7), (4.5, 2.3))},
        at={"a": (1, 4), "b": (4, 4), "c": (1, 2), "d": (4, 2)},
    ),
    Figure(
        "matrix of drawings",
        picture(
            r"\matrix[column sep=0pt,row sep=0pt,inner sep=0pt,outer sep=0pt,ampersand replacement=\&,anchor=south west] at (1,1)"
            r"{\draw[name path=g] (0,0) -- (1,2); \coordinate (A) at (1,2); \& \draw[name path=h] (0,0) -- (2,1); \coordinate (B) at (2,1);\\};"
        ),
        # half a line is outside each cell's coordinates
        points={"A": (2 + _HALF, 3 + _HALF), "B": (4 + 3 * _HALF, 2 + _HALF)},
        vertices={
            "g": [(1 + _HALF, 1 + _HALF), (2 + _HALF, 3 + _HALF)],
            "h": [(2 + 3 * _HALF, 1 + _HALF), (4 + 3 * _HALF, 2 + _HALF)],
        },
    ),
    Figure(
        "picture in a node",
        picture(
            r"\node[inner sep=0pt,outer sep=0pt,anchor=south west] (N) at (1,2) {\begin{tikzpicture}"
            r"\draw[name path=g,line width=0pt] (5,5) -- (7,6); \coordinate (A) at (6,5);\useasboundingbox (5,5) rectangle (7,6);\end{tikzpicture}};"
            r"\begin{scope}[rotate=90]\node[inner sep=0pt,outer sep=0pt,anchor=center,transform shape] (M) at (2,1) {\begin{tikzpicture}"
            r"\useasboundingbox (0,0) rectangle (2,2);\draw[name path=h] (0,0) -- (2,1);\end{tikzpicture}};\end{scope}"
        ),
        points={"A": (2, 2)},
        vertices={
            "g": [(1, 2), (3, 3)],
            "h": [turn(plus((2, 1), (-1, -1)), 90), turn(plus((2, 1), (1, 0)), 90)],
        },
        boxes={"N": ((1, 2), (3, 3))},
    ),
    Figure(
        "two panels on a page",
        r"\begin{tikzpicture}\useasboundingbox (0,0) rectangle (3,3);\coordinate (O) at (0,0);\draw[name path=g] (1,1) -- (2,2);\end{tikzpicture}"
        r"\hspace*{10mm}\begin{tikzpicture}[scale=2]\useasboundingbox (-1,0) rectangle (1,1);\draw[name path=h] (0,0) -- (1,1);\coordinate (A) at (-1,0.5);\end{tikzpicture}",
        points={"A": (4, 1)},
        vertices={"g": [(1, 1), (2, 2)], "h": [(6, 0), (8, 2)]},
    ),
    Figure(
        "stored box, used twice",
        r"\sbox\stored{\begin{tikzpicture}\useasboundingbox (0,0) rectangle (2,1);\draw[name path=g] (0,0) -- (2,1);\node[circle,draw,inner sep=0pt,minimum size=4mm] (N) at (0.5,0.5) {};\end{tikzpicture}}"
        + picture(r"\useasboundingbox (0,0) rectangle (1,1);")
        + r"\hspace*{1cm}\usebox\stored\hspace*{5mm}\usebox\stored",
        copies={"g": 2},
    ),
    Figure(
        "stored box in a node",
        r"\sbox\stored{\begin{tikzpicture}\useasboundingbox (0,0) rectangle (2,1);\draw[name path=g] (0,0) -- (2,1);\coordinate (A) at (1,1);\end{tikzpicture}}"
        + picture(r"\node[inner sep=0pt,outer sep=0pt,anchor=south west,rotate=90] at (3,1) {\usebox\stored};"),
        points={"A": (2, 2)},
        vertices={"g": [(3, 1), (2, 3)]},
    ),
    Figure(
        "scaled and reflected boxes",
        picture(r"\useasboundingbox (0,0) rectangle (1,1);")
        + r"\scalebox{2}[0.5]{\begin{tikzpicture}\useasboundingbox (0,0) rectangle (2,1);\draw[name path=g,line width=1bp] (0,0) -- (2,1);\coordinate (A) at (1,1);\end{tikzpicture}}"
        + r"\reflectbox{\begin{tikzpicture}\useasboundingbox (0,0) rectangle (2,1);\draw[name path=h] (0,0) -- (2,1);\coordinate (B) at (0.5,0);\end{tikzpicture}}"
        + r"\rotatebox{90}{\begin{tikzpicture}\useasboundingbox (0,0) rectangle (2,1);\draw[name path=k] (0,0) -- (2,1);\coordinate (C) at (2,0);\end{tikzpicture}}",
        points={"A": (3, 0.5), "B": (6.5, 0), "C": (8, 2)},
        vertices={"g": [(1, 0), (5, 0.5)], "h": [(7, 0), (5, 1)], "k": [(8, 0), (7, 2)]},
        widths={"g": 1.0},
    ),
    Figure(
        "resized picture",
        r"\resizebox{6cm}{!}{"
        + picture(rf"\useasboundingbox (0,0) rectangle (2,1);{_STICK}\coordinate (A) at (1,1);")
        + "}",
        points={"A": (3, 3)},
        vertices=moved(lambda p: (3 * p[0], 3 * p[1])),
        tolerance=0.06,  # TeX finds the factor 3.00078
    ),
    Figure(
        "turned copies",
        picture(
            r"\foreach \i in {0,1,2} {\begin{scope}[rotate=120*\i]\draw[name path=g\i] (1,0) -- (2,1); \coordinate (A\i) at (2,0);\end{scope}}"
        ),
        points={f"A{i}": turn((2, 0), 120 * i) for i in range(3)},
        vertices={f"g{i}": [turn((1, 0), 120 * i), turn((2, 1), 120 * i)] for i in range(3)},
    ),
    Figure(
        "plotted function",
        picture(
            r"\draw[name path=g,xscale=0.5] plot[domain=0:4,samples=5] (\x,{\x*\x/4}); \draw[name path=h] plot coordinates {(0,0) (1,2) (3,1)};"
        ),
        vertices={"g": [(x / 2, x * x / 4) for x in range(5)], "h": [(0, 0), (1, 2), (3, 1)]},
        tolerance=0.06,
    ),
    Figure(
        "low-level transforms",
        picture(
            r"\pgftransformshift{\pgfpoint{1cm}{1cm}}\pgftransformrotate{90}\pgftransformxscale{2}"
            r"\pgfpathmoveto{\pgfpoint{0cm}{0cm}}\pgfpathlineto{\pgfpoint{1cm}{0cm}}\pgfpathlineto{\pgfpoint{1cm}{1cm}}\pgfusepath{stroke}"
            r"\pgfcoordinate{A}{\pgfpoint{1cm}{1cm}}"
        ),
        points={"A": (0, 3)},
    ),
    Figure(
        "boxed axis",
        r"\begin{tikzpicture}\begin{axis}[scale only axis,width=6cm,height=4cm,xmin=1,xmax=4,ymin=-2,ymax=6,xtick={1,2,3,4},ytick={-2,2,6},"
        r"at={(0,0)},anchor=south west]\addplot[name path=g,mark=none] coordinates {(1,-2) (2,4) (3,0) (4,6)};"
        r"\coordinate (O) at (axis cs:1,-2);\coordinate (A) at (axis cs:2.5,2); \coordinate (B) at (rel axis cs:0.25,0.75);\end{axis}\end{tikzpicture}",
        points={"A": _axis(2.5, 2), "B": (1.5, 3)},
        vertices={"g": [_axis(1, -2), _axis(2, 4), _axis(3, 0), _axis(4, 6)]},
        tolerance=0.08,
    ),
    Figure(
        "axis through the origin",
        r"\begin{tikzpicture}\begin{axis}[axis lines=middle,x=1cm,y=5mm,xmin=-2,xmax=3,ymin=-2,ymax=4,xtick={-1,2},ytick={3}]"
        r"\addplot[name path=g,mark=none,domain=-1:2,samples=4] {x^2}; \coordinate (O) at (axis cs:0,0); \coordinate (A) at (axis cs:2,3);\end{axis}\end{tikzpicture}",
        points={"A": (2, 1.5)},
        vertices={"g": [(-1, 0.5), (0, 0), (1, 0.5), (2, 2)]},
        tolerance=0.08,
    ),
    Figure(
        "logarithmic axis",
        r"\begin{tikzpicture}\begin{semilogyaxis}[scale only axis,width=6cm,height=4cm,xmin=0,xmax=3,ymin=1,ymax=100]"
        r"\addplot[name path=g,mark=none] coordinates {(0,1) (1,10) (3,100)}; \coordinate (O) at (axis cs:0,1); \coordinate (A) at (axis cs:2,10);\end{semilogyaxis}\end{tikzpicture}",
        points={"A": (4, 2)},
        vertices={"g": [(0, 0), (2, 2), (6, 4)]},
        tolerance=0.08,
    ),
    Figure(
        "reversed axis",
        r"\begin{tikzpicture}\begin{axis}[scale only axis,width=4cm,height=4cm,xmin=0,xmax=4,ymin=0,ymax=4,y dir=reverse]"
        r"\addplot[name path=g,mark=none] coordinates {(0,0) (4,1)}; \coordinate (O) at (axis cs:0,4);\end{axis}\end{tikzpicture}",
        vertices={"g": [(0, 4), (4, 3)]},
        tolerance=0.08,
    ),
    Figure(
        "two axes in a group",
        r"\begin{tikzpicture}\begin{groupplot}[group style={group size=2 by 1,horizontal sep=2cm},scale only axis,width=3cm,height=2cm,xmin=0,xmax=3,ymin=0,ymax=2]"
        r"\nextgroupplot \addplot[name path=g,mark=none] coordinates {(0,0) (3,2)}; \coordinate (O) at (axis cs:0,0);"
        r"\nextgroupplot \addplot[name path=h,mark=none] coordinates {(0,2) (3,0)}; \coordinate (A) at (axis cs:1,1);\end{groupplot}\end{tikzpicture}",
        points={"A": (6, 1)},
        vertices={"g": [(0, 0), (3, 2)], "h": [(5, 2), (8, 0)]},
        tolerance=0.08,
    ),
    Figure(
        "positions of nodes relative to nodes",
        picture(
            r"\node[draw,minimum size=1cm,inner sep=0pt,outer sep=0pt] (a) at (1,1) {};"
            r"\node[draw,minimum size=1cm,inner sep=0pt,outer sep=0pt,right=2cm of a] (b) {};"
            r"\node[draw,minimum size=1cm,inner sep=0pt,outer sep=0pt,above left=1cm and 2cm of b] (c) {};"
            r"\node[draw,fit=(a)(c),inner sep=2mm,outer sep=0pt] (f) {};"
        ),
        centers={"a": (1, 1), "b": (4, 1), "c": (1, 3)},
        boxes={"f": ((0.3, 0.3), (1.7, 3.7))},
    ),
    Figure(
        "circle through a point",
        picture(
            r"\coordinate (C) at (2,1); \coordinate (P) at (3,2); \node[circle through=(P),draw,outer sep=0pt] (k) at (C) {};"
            r"\begin{scope}[rotate=30,xscale=2]\draw[name path=g] (1,1) circle[radius=0.5];\end{scope}"
            r"\draw[name path=h,rotate=45] (2,0) circle[radius=1];"
        ),
        centers={"k": (2, 1)},
        boxes={"k": ((2 - math.sqrt(2), 1 - math.sqrt(2)), (2 + math.sqrt(2), 1 + math.sqrt(2)))},
        circles={"h": (turn((2, 0), 45), 1.0)},
    ),
]
