"""What holds for every reply."""

import json

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mathvis.extract import ALL_FORMATS, MAX_CHARACTERS, Form, Format, Status, extract, wrap
from mathvis.extract.fences import segments
from mathvis.extract.latex import scan
from mathvis.extract.statements import statements
from mathvis.extract.svg import elements

TEX_LINES = st.lists(
    st.sampled_from(
        [
            "  \\draw (0,0) -- (1,1);",
            "\\node at (0,0) {$A_{1}$}; % a {comment",
            "\\foreach \\x in {1,...,5} { \\fill (\\x,0) circle (1pt); }",
            "",
            "\t\\path [name path=c] (0,0) circle [radius=1];",
            "\\node {\\begin{tikzpicture}\\draw (0,0);\\end{tikzpicture}};",
            "  % \\end{tikzpicture}",
            "\\node {50\\% of `it'};",
            "\\node {\\verb|x|, \\\\ é, 𝔽};",
        ]
    ),
    min_size=1, max_size=6,
)  # fmt: skip
XML_LINES = st.lists(
    st.sampled_from(
        [
            '  <circle id="a" r="1"/>',
            "<g transform='scale(2)'><path d=\"M 0 0\"/></g>",
            "<!-- a <svg> b -->",
            "<text>x &lt; y, é, 𝔽</text>",
            '<svg x="1"><rect/></svg>',
            "",
            "<style><![CDATA[ a > b { } ]]></style>",
        ]
    ),
    max_size=6,
)


@st.composite
def programs(draw):
    kind = draw(st.sampled_from(["picture", "cd", "document", "svg"]))
    if kind == "svg":
        return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">', *draw(XML_LINES), "</svg>"])
    if kind == "cd":
        return '\\begin{tikzcd}\nA \\arrow[r, "f"] & B \\\\\n\\end{tikzcd}'
    picture = "\n".join(["\\begin{tikzpicture}[scale=2]", *draw(TEX_LINES), "\\end{tikzpicture}"])
    if kind == "picture":
        return picture
    head = draw(st.sampled_from(["", "% !TeX program = lualatex\n", "\\PassOptionsToPackage{x}{xcolor}\n"]))
    return (
        f"{head}\\documentclass{{standalone}}\n\\usepackage{{tikz}}\n\\begin{{document}}\n{picture}\n\\end{{document}}"
    )


WORDS = st.lists(
    st.sampled_from(
        ["Here is the figure.", "It has 3 points (50% of all).", "\n\n", "- one", "1. two", "> said", "`x`", "# Title", "a_b $x^2$", "&"]
    ),
    max_size=5,
).map(" ".join)  # fmt: skip
THOUGHTS = st.sampled_from(
    [
        "",
        "<think>\nmaybe\n</think>\n",
        "<think>```latex\n\\begin{tikzpicture}\\draw;\\end{tikzpicture}\n```</think>",
        "<think>\n<svg><g/></svg> or \\begin{tikzpicture}\n</think>\n\n",
        "so, \\begin{tikzpicture}\n</think>\n",
    ]
)


@st.composite
def dressed(draw, program):
    """Put a program into a reply."""
    how = draw(st.sampled_from(["fence", "bare", "json", "call"]))
    before, after, thought = draw(WORDS), draw(WORDS), draw(THOUGHTS)
    if how == "json":
        return json.dumps({"name": "draw", "code": program}, ensure_ascii=draw(st.booleans()))
    if how == "call":
        return thought + json.dumps({"arguments": json.dumps({"code": f"```\n{program}\n```"})})
    if how == "bare":
        return f"{thought}{before}\n\n{program}\n\n{after}"
    fence = draw(st.sampled_from(["```", "~~~", "````", "~~~~~~"]))
    tag = draw(st.sampled_from(["", "latex", "svg", "tex", "xml", " tikz", "html", "none"]))
    margin = draw(st.sampled_from(["", "", "  ", "\t"]))
    lines = [fence + tag, *program.split("\n"), fence]
    block = "\n".join(margin + line if line else line for line in lines)
    return f"{thought}{before}\n\n{block}\n{after}"


@given(st.data(), programs())
@settings(deadline=None, max_examples=300)
def test_a_program_comes_out_unchanged_whatever_is_around_it(data, program):
    reply = data.draw(dressed(program))
    ending = data.draw(st.sampled_from(["\n", "\r\n", "\r"]))
    found = extract(reply.replace("\n", ending) if not reply.startswith(("{", "[", '"')) else reply)
    assert found.status is Status.COMPLETE, found
    assert found.program.source == program


@given(st.data(), programs(), programs())
@settings(deadline=None, max_examples=150)
def test_the_last_of_two_comes_out(data, first, second):
    assume(first != second)
    fence = data.draw(st.sampled_from(["```", "~~~~"]))
    joint = data.draw(st.sampled_from(["", "\n\nNo, rather this:\n\n"]))
    found = extract(f"{fence}\n{first}\n{fence}{joint}\n{fence}\n{second}\n{fence}\n")
    assert found.status is Status.SEVERAL
    assert (found.candidates, found.program.source) == (2, second)


