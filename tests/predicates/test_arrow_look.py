"""How arrows are drawn: shafts, starts and heads, in SVG and TikZ, by the format's own means and by hand."""

from __future__ import annotations

import math

import pytest
from binding_builders import bound, figure_of, line, text
from figure_builders import REGISTRY
from hypothesis import given, settings
from hypothesis import strategies as st
from tex_pages import scenes

from mathvis.figure.finding import Outcome
from mathvis.goldir.codes import Code
from mathvis.predicates.budget import Budget
from mathvis.predicates.core.arrows import arrow_look, check_look

NODES = text(57, 100, "A", "A") + text(243, 100, "B", "B")
ENTITIES = 'entities:\n  ns: {kind: nodes, members: {A: "$A$", B: "$B$"}}\n  es: {kind: arrows, names: "arr-*"}\n'
HEAD = 'marker-end="url(#h)"'
PLAIN = line("", 68, 100, 235, 100, HEAD)
CHEVRON = '<path d="M228 92L238 100L228 108" fill="none" stroke="black"/>'


def look(figure, edges=None, **stated):
    chosen = figure.entities["es"] if edges is None else edges
    assert chosen
    return arrow_look(chosen, figure, Budget(10_000_000), **stated)


def drawn(body, entities=ENTITIES):
    return figure_of(NODES + body, entities)


def marker(name, content, ref_x, ref_y, size=16):
    return (
        f'<defs><marker id="{name}" orient="auto" markerWidth="{size}" markerHeight="{size}" refX="{ref_x}" '
        f'refY="{ref_y}" markerUnits="userSpaceOnUse">{content}</marker></defs>'
    )


def stroke(d, width=1.5, color="black", more=""):
    return f'<path d="{d}" fill="none" stroke="{color}" stroke-width="{width}" {more}/>'


def agrees(figure, **truth):
    """Whether of all values that can be stated exactly the true ones hold, and the others are violated."""
    values = {
        "shaft": ("single", "double"),
        "start": ("plain", "tail", "hook", "bar"),
        "head": ("headless", "one", "two", "both"),
    }
    for key, true in truth.items():
        for value in values[key]:
            finding = look(figure, **{key: value})
            if finding.code is not (None if value == true else Code.R12) or finding.outcome is Outcome.UNDECIDED:
                return f"{key}: {value}: {finding.outcome} {finding.message}"
    return ""


# -- shafts ------------------------------------------------------------------------------------------------

WIDE = stroke("M68 100H232", 5)
SHAFTS = {
    "line": (PLAIN, "single"),
    "thick line": (stroke("M68 100H232", 5) + CHEVRON, "single"),
    "dashed": (stroke("M68 100H235", more='stroke-dasharray="5 4" ' + HEAD), "single"),
    "curve": (stroke("M68 100C120 40 180 40 235 95", more=HEAD), "single"),
    "with a casing for crossings": (stroke("M68 100H232", 6, "white") + PLAIN, "single"),
    "highlighted": (stroke("M68 100H232", 8, "#f44") + PLAIN, "single"),
    "on a pale band": (stroke("M68 100H232", 8, "#ddf") + PLAIN, "single"),
    "painted twice": (PLAIN + line("", 68, 100.2, 230, 100.2), "single"),
    "hollow": (WIDE + stroke("M68 100H232", 3, "white") + CHEVRON, "double"),
    "hollow with a name": (f'<g id="arr-1">{WIDE}{stroke("M68 100H232", 3, "white")}{CHEVRON}</g>', "double"),
    "hollow and coloured": (WIDE + stroke("M68 100H232", 3, "#ffa") + CHEVRON, "double"),
    "hollow and dashed": (
        stroke("M68 100H232", 5, more='stroke-dasharray="9 3"') + stroke("M68 100H232", 3, "white") + CHEVRON,
        "double",
    ),
    "hollow and bent": (
        stroke("M68 100C120 40 180 40 232 94", 5) + stroke("M68 100C120 40 180 40 232 94", 3, "white"),
        "double",
    ),
    "hollow by less than is seen": (WIDE + stroke("M68 100H232", 0.1, "white") + CHEVRON, "single"),
    "two lines in one path": (stroke("M68 98H232M68 102H232") + CHEVRON, "double"),
    "two lines in a group": (
        f'<g id="arr-1">{line("", 68, 98, 234, 98)}{line("", 68, 102, 234, 102)}{CHEVRON}</g>',
        "double",
    ),
    "two lines under one head": (line("", 68, 98, 234, 98) + line("", 68, 102, 234, 102) + CHEVRON, "double"),
    "two arrows side by side": (line("", 68, 96, 235, 96, HEAD) + line("", 68, 104, 235, 104, HEAD), "single"),
    "two arrows close together": (line("", 68, 98, 235, 98, HEAD) + line("", 68, 103, 235, 103, HEAD), "single"),
}


