"""Documents that attack their reader and renderer, each written byte for byte by a program in TeX."""

from __future__ import annotations

import zlib

from hostile_program import ERROR, MEMORY, OK, OUTPUT, TIMEOUT, Program

from mathvis.sandbox import Engine, Job

ANY = (OK, ERROR, TIMEOUT, MEMORY, OUTPUT)
LINE = b"0 0 m 40 40 l S"
PAGE = "/Type /Page /Parent 2 0 R /MediaBox [0 0 50 50]"


def written(data: bytes) -> Job:
    """A program whose document is `data`, of which every byte is printable or ends a line."""
    assert all(byte >= 32 or byte == 10 for byte in data)
    lines = "".join(f"\\w{{{line.hex()}}}\n" for line in data.split(b"\n"))
    return Job(
        "\\documentclass{article}\n\\usepackage{tikz}\n\\begin{document}\n"
        "\\immediate\\openout5=figure.pdf \\def\\w#1{\\immediate\\write5{\\pdfunescapehex{#1}}}\n"
        f"{lines}\\immediate\\closeout5\\csname @@end\\endcsname\n",
        Engine.PDFLATEX,
    )


def stream(data: bytes, entries: str = "", *, flate: int = 1) -> str:
    """A stream object, deflated so many times."""
    for _ in range(flate):
        data = zlib.compress(data, 9)
    filters = "/ASCIIHexDecode " + "/FlateDecode " * flate
    lines = _lines(f"{data.hex()}>")
    return f"<<{entries} /Filter [{filters}] /Length {len(lines)}>> stream\n{lines}\nendstream"


def _lines(text: str) -> str:
    return "\n".join(text[at : at + 200] for at in range(0, len(text), 200))


def document(
    *objects: str, page: str = "/Contents 4 0 R", pages: str = "/Kids [3 0 R] /Count 1", more: str = ""
) -> bytes:
    """A document of a page; `objects` are numbered from 4."""
    every = ("<</Type /Catalog /Pages 2 0 R>>", f"<</Type /Pages {pages}>>", f"<<{PAGE} {page}>>", *objects)
    body, offsets = b"%PDF-1.5\n", []
    for number, text in enumerate(every, 1):
        offsets.append(len(body))
        body += f"{number} 0 obj {text} endobj\n".encode("latin-1")
    start = len(body)
    table = "".join(f"{at:010d} 00000 n \n" for at in offsets)
    head = (
        f"xref\n0 {len(every) + 1}\n0000000000 65535 f \n{table}trailer <</Size {len(every) + 1} /Root 1 0 R {more}>>\n"
    )
    return body + head.encode() + f"startxref\n{start}\n%%EOF".encode()


def drawn(content: bytes, *objects: str, resources: str = "", **more: str) -> Job:
    """A page with this content; `objects` are numbered from 5."""
    page = f"/Contents 4 0 R /Resources <<{resources}>>"
    return written(document(stream(content), *objects, page=page, **more))


def image(entries: str, data: str = "00>") -> Job:
    lines = _lines(data)
    text = f"<</Type /XObject /Subtype /Image {entries} /Length {len(lines)}>> stream\n{lines}\nendstream"
    return drawn(LINE + b" q 40 0 0 40 0 0 cm /I Do Q", text, resources="/XObject <</I 5 0 R>>")


def font(entries: str, *objects: str, text: bytes = b"(AAA)") -> Job:
    return drawn(
        b"BT /F 9 Tf 5 5 Td " + text + b" Tj ET " + LINE,
        f"<</Type /Font {entries}>>",
        *objects,
        resources="/Font <</F 5 0 R>>",
    )


DESCRIBED = "/BaseFont /X /FirstChar 65 /LastChar 65 /Widths [600] /FontDescriptor 6 0 R"
ABOUT = "/Type /FontDescriptor /FontName /X /Flags 4 /FontBBox [0 0 9 9] /ItalicAngle 0 /Ascent 9 /Descent 0 /StemV 9"
GREY = "/ColorSpace /DeviceGray /BitsPerComponent 8"
HUGE = "/Width 60000 /Height 60000"
LARGE = "/Width 3000 /Height 3000"

