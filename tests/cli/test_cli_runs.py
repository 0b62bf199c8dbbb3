"""`run`, `score` and `report` from the command line: messages, exit codes, what lies in the folder."""

import json
import os
import re
import shlex
import signal
import threading
from contextlib import contextmanager
from fnmatch import fnmatchcase
from types import SimpleNamespace

import pytest
from harness_fakes import FakeDrawing, FakeJudge, FakeTask

from mathvis.cli.main import main
from mathvis.errors import SandboxFault, UsageError
from mathvis.harness import session
from mathvis.harness.artifacts import job_digest
from mathvis.harness.store import RunStore
from mathvis.sandbox.model import Artifact, Engine, Job, Outcome

TASKS = [
    FakeTask(
        "algebra/group/a",
        references=(FakeDrawing("reference.tex", "good"),),
        negatives=(FakeDrawing("wrong.tex", "R8", must=(("second", "R8"),)),),
    ),
    FakeTask("topology/knot/a", negatives=(FakeDrawing("odd.tex", "R4", must=(("second", "R4"),)),)),
]


class FakeSandbox:
    """Compiles nothing; counts its jobs."""

    backend = "fake"
    toolchain = "tool-1"

    def __init__(self):
        self.jobs = []

    def run(self, job):
        self.jobs.append(job)
        return Artifact(Outcome.OK, job.engine, scene=b"{}", log="log", toolchain=self.toolchain)

    def close(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *args):
        pass


class FakeVerifier(FakeJudge):
    """The fake judge, with a job in the sandbox for every program."""

    def __init__(self, sandbox):
        super().__init__()
        self.sandbox = sandbox

    def judge(self, task, reply, *, finished=None):
        judgement = super().judge(task, reply)
        if judgement.artifact is None:
            return judgement
        artifact = self.sandbox.run(Job(reply, Engine.PDFLATEX))
        return SimpleNamespace(verdict=judgement.verdict, extraction=judgement.extraction, artifact=artifact)


@pytest.fixture
def world(monkeypatch, tmp_path):
    """Fake tasks, sandbox and verifier; returns what the tests may turn."""
    state = SimpleNamespace(
        sandbox=FakeSandbox(), tasks=list(TASKS), out=tmp_path / "run", replies=tmp_path / "replies"
    )

    def load_tasks(selectors=("*",), *, root=None, disciplines=(), sample=None, seed=0):
        found = [
            t
            for t in state.tasks
            if any(fnmatchcase(t.name, s) for s in selectors)
            and (not disciplines or t.name.split("/")[0] in disciplines)
        ]
        if not found:
            raise UsageError(f"no task matches {', '.join(selectors)}")
        return tuple(found[:sample])

    @contextmanager
    def opened():
        yield state.sandbox

    def open_sandbox(backend="auto"):
        if state.sandbox is None:
            raise SandboxFault("there is no usable sandbox; install bubblewrap")
        return state.sandbox

    monkeypatch.setattr(session, "load_tasks", load_tasks)
    monkeypatch.setattr(session, "open_sandbox", open_sandbox)
    monkeypatch.setattr(session, "Verifier", FakeVerifier)
    monkeypatch.setattr(
        session, "judging_of", lambda **given: {"code": "as it is", **given}
    )  # somebody may be editing the code while the tests run
    return state


def record(world, words):
    for task, texts in words.items():
        folder = world.replies / task
        folder.mkdir(parents=True, exist_ok=True)
        for number, text in enumerate(texts, 1):
            if text is not None:
                (folder / f"{number}.md").write_text(text)
    return ["--model", f"replay:{world.replies}"]


def run(world, *arguments):
    return main(["run", "--out", str(world.out), *arguments])


ALL = {"algebra/group/a": ["good", "R8", "T1"], "topology/knot/a": ["good", "good", "good"]}


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


SETTINGS = {
    "temperature": ["--temperature", "0.9", "sampling.temperature"],
    "no temperature": ["--temperature", "none", "sampling.temperature"],
    "length": ["--max-tokens", "9", "sampling.max_tokens"],
    "seed": ["--seed", "7", "sampling.seed"],
    "no seed": ["--seed", "none", "sampling.seed"],
    "prompt": ["--prompt", "cot", "prompt.setting"],
    "rollouts": ["--rollouts", "2", "rollouts"],
    "model": ["--model", "reference", "model.spec"],
}


