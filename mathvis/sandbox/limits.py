"""The table of limits: versioned, one place, each reported when it is hit."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

LIMITS_VERSION = "1"

MIB = 1 << 20
KIB = 1 << 10
BP_PER_METRE = 72 / 0.0254


@dataclass(frozen=True, slots=True)
class Limits:
    """What one job may use.

    Times in seconds, sizes in bytes, lengths in big points. A program that goes over one of them gets
    the outcome named in brackets.
    """

    source: int = MIB
    """Size of a program [refused]."""
    wall: float = 20.0
    """Wall time of the engine; only the CPU time decides, so the job is run again alone with more of it."""
    cpu: int = 20
    """CPU time of the engine [timeout]."""
    step: float = 20.0
    """Wall time of each later step, as `wall`."""
    step_cpu: int = 10
    """CPU time of each later step: rendering [timeout], reading [no scene]."""
    memory: int = 512 * MIB
    """Address space of each process, without swap; a container as a whole has room for two [memory]."""
    processes: int = 64
    """Processes and threads at once [the engine's own error]."""
    output: int = 32 * MIB
    """Size of any file a program writes, the document among them [output]."""
    work: int = 96 * MIB
    """Size of the work folder [output]."""
    log: int = 256 * KIB
    """Bytes of log that are kept, half from the head and half from the tail."""
    errors: int = 20
    """Compiler errors that are kept."""
    page: float = 2 * BP_PER_METRE
    """Longest side of a page [output]."""
    side: int = 4096
    """Longest side of a picture in pixels."""
    picture: int = 32 * MIB
    """Size of the PNG [output]."""
    scene: int = 32 * MIB
    """Size of the scene's JSON [no scene]."""
    grace: float = 10.0
    """Wall time for starting, packing and ending a job, beyond what its steps may take."""

    def __post_init__(self) -> None:
        for item in fields(self):
            if not getattr(self, item.name) > 0:
                raise ValueError(f"limit {item.name} must be positive")

    @property
    def archive(self) -> int:
        """Bytes that a job may send back altogether."""
        return self.output + self.picture + self.scene + self.log + MIB

    @property
    def total(self) -> float:
        """Wall seconds after which a job is killed from outside; the steps' own limits end it before."""
        return self.wall + 3 * self.step + self.grace

    def patient(self) -> Limits:
        """Return the limits for a second try of a job that did not get the CPU: the same, but for wall time."""
        return replace(self, wall=_PATIENCE * self.wall, step=_PATIENCE * self.step)


_PATIENCE = 4.0

LIMITS = Limits()
