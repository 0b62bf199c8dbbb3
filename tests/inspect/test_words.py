"""How things in a scene are said."""

from __future__ import annotations

import math

import pytest
from inspect_views import PEN, line
from strategies_scene import BLACK, RED, box, circle, polyline

from mathvis.inspect import words
from mathvis.scene.model import Fill, Image, Label, Paint, PaintKind, Path, Role, Tip, TipEnd
from mathvis.scene.seen import Cause, Seen
from mathvis.tolerances import TOLERANCES

ARC = polyline([(0, 0), (1, 0)])


def path(*pieces, **more):
    return Path(0, pieces, **{"stroke": PEN, **more})


@pytest.mark.parametrize(
    ("element", "said"),
    [
        (line(0, (0, 0), (9, 9)), "line"),
        (path(polyline([(0, 0), (9, 9), (9, 0)])), "polyline"),
        (path(polyline([(0, 0), (9, 9), (9, 0)], closed=True)), "polygon"),
        (path(polyline([(math.cos(k), math.sin(k)) for k in range(40)])), "curve"),
        (path(circle(0, 0, 5)), "closed curve"),
        (path(circle(0, 0, 5), stroke=None, fill=Fill(Paint(RED))), "filled region"),
        (path(circle(0, 0, 5), fill=Fill(Paint(RED))), "outlined region"),
        (path(ARC, ARC), "line in 2 pieces"),
        (path(ARC, role=Role.AXIS), "axis, line"),
        (path(circle(0, 0, 5), role=Role.NODE), "node's closed curve"),
        (Label(0, "x", "x", box(0, 0, 1, 1), (0.0, 0.0), 1.0, Paint(BLACK)), "label"),
        (Image(0, box(0, 0, 1, 1), "raster"), "image (raster)"),
    ],
)
def test_kinds(element, said):
    assert words.kind(element) == said


@pytest.mark.parametrize(
    ("angle", "said"), [(0, "→ 0°"), (45, "↗ 45°"), (100, "↑ 100°"), (180, "← 180°"), (-90, "↓ 270°"), (-0.2, "→ 0°")]
)
def test_directions(angle, said):
    turned = math.radians(angle)
    assert words.direction(Tip((0.0, 0.0), (math.cos(turned), math.sin(turned)), TipEnd.END)) == said


@pytest.mark.parametrize(
    ("share", "said"),
    [(1.0, "100%"), (0.99996, "100%"), (0.997, "over 99%"), (0.5, "50%"), (0.001, "under 1%"), (0.0, "0%")],
)
def test_what_is_nearly_all_is_not_all(share, said):
    assert words.share(share) == said


def test_places_have_no_negative_zeros():
    assert words.place((-0.01, 3.14159)) == "(0.0, 3.1)"


def test_colours():
    assert words.color(Paint((1.0, 0.5, 0.0))) == "#ff8000"
    assert words.color(Paint(BLACK, 0.25)) == "#000000 at 25%"
    assert words.color(Paint(BLACK, kind=PaintKind.SHADING)) == "#000000 (shading, on average)"


def test_what_became_of_hidden_ink():
    seen = Seen(3, 0.4, lost={Cause.PAINT: 0.5, Cause.CLIP: 0.1}, hidden_by=(7,), continued=0.4)
    assert words.seen_words(seen) == "40% seen; hidden: 50% covered, 10% clipped (by element 7)"
    assert words.seen_words(Seen(0, 1.0)) == "100% seen"
    for share, said in ((1.0, ""), (0.5, "partly hidden"), (0.01, "hidden")):
        assert words.hidden(Seen(0, share, continued=share), TOLERANCES) == said
