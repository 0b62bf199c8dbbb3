"""The shared corpus and the shared faults, where they are present."""

import json
from pathlib import Path

import pytest

from mathvis.extract import Form, Format, Status, extract

SHARED = Path(__file__).resolve().parents[2].parent / "shared"

pytestmark = pytest.mark.skipif(not SHARED.is_dir(), reason="the shared files are not here")


def read(path):
    data = path.read_bytes()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def normal(text):
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").strip()


def files(*patterns):
    return [
        pytest.param(path, id=path.parent.name + "/" + path.name)
        for pattern in patterns
        for path in sorted(SHARED.glob(pattern))
    ]


def fault(number):
    [folder] = (SHARED / "faults").glob(f"{number:02d}-*")
    [path] = folder.glob("input.*")
    return extract(read(path))


def reply(number):
    [path] = (SHARED / "corpus" / "replies").glob(f"R{number}-*")
    return extract(read(path))


def test_fault_01_is_one_unfinished_document():
    found = fault(1)
    assert (found.status, found.program) == (Status.TRUNCATED, None)
    assert found.fragment.startswith("\\documentclass")


def test_fault_02_is_the_picture_without_the_fence():
    found = fault(2)
    assert (found.status, found.candidates) == (Status.COMPLETE, 1)
    assert found.program.source.endswith("\\end{tikzpicture}")


def test_fault_04_is_the_answer_and_not_the_draft():
    found = fault(4)
    assert (found.status, found.candidates) == (Status.COMPLETE, 1)
    assert all(f"({name})" in found.program.source for name in "ABC")


def test_fault_06_is_two_candidates_the_second_whole():
    found = fault(6)
    assert (found.status, found.candidates) == (Status.SEVERAL, 2)
    assert found.program.source.count("\n") == 2
    assert "```" in found.program.source


def test_fault_08_is_two_candidates():
    found = fault(8)
    assert (found.status, found.candidates) == (Status.SEVERAL, 2)
    assert "rectangle" in found.program.source
    assert "`" not in found.program.source
    assert "figures" not in found.program.source


def test_fault_09_is_the_corrected_version():
    found = fault(9)
    assert (found.status, found.candidates) == (Status.SEVERAL, 2)
    assert 'y2="5"' in found.program.source


def test_fault_11_is_truncated_for_its_last_line():
    found = fault(11)
    assert found.status is Status.TRUNCATED
    assert "\\end{document}" in found.note


def test_fault_23_is_one_document():
    found = fault(23)
    assert (found.status, found.candidates, found.program.form) == (Status.COMPLETE, 1, Form.DOCUMENT)


def test_the_awkward_replies():
    page = reply(34)
    assert (page.status, page.program.form) == (Status.COMPLETE, Form.SVG)
    assert 'xmlns="http://www.w3.org/2000/svg"' in page.program.source
    assert "script" not in page.program.source
    call = reply(36)
    assert (call.status, call.program.source.split("\n")[1]) == (Status.COMPLETE, "\\draw (0,0) circle (1);")
    assert reply(37).status is Status.NONE
    split = reply(39)
    assert (split.status, split.program.form) == (Status.COMPLETE, Form.PICTURE)
    assert "decorations.markings" in split.program.preamble
    assert split.program.source.startswith("\\begin{tikzpicture}")
    assert reply(40).status is Status.NONE
    diagram = reply(43)
    assert (diagram.status, diagram.program.source[:14]) == (Status.COMPLETE, "\\begin{tikzcd}")
    assert diagram.program.source.endswith("\\end{tikzcd}")
    assert reply(44).status is Status.TRUNCATED


DRESS = {
    "file": str,
    "block": lambda code: f"The figure:\n\n```\n{code}\n```\n\nDone.",
    "call": lambda code: json.dumps({"arguments": json.dumps({"code": code})}),
}


@pytest.mark.parametrize("path", files("corpus/tikz/*.tex"))
@pytest.mark.parametrize("dress", DRESS)
def test_every_tikz_figure_comes_out_unchanged(path, dress):
    text = read(path)
    found = extract(DRESS[dress](text), frozenset({Format.TIKZ}))
    assert (found.status, found.candidates) == (Status.COMPLETE, 1)
    assert found.program.source == normal(text)


@pytest.mark.parametrize("path", files("corpus/svg/*.svg", "faults/*/input.svg"))
@pytest.mark.parametrize("dress", DRESS)
def test_every_svg_figure_comes_out_with_nothing_lost_but_comments_around_it(path, dress):
    text = read(path)
    found = extract(DRESS[dress](text), frozenset({Format.SVG}))
    assert (found.status, found.candidates) == (Status.COMPLETE, 1)
    source = found.program.source
    assert source in normal(text)
    rest = normal(text).replace(source, "").strip()
    assert not rest or (rest.startswith("<!--") and rest.endswith("-->"))
