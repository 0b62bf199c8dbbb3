"""Untrusted programs in, pixels and paths out.

>>> from mathvis.sandbox import Engine, Job, open_sandbox
>>> with open_sandbox() as sandbox:            # doctest: +SKIP
...     artifact = sandbox.run(Job(source, Engine.PDFLATEX))

There are two backends behind one interface, Docker and bubblewrap, with the same limits
(`mathvis.sandbox.limits`) and the same runner inside (`mathvis.sandbox.inside`). There is no way to run a
program without one of them.
"""

from __future__ import annotations

from mathvis.sandbox.limits import LIMITS, LIMITS_VERSION, Limits
from mathvis.sandbox.model import Artifact, Engine, Job, Outcome, Sandbox, SourceError, Usage
from mathvis.sandbox.opening import BACKENDS, open_sandbox

__all__ = [
    "BACKENDS",
    "LIMITS",
    "LIMITS_VERSION",
    "Artifact",
    "Engine",
    "Job",
    "Limits",
    "Outcome",
    "Sandbox",
    "SourceError",
    "Usage",
    "open_sandbox",
]
