"""``run.json``: what a run is, and under what it was judged.

Two parts decide whether a run may be continued. `configuration` is what the replies depend on; it never changes.
`judging` is what verdicts depend on; `mathvis score` may renew it, and judges everything again. The rest is for the
record: time, host, git commit, concurrency.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import mathvis
from mathvis.errors import UsageError
from mathvis.gates.verdict import VERDICT_SCHEMA
from mathvis.goldir.codes import CODES_VERSION
from mathvis.sandbox.limits import LIMITS_VERSION
from mathvis.scene.model import SCENE_SCHEMA
from mathvis.tolerances import TOLERANCES_VERSION

RUN_SCHEMA = "mathvis/run@1"
_NOT_JUDGING = frozenset({"cli", "harness", "metrics", "_assets"})


@dataclass(frozen=True, slots=True)
class Manifest:
    """The contents of ``run.json``; every part is plain data.

    Attributes
    ----------
    configuration
        Harness, model, sampling, seed, prompt setting and hash, and for each task the number of rollouts and the hash
        of the rendered prompt.
    judging
        Versions, the digest of the judging code, the sandbox's toolchain, the digest of each task.
    record
        Time, host, git commit, and what does not change a result.
    """

    configuration: Mapping[str, Any]
    judging: Mapping[str, Any]
    record: Mapping[str, Any]

    @property
    def tasks(self) -> Mapping[str, int]:
        """Planned rollouts by task."""
        return {name: int(entry["rollouts"]) for name, entry in self.configuration["tasks"].items()}

    def judging_digest(self, task: str) -> str:
        """Return the hash of all that a verdict on this task depends on, besides the reply."""
        common = {key: value for key, value in self.judging.items() if key != "tasks"}
        return digest_of({**common, "task": self.judging["tasks"].get(task, "")})

    def with_judging(self, judging: Mapping[str, Any]) -> Manifest:
        """Return the same run, judged under something else."""
        return replace(self, judging=judging)

    def to_json(self) -> bytes:
        """Serialise."""
        return json.dumps({"schema": RUN_SCHEMA, **asdict(self)}, indent=1, ensure_ascii=False).encode() + b"\n"

    @classmethod
    def from_json(cls, data: bytes) -> Manifest:
        """Read what `to_json` wrote.

        Raises
        ------
        UsageError
            The data are no manifest of this schema.
        """
        try:
            body = json.loads(data)
            if body["schema"] != RUN_SCHEMA:
                raise UsageError(f"not a run of schema {RUN_SCHEMA}: {body['schema']!r}")
            out = cls(body["configuration"], body["judging"], body["record"])
            if not all(isinstance(part, dict) for part in (out.configuration, out.judging, out.record)):
                raise UsageError("its parts are not objects")
            _ = out.tasks, out.judging["tasks"]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise UsageError(f"not a readable run manifest: {error!r}") from error
        return out


def digest_of(value: Any) -> str:
    """Return the sha256 of plain data, keys sorted."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, ensure_ascii=True).encode()).hexdigest()


def judging_of(*, toolchain: str, tasks: Mapping[str, str]) -> dict[str, Any]:
    """Return what verdicts depend on.

    Parameters
    ----------
    toolchain
        The sandbox's digest.
    tasks
        Digest by task name.
    """
    return {
        "mathvis": mathvis.__version__,
        "code": code_digest(),
        "tolerances": TOLERANCES_VERSION,
        "codes": CODES_VERSION,
        "limits": LIMITS_VERSION,
        "scene": SCENE_SCHEMA,
        "verdict": VERDICT_SCHEMA,
        "toolchain": toolchain,
        "tasks": dict(sorted(tasks.items())),
    }


def code_digest() -> str:
    """Return the sha256 of the code between reply and verdict, so that an edited checkout is noticed."""
    root = Path(mathvis.__file__).parent
    total = hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).parts
        if parts[0] not in _NOT_JUDGING:
            total.update("/".join(parts).encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def record_of(**more: Any) -> dict[str, Any]:
    """Return the facts that do not decide a result."""
    return {
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
        "git": _git_commit(Path(mathvis.__file__).parent),
        "host": {
            "system": platform.platform(),
            "machine": platform.machine(),
            "python": platform.python_version(),
            "cores": os.cpu_count() or 1,
        },
        **more,
    }


def leaves(before: Mapping[str, Any], after: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any, Any]]:
    """Return name, old and new value of each leaf that differs; `ABSENT` where there is none."""
    out: list[tuple[str, Any, Any]] = []
    for key in sorted({*before, *after}):
        old, new = before.get(key, ABSENT), after.get(key, ABSENT)
        name = f"{prefix}{key}"
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            out += leaves(old, new, f"{name}.")
        elif old != new:
            out.append((name, old, new))
    return out


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Return one line for each leaf that differs: ``sampling.temperature: 0.2 -> 0.7``."""
    return [f"{name}: {shown(old)} -> {shown(new)}" for name, old, new in leaves(before, after)]


ABSENT = object()
"""Stands for a value that is not there."""


def shown(value: object) -> str:
    """Write a value on a line, digests by their beginning."""
    if value is ABSENT:
        return "(absent)"
    text = (
        "none"
        if value is None
        else re.sub(r"\b([0-9a-f]{12})[0-9a-f]{28,}", r"\1…", json.dumps(value, ensure_ascii=False))
    )
    return text if len(text) <= 80 else text[:77] + "…"


def _git_commit(folder: Path) -> str:
    """Return the commit of the checkout that a folder lies in, read from its files; empty outside of one."""
    for parent in (folder, *folder.parents):
        git = parent / ".git"
        try:
            if git.is_file():  # a linked working tree
                git = (parent / git.read_text(encoding="utf-8").removeprefix("gitdir:").strip()).resolve()
            if not git.is_dir():
                continue
            head = (git / "HEAD").read_text(encoding="utf-8").strip()
            return _ref(git, head.removeprefix("ref:").strip()) if head.startswith("ref:") else head
        except (OSError, UnicodeDecodeError):
            return ""
    return ""


def _ref(git: Path, name: str) -> str:
    common = git / "commondir"
    roots = [git, (git / common.read_text(encoding="utf-8").strip()).resolve()] if common.is_file() else [git]
    for root in roots:
        if (root / name).is_file():
            return (root / name).read_text(encoding="utf-8").strip()
        packed = root / "packed-refs"
        for line in packed.read_text(encoding="utf-8").splitlines() if packed.is_file() else []:
            commit, _, ref = line.partition(" ")
            if ref == name:
                return commit
    return ""


def task_entries(prompts: Mapping[str, str], rollouts: Mapping[str, int], names: Sequence[str]) -> dict[str, Any]:
    """Return the configuration's entry of each task: prompt hash and number of rollouts."""
    return {name: {"rollouts": rollouts[name], "prompt": prompts[name]} for name in sorted(names)}
