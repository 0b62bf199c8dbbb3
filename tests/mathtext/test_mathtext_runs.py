"""Unicode text runs read as the LaTeX source a mathematician would write."""

from __future__ import annotations

import pytest

from mathvis.mathtext import Rule, TextRun, from_latex, from_runs
from mathvis.mathtext.glyphs import explode

SIZE = 16.0


def runs(*parts, scale=0.7, down=0.25, up=0.4, stacked=False, width=None):
    """Runs of alternating kind: plain text, ``_sub``, ``^sup``; stacked scripts share their left end."""
    out, x, left = [], 0.0, 0.0
    for part in parts:
        kind = part[0] if part[0] in "_^" and len(part) > 1 else ""
        text = part[1:] if kind else part
        if kind and stacked and out and out[-1].y != 0.0:
            x = left
        size = SIZE * scale if kind else SIZE
        y = {"": 0.0, "_": -down * SIZE, "^": up * SIZE}[kind]
        run = TextRun(text, x, y, size)
        left = x
        out.append(run)
        x += sum(glyph.width for glyph in explode(run))
    return out


PAIRS = [
    (r"$z_0^2$", ("z", "_0", "^2")),
    (r"$z_0$", ("z", "_0")),
    (r"$x^2+y^2=1$", ("x", "^2", " + y", "^2", " = 1")),
    (r"$\pi_1(X)$", ("π", "_1", "(X)")),
    (r"$\pi_1(X,x_0)$", ("π", "_1", "(X, x", "_0", ")")),
    (r"$A^{-1}$", ("A", "^−1")),
    (r"$a_{n+1}$", ("a", "_n+1")),
    (r"$e^{i\theta}$", ("e", "^iθ")),
    (r"$\lambda_1=-1+\sqrt2$", ("λ", "_1", " = −1 + √2")),
    (r"$S^1\times S^1$", ("S", "^1", " × S", "^1")),
    (r"$\mathbb{R}^n$", ("ℝ", "^n")),
    (r"$H_1(X;\mathbb{Z})$", ("H", "_1", "(X; ℤ)")),
    (r"$\sum_{i=1}^n a_i$", ("∑", "_i=1", "^n", " a", "_i")),
    (r"$\int_0^1 f(x)\,dx$", ("∫", "_0", "^1", " f(x) dx")),
    (r"$A'_1$", ("A", "^′", "_1")),
    (r"$e^{2\pi i/3}$", ("e", "^2πi/3")),
    (r"$X_1\to X_2$", ("X", "_1", " → X", "_2")),
    (r"$2^{10}$", ("2", "^10")),
]

UNICODE = [
    (r"$f(C)$", "f(C)"),
    (r"$f(C)$", "𝑓(𝐶)"),
    (r"$\alpha$", "α"),
    (r"$\alpha$", "𝛼"),
    (r"$\operatorname{coker} a$", "coker a"),
    (r"$\ker\alpha$", "ker α"),
    (r"$A'$", "A′"),
    (r"$A'$", "A'"),
    (r"$A''$", "A″"),
    (r"$\frac12$", "½"),
    (r"$\frac12$", "1/2"),
    (r"$\frac12$", "1⁄2"),
    (r"$-\frac34$", "−3/4"),
    (r"$2\sqrt7$", "2√7"),
    (r"$\frac{\sqrt7}{4}$", "√7/4"),
    (r"$\left(\frac12,\frac{\sqrt3}2\right)$", "(1/2, √3/2)"),
    (r"$\sqrt{x+1}$", "√(x+1)"),
    (r"$\sqrt[3]{2}$", "∛2"),
    (r"$z_0^2$", "z₀²"),
    (r"$x_{12}$", "x₁₂"),
    (r"$x^{-1}$", "x⁻¹"),
    (r"$x^n$", "xⁿ"),
    (r"$\bar z$", "z̄"),
    (r"$\hat x$", "x̂"),
    (r"$\vec v$", "v⃗"),
    (r"$\overline{AB}$", "A̅B̅"),
    (r"$\mathbb{R}$", "ℝ"),
    (r"$\mathcal{A}$", "𝒜"),
    (r"$\mathfrak{g}$", "𝔤"),
    (r"$N=3$", "N = 3"),
    (r"$N=3$", "𝑁 = 3"),
    (r"$|z|=1$", "|z| = 1"),
    (r"$30^\circ$", "30°"),
    (r"$\angle ABC$", "∠ABC"),
    (r"$a\le b$", "a ≤ b"),
    (r"$f\colon X\to Y$", "f: X → Y"),
    (r"$x\mapsto x^2$", "x ↦ x²"),
    (r"$1,\ldots,n$", "1, …, n"),
    (r"$1,\ldots,n$", "1, ..., n"),
    (r"$a\cdot b$", "a⋅b"),
    (r"$A\cap B$", "A ∩ B"),
    (r"$\emptyset$", "∅"),
    (r"$\partial D$", "∂D"),
    (r"$\{1,2\}$", "{1, 2}"),
    (r"$\langle a,b\rangle$", "⟨a, b⟩"),
    (r"Rouch\'e's theorem", "Rouché’s theorem"),
    ("first-order term", "first-order term"),
    (r"$\ell$", "ℓ"),
    (r"$\infty$", "∞"),
    (r"$x\in A$", "x ∈ A"),
    (r"$g\circ f$", "g ∘ f"),
    (r"$A\otimes B$", "A ⊗ B"),
    (r"$\varepsilon$", "ε"),
    (r"$\Delta$", "∆"),
    (r"$-1$", "-1"),
    (r"$3.14$", "3.14"),
    (r"$G/N$", "G/N"),
    (r"$\mathbb{Z}/2\mathbb{Z}$", "ℤ/2ℤ"),
    (r"$\aleph_0$", "ℵ₀"),
    (r"$A^*$", "A*"),
    ("1 2", "1 2"),
]


