"""Arrows of ``tikz-cd``: a square of cells A B / C D, two centimetres by one and a half between origins.

The cells' places follow from that; coordinates are centimetres from the origin of A's cell.
"""

from __future__ import annotations

import math

from arrow_figures import XY, Figure, Head, Line, minus, turned

CELLS: dict[str, XY] = {"A": (0.0, 0.0), "B": (2.0, 0.0), "C": (0.0, -1.5), "D": (2.0, -1.5)}
HEIGHT = 0.120
"""Half the height of a capital of Computer Modern at ten points, in centimetres: cells stand on their baseline."""

PREAMBLE = r"\usepackage{tikz-cd}"


def cd(name: str, *arrows: str, lines: tuple[Line, ...]) -> Figure:
    """A square with arrows; the first ones belong to A, others say whose they are: ``C: [r]``."""
    text = {cell: [cell] for cell in CELLS}
    for arrow in arrows:
        cell, _, options = arrow.partition(":") if arrow[1] == ":" else ("A", "", arrow)
        text[cell].append(rf"\arrow{options.strip()}")
    cells = {cell: f"|[alias=q-{cell}]| {' '.join(words)}" for cell, words in text.items()}
    rows = rf"{cells['A']} & {cells['B']} \\ {cells['C']} & {cells['D']}"
    head = r"\begin{tikzcd}[column sep={2cm,between origins},row sep={1.5cm,between origins}]"
    return Figure(name, f"{head}\n{rows}\n\\end{{tikzcd}}", lines)


def head(
    source: str, target: str, kind: str = "arrow", heads: int = 1, *, swapped: bool = False, **more: float
) -> Head:
    """A tip at the cell `target` of the arrow from `source`: on the line of centres, near that cell's middle.

    `swapped` says that the program's own start is there.
    """
    (x0, y0), (x1, y1) = CELLS[source], CELLS[target]
    to = (x1 - x0, y1 - y0)
    out = minus(to) if kind == "tail" else to
    slack = {"along": 14.0, "across": 0.6, "degrees": 2.0} | more
    return Head((x1, y1 + HEIGHT), out, "start" if swapped else "end", kind, heads, **slack)


def right(name: str, options: str, *heads: Head, dashed: bool = False, double: bool = False) -> Figure:
    """One arrow from A to B."""
    return cd(name, f"[r{options}]", lines=(Line(heads, "", dashed, double),))


