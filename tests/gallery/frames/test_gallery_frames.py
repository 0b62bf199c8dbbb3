"""Whatever frame a thing is drawn in, it is read where its source says."""

from __future__ import annotations

import math

import pytest
from frames_figures import FIGURES, PREAMBLE
from tex_batch import compiled_pages

from mathvis.scene.model import Label, Path, Role
from mathvis.scene.readers.pdf import read_pdf

pytestmark = pytest.mark.tex
CM = 72 / 2.54
LABEL = 0.05 * CM
"""Ink of a letter is not centred on its node's centre to better than this, and descends from it."""


@pytest.fixture(scope="module")
def scenes():
    pages = compiled_pages([figure.body for figure in FIGURES], PREAMBLE)
    return {figure.name: read_pdf(page) for figure, page in zip(FIGURES, pages, strict=True)}


class Frame:
    """Expected places on the page."""

    def __init__(self, scene):
        (self.origin,) = {p.at for p in scene.points if p.name == "O"}

    def __call__(self, place, tolerance):
        x, y = place
        return pytest.approx((self.origin[0] + CM * x, self.origin[1] + CM * y), abs=tolerance)


def named(scene, name):
    return [e for e in scene.elements if isinstance(e, Path) and name in e.names and e.role is not Role.TIP]


def corners(path):
    """Ends of the cubics of a path, without the closing line."""
    found = [p for subpath in path.subpaths for p in subpath.points[::3]]
    return found[:-1] if path.subpaths[-1].closed else found


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_things_are_where_their_source_says(figure, scenes):
    scene = scenes[figure.name]
    at = Frame(scene)
    for name, place in figure.points.items():
        (found,) = {p.at for p in scene.points if p.name == name}
        assert found == at(place, figure.tolerance), name
    for name, places in figure.vertices.items():
        (path,) = named(scene, name)
        found = corners(path)
        assert len(found) == len(places), name
        for one, place in zip(found, places, strict=True):
            assert one == at(place, figure.tolerance), name
    for name, place in figure.centers.items():
        (node,) = [n for n in scene.nodes if name in n.names]
        assert node.center == at(place, figure.tolerance), name
    for name, (low, high) in figure.boxes.items():
        (node,) = [n for n in scene.nodes if name in n.names]
        xs, ys = [p[0] for p in node.box], [p[1] for p in node.box]
        assert (min(xs), min(ys)) == at(low, figure.tolerance), name
        assert (max(xs), max(ys)) == at(high, figure.tolerance), name
    for name, (center, radius) in figure.circles.items():
        (path,) = named(scene, name)
        x, y = at(center, figure.tolerance).expected
        for point in corners(path):
            assert math.dist(point, (x, y)) == pytest.approx(CM * radius, abs=2 * figure.tolerance), name
    for form, place in figure.at.items():
        (label,) = [e for e in scene.elements if isinstance(e, Label) and e.form == form]
        middle = tuple(sum(p[i] for p in label.box) / 4 for i in (0, 1))
        assert middle == at(place, LABEL), form
    for name, count in figure.copies.items():
        assert len(named(scene, name)) == count, name
    for name, width in figure.widths.items():
        (path,) = named(scene, name)
        assert path.stroke.width == pytest.approx(width, abs=0.005), name


def test_every_figure_expects_something():
    assert len({figure.name for figure in FIGURES}) == len(FIGURES)
    for figure in FIGURES:
        parts = (figure.points, figure.vertices, figure.centers, figure.boxes, figure.circles, figure.at, figure.copies)
        assert any(parts), figure.name
