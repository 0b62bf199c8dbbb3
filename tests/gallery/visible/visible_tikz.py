"""Small TikZ figures and the share of each named object that a reader sees.

Every share follows from the coordinates in the source: lengths over lengths, areas over areas. A picture is a
box of 6 × 4 cm from the origin unless it names another; its page is exactly that box.
"""

from __future__ import annotations

from math import pi, sqrt

from visible_figure import Figure, grey_contrast

BOX = r"\useasboundingbox (0,0) rectangle (6,4);"


def tikz(key: str, body: str, shares: dict[str, float | None], *, box: str = BOX, **more: object) -> Figure:
    return Figure(key, "tikz", box + body, shares, **more)  # type: ignore[arg-type]


LINE = r"(1,2) -- (5,2);"

FIGURES = (
    tikz("plain", rf"\draw[name path=a] {LINE}", {"a": 1}),
    # clips
    tikz("clip-half", rf"\clip (0,0) rectangle (3,4); \draw[name path=a] {LINE}", {"a": 2 / 4}, cause="clip"),
    tikz(
        "clip-nested",
        rf"\clip (0,0) rectangle (4,4); \begin{{scope}}\clip (2,0) rectangle (6,4); \draw[name path=a] {LINE}"
        rf"\end{{scope}} \draw[name path=b] (1,3) -- (5,3);",
        {"a": 2 / 4, "b": 3 / 4},
    ),
    tikz(
        "clip-to-nothing",
        rf"\clip (0,0) rectangle (2,4); \clip (3,0) rectangle (6,4); \draw[name path=a] {LINE}",
        {"a": 0},
        cause="clip",
    ),
    tikz("clip-circle", rf"\clip (3,2) circle (1); \draw[name path=a] {LINE}", {"a": 2 / 4}),
    tikz(
        "clip-even-odd",
        r"\begin{scope}[even odd rule]\clip (0,0) rectangle (6,4) (2,1) rectangle (4,3);"
        rf"\draw[name path=a] {LINE}\end{{scope}}",
        {"a": 2 / 4},
    ),
    tikz(
        "clip-two-shapes",
        r"\clip (1,1) rectangle (2,3) (4,1) rectangle (5,3); \draw[name path=a] (0,2) -- (6,2);",
        {"a": 2 / 6},
    ),
    tikz("clip-fill", r"\clip (0,0) rectangle (3,4); \fill[name path=a] (1,1) rectangle (5,3);", {"a": 1 / 2}),
    tikz("clip-fill-circle", r"\clip (3,2) circle (1); \fill[name path=a] (2,1) rectangle (4,3);", {"a": pi / 4}),
    tikz(
        "clip-rotated",
        rf"\begin{{scope}}[rotate around={{45:(3,2)}}]\clip (2,1) rectangle (4,3);\begin{{scope}}[rotate around={{-45:(3,2)}}]"
        rf"\draw[name path=a] {LINE}\end{{scope}}\end{{scope}}",
        {"a": 2 * sqrt(2) / 4},
    ),
    # opacity
    tikz("opacity-0", rf"\draw[name path=a,opacity=0] {LINE}", {"a": 0}, cause="faint"),
    tikz("opacity-tenth", rf"\draw[name path=a,opacity=.1] {LINE}", {"a": 1}, contrast={"a": grey_contrast(0.9)}),
    tikz("opacity-half", rf"\draw[name path=a,opacity=.5] {LINE}", {"a": 1}, contrast={"a": grey_contrast(0.5)}),
    tikz(
        "fill-opacity-0",
        r"\filldraw[name path=a,fill=blue,fill opacity=0] (2,1) rectangle (4,3);",
        {"a": 1},
        coats={"a": (1, 0)},
    ),
    tikz(
        "draw-opacity-0",
        r"\filldraw[name path=a,fill=blue,draw opacity=0] (2,1) rectangle (4,3);",
        {"a": 1},
        coats={"a": (0, 1)},
    ),
    tikz("group-0", rf"\begin{{scope}}[transparency group,opacity=0]\draw[name path=a] {LINE}\end{{scope}}", {"a": 0}),
    tikz(
        "group-half",
        rf"\begin{{scope}}[transparency group,opacity=.5]\draw[name path=a] {LINE}\end{{scope}}",
        {"a": 1},
        contrast={"a": grey_contrast(0.5)},
    ),
    tikz(
        "half-on-half",
        rf"\begin{{scope}}[transparency group,opacity=.5]\draw[name path=a,opacity=.5] {LINE}\end{{scope}}",
        {"a": 1},
        contrast={"a": grey_contrast(0.75)},
    ),
    # contrast with what lies under it
    tikz("white-on-white", rf"\draw[name path=a,white] {LINE}", {"a": 0}, cause="faint"),
    tikz(
        "grey-on-grey",
        rf"\fill[black!50] (0,0) rectangle (3,4); \draw[name path=a,black!50] {LINE}",
        {"a": 2 / 4},
        cause="faint",
    ),
    tikz(
        "white-on-black",
        rf"\fill (0,0) rectangle (3,4); \draw[name path=a,white] {LINE} \draw[name path=b,white] (1,3) -- (2,3);",
        {"a": 2 / 4, "b": 1},
        contrast={"b": 21},
    ),
    tikz("white-fill", r"\fill[name path=a,white] (2,1) rectangle (4,3);", {"a": 0}, cause="faint"),
    tikz(
        "white-fill-with-rim",
        r"\filldraw[name path=a,fill=white] (2,1) rectangle (4,3);",
        {"a": 1},
        coats={"a": (1, 0)},
    ),
    # later paint
    tikz("white-over", rf"\draw[name path=a] {LINE} \fill[white] (2,0) rectangle (4,4);", {"a": 2 / 4}, cause="paint"),
    tikz(
        "two-over",
        rf"\draw[name path=a] {LINE} \fill[red] (2,1) rectangle (3.5,3); \fill[blue] (3,1) rectangle (4,3);",
        {"a": 2 / 4},
    ),
    tikz(
        "over-a-fill",
        r"\fill[name path=a,blue] (1,1) rectangle (5,3); \fill[red] (4,0) rectangle (6,4);",
        {"a": 3 / 4},
    ),
    tikz("disc-over", rf"\draw[name path=a] {LINE} \fill[red] (3,2) circle (1);", {"a": 2 / 4}),
    tikz(
        "square-on-its-corner-over",
        rf"\draw[name path=a] {LINE} \fill[red,rotate around={{45:(3,2)}}] (2,1) rectangle (4,3);",
        {"a": 1 - 2 * sqrt(2) / 4},
        tolerance=0.01,
    ),
    tikz(
        "hole-in-what-is-over",
        rf"\draw[name path=a] {LINE} \fill[white,even odd rule] (0,0) rectangle (6,4) (2,1) rectangle (4,3);",
        {"a": 2 / 4},
    ),
    tikz("broad-stroke-over", rf"\draw[name path=a] {LINE} \draw[white,line width=2cm] (3,0) -- (3,4);", {"a": 2 / 4}),
    tikz(
        "clipped-cover",
        rf"\draw[name path=a] {LINE} \begin{{scope}}\clip (2,0) rectangle (4,4); \fill[white] (0,0) rectangle (6,4);"
        r"\end{scope}",
        {"a": 2 / 4},
    ),
    tikz(
        "half-a-circle",
        r"\draw[name path=a] (3,2) circle (1); \fill[white] (3,0) rectangle (6,4);",
        {"a": 1 / 2},
        tolerance=0.01,
    ),
    tikz(
        "half-a-ring",
        r"\fill[name path=a,even odd rule] (3,2) circle (1.5) (3,2) circle (1); \fill[white] (3,0) rectangle (6,4);",
        {"a": 1 / 2},
    ),
    tikz(
        "see-through-cover",
        rf"\draw[name path=a] {LINE} \fill[red,opacity=.5] (2,0) rectangle (4,4);",
        {"a": 1},
    ),
    tikz(
        "veil",
        rf"\draw[name path=a] {LINE} \fill[white,opacity=.97] (2,0) rectangle (4,4);",
        {"a": 2 / 4},
    ),
    tikz(
        "two-veils",
        rf"\draw[name path=a] {LINE} \fill[white,opacity=.94] (2,0) rectangle (4,4); \fill[white,opacity=.94] (2,0) rectangle (4,4);",
        {"a": 2 / 4},
    ),
    tikz(
        "two-veils-on-a-fill",
        r"\fill[name path=a] (2,1) rectangle (4,3); \fill[white,opacity=.94] (1,0) rectangle (5,4);"
        r"\fill[white,opacity=.94] (1,0) rectangle (5,4);",
        {"a": 0},
    ),
    tikz(
        "pattern-over",
        rf"\draw[name path=a] {LINE} \fill[pattern=north east lines] (2,0) rectangle (4,4);",
        {"a": 1},
    ),
    tikz(
        "shading-over",
        rf"\draw[name path=a] {LINE} \shade[left color=red,right color=blue] (2,1) rectangle (4,3);",
        {"a": 2 / 4},
    ),
    # the page
    tikz(
        "page-edge",
        rf"\draw[name path=a] {LINE}",
        {"a": 2 / 4},
        box=r"\useasboundingbox (0,0) rectangle (3,4);",
        cause="page",
    ),
    tikz(
        "page-edge-fill",
        r"\fill[name path=a] (1,1) rectangle (5,3);",
        {"a": 1 / 2},
        box=r"\useasboundingbox (0,0) rectangle (3,4);",
    ),
    tikz("off-the-page", r"\draw[name path=a] (7,2) -- (9,2); \draw (1,1) -- (2,1);", {"a": 0}, cause="page"),
    tikz("on-the-rim-of-the-page", r"\draw[name path=a] (0,1) -- (0,3);", {"a": 1}),
    # no extent
    tikz("no-length", r"\draw[name path=a] (3,2) -- (3,2); \draw (1,1) -- (2,1);", {"a": None}),
    tikz("a-dot", r"\draw[name path=a,line cap=round,line width=3pt] (3,2) -- (3,2);", {"a": 1}),
    tikz("no-area", r"\fill[name path=a] (1,1) rectangle (5,1); \draw (1,2) -- (2,2);", {"a": 0}, cause="nothing"),
    tikz("hairline", rf"\draw[name path=a,line width=0pt] {LINE}", {"a": 1}),
    # text
    tikz("text", r"\node at (3,2) {seen};", {"“seen”": 1}),
    tikz("text-white", r"\node[white] at (3,2) {seen}; \draw (1,1) -- (2,1);", {"“seen”": 0}, cause="faint"),
    tikz("text-white-on-black", r"\fill (1,1) rectangle (5,3); \node[white] at (3,2) {seen};", {"“seen”": 1}),
    tikz("text-black-on-black", r"\fill (1,1) rectangle (5,3); \node at (3,2) {seen};", {"“seen”": 0}, cause="faint"),
    tikz("text-under", r"\node at (3,2) {seen}; \fill[red] (1,1) rectangle (5,3);", {"“seen”": 0}, cause="paint"),
    tikz("text-opacity-0", r"\node[opacity=0] at (3,2) {seen}; \draw (1,1) -- (2,1);", {"“seen”": 0}),
    tikz(
        "text-two-veils",
        r"\node at (3,2) {seen}; \fill[white,opacity=.94] (1,1) rectangle (5,3); \fill[white,opacity=.94] (1,1) rectangle (5,3);",
        {"“seen”": 0},
    ),
    # what cannot be told is reported
    tikz(
        "fading",
        r"\fill[name path=a,path fading=east] (1,1) rectangle (5,3);",
        {},
        notes=("mask", "masked-ink"),
    ),
)
