"""Pages written by hand: what a content stream paints, and what must be told about it."""

from __future__ import annotations

import io
import math

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pikepdf import Array, Dictionary, Name

from mathvis.errors import SceneError
from mathvis.scene.model import FillRule, Image, PaintKind, Path, Role
from mathvis.scene.readers.pdf import read_pdf
from mathvis.scene.readers.pdf_geometry import apply, multiply


def paths(scene):
    return [element for element in scene.elements if isinstance(element, Path)]


def codes(scene):
    return {note.code for note in scene.notes}


def near(a, b):
    return a == pytest.approx(b, abs=1e-6)


class TestGeometry:
    def test_a_line_has_its_handles_on_the_chord(self, read):
        (path,) = paths(read("10 20 m 40 50 l S"))
        assert path.subpaths[0].points == ((10, 20), (20, 30), (30, 40), (40, 50))
        assert not path.subpaths[0].closed

    def test_closing_adds_the_closing_line(self, read):
        (path,) = paths(read("0 0 m 10 0 l 0 10 l h S"))
        (subpath,) = path.subpaths
        assert subpath.closed
        assert len(subpath.points) == 10
        assert subpath.points[-1] == subpath.points[0]

    def test_closing_where_the_path_already_ends_adds_nothing(self, read):
        (path,) = paths(read("0 0 m 10 0 l 0 0.0002 l h S"))
        assert len(path.subpaths[0].points) == 7
        assert path.subpaths[0].points[-1] == (0, 0)

    def test_after_closing_a_path_goes_on_from_its_start(self, read):
        (path,) = paths(read("0 0 m 10 0 l 0 10 l h 5 5 l S"))
        assert [len(s.points) for s in path.subpaths] == [10, 4]
        assert path.subpaths[1].points[0] == (0, 0)

    def test_rectangles_keep_their_orientation(self, read):
        turned, plain = paths(read("10 10 20 -5 re S 10 10 20 5 re S"))
        assert plain.subpaths[0].points[3] == (30, 10)
        assert turned.subpaths[0].points[6] == (30, 5)
        assert plain.subpaths[0].closed

    def test_short_curves(self, read):
        v, y = paths(read("0 0 m 1 2 3 4 v S 0 0 m 1 2 3 4 y S"))
        assert v.subpaths[0].points == ((0, 0), (0, 0), (1, 2), (3, 4))
        assert y.subpaths[0].points == ((0, 0), (1, 2), (3, 4), (3, 4))

    def test_a_lone_moveto_is_nothing(self, read):
        (path,) = paths(read("0 0 m 10 0 l 5 5 m S 7 7 m S"))
        assert len(path.subpaths) == 1

    def test_a_closed_point_with_round_caps_is_a_dot(self, read):
        assert len(paths(read("1 J 5 w 5 5 m h S"))) == 1
        assert paths(read("5 w 5 5 m h S")) == []

    def test_transforms_nest_and_are_restored(self, read):
        first, second = paths(read("q 2 0 0 2 10 10 cm 1 0 0 1 5 0 cm 0 0 m 1 1 l S Q 0 0 m 1 1 l S"))
        assert first.subpaths[0].points[0] == (20, 10)
        assert first.subpaths[0].points[-1] == (22, 12)
        assert second.subpaths[0].points[0] == (0, 0)

    def test_width_and_dash_scale_with_the_transform(self, read):
        (path,) = paths(read("2 0 0 8 0 0 cm 3 w [1 2] 1 d 0 0 m 1 1 l S"))
        assert path.stroke.width == pytest.approx(12)
        assert path.stroke.dash == pytest.approx((4, 8))
        assert path.stroke.dash_phase == pytest.approx(4)

    @given(*[st.floats(-5, 5) for _ in range(12)], st.floats(-9, 9), st.floats(-9, 9))
    def test_products_of_transforms_are_transforms_in_turn(self, a, b, c, d, e, f, g, h, i, j, k, l, x, y):
        first, then = (a, b, c, d, e, f), (g, h, i, j, k, l)
        once = apply(then, *apply(first, x, y))
        assert apply(multiply(first, then), x, y) == pytest.approx(once, abs=1e-6)


