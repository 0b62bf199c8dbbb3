"""SVG documents that attack."""

import base64
import struct
import zlib

from hostile_program import ERROR, MEMORY, OK, OUTPUT, REFUSED, TIMEOUT, Program, svg

XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10"'
ANY = (OK, TIMEOUT, MEMORY, OUTPUT, ERROR)


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def raster(width: int, height: int, rows: int) -> str:
    """A PNG of one bit a pixel that claims a size, as base64."""
    body = zlib.compress(bytes((width + 7) // 8 + 1) * rows, 9)
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")
    return base64.b64encode(png).decode()


def copies(levels: int, width: int) -> str:
    layers = ['<rect id="a0" width="1" height="1"/>']
    layers += [f'<g id="a{n}">' + f'<use href="#a{n - 1}"/>' * width + "</g>" for n in range(1, levels + 1)]
    return "<defs>" + "".join(layers) + f'</defs><use href="#a{levels}"/>'


ENTITIES = (
    Program("file as an entity", svg("<text>&x;</text>", before='<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]>'), (REFUSED,), "entity 'x'"),
    Program("entities of entities", svg("<text>&b;</text>", before='<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'), (REFUSED,), "entity 'a'"),
    Program("entities of the declaration", svg("", before='<!DOCTYPE svg [<!ENTITY % p SYSTEM "http://example.org/x.dtd"> %p;]>'), (REFUSED,), "entity 'p'"),
    Program("attributes by declaration", svg("", before='<!DOCTYPE svg [<!ATTLIST svg onload CDATA "x()">]>'), (REFUSED,), "declares the attribute"),
    Program("definition from elsewhere", svg("<rect width='9' height='9'/>", before='<!DOCTYPE svg SYSTEM "file:///etc/passwd">'), (OK, REFUSED)),
    Program("style sheet by instruction", svg("", before='<?xml-stylesheet href="http://example.org/a.css"?>'), (REFUSED,), "style sheet"),
)  # fmt: skip

REFERENCES = (
    Program("picture from the web", svg('<image href="http://example.org/a.png"/>'), (REFUSED,), "outside itself"),
    Program("picture from the disk", svg('<image xlink:href="file:///etc/passwd"/>', XLINK), (REFUSED,), "outside itself"),
    Program("absolute path", svg('<image href="/etc/passwd" width="9" height="9"/>'), (REFUSED,), "outside itself"),
    Program("parent path", svg('<image href="../../etc/passwd" width="9" height="9"/>'), (REFUSED,), "outside itself"),
    Program("inclusion", svg('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/passwd" parse="text"/><rect width="9" height="9"/>'), (REFUSED,), "outside itself"),
    Program("use of another document", svg('<use href="other.svg#a"/>'), (REFUSED,), "outside itself"),
    Program("use of a document in the address", svg('<use xlink:href="data:image/svg+xml,x#a"/>', XLINK), (REFUSED,), "outside itself"),
    Program("fill from elsewhere", svg('<rect fill="url(http://example.org/a.svg#g)"/>'), (REFUSED,), "outside itself"),
    Program("fill from elsewhere in a style", svg("<rect style=\"fill: URL( 'other.svg#g' )\"/>"), (REFUSED,), "outside itself"),
    Program("escaped address in a style", svg(r"<style>rect{fill:u\72l(http://example.org/a)}</style><rect width='9' height='9'/>"), (REFUSED, OK)),
    Program("import of a style sheet", svg("<style>@import 'a.css';</style>"), (REFUSED,), "imports"),
    Program("style in a section", svg("<style><![CDATA[rect{fill:url(//example.org/a)}]]></style>"), (REFUSED,), "outside itself"),
    Program("font from elsewhere", svg("<style>@font-face{font-family:x;src:url(http://example.org/x.ttf)}</style><text>x</text>"), (REFUSED,), "outside itself"),
    Program("base of addresses", svg('<image xml:base="file:///etc/" href="#passwd" width="9" height="9"/><rect width="9" height="9"/>'), (REFUSED, OK)),
)  # fmt: skip

SCRIPTS = (
    Program("script", svg("<script>alert(1)</script>"), (REFUSED,), "script"),
    Program("handler", svg('<rect onclick="x()"/>'), (REFUSED,), "onclick"),
    Program("foreign object", svg("<foreignObject><p/></foreignObject>"), (REFUSED,), "foreignObject"),
    Program("animation", svg('<rect><animate attributeName="x" to="5"/></rect>'), (REFUSED,), "animated"),
    Program("setting", svg('<rect><set attributeName="x" to="5"/></rect>'), (REFUSED,), "animated"),
)  # fmt: skip

AMPLIFICATION = (
    Program("copies of copies", svg(copies(9, 10)), (TIMEOUT, MEMORY, OUTPUT, ERROR)),
    Program("copies in a circle", svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'), ANY),
    Program("pattern in a circle", svg('<pattern id="p" width="1" height="1"><rect fill="url(#p)" width="1" height="1"/></pattern><rect fill="url(#p)" width="90" height="40"/>'), ANY),
    Program("clip in a circle", svg('<clipPath id="c" clip-path="url(#c)"><rect width="5" height="5"/></clipPath><rect clip-path="url(#c)" width="9" height="9"/>'), ANY),
    Program("mask in a circle", svg('<mask id="m"><rect mask="url(#m)" width="9" height="9" fill="white"/></mask><rect mask="url(#m)" width="9" height="9"/>'), ANY),
    Program("marker in a circle", svg('<marker id="k" orient="auto"><path d="M0 0L5 5" marker-end="url(#k)" stroke="black"/></marker><path d="M0 0L9 9" marker-end="url(#k)" stroke="black"/>'), ANY),
    Program("gradient in a circle", svg('<linearGradient id="g" href="#h"/><linearGradient id="h" href="#g"/><rect fill="url(#g)" width="9" height="9"/>'), ANY),
    Program("markers on every vertex", svg('<marker id="k"><path d="' + "M0 0L1 1" * 300 + '"/></marker><path d="M0 0' + "L1 1L9 9" * 300 + '" marker-mid="url(#k)" stroke="red"/>'), ANY),
    Program("dashes without number", svg('<path d="' + "M0 0L99 49" * 20_000 + '" stroke="black" stroke-dasharray="0.001"/>'), ANY),
    Program("blur", svg('<filter id="f"><feGaussianBlur stdDeviation="9999"/></filter><rect filter="url(#f)" width="90" height="40"/>'), ANY),
    Program("filter of a huge region", svg('<filter id="f" x="-1e5" y="-1e5" width="1e6" height="1e6"><feTurbulence baseFrequency="0.1" numOctaves="99"/></filter><rect filter="url(#f)" width="90" height="40"/>'), ANY),
    Program("nesting", svg("<g>" * 500 + "</g>" * 500), (REFUSED,), "nested"),
    Program("many elements", svg("<rect/>" * 40_000), ANY),
    Program("many attributes", svg("<rect " + " ".join(f'a{n}="1"' for n in range(10_000)) + "/>"), (*ANY, REFUSED)),
    Program("many rules", svg("<style>" + "".join(f"g g g g rect.c{n}{{fill:red}}" for n in range(5000)) + "</style>" + "<g>" * 40 + "<rect class='c1'/>" * 2000 + "</g>" * 40), (*ANY, REFUSED)),
    Program("long text", svg('<text y="9">' + "M" * 100_000 + "</text>"), ANY),
    Program("raster of a thousand million pixels", svg(f'<image href="data:image/png;base64,{raster(40_000, 40_000, 40_000)}" width="9" height="9"/>'), ANY),
    Program("document in a picture", svg('<image width="9" height="9" href="data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22%3E%3Cimage href=%22file:///etc/passwd%22/%3E%3C/svg%3E"/>'), (*ANY, REFUSED)),
)  # fmt: skip

SIZES = (
    Program("huge canvas", svg("<rect/>", 'width="1e9" height="1e9"'), (OUTPUT,), "a side may have"),
    Program("canvas of kilometres", svg("<rect/>", 'width="100000000mm" height="9"'), (OUTPUT,), "a side may have"),
    Program("canvas beyond every type", svg("<rect/>", 'width="99999999999999999999" height="9e99"'), (OUTPUT,)),
    Program("canvas that is no number", svg("<rect width='9' height='9'/>", 'width="NaN" height="inf" viewBox="0 0 9 9"'), ANY),
    Program("canvas without area", svg("<rect/>", 'width="0" height="9"'), (OUTPUT,), "no area"),
    Program("huge numbers", svg('<rect width="1e30" height="1e30" stroke-width="1e30" stroke="red"/><path d="M1e308 -1e308L1e309 0" stroke="red"/>'), ANY),
    Program("huge digits", svg('<rect width="' + "9" * 100_000 + '" height="9"/>'), ANY),
    Program("huge letters", svg('<text font-size="1e9">x</text>'), ANY),
    Program("transformation that overflows", svg('<g transform="scale(1e30)">' * 20 + '<rect width="9" height="9"/>' + "</g>" * 20), ANY),
    Program("view of nothing", svg("<rect width='9' height='9'/>", 'viewBox="0 0 1e-30 1e-30" width="9" height="9"'), ANY),
)  # fmt: skip

FORMS = (
    Program("zero bytes", svg("<text>\0</text>"), (ERROR,)),
    Program("reply in the document", svg("<!-- mathvis1 result{} --><rect width='9' height='9'/>"), (OK,)),
    Program("other root", svg("<x/>", before="<html>"), (ERROR,)),
)  # fmt: skip

PROGRAMS = ENTITIES + REFERENCES + SCRIPTS + AMPLIFICATION + SIZES + FORMS
