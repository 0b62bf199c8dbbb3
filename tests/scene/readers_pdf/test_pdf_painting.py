"""What operators of a content stream paint: paths, paint, clips, forms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pikepdf import Array, Dictionary, Name
from scene_parts import codes, paths

from mathvis.errors import SceneError
from mathvis.scene.model import FillRule, Image, PaintKind
from mathvis.scene.readers.pdf_geometry import apply, multiply


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


@pytest.mark.parametrize(
    "content", ["0 0 m (x) 9 l S", "[1 2] w 0 0 m 9 9 l S", "/x gs 0 0 m 9 9 l S", "1 0 0 cm 0 0 m 9 9 l S"]
)
def test_operators_with_senseless_operands_are_told(read, content):
    scene = read(content)
    assert "malformed-content" in codes(scene)
