r"""A few hostile programs for the doctor; tests/hostile has all of them.

A program reports what it got with ``SAID … END`` in its log, and whatever it reports but refusals is a breach.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from mathvis.sandbox.model import Artifact, Engine, Job, Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable

_SAID = re.compile(r"SAID (.*?) END")
_REFUSALS = frozenset({"nil", "nothing", "denied"})
_KEPT = 60


class HostileProgram(NamedTuple):
    """A program, what it may end with, and whether it must have come so far as to report."""

    name: str
    job: Job
    outcomes: tuple[Outcome, ...]
    reports: bool = False

    def verdict(self, artifact: Artifact) -> tuple[bool, str]:
        """Return whether all is well, and what was seen."""
        said = _SAID.findall(artifact.log.replace("\n", " "))
        breaches = [line for line in said if line not in _REFUSALS]
        if breaches:
            return False, f"it got {breaches[0][:_KEPT]!r}"
        if artifact.outcome not in self.outcomes:
            return False, f"{artifact.outcome}: {artifact.message[:_KEPT]}".rstrip(": ")
        if self.reports and not said:
            return False, f"{artifact.outcome}, and no word of what it tried"
        refused = f", {len(said)} attempts refused" if said else ""
        return True, f"{artifact.outcome}{refused}"


def _tex(body: str) -> Job:
    say = (
        r"\def\say#1{\immediate\write-1{SAID #1 END}}"
        r"\def\seek#1{\openin9=#1 \ifeof9 \say{nothing}\else\say{#1}\closein9 \fi}"
    )
    return _document(say + body, Engine.PDFLATEX)


def _lua(code: str) -> Job:
    prelude = 'local function say(x) texio.write_nl("log", "SAID " .. tostring(x) .. " END ") end '
    whole = (prelude + code).encode().hex()
    call = f'assert(load((("{whole}"):gsub("..", function(h) return string.char(tonumber(h, 16)) end))))()'
    return _document(f"\\directlua{{{call}}}", Engine.LUALATEX)


def _document(body: str, engine: Engine) -> Job:
    source = (
        "\\documentclass[border=2pt]{standalone}\n\\usepackage{tikz}\n\\begin{document}\n"
        f"{body}\n\\tikz\\draw (0,0) circle (1);\n\\end{{document}}\n"
    )
    return Job(source, engine)


def _svg(content: str, before: str = "") -> Job:
    return Job(f'{before}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{content}</svg>', Engine.SVG)


def _each(paths: Iterable[str], mode: str = "r") -> str:
    listed = ", ".join(f'"{path}"' for path in paths)
    return f'for _, p in ipairs{{{listed}}} do local f = io.open(p, "{mode}") say(f and p or "nil") end'


def _copies(levels: int, width: int) -> str:
    layers = ['<rect id="a0" width="1" height="1"/>']
    layers += [f'<g id="a{n}">' + f'<use href="#a{n - 1}"/>' * width + "</g>" for n in range(1, levels + 1)]
    return "<defs>" + "".join(layers) + f'</defs><use href="#a{levels}"/>'


PROGRAMS = (
    HostileProgram(
        "shell from TeX", _tex(r"\immediate\write18{touch escaped.tex}\seek{escaped.tex}"), (Outcome.OK,), reports=True
    ),
    HostileProgram(
        "shell from Lua",
        _lua(
            'os.execute("touch escaped") pcall(io.popen, "touch escaped") '
            'pcall(os.spawn, {"/usr/bin/touch", "escaped"}) say(io.open("escaped"))'
        ),
        (Outcome.OK,),
        reports=True,
    ),
    HostileProgram(
        "another program in the engine's place",
        _lua('os.exec{"/bin/sh", "-c", "cat /etc/shadow > figure.log"} say("denied")'),
        (Outcome.OK, Outcome.COMPILE_ERROR),
    ),
    HostileProgram("files from TeX", _tex(r"\seek{/etc/passwd}\seek{../../etc/passwd}"), (Outcome.OK,), reports=True),
    HostileProgram(
        "files from Lua",
        _lua(
            _each(
                (
                    "/etc/shadow",
                    "/root/.bashrc",
                    "/proc/1/environ",
                    "/proc/1/mem",
                    "/dev/mem",
                    "/dev/kmsg",
                    "/var/run/docker.sock",
                )
            )
        ),
        (Outcome.OK,),
        reports=True,
    ),
    HostileProgram(
        "writing outside",
        _lua(
            _each(
                (
                    "/x",
                    "/usr/x",
                    "/etc/x",
                    "/var/x",
                    "/dev/x",
                    "/opt/mathvis/x",
                    "/proc/sys/kernel/core_pattern",
                ),
                "w",
            )
        ),
        (Outcome.OK,),
        reports=True,
    ),
    HostileProgram(
        "network",
        _lua(
            'local ok, s = pcall(require, "socket.core") local c = ok and s.tcp and s.tcp() '
            'say(c and "socket" or "nil")'
        ),
        (Outcome.OK,),
        reports=True,
    ),
    HostileProgram("loop in TeX", _tex(r"\loop\iftrue\repeat"), (Outcome.TIMEOUT,)),
    HostileProgram(
        "loop in Lua", _lua("while true do pcall(function() while true do end end) end"), (Outcome.TIMEOUT,)
    ),
    HostileProgram("sleep", _lua('pcall(function() require("socket").sleep(1000) end)'), (Outcome.OK,)),
    HostileProgram("processes", _lua('for i = 1, 500 do os.execute("sleep 1000 &") end'), (Outcome.OK,)),
    HostileProgram(
        "memory", _lua('local t = {} for i = 1, 1e9 do t[i] = ("x"):rep(1000000) .. i end'), (Outcome.MEMORY,)
    ),
    HostileProgram(
        "output",
        _tex(r"\newwrite\w\immediate\openout\w=x.dat \loop\immediate\write\w{" + "x" * 900 + r"}\iftrue\repeat"),
        (Outcome.OUTPUT,),
    ),
    HostileProgram(
        "huge page", _tex(r"\pdfpagewidth=16000pt \pdfpageheight=16000pt \shipout\hbox{x}"), (Outcome.OUTPUT,)
    ),
    HostileProgram(
        "entities",
        _svg("<text>&x;</text>", '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/hostname">]>'),
        (Outcome.REFUSED,),
    ),
    HostileProgram("picture from elsewhere", _svg('<image href="file:///etc/passwd"/>'), (Outcome.REFUSED,)),
    HostileProgram(
        "copies of copies",
        _svg(_copies(12, 10)),
        (Outcome.TIMEOUT, Outcome.MEMORY, Outcome.OUTPUT, Outcome.COMPILE_ERROR),
    ),
)
INNOCENT = _tex(r"\tikz\draw (0,0) -- (1,1);")
