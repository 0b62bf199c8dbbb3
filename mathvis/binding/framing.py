"""Frames of a figure's panels: fitted to bound anchors and shapes, checked by their residual."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mathvis.binding.frames import Fit, FrameError, fit_points, fit_shapes
from mathvis.figure.finding import Finding, holds, undecided, violated
from mathvis.figure.model import Frame
from mathvis.goldir.codes import Code
from mathvis.goldir.expressions import definition_points, place
from mathvis.goldir.model import FrameSpec, GoldIR, Maps
from mathvis.scene.polyline import Polyline, resample
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from mathvis.binding.members import Roster

Array = NDArray[np.float64]
_SAMPLES = 600


@dataclass(frozen=True, slots=True)
class PanelFrames:
    """Frames by panel, findings about them, and boxes (x0, y0, x1, y1) of what the panels hold."""

    frames: dict[str, Frame]
    findings: dict[str, Finding]
    boxes: dict[str, tuple[float, float, float, float]]


def fit_frames(gold: GoldIR, people: Roster) -> PanelFrames:
    """Fit the frame of every panel."""
    frames: dict[str, Frame] = {}
    findings: dict[str, Finding] = {}
    boxes: dict[str, tuple[float, float, float, float]] = {}
    for panel in gold.panels():
        box = people.box(panel)
        if box is not None:
            boxes[panel] = box
        diagonal = people.diagonal(panel)
        spec = gold.frames.get(panel)
        if spec is None or spec.maps is Maps.PAGE:
            frames[panel] = page_frame(panel, diagonal)
            continue
        frames[panel], findings[panel] = _fit(gold, spec, panel, people, diagonal)
    return PanelFrames(frames, findings, boxes)


def page_frame(panel: str, diagonal: float) -> Frame:
    """Frame of a panel without data coordinates."""
    return Frame(panel, np.eye(2), np.zeros(2), diagonal, fitted=False)


def _fit(gold: GoldIR, spec: FrameSpec, panel: str, people: Roster, diagonal: float) -> tuple[Frame, Finding]:
    wanted = [*spec.anchors, *spec.fit]
    absent = [name for name in wanted if people.find(name) is None]
    if absent and (spec.anchors or len(absent) == len(wanted)):
        finding = undecided(f"{', '.join(absent)} is not drawn, so nothing fixes the scale", blocked_by=absent[0])
        return page_frame(panel, diagonal), finding
    try:
        fit = _fitted(gold, spec, people)
    except FrameError as problem:
        return page_frame(panel, diagonal), violated(Code.R2, f"the {panel} panel has no scale: {problem}")
    residual = fit.misfit / diagonal
    frame = Frame(panel, fit.linear, fit.origin, diagonal, residual)
    allowed = TOLERANCES.frame_residual if spec.anchors else TOLERANCES.curve
    if residual > allowed:
        message = f"the reference points of the {panel} panel do not lie at one scale"
        return frame, violated(Code.R2, message, measured=residual, tolerance=allowed)
    return frame, holds(measured=residual, tolerance=allowed)


def _fitted(gold: GoldIR, spec: FrameSpec, people: Roster) -> Fit:
    data, page = [], []
    for name, value in spec.anchors.items():
        draft = people.find(name)
        if draft is not None and draft.at is not None:
            data.append(place(value))
            page.append(draft.at)
    if spec.anchors:
        return fit_points(np.array(data), np.array(page), spec.maps)
    shapes: list[tuple[Array, Array]] = []
    for name in spec.fit:
        definition = gold.entities[name.partition(".")[0]].defined
        draft = people.find(name)
        if definition is None or draft is None:
            continue
        drawn = np.array([draft.at]) if draft.at is not None else _samples(draft.lines)
        shapes.append((definition_points(definition, _SAMPLES), drawn))
    return fit_shapes(shapes, spec.maps)


def _samples(lines: tuple[Polyline, ...]) -> Array:
    total = sum(line.length for line in lines)
    return np.vstack([resample(line.points, max(2, int(_SAMPLES * line.length / max(total, 1e-12)))) for line in lines])
