"""What a reader sees of small figures, against what their coordinates say."""

from __future__ import annotations

import pytest
from gallery_pages import pages
from visible_figure import Figure
from visible_svg import FIGURES as SVG
from visible_tikz import FIGURES as TIKZ

from mathvis.scene.geometry import SceneGeometry
from mathvis.scene.model import Label, Path
from mathvis.scene.readers.pdf import read_pdf
from mathvis.scene.readers.svg import read_svg
from mathvis.scene.seen import Cause
from mathvis.scene.visibility import Visibility

PREAMBLE = r"\usetikzlibrary{intersections,patterns,fadings,calc}"


@pytest.fixture(scope="module")
def scene(tmp_path_factory):
    made = {}

    def read(figure: Figure):
        if figure.kind == "svg":
            return read_svg(
                f'<svg xmlns="http://www.w3.org/2000/svg" {figure.attributes}>{figure.source}</svg>'.encode()
            )
        if not made:
            printed = pages(tmp_path_factory.mktemp("visible"), [item.source for item in TIKZ], PREAMBLE)
            made.update({item.key: page for item, page in zip(TIKZ, printed, strict=True)})
        return read_pdf(made[figure.key])

    return read


def found(scene, name):
    """The one element of a name, or of a label's text; None without one."""
    if name.startswith("“"):
        elements = [e for e in scene.elements if isinstance(e, Label) and e.text == name.strip("“”")]
    else:
        elements = [e for e in scene.elements if isinstance(e, Path) and name in e.names]
    assert len(elements) <= 1
    return elements[0] if elements else None


@pytest.mark.parametrize(
    "figure",
    [
        pytest.param(figure, id=f"{figure.kind}-{figure.key}", marks=[pytest.mark.tex] if figure.kind == "tikz" else [])
        for figure in (*TIKZ, *SVG)
    ],
)
def test_the_seen_share_is_what_the_coordinates_say(scene, figure):
    read = scene(figure)
    visibility = Visibility(SceneGeometry(read))
    for name, share in figure.shares.items():
        element = found(read, name)
        if share is None:
            assert element is None or visibility.share(element.index) == 0.0
            continue
        assert element is not None, f"{name} is not read"
        seen = visibility[element.index]
        assert seen.share == pytest.approx(share, abs=figure.tolerance)
        assert seen.exact
        if share < 1 and figure.cause and name == next(iter(figure.shares)):
            assert set(seen.lost) == {Cause(figure.cause)}
    for name, contrast in figure.contrast.items():
        assert visibility.contrast(found(read, name).index) == pytest.approx(contrast, rel=0.01)
    for name, (stroke, fill) in figure.coats.items():
        seen = visibility[found(read, name).index]
        assert (seen.stroke_share, seen.fill_share) == (pytest.approx(stroke), pytest.approx(fill))
    if figure.notes:
        assert {note.code for note in read.notes} & set(figure.notes)
