"""Arrows in SVG: markers in every kind of frame, and heads drawn by hand. Bodies of a figure of 200 by 200 px."""

from __future__ import annotations

import math

from arrow_figures import XY, Figure, Head, Line, back, minus

TIGHT = {"along": 0.05, "across": 0.05}


def marker(content: str = '<path d="M0 0L10 5L0 10z"/>', key: str = "m", **attributes: str) -> str:
    """A marker; the usual frame is ten by ten, six strokes large, its apex at the right."""
    frame = {
        "viewBox": "0 0 10 10",
        "markerWidth": "6",
        "markerHeight": "6",
        "refX": "10",
        "refY": "5",
        "orient": "auto",
    }
    frame |= attributes
    words = " ".join(f'{name}="{value}"' for name, value in frame.items() if value)
    return f'<marker id="{key}" {words}>{content}</marker>'


def line(path: str, more: str = 'marker-end="url(#m)"', key: str = "g") -> str:
    """A stroked path of width 1."""
    return f'<path id="{key}" d="{path}" fill="none" stroke="black" {more}/>'


def one(name: str, body: str, *heads: Head, dashed: bool = False, double: bool = False) -> Figure:
    """A figure of one line called g."""
    return Figure(name, body, (Line(heads, "g", dashed, double),))


_A, _B = (20.0, 100.0), (120.0, 50.0)
_TO = (100.0, -50.0)
_SLANT = "M20 100L120 50"
_C = math.cos(math.pi / 4)

