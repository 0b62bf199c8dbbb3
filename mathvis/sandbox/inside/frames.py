"""The two messages that cross the sandbox's border, as length-prefixed frames.

A request is the magic, then the frames ``job`` (JSON) and ``source``. A reply is the magic, then
``result`` (JSON) and any of ``document``, ``picture``, ``scene``, ``log``, and last ``end``. There are no
paths, links or modes in it, so there is nothing to unpack; names are taken from a fixed set.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import BinaryIO

MAGIC = b"mathvis/1\n"
REQUEST_NAMES = ("job", "source")
REPLY_NAMES = ("result", "document", "picture", "scene", "log")

_HEAD = struct.Struct(">8sQ")
_END = "end"


class FrameError(ValueError):
    """A message is malformed, truncated or too large."""


def pack(parts: dict[str, bytes]) -> bytes:
    """Return the message that carries `parts`."""
    pieces = [MAGIC]
    for name, data in (*parts.items(), (_END, b"")):
        pieces += (_HEAD.pack(name.encode("ascii"), len(data)), data)
    return b"".join(pieces)


def unpack(message: bytes, names: tuple[str, ...], cap: int) -> dict[str, bytes]:
    """Read a message back.

    Parameters
    ----------
    message
        All bytes that were received.
    names
        The names that may occur, each once.
    cap
        Greatest size of the whole message.

    Raises
    ------
    FrameError
        Anything but a complete message of at most `cap` bytes with nothing after it.
    """
    if len(message) > cap:
        raise FrameError(f"more than {cap} bytes")
    if not message.startswith(MAGIC):
        raise FrameError("it does not start as it must" if message else "nothing was received")
    parts: dict[str, bytes] = {}
    at = len(MAGIC)
    while True:
        if at + _HEAD.size > len(message):
            raise FrameError("it breaks off")
        raw, size = _HEAD.unpack_from(message, at)
        at += _HEAD.size
        name = raw.rstrip(b"\0").decode("ascii", "replace")
        if name == _END:
            if size or at != len(message):
                raise FrameError("bytes after its end")
            return parts
        if name not in names or name in parts:
            raise FrameError(f"an unexpected part {name!r}")
        if at + size > len(message):
            raise FrameError("it breaks off")
        parts[name] = message[at : at + size]
        at += size


def receive(stream: BinaryIO, cap: int) -> bytes:
    """Read one message up to its end, without waiting for the stream to be closed; nothing if it is.

    Raises
    ------
    FrameError
        The stream ends before the message does, or it is larger than `cap` bytes.
    """
    message = bytearray(stream.read(len(MAGIC)))
    if not message:
        return b""
    while True:
        head = stream.read(_HEAD.size)
        if len(head) < _HEAD.size:
            raise FrameError("it breaks off")
        name, size = _HEAD.unpack(head)
        if len(message) + size > cap:
            raise FrameError(f"more than {cap} bytes")
        data = stream.read(size)
        message += head + data
        if len(data) < size:
            raise FrameError("it breaks off")
        if name.rstrip(b"\0") == _END.encode("ascii"):
            return bytes(message)


class Gatherer:
    """Pieces of a stream until they make a message.

    Parameters
    ----------
    cap
        Greatest size of the whole message.
    """

    def __init__(self, cap: int) -> None:
        self.message = bytearray()
        self._cap = cap
        self._next = len(MAGIC)
        self.over = False
        """Whether there is nothing to wait for: the message is complete, too large, or none at all."""

    def add(self, piece: bytes) -> None:
        """Add what came next."""
        self.message += piece
        if len(self.message) > self._cap or not self.message.startswith(MAGIC[: len(self.message)]):
            self.over = True
        while not self.over and len(self.message) >= self._next + _HEAD.size:
            name, size = _HEAD.unpack_from(self.message, self._next)
            self._next += _HEAD.size + size
            self.over = name.rstrip(b"\0") == _END.encode("ascii") or self._next > self._cap
