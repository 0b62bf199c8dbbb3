"""Every exit code that the command line can give is in every table of them, and no other is."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import mathvis
from mathvis.cli import errors
from mathvis.cli.errors import Exit
from mathvis.cli.main import app

PROJECT = Path(__file__).resolve().parents[2]
HOST = [
    path
    for path in Path(mathvis.__file__).parent.rglob("*.py")
    if not {"inside", "tex", "readers"} & set(path.parts) and path.name != "launch.py"  # programs of their own
]


def section(text, title):
    return re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)[1]


README = (PROJECT / "README.md").read_text(encoding="utf-8")
COMMANDS = (PROJECT / "docs" / "commands.md").read_text(encoding="utf-8")
TABLES = {
    "README.md": section(README, "Exit codes"),
    "docs/commands.md": COMMANDS.split("\n## ", 1)[0],
    "mathvis/cli/errors.py": errors.__doc__,
}


@pytest.mark.parametrize("table", TABLES)
def test_the_table_has_every_code_once_in_order(table):
    found = [int(code) for code in re.findall(r"^\| (\d+) \|", TABLES[table], re.MULTILINE)]
    assert found == [code.value for code in Exit]


def test_the_help_names_every_code():
    assert [int(code) for code in re.findall(r"\b\d+\b", app.info.epilog)] == [code.value for code in Exit]


def test_commands_speak_of_no_other_code():
    for name, text in re.findall(r"^## (mathvis[^\n]*)\n(.*?)(?=^## |\Z)", COMMANDS, re.MULTILINE | re.DOTALL):
        for said in re.findall(r"Exit codes: (.*?)(?:\n\n|\Z)", text, re.DOTALL):
            codes = {int(number) for number in re.findall(r"(?:^|; ?|;\n)(\d+)\b", said)}
            assert codes <= set(Exit), name


def numbers(node):
    """The codes that an expression may be."""
    match node:
        case ast.Constant(int(value)):
            yield value
        case ast.IfExp(body=first, orelse=second):
            yield from numbers(first)
            yield from numbers(second)


def codes_of(tree):
    """The codes that a module names: where it ends the process, and as what an error or a result stands for."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="Exit" | "SystemExit"), args=[code]):
                yield from numbers(code)
            case ast.Call(func=ast.Attribute(attr="Exit" | "exit" | "_exit"), args=[code]):
                yield from numbers(code)
            case ast.Assign(targets=[ast.Name(id="exit_code")], value=code):
                yield from numbers(code)
            case ast.FunctionDef(name="exit_code"):
                for part in ast.walk(node):
                    if isinstance(part, ast.Return) and part.value is not None:
                        yield from numbers(part.value)


def test_the_code_ends_with_no_other_code():
    found = {code for path in HOST for code in codes_of(ast.parse(path.read_text(encoding="utf-8")))}
    assert found <= set(Exit)
    assert {0, 1, 2, 3, 130} <= found  # the search finds what there is


COMMAND_LINES = [
    ["--help"],
    ["tasks", "list"],
    ["tasks", "show", "complex-analysis/rouche/a"],
    ["predicates", "list"],
    ["predicates", "show", "winding_number", "--json"],
    ["inspect", "--schema"],
]


@pytest.mark.parametrize("arguments", COMMAND_LINES, ids=" ".join)
def test_whoever_stops_reading_is_141_for_every_command(arguments):
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "mathvis.cli.main", *arguments], stdout=writer, stderr=subprocess.PIPE, check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (Exit.UNHEARD, b"")