class TestPaint:
    @pytest.mark.parametrize(
        ("operators", "color"),
        [
            ("0.5 G", (0.5, 0.5, 0.5)),
            ("1 0 0.2 RG", (1, 0, 0.2)),
            ("0 0 0 0 K", (1, 1, 1)),
            ("0 1 1 0 K", (0.9294, 0.1098, 0.1412)),
            ("/DeviceRGB CS 0 0 1 SC", (0, 0, 1)),
            ("/DeviceCMYK CS", (0.1373, 0.1216, 0.1255)),
            ("2 -1 0 RG", (1, 0, 0)),
        ],
    )
    def test_stroke_colours(self, read, operators, color):
        (path,) = paths(read(f"{operators} 0 0 m 9 9 l S"))
        assert path.stroke.paint.color == pytest.approx(color, abs=0.01)

    @pytest.mark.parametrize(
        ("operator", "stroked", "rule", "closed"),
        [
            ("S", True, None, False),
            ("s", True, None, True),
            ("f", False, FillRule.NONZERO, False),
            ("f*", False, FillRule.EVENODD, False),
            ("B", True, FillRule.NONZERO, False),
            ("b*", True, FillRule.EVENODD, True),
        ],
    )
    def test_painting_operators(self, read, operator, stroked, rule, closed):
        (path,) = paths(read(f"0 0 m 9 0 l 9 9 l {operator}"))
        assert (path.stroke is not None) == stroked
        assert (path.fill.rule if path.fill else None) == rule
        assert path.subpaths[0].closed == closed

    def test_alpha_of_a_state_and_of_a_group(self, read):
        def resources(document):
            form = document.make_stream(b"0 0 m 9 9 l S 0 0 9 9 re f")
            form.stream_dict.Subtype = Name.Form
            form.stream_dict.BBox = Array([0, 0, 9, 9])
            form.stream_dict.Group = Dictionary(S=Name.Transparency)
            states = Dictionary(a=Dictionary(CA=0.5, ca=0.25))
            return Dictionary(ExtGState=states, XObject=Dictionary(f=form))

        alone, inside, filled = paths(read("/a gs 0 0 m 9 9 l S /f Do", resources=resources))
        assert alone.stroke.paint.alpha == 0.5
        assert inside.stroke.paint.alpha == 0.25
        assert filled.fill.paint.alpha == 0.25

    def test_masks_and_blend_modes_are_told(self, read):
        states = Dictionary(
            m=Dictionary(SMask=Dictionary(S=Name.Luminosity)),
            b=Dictionary(BM=Name.Multiply),
            n=Dictionary(BM=Name.Normal),
        )
        scene = read(
            "q /m gs 0 0 9 9 re f Q q /b gs 0 0 9 9 re f Q /n gs 0 0 9 9 re f", resources=Dictionary(ExtGState=states)
        )
        assert {note.code: note.elements for note in scene.notes} == {"mask": (0,), "blend": (1,)}

    def test_patterns_and_shadings(self, read):
        def resources(document):
            tile = document.make_stream(b"0 0 1 1 re f")
            tile.stream_dict.PatternType = 1
            tile.stream_dict.PaintType = 2
            ramp = Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([1, 0, 0]), C1=Array([0, 0, 1]), N=1)
            shading = Dictionary(ShadingType=2, ColorSpace=Name.DeviceRGB, Coords=Array([0, 0, 9, 0]), Function=ramp)
            return Dictionary(
                ColorSpace=Dictionary(u=Array([Name.Pattern, Name.DeviceRGB])),
                Pattern=Dictionary(t=tile, s=Dictionary(PatternType=2, Shading=shading)),
                Shading=Dictionary(h=shading),
            )

        content = "/u cs 0 1 0 /t scn 0 0 9 9 re f /Pattern cs /s scn 0 0 9 9 re f q 1 1 5 5 re W n /h sh Q"
        tiled, shaded, clipped = paths(read(content, resources=resources))
        assert tiled.fill.paint.kind is PaintKind.PATTERN
        assert tiled.fill.paint.color == (0, 1, 0)
        assert shaded.fill.paint.kind is PaintKind.SHADING
        assert shaded.fill.paint.color == pytest.approx((0.5, 0, 0.5))
        assert clipped.fill.paint.kind is PaintKind.SHADING
        assert clipped.subpaths[0].points[0] == (1, 1)

    def test_separations_are_shown_in_their_alternate(self, read):
        tint = Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([0, 0, 0, 0]), C1=Array([0, 0, 0, 1]), N=1)
        spaces = Dictionary(s=Array([Name.Separation, Name.Spot, Name.DeviceCMYK, tint]))
        (path,) = paths(read("/s cs 0 scn 0 0 9 9 re f", resources=Dictionary(ColorSpace=spaces)))
        assert path.fill.paint.color == pytest.approx((1, 1, 1))


