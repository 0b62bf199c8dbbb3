"""TikZ programs: documents, bare pictures, panels, preamble lines given apart."""

import pytest

from mathvis.extract import Form, Format, Status, extract

A = "\\begin{tikzpicture}\n  \\draw (0,0) circle (1);\n\\end{tikzpicture}"
B = "\\begin{tikzpicture}\n  \\draw (0,0) rectangle (2,1);\n\\end{tikzpicture}"
CD = '\\begin{tikzcd}\n  X \\arrow[r, "f"] & Y \\\\\n  Z\n\\end{tikzcd}'
DOCUMENT = (
    f"\\documentclass[border=1mm]{{standalone}}\n\\usepackage{{tikz}}\n\\begin{{document}}\n{A}\n\\end{{document}}"
)


def fenced(code, tag="latex"):
    return f"```{tag}\n{code}\n```\n"


def program(reply, status=Status.COMPLETE):
    found = extract(reply)
    assert found.status is status, found
    return found.program


# Documents


@pytest.mark.parametrize(
    "around", ["{}", "Here you are:\n\n{}\n\nGood luck!", "```latex\n{}\n```", "1. x\n\n   ~~~\n{}\n   ~~~"]
)
def test_a_document_is_taken_whole(around):
    taken = program(around.format(DOCUMENT))
    assert (taken.format, taken.form, taken.source, taken.preamble) == (Format.TIKZ, Form.DOCUMENT, DOCUMENT, "")


@pytest.mark.parametrize(
    "head", ["% !TeX program = lualatex\n", "% a\n% b\n\\PassOptionsToPackage{x}{y}\n", "\\RequirePackage{luatex85}\n"]
)
@pytest.mark.parametrize("around", ["{}", "Words before.\n{}\nWords.", "```latex\n{}\n```"])
def test_comments_and_options_above_the_class_belong_to_a_document(head, around):
    assert program(around.format(head + DOCUMENT)).source == head + DOCUMENT


def test_what_follows_the_end_of_a_document_is_not_taken():
    assert program(fenced(DOCUMENT + "\n\nNotes: the circle is " + A)).source == DOCUMENT


def test_pictures_inside_a_document_are_not_programs_of_their_own():
    found = extract(DOCUMENT.replace(A, A + "\n\n" + B))
    assert (found.status, found.candidates) == (Status.COMPLETE, 1)


def test_a_document_that_writes_a_document():
    inner = "\\begin{filecontents*}{a.tex}\n\\documentclass{article}\\begin{document}a\\end{document}\n\\end{filecontents*}\n"
    code = inner + DOCUMENT
    assert program(fenced(code)).source == code


def test_an_end_in_a_comment_is_no_end():
    code = DOCUMENT.replace("\\end{document}", "% \\end{document}\n" + B + "\n\\end{document}")
    assert program(fenced(code)).source == code


def test_a_document_without_tikz_is_another_language():
    code = "\\documentclass{article}\n\\usepackage{asymptote}\n\\begin{document}\n\\begin{asy}draw(unitcircle);\\end{asy}\n\\end{document}"
    assert extract(fenced(code)).status is Status.NONE


@pytest.mark.parametrize("form", ["{}", "Words.\n\n{}", "```latex\n{}"])
def test_without_its_last_line_a_document_is_truncated(form):
    found = extract(form.format(DOCUMENT.removesuffix("\\end{document}")))
    assert (found.status, found.program) == (Status.TRUNCATED, None)
    assert "\\end{document}" in found.note
    assert found.fragment.endswith("\\end{tikzpicture}")


def test_in_a_closed_block_only_the_last_line_is_missing_and_is_added():
    found = extract(fenced(DOCUMENT.removesuffix("\n\\end{document}")))
    assert found.status is Status.COMPLETE
    assert found.program.source == DOCUMENT
    assert "was added" in found.note


