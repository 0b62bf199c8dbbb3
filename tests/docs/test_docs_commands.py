"""Every command and every option is in docs/commands.md, with its default, and nothing else is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer

from mathvis.cli.errors import Exit
from mathvis.cli.main import app

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (mathvis[^\n]*)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))


def leaves(command, name):
    if hasattr(command, "commands"):
        for word, part in command.commands.items():
            yield from leaves(part, f"{name} {word}")
    else:
        yield name, command


ROOT = typer.main.get_command(app)
COMMANDS = {**dict(leaves(ROOT, "mathvis")), "mathvis": ROOT}


def rows(name):
    """The documented arguments: (first cell without ticks, default)."""
    found = re.findall(r"^\| `([^`]+)` \| .* \| ([^|]*) ?\|$", SECTIONS[name], re.MULTILINE)
    return {first: default.strip().strip("`") for first, default in found}


def test_every_command_has_a_section_and_every_section_a_command():
    assert set(SECTIONS) == set(COMMANDS)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_options_are_those_of_the_command(name):
    documented = {word.split()[0] for word in rows(name) if word.startswith("--")}
    there = {opt for p in COMMANDS[name].params if p.param_type_name == "option" for opt in p.opts}
    assert documented == there - {"--help"}


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_arguments_are_those_of_the_command(name):
    documented = {word for word in rows(name) if not word.startswith("--")}
    there = {p.name.upper() for p in COMMANDS[name].params if p.param_type_name == "argument"}
    assert documented == there


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_defaults_are_those_of_the_command(name):
    documented = {word.split()[0]: default for word, default in rows(name).items()}
    for parameter in COMMANDS[name].params:
        if parameter.param_type_name == "option" and parameter.default not in (None, False, ""):
            assert documented[parameter.opts[0]] == str(parameter.default), parameter.opts[0]


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_flags_are_written_without_a_value_and_other_options_with_one(name):
    written = {word.split()[0]: len(word.split()) > 1 for word in rows(name)}
    for parameter in COMMANDS[name].params:
        if parameter.param_type_name == "option" and parameter.opts[0] != "--help":
            assert written[parameter.opts[0]] == (not parameter.is_flag), parameter.opts[0]


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - {"mathvis"}))
def test_exit_codes_are_said_of_every_command(name):
    assert "Exit codes: 0" in SECTIONS[name]


def test_the_table_of_exit_codes_is_complete():
    table = PAGE.split("\n## ", 1)[0]
    assert {int(code) for code in re.findall(r"^\| (\d+) \|", table, re.MULTILINE)} == set(Exit)