class TestClips:
    def test_clips_add_up_and_are_restored(self, read):
        scene = read("q 0 0 50 50 re W n q 10 10 9 9 re W* n 0 0 m 9 9 l S Q 0 0 m 9 9 l S Q 0 0 m 9 9 l S")
        both, one, none = paths(scene)
        assert [len(p.clips) for p in (both, one, none)] == [2, 1, 0]
        assert scene.clips[both.clips[1]].rule is FillRule.EVENODD
        assert scene.clips[one.clips[0]].subpaths[0].points[6] == (50, 50)

    def test_an_empty_clip_hides_everything(self, read):
        scene = read("0 0 m W n 0 0 m 9 9 l S")
        (path,) = paths(scene)
        assert scene.clips[path.clips[0]].subpaths == ()


class TestForms:
    @staticmethod
    def form(document, content, **more):
        made = document.make_stream(content)
        made.stream_dict.Subtype = Name.Form
        made.stream_dict.BBox = Array([-500, -500, 500, 500])
        for key, value in more.items():
            made.stream_dict["/" + key] = value
        return document.make_indirect(made)

    def test_a_form_is_entered_with_its_matrix_box_and_resources(self, read):
        def resources(document):
            inner = self.form(document, b"0 0 m 1 1 l S")
            outer = self.form(
                document,
                b"2 0 0 2 0 0 cm /g Do",
                Matrix=Array([1, 0, 0, 1, 10, 20]),
                BBox=Array([0, 0, 4, 4]),
                Resources=Dictionary(XObject=Dictionary(g=inner)),
            )
            return Dictionary(XObject=Dictionary(f=outer))

        scene = read("/f Do", resources=resources)
        (path,) = paths(scene)
        assert path.subpaths[0].points[0] == (10, 20)
        assert path.subpaths[0].points[-1] == (12, 22)
        assert scene.clips[path.clips[0]].subpaths[0].points[6] == (14, 24)

    def test_a_form_that_contains_itself_is_told_and_ends(self, read):
        def resources(document):
            form = self.form(document, b"0 0 m 1 1 l S /f Do")
            form.Resources = Dictionary(XObject=Dictionary(f=form))
            return Dictionary(XObject=Dictionary(f=form))

        scene = read("/f Do", resources=resources)
        assert len(paths(scene)) == 1
        assert "form-nesting" in codes(scene)

    def test_forms_that_multiply_are_refused(self, read):
        def resources(document):
            form = self.form(document, b"0 0 m 1 1 l S " * 10)
            for _ in range(8):
                form = self.form(document, b"/f Do " * 10, Resources=Dictionary(XObject=Dictionary(f=form)))
            return Dictionary(XObject=Dictionary(f=form))

        with pytest.raises(SceneError, match="more than any figure needs"):
            read("/f Do", resources=resources)

    def test_images_are_told(self, read):
        def resources(document):
            image = document.make_stream(b"\x00", Subtype=Name.Image, Width=1, Height=1, BitsPerComponent=8)
            return Dictionary(XObject=Dictionary(i=image))

        content = b"q 20 0 0 10 5 5 cm /i Do Q q 9 0 0 9 0 0 cm BI /W 1 /H 1 /IM true ID \x80\nEI Q"
        scene = read(content, resources=resources)
        assert [(e.kind, e.box[2]) for e in scene.elements if isinstance(e, Image)] == [
            ("image", (25, 15)),
            ("inline-mask", (9, 9)),
        ]
        assert [note.elements for note in scene.notes if note.code == "image"] == [(0, 1)]


