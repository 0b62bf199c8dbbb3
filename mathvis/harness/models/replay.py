"""``replay:PATH``: replies that were recorded before."""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING, Any

from mathvis.errors import UsageError
from mathvis.harness.models.base import CallContext, CallRefused, Message, Reply, Sampling, sha256_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

Key = tuple[str, int, int]
"""Task, rollout, round."""

LARGEST = 64 * 2**20
"""Bytes of one recorded reply in a folder; a larger file is no reply."""


class ReplayModel:
    """Answers with recordings.

    Parameters
    ----------
    path
        A folder ``<discipline>/<family>/<variant>/<n>.md`` (round r > 1: ``<n>-<r>.md``), a run's folder, or a
        ``replies.jsonl``.

    Raises
    ------
    UsageError
        There is nothing at `path`, or it is no recording.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        lines = path / "replies.jsonl" if path.is_dir() else path
        try:
            self._replies = read_lines(lines) if lines.is_file() else _read_folder(path)
        except OSError as error:
            raise UsageError(f"replay:{path} cannot be read: {error.strerror or error}") from error
        if not self._replies:
            raise UsageError(
                f"replay:{path} holds no reply; expected <discipline>/<family>/<variant>/<n>.md or a replies.jsonl"
            )

    @property
    def name(self) -> str:
        """The SPEC."""
        return f"replay:{self._path}"

    def identity(self) -> Mapping[str, Any]:
        """Hash of all recordings, wherever they lie."""
        digest = hashlib.sha256()
        for key in sorted(self._replies):
            reply = self._replies[key]
            digest.update(repr((key, reply.sha256, reply.finish_reason)).encode())
        return {"spec": "replay", "recordings": digest.hexdigest()}

    def rollouts(self, task: str, requested: int) -> int:
        """As many as requested; those without a recording are missing."""
        del task
        return requested

    async def complete(self, messages: Sequence[Message], sampling: Sampling, *, context: CallContext) -> Reply:
        """Return the recording of this very call."""
        del messages, sampling
        reply = self._replies.get((context.task, context.rollout, context.round))
        if reply is None:
            raise CallRefused(
                f"{self.name} has no recording of {context.task}, rollout {context.rollout}, round {context.round}"
            )
        return reply

    async def aclose(self) -> None:
        """Nothing is held."""


def read_lines(path: Path) -> dict[Key, Reply]:
    """Read a ``replies.jsonl``; a torn last line is left out, the first of two lines of one call counts.

    Raises
    ------
    UsageError
        A line that is not the last is broken, or a text does not match its hash.
    """
    out: dict[Key, Reply] = {}
    raw = path.read_bytes()
    lines = raw.split(b"\n")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            body = json.loads(line)
            key = (str(body["task"]), int(body["rollout"]), int(body["round"]))
            reply = Reply.from_dict({"sha256": body["sha256"], **body["reply"]})
        except (ValueError, KeyError, TypeError) as error:
            if number == len(lines):
                break  # no line end: it was being written when the process was killed
            raise UsageError(f"{path}: line {number} is no recorded reply: {error!r}") from error
        except UsageError as error:
            raise UsageError(f"{path}: line {number}: {error}") from error
        out.setdefault(key, reply)
    return out


def line_of(key: Key, reply: Reply) -> bytes:
    """Return the line that `read_lines` reads; ASCII, so that nothing in a reply can end it early."""
    body = reply.to_dict()
    line = {"sha256": body.pop("sha256"), "task": key[0], "rollout": key[1], "round": key[2], "reply": body}
    return json.dumps(line, ensure_ascii=True).encode("ascii") + b"\n"


def _read_folder(path: Path) -> dict[Key, Reply]:
    if not path.is_dir():
        raise UsageError(f"replay:{path}: no such file or folder")
    out: dict[Key, Reply] = {}
    for file in sorted(path.glob("*/*/*/*.md")):
        match = re.fullmatch(r"([1-9]\d*)(?:-([1-9]\d*))?", file.stem)
        if match is None:
            continue
        if file.stat().st_size > LARGEST:
            raise UsageError(f"{file}: larger than {LARGEST >> 20} MiB, no recorded reply")
        try:
            text = file.read_bytes().decode("utf-8")
        except UnicodeDecodeError as error:
            raise UsageError(f"{file} is not UTF-8: {error.reason} at byte {error.start}") from error
        task = file.parent.relative_to(path).as_posix()
        # A recording says nothing of how the reply ended; extraction looks at the text alone.
        reply = Reply(text=text, finish_reason="recorded", model="replay", raw_id=sha256_text(text)[:12])
        out[task, int(match[1]), int(match[2] or 1)] = reply
    return out
