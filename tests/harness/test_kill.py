"""kill -9 at any operation, then --resume: the scorecard equals that of an undisturbed run."""

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from harness_fakes import CHILD

RUN = Path(__file__).parent / "killed_run.py"


def start(folder, at):
    done = subprocess.run(
        [sys.executable, RUN, folder, str(at)], env=CHILD, capture_output=True, text=True, check=False
    )
    assert done.returncode in (0, -signal.SIGKILL), done.stderr
    return done


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole") / "run"
    done = start(folder, 0)
    operations, calls, before = map(int, done.stdout.split())
    assert (calls, before) == (9, 0)
    return (folder / "scorecard.json").read_bytes(), operations


def test_the_scorecard_equals_that_of_an_undisturbed_run(tmp_path, undisturbed):
    expected, operations = undisturbed
    rng = random.Random(1)  # noqa: S311
    folder = tmp_path / "run"
    kills = 0
    for _ in range(40):
        done = start(folder, rng.randint(1, operations // 3))
        if done.returncode == 0:
            break
        kills += 1
    assert done.returncode == 0
    assert kills >= 3
    assert (folder / "scorecard.json").read_bytes() == expected
    leftovers = [str(p) for p in folder.rglob(".*")]
    assert leftovers == []
    replies = (folder / "replies.jsonl").read_text().splitlines()
    keys = [(line["task"], line["rollout"]) for line in map(json.loads, replies)]
    assert len(keys) == len(set(keys)) == 9


def test_a_kill_from_outside_frees_the_run(tmp_path, undisturbed):
    folder = tmp_path / "run"
    process = subprocess.Popen([sys.executable, RUN, folder, "0"], env=CHILD, stdout=subprocess.DEVNULL)
    while not (folder / "replies.jsonl").exists() and process.poll() is None:
        time.sleep(0.005)
    process.kill()
    process.wait()
    assert start(folder, 0).returncode == 0
    assert (folder / "scorecard.json").read_bytes() == undisturbed[0]
