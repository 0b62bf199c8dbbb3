"""What the renderer makes of each feature of SVG is what the scene says."""

from __future__ import annotations

import subprocess

import pytest
from svg_features import FEATURES
from svg_kit import needs_renderer, svg
from svg_redraw import RSVG, overlap, redrawn, rendered

from mathvis.scene.conforming import agreement
from mathvis.scene.readers.svg import read_svg

pytestmark = needs_renderer
ZOOM = 2.0
SAME = 0.985
"""Least share of the ink that both have where nothing but smoothing may differ."""


@pytest.mark.parametrize("name", FEATURES)
def test_the_scene_is_what_the_renderer_draws(name):
    feature = FEATURES[name]
    source = svg(feature.body, feature.attributes)
    scene = read_svg(source)
    found = agreement(scene, picture(source), ZOOM / 0.75)
    assert found.passed, found.reason
    if feature.solid:
        drawn = rendered(source, ZOOM)
        assert overlap(drawn, redrawn(scene, drawn.shape[:2], ZOOM)) > SAME


def picture(source: bytes) -> bytes:
    command = [RSVG, "--zoom", str(ZOOM), "--background-color", "white"]
    return subprocess.run(command, input=source, capture_output=True, check=True, timeout=60).stdout


def test_there_are_many():
    assert len(FEATURES) >= 100
