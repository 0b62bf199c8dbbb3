"""A font that a program brings itself is believed only where the installed font of its name agrees."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name

from mathvis.scene.model import Label
from mathvis.scene.readers.pdf import read_pdf
from mathvis.scene.readers.pdf_fonts import Font
from mathvis.scene.readers.pdf_reference import reference, segments, type1_reference

KEY = 55665


def located(name: str) -> Path:
    if shutil.which("kpsewhich") is None:
        pytest.skip("TeX is not installed")
    found = subprocess.run(["kpsewhich", name], capture_output=True, text=True, check=False).stdout.strip()
    if not found:
        pytest.skip(f"{name} is not installed")
    return Path(found)


def crypt(data: bytes, *, encrypt: bool) -> bytes:
    key, out = KEY, bytearray()
    for byte in data:
        done = byte ^ (key >> 8)
        out.append(done)
        key = (((done if encrypt else byte) + key) * 52845 + 22719) & 0xFFFF
    return bytes(out)


def forged(*changes: tuple[bytes, bytes]) -> bytes:
    """Computer Modern Roman with changes, as a program; its private part is changed where the head lacks the text."""
    head, mark, tail = segments(located("cmr10.pfb").read_bytes()).partition(b"eexec")
    end = tail.index(b"0" * 64)
    private = crypt(tail[1:end], encrypt=False)
    for old, new in changes:
        assert old in head or old in private
        head, private = head.replace(old, new), private.replace(old, new)
    return head + mark + tail[:1] + crypt(private, encrypt=True) + tail[end:]


SWAPPED = ((b"/three ", b"/THREE "), (b"/five ", b"/three "), (b"/THREE ", b"/five "))


def font(program: bytes, base: str = "ABCDEF+CMR10") -> Font:
    document = pikepdf.new()
    descriptor = Dictionary(Flags=4, FontFile=document.make_stream(program))
    return Font(
        Dictionary(
            Subtype=Name.Type1,
            BaseFont=Name("/" + base),
            FontDescriptor=descriptor,
            FirstChar=0,
            Widths=Array([500] * 128),
        )
    )


def claims(font: Font, text: bytes = b"35") -> str:
    """Codes that are only claimed."""
    return bytes(code for code in text if font.shape(code) and code in font.claimed).decode("latin-1")


def test_the_installed_program_is_believed():
    own = font(forged())
    assert [own.shape(code).char for code in b"35"] == ["3", "5"]
    assert claims(own, bytes(range(128))) == ""


@pytest.mark.parametrize(
    "changes",
    [
        SWAPPED,
        ((b"/three ", b"/five3 "), (b"/five ", b"/three "), (b"/five3 ", b"/five ")),
        ((b"0.001 0 0 0.001 0 0", b"-.001 0 0 0.001 0 0"),),
        ((b"0.001 0 0 0.001 0 0", b"0.001 0 0 -.001 0 0"),),
    ],
)
def test_other_outlines_under_the_names_are_not(changes):
    assert claims(font(forged(*changes))) == "35"


def test_what_another_outline_shows_is_not_known():
    own = font(forged(*SWAPPED))
    assert [own.shape(code).char for code in b"345"] == ["\N{REPLACEMENT CHARACTER}", "4", "\N{REPLACEMENT CHARACTER}"]


def test_only_the_changed_glyphs_are_claimed():
    assert claims(font(forged(*SWAPPED)), b"12345") == "35"


@pytest.mark.parametrize(
    "base", ["ABCDEF+MyFont", "CMR7", "CMR10-Slant_167", "CMR10-Extend_500", "CMR10-Slant_0x", "", "../cmr10"]
)
def test_a_font_under_another_name_is_not_believed(base):
    assert claims(font(forged(), base)) == "35"


def test_fonts_slanted_by_the_engine_are_believed():
    own = font(forged((b"0.001 0 0 0.001 0 0", b"0.001 0 .00016 0.001 0 0")), "CMR10-Slant_160")
    assert claims(own) == ""


def test_installed_fonts_are_found_by_their_names():
    located("cmr10.pfb")
    assert type1_reference("CMR10") is not None
    assert type1_reference("NimbusRomNo9L-Regu") is not None
    assert type1_reference("cmr10/../../x") is None
    assert reference("CMR10") is None


@pytest.mark.tex
@pytest.mark.parametrize("engine", ["pdflatex", "lualatex"])
def test_a_forged_font_in_a_figure_is_told(tex, tmp_path, engine):
    file = tmp_path / "forged.pfa"
    program = forged(*SWAPPED)
    head, mark, tail = program.partition(b"eexec")
    end = tail.index(b"0" * 64)
    lines = tail[1:end].hex()
    file.write_bytes(
        head
        + mark
        + b"\n"
        + "\n".join(lines[at : at + 64] for at in range(0, len(lines), 64)).encode()
        + b"\n"
        + tail[end:]
    )
    mapline = r"\pdfmapline" if engine == "pdflatex" else r"\pdfextension mapline"
    source = (
        "\\documentclass[border=2pt]{standalone}\n\\usepackage{tikz}\n"
        rf"{mapline}{{=cmr10 CMR10 <{file}}}\begin{{document}}\tikz\node {{$3+x$}};\end{{document}}"
    )
    scene = read_pdf(tex(source, engine).read_bytes())
    assert "claimed-text" in {note.code for note in scene.notes}
    assert [element.form for element in scene.elements if isinstance(element, Label)] == ["\N{REPLACEMENT CHARACTER}+x"]