@pytest.mark.parametrize(
    "code",
    [
        DOCUMENT.removesuffix("\\end{tikzpicture}\n\\end{document}"),
        DOCUMENT.replace(A, "").removesuffix("\\end{document}") + "text",
        DOCUMENT.replace(A, A + "\n\\begin{tikzpicture}").removesuffix("\\end{document}"),
    ],
)
def test_nothing_is_added_to_a_document_with_an_open_picture_or_none(code):
    assert extract(fenced(code)).status is Status.TRUNCATED


# Bare pictures


@pytest.mark.parametrize(
    "picture", [A, CD, "\\begin{tikzpicture}[scale=2]\\end{tikzpicture}", "\\begin {tikzpicture}\n\\end {tikzpicture}"]
)
@pytest.mark.parametrize(
    "around", ["{}", "Words:\n\n{}\n\nWords.", "```latex\n{}\n```", "```tikz\n\n\n{}\n\n```", "Words. {} Words."]
)
def test_a_bare_picture(picture, around):
    taken = program(around.format(picture))
    assert (taken.format, taken.form, taken.source, taken.preamble) == (Format.TIKZ, Form.PICTURE, picture, "")


def test_nested_pictures_are_one():
    code = "\\begin{tikzpicture}\n\\node {\\begin{tikzpicture}\\draw (0,0) -- (1,0);\\end{tikzpicture}};\n\\end{tikzpicture}"
    assert program(code).source == code
    assert program(fenced(code)).source == code


@pytest.mark.parametrize("wrap", ["{}", "```latex\n{}\n```", "```latex\n{}", "Words:\n{}"])
def test_the_inner_picture_of_an_unfinished_one_is_not_the_program(wrap):
    code = (
        "\\begin{tikzpicture}\n\\node {\n\\begin{tikzpicture}\\draw (0,0) -- (1,0);\\end{tikzpicture}};\n\\draw (0,0)"
    )
    assert extract(wrap.format(code)).status is Status.TRUNCATED


def test_comments_hide_ends_inside_a_picture_and_percent_signs_do_not_hide_pictures_in_prose():
    code = A.replace("\\end", "% \\end{tikzpicture}\n\\end")
    assert program(f"It covers 100% of the area: {code}").source == code


@pytest.mark.parametrize(
    "gap",
    [
        "\n",
        "\n\n",
        "\n\\quad\n",
        "\\hspace{1cm}%\n",
        "\n% right panel\n",
        "\n\\vspace{1em}\\par\n",
        "\\\\\n",
        "\n\\hspace*{1cm}\n",
        " $\\longrightarrow$ ",
        "~",
    ],
)
@pytest.mark.parametrize("around", ["{}", "Words:\n\n{}\n\nWords.", "```latex\n{}\n```"])
def test_pictures_with_no_words_between_them_are_panels_of_one_program(gap, around):
    found = extract(around.format(A + gap + B))
    assert (found.status, found.candidates) == (Status.COMPLETE, 1)
    assert found.program.source == A + gap + B


def test_pictures_with_words_between_them_are_two_programs_in_prose():
    found = extract(f"{A}\n\nNo, it must be a rectangle:\n\n{B}")
    assert (found.status, found.candidates, found.program.source) == (Status.SEVERAL, 2, B)


def test_words_between_pictures_in_a_block_are_typeset():
    code = f"{A}\nand\n{B}"
    assert program(fenced(code)).source == code


@pytest.mark.parametrize(
    "definition",
    [
        "\\tikzset{dot/.style={fill, circle}}",
        "\\def\\R{2}",
        "\\newcommand{\\R}{2}",
        "\\newcommand\\R[1]{#1}",
        "\\tikzstyle{dot}=[fill]",
        "\\definecolor{ink}{rgb}{0,0,1}",
        "\\let\\a=\\b",
        "\\pgfmathsetmacro\\R{2}",
        "\\tdplotsetmaincoords{60}{110}",
    ],
)
@pytest.mark.parametrize("around", ["{}", "Words:\n\n{}\n\nWords.", "```latex\n{}\n```"])
def test_definitions_above_a_picture_go_with_it(definition, around):
    assert program(around.format(f"{definition}\n{A}")).source == f"{definition}\n{A}"


