r"""A figure of our own before the first of somebody else's.

What reading a figure takes for the first time (fonts of the system, tables of glyphs, compiled patterns)
is then there in the runner, and every forked reader has it.
"""

from __future__ import annotations

import contextlib
import gc
from typing import TYPE_CHECKING

from mathvis.sandbox.inside import reading, runner

if TYPE_CHECKING:
    from mathvis.sandbox.inside.workshop import Workshop

_LIMITS = {
    "wall": 20.0,
    "cpu": 20,
    "step": 20.0,
    "step_cpu": 10,
    "memory": 1 << 29,
    "output": 1 << 25,
    "log": 1 << 18,
    "errors": 20,
    "page": 6000.0,
    "side": 600,
    "picture": 1 << 25,
    "scene": 1 << 25,
}
_BODY = r"""\begin{document}\begin{tikzpicture}
\draw[->, name path=a] (0,0) to[bend left] node[above] {$x_1^2+\frac{\sqrt 2}{\pi}$} (2,1);
\fill[red, opacity=.5] (1,0) circle (2pt) node[below] {$f\colon A\to B'$, \textbf{text} \textit{text}};
\node[draw] (B) at (3,0) {$\mathbb R\subset\mathcal C_{\alpha}$}; \draw[dashed] (B) -- (0,0);
\end{tikzpicture}\end{document}
"""
_SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><style>.a{fill:none;stroke:#333}</style>'
    b'<g id="g" transform="rotate(5)"><path class="a" d="M1 1 C5 5 9 9 20 1z"/>'
    b'<text x="5" y="15">A<tspan>1</tspan></text></g></svg>'
)


def rehearse(workshop: Workshop, preambles: list[str]) -> None:
    """Make and read a figure for each of these preambles, and read a drawing in SVG; what fails is left out."""
    read_pdf, to_json, refusal = reading.load("pdf")
    read_svg, _, _ = reading.load("svg")
    for preamble in preambles:
        job = {"engine": "pdflatex", "limits": _LIMITS, "processes": 0}
        document = runner.run(job, (preamble + _BODY).encode(), workshop).get("document")
        workshop.clear()
        if document is not None:
            with contextlib.suppress(refusal):
                to_json(read_pdf(document))
                workshop.samples["pdf"] = document
    with contextlib.suppress(refusal):
        to_json(read_svg(_SVG))
        workshop.samples["svg"] = _SVG
    gc.collect()
    gc.freeze()  # so that forked processes share what was loaded