@pytest.mark.parametrize("case", SHAFTS)
def test_shafts(case):
    body, shaft = SHAFTS[case]
    assert not agrees(drawn(body), shaft=shaft)


@pytest.mark.parametrize(("panel", "ink"), [("#203040", "white"), ("#fde", "black")])
def test_the_ground_is_that_of_the_panel(panel, ink):
    ground = f'<rect x="20" y="40" width="300" height="120" fill="{panel}"/>'
    single = ground + stroke("M68 100H232", 2, ink, 'id="arr-1"')
    double = f'{ground}<g id="arr-1">{stroke("M68 100H232", 5, ink)}{stroke("M68 100H232", 3, panel)}</g>'
    for body, shaft in ((single, "single"), (double, "double")):
        assert not agrees(figure_of(body, 'entities:\n  es: {kind: arrows, names: "arr-*"}\n'), shaft=shaft)


def test_two_lines_without_heads_may_be_an_equality_or_two_edges():
    figure = drawn(line("", 68, 98, 232, 98) + line("", 68, 102, 232, 102))
    assert len(figure.entities["es"]) == 2
    for shaft in ("single", "double"):
        assert look(figure, shaft=shaft).outcome is Outcome.UNDECIDED
    apart = drawn(line("", 68, 92, 232, 92) + line("", 68, 108, 232, 108))
    assert not agrees(apart, shaft="single")


def test_colours_of_like_weight_do_not_tell_line_from_gap():
    figure = drawn(WIDE + stroke("M68 100H232", 3, "#484848") + CHEVRON)
    for shaft in ("single", "double"):
        assert look(figure, shaft=shaft).outcome is Outcome.UNDECIDED


def test_three_lines_are_neither():
    rails = "".join(line("", 68, y, 232, y) for y in (97.5, 100, 102.5))
    figure = drawn(f'<g id="arr-1">{rails}</g>')
    assert look(figure, shaft="double").code is Code.R12
    assert "3 lines" in look(figure, shaft="single").message


@settings(max_examples=60, deadline=None)
@given(
    angle=st.floats(0, 360),
    width=st.floats(1.5, 6),
    share=st.floats(0.0, 0.8),
    bend=st.floats(-60, 60),
    long=st.floats(60, 130),
)
def test_hollow_lines_are_double_where_the_gap_is_seen(angle, width, share, bend, long):
    gap = width * share
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    places = [(200 + c * x - s * y, 150 + s * x + c * y) for x, y in ((-long, 0), (0, bend), (long, 0))]
    d = "M{:.3f} {:.3f}Q{:.3f} {:.3f} {:.3f} {:.3f}".format(*(v for place in places for v in place))
    body = f'<g id="arr-1">{stroke(d, width)}{stroke(d, gap, "white") if gap else ""}</g>'
    figure = figure_of(body, 'entities:\n  es: {kind: arrows, names: "arr-*"}\n')
    points = 0.75 * gap
    if not 0.2 < points < 0.35:  # a hairline and a half
        assert not agrees(figure, shaft="double" if points > 0.3 else "single")


# -- starts and heads --------------------------------------------------------------------------------------