class TestConflicts:
    def test_an_existing_run_needs_resume(self, world, capsys):
        model = record(world, ALL)
        run(world, *model)
        assert run(world, *model) == 2
        assert "--resume" in capsys.readouterr().err

    def test_a_changed_configuration_is_refused_with_the_difference(self, world, capsys):
        model = record(world, ALL)
        run(world, *model)
        assert run(world, *model, "--resume", "--temperature", "0.9") == 2
        err = capsys.readouterr().err
        assert "sampling.temperature: 0.2 -> 0.9; give --temperature 0.2\n" in err
        assert err.endswith("or start a new run in another folder\n")

    @pytest.mark.parametrize("backwards", [False, True], ids=["changed", "left out"])
    @pytest.mark.parametrize("change", SETTINGS.values(), ids=SETTINGS)
    def test_what_is_advised_lets_the_run_go_on(self, world, capsys, change, backwards):
        """Whatever setting differs, it is named with both values, and the option that is told restores it."""
        option, value, name = change
        plain = record(world, ALL)
        changed = [*plain, option, value]
        first, then = (changed, plain) if backwards else (plain, changed)
        assert run(world, *first) == 0
        capsys.readouterr()
        assert run(world, *then, "--resume") == 2
        err = capsys.readouterr().err
        (line,) = [line for line in err.splitlines() if option in line]
        assert re.match(rf"  {name}.*: \S.* -> \S.*; give {option} \S+$", line)
        advice = shlex.split(line.split("give ")[1])
        assert run(world, *then, "--resume", *advice) == 0

    @pytest.mark.parametrize(
        ("first", "then", "advice"),
        [
            (["--tasks", "algebra/*"], [], "give --tasks 'algebra/*'"),
            (["--tasks", "algebra/*"], ["--tasks", "topology/*"], "give --tasks 'algebra/*'"),
            (["--discipline", "topology"], [], "give --discipline topology"),
            (["--sample", "1"], [], "give --sample 1"),
            ([], ["--tasks", "algebra/*"], "leave out --tasks"),
            ([], ["--discipline", "topology"], "leave out --discipline"),
            (
                ["--tasks", "algebra/*"],
                ["--sample", "1", "--tasks", "t*"],
                "give --tasks 'algebra/*', leave out --sample",
            ),
        ],
    )
    def test_another_selection_is_refused_in_one_line_with_the_selection_of_the_run(
        self, world, capsys, first, then, advice
    ):
        model = record(world, ALL)
        assert run(world, *model, *first) == 0
        assert run(world, *model, *then, "--resume") == 2
        lines = capsys.readouterr().err.splitlines()
        (line,) = [line for line in lines if line.startswith("  tasks: ")]
        assert line.endswith(f"; {advice}")
        assert not [line for line in lines if line.startswith("  tasks.")]
        assert run(world, *model, *first, "--resume") == 0

    def test_another_backend_is_refused_with_the_one_that_the_run_was_begun_with(self, world, capsys, monkeypatch):
        """As when an image is built in between: `auto` then takes another backend."""

        class Backends(FakeSandbox):
            def __init__(self, backend):
                super().__init__()
                self.toolchain = f"{backend}:{backend.encode().hex() * 4}"

        monkeypatch.setattr(session, "open_sandbox", lambda name: Backends("docker" if name == "auto" else name))
        model = record(world, ALL)
        assert run(world, *model, "--backend", "bubblewrap") == 0
        assert run(world, *model, "--resume") == 2
        err = capsys.readouterr().err
        assert re.search(r'toolchain: "bubblewrap:\w{12}…" -> "docker:\w+…?"; give --backend bubblewrap\n', err)
        assert f"or run `mathvis score {world.out}` first" in err
        assert run(world, *model, "--resume", "--backend", "bubblewrap") == 0
        assert main(["score", str(world.out), "--backend", "docker"]) == 0
        capsys.readouterr()
        assert run(world, *model, "--resume", "--backend", "bubblewrap") == 2
        assert "give --backend docker" in capsys.readouterr().err
        assert run(world, *model, "--resume") == 0

    def test_what_no_option_restores_is_told_as_such(self, world, capsys):
        model = record(world, ALL)
        run(world, *model)
        world.tasks[0] = FakeTask("algebra/group/a", prompt="Draw something else.")
        assert run(world, *model, "--resume", "--temperature", "0.9") == 2
        err = capsys.readouterr().err
        assert "tasks.algebra/group/a.prompt: " in err
        assert "give --temperature 0.2" in err
        assert "no option restores all of it: start a new run in another folder" in err

    def test_a_run_in_use_is_refused(self, world, capsys):
        model = record(world, ALL)
        run(world, *model)
        with RunStore.resume(world.out):
            assert run(world, *model, "--resume") == 2
            assert main(["score", str(world.out)]) == 2
            assert main(["report", str(world.out)]) == 0
        assert "in use by process" in capsys.readouterr().err

    def test_no_sandbox_exits_3(self, world, capsys):
        world.sandbox = None
        assert run(world, "--model", "reference") == 3
        assert "install bubblewrap" in capsys.readouterr().err


