"""The run folder survives a kill at any moment, a second process, a changed configuration and a full disk."""

import errno
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from harness_fakes import CHILD, FakeJudge, FakeTask, manifest_of, open_run

from mathvis.errors import RunConflict, UsageError
from mathvis.harness import Reply, ScriptedModel
from mathvis.harness.store import FaultNote, Manifest, RunStore, StoreFault, files
from mathvis.harness.store.manifest import differences
from mathvis.harness.store.rounds import load_artifact, load_round
from mathvis.metrics.records import Fault

TASKS = [FakeTask("algebra/group/a"), FakeTask("topology/knot/b")]
MODEL = ScriptedModel(["x"])
A = "algebra/group/a"


@pytest.fixture
def store(tmp_path):
    with open_run(tmp_path / "run", TASKS, MODEL) as opened:
        yield opened


def judged(store, text="good", task=A, rollout=1):
    reply = Reply(text)
    store.add_reply(task, rollout, 1, reply)
    judgement = FakeJudge().judge(FakeTask(task), text)
    store.add_judgement(task, rollout, 1, judgement, reply=reply, job="job-1")
    return judgement


class TestLayout:
    def test_a_judged_round_lies_where_people_look_for_it(self, store):
        judged(store)
        folder = store.folder / "rollouts" / A / "1" / "round-1"
        assert sorted(path.name for path in folder.iterdir()) == [
            "compile.log", "figure.pdf", "figure.png", "program.tex", "round.json", "scene.json", "verdict.json",
        ]  # fmt: skip
        assert (folder / "program.tex").read_text() == "good"

    def test_the_manifest_tells_how_to_repeat_the_run(self, store):
        body = json.loads((store.folder / "run.json").read_bytes())
        assert body["configuration"]["tasks"][A]["rollouts"] == 3
        assert set(body["judging"]) >= {
            "mathvis",
            "code",
            "tolerances",
            "codes",
            "limits",
            "scene",
            "toolchain",
            "tasks",
        }
        assert set(body["record"]) >= {"started", "git", "host"}

    def test_the_rendered_prompts_are_stored_with_their_hashes(self, store):
        lines = [json.loads(line) for line in (store.folder / "prompts.jsonl").read_text().splitlines()]
        assert [line["task"] for line in lines] == [A, "topology/knot/b"]
        assert lines[0]["sha256"] == store.manifest.configuration["tasks"][A]["prompt"]

    @pytest.mark.parametrize("name", ["../../etc", "a/../b", "/abs", "a//b", ".hidden/x/y", "a/b/c\n", ""])
    def test_no_name_leads_out_of_the_folder(self, store, name):
        with pytest.raises(UsageError, match="no name of a task"):
            store.round_folder(name, 1)


class TestReading:
    def test_what_was_stored_comes_back(self, store):
        judgement = judged(store)
        with pytest.raises(RunConflict, match="in use by process"):
            RunStore.resume(store.folder)
        again = RunStore.read(store.folder)
        assert again.reply(A, 1).text == "good"
        assert again.judged(A, 1).verdict == judgement.verdict
        assert load_artifact(again.round_folder(A, 1)) == ("job-1", judgement.artifact)

    @pytest.mark.parametrize("name", ["verdict.json", "round.json"])
    @pytest.mark.parametrize("damage", [b"", b"{", b"\xff\xfe", None])
    def test_a_damaged_verdict_is_none_and_is_judged_again(self, store, name, damage):
        judged(store)
        path = store.round_folder(A, 1) / name
        path.unlink() if damage is None else path.write_bytes(damage)
        assert store.judged(A, 1) is None

    def test_an_edited_verdict_does_not_count(self, store):
        judged(store, "T2")
        path = store.round_folder(A, 1) / "verdict.json"
        path.write_text(path.read_text().replace("false", "true"))
        assert store.judged(A, 1) is None

    @pytest.mark.parametrize("name", ["figure.pdf", "figure.png", "scene.json", "compile.log"])
    def test_a_damaged_artifact_is_none_but_its_verdict_stands(self, store, name):
        judged(store)
        (store.round_folder(A, 1) / name).write_bytes(b"other")
        assert load_artifact(store.round_folder(A, 1)) is None
        assert store.judged(A, 1) is not None

    def test_a_verdict_of_another_reply_does_not_count(self, store):
        judged(store)
        lines = (store.folder / "replies.jsonl").read_bytes()
        other = json.loads(lines)
        other["reply"]["text"], other["sha256"] = "bad", Reply("bad").sha256
        (store.folder / "replies.jsonl").write_text(json.dumps(other) + "\n")
        assert RunStore.read(store.folder).judged(A, 1) is None

    def test_a_verdict_under_another_judging_does_not_count(self, store):
        judged(store)
        store.renew_judging({**store.manifest.judging, "tolerances": "2"})
        assert store.judged(A, 1) is None
        assert load_round(store.round_folder(A, 1)) is not None

    def test_a_changed_task_takes_its_own_verdicts_along_and_no_others(self, store):
        judged(store)
        judged(store, task="topology/knot/b")
        tasks = {**store.manifest.judging["tasks"], A: "changed"}
        store.renew_judging({**store.manifest.judging, "tasks": tasks})
        assert store.judged(A, 1) is None
        assert store.judged("topology/knot/b", 1) is not None

    def test_a_reply_is_never_replaced(self, store):
        judged(store)
        with pytest.raises(UsageError, match="already"):
            store.add_reply(A, 1, 1, Reply("other"))

    def test_the_last_fault_of_a_rollout_is_known_and_torn_lines_are_not(self, store):
        store.add_fault(FaultNote(A, 1, Fault.MODEL, "gone"))
        store.add_fault(FaultNote(A, 1, Fault.OURS, "bug"))
        with (store.folder / "faults.jsonl").open("ab") as file:
            file.write(b'{"task": "algebra/gr')
        assert store.faults() == {(A, 1): FaultNote(A, 1, Fault.OURS, "bug")}

    @pytest.mark.parametrize(
        "content", [None, b"", b"[]", b'{"schema": "other"}', b'{"schema": "mathvis/run@1"}', b"\xff" * 99]
    )
    def test_what_is_no_run_is_a_usage_error(self, tmp_path, content):
        if content is not None:
            (tmp_path / "run.json").write_bytes(content)
        with pytest.raises(UsageError, match=r"run\.json"):
            RunStore.read(tmp_path)

    def test_a_file_is_no_run(self, tmp_path):
        (tmp_path / "file").write_text("x")
        with pytest.raises(UsageError):
            RunStore.read(tmp_path / "file")


