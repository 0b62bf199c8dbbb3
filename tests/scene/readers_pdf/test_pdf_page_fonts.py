"""What is told of the fonts of a page."""

from __future__ import annotations

from pikepdf import Array, Dictionary, Name
from scene_parts import codes


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
