"""Small SVG figures and the share of each named object that a reader sees.

Every share follows from the coordinates in the source. A figure is 200 × 150 units unless it names another size.
"""

from __future__ import annotations

from math import pi, sqrt

from visible_figure import Figure, grey_contrast


def svg(key: str, content: str, shares: dict[str, float | None], **more: object) -> Figure:
    return Figure(key, "svg", content, shares, **more)  # type: ignore[arg-type]


def line(more: str = "", name: str = "a") -> str:
    """From (40, 75) to (160, 75), black, 2 wide unless `more` says otherwise."""
    rest = "" if "stroke=" in more else 'stroke="black"'
    width = "" if "stroke-width" in more else 'stroke-width="2"'
    return f'<line id="{name}" x1="40" y1="75" x2="160" y2="75" {rest} {width} {more}/>'


def rect(x: float, y: float, width: float, height: float, more: str = "") -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" {more}/>'


def clip(name: str, content: str, more: str = "") -> str:
    return f'<clipPath id="{name}" {more}>{content}</clipPath>'


OTHER = '<line x1="10" y1="10" x2="20" y2="10" stroke="black"/>'
MIDDLE = rect(70, 0, 60, 150, 'fill="white"')
CLIPPED = 'clip-path="url(#d)"'
HOLE = "M0 0H200V150H0Z M70 40H130V110H70Z"

