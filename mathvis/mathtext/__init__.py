r"""Normal forms of mathematical labels and values; used by scene and Gold IR alike, depending on nothing else.

A label has one normal form wherever it comes from: LaTeX source (`from_latex`), positioned glyphs (`from_glyphs`)
or Unicode text runs (`from_runs`). Two labels are equal exactly when their forms are equal strings.

Grammar of the form::

    form   = { atom [ script ] }
    script = "_{" form "}" | "^{" form "}" | "_{" form "}^{" form "}"      subscript first
    atom   = character | "\mathbb{" c "}" | "\mathcal{" c "}" | "\mathfrak{" c "}"
           | "\frac{" form "}{" form "}" | "\sqrt{" form "}" | "\sqrt[" form "]{" form "}"
           | "\" mark "{" form "}"                 bar hat tilde vec dot ddot acute grave check breve underline
                                                  underbrace overbrace …; mirrored, turned, overprinted: see below
           | "\stack" "{" form "}" "{" form "}" …  rows without bar between them
    a literal \ { } _ ^ $ is written with a backslash before it

What a reader does not tell apart is one character: upright, italic and bold letters; Greek capitals that look Latin;
ε/ϵ, φ/ϕ, θ/ϑ; hyphen, minus and en dash; long and short arrows; a sum sign and Σ. Blackboard, calligraphic and Fraktur
letters stay apart. A prime, a degree ring, a dagger and a trailing star are superscripts: ``A^{′}``. Gaps vanish, words
run together (``cokera``), but a gap between two digits stays. Lines are joined. A slash between two simple terms is the
fraction it stands for (``1/2``, ``(1+√5)/2``), a radical sign before a number or symbol is its root (``2√7``).
A glyph whose name nobody knows reads as U+FFFD and equals nothing an author writes. Nor does a label that is drawn
mirrored, or upside down where that is another label (6 and 9, ∪ and ∩): its form is ``\mirrored{…}``, ``\turned{…}``.
Type printed over other type is no row: ``\overprinted{12}``. A slash through something without a character of its own
is U+0338 after it (``2̸``), one through nothing a slash.
"""

from __future__ import annotations

from mathvis.mathtext.glyphnames import char_for_glyph
from mathvis.mathtext.glyphs import from_glyphs, from_runs, plain_text
from mathvis.mathtext.ink import Glyph, Rule, TextRun
from mathvis.mathtext.latex import from_latex
from mathvis.mathtext.match import equal_labels, reads
from mathvis.mathtext.orientation import oriented
from mathvis.mathtext.reading import parse_value, split_equation
from mathvis.mathtext.values import Value, digits, evaluate, rational, resolution

__all__ = [
    "Glyph",
    "Rule",
    "TextRun",
    "Value",
    "char_for_glyph",
    "digits",
    "equal_labels",
    "evaluate",
    "from_glyphs",
    "from_latex",
    "from_runs",
    "oriented",
    "parse_value",
    "plain_text",
    "rational",
    "reads",
    "resolution",
    "split_equation",
]
