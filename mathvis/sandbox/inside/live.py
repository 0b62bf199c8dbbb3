r"""Live engines: TeX that has read a trusted beginning and is forked for each figure.

An engine with the library of `mathvis.sandbox.inside.server` stops at a ``\read`` from its terminal, and every
figure's process goes on from there with a program of its own. What every figure would read once more is read
before: the table of fonts, which pdfTeX does not look at before it needs one.

They form a tree. Its root has read nothing of any program; every other engine is forked from the one with the
longest part of its beginning, reads the rest, and shares the memory of all that it did not have to read.
"""

from __future__ import annotations

import contextlib
import os
import select
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mathvis.sandbox.inside import files, texlog
from mathvis.sandbox.inside.engines import JOBNAME
from mathvis.sandbox.inside.preamble import Beginning
from mathvis.sandbox.inside.server import Server

if TYPE_CHECKING:
    from collections.abc import Callable

    from mathvis.sandbox.inside import steps

_START_SECONDS = 30.0
_MOST = {"pdflatex": 48, "lualatex": 12}
_IDLE = 300
"""Programs without one for it, after which an engine makes way for another: a mixture of more preambles than there is
room for would else start engines for ever, and find none."""
_SEEN_KEPT = 4096
_MOST_OF_LOG = 1 << 20
_WORTH_IT = 2
_TABLE_OF_FONTS = {
    "pdflatex": r"\pdfmapline{-mathvisnofont}",
    "lualatex": r"\pdfextension mapline{-mathvisnofont}",
}
_COMMAND = r"\input{mathvis-scene-boot}%s\def\mathvislisten{\read-1 to\mathvislive\mathvislive}\mathvislisten"
_GROW = r"\input{figure.tex}\mathvislisten"
_GO = r"\let\mathvislive\mathvisundefined\let\mathvislisten\mathvisundefined\nonstopmode"
_GO_ON, _GO_ON_IN_DOCUMENT = _GO + r"\input{figure.tex}", _GO + r"\ignorespaces\csname @@input\endcsname figure.tex "
r"""After ``\begin{document}`` LaTeX skips spaces, and what expands to spaces, on the lines that follow."""
_ROOT = Beginning("", 0, 0)


@dataclass
class Engine:
    """A live engine, the beginning that it has read, and which program it was last of use to."""

    server: Server
    beginning: Beginning
    folder: str
    used: int
    settled: bool = False

    def fork(self, folder: str, bounds: steps.Bounds, user: int) -> steps.Step | None:
        """Fork a figure's process that goes on in `folder`; None if the engine is gone."""
        line = _GO_ON_IN_DOCUMENT if self.beginning.begun else _GO_ON
        return self.server.fork("engine", folder, bounds, user, (line,))


