"""Playing a run: nothing but what the model said is scored; every fault is missing, and says why."""

import asyncio
import threading
import time

import pytest
from harness_fakes import FakeDrawing, FakeJudge, FakeTask, open_run, player_of

from mathvis.harness import Reply, ScriptedModel
from mathvis.harness.expectations import surprises
from mathvis.harness.models.base import CallFault, CallRefused, ModelUnusable
from mathvis.harness.models.packaged import PackagedModel, Shelf
from mathvis.harness.player import Effort, seed_of
from mathvis.harness.results import results_of, save_scorecard, scorecard_of
from mathvis.harness.store import StoreFault
from mathvis.metrics.records import Fault

A, B = "algebra/group/a", "topology/knot/b"
TASKS = [FakeTask(A), FakeTask(B)]


class Heard:
    def __init__(self):
        self.tallies, self.said = [], []

    def update(self, tally):
        self.tallies.append(tally)

    def say(self, message):
        self.said.append(message)


def play(folder, script, *, tasks=TASKS, judge=None, resume=False, rollouts=3, model=None, **options):
    """Play a run with a scripted model; return (results by (task, rollout), model, judge, ending)."""
    model = model or ScriptedModel(script)
    judge = judge or FakeJudge()
    with open_run(folder, tasks, model, resume=resume, rollouts=rollouts) as store:
        ending = asyncio.run(go(player_of(store, tasks, model, judge, **options)))
        save_scorecard(store)
        results = {(item.task, item.rollout): item for item in results_of(store)}
    return results, model, judge, ending


async def go(player):
    return await player.play()


def test_every_rollout_is_asked_once_and_judged(tmp_path):
    results, model, judge, ending = play(tmp_path, {A: ["good", "R8", "plain"], B: ["T2", "T1", "good"]})
    assert len(model.calls) == len(judge.seen) == 6
    assert [results[A, n].marks.failed_gate for n in (1, 2, 3)] == [None, "M", "P"]
    assert [results[B, n].marks.failed_gate for n in (1, 2, 3)] == ["T", "T", None]
    assert (ending.tally.delivered, ending.tally.technical, ending.tally.mathematical, ending.tally.presentation) == (
        2,
        2,
        1,
        1,
    )
    assert ending.tally.missing == 0


def test_every_call_has_its_own_seed_and_the_same_at_every_repetition(tmp_path):
    _, model, _, _ = play(tmp_path, {A: ["good"] * 3, B: ["good"] * 3})
    seeds = {(c.task, c.rollout): sampling.seed for c, _, sampling in model.calls}
    assert len(set(seeds.values())) == 6
    assert seeds[A, 2] == seed_of(0, A, 2, 1)
    assert all(0 <= seed < 2**31 for seed in seeds.values())


@pytest.mark.parametrize(
    ("line", "fault", "calls"),
    [
        (CallFault("server down"), Fault.MODEL, 2),
        (CallRefused("prompt too long"), Fault.MODEL, 1),
        (KeyError("a bug in our client"), Fault.OURS, 2),
    ],
)
def test_a_lost_call_is_missing_after_a_second_try_if_that_may_help(tmp_path, line, fault, calls):
    results, model, judge, ending = play(tmp_path, {A: ["good", line, "good"], B: ["good"] * 3})
    assert results[A, 2].fault is fault
    assert sum((c.task, c.rollout) == (A, 2) for c, _, _ in model.calls) == calls
    assert len(judge.seen) == 5
    assert ending.tally.missing == 1


@pytest.mark.parametrize(
    ("word", "fault"), [("sandbox!", Fault.SANDBOX), ("crash!", Fault.OURS), ("exit!", Fault.OURS)]
)
def test_a_fault_of_ours_is_missing_never_a_zero_and_makes_the_run_unpublishable(tmp_path, word, fault):
    results, _, judge, _ = play(tmp_path, {A: ["good", word, "good"], B: ["good"] * 3})
    assert results[A, 2].missing
    assert results[A, 2].fault is fault
    assert judge.seen.count(A) == 4
    with open_run(tmp_path, TASKS, ScriptedModel([]), resume=True) as store:
        card = scorecard_of(store)
        note = store.faults()[A, 2]
    assert card.unpublishable
    assert card.overall["D-PSR"].value == 1.0
    assert (card.overall["D-PSR"].denominator, card.overall["D-PSR"].missing) == (5, 1)
    assert note.message


