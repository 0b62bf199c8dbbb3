"""Attacks by a program that took over its own process.

No program of TeX gets so far, so the runner is altered: where it would start TeX it starts Python, confined as TeX
is, and the program is Python. What is left of it are the walls.
"""

import io
import os
import tarfile

import hostile_native
import pytest
from hostile_program import svg
from test_hostile_programs import TIGHT

from mathvis.errors import SandboxFault
from mathvis.sandbox import Outcome, build, open_sandbox, payload
from mathvis.sandbox.engine import client

PROGRAMS = {program.name: program for program in hostile_native.PROGRAMS}
STEPS = "mathvis/sandbox/inside/tex_job.py"
TEX = b"command=[*engines.command(self.engine), *engines.PLAIN],"
PYTHON = b'command=["/usr/bin/python3", "-I", "-S", f"{FOLDER}/{JOBNAME}.tex"],'
INNOCENT = svg('<path d="M9 9L50 40" stroke="black"/><text x="20" y="20">A</text>')


def with_python(files):
    changed = files[STEPS].replace(TEX, PYTHON).replace(b"engines_alive = self.workshop.live", b"engines_alive = None")
    assert changed.count(PYTHON) == 1
    assert b"engines_alive = None" in changed
    return {**files, STEPS: changed}


@pytest.fixture(
    scope="module",
    params=[
        pytest.param("bubblewrap", marks=pytest.mark.bubblewrap),
        pytest.param("bubblewrap, cold", marks=pytest.mark.bubblewrap),
        pytest.param("docker", marks=pytest.mark.docker),
        pytest.param("docker, cold", marks=pytest.mark.docker),
    ],
)
def place(request):
    backend, _, cold = request.param.partition(", ")
    files = with_python(payload.payload())
    image = ""
    with pytest.MonkeyPatch.context() as patch:
        try:
            open_sandbox(backend, TIGHT, warm=False, store=False).close()
            patch.setattr(payload, "payload", lambda: files)
            if backend == "docker":
                image = build_upon_the_real_one(files)
            sandbox = open_sandbox(backend, TIGHT, workers=1, store=False, warm=not cold)
        except SandboxFault as fault:
            if os.environ.get("CI") == "true":
                pytest.fail(f"CI must test both backends: {fault}")
            pytest.skip(str(fault))
    before = sandbox.run(INNOCENT)
    assert before.outcome is Outcome.OK
    yield sandbox, before
    sandbox.close()
    if image:
        with client() as engine:
            engine.images.remove(image, force=True)


def build_upon_the_real_one(files):
    """The image with the altered runner; made of the real one, so that nothing is installed again."""
    digest = build.context_digest()
    name = f"{build.TAG}:{digest[:12]}"
    with client() as engine:
        real = next(each for each in engine.images.list(name=build.TAG) if each.labels.get(build.LABEL) == REAL_DIGEST)
        data = io.BytesIO()
        dockerfile = (
            f"FROM {real.id}\nUSER root\nCOPY tex_job.py /opt/mathvis/{STEPS}\n"
            "RUN /usr/bin/python3 -I -S -m compileall -q --invalidation-mode unchecked-hash /opt/mathvis\n"
            f"LABEL {build.LABEL}={digest}\nUSER 65532:65532\n"
        )
        with tarfile.open(fileobj=data, mode="w") as archive:
            for path, content in (("Dockerfile", dockerfile.encode()), ("tex_job.py", files[STEPS])):
                entry = tarfile.TarInfo(path)
                entry.size, entry.mode = len(content), 0o644
                archive.addfile(entry, io.BytesIO(content))
        data.seek(0)
        engine.images.build(fileobj=data, custom_context=True, tag=name, rm=True, forcerm=True)
    return name


REAL_DIGEST = build.context_digest()


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_a_process_that_is_the_attackers_gets_nothing(place, program):
    sandbox, before = place
    artifact = sandbox.run(program.job)
    assert artifact.usage.cpu < 6 * TIGHT.cpu + 2
    program.check(artifact)
    after = sandbox.run(INNOCENT)
    assert (after.outcome, after.scene, after.picture) == (Outcome.OK, before.scene, before.picture)
