"""Searching forward through one text without ever reading a stretch twice."""

from __future__ import annotations

import re


class Seeker:
    """The next match of a pattern at or after a place, for places that never go back.

    A plain ``search`` from every opening delimiter to its closing one reads the whole rest of the text
    again and again when the closing one is missing. The last match (or its absence) answers for all places
    before it, so any number of questions costs one pass.

    Parameters
    ----------
    text
        The text searched.
    pattern
        A compiled pattern, or a string that is matched literally.
    """

    __slots__ = ("_exhausted", "_match", "_pattern", "_text")

    def __init__(self, text: str, pattern: re.Pattern[str] | str) -> None:
        self._text = text
        self._pattern = re.compile(re.escape(pattern)) if isinstance(pattern, str) else pattern
        self._match: re.Match[str] | None = None
        self._exhausted = False

    def after(self, place: int) -> re.Match[str] | None:
        """Return the first match that starts at or after `place`; `place` must not decrease."""
        if self._match is not None and self._match.start() >= place:
            return self._match
        if not self._exhausted:
            self._match = self._pattern.search(self._text, place)
            self._exhausted = self._match is None
        return None if self._exhausted else self._match