@pytest.mark.parametrize(("latex", "text"), UNICODE)
def test_a_run_of_unicode(latex, text):
    assert from_runs([TextRun(text, 5, 7, SIZE)]) == from_latex(latex)


@pytest.mark.parametrize(("latex", "parts"), PAIRS)
@pytest.mark.parametrize(
    "style",
    [
        {},
        {"stacked": True},
        {"scale": 1.0},
        {"scale": 0.6, "down": 0.15, "up": 0.33},
        {"scale": 0.75, "down": 0.3, "up": 0.5},
        {"scale": 0.8, "down": 0.2, "up": 0.3},
    ],
    ids=["usual", "stacked", "same-size", "small", "wide", "big"],
)
def test_scripts_by_shift_and_size(latex, parts, style):
    assert from_runs(runs(*parts, **style)) == from_latex(latex)


def test_one_run_or_many_make_no_difference():
    assert from_runs(runs("N", " = ", "3")) == from_runs([TextRun("N = 3", 0, 0, SIZE)]) == "N=3"


def test_latex_source_in_a_run_is_literal_text():
    literal = from_runs([TextRun("$z_0$", 0, 0, SIZE)])
    assert literal != from_latex("$z_0$")
    assert literal == r"\$z\_0\$"
    for source in (r"\alpha", r"\frac{1}{2}", "x_1", "x^2", "$x$", r"\(x\)"):
        assert from_runs([TextRun(source, 0, 0, SIZE)]) != from_latex(
            f"${source.strip('$')}$" if "(" not in source else "$x$"
        )


def test_decorations_and_lines_over_text():
    assert from_runs([TextRun("AB", 0, 0, SIZE, overline=True)]) == r"\bar{AB}"
    assert from_runs([TextRun("z", 0, 0, SIZE, overline=True), TextRun("w", 9, 0, SIZE)]) == r"\bar{z}w"
    assert from_runs([TextRun("x", 0, 0, SIZE, underline=True)]) == r"\underline{x}"
    assert from_runs([TextRun("AB", 0, 0, SIZE, width=22)], [Rule(0, 14, 22, 14)]) == r"\bar{AB}"


def test_a_fraction_drawn_by_hand():
    parts = [TextRun("1", 2, 6, SIZE), TextRun("2", 2, -12, SIZE)]
    assert from_runs(parts, [Rule(0, 3, 12, 3)]) == r"\frac{1}{2}"


def test_a_root_with_its_line():
    parts = [TextRun("√", 0, 0, SIZE, width=9), TextRun("x+1", 9, 0, SIZE, width=27)]
    assert from_runs(parts, [Rule(9, 13, 36, 13)]) == r"\sqrt{x+1}"


def test_lines_of_text_are_joined():
    assert from_runs([TextRun("snake", 0, 0, SIZE), TextRun("lemma", 0, -20, SIZE)]) == "snakelemma"


def test_runs_that_look_different_are_different():
    texts = [
        "x1",
        "x₁",
        "x¹",
        "1x",
        "l",
        "1",
        "I",
        "O",
        "0",
        "o",
        "B",
        "β",
        "A",
        "A′",
        "A″",
        "z̄",
        "z",
        "2√7",
        "√27",
        "√2 7",
        "½",
        "12",
        "2/1",
    ]
    forms = [from_runs([TextRun(text, 0, 0, SIZE)]) for text in texts]
    assert len(set(forms)) == len(texts)
