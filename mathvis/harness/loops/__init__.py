"""Loops: how a rollout is played. `direct` asks once; a loop with rounds uses the same episode."""

from mathvis.harness.loops.base import Episode, Loop
from mathvis.harness.loops.direct import DirectLoop

__all__ = ["DirectLoop", "Episode", "Loop"]
