"""What may outlive a figure: nothing that a model thought up, only whole lines of known names."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mathvis.extract.wrap import STANDARD_PREAMBLE
from mathvis.sandbox.inside.known_names import CLASSES, PACKAGES, PLOT_LIBRARIES, TIKZ_LIBRARIES
from mathvis.sandbox.inside.preamble import beginnings

BODY = "\\begin{document}\\tikz\\draw (0,0) -- (1,1);\\end{document}\n"
KNOWN_LINES = st.sampled_from(
    [
        "\\documentclass[tikz,border=2pt]{standalone}",
        "\\documentclass{article} % as ever",
        "\\usepackage{tikz}",
        "\\usepackage[utf8]{inputenc}",
        "\\usepackage{amsmath, amssymb}",
        "\\usetikzlibrary{arrows.meta,calc}",
        "\\usetikzlibrary{\n  positioning,\n  fit\n}",
        "\\pgfplotsset{compat=1.18}",
        "\\pgfplotsset{width=7cm, compat=newest}",
        "\\setlength\\PreviewBorder{2mm}",
        "\\setlength{\\PreviewBorder}{0.5pt}",
        "\\PreviewEnvironment{tikzpicture}",
        "\\definecolor{deep-blue}{RGB}{0, 30,200}",
        "\\definecolor{wood}{HTML}{8A5b2c}",
        "\\tdplotsetmaincoords{70}{-110.5}",
        "\\pagestyle{empty}",
        "",
        "% a remark with \\input{evil} in it",
        "  ",
    ]
)
OTHER_LINES = st.sampled_from(
    [
        "\\input{evil}",
        "\\usepackage{evil}",
        "\\usepackage[\\input{x}]{tikz}",
        "\\usepackage{tikz}\\oops",
        "\\tikzset{every picture/.style={red}}",
        "\\def\\x{}",
        "\\usetikzlibrary{evil}",
        "\\pgfplotsset{compat=1.18,every axis/.style={}}",
        "\\makeatletter",
        "{",
        "\\usepackage{tikz",
        "x",
        "\\usepackage{../tikz}",
        "\\usepackage{}",
        "\\directlua{x}",
        "\\setlength\\oops{2mm}",
        "\\setlength\\PreviewBorder{\\oops}",
        "\\PreviewEnvironment{\\oops}",
        "\\definecolor{red}{rgb}{\\oops}",
        "\\definecolor{\\oops}{rgb}{1,0,0}",
        "\\definecolor{red}{wave}{1}",
        "\\tdplotsetmaincoords{\\oops}{1}",
        "\\pagestyle{headings}",
        "\\pgfplotsset{width=\\oops}",
        BODY,
    ]
)


HARMLESS = re.compile(
    r"\\(?:pgfplotsset|PreviewEnvironment|pagestyle)\{[a-z0-9=., A-Z]*\}"
    r"|\\setlength\{?\\PreviewBorder\}?\{[a-z0-9.]*\}"
    r"|\\(?:definecolor|tdplotsetmaincoords)(?:\{[A-Za-z0-9., -]*\})+"
)
"""Settings of plain characters."""


def all_names(text):
    """Everything that a text loads, and the text without what is known to be harmless."""
    rest = re.sub(
        r"\\(?:documentclass|usepackage|usetikzlibrary|usepgfplotslibrary)\s*(?:\[[^\]\\]*\])?\s*\{([^{}\\]*)\}",
        r"\1,",
        text,
    )
    return {name.strip() for name in re.sub(r"%|\n", ",", rest).split(",")} - {""}


class TestBeginnings:
    def test_the_standard_preamble_is_known_up_to_each_line_from_the_one_that_loads_what_draws(self):
        found = beginnings(STANDARD_PREAMBLE + BODY)
        assert (found[0].length, found[0].lines) == (len(STANDARD_PREAMBLE), STANDARD_PREAMBLE.count("\n"))
        assert found[-1].text.endswith("\\usepackage{tikz}%\n")
        assert [each.lines for each in found] == list(range(found[0].lines, found[-1].lines - 1, -1))
        assert not any(each.begun for each in found), "the body begins on the line of its own beginning"

    @pytest.mark.parametrize(
        "line", ["\\begin{document}\n", "  \\begin {document} % now\n", "\n%\n\\begin{document}\n"]
    )
    def test_the_begun_document_is_known_where_nothing_else_comes_before(self, line):
        begun, whole, *_ = beginnings(f"{STANDARD_PREAMBLE}{line}\\tikz\\draw (0,0) -- (1,1);\n\\end{{document}}\n")
        assert begun.begun
        assert begun.text.endswith("\\begin{document}%\n")
        assert begun.length == len(STANDARD_PREAMBLE + line)
        assert begun.lines == (STANDARD_PREAMBLE + line).count("\n")
        assert whole.length == len(STANDARD_PREAMBLE)
        assert not whole.begun

    @pytest.mark.parametrize("before", ["\\def\\x{}\n", "\\AtBeginDocument{x}\n", "\\let\\begin\\oops\n", "x"])
    def test_no_document_has_begun_after_a_line_that_is_not_known(self, before):
        source = f"{STANDARD_PREAMBLE}{before}\\begin{{document}}\nx\n\\end{{document}}\n"
        assert not any(each.begun for each in beginnings(source))

    @pytest.mark.parametrize("source", ["\\begin{document}\n", "\\usepackage{tikz}\n\\begin{document}\nx\n"])
    def test_no_document_begins_without_a_class(self, source):
        assert not any(each.begun for each in beginnings(source))

    def test_a_class_that_is_told_to_draw_is_a_beginning(self):
        drawn, plain = (
            beginnings(f"\\documentclass[{option}]{{standalone}}\n\\usepackage{{amsmath}}\n{BODY}")
            for option in ("tikz,border=2pt", "border=2pt")
        )
        assert [each.lines for each in drawn] == [2, 1]
        assert [each.lines for each in plain] == [2]

    @given(st.lists(KNOWN_LINES, max_size=8), OTHER_LINES, st.lists(KNOWN_LINES | OTHER_LINES, max_size=4))
    def test_a_beginning_ends_before_the_first_line_that_is_not_known(self, known, other, rest):
        before = "".join(f"{line}\n" for line in known)
        source = f"{before}{other}\n" + "\n".join(rest)
        for found in beginnings(source):
            assert found.length <= len(before)
            assert source[: found.length].count("\n") == found.lines
            assert source[found.length - 1] == "\n"
            loaded = all_names(HARMLESS.sub("", found.text))
            assert loaded <= CLASSES | PACKAGES | TIKZ_LIBRARIES | PLOT_LIBRARIES

    @given(st.text(st.characters(codec="utf-8"), max_size=200))
    def test_no_text_makes_it_fail(self, text):
        for found in beginnings(text):
            assert 0 < found.length <= len(text)

    @given(st.text(alphabet="\\%{}[],=a \n^^M~#&$_^", max_size=30))
    def test_no_character_with_a_meaning_gets_in_with_an_option(self, option):
        source = f"\\usepackage[{option}]{{tikz}}\n"
        for found in beginnings(source):
            inside = found.text[found.text.index("[") : found.text.rindex("]")]
            assert not set(inside) & set("\\%#&$_^~")

    def test_comments_and_empty_lines_are_left_out_but_counted(self):
        (found,) = beginnings("% secret\n\\documentclass{article} % secret\n\n\\usepackage{tikz}\n" + BODY)
        assert found.text == "\\documentclass{article}%\n\\usepackage{tikz}%\n"
        assert found.lines == 4

    @pytest.mark.parametrize("between", ["%b\n", "\n", "\n\n", "  % x\n", "\n%\n \t\n"])
    def test_equal_preambles_with_other_comments_and_empty_lines_share_a_beginning(self, between):
        one, two = (
            beginnings(f"\\documentclass{{article}}{c}\\usepackage{{tikz}}\n{BODY}")[0] for c in ("\n", between)
        )
        assert one.text == two.text

    @pytest.mark.parametrize(
        "source", ["", "\n", "% x\n", "\\documentclass{article}", BODY, "\\usepackage{tikz}" * 5000]
    )
    def test_nothing_to_share(self, source):
        assert beginnings(source) == ()

    @pytest.mark.parametrize(
        "text", ["\\usepackage%s", "\\usepackage[%s", "\\usepackage{a%s", "\\usepackage{a,%s", "%s"]
    )
    @pytest.mark.parametrize("filler", [" ", "\n", "\t", "a", ",", "{}", "a,"])
    def test_no_text_takes_long(self, text, filler):
        assert beginnings(text % (filler * 500_000) + "\n") == ()

    def test_a_huge_beginning_is_not_looked_at_to_its_end(self):
        assert all(found.length < 40_000 for found in beginnings("\\usepackage{tikz}\n" * 100_000))
