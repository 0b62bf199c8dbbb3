"""One small page for every feature of PDF that a figure may use, or that a program may abuse."""

from __future__ import annotations

from typing import NamedTuple

from raw_pages import appended, flate, one_page, pdf, stream


class Feature(NamedTuple):
    """A file; where `noted` is set, the scene may differ from the picture, but says so with one of these notes."""

    data: bytes
    noted: tuple[str, ...] = ()


_FLAG = "0.7 0.2 0.2 rg 20 20 m 180 20 l 180 80 l 100 50 l 20 80 l h f 0 0 1 RG 3 w 60 70 20 20 re S "
_A, _B = "10 10 50 50 re f ", "100 10 60 60 re f "
_LEAF = "20 20 m 60 90 140 90 180 20 c 100 60 20 20 y h "


def of(content: str, resources: str = "", noted: tuple[str, ...] = (), **more) -> Feature:
    return Feature(one_page(content, resources, **more), noted)


def _form(content: str, entries: str = "/BBox [0 0 200 100]") -> bytes:
    return stream(content, f"/Type /XObject /Subtype /Form {entries}")


def _state(entries: str) -> str:
    return f"/ExtGState << /G << {entries} >> >>"


_HALF = "/FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1"
_AXIAL = f"/Shading << /S << /ShadingType 2 /ColorSpace /DeviceRGB /Coords [20 0 180 0] /Function << {_HALF} >> /Extend [true true] >> >>"
_RADIAL = f"/Shading << /S << /ShadingType 3 /ColorSpace /DeviceRGB /Coords [100 50 0 100 50 60] /Function << {_HALF} >> /Extend [true true] >> >>"
_TILE = stream(
    "0 0 1 rg 0 0 5 5 re f",
    "/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 10 10] /XStep 10 /YStep 10 /Resources << >>",
)
_OFF = "/OCProperties << /OCGs [10 0 R 11 0 R] /D << /OFF [10 0 R] >> >>"
_LAYERS = {10: "<< /Type /OCG /Name (a) >>", 11: "<< /Type /OCG /Name (b) >>"}
_TWICE = pdf(
    {
        1: "<< /Type /Catalog /Pages 2 0 R >>",
        2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        3: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R /Resources << >> /Contents 5 0 R >>",
        4: stream(_FLAG),
        5: stream("10 10 50 50 re f"),
    }
)
_BASE = one_page(_FLAG)


def _contents(*parts: str) -> bytes:
    numbers = range(20, 20 + len(parts))
    page = f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Resources << >> /Contents [{' '.join(f'{n} 0 R' for n in numbers)}] >>"
    return pdf(
        {
            1: "<< /Type /Catalog /Pages 2 0 R >>",
            2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            3: page,
            **{n: stream(part) for n, part in zip(numbers, parts, strict=True)},
        }
    )


