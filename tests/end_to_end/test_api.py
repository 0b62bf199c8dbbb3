"""The Python API: one call, one verdict."""

from __future__ import annotations

import pytest

import mathvis
from mathvis.errors import UsageError
from mathvis.packages import load_tasks
from mathvis.sandbox import open_sandbox

pytestmark = [pytest.mark.tex, pytest.mark.bubblewrap]

TASK = "solid-geometry/cube-net/a"


def test_verify_takes_a_name_and_a_reply():
    reply = "Here it is.\n\n```latex\n" + load_tasks([TASK])[0].references[0].source + "```\n"
    with open_sandbox("bubblewrap") as sandbox:
        verdict = mathvis.verify(TASK, reply, sandbox=sandbox)
        again = mathvis.verify(load_tasks([TASK])[0], reply, sandbox=sandbox)
    assert isinstance(verdict, mathvis.Verdict)
    assert verdict.D
    assert again.program == verdict.program


@pytest.mark.parametrize("name", ["solid-geometry/*", "no/such/task"])
def test_a_name_must_name_one_task(name):
    with pytest.raises(UsageError):
        mathvis.verify(name if name.startswith("no") else "*", "x")
