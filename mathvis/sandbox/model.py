"""What goes into the sandbox and what comes out of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol


class Engine(StrEnum):
    """What turns a program into a document."""

    PDFLATEX = "pdflatex"
    LUALATEX = "lualatex"
    SVG = "svg"


class Outcome(StrEnum):
    """How a job ended. All but `FAULT` are the program's doing; `FAULT` is ours and never scored."""

    OK = "ok"
    COMPILE_ERROR = "compile-error"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    OUTPUT = "output"
    REFUSED = "refused"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Job:
    """One program to compile, render and read.

    Attributes
    ----------
    source
        A complete document: LaTeX for the TeX engines, an SVG document for `Engine.SVG`.
    engine
        Which engine.
    offset
        Lines that the wrapper put before the program; subtracted from reported line numbers.
    """

    source: str
    engine: Engine
    offset: int = 0


@dataclass(frozen=True, slots=True)
class SourceError:
    """One error of the compiler: its message and the program's line, if known."""

    message: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """What a job used. Times in seconds, memory in MiB; `stages` maps a stage's name to wall seconds."""

    wall: float = 0.0
    cpu: float = 0.0
    memory: float = 0.0
    stages: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Artifact:
    """What the sandbox gives back; every field is bounded by `mathvis.sandbox.limits`.

    Attributes
    ----------
    outcome, message
        How the job ended, and in words what to know about it.
    document
        The PDF or SVG.
    picture
        The PNG that people see (``picture_scale`` pixels per big point).
    scene
        The scene as JSON (`mathvis.scene.codec`), read inside the sandbox; None when there is none.
    scene_error
        Why there is a document but no scene.
    log
        Head and tail of the compiler's log.
    errors
        Compiler errors, first first.
    pages, width, height
        Page count and the first page's size in big points.
    backend, toolchain
        ``docker`` or ``bubblewrap``; a digest of everything that decides the result.
    """

    outcome: Outcome
    engine: Engine
    message: str = ""
    document: bytes | None = None
    picture: bytes | None = None
    picture_scale: float = 0.0
    scene: bytes | None = None
    scene_error: str = ""
    log: str = ""
    errors: tuple[SourceError, ...] = ()
    pages: int = 0
    width: float = 0.0
    height: float = 0.0
    usage: Usage = field(default_factory=Usage)
    backend: str = ""
    toolchain: str = ""


class Sandbox(Protocol):
    """A place where untrusted programs are compiled, rendered and read under limits.

    >>> from mathvis.sandbox import open_sandbox
    >>> with open_sandbox() as sandbox:            # doctest: +SKIP
    ...     artifact = sandbox.run(Job(source, Engine.PDFLATEX))
    """

    @property
    def backend(self) -> str:
        """``docker`` or ``bubblewrap``."""
        ...

    @property
    def toolchain(self) -> str:
        """A digest of everything that decides a result: image or system packages, style, readers."""
        ...

    def run(self, job: Job) -> Artifact:
        """Run one job. Safe to call from several threads.

        Returns an artifact whose outcome is the program's doing.

        Raises
        ------
        SandboxFault
            The job could not be run, or its outcome cannot be told from a fault of ours.
        """
        ...

    def close(self) -> None:
        """Stop workers and remove what was left behind; idempotent."""
        ...