def test_a_fault_that_does_not_repeat_leaves_no_trace_in_the_scores(tmp_path):
    results, model, _, _ = play(tmp_path, {A: ["crash!"]}, tasks=[FakeTask(A)], rollouts=1, judge=FakeJudge(faults=1))
    assert results[A, 1].marks.D
    assert len(model.calls) == 1


def test_the_traceback_of_a_bug_is_stored(tmp_path):
    play(tmp_path, {A: ["crash!"]}, tasks=[FakeTask(A)], rollouts=1)
    assert "ZeroDivisionError: a bug of ours" in (tmp_path / "faults.jsonl").read_text()


def test_resume_does_only_what_is_missing(tmp_path):
    play(tmp_path, {A: ["good", CallRefused("no"), "R8"], B: ["good", "sandbox!", "good"]})
    results, model, judge, ending = play(tmp_path, {A: ["x", "good", "x"]}, resume=True)
    assert [(c.task, c.rollout) for c, _, _ in model.calls] == [(A, 2)]
    assert judge.seen == [B, A] or judge.seen == [A, B] or judge.seen.count(B) == 2
    assert results[A, 2].marks.D
    assert (ending.tally.before, ending.tally.total) == (4, 6)


def test_the_scorecard_says_when_rollouts_are_missing_and_stops_when_they_are_there(tmp_path):
    play(tmp_path, {A: ["good", CallRefused("no"), "good"], B: ["good"] * 3})
    assert b'"complete": false' in (tmp_path / "scorecard.json").read_bytes()
    play(tmp_path, {A: ["", "good", ""]}, resume=True)
    assert b'"complete": true' in (tmp_path / "scorecard.json").read_bytes()


def test_an_empty_reply_is_scored_as_no_program(tmp_path):
    results, _, _, _ = play(tmp_path, {A: ["", "  \n", Reply("", "length")], B: ["good"] * 3})
    assert all(results[A, n].marks is not None and not results[A, n].marks.T for n in (1, 2, 3))


def test_a_model_that_cannot_answer_is_asked_no_more(tmp_path):
    heard = Heard()
    results, model, _, ending = play(
        tmp_path, lambda c: ModelUnusable("wrong key"), observer=heard, effort=Effort(concurrency=1, workers=1)
    )
    assert len(model.calls) == 1
    assert all(item.fault is Fault.MODEL for item in results.values())
    assert "wrong key" in ending.unusable
    assert sum("no more calls" in line for line in heard.said) == 1


def test_a_server_that_is_down_is_given_up_after_some_calls_in_a_row(tmp_path):
    effort = Effort(concurrency=2, workers=1, patience=5)
    results, model, _, ending = play(tmp_path, lambda c: CallFault("down"), rollouts=20, effort=effort)
    assert len(model.calls) <= 6
    assert len(results) == 40
    assert "5 calls in a row" in ending.unusable


def test_no_more_calls_at_once_than_allowed_and_judging_goes_on_beside_them(tmp_path):
    class Counting(ScriptedModel):
        now = most = 0
        asked_while_judging = False

        async def complete(self, messages, sampling, *, context):
            Counting.now += 1
            Counting.most = max(Counting.most, Counting.now)
            await asyncio.sleep(0.01)
            Counting.asked_while_judging |= judging.is_set()
            Counting.now -= 1
            return Reply("good")

    judging = threading.Event()

    class Slow(FakeJudge):
        def judge(self, task, reply, *, finished=None):
            judging.set()
            time.sleep(0.03)
            judging.clear()
            return super().judge(task, reply)

    play(tmp_path, None, model=Counting([]), judge=Slow(), rollouts=8, effort=Effort(concurrency=3, workers=1))
    assert Counting.most == 3
    assert Counting.asked_while_judging


