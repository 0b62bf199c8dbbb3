"""The form of LaTeX source: what is equal, what is different, what is refused."""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mathvis.mathtext import equal_labels, from_latex, reads
from mathvis.mathtext.canonical import form_of
from mathvis.mathtext.tree import parse, write

LABELS = (Path(__file__).parent / "labels.txt").read_text(encoding="utf-8").rstrip("\n").split("\n")

FORMS = {
    r"$f(C)$": "f(C)",
    r"$\alpha$": "α",
    r"$\operatorname{coker} a$": "cokera",
    r"$A'$": "A^{′}",
    r"$\frac{1}{2}$": r"\frac{1}{2}",
    r"$2\sqrt{7}$": r"2\sqrt{7}",
    r"$\bar z$": r"\bar{z}",
    r"$\mathbb{R}$": r"\mathbb{R}",
    r"$\pi_1(X)$": "π_{1}(X)",
    r"N = 3": "N=3",
    r"$\ker a$": "kera",
    r"$z_0^{2}$": "z_{0}^{2}",
    r"$\left(\tfrac12,\dfrac{\sqrt 3}2\right)$": r"(\frac{1}{2},\frac{\sqrt{3}}{2})",
    r"${a \over b}$": r"\frac{a}{b}",
    r"$A\hookrightarrow B$": "A↪B",
    r"$\alpha*b$": "α∗b",
    r"$\operatorname*{colim} F$": "colimF",
    r"$\{1,\ldots,n\}$": r"\{1,…,n\}",
    r"$\sqrt[3]{2}$": r"\sqrt[3]{2}",
    r"$30^\circ$": "30^{∘}",
    r"$\begin{pmatrix}1&0\\0&1\end{pmatrix}$": r"(\stack{1 0}{0 1})",
    r"\textcolor{red}{$x$}": "x",
    r"Rouch\'e": r"Rouch\acute{e}",
    "1 2": "1 2",
    "$1 2$": "12",
    "one\\\\two": "onetwo",
}

SAME = [
    [
        r"$z_0^2$",
        r"$z^2_0$",
        r"$z^{2}_{0}$",
        r"$\mathrm{z}_0^2$",
        "z₀²",
        r"${z_0}^2$",
        r"$\mathbf{z}_0^2$",
        r"$z_{_0}^2$",
    ],
    [r"$\epsilon$", r"$\varepsilon$", "ε", "ϵ"],
    [r"$\phi$", r"$\varphi$", "φ", "ϕ"],
    [r"$\theta$", r"$\vartheta$"],
    ["-1", "$-1$", "−1", "–1", "--1"],
    ["A'", "$A'$", "A′", "A’", r"$A^{\prime}$", r"$A^\prime$"],
    ["$A''$", "A″", 'A"', r"$A^{\prime\prime}$", "A''"],
    ["$a*b$", r"$a\ast b$", "a∗b"],
    ["$A^*$", "A*", r"$A^\ast$"],
    [r"$a\cdot b$", "a·b", "a⋅b"],
    [r"$1,\ldots,n$", "1,…,n", "1,...,n", r"$1,\dots,n$", r"$1,\cdots,n$"],
    [r"$\frac12$", "1/2", "½", r"$\nicefrac{1}{2}$", "1⁄2", r"$\dfrac{1}{2}$"],
    [r"$\frac{\pi}{2}$", r"$\pi/2$"],
    [r"$e^{2\pi i/3}$", r"$e^{\frac{2\pi i}{3}}$"],
    [r"$\frac{1+\sqrt5}{2}$", r"$(1+\sqrt5)/2$", "(1+√5)/2"],
    [r"$\frac{n(n+1)}{2}$", "$n(n+1)/2$"],
    [r"$\frac{dy}{dx}$", "$dy/dx$"],
    [r"$2\sqrt7$", "2√7", "$2\\surd 7$"],
    [r"$\sqrt{x+1}$", "√(x+1)"],
    [r"$\sqrt{12}$", "√12", "√1\u03052\u0305"],
    [r"$\bar z$", r"$\overline{z}$", "z\u0304", "z\u0305"],
    [r"$\overline{AB}$", "A\u0305B\u0305"],
    [r"$\vec{v}$", r"$\overrightarrow{v}$", "v\u20d7"],
    [r"$\mathbb R$", r"$\mathbb{R}$", "ℝ"],
    [r"$\mathcal{A}$", r"$\mathscr{A}$", "𝒜", "𝓐"],
    [r"$\mathfrak g$", "𝔤"],
    ["A", r"$\mathrm{A}$", "𝐴", "𝐀", "\u0391", "\u0410", r"\textsf{A}"],
    [r"$\sum_{i=1}^n$", "$\\Sigma_{i=1}^n$", "∑ᵢ₌₁ⁿ"],
    [r"$x\to y$", r"$x\rightarrow y$", r"$x\longrightarrow y$", "x → y", "x⟶y"],
    [r"$P\iff Q$", r"$P\Leftrightarrow Q$"],
    [r"$a\ne b$", r"$a\not=b$", "a≠b"],
    [r"$a\notin A$", r"$a\not\in A$"],
    [r"$a\le b$", r"$a\leqslant b$", "a≤b"],
    [r"$\|x\|$", r"$\lVert x\rVert$", "‖x‖", "||x||"],
    [r"$\{x : y\}$", r"$\{x\colon y\}$"],
    [r"$\emptyset$", r"$\varnothing$", "∅"],
    ["30°", r"$30^\circ$", r"$30^{\circ}$", r"30\textdegree"],
    [r"Rouch\'e", "Rouché"],
    [r"$\operatorname{Re} z$", r"$\mathrm{Re}\,z$", "Re z"],
    [r"$\ker\alpha$", r"$\mathrm{ker}\,\alpha$", "ker α"],
    [r"$\displaystyle\lim_{x\to 0}$", r"$\lim\limits_{x\to0}$"],
    [r"$A\xrightarrow{f}B$", r"$A\stackrel{f}{\to}B$", r"$A\overset{f}{\to}B$"],
    [r"$\binom nk$", r"${n\choose k}$"],
    [r"$\cong$", r"$\stackrel{\sim}{=}$"],
    ["$x$", r"\small $x$", r"$\displaystyle x$", r"{\bfseries $x$}"],
    ["$1000$", r"$1\,000$"],
    ["cell", "cell"],
]