STREAMS = (
    Program("stream that inflates to a gigabyte", written(document(stream(zlib.compress(b"0 0 m 9 9 l S\n" * 3_000_000, 9) * 1, flate=1).replace("/FlateDecode ", "/FlateDecode /FlateDecode "))), ANY),
    Program("stream deflated four times", written(document(stream(b"0" * 30_000_000, flate=4))), ANY),
    Program("nothing but a line", drawn(LINE), (OK,)),
    Program("many filters", written(document(f"<</Filter [{('/ASCIIHexDecode ' * 10 + chr(10)) * 500}] /Length 3>> stream\n00>\nendstream")), ANY),
    Program("length that is the stream itself", written(document(f"<</Length 4 0 R>> stream\n{LINE.decode()}\nendstream")), ANY),
    Program("negative length", written(document(f"<</Length -5>> stream\n{LINE.decode()}\nendstream")), ANY),
    Program("predictor of huge rows", written(document(stream(LINE, "/DecodeParms [null <</Predictor 12 /Columns 2147483647 /Colors 32 /BitsPerComponent 16>>]"))), ANY),
    Program("contents that are no stream", written(document("(text)")), ANY),
    Program("contents of everything", written(document("[4 0 R 1 0 R null 3 (x) [4 0 R]]")), ANY),
    Program("stream from a file", written(document("<</F (/etc/passwd) /Length 0>> stream\n\nendstream")), ANY),
)  # fmt: skip

STRUCTURE = (
    Program("page tree in a circle", written(document(stream(LINE), pages="/Kids [2 0 R 3 0 R] /Count 2")), ANY),
    Program("pages without number", written(document(stream(LINE), pages="/Kids [3 0 R] /Count 2147483647")), ANY),
    Program("the same page very often", written(document(stream(LINE), pages=f"/Kids [{('3 0 R ' * 40 + chr(10)) * 700}] /Count 28000")), ANY),
    Program("parents in a circle", written(document(stream(LINE), page="/Contents 4 0 R /Rotate 0", pages="/Kids [3 0 R] /Count 1 /Parent 2 0 R")), ANY),
    Program("root that is the page", written(document(stream(LINE), more="/Root 3 0 R")), ANY),
    Program("tables of objects in a circle", written(document(stream(LINE), more="/Prev 9")), ANY),
    Program("table that follows itself", written(document(stream(LINE)).replace(b">>\nstartxref\n", b"/Prev 00000>>\nstartxref\n").replace(b"/Prev 00000", b"/Prev 99999")), ANY),
    Program("stream of objects that holds itself", written(document(stream(LINE), stream(b"5 0 <<>>", "/Type /ObjStm /N 1 /First 4 /Extends 5 0 R"))), ANY),
    Program("no table of objects", written(document(stream(LINE)).replace(b"startxref", b"startxxxx")), ANY),
    Program("arrays nested without end", written(document(stream(LINE), ("[" * 200 + "\n") * 250)), ANY),
    Program("arrays nested very deep", written(document(stream(LINE), ("[" * 200 + "\n") * 100 + ("]" * 200 + "\n") * 100, page="/Contents 4 0 R /Resources 5 0 R")), ANY),
    Program("dictionaries nested very deep", written(document(stream(LINE), ("<</A" * 50 + "\n") * 400 + " 0" + (">>" * 50 + "\n") * 400, page="/Contents 4 0 R /Resources 5 0 R")), ANY),
    Program("object that is another, in a circle", written(document("5 0 R", "4 0 R")), ANY),
    Program("numbers beyond every type", written(document(stream(LINE), page="/Contents 4 0 R /Rotate 99999999999999999999 /UserUnit 1e99")), ANY),
    Program("page of rubbish", written(document(stream(LINE), page="/Contents 4 0 R /MediaBox [(a) null <<>> /X]")), ANY),
    Program("locked", written(document(stream(LINE), more="/Encrypt <</Filter /Standard /V 1 /R 2 /O (x) /U (x) /P -1>> /ID [(a) (b)]")), ANY),
    Program("types confused", written(document(stream(LINE), page="/Contents 4 0 R /Resources [/XObject /Font] /Annots <<>> /Group (x) /Parent 7")), ANY),
    Program("resources of the wrong types", written(document(stream(b"/G gs /P cs /N scn /F 9 Tf /X Do /S sh /M /D BDC EMC " + LINE), page="/Contents 4 0 R /Resources <</ExtGState 1 /ColorSpace [1] /Pattern (x) /Font null /XObject /X /Shading 4 0 R /Properties 5>>")), ANY),
)  # fmt: skip

