"""What the packages declare of their own programs, held against what came out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mathvis.harness.models.packaged import Shelf

if TYPE_CHECKING:
    from mathvis.gates.verdict import Verdict
    from mathvis.harness.models.packaged import PackagedModel
    from mathvis.harness.store import RunStore


class Surprise(NamedTuple):
    """An outcome other than declared."""

    task: str
    rollout: int
    drawing: str
    problems: tuple[str, ...]


def surprises(store: RunStore, model: PackagedModel) -> tuple[Surprise, ...]:
    """Return what differs; rollouts without a verdict are missing, not surprising."""
    out = []
    for task, rollout in store.planned():
        stored = store.judged(task, rollout)
        if stored is None:
            continue
        drawing = model.drawing(task, rollout)
        if model.shelf is Shelf.NEGATIVES:
            problems = drawing.unexpected(stored.verdict.failures)
            if stored.verdict.D:
                problems = ("is delivered although it is wrong", *problems)
        else:
            problems = shortcomings(stored.verdict)
        if problems:
            out.append(Surprise(task, rollout, drawing.name, problems))
    return tuple(out)


def shortcomings(verdict: Verdict) -> tuple[str, ...]:
    """Say why a drawing is not delivered; empty when it is."""
    if verdict.D:
        return ()
    out = [f"{name} fails" + (f" with {code}" if code else "") for name, code in verdict.failures]
    out += [f"{item.id} scores {item.score:g}: {item.finding.message}" for item in verdict.soft if item.score < 1.0]
    blocked = [item.id for item in verdict.hard if not item.finding.holds and item.finding.blocked_by is not None]
    out += [f"{name} is blocked" for name in blocked]
    return tuple(out) or ("is not delivered",)
