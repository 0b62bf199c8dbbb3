r"""Label forms: how a label is written, the one normal form it has, and what it must not be taken for.

The expected forms are written by hand from the grammar in `mathvis.mathtext`, not computed.
"""

from __future__ import annotations

from typing import NamedTuple


class Form(NamedTuple):
    r"""A label.

    Attributes
    ----------
    name
        Short name, also the name of its node.
    form
        Its normal form.
    latex
        Ways to write it as the text of a node; all are drawn, and all have the form.
    svg
        Ways to write it inside an SVG ``text`` element of size 20.
    differs
        LaTeX sources of labels that look alike and are others.
    options
        Options of the node.
    """

    name: str
    form: str
    latex: tuple[str, ...]
    svg: tuple[str, ...] = ()
    differs: tuple[str, ...] = ()
    options: str = ""


def sub(text: str) -> str:
    """A subscript by ``baseline-shift``."""
    return f'<tspan baseline-shift="sub" font-size="70%">{text}</tspan>'


def sup(text: str) -> str:
    """A superscript by ``baseline-shift``."""
    return f'<tspan baseline-shift="super" font-size="70%">{text}</tspan>'


def low(text: str, after: str = "") -> str:
    """A subscript by ``dy``, and what follows it on the baseline again."""
    return f'<tspan dy="5" font-size="14">{text}</tspan>' + (f'<tspan dy="-5">{after}</tspan>' if after else "")


def high(text: str, after: str = "") -> str:
    """A superscript by ``dy``, and what follows it on the baseline again."""
    return f'<tspan dy="-7" font-size="14">{text}</tspan>' + (f'<tspan dy="7">{after}</tspan>' if after else "")


def over(text: str) -> str:
    """Text with a line over it, but for elements inside: the renderer draws it over the text's own characters only."""
    return f'<tspan text-decoration="overline">{text}</tspan>'


# fmt: off
SCRIPTS = (
    Form("sub", "x_{1}", (r"$x_1$", r"$x_{1}$", r"$\displaystyle x_1$"), ("x₁", "x" + sub("1"), "x" + low("1")), ("$x1$", "$x^1$", "$x_2$", "$X_1$", "$x$", "$1x$")),
    Form("sup", "x^{2}", (r"$x^2$", r"$x^{2}$"), ("x²", "x" + sup("2"), "x" + high("2"), "𝑥²"), ("$x2$", "$x_2$", "$2^x$", "$x^3$", "$x^z$")),
    Form("both", "z_{0}^{2}", (r"$z_0^2$", r"$z^2_0$", r"${z_0}^2$"), ("z₀²", "z" + low("0") + '<tspan dx="-8" dy="-12" font-size="14">2</tspan>'), ("$z_2^0$", "$z_{0^2}$", "$z_0 2$", "$z_{02}$")),
    Form("subsub", "x_{n_{k}}", (r"$x_{n_k}$",), ("x" + sub("n" + sub("k")),), ("$x_{nk}$", "$x_n k$", "$x_{n^k}$")),
    Form("tower", "2^{2^{n}}", (r"$2^{2^n}$",), ("2" + sup("2" + sup("n")),), ("$2^{2n}$", "$22^n$", "$2^2n$")),
    Form("inverse", "A^{−1}", (r"$A^{-1}$",), ("A⁻¹", "A" + sup("−1"), "A" + high("-1")), ("$A_{-1}$", "$A-1$", "$A^1$", "$A^{+1}$")),
    Form("prime", "A^{′}", (r"$A'$", r"$A^\prime$", "A'", r"$A^{\prime}$"), ("A′", "A'", "A’", "A" + sup("′")), ("$A$", "$A''$", "$A^1$", "$A^i$", "$A,$")),
    Form("primes", "f^{′′}(x)", (r"$f''(x)$", r"$f^{\prime\prime}(x)$"), ("f″(x)", "f''(x)", "f′′(x)", "𝑓″(𝑥)"), ("$f'(x)$", "$f'''(x)$", "$f(x)$", "$f^{11}(x)$")),
    Form("primesub", "A_{1}^{′}", (r"$A'_1$", r"$A_1'$", r"${A'}_1$", r"$A_1^\prime$"), ("A′₁", "A₁′", "A'" + sub("1"), "A" + sub("1") + "′"), ("$A_1$", "$A'$", "$A_{1'}$", "$A''_1$", "$A'1$")),
    Form("subprime", "x_{i^{′}}", (r"$x_{i'}$",), ("x" + sub("i′"),), ("$x_i'$", "$x_i$", "$x'_i$")),
    Form("exponentfraction", r"e^{\frac{2πi}{3}}", (r"$e^{2\pi i/3}$", r"$e^{\frac{2\pi i}{3}}$"), ("e" + sup("2πi/3"), "e" + high("2πi/3")), (r"$e2\pi i/3$", r"$e^{2\pi i}/3$", r"$e^{3/2\pi i}$")),
    Form("euler", "e^{iπ}+1=0", (r"$e^{i\pi}+1=0$",), ("e" + sup("iπ") + " + 1 = 0", "e" + high("iπ", " + 1 = 0")), (r"$ei\pi+1=0$", r"$e^{i\pi+1}=0$", r"$e^{i\pi}-1=0$")),
    Form("star", "A^{∗}", (r"$A^*$", r"$A^\ast$", "A*"), ("A*", "A" + sup("∗")), ("$A$", r"$A^\star$", r"$A^\bullet$", "$A^+$")),
    Form("transpose", "A^{T}", (r"$A^T$", r"$A^{\mathsf T}$", r"$A^{\mathrm T}$"), ("Aᵀ", "A" + sup("T")), (r"$A^\top$", "$AT$", "$A_T$", "$A^t$")),
    Form("presup", "^{t}A", (r"${}^tA$",), ("<tspan baseline-shift='super' font-size='70%'>t</tspan>A",), ("$tA$", "$A^t$", "${}_tA$")),
    Form("double", "a_{ij}^{k}", (r"$a_{ij}^k$", r"$a^k_{ij}$"), ("a" + low("ij") + '<tspan dx="-9" dy="-12" font-size="14">k</tspan>',), ("$a_{ij}k$", "$a_{ij^k}$", "$a_{ik}^j$", "$a_i^k$")),
)

