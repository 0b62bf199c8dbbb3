"""A renderer that is forked may be at fault itself: then an executed one decides, and nothing is booked on the program."""

from __future__ import annotations

import pytest
from sandbox_backends import LIMITS_IN_TESTS, ready

from mathvis.extract.wrap import STANDARD_PREAMBLE
from mathvis.sandbox import Engine, Job, payload, reply
from mathvis.sandbox.driver import Driver
from mathvis.sandbox.opening import open_backend

TOOLS = "mathvis/sandbox/inside/tools.py"
ASKED = b"user, tuple(command[1:]), "
JOBS = {
    "pdf": Job(STANDARD_PREAMBLE + "\\begin{document}\n\\tikz\\draw (0,0) -- (2,1);\n\\end{document}\n", Engine.PDFLATEX),
    "svg": Job('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4" cx="4" cy="5"/></svg>', Engine.SVG),
}  # fmt: skip


@pytest.mark.tex
@pytest.mark.bubblewrap
@pytest.mark.parametrize("kind", JOBS)
@pytest.mark.parametrize(
    "arguments",
    [b'("-singlefile", "-cropbox", "-scale-to", "4000", "-")', b'("--oops",) * (len(command) - 1)'],
    ids=["too large a picture", "no picture"],
)
def test_an_executed_renderer_decides(monkeypatch, kind, arguments):
    files = dict(payload.payload())
    assert ASKED in files[TOOLS]
    files[TOOLS] = files[TOOLS].replace(ASKED, b"user, " + arguments + b", ")
    monkeypatch.setattr(payload, "payload", lambda: files)
    backend = ready(lambda: open_backend("bubblewrap", LIMITS_IN_TESTS))
    try:
        job = JOBS[kind]
        worker = backend.worker((STANDARD_PREAMBLE,))
        seen = worker.exchange(reply.request(job, LIMITS_IN_TESTS, processes=LIMITS_IN_TESTS.processes), 60)
        worker.close()
        answer = reply.decode(seen.message, job, LIMITS_IN_TESTS)
        alone = Driver(backend, LIMITS_IN_TESTS).run(job)
    finally:
        backend.close()
    assert not answer.suspect
    assert (answer.artifact.outcome, answer.artifact.picture) == (alone.outcome, alone.picture)
    assert answer.artifact.picture is not None