MARKERS = (
    one("svg end", marker() + line(_SLANT), Head(_B, _TO, **TIGHT)),
    one("svg start", marker() + line(_SLANT, 'marker-start="url(#m)"'), Head(_A, _TO, "start", "tail", along=5.0)),
    one("svg start reversed", marker(orient="auto-start-reverse") + line(_SLANT, 'marker-start="url(#m)" marker-end="url(#m)"'),
        Head(_A, minus(_TO), "start", **TIGHT), Head(_B, _TO, **TIGHT)),
    one("svg mid", marker(refX="5") + line("M20 100H80H180", 'marker-mid="url(#m)"'), Head((83.0, 100.0), (1.0, 0.0), "middle", **TIGHT)),
    one("svg everywhere", marker() + line("M20 100H80V20", 'marker="url(#m)"'.replace("marker=", "style=").replace('"url', '"marker:url')),
        Head((20.0, 100.0), (1.0, 0.0), "start", "tail", along=5.0),
        Head((80.0, 100.0), (_C, -_C), "middle", **TIGHT), Head((80.0, 20.0), (0.0, -1.0), **TIGHT)),
    one("svg angle", marker(orient="90", refX="5") + line("M20 100H120"), Head((120.0, 103.0), (0.0, 1.0), along=0.1, across=0.1)),
    one("svg user units", marker(markerUnits="userSpaceOnUse", markerWidth="20", markerHeight="20") + line(_SLANT), Head(_B, _TO, **TIGHT)),
    one("svg stroke units", marker() + line(_SLANT, 'stroke-width="3" marker-end="url(#m)"'), Head(_B, _TO, **TIGHT)),
    one("svg ref inside", marker(refX="0") + line(_SLANT), Head(back(_B, minus(_TO), 6.0), _TO, **TIGHT)),
    one("svg no view box", marker(viewBox="", markerWidth="10", markerHeight="10", refX="10") + line(_SLANT), Head(_B, _TO, **TIGHT)),
    one("svg view box apart", marker('<path d="M-5 -5L5 0L-5 5z"/>', viewBox="-5 -5 10 10", refX="5", refY="0") + line(_SLANT), Head(_B, _TO, **TIGHT)),
    one("svg aspect", marker(markerWidth="12", markerHeight="6", preserveAspectRatio="xMaxYMid") + line(_SLANT), Head(_B, _TO, **TIGHT)),
    one("svg clipped", marker('<path d="M0 0L10 5L0 10z"/><path d="M0 0L40 20L0 30z" fill="none"/>') + line(_SLANT), Head(_B, _TO, **TIGHT)),
    one("svg curve", marker() + line("M20 100C20 40 80 20 140 60"), Head((140.0, 60.0), (60.0, 40.0), **TIGHT)),
    one("svg arc", marker() + line("M150 100A50 50 0 0 0 100 50"), Head((100.0, 50.0), (-1.0, 0.0), **TIGHT)),
    one("svg arc, other way", marker() + line("M150 100A50 50 0 1 1 100 50"), Head((100.0, 50.0), (1.0, 0.0), **TIGHT)),
    one("svg closed", marker() + line("M50 50H150V150H50Z", 'marker-mid="url(#m)"'),
        Head((150.0, 50.0), (_C, _C), "middle", **TIGHT), Head((150.0, 150.0), (-_C, _C), "middle", **TIGHT), Head((50.0, 150.0), (-_C, -_C), "middle", **TIGHT)),
    one("svg line", marker() + '<line id="g" x1="20" y1="100" x2="120" y2="50" stroke="black" marker-end="url(#m)"/>', Head(_B, _TO, **TIGHT)),
    one("svg polyline", marker() + '<polyline id="g" points="20,100 60,20 120,50" fill="none" stroke="black" marker-end="url(#m)"/>', Head(_B, (60.0, 30.0), **TIGHT)),
    one("svg polygon", marker() + '<polygon id="g" points="20,100 60,20 120,50" fill="none" stroke="black" marker-mid="url(#m)"/>',
        Head((60.0, 20.0), tuple(a + b for a, b in zip((40 / math.hypot(40, 80), -80 / math.hypot(40, 80)), (60 / math.hypot(60, 30), 30 / math.hypot(60, 30)), strict=True)), "middle", along=0.1, across=0.1),
        Head((120.0, 50.0), tuple(a + b for a, b in zip((60 / math.hypot(60, 30), 30 / math.hypot(60, 30)), (-100 / math.hypot(100, 50), 50 / math.hypot(100, 50)), strict=True)), "middle", along=0.1, across=0.1)),
    one("svg mirrored", marker() + f'<g transform="translate(200 0) scale(-1 1)">{line(_SLANT)}</g>', Head((80.0, 50.0), (-100.0, -50.0), **TIGHT)),
    one("svg rotated", marker() + f'<g transform="rotate(90 100 100)">{line(_SLANT)}</g>', Head((150.0, 120.0), (50.0, 100.0), **TIGHT)),
    one("svg dashed", marker() + line(_SLANT, 'stroke-dasharray="4 3" marker-end="url(#m)"'), Head(_B, _TO, **TIGHT), dashed=True),
    one("svg css", f"<style>.a{{marker-end:url(#m)}}</style>{marker()}{line(_SLANT, f'class={chr(34)}' + 'a' + chr(34))}", Head(_B, _TO, **TIGHT)),
    one("svg two heads", marker('<path d="M0 2L4 5L0 8z"/><path d="M5 2L9 5L5 8z"/>', refX="9") + line(_SLANT), Head(_B, _TO, heads=2, **TIGHT)),
    one("svg chevron", marker('<path d="M1 1L9 5L1 9" fill="none" stroke="black"/>', refX="9") + line(_SLANT), Head(_B, _TO, along=1.2)),
    one("svg stealth", marker('<path d="M0 0L10 5L0 10L3 5z"/>') + line(_SLANT), Head(_B, _TO, **TIGHT)),
    one("svg half", marker('<path d="M0 0L10 5H0z"/>') + line(_SLANT), Head(_B, _TO, along=0.1, across=0.1)),
    one("svg bar", marker('<path d="M5 0V10" stroke="black"/>', refX="5") + line(_SLANT), Head(_B, _TO, kind="bar", along=0.7)),
    one("svg dot", marker('<circle cx="5" cy="5" r="4"/>', refX="5") + line(_SLANT), Head(back(_B, minus(_TO), 2.4), _TO, kind="circle", along=0.1, across=0.1)),
    one("svg square", marker('<rect x="2" y="2" width="6" height="6"/>', refX="5") + line(_SLANT), Head(back(_B, minus(_TO), 1.8), _TO, kind="square", along=0.1, across=0.1)),
    one("svg bar and head", marker() + marker('<path d="M5 0V10" stroke="black"/>', "b", refX="5") + line(_SLANT, 'marker-start="url(#b)" marker-end="url(#m)"'),
        Head(_A, minus(_TO), "start", "bar", along=0.7), Head(_B, _TO, **TIGHT)),
    one("svg backward", marker('<path d="M10 0L0 5L10 10z"/>', refX="0") + line(_SLANT), Head(_B, minus(_TO), "end", "tail", along=0.1, across=0.1)),
    one("svg double", line(_SLANT, 'stroke-width="4" marker-end="url(#m)"').replace('id="g"', 'id="g" class="o"') + marker() +
        '<path d="M20 100L116 52" stroke="white" stroke-width="2"/>', Head(_B, _TO, **TIGHT), double=True),
)  # fmt: skip


