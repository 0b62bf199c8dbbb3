"""A TeX program: an engine, a reader that waits for its document, and the picture drawn beside the reading."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

from mathvis.sandbox.inside import engines, files, picture, preamble, seccomp, steps, texlog
from mathvis.sandbox.inside.engines import FOLDER, JOBNAME
from mathvis.sandbox.inside.job import Job

if TYPE_CHECKING:
    from mathvis.sandbox.inside.live import Engine as LiveEngine

_AS_PLAIN = (0, -signal.SIGXCPU, -signal.SIGKILL, -signal.SIGXFSZ)
"""How a forked engine may end for its end to count: well, or at a limit."""


class TexJob(Job):
    """A TeX program."""

    def do(self) -> None:  # noqa: D102 - as in Job
        live = self._live()
        forked = self._forked(*live) if live is not None else None
        engine = forked or self._plain()
        reader = self._reader("pdf")
        steps.wait([engine])
        if live is not None and forked is not None and not forked.killed and forked.exit not in _AS_PLAIN:
            # no error is booked on a program because of the shorter way: the plain engine decides
            self.report.cpu += forked.cpu
            files.remove(FOLDER)
            engine = self._plain()
            steps.wait([engine])
            if engine.well and self.workshop.live is not None:
                self.workshop.live.give_up(live[0])
        self.report.book(engine)
        document = self._judge_engine(engine, FOLDER)
        if document is None:
            reader.drop()
            return
        self.parts["document"] = document
        scene = reader.read(document)
        page = reader.page() or self._described(document)
        if page is None:
            reader.drop()
            return
        self.report.pages, self.report.width, self.report.height = page
        if self._size_is_sane(page.width, page.height):
            side = picture.long_side(page.width, page.height, self.limits["side"])
            scale = side / max(page.width, page.height)
            most = picture.ppm_size(side)
            self._draw(picture.pdf_to_ppm(side), files.sealed(document), scale, scene, most=most)
            self._finish(scene)
        else:
            reader.drop()

    def _live(self) -> tuple[LiveEngine, preamble.Beginning] | None:
        """Find an engine that has read the program's beginning already, and where the program's rest begins."""
        engines_alive = self.workshop.live
        if engines_alive is None:
            return None
        return engines_alive.find(self.engine, preamble.beginnings(self.source.decode("utf-8", "surrogateescape")))

    def _forked(self, live: LiveEngine, beginning: preamble.Beginning) -> steps.Step | None:
        """Fork the engine that goes on with the rest of the program; None if it is gone."""
        source = self.source.decode("utf-8", "surrogateescape")
        rest = "%\n" * beginning.lines + source[beginning.length :]
        user = self._prepared(rest.encode("utf-8", "surrogateescape"))
        step = live.fork(FOLDER, self._bounds(1 << 15, engine=seccomp.ENGINE_ONLY, tail=True), user)
        if step is None:
            files.remove(FOLDER)
        return step

    def _plain(self) -> steps.Step:
        user = self._prepared(self.source)
        return steps.start(
            "engine",
            FOLDER,
            self._bounds(1 << 15, engine=seccomp.ENGINE, tail=True),
            command=[*engines.command(self.engine), *engines.PLAIN],
            environment=engines.ENVIRONMENT,
            user=user,
        )

    def _described(self, document: bytes) -> picture.Page | None:
        """Ask the renderer's own tool for the page, where the reader cannot tell."""
        descriptor = files.sealed(document)
        bounds, user = self._bounds(1 << 20), self.workshop.users.fresh()
        info = self.workshop.tools.execute("info", picture.pdf_info(), bounds, stdin=descriptor, user=user)
        os.close(descriptor)
        steps.wait([info])
        self.report.book(info)
        page = picture.page(info.output) if info.well else None
        if page is None:
            self._blame(info, "the document cannot be opened")
        return page

    def _judge_engine(self, engine: steps.Step, folder: str) -> bytes | None:
        """Set the outcome of the engine's run; return the document if there is one worth looking at."""
        report, limits = self.report, self.limits
        log, document, large = b"", None, False
        try:
            log = files.read(f"{folder}/{JOBNAME}.log", limits["output"]) or b""
            document = files.read(f"{folder}/{JOBNAME}.pdf", limits["output"])
        except OverflowError:
            large = True
        self.parts["log"] = texlog.kept(log, limits["log"])
        report.errors = texlog.errors(log, f"{JOBNAME}.tex", limits["errors"])
        words = engine.output[-4096:] + engine.errors[-4096:].encode() + log[-4096:]
        if engine.starved:
            report.end("timeout", "the engine used little CPU within the wall limit", "starved")
        elif engine.out_of_time:
            report.end("timeout", f"the engine was stopped after {engine.cpu:.0f} s of CPU time")
        elif engine.exit == -signal.SIGXFSZ or large or files.overfull(folder, limits["output"]):
            report.end("output", f"the engine wrote more than {limits['output'] >> 20} MiB")
        elif engine.exit == -signal.SIGKILL:
            report.end("memory", "the engine was killed, as it is when memory runs out", "killed")
        elif engine.exit != 0 and texlog.out_of_memory(words):
            report.end("memory", f"the engine needed more than {limits['memory'] >> 20} MiB of memory")
        elif engine.exit is not None and engine.exit < 0:
            report.end("compile-error", f"the engine crashed (signal {-engine.exit})")
        elif engine.exit != 0 or any(line is not None for _, line in report.errors):
            report.end("compile-error", "the engine reported errors")
        elif document is None:
            report.end("compile-error", "the program made no page")
        if report.outcome == "compile-error" and not report.errors:
            report.errors = [(report.message, None)]
        if report.outcome not in {"ok", "compile-error"}:
            return None
        dropped = texlog.dropped(log, limits["errors"])
        report.errors += [(text, None) for text in dropped]
        if dropped and report.outcome == "ok":
            report.message = dropped[0]
        return document