FRACTIONS = (
    Form("half", r"\frac{1}{2}", (r"$\frac12$", r"$\frac{1}{2}$", r"$\tfrac12$", r"$\dfrac12$", "$1/2$", "1/2", r"${1\over2}$"), ("½", "1/2", "1⁄2", "¹⁄₂", "¹/₂"), ("$12$", "$1.2$", "$2/1$", "$1,2$", "$1|2$", r"$1\backslash2$", r"$\binom12$")),
    Form("nested", r"\frac{1}{1+\frac{1}{x}}", (r"$\frac{1}{1+\frac{1}{x}}$", r"$\dfrac{1}{1+\dfrac{1}{x}}$", r"$\cfrac{1}{1+\cfrac{1}{x}}$"), (), (r"$\frac{1}{1}+\frac1x$", r"$\frac{1}{\frac{1+1}{x}}$", r"$\frac{1}{1+1x}$")),
    Form("sumover", r"\frac{a+b}{c}", (r"$\frac{a+b}{c}$", "$(a+b)/c$", r"$\displaystyle\frac{a+b}{c}$"), ("(a+b)/c", "(a + b)/c"), ("$a+b/c$", r"$a+\frac bc$", r"$\frac{a-b}{c}$", r"$\frac{c}{a+b}$")),
    Form("quarterpi", r"\frac{π}{4}", (r"$\frac{\pi}{4}$", r"$\pi/4$", r"$\dfrac\pi4$"), ("π/4", "𝜋/4"), (r"$\pi4$", r"$\frac4\pi$", r"$4\pi$", r"$\frac{\pi}{2}$", r"$\frac{n}{4}$")),
    Form("rootfraction", r"\frac{\sqrt{3}}{2}", (r"$\frac{\sqrt3}{2}$", r"$\sqrt3/2$", r"$\dfrac{\sqrt{3}}{2}$"), ("√3/2", "√3⁄2", "√" + over("3") + "/2"), (r"$\sqrt{3/2}$", r"$\sqrt{\frac32}$", r"$\frac32$", r"$\frac{2}{\sqrt3}$", r"$\frac{\sqrt3}{\sqrt2}$")),
    Form("complex", r"−\frac{1}{8}+3\sqrt{3}/8i", (r"$-1/8+3\sqrt3/8\,i$", r"$-\frac18+3\sqrt{3}/8i$"), ("−1/8 + 3√3/8 i", "-1/8+3√3/8i"), (r"$1/8+3\sqrt3/8\,i$", r"$-1/8-3\sqrt3/8\,i$", r"$-1/8+3\sqrt3/8$", r"$-1/8+\sqrt{33}/8\,i$")),
    Form("complexfrac", r"−\frac{1}{8}+\frac{3\sqrt{3}}{8}i", (r"$-\frac18+\frac{3\sqrt3}{8}i$", r"$-\frac{1}{8}+\frac{3\sqrt{3}}{8}\,i$"), (), (r"$-\frac18+\frac{3\sqrt3}{8i}$", r"$\frac18+\frac{3\sqrt3}{8}i$", r"$-\frac18-\frac{3\sqrt3}{8}i$")),
    Form("quadratic", r"\frac{−b±\sqrt{b^{2}−4ac}}{2a}", (r"$\frac{-b\pm\sqrt{b^2-4ac}}{2a}$", r"$\dfrac{-b\pm\sqrt{b^2-4ac}}{2a}$"), (), (r"$\frac{-b\mp\sqrt{b^2-4ac}}{2a}$", r"$-b\pm\frac{\sqrt{b^2-4ac}}{2a}$", r"$\frac{-b\pm\sqrt{b^2}-4ac}{2a}$")),
    Form("partial", r"\frac{∂u}{∂t}", (r"$\frac{\partial u}{\partial t}$", r"$\dfrac{\partial u}{\partial t}$", r"$\partial u/\partial t$"), ("∂u/∂t",), (r"$\frac{du}{dt}$", r"$\frac{\partial t}{\partial u}$", r"$\partial u\partial t$")),
    Form("tuple", r"(\frac{1}{2},\frac{\sqrt{3}}{2})", (r"$\left(\frac12,\frac{\sqrt3}{2}\right)$", r"$(\frac12,\frac{\sqrt3}2)$", r"$\bigl(\tfrac12,\tfrac{\sqrt3}{2}\bigr)$", r"$\Bigl(\dfrac12,\dfrac{\sqrt3}{2}\Bigr)$"), ("(1/2, √3/2)", "(½, √3/2)"), (r"$(\frac{\sqrt3}2,\frac12)$", r"$(\frac12,-\frac{\sqrt3}{2})$", r"$[\frac12,\frac{\sqrt3}2]$")),
    Form("group", r"\mathbb{Z}/2\mathbb{Z}", (r"$\mathbb{Z}/2\mathbb{Z}$", r"$\mathbb Z/2\mathbb Z$"), ("ℤ/2ℤ",), (r"$\mathbb{Z}2\mathbb{Z}$", r"$Z/2Z$", r"$\mathbb{Z}/3\mathbb{Z}$")),
    Form("binom", r"(\stack{n}{k})", (r"$\binom{n}{k}$", r"$\dbinom nk$", r"$\displaystyle\binom{n}{k}$", r"${n\choose k}$"), (), (r"$\left(\frac nk\right)$", "$(n,k)$", "$(nk)$", r"$\binom kn$", "$(n/k)$")),
)

