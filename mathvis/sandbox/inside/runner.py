"""One job: the steps that turn a program into a document, a picture and a scene.

The runner never parses what the program wrote; steps of their own do. It decides the outcome by how the
steps ended, and packs what they left within the limits.
"""

from __future__ import annotations

import json
import os
import signal
import time
from dataclasses import dataclass, field
from typing import Any

from mathvis.sandbox.inside import engines, files, picture, preamble, reading, seccomp, steps, svg, texlog
from mathvis.sandbox.inside.engines import FOLDER, JOBNAME, WORK
from mathvis.sandbox.inside.workshop import Workshop

_AS_PLAIN = (0, -signal.SIGXCPU, -signal.SIGKILL, -signal.SIGXFSZ)
"""How a forked engine may end for its end to count: well, or at a limit."""


@dataclass
class Report:
    """What is sent back as ``result``."""

    outcome: str = "ok"
    message: str = ""
    suspect: str = ""
    """``starved``, ``killed``, ``reader`` or ``incomplete``: it may be a fault of ours, the host decides."""
    errors: list[texlog.Error] = field(default_factory=list)
    pages: int = 0
    width: float = 0.0
    height: float = 0.0
    picture_scale: float = 0.0
    scene_error: str = ""
    cpu: float = 0.0
    memory: float = 0.0
    stages: dict[str, float] = field(default_factory=dict)

    def book(self, step: steps.Step) -> None:
        """Add what a step used."""
        self.cpu += step.cpu
        self.memory = max(self.memory, step.memory)
        self.stages[step.name] = step.wall

    def end(self, outcome: str, message: str, suspect: str = "") -> None:
        """Set the outcome, unless there is a worse one already."""
        if self.outcome == "ok":
            self.outcome, self.message, self.suspect = outcome, message, suspect


