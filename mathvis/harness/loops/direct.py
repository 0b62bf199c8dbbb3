"""One call a rollout."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mathvis.harness.loops.base import Episode


class DirectLoop:
    """Ask once, judge once."""

    name = "direct"
    rounds = 1

    async def play(self, episode: Episode) -> None:
        """Play one rollout."""
        reply = await episode.ask(episode.prompt.messages)
        await episode.judge(reply)