CONTENT = (
    Program("form that draws itself", drawn(b"/X Do " + LINE, stream(b"/X Do", "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources <</XObject <</X 5 0 R>>>>"), resources="/XObject <</X 5 0 R>>"), ANY),
    Program("forms of forms", drawn(b"/X Do " * 30, *(stream(b"/X Do " * 30, f"/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources <</XObject <</X {n} 0 R>>>>") for n in range(6, 12)), stream(LINE, "/Type /XObject /Subtype /Form /BBox [0 0 9 9]"), resources="/XObject <</X 5 0 R>>"), ANY),
    Program("pattern drawn in itself", drawn(b"/Pattern cs /P scn 0 0 50 50 re f", stream(b"/Pattern cs /P scn 0 0 9 9 re f", "/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources <</Pattern <</P 5 0 R>>>>"), resources="/Pattern <</P 5 0 R>>"), ANY),
    Program("pattern of tiny steps", drawn(b"/Pattern cs /P scn 0 0 50 50 re f", stream(b"0 0 1 1 re f", "/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.0001 /YStep 0.0001 /Resources <<>>"), resources="/Pattern <</P 5 0 R>>"), ANY),
    Program("mask that masks itself", drawn(b"/G gs " + LINE, "<</Type /ExtGState /SMask <</S /Luminosity /G 6 0 R>>>>", stream(b"/G gs 0 0 9 9 re f", "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Group <</S /Transparency /CS /DeviceGray>> /Resources <</ExtGState <</G 5 0 R>>>>"), resources="/ExtGState <</G 5 0 R>>"), ANY),
    Program("shading of many samples", drawn(b"/S sh", "<</ShadingType 1 /ColorSpace /DeviceGray /Function <</FunctionType 0 /Domain [0 1 0 1] /Range [0 1] /Size [60000 60000] /BitsPerSample 32>>>>", resources="/Shading <</S 5 0 R>>"), ANY),
    Program("function of functions", drawn(b"/S sh", "<</ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 50 50] /Function 6 0 R>>", "<</FunctionType 3 /Domain [0 1] /Functions [6 0 R 6 0 R] /Bounds [0.5] /Encode [0 1 0 1]>>", resources="/Shading <</S 5 0 R>>"), ANY),
    Program("calculator without end", drawn(b"/S sh", "<</ShadingType 1 /ColorSpace /DeviceGray /Function 6 0 R>>", stream(b"{" + b"dup mul " * 60_000 + b"}", "/FunctionType 4 /Domain [0 1 0 1] /Range [0 1]"), resources="/Shading <</S 5 0 R>>"), ANY),
    Program("colour space of itself", drawn(b"/C cs 1 sc " + LINE, "[/Indexed 5 0 R 255 (x)]", resources="/ColorSpace <</C 5 0 R>>"), ANY),
    Program("dashes without number", drawn(b"[0.00001] 0 d 1 w " + LINE * 50), ANY),
    Program("operands without number", drawn(b"1 " * 400_000 + LINE), ANY),
    Program("arrays in a content", drawn(b"[" * 100_000 + LINE), ANY),
    Program("states without number", drawn(b"q " * 500_000 + LINE), ANY),
    Program("inline image without end", drawn(b"BI /W 60000 /H 60000 /BPC 8 /CS /G ID " + b"x" * 1000), ANY),
    Program("layers of layers", drawn(b"/OC /L BDC " + LINE + b" EMC", "<</Type /OCMD /VE 6 0 R>>", "[/And 6 0 R 6 0 R]", resources="/Properties <</L 5 0 R>>"), ANY),
    Program("annotation that draws itself", written(document(stream(LINE), "<</Type /Annot /Subtype /Square /Rect [0 0 9 9] /F 4 /AP <</N 6 0 R>>>>", stream(b"/X Do", "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources <</XObject <</X 6 0 R>>>>"), page="/Contents 4 0 R /Annots [5 0 R 5 0 R]")), ANY),
)  # fmt: skip

