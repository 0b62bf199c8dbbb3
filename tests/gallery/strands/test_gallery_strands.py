"""Which line passes over which, against what the order of painting says."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import atan2, degrees, hypot

import pytest
from gallery_pages import pages
from strand_figure import Figure
from strand_svg import FIGURES as SVG
from strand_tikz import FIGURES as TIKZ

from mathvis.scene.crossings import crossings
from mathvis.scene.geometry import SceneGeometry
from mathvis.scene.readers.pdf import read_pdf
from mathvis.scene.readers.svg import read_svg
from mathvis.scene.visibility import Visibility
from mathvis.scene.visible_strands import strands

CENTIMETRE = 72 / 2.54


@pytest.fixture(scope="module")
def scene(tmp_path_factory):
    made = {}

    def read(figure: Figure):
        if figure.kind == "svg":
            return read_svg(
                '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="150" viewBox="0 0 200 150">'
                f"{figure.source}</svg>".encode()
            )
        if not made:
            printed = pages(
                tmp_path_factory.mktemp("strands"), [item.source for item in TIKZ], r"\usetikzlibrary{intersections}"
            )
            made.update({item.key: page for item, page in zip(TIKZ, printed, strict=True)})
        return read_pdf(made[figure.key])

    return read


def matches(crossing, wanted, where, name_of, slack):
    """Whether a crossing is the wanted one."""
    x, y = where(wanted)
    if hypot(crossing.at[0] - x, crossing.at[1] - y) > slack or crossing.flat != wanted.flat:
        return False
    names = name_of(crossing.first.element), name_of(crossing.second.element)
    if wanted.flat:
        return sorted(names) == sorted((wanted.over, wanted.under))
    way = degrees(atan2(*crossing.first.way[::-1])) % 180
    turned = 0.0 if wanted.way is None else abs((way - wanted.way + 90) % 180 - 90)
    return names == (wanted.over, wanted.under) and turned < 3


@pytest.mark.parametrize(
    "figure",
    [
        pytest.param(figure, id=f"{figure.kind}-{figure.key}", marks=[pytest.mark.tex] if figure.kind == "tikz" else [])
        for figure in (*TIKZ, *SVG)
    ],
)
def test_crossings_are_what_the_picture_shows(scene, figure):
    read = scene(figure)
    visibility = Visibility(SceneGeometry(read))

    def name_of(index):
        return next(iter(read.elements[index].names), "")

    def where(wanted):
        if figure.kind == "tikz":
            return wanted.x * CENTIMETRE, wanted.y * CENTIMETRE
        unit = read.canvas.width / 200
        return wanted.x * unit, read.canvas.height - wanted.y * unit

    found = crossings(visibility)
    assert len(found) == len(figure.crossings), [(c.at, name_of(c.first.element), c.flat) for c in found]
    slack = 0.01 * visibility.geometry.diagonal
    assert any(
        all(matches(c, w, where, name_of, slack) for c, w in zip(found, order, strict=True))
        for order in permutations(figure.crossings)
    ), [(c.at, name_of(c.first.element), name_of(c.second.element), c.flat, c.first.way) for c in found]
    counted = Counter(name_of(strand.element) for strand in strands(visibility))
    for name, count in figure.strands.items():
        assert counted[name] == count
