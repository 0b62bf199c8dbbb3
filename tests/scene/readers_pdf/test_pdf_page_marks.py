"""Layers, and the marks of hooks: what they bind, and what they cannot claim."""

from __future__ import annotations

import math

import pytest
from pikepdf import Array, Dictionary, Name
from scene_parts import codes, near, paths

from mathvis.scene.model import Role


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