def test_stopping_keeps_what_is_there_and_resume_finishes_it(tmp_path):
    class Stopper(FakeJudge):
        def judge(self, task, reply, *, finished=None):
            if len(self.seen) == 2:
                loop.call_soon_threadsafe(player.stop)
                time.sleep(0.05)
            return super().judge(task, reply)

    async def run():
        nonlocal loop
        loop = asyncio.get_running_loop()
        return await player.play()

    loop = None
    model = ScriptedModel(lambda c: "good", delay=0.01)
    with open_run(tmp_path, TASKS, model, rollouts=10) as store:
        player = player_of(store, TASKS, model, Stopper(), effort=Effort(concurrency=2, workers=1))
        ending = asyncio.run(run())
        assert ending.stopped
        pending = [item for item in results_of(store) if item.fault is Fault.PENDING]
        assert 0 < ending.tally.judged < 20
        assert len(pending) == 20 - ending.tally.judged
        assert not scorecard_of(store).unpublishable
    results, _, _, ending = play(tmp_path, lambda c: "good", resume=True, rollouts=10)
    assert all(item.marks for item in results.values())


def test_stopping_does_not_wait_for_the_model(tmp_path):
    async def run(player):
        asyncio.get_running_loop().call_later(0.05, player.stop)
        return await player.play()

    model = ScriptedModel(lambda c: "good", delay=60)
    with open_run(tmp_path, TASKS, model) as store:
        begun = time.monotonic()
        assert asyncio.run(run(player_of(store, TASKS, model, FakeJudge()))).stopped
        assert time.monotonic() - begun < 10


def test_a_full_disk_ends_the_run_and_resume_goes_on(tmp_path, monkeypatch):
    from mathvis.harness.store import RunStore

    original = RunStore.add_judgement

    def full(self, task, rollout, *args, **kwargs):
        if rollout == 2:
            raise StoreFault("no space left; continue with --resume")
        return original(self, task, rollout, *args, **kwargs)

    monkeypatch.setattr(RunStore, "add_judgement", full)
    with pytest.raises(StoreFault, match="no space"):
        play(tmp_path, lambda c: "good")
    monkeypatch.undo()
    results, _, _, _ = play(tmp_path, lambda c: "good", resume=True)
    assert all(item.marks.D for item in results.values())


def test_judging_again_makes_no_calls_and_leaves_what_was_never_asked_pending(tmp_path):
    play(tmp_path, {A: ["good", CallRefused("no"), "R8"], B: ["good"] * 3})
    judge = FakeJudge()
    with open_run(tmp_path, TASKS, ScriptedModel([]), resume=True) as store:
        player = player_of(store, TASKS, None, judge, again=True)
        ending = asyncio.run(go(player))
        assert len(judge.seen) == 5
        assert ending.tally.missing == 0
        assert {r.fault for r in results_of(store) if r.missing} == {Fault.MODEL}


class TestPackagedPrograms:
    task = FakeTask(
        A,
        references=(FakeDrawing("reference.tex", "good"), FakeDrawing("other.tex", "good")),
        negatives=(
            FakeDrawing("wrong-curve.tex", "R8", must=(("second", "R8"),)),
            FakeDrawing("mistold.tex", "R4", must=(("second", "R8"),)),
            FakeDrawing("right-after-all.tex", "good"),
        ),
    )

    def surprises(self, tmp_path, shelf):
        model = PackagedModel(shelf, [self.task])
        with open_run(tmp_path, [self.task], model) as store:
            asyncio.run(go(player_of(store, [self.task], model, FakeJudge())))
            return surprises(store, model), scorecard_of(store)

    def test_references_are_all_delivered(self, tmp_path):
        found, card = self.surprises(tmp_path, Shelf.REFERENCE)
        assert found == ()
        assert card.overall["pass^3"].value == card.overall["D-PSR"].value == 1.0

    def test_a_negative_that_fails_otherwise_or_passes_is_told(self, tmp_path):
        found, card = self.surprises(tmp_path, Shelf.NEGATIVES)
        assert [(s.drawing, len(s.problems)) for s in found] == [("mistold.tex", 2), ("right-after-all.tex", 1)]
        assert "delivered although" in found[1].problems[0]
        assert card.rollouts == 3