def wedge(apex: XY, to: XY, size: float = 10.0, half: float = 4.0) -> tuple[XY, XY, XY]:
    """Corners of a small triangle: apex, and the two ends of its base."""
    x, y = back(apex, to, size)
    unit = math.hypot(*to)
    across = (-to[1] / unit * half, to[0] / unit * half)
    return apex, (x + across[0], y + across[1]), (x - across[0], y - across[1])


def points(*corners: XY) -> str:
    """Points as SVG writes them."""
    return " ".join(f"{x:.4f},{y:.4f}" for x, y in corners)


_APEX, _L, _R = wedge(_B, _TO)
_PLAIN = line(_SLANT, "")
_DRAWN = Head(_B, _TO, along=1.0, across=0.6, degrees=2.0)
_MID = (70.0, 75.0)


def triangle(apex: XY, to: XY, more: str = "") -> str:
    """A small filled triangle."""
    return f'<polygon points="{points(*wedge(apex, to))}" {more}/>'


DRAWN = (
    one("svg wedge", _PLAIN + triangle(_B, _TO), _DRAWN),
    one("svg wedge as path", _PLAIN + f'<path d="M{points(_APEX)}L{points(_L)}L{points(_R)}Z"/>', _DRAWN),
    one("svg wedge turned", _PLAIN + f'<g transform="translate(120 50) rotate({math.degrees(math.atan2(-50, 100)):.6f})"><path d="M0 0L-10 4L-10 -4Z"/></g>', _DRAWN),
    one("svg wedge at the start", _PLAIN + triangle(_A, minus(_TO)), Head(_A, minus(_TO), "start", along=1.0, across=0.6, degrees=2.0)),
    one("svg wedge half way", _PLAIN + triangle(_MID, _TO), Head(_MID, _TO, "middle", along=1.0, across=0.6, degrees=2.0)),
    one("svg wedge half way, back", _PLAIN + triangle(_MID, minus(_TO)), Head(_MID, minus(_TO), "middle", along=1.0, across=0.6, degrees=2.0)),
    one("svg two strokes", _PLAIN + "".join(f'<line x1="120" y1="50" x2="{x:.4f}" y2="{y:.4f}" stroke="black"/>' for x, y in (_L, _R)), _DRAWN),
    one("svg chevron by hand", _PLAIN + f'<polyline points="{points(_L, _B, _R)}" fill="none" stroke="black"/>', _DRAWN),
    one("svg line and barbs", line(f"{_SLANT}M{points(_L)}L120 50L{points(_R)}", ""), _DRAWN),
    one("svg wedge on a circle", '<circle id="g" cx="100" cy="100" r="60" fill="none" stroke="black"/>' + triangle((100.0, 40.0), (-1.0, 0.0)),
        Head((100.0, 40.0), (-1.0, 0.0), "middle", along=1.0, across=0.6, degrees=4.0)),
    one("svg triangle across", _PLAIN + triangle(_MID, (50.0, 100.0))),
    one("svg triangle apart", _PLAIN + triangle((70.0, 120.0), _TO)),
    one("svg dot by hand", _PLAIN + '<circle cx="120" cy="50" r="3"/>'),
    one("svg right angle", line("M100 20V100H180", "") + '<path d="M100 90H110V100" fill="none" stroke="black"/>'),
)  # fmt: skip

FIGURES = (*MARKERS, *DRAWN)
