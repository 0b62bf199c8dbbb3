"""Drawings made by hand, as `mathvis inspect` looks at them."""

from __future__ import annotations

import io

from PIL import Image
from strategies_scene import BLACK, WHITE, box, circle, polyline

from mathvis.extract import Form, Format, Program
from mathvis.inspect.judged import Binding, Found, Judged
from mathvis.inspect.source import source_of
from mathvis.inspect.view import look
from mathvis.sandbox.model import Artifact, Engine, Outcome
from mathvis.scene.codec import to_json
from mathvis.scene.model import (
    Canvas,
    Fill,
    Label,
    NamedPoint,
    Node,
    Note,
    Paint,
    Path,
    Scene,
    Stroke,
    Tip,
    TipEnd,
)
from mathvis.scene.redraw import redraw

PEN = Stroke(Paint(BLACK), 1.0)
PROGRAM = "<svg>\n<line id='gamma'/>\n<circle/>\n</svg>"


def picture(scene, scale=2.0):
    """The picture that a scene describes, as a PNG."""
    out = io.BytesIO()
    Image.fromarray(redraw(scene, scale)).save(out, "PNG")
    return out.getvalue()


def line(index, start, end, **more):
    return Path(index, (polyline([start, end]),), **{"stroke": PEN, **more})


def drawing(names=("gamma", "secret", "disc", "A", "N"), text="f(x)", style="Stealth", note="a remark"):
    """An arrow, a white line, a disc that covers half a line, a label in a node, a named place."""
    arrow, secret, disc, place, node = names
    tip = Tip((180.0, 30.0), (1.0, 0.0), TipEnd.END, "arrow", style)
    elements = (
        line(0, (20, 30), (180, 30), names=(arrow,), tips=(tip,), line=2),
        line(1, (20, 60), (180, 60), names=(secret,), stroke=Stroke(Paint(WHITE), 1.0)),
        line(2, (20, 100), (100, 100)),
        Path(3, (circle(80, 100, 20),), PEN, Fill(Paint((0.9, 0.9, 0.4))), names=(disc,)),
        Label(4, text, text, box(150, 90, 170, 102), (150.0, 92.0), 10.0, Paint(BLACK), node=node),
    )
    nodes = (Node((node,), "rectangle", (160.0, 96.0), box(145, 85, 175, 107), (4,)),)
    return Scene(
        "svg", Canvas(200.0, 150.0), elements, (), nodes, (NamedPoint(place, (20.0, 30.0)),), 1, (Note("odd", note),)
    )


def view_of(scene, *, title="figure.svg", program=PROGRAM, judged=None):
    artifact = Artifact(
        Outcome.OK,
        Engine.SVG,
        picture=picture(scene),
        picture_scale=2.0,
        scene=to_json(scene),
        pages=1,
        width=200,
        height=150,
    )
    return look(title, source_of(program, Program(Format.SVG, Form.SVG, program)), artifact, judged)


def verdict(*, entity="gamma", text="it is too steep"):
    """What a task makes of the drawing."""
    return Judged(
        "a/b/c",
        delivered=False,
        bindings=(
            Binding(entity, "curve", "gamma", (0,), "from (0, 0) to (1, 0)", "f"),
            Binding("s.~2", "curve", "", (2,), "", ""),
        ),
        findings=(
            Found("T", "rendered", "✓", "200×150 pt"),
            Found("M", "slope", "✗", text, "R2", (0, 3), ((100.0, 30.0),)),
            Found("P", "legible", "1", "all can be read", "", (4,)),
        ),
    )
