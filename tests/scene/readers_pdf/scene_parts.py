"""What the tests look at in a scene."""

from __future__ import annotations

import pytest

from mathvis.scene.model import Path


def paths(scene):
    return [element for element in scene.elements if isinstance(element, Path)]


def codes(scene):
    return {note.code for note in scene.notes}


def near(a, b):
    return a == pytest.approx(b, abs=1e-6)