class TestPages:
    @pytest.mark.parametrize(
        ("turn", "size", "corner"),
        [
            (90, (100, 200), (10, 195)),
            (180, (200, 100), (195, 90)),
            (270, (100, 200), (90, 5)),
            (-90, (100, 200), (90, 5)),
        ],
    )
    def test_a_rotated_page_is_read_as_shown(self, read, turn, size, corner):
        def change(_document, page):
            page.Rotate = turn

        scene = read("5 10 m 50 50 l S", change=change)
        assert (scene.canvas.width, scene.canvas.height) == size
        assert paths(scene)[0].subpaths[0].points[0] == corner
        assert "rotated-page" in codes(scene)

    def test_the_canvas_is_the_box_that_is_shown(self, read):
        def change(_document, page):
            page.MediaBox = Array([-10, -20, 300, 300])
            page.CropBox = Array([0, -5, 100, 45])

        scene = read("0 0 m 9 9 l S", change=change)
        assert (scene.canvas.width, scene.canvas.height) == (100, 50)
        assert paths(scene)[0].subpaths[0].points[0] == (0, 5)
        assert "crop-box" in codes(scene)

    def test_annotations_are_told(self, read):
        def change(document, page):
            page.Annots = Array([document.make_indirect(Dictionary(Subtype=Name.Stamp, Rect=Array([0, 0, 9, 9]), F=4))])

        assert "annotation" in codes(read("", change=change))

    def test_a_link_without_a_frame_leaves_no_ink(self, read):
        def change(document, page):
            link = Dictionary(Subtype=Name.Link, Rect=Array([0, 0, 9, 9]), Border=Array([0, 0, 0]))
            page.Annots = Array([document.make_indirect(link)])

        assert "annotation" not in codes(read("", change=change))

    def test_pages_are_counted(self, page):
        def change(document, _page):
            document.add_blank_page(page_size=(9, 9))

        scene = read_pdf(page("0 0 m 9 9 l S", change=change))
        assert scene.pages == 2
        assert len(paths(scene)) == 1

    def test_content_may_be_split_between_tokens(self, read):
        def change(document, page):
            page.Contents = Array([document.make_stream(b"0 0 m 9"), document.make_stream(b"9 l S")])

        assert paths(read("", change=change))[0].subpaths[0].points[-1] == (9, 9)

    @pytest.mark.parametrize("data", [b"", b"%PDF-1.5\nnothing", b"<svg/>"])
    def test_what_is_no_pdf_is_refused(self, data):
        with pytest.raises(SceneError):
            read_pdf(data)

    def test_a_locked_pdf_is_refused(self, page, tmp_path):
        source = tmp_path / "a.pdf"
        source.write_bytes(page(""))
        with pikepdf.open(source) as document:
            document.save(tmp_path / "b.pdf", encryption=pikepdf.Encryption(user="u", owner="o"))
        with pytest.raises(SceneError, match="password"):
            read_pdf((tmp_path / "b.pdf").read_bytes())

    def test_too_many_strokes_are_refused(self, read):
        with pytest.raises(SceneError, match="more than any figure needs"):
            read(b"0 0 m 9 9 l S\n" * 200_001)