ROOTS = (
    Form("tworoot", r"2\sqrt{7}", (r"$2\sqrt7$", r"$2\sqrt{7}$", r"$\displaystyle 2\sqrt{7}$"), ("2√7", "2√" + over("7"), "2√(7)"), (r"$\sqrt[2]{7}$", r"$\sqrt{27}$", r"$2\sqrt{17}$", r"$\sqrt7$", "$27$", r"$2^{\sqrt7}$")),
    Form("rootsum", r"\sqrt{x^{2}+y^{2}}", (r"$\sqrt{x^2+y^2}$", r"$\displaystyle\sqrt{x^{2}+y^{2}}$"), ("√(x²+y²)", "√" + over("x²+y²")), (r"$\sqrt{x^2}+y^2$", r"$\sqrt{x+y}$", r"$\sqrt{x^2-y^2}$", "$x^2+y^2$")),
    Form("cuberoot", r"\sqrt[3]{2}", (r"$\sqrt[3]{2}$", r"$\displaystyle\sqrt[3]2$"), ("∛2",), (r"$3\sqrt2$", r"$\sqrt2$", r"$\sqrt[4]{2}$", r"$\sqrt{32}$")),
    Form("nthroot", r"\sqrt[n]{x+1}", (r"$\sqrt[n]{x+1}$",), (), (r"$n\sqrt{x+1}$", r"$\sqrt{x+1}$", r"$\sqrt[n]{x}+1$")),
    Form("rootinroot", r"\sqrt{2+\sqrt{2}}", (r"$\sqrt{2+\sqrt2}$", r"$\sqrt{2+\sqrt{2}}$"), ("√(2+√2)",), (r"$\sqrt2+\sqrt2$", r"$\sqrt{2+2}$", r"$\sqrt{2}+2$")),
)

MARKS = (
    Form("bar", r"\bar{z}", (r"$\bar z$", r"$\overline{z}$", r"$\bar{z}$"), ("z̄", "z̅", over("z")), ("$z$", r"$\tilde z$", r"$\hat z$", r"$\underline z$", r"$\vec z$", "$z^-$", r"$\dot z$")),
    Form("hat", r"\hat{θ}", (r"$\hat\theta$", r"$\widehat{\theta}$"), ("θ̂",), (r"$\theta$", r"$\check\theta$", r"$\tilde\theta$", r"$\bar\theta$")),
    Form("tilde", r"\tilde{γ}", (r"$\tilde\gamma$", r"$\widetilde\gamma$"), ("γ̃",), (r"$\gamma$", r"$\bar\gamma$", r"$\hat\gamma$", r"${\sim}\gamma$")),
    Form("vec", r"\vec{v}", (r"$\vec v$", r"$\overrightarrow{v}$"), ("v⃗",), ("$v$", r"$\overleftarrow{v}$", r"$\bar v$", r"$\vec u$", r"$\vec\nu$")),
    Form("segment", r"\bar{AB}", (r"$\overline{AB}$", r"$\overline{A B}$"), (over("AB"), "A̅B̅"), ("$AB$", r"$\bar AB$", r"$A\bar B$", r"$\overrightarrow{AB}$", r"$\underline{AB}$")),
    Form("vector", r"\vec{AB}", (r"$\overrightarrow{AB}$", r"$\vec{AB}$"), (), ("$AB$", r"$\overline{AB}$", r"$\overleftarrow{AB}$", r"$\vec AB$", r"$\overleftrightarrow{AB}$")),
    Form("line", r"\overleftrightarrow{AB}", (r"$\overleftrightarrow{AB}$",), (), (r"$\overrightarrow{AB}$", r"$\overleftarrow{AB}$", r"$\overline{AB}$")),
    Form("acceleration", r"\ddot{x}", (r"$\ddot x$",), ("ẍ", "x\u0308"), (r"$\dot x$", "$x$", r"$\dddot x$", "$x''$")),
    Form("anglehat", r"\hat{ABC}", (r"$\widehat{ABC}$",), (), ("$ABC$", r"$\hat ABC$", r"$\overline{ABC}$", r"$A\hat BC$")),
    Form("barindex", r"\bar{z_{1}}", (r"$\overline{z_1}$",), (), (r"$\overline z_1$", "$z_1$", r"$z_{\bar 1}$")),
    Form("indexbar", r"\bar{z}_{1}", (r"$\bar z_1$", r"$\overline{z}_1$"), ("z̄₁", over("z") + sub("1"), over("z" + sub("1"))), (r"$\overline{z_1}$", "$z_1$", r"$z_{\bar1}$")),
    Form("interior", r"\mathring{A}", (r"$\mathring A$",), ("Å",), (r"$\dot A$", r"$A^\circ$", "$A$", r"$\bar A$")),
    Form("underline", r"\underline{x}", (r"$\underline{x}$", r"\underline{$x$}"), ('<tspan text-decoration="underline">x</tspan>', "x\u0332"), ("$x$", r"$\overline x$", r"$x_-$")),
    Form("unitvector", r"\hat{n}", (r"$\hat{\mathbf n}$", r"$\hat n$", r"$\mathbf{\hat n}$"), ("n̂", "𝐧̂"), ("$n$", r"$\vec n$", r"$\hat m$")),
    Form("closure", r"\bar{\mathbb{F}}_{p}", (r"$\overline{\mathbb F}_p$",), (over("𝔽") + sub("p"),), (r"$\overline{\mathbb F_p}$", r"$\mathbb F_p$", r"$\overline F_p$")),
    Form("underbrace", r"\underbrace{a+b}_{n}", (r"$\underbrace{a+b}_{n}$", r"$\displaystyle\underbrace{a+b}_n$"), (), ("$a+b_n$", r"$\overbrace{a+b}^n$", r"$\underline{a+b}_n$", r"$\underbrace{a+b}_m$", "$a+b$", r"$a+\underbrace{b}_n$")),
    Form("overbrace", r"\overbrace{x+y+z}^{3}", (r"$\overbrace{x+y+z}^{3}$",), (), ("$x+y+z^3$", r"$\underbrace{x+y+z}_3$", r"$\overline{x+y+z}^3$")),
)

