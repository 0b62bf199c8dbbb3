"""What may outlive a figure: nothing that a model thought up, only whole lines of known names."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mathvis.extract.wrap import STANDARD_PREAMBLE
from mathvis.sandbox.inside.preamble import CLASSES, PACKAGES, PLOT_LIBRARIES, TIKZ_LIBRARIES, beginnings

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
        BODY,
    ]
)


def all_names(text):
    """Everything that a text loads, and the text without what is known to be harmless."""
    rest = re.sub(
        r"\\(?:documentclass|usepackage|usetikzlibrary|usepgfplotslibrary)\s*(?:\[[^\]\\]*\])?\s*\{([^{}\\]*)\}",
        r"\1,",
        text,
    )
    return {name.strip() for name in re.sub(r"%|\n", ",", rest).split(",")} - {""}


class TestBeginnings:
    def test_the_standard_preamble_is_known_as_a_whole_and_up_to_tikz(self):
        whole, part = beginnings(STANDARD_PREAMBLE + BODY)
        assert (whole.length, whole.lines) == (len(STANDARD_PREAMBLE), STANDARD_PREAMBLE.count("\n"))
        assert part.text.endswith("\\usepackage{tikz}%\n")

    @given(st.lists(KNOWN_LINES, max_size=8), OTHER_LINES, st.lists(KNOWN_LINES | OTHER_LINES, max_size=4))
    def test_a_beginning_ends_before_the_first_line_that_is_not_known(self, known, other, rest):
        before = "".join(f"{line}\n" for line in known)
        source = f"{before}{other}\n" + "\n".join(rest)
        for found in beginnings(source):
            assert found.length <= len(before)
            assert source[: found.length].count("\n") == found.lines == found.text.count("\n")
            assert source[found.length - 1] == "\n"
            loaded = all_names(found.text.replace("\\pgfplotsset{compat=1.18}", ""))
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

    def test_comments_are_left_out_but_their_lines_are_kept(self):
        (found,) = beginnings("% secret\n\\documentclass{article} % secret\n\n\\usepackage{tikz}\n" + BODY)
        assert found.text == "%\n\\documentclass{article}%\n%\n\\usepackage{tikz}%\n"
        assert "secret" not in found.text

    def test_equal_preambles_with_other_comments_share_a_beginning(self):
        one, two = (beginnings(f"\\documentclass{{article}}%{c}\n\\usepackage{{tikz}}\n{BODY}")[0] for c in "ab")
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