class TestScore:
    def card(self, world):
        return json.loads((world.out / "scorecard.json").read_text())

    def test_scores_again_from_stored_replies_and_artifacts_without_a_sandbox(self, world, capsys):
        run(world, *record(world, ALL))
        before = self.card(world)
        (world.out / "scorecard.json").unlink()
        world.sandbox = None
        assert main(["score", str(world.out)]) == 0
        assert self.card(world) == before
        assert "stored artifacts are used as they are" in capsys.readouterr().out

    def test_uses_stored_artifacts_of_the_same_toolchain(self, world):
        run(world, *record(world, ALL))
        world.sandbox = FakeSandbox()
        assert main(["score", str(world.out)]) == 0
        assert world.sandbox.jobs == []
        assert main(["score", str(world.out), "--recompile"]) == 0
        assert len(world.sandbox.jobs) == 5

    def test_makes_them_again_under_another_toolchain_and_says_so(self, world, capsys):
        run(world, *record(world, ALL))
        world.sandbox = FakeSandbox()
        world.sandbox.toolchain = "tool-2"
        assert main(["score", str(world.out)]) == 0
        assert len(world.sandbox.jobs) == 5
        out = capsys.readouterr().out
        assert "another toolchain" in out
        assert 'toolchain: "tool-1" -> "tool-2"' in out
        world.sandbox = FakeSandbox()
        world.sandbox.toolchain = "tool-2"
        assert main(["score", str(world.out)]) == 0
        assert world.sandbox.jobs == []

    def test_a_damaged_artifact_without_a_sandbox_is_missing_not_wrong(self, world, capsys):
        run(world, *record(world, ALL))
        (world.out / "rollouts/algebra/group/a/2/round-1/scene.json").write_bytes(b"")
        (world.out / "rollouts/algebra/group/a/2/round-1/verdict.json").write_bytes(b"")
        world.sandbox = None
        assert main(["score", str(world.out)]) == 3
        assert self.card(world)["missing"] == {"sandbox": 1}

    def test_lets_a_run_go_on_under_a_changed_task_but_not_under_a_changed_prompt(self, world, capsys, monkeypatch):
        model = record(world, ALL)
        run(world, *model)
        changed = FakeTask("algebra/group/a", references=(), discipline="x")
        monkeypatch.setattr(type(changed), "digest", property(lambda self: "new gold"))
        assert run(world, *model, "--resume") == 2
        assert "mathvis score" in capsys.readouterr().err
        assert main(["score", str(world.out)]) == 0
        assert run(world, *model, "--resume") == 0
        world.tasks[0] = FakeTask("algebra/group/a", prompt="Draw something else.")
        assert main(["score", str(world.out)]) == 2
        assert "start a new run" in capsys.readouterr().err

    def test_calls_no_model_for_what_was_never_answered(self, world):
        run(world, *record(world, {**ALL, "topology/knot/a": ["good", None, "good"]}))
        assert main(["score", str(world.out)]) == 3
        assert self.card(world)["overall"]["D-PSR"]["denominator"] == 5

    @pytest.mark.parametrize("make", ["nothing", "empty", "file"])
    def test_what_is_no_run_exits_2(self, tmp_path, capsys, make):
        path = tmp_path / "r"
        if make == "empty":
            path.mkdir()
        elif make == "file":
            path.write_bytes(os.urandom(1000))
        for command in ("score", "report"):
            assert main([command, str(path)]) == 2
        assert "Traceback" not in capsys.readouterr().err


class TestReport:
    def test_json_and_tsv_hold_the_same_numbers(self, world, capsys, tmp_path):
        run(world, *record(world, ALL))
        capsys.readouterr()
        assert main(["report", str(world.out), "--json", "--tsv", str(tmp_path / "t.tsv")]) == 0
        (body,) = json.loads(capsys.readouterr().out)["runs"]
        assert body["overall"]["D-PSR"]["numerator"] == 4
        assert body["usage"]["calls"] == 6
        header, *rows = [line.split("\t") for line in (tmp_path / "t.tsv").read_text().splitlines()]
        row = next(dict(zip(header, r, strict=True)) for r in rows if r[1:4] == ["overall", "", "D-PSR"])
        assert (row["numerator"], row["denominator"], row["run_missing"]) == ("4", "6", "0")

    def test_several_runs_stand_side_by_side(self, world, capsys):
        run(world, *record(world, ALL))
        first, world.out = world.out, world.out.with_name("other")
        run(world, "--model", "reference")
        capsys.readouterr()
        assert main(["report", str(first), str(world.out)]) == 0
        out = capsys.readouterr().out
        assert "100.0" in out
        assert "66.7" in out

    def test_tsv_to_stdout_is_nothing_but_tsv(self, world, capsys):
        run(world, *record(world, ALL))
        capsys.readouterr()
        assert main(["report", str(world.out), "--tsv", "-"]) == 0
        assert {line.count("\t") for line in capsys.readouterr().out.splitlines()} == {13}

    def test_a_file_that_cannot_be_written_exits_2(self, world, capsys):
        run(world, *record(world, ALL))
        assert main(["report", str(world.out), "--tsv", "/nowhere/t.tsv"]) == 2
        assert "/nowhere/t.tsv" in capsys.readouterr().err


def test_jobs_differ_when_anything_that_is_compiled_differs():
    jobs = [
        Job("a", Engine.PDFLATEX),
        Job("b", Engine.PDFLATEX),
        Job("a", Engine.LUALATEX),
        Job("a", Engine.PDFLATEX, 1),
    ]
    assert len({job_digest(job) for job in jobs}) == 4
