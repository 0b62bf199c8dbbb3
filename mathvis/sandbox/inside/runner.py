"""One job after the other: what is wanted decides which kind it is."""

from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING, Any

from mathvis.sandbox.inside import seccomp, steps
from mathvis.sandbox.inside.engines import FOLDER
from mathvis.sandbox.inside.job import Job
from mathvis.sandbox.inside.svg_job import SvgJob
from mathvis.sandbox.inside.tex_job import TexJob

if TYPE_CHECKING:
    from mathvis.sandbox.inside.workshop import Workshop


class ProbeJob(Job):
    """A look at the sandbox itself, from where a figure's engine is."""

    def do(self) -> None:
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


_KINDS: dict[str, type[Job]] = {"svg": SvgJob, "probe": ProbeJob}


def run(order: dict[str, Any], source: bytes, workshop: Workshop | None = None) -> dict[str, bytes]:
    """Do a job and return the parts of the reply."""
    started = time.monotonic()
    job = _KINDS.get(order["engine"], TexJob)(order, source, workshop)
    job.do()
    job.report.stages["inside"] = time.monotonic() - started
    return job.reply()
