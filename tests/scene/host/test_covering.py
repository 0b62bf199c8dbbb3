"""The bulk way of finding what hides lines agrees with the plain definition, place by place."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies_scene import BLACK, HEIGHT, RED, WHITE, WIDTH, numbers, points, polyline, subpaths

from mathvis.scene.color import distance
from mathvis.scene.geometry import SceneGeometry
from mathvis.scene.model import Canvas, Clip, Fill, Paint, Path, Scene, Stroke
from mathvis.scene.polyline import resample
from mathvis.scene.regions import parts_of
from mathvis.scene.seen import Cause
from mathvis.scene.visibility import Visibility

BLUE = (0.1, 0.3, 0.8)
COLORS = st.sampled_from([BLACK, RED, BLUE, WHITE])
PLACES = 600


@st.composite
def drawings(draw):
    """Strokes of some length, fills and broad strokes over them, some of them clipped."""
    elements, clips = [], [Clip((piece,)) for piece in draw(st.lists(subpaths(), max_size=2))]
    for _ in range(draw(st.integers(2, 6))):
        own = tuple(k for k in range(len(clips)) if draw(st.booleans()))
        if draw(st.integers(0, 2)):
            corners = draw(st.lists(points(20), min_size=2, max_size=4, unique=True))
            assume(min(np.hypot(*np.subtract(a, b)) for a, b in pairwise(corners)) > 20)
            elements.append(
                Path(0, (polyline(corners),), Stroke(Paint(draw(COLORS)), draw(numbers(0.5, 8))), clips=own)
            )
        else:
            alpha = draw(st.sampled_from([1.0, 0.97, 0.5]))
            elements.append(Path(0, (draw(subpaths()),), None, Fill(Paint(draw(COLORS), alpha)), clips=own))
    placed = tuple(replace(element, index=k) for k, element in enumerate(elements))
    return Scene("pdf", Canvas(WIDTH, HEIGHT), placed, tuple(clips))


def inside(area, places):
    """Whether places lie in a region, polygon by polygon."""
    result = np.zeros(len(places), bool)
    for part in parts_of(area.shape):
        result |= shapely.covers(part, shapely.points(places))
    return result


def hidden(geometry, index):
    """Which places of a line are off the page, clipped or covered all across its width."""
    element = geometry.scene.elements[index]
    (line,) = geometry.polylines(index)
    track = resample(line.points, PLACES + 1)
    step = np.diff(track, axis=0)
    across = np.column_stack((-step[:, 1], step[:, 0])) / np.hypot(*step.T)[:, None]
    result = np.ones(PLACES, bool)
    for rail in (0.0, 0.45, -0.45):
        places = (track[1:] + track[:-1]) / 2 + rail * geometry.width(index) * across
        gone = ((places < 0) | (places > (WIDTH, HEIGHT))).any(axis=1)
        for clip in element.clips:
            gone |= ~inside(geometry.clip_region((clip,)), places)
        for other in geometry.scene.elements[index + 1 :]:
            coat = other.stroke or other.fill
            if coat.paint.alpha < geometry.tolerances.opaque:
                continue
            if distance(np.array(coat.paint.color), np.array(element.stroke.paint.color)) < geometry.tolerances.unseen:
                continue
            area = geometry.stroke_region(other.index) if other.stroke else geometry.fill_region(other.index)
            over = inside(area, places)
            for clip in other.clips:
                over &= inside(geometry.clip_region((clip,)), places)
            gone |= over
        result &= gone
    return result


@settings(max_examples=25)
@given(drawings())
def test_what_hides_a_line_is_found_place_by_place_and_in_bulk(scene):
    geometry = SceneGeometry(scene)
    visibility = Visibility(SceneGeometry(scene))
    for element in scene.elements:
        if element.stroke is None:
            continue
        lost = visibility[element.index].lost
        share = sum(lost.get(cause, 0.0) for cause in (Cause.PAGE, Cause.CLIP, Cause.PAINT))
        assert share == pytest.approx(hidden(geometry, element.index).mean(), abs=0.02)
