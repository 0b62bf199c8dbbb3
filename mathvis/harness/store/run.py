"""The run store: a folder that survives a kill at any moment.

::

    RUN/run.json            manifest
    RUN/prompts.jsonl       the rendered prompt of each task, hash first
    RUN/replies.jsonl       one line a model call, hash first; on the disk before anything is done with the reply
    RUN/faults.jsonl        one line a lost call or judgement: why a rollout is missing
    RUN/rollouts/<task>/<n>/round-<r>/   program, artifact, scene, verdict; written whole or not at all
    RUN/scorecard.json      derived
    RUN/lock                one process a run
"""

from __future__ import annotations

import json
import re
import threading
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from mathvis.errors import RunConflict, UsageError
from mathvis.harness.models.replay import line_of, read_lines
from mathvis.harness.store.conflict import require_same
from mathvis.harness.store.files import append_line, drop_torn_line, sweep, write_whole, writing
from mathvis.harness.store.lock import RunLock
from mathvis.harness.store.manifest import Manifest
from mathvis.harness.store.rounds import StoredRound, load_job, load_round, save_round
from mathvis.metrics.records import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path
    from types import TracebackType

    from mathvis.harness.models.base import Reply
    from mathvis.harness.protocols import JudgementLike

_PART = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+=@-]*")


class FaultNote(NamedTuple):
    """Why a call or a judgement was lost."""

    task: str
    rollout: int
    fault: Fault
    message: str


