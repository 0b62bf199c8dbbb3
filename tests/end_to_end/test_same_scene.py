"""Both backends give the same scene for the same program."""

from __future__ import annotations

import json
import os

import pytest

from mathvis.errors import SandboxFault
from mathvis.extract import extract
from mathvis.packages import load_tasks
from mathvis.sandbox import open_sandbox
from mathvis.verifier import job_of

pytestmark = [pytest.mark.tex, pytest.mark.docker, pytest.mark.bubblewrap]

REFERENCES = [(task, drawing) for task in load_tasks() for drawing in task.references]


@pytest.fixture(scope="module")
def both():
    try:
        with open_sandbox("docker") as docker, open_sandbox("bubblewrap") as bubblewrap:
            yield docker, bubblewrap
    except SandboxFault as fault:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(fault))


def differences(a, b, path="scene"):
    """Places where two JSON values differ by more than 0.01."""
    if isinstance(a, bool) or isinstance(b, bool) or not isinstance(a, int | float) or not isinstance(b, int | float):
        if type(a) is not type(b):
            return [path]
        if isinstance(a, dict):
            return [d for k in a.keys() | b.keys() for d in differences(a.get(k), b.get(k), f"{path}.{k}")]
        if isinstance(a, list):
            if len(a) != len(b):
                return [path]
            return [d for k, (x, y) in enumerate(zip(a, b, strict=True)) for d in differences(x, y, f"{path}[{k}]")]
        return [] if a == b else [path]
    return [] if abs(a - b) <= 0.01 else [path]


@pytest.mark.parametrize(("task", "drawing"), REFERENCES, ids=lambda v: getattr(v, "name", None))
def test_same_scene(both, task, drawing):
    job = job_of(extract(drawing.source).program)
    scenes = [json.loads(sandbox.run(job).scene) for sandbox in both]
    assert differences(*scenes) == []
