"""Crossing lines in TikZ. Where they cross follows from the coordinates, who is over from the order of painting."""

from __future__ import annotations

from math import atan2, cos, degrees, pi, sin

from strand_figure import Cross, Figure

BOX = r"\useasboundingbox (0,0) rectangle (6,4);"
ACROSS, UP = "(1,2) -- (5,2);", "(3,1) -- (3,3);"
CASED = "preaction={draw,white,line width=5pt}"


def tikz(key: str, body: str, *crossings: Cross, **strands: int) -> Figure:
    return Figure(key, "tikz", BOX + body, crossings, strands)


MIDDLE = Cross(3, 2, "b", "a", way=90)
FLAT = Cross(3, 2, "a", "b", flat=True)


def trefoil() -> tuple[str, tuple[Cross, ...]]:
    """A trefoil in pieces, with a gap wherever it passes under itself.

    x = sin t + 2 sin 2t, y = cos t − 2 cos 2t, height −sin 3t: the curve meets itself where t and t' have the same
    x and y; by symmetry these are three places, turned by a third.
    """

    def place(t: float) -> tuple[float, float]:
        return 3 + 0.6 * (sin(t) + 2 * sin(2 * t)), 2 + 0.6 * (cos(t) - 2 * cos(2 * t))

    # On the axis x = 0 the curve meets itself at t and −t: sin t (1 + 4 cos t) = 0, so cos t = −1/4.
    base = pi - 1.318116071652818
    meetings = []
    for turn in range(3):
        # Turning the curve by 2π/3 shifts t by 2π/3.
        one, two = base + turn * 2 * pi / 3, -base + turn * 2 * pi / 3
        over, under = (one, two) if -sin(3 * one) > -sin(3 * two) else (two, one)
        meetings.append((over % (2 * pi), under % (2 * pi)))
    stops = sorted(under for _, under in meetings)
    gap, pieces = 0.045, []
    for start, stop in zip(stops, [*stops[1:], stops[0] + 2 * pi], strict=True):
        low, high = start + gap, stop - gap
        steps = [low + (high - low) * k / 60 for k in range(61)]
        pieces.append(" -- ".join(f"({place(t)[0]:.4f},{place(t)[1]:.4f})" for t in steps))
    crossings = []
    for over, under in meetings:
        x, y = place(over)
        assert abs(x - place(under)[0]) < 1e-9
        assert abs(y - place(under)[1]) < 1e-9
        (x0, y0), (x1, y1) = place(over - 1e-5), place(over + 1e-5)
        crossings.append(Cross(x, y, "k", "k", way=degrees(atan2(y1 - y0, x1 - x0)) % 180))
    return r"\draw[name path=k,thick] " + " ".join(pieces) + ";", tuple(crossings)


KNOT, MEETINGS = trefoil()