ALPHABETS = (
    Form("blackboard", r"\mathbb{R}^{n}", (r"$\mathbb{R}^n$", r"$\mathbb R^{n}$"), ("ℝⁿ", "ℝ" + sup("n")), ("$R^n$", r"$\mathbb{R}_n$", r"$\mathbb{C}^n$", r"$\mathcal R^n$", r"$\mathbb{R}n$")),
    Form("calligraphic", r"\mathcal{F}", (r"$\mathcal{F}$", r"$\mathcal F$"), ("ℱ", "𝓕"), ("$F$", r"$\mathbb F$", r"$\mathfrak F$", r"$\mathcal E$")),
    Form("script", r"\mathcal{L}", (r"$\mathscr{L}$",), ("ℒ",), ("$L$", r"$\ell$", r"$\mathfrak L$")),
    Form("fraktur", r"\mathfrak{g}", (r"$\mathfrak g$", r"$\mathfrak{g}$"), ("𝔤", "𝖌"), ("$g$", r"$\mathfrak h$", r"$\mathcal G$")),
    Form("lower", "αβγδζηλμξπρστχψω", (r"$\alpha\beta\gamma\delta\zeta\eta\lambda\mu\xi\pi\rho\sigma\tau\chi\psi\omega$",), ("αβγδζηλμξπρστχψω", "𝛼𝛽𝛾𝛿𝜁𝜂𝜆𝜇𝜉𝜋𝜌𝜎𝜏𝜒𝜓𝜔"), (r"$a\beta\gamma\delta\zeta\eta\lambda\mu\xi\pi\rho\sigma\tau\chi\psi\omega$", r"$\alpha\beta\gamma\delta\zeta\eta\lambda\mu\xi\pi\rho\sigma\tau\chi\psi w$")),
    Form("upper", "ΓΔΘΛΞΠΣΦΨΩ", (r"$\Gamma\Delta\Theta\Lambda\Xi\Pi\Sigma\Phi\Psi\Omega$", r"$\varGamma\varDelta\varTheta\varLambda\varXi\varPi\varSigma\varPhi\varPsi\varOmega$"), ("ΓΔΘΛΞΠΣΦΨΩ", "𝛤𝛥𝛩𝛬𝛯𝛱𝛴𝛷𝛹𝛺"), (r"$\Gamma\Delta\Theta\Lambda\Xi\Pi\Sigma\Phi\Psi\omega$",)),
    Form("epsilon", "ε>0", (r"$\varepsilon>0$", r"$\epsilon>0$"), ("ε > 0", "ϵ > 0"), ("$e>0$", r"$\in>0$", r"$\varepsilon<0$", r"$\varepsilon\ge0$")),
    Form("phi", "φ(θ)", (r"$\varphi(\theta)$", r"$\phi(\vartheta)$"), ("φ(θ)", "ϕ(ϑ)"), (r"$\psi(\theta)$", r"$\varphi(\Theta)$", r"$\emptyset(\theta)$")),
    Form("ell", "ℓ", (r"$\ell$",), ("ℓ",), ("$l$", "$e$", "$1$", r"$\mathcal L$")),
    Form("aleph", "ℵ_{0}", (r"$\aleph_0$",), ("ℵ₀",), ("$N_0$", r"$\aleph_1$", r"$\aleph$")),
    Form("bold", "v", (r"$\mathbf{v}$", "$v$", r"\textbf{v}", r"$\boldsymbol v$", r"$\mathrm v$"), ("v", "𝐯", "𝑣", '<tspan font-weight="bold">v</tspan>'), (r"$\nu$", "$u$", "$V$", "$vv$", r"$\vec v$")),
    Form("hbar", "ℏω", (r"$\hbar\omega$",), ("ℏω",), (r"$h\omega$", r"$\bar h\omega$", r"$\hbar w$")),
)

