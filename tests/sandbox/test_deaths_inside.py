"""Something inside a sandbox is killed in the middle of a run: no result is lost, changed or mixed up with another's."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from pathlib import Path

import pytest
from sandbox_backends import LIMITS_IN_TESTS, ready

from mathvis.errors import SandboxFault
from mathvis.extract.wrap import STANDARD_PREAMBLE
from mathvis.sandbox import Engine, Job, Outcome, open_sandbox

pytestmark = [pytest.mark.tex, pytest.mark.bubblewrap]

SLOW = r"\count255=0 \loop\advance\count255 1 \setbox0\hbox{\pdfmdfivesum{\the\count255}}\ifnum\count255<90000 \repeat"
"""Half a second of the engine's time."""


def figure(number: int, body: str = SLOW) -> Job:
    return Job(
        f"{STANDARD_PREAMBLE}\\begin{{document}}\n{body}\n"
        f"\\tikz\\draw (0,0) -- ({number},1) node {{${number}$}};\n\\end{{document}}\n",
        Engine.PDFLATEX,
    )


def parents() -> dict[int, int]:
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                found[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
    return found


def children() -> set[int]:
    return {pid for pid, parent in parents().items() if parent == os.getpid()}


class Place:
    """A sandbox, what it makes of two figures, and its processes among those of other sandboxes."""

    def __init__(self):
        self.others = children()
        self.sandbox = open_sandbox("bubblewrap", LIMITS_IN_TESTS, workers=1, store=False)
        self.slow, self.quick = self.sandbox.run(figure(3)), self.sandbox.run(figure(2, ""))

    def running(self, name: str) -> list[int]:
        """Its processes with this program, the youngest last."""
        above = parents()

        def ours(pid: int) -> bool:
            while pid in above and pid not in self.others:
                pid = above[pid]
                if pid == os.getpid():
                    return True
            return False

        return sorted((pid for pid in above if name_of(pid) == name and ours(pid)), key=lambda pid: (born(pid), pid))

    def still_works(self):
        after = self.sandbox.run(figure(2, ""))
        assert (after.scene, after.picture) == (self.quick.scene, self.quick.picture)


def name_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""


def parent_name(pid: int) -> str:
    return name_of(parents().get(pid, 0))


def born(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19])
    except OSError:
        return 0


@pytest.fixture(scope="module")
def place():
    found = ready(Place)
    yield found
    found.sandbox.close()


class Killer(threading.Thread):
    """Kills the processes that `choose` names, as soon as there are any; once, or for as long as it runs."""

    def __init__(self, place, choose, *, again=False):
        super().__init__(daemon=True)
        self.running, self.choose, self.again = place.running, choose, again
        self.before = set(self.running("python3") + self.running("pdflatex"))
        self.killed: list[int] = []
        self.over = threading.Event()

    def run(self):
        while not self.over.is_set():
            for pid in self.choose(self):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                    self.killed.append(pid)
            if self.killed and not self.again:
                return
            time.sleep(0.005)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.join()


def new(name):
    """What was not there when the killer came."""
    return lambda killer: [pid for pid in killer.running(name) if pid not in killer.before]


VICTIMS = {
    "reader": new("python3"),
    "forked engine": new("pdflatex"),
    "renderer": lambda killer: killer.running("pdftoppm")[1:],
    "live engines": lambda killer: [pid for pid in killer.running("pdflatex") if pid in killer.before],
    "waiting renderers": lambda killer: killer.running("pdftoppm")[:1] + killer.running("rsvg-convert")[:1],
    "runner": lambda killer: killer.running("python3")[:1],
}


@pytest.mark.parametrize("victim", VICTIMS)
def test_a_death_changes_nothing(place, victim):
    place.still_works()
    with Killer(place, VICTIMS[victim]) as killer:
        found = place.sandbox.run(figure(3))
    if victim != "renderer":  # it lives for a few milliseconds
        assert killer.killed
    assert (found.outcome, found.scene_error) == (Outcome.OK, "")
    assert (found.scene, found.picture, found.errors) == (place.slow.scene, place.slow.picture, place.slow.errors)
    place.still_works()


@pytest.mark.parametrize("victim", ["reader", "forked engine"])
def test_who_dies_each_time_is_a_fault_and_no_outcome(place, victim):
    place.still_works()
    name = {"reader": "python3", "forked engine": "pdflatex"}[victim]

    def choose(killer):
        found = [pid for pid in killer.running(name) if pid not in killer.before]
        if victim == "reader":  # not the runner of a sandbox of its own, whose parent is no Python
            found = [pid for pid in found if parent_name(pid) == "python3"]
        return found

    with Killer(place, choose, again=True) as killer, pytest.raises(SandboxFault, match="killed"):
        place.sandbox.run(figure(3))
    assert len(killer.killed) >= 3
    place.still_works()


KINDS = {
    "figure": figure(1, ""),
    "turned page": Job(figure(1, "").source.replace("\\begin{document}", "\\pdfpageattr{/Rotate 90}\\begin{document}"), Engine.PDFLATEX),
    "cropped page": Job(figure(1, "").source.replace("\\begin{document}", "\\pdfpageattr{/CropBox [0 0 9 9]}\\begin{document}"), Engine.PDFLATEX),
    "error": figure(1, "\\nosuchmacro"),
    "no page": Job("\\documentclass{article}\\begin{document}\\end{document}", Engine.PDFLATEX),
    "huge page": figure(1, "\\pdfpagewidth=16000pt \\pdfpageheight=16000pt \\shipout\\hbox{x}"),
    "no document": Job("\\documentclass{article}\\begin{document}\\immediate\\openout5=figure.pdf \\immediate\\write5{x}\\immediate\\closeout5\\csname @@end\\endcsname", Engine.PDFLATEX),
    "svg": Job('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4"/></svg>', Engine.SVG),
    "svg in a unit square": Job('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><text font-size=".1" y=".5">a</text></svg>', Engine.SVG),
    "svg that is refused": Job('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', Engine.SVG),
    "svg that is none": Job("<x/>", Engine.SVG),
}  # fmt: skip


def test_a_worker_keeps_no_file_open(place):
    """A descriptor is a document in memory: a few hundred of them would be all the memory there is."""
    for job in KINDS.values():
        place.sandbox.run(job)
    (runner,) = [pid for pid in place.running("python3") if parent_name(pid) != "python3"]

    def held():
        try:
            found = sorted(str(each.readlink()) for each in Path(f"/proc/{runner}/fd").iterdir())
        except PermissionError:
            pytest.skip("only root sees what a worker has open")
        return [each for each in found if not each.startswith("socket:")]  # a live engine more has one

    before = held()
    for name, job in KINDS.items():
        for _ in range(2):
            place.sandbox.run(job)
        assert held() == before, name
