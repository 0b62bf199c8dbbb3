"""A run that kills itself (SIGKILL) at its N-th operation on the run folder; N = 0 never.

Usage: killed_run.py FOLDER N. Writes are torn: the first half reaches the file.
"""

import asyncio
import os
import signal
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from harness_fakes import FakeJudge, FakeTask, open_run, player_of

from mathvis.harness import ScriptedModel
from mathvis.harness.player import Effort
from mathvis.harness.results import save_scorecard
from mathvis.harness.store import files, holds_run

SCRIPT = {
    "algebra/group/a": ["good", "R8", "plain"],
    "algebra/group/b": ["T2", "", "good"],
    "topology/knot/a": ["good", "good", "R4 " + "long " * 2000],
}
EVENTS = {"open", "os.rename", "os.mkdir", "os.remove", "os.rmdir", "os.truncate", "shutil.rmtree"}


class Killer:
    def __init__(self, folder, at):
        self.folder, self.at, self.count, self.lock = str(folder), at, 0, threading.Lock()

    def step(self, before=lambda: None):
        with self.lock:
            self.count += 1
            if self.count == self.at:
                before()
                os.kill(os.getpid(), signal.SIGKILL)

    def audit(self, event, args):
        if (
            event in EVENTS
            and args
            and isinstance(args[0], str | os.PathLike)
            and os.fspath(args[0]).startswith(self.folder)
        ):
            self.step()


def main():
    folder, at = Path(sys.argv[1]).resolve(), int(sys.argv[2])
    killer = Killer(folder, at)
    write, sync = os.write, os.fsync

    def torn(handle, data):
        killer.step(lambda: write(handle, bytes(data)[: len(data) // 2]))
        return write(handle, data)

    def synced(handle):
        killer.step()
        sync(handle)

    files.os.write, files.os.fsync = torn, synced
    sys.addaudithook(killer.audit)
    tasks = [FakeTask(name) for name in SCRIPT]
    model = ScriptedModel(SCRIPT)
    with open_run(folder, tasks, model, resume=holds_run(folder)) as store:
        effort = Effort(concurrency=2, workers=2)
        ending = asyncio.run(player_of(store, tasks, model, FakeJudge(), effort=effort).play())
        save_scorecard(store)
    sys.stdout.write(f"{killer.count} {len(model.calls)} {ending.tally.before}")


if __name__ == "__main__":
    main()
