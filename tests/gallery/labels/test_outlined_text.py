"""Letters that are drawn, clipped by or painted as pictures are no text."""

from __future__ import annotations

import io
import shutil
import subprocess
from pathlib import Path as File

import pikepdf
import pytest
from pikepdf import Dictionary, Name

from mathvis.scene.model import Label, Path
from mathvis.scene.readers.pdf import read_pdf
from mathvis.scene.readers.pdf_reference import segments
from mathvis.scene.readers.pdf_type1 import Type1Program
from mathvis.scene.readers.svg import read_svg


@pytest.fixture(scope="module")
def program() -> tuple[bytes, Type1Program]:
    """Computer Modern Roman."""
    found = (
        shutil.which("kpsewhich")
        and subprocess.run(["kpsewhich", "cmr10.pfb"], capture_output=True, text=True, check=False).stdout.strip()
    )
    if not found:
        pytest.skip("Computer Modern is not installed")
    data = segments(File(found).read_bytes())
    return data, Type1Program(data)


def outline(program: Type1Program, name: str, *, svg: bool) -> str:
    parts = []
    for contour in program.outline(name).contours:
        points = [f"{x / 50:.3f} {y / 50:.3f}" for x, y in contour]
        curves = [points[at : at + 3] for at in range(1, len(points), 3)]
        if svg:
            parts.append(f"M {points[0]} " + " ".join("C " + " ".join(curve) for curve in curves) + " Z")
        else:
            parts.append(f"{points[0]} m " + " ".join(f"{' '.join(curve)} c" for curve in curves) + " h")
    return " ".join(parts)


def page(content: str, font: bytes) -> bytes:
    document = pikepdf.new()
    document.add_blank_page(page_size=(200, 100))
    descriptor = Dictionary(Type=Name.FontDescriptor, Flags=4, FontFile=document.make_stream(font))
    face = Dictionary(
        Type=Name.Font, Subtype=Name.Type1, BaseFont=Name("/ABCDEF+CMR10"), FirstChar=0,
        Widths=pikepdf.Array([500] * 128), FontDescriptor=document.make_indirect(descriptor),
    )  # fmt: skip
    document.pages[0].Resources = Dictionary(Font=Dictionary(F=document.make_indirect(face)))
    document.pages[0].Contents = document.make_stream(content.encode())
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def labels(scene) -> list[str]:
    return [element.form for element in scene.elements if isinstance(element, Label)]


def codes(scene) -> set[str]:
    return {note.code for note in scene.notes}


def test_outlines_of_letters_in_svg_are_paths(program):
    paths = "".join(
        f'<path transform="translate({20 * at} 30) scale(1 -1)" d="{outline(program[1], name, svg=True)}"/>'
        for at, name in enumerate(("N", "equal", "three"))
    )
    scene = read_svg(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 40">{paths}</svg>'.encode())
    assert labels(scene) == []
    assert len([element for element in scene.elements if isinstance(element, Path)]) == 3


def test_outlines_of_letters_in_a_pdf_are_paths(program):
    drawn = " ".join(
        f"q 1 0 0 1 {20 * at} 20 cm {outline(program[1], name, svg=False)} f Q"
        for at, name in enumerate(("N", "equal", "three"))
    )
    scene = read_pdf(page(drawn, program[0]))
    assert labels(scene) == []
    assert len([element for element in scene.elements if isinstance(element, Path)]) == 3


@pytest.mark.parametrize(
    ("mode", "forms", "told"),
    [(0, ["3"], False), (1, ["3"], False), (2, ["3"], False), (3, [], True), (4, ["3"], False), (7, [], True)],
)
def test_text_that_only_clips_or_hides_is_told(program, mode, forms, told):
    scene = read_pdf(page(f"q BT /F 20 Tf {mode} Tr 20 20 Td (3) Tj ET 0 0 200 100 re f Q", program[0]))
    assert labels(scene) == forms
    assert ("invisible-text" in codes(scene)) == told


@pytest.mark.parametrize("what", ["clip-path", "mask"])
def test_text_that_clips_in_svg_is_no_label(what):
    holder = {"clip-path": "clipPath", "mask": "mask"}[what]
    scene = read_svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 40"><{holder} id="c"><text x="5" y="30" fill="white">N = 3'
        f'</text></{holder}><rect width="99" height="40" {what}="url(#c)"/></svg>'.encode()
    )
    assert labels(scene) == []
    assert scene.notes
