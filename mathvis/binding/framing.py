"""Frames of a figure's panels: fitted to bound anchors and shapes, checked by their residual."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import shapely
from numpy.typing import NDArray

from mathvis.binding.frames import Fit, FrameError, LooseFrameError, fit_points, fit_shapes
from mathvis.figure.finding import Finding, holds, undecided, violated
from mathvis.figure.model import Frame
from mathvis.goldir.codes import Code
from mathvis.goldir.expressions import definition_points, place
from mathvis.goldir.model import FrameSpec, GoldIR, Maps
from mathvis.scene.polyline import length, resample
from mathvis.tolerances import TOLERANCES

if TYPE_CHECKING:
    from mathvis.binding.drafts import Draft
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
        fit = _fitted(gold, spec, people, diagonal)
    except LooseFrameError as problem:
        finding = undecided(f"the {panel} panel has no certain scale: {problem}", code=Code.U4)
        return page_frame(panel, diagonal), finding
    except FrameError as problem:
        return page_frame(panel, diagonal), violated(Code.R2, f"the {panel} panel has no scale: {problem}")
    if spec.anchors and fit.base < TOLERANCES.frame_base * diagonal:
        message = f"the reference points of the {panel} panel are too close together for a certain scale"
        tolerance = TOLERANCES.frame_base
        finding = undecided(message, code=Code.U4, measured=fit.base / diagonal, tolerance=tolerance)
        return page_frame(panel, diagonal), finding
    residual = fit.misfit / diagonal
    frame = Frame(panel, fit.linear, fit.origin, diagonal, residual)
    allowed = TOLERANCES.frame_residual if spec.anchors else TOLERANCES.curve
    if residual > allowed:
        message = f"the reference points of the {panel} panel do not lie at one scale"
        return frame, violated(Code.R2, message, measured=residual, tolerance=allowed)
    return frame, holds(measured=residual, tolerance=allowed)


def _fitted(gold: GoldIR, spec: FrameSpec, people: Roster, diagonal: float) -> Fit:
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
        if definition is None or draft is None or draft.geometry.is_empty:
            continue
        drawn = np.array([draft.at]) if draft.at is not None else _samples(draft)
        shapes.append((definition_points(definition, _SAMPLES), drawn))
    return fit_shapes(shapes, spec.maps, TOLERANCES.curve * diagonal)


def _samples(draft: Draft) -> Array:
    """Points along a draft's lines, or along the outline of its area."""
    lines = [line.points for line in draft.lines]
    if not lines:
        parts = getattr(draft.geometry.boundary, "geoms", [draft.geometry.boundary])
        lines = [shapely.get_coordinates(part) for part in parts]
    sizes = [length(points) for points in lines]
    total = max(sum(sizes), 1e-12)
    return np.vstack(
        [resample(points, max(2, int(_SAMPLES * size / total))) for points, size in zip(lines, sizes, strict=True)]
    )
