"""The published JSON Schema of scenes says what the codec accepts, and nothing else."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from strategies_scene import scenes
from typer.testing import CliRunner

from mathvis.assets import asset
from mathvis.cli.main import app
from mathvis.errors import SceneError
from mathvis.extract import Format
from mathvis.inspect.schema import published_schema
from mathvis.inspect.source import read_source
from mathvis.sandbox import open_sandbox
from mathvis.scene import model
from mathvis.scene.codec import from_json, to_json

PUBLISHED = Path(__file__).resolve().parents[2] / "docs" / "scene.schema.json"
SCHEMA = published_schema()
VALIDATOR = Draft202012Validator(SCHEMA)

RICH = model.Scene(
    "pdf",
    model.Canvas(100.0, 50.0, (0.9, 0.9, 1.0)),
    (
        model.Path(
            0,
            (model.Subpath(((0.0, 0.0), (1.0, 1.0), (2.0, 2.0), (3.0, 3.0)), closed=False),),
            stroke=model.Stroke(model.Paint((0.0, 0.0, 0.0), 0.5), 1.0, (3.0, 2.0), 1.0, 1, 1, 4.0),
            fill=model.Fill(model.Paint((1.0, 0.0, 0.0), kind=model.PaintKind.PATTERN), model.FillRule.EVENODD),
            tips=(model.Tip((3.0, 3.0), (0.0, 1.0), model.TipEnd.END, "hook", "Hooks", (1,), 2),),
            clips=(0,),
            names=("gamma",),
            line=3,
        ),
        model.Label(
            1, "x^{2}", "x²", ((1, 1), (9, 1), (9, 5), (1, 5)), (1.0, 1.0), 10.0, model.Paint((0.0, 0.0, 0.0)), 30.0
        ),
        model.Image(2, ((0, 0), (1, 0), (1, 1), (0, 1)), "raster"),
    ),
    (model.Clip((model.Subpath(((0.0, 0.0),), closed=True),)),),
    (model.Node(("A",), "circle", (1.0, 1.0), ((0, 0), (1, 0), (1, 1), (0, 1)), (1,), 0),),
    (model.NamedPoint("P", (4.0, 4.0)),),
    2,
    (model.Note("image", "there is a picture", (2,)),),
)


def plain(scene: model.Scene) -> dict:
    return json.loads(to_json(scene))


def test_the_schema_is_a_schema_and_the_published_file_is_it():
    Draft202012Validator.check_schema(SCHEMA)
    assert json.loads(PUBLISHED.read_text(encoding="utf-8")) == SCHEMA, "run docs/generate.py"


def test_the_command_prints_it_without_a_file():
    done = CliRunner().invoke(app, ["inspect", "--schema"])
    assert done.exit_code == 0
    assert json.loads(done.stdout) == SCHEMA


def test_every_record_is_described_in_the_model_s_words():
    for name, definition in SCHEMA["$defs"].items():
        first = (getattr(model, name).__doc__ or "").split("\n\n")[0]
        assert definition["description"].split()[:3] == first.replace("``", "`").split()[:3]
    assert "Wide" not in SCHEMA["$defs"]
    assert SCHEMA["$defs"]["Tip"]["properties"]["direction"]["description"].startswith("Unit vector")


@settings(max_examples=30, deadline=None)
@given(scenes())
def test_whatever_is_written_is_valid(scene):
    VALIDATOR.validate(plain(scene))


@pytest.mark.tex
@pytest.mark.bubblewrap
def test_the_scenes_of_the_references_are_valid(needs_sandbox):
    programs = sorted(asset("tasks").glob("*/*/reference.*"))
    assert len(programs) >= 12
    with open_sandbox() as sandbox:
        for program in programs:
            formats = frozenset({Format.SVG if program.suffix == ".svg" else Format.TIKZ})
            artifact = sandbox.run(read_source(program, formats).job())
            assert artifact.scene is not None, (program, artifact.scene_error)
            VALIDATOR.validate(json.loads(artifact.scene))


def test_a_rich_scene_is_valid():
    VALIDATOR.validate(plain(RICH))


WRONG = {
    "no schema": lambda s: s.pop("schema"),
    "another schema": lambda s: s.update(schema="mathvis/scene@2"),
    "no canvas": lambda s: s.pop("canvas"),
    "an unknown field": lambda s: s.update(author="me"),
    "an unknown field of an element": lambda s: s["elements"][0].update(color="red"),
    "an element of no type": lambda s: s["elements"][0].pop("type"),
    "an element of another type": lambda s: s["elements"][0].update(type="circle"),
    "a label with a path's field": lambda s: s["elements"][1].update(subpaths=[]),
    "a name that is a number": lambda s: s["elements"][0].update(names=[1]),
    "a width that is a text": lambda s: s["elements"][0]["stroke"].update(width="1pt"),
    "a negative width": lambda s: s["elements"][0]["stroke"].update(width=-1),
    "an alpha above 1": lambda s: s["elements"][0]["stroke"]["paint"].update(alpha=1.5),
    "a colour of two parts": lambda s: s["elements"][0]["stroke"]["paint"].update(color=[0, 0]),
    "a box of three corners": lambda s: s["elements"][1].update(box=[0, 0, 1, 0, 1, 1]),
    "a subpath of no points": lambda s: s["elements"][0]["subpaths"][0].update(points=[]),
    "a tip at no end": lambda s: s["elements"][0]["tips"][0].update(end="tail"),
    "a tip of no kind": lambda s: s["elements"][0]["tips"][0].update(kind="arrowhead"),
    "a node without names": lambda s: s["nodes"][0].update(names=[]),
    "an index of one half": lambda s: s["elements"][0].update(index=0.5),
    "a coordinate far away": lambda s: s["points"][0].update(at=[0, 1e12]),
    "no pages": lambda s: s.update(pages=0),
    "null for a list": lambda s: s.update(nodes=None),
    "a list for a scene": None,
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_no_scene_is_not_valid_and_not_read(what):
    data = copy.deepcopy(plain(RICH))
    change = WRONG[what]
    if change is None:
        data = [data]
    else:
        change(data)
    assert not VALIDATOR.is_valid(data)
    with pytest.raises(SceneError):
        from_json(json.dumps(data).encode())


def places(data, at=()):
    """All places in a JSON value."""
    yield at
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, item in items:
        yield from places(item, (*at, key))


EVERYWHERE = [place for place in places(plain(RICH)) if place]


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(EVERYWHERE),
    st.sampled_from(["remove", None, True, -1, 7, 0.5, 1e15, "", "word", [], {}, [[]], "x" * 20_001, -(2**40)]),
)
def test_whatever_the_schema_refuses_is_not_read(place, value):
    """The schema may be the laxer one (indices and sums are beyond it), never the stricter."""
    data = copy.deepcopy(plain(RICH))
    parent = data
    for key in place[:-1]:
        parent = parent[key]
    if value == "remove":
        del parent[place[-1]]
    else:
        parent[place[-1]] = value
    if not VALIDATOR.is_valid(data):
        with pytest.raises(SceneError):
            from_json(json.dumps(data).encode())
