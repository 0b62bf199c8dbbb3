"""The same shares measured on pictures: what a renderer shows that the scene without the object does not explain.

Poppler draws the PDF and librsvg the SVG; the scene is drawn without the object in question. Where the two differ
along a line, or inside a fill, the object is seen. None of `mathvis.scene.visibility` takes part.
"""

from __future__ import annotations

import shutil
import subprocess

import numpy as np
import pytest
from gallery_pages import pages
from test_gallery_visible import PREAMBLE, found
from visible_svg import FIGURES as SVG
from visible_tikz import FIGURES as TIKZ

from mathvis.scene.geometry import SceneGeometry
from mathvis.scene.model import Path
from mathvis.scene.pixels import read_png
from mathvis.scene.polyline import resample
from mathvis.scene.readers.pdf import read_pdf
from mathvis.scene.readers.svg import read_svg
from mathvis.scene.redraw import redraw

SCALE = 4.0
"""Pixels per big point."""
TOLD = 8
"""Difference of a channel, of 255, that a reader can tell."""
RAILS = (-0.35, 0.0, 0.35)

LEFT_OUT = {
    # No length or width or area to measure.
    "a-dot", "hairline", "no-area", "off-the-page",
    # Patterns and shadings are flat in a redrawn scene.
    "pattern-over", "shading-over", "gradient-over",
    # Another line of the same colour lies on this one: without it nothing changes.
    "clip-nested",
}  # fmt: skip

SHARED = [
    figure
    for figure in (*TIKZ, *SVG)
    if any(share is not None and not name.startswith("“") for name, share in figure.shares.items())
    and figure.key not in LEFT_OUT
]


def tool(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is not installed")
    return path


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    """The scene of a figure, and its picture by a renderer of its format."""
    made = {}
    folder = tmp_path_factory.mktemp("pixels")

    def read(figure):
        if figure.kind == "svg":
            source = f'<svg xmlns="http://www.w3.org/2000/svg" {figure.attributes}>{figure.source}</svg>'.encode()
            scene = read_svg(source)
            across = int(figure.attributes.split('width="')[1].split('"')[0])
            zoom = SCALE * scene.canvas.width / across
            command = [tool("rsvg-convert"), "--background-color", "white", "--zoom", str(zoom)]
            done = subprocess.run(command, input=source, capture_output=True, check=True)
            return scene, read_png(done.stdout)
        if not made:
            program, own = tool("pdftoppm"), [item for item in SHARED if item.kind == "tikz"]
            for item, page in zip(own, pages(folder, [item.source for item in own], PREAMBLE), strict=True):
                command = [program, "-png", "-singlefile", "-r", str(72 * SCALE), "-"]
                done = subprocess.run(command, input=page, capture_output=True, check=True)
                made[item.key] = read_pdf(page), read_png(done.stdout)
        return made[figure.key]

    return read


def changed(scene, picture, index):
    """Pixels whose colour the scene without an element does not explain."""
    rows, columns = picture.shape[:2]
    rest = redraw(scene, SCALE, size=(columns, rows), only=[k for k in range(len(scene.elements)) if k != index])
    return (np.abs(picture.astype(int) - rest) > TOLD).any(axis=2)


def along(geometry, index, seen):
    """Share of places of a line at which some pixel across it is seen."""
    shown, total = 0, 0
    for line in geometry.polylines(index):
        track = resample(line.points, 802)
        step = np.diff(track, axis=0)
        across = np.column_stack((-step[:, 1], step[:, 0])) / np.hypot(*step.T)[:, None]
        hit = np.zeros(len(step), bool)
        for rail in RAILS:
            x, y = ((track[1:] + track[:-1]) / 2 + rail * geometry.width(index) * across).T
            column = np.floor(x * SCALE).astype(int)
            row = np.floor((geometry.scene.canvas.height - y) * SCALE).astype(int)
            inside = (row >= 0) & (row < seen.shape[0]) & (column >= 0) & (column < seen.shape[1])
            hit[inside] |= seen[row[inside], column[inside]]
        shown, total = shown + int(hit.sum()), total + len(hit)
    return shown / total


@pytest.mark.parametrize(
    "figure",
    [
        pytest.param(figure, id=f"{figure.kind}-{figure.key}", marks=[pytest.mark.tex] if figure.kind == "tikz" else [])
        for figure in SHARED
    ],
)
def test_the_share_on_a_picture_is_what_the_coordinates_say(drawn, figure):
    scene, picture = drawn(figure)
    geometry = SceneGeometry(scene)
    for name, share in figure.shares.items():
        element = found(scene, name)
        if share is None or not isinstance(element, Path):
            continue
        seen = changed(scene, picture, element.index)
        stroke, fill = figure.coats.get(name, (1.0 if element.stroke else None, None if element.stroke else 1.0))
        if stroke:
            assert along(geometry, element.index, seen) == pytest.approx(share, abs=0.03)
        elif fill:
            whole = geometry.fill_region(element.index).shape.area
            assert seen.sum() / SCALE**2 / whole == pytest.approx(share, abs=0.03)
