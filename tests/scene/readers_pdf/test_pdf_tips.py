"""Arrow tips: apex, direction, end, kind, and whose they are."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mathvis.scene.model import Paint, Path, Role, Stroke, Subpath, TipEnd
from mathvis.scene.readers.pdf_ink import PathInk
from mathvis.scene.readers.pdf_tips import foremost, glyph_tip, kind_of

CM = 72 / 2.54
REACH = 0.15
"""A drawn apex agrees with the declared end to this many big points: pgf's tips overlap it by parts of a line."""

META = r"\usetikzlibrary{arrows.meta,bending,decorations.markings,arrows}"


def origin(scene):
    (found,) = [p.at for p in scene.points if p.name == "O"]
    return found


def tipped(scene) -> list[Path]:
    return [e for e in scene.elements if isinstance(e, Path) and e.tips]


ROUND_TRIP = [
    "->", "-Stealth", "-Latex", "-{Stealth[length=5mm]}", "-{Triangle[open]}", "-{Straight Barb}", "-{Stealth[round]}",
    "-{Computer Modern Rightarrow}", "-{Classical TikZ Rightarrow}", "-{Latex[width=4mm]}", "-latex", "-stealth", "-to",
    "-{To[length=3mm]}", "-triangle 45", "-{Kite[]Stealth}", "-{Implies},double", "-{Stealth[scale=2]},ultra thick",
]  # fmt: skip


def test_tips_of_every_common_kind_end_where_the_path_was_declared_to_end(drawn):
    body = r"\coordinate (O) at (0,0);" + "".join(
        rf"\draw[{{{style.split(',')[0]}}},{','.join(style.split(',')[1:])}] (0,{row}) -- (3,{row}.5);".replace(
            "{-", "arrows={-", 1
        )
        if "{" in style
        else rf"\draw[{style}] (0,{row}) -- (3,{row}.5);"
        for row, style in enumerate(ROUND_TRIP)
    )
    scene = drawn(body, preamble=META)
    x, y = origin(scene)
    found = tipped(scene)
    assert len(found) == len(ROUND_TRIP)
    along = (3 / math.hypot(3, 0.5), 0.5 / math.hypot(3, 0.5))
    for row, path in enumerate(found):
        tip = path.tips[-1]
        assert (tip.kind, tip.end) == ("arrow", TipEnd.END), ROUND_TRIP[row]
        assert tip.direction == pytest.approx(along, abs=1e-3), ROUND_TRIP[row]
        assert math.dist(tip.apex, (x + 3 * CM, y + (row + 0.5) * CM)) < REACH, ROUND_TRIP[row]
        assert all(scene.elements[i].role is Role.TIP for i in tip.elements)
        assert all(scene.elements[i].command == path.command for i in tip.elements)
        assert path.declared[0].points[-1] == pytest.approx((x + 3 * CM, y + (row + 0.5) * CM), abs=0.02)


def test_ends_kinds_and_heads(drawn):
    cases = {
        "<-": [("arrow", "start", 1)],
        "<->": [("arrow", "start", 1), ("arrow", "end", 1)],
        "->>": [("arrow", "end", 2)],
        ">->": [("tail", "start", 1), ("arrow", "end", 1)],
        "|->": [("bar", "start", 1), ("arrow", "end", 1)],
        "{Hooks[right]}->": [("hook", "start", 1), ("arrow", "end", 1)],
        "o-*": [("circle", "start", 1), ("circle", "end", 1)],
        "-{Circle[open]}": [("circle", "end", 1)],
        "{Square}-": [("square", "start", 1)],
        "-{Stealth[reversed]}": [("tail", "end", 1)],
        "-<": [("tail", "end", 1)],
        "-{Stealth[]Bar}": [("arrow", "end", 1), ("bar", "end", 1)],
        "-{Bar[]Stealth}": [("bar", "end", 1), ("arrow", "end", 1)],
        "-{Stealth[harpoon]}": [("arrow", "end", 1)],
        "-": [],
    }
    body = "".join(rf"\draw[arrows={style}] (0,{row}) -- (2,{row});" for row, style in enumerate(cases))
    scene = drawn(body, preamble=META)
    mains = [e for e in scene.elements if isinstance(e, Path) and e.role is Role.PATH]
    read = [[(t.kind, t.end.value, t.heads) for t in path.tips] for path in mains]
    assert read == list(cases.values())
    outward = {"start": (-1, 0), "end": (1, 0)}
    for path in mains:
        for tip in path.tips:
            sign = -1 if tip.kind == "tail" else 1
            assert tip.direction == pytest.approx([sign * v for v in outward[tip.end.value]], abs=1e-3)