FEATURES: dict[str, Feature] = {
    # paths and painting
    "paths": of(_FLAG + _LEAF + "f* 10 10 m 30 90 l 60 95 70 10 v S"),
    "every way to paint": of("1 0 0 rg 2 w 5 5 20 20 re f 35 5 20 20 re F 65 5 20 20 re B 95 5 20 20 re f* 5 40 m 25 40 l 25 60 l s 35 40 m 55 40 l 55 60 l b 65 40 m 85 40 l 85 60 l b* 95 40 20 20 re B* 125 40 20 20 re n"),
    "rectangles of negative size": of("100 50 -40 -30 re f 150 20 30 -10 re S"),
    "moves without lines": of("10 10 m 50 50 m 90 50 l S 100 10 m f 5 w 1 J 150 50 m h S"),
    "lines go on after a close": of("3 w 20 20 m 60 20 l 60 60 l h 100 60 l S"),
    "even-odd and winding": of("10 10 80 80 re 30 30 40 40 re f* 110 10 80 80 re 130 30 40 40 re f"),
    "nothing to paint": of("S f B 10 w 10 10 l S " + _FLAG),
    "path across states": of("q 1 0 0 1 50 0 cm 10 10 m 60 10 l Q 60 60 l 4 w S", noted=("malformed-content",)),
    "transform within a path": of("10 10 m 60 10 l 1 0 0 1 50 20 cm 60 60 l 4 w S", noted=("malformed-content",)),
    "states that do not close": of("q q 1 0 0 rg " + _FLAG),
    "more restores than saves": of("1 0 0 rg Q Q 1 0 0 1 30 0 cm Q 20 20 50 50 re f", noted=("malformed-content",)),
    "a singular transform": of("q 1 0 0 0 0 50 cm 5 w 10 10 m 100 20 l S Q " + _FLAG),
    "line of no width": of("0 w 10 10 m 190 90 l S"),
    "caps and joins": of("12 w 1 j 1 J 20 20 m 40 80 l 60 20 l S 2 j 2 J 80 20 m 100 80 l 120 20 l S 0 j 0 J 150 20 m 160 80 l 170 20 l S"),
    "miter limit": of("12 w 2 M 20 20 m 40 80 l 60 20 l S 20 M 150 20 m 160 80 l 170 20 l S"),
    "dashes": of("6 w [20 10] 0 d 10 20 m 190 20 l S [20 10 5] 7 d 10 40 m 190 40 l S [] 0 d 10 60 m 190 60 l S [0 15] 0 d 1 J 10 80 m 180 80 l S"),
    "dashes of nothing": of("6 w [0 0] 0 d 10 20 m 190 20 l S [0] 0 d 10 50 m 190 50 l S"),
    "lines under an even scale": of("2 0 0 2 0 0 cm [8 4] 0 d 3 w 10 10 m 80 40 l S"),
    "colours": of("0.3 g 5 5 20 20 re f 1 0.5 0 rg 35 5 20 20 re f 0 1 1 0 k 65 5 20 20 re f /DeviceRGB cs 0 1 0 sc 95 5 20 20 re f /DeviceGray cs 125 5 20 20 re f 2 g 5 40 20 20 re f -1 0.5 2 rg 35 40 20 20 re f"),
    "colours named in resources": of("/A cs 0.7 scn 5 5 40 40 re f /B cs 1 sc 55 5 40 40 re f", "/ColorSpace << /A [/Separation /Spot /DeviceRGB << /FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [0.2 0.1 0.8] /N 1 >>] /B [/Indexed /DeviceRGB 1 <ff000000ff00>] >>"),
    # numbers and tokens
    "numbers in odd forms": of("+10 10. m .5e 50 l 100 -.0 l 100 50.5.5 l --5 60 l 1 0 0 rg f", noted=("malformed-content",)),
    "comments and white space": of("10 10 m%comment 50 50 l\r100\t10\f\x00l 1 0 0 rg f % end"),
    "operators run together": of("1 0 0 rg[]0 d 10 10 m 90 10 l 90 60 l h f q[4]0 d Q"),
    "too many and too few operands": of("9 9 10 10 m 50 10 l 50 l 90 60 l 1 0 0 rg f", noted=("malformed-content",)),
    "operators nobody knows": of("BX 1 2 3 foo EX 10 10 50 50 re f 7 bar 80 10 50 50 re f"),
    "names with escapes": of("/#47 gs 0 0 100 50 re f", _state("/ca 0.4")),
    # clips
    "clip": of("30 30 100 40 re W n " + _FLAG),
    "clip and paint at once": of("4 w 30 30 100 40 re W S " + _FLAG),
    "nested clips": of("30 30 100 60 re W n 60 10 130 60 re W n " + _FLAG),
    "clip with a hole": of("10 10 180 80 re 60 30 80 40 re W* n " + _FLAG),
    "clip to nothing": of("10 10 m W n " + _FLAG),
    "clip that ends with its state": of("q 0 0 50 50 re W n 1 0 0 rg 0 0 200 100 re f Q 150 50 40 40 re f"),
    "clip without an end": of("10 10 50 50 re W 0 0 1 rg 0 0 200 100 re f " + _FLAG),
    # states
    "opacity": of("/G gs " + _FLAG, _state("/ca 0.5 /CA 0.3")),
    "line width, cap and dash by a state": of("/G gs 20 50 m 180 50 l S", _state("/LW 9 /LC 1 /D [[15 20] 0]")),
    "caps that there are not": of("5 w 7 J 10 10 m 90 90 l S", noted=("malformed-content",)),
    "dashes shorter than nothing": of("6 w [-5 10] 0 d 10 20 m 190 20 l S", noted=("malformed-content",)),
    "phases of dashes": of("6 w [20 10] -7 d 10 20 m 190 20 l S [20 10] -77 d 10 50 m 190 50 l S [20 10 5] 70 d 10 80 m 190 80 l S"),
    "unknown state": of("/H gs " + _FLAG, _state("/ca 0.5"), noted=("malformed-content",)),
    "blend mode": of("1 1 0 rg 0 0 200 100 re f /G gs " + _FLAG, _state("/BM /Multiply"), noted=("blend", "masked-ink")),
    "soft mask": of("/G gs " + _FLAG, _state("/SMask << /S /Luminosity /G 10 0 R >>"), noted=("mask", "masked-ink"), objects={10: _form("1 g 0 0 100 100 re f", "/BBox [0 0 200 100] /Group << /S /Transparency /CS /DeviceGray >>")}),
    # forms
    "form": of("/F Do 1 0 0 1 0 -30 cm /F Do", "/XObject << /F 10 0 R >>", objects={10: _form(_FLAG)}),
    "form with a matrix": of("/F Do", "/XObject << /F 10 0 R >>", objects={10: _form(_FLAG, "/BBox [0 0 200 100] /Matrix [0.5 0.2 -0.2 0.5 60 10]")}),
    "form with a box that cuts": of("/F Do", "/XObject << /F 10 0 R >>", objects={10: _form(_FLAG, "/BBox [40 10 120 70]")}),
    "form with a reversed box": of("/F Do", "/XObject << /F 10 0 R >>", objects={10: _form(_FLAG, "/BBox [120 70 40 10]")}),
    "form without a box": of("/F Do " + "10 10 20 20 re f", "/XObject << /F 10 0 R >>", noted=("malformed-content",), objects={10: _form(_FLAG, "")}),
    "form in a form": of("/F Do", "/XObject << /F 10 0 R >>", objects={10: _form("0.8 0 0 0.8 10 10 cm /E Do", "/BBox [0 0 200 100] /Resources << /XObject << /E 11 0 R >> >>"), 11: _form(_FLAG)}),
    "form in itself": of("/F Do", "/XObject << /F 10 0 R >>", noted=("form-nesting",), objects={10: _form("10 10 50 50 re f 0.8 0 0 0.8 10 10 cm /F Do", "/BBox [0 0 200 100] /Resources << /XObject << /F 10 0 R >> >>")}),
    "form that takes the page's resources": of("/F Do", "/XObject << /F 10 0 R >> " + _state("/ca 0.4"), objects={10: _form("/G gs " + _FLAG)}),
    "form leaves no state behind": of("q /F Do 10 10 30 30 re f Q", "/XObject << /F 10 0 R >>", objects={10: _form("1 0 0 rg 2 0 0 2 0 0 cm 20 20 20 20 re f")}),
    "form that restores too much": of("/F Do 100 20 30 30 re f", "/XObject << /F 10 0 R >>", noted=("malformed-content",), objects={10: _form("Q 1 0 0 rg 20 20 50 50 re f")}),
    "form that saves too much": of("/F Do 100 20 30 30 re f", "/XObject << /F 10 0 R >>", objects={10: _form("q q 1 0 0 rg 1 0 0 1 5 5 cm 20 20 50 50 re f")}),
    "form under a clip and a colour": of("0 0 100 100 re W n 0 0.6 0 rg /F Do", "/XObject << /F 10 0 R >>", objects={10: _form("20 20 160 50 re f")}),
    "transparency group": of("/G gs /F Do", _state("/ca 0.5") + "/XObject << /F 10 0 R >>", objects={10: _form("1 0 0 rg 20 20 100 50 re f", "/BBox [0 0 200 100] /Group << /S /Transparency /I true >>")}),
    "opacity of a form without a group": of("/G gs /F Do", _state("/ca 0.5") + "/XObject << /F 10 0 R >>", objects={10: _form("1 0 0 rg 20 20 100 50 re f")}),
    "form that is no form": of("/F Do /E Do " + _FLAG, "/XObject << /F 10 0 R /E 11 0 R >>", noted=("malformed-content",), objects={10: stream("0 0 50 50 re f", "/Subtype /PS"), 11: "<< /Subtype /Form >>"}),
    # shadings and patterns
    "axial shading in a clip": of("q 20 20 160 60 re W n /S sh Q", _AXIAL),
    "radial shading in a clip": of("q 20 20 160 60 re W n /S sh Q", _RADIAL),
    "shading that ends": of("q 20 20 160 60 re W n /S sh Q", _AXIAL.replace("[20 0 180 0]", "[60 0 120 0]").replace("true true", "false false")),
    "shading with a box": of("q 20 20 160 60 re W n /S sh Q", _AXIAL.replace("/Extend", "/BBox [50 30 150 70] /Extend")),
    "shading by a function": of("q 20 20 160 60 re W n /S sh Q", "/Shading << /S 10 0 R >>", objects={10: "<< /ShadingType 1 /ColorSpace /DeviceRGB /Domain [0 1 0 1] /Matrix [200 0 0 100 0 0] /Function 11 0 R >>", 11: stream("{ 0.5 }", "/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]")}),
    "shading of the whole page": of("/S sh " + "10 10 20 20 re f", _AXIAL, noted=("unbounded-shading",)),
    "shading as a fill": of("/Pattern cs /P scn " + _LEAF + "f", "/Pattern << /P << /PatternType 2 " + _AXIAL.replace("/Shading << /S", "/Shading").replace(">> >> >>", ">> >>") + " >> >>"),
    "pattern as a fill": of("/Pattern cs /P scn " + _LEAF + "f", "/Pattern << /P 10 0 R >>", objects={10: _TILE}),
    "pattern as a stroke": of("/Pattern CS /P SCN 9 w " + _LEAF + "S", "/Pattern << /P 10 0 R >>", noted=("masked-ink",), objects={10: _TILE}),
    # images
    "image": of("100 0 0 50 20 20 cm /I Do", "/XObject << /I 10 0 R >>", noted=("image",), objects={10: stream(b"\xff\x00\x00\xff", "/Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray")}),
    "inline image": of("q 100 0 0 50 20 20 cm BI /W 2 /H 2 /BPC 8 /CS /G ID \x80\xff\xffEI EI Q " + "150 20 20 20 re f", noted=("image",)),
    "stencil": of("1 0 0 rg q 100 0 0 50 20 20 cm BI /W 8 /H 1 /IM true /BPC 1 ID \x55 EI Q", noted=("image",)),
    # layers
    "layer that is off": of("/OC /L BDC 20 20 50 50 re f EMC 100 20 50 50 re f", "/Properties << /L 10 0 R >>", catalog=_OFF, objects=_LAYERS),
    "layer that is on": of("/OC /L BDC 20 20 50 50 re f EMC 100 20 50 50 re f", "/Properties << /L 11 0 R >>", catalog=_OFF, objects=_LAYERS),
    "layers in layers": of("/OC /M BDC /OC /L BDC 20 20 50 50 re f EMC 100 20 50 50 re f EMC", "/Properties << /L 10 0 R /M 11 0 R >>", catalog=_OFF, objects=_LAYERS),
    "layer of a form": of("/F Do " + "150 20 30 30 re f", "/XObject << /F 10 0 R >>", catalog="/OCProperties << /OCGs [11 0 R] /D << /OFF [11 0 R] >> >>", objects={10: _form("20 20 50 50 re f", "/BBox [0 0 200 100] /OC 11 0 R"), 11: "<< /Type /OCG /Name (a) >>"}),
    "membership in layers": of("/OC /L BDC 20 20 50 50 re f EMC 100 20 50 50 re f", "/Properties << /L << /Type /OCMD /OCGs [10 0 R 11 0 R] /P /AllOn >> >>", catalog=_OFF, objects=_LAYERS),
    "all layers off but one": of("/OC /L BDC 20 20 50 50 re f EMC /OC /M BDC 100 20 50 50 re f EMC", "/Properties << /L 10 0 R /M 11 0 R >>", catalog="/OCProperties << /OCGs [10 0 R 11 0 R] /D << /BaseState /OFF /ON [11 0 R] >> >>", objects=_LAYERS),
    # pages
    "media box off the origin": of(_FLAG, page="/MediaBox [-50 -20 200 120]"),
    "media box with its corners reversed": of(_FLAG, page="/MediaBox [200 100 0 0]"),
    "crop box": of(_FLAG, page="/MediaBox [0 0 200 100] /CropBox [30 10 150 90]"),
    "crop box beyond the media": of(_FLAG, page="/MediaBox [0 0 200 100] /CropBox [30 10 500 90]", noted=("crop-box",)),
    "crop box elsewhere": of(_FLAG, page="/MediaBox [0 0 200 100] /CropBox [300 300 400 400]", noted=("crop-box",)),
    **{f"page turned by {turn}": of(_FLAG, page=f"/MediaBox [0 0 200 100] /Rotate {turn}") for turn in (90, 180, 270, -90, 450, 0)},
    "page turned by 45": of(_FLAG, page="/MediaBox [0 0 200 100] /Rotate 45"),
    "crop box of a turned page": of(_FLAG, page="/MediaBox [0 0 200 100] /CropBox [30 10 150 90] /Rotate 90"),
    "unit of its own": of(_FLAG, page="/MediaBox [0 0 200 100] /UserUnit 2", noted=("user-unit",)),
    "page without a media box": of(_FLAG, page=""),
    "resources of the tree": Feature(pdf({1: "<< /Type /Catalog /Pages 2 0 R >>", 2: "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 200 100] /Rotate 90 /Resources << /ExtGState << /G << /ca 0.4 >> >> >> >>", 3: "<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>", 4: stream("/G gs " + _FLAG)})),
    "pages in a tree": Feature(pdf({1: "<< /Type /Catalog /Pages 2 0 R >>", 2: "<< /Type /Pages /Kids [5 0 R] /Count 1 >>", 3: "<< /Type /Page /Parent 5 0 R /Contents 4 0 R /Resources << >> >>", 4: stream(_FLAG), 5: "<< /Type /Pages /Parent 2 0 R /Kids [3 0 R] /Count 1 /MediaBox [0 0 200 100] >>"})),
    "contents in parts": Feature(_contents("1 0 0 rg 10 10 m 90 10", "l 90 60 l", "h f")),
    "contents in parts within a number": Feature(_contents("1 0 0 rg 10 10 m 9", "0 10 l 90 60 l h f")),
    "compressed contents": Feature(one_page(flate(_FLAG))),
    "contents as hexadecimal": Feature(one_page(stream(_FLAG.encode().hex() + ">", "/Filter /ASCIIHexDecode"))),
    "contents that lie about their length": Feature(one_page(stream(_FLAG).replace(b"/Length", b"/Length 10 /Was"))),
    "contents given twice": Feature(_TWICE),
    "resources given twice": of("/F Do", "/XObject << /F 10 0 R >> >> /Resources << /XObject << /F 11 0 R >>", objects={10: _form(_A), 11: _form(_B)}),
    "a kind of resource given twice": of("/F Do", "/XObject << /F 10 0 R >> /XObject << /F 11 0 R >>", objects={10: _form(_A), 11: _form(_B)}),
    "a resource given twice": of("/F Do", "/XObject << /F 10 0 R /F 11 0 R >>", objects={10: _form(_A), 11: _form(_B)}),
    "an opacity given twice": of("/G gs " + _FLAG, _state("/ca 0.9 /ca 0.1")),
    "a box of a form given twice": of("/F Do", "/XObject << /F 10 0 R >>", objects={10: _form(_A + _B, "/BBox [0 0 80 80] /BBox [90 0 200 100]")}),
    "a matrix of a form given twice": of("/F Do", "/XObject << /F 10 0 R >>", objects={10: _form(_A, "/BBox [0 0 80 80] /Matrix [1 0 0 1 0 0] /Matrix [1 0 0 1 100 0]")}),
    "a media box given twice": of(_A + _B, page="/MediaBox [0 0 80 100] /MediaBox [0 0 300 100]"),
    "a turn given twice": of(_FLAG, page="/MediaBox [0 0 200 100] /Rotate 90 /Rotate 0"),
    "a layer given twice": of("/OC /L BDC " + _A + "EMC " + _B, "/Properties << /L 11 0 R /L 10 0 R >>", catalog=_OFF, objects=_LAYERS),
    "the configuration of layers given twice": of("/OC /L BDC " + _A + "EMC " + _B, "/Properties << /L 10 0 R >>", catalog="/OCProperties << /OCGs [10 0 R 11 0 R] /D << >> /D << /OFF [10 0 R] >> >>", objects=_LAYERS),
    "contents behind the end": Feature(appended(_BASE, {4: stream("0 0 1 rg 10 10 60 60 re f")})),
    "page behind the end": Feature(appended(_BASE, {3: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R /Resources << >> >>"})),
    "no contents": Feature(pdf({1: "<< /Type /Catalog /Pages 2 0 R >>", 2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>", 3: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] >>"})),
}  # fmt: skip
"""Features by name."""
