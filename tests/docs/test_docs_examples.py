"""Every example of the documentation runs, every file it shows is that file, every link and picture leads somewhere."""

from __future__ import annotations

import doctest
import re
import shlex

import pytest
import typer
from blocks import Shell, agrees, blocks, steps
from generate import DOCUMENTS, PROJECT

from mathvis.cli.main import app
from mathvis.goldir.codes import Code
from mathvis.goldir.load import read_yaml
from mathvis.packages import load_tasks

BY_NAME = pytest.mark.parametrize("document", DOCUMENTS, ids=[item.name for item in DOCUMENTS])
LARGEST_PICTURE = 150_000


@BY_NAME
@pytest.mark.tex
@pytest.mark.bubblewrap
@pytest.mark.usefixtures("needs_sandbox")
def test_examples_run_and_print_what_is_shown(document, tmp_path, monkeypatch):
    shell = Shell(tmp_path, PROJECT)
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "documentation"}
    for block in blocks(document):
        where = f"{document.name}:{block.line}"
        if block.language == "console" and block.runs:
            for step in steps(block):
                printed = shell.run(step.command)
                assert agrees(step.shown, printed), (
                    f"{where}: {step.command}\nprints\n{printed}\n(docs/generate.py --examples)"
                )
        elif block.language == "python" and ">>> " in block.text:
            test = doctest.DocTestParser().get_doctest(block.text, names, where, str(document), block.line)
            assert doctest.DocTestRunner().run(test).failed == 0, where
        elif block.language == "python" and block.runs:
            exec(compile(block.text, where, "exec"), names)  # noqa: S102 - our own examples


@BY_NAME
def test_yaml_can_be_read(document):
    for block in blocks(document):
        if block.language == "yaml":
            assert read_yaml(block.text, file=f"{document.name}:{block.line}")


@BY_NAME
def test_shown_files_are_as_shown(document):
    for block in blocks(document):
        if block.file is not None:
            assert (PROJECT / block.file).read_text(encoding="utf-8") == block.text, block.file


def test_the_author_s_guide_shows_the_whole_example_package():
    (guide,) = (item for item in DOCUMENTS if item.name == "tasks.md")
    shown = {block.file for block in blocks(guide) if block.file}
    folder = PROJECT / "examples" / "tasks" / "plane-geometry" / "thales"
    every = {path.relative_to(PROJECT).as_posix() for path in folder.rglob("*") if path.is_file()}
    drawings = {path for path in every if "/negatives/" in path or "/accepted/" in path} - {
        path for path in every if path.endswith(".yaml")
    }
    assert shown == every - drawings


def test_the_example_package_has_drawings_of_every_sort():
    for task in load_tasks(root=PROJECT / "examples" / "tasks"):
        assert task.references
        assert len(task.negatives) >= 3
    assert any(task.accepted for task in load_tasks(root=PROJECT / "examples" / "tasks"))


@BY_NAME
def test_commands_that_are_not_run_are_written_right(document):
    for block in blocks(document):
        if block.language != "console" or block.runs:
            continue
        for step in steps(block):
            program, *arguments = shlex.split(step.command, comments=True)
            if program == "mathvis":
                parse(arguments)
            elif program == "make":
                makefile = (PROJECT / "Makefile").read_text(encoding="utf-8")
                assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in arguments)
            else:
                assert program in ("export", "pip", "python"), step.command


def parse(arguments):
    """Parse as the command line does, without doing anything."""
    command, name = typer.main.get_command(app), "mathvis"
    while hasattr(command, "commands"):
        name = arguments.pop(0)
        command = command.commands[name]
    command.make_context(name, list(arguments)).close()


@pytest.mark.parametrize("wrong", [["run", "--modle", "x"], ["run"], ["verify", "a"], ["report"]])
def test_a_command_that_is_written_wrong_is_noticed(wrong):
    with pytest.raises(Exception, match=r"(?i)no such option|missing"):
        parse(wrong)


@BY_NAME
def test_links_and_pictures_lead_somewhere(document):
    text = re.sub(r"```.*?```", "", document.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)]+)\)", text):
        path, _, anchor = target.partition("#")
        file = (document.parent / path).resolve() if path else document
        assert file.exists(), target
        if file.suffix == ".png":
            data = file.read_bytes()
            assert data.startswith(b"\x89PNG"), target
            assert len(data) < LARGEST_PICTURE, target
        if anchor:
            titles = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}, target


def test_every_picture_is_used():
    used = "".join(item.read_text(encoding="utf-8") for item in DOCUMENTS)
    for picture in (PROJECT / "docs" / "pictures").iterdir():
        assert picture.name in used


def test_the_readme_counts_the_recorded_replies_right():
    replies = list((PROJECT / "examples" / "replies").glob("*/*/*/*.md"))
    assert f"judge {len(replies)} recorded replies" in DOCUMENTS[0].read_text(encoding="utf-8")


def test_the_readme_has_every_error_code_with_its_meaning():
    readme = DOCUMENTS[0].read_text(encoding="utf-8")
    for code in Code:
        assert f"| {code.value} | {code.meaning} |" in readme


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        ("a   61 ms\nb", "a   7 ms\nb\n", True),
        ("a", "a  \n", True),
        ("a", "b", False),
        ("a\n…\nd", "a\nb\nc\nd", True),
        ("a\n…\nd", "a\nb\nc", False),
        ("…\nd\n…", "a\nd\nc", True),
        ("…\nd\n…", "a\ndd\nc", False),
        ("…", "anything\nat all", True),
        ("", "", True),
        ("", "something", False),
        ("3 of 4", "3 of 5", False),
    ],
)
def test_what_counts_as_the_same_output(shown, printed, same):
    assert agrees(shown, printed) is same
