"""Whatever happens, the user sees one message and the right exit code, and never a traceback."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from harness_fakes import CHILD

import mathvis
from mathvis.cli import main as module
from mathvis.cli import progress
from mathvis.cli.main import main
from mathvis.errors import MathvisError, ModelFault, RunConflict, SandboxFault, SceneError, UsageError
from mathvis.harness.tally import Tally


@pytest.fixture
def failing(monkeypatch):
    """Let ``mathvis report`` raise."""

    def install(error):
        def read(folder):
            raise error

        monkeypatch.setattr("mathvis.harness.store.RunStore.read", read)

    return install


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UsageError("wrong"), 2),
        (RunConflict("wrong"), 2),
        (SceneError("wrong"), 2),
        (SandboxFault("wrong"), 3),
        (ModelFault("wrong"), 3),
        (MathvisError("wrong"), 3),
    ],
)
def test_each_kind_of_error_has_its_exit_code(failing, capsys, error, code):
    failing(error)
    assert main(["report", "x"]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    assert err.startswith("mathvis: ")
    assert err.count("\n") == 1


def test_ctrl_c_exits_130_without_a_traceback(failing, capsys):
    failing(KeyboardInterrupt())
    assert main(["report", "x"]) == 130
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("error", [ZeroDivisionError("a\nb"), RecursionError(), MemoryError(), AssertionError()])
def test_an_uncaught_exception_exits_3_and_keeps_its_traceback_in_a_file(failing, capsys, error):
    failing(error)
    assert main(["report", "x"]) == 3
    err = capsys.readouterr().err
    assert type(error).__name__ in err
    assert "Traceback" not in err
    path = Path(re.search(r"the traceback is in (\S+)", err)[1])
    assert "Traceback" in path.read_text()
    path.unlink()


def test_a_full_temporary_folder_does_not_hide_the_error(failing, capsys, monkeypatch):
    def full(**_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("mathvis.cli.errors.tempfile.mkstemp", full)
    failing(ZeroDivisionError("oops"))
    assert main(["report", "x"]) == 3
    assert "ZeroDivisionError: oops" in capsys.readouterr().err


def test_an_error_of_the_system_names_the_file(failing, capsys):
    failing(PermissionError(13, "Permission denied", "/some/file"))
    assert main(["report", "x"]) == 3
    assert "refused /some/file: Permission denied" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["nothing"], ["run"], ["report"], ["report", "--colour"], ["score", "a", "b"]])
def test_wrong_usage_exits_2(capsys, arguments):
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("mathvis: ")


def test_no_command_shows_the_help(capsys):
    assert main([]) == 2
    shown = "".join(capsys.readouterr())
    for command in ("run", "score", "report", "verify", "inspect", "tasks", "predicates", "sandbox"):
        assert command in shown


@pytest.mark.parametrize(
    "arguments", [["--help"], ["run", "--help"], ["score", "--help"], ["report", "--help"], ["--version"]]
)
def test_help_and_version_exit_0(capsys, arguments):
    assert main(arguments) == 0
    out = capsys.readouterr().out
    assert mathvis.__version__ in out if arguments == ["--version"] else "Usage" in out


def test_every_option_of_run_is_documented(capsys):
    assert main(["run", "--help"]) == 0
    shown = capsys.readouterr().out
    for option in [
        "--harness",
        "--model",
        "--tasks",
        "--discipline",
        "--sample",
        "--seed",
        "--rollouts",
        "--out",
        "--resume",
        "--temperature",
        "--max-tokens",
        "--prompt",
        "--concurrency",
        "--base-url",
        "--timeout",
        "--backend",
        "--json",
    ]:
        assert option in shown


def test_paragraphs_of_help_wrap_as_a_whole(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["run", "--help"]) == 0
    lines = [line.rstrip() for line in capsys.readouterr().out.split("╭")[0].splitlines()]
    paragraph = lines[next(k for k, line in enumerate(lines) if "Replies" in line) :]
    full = [line for line in paragraph if line][:-1]
    assert len(full) >= 3
    assert all(len(line) > 64 for line in full)


@pytest.mark.parametrize("command", ["run", "score", "verify", "inspect", "sandbox doctor"])
def test_the_help_names_every_backend(capsys, command):
    from mathvis.sandbox import BACKENDS

    assert main([*command.split(), "--help"]) == 0
    shown = capsys.readouterr().out
    assert all(re.search(rf"\b{name}\b", shown) for name in BACKENDS)


def child(code, **options):
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**CHILD, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
        **options,
    )


def test_a_closed_pipe_is_quiet():
    code = "import sys; from mathvis.cli.main import main; sys.exit(main(['--help']))"
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([sys.executable, "-c", code], env=CHILD, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert done.stderr == b""
    assert done.returncode == 141


def test_a_terminal_without_the_signs_shows_others():
    code = "import sys; from mathvis.cli.main import main; sys.exit(main(['report', '/nowhere/Rouché ✗']))"
    done = child(code)
    assert done.returncode == 2
    assert b"/nowhere/Rouch? ?" in done.stderr


def test_the_module_raises_nothing_but_system_exit():
    assert not hasattr(module.app, "pretty_exceptions_enable") or not module.app.pretty_exceptions_enable


class TestProgress:
    def test_lines_come_now_and_then_and_at_the_end(self):
        now, lines = [0.0], []
        observer = progress.Lines(lambda text: lines.append(str(text)), clock=lambda: now[0])
        for second in range(25):
            now[0] = float(second)
            observer.update(Tally(total=30, delivered=second, missing=1))
        observer.close()
        observer.close()
        assert [line.split()[0] for line in lines] == ["11/30", "21/30", "25/30"]
        assert "24 delivered" in lines[-1]
        assert "1 missing" in lines[-1]
        assert "ETA 0:05" in lines[-1]

    def test_pace_counts_this_process_alone(self):
        now = [0.0]
        pace = progress.Pace(lambda: now[0])
        now[0] = 60.0
        tally = Tally(total=100, delivered=60, before=50)
        assert pace.per_minute(tally) == 10.0
        assert pace.remaining(tally) == 240.0
        assert pace.remaining(Tally(total=100, delivered=50, before=50)) is None

    def test_durations(self):
        assert [progress.duration(s) for s in (5, 125, 3725)] == ["0:05", "2:05", "1:02:05"]

    def test_a_terminal_gets_a_bar_with_the_counts(self):
        import io

        from rich.console import Console

        screen = io.StringIO()
        console = Console(file=screen, force_terminal=True, width=140)
        with progress.progress(quiet=False, console=console) as observer:
            observer.update(Tally(total=4, delivered=1, technical=1, missing=1))
            observer.say("a [message] with brackets")
        shown = screen.getvalue()
        assert "1 delivered" in shown
        assert "failed T 1 M 0 P 0" in shown
        assert "3/4" in shown
        assert "a [message] with brackets" in shown