DIFFERENT = [
    "B", r"$\beta$", "b", "8", "0", "O", "o", r"$\circ$", "l", "1", "I", "i", r"$\ell$", "|", "$x_1$", "x1", "$x^1$", "$x_{11}$",
    "$x_1^1$", "$x_{1^1}$", "$x'$", "$x''$", "$x^*$", r"$\bar x$", r"$\hat x$", r"$\tilde x$", r"$\vec x$", r"$\dot x$",
    r"$\ddot x$", r"$\underline{x}$", "x", "X", r"$\chi$", r"$\times$", "$x+1$", "$x-1$", r"$x\pm1$", "v", r"$\nu$", "u",
    r"$\mu$", r"$\upsilon$", "w", r"$\omega$", "n", r"$\eta$", "a", r"$\alpha$", r"$\propto$", r"$\infty$", "p",
    r"$\rho$", "e", r"$\epsilon$", r"$\in$", r"$\ni$", r"$\xi$", r"$\zeta$", r"$\phi$", r"$\psi$", r"$\Phi$", r"$\Psi$",
    r"$\emptyset$", r"$\theta$", r"$\Theta$", "R", r"$\mathbb{R}$", r"$\mathcal{R}$", r"$\mathfrak{R}$", "C",
    r"$\mathbb{C}$", r"$\subset$", r"$\subseteq$", r"$\supset$", "<", r"$\le$", r"$\ll$", r"$\langle$", "=", r"$\ne$",
    r"$\equiv$", r"$\approx$", r"$\sim$", r"$\cong$", r"$\simeq$", r"$\to$", r"$\leftarrow$", r"$\Rightarrow$", r"$\mapsto$",
    r"$\hookrightarrow$", r"$\twoheadrightarrow$", r"$\leftrightarrow$", r"$\Leftrightarrow$", r"$\frac{1}{2}$",
    r"$\frac{2}{1}$", r"$\frac{12}{}$", "12", "21", "1 2", "1.2", "1,2", "(1,2)", "[1,2]", "[1,2)", r"$\{1,2\}$", "$1+2$",
    "$1-2$", r"$1\cdot2$", "1:2", r"$\sqrt{12}$", r"$\sqrt1 2$", r"$\sqrt[3]{12}$", r"$2\sqrt{7}$", r"$\sqrt{2}7$",
    r"$\sqrt[2]{7}$", r"$\frac{\sqrt7}{2}$", r"$\sqrt{\frac72}$", r"$\frac{a+b}{c}$", r"$a+\frac{b}{c}$", r"$a+b/c+d$",
    r"$\bar{z}_1$", r"$\overline{z_1}$", r"$\bar z_1 w$", r"$\overline{z_1w}$", r"$e^{x}y$", "$e^{xy}$", "$e^{x^y}$", "$e^{x_y}$",
    "$(ab)^2$", "$ab^2$", "$a^2b$", "$a_2b$", "$f(x)$", "$f[x]$", "$fx$", "$f|x|$", r"$f\|x\|$", r"$\partial$", r"$\delta$",
    "d", r"$\Delta$", r"$\nabla$", "A", r"$\Lambda$", r"$\wedge$", "V", r"$\vee$", r"$\cap$", r"$\cup$", "U", "S", r"$\Sigma$", r"$\int$",
    r"$\Pi$", r"$\pi$", r"$\varpi$", r"$\sigma$", r"$\tau$", "t", "f", "T", r"$\top$", r"$\bot$", r"$\dagger$", r"$\star$", r"$\ast$",
    r"$\bullet$", r"$\oplus$", r"$\otimes$", r"$\odot$", r"\$x\$", r"$30^\circ$", "30", "$3^0$", "sin", "cos", "kernel", "—", "-", ".",
    r"$\ldots$", r"$\binom{n}{k}$", r"$\frac{n}{k}$", "$(n,k)$", "$nk$", r"$A^{-1}$", "$A-1$", r"$A_{-1}$", r"$A^{T}$", "AT",
]  # fmt: skip


