"""Prompts: the same words for every model, nothing hidden in them, hashed and versioned."""

import pytest
from harness_fakes import FakeDrawing, FakeTask

from mathvis.errors import UsageError
from mathvis.extract import extract
from mathvis.extract.model import Format, Status
from mathvis.harness.models import Role
from mathvis.harness.prompting import Setting, render

TASK = FakeTask(
    "a/b/c",
    prompt="Draw the curve {{contract}} of {{z}}.",
    contract="## Output contract\n\n| `C` | curve |",
    references=(FakeDrawing("reference.tex", "CANARY-SECRET"),),
)


@pytest.mark.parametrize("setting", Setting)
def test_a_prompt_holds_problem_and_contract_and_nothing_hidden(setting):
    prompt = render(TASK, setting)
    last = prompt.messages[-1]
    assert last.role is Role.USER
    assert "Draw the curve {{contract}} of {{z}}." in last.content
    assert "| `C` | curve |" in last.content
    assert "CANARY" not in str(prompt.to_list())
    assert prompt.messages[0].role is Role.SYSTEM


def test_settings_differ_in_the_instruction_and_the_examples():
    direct, cot, shots = (render(TASK, setting) for setting in Setting)
    assert len({direct.sha256, cot.sha256, shots.sha256}) == 3
    assert len(direct.messages) == len(cot.messages) == 2
    assert [m.role for m in shots.messages] == ["system", "user", "assistant", "user", "assistant", "user"]
    assert shots.messages[-1] == cot.messages[-1]


@pytest.mark.parametrize(("index", "kind"), [(2, Format.TIKZ), (4, Format.SVG)])
def test_the_examples_are_replies_as_they_are_wanted(index, kind):
    reply = render(TASK, Setting.COT_2SHOT).messages[index].content
    found = extract(reply, formats=frozenset(Format))
    assert (found.status, found.program.format) == (Status.COMPLETE, kind)


def test_the_hash_changes_with_every_word():
    other = FakeTask("a/b/c", prompt=TASK.prompt + " ", contract=TASK.contract + "x")
    assert render(TASK, Setting.DIRECT).sha256 != render(other, Setting.DIRECT).sha256
    assert render(TASK, Setting.DIRECT).sha256 == render(TASK, Setting.DIRECT).sha256


def test_an_unknown_setting_names_the_known_ones():
    with pytest.raises(UsageError, match="direct, cot, cot-2shot"):
        Setting.parse("chain")
