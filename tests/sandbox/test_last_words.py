"""A step that has said all counts as ended well; one that breaks off does not, wherever it does."""

import os
import signal
import time

import pytest

from mathvis.sandbox.inside import reading, seccomp, steps

BOUNDS = steps.Bounds(wall=20, cpu=10, memory=1 << 30, file=0, stdout=1 << 12, processes=0, filter=seccomp.TOOL)
ENDING = b"\n.\n"
WHOLE = b"1 10.0 20.0\n10.0 20.0\n{}\n0.25 30.5" + ENDING


def said(*pieces: bytes, then: float = 60.0) -> steps.Step:
    """Run a step that writes these pieces and then sleeps."""

    def call() -> int:
        for piece in pieces:
            os.write(1, piece)
            time.sleep(0.02)
        time.sleep(then)
        return 3

    step = steps.start("speaker", "/", BOUNDS, call=call)
    step.ending = ENDING
    steps.wait([step])
    return step


@pytest.mark.parametrize("pieces", [(WHOLE,), (WHOLE[:9], WHOLE[9:]), (WHOLE[:-1], WHOLE[-1:])])
def test_a_step_that_has_said_all_is_not_waited_for(pieces: tuple[bytes, ...]) -> None:
    step = said(*pieces)
    assert step.well
    assert step.output == WHOLE
    assert step.wall < 30
    pid, status = os.waitpid(step.pid, 0)
    assert (pid, os.waitstatus_to_exitcode(status)) == (step.pid, -signal.SIGKILL)


def test_a_step_that_ends_without_its_last_words_is_judged_by_how_it_ends() -> None:
    step = said(WHOLE[:-1], then=0.0)
    assert step.exit == 3
    assert not step.well


def test_last_words_do_not_excuse_too_much_output() -> None:
    step = said(b"x" * (BOUNDS.stdout + 1) + ENDING)
    assert step.killed == "stdout"
    assert not step.well


def test_what_a_reader_says_is_parted() -> None:
    assert reading.parted(WHOLE) == reading.Reading((10.0, 20.0), b"{}", 0.25, 30.5)


@pytest.mark.parametrize("length", range(len(WHOLE)))
def test_what_breaks_off_is_no_scene(length: int) -> None:
    assert reading.parted(WHOLE[:length]) is None


@pytest.mark.parametrize(
    "output",
    [
        b"1 10.0 20.0\n10.0 nan\n{}\n0.25 30.5" + ENDING,
        b"1 10.0 20.0\n10.0 20.0\n\n0.25 30.5" + ENDING,
        b"1 10.0 20.0\n10.0 20.0\n{}\n0.25" + ENDING,
        b"1 10.0 20.0\n10.0 20.0 30.0\n{}\n0.25 30.5" + ENDING,
    ],
)
def test_what_is_not_as_agreed_is_no_scene(output: bytes) -> None:
    assert reading.parted(output) is None


@pytest.mark.parametrize("number", ["-1.0", "nan", "inf", "-inf", "x", ""])
@pytest.mark.parametrize("old", ["10.0 20.0\n{}", "0.25"])
def test_numbers_that_cannot_be_are_no_scene(old: str, number: str) -> None:
    said = WHOLE.replace(old.encode(), old.replace("10.0", number).replace("0.25", number).encode())
    assert said != WHOLE
    assert reading.parted(said) is None
