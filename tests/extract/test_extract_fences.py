"""Code blocks are found as models write them."""

import pytest

from mathvis.extract import Form, Status, extract
from mathvis.extract.fences import End, segments

PICTURE = "\\begin{tikzpicture}\n  \\draw (0,0) circle (1);\n\\end{tikzpicture}"
OTHER = "\\begin{tikzpicture}\n  \\draw (0,0) rectangle (2,1);\n\\end{tikzpicture}"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><circle r="1"/></svg>'


def only(reply, **options):
    found = extract(reply, **options)
    assert found.status is Status.COMPLETE, found.note
    assert found.candidates == 1
    return found.program


@pytest.mark.parametrize(
    "tag", ["", "latex", "tex", "tikz", "LaTeX", "{.latex}", "text", "whatever", "latex title=a.tex"]
)
@pytest.mark.parametrize("fence", ["```", "~~~", "`````", "~~~~~~~"])
def test_any_fence_with_any_tag(fence, tag):
    assert only(f"Here it is.\n\n{fence}{tag}\n{PICTURE}\n{fence}\nThat is all.\n").source == PICTURE


@pytest.mark.parametrize("margin", ["  ", "    ", "\t", "      "])
def test_the_indentation_of_a_fence_is_not_part_of_the_code(margin):
    block = "\n".join(margin + line for line in ["```latex", *PICTURE.split("\n"), "```"])
    assert only(f"1. First\n\n{block}\n").source == PICTURE


@pytest.mark.parametrize("mark", ["> ", ">"])
def test_a_quoted_block_loses_its_quote_marks(mark):
    block = "\n".join(mark + line for line in ["```latex", *PICTURE.split("\n"), "```"])
    assert only(f"{block}\n").source.split("\n")[0] == "\\begin{tikzpicture}"
    assert ">" not in only(f"{block}\n").source


def test_a_fence_may_follow_a_list_mark():
    assert only("- ```latex\n  " + PICTURE.replace("\n", "\n  ") + "\n  ```\n").source == PICTURE


@pytest.mark.parametrize("opening", ["Here is the code: ```latex\n", "Here is the code: ```\n", "```latex "])
@pytest.mark.parametrize("closing", ["\n```", "```", " ```", "\n   ```   ", "\n`````"])
def test_fences_that_share_a_line_with_code_or_words(opening, closing):
    assert only(f"{opening}{PICTURE}{closing}\n").source == PICTURE


def test_a_longer_fence_holds_shorter_ones():
    code = PICTURE.replace("circle (1);", "circle (1); % shown between\n```\n% fences")
    assert only(f"````latex\n{code}\n````\n").source == code


def test_a_fence_of_the_other_character_is_code():
    code = PICTURE.replace("\n  ", "\n~~~\n", 1)
    assert only(f"```latex\n{code}\n```").source == code


@pytest.mark.parametrize("joint", ["``````latex", "``` ```latex", "```\n```latex", "```latex", "```\n\nor\n\n~~~latex"])
def test_adjacent_blocks_are_two_blocks(joint):
    last = "~~~" if "~" in joint else "```"
    found = extract(f"```latex\n{PICTURE}\n{joint}\n{OTHER}\n{last}\n")
    assert (found.status, found.candidates) == (Status.SEVERAL, 2)
    assert found.program.source == OTHER


@pytest.mark.parametrize(
    "code",
    [
        PICTURE,
        SVG,
        f"\\documentclass{{standalone}}\n\\usepackage{{tikz}}\n\\begin{{document}}\n{PICTURE}\n\\end{{document}}",
    ],
)
@pytest.mark.parametrize("after", ["\n```", "\n```\n", "\n~~~", "\n```\n\nI hope this helps.", "```"])
def test_a_stray_closing_fence_is_not_code(code, after):
    assert only(code + after).source == code


def test_after_a_stray_fence_the_next_block_is_still_found():
    found = extract(f"{PICTURE}\n```\nBetter:\n```latex\n{OTHER}\n```\n")
    assert found.program.source == OTHER


