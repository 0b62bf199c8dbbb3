"""The fakes of the harness's tests serve here as well."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "harness"))

from contextlib import contextmanager
from fnmatch import fnmatchcase
from types import SimpleNamespace

import pytest
from run_world import TASKS, FakeSandbox, FakeVerifier

from mathvis.errors import SandboxFault, UsageError
from mathvis.harness import session


@pytest.fixture
def world(monkeypatch, tmp_path):
    """Fake tasks, sandbox and verifier; returns what the tests may turn."""
    state = SimpleNamespace(
        sandbox=FakeSandbox(), tasks=list(TASKS), out=tmp_path / "run", replies=tmp_path / "replies"
    )

    def load_tasks(selectors=("*",), *, root=None, disciplines=(), sample=None, seed=0):
        found = [
            t
            for t in state.tasks
            if any(fnmatchcase(t.name, s) for s in selectors)
            and (not disciplines or t.name.split("/")[0] in disciplines)
        ]
        if not found:
            raise UsageError(f"no task matches {', '.join(selectors)}")
        return tuple(found[:sample])

    @contextmanager
    def opened():
        yield state.sandbox

    def open_sandbox(backend="auto"):
        if state.sandbox is None:
            raise SandboxFault("there is no usable sandbox; install bubblewrap")
        return state.sandbox

    monkeypatch.setattr(session, "load_tasks", load_tasks)
    monkeypatch.setattr(session, "open_sandbox", open_sandbox)
    monkeypatch.setattr(session, "Verifier", FakeVerifier)
    monkeypatch.setattr(
        session, "judging_of", lambda **given: {"code": "as it is", **given}
    )  # somebody may be editing the code while the tests run
    return state
