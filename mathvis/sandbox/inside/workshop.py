"""What a warm worker keeps from one job to the next: live engines, loaded code, users to hand out.

Nothing of a job is kept. What is not certain to be gone is a reason to end the worker.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mathvis.sandbox.inside import engines, files, picture, preamble, reading
from mathvis.sandbox.inside.identity import Users
from mathvis.sandbox.inside.live import LiveEngines
from mathvis.sandbox.inside.tools import Tools

if TYPE_CHECKING:
    from collections.abc import Iterable

_START_SECONDS = 30.0
_USERS_A_JOB = 8
_BEGIN = "\\begin{document}\n"
_EXPECTED = 2
"""Engines for each expected preamble: with the document begun, and for programs that add lines to the preamble."""


@dataclass
class Workshop:
    """The state of a runner.

    Attributes
    ----------
    users
        Who the processes of the next job will be.
    live
        Live engines; None in a runner of one job.
    tools
        What draws documents.
    samples
        Documents of ours, by kind, that readers try themselves on.
    """

    users: Users = field(default_factory=Users)
    live: LiveEngines | None = None
    tools: Tools = field(default_factory=Tools)
    samples: dict[str, bytes] = field(default_factory=dict)

    @classmethod
    def warm(cls, users: Users, expected: Iterable[str]) -> Workshop:
        """Load the readers and start the live engines for the preambles that are known to come.

        Raises
        ------
        ImportError
            Something of ours is missing.
        """
        for kind in ("pdf", "svg"):
            reading.load(kind)
        workshop = cls(users)
        if os.access(engines.SHIM, os.R_OK):
            live = LiveEngines(engines.SHIM, engines.command, engines.ENVIRONMENT, engines.WORK)
            for source in expected:
                for beginning in preamble.beginnings(source + _BEGIN)[:_EXPECTED]:
                    live.expect("pdflatex", beginning)
            live.tend()
            workshop.tools = Tools(picture.ARGUMENTS, engines.SHIM)
            workshop.tools.wait_ready(_START_SECONDS)
            live.wait_ready(_START_SECONDS)
            workshop.live = live
        return workshop

    def clear(self) -> bool:
        """Remove what a job left; tell whether nothing of it is left and another job may come."""
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                self.tools.check()
                if self.live is not None:
                    self.live.check()
        except ChildProcessError:
            pass
        try:
            with os.scandir(engines.WORK) as entries:
                left = [entry.path for entry in entries if not (self.live and self.live.owns(entry.path))]
            for path in left:
                files.remove(path)
        except OSError:
            return False
        return self.users.left is None or self.users.left >= _USERS_A_JOB

    def tend(self) -> None:
        """Prepare for later jobs, between two of them."""
        if self.live is not None:
            self.live.tend()
            if (
                self.users.left is None
            ):  # a figure of the same user could write into the folder of an engine that starts
                self.live.wait_ready(_START_SECONDS)
