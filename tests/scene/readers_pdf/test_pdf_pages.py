"""What is read of a page and its file, and what must be told about it."""

from __future__ import annotations

import io

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pikepdf import Array, Dictionary, Name
from scene_parts import codes, paths

from mathvis.errors import SceneError
from mathvis.scene.readers.pdf import read_pdf


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


@given(st.binary(max_size=200))
def test_any_content_can_be_read(data):
    document = pikepdf.new()
    document.add_blank_page(page_size=(9, 9))
    document.pages[0].Contents = document.make_stream(b"/MV <</k /cmd>> BDC 0 0 m 1 1 l S " + data)
    buffer = io.BytesIO()
    document.save(buffer)
    scene = read_pdf(buffer.getvalue())
    assert scene.elements
