"""Engines grown from engines, in real TeX: each has read its own beginning, and none disturbs another."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from mathvis.sandbox import payload, shim
from mathvis.sandbox.inside import engines, seccomp, steps
from mathvis.sandbox.inside.live import LiveEngines
from mathvis.sandbox.inside.preamble import beginnings

BOUNDS = steps.Bounds(wall=60, cpu=60, memory=1 << 30, file=1 << 25, stdout=1 << 15, processes=0,
                      filter=seccomp.ENGINE_ONLY, tail=True)  # fmt: skip
CLASS, TIKZ = "\\documentclass{article}\n", "\\usepackage{tikz}\n"
HAS = "\\typeout{<%s:\\ifdefined%s yes\\else no\\fi>}"
CALC, ARROWS = "tikzlibrarycalc.code.tex", "pgflibraryarrows.meta.code.tex"


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    if shutil.which("pdflatex") is None:
        pytest.skip("there is no TeX here")
    folder = tmp_path_factory.mktemp("tree")
    payload.write(payload.payload(), folder)
    if not shim.compile_library(folder):
        pytest.skip("there is no compiler here")
    return folder


@pytest.fixture
def live(place, tmp_path):
    environment = engines.ENVIRONMENT | {"TEXINPUTS": f".:{place / 'tex'}:"}
    tree = LiveEngines(str(place / shim.COMPILED), engines.command, environment, str(tmp_path))
    yield tree
    tree.stop()


def grown(live, *sources):
    for source in sources:
        live.expect("pdflatex", beginnings(source)[0])
    live.wait_ready(60)


def run(live, source, folder):
    """Run a figure; return the engine's beginning, how it ended, and its log."""
    engine, beginning = live.find("pdflatex", beginnings(source))
    folder.mkdir()
    (folder / "figure.tex").write_text("%\n" * beginning.lines + source[beginning.length :], encoding="utf-8")
    step = engine.fork(str(folder), BOUNDS, 0)
    steps.wait([step])
    return engine.beginning.text, step.exit, (folder / "figure.log").read_text(encoding="latin-1")


def loaded(log, name):
    return f"/{name}" in log.replace("\n", "")


@pytest.mark.tex
def test_each_has_read_its_own_beginning_and_nothing_of_its_siblings(live, tmp_path):
    base = CLASS + TIKZ
    one, two = base + "\\usetikzlibrary{calc}\n", base + "\\usetikzlibrary{arrows.meta}\n"
    body = "\\begin{document}\\tikz\\draw (0,0) -- (1,1);\\end{document}\n"
    grown(live, base, one, two, CLASS)
    for name, source, libraries in (("one", one, {CALC}), ("two", two, {ARROWS}), ("base", base, set())):
        text, status, log = run(live, source + body, tmp_path / f"job-{name}")
        assert text == beginnings(source)[0].text
        assert status == 0
        assert {library for library in (CALC, ARROWS) if loaded(log, library)} == libraries
        assert log.count("LaTeX Font Info:    Checking defaults for OML") == 1
    text, status, log = run(live, CLASS + "\\begin{document}x\\end{document}\n", tmp_path / "job-class")
    assert (text, status) == (CLASS.replace("\n", "%\n"), 0)
    assert not loaded(log, "tikz.sty")


@pytest.mark.tex
def test_figures_of_a_base_and_of_what_grew_from_it_may_run_in_any_order(live, tmp_path):
    base = CLASS + TIKZ
    more = base + "\\usetikzlibrary{calc}\n"
    source = "\\newcount\\mine\\mine=7 \\begin{document}\\tikz\\draw (0,0) -- (1,1);\\typeout{<\\the\\mine>}\\end{document}\n"
    grown(live, base)
    before = run(live, base + source, tmp_path / "job-1")
    grown(live, more)
    logs = [run(live, start + source, tmp_path / f"job-{n}") for n, start in enumerate((more, base, more), start=2)]
    assert [status for _, status, _ in (before, *logs)] == [0] * 4
    assert all("<7>" in log for _, _, log in (before, *logs))
    assert before[2] == logs[1][2], "the base is as it was"
    assert logs[0][2] == logs[2][2]


@pytest.mark.tex
def test_what_grew_outlives_what_it_grew_from(live, tmp_path):
    base, more = CLASS + TIKZ, CLASS + TIKZ + "\\usetikzlibrary{calc}\n"
    grown(live, base, more)
    os.kill(live._engines["pdflatex", beginnings(base)[0].text].server.pid, 9)
    text, status, log = run(live, more + "\\begin{document}x\\end{document}\n", tmp_path / "job")
    assert (text, status) == (beginnings(more)[0].text, 0)
    assert loaded(log, CALC)


@pytest.mark.tex
@pytest.mark.parametrize(
    "line", ["\\usepackage[nosuchoption]{xcolor}\n", "\\documentclass{article}\n", "\\usepackage[cmyk]{xcolor}\n"]
)
def test_a_beginning_with_an_error_in_it_gets_no_engine(live, line, tmp_path):
    good, bad = CLASS + TIKZ, CLASS + TIKZ + line
    grown(live, good, bad)
    assert beginnings(bad)[0].text.endswith(line.replace("\n", "%\n"))
    text, status, _ = run(live, good + "\\begin{document}x\\end{document}\n", tmp_path / "job")
    assert (text, status) == (beginnings(good)[0].text, 0)
    engine, _ = live.find("pdflatex", beginnings(bad + "\\begin{document}x\\end{document}\n"))
    assert engine.beginning.text == beginnings(good)[0].text


@pytest.mark.tex
def test_nothing_is_left_in_the_place_of_engines_that_are_ready(live, tmp_path):
    grown(live, CLASS + TIKZ, CLASS)
    assert list(Path(tmp_path).glob("live-*")) == []