OPERATORS = (
    Form("sin", "sinθ", (r"$\sin\theta$", r"$\mathrm{sin}\,\theta$", r"$\operatorname{sin}\theta$"), ("sin θ", "sinθ"), (r"$\sin\phi$", r"$\cos\theta$", r"$\sinh\theta$", r"$\sin\theta^2$")),
    Form("cossquare", "cos^{2}θ", (r"$\cos^2\theta$", r"$\cos^{2}\theta$"), ("cos²θ", "cos" + sup("2") + " θ"), (r"$\cos2\theta$", r"$\cos\theta^2$", r"$\cos_2\theta$")),
    Form("lim", "lim_{x→0}f(x)", (r"$\lim_{x\to0}f(x)$", r"$\displaystyle\lim_{x\to0}f(x)$", r"$\lim\nolimits_{x\rightarrow 0}f(x)$"), ("lim" + sub("x→0") + " f(x)", "lim" + low("x→0", " f(x)")), (r"$\lim_{x\to\infty}f(x)$", r"$\lim_{0\to x}f(x)$", "$f(x)$", r"$\lim_{x\gets0}f(x)$", r"$\lim x\to0f(x)$")),
    Form("max", "max_{x∈K}f", (r"$\max_{x\in K}f$", r"$\displaystyle\max_{x\in K}f$", r"$\underset{x\in K}{\max}f$"), ("max" + sub("x∈K") + " f",), (r"$\min_{x\in K}f$", r"$\max f$", r"$\max^{x\in K}f$")),
    Form("operatorname", "Hom(A,B)", (r"$\operatorname{Hom}(A,B)$", r"$\mathrm{Hom}(A,B)$", r"$\text{Hom}(A,B)$", r"$\mathop{\mathrm{Hom}}(A,B)$"), ("Hom(A, B)",), ("$Hom(B,A)$", r"$\operatorname{Hom}(A)$", r"$\operatorname{Hom}_A B$", r"$\operatorname{End}(A,B)$")),
    Form("argmax", "argmax_{x}f(x)", (r"$\operatorname*{argmax}_x f(x)$", r"$\displaystyle\operatorname*{arg\,max}_x f(x)$"), (), (r"$\operatorname*{argmin}_x f(x)$", r"$\max_xf(x)$")),
    Form("sum", "Σ_{i=1}^{n}a_{i}", (r"$\sum_{i=1}^n a_i$", r"$\displaystyle\sum_{i=1}^{n}a_i$"), ("∑" + low("i=1") + '<tspan dx="-24" dy="-12" font-size="14">n</tspan><tspan dx="16" dy="7">a</tspan>' + sub("i"),), (r"$\sum_{i=0}^n a_i$", r"$\prod_{i=1}^n a_i$", r"$\sum_{i=1}^n a$", r"$\sum_n^{i=1}a_i$", r"$\sum a_i$")),
    Form("product", "Π_{p}(1−p^{−s})^{−1}", (r"$\prod_p(1-p^{-s})^{-1}$", r"$\displaystyle\prod_{p}(1-p^{-s})^{-1}$"), ("∏" + sub("p") + "(1−p" + sup("−s") + ")⁻¹",), (r"$\sum_p(1-p^{-s})^{-1}$", r"$\prod_p(1-p^{-s})$", r"$\prod_p(1-p^{s})^{-1}$")),
    Form("integral", "∫_{0}^{1}f(x)dx", (r"$\int_0^1 f(x)\,dx$", r"$\displaystyle\int_0^1 f(x)\,\mathrm dx$", r"$\int\limits_0^1f(x)\,dx$"), (), (r"$\int_1^0 f(x)\,dx$", r"$\oint_0^1f(x)\,dx$", r"$\int f(x)\,dx$", r"$\int_0^1f(x)$")),
    Form("contour", "∮_{γ}f", (r"$\oint_\gamma f$", r"$\displaystyle\oint_{\gamma}f$"), ("∮" + sub("γ") + " f",), (r"$\int_\gamma f$", r"$\oint f$", r"$\oint_\gamma g$")),
    Form("union", "∪_{i∈I}U_{i}", (r"$\bigcup_{i\in I}U_i$", r"$\displaystyle\bigcup_{i\in I}U_i$"), ("⋃" + sub("i∈I") + "U" + sub("i"),), (r"$\bigcap_{i\in I}U_i$", r"$\bigcup_iU_i$", r"$\bigsqcup_{i\in I}U_i$")),
    Form("substack", "Σ_{i<nj<m}a_{ij}", (r"$\sum_{\substack{i<n\\j<m}}a_{ij}$", r"$\displaystyle\sum_{\substack{i<n\\j<m}}a_{ij}$"), (), (r"$\sum_{i<n}a_{ij}$", r"$\sum_{\substack{j<m\\i<n}}a_{ij}$")),
    Form("directsum", "⊕_{n≥0}V_{n}", (r"$\bigoplus_{n\ge0}V_n$", r"$\displaystyle\bigoplus_{n\geq0}V_n$"), ("⊕" + sub("n≥0") + "V" + sub("n"),), (r"$\bigotimes_{n\ge0}V_n$", r"$\bigoplus_{n\le0}V_n$")),
)

