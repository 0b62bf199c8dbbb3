"""Which program is the answer, and what is said when there is none."""

import pytest

from mathvis.extract import MAX_CHARACTERS, Format, Status, extract

TIKZ = "\\begin{tikzpicture}\n\\draw (0,0) circle (1);\n\\end{tikzpicture}"
TIKZ_2 = TIKZ.replace("(1)", "(2)")
SVG = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="1"/></svg>'
SVG_2 = SVG.replace('"1"', '"2"')
ONLY_TIKZ = frozenset({Format.TIKZ})
ONLY_SVG = frozenset({Format.SVG})


def fenced(code):
    return f"```\n{code}\n```\n"


@pytest.mark.parametrize(("first", "second"), [(TIKZ, TIKZ_2), (SVG, SVG_2), (TIKZ, SVG), (SVG, TIKZ)])
@pytest.mark.parametrize("words", ["\n\nSorry, that is wrong. Corrected:\n\n", "\nor\n"])
@pytest.mark.parametrize("dress", [fenced, str])
def test_the_last_of_several_complete_programs_wins(first, second, words, dress):
    found = extract(dress(first) + words + dress(second))
    assert (found.status, found.candidates, found.program.source) == (Status.SEVERAL, 2, second)
    assert "last" in found.note


def test_the_same_program_twice_is_one():
    found = extract(fenced(TIKZ) + "\nOnce more in full:\n" + fenced(TIKZ))
    assert (found.status, found.candidates, found.program.source) == (Status.COMPLETE, 1, TIKZ)
    assert "2 times" in found.note


@pytest.mark.parametrize(
    "half", [TIKZ_2[:-4], SVG_2[:-4], "\\documentclass{article}\n\\usepackage{tikz}\n\\begin{document}" + TIKZ_2]
)
def test_an_unfinished_correction_leaves_the_complete_program(half):
    found = extract(fenced(TIKZ) + "Better:\n```\n" + half)
    assert (found.status, found.candidates, found.program.source) == (Status.SEVERAL, 1, TIKZ)
    assert "passed over" in found.note


def test_an_unfinished_draft_before_a_complete_program_is_no_choice():
    found = extract("```latex\n\\begin{tikzpicture}\n\\draw (0,0)\n```\nAgain:\n" + fenced(TIKZ))
    assert (found.status, found.candidates, found.program.source) == (Status.COMPLETE, 1, TIKZ)


def test_in_prose_a_picture_begun_anew_stands_alone():
    found = extract("\\begin{tikzpicture}\n\\draw (0,0) -- \n\nNo, let me start again.\n\n" + TIKZ)
    assert (found.status, found.program.source) == (Status.COMPLETE, TIKZ)


@pytest.mark.parametrize(
    ("reply", "formats", "names"), [(SVG, ONLY_TIKZ, ("SVG", "TikZ")), (TIKZ, ONLY_SVG, ("TikZ", "SVG"))]
)
@pytest.mark.parametrize("dress", [fenced, str])
def test_a_program_of_another_format_is_none(reply, formats, names, dress):
    found = extract(dress(reply), formats)
    assert (found.status, found.program, found.candidates) == (Status.NONE, None, 0)
    assert all(name in found.note for name in names)


@pytest.mark.parametrize("order", [(TIKZ, SVG), (SVG, TIKZ)])
def test_a_program_of_another_format_is_passed_over(order):
    reply = fenced(order[0]) + "and\n" + fenced(order[1])
    found = extract(reply, ONLY_TIKZ)
    assert (found.status, found.candidates, found.program.source) == (Status.COMPLETE, 1, TIKZ)
    assert "SVG" in found.note
    assert extract(reply, ONLY_SVG).program.source == SVG


def test_an_unfinished_program_of_another_format_is_none():
    assert extract("```svg\n<svg><circle", ONLY_TIKZ).status is Status.NONE
    assert extract("```latex\n\\begin{tikzpicture}", ONLY_SVG).status is Status.NONE


@pytest.mark.parametrize("reply", ["", " \n\n\t", "\ufeff"])
def test_an_empty_reply(reply):
    found = extract(reply)
    assert (found.status, found.note) == (Status.NONE, "the reply is empty")


@pytest.mark.parametrize(
    "reply",
    [
        "The theorem says that both functions have three zeros.",
        "```asy\nimport three;\ndraw(unitsphere);\n```",
        "```asy\nimport three;",
        "```python\nplt.plot(x, y)\n```",
        "```mermaid\ngraph TD; A-->B\n```\nI cannot use TikZ for this.",
        "```\n```",
        "\\draw (0,0) -- (1,1);",
    ],
)
def test_no_program(reply):
    found = extract(reply)
    assert (found.status, found.program, found.candidates) == (Status.NONE, None, 0)
    assert found.note


@pytest.mark.parametrize(
    "reply",
    [
        "I'm sorry, but I can't draw this figure.",
        "I’m sorry, I can’t help with that.",
        "Unfortunately I am unable to produce TikZ code.",
        "As an AI, I have no means of drawing.",
        "I cannot generate images.",
        "I do not have the ability to create drawings.",
        "I must decline.",
        "I won't do this.",
        "Sorry, unable to comply.",
        "Ich kann diese Zeichnung leider nicht erstellen.",
    ],
)
def test_a_refusal(reply):
    found = extract(reply)
    assert (found.status, found.program) == (Status.REFUSED, None)


def test_words_of_refusal_around_a_program_do_not_matter():
    assert extract("I can't be sure, but:\n" + fenced(TIKZ)).status is Status.COMPLETE
    assert extract("I can't be sure, but:\n```\n" + TIKZ[:-3]).status is Status.TRUNCATED


def test_a_reply_over_the_limit_is_not_read():
    found = extract(fenced(TIKZ) + "x" * MAX_CHARACTERS)
    assert (found.status, found.program) == (Status.NONE, None)
    assert f"{MAX_CHARACTERS:,}" in found.note


@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_line_ends_are_normalised(ending):
    assert extract((fenced(TIKZ)).replace("\n", ending)).program.source == TIKZ


@pytest.mark.parametrize("separator", ["\u2028", "\x0b", "\x0c", "\x85", "\x1c", "\x00", "\ud800"])
def test_other_separators_are_characters(separator):
    code = TIKZ.replace("circle", f"circle %{separator}\n")
    found = extract(fenced(code))
    assert found.program.source == code
    assert len(found.program.sha256) == 64
