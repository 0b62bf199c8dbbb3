"""What a process may do inside each step of a running sandbox, tried there: the step's own code is replaced."""

from __future__ import annotations

import pytest
from sandbox_backends import LIMITS_IN_TESTS, ready

from mathvis.sandbox import Engine, Job, payload
from mathvis.sandbox.driver import Driver
from mathvis.sandbox.opening import open_backend

pytestmark = [pytest.mark.tex, pytest.mark.bubblewrap]

TRY = """
import ctypes, fcntl, mmap, os, resource, select, signal, socket, threading, time
def thread():
    try: threading.Thread(target=int).start()
    except RuntimeError: raise PermissionError(1, "")
attempts = dict(
    fork=os.fork, execute=lambda: os.execv("/usr/bin/true", ["true"]), socket=socket.socket, pair=socket.socketpair,
    signal=lambda: os.kill(os.getppid(), 0), everybody=lambda: os.kill(-1, 0), memory=lambda: os.memfd_create("x"),
    write=lambda: open("/work/x", "wb"), zero=lambda: open("/dev/null", "wb"), folder=lambda: os.mkdir("/work/y"),
    link=lambda: os.symlink("/", "/work/z"), remove=lambda: os.unlink("/work/x"), user=lambda: os.setuid(os.getuid()),
    mode=lambda: os.chmod("/work", 0o700), pipe=os.pipe, session=os.setsid,
    lower=lambda: 1 / (ctypes.CDLL(None).prlimit(0, 0, (ctypes.c_ulong * 2)(1, 1), None) + 1),
    code=lambda: mmap.mmap(-1, 4096, prot=7), alarm=lambda: signal.setitimer(signal.ITIMER_REAL, 9),
    sleep=lambda: time.sleep(0.001), poll=lambda: select.poll().poll(1), thread=thread,
)
got = []
for name, attempt in attempts.items():
    try:
        attempt()
        got.append(name)
    except ZeroDivisionError:
        pass
    except OSError as error:
        if error.errno != 1:
            got.append(f"{name}: {error}")
words = "GOT " + " ".join(got) + " END"
"""
"""Python takes a refusal of prlimit for another error, so that one is asked by hand."""
WAITS = "sleep poll thread"

PDF = Job("\\documentclass{article}\\begin{document}x\\end{document}", Engine.PDFLATEX)
TURNED = Job("\\documentclass{article}\\begin{document}\\pdfpageattr{/Rotate 90}x\\end{document}", Engine.PDFLATEX)
SVG = Job(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><text font-size=".1" y=".5">a</text></svg>', Engine.SVG
)
IN_READER = f"def read_KIND(data):\n    from mathvis.errors import SceneError\n    exec({TRY!r}, found := {{}})\n    raise SceneError(found['words'])\n"
IN_CHECK = f"\n\ndef look_over(source):\n    exec({TRY!r}, found := {{}})\n    return Sheet(refused=found['words'])\n"
IN_TOOL = ["/usr/bin/python3", "-I", "-S", "-c", TRY + "import sys; sys.exit(words)"]
INSIDE, READERS = "mathvis/sandbox/inside", "mathvis/scene/readers"


def with_tool(name: str) -> dict[str, bytes]:
    """The commands of a tool replaced by an attempt at everything."""
    return {f"{INSIDE}/picture.py": f"\n\ndef {name}(*_):\n    return {IN_TOOL!r}\n".encode()}


STEPS = {
    "reader of PDF": (PDF, {f"{READERS}/pdf.py": IN_READER.replace("KIND", "pdf").encode()}, ""),
    "reader of SVG": (SVG, {f"{READERS}/svg.py": IN_READER.replace("KIND", "svg").encode()}, ""),
    "look over SVG": (SVG, {f"{INSIDE}/svg.py": IN_CHECK.encode()}, ""),
    "renderer of PDF": (PDF, with_tool("pdf_to_ppm"), ""),
    "description of PDF": (TURNED, with_tool("pdf_info"), ""),
    "renderer of SVG": (SVG, {f"{INSIDE}/picture.py": with_tool("svg_to_png")[f"{INSIDE}/picture.py"] + b'\n\nTHREADED = frozenset({"/usr/bin/python3"})\n'}, WAITS),
}  # fmt: skip


@pytest.mark.parametrize("step", STEPS)
def test_a_step_can_do_nothing_but_its_work(monkeypatch, step):
    job, changes, may = STEPS[step]
    files = dict(payload.payload())
    for path, text in changes.items():
        files[path] = text if path.startswith(READERS) else files[path] + text
    monkeypatch.setattr(payload, "payload", lambda: files)
    backend = ready(lambda: open_backend("bubblewrap", LIMITS_IN_TESTS))
    with Driver(backend, LIMITS_IN_TESTS) as driver:
        artifact = driver.run(job)
    words = f"{artifact.message} {artifact.scene_error}"
    assert f"GOT {may}".rstrip() in words, words
    assert words.partition("GOT ")[2].partition("END")[0].split() == may.split()