class RunStore:
    """A run folder, opened for reading; `create` and `resume` lock it for writing.

    Methods may be called from several threads.
    """

    def __init__(self, folder: Path, manifest: Manifest, lock: RunLock | None = None) -> None:
        self.folder = folder
        self._manifest = manifest
        self._held = lock
        self._writing = threading.Lock()
        self._replies = _read_replies(folder / "replies.jsonl")

    @property
    def manifest(self) -> Manifest:
        """What the run is."""
        return self._manifest

    @classmethod
    def create(cls, folder: Path, manifest: Manifest, prompts: Mapping[str, Any]) -> RunStore:
        """Start a run in a new or empty folder.

        Parameters
        ----------
        prompts
            By task name: the rendered messages as plain data with their hash, for the record.

        Raises
        ------
        RunConflict
            The folder holds something.
        StoreFault
            It cannot be written.
        """
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
        lock = RunLock(folder)
        lock.acquire()
        try:
            _require_fresh(folder)
            lines = [{"sha256": entry["sha256"], "task": name, **entry} for name, entry in sorted(prompts.items())]
            write_whole(folder / "prompts.jsonl", b"".join(json.dumps(line).encode() + b"\n" for line in lines))
            write_whole(folder / "run.json", manifest.to_json())
            return cls(folder, manifest, lock)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def resume(cls, folder: Path, wanted: Manifest | None = None) -> RunStore:
        """Open a run to continue it, or (without `wanted`) to judge it again.

        Raises
        ------
        RunConflict
            Another process has it, or it was made with another configuration.
        UsageError
            There is no run, or it is damaged.
        """
        manifest = _read_manifest(folder)
        lock = RunLock(folder)
        lock.acquire()
        try:
            if wanted is not None:
                require_same(folder, manifest, wanted)
            for name in ("replies.jsonl", "faults.jsonl"):
                drop_torn_line(folder / name)
            sweep(folder)
            return cls(folder, manifest, lock)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def read(cls, folder: Path) -> RunStore:
        """Open a run for reading alone; it may be running.

        Raises
        ------
        UsageError
            There is no run, or it is damaged.
        """
        return cls(folder, _read_manifest(folder))

    def close(self) -> None:
        """Give up the lock; idempotent."""
        if self._held is not None:
            self._held.release()
            self._held = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def planned(self) -> Iterator[tuple[str, int]]:
        """Iterate over (task, rollout): the first rollout of every task, then the second …, in a fixed order."""
        tasks = self._manifest.tasks
        for rollout in range(1, max(tasks.values(), default=0) + 1):
            for name, count in tasks.items():
                if rollout <= count:
                    yield name, rollout

    def reply(self, task: str, rollout: int, round_: int = 1) -> Reply | None:
        """Return the stored reply of a call."""
        return self._replies.get((task, rollout, round_))

    def replies(self) -> tuple[Reply, ...]:
        """Return all stored replies, in order of task, rollout and round."""
        return tuple(self._replies[key] for key in sorted(self._replies))

    def add_reply(self, task: str, rollout: int, round_: int, reply: Reply) -> None:
        """Store a reply, on the disk when this returns.

        Raises
        ------
        StoreFault
            The disk is full, read-only …
        """
        key = (task, rollout, round_)
        with self._writing:
            if key in self._replies:
                raise UsageError(f"{task}, rollout {rollout}, round {round_} has a reply already")
            append_line(self.folder / "replies.jsonl", line_of(key, reply))
            self._replies[key] = reply

    def add_fault(self, note: FaultNote) -> None:
        """Store why a rollout is missing."""
        body = {"task": note.task, "rollout": note.rollout, "fault": note.fault.value, "message": note.message[:2000]}
        with self._writing:
            append_line(self.folder / "faults.jsonl", json.dumps(body).encode() + b"\n")

    def faults(self) -> dict[tuple[str, int], FaultNote]:
        """Return the last fault of each rollout; it matters only while there is no verdict."""
        out: dict[tuple[str, int], FaultNote] = {}
        path = self.folder / "faults.jsonl"
        for line in path.read_bytes().split(b"\n") if path.exists() else []:
            try:
                body = json.loads(line)
                note = FaultNote(body["task"], body["rollout"], Fault(body["fault"]), body["message"])
            except (ValueError, KeyError, TypeError):
                continue  # torn by a kill
            out[note.task, note.rollout] = note
        return out

    def round_folder(self, task: str, rollout: int, round_: int = 1) -> Path:
        """Return where a round is stored.

        Raises
        ------
        UsageError
            The task's name would leave the run folder.
        """
        parts = task.split("/")
        if not all(_PART.fullmatch(part) for part in parts) or rollout < 1 or round_ < 1:
            raise UsageError(f"{task!r} is no name of a task")
        return self.folder.joinpath("rollouts", *parts, str(rollout), f"round-{round_}")

    def add_judgement(
        self, task: str, rollout: int, round_: int, judgement: JudgementLike, *, reply: Reply, job: str = ""
    ) -> None:
        """Store a judgement in one step."""
        save_round(
            self.round_folder(task, rollout, round_),
            judgement,
            reply=reply.sha256,
            judging=self._manifest.judging_digest(task),
            job=job,
        )

    def judged(self, task: str, rollout: int, round_: int = 1) -> StoredRound | None:
        """Return the stored verdict, if it is of the stored reply and of what the run is judged under now."""
        stored = load_round(self.round_folder(task, rollout, round_))
        reply = self.reply(task, rollout, round_)
        if stored is None or reply is None or stored.reply != reply.sha256:
            return None
        return stored if stored.judging == self._manifest.judging_digest(task) else None

    def artifact_folders(self) -> dict[str, list[Path]]:
        """Return the rounds' folders that hold an artifact, by the digest of the job that made it."""
        out: dict[str, list[Path]] = {}
        for task, rollout, round_ in sorted(self._replies):
            folder = self.round_folder(task, rollout, round_)
            job = load_job(folder)
            if job:
                out.setdefault(job, []).append(folder)
        return out

    def renew_judging(self, judging: Mapping[str, Any]) -> None:
        """Say that the run is judged under something else from now on; older verdicts no longer count."""
        manifest = self._manifest.with_judging(judging)
        write_whole(self.folder / "run.json", manifest.to_json())
        self._manifest = manifest

    def write_scorecard(self, data: bytes) -> None:
        """Replace the derived scorecard."""
        write_whole(self.folder / "scorecard.json", data)


_EARLY = re.compile(r"lock|prompts\.jsonl|\.(prompts\.jsonl|run\.json)\.\d+\.draft")
"""What a run that was killed before its manifest leaves behind."""


def holds_run(folder: Path) -> bool:
    """Whether there is a run in a folder."""
    return (folder / "run.json").is_file()


def _require_fresh(folder: Path) -> None:
    if holds_run(folder):
        raise RunConflict(f"{folder} holds a run; continue it with --resume, or choose another folder")
    foreign = sorted(item.name for item in folder.iterdir() if not _EARLY.fullmatch(item.name))
    if foreign:
        raise RunConflict(f"{folder} is not empty ({foreign[0]} …) and holds no run; choose another folder")


def _read_manifest(folder: Path) -> Manifest:
    path = folder / "run.json"
    try:
        return Manifest.from_json(path.read_bytes())
    except FileNotFoundError:
        raise UsageError(f"{folder} holds no run (there is no run.json)") from None
    except NotADirectoryError:
        raise UsageError(f"{folder} is a file, not a run's folder") from None
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    except UsageError as error:
        raise UsageError(f"{path}: {error}") from error


def _read_replies(path: Path) -> dict[tuple[str, int, int], Reply]:
    try:
        return read_lines(path) if path.exists() else {}
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