class TestFonts:
    @staticmethod
    def resources(**entries):
        return Dictionary(Font=Dictionary(F=Dictionary(Type=Name.Font, **entries)))

    def test_a_font_that_is_not_embedded_is_told(self, read):
        scene = read(
            "BT /F 10 Tf 5 5 Td (A) Tj ET", resources=self.resources(Subtype=Name.Type1, BaseFont=Name.Helvetica)
        )
        assert [e.form for e in scene.elements] == ["A"]
        assert "unread-font" in codes(scene)

    def test_bitmap_fonts_are_told(self, read):
        def resources(document):
            glyph = document.make_stream(b"5 0 0 0 5 5 d1 0 0 5 5 re f")
            return self.resources(
                Subtype=Name.Type3,
                FontMatrix=Array([0.1, 0, 0, 0.1, 0, 0]),
                FontBBox=Array([0, 0, 5, 5]),
                FirstChar=65,
                LastChar=65,
                Widths=Array([5]),
                Encoding=Dictionary(Differences=Array([65, Name.a65])),
                CharProcs=Dictionary(a65=glyph),
            )

        scene = read("BT /F 10 Tf 5 5 Td (AA) Tj ET", resources=resources)
        assert [e.form for e in scene.elements] == ["\N{REPLACEMENT CHARACTER}" * 2]
        assert {"type3-text", "unknown-glyph"} <= codes(scene)

    def test_text_that_paints_nothing_is_no_label(self, read):
        fonts = self.resources(Subtype=Name.Type1, BaseFont=Name.Helvetica)
        scene = read("BT /F 10 Tf 3 Tr 5 5 Td (A) Tj 0 Tr (B) Tj ET", resources=fonts)
        assert [e.form for e in scene.elements] == ["B"]
        assert "invisible-text" in codes(scene)

    def test_positioning_operators(self, read):
        fonts = self.resources(
            Subtype=Name.Type1, BaseFont=Name.Helvetica, FirstChar=65, LastChar=66, Widths=Array([1000, 500])
        )
        content = "BT /F 10 Tf 1 0 0 1 10 90 Tm (A) Tj [-6000 (B)] TJ 0 -40 TD (A) Tj T* 20 Tc 200 Tz (AB) ' ET"
        scene = read(content, resources=fonts, size=(200, 200))
        # A is 10 wide and the gap 60; the third line is two leadings of 40 below the second; doubled, A and its space are 60
        assert [(e.form, e.baseline) for e in scene.elements] == [
            ("A", (10, 90)), ("B", (80, 90)), ("A", (10, 50)), ("A", (10, -30)), ("B", (70, -30)),
        ]  # fmt: skip


class TestLayers:
    @staticmethod
    def layered(off):
        def change(document, page):
            group = document.make_indirect(Dictionary(Type=Name.OCG, Name="x"))
            page.Resources = Dictionary(Properties=Dictionary(oc=group))
            document.Root.OCProperties = Dictionary(
                OCGs=Array([group]), D=Dictionary(OFF=Array([group] if off else []))
            )

        return change

    @pytest.mark.parametrize(("off", "count"), [(True, 1), (False, 2)])
    def test_a_hidden_layer_is_not_there_and_told(self, read, off, count):
        scene = read("/OC /oc BDC 0 0 m 9 9 l S EMC 1 1 m 9 9 l S", change=self.layered(off))
        assert len(paths(scene)) == count
        assert paths(scene)[-1].subpaths[0].points[0] == (1, 1)
        assert "optional-content" in codes(scene)
        assert "forged-mark" not in codes(scene)


