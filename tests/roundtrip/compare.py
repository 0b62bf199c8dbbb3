"""What was read against what was written."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pytest
from drawings import COLORS, HEIGHT, LABELS, WIDTH, XY, Circle, Curve, Drawing, Drawn, Text, leaves, places, trace

from mathvis.mathtext import from_latex
from mathvis.scene.model import Label, Path, Role, Scene, TipEnd

CLOSE = 5e-4
"""How far a place may be off, as a share of the sheet's diagonal."""


@dataclass(frozen=True)
class Sheet:
    """Where the sheet lies on the page: its lower left corner and its unit, in big points."""

    origin: XY
    unit: float

    @property
    def slack(self) -> float:
        return CLOSE * self.unit * math.hypot(WIDTH, HEIGHT)

    def at(self, point: XY) -> XY:
        return self.origin[0] + self.unit * point[0], self.origin[1] + self.unit * point[1]

    def line(self, shape) -> np.ndarray:
        return np.array([self.at(point) for point in trace(shape)])


def read_line(subpath, steps: int = 48) -> np.ndarray:
    """A subpath as points close to each other, shape (n, 2)."""
    control = np.array(subpath.points)
    t = np.linspace(0, 1, steps + 1)[1:, None]
    pieces = [control[:1]]
    for i in range(0, len(control) - 1, 3):
        p, q, r, s = control[i : i + 4]
        pieces.append((1 - t) ** 3 * p + 3 * (1 - t) ** 2 * t * q + 3 * (1 - t) * t**2 * r + t**3 * s)
    return np.concatenate(pieces)


def along(line: np.ndarray, many: int = 200) -> np.ndarray:
    """Points of a line at equal shares of its length."""
    steps = np.hypot(*np.diff(line, axis=0).T)
    where = np.concatenate([[0], np.cumsum(steps)])
    at = np.linspace(0, where[-1], many)
    return np.column_stack([np.interp(at, where, line[:, i]) for i in (0, 1)])


def away(points: np.ndarray, line: np.ndarray) -> float:
    """Largest distance of points from a line."""
    a, b = line[:-1], line[1:]
    d = b - a
    square = np.maximum((d**2).sum(axis=1), 1e-18)
    t = np.clip(((points[:, None] - a) * d).sum(axis=2) / square, 0, 1)
    return float(np.sqrt((((a + t[..., None] * d) - points[:, None]) ** 2).sum(axis=2)).min(axis=1).max())


def check(scene: Scene, drawing: Drawing, sheet: Sheet, *, named: bool, source: str) -> None:
    """Fail with a sentence where the scene is not the drawing."""
    wanted = leaves(drawing)
    found = [e for e in scene.elements if not (isinstance(e, Path) and e.role is Role.TIP)]
    assert len(found) == len(wanted), f"{len(found)} elements, not {len(wanted)}\n{source}"
    for element, (item, regions) in zip(found, wanted, strict=True):
        said = f"element {element.index} for {item}\n{source}"
        if isinstance(item, Text):
            assert isinstance(element, Label), said
            _label(element, item, sheet, said)
        else:
            assert isinstance(element, Path), said
            assert element.role is Role.PATH, f"{element.role} {said}"
            _path(element, item, sheet, said)
            _tips(scene, element, item, sheet, said)
        own = (element.node,) if isinstance(element, Label) and scene.source == "pdf" else element.names
        own = tuple(name for name in own if name and not name.startswith("~"))  # a tilde: the reader's own name
        if named:
            assert own == ((item.name,) if item.name else ()), f"names {own}: {said}"
        _clips(scene, element, regions, sheet, said)
    if scene.source == "pdf":
        for name, place in places(drawing).items():
            (point,) = [p for p in scene.points if p.name == name]
            assert math.dist(point.at, sheet.at(place)) < sheet.slack, f"{name} at {point.at}\n{source}"


def _label(label: Label, item: Text, sheet: Sheet, said: str) -> None:
    assert label.form == from_latex(LABELS[item.label][0]), f"{label.form}: {said}"
    off = math.dist(label.baseline, sheet.at(item.at))
    assert off < sheet.slack, f"baseline {off:.3f} bp off: {said}"
    assert abs((label.angle - item.angle + 180) % 360 - 180) < 0.05, f"angle {label.angle}: {said}"


def _path(path: Path, item: Drawn, sheet: Sheet, said: str) -> None:
    ink = item.ink
    assert (path.stroke is None) == (ink.stroke is None), said
    assert (path.fill is None) == (ink.fill is None), said
    if path.stroke is not None:
        assert path.stroke.paint.color == _color(ink.stroke), said
        assert math.isclose(path.stroke.width, ink.width, rel_tol=2e-3), f"width {path.stroke.width}: {said}"
        assert len(path.stroke.dash) == len(ink.dash), said
        assert np.allclose(path.stroke.dash, ink.dash, rtol=2e-3, atol=2e-3), f"dash {path.stroke.dash}: {said}"
    if path.fill is not None:
        assert path.fill.paint.color == _color(ink.fill), said
    wanted = sheet.line(item.shape)
    pieces = path.declared if any(item.tips) and path.declared else path.subpaths
    assert len(pieces) == 1, f"{len(pieces)} pieces: {said}"
    got = read_line(pieces[0])
    assert pieces[0].closed == (
        isinstance(item.shape, Circle) or (isinstance(item.shape, Curve) and item.shape.closed)
    ), said
    if isinstance(item.shape, Circle):
        off = max(away(along(got), wanted), away(along(wanted), got))
    else:
        off = float(np.abs(along(got) - along(wanted)).max())
    assert off < sheet.slack, f"path {off:.3f} bp off: {said}"
    painted = read_line(path.subpaths[0])
    assert away(along(painted), wanted) < sheet.slack, f"painted path off: {said}"


def _color(name: str):
    return pytest.approx(COLORS[name], abs=2e-3)


def _tips(scene: Scene, path: Path, item: Drawn, sheet: Sheet, said: str) -> None:
    line = sheet.line(item.shape)
    wanted = {}
    if item.tips[0]:
        wanted[TipEnd.START] = (line[0], line[0] - line[1])
    if item.tips[1]:
        wanted[TipEnd.END] = (line[-1], line[-1] - line[-2])
    assert sorted(tip.end for tip in path.tips) == sorted(wanted), f"tips {path.tips}: {said}"
    for tip in path.tips:
        apex, step = wanted[tip.end]
        assert tip.kind == "arrow", f"{tip}: {said}"
        assert math.dist(tip.apex, apex) < sheet.slack, f"{tip}: {said}"
        assert np.allclose(tip.direction, step / np.hypot(*step), atol=2e-3), f"{tip}: {said}"
        assert tip.elements, f"{tip}: {said}"
        assert all(scene.elements[i].role is Role.TIP for i in tip.elements), f"{tip}: {said}"


def _clips(scene: Scene, element, regions, sheet: Sheet, said: str) -> None:
    assert len(element.clips) == len(regions), f"clips {element.clips}: {said}"
    for index, region in zip(element.clips, regions, strict=True):
        (piece,) = scene.clips[index].subpaths
        got, wanted = read_line(piece), sheet.line(region)
        assert max(away(along(got), wanted), away(along(wanted), got)) < sheet.slack, f"clip {index}: {said}"