@given(st.data(), programs())
@settings(deadline=None, max_examples=150)
def test_extraction_of_what_was_extracted_changes_nothing(data, program):
    taken = extract(data.draw(dressed(program))).program
    assert extract(taken.source).program == taken
    wrapped = wrap(taken).source
    again = extract(wrapped)
    assert again.status is Status.COMPLETE
    assert again.program.source == wrapped.strip()
    assert again.program.form is (Form.SVG if taken.format is Format.SVG else Form.DOCUMENT)


@given(st.data(), programs(), st.sampled_from(["```latex\n", "~~~\n", "Words\n\n", "", "```svg\n"]))
@settings(deadline=None, max_examples=300)
def test_a_program_cut_off_is_never_complete(data, program, opening):
    whole = opening + program
    cut = data.draw(st.integers(0, len(whole) - 1))
    found = extract(whole[:cut])
    assert found.program is None
    assert found.status in (Status.TRUNCATED, Status.NONE)
    begun = len(opening) + (len("<svg ") if program.startswith("<svg") else program.index("}") + 1)
    if cut >= begun and "% !TeX" not in program and "\\Pass" not in program:
        assert found.status is Status.TRUNCATED


PIECES = st.sampled_from(
    [
        "```", "``````", "````", "~~~", "`", "latex", "svg", "html", "\n", "\n\n", "  ", "> ", "- ", "\t", "a", "%", "\\", "\\\\", "{", "}", "[", "]",
        "$", "$$", "\\[", "\\]", "\\begin{tikzpicture}", "\\end{tikzpicture}", "\\begin{tikzcd}", "\\end{tikzcd}", "\\begin{document}",
        "\\end{document}", "\\documentclass{article}", "\\usepackage[x]{tikz}", "\\tikz", "\\tikzset{a}", "\\def\\x", "\\newcommand", "\\let",
        "\\begin{figure}", "\\caption{", "\\begin{verbatim}", "<svg>", "<svg ", "<svg a='", "</svg>", "<svg/>", "<!--", "-->", "<![CDATA[", "]]>", "<?xml",
        "?>", "<!DOCTYPE svg", "[", "]>", "<html>", "&nbsp;", "<think>", "</think>", "[THINK]", '"', '\\"', '{"code":"', "\\\\begin{tikzpicture}",
        "\\n", "...", "% ...\n", "<tool_call>", "\ud800", "\udc00", "\x00", "\ufeff", "\u2028", "I cannot", ",", ":", "1",
    ]
)  # fmt: skip


def consistent(found):
    assert (found.program is not None) == (found.status in (Status.COMPLETE, Status.SEVERAL))
    assert (found.candidates > 0) == (found.program is not None)
    assert found.note
    if found.status is not Status.TRUNCATED:
        assert not found.fragment
    if found.program is not None:
        assert "\r" not in found.program.source.replace("\\r", "")
        assert wrap(found.program).source
        assert len(found.program.sha256) == 64


@given(
    st.one_of(st.text(), st.lists(PIECES, max_size=60).map("".join), st.text(st.characters(), max_size=300)),
    st.booleans(),
)
@settings(deadline=None, max_examples=1000)
def test_no_text_is_too_odd(text, finished):
    for formats in (ALL_FORMATS, frozenset({Format.TIKZ}), frozenset({Format.SVG}), frozenset()):
        found = extract(text, formats, finished=finished)
        consistent(found)
        if found.program is not None:
            assert found.program.format in formats
        assert extract(text, formats, finished=finished) == found


@given(st.lists(PIECES, max_size=60).map("".join))
@settings(deadline=None, max_examples=300)
def test_the_parts_cover_their_text(text):
    items = list(statements(text))
    assert "".join(text[item.start : item.end] for item in items) == text
    for prose in (True, False):
        for spans in (scan(text, prose=prose).spans, elements(text, prose=prose)):
            ends = [0]
            for span in spans:
                assert ends[-1] <= span.start <= span.end <= len(text)
                ends.append(span.end)
    for segment in segments(text):
        assert 0 <= segment.at <= len(text) + 1


@pytest.mark.parametrize(
    "piece",
    [
        "```", "```latex ", "~~~\n", "{", "[", "}", "\\", "$", "%", '"', '\\"', "<svg ", "<svg a='", "<svg>", "<svg/>", "</svg>", "<!--", "<![CDATA[", "<?xml ",
        "<!DOCTYPE svg [", "\\begin{tikzpicture}", "\\begin{tikzpicture}\n\\end{tikzcd}", "\\begin{tikzpicture}\\end{tikzpicture} a ", "\\documentclass\n",
        "\\documentclass{a}tikz\\end{document}\n", "\\begin{verbatim}", "\\def\\x", "\\usepackage{a}\n", "<think>", "</think>", '"\\\\begin{tikzpicture}',
        '{"begin":', "...\n", "% ...\n", "\n> ", " ", "\n", "&nbsp;", "<text>\n...\n",
    ],
)  # fmt: skip
@pytest.mark.parametrize("start", ["", "```latex\n", "\\begin{tikzpicture}\\end{tikzpicture}\n"])
def test_repetition_costs_no_more_than_its_length(piece, start):
    """Each of these would take minutes if anything were read again for every piece."""
    consistent(extract(start + piece * (60_000 // len(piece))))


def test_noise_far_over_the_limit_is_answered_at_once():
    consistent(extract("\\begin{tikzpicture}```<svg " * (50_000_000 // 27)))
    assert extract("x" * MAX_CHARACTERS).status is Status.NONE