@dataclass
class LiveEngines:
    """The live engines of one worker.

    Attributes
    ----------
    shim
        The preloaded library.
    command
        Tells how an engine is called, without how it is to interact and what it is to read.
    environment
        The environment of the engines, as for a plain run.
    place
        A folder that figures cannot write to, where an engine's own folder is made for its start.
    """

    shim: str
    command: Callable[[str], list[str]]
    environment: dict[str, str]
    place: str
    _engines: dict[tuple[str, str], Engine] = field(default_factory=dict)
    _seen: dict[tuple[str, str], int] = field(default_factory=dict)
    _wanted: list[tuple[str, Beginning]] = field(default_factory=list)
    _hopeless: set[tuple[str, str]] = field(default_factory=set)
    _programs: int = 0

    def expect(self, engine: str, beginning: Beginning) -> None:
        """Ask for a live engine of which it is known that it will be used."""
        self._wanted.append((engine, beginning))

    def find(self, engine: str, choices: tuple[Beginning, ...]) -> tuple[Engine, Beginning] | None:
        """Return the live engine with the longest of these beginnings, and remember what would have been better.

        The beginning is the program's own: the engine's reads alike, but may have other comments and spaces.
        """
        self._look_after()
        self._programs += 1
        best = None
        fresh = True
        for choice in choices:
            live = self._engines.get((engine, choice.text))
            if live is not None and live.server.ready:
                best = live, choice
                break
            if fresh:  # what is only a part of one and the same beginning is of no use to others
                fresh = self._sighted(engine, choice) == 1
        if best is not None:
            best[0].used = self._programs
        return best

    def _sighted(self, engine: str, choice: Beginning) -> int:
        """Count how often a beginning was seen; the second time it is worth an engine."""
        key = (engine, choice.text)
        if key in self._engines or key in self._hopeless:
            return 0
        if len(self._seen) >= _SEEN_KEPT:
            self._seen.clear()
        self._seen[key] = self._seen.get(key, 0) + 1
        if self._seen[key] == _WORTH_IT:
            self._wanted.append((engine, choice))
        return self._seen[key]

    def give_up(self, live: Engine) -> None:
        """Do without an engine, for good: a plain one did well where this one did not."""
        for key in [key for key, each in self._engines.items() if each is live]:
            self._hopeless.add(key)
            self._drop(key)

    def tend(self) -> None:
        """Start what is wanted, between two figures; what has to wait for an engine to grow from stays wanted."""
        self._look_after()
        wanted, self._wanted = sorted(self._wanted, key=lambda each: len(each[1].text)), []
        for engine, beginning in wanted:
            key = (engine, beginning.text)
            if key in self._engines or key in self._hopeless:
                continue
            base = self._base(engine, beginning)
            if base is None and not self._rooted(engine):
                continue
            if base is None or not base.server.ready or self._part_is_wanted(engine, beginning):
                self._wanted.append((engine, beginning))
            elif not self._room(engine):
                self._seen[key] = _WORTH_IT - 1  # until it is seen again
            elif (grown := self._grown(base, beginning)) is not None:
                self._engines[key] = grown
            else:
                self._wanted.append((engine, beginning))
                self._look_after()

    def wait_ready(self, seconds: float) -> None:
        """Start what is wanted and wait until no engine is starting any more, at most so long."""
        deadline = time.monotonic() + seconds
        self.tend()
        while (self._wanted or self._starting()) and time.monotonic() < deadline:
            if starting := self._starting():
                select.select([engine.server for engine in starting], [], [], 0.1)
            self.tend()

    def check(self) -> None:
        """Forget the engines that have ended."""
        for key, engine in list(self._engines.items()):
            engine.server.check()
            if engine.server.gone:
                self._drop(key)

    def owns(self, path: str) -> bool:
        """Whether a folder is that of an engine which is starting."""
        return any(engine.folder == path for engine in self._starting())

    def stop(self) -> None:
        """End all of them."""
        for key in list(self._engines):
            self._drop(key)

    def _starting(self) -> list[Engine]:
        return [engine for engine in self._engines.values() if not engine.settled]

    def _base(self, engine: str, beginning: Beginning) -> Engine | None:
        """Return the engine with the longest part of a beginning, whether it is ready yet or not."""
        parts = [
            each
            for (kind, text), each in self._engines.items()
            if kind == engine and beginning.text.startswith(text) and not each.beginning.begun
        ]
        return max(parts, key=lambda each: len(each.beginning.text), default=None)

    def _part_is_wanted(self, engine: str, beginning: Beginning) -> bool:
        """Whether an engine that is still to be started will have read a part of a beginning."""
        return any(
            kind == engine and beginning.text.startswith(each.text) and not each.begun for kind, each in self._wanted
        )

    def _rooted(self, engine: str) -> bool:
        """Start the root of an engine's tree where there is none; tell whether there is hope of one."""
        key = (engine, _ROOT.text)
        if key not in self._engines and key not in self._hopeless:
            self._engines[key] = self._root(engine)
        return key in self._engines

    def _room(self, engine: str) -> bool:
        """Whether there is room for one more engine, or one makes way."""
        same = [key for key in self._engines if key[0] == engine and key[1] != _ROOT.text]
        if len(same) < _MOST[engine]:
            return True
        idle = min(same, key=lambda each: self._engines[each].used)
        if self._programs - self._engines[idle].used < _IDLE:
            return False
        self._drop(idle)
        return True

    def _root(self, engine: str) -> Engine:
        """Start an engine that reads nothing of any program."""
        folder = self._folder()
        os.mkdir(folder, 0o700)  # noqa: PTH102 - pathlib takes ten milliseconds to import
        command = [*self.command(engine), "-interaction=scrollmode", _COMMAND % _TABLE_OF_FONTS[engine]]
        return Engine(Server.start(folder, self.shim, command, self.environment), _ROOT, folder, self._programs)

    def _grown(self, base: Engine, beginning: Beginning) -> Engine | None:
        """Start an engine that reads what another has not; None if that one is gone."""
        folder, more = self._folder(), beginning.text[len(base.beginning.text) :]
        os.mkdir(folder, 0o700)  # noqa: PTH102
        files.write(f"{folder}/figure.tex", more.encode())
        server = base.server.grow(folder, _GROW)
        return None if server is None else Engine(server, beginning, folder, self._programs)

    def _folder(self) -> str:
        return f"{self.place}/live-{time.monotonic_ns()}"

    def _look_after(self) -> None:
        """See which engines have become ready, and which have ended or take too long."""
        for key, engine in list(self._engines.items()):
            engine.server.look(_START_SECONDS)
            if engine.server.gone or (engine.server.ready and not engine.settled and _erred(engine)):
                self._hopeless.add(key)
                self._drop(key)
            elif engine.server.ready and not engine.settled:
                engine.settled = True
                files.remove(engine.folder)

    def _drop(self, key: tuple[str, str]) -> None:
        engine = self._engines.pop(key)
        engine.server.stop()
        with contextlib.suppress(OSError):
            files.remove(engine.folder)


def _erred(engine: Engine) -> bool:
    """Whether an engine met an error in what it read: then its programs are a plain engine's, with the right lines."""
    try:
        log = files.read(f"{engine.folder}/{JOBNAME}.log", _MOST_OF_LOG) or b""
    except OverflowError:
        return True
    return bool(texlog.errors(log, f"{JOBNAME}.tex", 1))
