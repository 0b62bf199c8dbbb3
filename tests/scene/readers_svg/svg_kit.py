"""Short ways to write SVG figures in tests and to look at what was read, in the figure's own px (y down)."""

from __future__ import annotations

import math
from pathlib import Path as File

import pytest
from svg_redraw import RSVG

from mathvis.scene.model import Label, Path, Scene
from mathvis.scene.readers.svg import read_svg

SHARED = File(__file__).resolve().parents[4] / "shared"
needs_renderer = pytest.mark.skipif(RSVG is None, reason="rsvg-convert is not installed")
needs_shared = pytest.mark.skipif(not (SHARED / "faults").is_dir(), reason="the shared material is not here")


def svg(body: str, attributes: str = 'viewBox="0 0 200 200"') -> bytes:
    xlink = ' xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f'<svg xmlns="http://www.w3.org/2000/svg"{xlink} {attributes}>{body}</svg>'.encode()


def read(body: str, attributes: str = 'viewBox="0 0 200 200"') -> Scene:
    return read_svg(svg(body, attributes))


def px(scene: Scene, point: tuple[float, float]) -> tuple[float, float]:
    """A point of the page in px from the upper left corner."""
    return point[0] / 0.75, (scene.canvas.height - point[1]) / 0.75


def points(scene: Scene, element: Path) -> list[list[tuple[float, float]]]:
    return [[px(scene, p) for p in subpath.points] for subpath in element.subpaths]


def vertices(scene: Scene, element: Path) -> list[list[tuple[float, float]]]:
    return [piece[::3] for piece in points(scene, element)]


def one(scene: Scene) -> Path:
    (element,) = scene.elements
    assert isinstance(element, Path)
    return element


def paths(scene: Scene) -> list[Path]:
    return [element for element in scene.elements if isinstance(element, Path)]


def labels(scene: Scene) -> list[Label]:
    return [element for element in scene.elements if isinstance(element, Label)]


def box(scene: Scene, element: Path | Label) -> tuple[float, float, float, float]:
    """Box of the control points (of a label's corners) in px."""
    if isinstance(element, Label):
        found = [px(scene, p) for p in element.box]
    else:
        found = [p for piece in points(scene, element) for p in piece]
    xs, ys = [p[0] for p in found], [p[1] for p in found]
    return min(xs), min(ys), max(xs), max(ys)


def on_curve(scene: Scene, element: Path, samples: int = 8) -> list[tuple[float, float]]:
    """Points along the curve in px."""
    result = []
    for piece in points(scene, element):
        for i in range(0, len(piece) - 1, 3):
            p, q, r, s = piece[i : i + 4]
            for k in range(samples + 1):
                t = k / samples
                u = 1 - t
                result.append(
                    tuple(u**3 * p[j] + 3 * u * u * t * q[j] + 3 * u * t * t * r[j] + t**3 * s[j] for j in (0, 1))
                )
    return result


def near(a, b, tolerance: float = 1e-6) -> bool:
    return all(math.isclose(x, y, abs_tol=tolerance) for x, y in zip(a, b, strict=True))


def codes(scene: Scene) -> set[str]:
    return {note.code for note in scene.notes}
