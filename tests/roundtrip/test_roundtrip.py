"""Random drawings, written in many styles, are read back as they are.

``MATHVIS_ROUNDTRIP=20`` draws twenty times as many.
"""

from __future__ import annotations

import os
from dataclasses import replace

import pytest
import svg_styles
import tikz_styles
from compare import Sheet, check
from drawings import Arc, Circle, Clipped, Curve, Drawn, Ink, Line, Text, drawings
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from tex_batch import compiled_pages

from mathvis.scene.readers.pdf import read_pdf
from mathvis.scene.readers.svg import read_svg

MORE = int(os.environ.get("MATHVIS_ROUNDTRIP", "1"))
CM = 72 / 2.54
BATCH = 12
SVG_SHEET = Sheet((0.0, 0.0), svg_styles.UNIT * svg_styles.BP)
_seeds = st.integers(0, 10**6)


@pytest.mark.parametrize("style", svg_styles.STYLES)
@settings(max_examples=30 * MORE)
@given(drawing=drawings(), seed=_seeds)
def test_svg(style, drawing, seed):
    source = svg_styles.document(drawing, style, seed)
    check(read_svg(source), drawing, SVG_SHEET, named=True, source=source.decode())


@pytest.mark.tex
@pytest.mark.parametrize("engine", ["pdflatex", "lualatex"])
@settings(max_examples=MORE, phases=[Phase.explicit, Phase.generate])
@given(batch=st.lists(st.tuples(drawings(), _seeds), min_size=BATCH, max_size=BATCH))
def test_tikz(engine, batch):
    """All drawings of a batch in all styles in one run of TeX, a page for each."""
    jobs = [(drawing, style, seed) for drawing, seed in batch for style in tikz_styles.STYLES]
    sources = [tikz_styles.picture(*job) for job in jobs]
    for page, source, (drawing, style, _) in zip(
        compiled_pages(sources, tikz_styles.PREAMBLE, engine), sources, jobs, strict=True
    ):
        scene = read_pdf(page)
        (origin,) = {point.at for point in scene.points if point.name == "O"}
        check(scene, drawing, Sheet(origin, CM), named=tikz_styles.STYLES[style].named, source=f"{style}\n{source}")


# ---------------------------------------------------------------- the comparison itself

_SAMPLE = (
    Drawn(Curve((1, 1), (Line((5, 2)), Line((6, 6)))), Ink("cb", None, 1.5, (3.0, 2.0)), "a1"),
    Drawn(Arc((6, 4), 2.0, 20, 200), Ink("cc", None, 0.8, ()), None),
    Drawn(Curve((2, 7), (Line((9, 8)),)), Ink("ca", None, 0.8, ()), "b2", (False, True)),
    Clipped(Circle((8, 4), 3.0), (Drawn(Circle((9, 5), 1.0), Ink(None, "cd", 0.8, ()), None),)),
    Text(2, (3.0, 3.0), 30, "t3"),
)


def _changed(place: int, **changes):
    return (*_SAMPLE[:place], replace(_SAMPLE[place], **changes), *_SAMPLE[place + 1 :])


WRONG = {
    "moved by a thousandth": _changed(0, shape=Curve((1.015, 1), (Line((5, 2)), Line((6, 6))))),
    "drawn backwards": _changed(0, shape=Curve((6, 6), (Line((5, 2)), Line((1, 1))))),
    "another order": (_SAMPLE[1], _SAMPLE[0], *_SAMPLE[2:]),
    "one missing": _SAMPLE[1:],
    "another name": _changed(0, name="a2"),
    "no name": _changed(2, name=None),
    "the other end's tip": _changed(2, tips=(True, False)),
    "no tip": _changed(2, tips=(False, False)),
    "a longer arc": _changed(1, shape=Arc((6, 4), 2.0, 20, 201)),
    "a wider line": _changed(0, ink=Ink("cb", None, 1.6, (3.0, 2.0))),
    "another dash": _changed(0, ink=Ink("cb", None, 1.5, (2.0, 3.0))),
    "another colour": _changed(1, ink=Ink("cd", None, 0.8, ())),
    "another clip": _changed(3, region=Circle((8, 4), 3.05)),
    "no clip": (*_SAMPLE[:3], _SAMPLE[3].items[0], _SAMPLE[4]),
    "another label": _changed(4, label=1),
    "another angle": _changed(4, angle=31),
    "a label elsewhere": _changed(4, at=(3.0, 3.02)),
}


def test_the_sample_is_what_it_is():
    source = svg_styles.document(_SAMPLE, "plain")
    check(read_svg(source), _SAMPLE, SVG_SHEET, named=True, source="")


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_drawing_would_be_noticed(name):
    scene = read_svg(svg_styles.document(WRONG[name], "plain"))
    with pytest.raises(AssertionError):
        check(scene, _SAMPLE, SVG_SHEET, named=True, source="")