class TestResuming:
    def manifest(self, **options):
        return manifest_of(TASKS, MODEL, **options)

    def test_an_existing_run_is_not_started_again(self, store):
        store.close()
        with pytest.raises(RunConflict, match="--resume"):
            open_run(store.folder, TASKS, MODEL)

    def test_a_folder_with_other_things_is_left_alone(self, tmp_path):
        (tmp_path / "thesis.tex").write_text("years of work")
        with pytest.raises(RunConflict, match=r"thesis\.tex"):
            open_run(tmp_path, TASKS, MODEL)
        assert (tmp_path / "thesis.tex").read_text() == "years of work"

    def test_a_start_that_was_killed_before_the_manifest_can_be_repeated(self, tmp_path):
        for name in ("lock", "prompts.jsonl", ".prompts.jsonl.77.draft", ".run.json.77.draft"):
            (tmp_path / name).write_text("x")
        open_run(tmp_path, TASKS, MODEL).close()

    def test_the_same_configuration_goes_on(self, store):
        judged(store)
        store.close()
        with RunStore.resume(store.folder, self.manifest()) as again:
            assert again.judged(A, 1) is not None

    def test_another_configuration_is_refused_with_the_difference(self, store):
        store.close()
        with pytest.raises(RunConflict, match=r"sampling\.temperature: 0\.2 -> 0\.7"):
            RunStore.resume(store.folder, self.manifest(temperature=0.7))
        with pytest.raises(RunConflict, match=r"rollouts: 3 -> 5"):
            RunStore.resume(store.folder, self.manifest(rollouts=5))
        RunStore.resume(store.folder, self.manifest()).close()

    def test_another_toolchain_or_task_is_refused_and_score_is_named(self, store):
        store.close()
        with pytest.raises(RunConflict, match=r'(?s)toolchain: "tool-1" -> "tool-2".*mathvis score'):
            RunStore.resume(store.folder, self.manifest(toolchain="tool-2"))

    def test_time_and_host_are_no_configuration(self, store):
        store.close()
        other = replace(self.manifest(), record={"started": "1970", "host": {}})
        RunStore.resume(store.folder, other).close()

    def test_differences_name_every_leaf(self):
        assert differences({"a": {"b": 1, "c": 2}, "d": 3}, {"a": {"b": 1, "c": 4}, "e": 5}) == [
            "a.c: 2 -> 4", "d: 3 -> (absent)", "e: (absent) -> 5",
        ]  # fmt: skip

    def test_a_torn_reply_is_cut_off_so_that_the_next_line_is_whole(self, store):
        judged(store)
        store.close()
        path = store.folder / "replies.jsonl"
        whole = path.read_bytes()
        for torn in (whole[:1], whole[:-1], b'{"sha'):
            path.write_bytes(whole + torn)
            with RunStore.resume(store.folder) as again:
                assert path.read_bytes() == whole
                assert again.reply(A, 1).text == "good"
        with RunStore.resume(store.folder) as again:
            again.add_reply(A, 2, 1, Reply("next"))
        assert RunStore.read(store.folder).reply(A, 2).text == "next"

    def test_drafts_of_a_killed_process_are_swept(self, store):
        judged(store)
        store.close()
        folder = store.folder / "rollouts" / A / "1"
        (folder / ".round-1.99.draft").mkdir()
        (folder / ".round-1.99.draft" / "figure.pdf").write_text("half")
        (store.folder / ".run.json.99.draft").write_text("half")
        RunStore.resume(store.folder).close()
        assert sorted(path.name for path in folder.iterdir()) == ["round-1"]

    def test_manifests_read_back_as_written(self):
        manifest = self.manifest()
        assert Manifest.from_json(manifest.to_json()) == manifest