@pytest.mark.parametrize("around", ["{}", "Words:\n\n{}\n\nWords.", "```latex\n{}\n```"])
@pytest.mark.parametrize(
    "line",
    [
        "\\usetikzlibrary{calc}",
        "\\usepackage[dvipsnames]{xcolor}",
        "\\usetikzlibrary{calc}\n\\tikzset{a/.style=red}",
        "\\DeclareMathOperator{\\im}{im}",
    ],
)
def test_preamble_lines_above_a_picture_are_its_preamble(around, line):
    taken = program(around.format(f"{line}\n{A}"))
    assert (taken.source, taken.preamble) == (A, line)


@pytest.mark.parametrize(
    "code",
    [
        f"\\begin{{figure}}[ht]\\centering\n{A}\n\\caption{{A circle $C$ {{of}} radius 1.}}\\label{{fig:c}}\n\\end{{figure}}",
        f"\\begin{{center}}\n{A}\n\\end{{center}}",
        f"\\section*{{A circle}}\n\\noindent\n{A}",
        f"\\begin{{figure}}[h!]\n\\begin{{center}}\n{A}\n\\end{{center}}\\caption{{x}}\\end{{figure}}",
        f"\\[\n{A}\n\\]",
        f"$$\n{A}\n$$",
        f"\\begin{{equation*}}\n{A}\n\\end{{equation*}}",
    ],
)
@pytest.mark.parametrize("around", ["{}", "Words:\n\n{}\n\nWords.", "```latex\n{}\n```"])
def test_floats_captions_and_displays_around_a_picture_are_left_out(code, around):
    assert program(around.format(code)).source == A


@pytest.mark.parametrize(
    "code",
    [f"\\scalebox{{2}}{{{A}}}", f"\\resizebox{{5cm}}{{!}}{{%\n{A}}}", f"{{\\small\n{A}}}", f"\\reflectbox{{{A}}}"],
)
@pytest.mark.parametrize("around", ["{}", "```latex\n{}\n```"])
def test_what_changes_the_picture_stays(code, around):
    assert program(around.format(code)).source == code


@pytest.mark.parametrize(
    "code",
    ["\\tikz \\draw (0,0) -- (1,1);", "\\tikz[scale=2]{\\draw (0,0) -- (1,1);}", "\\tikz{\\draw (0,0) -- (1,1);}"],
)
@pytest.mark.parametrize("around", ["{}", "```latex\n{}\n```"])
def test_a_tikz_command(code, around):
    assert program(around.format(code)).source == code


def test_a_tikz_command_cut_off():
    assert extract("\\tikz{\\draw (0,0) -- (1,1);").status is Status.TRUNCATED
    assert extract("```latex\n\\tikz{\\draw (0,0) -- (1,1);").status is Status.TRUNCATED


@pytest.mark.parametrize(
    "code", ["\\draw (0,0) -- (1,1);", "\\node at (0,0) {$A$};", "\\begin{axis}\\addplot{x};\\end{axis}"]
)
def test_commands_without_a_picture_are_no_program(code):
    assert extract(fenced(code)).status is Status.NONE


# Preamble lines given apart

LINES = "\\usepackage{tikz}\n\\usetikzlibrary{arrows.meta}\n\\tikzset{mid/.style={thick}}"


@pytest.mark.parametrize("order", ["Preamble:\n{p}\nFigure:\n{a}", "{a}\nThis needs\n{p}", "{p}{a}"])
def test_preamble_and_picture_in_two_blocks(order):
    taken = program(order.format(p=fenced(LINES), a=fenced(A)))
    assert (taken.source, taken.preamble) == (A, LINES)


def test_the_class_line_of_a_preamble_block_is_the_wrappers_business():
    taken = program(fenced("\\documentclass[12pt]{article}\n" + LINES) + fenced(A))
    assert (taken.form, taken.source, taken.preamble) == (Form.PICTURE, A, LINES)