TWO = "<path d='M8 4L15 8L8 12M1 4L8 8L1 12' fill='none' stroke='black'/>"
ENDS = {
    "plain": (PLAIN, "plain", "one"),
    "no head": (line("", 68, 100, 232, 100), "plain", "headless"),
    "both heads": (line("", 66, 100, 235, 100, HEAD + ' marker-start="url(#h)"'), "plain", "both"),
    "two heads by a marker": (
        marker("t", TWO, 15, 8) + line("", 68, 100, 235, 100, 'marker-end="url(#t)"'),
        "plain",
        "two",
    ),
    "two heads by hand": (
        line("", 68, 100, 238, 100) + stroke("M228 94L238 100L228 106") + stroke("M221 94L231 100L221 106"),
        "plain",
        "two",
    ),
    "two triangles by hand": (
        line("", 68, 100, 236, 100) + '<path d="M228 94L238 100L228 106Z"/><path d="M218 94L228 100L218 106Z"/>',
        "plain",
        "two",
    ),
    "a head by hand": (line("", 68, 100, 238, 100) + CHEVRON, "plain", "one"),
    "a head and a mark in the middle": (
        line("", 68, 100, 238, 100) + CHEVRON + '<path d="M145 94L155 100L145 106Z"/>',
        "plain",
        "one",
    ),
    "hook by a marker": (
        marker("k", "<path d='M6 2A3 3 0 0 0 6 8' fill='none' stroke='black'/>", 6, 8)
        + line("", 70, 100, 235, 100, f'marker-start="url(#k)" {HEAD}'),
        "hook",
        "one",
    ),
    "hook in the line": (stroke("M68 92A4 4 0 0 0 68 100H235", more=HEAD), "hook", "one"),
    "bar by a marker": (
        marker("k", "<path d='M1 0V10' fill='none' stroke='black'/>", 1, 5)
        + line("", 68, 100, 235, 100, f'marker-start="url(#k)" {HEAD}'),
        "bar",
        "one",
    ),
    "tail by a marker": (
        marker("k", "<path d='M1 1L6 5L1 9' fill='none' stroke='black'/>", 6, 5)
        + line("", 70, 100, 235, 100, f'marker-start="url(#k)" {HEAD}'),
        "tail",
        "one",
    ),
    "tail by hand": (PLAIN + stroke("M66 95L71 100L66 105"), "tail", "one"),
}


@pytest.mark.parametrize("case", ENDS)
def test_starts_and_heads(case):
    body, start, head = ENDS[case]
    assert not agrees(drawn(body), start=start, head=head)


def test_a_bar_by_hand():
    figure = drawn(PLAIN + line("", 68, 95, 68, 105))
    arrows = tuple(edge for edge in figure.entities["es"] if edge.directed)
    assert len(arrows) == 1
    assert look(figure, arrows, start="bar").holds
    assert look(figure, arrows, start="plain").code is Code.R12


def test_ink_at_the_start_that_nobody_knows_decides_nothing():
    figure = drawn(PLAIN + '<path d="M66 97L70 95L71 103L65 104Z"/>')
    for start in ("plain", "hook", "bar", "tail"):
        assert look(figure, start=start).outcome is Outcome.UNDECIDED


def test_other_arrows_and_nodes_at_the_start_are_not_part_of_it():
    fan = PLAIN + line("", 68, 100, 160, 40, HEAD) + line("", 68, 100, 160, 160, HEAD)
    assert all(look(drawn(fan), (edge,), start="plain").holds for edge in drawn(fan).entities["es"])
    turn = stroke("M68 100H110V190H75V150", more=HEAD)
    named = f'<g id="arr-1">{turn}</g>'
    assert look(drawn(named), start="plain").holds


# -- TikZ --------------------------------------------------------------------------------------------------

CD = {
    "": ("single", "plain", "one"),
    "Rightarrow": ("double", "plain", "one"),
    "Rightarrow, dashed": ("double", "plain", "one"),
    "Rightarrow, bend left": ("double", "plain", "one"),
    "equal": ("double", "plain", "headless"),
    "Leftrightarrow": ("double", "plain", "both"),
    "leftrightarrow": ("single", "plain", "both"),
    "hook": ("single", "hook", "one"),
    "hook'": ("single", "hook", "one"),
    "tail": ("single", "tail", "one"),
    "tail, two heads": ("single", "tail", "two"),
    "two heads": ("single", "plain", "two"),
    "mapsto": ("single", "bar", "one"),
    "Mapsto": ("double", "bar", "one"),
    "dash": ("single", "plain", "headless"),
    "dashed": ("single", "plain", "one"),
    "squiggly": ("single", "plain", "one"),
    "crossing over": ("single", "plain", "one"),
}
TIKZ = {
    "->": ("single", "plain", "one"),
    "-Stealth": ("single", "plain", "one"),
    "->, double": ("double", "plain", "one"),
    "double, -Implies": ("double", "plain", "one"),
    "double equal sign distance, -Implies": ("double", "plain", "one"),
    "->, double=yellow": ("double", "plain", "one"),
    "->, double, dashed": ("double", "plain", "one"),
    "->, double, decorate, decoration=snake": ("double", "plain", "one"),
    "->, decorate, decoration=zigzag": ("single", "plain", "one"),
    "->, preaction={draw, white, line width=4pt}": ("single", "plain", "one"),
    "->, preaction={draw, red, line width=4pt}": ("single", "plain", "one"),
    "->, line width=3pt": ("single", "plain", "one"),
    "{Round Cap}->": ("single", "plain", "one"),
    "{Hooks[right]}->": ("single", "hook", "one"),
    ">->": ("single", "tail", "one"),
    "->>": ("single", "plain", "two"),
    "-{Stealth[] Stealth[]}": ("single", "plain", "two"),
    "|->": ("single", "bar", "one"),
}


