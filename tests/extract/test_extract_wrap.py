"""A bare picture becomes a document of one page; a document and an SVG stay what they are."""

import re
import shutil
import subprocess

import pikepdf
import pytest

from mathvis.extract import (
    STANDARD_LIBRARIES,
    STANDARD_PACKAGES,
    STANDARD_PREAMBLE,
    STANDARD_PREAMBLE_VERSION,
    Form,
    Format,
    Program,
    extract,
    wrap,
)

PICTURE = "\\begin{tikzpicture}\n  \\draw (0,0) circle (1);\n\\end{tikzpicture}"
CD = '\\begin{tikzcd}\nA \\arrow[r, "f"] \\arrow[d] & B \\arrow[d, "h"] \\\\\nC \\arrow[r, "k"\'] & D\n\\end{tikzcd}'

needs_pdflatex = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
needs_lualatex = pytest.mark.skipif(shutil.which("lualatex") is None, reason="lualatex is not installed")


def picture(source, preamble=""):
    return Program(Format.TIKZ, Form.PICTURE, source, preamble)


def compiled(document, folder, engine="pdflatex"):
    (folder / "figure.tex").write_text(document.source, encoding="utf-8")
    run = subprocess.run(
        [engine, "-no-shell-escape", "-interaction=nonstopmode", "figure.tex"],
        cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=120, check=False,
    )  # fmt: skip
    log = (folder / "figure.log").read_text(encoding="utf-8", errors="replace")
    assert run.returncode == 0, [line for line in log.splitlines() if line.startswith("!")]
    return pikepdf.open(folder / "figure.pdf")


def size(pdf):
    assert len(pdf.pages) == 1
    box = [float(x) for x in pdf.pages[0].MediaBox]
    return box[2] - box[0], box[3] - box[1]


@pytest.mark.parametrize(
    "program",
    [
        Program(Format.SVG, Form.SVG, "<svg/>"),
        Program(
            Format.TIKZ, Form.DOCUMENT, f"\\documentclass{{article}}\n\\begin{{document}}{PICTURE}\\end{{document}}"
        ),
    ],
)
def test_what_is_a_document_passes_through(program):
    document = wrap(program)
    assert (document.source, document.offset, document.engine_hint) == (program.source, 0, None)


@pytest.mark.parametrize("preamble", ["", "\\usetikzlibrary{mindmap}", "\\usepackage[svgnames]{xcolor}\n\\def\\R{2}\n"])
def test_the_offset_leads_to_the_programs_first_line(preamble):
    document = wrap(picture(PICTURE, preamble))
    assert document.source.split("\n")[document.offset] == PICTURE.split("\n", maxsplit=1)[0]
    assert STANDARD_PREAMBLE in document.source
    assert preamble.strip() in document.source.partition("\\begin{document}")[0]


def test_the_class_makes_one_page_of_all_pictures():
    options = re.match(r"\\documentclass\[([^\]]*)\]\{standalone\}", STANDARD_PREAMBLE)[1]
    assert "tikz" not in options
    assert "border" in options
    assert STANDARD_PREAMBLE_VERSION.isdigit()
    assert all(name in STANDARD_PREAMBLE for name in (*STANDARD_PACKAGES, *STANDARD_LIBRARIES))


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        (PICTURE, None),
        ("% !TeX program = lualatex\n" + PICTURE, "lualatex"),
        ("%!TEX program=pdflatex\n" + PICTURE, "pdflatex"),
        ("% !TEX TS-program = xelatex\n" + PICTURE, "lualatex"),
        ("\\usepackage{fontspec}\n" + PICTURE, "lualatex"),
        ("\\usepackage{amsmath,unicode-math}\n" + PICTURE, "lualatex"),
        ("\\usepackage[x]{fontspec}" + PICTURE, "lualatex"),
        ("% \\usepackage{fontspec}\n" + PICTURE, None),
        ("\\usetikzlibrary{graphs,graphdrawing}\n" + PICTURE, "lualatex"),
        (PICTURE.replace("\\draw", "\\directlua{x()}\\draw"), "lualatex"),
    ],
)
def test_the_engine_a_program_asks_for(code, hint):
    assert wrap(picture(code)).engine_hint == hint
    first, _, rest = code.partition("\\begin")
    assert wrap(picture("\\begin" + rest, first)).engine_hint == hint


def test_display_delimiters_within_a_picture_are_left_alone():
    code = "\\begin{tikzpicture}\\node[text width=3cm] {\\[ x \\]};\\end{tikzpicture}"
    assert code in wrap(picture(code)).source


@needs_pdflatex
@pytest.mark.parametrize("code", [PICTURE, CD, f"{PICTURE}\n\n{PICTURE}", "\\tikz \\draw (0,0) -- (1,1);"])
def test_the_standard_preamble_compiles(code, tmp_path):
    width, height = size(compiled(wrap(picture(code)), tmp_path))
    assert 20 < width < 200
    assert 20 < height < 100


