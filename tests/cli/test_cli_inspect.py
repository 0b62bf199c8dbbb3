"""`mathvis inspect`: what it prints, and what it says of files it cannot use."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from sandbox_backends import ready
from typer.testing import CliRunner

from mathvis.assets import asset
from mathvis.cli.main import app
from mathvis.errors import SandboxFault, UsageError
from mathvis.extract import Form, Format
from mathvis.inspect.files import LARGEST_INPUT
from mathvis.inspect.source import program_in
from mathvis.sandbox.model import Artifact, Outcome, SourceError
from mathvis.scene.codec import from_json
from mathvis.scene.pixels import read_png

PICTURE = r"""\begin{tikzpicture}
\coordinate (A) at (0,0);
\draw[name path=gamma,->] (A) -- (3,1);
\draw[white,name path=hidden] (0,1) -- (3,2);
\node at (3,0) {$f(x)$};
\end{tikzpicture}
"""
SVG = """<svg xmlns="http://www.w3.org/2000/svg" width="100" height="60">
<line id="gamma" x1="10" y1="10" x2="90" y2="50" stroke="black"/></svg>"""


def run(*arguments):
    return CliRunner().invoke(app, ["inspect", *map(str, arguments)])


@pytest.fixture(scope="module")
def sandbox():
    """The name of a backend that works here."""
    from mathvis.sandbox import open_sandbox

    ready(lambda: open_sandbox("bubblewrap")).close()
    return "bubblewrap"


def test_programs_are_found_by_the_kind_of_file(tmp_path):
    for name, text, form in (
        ("a.tex", PICTURE, Form.PICTURE),
        (
            "b.tex",
            f"\\documentclass{{standalone}}\\usepackage{{tikz}}\\begin{{document}}\n{PICTURE}\\end{{document}}",
            Form.DOCUMENT,
        ),
        ("c.md", f"Here it is:\n\n```latex\n{PICTURE}```\n", Form.PICTURE),
        ("d.svg", SVG, Form.SVG),
        ("e.txt", f"Sure!\n```svg\n{SVG}\n```", Form.SVG),
        ("f.svg", "\ufeff" + SVG.replace("\n", "\r\n"), Form.SVG),
    ):
        (tmp_path / name).write_bytes(text.encode())
        program = program_in(tmp_path / name)
        assert program.form is form
        assert (program.format is Format.SVG) == (form is Form.SVG)
        assert "\r" not in program.source


UNUSABLE = {
    "empty.tex": b"",
    "blank.svg": b" \n \n",
    "latin.tex": "\\draw é".encode("latin-1"),
    "noise.svg": os.urandom(4000),
    "zeros.tex": b"\\draw" + bytes(100),
    "prose.md": b"I am sorry, but I cannot draw this.",
    "half.md": b"```latex\n\\begin{tikzpicture}\n\\draw (0,0)",
    "figure.pdf": b"%PDF-1.5",
    "large.tex": b"%" * (LARGEST_INPUT + 1),
}


@pytest.mark.parametrize("name", UNUSABLE)
def test_what_holds_no_program_is_refused_with_a_reason(tmp_path, name):
    (tmp_path / name).write_bytes(UNUSABLE[name])
    done = run(tmp_path / name)
    assert done.exit_code == 2
    assert done.stderr.startswith(f"mathvis inspect: {tmp_path / name}: ")
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_missing_file_a_folder_and_50_mb_of_noise(tmp_path):
    assert "no such file" in run(tmp_path / "nothing.tex").stderr
    assert "folder" in run(tmp_path).stderr
    noise = tmp_path / "noise.tex"
    with noise.open("wb") as stream:
        stream.truncate(50 << 20)
    done = run(noise)
    assert done.exit_code == 2
    assert "larger than" in done.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file(tmp_path):
    file = tmp_path / "secret.tex"
    file.write_text(PICTURE)
    file.chmod(0)
    assert run(file).exit_code == 2


def test_an_overlay_needs_a_folder(tmp_path):
    (tmp_path / "a.svg").write_text(SVG)
    done = run(tmp_path / "a.svg", "--overlay", tmp_path / "no" / "o.png")
    assert done.exit_code == 2
    assert "folder" in done.stderr


def test_without_a_sandbox_nothing_is_run(tmp_path, monkeypatch):
    def none(*_):
        raise SandboxFault("no backend: install bubblewrap")

    monkeypatch.setattr("mathvis.sandbox.open_sandbox", none)
    (tmp_path / "a.svg").write_text(SVG)
    done = run(tmp_path / "a.svg")
    assert done.exit_code == 3
    assert "install bubblewrap" in done.stderr


@pytest.mark.tex
@pytest.mark.bubblewrap
def test_the_summary_names_what_is_drawn(tmp_path, sandbox):
    file = tmp_path / "a.tex"
    file.write_text(PICTURE)
    overlay = tmp_path / "o.png"
    done = run(file, "--backend", sandbox, "--overlay", overlay)
    assert done.exit_code == 0, done.stderr
    for words in (
        "gamma",
        "hidden",
        "0% seen",
        "100% as pale as its ground",
        "arrow at its end",
        "f(x)",
        "picture     agrees",
    ):
        assert words in done.stdout
    assert read_png(overlay.read_bytes()).shape[1] > 1000


@pytest.mark.bubblewrap
def test_json_is_the_scene(tmp_path, sandbox):
    file = tmp_path / "a.svg"
    file.write_text(SVG)
    done = run(file, "--backend", sandbox, "--json")
    assert done.exit_code == 0, done.stderr
    scene = from_json(done.stdout.strip().encode())
    assert json.loads(done.stdout)["source"] == "svg"
    assert scene.elements[0].names == ("gamma",)


@pytest.mark.tex
@pytest.mark.bubblewrap
def test_what_does_not_compile_says_where(tmp_path, sandbox):
    file = tmp_path / "a.tex"
    file.write_text("\\begin{tikzpicture}\n\\draw (0,0) -- (1,1);\n\\nosuchcommand\n\\end{tikzpicture}\n")
    done = run(file, "--backend", sandbox)
    assert done.exit_code == 1
    assert "line 3" in done.stderr
    assert "Undefined control sequence" in done.stderr


@pytest.mark.bubblewrap
def test_an_overlay_that_cannot_be_written_is_our_fault(tmp_path, sandbox):
    (tmp_path / "a.svg").write_text(SVG)
    done = run(tmp_path / "a.svg", "--backend", sandbox, "--overlay", Path("/proc/o.png"))
    assert done.exit_code == 3
    assert "cannot be written" in done.stderr


def test_hostile_names_do_not_reach_the_terminal(tmp_path, monkeypatch):
    from dataclasses import replace

    from strategies_scene import BLACK, polyline

    from mathvis.extract import Program
    from mathvis.inspect.source import source_of
    from mathvis.inspect.view import look
    from mathvis.sandbox import Artifact, Engine, Outcome
    from mathvis.scene.codec import to_json
    from mathvis.scene.model import Canvas, Paint, Scene, Stroke
    from mathvis.scene.model import Path as Drawn

    drawn = Drawn(0, (polyline([(1, 1), (9, 9)]),), Stroke(Paint(BLACK), 1.0), names=("\x1b[2J[bold]x[/bold]",))
    scene = Scene("svg", Canvas(10, 10), (drawn, replace(drawn, index=1, names=("\u202ereversed",))))
    view = look(
        "\x1b]0;title\x07.svg",
        source_of(SVG, Program(Format.SVG, Form.SVG, SVG)),
        Artifact(Outcome.OK, Engine.SVG, scene=to_json(scene)),
    )
    monkeypatch.setattr("mathvis.cli.inspect._look", lambda *_: view)
    (tmp_path / "a.svg").write_text(SVG)
    done = run(tmp_path / "a.svg")
    assert done.exit_code == 0
    assert not {"\x1b", "\x07", "\u202e"} & set(done.stdout)
    assert "[bold]x[/bold]" in done.stdout
    done = run(tmp_path / "a.svg", "--json")
    assert not {"\x1b", "\x07", "\u202e"} & set(done.stdout)
    assert from_json(done.stdout.strip().encode()) == view.scene


REPLY = r"""The curve first:

