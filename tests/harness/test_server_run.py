"""A whole run against a misbehaving server: what the model said is scored, everything else is missing."""

import asyncio
import json
import random
import threading

from harness_fakes import FakeJudge, FakeTask, open_run, player_of
from server_fakes import Server, completion, drop, drop_at_once, trickle

from mathvis.harness.models.retry import RetryPolicy
from mathvis.harness.models.server import ServerModel
from mathvis.harness.results import results_of, scorecard_of
from mathvis.metrics.records import Fault

TASKS = [FakeTask(f"algebra/group/t{i}", prompt=f"Draw number {i}.") for i in range(6)]
TROUBLE = [
    (429, {"error": {"message": "busy"}}, [("Retry-After", "0")]),
    (500, {"error": {"message": "oops"}}),
    (200, b'{"choices": [{"mess'),
    (200, {"error": {"message": "upstream"}}),
    (200, completion("half", None)),
    drop,
    drop_at_once,
    trickle,
]


def played(folder, server, *, resume=False, attempts=8):
    quick = RetryPolicy(attempts, first=0.001)
    model = ServerModel("name", base_url=server.url, timeout=0.4, policy=quick)

    async def go(store):
        try:
            return await player_of(store, TASKS, model, FakeJudge()).play()
        finally:
            await model.aclose()

    with open_run(folder, TASKS, model, resume=resume, rollouts=2) as store:
        ending = asyncio.run(go(store))
        return results_of(store), scorecard_of(store), ending


def test_trouble_that_passes_leaves_no_trace(tmp_path):
    rng, lock = random.Random(3), threading.Lock()  # noqa: S311

    def moody(handler):
        with lock:
            step = rng.choice(TROUBLE) if rng.random() < 0.5 else (200, completion("good"))
        step(handler) if callable(step) else handler.answer(*step)

    with Server(moody) as server:
        results, card, _ = played(tmp_path, server, attempts=12)
    assert len(server.requests) > 12
    assert all(item.marks.D for item in results)
    assert card.complete
    replies = [json.loads(line)["reply"] for line in (tmp_path / "replies.jsonl").read_text().splitlines()]
    assert {reply["text"] for reply in replies} == {"good"}
    assert sum(reply["attempts"] for reply in replies) == len(server.requests)


def test_trouble_that_stays_is_missing_and_resume_asks_for_it_alone(tmp_path):
    def by_task(handler):
        number = int(handler.asked.split("Draw number ")[1][0])
        step = (
            TROUBLE[number]
            if number < 4
            else (200, completion("", "stop") if number == 4 else completion("R8", "length"))
        )
        step(handler) if callable(step) else handler.answer(*step)

    with Server(by_task) as server:
        results, card, _ = played(tmp_path, server, attempts=2)
    lost = [item for item in results if item.missing]
    assert {item.task for item in lost} == {task.name for task in TASKS[:4]}
    assert {item.fault for item in lost} == {Fault.MODEL}
    assert (card.overall["T"].numerator, card.overall["T"].denominator, card.overall["T"].missing) == (2, 4, 8)
    assert not card.unpublishable
    with Server((200, completion("good"))) as server:
        _, card, _ = played(tmp_path, MovedTo(server, tmp_path), resume=True)
    assert len(server.requests) == 8
    assert card.complete
    assert card.overall["D-PSR"].numerator == 8


class MovedTo:
    """The address is a part of the configuration: tell the stored run of the new one."""

    def __init__(self, server, folder):
        self.url = server.url
        body = json.loads((folder / "run.json").read_text())
        body["configuration"]["model"]["base_url"] = server.url
        (folder / "run.json").write_text(json.dumps(body))