_HUGE = {"FlateDecode", "JPXDecode"}
IMAGES = tuple(
    Program(f"picture by {name}", image(f"{HUGE if name in _HUGE else LARGE} {entries} /Filter [/ASCIIHexDecode /{name}]", data), ANY)
    for name, entries, data in (
        ("FlateDecode", GREY, zlib.compress(b"\0" * 60_000_000, 9).hex() + ">"),
        ("RunLengthDecode", GREY, "81ff" * 40_000 + ">"),
        ("CCITTFaxDecode", "/ImageMask true /DecodeParms [null <</K -1 /Columns 60000 /Rows 60000>>]", "ff" * 4000 + ">"),
        ("DCTDecode", GREY, "ffd8ffc0000b08ea60ea6001011100ffda0008010100003f00" + "7f" * 3000 + ">"),
        ("JPXDecode", "", "ff4fff51002900000000ea600000ea60000000000000000000000001000000010000000000000000000107010 1".replace(" ", "") + "ff52000c00000001000504040001ff5c00134040484850484850484850484850484850ff90000a0000000000000001ff93" + "00" * 500 + ">"),
        ("JBIG2Decode", "/ImageMask true", "00000000300001000000130000ea600000ea600000000000000000000000" + "000000012600010000002e0000ea600000ea6000000000000000000000" + "ff" * 400 + ">"),
        ("LZWDecode", GREY, "800b6050220c0c8501" * 4000 + ">"),
    )
)  # fmt: skip

FONTS = (
    Program("glyph that draws itself", font("/Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [.001 0 0 .001 0 0] /FirstChar 65 /LastChar 65 /Widths [9] /CharProcs <</A 6 0 R>> /Encoding <</Differences [65 /A]>> /Resources <</Font <</F 5 0 R>>>>", stream(b"9 0 d0 BT /F 9 Tf (AA) Tj ET")), ANY),
    Program("glyph without end", font("/Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [.001 0 0 .001 0 0] /FirstChar 65 /LastChar 65 /Widths [9] /CharProcs <</A 6 0 R>> /Encoding <</Differences [65 /A]>>", stream(b"9 0 d0 " + LINE * 100_000), text=b"(" + b"A" * 20_000 + b")"), ANY),
    Program("rubbish for a Type 1 font", font(f"/Subtype /Type1 {DESCRIBED}", f"<<{ABOUT} /FontFile 7 0 R>>", stream(b"%!PS-AdobeFont-1.0\n/Encoding 256 array\neexec" + b"\x80\x01\xff" * 30_000, "/Length1 40 /Length2 99999999 /Length3 -1")), ANY),
    Program("rubbish for a TrueType font", font(f"/Subtype /TrueType {DESCRIBED}", f"<<{ABOUT} /FontFile2 7 0 R>>", stream(b"\0\1\0\0\0\x05\xff\xff\xff\xff\xff\xff" + b"".join(tag + b"\0\0\0\0\0\0\0\x0c\xff\xff\xff\xff" for tag in (b"glyf", b"loca", b"cmap", b"head", b"maxp")))), ANY),
    Program("rubbish for a CFF font", font(f"/Subtype /Type1 {DESCRIBED}", f"<<{ABOUT} /FontFile3 7 0 R>>", stream(b"\1\0\4\4\xff\xff\4" + b"\xff" * 3000, "/Subtype /Type1C")), ANY),
    Program("map of every character", font("/Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 7 0 R", "<</Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo <</Registry (A) /Ordering (I) /Supplement 0>> /W [0 4294967295 1]>>", stream(b"begincmap 1 begincodespacerange <00000000> <ffffffff> endcodespacerange 100 beginbfrange " + b"<00000000> <ffffffff> <0041> " * 100 + b"endbfrange endcmap")), ANY),
    Program("map that uses itself", font("/Subtype /Type0 /BaseFont /X /Encoding 7 0 R /DescendantFonts [6 0 R]", "<</Type /Font /Subtype /CIDFontType0 /BaseFont /X /CIDSystemInfo <</Registry (A) /Ordering (I) /Supplement 0>>>>", stream(b"begincmap 1 begincidrange <0000> <ffff> 0 endcidrange endcmap", "/Type /CMap /CMapName /Y /UseCMap 7 0 R")), ANY),
    Program("font that is its own descendant", font("/Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [5 0 R]"), ANY),
    Program("widths of the wrong types", font("/Subtype /Type1 /BaseFont /Helvetica /FirstChar -2147483648 /LastChar 2147483647 /Widths [(a) null /X] /Encoding <</Differences [(a) -5 /B 99999999999 /C]>>"), ANY),
    Program("font without anything", font(""), ANY),
    Program("font that is a number", drawn(b"BT /F 9 Tf (A) Tj ET " + LINE, "7", resources="/Font <</F 5 0 R>>"), ANY),
)  # fmt: skip

PROGRAMS = STREAMS + STRUCTURE + CONTENT + IMAGES + FONTS
