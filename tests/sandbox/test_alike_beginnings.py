"""Programs whose beginnings read alike share a live engine; each goes on where its own beginning ends."""

from __future__ import annotations

import json

import pytest
from sandbox_backends import ready

from mathvis.extract.wrap import STANDARD_PREAMBLE
from mathvis.sandbox import Engine, Job, Outcome, open_sandbox

BEGINNINGS = {
    "bare": STANDARD_PREAMBLE + "\\begin{document}\n",
    "a sign at the end": STANDARD_PREAMBLE + "\\begin{document}%\n",
    "spaces": STANDARD_PREAMBLE + "  \\begin {document}   \n",
    "a comment at the end": STANDARD_PREAMBLE + "\\begin{document} % a comment that is longer than the figure's first line\n",
    "comments between": STANDARD_PREAMBLE.replace("\n", " % what this line is for\n") + "\\begin{document}\n",
    "empty lines between": STANDARD_PREAMBLE.replace("\n", "\n\n  \n%\n") + "\n\\begin{document}\n",
    "a preamble of one's own": STANDARD_PREAMBLE + "\\definecolor{mine}{RGB}{1,2,3}\n\\begin{document}\n",
    "the same with a comment": STANDARD_PREAMBLE + "\\definecolor{mine}{RGB}{1,2,3} % mine\n\\begin{document}\n",
}  # fmt: skip
BODY = "\\begin{tikzpicture}\n\\draw[name path=a] (0,0) -- (2,1);\n\\node at (1,1) {$x$};\n\\end{tikzpicture}\n\\end{document}\n"


def told(scene):
    """What is drawn, its lines apart."""
    body = json.loads(scene)
    return [{key: value for key, value in element.items() if key != "line"} for element in body["elements"]]


@pytest.mark.tex
@pytest.mark.bubblewrap
def test_each_program_goes_on_at_its_own_lines():
    sandbox = ready(lambda: open_sandbox("bubblewrap", workers=1, store=None))
    with sandbox:
        for step in (1, -1, 1, -1):  # what is seen twice gets an engine of its own
            for name, beginning in list(BEGINNINGS.items())[::step]:
                artifact = sandbox.run(Job(beginning + BODY, Engine.PDFLATEX))
                assert artifact.outcome is Outcome.OK, (name, artifact.log)
                first = beginning.count("\n") + 1
                lines = {element["line"] for element in json.loads(artifact.scene)["elements"]}
                assert lines == {first + 1, first + 2}, name
                if name == "a sign at the end":
                    plain = told(artifact.scene)
        assert told(sandbox.run(Job(BEGINNINGS["bare"] + BODY, Engine.PDFLATEX)).scene) == plain