def test_the_apex_is_the_painted_one_where_a_path_is_shortened(drawn):
    scene = drawn(r"\coordinate (O) at (0,0); \draw[->,shorten >=1cm,shorten <=5mm] (0,0) -- (4,0);")
    x, y = origin(scene)
    (path,) = tipped(scene)
    assert math.dist(path.tips[0].apex, (x + 3 * CM, y)) < REACH
    assert path.subpaths[0].points[0] == pytest.approx((x + CM / 2, y), abs=0.02)
    assert path.declared[0].points[0] == pytest.approx((x, y), abs=0.02)


@pytest.mark.parametrize("style", ["->", "-Stealth", "-{Stealth[bend]}", "-{Latex[flex]}"])
def test_tips_on_curves_follow_their_ends(drawn, style):
    scene = drawn(rf"\coordinate (O) at (0,0); \draw[arrows={style}] (0,0) to[out=0,in=-90] (3,3);", preamble=META)
    x, y = origin(scene)
    (path,) = tipped(scene)
    (tip,) = path.tips
    assert math.dist(tip.apex, (x + 3 * CM, y + 3 * CM)) < 3 * REACH
    assert math.degrees(math.atan2(tip.direction[1], tip.direction[0])) == pytest.approx(90, abs=12)


def test_marks_along_a_path_belong_to_it(drawn):
    scene = drawn(
        r"""\coordinate (O) at (0,0);
        \draw[postaction={decorate},decoration={markings,mark=at position .5 with {\arrow{Stealth}}}] (0,0) -- (4,0);
        \draw[decoration={markings,mark=at position .25 with {\arrow{>}}},postaction={decorate}] (2,3) circle[radius=1];
        \draw[decoration={markings,mark=at position .5 with {\arrowreversed{>}}},postaction={decorate}] (0,5) -- (4,5);
        \node[draw,circle,minimum size=1cm,decoration={markings,mark=at position 0 with {\arrow{>}}},postaction={decorate}] at (7,0) {};
        \draw (0,0.1) -- (4,0.1);""",
        preamble=META,
    )
    x, y = origin(scene)
    straight, circle, backwards, border = tipped(scene)
    for path in (straight, circle, backwards, border):
        assert [tip.end for tip in path.tips] == [TipEnd.MIDDLE]
        assert [tip.kind for tip in path.tips] == ["arrow"]
    assert straight.tips[0].direction == pytest.approx((1, 0), abs=1e-3)
    assert abs(straight.tips[0].apex[0] - (x + 2 * CM)) < 6
    assert circle.tips[0].direction == pytest.approx((-1, 0), abs=0.05)
    assert circle.tips[0].apex[1] == pytest.approx(y + 4 * CM, abs=0.3)
    assert backwards.tips[0].direction == pytest.approx((-1, 0), abs=1e-3)
    assert border.role is Role.NODE


def test_tips_alone_are_ink_without_an_owner(drawn):
    scene = drawn(r"\path[->,tips] (0,0) -- (1,0);")
    assert [e.role for e in scene.elements] == [Role.TIP]


def test_tips_under_mirror_rotation_and_canvas_transforms(drawn):
    scene = drawn(
        r"""\begin{scope}[xscale=-1] \draw[->] (0,0) -- (2,0); \end{scope}
        \begin{scope}[rotate=90] \draw[->] (0,0) -- (2,0); \end{scope}
        \begin{scope}[transform canvas={rotate=180}] \draw[->] (0,0) -- (2,0); \end{scope}
        \begin{scope}[cm={1,1,0,1,(0,0)}] \draw[->] (0,0) -- (2,0); \end{scope}"""
    )
    directions = [path.tips[0].direction for path in tipped(scene)]
    half = math.sqrt(0.5)
    for found, expected in zip(directions, [(-1, 0), (0, 1), (-1, 0), (half, half)], strict=True):
        assert found == pytest.approx(expected, abs=1e-3)


