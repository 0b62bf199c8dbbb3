"""What every job has: its limits and its report, a reader for the scene, a tool for the picture.

No job parses what the program wrote; steps of their own do. It decides the outcome by how the steps ended,
and packs what they left within the limits.
"""

from __future__ import annotations

import json
import os
import signal
from typing import Any

from mathvis.sandbox.inside import files, picture, reading, seccomp, steps, texlog
from mathvis.sandbox.inside.engines import FOLDER, JOBNAME, WORK
from mathvis.sandbox.inside.report import Report
from mathvis.sandbox.inside.workshop import Workshop

_ROUNDING = 2
"""Pixels by which a picture's long side may differ from what was asked for."""


class Job:
    """One job.

    Parameters
    ----------
    order
        What is wanted: ``engine``, ``limits``, ``processes``.
    source
        The program.
    workshop
        What was prepared before the job came.
    """

    def __init__(self, order: dict[str, Any], source: bytes, workshop: Workshop | None = None) -> None:
        self.workshop = workshop or Workshop()
        self.engine: str = order["engine"]
        self.limits: dict[str, Any] = order["limits"]
        self.processes: int = order["processes"]
        self.source = source
        self.report = Report()
        self.parts: dict[str, bytes] = {}

    def do(self) -> None:
        """Do it: fill the report and the parts of the reply."""
        raise NotImplementedError

    def reply(self) -> dict[str, bytes]:
        """Return the parts of the reply."""
        return {"result": json.dumps(vars(self.report)).encode(), **self.parts}

    def _bounds(self, stdout: int, *, engine: str = "", kind: str = seccomp.READER, tail: bool = False) -> steps.Bounds:
        limits = self.limits
        return steps.Bounds(
            wall=limits["wall"] if engine else limits["step"],
            cpu=limits["cpu"] if engine else limits["step_cpu"],
            memory=limits["memory"],
            file=limits["output"] if engine else 0,
            stdout=stdout,
            processes=self.processes,
            filter=engine or kind,
            tail=tail,
        )

    def _reader(self, kind: str) -> reading.Reader:
        bounds, workshop = self._bounds(self.limits["scene"]), self.workshop
        return reading.Reader(kind, WORK, bounds, workshop.users.fresh(), workshop.samples.get(kind, b""))

    def _prepared(self, source: bytes) -> int:
        """Make the figure's folder, with the program in it, and return whose it is."""
        user = self.workshop.users.fresh()
        os.mkdir(FOLDER, 0o700)  # noqa: PTH102 - pathlib takes ten milliseconds to import
        files.write(f"{FOLDER}/{JOBNAME}.tex", source)
        if user:
            os.chown(f"{FOLDER}/{JOBNAME}.tex", user, user)
            os.chown(FOLDER, user, user)
        return user

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
        kind = seccomp.TOOL if command[0] in picture.THREADED else seccomp.READER
        bounds = self._bounds(most or self.limits["picture"], kind=kind)
        tools, users = self.workshop.tools, self.workshop.users

        def drawn(draw: steps.Step) -> tuple[bytes, tuple[int, int]] | None:
            steps.wait([draw, *beside], until=lambda: draw.exit is not None)
            self.report.book(draw)
            if not draw.well:
                return None
            png = picture.png_from_ppm(draw.output) if most else draw.output
            size = picture.png_size(png) if png is not None else None
            return (png, size) if png is not None and size is not None else None

        draw, forked = tools.start("picture", command, bounds, stdin=descriptor, user=users.fresh())
        result = drawn(draw)
        side = scale * max(self.report.width, self.report.height)
        if forked and draw.killed != "wall" and (result is None or abs(max(result[1]) - side) > _ROUNDING):
            # nothing is booked on a program because of the shorter way
            os.lseek(descriptor, 0, os.SEEK_SET)
            draw = tools.execute("picture", command, bounds, stdin=descriptor, user=users.fresh())
            result = drawn(draw)
        os.close(descriptor)
        steps.wait(beside)
        if result is None:
            self._blame(draw, "the document cannot be drawn")
        elif max(result[1]) > self.limits["side"]:
            self.report.end("output", f"the picture has {result[1][0]} x {result[1][1]} pixels")
        elif len(result[0]) > self.limits["picture"]:
            self.report.end("output", f"the picture has more than {self.limits['picture'] >> 20} MiB")
        else:
            self.parts["picture"] = result[0]
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
        said = reading.parted(reader.output) if reader.well else None
        if said is not None:
            reader.cpu, reader.memory = said.cpu, said.memory
            self.parts["scene"] = said.scene
        self.report.book(reader)
        last = " ".join(reader.errors.split())[-300:]
        if said is not None:
            return said.canvas
        if reader.exit == -signal.SIGKILL and not (reader.killed or reader.out_of_time):
            # a reader of its own accord ends in other ways: it is told that there is no memory, and then says so
            self.report.suspect = self.report.suspect or "killed"
            self.report.scene_error = "reading the document takes too much memory"
        elif reader.exit == reading.NOT_LOADED:
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
        elif last.startswith("MemoryError"):
            self.report.scene_error = "reading the document takes too much memory"
        elif last.startswith("RecursionError"):
            self.report.scene_error = "the document is nested too deeply to be read"
        elif reader.exit is not None and reader.exit < 0:
            self.report.scene_error = f"reading the document crashed the reader (signal {-reader.exit})"
        else:  # an exception of ours says nothing about the program
            self.report.suspect = "reader"
            self.report.scene_error = f"the reader failed, please report it: {last}"
        return None