@pytest.fixture(scope="module")
def tikz():
    """One page each of tikz-cd and of TikZ arrows, and the arrows by where they start."""
    rows = "\n".join(rf"X_{{{k}}} \ar[r, {look}] & Y_{{{k}}} \\" for k, look in enumerate(CD))
    lines = "".join(
        rf"\node (x{k}) at (0,{-k}) {{$X_{{{k}}}$}}; \node (y{k}) at (3,{-k}) {{$Y_{{{k}}}$}}; \draw[{look}] (x{k}) -- (y{k});"
        for k, look in enumerate(TIKZ)
    )
    found = scenes(
        [
            rf"\begin{{tikzcd}}[row sep=small, column sep=2cm]{rows}\end{{tikzcd}}",
            rf"\begin{{tikzpicture}}{lines}\end{{tikzpicture}}",
        ],
        r"\usetikzlibrary{cd,arrows.meta,decorations.pathmorphing}",
    )
    out = {}
    for kind, table, scene in zip(("cd", "tikz"), (CD, TIKZ), found, strict=True):
        members = ", ".join(f'{name}{k}: "${name.upper()}_{{{k}}}$"' for k in range(len(table)) for name in "xy")
        entities = f'entities:\n  ns: {{kind: nodes, members: {{{members}}}}}\n  es: {{kind: arrows, names: "arr-*"}}\n'
        figure = bound(scene, entities)
        ends = {edge.source or edge.target: edge for edge in figure.entities["es"]}
        out |= {(kind, look): (figure, ends.get(f"ns.x{k}")) for k, look in enumerate(table)}
    return out


@pytest.mark.parametrize(("kind", "style"), [("cd", style) for style in CD] + [("tikz", style) for style in TIKZ])
def test_tikz(tikz, kind, style):
    figure, edge = tikz[kind, style]
    assert edge is not None
    shaft, start, head = (CD if kind == "cd" else TIKZ)[style]
    assert look(figure, (edge,), shaft=shaft, start=start, head=head).holds
    other = "single" if shaft == "double" else "double"
    assert look(figure, (edge,), shaft=other).code is Code.R12
    assert look(figure, (edge,), start="bar" if start != "bar" else "plain").code is Code.R12
    assert look(figure, (edge,), head="two" if head != "two" else "one").code is Code.R12


# -- the statement -----------------------------------------------------------------------------------------


def test_the_first_arrow_that_is_otherwise_is_named():
    finding = look(drawn(WIDE + stroke("M68 100H232", 3, "white") + CHEVRON), shaft="single")
    assert finding.message == "A → B has a double shaft, not a single shaft"
    assert finding.measured == "double"
    assert finding.evidence[0].elements


def test_a_violation_outweighs_what_cannot_be_told():
    body = line("", 68, 96, 235, 96, HEAD) + '<path d="M66 93L70 91L71 99L65 100Z"/>' + line("", 68, 105, 234, 105)
    figure = drawn(body)
    assert look(figure, start="plain").outcome is Outcome.UNDECIDED
    assert look(figure, start="plain", head="one").code is Code.R12


def test_something_must_be_stated():
    assert list(check_look({"edges": "es"}))
    assert not list(check_look({"edges": "es", "head": "one"}))
    assert REGISTRY["arrow_look"].check is check_look
