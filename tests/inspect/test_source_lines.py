"""Which line of the user's file a line of the program is."""

from __future__ import annotations

import html
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies_scene import BLACK, polyline

from mathvis.errors import UsageError
from mathvis.extract import Form, Format, Program, extract
from mathvis.inspect.source import read_source, relined, source_of
from mathvis.sandbox.model import Engine
from mathvis.scene.model import Canvas, Paint, Path, Scene, Stroke

PICTURE = "\\begin{tikzpicture}\n  \\draw (0,0) -- (1,1);\n\n  \\draw (1,0) -- (0,1);\n\\end{tikzpicture}"


def mapped(text):
    program = extract(text).program
    source = source_of(text, program)
    return program.source.split("\n"), source


def test_a_file_that_is_the_program_has_its_lines(tmp_path):
    for name, text in (
        ("a.tex", PICTURE + "\n"),
        ("a.svg", "<svg xmlns='http://www.w3.org/2000/svg'>\n<path/>\n</svg>"),
    ):
        (tmp_path / name).write_text(text)
        source = read_source(tmp_path / name)
        for number, line in enumerate(source.program.source.rstrip("\n").split("\n"), 1):
            assert source.quoted(source.lines[number]) == line


WRAPPINGS = {
    "a fence": lambda p: f"Here:\n\n```latex\n{p}\n```\nDone.",
    "an indented fence": lambda p: "1. Here:\n\n" + textwrap.indent(f"```latex\n{p}\n```", "   ") + "\nDone.",
    "a quotation": lambda p: "So:\n" + "\n".join(f"> {line}" for line in f"```latex\n{p}\n```".split("\n")),
    "no fence": lambda p: f"This is it.\n\n{p}\n\nThat was it.",
    "a second try": lambda p: f"```latex\n{p.replace('(1,1)', '(2,2)')}\n```\nNo:\n```latex\n{p}\n```",
    "given twice": lambda p: f"```latex\n{p}\n```\nAgain:\n```latex\n{p}\n```",
    "references to characters": lambda p: f"<pre><code>\n{html.escape(p)}\n</code></pre>",
}


@pytest.mark.parametrize("wrapping", WRAPPINGS)
def test_lines_are_found_in_a_reply(wrapping):
    text = WRAPPINGS[wrapping](PICTURE)
    program, source = mapped(text)
    assert any("(1,1)" in line for line in program)
    for number, line in enumerate(program, 1):
        if line.strip():
            assert line.strip() in html.unescape(source.quoted(source.lines[number]))
    if wrapping in ("a second try", "given twice"):
        assert min(source.lines.values()) > 8, "the last program is the one that was taken"


def test_a_program_that_stands_otherwise_in_the_file_has_lines_of_its_own():
    source = source_of("nothing of it", Program(Format.TIKZ, Form.PICTURE, PICTURE))
    assert source.lines == {}
    assert source.where(2) == "line 2 of the program"


def test_the_lines_of_a_scene_are_those_of_the_file():
    text = f"A picture:\n\n```latex\n{PICTURE}\n```\n"
    _, source = mapped(text)
    pen = Stroke(Paint(BLACK), 1.0)
    offset = source.offset
    assert offset > 5, "a bare picture gets a preamble"
    elements = tuple(
        Path(index, (polyline([(0, 0), (9, 9)]),), pen, line=line)
        for index, line in enumerate((offset + 2, offset + 4, 3, None, offset + 400))
    )
    read = relined(Scene("pdf", Canvas(10, 10), elements), source)
    assert [element.line for element in read.elements] == [5, 7, None, None, None]
    assert source.quoted(5) == "  \\draw (0,0) -- (1,1);"
    assert source.where(4) == "line 7"


def test_the_engine_is_what_is_asked_for_but_an_svg_needs_none():
    _, source = mapped(f"```latex\n{PICTURE}\n```")
    assert source.job().engine is Engine.PDFLATEX
    assert source.job(Engine.LUALATEX).engine is Engine.LUALATEX
    svg = source_of("<svg/>", Program(Format.SVG, Form.SVG, "<svg/>"))
    assert svg.job(Engine.LUALATEX).engine is Engine.SVG


def test_a_task_decides_which_program_is_taken(tmp_path):
    file = tmp_path / "reply.md"
    file.write_text(
        f"```latex\n{PICTURE}\n```\n```svg\n<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0h9'/></svg>\n```\n"
    )
    assert read_source(file).program.format is Format.SVG
    assert read_source(file, frozenset({Format.TIKZ})).program.format is Format.TIKZ
    (tmp_path / "a.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0h9'/></svg>")
    with pytest.raises(UsageError, match="no program"):
        read_source(tmp_path / "a.svg", frozenset({Format.TIKZ}))


words = st.text(st.characters(codec="ascii", exclude_characters="\n\r`"), max_size=10)


@given(st.lists(words, max_size=6), st.lists(words, min_size=1, max_size=8), st.lists(words, max_size=6))
def test_equal_lines_are_mapped_to_equal_lines(before, program, after):
    text = "\n".join((*before, *program, *after))
    source = source_of(text, Program(Format.TIKZ, Form.DOCUMENT, "\n".join(program)))
    for number, line in enumerate(program[1:-1], 2):
        assert source.quoted(source.lines[number]) == line
