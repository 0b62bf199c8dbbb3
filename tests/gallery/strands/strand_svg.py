"""Crossing lines in SVG. Where they cross follows from the coordinates, who is over from the order of painting."""

from __future__ import annotations

from strand_figure import Cross, Figure


def svg(key: str, content: str, *crossings: Cross, **strands: int) -> Figure:
    return Figure(key, "svg", content, crossings, strands)


def across(more: str = "", name: str = ' id="a"') -> str:
    return f'<path{name} d="M40 75H160" fill="none" stroke="black" stroke-width="2" {more}/>'


def up(more: str = 'stroke="black" stroke-width="2"', name: str = ' id="b"') -> str:
    return f'<path{name} d="M100 30V120" fill="none" {more}/>'


CASING = up('stroke="white" stroke-width="10"', "")
MIDDLE = Cross(100, 75, "b", "a", way=90)
FLAT = Cross(100, 75, "a", "b", flat=True)

FIGURES = (
    svg("flat", across() + up(), FLAT, a=1, b=1),
    svg("casing", across() + CASING + up(), MIDDLE, a=2, b=1),
    svg("casing-in-a-group", across() + f'<g id="b">{CASING}{up(name="")}</g>', MIDDLE, a=2),
    svg("casing-below-both", CASING + across() + up(), FLAT, a=1, b=1),
    svg("gap-by-hand", '<path id="a" d="M40 75H95M105 75H160" stroke="black"/>' + up(), MIDDLE, a=2, b=1),
    svg(
        "gap-by-a-clip",
        '<clipPath id="c"><path clip-rule="evenodd" d="M0 0H200V150H0ZM94 60H106V90H94Z"/></clipPath>'
        + across('clip-path="url(#c)"')
        + up(),
        MIDDLE,
        a=2,
        b=1,
    ),
    svg(
        "casing-of-the-ground-s-colour",
        '<rect width="200" height="150" fill="#eef"/>' + across() + up('stroke="#eef" stroke-width="10"', "") + up(),
        MIDDLE,
        a=2,
        b=1,
    ),
    svg(
        "turned",
        f'<g transform="rotate(30 100 75)">{across()}{CASING}{up()}</g>',
        # SVG turns clockwise on the page, whose y axis points up here: 90° − 30°.
        Cross(100, 75, "b", "a", way=60),
        a=2,
        b=1,
    ),
    svg(
        "link",
        # Circles of radius 40 about (75, 75) and (125, 75) meet at (100, 75 ± √(40² − 25²)).
        '<circle id="a" cx="75" cy="75" r="40" fill="none" stroke="black" stroke-width="2"/>'
        '<circle cx="125" cy="75" r="40" fill="none" stroke="white" stroke-width="10"/>'
        '<circle id="b" cx="125" cy="75" r="40" fill="none" stroke="black" stroke-width="2"/>',
        Cross(100, 75 - 31.2250, "b", "a"),
        Cross(100, 75 + 31.2250, "b", "a"),
        a=2,
        b=1,
    ),
    svg(
        "ladder",
        across().replace("75", "50") + across(name=' id="c"').replace("75", "100") + CASING + up(),
        Cross(100, 50, "b", "a"),
        Cross(100, 100, "b", "c"),
        a=2,
        b=1,
        c=2,
    ),
)