def test_words_after_a_stray_fence_do_not_become_part_of_the_picture():
    found = extract(f"Done.\n```\n\nA better version would be {OTHER}\n")
    assert found.program.source == OTHER


@pytest.mark.parametrize(
    "reply",
    [
        f"Use ```\\node``` for text.\n\n```latex\n{PICTURE}\n```",
        f"Use `\\begin{{tikzpicture}}` and `\\end{{tikzpicture}}`.\n\n{PICTURE}\n",
        f"Use `\\begin{{tikzpicture}}[scale=2]` if it is small.\n\n{PICTURE}\n",
        f"{PICTURE}\n\nPut it between `\\begin{{document}}` and the end, after `\\documentclass{{article}}`.",
        f"{SVG}\n\nThe `<svg>` element scales; `<svg width='20'>` would not.",
        f"I use an <svg> element.\n\n{SVG}",
        f"I use the <svg tag here.\n\n{SVG}",
    ],
)
def test_inline_code_is_a_mention(reply):
    assert only(reply).source in (PICTURE, SVG)


def test_a_block_in_a_markdown_block():
    assert only(f"```markdown\nThe figure:\n\n```latex\n{PICTURE}\n```\n```\n").source == PICTURE


def test_blocks_in_other_languages_are_passed_over():
    reply = (
        f"```latex\n{PICTURE}\n```\n\nCompile it:\n\n```bash\npdflatex figure.tex\n```\n\n```python\nprint('{{')\n```\n"
    )
    assert only(reply).source == PICTURE


def test_a_program_in_a_python_string():
    assert only(f"```python\ncode = r'''\n{PICTURE}\n'''\n```").source == PICTURE


@pytest.mark.parametrize("tag", ["latex", "tikz", "tex", ""])
def test_a_bare_picture_in_a_block_that_never_ends_may_lack_a_panel(tag):
    reply = f"```{tag}\n{PICTURE}\n"
    found = extract(reply)
    assert found.status is Status.TRUNCATED
    assert found.program is None
    assert PICTURE in found.fragment
    assert extract(reply, finished=False).status is Status.TRUNCATED
    assert only(reply, finished=True).source == PICTURE


def test_words_after_the_picture_show_that_it_is_whole():
    assert only(f"```latex\n{PICTURE}\n\nThe circle has radius 1.").source == PICTURE


@pytest.mark.parametrize(
    "code", [SVG, f"\\documentclass{{standalone}}\\usepackage{{tikz}}\\begin{{document}}{PICTURE}\\end{{document}}"]
)
def test_what_says_itself_that_it_ends_needs_no_closing_fence(code):
    assert only(f"Here:\n```\n{code}").source == code


@pytest.mark.parametrize("finished", [None, False, True])
def test_an_unfinished_picture_is_unfinished_whatever_the_server_says(finished):
    found = extract("```latex\n" + PICTURE[:-5], finished=finished)
    assert found.status is Status.TRUNCATED


def test_a_block_may_hold_preamble_and_body_without_a_class():
    program = only(
        f"```latex\n\\usepackage{{tikz}}\n\\usetikzlibrary{{calc}}\n\\begin{{document}}\n{PICTURE}\n\\end{{document}}\n```"
    )
    assert program.form is Form.PICTURE
    assert program.source == PICTURE
    assert program.preamble == "\\usepackage{tikz}\n\\usetikzlibrary{calc}"


def test_segments_say_how_they_ended():
    found = segments("a\n```x\nb\n```xml\nc\n```latex\nd\n```\n~~~\ne")
    assert [(s.text.strip(), s.fenced, s.end) for s in found] == [
        ("a", False, End.OPEN),
        ("b", True, End.IMPLIED),
        ("c", True, End.IMPLIED),
        ("d", True, End.CLOSED),
        ("e", True, End.OPEN),
    ]
