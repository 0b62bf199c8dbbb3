"""Which live engines a worker keeps, and which it starts: played without TeX."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from mathvis.sandbox.inside import live
from mathvis.sandbox.inside.live import Engine, LiveEngines
from mathvis.sandbox.inside.preamble import Beginning


@dataclass
class Played:
    """A server that is ready at once."""

    ready: bool = True
    gone: bool = False

    def look(self, patience):
        pass

    def check(self):
        pass

    def stop(self):
        self.gone = True


class Worker:
    """Live engines, and what was started for them."""

    def __init__(self, tmp_path, monkeypatch):
        self.engines = LiveEngines("", lambda _: [], {}, str(tmp_path))
        self.started: list[str] = []

        def start(engines, engine, beginning):
            self.started.append(beginning.text)
            return Engine(Played(), beginning, str(tmp_path / "none"), used=engines._programs, settled=True)

        monkeypatch.setattr(LiveEngines, "_start", start)

    def sees(self, *texts: str) -> str | None:
        """A program comes with these beginnings, longest first; return what the engine that it gets has read."""
        found = self.engines.find("pdflatex", tuple(Beginning(text, len(text), 1) for text in texts))
        self.engines.tend()
        return None if found is None else found[0].beginning.text


@pytest.fixture
def worker(tmp_path, monkeypatch):
    return Worker(tmp_path, monkeypatch)


MOST = live._MOST["pdflatex"]


def test_the_second_sight_of_a_beginning_is_worth_an_engine(worker):
    assert [worker.sees("whole", "part") for _ in range(3)] == [None, None, "whole"]
    assert worker.started == ["whole"]


def test_two_preambles_share_the_longest_part_that_both_have(worker):
    assert worker.sees("abc", "ab", "a") is None
    assert worker.sees("abx", "ab", "a") is None
    assert worker.started == ["ab"]
    assert worker.sees("aby", "ab", "a") == "ab"
    assert worker.sees("az", "a") is None, "a was a part of ab only, until now"


def test_a_longer_beginning_gets_its_own_engine_beside_that_of_its_part(worker):
    for text in ("abc", "abx"):
        worker.sees(text, "ab")
    assert [worker.sees("abc", "ab") for _ in range(2)] == ["ab", "abc"]


def test_more_preambles_than_there_is_room_for_do_not_push_each_other_out(worker):
    texts = [f"preamble {number}" for number in range(3 * MOST)]
    found = [[worker.sees(text) for text in texts] for _ in range(6)]
    assert len(worker.started) == MOST
    assert [text for text in found[-1] if text] == worker.started


def test_what_is_not_used_any_more_makes_way(worker):
    for number in range(MOST):
        for _ in range(2):
            worker.sees(f"old {number}")
    assert worker.sees("old 0") == "old 0"
    for _ in range(live._IDLE):
        worker.sees("new")
    assert worker.sees("new") == "new"
    assert worker.sees("old 1") is None, "it was idle for longest"
    assert worker.sees("old 0") == "old 0"


def test_what_does_not_start_is_not_tried_again(worker, monkeypatch):
    tries = []

    def start(engines, engine, beginning):
        tries.append(beginning.text)
        return Engine(Played(ready=False, gone=True), beginning, "/nonexistent", used=0)

    monkeypatch.setattr(LiveEngines, "_start", start)
    assert [worker.sees("broken") for _ in range(10)] == [None] * 10
    assert tries == ["broken"]


def test_an_engine_that_was_given_up_does_not_come_back(worker):
    for _ in range(2):
        worker.sees("odd")
    engine, _ = worker.engines.find("pdflatex", (Beginning("odd", 3, 1),))
    worker.engines.give_up(engine)
    assert [worker.sees("odd") for _ in range(5)] == [None] * 5
    assert engine.server.gone