def test_a_forged_tip_binds_no_other_path(read):
    scene = read(
        """/MV <</k /cmd /c 1>> BDC /MV <</k /path>> BDC 0 0 m 50 0 l S EMC EMC
        /MV <</k /tip /e /end /c 1>> BDC /MV <</k /head /t <546F>>> BDC /MV <</k /headat /m [1 0 60 0]>> DP
        55 5 m 60 0 l 55 -5 l S EMC EMC
        /MV <</k /cmd /c 2>> BDC /MV <</k /path>> BDC 0 50 m 50 50 l S
        /MV <</k /tip /e /end /c 2>> BDC /MV <</k /head /t <546F>>> BDC /MV <</k /headat /m [1 0 60 0]>> DP EMC EMC EMC EMC"""
    )
    assert tipped(scene) == []


@pytest.mark.parametrize(
    ("style", "kind"),
    [
        ("Stealth", "arrow"),
        ("to", "arrow"),
        ("Computer Modern Rightarrow", "arrow"),
        ("Straight Barb", "arrow"),
        ("Tee Barb", "bar"),
        ("|", "bar"),
        ("@bar", "bar"),
        ("Hooks", "hook"),
        ("left hook", "hook"),
        ("*", "circle"),
        ("Circle", "circle"),
        ("Square", "square"),
        ("Arc Barb", "other"),
        ("Round Cap", "other"),
    ],
)
def test_kinds(style, kind):
    assert kind_of(style) == kind


@pytest.mark.parametrize(
    ("glyphs", "kind"),
    [
        ([("→", "arrowright")], ("arrow", 1)),
        ([("↠", "twoheadrightarrow")], ("arrow", 2)),
        ([("←", "arrowleft")], ("", 0)),
        ([("←", "arrowleft"), ("", "arrowhookright")], ("hook", 1)),
        ([("↢", "arrowtailleft")], ("tail", 1)),
        ([("x", "x")], ("other", 1)),
    ],
)
def test_glyphs_as_tips(glyphs, kind):
    assert glyph_tip(glyphs) == kind


def wedge(width, join, tip=(10.0, 0.0)):
    line = Subpath(((0, 5), (3, 4), (7, 1), tip, (7, -1), (3, -4), (0, -5)), closed=False)
    return PathInk((line,), Stroke(Paint((0, 0, 0)), width, join=join), None, (), None)


def test_the_foremost_point_counts_the_stroke():
    straight = Subpath(((0, 3), (4 / 3, 2), (8 / 3, 1), (4, 0), (8 / 3, -1), (4 / 3, -2), (0, -3)), closed=False)
    ink = [PathInk((straight,), Stroke(Paint((0, 0, 0)), 2.0, join=join), None, (), None) for join in (0, 1, 2)]
    # the half angle at the apex has sine 3/5, so a miter reaches 5/3 half widths beyond it
    assert foremost([ink[0]], (1, 0)) == pytest.approx((4 + 5 / 3, 0), abs=1e-9)
    assert foremost([ink[1]], (1, 0)) == pytest.approx((5, 0), abs=1e-9)
    assert foremost([ink[2]], (1, 0))[0] == pytest.approx(4 + 3 / 5, abs=1e-9)
    assert foremost([], (1, 0)) is None


@given(st.floats(0, 2 * math.pi), st.floats(0.1, 3))
def test_the_foremost_point_turns_with_the_figure(turn, width):
    c, s = math.cos(turn), math.sin(turn)
    upright = wedge(width, 0)
    turned = PathInk(
        tuple(Subpath(tuple((c * x - s * y, s * x + c * y) for x, y in p.points), p.closed) for p in upright.subpaths),
        upright.stroke,
        None,
        (),
        None,
    )
    x, y = foremost([upright], (1, 0))
    assert foremost([turned], (c, s)) == pytest.approx((c * x - s * y, s * x + c * y), abs=0.2)
