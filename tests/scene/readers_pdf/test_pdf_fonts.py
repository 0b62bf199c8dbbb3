"""Font programs: names, encodings and outlines, against the metrics published with the fonts."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pikepdf import Dictionary, Name

from mathvis.scene.readers.pdf_cff import CffProgram
from mathvis.scene.readers.pdf_fonts import Font
from mathvis.scene.readers.pdf_names import CFF_STRINGS, STANDARD_ENCODING, WINDOWS_ENCODING
from mathvis.scene.readers.pdf_reference import reference
from mathvis.scene.readers.pdf_truetype import TrueTypeProgram
from mathvis.scene.readers.pdf_type1 import Type1Program


def located(name: str) -> Path:
    if shutil.which("kpsewhich") is None:
        pytest.skip("TeX is not installed")
    found = subprocess.run(["kpsewhich", name], capture_output=True, text=True, check=False).stdout.strip()
    if not found:
        pytest.skip(f"{name} is not installed")
    return Path(found)


def pfb_body(data: bytes) -> bytes:
    """The segments of a PFB file, as a PDF embeds them."""
    parts, pos = [], 0
    while data[pos] == 0x80 and data[pos + 1] in (1, 2):
        size = int.from_bytes(data[pos + 2 : pos + 6], "little")
        parts.append(data[pos + 6 : pos + 6 + size])
        pos += 6 + size
    return b"".join(parts)


def published(afm: Path) -> dict[str, tuple[int, list[float]]]:
    """Names of glyphs to their codes and boxes."""
    found = {}
    for line in afm.read_text(encoding="latin-1").splitlines():
        if line.startswith("C "):
            fields = dict(part.split(None, 1) for part in line.split(" ;") if len(part.split(None, 1)) == 2)
            found[fields["N"]] = (int(fields["C"]), [float(v) for v in fields["B"].split()])
    return found


@pytest.mark.parametrize("font", ["cmr10", "cmmi10", "cmsy10", "cmex10", "msbm10", "eufm10"])
def test_type1_outlines_have_the_published_boxes(font):
    program = Type1Program(pfb_body(located(f"{font}.pfb").read_bytes()))
    metrics = published(located(f"{font}.afm"))
    assert set(metrics) <= program.names()
    for name, (code, box) in metrics.items():
        if code >= 0 and code in program.encoding:
            assert program.encoding[code] == name
        outline = program.outline(name)
        assert outline is not None, name
        drawn = outline.box() or (0.0, 0.0, 0.0, 0.0)
        # control points may stand a little outside the ink
        assert drawn == pytest.approx(box, abs=12), name


def test_opentype_outlines_agree_with_their_type1_twin():
    outer = TrueTypeProgram(located("lmroman10-regular.otf").read_bytes())
    program = CffProgram(outer.cff())
    twin = Type1Program(pfb_body(located("lmr10.pfb").read_bytes()))
    shared = program.names() & twin.names() & {"A", "g", "eacute", "fi", "at", "ampersand", "Lslash", "zero", "S"}
    assert len(shared) >= 8
    for name in shared:
        ours, theirs = program.outline(name), twin.outline(name)
        assert ours.box() == pytest.approx(theirs.box(), abs=1.5), name
        assert len(ours.contours) == len(theirs.contours)


def test_an_installed_font_knows_its_own_glyphs_only():
    located("lmroman10-regular.otf")
    installed = reference("LMRoman10-Regular")
    assert installed is not None
    program = CffProgram(TrueTypeProgram(located("lmroman10-regular.otf").read_bytes()).cff())
    gids = {program.name_of_gid(gid): gid for gid in range(1, 300)}
    assert installed.name_of(gids["A"], program.outline_of_gid(gids["A"])) == "A"
    assert installed.name_of(gids["A"], program.outline_of_gid(gids["B"])) is None
    assert reference("NoSuchFont-Regular") is None


def test_truetype_outlines_and_characters():
    path = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
    if not path.is_file():
        pytest.skip("DejaVu is not installed")
    program = TrueTypeProgram(path.read_bytes())
    gid = program.glyph_of(ord("H"))
    assert program.name_of_gid(gid) in ("H", None)
    assert program.characters()[gid] == ord("H")
    x0, y0, x1, y1 = program.outline_of_gid(gid).box()
    # an H of DejaVu Sans: 1493 of 2048 units high, standing on the line
    assert (y0, y1) == (0, 1493)
    assert 0 < x0 < x1 < 1600
    accented = program.outline_of_gid(program.glyph_of(ord("É")))
    assert accented.box()[3] > 1493
    assert len(accented.contours) == 2
    round_one = program.outline_of_gid(program.glyph_of(ord("o")))
    assert all(contour[0] == contour[-1] for contour in round_one.contours)


def test_encodings():
    assert len(CFF_STRINGS) == 391
    assert (STANDARD_ENCODING[0x41], STANDARD_ENCODING[0xFB], STANDARD_ENCODING[0x27]) == (
        "A",
        "germandbls",
        "quoteright",
    )
    assert (WINDOWS_ENCODING[0x80], WINDOWS_ENCODING[0xE9], WINDOWS_ENCODING[0x27]) == ("Euro", "eacute", "quotesingle")


@given(
    st.sampled_from(["/FontFile", "/FontFile2", "/FontFile3"]),
    st.sampled_from([b"", b"\x01\x00\x04\x01", b"OTTO\x00\x01", b"\x00\x01\x00\x00\x00\x01", b"%!PS /Encoding eexec"]),
    st.binary(max_size=200),
)
def test_broken_programs_are_fonts_without_outlines(key, head, data):
    document = pikepdf.new()
    descriptor = Dictionary(Flags=4)
    descriptor[key] = document.make_stream(head + data)
    font = Font(Dictionary(Subtype=Name.Type1, BaseFont=Name.Broken, FontDescriptor=descriptor))
    shape = font.shape(65)
    assert shape.box is None