STRUCTURES = (
    Form("pi1", "π_{1}(X)", (r"$\pi_1(X)$", r"$\pi_{1}(X)$"), ("π₁(X)", "π" + sub("1") + "(X)", "π" + low("1", "(X)"), "𝜋₁(𝑋)"), (r"$\pi(X)$", r"$\pi^1(X)$", r"$\pi_1X$", r"$\pi_1(Y)$", r"$\pi1(X)$", r"$\Pi_1(X)$")),
    Form("pi1circle", r"π_{1}(S^{1})≅\mathbb{Z}", (r"$\pi_1(S^1)\cong\mathbb Z$",), ("π₁(S¹) ≅ ℤ",), (r"$\pi_1(S_1)\cong\mathbb Z$", r"$\pi_1(S^1)\cong Z$", r"$\pi_1(S^1)\equiv\mathbb Z$", r"$\pi_1(S^1)\simeq\mathbb Z$")),
    Form("identity", r"(\stack{1 0}{0 1})", (r"$\begin{pmatrix}1&0\\0&1\end{pmatrix}$", r"$\left(\begin{array}{cc}1&0\\0&1\end{array}\right)$"), (), (r"$\begin{pmatrix}1&1\\0&0\end{pmatrix}$", r"$\binom{10}{01}$", r"$\begin{bmatrix}1&0\\0&1\end{bmatrix}$", r"$\begin{pmatrix}0&1\\1&0\end{pmatrix}$")),
    Form("signs", r"(\stack{1 −2}{3 4})", (r"$\begin{pmatrix}1&-2\\3&4\end{pmatrix}$",), (), (r"$\binom{1-2}{34}$", r"$\begin{pmatrix}1&2\\3&4\end{pmatrix}$", r"$\begin{pmatrix}1-2\\3&4\end{pmatrix}$")),
    Form("column", r"[\stack{1}{2}{3}]", (r"$\begin{bmatrix}1\\2\\3\end{bmatrix}$",), (), (r"$\begin{bmatrix}1&2&3\end{bmatrix}$", "$[123]$", r"$\begin{pmatrix}1\\2\\3\end{pmatrix}$", r"$\begin{bmatrix}1\\3\\2\end{bmatrix}$")),
    Form("cases", r"|x|=\{\stack{x,x≥0}{−x,x<0}", (r"$|x|=\begin{cases}x,&x\ge0\\-x,&x<0\end{cases}$",), (), (r"$|x|=\begin{cases}-x,&x\ge0\\x,&x<0\end{cases}$", r"$|x|=\begin{cases}x,&x<0\\-x,&x\ge0\end{cases}$")),
    Form("arrowlabel", "A→^{f}B", (r"$A\xrightarrow{f}B$", r"$A\overset{f}{\to}B$", r"$A\stackrel{f}{\to}B$", r"$A\overset{f}{\longrightarrow}B$"), (), (r"$A\to B$", r"$A\xleftarrow{f}B$", r"$A\xrightarrow{g}B$", r"$A\xrightarrow[f]{}B$", r"$Af\to B$")),
    Form("arrowboth", "A→_{g}^{f}B", (r"$A\xrightarrow[g]{f}B$",), (), (r"$A\xrightarrow[f]{g}B$", r"$A\xrightarrow{f}B$")),
    Form("definition", "x=^{def}y", (r"$x\overset{\text{def}}{=}y$", r"$x\stackrel{\mathrm{def}}{=}y$"), (), ("$x=y$", "$x=defy$", r"$x\underset{\text{def}}{=}y$")),
    Form("setbuilder", r"\{x∈\mathbb{R}|x>0\}", (r"$\{x\in\mathbb R\mid x>0\}$", r"$\left\{x\in\mathbb{R}\,\middle|\,x>0\right\}$", r"$\{\,x\in\mathbb R\;|\;x>0\,\}$"), ("{x ∈ ℝ | x > 0}", "{x ∈ ℝ ∣ x > 0}"), (r"$(x\in\mathbb R\mid x>0)$", r"$\{x\in\mathbb R:x>0\}$", r"$\{x\in\mathbb R\mid x\ge0\}$", r"$\{x\notin\mathbb R\mid x>0\}$", r"$\{x\in R\mid x>0\}$")),
    Form("inner", "⟨a,b⟩", (r"$\langle a,b\rangle$", r"$\left\langle a,b\right\rangle$"), ("⟨a, b⟩", "〈a, b〉"), ("$(a,b)$", "$<a,b>$", r"$\langle b,a\rangle$", r"$\{a,b\}$", r"$\langle a\cdot b\rangle$")),
    Form("floor", "⌊x⌋", (r"$\lfloor x\rfloor$", r"$\left\lfloor x\right\rfloor$"), ("⌊x⌋",), (r"$\lceil x\rceil$", "$[x]$", "$|x|$", r"$\lfloor x\rceil$")),
    Form("norm", "‖x‖", (r"$\|x\|$", r"$\lVert x\rVert$", r"$\left\|x\right\|$"), ("‖x‖", "||x||"), ("$|x|$", "$11x11$", r"$\langle x\rangle$")),
    Form("modulus", "|z−a|<r", (r"$|z-a|<r$", r"$\lvert z-a\rvert<r$", r"$\left|z-a\right|<r$"), ("|z − a| &lt; r", "|z-a| &lt; r"), ("$|z-a|>r$", "$|z+a|<r$", r"$|z-a|\le r$", "$z-a<r$")),
    Form("restriction", "f|_{A}", (r"$f|_A$", r"$\left.f\right|_A$", r"$f\big|_A$"), ("f|" + sub("A"),), ("$f_A$", "$f|A$", "$f|^A$", "$f$")),
    Form("map", "f:X→Y", (r"$f\colon X\to Y$", r"$f:X\rightarrow Y$", r"$f\colon X\longrightarrow Y$"), ("f : X → Y", "f: X ⟶ Y"), (r"$f\colon Y\to X$", r"$f\colon X\mapsto Y$", r"$f\colon X\hookrightarrow Y$", r"$f\colon X\Rightarrow Y$")),
    Form("difference", r"X\\A", (r"$X\setminus A$", r"$X\backslash A$", r"$X\smallsetminus A$"), ("X ∖ A", "X \\ A"), ("$X/A$", "$X-A$", "$XA$", "$X|A$")),
    Form("notsubset", "A⊄B", (r"$A\not\subset B$",), ("A ⊄ B", "A ⊂\u0338 B"), (r"$A\subset B$", r"$A\not\subseteq B$", r"$A\not\supset B$")),
    Form("inequality", "0≤x≠y", (r"$0\le x\ne y$", r"$0\leq x\neq y$", r"$0\leqslant x\not=y$"), ("0 ≤ x ≠ y",), (r"$0<x\ne y$", r"$0\le x=y$", r"$0\ge x\ne y$")),
    Form("homology", r"H_{1}(X;\mathbb{Z})", (r"$H_1(X;\mathbb Z)$",), ("H₁(X; ℤ)",), (r"$H^1(X;\mathbb Z)$", r"$H_1(X;\mathbb Q)$", r"$H_1(X,\mathbb Z)$")),
    Form("dots", "x_{1},…,x_{n}", (r"$x_1,\dots,x_n$", r"$x_1,\ldots,x_n$", "$x_1,...,x_n$"), ("x₁, …, xₙ", "x₁, ..., xₙ"), ("$x_1,x_n$", r"$x_1,\dots,x_m$", "$x_1,.,x_n$", "$x_1,..,x_n$")),
    Form("angle", "∠ABC=90^{∘}", (r"$\angle ABC=90^\circ$", r"$\angle ABC=90\degree$"), ("∠ABC = 90°",), (r"$\angle ABC=900$", r"$ABC=90^\circ$", r"$\angle ACB=90^\circ$", r"$\angle ABC=90$")),
    Form("similar", "△ABC~△DEF", (r"$\triangle ABC\sim\triangle DEF$",), ("△ABC ∼ △DEF", "△ABC ~ △DEF"), (r"$\triangle ABC\cong\triangle DEF$", r"$\triangle ABC=\triangle DEF$", r"$\nabla ABC\sim\nabla DEF$")),
    Form("divergence", "∇·F", (r"$\nabla\cdot F$", r"$\nabla\cdot\mathbf F$"), ("∇·F", "∇⋅F"), (r"$\nabla\times F$", r"$\Delta\cdot F$", r"$\nabla F$", "$v.F$")),
)

