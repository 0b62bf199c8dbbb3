"""Talking with a warm worker over pipes or a socket: a request out, a reply in, up to a cap and a deadline."""

from __future__ import annotations

import os
import selectors
import time
from typing import NamedTuple

from mathvis.sandbox.inside.frames import Gatherer

_PIECE = 1 << 18


class Heard(NamedTuple):
    """What came in (at most the cap), whether the deadline passed, and whether the other end is gone."""

    data: bytes
    overdue: bool
    ended: bool


def say(descriptor: int, data: bytes, deadline: float) -> bool:
    """Write all of `data`; False if the other end is gone or does not take it in time."""
    view = memoryview(data)
    with selectors.DefaultSelector() as selector:
        selector.register(descriptor, selectors.EVENT_WRITE)
        while view:
            left = deadline - time.monotonic()
            if left <= 0 or not selector.select(left):
                return False
            try:
                view = view[os.write(descriptor, view) :]
            except BlockingIOError:
                continue
            except OSError:
                return False
    return True


def hear(descriptor: int, cap: int, deadline: float) -> Heard:
    """Read one message."""
    gatherer = Gatherer(cap)
    with selectors.DefaultSelector() as selector:
        selector.register(descriptor, selectors.EVENT_READ)
        while not gatherer.over:
            left = deadline - time.monotonic()
            if left <= 0:
                return Heard(bytes(gatherer.message), overdue=True, ended=False)
            if not selector.select(left):
                continue
            try:
                piece = os.read(descriptor, _PIECE)
            except BlockingIOError:
                continue
            except OSError:
                piece = b""
            if not piece:
                return Heard(bytes(gatherer.message), overdue=False, ended=True)
            gatherer.add(piece)
    return Heard(bytes(gatherer.message[: cap + 1]), overdue=False, ended=False)


def hear_word(descriptor: int, word: bytes, deadline: float) -> bool:
    """Wait for `word` and nothing else; False if anything else comes, or nothing in time."""
    got = b""
    with selectors.DefaultSelector() as selector:
        selector.register(descriptor, selectors.EVENT_READ)
        while len(got) < len(word):
            left = deadline - time.monotonic()
            if left <= 0 or not selector.select(left):
                return False
            try:
                piece = os.read(descriptor, len(word) - len(got))
            except BlockingIOError:
                continue
            except OSError:
                return False
            if not piece:
                return False
            got += piece
    return got == word