class Runner:
    """One job.

    Parameters
    ----------
    job
        The order: ``engine``, ``limits``, ``processes``.
    source
        The program.
    workshop
        What was prepared before the job came.
    """

    def __init__(self, job: dict[str, Any], source: bytes, workshop: Workshop | None = None) -> None:
        self.workshop = workshop or Workshop()
        self.engine: str = job["engine"]
        self.limits: dict[str, Any] = job["limits"]
        self.processes: int = job["processes"]
        self.source = source
        self.report = Report()
        self.parts: dict[str, bytes] = {}

    def run(self) -> dict[str, bytes]:
        """Do the job and return the parts of the reply."""
        started = time.monotonic()
        if self.engine == "svg":
            self._svg()
        elif self.engine == "probe":
            self._probe()
        else:
            self._tex()
        self.report.stages["inside"] = time.monotonic() - started
        return {"result": json.dumps(vars(self.report)).encode(), **self.parts}

    def _bounds(self, stdout: int, *, engine: str = "", tail: bool = False) -> steps.Bounds:
        limits = self.limits
        return steps.Bounds(
            wall=limits["wall"] if engine else limits["step"],
            cpu=limits["cpu"] if engine else limits["step_cpu"],
            memory=limits["memory"],
            file=limits["output"] if engine else 0,
            stdout=stdout,
            processes=self.processes,
            filter=engine or seccomp.TOOL,
            tail=tail,
        )

    def _reader(self, kind: str) -> reading.Reader:
        return reading.Reader(kind, WORK, self._bounds(self.limits["scene"]), self.workshop.users.fresh())

    # -- TeX ------------------------------------------------------------------------------------

    def _tex(self) -> None:
        forked = self._forked()
        engine = forked or self._plain()
        reader = self._reader("pdf")
        steps.wait([engine])
        if forked is not None and not forked.killed and forked.exit not in _AS_PLAIN:
            # no error is booked on a program because of the shorter way: the plain engine decides
            self.report.cpu += forked.cpu
            files.remove(FOLDER)
            engine = self._plain()
            steps.wait([engine])
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

    def _prepared(self, source: bytes) -> int:
        """Make the figure's folder, with the program in it, and return whose it is."""
        user = self.workshop.users.fresh()
        os.mkdir(FOLDER, 0o700)  # noqa: PTH102 - pathlib takes ten milliseconds to import
        files.write(f"{FOLDER}/{JOBNAME}.tex", source)
        if user:
            os.chown(f"{FOLDER}/{JOBNAME}.tex", user, user)
            os.chown(FOLDER, user, user)
        return user

    def _forked(self) -> steps.Step | None:
        """Fork an engine that has read the program's beginning already; None if there is none."""
        engines_alive = self.workshop.live
        if engines_alive is None:
            return None
        source = self.source.decode("utf-8", "surrogateescape")
        server = engines_alive.find(self.engine, preamble.beginnings(source))
        if server is None:
            return None
        known = server.beginning
        rest = "%\n" * known.lines + source[known.length :]
        user = self._prepared(rest.encode("utf-8", "surrogateescape"))
        bounds = self._bounds(1 << 15, engine=seccomp.ENGINE_ONLY, tail=True)
        step = engines_alive.fork(server, FOLDER, bounds, user)
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
        bounds = self._bounds(1 << 20)
        user = self.workshop.users.fresh()
        command = picture.pdf_info()
        info = steps.start("info", WORK, bounds, command=command, stdin=files.sealed(document), user=user)
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

    # -- SVG ------------------------------------------------------------------------------------

    def _svg(self) -> None:
        reader = self._reader("svg")
        source = self.source

        def look() -> int:
            os.write(1, svg.look_over(source).to_json())
            return 0

        check = steps.start("check", WORK, self._bounds(1 << 16), call=look, user=self.workshop.users.fresh())
        steps.wait([check])
        self.report.book(check)
        if not check.well:
            self._blame(check, "the document cannot be looked over")
            reader.drop()
            return
        sheet = svg.Sheet(**json.loads(check.output))
        if sheet.refused:
            self.report.end("refused", sheet.refused)
            self.report.errors = [(sheet.refused, sheet.line)]
        elif sheet.error:
            self.report.end("compile-error", sheet.error)
            self.report.errors = [(sheet.error, sheet.line)]
        else:
            self.parts["document"] = source
            self.report.pages, self.report.width, self.report.height = 1, sheet.width, sheet.height
        if self.report.outcome != "ok" or not self._size_is_sane(sheet.width, sheet.height):
            reader.drop()
            return
        scene = reader.read(source)
        steps.wait([scene])
        # the reader knows what the style sheet does to the canvas; picture and scene must have the same
        width, height = self._finish(scene) or (sheet.width, sheet.height)
        self.report.width, self.report.height = width, height
        if not self._size_is_sane(width, height):
            return
        side = picture.long_side(width, height, self.limits["side"])
        drawn, root = self._enlarged(source) if sheet.tiny else (b"", 0)
        if not drawn:
            drawn, root = source, sheet.root
        descriptor = files.sealed(svg.with_size(drawn, root, width, height))
        self._draw(picture.svg_to_png(width, height, side), descriptor, side / max(width, height))

    def _enlarged(self, source: bytes) -> tuple[bytes, int]:
        """The document to draw in place of one with tiny text, and where its root starts; nothing to draw it as it is.

        The renderer makes rubble of type smaller than a user unit, which is the common way to draw in a unit square.
        """
        bounds = self._bounds(16 * len(source) + (1 << 16))
        step = steps.start(
            "enlarge", WORK, bounds, call=lambda: reading.enlarge(source), user=self.workshop.users.fresh()
        )
        steps.wait([step])
        self.report.book(step)
        return (step.output, 0) if step.well else (b"", 0)

    # -- looking at the sandbox itself -------------------------------------------------------------

    def _probe(self) -> None:
        """Run the probe as a figure's engine is run, and give back what it saw."""
        from mathvis.sandbox.inside import probe

        around = probe.surroundings()

        def look() -> int:
            os.write(1, json.dumps(around | probe.probe()).encode())
            return 0

        user = self._prepared(self.source)
        bounds = self._bounds(1 << 15, engine=seccomp.ENGINE_ONLY)
        step = steps.start("engine", FOLDER, bounds, call=look, user=user)
        steps.wait([step])
        self.report.book(step)
        if step.well:
            self.parts["scene"] = step.output
        else:
            self._blame(step, "the probe failed")

    # -- what both share ------------------------------------------------------------------------

    def _size_is_sane(self, width: float, height: float) -> bool:
        most = self.limits["page"]
        if not (width > 0 and height > 0):
            self.report.end("output", "the page has no area")
        elif max(width, height) > most:
            self.report.end("output", f"the page is {width:.0f} x {height:.0f} bp; a side may have {most:.0f} bp")
        else:
            return True
        return False

    def _draw(self, command: list[str], descriptor: int, scale: float, *beside: steps.Step, most: int = 0) -> None:
        """Draw the picture while other steps run; `most` bytes of pixels come out, or a PNG if it is 0."""
        environment = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/nonexistent"}
        bounds = self._bounds(most or self.limits["picture"])
        draw = steps.start(
            "picture",
            WORK,
            bounds,
            command=command,
            stdin=descriptor,
            environment=environment,
            user=self.workshop.users.fresh(),
        )
        os.close(descriptor)
        steps.wait([draw])
        png = picture.png_from_ppm(draw.output) if most and draw.well else draw.output
        steps.wait(beside)
        self.report.book(draw)
        size = picture.png_size(png) if png is not None and draw.well else None
        if png is None or size is None:
            self._blame(draw, "the document cannot be drawn")
        elif max(size) > self.limits["side"]:
            self.report.end("output", f"the picture has {size[0]} x {size[1]} pixels")
        elif len(png) > self.limits["picture"]:
            self.report.end("output", f"the picture has more than {self.limits['picture'] >> 20} MiB")
        else:
            self.parts["picture"] = png
            self.report.picture_scale = scale

    def _blame(self, step: steps.Step, words: str) -> None:
        """Set the outcome for a step that did not do its work on this document."""
        last = step.errors.strip().splitlines()[-1:] or [""]
        if step.starved:
            self.report.end("timeout", f"{words}: it took too long", "starved")
        elif step.out_of_time:
            self.report.end("timeout", f"{words}: it took too long")
        elif step.killed == "stdout":
            self.report.end("output", f"{words}: too much came out")
        elif step.exit == -signal.SIGKILL:
            self.report.end("memory", f"{words}: it was killed", "killed")
        elif texlog.out_of_memory(step.errors.encode()):
            self.report.end("memory", f"{words}: it takes too much memory")
        else:
            self.report.end("compile-error", f"{words}: {last[0][:200]}".rstrip(": "))
            self.report.errors = self.report.errors or [(self.report.message, None)]

    def _finish(self, reader: steps.Step) -> tuple[float, float] | None:
        """Take over the scene, or why there is none; return its canvas in big points."""
        self.report.book(reader)
        last = " ".join(reader.errors.split())[-300:]
        if reader.well and (parted := reading.split(reader.output)) is not None:
            canvas, self.parts["scene"] = parted
            return canvas
        if reader.exit == reading.NOT_LOADED:
            self.report.suspect = "incomplete"
            self.report.scene_error = f"the reader cannot be loaded: {last}"
        elif reader.starved:
            self.report.suspect = self.report.suspect or "starved"
            self.report.scene_error = "reading the document took too long"
        elif reader.out_of_time:
            self.report.scene_error = "reading the document took too long"
        elif reader.killed == "stdout":
            self.report.scene_error = f"the scene has more than {self.limits['scene'] >> 20} MiB"
        elif reader.exit == reading.UNREADABLE:
            self.report.scene_error = last or "the document cannot be read"
        elif last.startswith("MemoryError") or reader.exit == -signal.SIGKILL:
            self.report.scene_error = "reading the document takes too much memory"
        elif last.startswith("RecursionError"):
            self.report.scene_error = "the document is nested too deeply to be read"
        elif reader.exit is not None and reader.exit < 0:
            self.report.scene_error = f"reading the document crashed the reader (signal {-reader.exit})"
        else:  # an exception of ours says nothing about the program
            self.report.suspect = "reader"
            self.report.scene_error = f"the reader failed, please report it: {last}"
        return None
