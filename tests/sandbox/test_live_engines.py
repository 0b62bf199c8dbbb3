"""Which live engines a worker keeps, and which it starts: played without TeX."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from mathvis.sandbox.inside import live
from mathvis.sandbox.inside.live import Engine, LiveEngines
from mathvis.sandbox.inside.preamble import Beginning


@dataclass
class Played:
    """A server that is ready at once, and the lines that its siblings were told to read."""

    ready: bool = True
    gone: bool = False
    fertile: bool = True

    def look(self, patience):
        pass

    def check(self):
        pass

    def stop(self):
        self.gone = True

    def grow(self, folder, line):
        if self.fertile:
            return Played()
        self.stop()
        return None


class Worker:
    """Live engines, and what was started for them."""

    def __init__(self, tmp_path, monkeypatch):
        self.engines = LiveEngines("", lambda _: [], {}, str(tmp_path))
        self.started: list[str] = []
        self.bases: dict[str, str] = {}
        self.roots = 0
        grown = LiveEngines._grown

        def root(engines, engine):
            self.roots += 1
            (tmp_path / f"root-{self.roots}").mkdir()
            return Engine(Played(), live._ROOT, str(tmp_path / f"root-{self.roots}"), engines._programs, True)

        def recorded(engines, base, beginning):
            made = grown(engines, base, beginning)
            if made is not None:
                made.settled = made.server.ready and not Path(made.folder, "figure.log").exists()
                self.started.append(beginning.text)
                self.bases[beginning.text] = base.beginning.text
            return made

        monkeypatch.setattr(LiveEngines, "_root", root)
        monkeypatch.setattr(LiveEngines, "_grown", recorded)

    def sees(self, *texts: str) -> str | None:
        """A program comes with these beginnings, longest first; return what the engine that it gets has read."""
        found = self.engines.find("pdflatex", tuple(Beginning(text, len(text), 1) for text in texts))
        self.engines.tend()
        self.engines.tend()  # the first may have had to wait for the root
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


def test_an_engine_grows_from_the_one_with_the_longest_part(worker):
    for text in ("a", "abc", "x", "abcd", "ab"):
        for _ in range(2):
            worker.sees(text)
    assert worker.bases == {"a": "", "abc": "a", "x": "", "abcd": "abc", "ab": "a"}
    assert worker.roots == 1


def test_nothing_grows_from_a_document_that_has_begun(worker):
    for _ in range(2):
        worker.engines.find("pdflatex", (Beginning("ab", 2, 1, begun=True),))
        worker.engines.tend()
    for _ in range(2):
        worker.sees("abc")
    assert worker.bases == {"ab": "", "abc": ""}


def test_what_is_expected_together_grows_one_from_the_other(worker):
    for text in ("abc", "ab", "a"):
        worker.engines.expect("pdflatex", Beginning(text, len(text), 1))
    worker.engines.wait_ready(5)
    assert worker.bases == {"a": "", "ab": "a", "abc": "ab"}


def test_what_grows_waits_for_a_longer_part_that_is_starting(worker, monkeypatch):
    monkeypatch.setattr(Played, "grow", lambda self, folder, line: Played(ready=False))
    for text in ("abc", "ab"):
        worker.engines.expect("pdflatex", Beginning(text, len(text), 1))
    worker.engines.tend()
    worker.engines.tend()
    assert worker.started == ["ab"]
    worker.engines._engines["pdflatex", "ab"].server.ready = True
    worker.engines.tend()
    assert worker.bases == {"ab": "", "abc": "ab"}


def test_an_engine_that_is_gone_is_no_base_any_more(worker):
    for text in ("a", "a", "ab", "ab"):
        worker.sees(text)
    worker.engines._engines["pdflatex", "ab"].server.fertile = False
    worker.sees("abc")
    worker.sees("abc")
    worker.engines.tend()
    assert worker.bases["abc"] == "a"


def test_what_does_not_start_is_not_tried_again(worker, monkeypatch):
    tries = []

    def grow(self, folder, line):
        tries.append(folder)
        return Played(ready=False, gone=True)

    monkeypatch.setattr(Played, "grow", grow)
    assert [worker.sees("broken") for _ in range(10)] == [None] * 10
    assert len(tries) == 1


def test_a_root_that_does_not_start_is_not_tried_again(worker, monkeypatch):
    tries = []

    def root(engines, engine):
        tries.append(engine)
        return Engine(Played(ready=False, gone=True), live._ROOT, "/nonexistent", 0)

    monkeypatch.setattr(LiveEngines, "_root", root)
    assert [worker.sees("any") for _ in range(10)] == [None] * 10
    assert tries == ["pdflatex"]
    assert not worker.engines._wanted


def test_an_engine_that_met_an_error_is_of_no_use(worker, monkeypatch):
    def grow(self, folder, line):
        Path(folder, "figure.log").write_text("figure.tex:1: LaTeX Error: Option clash.\n", encoding="utf-8")
        return Played()

    monkeypatch.setattr(Played, "grow", grow)
    assert [worker.sees("clash") for _ in range(5)] == [None] * 5
    assert worker.started == ["clash"]


def test_an_engine_that_was_given_up_does_not_come_back(worker):
    for _ in range(2):
        worker.sees("odd")
    engine, _ = worker.engines.find("pdflatex", (Beginning("odd", 3, 1),))
    worker.engines.give_up(engine)
    assert [worker.sees("odd") for _ in range(5)] == [None] * 5
    assert engine.server.gone