TEXTS = (
    Form("rouche", r"Rouch\acute{e}^{′}stheorem", (r"Rouch\'e's theorem", "Rouché's theorem", r"\textbf{Rouché}'s theorem"), ("Rouché's theorem", "Rouche\u0301’s theorem"), ("Rouche's theorem", "Rouché theorem", r"Rouch\`e's theorem")),
    Form("moebius", r"M\ddot{o}biusstrip", (r'M\"obius strip', "Möbius strip"), ("Möbius strip", "Mo\u0308bius strip"), ("Mobius strip", r"M\H{o}bius strip", r"M\.obius strip")),
    Form("lines", "snakelemma", (r"snake\\lemma", r"\shortstack{snake\\lemma}", "snake lemma"), (), (r"lemma\\snake", "snake"), "align=center"),
    Form("formulalines", "x=1y=2", (r"$x=1$\\$y=2$",), (), (r"$y=2$\\$x=1$", r"$x=1$\\$y=-2$"), "align=left"),
    Form("condition", "x>0ify≤1", (r"$x>0\text{ if }y\le1$", r"$x>0$ if $y\le 1$", r"$x>0\mbox{ if }y\leq1$"), ("x > 0 if y ≤ 1",), (r"$x>0\text{ of }y\le1$", r"$x\ge0\text{ if }y\le1$")),
    Form("differential", "dx", (r"$\mathrm dx$", "$dx$", r"$\mathrm{d}x$"), ("dx", "d𝑥"), (r"$\partial x$", r"$\delta x$", r"$d_x$", "$dX$")),
    Form("degrees", "30^{∘}", (r"$30^\circ$", r"$30^{\circ}$", r"$30\degree$", "30°", r"30\textdegree", r"\ang{30}", r"\SI{30}{\degree}"), ("30°", "30˚", "30º", "30" + sup("∘")), ("$30$", "$300$", "$30^0$", "$3^{\\circ}$", "$30'$", "$30^o$")),
    Form("minutes", "12^{∘}30^{′}", (r"$12^\circ30'$", r"\ang{12;30;}"), ("12°30′", "12°30'"), (r"$12^\circ30$", "$12'30'$", r"$1230'$")),
    Form("centimetres", "5cm", (r"$5\,\mathrm{cm}$", "5 cm", r"\SI{5}{cm}", r"\qty{5}{\centi\metre}", r"\SI{5}{\cm}", r"$5\text{ cm}$"), ("5 cm", "5cm"), ("5 m", "5 mm", "5", "$5c$", "$5^{cm}$")),
    Form("acceleration2", "9.81ms^{−2}", (r"\qty{9.81}{\metre\per\second\squared}", r"$9.81\,\mathrm{m\,s^{-2}}$", r"\SI{9.81}{m.s^{-2}}"), ("9.81 m s⁻²",), (r"$9.81\,\mathrm{m\,s^{2}}$", r"$9.81\,\mathrm{m}$", r"$981\,\mathrm{m\,s^{-2}}$")),
    Form("minus", "−1", ("$-1$", "-1", "--1", r"\num{-1}", r"\textminus 1"), ("−1", "-1", "–1"), ("$1$", "$+1$", "$\\_1$", r"$\neg1$", "$1-$", "---1")),
    Form("decimal", "3.14", ("$3.14$", "3.14", r"\num{3.14}"), ("3.14",), ("$314$", "$3,14$", r"$3\cdot14$", "$3.41$", "$3:14$")),
    Form("comma", "3,14", ("$3{,}14$", "3,14", "$3,14$"), ("3,14",), ("$3.14$", "$314$", "$3;14$", "$3'14$")),
    Form("thousands", "1000", (r"$1\,000$", "1000", "$1000$"), ("1000", "1\u202f000"), ("$100$", "$1{,}000$", r"$1\quad 000$")),
    Form("twonumbers", "1 2", (r"$1\quad2$", "1 2", r"1\quad 2"), ("1 2", "1\u20032"), ("12", "1,2", "$1_2$")),
    Form("boxed", "x=3", (r"$\boxed{x=3}$", "$x=3$", r"\fbox{$x=3$}"), ("x = 3",), ("$x=8$", r"$x\ne3$", "$x=-3$")),
    Form("scientific", "6.02·10^{23}", (r"$6.02\cdot10^{23}$",), ("6.02·10²³", "6.02⋅10" + sup("23")), (r"$6.02\cdot1023$", r"$6.02\times10^{23}$", r"$6.02\cdot10_{23}$")),
    Form("times", "2×10^{3}", (r"$2\times10^3$", r"\num{2e3}"), ("2×10³", "2 × 10" + sup("3")), (r"$2\cdot10^3$", "$2x10^3$", r"$2\times103$")),
    Form("ligatures", "affineflowoffice", ("affine flow office",), ("affine flow office", "aﬃne ﬂow oﬃce"), ("afine flow office", "affine low office")),
    Form("interval", "[0,1)∪(2,∞)", (r"$[0,1)\cup(2,\infty)$", r"$\left[0,1\right)\cup\left(2,\infty\right)$"), ("[0, 1) ∪ (2, ∞)",), (r"$[0,1]\cup(2,\infty)$", r"$(0,1)\cup(2,\infty)$", r"$[0,1)\cap(2,\infty)$", r"$[0,1)\cup(2,8)$")),
    Form("equation", r"\frac{x^{2}}{a^{2}}+\frac{y^{2}}{b^{2}}=1", (r"$\frac{x^2}{a^2}+\frac{y^2}{b^2}=1$", r"$x^2/a^2+y^2/b^2=1$", r"$\dfrac{x^2}{a^2}+\dfrac{y^2}{b^2}=1$"), ("x²/a² + y²/b² = 1",), (r"$\frac{x^2}{b^2}+\frac{y^2}{a^2}=1$", r"$\frac{x^2}{a^2}-\frac{y^2}{b^2}=1$", r"$\frac{x}{a}+\frac{y}{b}=1$")),
)

