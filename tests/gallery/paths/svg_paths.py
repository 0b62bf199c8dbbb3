"""Paths of SVG: bodies of a figure of 200 by 200 px."""

from __future__ import annotations

import math

from path_figures import Drawn, Figure


def g(name: str, source: str, **drawn: object) -> Figure:
    """A figure whose path is called g; ``@`` stands for that and for a black stroke without a fill."""
    return Figure(name, source.replace("@", 'id="g" fill="none" stroke="black"'), Drawn(**drawn))  # type: ignore[arg-type]


_ROOT5 = math.sqrt(5)
FIGURES = (
    g("svg triangle", '<path @ d="M20 20H120V70Z"/>', closed=True, length=150 + 50 * _ROOT5),
    g("svg triangle by its ends", '<path @ d="M20 20H120V70L20 20"/>', closed=True, length=150 + 50 * _ROOT5),
    g("svg open", '<polyline @ points="20,20 120,20 120,70"/>', length=150.0, ends=((20, 20), (120, 70))),
    g("svg two pieces", '<path @ d="M20 20H60M80 20H150"/>', pieces=2, length=110.0),
    g("svg group", '<g id="g" stroke="black"><path d="M20 20H60"/><path d="M20 60H80"/></g>', elements=2, pieces=2, length=100.0),
    g("svg group end to end", '<g id="g" stroke="black"><path d="M20 20H60"/><path d="M60 20V80"/></g>', elements=2, length=100.0, ends=((20, 20), (60, 80))),
    g("svg rounded rectangle", '<rect @ x="20" y="20" width="100" height="60" rx="10"/>', closed=True, length=320 - 80 + 20 * math.pi),
    g("svg ellipse", '<ellipse id="g" cx="100" cy="100" rx="60" ry="30"/>', closed=True, fill="solid", area=1800 * math.pi),
    g("svg arc", '<path @ d="M150 100A50 50 0 0 0 50 100"/>', length=50 * math.pi, ends=((150, 100), (50, 100))),
    g("svg dashed", '<path @ stroke-dasharray="5 3" d="M20 20H120"/>', dashed=True, length=100.0),
    g("svg no dashes", '<path @ stroke-dasharray="none" d="M20 20H120"/>', length=100.0),
    g("svg dashes of nought", '<path @ stroke-dasharray="0" d="M20 20H120"/>', length=100.0),
    g("svg dashes by hand", f'<g id="g" stroke="black">{"".join(f"<path d=%sM{20 + 10 * i} 50h6%s/>" % (chr(34), chr(34)) for i in range(12))}</g>',
      elements=12, pieces=None, dashed=True, length=72.0),
    g("svg even odd", '<path id="g" fill-rule="evenodd" d="M20 20H120V120H20ZM40 40H100V100H40Z"/>', pieces=2, closed=True, fill="solid", area=6400.0),
    g("svg nonzero", '<path id="g" d="M20 20H120V120H20ZM40 40H100V100H40Z"/>', pieces=2, closed=True, fill="solid", area=10000.0),
    g("svg nonzero, against", '<path id="g" d="M20 20H120V120H20ZM40 40V100H100V40Z"/>', pieces=2, closed=True, fill="solid", area=6400.0),
    g("svg pattern", '<pattern id="p" width="8" height="8" patternUnits="userSpaceOnUse"><path d="M0 0L8 8" stroke="black"/></pattern><rect id="g" x="20" y="20" width="50" height="40" fill="url(#p)"/>',
      closed=True, fill="pattern", area=2000.0),
    g("svg gradient", '<linearGradient id="p"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient><rect id="g" x="20" y="20" width="50" height="40" fill="url(#p)"/>',
      closed=True, fill="shading", area=2000.0),
    g("svg radial gradient", '<radialGradient id="p"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></radialGradient><circle id="g" cx="100" cy="100" r="40" fill="url(#p)"/>',
      closed=True, fill="shading", area=1600 * math.pi),
    g("svg open and filled", '<path id="g" d="M20 20H120V70"/>', fill="solid", area=2500.0),
    g("svg double by hand", '<path id="g" stroke="black" stroke-width="5" d="M20 20H120"/><path stroke="white" stroke-width="3" d="M20 20H120"/>', length=100.0),
    g("svg casing by hand", '<path stroke="white" stroke-width="7" d="M20 20H120"/><path @ d="M20 20H120"/>', length=100.0),
    g("svg scaled", '<g transform="scale(2) rotate(30)"><path @ d="M20 20H60"/></g>', length=80.0),
)  # fmt: skip