@needs_pdflatex
def test_everything_promised_is_there(tmp_path):
    code = r"""\begin{tikzpicture}
  \coordinate (A) at (0,0); \coordinate (B) at (2,0); \coordinate (C) at (0,2);
  \pic [draw, "$\alpha$", angle eccentricity=1.5] {angle = B--A--C};
  \draw [name path=a] (A) -- (2,2); \draw [name path=b] (B) -- (C);
  \fill [name intersections={of=a and b}] (intersection-1) circle (1pt) node [right=2mm of C] {$\mathbb{R}$};
  \draw [-{Stealth}, postaction={decorate, decoration={markings, mark=at position .5 with {\arrow{Latex}}}}] (0,0) -- ($(A)!.5!(B)$);
  \draw [decorate, decoration=snake] (0,-1) -- (2,-1); \draw [decorate, decoration=brace] (0,-2) -- (2,-2);
  \node [regular polygon, regular polygon sides=5, draw] (p) at (3,0) {}; \node [fit=(p), draw] {};
  \fill [pattern=north east lines] (3,1) rectangle (4,2);
  \matrix [matrix of math nodes] at (5,0) {a & b \\ c & d \\};
  \begin{scope}[on background layer] \fill [yellow] (0,0) rectangle (1,1); \end{scope}
  \begin{scope}[canvas is xy plane at z=1] \draw (0,0) circle (1); \end{scope}
  \begin{axis}[at={(7cm,0)}] \addplot [domain=0:1] {x^2}; \end{axis}
\end{tikzpicture}
\begin{tikzcd} \text{x} \arrow[r, dashed] & \operatorname{im} f \end{tikzcd}"""
    size(compiled(wrap(picture(code)), tmp_path))


@needs_pdflatex
@pytest.mark.parametrize(
    "around",
    [
        "Words:\n\\[\n{}\n\\]",
        "$$\n{}\n$$ words",
        "```latex\n\\[ {} \\]\n```",
        "```\n\\begin{equation*}\n{}\n\\end{equation*}\n```",
        "```\n\\begin{center}{}\\end{center}\n```",
    ],
)
def test_a_picture_in_a_display_comes_out_as_it_would_alone(around, tmp_path):
    alone, displayed = tmp_path / "alone", tmp_path / "displayed"
    alone.mkdir()
    displayed.mkdir()
    first = compiled(wrap(picture(CD)), alone)
    second = compiled(wrap(extract(around.replace("{}", CD, 1) if "{}" in around else around).program), displayed)
    assert size(first) == size(second)
    assert first.pages[0].Contents.read_bytes() == second.pages[0].Contents.read_bytes()


@needs_pdflatex
@pytest.mark.parametrize(
    "code",
    [
        "\\[ F \\simeq {} \\qquad {} \\]",
        "$$ {} \\to {} $$",
        "\\[ {} \\]\n\\[ {} \\]",
        "\\begin{equation} {} \\Rightarrow {} \\end{equation}",
    ],
)
@pytest.mark.parametrize("place", ["```latex\n{}\n```", "Words:\n{}\nwords"])
def test_a_display_with_more_in_it_is_set_in_line(code, place, tmp_path):
    program = extract(place.format(code.replace("{}", CD))).program
    width, height = size(compiled(wrap(program), tmp_path))
    assert width > 110
    assert height < 100


@needs_pdflatex
@pytest.mark.parametrize(
    "lines",
    [
        "\\usepackage[dvipsnames]{xcolor}\n\\usepackage[fleqn]{amsmath}",
        "\\usepackage [svgnames, x11names] {xcolor}",
        "\\usepackage{tikz}\n\\usepackage{pgfplots}\n\\pgfplotsset{compat=1.16}",
        "\\usetikzlibrary{shapes.misc}\n\\tikzset{a/.style={red}}\n\\DeclareMathOperator{\\im}{im}",
        "\\usepackage[utf8]{inputenc}\n\\usepackage[T1]{fontenc}",
    ],
)
def test_preamble_lines_of_a_reply_go_with_the_standard_preamble(lines, tmp_path):
    code = PICTURE.replace("\\draw", "\\node at (1,1) {$\\int$};\n  \\draw")
    found = extract(f"```latex\n{lines}\n```\nand\n```latex\n{code}\n```\n")
    assert found.program.preamble == lines
    size(compiled(wrap(found.program), tmp_path))


@needs_pdflatex
def test_a_float_comes_out_as_its_picture(tmp_path):
    code = f"\\begin{{figure}}[ht]\\centering\n{PICTURE}\n\\caption{{Words.}}\n\\end{{figure}}"
    width, _ = size(compiled(wrap(extract(f"```latex\n{code}\n```").program), tmp_path))
    assert width < 70


@needs_lualatex
def test_the_standard_preamble_compiles_with_lualatex(tmp_path):
    program = extract(f"```latex\n% !TeX program = lualatex\n\\usepackage{{fontspec}}\n{PICTURE}\n```").program
    document = wrap(program)
    assert document.engine_hint == "lualatex"
    size(compiled(document, tmp_path, "lualatex"))
