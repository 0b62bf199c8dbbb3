"""Packages load without running anything, and every refusal names file, statement and argument."""

from __future__ import annotations

import shutil

import pytest

from mathvis.assets import asset
from mathvis.errors import PackageError, UsageError
from mathvis.packages import load_tasks

NET = "solid-geometry/cube-net"
ROUCHE = "complex-analysis/rouche"


@pytest.fixture
def root(tmp_path):
    shutil.copytree(asset("tasks"), tmp_path / "tasks")
    return tmp_path / "tasks"


def edit(root, family, file, old, new):
    path = root / family / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def refusal(root, family):
    with pytest.raises(PackageError) as error:
        load_tasks([family], root=root)
    return str(error.value)


def test_all_tasks_load():
    assert len(load_tasks()) >= 6


@pytest.mark.parametrize(
    ("selectors", "expected"),
    [
        ([f"{NET}/a"], [f"{NET}/a"]),
        ([NET], [f"{NET}/a"]),
        (["*/cube-*/*", f"{ROUCHE}/*"], [f"{ROUCHE}/a", f"{NET}/a"]),
    ],
)
def test_selectors(selectors, expected):
    assert [task.name for task in load_tasks(selectors)] == expected


def test_an_unknown_task_is_refused_with_the_known_ones():
    with pytest.raises(UsageError, match=r"no task matches topology.*cube-net"):
        load_tasks(["topology/*"])


def test_samples_are_reproducible():
    names = [[t.name for t in load_tasks(sample=3, seed=7)] for _ in range(2)]
    assert names[0] == names[1]
    assert len(names[0]) == 3


def test_parameters_are_filled_in():
    task = load_tasks([ROUCHE])[0]
    assert "{{" not in task.prompt
    assert "z^5+6z^3+2z-1" in task.prompt
    assert any(item.args.get("equals") == "3" for item in task.gold.hard)


@pytest.mark.parametrize(
    ("family", "file", "old", "new", "named"),
    [
        (
            NET,
            "gold.yaml",
            "folds_to_cube",
            "folds_to_cubes",
            ["gold.yaml", "folds", "folds_to_cubes", "folds_to_cube"],
        ),
        (NET, "gold.yaml", "shared: 5", "shared: many", ["gold.yaml", "joined", "shared"]),
        (NET, "gold.yaml", "{faces: faces, shared: 5}", "{faces: faces}", ["gold.yaml", "joined", "shared"]),
        (NET, "gold.yaml", "{faces: faces, length: 4}", "{face: faces, length: 4}", ["gold.yaml", "no-four", "face"]),
        (NET, "gold.yaml", "{faces: faces, length: 4}", "{faces: sides, length: 4}", ["gold.yaml", "no-four", "sides"]),
        (NET, "gold.yaml", "kind: regions", "kind: regoins", ["gold.yaml", "entities.faces.kind"]),
        (NET, "gold.yaml", 'f-2: "2"', 'f-2: "$\\\\foo$"', ["gold.yaml", "entities.faces", "foo"]),
        (NET, "gold.yaml", "codes: [R9, O4, X1]", "codes: [R3]", ["gold.yaml", "six", "R3"]),
        (NET, "gold.yaml", "labels_legible: {}", "folds_to_cube: {faces: faces}", ["gold.yaml", "legible", "soft"]),
        (NET, "gold.yaml", "schema: mathvis/gold@1", "schema: mathvis/gold@9", ["gold.yaml", "schema"]),
        (NET, "gold.yaml", "hard:", "alias: [&a {}, *a]\nhard:", ["gold.yaml", "alias"]),
        (NET, "negatives/negatives.yaml", "[sums, B2]", "[summs, B2]", ["negatives.yaml", "summs"]),
        (NET, "negatives/negatives.yaml", "five-squares.svg:", "six-squares.svg:", ["negatives.yaml", "squares.svg"]),
        (NET, "family.yaml", "title:", "titel:", ["family.yaml", "titel"]),
        (NET, "family.yaml", "formats: [tikz, svg]", "formats: [tikz]", ["svg", "does not ask"]),
        (ROUCHE, "gold.yaml", "center: 0", 'center: "0+"', ["gold.yaml", "contour", "center"]),
        (ROUCHE, "gold.yaml", "anchors: {z0: 0, z1: 1}", "anchors: {zz: 0, z1: 1}", ["gold.yaml", "zz"]),
        (ROUCHE, "gold.yaml", 'reads: "$N = {...}$"', 'reads: "$N$"', ["gold.yaml", "ans-N", "reads"]),
        (ROUCHE, "prompt.md", "{{mark}}", "{{marks}}", ["prompt.md", "marks"]),
    ],
)
def test_a_broken_package_is_refused_with_its_place(root, family, file, old, new, named):
    edit(root, family, file, old, new)
    message = refusal(root, family)
    for word in named:
        assert word in message


@pytest.mark.parametrize("name", ["gold.yaml", "prompt.md", "negatives/negatives.yaml"])
def test_a_missing_file_is_named(root, name):
    (root / NET / name).unlink()
    assert name in refusal(root, NET)


def test_bytes_that_are_not_utf8_are_named(root):
    (root / NET / "prompt.md").write_bytes(b"\xff\xfe draw")
    assert "prompt.md" in refusal(root, NET)


def test_two_keys_of_one_name_are_refused(root):
    edit(root, NET, "gold.yaml", "hard:", "closed: true\nclosed: true\nhard:")
    assert "closed" in refusal(root, NET)


def test_any_change_to_a_package_changes_its_digest(root):
    before = load_tasks([NET], root=root)[0].digest
    edit(root, NET, "accepted/mirrored.tex", "1", "1 ")
    assert load_tasks([NET], root=root)[0].digest != before
