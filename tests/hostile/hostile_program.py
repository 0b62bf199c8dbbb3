"""A hostile program, and what must come of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mathvis.sandbox import Engine, Job, Outcome

if TYPE_CHECKING:
    from mathvis.sandbox import Artifact

OK, ERROR, TIMEOUT, MEMORY, OUTPUT, REFUSED = (
    Outcome.OK,
    Outcome.COMPILE_ERROR,
    Outcome.TIMEOUT,
    Outcome.MEMORY,
    Outcome.OUTPUT,
    Outcome.REFUSED,
)
FIGURE = r"\tikz\draw (0,0) circle (1);"


@dataclass(frozen=True)
class Program:
    """One program.

    Attributes
    ----------
    name
        What it tries.
    job
        The program itself.
    outcomes
        What it may end with.
    message
        A pattern found in what the artifact says of its end: message, scene error, compiler errors.
    said
        A pattern that each line fits which the program itself reported from inside; it reports what it got.
    reports
        Whether it must have got as far as to report.
    leaves
        Whether it leaves something for the next one to find, of either engine.
    """

    name: str
    job: Job
    outcomes: tuple[Outcome, ...]
    message: str = ""
    said: str = "denied|nothing|nil"
    reports: bool = False
    leaves: bool = False

    def check(self, artifact: Artifact) -> None:
        """Compare an artifact with what was expected."""
        words = "\n".join([artifact.message, artifact.scene_error, *(each.message for each in artifact.errors)])
        assert artifact.outcome in self.outcomes, (artifact.outcome, words, artifact.log[-500:])
        assert re.search(self.message, words), words
        lines = reported(artifact)
        wrong = [line for line in lines if not re.fullmatch(self.said, line)]
        assert not wrong, wrong
        assert lines or not self.reports, artifact.log[-500:]
        if artifact.outcome not in {OK, ERROR, OUTPUT}:
            assert artifact.picture is None


def reported(artifact: Artifact) -> list[str]:
    """What a program said with ``say`` of its language."""
    return re.findall(r"SAID (.*?) END", artifact.log.replace("\n", " "))


def tex(body: str, preamble: str = "", engine: Engine = Engine.PDFLATEX) -> Job:
    r"""A document that can say what it got with ``\say{...}``, and draws a figure at its end."""
    source = (
        "\\documentclass[border=2pt]{standalone}\n\\usepackage{tikz}\n"
        + preamble
        + "\n\\begin{document}\n\\def\\say#1{\\immediate\\write-1{SAID #1 END}}"
        + "\\def\\seek#1{\\openin9=#1 \\ifeof9 \\say{nothing}\\else\\read9 to\\x\\say{got \\meaning\\x}\\closein9 \\fi}\n"
        + f"{body}\n{FIGURE}\n\\end{{document}}\n"
    )
    return Job(source, engine)


def lua(code: str) -> Job:
    """A document that runs Lua, which can ``say(what)`` and ``try(function)``, and draws a figure at its end."""
    prelude = (
        'local function say(x) texio.write_nl("log", "SAID " .. tostring(x) .. " END ") end '
        'local function try(f, ...) local well, x = pcall(f, ...) say(well and x or "denied") return well and x end\n'
    )
    whole = (prelude + code).encode().hex()
    call = f'assert(load((("{whole}"):gsub("..", function(h) return string.char(tonumber(h, 16)) end))))()'
    return tex(f"\\directlua{{{call}}}", engine=Engine.LUALATEX)


def native(code: str) -> Job:
    """A Python program for a sandbox whose TeX is replaced by Python: with the system's whole interface in hand.

    It can ``say(what)`` and ``attempt(function)``, and what it says stands where the log would.
    """
    prelude = (
        "import ctypes, fcntl, mmap, os, resource, select, signal, socket, sys, time\n"
        "log = open('figure.log', 'w')\n"
        "def say(x): log.write(f'SAID {x} END\\n'); log.flush()\n"
        "def attempt(f):\n"
        "    try: x = f()\n"
        "    except (OSError, RuntimeError, ValueError): x = 'denied'\n"
        "    say(x); return x\n"
        "libc = ctypes.CDLL(None, use_errno=True)\n"
        "def call(*values): return 'denied' if libc.syscall(*map(ctypes.c_long, values)) == -1 else 'done'\n"
    )
    return Job(prelude + code + "\n", Engine.PDFLATEX)


def svg(content: str, attributes: str = 'viewBox="0 0 100 50"', before: str = "") -> Job:
    """An SVG document."""
    return Job(f'{before}<svg xmlns="http://www.w3.org/2000/svg" {attributes}>{content}</svg>', Engine.SVG)