> ```latex
> \begin{tikzpicture}
>   \draw[name path=wrong] (0,0) -- (1,1);
> \end{tikzpicture}
> ```

No, like this; it needs `\usetikzlibrary{shapes.misc}`.

```latex
\usetikzlibrary{shapes.misc}
```

   ```latex
   \begin{tikzpicture}
     \draw[name path=gamma,->] (0,0) -- (3,1);

     \node[cross out,draw] (N) at (3,0) {$f(x)$};
   \end{tikzpicture}
   ```
"""


@pytest.mark.tex
@pytest.mark.bubblewrap
def test_lines_are_those_of_the_file_that_was_given(tmp_path, sandbox):
    file = tmp_path / "reply.md"
    file.write_text(REPLY)
    done = run(file, "--backend", sandbox, "--json")
    assert done.exit_code == 0, done.stderr
    lines = REPLY.split("\n")
    for element in from_json(done.stdout.strip().encode()).elements:
        wanted = "gamma" if "gamma" in element.names else "cross out"
        assert wanted in lines[element.line - 1], (element.index, element.line)
    file.write_text(REPLY.replace("cross out,draw", "nonsense"))
    done = run(file, "--backend", sandbox)
    assert done.exit_code == 1
    assert f"line {lines.index(next(x for x in lines if 'cross out' in x)) + 1}: " in done.stderr


TASK = "solid-geometry/cube-net/a"


@pytest.mark.bubblewrap
def test_a_task_binds_and_judges(tmp_path, sandbox):
    folder = asset("tasks") / "solid-geometry" / "cube-net"
    page, overlay = tmp_path / "page.html", tmp_path / "overlay.png"
    done = run(folder / "reference.svg", "--task", TASK, "--backend", sandbox, "--html", page, "--overlay", overlay)
    assert done.exit_code == 0, done.stderr
    assert f"{TASK}: delivered" in done.stdout
    bindings = done.stdout.split("bindings\n")[1].split(TASK)[0]
    for face in "123456":
        assert f"f-{face}" in bindings
    assert "against" not in done.stdout
    assert f"{TASK}: delivered" in page.read_text()
    wrong = run(
        folder / "negatives" / "six-and-three-exchanged.svg", "--task", TASK, "--backend", sandbox, "--html", page
    )
    assert wrong.exit_code == 0, "that a figure is wrong is for verify to say"
    assert "not delivered" in wrong.stdout
    assert "B2" in wrong.stdout.split("findings that count against it")[1]
    assert "B2" in page.read_text()
    assert page.stat().st_mode & 0o077 == 0o666 & ~umask() & 0o077


def umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_a_task_that_is_not_there_and_one_that_is_several(tmp_path):
    (tmp_path / "a.svg").write_text(SVG)
    assert run(tmp_path / "a.svg", "--task", "no/such/task").exit_code == 2
    several = run(tmp_path / "a.svg", "--task", "*")
    assert several.exit_code == 2
    assert "name one" in several.stderr


def test_a_page_needs_a_folder(tmp_path):
    (tmp_path / "a.svg").write_text(SVG)
    done = run(tmp_path / "a.svg", "--html", tmp_path / "no" / "o.html")
    assert done.exit_code == 2
    assert "folder" in done.stderr


@pytest.mark.parametrize("name", ["figure.pdf", "figure.tex"])
def test_a_pdf_is_refused_with_what_to_give_instead(tmp_path, name):
    (tmp_path / name).write_bytes(b"%PDF-1.5\n\xff\xfe")
    done = run(tmp_path / name)
    assert done.exit_code == 2
    (line,) = done.stderr.splitlines()
    assert "is a PDF, which no longer holds the names of what is drawn: inspect the program" in line
    assert ".tex, .svg" in line
    assert ".md, .txt" in line
    assert done.stdout == ""


REFUSED = {
    "a script": ("<script>alert(1)</script>", "it holds a script"),
    "a picture from elsewhere": ('<image href="http://example.org/x.png" width="9" height="9"/>', "outside itself"),
    "a style sheet from elsewhere": ("<style>@import url(http://example.org/x.css);</style>", "style sheet"),
    "an animation": ('<rect><animate attributeName="x" to="3" dur="1s"/></rect>', "it is animated"),
    "a foreign object": ("<foreignObject/>", "foreignObject"),
    "what is not well-formed": ("<rect <", "not well-formed"),
}


@pytest.mark.bubblewrap
@pytest.mark.parametrize("case", REFUSED)
def test_what_is_refused_is_told_once_with_its_reason_and_line(tmp_path, sandbox, case):
    content, reason = REFUSED[case]
    (tmp_path / "a.svg").write_text(SVG.replace("</svg>", f"\n{content}</svg>"))
    done = run(tmp_path / "a.svg", "--backend", sandbox)
    assert done.exit_code == 1
    (line,) = done.stderr.splitlines()
    how = "does not compile" if case == "what is not well-formed" else "is refused"
    assert line.startswith(f"mathvis inspect: the program {how}: line 3: ")
    assert reason in line
    assert done.stdout == ""
    said = line.split("line 3: ")[1]
    assert line.count(said) == 1


@pytest.mark.bubblewrap
def test_the_line_of_a_refusal_is_that_of_the_reply(tmp_path, sandbox):
    text = SVG.replace("</svg>", "\n<script/></svg>")
    (tmp_path / "a.md").write_text(f"Here it is:\n\n```svg\n{text}\n```\n")
    assert "is refused: line 6: it holds a script" in run(tmp_path / "a.md", "--backend", sandbox).stderr


@pytest.mark.parametrize(
    ("outcome", "message", "errors", "said"),
    [
        (Outcome.REFUSED, "it is too large", (), ["the program is refused: it is too large"]),
        (
            Outcome.COMPILE_ERROR,
            "the engine reported errors",
            (SourceError("Undefined control sequence.", 2), SourceError("Emergency stop.")),
            [
                "the program does not compile: the engine reported errors",
                "  line 2: Undefined control sequence.",
                "  Emergency stop.",
            ],
        ),
        (
            Outcome.COMPILE_ERROR,
            "the engine reported errors",
            (SourceError("Undefined control sequence.", 2),),
            ["the program does not compile: the engine reported errors", "  line 2: Undefined control sequence."],
        ),
        (Outcome.TIMEOUT, "it took too long", (), ["the program does not compile: it took too long"]),
        (Outcome.OUTPUT, "", (), ["the program does not compile: output"]),
    ],
)
def test_how_a_program_ended(tmp_path, monkeypatch, outcome, message, errors, said):
    class Ends:
        def run(self, job):
            return Artifact(outcome, job.engine, message, errors=errors)

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

    monkeypatch.setattr("mathvis.sandbox.open_sandbox", lambda _: Ends())
    (tmp_path / "a.tex").write_text(PICTURE)
    done = run(tmp_path / "a.tex")
    assert done.exit_code == 1
    assert done.stderr.splitlines() == [f"mathvis inspect: {said[0]}", *said[1:]]


@pytest.mark.parametrize("data", [b"\\draw \xe9", b"\x89PNG\r\n\x1a\n\x00"])
def test_what_is_no_text_is_told_what_is(tmp_path, data):
    (tmp_path / "a.tex").write_bytes(data)
    (line,) = run(tmp_path / "a.tex").stderr.splitlines()
    assert "is not UTF-8 text" in line
    assert ".tex, .svg" in line


def test_errors_are_usage_errors():
    with pytest.raises(UsageError):
        program_in(Path("nowhere.tex"))
