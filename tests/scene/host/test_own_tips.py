"""A line that runs into its own arrow head is seen to its end; one that runs over a disc of its colour is not."""

from __future__ import annotations

import pytest

from mathvis.scene.geometry import SceneGeometry
from mathvis.scene.readers.svg import read_svg
from mathvis.scene.visibility import Visibility

HEAD = '<defs><marker id="h" orient="auto" markerWidth="40" markerHeight="20" refX="40" refY="10" markerUnits="userSpaceOnUse"><path d="M0,0 L40,10 L0,20 Z"/></marker></defs>'


def share(body: str) -> float:
    scene = read_svg(f'<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">{HEAD}{body}</svg>'.encode())
    line = next(e for e in scene.elements if e.names == ("g",) and e.stroke is not None)
    return Visibility(SceneGeometry(scene)).share(line.index)


def test_own_head_hides_nothing():
    assert share('<line id="g" x1="20" y1="50" x2="180" y2="50" stroke="black" marker-end="url(#h)"/>') == 1.0


@pytest.mark.parametrize("order", ["before", "after"])
def test_a_disc_of_the_same_colour_swallows_the_line(order):
    disc = '<circle cx="100" cy="50" r="40"/>'
    line = '<line id="g" x1="20" y1="50" x2="180" y2="50" stroke="black"/>'
    body = disc + line if order == "before" else line + disc
    assert share(body) == pytest.approx(0.5, abs=0.05)