FIGURES = (
    tikz("flat", rf"\draw[name path=a] {ACROSS} \draw[name path=b] {UP}", FLAT, a=1, b=1),
    tikz("flat-in-colour", rf"\draw[name path=a] {ACROSS} \draw[name path=b,red] {UP}", FLAT, a=1, b=1),
    tikz(
        "white-below-the-upper",
        rf"\draw[name path=a] {ACROSS} \draw[white,line width=5pt] {UP} \draw[name path=b] {UP}",
        MIDDLE,
        a=2,
        b=1,
    ),
    tikz("preaction", rf"\draw[name path=a] {ACROSS} \draw[name path=b,{CASED}] {UP}", MIDDLE, a=2, b=1),
    tikz("preaction-below", rf"\draw[name path=b,{CASED}] {UP} \draw[name path=a] {ACROSS}", FLAT, a=1, b=1),
    tikz(
        "white-double",
        rf"\draw[name path=a] {ACROSS} \draw[name path=b,white,double=black,line width=2pt,double distance=1pt] {UP}",
        MIDDLE,
        a=2,
        b=1,
    ),
    tikz(
        "double-over",
        rf"\draw[name path=a] {ACROSS} \draw[name path=b,double,double distance=3pt] {UP}",
        MIDDLE,
        a=2,
        b=1,
    ),
    tikz(
        "double-under",
        rf"\draw[name path=a,double,double distance=3pt] {ACROSS} \draw[name path=b,preaction={{draw,white,line width=6pt}}] {UP}",
        MIDDLE,
        a=2,
        b=1,
    ),
    tikz(
        "gap-by-hand",
        rf"\draw[name path=a] (1,2) -- (2.85,2) (3.15,2) -- (5,2); \draw[name path=b] {UP}",
        MIDDLE,
        a=2,
        b=1,
    ),
    tikz(
        "gap-by-hand-painted-last",
        rf"\draw[name path=b] {UP} \draw[name path=a] (5,2) -- (3.15,2) (1,2) -- (2.85,2);",
        MIDDLE,
        a=2,
        b=1,
    ),
    tikz(
        "two-pieces",
        rf"\draw[name path=a] (1,2) -- (2.85,2); \draw[name path=a] (3.15,2) -- (5,2); \draw[name path=b] {UP}",
        MIDDLE,
        a=2,
        b=1,
    ),
    tikz(
        "slanting",
        rf"\draw[name path=a] (1,1) -- (5,3); \draw[name path=b,{CASED}] (1,3) -- (5,1);",
        Cross(3, 2, "b", "a", way=degrees(atan2(-2, 4)) % 180),
        a=2,
        b=1,
    ),
    tikz(
        "over-and-under",
        # The wave meets the line at its three zeros; it is over at the ones on either side.
        rf"\draw[name path=a] {ACROSS} \draw[name path=b,{CASED}] (1.5,1) -- (2.5,3); \draw[name path=b,{CASED}]"
        rf" (2.5,3) -- (3.5,1); \draw[name path=b,{CASED}] (3.5,1) -- (4.5,3); \draw[name path=a,{CASED}] (2.7,2) -- (3.3,2);",
        Cross(2, 2, "b", "a"),
        Cross(3, 2, "a", "b", way=0),
        Cross(4, 2, "b", "a"),
    ),
    tikz(
        "hopf-link",
        r"\draw[name path=a] (2.4,2) circle (1);"
        rf"\draw[name path=b,{CASED}] (3.6,2) circle (1);"
        rf"\draw[name path=a,{CASED}] (2.4,2) ++(40:1) arc (40:66:1);",
        # cos 53.13° = 0.6: the circles meet at height ± 0.8; a is over above.
        Cross(3, 2.8, "a", "b", way=143.13),
        Cross(3, 1.2, "b", "a", way=143.13),
    ),
    tikz("trefoil", KNOT, *MEETINGS, k=3),
    tikz(
        "curve-over-itself",
        # Mirrored in x = 3, so it meets itself on that axis.
        r"\draw[name path=k] (1,1) .. controls (6,4) and (0,4) .. (5,1);",
        # With u = 2t − 1, 8(x − 3) = 22u³ − 6u, so u² = 3/11 there, and y = 1 + 9 t(1 − t) = 1 + 9 (1 − u²)/4.
        Cross(3, 1 + 18 / 11, "k", "k", flat=True),
        k=1,
    ),
    tikz(
        "braid",
        # Three strings, two crossings: a over b on the left, then a under c on the right.
        rf"\draw[name path=b] (2,3.5) -- (1,2.5) -- (1,0.5); \draw[name path=a,{CASED}] (1,3.5) -- (2,2.5) -- (2,2);"
        rf"\draw[name path=a] (2,2) -- (3,1) -- (3,0.5); \draw[name path=c,{CASED}] (3,3.5) -- (3,2) -- (2,1) -- (2,0.5);",
        Cross(1.5, 3, "a", "b", way=135),
        Cross(2.5, 1.5, "c", "a", way=45),
    ),
    tikz(
        "node-on-a-line",
        rf"\draw[name path=a] {ACROSS} \draw[fill=white] (3,2) circle (.2);",
        a=2,
    ),
    tikz(
        "text-on-a-line",
        rf"\draw[name path=a] {ACROSS} \node[fill=white] at (3,2) {{$x$}};",
        a=1,
    ),
    tikz("ends-on-a-line", rf"\draw[name path=a] {ACROSS} \draw[name path=b] (3,2) -- (3,3);", a=1, b=1),
    tikz(
        "touching",
        r"\draw[name path=a] (2,2) circle (1); \draw[name path=b] (4,2) circle (1);",
        a=1,
        b=1,
    ),
    tikz(
        "vertex-of-four",
        r"\draw[name path=a] (1,2) -- (3,2); \draw[name path=b] (3,2) -- (5,2); \draw[name path=c] (3,1) -- (3,2);"
        r"\draw[name path=d] (3,2) -- (3,3); \fill (3,2) circle (2pt);",
    ),
    tikz(
        "dashed-and-whole",
        rf"\draw[name path=a,dash pattern=on 4pt off 3pt] {ACROSS} \draw[name path=b] {UP}",
        FLAT,
        a=1,
        b=1,
    ),
    tikz(
        "on-a-coloured-ground",
        rf"\fill[yellow!20] (0,0) rectangle (6,4); \draw[name path=a] {ACROSS}"
        rf"\draw[name path=b,preaction={{draw,yellow!20,line width=5pt}}] {UP}",
        MIDDLE,
        a=2,
        b=1,
    ),
)
assert abs(cos(pi - 1.318116071652818) + 0.25) < 1e-12
