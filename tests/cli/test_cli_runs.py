"""`run` from the command line: messages, exit codes, what lies in the folder."""

import json
import os
import signal
import threading

import pytest
from harness_fakes import FakeDrawing, FakeTask
from run_world import ALL, FakeVerifier, record, run

from mathvis.errors import SandboxFault
from mathvis.harness import session


class TestRun:
    def test_a_complete_run_exits_0_whatever_the_score(self, world, capsys):
        assert run(world, *record(world, {name: ["T1"] * 3 for name in ALL})) == 0
        out, err = capsys.readouterr()
        assert "D-PSR" in out
        assert "0/6 rollouts" in out
        assert "as its package declares" not in out
        assert "6/6 rollouts" in err

    def test_references_exit_0_and_deliver(self, world, capsys):
        assert run(world, "--model", "reference", "--json") == 0
        body = json.loads(capsys.readouterr().out)
        assert body["scorecard"]["overall"]["D-PSR"]["value"] == 1.0
        assert body["scorecard"]["overall"]["pass^3"]["value"] == 1.0
        assert body["surprises"] == []

    def test_negatives_as_declared_exit_0_and_say_so(self, world, capsys):
        assert run(world, "--model", "negatives") == 0
        assert "every program came out as its package declares" in capsys.readouterr().out

    def test_a_negative_other_than_declared_exits_1_and_is_shown(self, world, capsys):
        world.tasks[0] = FakeTask(
            "algebra/group/a", negatives=(FakeDrawing("mistold.tex", "R5", must=(("second", "R8"),)),)
        )
        assert run(world, "--model", "negatives") == 1
        out = capsys.readouterr().out
        assert "mistold.tex" in out
        assert "second should fail with R8" in out
        assert "as its package declares" not in out

    def test_a_reference_that_fails_exits_1(self, world, capsys):
        world.tasks[0] = FakeTask("algebra/group/a", references=(FakeDrawing("reference.tex", "R8"),))
        assert run(world, "--model", "reference", "--json") == 1
        assert json.loads(capsys.readouterr().out)["surprises"][0]["problems"] == ["second fails with R8"]

    def test_missing_rollouts_exit_3_say_so_in_every_table_and_tell_how_to_go_on(self, world, capsys):
        model = record(world, {**ALL, "algebra/group/a": ["good", None, "R8"]})
        assert run(world, *model) == 3
        out, err = capsys.readouterr()
        assert out.count("INCOMPLETE: 1 of 6") == out.replace("scorecard", "by s").count("by ") >= 4
        assert "--resume" in err
        record(world, {"algebra/group/a": ["good", "good", "R8"]})

    def test_why_rollouts_are_missing_is_told_and_where_the_rest_is(self, world, capsys):
        model = record(world, {**ALL, "algebra/group/a": ["good", None, None]})
        assert run(world, *model, "--rollouts", "4") == 3
        out = capsys.readouterr().out
        told = [line for line in out.splitlines() if line.startswith("missing: ")]
        assert len(told) == 3
        assert all("has no recording of" in line for line in told)
        assert f"… and 1 more, each in {world.out / 'faults.jsonl'}" in out
        record(world, {name: ["good"] * 4 for name in ALL})

    def test_what_came_back_is_not_told_as_missing(self, world, capsys, monkeypatch):
        class Failing(FakeVerifier):
            def judge(self, task, reply, *, finished=None):
                raise SandboxFault("the disk is full")

        model = record(world, ALL)
        monkeypatch.setattr(session, "Verifier", Failing)
        assert run(world, *model) == 3
        assert "missing: the disk is full" in capsys.readouterr().out
        monkeypatch.setattr(session, "Verifier", FakeVerifier)
        assert run(world, *model, "--resume") == 0
        assert "missing" not in capsys.readouterr().out.replace("0 missing", "")

    def test_resume_fills_what_is_missing(self, world, capsys):
        assert run(world, *record(world, ALL), "--tasks", "algebra/*") == 0
        assert run(world, "--model", f"replay:{world.replies}", "--tasks", "algebra/*", "--resume") == 0

    def test_resume_starts_a_run_that_is_not_there(self, world):
        assert run(world, *record(world, ALL), "--resume") == 0

    def test_a_repeated_fault_of_ours_is_not_publishable(self, world, capsys):
        assert run(world, *record(world, {**ALL, "topology/knot/a": ["good", "crash!", "good"]})) == 3
        assert "NOT PUBLISHABLE" in capsys.readouterr().out

    def test_ctrl_c_exits_130_keeps_everything_and_tells_how_to_resume(self, world, capsys, monkeypatch):
        first = threading.Lock()

        class Interrupted(FakeVerifier):
            def judge(self, task, reply, *, finished=None):
                if first.acquire(blocking=False):
                    os.kill(os.getpid(), signal.SIGINT)
                    threading.Event().wait(0.1)
                return super().judge(task, reply)

        monkeypatch.setattr(session, "Verifier", Interrupted)
        model = record(world, ALL)
        assert run(world, *model) == 130
        assert "--resume" in capsys.readouterr().err
        monkeypatch.setattr(session, "Verifier", FakeVerifier)
        assert run(world, *model, "--resume") == 0

    def test_the_options_are_in_the_manifest(self, world):
        model = record(world, ALL)
        run(
            world,
            *model,
            "--rollouts",
            "2",
            "--temperature",
            "none",
            "--max-tokens",
            "9",
            "--prompt",
            "cot",
            "--seed",
            "7",
        )
        body = json.loads((world.out / "run.json").read_text())
        assert body["configuration"]["sampling"] == {"temperature": None, "max_tokens": 9, "seed": 7}
        assert body["configuration"]["prompt"]["setting"] == "cot"
        assert body["configuration"]["rollouts"] == 2
        assert body["configuration"]["harness"] == "direct"


WRONG = {
    "unknown model": (["--model", "nobody"], "expected one of"),
    "agent": (["--model", "reference", "--harness", "agent"], "not available in this version"),
    "unknown harness": (["--model", "reference", "--harness", "x"], "direct or agent"),
    "unknown prompt": (["--model", "reference", "--prompt", "x"], "cot-2shot"),
    "unknown task": (["--model", "reference", "--tasks", "x/*"], "no task matches"),
    "no rollouts": (["--model", "reference", "--rollouts", "0"], "--rollouts"),
    "a temperature that is none": (["--model", "reference", "--temperature", "warm"], "--temperature"),
    "a temperature that is too high": (["--model", "reference", "--temperature", "9"], "--temperature"),
    "not a number": (["--model", "reference", "--temperature", "nan"], "--temperature"),
    "no number": (["--model", "reference", "--rollouts", "many"], "--rollouts"),
    "no recordings": (["--model", "replay:/nowhere"], "no such file"),
    "base url for a replay": (["--model", "reference", "--base-url", "http://x"], "--base-url"),
    "no model": ([], "--model"),
    "unknown option": (["--model", "reference", "--colour"], "--colour"),
}


@pytest.mark.parametrize(("arguments", "message"), WRONG.values(), ids=WRONG)
def test_wrong_usage_exits_2_with_one_clear_message(world, capsys, arguments, message):
    assert run(world, *arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert "Traceback" not in err
    assert not (world.out / "run.json").exists()
