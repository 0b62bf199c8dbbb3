"""Documents in which two programs may see two figures, and documents whose objects are not what they must be."""

import contextlib
import io
import zlib

import pikepdf
import pytest

from mathvis.errors import SceneError
from mathvis.scene.readers.pdf import read_pdf

LINE = b"0 0 m 40 40 l S"


def document(contents="<<>>", page="/Contents 4 0 R", *more, data=LINE, kids="/Kids [3 0 R]"):
    """Objects 4 (a stream with these entries) and on; the offsets are the true ones."""
    entries = contents.removesuffix(">>") + f" /Length {len(data)}>>"
    stream = f"{entries} stream\n".encode() + data + b"\nendstream"
    objects = [
        b"<</Type /Catalog /Pages 2 0 R>>",
        f"<</Type /Pages {kids} /Count 1>>".encode(),
        f"<</Type /Page /Parent 2 0 R /MediaBox [0 0 50 50] {page}>>".encode(),
        stream if contents.startswith("<<") else contents.encode(),
        *(each.encode() for each in more),
    ]
    body, offsets = b"%PDF-1.5\n", []
    for number, text in enumerate(objects, 1):
        offsets.append(len(body))
        body += b"%d 0 obj %b endobj\n" % (number, text)
    table = b"".join(b"%010d 00000 n \n" % at for at in offsets)
    return body + b"xref\n0 %d\n0000000000 65535 f \n%btrailer <</Size %d /Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (
        len(objects) + 1, table, len(objects) + 1, len(body)
    )  # fmt: skip


def codes(data):
    return {note.code for note in read_pdf(data).notes}


FEW = " ".join(f"/Y{n} {n} " for n in range(15))
MANY = " ".join(f"/Z{n} {n}" for n in range(40))


class TestTwoFigures:
    def test_a_sound_document_says_nothing(self):
        assert codes(document()) == set()

    @pytest.mark.parametrize(
        ("filler", "noted"),
        [("", set()), (MANY, {"malformed-content"}), (FEW + "/Z 1 " * 5, {"malformed-content"})],
        ids=["few", "many", "few of them often"],
    )
    def test_a_key_that_stands_twice_among_few_and_among_many(self, filler, noted):
        other = f"<</Length {len(LINE)}>> stream\n{LINE.decode()}\nendstream"
        page = f"/Contents 4 0 R {filler} /Contents 5 0 R"
        assert codes(document("<<>>", page, other)) == noted

    @pytest.mark.parametrize(
        "key", ["/F /ASCIIHexDecode", "/DP <</Predictor 2>>", "/F (file)", "/FFilter /FlateDecode"]
    )
    def test_a_filter_that_only_some_programs_see(self, key):
        assert codes(document(f"<<{key}>>")) == {"malformed-content"}

    def test_a_page_that_is_a_tree_of_pages_too(self):
        inner = "<</Type /Page /Contents 4 0 R /MediaBox [0 0 9 9]>>"
        assert codes(document("<<>>", "/Contents 4 0 R /Kids [5 0 R]", inner)) == {"malformed-content"}

    def test_what_is_said_of_it_is_the_same_each_time(self):
        data = document("<<>>", f"/Contents 4 0 R {MANY} /Contents 4 0 R")
        assert "0x" not in read_pdf(data).notes[0].message
        assert read_pdf(data).notes == read_pdf(bytes(bytearray(data))).notes
        with pytest.raises(SceneError) as first, io.BytesIO(b"x" * 9):
            read_pdf(b"%PDF-1.5 rubbish")
        with pytest.raises(SceneError) as second:
            read_pdf(b"%PDF-1.5 rubbish")
        assert str(first.value) == str(second.value)


WRONG = {
    "contents that are text": document("(text)"),
    "contents that are a number": document("7"),
    "contents that are another object": document("5 0 R", "/Contents 4 0 R", "7"),
    "contents in an array of other things": document("[(x) 3 null]"),
    "resources that are an array": document("<<>>", "/Contents 4 0 R /Resources [/Font]"),
    "a font that is a number": document("<<>>", "/Contents 4 0 R /Resources <</Font <</F 7>>>>", data=b"BT /F 9 Tf (A) Tj ET"),
    "a form that is no stream": document("<<>>", "/Contents 4 0 R /Resources <</XObject <</X <</Subtype /Form /BBox [0 0 1 1]>>>>>>", data=b"/X Do"),
    "a pattern that is no stream": document("<<>>", "/Contents 4 0 R /Resources <</Pattern <</P <</PatternType 1 /PaintType 1>>>>>>", data=b"/Pattern cs /P scn 0 0 9 9 re f"),
    "a function that is no stream": document("<<>>", "/Contents 4 0 R /Resources <</Shading <</S <</ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 9 9] /Function <</FunctionType 4 /Domain [0 1] /Range [0 1]>>>>>>>>", data=b"/S sh"),
    "numbers beyond every type": document("<<>>", "/Contents 4 0 R /Rotate 99999999999999999999"),
    "annotations that are a dictionary": document("<<>>", "/Contents 4 0 R /Annots <<>>"),
    "a font's map that is a number": document("<<>>", "/Contents 4 0 R /Resources <</Font <</F <</Subtype /Type1 /BaseFont /X /ToUnicode 7>>>>>>", data=b"BT /F 9 Tf (A) Tj ET"),
    "a colour space that is anything": document("<<>>", "/Contents 4 0 R /Resources <</ColorSpace <</C [[1 2] <<>> null]>>>>", data=b"/C cs 1 sc " + LINE),
    "rubbish where a number stood": document().replace(b"/Count 1", b"/Count x"),
}  # fmt: skip


@pytest.mark.parametrize("data", WRONG.values(), ids=WRONG)
def test_objects_of_the_wrong_kind_are_the_documents_fault_and_not_the_readers(data):
    with contextlib.suppress(SceneError):
        read_pdf(data)


TRUETYPE = b"\0\1\0\0\0\x05" + b"\xff" * 6 + b"".join(tag + b"\0\0\0\0\0\0\0\x0c\xff\xff\xff\xff" for tag in (b"glyf", b"loca", b"cmap", b"head", b"post"))  # fmt: skip


def test_a_broken_font_is_no_fault_of_the_reader():
    with pikepdf.new() as pdf:
        file = pdf.make_stream(zlib.compress(TRUETYPE), Filter=pikepdf.Name.FlateDecode)
        about = pikepdf.Dictionary(Type=pikepdf.Name.FontDescriptor, FontFile2=file, Flags=4)
        font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.TrueType, BaseFont=pikepdf.Name.X, FirstChar=65, Widths=[600], FontDescriptor=about)  # fmt: skip
        page = pdf.add_blank_page(page_size=(50, 50))
        page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=font))
        page.Contents = pdf.make_stream(b"BT /F 9 Tf (A) Tj ET")
        out = io.BytesIO()
        pdf.save(out)
    read_pdf(out.getvalue())