@pytest.mark.parametrize(("source", "form"), FORMS.items())
def test_form_of_a_label(source, form):
    assert from_latex(source) == form


@pytest.mark.parametrize("labels", SAME, ids=lambda labels: labels[0])
def test_labels_that_read_the_same_have_one_form(labels):
    assert len({from_latex(label) for label in labels}) == 1, [from_latex(label) for label in labels]


def test_labels_that_read_differently_have_different_forms():
    forms = {label: from_latex(label) for label in DIFFERENT}
    clashes = [(a, b) for a, b in combinations(DIFFERENT, 2) if equal_labels(forms[a], forms[b])]
    assert clashes == []


def test_every_group_of_equal_labels_differs_from_every_other():
    forms = [from_latex(group[0]) for group in SAME]
    assert len(set(forms)) == len(forms)


@pytest.mark.parametrize("label", LABELS)
def test_a_form_is_its_own_form(label):
    form = from_latex(label)
    assert write(parse(form)) == form
    assert form_of(parse(form)) == form


@pytest.mark.parametrize("macro", ["foo", "input", "write", "includegraphics", "def", "csname", "overunder"])
def test_an_unknown_macro_is_named(macro):
    with pytest.raises(ValueError, match=rf"\\{macro}\b"):
        from_latex(rf"$x+\{macro} y$")


@pytest.mark.parametrize(
    "source",
    [
        "$x",
        "{x",
        "x}",
        r"$\frac{1}$",
        r"\left(x",
        r"$\sqrt$",
        r"\begin{pmatrix}1",
        r"\begin{figure}x\end{figure}",
        "$x_$",
    ],
)
def test_broken_source_is_refused(source):
    with pytest.raises(ValueError):
        from_latex(source)


@pytest.mark.parametrize(
    "source",
    [
        "{" * 5000,
        "x" * 5000,
        r"\sqrt" * 700 + "x",
        "x^{" * 300 + "}" * 300,
        "√" * 3000,
        "(" * 1500 + ")/" * 500,
        "$" * 999,
    ],
)
def test_oversized_and_overnested_source_is_refused_or_read(source):
    with suppress(ValueError):
        assert len(from_latex(source)) < 10_000


@settings(deadline=None, max_examples=200)
@given(st.text(alphabet=r"xA1 2/()^_{}$\&'√½²₀̸̄*.-=|fracsqtbe", max_size=40))
def test_any_text_has_a_form_or_is_a_value_error(source):
    try:
        form = from_latex(source)
    except ValueError:
        return
    assert write(parse(form)) == form


@settings(deadline=None, max_examples=200)
@given(st.text(alphabet="xA1 2/()'½²₀*.-=|π7fe+,→", max_size=30))
def test_reading_a_form_again_changes_nothing(source):
    form = from_latex(source)
    assert form_of(parse(form)) == form


@pytest.mark.parametrize(
    ("template", "label", "found"),
    [
        ("N = {…}", "N = 3", "3"),
        ("$N = {...}$", "$N=3$", "3"),
        (r"$\lambda_1 = {…}$", r"$\lambda_1=-1+\sqrt2$", r"−1+\sqrt{2}"),
        ("AE = {…} cm", "AE = 5 cm", "5"),
        ("type: {…}", "type: saddle", "saddle"),
        (r"$\frac{{…}}{2}$", r"$\frac{3}{2}$", "3"),
        ("N = {…}", "M = 3", None),
        ("N = {…}", "N =", None),
        ("N = {…}", "3", None),
        ("{…}, done", "done", None),
        ("N_{…}", "$N_{12}$", "12"),
    ],
)
def test_a_template_finds_what_stands_in_its_hole(template, label, found):
    assert reads(template, from_latex(label)) == found


@pytest.mark.parametrize("template", ["N = 3", "{…} = {…}", r"\foo {…}"])
def test_a_template_has_one_hole(template):
    with pytest.raises(ValueError):
        reads(template, "N=3")
