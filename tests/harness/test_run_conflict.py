"""A run goes on under its own settings alone, and the refusal says how to restore each."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mathvis.errors import RunConflict
from mathvis.harness.store import Manifest
from mathvis.harness.store.conflict import require_same
from mathvis.harness.store.manifest import shown

FOLDER = Path("runs/my run")
BEGUN = Manifest(
    {
        "harness": "direct",
        "rounds": 1,
        "model": {"spec": "openai:m", "base_url": ""},
        "prompt": {"setting": "direct", "version": "1"},
        "sampling": {"temperature": 0.2, "max_tokens": 4096, "seed": None},
        "rollouts": 3,
        "tasks": {"a/b/c": {"rollouts": 3, "prompt": "p" * 64}, "a/b/d": {"rollouts": 3, "prompt": "q" * 64}},
    },
    {"code": "0" * 64, "toolchain": f"bubblewrap:{'1' * 64}", "tasks": {"a/b/c": "2" * 64, "a/b/d": "3" * 64}},
    {
        "model": "openai:m",
        "selection": {"tasks": ["*"], "disciplines": [], "sample": None, "seed": 0, "root": None},
    },
)


def changed(**values):
    """The manifest of a command that says something else: values by dotted name, with ``__`` for a dot."""
    now = Manifest(*(deepcopy(part) for part in (BEGUN.configuration, BEGUN.judging, BEGUN.record)))
    for name, value in values.items():
        part, *path, last = name.split("__")
        place = getattr(now, part)
        for step in path:
            place = place[step]
        place[last] = value
    return now


def refusal(before, after):
    with pytest.raises(RunConflict) as caught:
        require_same(FOLDER, before, after)
    head, *lines = str(caught.value).split("\n  ")
    assert head == f"the run in {FOLDER} was begun with other settings (the run's -> this command's):"
    return lines


def test_the_same_settings_go_on():
    require_same(FOLDER, BEGUN, changed())
    require_same(FOLDER, BEGUN, changed(record__host="another"))


def test_the_server_s_address():
    there = changed(configuration__model__base_url="http://x/v1")
    assert refusal(there, BEGUN)[0] == 'model.base_url: "http://x/v1" -> ""; give --base-url http://x/v1'
    assert refusal(BEGUN, there)[0].endswith("; leave out --base-url, and OPENAI_BASE_URL unset")


def test_another_model_is_told_once():
    other = changed(configuration__model={"spec": "replay", "recordings": "4" * 64}, record__model="replay:some where")
    assert refusal(other, BEGUN) == [
        'model.spec: "replay" -> "openai:m"; give --model \'replay:some where\'',
        "or start a new run in another folder",
    ]


def test_changed_recordings_of_the_same_name_cannot_be_restored():
    before = changed(configuration__model={"spec": "replay", "recordings": "4" * 64}, record__model="replay:x")
    after = changed(configuration__model={"spec": "replay", "recordings": "5" * 64}, record__model="replay:x")
    assert refusal(before, after) == [
        'model.recordings: "444444444444…" -> "555555555555…"',
        "no option restores it: start a new run in another folder",
    ]


def test_packages_of_another_folder():
    selection = {**BEGUN.record["selection"], "root": "my tasks"}
    there = changed(judging__tasks={"a/b/c": "8" * 64, "a/b/d": "3" * 64}, record__selection=selection)
    assert refusal(there, BEGUN)[0].endswith("; give --root 'my tasks'")
    assert refusal(BEGUN, there) == [
        'tasks.a/b/c: "222222222222…" -> "888888888888…"; leave out --root',
        "or run `mathvis score 'runs/my run'` first: it judges the stored replies again under this installation",
    ]


def test_changed_packages_of_the_same_folder_are_judged_again():
    lines = refusal(BEGUN, changed(judging__tasks={"a/b/c": "8" * 64, "a/b/d": "3" * 64}))
    assert lines[0] == 'tasks.a/b/c: "222222222222…" -> "888888888888…"'
    assert lines[1].startswith("run `mathvis score")


def test_changed_prompts_are_told_unless_the_setting_of_the_prompt_says_it():
    tasks = {name: {"rollouts": 3, "prompt": "r" * 64} for name in BEGUN.configuration["tasks"]}
    both = changed(configuration__tasks=tasks, configuration__prompt__setting="cot")
    assert [line.split(":")[0] for line in refusal(BEGUN, both)[:-1]] == ["prompt.setting"]
    alone = refusal(BEGUN, changed(configuration__tasks=tasks))
    assert [line.split(":")[0] for line in alone[:-1]] == ["tasks.a/b/c.prompt", "tasks.a/b/d.prompt"]


def test_a_record_of_an_older_version_gives_no_advice_but_a_refusal():
    before = Manifest(BEGUN.configuration, BEGUN.judging, {})
    fewer = {"a/b/c": BEGUN.configuration["tasks"]["a/b/c"]}
    assert refusal(before, changed(configuration__tasks=fewer))[-1].startswith("no option restores it")
    assert "; give" not in refusal(before, changed(configuration__model__spec="openai:n"))[0]


def test_many_differences_are_cut():
    tasks = {f"a/b/t{i}": {"rollouts": 3, "prompt": "p"} for i in range(90)}
    other = {name: {**entry, "prompt": "q"} for name, entry in tasks.items()}
    lines = refusal(changed(configuration__tasks=tasks), changed(configuration__tasks=other))
    assert len(lines) == 22
    assert lines[20] == "… and 70 more"


def dotted(part, prefix):
    for key, value in part.items():
        if isinstance(value, dict):
            yield from dotted(value, f"{prefix}__{key}")
        else:
            yield f"{prefix}__{key}"


EVERY = [*dotted(BEGUN.configuration, "configuration"), *dotted(BEGUN.judging, "judging")]


@given(st.sets(st.sampled_from(EVERY), min_size=1))
def test_whatever_differs_is_refused_and_something_is_told(names):
    lines = refusal(BEGUN, changed(**dict.fromkeys(names, "another")))
    assert len(lines) >= 2
    assert all(" -> " in line for line in lines[:-1])


def test_values_are_written_short():
    assert shown(None) == "none"
    assert shown("a" * 64) == '"aaaaaaaaaaaa…"'
    assert shown("docker:sha256:" + "0f" * 32) == '"docker:sha256:0f0f0f0f0f0f…"'
    assert shown(1e12) == "1000000000000.0"
    assert len(shown("x" * 500)) == 78
