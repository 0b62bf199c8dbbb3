"""Every figure of the gallery of paths reads as its source says: pieces, lengths, dashes, fills, marks, boxes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
import svg_paths
import tikz_paths
from tex_pages import picture, scenes

from mathvis.scene.dashes import reads_dashed
from mathvis.scene.geometry import SceneGeometry
from mathvis.scene.model import Path, Role
from mathvis.scene.polyline import merge
from mathvis.scene.readers.svg import read_svg

if TYPE_CHECKING:
    from collections.abc import Callable

    from path_figures import XY, Drawn, Figure

    from mathvis.scene.model import Scene

CM = 72 / 2.54
GAP = 0.05
"""Ends of lines that meet are at most this many big points apart."""


@pytest.fixture(scope="module")
def compiled() -> dict[str, Scene]:
    bodies = [picture(figure.source) for figure in tikz_paths.FIGURES]
    found = scenes(bodies, tikz_paths.PREAMBLE)
    return dict(zip((figure.name for figure in tikz_paths.FIGURES), found, strict=True))


def check(scene: Scene, drawn: Drawn, place: Callable[[XY], XY], scale: float) -> None:
    own = [e for e in scene.elements if isinstance(e, Path) and "g" in e.names]
    casings = [e for e in own if e.role is Role.CASING]
    marks = [e for e in scene.elements if isinstance(e, Path) and e.role is Role.MARK]
    paths = [e for e in own if e.role in (Role.PATH, Role.NODE)]
    assert (len(paths), len(casings), len(marks)) == (drawn.elements, drawn.casings, drawn.marks)
    geometry = SceneGeometry(scene)
    lines = merge([line for path in paths for line in geometry.polylines(path.index)], GAP)
    if drawn.pieces is not None:
        assert len(lines) == drawn.pieces
    if drawn.pieces:
        assert all(line.closed or math.dist(line.points[0], line.points[-1]) <= GAP for line in lines) == drawn.closed
    if drawn.length is not None:
        assert sum(line.length for line in lines) == pytest.approx(scale * drawn.length, rel=drawn.share)
    if drawn.ends is not None:
        (line,) = lines
        assert_same(sorted(map(tuple, line.points[[0, -1]])), sorted(map(place, drawn.ends)))
    if drawn.elements:
        assert reads_dashed(scene, [path.index for path in paths]) == drawn.dashed
    filled = [path for path in paths if path.fill is not None]
    assert {path.fill.paint.kind.value for path in filled} == ({drawn.fill} if drawn.fill else set())
    if drawn.area is not None:
        area = sum(geometry.fill_region(path.index).shape.area for path in filled)
        assert area == pytest.approx(scale**2 * drawn.area, rel=drawn.share)
    if drawn.box is not None:
        (node,) = [node for node in scene.nodes if "g" in node.names]
        assert_same((node.box[0], node.box[2]), tuple(map(place, drawn.box)))


def assert_same(read, expected) -> None:
    for point, other in zip(read, expected, strict=True):
        assert math.dist(point, other) <= 0.1


@pytest.mark.tex
@pytest.mark.parametrize("figure", tikz_paths.FIGURES, ids=lambda figure: figure.name)
def test_tikz(figure: Figure, compiled):
    scene = compiled[figure.name]
    (x, y) = next(p.at for p in scene.points if p.name == "O")
    check(scene, figure.drawn, lambda at: (x + CM * at[0], y + CM * at[1]), CM)


@pytest.mark.parametrize("figure", svg_paths.FIGURES, ids=lambda figure: figure.name)
def test_svg(figure: Figure):
    source = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">{figure.source}</svg>'
    scene = read_svg(source.encode())
    check(scene, figure.drawn, lambda at: (0.75 * at[0], scene.canvas.height - 0.75 * at[1]), 0.75)
