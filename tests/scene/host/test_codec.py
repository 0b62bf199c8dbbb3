"""Scenes survive the border as they are; nothing else gets through it."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from dataclasses import fields, is_dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies_scene import BLACK, WHITE, box, circle, polyline, scenes

from mathvis.errors import SceneError
from mathvis.scene.codec import SceneLimits, from_json, scene_schema, to_json
from mathvis.scene.model import Canvas, Fill, Label, Node, Paint, Path, Scene, Stroke, Subpath, Tip, TipEnd


def sample() -> Scene:
    """A scene with a bit of everything."""
    ink = Stroke(Paint(BLACK), 0.8, (3.0, 2.0))
    return Scene(
        "pdf",
        Canvas(100.0, 80.0),
        (
            Path(
                0,
                (polyline([(10, 10), (90, 70)]),),
                ink,
                tips=(Tip((90, 70), (0.8, 0.6), TipEnd.END),),
                names=("gamma",),
            ),
            Path(1, (circle(50, 40, 20),), None, Fill(Paint(WHITE, 0.5))),
            Label(2, "A", "A", box(12, 12, 20, 20), (12, 12), 10.0, Paint(BLACK), node="A", elements=(0,)),
        ),
        nodes=(Node(("A",), "circle", (16, 16), box(12, 12, 20, 20), (2,), 1),),
    )


def same(a: object, b: object) -> bool:
    """Equal but for rounding."""
    if is_dataclass(a):
        return type(a) is type(b) and all(same(getattr(a, f.name), getattr(b, f.name)) for f in fields(a))
    if isinstance(a, tuple):
        return isinstance(b, tuple) and len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, (int, float)) and not isinstance(a, bool) and not isinstance(b, bool):
        return math.isclose(a, b, rel_tol=1e-12, abs_tol=6e-5)
    return type(a) is type(b) and a == b


@given(scenes())
def test_a_scene_comes_back_as_it_was(scene):
    data = to_json(scene)
    back = from_json(data)
    assert same(scene, back)
    assert to_json(back) == data


@given(scenes())
def test_every_written_scene_follows_the_schema(scene):
    check(json.loads(to_json(scene)), scene_schema(), scene_schema())


def check(data, schema, root):
    """The part of JSON Schema that the exported one uses."""
    if "$ref" in schema:
        check(data, root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root)
        return
    for word in ("anyOf", "oneOf"):
        if word in schema:
            fitting = 0
            for option in schema[word]:
                try:
                    check(data, option, root)
                    fitting += 1
                except AssertionError:
                    pass
            assert fitting == 1 if word == "oneOf" else fitting
            return
    if "enum" in schema:
        assert data in schema["enum"]
    if "const" in schema:
        assert data == schema["const"]
    kinds = {
        "object": dict,
        "array": list,
        "string": str,
        "boolean": bool,
        "number": (int, float),
        "integer": int,
        "null": type(None),
    }
    if "type" in schema:
        assert isinstance(data, kinds[schema["type"]])
    if isinstance(data, (int, float)) and not isinstance(data, bool) and "minimum" in schema:
        assert schema["minimum"] <= data <= schema["maximum"]
    if isinstance(data, str):
        assert len(data) <= schema.get("maxLength", math.inf)
    if isinstance(data, list):
        assert schema.get("minItems", 0) <= len(data) <= schema["maxItems"]
        for item in data:
            check(item, schema["items"], root)
    if isinstance(data, dict):
        assert set(schema["required"]) <= set(data) <= set(schema["properties"])
        for name, item in data.items():
            check(item, schema["properties"][name], root)


def test_the_schema_names_every_record_and_can_be_written():
    schema = json.loads(json.dumps(scene_schema()))
    assert {"Path", "Label", "Image", "Node", "Tip", "Canvas"} <= set(schema["$defs"])
    assert "schema" in schema["required"]


WRONG = [
    (("elements", 0, "index"), 1, "elements[0].index"),
    (("elements", 0, "index"), True, "elements[0].index"),
    (("elements", 0, "stroke", "width"), -1, "elements[0].stroke.width"),
    (("elements", 0, "stroke", "width"), "1", "elements[0].stroke.width"),
    (("elements", 0, "stroke", "width"), 1e999, "elements[0].stroke.width"),
    (("elements", 0, "stroke", "dash"), [1] * 1001, "elements[0].stroke.dash"),
    (("elements", 0, "stroke", "cap"), 3, "elements[0].stroke.cap"),
    (("elements", 0, "stroke", "paint", "color"), [0, 0], "elements[0].stroke.paint.color"),
    (("elements", 0, "stroke", "paint", "color"), [0, 0, 2], "elements[0].stroke.paint.color[2]"),
    (("elements", 0, "stroke", "paint", "kind"), "glitter", "elements[0].stroke.paint.kind"),
    (("elements", 0, "subpaths", 0, "points"), [0, 0, 1], "elements[0].subpaths[0].points"),
    (("elements", 0, "subpaths", 0, "points"), [0, 0, 1, 1], "elements[0].subpaths[0].points"),
    (("elements", 0, "subpaths", 0, "points"), [], "elements[0].subpaths[0].points"),
    (("elements", 0, "subpaths", 0, "points"), [0, True], "elements[0].subpaths[0].points"),
    (("elements", 0, "subpaths", 0, "points"), [0, None], "elements[0].subpaths[0].points"),
    (("elements", 0, "subpaths", 0, "points"), [0, 1e10], "elements[0].subpaths[0].points"),
    (("elements", 0, "subpaths", 0, "closed"), 1, "elements[0].subpaths[0].closed"),
    (("elements", 0, "clips"), [0], "elements[0].clips"),
    (("elements", 0, "clips"), [-1], "elements[0].clips[0]"),
    (("elements", 0, "tips", 0, "elements"), [3], "elements[0]"),
    (("elements", 0, "tips", 0, "direction"), [0, 0], "elements[0].tips[0].direction"),
    (("elements", 0, "tips", 0, "kind"), "spear", "elements[0].tips[0].kind"),
    (("elements", 0, "names"), ["x" * 20_001], "elements[0].names[0]"),
    (("elements", 0, "names"), ["\ud800"], "elements[0].names[0]"),
    (("elements", 0, "names"), "gamma", "elements[0].names"),
    (("elements", 0, "role"), "king", "elements[0].role"),
    (("elements", 0, "surprise"), 1, "elements[0].surprise"),
    (("elements", 0, "type"), "sound", "elements[0]"),
    (("elements", 0, "type"), ["path"], "elements[0]"),
    (("elements", 0), 7, "elements[0]"),
    (("elements", 1, "fill"), None, "elements[1]"),
    (("elements", 2, "elements"), [17], "elements[2]"),
    (("elements", 2, "box"), [0] * 6, "elements[2].box"),
    (("nodes", 0, "names"), [], "nodes[0].names"),
    (("nodes", 0, "elements"), [9], "nodes[0]"),
    (("nodes", 0, "border"), 2, "nodes[0].border"),
    (("nodes", 0, "border"), 3, "nodes[0]"),
    (("canvas", "width"), 10**400, "canvas.width"),
    (("canvas",), [], "canvas"),
    (("source",), "bmp", "source"),
    (("schema",), "mathvis/scene@2", "schema"),
    (("pages",), 0, "pages"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "place"), WRONG)
def test_what_is_wrong_is_refused_with_its_place(path, value, place):
    data = json.loads(to_json(sample()))
    inner = data
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    written = json.dumps(data).replace("Infinity", "1e999") if value == 1e309 else json.dumps(data)
    with pytest.raises(SceneError) as caught:
        from_json(written.encode())
    assert str(caught.value).startswith(place + ": ")


@pytest.mark.parametrize("path", [("schema",), ("source",), ("canvas",), ("canvas", "width"), ("elements", 0, "index"), ("elements", 0, "subpaths"), ("elements", 2, "form")])  # fmt: skip
def test_what_is_missing_is_named(path):
    data = json.loads(to_json(sample()))
    inner = data
    for step in path[:-1]:
        inner = inner[step]
    del inner[path[-1]]
    with pytest.raises(SceneError, match=f"{path[-1]} is missing"):
        from_json(json.dumps(data).encode())


@pytest.mark.parametrize(
    "data", [b"", b"null", b"[]", b"{", b"\xff", b"NaN", b"[" * 100_000, b'{"a":' * 50_000, b"1" * 5000, b'"\\ud800"']
)
def test_noise_is_refused(data):
    with pytest.raises(SceneError):
        from_json(data)


@given(st.binary(max_size=60), st.integers(0, 2000), st.integers(0, 40))
def test_damaged_json_is_a_scene_or_an_error(noise, at, length):
    data = to_json(sample())
    at %= len(data)
    try:
        scene = from_json(data[:at] + noise + data[at + length :])
    except SceneError:
        return
    assert to_json(from_json(to_json(scene))) == to_json(scene)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_number_that_is_none_is_not_written(value):
    scene = sample()
    broken = replace(scene.elements[0], subpaths=(Subpath(((0.0, value),), closed=False),))
    with pytest.raises(SceneError):
        to_json(replace(scene, elements=(broken, *scene.elements[1:])))


def test_half_a_surrogate_pair_in_a_name_is_replaced_when_written():
    scene = sample()
    named = replace(scene.elements[0], names=("a\ud800",))
    back = from_json(to_json(replace(scene, elements=(named, *scene.elements[1:]))))
    assert back.elements[0].names == ("a?",)


@pytest.mark.parametrize(
    "limits",
    [
        SceneLimits(size=100),
        SceneLimits(containers=5),
        SceneLimits(values=5),
        SceneLimits(elements=2),
        SceneLimits(points=10),
    ],
)
def test_every_limit_holds(limits):
    with pytest.raises(SceneError):
        from_json(to_json(sample()), limits=limits)


def test_writing_a_scene_needs_the_standard_library_alone():
    code = "import sys; import mathvis.scene.codec; print([m for m in ('numpy', 'shapely', 'pydantic', 'scipy') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
