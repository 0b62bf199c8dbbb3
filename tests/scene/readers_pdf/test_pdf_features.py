"""What poppler paints for each feature of PDF is what the scene says, or a note says that it may not be."""

from __future__ import annotations

import shutil

import pytest
from pdf_features import FEATURES
from raw_pages import SCALE, one_page, picture

from mathvis.gates.technical import BREACHES
from mathvis.scene.conforming import agreement
from mathvis.scene.readers.pdf import read_pdf

pytestmark = pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="poppler is not installed")


@pytest.mark.parametrize("name", FEATURES)
def test_the_scene_is_what_the_renderer_paints(name):
    feature = FEATURES[name]
    scene = read_pdf(feature.data)
    codes = {note.code for note in scene.notes}
    if feature.noted:
        assert codes & set(feature.noted), codes
        return
    assert not codes & (BREACHES - {"optional-content", "rotated-page"}), codes
    found = agreement(scene, picture(feature.data), SCALE)
    assert found.passed, found.reason


@pytest.mark.parametrize("name", ["path across states", "transform within a path", "more restores than saves"])
def test_what_the_standard_forbids_is_read_as_it_is_painted(name):
    found = agreement(read_pdf(FEATURES[name].data), picture(FEATURES[name].data), SCALE)
    assert found.passed, found.reason


def test_another_page_would_be_noticed():
    scene = read_pdf(one_page("20 20 60 60 re f"))
    assert not agreement(scene, picture(one_page("20 20 60 50 re f")), SCALE).passed


def test_there_are_many():
    assert len(FEATURES) >= 90
