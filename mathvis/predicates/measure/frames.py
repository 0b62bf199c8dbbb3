"""Frames: what to say without one, and whether it keeps orientation."""

from __future__ import annotations

import numpy as np

from mathvis.figure.finding import Finding, undecided
from mathvis.figure.model import Frame


def no_frame(frame: Frame) -> Finding:
    """Return the finding for a panel whose data coordinates are unknown."""
    return undecided(f"the panel {frame.panel!r} has no data coordinates")


def handedness(frame: Frame) -> int:
    """Return 1 where the frame keeps orientation, -1 where it reverses it."""
    return -1 if np.linalg.det(frame.linear) < 0 else 1
