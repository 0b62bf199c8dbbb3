"""The exceptions of mathvis.

::

    MathvisError                      everything below
    ├── UsageError                    exit 2: wrong usage or unreadable input
    │   ├── PackageError              a task package is broken: file, statement, argument
    │   └── RunConflict               the run folder belongs to another configuration or process
    ├── InfrastructureFault           exit 3: nothing the model did; the result is missing
    │   ├── SandboxFault              no usable backend, image missing, engine gone, disk full
    │   └── ModelFault                the model's server cannot be reached or keeps failing
    └── SceneError                    a file cannot be read as a scene

A fault of ours is never turned into a score: whoever catches `InfrastructureFault` books the
rollout as missing.
"""

from __future__ import annotations


class MathvisError(Exception):
    """Base of all errors that mathvis raises on purpose; the message says what, where, and what to do."""

    exit_code = 3


class UsageError(MathvisError):
    """Wrong usage or unreadable input."""

    exit_code = 2


class PackageError(UsageError):
    """A task package is broken.

    Parameters
    ----------
    message
        What is wrong and what would be right.
    file
        The file, relative to the package's folder.
    where
        The statement, argument or line inside the file.
    """

    def __init__(self, message: str, *, file: str = "", where: str = "") -> None:
        self.file, self.where = file, where
        super().__init__(": ".join(part for part in (file, where, message) if part))


class RunConflict(UsageError):  # noqa: N818 - named by what is the case
    """A run folder is in use by another process, or was made with another configuration."""


class InfrastructureFault(MathvisError):  # noqa: N818 - named by what is the case
    """Something of ours failed; the rollout it belongs to is missing, not wrong."""


class SandboxFault(InfrastructureFault):
    """The sandbox cannot be used: no backend, no image, the engine is gone, the disk is full."""


class ModelFault(InfrastructureFault):
    """The model's server gave no reply after all retries."""


class SceneError(MathvisError):
    """A document cannot be read as a scene."""

    exit_code = 2
