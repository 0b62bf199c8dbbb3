"""A world of fakes for `run`, `score` and `report`: two tasks, a sandbox that compiles nothing, a judge."""

from types import SimpleNamespace

from harness_fakes import FakeDrawing, FakeJudge, FakeTask

from mathvis.cli.main import main
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
