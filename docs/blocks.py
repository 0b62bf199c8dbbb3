"""Fenced blocks of a document: found, run, and brought up to date.

A ``console`` block is a terminal: lines that start with ``$`` are commands, the others what they print; a line ``…``
stands for any lines. Commands start with ``mathvis`` or are ``echo $?``, the exit code of the one before. The mark
``not-run`` after the language says that a block needs a network, an engine or much time. A block with the mark
``file=PATH`` shows that file.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WIDTH = 110
"""Columns of the terminal that examples are printed on."""
_FENCE = re.compile(r"^(`{3,})([\w-]*)([^\n`]*)\n(.*?)^\1[ \t]*$", re.MULTILINE | re.DOTALL)
_ANY = "…"


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block.

    Attributes
    ----------
    line
        Line of its first fence, from 1.
    language, marks
        The words after the fence.
    text
        What stands between the fences.
    """

    line: int
    language: str
    marks: tuple[str, ...]
    text: str

    @property
    def runs(self) -> bool:
        """Whether its commands are run."""
        return "not-run" not in self.marks

    @property
    def file(self) -> str | None:
        """The file that it shows."""
        return next((mark.removeprefix("file=") for mark in self.marks if mark.startswith("file=")), None)


@dataclass(frozen=True, slots=True)
class Step:
    """A command of a console block, as written and in one line, and what it is said to print."""

    written: str
    command: str
    shown: str


def blocks(document: Path) -> tuple[Block, ...]:
    """Return the blocks of a document in order."""
    text = document.read_text(encoding="utf-8")
    return tuple(
        Block(text.count("\n", 0, match.start()) + 1, match[2], tuple(match[3].split()), match[4])
        for match in _FENCE.finditer(text)
    )


def steps(block: Block) -> Iterator[Step]:
    """Yield the commands of a console block; a backslash at the end of a line joins the next to it."""
    lines = block.text.splitlines()
    while lines:
        if not lines[0].startswith("$ "):
            raise ValueError(f"a console block starts with a command, not with {lines[0]!r}")
        written = [lines.pop(0)]
        while written[-1].endswith("\\") and lines:
            written.append(lines.pop(0))
        command = " ".join(" ".join(line.removesuffix("\\") for line in written)[2:].split())
        shown = []
        while lines and not lines[0].startswith("$ "):
            shown.append(lines.pop(0))
        yield Step("\n".join(written), command, "\n".join(shown))


class Shell:
    """Runs commands in a folder, in which `examples` and `tasks` of the project can be reached.

    Parameters
    ----------
    folder
        An empty folder.
    project
        The project.
    """

    def __init__(self, folder: Path, project: Path) -> None:
        self._folder = folder
        self._code = 0
        for name in ("examples", "tasks"):
            (folder / name).symlink_to(project / name)

    def run(self, command: str) -> str:
        """Return what a command prints: stdout, and stderr where the exit code is 2 or more."""
        if command == "echo $?":
            return str(self._code)
        program, *arguments = shlex.split(command)
        if program != "mathvis":
            raise ValueError(f"only mathvis and echo $? are run, not {command!r}")
        done = subprocess.run(
            [sys.executable, "-m", "mathvis.cli.main", *arguments],
            cwd=self._folder,
            env={**os.environ, "COLUMNS": str(WIDTH), "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        self._code = done.returncode
        return done.stdout + (done.stderr if done.returncode >= 2 else "")


def normal(text: str) -> str:
    """Return an output with its times masked and without spaces at the ends of lines."""
    masked = re.sub(r"\b\d+ ms\b", "# ms", text)
    return "\n".join(line.rstrip() for line in masked.strip("\n").splitlines())


def agrees(shown: str, printed: str) -> bool:
    """Whether a command prints what a document shows."""
    parts = [normal(part) for part in re.split(rf"^{_ANY}$", shown, flags=re.MULTILINE)]
    pattern = r"(?:.*\n)*?".join(re.escape(part) + ("\n" if part else "") for part in parts)
    return re.fullmatch(pattern, f"{normal(printed)}\n".lstrip("\n")) is not None


def refreshed(document: Path, shell: Shell) -> str:
    """Run a document's console blocks; return its text with what they print now.

    Raises
    ------
    ValueError
        An exit code or an abridged output is no longer right; it has to be mended by hand.
    """
    text = document.read_text(encoding="utf-8")
    for block in blocks(document):
        if block.language != "console" or not block.runs:
            continue
        out = []
        for step in steps(block):
            shown, printed = step.shown, shell.run(step.command)
            if not agrees(shown, printed):
                if step.command == "echo $?" or re.search(rf"^{_ANY}$", shown, re.MULTILINE):
                    raise ValueError(f"{document.name}: {step.command!r} prints something else now:\n{printed}")
                shown = "\n".join(line.rstrip() for line in printed.strip("\n").splitlines())
            out += [step.written, *([shown] if shown else [])]
        text = text.replace(block.text, "\n".join(out) + "\n", 1)
    return text