class TestLock:
    def test_a_second_process_is_refused_and_the_first_named(self, store):
        done = subprocess.run(
            [
                sys.executable,
                "-c",
                f"from pathlib import Path\nfrom mathvis.harness.store import RunStore\nRunStore.resume(Path({str(store.folder)!r}))",
            ],
            capture_output=True,
            text=True,
            check=False,
            env=CHILD,
        )
        assert done.returncode == 1
        assert f"in use by process {os.getpid()}" in done.stderr

    def test_the_lock_of_a_killed_process_is_free(self, tmp_path, store):
        store.close()
        code = f"""
import os, signal
from pathlib import Path
from mathvis.harness.store import RunStore
store = RunStore.resume(Path({str(store.folder)!r}))
os.kill(os.getpid(), signal.SIGKILL)
"""
        done = subprocess.run([sys.executable, "-c", code], check=False, env=CHILD)
        assert done.returncode == -9
        RunStore.resume(store.folder).close()


class TestDisk:
    def fail(self, monkeypatch, code):
        def fsync(handle):
            raise OSError(code, os.strerror(code))

        monkeypatch.setattr(files.os, "fsync", fsync)

    @pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EDQUOT, errno.EIO])
    def test_a_full_disk_is_a_clear_fault_and_leaves_what_was_there(self, store, monkeypatch, code):
        judged(store)
        before = (store.folder / "replies.jsonl").read_bytes()
        card = b"old"
        store.write_scorecard(card)
        self.fail(monkeypatch, code)
        with pytest.raises(StoreFault, match="--resume") as caught:
            store.add_reply(A, 2, 1, Reply("lost"))
        assert os.strerror(code) in str(caught.value)
        assert caught.value.exit_code == 3
        assert (store.folder / "replies.jsonl").read_bytes() == before
        assert store.reply(A, 2) is None
        with pytest.raises(StoreFault):
            store.write_scorecard(b"new")
        assert (store.folder / "scorecard.json").read_bytes() == card
        monkeypatch.undo()
        store.add_reply(A, 2, 1, Reply("found again"))
        assert len(RunStore.read(store.folder)._replies) == 2

    def test_a_write_that_the_kernel_refuses_half_way_leaves_whole_lines(self, tmp_path):
        """A limit on the size of files stands for the full disk: the kernel refuses in the middle of a write."""
        code = f"""
import resource, sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
from pathlib import Path
from harness_fakes import *
from mathvis.harness import Reply, ScriptedModel
from mathvis.harness.store import StoreFault
store = open_run(Path({str(tmp_path)!r}) / "run", [FakeTask({A!r})], ScriptedModel([]), rollouts=9)
import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
store.add_reply({A!r}, 1, 1, Reply("x" * 1000))
resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))
try:
    for n in range(2, 9):
        store.add_reply({A!r}, n, 1, Reply("x" * 1000))
except StoreFault as fault:
    print(n, fault)
"""
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=CHILD)
        number = int(done.stdout.split()[0])
        assert "File too large" in done.stdout
        data = (tmp_path / "run" / "replies.jsonl").read_bytes()
        assert data.endswith(b"\n")
        assert data.count(b"\n") == number - 1

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
    def test_a_read_only_folder_is_a_clear_fault(self, tmp_path):
        tmp_path.chmod(0o500)
        with pytest.raises(StoreFault, match="writable"):
            open_run(tmp_path / "run", TASKS, MODEL)

    def test_a_folder_that_cannot_be_is_a_clear_fault(self, tmp_path):
        (tmp_path / "file").write_text("x")
        with pytest.raises(StoreFault, match="Not a directory"):
            open_run(tmp_path / "file" / "run", TASKS, MODEL)