class TestMarks:
    def test_a_name_binds_what_is_painted_inside_it(self, read):
        scene = read("/MV <</k /cmd /c 3 /l 7 /n [<67>]>> BDC 0 0 m 9 9 l S EMC 0 0 m 9 9 l S")
        named, plain = paths(scene)
        assert (named.names, named.line) == (("g",), 7)
        assert (plain.names, plain.line, plain.command) == ((), None, -1)
        assert codes(scene) == set()

    @pytest.mark.parametrize(
        "content",
        [
            "EMC 0 0 m 9 9 l S",
            "/MV <</k /cmd /c 1 /n [<67>]>> BDC 0 0 m 9 9 l S",
            "/MV <</k /cmd /c 1>> BDC EMC EMC 0 0 m 9 9 l S",
        ],
    )
    def test_marks_that_do_not_balance_are_told_and_the_ink_stays(self, read, content):
        scene = read(content)
        assert len(paths(scene)) == 1
        assert "forged-mark" in codes(scene)

    def test_a_mark_left_open_in_a_form_ends_with_it(self, read):
        def resources(document):
            form = document.make_stream(b"/MV <</k /cmd /c 1 /n [<67>]>> BDC 0 0 m 9 9 l S")
            form.stream_dict.Subtype = Name.Form
            form.stream_dict.BBox = Array([0, 0, 200, 100])
            return Dictionary(XObject=Dictionary(f=form))

        scene = read("/f Do 1 1 m 9 9 l S", resources=resources)
        inside, outside = paths(scene)
        assert inside.names == ("g",)
        assert outside.names == ()
        assert "forged-mark" in codes(scene)

    @pytest.mark.parametrize(
        "mark",
        [
            "/MV <</k /cmd /c (x) /l [1] /n 5 /r 3>>",
            "/MV <</k /path /d [/l 1]>>",
            "/MV <</k /path /d [/m 0 0 /c 1 1]>>",
            "/MV <</k /tip /e 3>>",
            "/MV <</k /node /n [1]>>",
            "/MV 5",
            "/MV",
        ],
    )
    def test_senseless_marks_do_no_harm(self, read, mark):
        (path,) = paths(read(f"{mark} BDC 0 0 m 9 9 l S EMC"))
        assert path.names == ()
        assert path.declared == ()

    def test_a_declared_path_is_in_page_coordinates(self, read):
        content = "2 0 0 2 10 20 cm /MV <</k /path /d [/m 0 0 /l 72.27 0 /a 1 1 /b 2 2 /c 3 3 /r 0 0 /s 5 5]>> BDC 0 0 m 9 9 l S EMC"
        (path,) = paths(read(content))
        first, second = path.declared
        assert near(first.points[3], (154, 20))
        assert len(first.points) == 7
        assert second.closed
        assert math.isclose(second.points[6][0], 10 + 2 * 5 * 72 / 72.27)

    def test_points_nodes_and_aliases(self, read):
        content = """
        /MV <</k /alias /n <62> /o <61> /p [0 0]>> DP
        /MV <</k /at /n <61> /p [72.27 0]>> DP
        1 0 0 1 5 5 cm /MV <</k /at /n <61> /p [0 0]>> DP
        /MV <</k /node /n <4E> /s <63> /c 1>> BDC 0 0 4 4 re S
        /MV <</k /anchors /o [2 2] /n [2 4] /s [2 0] /e [4 2] /w [0 2]>> DP EMC
        """
        scene = read(content)
        assert [(p.name, near(p.at, at)) for p, at in zip(scene.points, [(72, 0), (5, 5), (5, 5)], strict=True)] == [
            ("a", True),
            ("a", True),
            ("b", True),
        ]
        (node,) = scene.nodes
        assert (node.names, node.shape, node.elements, node.border) == (("N",), "c", (0,), 0)
        assert near(node.box[2], (5 + 4 * 72 / 72.27, 5 + 4 * 72 / 72.27))
        assert paths(scene)[0].role is Role.NODE

    def test_names_are_bounded(self, read):
        name = "41" * 5000
        (path,) = paths(read(f"/MV <</k /cmd /c 1 /n [<{name}>]>> BDC 0 0 m 9 9 l S EMC"))
        assert len(path.names[0]) == 200


@pytest.mark.parametrize(
    "content", ["0 0 m (x) 9 l S", "[1 2] w 0 0 m 9 9 l S", "/x gs 0 0 m 9 9 l S", "1 0 0 cm 0 0 m 9 9 l S"]
)
def test_operators_with_senseless_operands_are_told(read, content):
    scene = read(content)
    assert "malformed-content" in codes(scene)


@given(st.binary(max_size=200))
def test_any_content_can_be_read(data):
    document = pikepdf.new()
    document.add_blank_page(page_size=(9, 9))
    document.pages[0].Contents = document.make_stream(b"/MV <</k /cmd>> BDC 0 0 m 1 1 l S " + data)
    buffer = io.BytesIO()
    document.save(buffer)
    scene = read_pdf(buffer.getvalue())
    assert scene.elements
