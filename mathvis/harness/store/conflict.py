"""Why a run does not go on as a command says: each setting, both its values, the option that restores it."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mathvis.errors import RunConflict
from mathvis.harness.store.manifest import ABSENT, leaves, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from mathvis.harness.store.manifest import Manifest

_MOST_LINES = 20
_MOST_NAMES = 3
_OPTIONS = {
    "harness": "--harness",
    "prompt.setting": "--prompt",
    "sampling.temperature": "--temperature",
    "sampling.max_tokens": "--max-tokens",
    "sampling.seed": "--seed",
    "rollouts": "--rollouts",
}
_FOLLOWS = {
    "harness": ("rounds",),
    "model.spec": ("model.", "tasks."),
    "prompt.setting": ("tasks.",),
    "prompt.version": ("tasks.",),
    "rollouts": ("tasks.",),
}
"""Settings that differ because another does; they are not told."""
_SELECTION = {"tasks": "--tasks", "disciplines": "--discipline", "sample": "--sample", "root": "--root"}
_BACKENDS = ("bubblewrap", "docker")


@dataclass(frozen=True, slots=True)
class Difference:
    """A setting that differs.

    Attributes
    ----------
    what
        The setting with both values, the run's first.
    advice
        The option that restores it; empty where none does.
    verdicts
        Whether verdicts alone depend on it, so that `mathvis score` can renew them.
    """

    what: str
    advice: str = ""
    verdicts: bool = field(default=False, kw_only=True)


def require_same(folder: Path, stored: Manifest, wanted: Manifest) -> None:
    """Refuse to continue a run under other settings.

    Raises
    ------
    RunConflict
        With every difference on a line, and what to do.
    """
    if not leaves(stored.configuration, wanted.configuration) and not leaves(stored.judging, wanted.judging):
        return
    found = [*_of_replies(stored, wanted), *_of_verdicts(stored, wanted)]
    lines = [f"{item.what}; {item.advice}" if item.advice else item.what for item in found[:_MOST_LINES]]
    if len(found) > _MOST_LINES:
        lines.append(f"… and {len(found) - _MOST_LINES} more")
    head = f"the run in {folder} was begun with other settings (the run's -> this command's):"
    raise RunConflict("\n  ".join([head, *lines, _ways_on(folder, found)]))


def _ways_on(folder: Path, found: list[Difference]) -> str:
    command = f"`mathvis score {shlex.quote(str(folder))}`"
    judges = "judges the stored replies again under this installation"
    lost = [item for item in found if not item.advice]
    if any(not item.verdicts for item in lost):
        return f"no option restores {'it' if len(found) == 1 else 'all of it'}: start a new run in another folder"
    if not lost:
        return (
            f"or run {command} first: it {judges}" if _verdicts_alone(found) else "or start a new run in another folder"
        )
    return f"run {command} first: it {judges}" if _verdicts_alone(found) else f"and run {command}, which {judges}"


def _verdicts_alone(found: list[Difference]) -> bool:
    return all(item.verdicts for item in found)


def _of_replies(stored: Manifest, wanted: Manifest) -> Iterator[Difference]:
    found = leaves(_without_tasks(stored.configuration), _without_tasks(wanted.configuration))
    changed = {name for name, _, _ in found}
    silent = tuple(prefix for name in changed for prefix in _FOLLOWS.get(name, ()))
    for name, old, new in found:
        if name in _FOLLOWS or not name.startswith(silent):
            yield Difference(f"{name}: {shown(old)} -> {shown(new)}", _restores(name, old, stored, wanted))
    before, after = stored.configuration["tasks"], wanted.configuration["tasks"]
    if before.keys() != after.keys():
        yield Difference(_names(before, after), _selects(stored, wanted))
    if not any(prefix == "tasks." for prefix in silent):
        for name in [name for name in before if name in after]:
            for key, old, new in leaves(before[name], after[name]):
                yield Difference(f"tasks.{name}.{key}: {shown(old)} -> {shown(new)}", _root(stored, wanted))


def _of_verdicts(stored: Manifest, wanted: Manifest) -> Iterator[Difference]:
    for name, old, new in leaves(_without_tasks(stored.judging), _without_tasks(wanted.judging)):
        advice = _backend(str(old), str(new)) if name == "toolchain" else ""
        yield Difference(f"{name}: {shown(old)} -> {shown(new)}", advice, verdicts=True)
    before, after = stored.judging["tasks"], wanted.judging["tasks"]
    for name in [name for name in before if name in after and before[name] != after[name]]:
        what = f"tasks.{name}: {shown(before[name])} -> {shown(after[name])}"
        yield Difference(what, _root(stored, wanted), verdicts=True)


def _without_tasks(part: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in part.items() if key != "tasks"}


def _restores(name: str, old: object, stored: Manifest, wanted: Manifest) -> str:
    """Return the option that restores a setting that the replies depend on."""
    if name in _OPTIONS:
        return "" if old is ABSENT else _give(_OPTIONS[name], old)
    if name == "model.base_url":
        return _give("--base-url", old) if old else "leave out --base-url, and OPENAI_BASE_URL unset"
    if name.startswith("model."):
        model = stored.record.get("model")
        return _give("--model", model) if model and model != wanted.record.get("model") else ""
    return ""


def _backend(old: str, new: str) -> str:
    """Return the option for the backend that a run was begun with, where it is another one now."""
    was, now = old.partition(":")[0], new.partition(":")[0]
    return _give("--backend", was) if was in _BACKENDS and was != now else ""


def _selects(stored: Manifest, wanted: Manifest) -> str:
    """Return the options that select the tasks of a run."""
    before, after = stored.record.get("selection"), wanted.record.get("selection")
    if not isinstance(before, dict) or not isinstance(after, dict):
        return ""
    out = []
    for key, option in _SELECTION.items():
        old = before.get(key)
        if old == after.get(key):
            continue
        values = old if isinstance(old, list) else [old]
        out.append(f"leave out {option}" if old in (None, [], ["*"]) else _give(option, *values))
    return ", ".join(out)


def _root(stored: Manifest, wanted: Manifest) -> str:
    """Return the option for the folder that the packages of a run were in, where it is another one now."""
    before, after = (part.record.get("selection") for part in (stored, wanted))
    if not isinstance(before, dict) or not isinstance(after, dict) or before.get("root") == after.get("root"):
        return ""
    return _give("--root", before["root"]) if before.get("root") else "leave out --root"


def _give(option: str, *values: object) -> str:
    return " ".join(["give", *(f"{option} {shlex.quote('none' if v is None else str(v))}" for v in values)])


def _names(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """Say which tasks are in one of two selections alone."""
    parts = []
    for names, what in (
        ([name for name in before if name not in after], "of the run are not selected"),
        ([name for name in after if name not in before], "are selected that the run has not"),
    ):
        if names:
            more = f", … {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
            parts.append(f"{len(names)} {what} ({', '.join(names[:_MOST_NAMES])}{more})")
    return f"tasks: {len(before)} -> {len(after)}, " + ", ".join(parts)
