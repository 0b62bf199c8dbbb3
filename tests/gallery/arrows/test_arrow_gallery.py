"""Every figure of the gallery of arrows reads as its source says: tips, apexes, directions, shafts."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import cd_figures
import pytest
import svg_arrows
import tikz_lines
import tikz_tips
from tex_pages import picture, scenes

from mathvis.scene.model import Path, Role
from mathvis.scene.readers.svg import read_svg

if TYPE_CHECKING:
    from collections.abc import Callable

    from arrow_figures import XY, Figure, Head, Line

    from mathvis.scene.model import Scene, Tip

CM = 72 / 2.54
IN_TIKZ = (*tikz_tips.FIGURES, *tikz_lines.FIGURES, *cd_figures.FIGURES)
PREAMBLE = f"{tikz_tips.PREAMBLE}\n{cd_figures.PREAMBLE}\n\\usepackage{{pgfplots}}\\pgfplotsset{{compat=1.18}}"


@pytest.fixture(scope="module")
def compiled() -> dict[str, Scene]:
    bodies = [picture(figure.source) for figure in IN_TIKZ]
    found = scenes(bodies, PREAMBLE)
    return dict(zip((figure.name for figure in IN_TIKZ), found, strict=True))


def shafts(scene: Scene) -> list[Path]:
    """The strokes that could be arrows."""
    return [e for e in scene.elements if isinstance(e, Path) and e.role is Role.PATH and e.stroke is not None]


def named(scene: Scene, name: str) -> Path:
    (path,) = [e for e in scene.elements if isinstance(e, Path) and name in e.names and e.role is Role.PATH]
    return path


def check(scene: Scene, figure: Figure, place: Callable[[XY], XY], flip: float) -> None:
    unnamed = iter(shafts(scene))
    for line in figure.lines:
        path = named(scene, line.name) if line.name else next(unnamed)
        assert check_line(scene, path, line, place, flip) is None
    if figure.lines == () or all(not line.name for line in figure.lines):
        assert next(unnamed, None) is None


def check_line(scene: Scene, path: Path, line: Line, place: Callable[[XY], XY], flip: float) -> None:
    read = list(path.tips)
    if all(head.kind != "other" for head in line.heads):
        read = [tip for tip in read if tip.kind != "other"]
    assert sorted((t.end.value, t.kind, t.heads) for t in read) == sorted((h.end, h.kind, h.heads) for h in line.heads)
    for head in line.heads:
        alike = [tip for tip in read if (tip.end.value, tip.kind) == (head.end, head.kind)]
        tip = min(alike, key=lambda tip: math.dist(tip.apex, place(head.at)))
        check_head(tip, head, place, flip)
    assert bool(path.stroke.dash) == line.dashed
    assert path.double == line.double


def check_head(tip: Tip, head: Head, place: Callable[[XY], XY], flip: float) -> None:
    size = math.hypot(*head.to)
    to = (head.to[0] / size, flip * head.to[1] / size)
    angle = math.degrees(
        math.atan2(
            to[0] * tip.direction[1] - to[1] * tip.direction[0], to[0] * tip.direction[0] + to[1] * tip.direction[1]
        )
    )
    assert abs(angle) <= head.degrees, f"direction off by {angle:.2f} degrees"
    x, y = place(head.at)
    dx, dy = tip.apex[0] - x, tip.apex[1] - y
    assert abs(dx * to[0] + dy * to[1]) <= head.along, f"apex off by {dx * to[0] + dy * to[1]:.3f} along"
    assert abs(dy * to[0] - dx * to[1]) <= head.across, f"apex off by {dy * to[0] - dx * to[1]:.3f} across"


@pytest.mark.tex
@pytest.mark.parametrize("figure", IN_TIKZ, ids=lambda figure: figure.name)
def test_tikz(figure, compiled):
    scene = compiled[figure.name]
    (x, y) = next((p.at for p in scene.points if p.name == "O"), None) or center(scene)
    check(scene, figure, lambda at: (x + CM * at[0], y + CM * at[1]), 1.0)


def center(scene: Scene) -> XY:
    """The place of A's origin: half a capital under the middle of its cell."""
    (node,) = [node for node in scene.nodes if "q-A" in node.names]
    return (node.center[0], node.center[1] - CM * cd_figures.HEIGHT)


@pytest.mark.parametrize("figure", svg_arrows.FIGURES, ids=lambda figure: figure.name)
def test_svg(figure):
    source = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">{figure.source}</svg>'
    scene = read_svg(source.encode())
    check(scene, figure, lambda at: (0.75 * at[0], scene.canvas.height - 0.75 * at[1]), -1.0)
