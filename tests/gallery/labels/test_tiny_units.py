"""A drawing in a unit square comes out as the same drawing in large units, text and all."""

from __future__ import annotations

import pytest
from sandbox_backends import opened

from mathvis.sandbox import Engine, Job
from mathvis.scene.codec import from_json
from mathvis.scene.conforming import agreement
from mathvis.scene.model import Label
from mathvis.scene.pixels import read_png

FIGURE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="{a} {a} {side} {side}" width="400" height="400">
<circle r="{r}" fill="none" stroke="black" stroke-width="{w}"/><line x2="{r}" stroke="black" stroke-width="{w}"/>
<text x="{t}" y="{u}" font-size="{size}" text-anchor="middle">|z| = r</text>
<text x="{u}" y="{t}" font-size="{size}">π<tspan dy="{d}" font-size="{small}">1</tspan></text></svg>"""


def drawn(sandbox, unit: float):
    lengths = {"a": -1.5, "side": 3, "r": 1, "w": 0.02, "t": 0.5, "u": -0.1, "size": 0.2, "small": 0.14, "d": 0.05}
    source = FIGURE.format(**{name: f"{value * unit:.10g}" for name, value in lengths.items()})
    artifact = sandbox.run(Job(source, Engine.SVG))
    scene = from_json(artifact.scene)
    return scene, artifact, agreement(scene, artifact.picture, artifact.picture_scale)


def ink(picture: bytes) -> float:
    return float((1 - read_png(picture).min(axis=2) / 255).sum())


@pytest.fixture(scope="module")
def sandbox():
    one = opened("bubblewrap")
    yield one
    one.close()


@pytest.mark.parametrize("unit", [1.0, 0.01, 100.0])
def test_text_is_drawn_and_read_in_any_unit(sandbox, unit):
    scene, artifact, agreed = drawn(sandbox, unit)
    assert agreed.passed, agreed.reason
    labels = [element for element in scene.elements if isinstance(element, Label)]
    assert [label.form for label in labels] == ["|z|=r", "π_{1}"]
    assert ("enlarge" in artifact.usage.stages) == (unit <= 1)
    _, plain, _ = drawn(sandbox, 100.0)
    assert abs(ink(artifact.picture) - ink(plain.picture)) <= 0.02 * ink(plain.picture)
