"""From a run's folder to the records that the metrics take."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from mathvis.harness.models.base import TokenUsage
from mathvis.metrics.plain import to_plain
from mathvis.metrics.records import Fault, RolloutResult, marks_of
from mathvis.metrics.scorecard import Scorecard, scorecard

if TYPE_CHECKING:
    from mathvis.harness.store import RunStore


def results_of(store: RunStore) -> list[RolloutResult]:
    """Return one record for each planned rollout; what has no verdict is missing, with the last known reason."""
    faults = store.faults()
    out = []
    for task, rollout in store.planned():
        stored = store.judged(task, rollout)
        if stored is not None:
            out.append(RolloutResult(task, rollout, marks_of(stored.verdict)))
            continue
        note = faults.get((task, rollout))
        out.append(RolloutResult(task, rollout, None, note.fault if note is not None else Fault.PENDING))
    return out


def ks_of(store: RunStore) -> tuple[int, ...]:
    """Return the k of pass@k and pass^k that a run has the rollouts for: 3, and all of them."""
    most = int(store.manifest.configuration["rollouts"])
    return tuple(sorted({k for k in (min(3, most), most) if k >= 2}))


def scorecard_of(store: RunStore) -> Scorecard:
    """Compute a run's scorecard from its verdicts."""
    return scorecard(results_of(store), ks=ks_of(store))


def save_scorecard(store: RunStore) -> Scorecard:
    """Compute the scorecard and store it. Nothing in it depends on when or how often the run was interrupted."""
    card = scorecard_of(store)
    body = {"configuration": describe(store), **to_plain(card)}
    store.write_scorecard(json.dumps(body, indent=1, ensure_ascii=False).encode() + b"\n")
    return card


def describe(store: RunStore) -> dict[str, object]:
    """Return what distinguishes one run from another, in short."""
    configuration = store.manifest.configuration
    return {key: configuration[key] for key in ("harness", "model", "prompt", "sampling", "rollouts")}


def usage_of(store: RunStore) -> dict[str, float]:
    """Sum what the stored replies took: calls, attempts, tokens, the model's seconds."""
    replies = store.replies()
    usage = sum((reply.usage for reply in replies), TokenUsage())
    return {
        "calls": len(replies),
        "attempts": sum(reply.attempts for reply in replies),
        "prompt_tokens": usage.prompt,
        "completion_tokens": usage.completion,
        "reasoning_tokens": usage.reasoning,
        "seconds": round(sum(reply.seconds for reply in replies), 3),
    }
