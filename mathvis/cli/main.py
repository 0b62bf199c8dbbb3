"""The command ``mathvis``."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import Annotated

import typer

import mathvis
from mathvis.cli import inspect, predicates, report, run, sandbox, score, tasks, verify
from mathvis.cli.errors import Exit, complain, explain

app = typer.Typer(
    name="mathvis",
    help="Decide mechanically whether a drawing of mathematics, given as TikZ or SVG, is right.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    rich_markup_mode="markdown",  # paragraphs of help wrap as a whole
    epilog="Exit codes: 0 well; 1 the figure or package fails; 2 usage; 3 infrastructure; 130 Ctrl-C; 141 closed pipe.",
)


def _version(*, wanted: bool) -> None:
    if wanted:
        print(mathvis.__version__)
        raise typer.Exit


@app.callback()
def _root(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=lambda value: _version(wanted=value), is_eager=True)
    ] = False,
) -> None:
    del version


app.command()(run.run)
app.command()(score.score)
app.command()(report.report)
app.command()(verify.verify)
app.command()(inspect.inspect)
app.add_typer(tasks.app, name="tasks")
app.add_typer(predicates.app, name="predicates")
app.add_typer(sandbox.app, name="sandbox")


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit code. Nothing is raised and no traceback is shown.

    Parameters
    ----------
    arguments
        Without the program's name; those of the process by default.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that cannot show a sign shows another
            stream.reconfigure(errors="replace")
    command = typer.main.get_command(app)
    try:
        code = command.main(args=arguments, prog_name="mathvis", standalone_mode=False)
        sys.stdout.flush()
    except SystemExit as error:  # the library ends the process itself when a pipe is closed
        if isinstance(error.__context__, BrokenPipeError):
            code = _unheard()
        else:
            code = error.code if isinstance(error.code, int) else Exit.FAULT
    except typer.Abort:
        complain("stopped")
        code = Exit.STOPPED
    except BrokenPipeError:
        code = _unheard()
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - the last resort: a message and a code
        code = _usage(error) if hasattr(error, "format_message") else explain(error)
    return int(code) if isinstance(code, int) else Exit.WELL


def _usage(error: BaseException) -> int:
    """Tell of a usage error found by the command line's own parser."""
    message = str(error.format_message())  # type: ignore[attr-defined]
    context = getattr(error, "ctx", None)
    if context is not None and type(error).__name__ == "NoArgsIsHelpError":
        print(context.get_help(), file=sys.stderr)
        return Exit.USAGE
    hint = f" (see {context.command_path} --help)" if context is not None else ""
    complain(f"{message}{hint}")
    return Exit.USAGE


def _unheard() -> int:
    """Keep the interpreter from complaining of the closed pipe when it flushes at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return Exit.UNHEARD


if __name__ == "__main__":
    sys.exit(main())
