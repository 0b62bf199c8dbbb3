"""Real figures by others tell the same whether an engine of their own compiles them or one that is forked at any cut."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

from mathvis.extract import extract, wrap
from mathvis.sandbox import LIMITS, Engine, Job, reply
from mathvis.sandbox.driver import Driver
from mathvis.sandbox.inside.preamble import beginnings
from mathvis.sandbox.opening import open_backend

CORPUS = Path(__file__).parents[3] / "shared" / "corpus" / "tikz"
MANIFEST = CORPUS / "manifest.tsv"

pytestmark = [
    pytest.mark.tex,
    pytest.mark.bubblewrap,
    pytest.mark.skipif(not MANIFEST.is_file(), reason="the corpus of real figures is not beside this checkout"),
]


def clean() -> list[str]:
    if not MANIFEST.is_file():
        return []
    with MANIFEST.open(encoding="utf-8") as lines:
        return [row["file"] for row in csv.DictReader(lines, delimiter="\t") if row["pdflatex"] == "clean"]


@pytest.fixture(scope="module")
def backend():
    opened = open_backend("bubblewrap", LIMITS)
    yield opened
    opened.close()


EACH = 1 if os.environ.get("MATHVIS_WHOLE_CORPUS") else 6
"""Every sixth figure, unless asked for all of them: it takes minutes."""


@pytest.mark.parametrize("file", clean()[::EACH])
def test_a_real_figure_tells_the_same_on_every_route(backend, file):
    text = (CORPUS / file).read_text(encoding="utf-8", errors="replace")
    program = extract(f"```latex\n{text}\n```").program
    assert program is not None
    job = Job(wrap(program).source, Engine.PDFLATEX)
    choices = beginnings(job.source)
    if not choices:
        pytest.skip("it begins with no known line")
    cold = Driver(backend, LIMITS).run(job)
    for cut in {choices[0], choices[-1]}:
        worker = backend.worker((job.source[: cut.length],))
        try:
            seen = worker.exchange(reply.request(job, LIMITS, processes=LIMITS.processes), LIMITS.total)
        finally:
            worker.close()
        answer = reply.decode(seen.message, job, LIMITS)
        assert not answer.suspect
        forked = answer.artifact
        for part in ("outcome", "message", "errors", "scene", "scene_error", "picture", "pages", "width", "height"):
            assert getattr(forked, part) == getattr(cold, part), (part, cut.lines)