AB = head("A", "B")
FIGURES = (
    right("cd plain", "", AB),
    right("cd dashed", ",dashed", AB, dashed=True),
    right("cd dotted", ",dotted", AB, dashed=True),
    right("cd hook", ",hook", head("B", "A", "hook", swapped=True, across=4.0), AB),
    right("cd hook'", ",hook'", head("B", "A", "hook", swapped=True, across=4.0), AB),
    right("cd tail", ",tail", head("B", "A", "tail", swapped=True), AB),
    right("cd two heads", ",two heads", head("A", "B", heads=2)),
    right("cd tail and two heads", ",tail,two heads", head("B", "A", "tail", swapped=True), head("A", "B", heads=2)),
    right("cd hook and two heads", ",hook,two heads", head("B", "A", "hook", swapped=True, across=4.0), head("A", "B", heads=2)),
    right("cd maps to", ",maps to", head("B", "A", "bar", swapped=True), AB),
    right("cd mapsto", ",mapsto", head("B", "A", "bar", swapped=True), AB),
    right("cd equal", ",equal", double=True),
    right("cd Rightarrow", ",Rightarrow", AB, double=True),
    right("cd Leftarrow", ",Leftarrow", head("B", "A", swapped=True), double=True),
    right("cd Leftrightarrow", ",Leftrightarrow", head("B", "A", swapped=True), AB, double=True),
    right("cd leftarrow", ",leftarrow", head("B", "A", swapped=True)),
    right("cd leftrightarrow", ",leftrightarrow", head("B", "A", swapped=True), AB),
    right("cd harpoon", ",harpoon", head("A", "B", across=2.0)),
    right("cd harpoon'", ",harpoon'", head("A", "B", across=2.0)),
    right("cd squiggly", ",squiggly", AB),
    right("cd rightsquigarrow", ",rightsquigarrow", AB),
    right("cd no head", ",no head"),
    right("cd dash", ",dash"),
    right("cd label", r",'f'".replace("'", '"'), AB),
    right("cd labels", ',"f","g"\'', AB),
    right("cd description", r',"f" description', AB),
    right("cd shift left", ",shift left=1.5", head("A", "B", across=5.0)),
    right("cd bend left", ",bend left", Head((2.0, HEIGHT), turned((1.0, 0.0), -30), along=14.0, across=8.0, degrees=8.0)),
    right("cd bend right", ",bend right=49", Head((2.0, HEIGHT), turned((1.0, 0.0), 49), along=14.0, across=12.0, degrees=10.0)),
    right("cd bend left dashed", ",bend left,dashed", Head((2.0, HEIGHT), turned((1.0, 0.0), -30), along=14.0, across=8.0, degrees=8.0), dashed=True),
    right("cd tail dashed", ",tail,dashed", head("B", "A", "tail", swapped=True), AB, dashed=True),
    right("cd shorten", ",shorten=2mm", head("A", "B", along=22.0)),
    cd("cd phantom", r'[r,phantom,"\simeq"]', lines=()),
    cd("cd down", "[d]", lines=(Line((head("A", "C", across=0.8),), ""),)),
    cd("cd diagonal", "[dr]", lines=(Line((head("A", "D", across=1.5, degrees=4.0),), ""),)),
    cd("cd up from C", "C: [u]", lines=(Line((head("C", "A", across=0.8),), ""),)),
    cd("cd back", "B: [l]", lines=(Line((head("B", "A"),), ""),)),
    cd("cd parallel", "[r,shift left]", "[r,shift right]", lines=(Line((head("A", "B", across=4.0),), ""), Line((head("A", "B", across=4.0),), ""))),
    cd("cd adjoint", "[r,shift left]", "B: [l,shift left]", lines=(Line((head("A", "B", across=4.0),), ""), Line((head("B", "A", across=4.0),), ""))),
    cd("cd loop", "[loop left]", lines=(Line((Head((0.0, HEIGHT), (1.0, 0.0), along=14.0, across=8.0, degrees=35.0),), ""),)),
    cd("cd loop at D", "D: [loop right,dashed]", lines=(Line((Head((2.0, -1.5 + HEIGHT), (-1.0, 0.0), along=14.0, across=8.0, degrees=35.0),), "", dashed=True),)),
    cd("cd crossing over", "[dr]", "B: [dl,crossing over]",
       lines=(Line((head("A", "D", across=1.5, degrees=4.0),), ""), Line((head("B", "C", across=1.5, degrees=4.0),), ""))),
    cd("cd square", '[r,"f"]', '[d,"g"\']', 'B: [d,"h"]', 'C: [r,"k"\']', lines=(
        Line((AB,), ""), Line((head("A", "C", across=0.8),), ""), Line((head("B", "D", across=0.8),), ""), Line((head("C", "D"),), ""))),
    cd("cd from and to", "[from=2-2,to=1-1]", lines=(Line((head("D", "A", across=1.5, degrees=4.0),), ""),)),
    cd("cd marking", r'[r,"\bullet" marking]', lines=(Line((AB,), ""),)),
    cd("cd two cell", r"[r,bend left=50,''{name=U,below}]".replace("'", '"'), r"[r,bend right=50,''{name=D,above}]".replace("'", '"'), "[Rightarrow,from=U,to=D]", lines=(
        Line((Head((2.0, HEIGHT), turned((1.0, 0.0), -50), along=14.0, across=14.0, degrees=12.0),), ""),
        Line((Head((2.0, HEIGHT), turned((1.0, 0.0), 50), along=14.0, across=14.0, degrees=12.0),), ""),
        Line((Head((1.0, HEIGHT), (0.0, -1.0), along=18.0, across=1.0, degrees=4.0),), "", double=True))),
)  # fmt: skip

assert len({figure.name for figure in FIGURES}) == len(FIGURES)
assert math.isclose(CELLS["D"][1], -1.5)
