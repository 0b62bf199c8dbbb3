"""`score` and `report` from the command line: stored replies judged again, and what is told of them."""

import json
import os

import pytest
from harness_fakes import FakeTask
from run_world import ALL, FakeSandbox, record, run

from mathvis.cli.main import main
from mathvis.harness.artifacts import job_digest
from mathvis.sandbox.model import Engine, Job


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
