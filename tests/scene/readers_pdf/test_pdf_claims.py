"""Marks are claims: what they say of ink holds as far as the ink agrees."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pikepdf import Array, Dictionary, Name

from mathvis.scene.model import Label, Paint, Path, Role, Stroke, Subpath
from mathvis.scene.readers.pdf_ink import PathInk
from mathvis.scene.readers.pdf_pointing import pointing, sharp
from mathvis.scene.readers.pdf_roles import is_grid


def codes(scene):
    return {note.code for note in scene.notes}


def roles(scene):
    return [element.role for element in scene.elements if isinstance(element, Path)]


def line(*points):
    spread = [points[0]]
    for (x0, y0), (x1, y1) in pairwise(points):
        spread += [((2 * x0 + x1) / 3, (2 * y0 + y1) / 3), ((x0 + 2 * x1) / 3, (y0 + 2 * y1) / 3), (x1, y1)]
    return Subpath(tuple(spread), closed=False)


def shape(*points):
    return [PathInk((line(*points),), Stroke(Paint((0, 0, 0)), 0.4), None, (), None)]


def tipped(inside, direction="1 0", style="Stealth", flags="", end="end"):
    """A line from (10, 50) to (60, 50) with the given ink as its tip."""
    name = style.encode().hex()
    return (
        f"/MV <</k /cmd /c 1>> BDC /MV <</k /path>> BDC 10 50 m 60 50 l S /MV <</k /tip /e /{end} /c 1>> BDC "
        f"/MV <</k /head /t <{name}>>> BDC /MV <</k /headat {flags} /m [{direction} 0 0]>> DP {inside} EMC EMC EMC EMC"
    )


FORWARD, BACKWARD = "60 50 m 54 53 l 54 47 l h f", "54 50 m 60 53 l 60 47 l h f"


class TestTips:
    @given(st.floats(0, 2 * math.pi), st.floats(1, 20), st.floats(0.3, 10))
    def test_a_triangle_points_to_its_narrow_end(self, turn, long, wide):
        c, s = math.cos(turn), math.sin(turn)
        ink = shape(*((c * x - s * y, s * x + c * y) for x, y in ((0, wide), (long, 0), (0, -wide), (0, wide))))
        assert pointing(ink, (c, s), (0, 0)) == 1
        assert pointing(ink, (-c, -s), (0, 0)) == -1

    @pytest.mark.parametrize("corners", [((0, 3), (0, -3)), ((0, 3), (6, 3), (6, -3), (0, -3), (0, 3))])
    def test_bars_and_squares_do_not_point(self, corners):
        assert pointing(shape(*corners), (1, 0), (0, 0)) == 0
        assert sharp(shape(*corners), (1, 0), 0.4) == 0

    def test_a_single_barb_points_by_its_distance_from_the_line(self):
        assert pointing(shape((-6, 4), (0, 0)), (1, 0), (0, 0)) == 1
        assert pointing(shape((-6, 0), (0, 4)), (1, 0), (0, 0)) == -1

    def test_a_true_claim_is_believed(self, read):
        scene = read(tipped(FORWARD))
        (tip,) = scene.elements[0].tips
        assert (tip.kind, tip.direction) == ("arrow", (1, 0))
        assert codes(scene) == set()

    def test_a_reversed_claim_is_turned_and_noted(self, read):
        scene = read(tipped(BACKWARD))
        (tip,) = scene.elements[0].tips
        assert (tip.kind, tip.direction) == ("tail", (-1, 0))
        assert "forged-mark" in codes(scene)

    def test_a_head_called_a_bar_is_a_head(self, read):
        scene = read(tipped(FORWARD, style="Bar"))
        assert scene.elements[0].tips[0].kind == "arrow"
        assert "forged-mark" in codes(scene)

    @pytest.mark.parametrize(
        ("ink", "kind"),
        [
            ("60 53 m 60 47 l S", "bar"),
            ("57 47 6 6 re f", "square"),
            (
                "60 50 m 60 51.66 58.66 53 57 53 c 55.34 53 54 51.66 54 50 c 54 48.34 55.34 47 57 47 c 58.66 47 60 48.34 60 50 c f",
                "circle",
            ),
            ("60 50 m 57 51 l 54 50 l 57 49 l h f", "other"),
        ],
    )
    def test_what_does_not_point_is_of_the_kind_of_its_shape(self, read, ink, kind):
        (tip,) = read(tipped(ink)).elements[0].tips
        assert tip.kind == kind

    def test_a_claim_without_ink_is_nothing(self, read):
        assert read(tipped("")).elements[0].tips == ()

    def test_a_tip_far_from_its_line_is_a_path(self, read):
        scene = read(tipped("160 90 m 154 93 l 154 87 l h f"))
        assert scene.elements[0].tips == ()
        assert roles(scene) == [Role.PATH, Role.PATH]

    def test_a_tip_as_long_as_a_line_is_a_path(self, read):
        scene = read(tipped("60 50 m 60 95 l S"))
        assert scene.elements[0].tips == ()
        assert roles(scene) == [Role.PATH, Role.PATH]


class TestCasings:
    def made(self, read, pre, main="10 50 m 60 50 l S"):
        return roles(
            read(
                f"/MV <</k /cmd /c 1 /r /pre>> BDC /MV <</k /path>> BDC 3 w {pre} EMC EMC "
                f"/MV <</k /cmd /c 1>> BDC /MV <</k /path>> BDC 1 w {main} EMC EMC"
            )
        )

    def test_a_wider_stroke_along_the_line_is_one(self, read):
        assert self.made(read, "10 50 m 60 50 l S") == [Role.CASING, Role.PATH]

    def test_it_may_reach_to_the_point_of_a_tip(self, read):
        assert self.made(read, "10 50 m 60 50 l S", "10 50 m 55 50 l S") == [Role.CASING, Role.PATH]

    def test_one_that_runs_elsewhere_is_a_path(self, read):
        assert self.made(read, "10 50 m 60 90 l S") == [Role.PATH, Role.PATH]

    @pytest.mark.parametrize(("inner", "role"), [("10 50 m 60 50 l", Role.CASING), ("10 50 m 60 90 l", Role.PATH)])
    def test_the_inside_of_a_double_line_is_on_it(self, read, inner, role):
        scene = read(f"/MV <</k /path>> BDC 3 w 10 50 m 60 50 l S /MV <</k /inner>> BDC 1 w {inner} S EMC EMC")
        assert roles(scene) == [Role.PATH, role]


class TestGrids:
    GRID = (((0, 0), (0, 2)), ((1, 0), (1, 2)), ((0, 0), (1, 0)), ((0, 1), (1, 1)), ((0, 2), (1, 2)))

    @given(st.floats(0, 6.28), st.floats(0.1, 5))
    def test_a_turned_and_sheared_grid_is_one(self, turn, shear):
        c, s = math.cos(turn), math.sin(turn)
        moved = [[(c * x - s * y + shear * y, s * x + c * y) for x, y in ends] for ends in self.GRID]
        assert is_grid([line(*ends) for ends in moved])

    @pytest.mark.parametrize("more", [((0, 0), (1, 2)), ((3, 0), (3, 2)), ((0, 1), (0, 3)), ((0, 0), (0.5, 0))])
    def test_other_lines_beside_it_make_it_none(self, more):
        assert not is_grid([line(*ends) for ends in (*self.GRID, more)])

    def test_a_named_path_is_no_grid(self, drawn):
        scene = drawn(
            r"\draw[name path=g] (0,0) grid (2,2); \draw (0,0) grid (2,2);", preamble=r"\usetikzlibrary{intersections}"
        )
        assert roles(scene) == [Role.PATH, Role.GRID]


class TestNodes:
    def test_a_line_that_a_node_paints_far_outside_is_a_path(self, drawn):
        scene = drawn(r"\makeatletter\node[draw,circle] (A) {$A$\pdfliteral{q 0 0 m 90 90 l S Q}}; \node (B) {$B$};")
        stray = [e for e in scene.elements if isinstance(e, Path) and e.fill is None][-1]
        assert (stray.role, stray.node) == (Role.PATH, None)
        assert all(stray.index not in node.elements for node in scene.nodes)

    def test_borders_shadows_and_parts_stay_with_their_node(self, drawn):
        scene = drawn(
            r"""\node[draw,double,rectangle split,rectangle split parts=2,drop shadow] (A) {x \nodepart{two} y};
            \node[starburst,draw] at (3,0) (B) {$B$}; \node[cross out,draw] at (5,0) (C) {$C$};""",
            preamble=r"\usetikzlibrary{shapes,shadows}",
        )
        assert {e.node for e in scene.elements} == {"A", "B", "C"}


class TestTexts:
    def test_a_rule_along_glyphs_is_a_bar_and_one_beyond_is_a_path(self, drawn):
        scene = drawn(r"\node {$\frac{a}{b}$}; \node at (3,0) {$2$\rlap{\rule{3cm}{.4pt}}};")
        assert roles(scene) == [Role.TEXT, Role.PATH]

    def test_a_number_cut_in_two_is_read_as_one(self, drawn):
        body = r"\node[inner sep=0pt] (a) {$N=3$}; \node[inner sep=0pt,anchor=base west] at (a.base east) {$5$};"
        assert [e.form for e in drawn(body).elements] == ["N=35"]

    def test_texts_a_space_apart_are_two(self, drawn):
        body = r"\node[inner sep=0pt] (a) {$3$}; \node[inner sep=.15em,anchor=base west] at (a.base east) {$5$};"
        assert [e.form for e in drawn(body).elements] == ["3", "5"]


def pattern(content):
    def resources(document):
        tile = document.make_stream(
            content, PatternType=1, PaintType=1, TilingType=1, BBox=Array([0, 0, 9, 9]), XStep=9, YStep=9,
            Resources=Dictionary(),
        )  # fmt: skip
        return Dictionary(Pattern=Dictionary(P=document.make_indirect(tile)))

    return resources


class TestPaint:
    @pytest.mark.parametrize("content", [b"", b"1 0 0 RG 0 0 m 9 9 l S"])
    def test_lines_in_patterns_are_noted(self, read, content):
        assert "masked-ink" in codes(read("/Pattern CS /P SCN 0 0 m 50 50 l S", resources=pattern(content)))

    def test_areas_in_patterns_are_not_unless_the_tile_is_empty(self, read):
        area = "/Pattern cs /P scn 0 0 50 50 re f"
        assert "masked-ink" not in codes(read(area, resources=pattern(b"0 0 m 9 9 l S")))
        assert "masked-ink" in codes(read(area, resources=pattern(b"q Q")))

    def test_solid_colours_end_a_pattern(self, read):
        content = "/Pattern CS /P SCN 0 G 0 0 m 50 50 l S"
        assert "masked-ink" not in codes(read(content, resources=pattern(b"")))

    @pytest.mark.parametrize("state", [Dictionary(BM=Name.Screen), Dictionary(SMask=Dictionary(S=Name.Alpha))])
    def test_lines_in_blends_and_masks_are_noted(self, read, state):
        resources = Dictionary(ExtGState=Dictionary(G=state))
        assert "masked-ink" in codes(read("/G gs 0 0 m 50 50 l S", resources=resources))
        assert "masked-ink" not in codes(read("/G gs 0 0 50 50 re f", resources=resources))
        named = "/G gs /MV <</k /cmd /c 1 /n [<41>]>> BDC 0 0 50 50 re f EMC"
        assert "masked-ink" in codes(read(named, resources=resources))


def test_a_font_of_drawings_says_nothing(read):
    def resources(document):
        glyph = document.make_stream(b"500 0 0 0 500 700 d1 0 0 500 700 re f")
        font = Dictionary(
            Type=Name.Font, Subtype=Name.Type3, FontBBox=Array([0, 0, 600, 700]), FontMatrix=Array([0.001, 0, 0, 0.001, 0, 0]),
            CharProcs=Dictionary(three=document.make_indirect(glyph)), FirstChar=51, LastChar=51, Widths=Array([600]),
            Encoding=Dictionary(Type=Name.Encoding, Differences=Array([51, Name.three])), Resources=Dictionary(),
        )  # fmt: skip
        return Dictionary(Font=Dictionary(F=document.make_indirect(font)))

    scene = read("BT /F 10 Tf 20 20 Td (3) Tj ET", resources=resources)
    assert [e.form for e in scene.elements if isinstance(e, Label)] == ["\N{REPLACEMENT CHARACTER}"]
    assert "type3-text" in codes(scene)
