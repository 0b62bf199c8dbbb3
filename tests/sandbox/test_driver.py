"""The rule for doubt: what may be a fault of ours is tried again alone, then raised, and never booked on the program."""

import json
import struct
import threading
import time
import zlib

import pytest

from mathvis.errors import SandboxFault
from mathvis.sandbox import LIMITS, Engine, Job, Outcome
from mathvis.sandbox.driver import Driver
from mathvis.sandbox.exchange import Exchange
from mathvis.sandbox.inside import frames

JOB = Job("program", Engine.PDFLATEX, offset=3)


def png(width=3, height=2):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = zlib.compress((b"\0" + b"\xff" * width) * height)
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def result(**changes):
    report = {
        "outcome": "ok",
        "message": "",
        "suspect": "",
        "errors": [],
        "pages": 1,
        "width": 10.0,
        "height": 20.0,
        "picture_scale": 2.0,
        "scene_error": "",
        "cpu": 0.1,
        "memory": 30.0,
        "stages": {"engine": 0.2},
    }
    return report | changes


def message(*, parts=None, **changes):
    return frames.pack({"result": json.dumps(result(**changes)).encode(), **(parts or {})})


def exchange(data, *, overdue=False, out_of_memory=None):
    return Exchange(data, overdue=overdue, out_of_memory=out_of_memory, note="exit status 1: words")


class Scripted:
    """A backend that plays a list of exchanges; an exception in it is raised."""

    name = "scripted"
    toolchain = "scripted:1"
    processes = 0

    def __init__(self, *script):
        self.script = list(script)
        self.requests = []
        self.closed = 0

    def exchange(self, request, seconds):
        self.requests.append((request, seconds))
        step = self.script.pop(0)
        if isinstance(step, Exception):
            raise step
        return step

    def close(self):
        self.closed += 1


def run(*script):
    backend = Scripted(*script)
    return Driver(backend, LIMITS).run(JOB), backend


def test_a_good_reply_becomes_an_artifact():
    parts = {"document": b"%PDF", "picture": png(), "scene": b"{}", "log": b"log \xff"}
    artifact, backend = run(exchange(message(parts=parts, errors=[["bad", 7], ["worse", None]])))
    assert artifact.outcome is Outcome.OK
    assert (artifact.document, artifact.picture, artifact.scene) == (b"%PDF", png(), b"{}")
    assert artifact.log == "log \ufffd"
    assert [(error.message, error.line) for error in artifact.errors] == [("bad", 4), ("worse", None)]
    assert (artifact.backend, artifact.toolchain) == ("scripted", "scripted:1")
    assert len(backend.requests) == 1


@pytest.mark.parametrize(
    "bad",
    [
        exchange(b""),
        exchange(b"garbage"),
        exchange(message()[:-1]),
        exchange(message() + b"x"),
        exchange(frames.pack({"log": b"no result"})),
        exchange(frames.pack({"result": b"{}"})),
        exchange(frames.pack({"result": b"[" * 100_000})),
        exchange(frames.pack({"result": b"null"})),
        exchange(message(outcome="fantastic")),
        exchange(message(cpu="much")),
        exchange(message(width=float("nan"))),
        exchange(message(pages=True)),
        exchange(message(errors=[["text"]])),
        exchange(message(stages=[1])),
        exchange(message(parts={"picture": b"no png"})),
        exchange(message(parts={"picture": png(width=5000)})),
        exchange(message(parts={"log": b"x" * (LIMITS.log + 1)})),
        exchange(message(parts={"scene": b"x" * (LIMITS.scene + 1)})),
        exchange(b"x" * (LIMITS.archive + 1)),
        exchange(message(), overdue=True),
        exchange(message(outcome="timeout", suspect="starved")),
        exchange(message(outcome="memory", suspect="killed")),
        exchange(message(suspect="starved", scene_error="too long")),
        exchange(message(suspect="incomplete")),
        exchange(message(suspect="reader", scene_error="KeyError: 'x'")),
    ],
)
class TestDoubt:
    def test_twice_is_a_fault(self, bad):
        with pytest.raises(SandboxFault, match="failed twice"):
            run(bad, bad)

    def test_once_is_forgotten_when_the_second_try_is_clear(self, bad):
        artifact, backend = run(bad, exchange(message()))
        assert artifact.outcome is Outcome.OK
        assert len(backend.requests) == 2


def test_the_second_try_has_more_wall_time_and_no_more_of_anything_else():
    _, backend = run(exchange(b""), exchange(message()))
    first, second = (
        json.loads(frames.unpack(request, frames.REQUEST_NAMES, 1 << 20)["job"])["limits"]
        for request, _ in backend.requests
    )
    assert {name for name in first if first[name] != second[name]} == {"wall", "step"}
    assert second["wall"] > first["wall"]
    assert backend.requests[1][1] > backend.requests[0][1]


def test_a_clear_outcome_is_not_tried_again():
    for outcome in ("compile-error", "timeout", "memory", "output", "refused"):
        artifact, backend = run(exchange(message(outcome=outcome)))
        assert artifact.outcome == outcome
        assert len(backend.requests) == 1


def test_the_engines_word_on_memory_counts():
    for data in (b"", message(outcome="memory", suspect="killed")):
        artifact, backend = run(exchange(data, out_of_memory=True))
        assert artifact.outcome is Outcome.MEMORY
        assert len(backend.requests) == 1


def test_memory_killed_elsewhere_does_not_excuse_a_clear_outcome():
    assert run(exchange(message(), out_of_memory=True))[0].outcome is Outcome.OK


def test_a_fault_of_the_backend_is_passed_on():
    with pytest.raises(SandboxFault, match="the engine is gone"):
        run(SandboxFault("the engine is gone"))


def test_the_second_try_runs_alone():
    running, together, lock = [], [], threading.Lock()

    class Watched(Scripted):
        def exchange(self, request, seconds):
            second = seconds > LIMITS.total
            with lock:
                running.append(second)
                together.append((second, len(running)))
            time.sleep(0.02)
            with lock:
                running.remove(second)
            if not second and b"bad" in request:
                return exchange(b"")
            return exchange(message())

    driver = Driver(Watched(), LIMITS, workers=4)
    jobs = [Job("bad" if n % 3 == 0 else "good", Engine.PDFLATEX) for n in range(12)]
    threads = [threading.Thread(target=driver.run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [count for second, count in together if second] == [1] * 4
    assert max(count for second, count in together if not second) > 1


def test_closing_closes_the_backend_and_refuses_more():
    backend = Scripted()
    with Driver(backend, LIMITS) as driver:
        pass
    driver.close()
    assert backend.closed >= 1
    with pytest.raises(SandboxFault, match="closed"):
        driver.run(JOB)
