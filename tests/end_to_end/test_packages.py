"""Every drawing that comes with a task is judged as its package declares."""

from __future__ import annotations

import pytest

from mathvis.packages import load_tasks

pytestmark = [pytest.mark.tex, pytest.mark.bubblewrap]

TASKS = load_tasks()
RIGHT = [(t, d) for t in TASKS for d in (*t.references, *t.accepted)]
WRONG = [(t, d) for t in TASKS for d in t.negatives]


def name(value):
    return getattr(value, "name", None)


@pytest.mark.parametrize(("task", "drawing"), RIGHT, ids=name)
def test_right_drawings_are_delivered(verifier, task, drawing):
    verdict = verifier.judge(task, drawing.source).verdict
    wrong = [(i.id, i.finding.message) for i in (*verdict.hard, *verdict.soft) if not i.finding.holds]
    assert [(c.name, c.message) for c in verdict.technical if not c.passed] == []
    assert wrong == []
    assert verdict.D


@pytest.mark.parametrize(("task", "drawing"), WRONG, ids=name)
def test_wrong_drawings_fail_as_declared(verifier, task, drawing):
    verdict = verifier.judge(task, drawing.source).verdict
    assert not verdict.D
    assert drawing.unexpected(verdict.failures) == ()


@pytest.mark.parametrize("task", TASKS, ids=name)
def test_packages_are_complete(task):
    assert len(task.negatives) >= 5
    assert len(task.accepted) >= 3
    assert len({d.format for d in task.references}) == 2
    must = {item.code for drawing in task.negatives for item in drawing.must_fail}
    assert len(must) >= 3, "the negatives of a task show several kinds of error"


@pytest.mark.parametrize("task", TASKS, ids=name)
def test_what_a_model_sees_gives_nothing_away(task):
    """The public text holds no hidden member name, no computed value and no canary."""
    public = task.prompt + task.contract
    assert "canary" not in public
    for spec in task.gold.entities.values():
        if spec.names is not None:
            assert not any(member in public for member in spec.members or ())