@pytest.mark.parametrize("body", ["", "% figure here", "\\input{figure.tex}", "\\centering\n% ...\n"])
@pytest.mark.parametrize("first", [True, False])
def test_an_empty_document_shows_a_preamble(body, first):
    skeleton = fenced(f"\\documentclass{{standalone}}\n{LINES}\n\\begin{{document}}\n{body}\n\\end{{document}}")
    taken = program(skeleton + fenced(A) if first else fenced(A) + skeleton)
    assert (taken.source, taken.preamble) == (A, LINES)


def test_a_correction_has_the_preamble_that_was_given_before():
    taken = program(fenced(LINES) + fenced(A) + "Better:\n" + fenced(B), Status.SEVERAL)
    assert (taken.source, taken.preamble) == (B, LINES)


def test_a_correction_with_a_preamble_of_its_own_has_that_one_alone():
    taken = program(
        fenced(LINES) + fenced(A) + "Better:\n" + fenced("\\usetikzlibrary{calc}") + fenced(B), Status.SEVERAL
    )
    assert (taken.source, taken.preamble) == (B, "\\usetikzlibrary{calc}")


def test_a_document_takes_no_preamble_from_elsewhere():
    taken = program(fenced(LINES) + fenced(DOCUMENT))
    assert (taken.source, taken.preamble) == (DOCUMENT, "")


def test_preamble_lines_alone_are_no_program():
    assert extract(fenced(LINES)).status is Status.NONE


def test_a_reply_that_ends_in_its_preamble_is_truncated():
    assert extract("```latex\n" + LINES).status is Status.TRUNCATED
    assert extract("```latex\n\\documentclass{standalone}\n" + LINES).status is Status.TRUNCATED
    assert extract("\\documentclass{standalone}\n" + LINES).status is Status.TRUNCATED


# Programs that stand for more than they say


@pytest.mark.parametrize(
    "line",
    [
        "% ... (coordinates as before)",
        "% ... rest of the code unchanged ...",
        "% rest of the picture stays the same",
        "%% … unchanged …",
        "% ...",
        "...",
        "  …",
        "% (existing code here)",
        "% [... previous code ...]",
    ],
)
@pytest.mark.parametrize("whole", [A, DOCUMENT])
def test_code_left_out_makes_no_program(line, whole):
    found = extract(fenced(whole.replace("  \\draw", f"{line}\n  \\draw")))
    assert (found.status, found.program) == (Status.NONE, None)


@pytest.mark.parametrize(
    "line",
    [
        "\\foreach \\x in {1,...,5} \\draw (\\x,0) -- (\\x,1);",
        "\\foreach \\x in {1,2,\n...\n,9} \\fill (\\x,0) circle (1pt);",
        "\\node {$a_1, \\ldots, a_n$};",
        "\\node[align=left] {first\\\\\n...\n};",
        "% the other sides ...",
        "% ... and the remaining two sides",
        "% same as above, mirrored",
        "% rest of the triangle",
        "% the original triangle is unchanged by the rotation",
        "% .........",
        "\\node {...};",
    ],
)
def test_ordinary_ellipses_and_comments_are_part_of_a_program(line):
    code = A.replace("  \\draw", f"{line}\n  \\draw")
    assert program(fenced(code)).source == code


def test_dots_outside_the_pictures_leave_nothing_of_them_out():
    taken = program(fenced(f"\\usepackage{{tikz}}\n...\n% ...\n{A}\n{B}\n% ...\n..."))
    assert taken.preamble == "\\usepackage{tikz}"
    assert taken.source.replace("% ...", "").strip() == f"{A}\n{B}"
    assert extract(fenced(f"{A}\n% ...\n{B}")).status is Status.NONE


def test_a_full_version_before_the_changed_lines_is_the_program():
    found = extract(
        fenced(A) + "Change only this:\n" + fenced(B.replace("  \\draw", "  % ... as before ...\n  \\draw"))
    )
    assert (found.status, found.program.source) == (Status.SEVERAL, A)
    assert "passed over" in found.note