FOUND = (
    Form("rotation", r"(\stack{cosθ −sinθ}{sinθcosθ})", (r"$\begin{pmatrix}\cos\theta&-\sin\theta\\\sin\theta&\cos\theta\end{pmatrix}$",), (), (r"$\begin{pmatrix}\cos\theta&\sin\theta\\\sin\theta&\cos\theta\end{pmatrix}$", r"$\begin{pmatrix}\cos\theta-\sin\theta\\\sin\theta&\cos\theta\end{pmatrix}$")),
    Form("row", "(1 −2)", (r"$\begin{pmatrix}1&-2\end{pmatrix}$",), (), ("$(1-2)$", "$(12)$", r"$\begin{pmatrix}1&2\end{pmatrix}$")),
    Form("deviation", r"z_{\frac{α}{2}}\sqrt{\frac{\hat{p}(1−\hat{p})}{n}}", (r"$z_{\alpha/2}\sqrt{\frac{\hat p(1-\hat p)}{n}}$", r"$z_{\alpha/2}\sqrt{\dfrac{\hat p(1-\hat p)}{n}}$"), (), (r"$z_{\alpha/2}\frac{\hat p(1-\hat p)}{n}$", r"$z_{\alpha/2}^{\sqrt{\frac{\hat p(1-\hat p)}{n}}}$")),
    Form("morgan", r"\bar{\bar{A}∪B}", (r"$\overline{\overline{A}\cup B}$",), (), (r"$\overline{A\cup B}$", r"$\overline A\cup\overline B$", r"$\overline{A}\cup B$")),
    Form("segmentpair", r"\bar{AB}\bar{CD}", (r"$\bar{AB}\,\bar{CD}$", r"$\overline{AB}\,\overline{CD}$"), (), (r"$\overline{ABCD}$", r"$\bar AB\bar CD$", r"$A\bar BC\bar D$")),
    Form("overfraction", r"\bar{\frac{a}{b}}c", (r"$\overline{\frac{a}{b}}c$", r"$\overline{\dfrac ab}c$"), (), (r"$\frac{\overline a}{b}c$", r"$\frac abc$", r"$\overline{\frac ab c}$")),
    Form("underscore", r"a\_b", (r"a\_b", r"\texttt{a\_b}"), ("a_b",), ("ab", "a-b", "$a_b$", "a b")),
)
"""What was found wrong with labels that models write, besides the table above."""
# fmt: on

FORMS: tuple[Form, ...] = (
    *SCRIPTS, *FRACTIONS, *ROOTS, *MARKS, *ALPHABETS, *OPERATORS, *STRUCTURES, *TEXTS, *FOUND,
)  # fmt: skip