FIGURES = (
    svg("plain", line(), {"a": 1}),
    # clips
    svg("clip-half", clip("c", rect(0, 0, 100, 150)) + line('clip-path="url(#c)"'), {"a": 60 / 120}, cause="clip"),
    svg(
        "clip-nested",
        clip("c", rect(0, 0, 130, 150))
        + clip("d", rect(70, 0, 130, 150))
        + f'<g clip-path="url(#c)">{line(CLIPPED)}{line("", "b")}</g>',
        {"a": 60 / 120, "b": 90 / 120},
    ),
    svg(
        "clip-of-a-clip",
        # The program that draws the picture passes over the clip of a clip; the reader says so.
        clip("c", rect(0, 0, 130, 150))
        + clip("d", rect(70, 0, 130, 150), 'clip-path="url(#c)"')
        + line('clip-path="url(#d)"'),
        {"a": 90 / 120},
        notes=("renderer",),
    ),
    svg(
        "clip-even-odd",
        clip("c", f'<path d="{HOLE}" clip-rule="evenodd"/>') + line('clip-path="url(#c)"'),
        {"a": 60 / 120},
    ),
    svg(
        "clip-in-a-transform",
        clip("c", rect(0, 0, 50, 75)) + '<g transform="scale(2)"><g clip-path="url(#c)">'
        '<line id="a" x1="20" y1="37.5" x2="80" y2="37.5" stroke="black"/></g></g>',
        {"a": 30 / 60},
    ),
    svg(
        "clip-in-units-of-the-box",
        clip("c", rect(0, 0, 0.25, 1), 'clipPathUnits="objectBoundingBox"')
        + rect(40, 40, 120, 60, 'id="a" clip-path="url(#c)"'),
        {"a": 1 / 4},
    ),
    svg(
        "clip-circle",
        clip("c", '<circle cx="100" cy="75" r="30"/>') + rect(70, 45, 60, 60, 'id="a" clip-path="url(#c)"'),
        {"a": pi / 4},
    ),
    svg(
        "inner-viewport",
        f'<svg x="0" y="0" width="100" height="150">{line()}</svg>',
        {"a": 60 / 120},
    ),
    # opacity
    svg("opacity-0", line('opacity="0"') + OTHER, {"a": None}),
    svg("stroke-opacity-0", line('stroke-opacity="0"') + OTHER, {"a": None}),
    svg("opacity-tenth", line('opacity="0.1"'), {"a": 1}, contrast={"a": grey_contrast(0.9)}),
    svg("stroke-opacity-half", line('stroke-opacity=".5"'), {"a": 1}, contrast={"a": grey_contrast(0.5)}),
    svg("group-opacity-half", f'<g opacity="0.5">{line()}</g>', {"a": 1}, contrast={"a": grey_contrast(0.5)}),
    svg("group-opacity-0", f'<g opacity="0">{line()}</g>' + OTHER, {"a": None}),
    svg("rgba", line('stroke="rgba(0,0,0,.5)"'), {"a": 1}, contrast={"a": grey_contrast(0.5)}),
    svg(
        "fill-opacity-0",
        rect(40, 40, 120, 60, 'id="a" fill="blue" fill-opacity="0" stroke="black"'),
        {"a": 1},
        coats={"a": (1, 0)},
    ),
    svg("hidden", line('visibility="hidden"') + OTHER, {"a": None}),
    svg("not-displayed", line('style="display:none"') + OTHER, {"a": None}),
    # contrast
    svg("white-on-white", line('stroke="white"') + OTHER, {"a": 0}, cause="faint"),
    svg(
        "white-on-black",
        rect(0, 0, 100, 150) + line('stroke="#fff"'),
        {"a": 60 / 120},
        cause="faint",
    ),
    svg("grey-on-grey", rect(0, 0, 100, 150, 'fill="#777"') + line('stroke="#777"'), {"a": 60 / 120}, cause="faint"),
    svg(
        "white-fill-with-rim", rect(40, 40, 120, 60, 'id="a" fill="#fff" stroke="#000"'), {"a": 1}, coats={"a": (1, 0)}
    ),
    # later paint
    svg("white-over", line() + MIDDLE, {"a": 60 / 120}, cause="paint"),
    svg("white-under", MIDDLE + line(), {"a": 1}),
    svg(
        "turned-square-over",
        line() + rect(70, 45, 60, 60, 'fill="red" transform="rotate(45 100 75)"'),
        # Seen is a place where some of the line's width of 2 is, so the cover counts where it is 2 high or more.
        {"a": 1 - (60 * sqrt(2) - 2) / 120},
    ),
    svg("hole-in-what-is-over", line() + f'<path d="{HOLE}" fill="white" fill-rule="evenodd"/>', {"a": 60 / 120}),
    svg(
        "no-hole-in-what-is-over",
        # Both outlines run the same way round, so the inner one is no hole by the other rule.
        line() + f'<path d="{HOLE}" fill="white" fill-rule="nonzero"/>' + OTHER,
        {"a": 0},
        cause="paint",
    ),
    svg(
        "gradient-over",
        '<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>'
        + line()
        + rect(70, 0, 60, 150, 'fill="url(#g)"'),
        {"a": 60 / 120},
    ),
    svg("veil", line() + rect(70, 0, 60, 150, 'fill="white" opacity=".97"'), {"a": 60 / 120}),
    svg("two-veils", line() + 2 * rect(70, 0, 60, 150, 'fill="white" opacity=".94"'), {"a": 60 / 120}),
    svg("see-through-cover", line() + rect(70, 0, 60, 150, 'fill="red" opacity=".5"'), {"a": 1}),
    svg(
        "over-a-fill",
        rect(40, 40, 120, 60, 'id="a" fill="blue"') + rect(130, 0, 70, 150, 'fill="red"'),
        {"a": 90 / 120},
    ),
    svg(
        "star",
        # A pentagram by the even-odd rule has a hole in its middle: the small pentagon.
        '<path id="a" fill-rule="evenodd" d="M100 25L129.389 115.451L52.447 59.549H147.553L70.611 115.451Z"/>'
        + rect(100, 0, 100, 150, 'fill="white"'),
        {"a": 1 / 2},
    ),
    # the page
    svg(
        "page-edge", line(), {"a": 60 / 120}, attributes='width="100" height="150" viewBox="0 0 100 150"', cause="page"
    ),
    svg(
        "off-the-page",
        '<line id="a" x1="240" y1="75" x2="260" y2="75" stroke="black"/>' + OTHER,
        {"a": 0},
        cause="page",
    ),
    # no extent
    svg("no-width", line('stroke-width="0"') + OTHER, {"a": None}),
    svg("no-length", '<path id="a" d="M100 75L100 75" stroke="black"/>' + OTHER, {"a": None}),
    svg("a-dot", '<path id="a" d="M100 75L100 75" stroke="black" stroke-width="8" stroke-linecap="round"/>', {"a": 1}),
    svg("no-size", rect(40, 40, 0, 60, 'id="a"') + OTHER, {"a": None}),
    # text
    svg("text", '<text x="60" y="80" font-size="20">seen</text>', {"“seen”": 1}),
    svg("text-white", '<text x="60" y="80" font-size="20" fill="white">seen</text>' + OTHER, {"“seen”": 0}),
    svg(
        "text-white-on-black",
        rect(40, 40, 120, 60) + '<text x="60" y="80" font-size="20" fill="white">seen</text>',
        {"“seen”": 1},
    ),
    svg(
        "text-under",
        '<text x="60" y="80" font-size="20">seen</text>' + rect(40, 40, 120, 60, 'fill="red"'),
        {"“seen”": 0},
    ),
    # what cannot be told is reported
    svg(
        "mask",
        '<mask id="m">' + rect(0, 0, 100, 150, 'fill="white"') + "</mask>" + line('mask="url(#m)"'),
        {},
        notes=("mask", "masked-ink"),
    ),
)
